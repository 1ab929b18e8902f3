"""The formulas of all families, ready to be compared: those of the built-in families are kept compiled, others are compiled when needed.

`python -m vault_tools.handlers.keep` writes the kept ones anew; a test compares them with what the compiler gives now.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from vault_tools.compiler.recognition.forms import Forms, Normal
from vault_tools.compiler.recognition.matching import Rules
from vault_tools.compiler.recognition.stored import Reader, Writer, counts_of
from vault_tools.compiler.resolve import resolve
from vault_tools.compiler.resolve.writing.statements.context import Context
from vault_tools.compiler.syntax import parse
from vault_tools.errors import FormulaError, NothingToCompute
from vault_tools.handler import Family
from vault_tools.model import Message, message

if TYPE_CHECKING:
    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.handler import Function

KEPT = "patterns.jsonl"
"""On the first line what each word means and which formulas there are, then a line for each node, read when it is needed."""
FORMS = ("matrices", "entries", "multiplied_out")
"""In the order in which they are compared."""


class Pattern(Protocol):
    """One formula of a family in several forms."""

    def operations(self, form: str) -> Mapping[str, int] | None:
        """How often each operation stands in a form; None where the formula has no such form."""

    def form(self, form: str) -> Normal | None:
        """The formula in this form."""


@dataclass(frozen=True)
class CompiledPattern:
    """A formula that was compiled in this process."""

    forms: Forms

    def operations(self, form: str) -> Mapping[str, int] | None:
        """See `Pattern`."""
        found = self.form(form)
        return found.operations if found is not None else None

    def form(self, form: str) -> Normal | None:
        """See `Pattern`."""
        found: Normal | None = getattr(self.forms, form)
        return found


@dataclass(frozen=True)
class KeptPattern:
    """A formula that was compiled beforehand."""

    written: Mapping[str, Any]
    reader: Reader

    def operations(self, form: str) -> Mapping[str, int] | None:
        """See `Pattern`."""
        return counts_of(self.written[form])

    def form(self, form: str) -> Normal | None:
        """See `Pattern`."""
        return self._read.get(form) or self._keep(form)

    @cached_property
    def _read(self) -> dict[str, Normal]:
        return {}

    def _keep(self, form: str) -> Normal | None:
        written = self.written[form]
        if written is None:
            return None
        self._read[form] = self.reader.form(written)
        return self._read[form]


class Question(NamedTuple):
    """Whether a program is a formula of a family in one form; it is not where one of the operations is missing."""

    family: Family
    pattern: Pattern
    form: str
    operations: Mapping[str, int]
    rules: Rules


class Questions:
    """Questions in their order, each kept under the operation that it shares with the fewest others: few are looked at for a program."""

    def __init__(self, asked: Sequence[Question], forms: tuple[str, ...]) -> None:
        shared = Counter(operation for question in asked for operation in question.operations)
        self._forms = forms
        self._by_operation: dict[tuple[str, str], list[tuple[int, Question]]] = {}
        for place, question in enumerate(asked):
            rarest = min(question.operations, key=lambda operation: shared[operation], default=NO_OPERATION)
            self._by_operation.setdefault((question.form, rarest), []).append((place, question))

    def for_program(self, given: Forms) -> list[tuple[Question, Normal]]:
        """Those that a program may answer with yes, each with the program in its form."""
        found: list[tuple[int, Question, Normal]] = []
        for form in self._forms:
            own: Normal | None = getattr(given, form)
            if own is None:
                continue
            for operation in (NO_OPERATION, *own.operations):
                near = self._by_operation.get((form, operation), ())
                found += [(place, question, own) for place, question in near if own.may_hold(question.operations)]
        return [(question, own) for _, question, own in sorted(found, key=lambda one: one[0])]


NO_OPERATION = ""
"""Where a formula is kept that has none."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """The formulas of all families, and what is wrong with those that do not compile."""

    compiled: tuple[tuple[Family, Pattern], ...]
    problems: tuple[Message, ...] = ()
    _questions: dict[tuple[str, tuple[str, ...], bool, bool], Questions] = field(default_factory=dict, compare=False, repr=False)

    def questions(self, statistic: str, forms: tuple[str, ...], *, common: bool, ranks: bool = False) -> Questions:
        """What to ask of a program, in the order of the families: each formula in those of the forms that it has.

        ranks: with more or fewer leading indices than the family writes.
        """
        key = (statistic, forms, common, ranks)
        if key not in self._questions:
            known = [(family, pattern) for family, pattern in self.compiled if family.statistic == statistic and family.common is common]
            asked = ((family, pattern, form) for (family, pattern), form in product(known, forms))
            self._questions[key] = Questions(
                [
                    Question(family, pattern, form, operations, _rules(family, ranks=ranks))
                    for family, pattern, form in asked
                    if (operations := pattern.operations(form)) is not None
                ],
                forms,
            )
        return self._questions[key]


def _rules(family: Family, *, ranks: bool) -> Rules:
    return Rules(as_spelled=family.common or family.as_spelled, atoms=family.common or family.of_symbols, ranks=ranks)


def patterns(vocabulary: Vocabulary) -> Patterns:
    """Every formula of every family, made ready when first asked for and kept with the vocabulary.

    A family whose formula does not compile recognises nothing by it; `problems` says so to its author.
    """
    kept = vars(vocabulary).get("_patterns")
    if kept is None:
        kept = vars(vocabulary)["_patterns"] = _ready(vocabulary)
    found: Patterns = kept
    return found


def _ready(vocabulary: Vocabulary) -> Patterns:
    known = _kept_for(vocabulary)
    ready: list[tuple[Family, Pattern]] = []
    problems: list[Message] = []
    for family in vocabulary.families:
        for latex in (family.formula, *family.also):
            pattern = known.get(latex) or compiled(family, latex, vocabulary)
            if isinstance(pattern, Message):
                problems.append(pattern)
            elif pattern is not None:
                ready.append((family, pattern))
    return Patterns(tuple(ready), tuple(problems))


def compiled(family: Family, latex: str, vocabulary: Vocabulary) -> CompiledPattern | Message | None:
    """A formula of a family, or what is wrong with it; None where it is too large."""
    try:
        forms = Forms(resolve(parse(latex), Context.read(), vocabulary))
    except (FormulaError, NothingToCompute) as refused:
        return message("handler.formula", family=family.name, formula=latex, reason=str(refused))
    if forms.matrices is None:
        return None
    if not forms.matrices.is_telling:
        return message("handler.too_general", family=family.name, formula=latex)
    return CompiledPattern(forms)


# ---------------------------------------------------------------- kept patterns


def _kept_for(vocabulary: Vocabulary) -> Mapping[str, Pattern]:
    """The kept patterns that mean in this vocabulary what they meant when they were compiled."""
    kept, nodes = _kept()
    words = kept["words"]
    given = words_of(vocabulary)
    if not words or any(given.get(word) != meaning for word, meaning in words.items()):
        return {}
    further = [re.escape(word.removeprefix("=")) for word in given if word not in words]
    reader = Reader(nodes)
    found = {latex: KeptPattern(written, reader) for latex, written in kept["patterns"].items()}
    if not further:
        return found
    uses = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(further)})(?![A-Za-z])", re.IGNORECASE)
    return {latex: pattern for latex, pattern in found.items() if not uses.search(latex)}


@lru_cache(maxsize=1)
def _kept() -> tuple[Any, list[str]]:
    first, *nodes = files("vault_tools.verify").joinpath(KEPT).read_text(encoding="utf-8").splitlines()
    return json.loads(first), nodes


def words_of(vocabulary: Vocabulary) -> dict[str, str]:
    """What each word of the vocabulary means, as far as compiling goes."""
    symbols = {f"={word}": _meaning(function) for word, function in vocabulary.symbols.items()}
    return {**{word: _meaning(function) for word, function in vocabulary.functions.items()}, **symbols}


def _meaning(function: Function) -> str:
    return f"{function.name}{function.signature}"


def written(vocabulary: Vocabulary) -> str:
    """The patterns of a vocabulary's families as they are kept."""
    writer = Writer()
    found = {}
    for family in vocabulary.families:
        for latex in (family.formula, *family.also):
            pattern = compiled(family, latex, vocabulary)
            if isinstance(pattern, CompiledPattern):
                found[latex] = {form: writer.form(pattern.form(form)) for form in FORMS}
    lines = ({"words": words_of(vocabulary), "patterns": found}, *writer.nodes)
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
