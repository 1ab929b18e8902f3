"""The conversation of a run: each outcome as it comes, progress where a person looks, and a summary of many notes."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING, TextIO

from vault_tools.errors import Exit
from vault_tools.model import Outcome, message
from vault_tools.terminal import Style, closing_table, fate, fate_of_cleaning, finding_line, headline, note_lines

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress, TaskID

    from vault_tools.report import Count

MOST_FINDINGS = 1000
DIFF = "--diff"
"""Its patch has the standard output for itself: no progress is drawn, which would catch what is printed there."""


class Teller:
    """Prints to one stream. `total`: how many notes there are, when there are many; a note that is fine then gets one line.
    `dry`: the option that lets nothing be written.
    """

    def __init__(self, stream: TextIO, *, quiet: bool, dry: str, total: int | None, cleaning: bool = False) -> None:
        self.stream, self.quiet, self.dry, self.total = stream, quiet, dry, total
        self.fate = fate_of_cleaning if cleaning else fate
        self.style = Style(stream)
        self.statuses: Counter[str] = Counter()
        self.fates: Counter[str] = Counter()
        self.findings: list[str] = []
        self.unlisted = 0
        self._closing = ExitStack()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Teller:
        if self.total and not self.quiet and self.dry != DIFF and self.stream.isatty():
            self._show_progress(self.total)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._closing.close()
        if self.total is not None and not self.quiet and kind is None:
            self._summarise()

    def tell(self, outcome: Outcome, count: Count, code: Exit) -> None:
        """Print what came of one note; nothing when it is quiet and all is well."""
        self._count(outcome, count)
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, advance=1, formulas=sum(self.statuses.values()))
        if code is not Exit.FINE or (self.total is None and not self.quiet):
            for line in note_lines(outcome, self.fate(outcome, dry=self.dry), self.style, findings_only=self.quiet):
                self._print(line)
        elif outcome.changed and not self.quiet:
            self._print(f"{headline(outcome, self.style)}   {self.fate(outcome, dry=self.dry)}")

    def _print(self, line: str) -> None:
        if self._progress is not None:
            from rich.text import Text

            self._progress.console.print(Text.from_ansi(line), soft_wrap=True)
        else:
            print(line, file=self.stream, flush=True)

    def _count(self, outcome: Outcome, count: Count) -> None:
        for status, number in count.statuses.items():
            self.statuses[status] += number
        self.fates["problem" if outcome.problem else "changed" if outcome.changed else "unchanged"] += 1
        room = MOST_FINDINGS - len(self.findings)
        self.findings += (finding_line(outcome.name, line, status, self.style) for line, status in count.findings[:room])
        self.unlisted += len(count.findings[room:])

    def _show_progress(self, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        formulas = TextColumn("{task.fields[formulas]} " + str(message("cli.formulas")))
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), formulas, TimeRemainingColumn())
        progress = Progress(*columns, console=Console(file=self.stream), transient=True)
        self._progress = self._closing.enter_context(progress)
        self._task = progress.add_task(str(message("cli.notes")), total=total, formulas=0)

    def _summarise(self) -> None:
        self._progress = None
        for finding in self.findings:
            self._print(finding)
        if self.unlisted:
            self._print(str(message("cli.more_findings", count=self.unlisted)))
        changed = "cli.summary_dry" if self.dry else "cli.summary"
        self._print(str(message(changed, total=self.total, **{key: self.fates[key] for key in ("changed", "unchanged", "problem")})))
        for line in closing_table(self.statuses, self.style):
            self._print(line)
