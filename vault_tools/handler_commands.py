"""What the commands about handlers do: list them and show their pages, and keep the list of files that may bring some."""

from __future__ import annotations

import sys
from base64 import b64decode
from typing import TYPE_CHECKING

from vault_tools.catalogue import Entry, catalogue
from vault_tools.errors import ConfigError, Exit
from vault_tools.model import message
from vault_tools.terminal import clean, handler_lines
from vault_tools.trust import revoke, trust, trusted_files

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path


def show_handlers(options: Namespace) -> int:
    """`handlers [NAME]`: what is understood, and where it comes from: built in, installed, or in a trusted file."""
    found = catalogue(options.name)
    for problem in found.problems:
        print(f"vault-tools: {problem}", file=sys.stderr)
    chosen = [entry for entry in found.entries if options.name is None or entry.name.lower() == options.name.lower()]
    if not chosen:
        raise ConfigError(str(message("cli.no_handler", name=options.name)))
    for line in handler_lines(chosen, full=options.name is not None):
        print(line)
    return _draw_page(chosen, options.picture) if options.picture is not None else Exit.FINE


def _draw_page(chosen: list[Entry], target: Path) -> int:
    """Write the picture of the first page that has one. ConfigError: none has."""
    drawn = next((entry.picture for entry in chosen if entry.picture), "")
    if not drawn:
        raise ConfigError(str(message("cli.no_picture", name=chosen[0].name)))
    target.write_bytes(b64decode(drawn))
    print(message("cli.picture_written", path=clean(str(target))))
    return Exit.FINE


def trust_files(options: Namespace) -> int:
    """`trust [FILE...]`: handler files that may run, as they are now; `--revoke`: no more; without a file: which they are."""
    for path in options.files:
        change, key = (revoke, "trust.revoked") if options.revoke else (trust, "trust.added")
        print(message(key, path=clean(str(change(path)))))
    if not options.files:
        files, problems = trusted_files()
        for line in (*(file.path for file in files), *map(str, problems)):
            print(clean(line))
    return Exit.FINE
