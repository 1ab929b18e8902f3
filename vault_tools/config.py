"""Where a note's vault is, and what its owner set there (`vault-tools.toml`, read only): Settings for everything that follows."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from vault_tools.errors import ConfigError
from vault_tools.messages import LANGUAGES
from vault_tools.model import Settings, message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

FILE_NAME = "vault-tools.toml"
PREAMBLES = ("preamble.sty", ".obsidian/preamble.sty")
"""Where plugins of Obsidian look for the macros of a whole vault."""


def find_vault(path: Path) -> Path | None:
    """The nearest folder at or above `path` that has an Obsidian settings folder (`.obsidian*`) or a `vault-tools.toml`."""
    start = path if path.is_dir() else path.parent
    return next((folder for folder in (start, *start.parents) if _is_vault(folder)), None)


def _is_vault(folder: Path) -> bool:
    if (folder / FILE_NAME).is_file() or (folder / ".obsidian").is_dir():
        return True
    return folder.is_dir() and _has_renamed_settings(folder, folder.stat().st_mtime_ns)


@lru_cache(maxsize=10_000)
def _has_renamed_settings(folder: Path, _stamp: int) -> bool:
    """Whether there is a `.obsidian*` folder of another name; a folder is listed again only when its stamp changes."""
    return any(child.is_dir() for child in folder.glob(".obsidian*"))


def load_settings(vault: Path | None) -> Settings:
    """What `vault-tools.toml` in the vault's root says, on top of what is usual. ConfigError: which key, and what is allowed."""
    if vault is None or not (vault / FILE_NAME).is_file():
        return Settings()
    import tomllib

    try:
        table = tomllib.loads((vault / FILE_NAME).read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ConfigError(str(message("config.unreadable", file=FILE_NAME, reason=error))) from error
    return read_settings(table, Settings())


def read_settings(table: Mapping[str, Any], base: Settings) -> Settings:
    """`base` with the keys of a settings table put in; every key is checked, an unknown one is an error."""
    for key, value in table.items():
        if key not in _ALLOWED:
            raise ConfigError(str(message("config.unknown_key", name=key, file=FILE_NAME, allowed=", ".join(_ALLOWED))))
        allowed, fits = _ALLOWED[key]
        if not fits(value):
            raise ConfigError(str(message("config.bad_value", name=key, file=FILE_NAME, value=repr(value), allowed=allowed)))
    changes: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
    return replace(base, **changes)


def _one_of(*values: str) -> tuple[str, Callable[[Any], bool]]:
    return " | ".join(f'"{value}"' for value in values), lambda given: given in values


def _globs(given: Any) -> bool:
    return isinstance(given, list) and all(isinstance(item, str) for item in given)


def _seconds(given: Any) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool) and 0 <= given <= 3600


# What a vault may set, as words for the error message and as a test. Limits of time and memory are not among them: a downloaded
# vault must not be able to raise them.
_ALLOWED: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "language": _one_of("", *LANGUAGES),
    "include": ('a list of globs such as ["lectures/**"]', _globs),
    "exclude": ('a list of globs such as ["templates/**"]', _globs),
    "report": _one_of("family", "claims"),
    "quiet_seconds": ("a number of seconds from 0 to 3600", _seconds),
    "pictures": ("true or false", lambda given: isinstance(given, bool)),
}
