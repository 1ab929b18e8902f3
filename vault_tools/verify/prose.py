"""Claims in words right beside a formula: "each row sums to 1", 权重之和为 1, 均值为 0, "between 0 and 1".

Only a plain statement about the formula that stands just before it is a claim: no question, no condition, no wish, no denial.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler.syntax_tree import Display
from vault_tools.model import Claim, message
from vault_tools.verify.numbers import entries
from vault_tools.verify.statements import assignments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vault_tools.model import NoteMath, Passage
    from vault_tools.verify.numbers import Printed, Written
    from vault_tools.verify.run import Run
    from vault_tools.verify.scope import NoteScope

_ONE = r"(?:1|one|一)(?![\d.,]*\d|[^\W\d_]*[A-Za-z])"
_ENGLISH_SUM = rf"(?:all\s+|also\s+|indeed\s+|therefore\s+)*(?:sums?|adds?)(?:\s+up)?\s+to\s+(?:exactly\s+)?{_ONE}"
_CHINESE_SUM = rf"(?:之和|的和|总和|和|加起来|相加)(?:都|均|正好|恰好)?(?:是|为|等于|得|=)?\s*{_ONE}"
_WHAT = r"(?:entries|weights|probabilities|components|numbers|values|they|it|which)"
_WORT = r"(?:权重|注意力权重|概率|元素|分量|各项|各元素|它们)"
PHRASES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("rows", rf"(?:each|every|all|the|its)?\s*rows?\s+{_ENGLISH_SUM}"),
        ("rows", rf"(?:每|各)一?行(?:的)?(?:元素|权重|概率)?{_CHINESE_SUM}"),
        ("columns", rf"(?:each|every|all|the|its)?\s*columns?\s+{_ENGLISH_SUM}"),
        ("columns", rf"(?:每|各)一?列(?:的)?(?:元素|权重|概率)?{_CHINESE_SUM}"),
        ("entries", rf"\b{_WHAT}\s+{_ENGLISH_SUM}"),
        ("entries", rf"{_WORT}{_CHINESE_SUM}"),
        ("between", rf"\b{_WHAT}\s+(?:are|lie|is|lies)\s+(?:all\s+)?between\s+0\s+and\s+1(?![\d.,]*\d)"),
        ("between", rf"{_WORT}(?:都|均)?(?:在|介于)\s*0\s*(?:和|到|与|~|-)\s*1\s*之间"),
        ("mean", r"(?:(?:has|have)\s+(?:zero\s+mean|mean\s+(?:0|zero))|(?:whose|the|its)\s+mean\s+is\s+(?:0|zero))(?![\d.,]*\d)"),
        ("mean", r"均值(?:为|是|等于)\s*(?:0|零)(?![\d.,]*\d)"),
    )
)
DOUBT = re.compile(
    r"[?？]|\b(?:not|no|never|n't|cannot|without|unless|if|should|must|would|could|may|might|need|want|so that|such that|assume|suppose|"
    r"let|before|after|when|once|until|except|only|almost|nearly|wrong|false|will|becomes?|normali\w+|standardi\w+|soft\s?max)\b|n't|"
    r"不|没|未|非|应|若|如果|假设|假定|要求|需|使|令|才|除|错|几乎|是否|吗|之前|后|时|经|归一|标准化|变|会",
    re.IGNORECASE,
)
"""Words with which a sentence is no plain statement."""
_PLACE = re.compile(r"\$(\d+)\$")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；;])\s*|\n\s*\n")
_ENDING = re.compile(r"[\s.,:;。，：；、!！)）*_]*")
_CLOSE = 1e-9
SUMS: dict[str, Callable[[Any], Any]] = {
    "rows": lambda a: a.sum(axis=-1),
    "columns": lambda a: a.sum(axis=-2),
    "entries": lambda a: a.sum(axis=-1),
    "mean": lambda a: a.mean(axis=-1),
}
RANKS = {"rows": (2,), "columns": (2,), "entries": (1,), "mean": (1,), "between": (1, 2)}


@dataclass(frozen=True, slots=True)
class Said:
    """A statement in words about the formula at a position of the note."""

    kind: str
    text: str
    about: int


@lru_cache(maxsize=2)
def said_in(note: tuple[Passage, ...], numbers: tuple[str, ...]) -> tuple[Said, ...]:
    """All plain statements of a note's passages; `numbers`: of each formula its text where it is one number, else "" ."""
    found: list[Said] = []
    before: int | None = None  # the formula with which the text so far ends
    for passage in note:
        for sentence in _SENTENCE_END.split(passage.text):
            plain = _PLACE.sub(lambda place: numbers[int(place[1])] or place[0], sentence)
            found.extend(_said(plain, before))
            before = _at_end(plain, before)
    return tuple(found)


def _said(sentence: str, before: int | None) -> Iterator[Said]:
    if DOUBT.search(sentence):
        return
    for kind, pattern in PHRASES:
        for match in pattern.finditer(sentence):
            places = [int(place[1]) for place in _PLACE.finditer(sentence, 0, match.start())]
            about = places[-1] if places else before
            if about is not None:
                yield Said(kind, match[0].strip(), about)


def _at_end(sentence: str, before: int | None) -> int | None:
    """The formula that the sentence ends with; an empty one changes nothing."""
    if not sentence.strip():
        return before
    places = list(_PLACE.finditer(sentence))
    return int(places[-1][1]) if places and _ENDING.fullmatch(sentence, places[-1].end()) else None


def said(note: NoteMath, position: int) -> tuple[Said, ...]:
    """What the note says in words about one formula."""
    numbers = tuple(formula.latex.strip() if formula.latex.strip() in {"0", "1"} else "" for formula in note.formulas)
    return tuple(one for one in said_in(note.passages, numbers) if one.about == position)


# ---------------------------------------------------------------- held against the numbers


def prose_claims(scope: NoteScope, position: int, heard: Run | None) -> tuple[Claim, ...]:
    """A claim for each statement in words that can be held against the numbers of its formula: written ones, computed ones, or both."""
    statements = said(scope.note, position)
    if not statements:
        return ()
    written = _written(scope, position, heard)
    value = None if heard is None or not heard.agreed else np.asarray(heard.value, dtype=float)
    given = heard is not None and not heard.example.invented
    claims = (_claim(one, written, value, given=given) for one in statements)
    return tuple(claim for claim in claims if claim is not None)


def _written(scope: NoteScope, position: int, heard: Run | None) -> Written | None:
    """The numbers that the formula ends with, or that it gives for a name."""
    if heard is not None:
        stated = heard.formula.program.stated
        return entries(stated[-1][1]) if stated else None
    display = scope.displays[position]
    given = tuple(assignments(display, scope.note.formulas[position].latex, scope.vocabulary)) if isinstance(display, Display) else ()
    return entries(given[0][1].result) if len(given) == 1 else None


def _claim(one: Said, written: Written | None, value: Any, *, given: bool) -> Claim | None:
    on_paper = _told(one.kind, *_with_room(written)) if written is not None else None
    computed = _told(one.kind, value, np.full(np.shape(value), _CLOSE)) if value is not None else None
    if on_paper is None and computed is None:
        return None
    right = computed if on_paper is None or (computed is not None and on_paper[0]) else on_paper
    assert right is not None
    target: Any = "0 … 1" if one.kind == "between" else 0.0 if one.kind == "mean" else 1.0
    stated = [target] * len(right[1]) if isinstance(right[1], list) else target
    if on_paper is not None and not on_paper[0]:
        return Claim(one.text, stated, right[1], False, message("claim.in_words", words=one.text))
    if computed is None or computed[0] or given:
        return Claim(one.text, stated, right[1], right[0], message("claim.in_words", words=one.text))
    return Claim(one.text, stated, right[1], None, message("claim.inputs_unknown"))


def _with_room(written: Written) -> tuple[Any, Any]:
    """The numbers as an array, and by how much each may be off because it is rounded."""
    shape, numbers = written
    values, units = ([float(entry) for entry in row] for row in ([n.value for n in numbers], [_rounding(n) for n in numbers]))
    return np.reshape(values, shape), np.reshape(units, shape)


def _rounding(number: Printed) -> Fraction:
    return number.unit / 2 if number.unit < 1 else Fraction(0)


def _told(kind: str, values: Any, room: Any) -> tuple[bool, Any] | None:
    """Whether it is so, and the sums (or the range) as they are; None for an array of another rank."""
    if values.ndim not in RANKS[kind] or not values.size or not np.isfinite(values).all():
        return None
    if kind == "between":
        low, high = float(values.min()), float(values.max())
        return low >= -_CLOSE and high <= 1 + _CLOSE, f"{low:g} … {high:g}"
    found, slack = SUMS[kind](values), SUMS[kind](room)
    target = 0.0 if kind == "mean" else 1.0
    return bool(np.all(np.abs(found - target) <= slack + _CLOSE)), np.round(found, 12).tolist()
