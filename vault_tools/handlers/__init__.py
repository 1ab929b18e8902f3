"""All handlers: the built-in ones as one visible tuple, and those of installed packages by entry point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.errors import HandlerError
from vault_tools.handler import Family, Function, Handler
from vault_tools.model import Message, message

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "vault_tools.handlers"
"""Entry points of this group load to a handler or to a tuple of handlers."""


def builtin() -> tuple[Handler, ...]:
    """Every built-in handler: the functions, then the families in the order in which they are tried."""
    from vault_tools.handlers.families import FAMILIES
    from vault_tools.handlers.functions import FUNCTIONS

    return (*FUNCTIONS, *FAMILIES)


def installed() -> tuple[tuple[Handler, ...], tuple[Message, ...]]:
    """Handlers of installed packages, and one problem for each package that could not give its own.

    HandlerError: two handlers, built-in ones included, have one name; names both and where they come from.
    """
    from importlib.metadata import entry_points  # 50 ms that only this needs

    handlers: list[Handler] = []
    problems: list[Message] = []
    owner = {_key(handler): "vault_tools" for handler in builtin()}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        loaded = _load(entry)
        if isinstance(loaded, Message):
            problems.append(loaded)
            continue
        for handler in loaded:
            _claim(owner, handler, entry.value)
        handlers.extend(loaded)
    return tuple(handlers), tuple(problems)


def _load(entry: EntryPoint) -> tuple[Handler, ...] | Message:
    """The handlers behind one entry point, or why there are none: a broken package must not stop the run."""
    try:
        loaded = entry.load()
    except Exception as error:  # whatever the package raises while it is imported is its problem, and reported as such
        return message("handler.broken", plugin=entry.value, error=f"{type(error).__name__}: {error}")
    handlers = loaded if isinstance(loaded, tuple) else (loaded,)
    if wrong := [type(h).__name__ for h in handlers if not isinstance(h, (Function, Family))]:
        return message("handler.no_handler", plugin=entry.value, kind=wrong[0])
    return handlers


def _key(handler: Handler) -> tuple[type, str]:
    return type(handler), handler.name.lower()


def _claim(owner: dict[tuple[type, str], str], handler: Handler, plugin: str) -> None:
    first = owner.setdefault(_key(handler), plugin)
    if first != plugin:
        raise HandlerError(str(message("handler.conflict", name=handler.name, first=first, second=plugin)))
