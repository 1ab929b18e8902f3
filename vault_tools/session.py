"""What all commands share: the vault they were given with its settings, judges in children, and a voice for what goes wrong."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from vault_tools.config import find_vault, load_settings
from vault_tools.errors import ConfigError
from vault_tools.model import message
from vault_tools.terminal import clean
from vault_tools.vault import ignored_folders

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from vault_tools.model import Judgement, Message, NoteMath, Settings
    from vault_tools.pipeline import JudgeNote
    from vault_tools.pool import Judges


def open_vault(path: Path) -> tuple[Path, Settings]:
    """A vault and its settings. ConfigError: there is no such folder, or its settings are not understood."""
    if not path.is_dir():
        raise ConfigError(str(message("cli.no_vault", path=clean(str(path)))))
    return path, settings_of(find_vault(path.absolute()))


@cache
def settings_of(vault: Path | None) -> Settings:
    """What the vault sets, and what Obsidian leaves out of it; read once."""
    settings = load_settings(vault)
    return settings if vault is None else replace(settings, exclude=(*settings.exclude, *ignored_folders(vault)))


def narrowed(settings: Settings, options: Namespace) -> Settings:
    """`--include` stands for the vault's own, `--exclude` comes on top of it."""
    include, exclude = tuple(options.include), tuple(options.exclude)
    return replace(settings, include=include or settings.include, exclude=(*settings.exclude, *exclude))


def complain(problem: Message) -> None:
    """Say on standard error that something is wrong which belongs to no note."""
    print(f"vault-tools: {problem}", file=sys.stderr)


@contextmanager
def judging(jobs: int | None, *, anew: bool = False) -> Iterator[JudgeNote]:
    """A function that judges notes in up to `jobs` children; they are started when the first formula needs them.

    anew: formulas that overran in an earlier run are tried again.
    """
    with ExitStack() as closing:

        @cache
        def judges() -> Judges:
            from vault_tools.nursery import Nursery
            from vault_tools.pool import Judges
            from vault_tools.state import Bombs

            nursery = closing.enter_context(Nursery(on_problem=complain))
            return closing.enter_context(Judges(nursery, jobs, Bombs(anew=anew)))

        def judge(note: NoteMath, settings: Settings) -> Sequence[Judgement]:
            return judges()(note, settings)

        yield judge
