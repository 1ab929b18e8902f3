"""What `vault-tools handlers` lists, found out in a child: packages and trusted files are other people's code."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from base64 import b64encode
from typing import NamedTuple

from vault_tools import wire
from vault_tools.errors import HandlerError
from vault_tools.handler import Function, Handler
from vault_tools.model import Message, message


class Entry(NamedTuple):
    """One handler: where it comes from (`vault_tools`, an entry point, the path of a trusted file) and what it says of itself."""

    name: str
    origin: str
    written: str
    """Its spellings, or its formula."""
    also: tuple[str, ...]
    page: tuple[str, ...] = ()
    """All that it says of itself, a line each; only where one handler is asked for."""
    picture: str = ""
    """The first picture of its example, base64; only there, too."""


class Catalogue(NamedTuple):
    """All handlers in the order in which they are tried, and what is wrong with those that are missing."""

    entries: tuple[Entry, ...]
    problems: tuple[Message, ...]
    conflict: str = ""
    """Two handlers with one name: then there is no list."""


def catalogue(name: str | None = None) -> Catalogue:
    """Ask a child; those called `name` come with their pages. HandlerError: two have one name, or the child did not answer."""
    with tempfile.TemporaryDirectory(prefix="vault-tools-") as folder:
        run = subprocess.run(
            [sys.executable, "-P", "-m", "vault_tools.catalogue", *([name] if name is not None else [])],
            cwd=folder,
            stdout=subprocess.PIPE,
            check=False,
        )
    try:
        found = wire.loads(Catalogue, run.stdout)
    except wire.WireError as error:
        raise HandlerError(str(message("cli.no_worker", reason=f"exit {run.returncode}"))) from error
    if found.conflict:
        raise HandlerError(found.conflict)
    return found


def main() -> None:
    """The child: load everything, print the list as JSON. What loaded code prints goes to standard error."""
    from vault_tools.worker import keep_vault_off_path

    answer = os.dup(1)
    os.dup2(2, 1)
    keep_vault_off_path()
    with os.fdopen(answer, "wb") as file:
        file.write(wire.dumps(collect(*sys.argv[1:2])))


def collect(name: str | None = None) -> Catalogue:
    """Load all handlers in this process; make the pages of those called `name`."""
    from vault_tools.handlers import builtin, from_elsewhere
    from vault_tools.trust import trusted_files

    files, unusable = trusted_files()
    try:
        others, problems = from_elsewhere(files)
    except HandlerError as error:
        return Catalogue((), unusable, str(error))
    own = [("vault_tools", handler) for handler in builtin()]
    everything = (*own, *others)
    entries = tuple(_entry(origin, handler) for origin, handler in everything)
    if name is not None:
        entries = _with_pages(entries, [handler for _, handler in everything], name.lower())
    return Catalogue(entries, (*unusable, *problems))


def _entry(origin: str, handler: Handler) -> Entry:
    if isinstance(handler, Function):
        return Entry(handler.name, origin, ", ".join(handler.spellings), ())
    return Entry(handler.name, origin, handler.formula, tuple(handler.also))


def _with_pages(entries: tuple[Entry, ...], handlers: list[Handler], name: str) -> tuple[Entry, ...]:
    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.handlers.page import page

    vocabulary = Vocabulary.of(handlers)

    def with_page(entry: Entry, handler: Handler) -> Entry:
        made = page(handler, vocabulary)
        return entry._replace(page=made.lines, picture=b64encode(made.picture).decode("ascii"))

    return tuple(
        with_page(entry, handler) if entry.name.lower() == name else entry for entry, handler in zip(entries, handlers, strict=True)
    )


if __name__ == "__main__":
    main()
