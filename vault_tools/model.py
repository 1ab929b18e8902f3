"""The frozen values that flow between the stages: note -> formulas -> judgements -> block -> note. No behaviour, no I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, NamedTuple

from vault_tools.messages import render

Status = Literal["verified", "refuted", "malformed", "unsupported", "failed", "skipped"]
BlockState = Literal["none", "current", "stale", "edited", "damaged"]


class Span(NamedTuple):
    """Half-open range of characters [start, end) in the text it belongs to."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Message:
    """Something said to the reader: a key with parameters. `text` is the English sentence; tables of other languages render the block."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    text: str = ""

    def __str__(self) -> str:
        return self.text

    def in_language(self, language: str) -> str:
        """The same sentence from the table of `language`; values that are messages are rendered too."""
        values = {name: v.in_language(language) if isinstance(v, Message) else v for name, v in self.values.items()}
        return render(self.key, values, language)


def message(key: str, **values: Any) -> Message:
    """`message("reading.root_extent", body="d_k")`: the key must be in messages/en.py."""
    return Message(key, values, render(key, values))


class Fork(Enum):
    """What a formula may leave open, and the numbers of a note may settle otherwise than the reading did."""

    BASE_OF_LOGARITHM = "base of a logarithm"
    AXIS_OF_WEIGHTS = "axis of a softmax"
    AXIS_OF_WEIGHTS_BEHIND = "axis of a softmax behind what it weighs"


# ---------------------------------------------------------------- what the note side finds


@dataclass(frozen=True, slots=True)
class Formula:
    """One pair of dollars. `latex` is what the renderer gets (quote prefixes and list indentation gone, table cells unescaped, LF)."""

    latex: str
    line: int
    """1-based line of the opening dollar."""
    display: bool
    span: Span
    """Of the whole `$…$` in the note's text, dollars included (characters, not bytes)."""
    positions: tuple[int, ...] = field(default=(), repr=False)
    """`positions[k]`: offset in the note's text of character k of `latex`."""


@dataclass(frozen=True, slots=True)
class Table:
    """A Markdown table: header cells and rows of cells as written (formula cells keep their dollars)."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    line: int
    after: int
    """Number of formulas that end before the table starts (its neighbours are after-1 and after)."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, heading or list item of prose; formulas inside stand as `$k$` with k their position among the note's formulas."""

    text: str
    line: int
    kind: Literal["paragraph", "heading", "item"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the note's ```` ```vault-tools ```` blocks say, merged. For the whole note, and narrowed by left-hand side."""

    inputs: Mapping[str, Any] = field(default_factory=dict)
    causal: bool = False
    softmax_axis: Literal["rows", "columns", ""] = ""
    expected: tuple[str, ...] = ()
    ignore: bool = False
    language: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further options of handlers (`rope = "interleaved"`)."""
    narrowed: Mapping[str, Options] = field(default_factory=dict)
    """Left-hand side -> options that hold there on top of these."""


@dataclass(frozen=True, slots=True)
class NoteMath:
    """All that judging needs of a note, and nothing of its place on disk: what the fingerprint FROM is made from."""

    formulas: tuple[Formula, ...]
    tables: tuple[Table, ...] = ()
    passages: tuple[Passage, ...] = ()
    options: Options = Options()
    language: str = "en"
    preamble: str = ""
    r"""Macro definitions (\newcommand, \def) of this note, one per line."""


# ---------------------------------------------------------------- what judging says: field names are the JSON contract


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the receipt. `name` is a key (`second_evaluation`, `reference`, `rows_sum_to_one`); passed None: it did not speak."""

    name: str
    passed: bool | None
    detail: Message
    """Its values hold `digits` (agreeing digits) and `worst_error` where a number was compared."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something the note states and we can look at. holds None: cannot tell."""

    text: str
    stated: Any
    computed: Any
    holds: bool | None
    remark: Message | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a formula or note was refused; `span` in the formula's latex."""

    message: Message
    hint: Message | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class InputUsed:
    """An example input. `value` nested lists or number (None when over 400 numbers)."""

    shape: tuple[int, ...]
    value: Any
    origin: Message
    """From the vault-tools block, from the note (where), or invented."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found out about one formula; the JSON entry is `asdict` of it."""

    latex: str
    line: int
    display: bool
    status: Status
    handler: str | None = None
    inputs: Mapping[str, InputUsed] = field(default_factory=dict)
    shape: tuple[str | int, ...] | None = None
    value: Any = None
    source: str | None = None
    readings: tuple[Message, ...] = ()
    checks: tuple[Check, ...] = ()
    claims: tuple[Claim, ...] = ()
    problem: Problem | None = None
    images: tuple[str, ...] = ()


# ---------------------------------------------------------------- what the block shows beside the verdict


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the computation: `name` a key or symbol (`scores`), its LaTeX, its symbolic and actual shape, its numbers."""

    name: str
    latex: str
    symbolic: tuple[str | int, ...]
    shape: tuple[int, ...]
    value: Any = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that the block embeds: unique file name, and what it shows in words."""

    name: str
    alt: Message
    wide: int = 640


@dataclass(frozen=True, slots=True)
class Exhibit:
    """What the callout of a reported formula shows beside its verdict; all of it made in the child, rendered by notes/block.py."""

    title: str
    """Short plain text: `Attention(Q, K, V)`, `softmax(XXᵀ)X`."""
    latex: str | None = None
    """Printed by our own printer from the resolved tree; None for malformed formulas (they stand in a fence)."""
    story: tuple[Step, ...] = ()
    """The shape story: inputs and steps with their shapes, in order."""
    notes: tuple[Message, ...] = ()
    """One entry by hand, cost, conventions, remarks: each one sentence."""
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class Notation:
    """A formula as it is compared with those of other notes."""

    form: str
    """Equal for formulas that are equal up to names; "" where that cannot be told."""
    latex: str
    """Printed by our own printer."""
    name: str
    """Canonical left-hand side, or ""."""
    shapes: Mapping[str, tuple[str | int, ...]]
    """Symbolic shape of every input and named size, () for numbers."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Answer of `judge` for one formula. `reported`: it gets a callout in the block."""

    verdict: Verdict
    reported: bool = False
    exhibit: Exhibit | None = None
    images: Mapping[str, bytes] = field(default_factory=dict)
    notation: Notation | None = None
    """Only where the settings ask for it."""


# ---------------------------------------------------------------- settings and the outcome of a note


@dataclass(frozen=True, slots=True)
class Settings:
    """From `vault-tools.toml` and the command line; the defaults are those of a vault without settings."""

    language: str = ""
    """"en", "zh", or "" for the note's own."""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    report: Literal["family", "claims"] = "family"
    quiet_seconds: float = 5.0
    pictures: bool = True
    formula_seconds: float = 2.0
    formula_bytes: int = 1 << 30
    note_seconds: float = 45.0
    everything: bool = False
    """Compute also what no family recognises (`vault-tools run`)."""
    notation: bool = False
    """Say of every formula how it compares with others (`vault-tools index`)."""
    drawn: tuple[str, ...] = ()
    """Pictures that are there already: their names tell what they show, so they are named and not drawn again."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one note. `text` is the note with its block; equal to what went in when nothing changed."""

    name: str
    text: str
    formulas: tuple[Verdict, ...] = ()
    images: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    block: BlockState = "none"
    """State of the block that was found (not of the one that was written)."""
    changed: bool = False
    problem: Problem | None = None
    reported: tuple[int, ...] = ()
    """Positions of the formulas that have a callout."""
    titles: tuple[str, ...] = ()
    """Of the reported formulas, in the same order: `Attention(Q, K, V)`."""
    unexpected: tuple[Status, ...] = ()
    """Refuted and malformed among the reported ones, less what the note says it expects."""
    unjudged: int = 0
    """How many formulas there are that were not judged, because the block is up to date."""
