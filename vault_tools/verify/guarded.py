"""Calls into a handler: whatever it raises becomes a sentence that names the handler, its part and the line, never the end of a run."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from vault_tools.model import Message, message
from vault_tools.verify.under_way import under_way

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def guarded(handler: str, part: str, call: Callable[[], T], *, may_lack: bool = False) -> T | Message:
    """What `call` returns, or why it returned nothing. may_lack: KeyError passes: it means that this run lacks what the part needs.

    Overflow and division by zero give ∞ and NaN without a warning; who asked looks at the value.
    """
    try:
        with np.errstate(all="ignore"), under_way(handler, part):
            return call()
    except Exception as error:  # a handler is other people's code: its failure is reported, and the formula goes on without it
        if may_lack and isinstance(error, KeyError):
            raise
        return failure(handler, part, error)


def failure(handler: str, part: str, error: Exception) -> Message:
    """The sentence for an error that a part of a handler raised."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    reason = f"{type(error).__name__}: {error}"
    return message("handler.failed", handler=handler, part=part, error=reason, file=Path(place.filename).name, line=place.lineno)
