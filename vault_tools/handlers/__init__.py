"""All handlers: the built-in ones as one visible tuple, those of installed packages by entry point, those of trusted files."""

from __future__ import annotations

import linecache
import sys
from functools import partial
from hashlib import sha256
from traceback import extract_tb
from types import ModuleType
from typing import TYPE_CHECKING

from vault_tools.errors import HandlerError
from vault_tools.handler import Family, Function, Handler
from vault_tools.model import Message, message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

GROUP = "vault_tools.handlers"
"""Entry points of this group load to a handler or to a tuple of handlers."""


def builtin() -> tuple[Handler, ...]:
    """Every built-in handler: the functions, then the families in the order in which they are tried."""
    from vault_tools.handlers.families import FAMILIES
    from vault_tools.handlers.functions import FUNCTIONS

    return (*FUNCTIONS, *FAMILIES)


def from_elsewhere(files: Iterable[tuple[str, bytes]] = ()) -> tuple[tuple[tuple[str, Handler], ...], tuple[Message, ...]]:
    """Handlers of installed packages and of trusted `files` (path and content), each with where it comes from, and what is wrong with them.

    HandlerError: two handlers, built-in ones included, have one name; names both and where they come from.
    A file gives its handlers as `HANDLERS`, or one as `HANDLER`. It is run here, so this is for children that judge.
    """
    from importlib.metadata import entry_points  # 50 ms that only this needs

    entries = sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value))
    sources = [(entry.value, entry.load) for entry in entries] + [(path, partial(_run_file, path, source)) for path, source in files]
    found: list[tuple[str, Handler]] = []
    problems: list[Message] = []
    owner = {_key(handler): "vault_tools" for handler in builtin()}
    for origin, load in sources:
        loaded = _load(origin, load)
        if isinstance(loaded, Message):
            problems.append(loaded)
            continue
        for handler in loaded:
            _claim(owner, handler, origin)
        found.extend((origin, handler) for handler in loaded)
    return tuple(found), tuple(problems)


def _run_file(path: str, source: bytes) -> object:
    """Run the source that was compared with the user's list, not the file, which may have changed since."""
    module = ModuleType(f"vault_tools_trusted_{sha256(path.encode(errors='surrogateescape')).hexdigest()[:16]}")
    module.__file__ = path
    sys.modules[module.__name__] = module  # dataclasses and inspect look there
    linecache.cache[path] = (len(source), None, source.decode().splitlines(keepends=True), path)
    exec(compile(source, path, "exec"), module.__dict__)  # noqa: S102  trusted by an explicit command
    given = getattr(module, "HANDLERS", getattr(module, "HANDLER", None))
    if given is None:
        raise AttributeError("it gives no HANDLERS = (…,)")
    return given


def _load(origin: str, load: Callable[[], object]) -> tuple[Handler, ...] | Message:
    """The handlers behind one entry point or file, or why there are none: a broken package must not stop the run."""
    try:
        loaded = load()
    except (Exception, SystemExit) as error:  # whatever the package raises while it is imported is its problem, and reported as such
        return message("handler.broken", plugin=origin, error=f"{type(error).__name__}: {error}{_line_in(origin, error)}")
    handlers = loaded if isinstance(loaded, tuple) else (loaded,)
    if wrong := [type(h).__name__ for h in handlers if not isinstance(h, (Function, Family))]:
        return message("handler.no_handler", plugin=origin, kind=wrong[0])
    if unnamed := [h.name for h in handlers if isinstance(h, Function) and getattr(h.numpy, "__name__", "") == "<lambda>"]:
        return message("handler.lambda", plugin=origin, handler=unnamed[0])
    return handlers


def _line_in(path: str, error: BaseException) -> str:
    """The line of a trusted file where it failed."""
    line = next((place.lineno for place in reversed(extract_tb(error.__traceback__)) if place.filename == path), None)
    return f", line {line}" if line is not None else ""


def _key(handler: Handler) -> tuple[type, str]:
    return type(handler), handler.name.lower()


def _claim(owner: dict[tuple[type, str], str], handler: Handler, plugin: str) -> None:
    first = owner.setdefault(_key(handler), plugin)
    if first != plugin:
        raise HandlerError(str(message("handler.conflict", name=handler.name, first=first, second=plugin)))
