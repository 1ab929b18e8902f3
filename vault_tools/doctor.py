"""`vault-tools doctor`: looks at all that a run depends on, and says for each problem what to do. The vault stays as it is."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from vault_tools import session
from vault_tools.config import FILE_NAME, find_vault, load_settings
from vault_tools.errors import ConfigError, Exit, HandlerError, VaultToolsError
from vault_tools.exchange import exchange
from vault_tools.model import Formula, Message, NoteMath, Settings, Span, message
from vault_tools.terminal import Style, clean
from vault_tools.vault import find_notes, ignored_folders, ignored_in_vain

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

WATCHES = Path("/proc/sys/fs/inotify/max_user_watches")
"""How many folders one user may watch (inotify(7))."""
_MARKS = {"good": "✓", "note": "·", "problem": "✗"}
_COLOURS = {"good": "verified", "note": "faint", "problem": "refuted"}
_REQUIREMENT = re.compile(r"([\w.-]+)\s*>=\s*([\d.]+)")
_TRIAL = NoteMath((Formula("1 + 1 = 2", 1, False, Span(0, 9)),))


class Finding(NamedTuple):
    """One thing that was looked at; a problem says what to do, a note is only good to know."""

    level: Literal["good", "note", "problem"]
    told: Message


def examine(options: Namespace) -> int:
    """`doctor VAULT`: one line per finding; 1 where there is a problem."""
    if not options.vault.is_dir():
        raise ConfigError(str(message("cli.no_vault", path=clean(str(options.vault)))))
    style, worst = Style(sys.stdout), Exit.FINE
    for finding in findings(options.vault.resolve()):
        print(f"{style(_COLOURS[finding.level], _MARKS[finding.level])} {clean(str(finding.told))}", flush=True)
        worst = max(worst, Exit.FINDINGS if finding.level == "problem" else Exit.FINE)
    print(message("doctor.all_good" if worst is Exit.FINE else "doctor.see_problems", mark=_MARKS["problem"]))
    return worst


def findings(vault: Path) -> Iterator[Finding]:
    """Everything in the order in which a run needs it."""
    yield from installed_versions()
    yield from judging()
    yield from fonts()
    yield from handlers()
    yield from settings_of(vault)
    yield from disk(vault)
    yield from watching(vault)


# ---------------------------------------------------------------- what is installed


def installed_versions() -> Iterator[Finding]:
    """Python, we ourselves, and the packages that we need."""
    yield Finding("good", message("doctor.version", name="Python", version=".".join(map(str, sys.version_info[:3]))))
    yield Finding("good", message("doctor.version", name="vault-tools", version=version("vault-tools")))
    for requirement in requires("vault-tools") or ():
        if (found := _REQUIREMENT.match(requirement)) and "extra" not in requirement:
            yield _package(found[1], found[2])


def _package(name: str, wanted: str) -> Finding:
    try:
        present = version(name)
    except PackageNotFoundError:
        return Finding("problem", message("doctor.missing", name=name))
    if _numbers(present) < _numbers(wanted):
        return Finding("problem", message("doctor.too_old", name=name, version=present, wanted=wanted))
    return Finding("good", message("doctor.version", name=name, version=present))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def judging() -> Iterator[Finding]:
    """Whether a child starts and judges a formula."""
    try:
        with session.judging(1) as judge:
            verdict = judge(_TRIAL, Settings(pictures=False, everything=True))[0].verdict
    except VaultToolsError as error:
        yield Finding("problem", message("doctor.no_judge", reason=error))
        return
    if verdict.status == "failed":
        yield Finding("problem", message("doctor.no_judge", reason=verdict.problem.message if verdict.problem else verdict.status))
    else:
        settings = Settings()
        yield Finding("good", message("doctor.judge", seconds=settings.formula_seconds, memory=settings.formula_bytes >> 20))


def fonts() -> Iterator[Finding]:
    """Whether labels of pictures can be Chinese."""
    from vault_tools.verify.plot.style import families

    chinese = families()[1:]
    yield Finding("good", message("doctor.font", font=chinese[0])) if chinese else Finding("note", message("doctor.no_font"))


def handlers() -> Iterator[Finding]:
    """How many handlers there are from where, and which sources are broken."""
    from vault_tools.catalogue import catalogue

    try:
        found = catalogue()
    except HandlerError as error:
        yield Finding("problem", message("doctor.handler_problem", reason=error))
        return
    for origin in dict.fromkeys(entry.origin for entry in found.entries):
        count = sum(entry.origin == origin for entry in found.entries)
        yield Finding("good", message("doctor.handlers", count=count, origin=origin))
    for problem in found.problems:
        yield Finding("problem", message("doctor.handler_problem", reason=problem))


# ---------------------------------------------------------------- the vault


def settings_of(folder: Path) -> Iterator[Finding]:
    """What was found of the vault's settings, ours and Obsidian's."""
    from vault_tools.pictures import link_style

    vault = find_vault(folder.absolute())
    if vault is None:
        yield Finding("note", message("doctor.no_vault", path=folder))
        return
    try:
        settings = load_settings(vault)
    except ConfigError as error:
        yield Finding("problem", message("doctor.settings_problem", reason=error))
        return
    count = len(find_notes(folder, settings))
    yield Finding("good", message("doctor.vault", path=vault, count=count))
    yield Finding("good", message("doctor.settings" if (vault / FILE_NAME).is_file() else "doctor.no_settings", file=FILE_NAME))
    style = link_style(vault.resolve() / "note.md", vault.resolve())
    yield Finding("good", message("doctor.links", form="Markdown" if style.markdown else "[[…]]", path=style.form, folder=style.folder))
    if ignored := ignored_folders(vault):
        yield Finding("note", message("doctor.ignored", globs=", ".join(ignored)))
    for expression in ignored_in_vain(vault):
        yield Finding("problem", message("doctor.ignored_in_vain", expression=expression, file=FILE_NAME))


def disk(vault: Path) -> Iterator[Finding]:
    """Whether notes can be written, and exchanged in one step; tried in a hidden folder that is removed again."""
    try:
        with tempfile.TemporaryDirectory(prefix=".vault-tools-", dir=vault) as name:
            one, other = Path(name, "one"), Path(name, "other")
            one.write_bytes(b"1")
            other.write_bytes(b"2")
            yield _exchanged(one, other)
    except OSError as error:
        yield Finding("problem", message("doctor.read_only", path=vault, reason=error.strerror or type(error).__name__))


def _exchanged(one: Path, other: Path) -> Finding:
    try:
        exchange(one, other)
    except OSError as error:
        return Finding("note", message("doctor.no_exchange", reason=error.strerror or type(error).__name__))
    return Finding("good", message("doctor.exchange"))


def watching(vault: Path, limit: Path = WATCHES) -> Iterator[Finding]:
    """Whether the system lets us watch so many folders."""
    try:
        allowed = int(limit.read_text(encoding="ascii"))
    except (OSError, ValueError):
        yield Finding("note", message("doctor.no_limit"))
        return
    folders = sum(1 for _ in os.walk(vault))
    if folders > allowed // 2:  # other programs watch, too
        yield Finding("problem", message("doctor.few_watches", folders=folders, limit=allowed, wanted=max(524288, 4 * folders)))
    else:
        yield Finding("good", message("doctor.watches", folders=folders, limit=allowed))
