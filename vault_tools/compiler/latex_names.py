"""Canonical names, index letters, numbers and sizes as LaTeX; used by latex.py."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree
from vault_tools.compiler.decimals import decimal_text
from vault_tools.compiler.names import POWERS
from vault_tools.compiler.notation import GREEK
from vault_tools.messages.spelling import spelled

if TYPE_CHECKING:
    from collections.abc import Sequence

ACCENTS = {
    "hat": r"\hat", "bar": r"\bar", "tilde": r"\tilde", "vec": r"\vec", "dot": r"\dot", "ddot": r"\ddot", "overline": r"\overline",
    "check": r"\check", "breve": r"\breve",
}  # fmt: skip
SUFFIXES = {"prime": "'", "star": "*", "plus": "+", "minus": "-"}
SIGNS = frozenset({"plus", "minus"})
"""Signs that stand for something by themselves: a positive test, a negative one."""
EXPONENTS = {name: exponent for exponent, name in POWERS.items()}
NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_]")
UNLETTERED = frozenset({"shape", "indices", "span"})
"""Fields of a node that hold no index to print."""


def print_name(name: str) -> str:
    r"""A canonical name as LaTeX: `d_k` is `d_{k}`, `y_hat` is `\hat{y}`, `h_t_minus_1` is `h_{t-1}`."""
    return subscripted(name, ())


def letter(index: tree.Index) -> str:
    """The letter of an index."""
    return print_name(index.name)


def subscripted(name: str, indices: Sequence[str]) -> str:
    """A name with the letters of its indices behind its labels."""
    head, *labels = NOT_IN_NAMES.sub("", name).strip("_").split("_")
    base, suffix = _base(head), ""
    while labels and (labels[0] in ACCENTS or labels[0] == "prime"):
        word = labels.pop(0)
        base, suffix = (base, suffix + "'") if word == "prime" else (f"{ACCENTS[word]}{{{base}}}", suffix)
    while labels and labels[-1] == "prime":
        labels.pop()
        suffix += "'"
    power = _power(labels)
    inside = _labels(labels)
    if inside and indices and inside.isdigit():
        return f"{base}{suffix}_{{{inside},{joined(indices)}}}{power}"
    if inside and indices:
        above = not suffix and not power
        return f"{base}_{{{joined(indices)}}}^{{{inside}}}" if above else f"{base}{suffix}_{{{inside},{joined(indices)}}}{power}"
    script = inside or joined(indices)
    return f"{base}{suffix}_{{{script}}}{power}" if script else f"{base}{suffix}{power}"


def _power(labels: list[str]) -> str:
    """The exponent that the last labels tell, which are taken off."""
    if labels and labels[-1] in EXPONENTS:
        return f"^{{{EXPONENTS[labels.pop()]}}}"
    if labels[-2:-1] == ["power"] and labels[-1].isdigit():
        return f"^{{{(labels.pop(), labels.pop())[0]}}}"
    return ""


def _base(word: str) -> str:
    if not (own := spelled(word)).isascii():
        return rf"\text{{{own}}}"
    if word in GREEK:
        return f"\\{word}"
    if word == "ell":
        return r"\ell"
    if word in SIGNS:
        return f"{{{SUFFIXES[word]}}}"  # the + of `P(D \mid +)`, no sign between two terms
    return word if len(word) == 1 else rf"\mathrm{{{word}}}"


def _labels(labels: list[str]) -> str:
    """Labels of a name: `t minus 1` is `t-1`, `model` is upright."""
    out = ""
    for label in labels:
        if label in SUFFIXES:
            out += SUFFIXES[label]
        else:
            out += ("," if out and out[-1] not in "+-" else "") + _base_or_number(label)
    return out


def _base_or_number(label: str) -> str:
    return label if label[0].isdigit() else _base(label)


def joined(letters: Sequence[str]) -> str:
    """Letters of indices side by side, with commas where one is a word."""
    return ("" if all(len(text.rstrip("'")) == 1 for text in letters) else ",").join(letters)


def plain_letters(names: set[str]) -> dict[str, str]:
    """A letter with primes for every index that was renamed apart with a number."""
    chosen: dict[str, str] = {name: name for name in names if not _renamed_apart(name)}
    for name in sorted(names - set(chosen)):
        candidate = name.rsplit("_", 1)[0]
        while candidate in chosen.values():
            candidate += "_prime"
        chosen[name] = candidate
    return chosen


def _renamed_apart(name: str) -> bool:
    return "_" in name and name.rsplit("_", 1)[1].isdigit()


def relettered(node: Any, letters: dict[str, str]) -> Any:
    """A tree whose indices have other letters."""
    match node:
        case tree.Index(name=name):
            return replace(node, name=letters[name])
        case tuple():
            return tuple(relettered(item, letters) for item in node)
        case tree.Expression():
            return replace(node, **{f.name: relettered(getattr(node, f.name), letters) for f in fields(node) if f.name not in UNLETTERED})
        case _:
            return node


def index_names(node: Any) -> set[str]:
    """The names of all indices inside a tree."""
    found, pending = set(), [node]
    while pending:
        value = pending.pop()
        if isinstance(value, tree.Index):
            found.add(value.name)
        elif isinstance(value, tuple):
            pending += value
        elif isinstance(value, tree.Expression):
            pending += [getattr(value, field.name) for field in fields(value) if field.name not in UNLETTERED]
    return found


def counted_from_one(position: tree.Expression) -> tree.Expression:
    r"""A computed place as the formula counts it: the `g(i)` of `K_{g(i)}`, whose 0-based position is one less."""
    match position:
        case tree.Add(terms=(*rest, tree.Number(value=less))) if less == -1:
            return rest[0] if len(rest) == 1 else replace(position, terms=_as_values(rest))
    return position


def _as_values(terms: list[tree.Expression]) -> tuple[tree.Expression, ...]:
    """The difference of two positions, which is that of what the indices count."""
    match terms:
        case [tree.Position(index=first), tree.Negate(operand=tree.Position(index=second)) as minus, *rest] if first.start == second.start:
            return (tree.IndexValue(index=first), replace(minus, operand=tree.IndexValue(index=second)), *rest)
    return tuple(terms)


def number(value: Fraction) -> str:
    r"""`3`, `-0.5`, `\frac{1}{3}`."""
    if value.denominator == 1:
        return str(value.numerator)
    decimal = decimal_text(abs(value))
    sign = "-" if value < 0 else ""
    return sign + (decimal or rf"\frac{{{abs(value.numerator)}}}{{{value.denominator}}}")


def size(dim: tree.Dim) -> str:
    """A size: `d_{k}`, `n-1`."""
    out = ""
    for names, c in sorted(dim.terms, key=lambda term: (not term[0], term[1] < 0, term[0])):
        letters = "".join(map(print_name, names))
        count = abs(Fraction(c))
        body = letters if count.numerator == 1 and names else f"{count.numerator}{letters}"
        body = body if count.denominator == 1 else rf"\frac{{{body}}}{{{count.denominator}}}"
        out += ("-" if c < 0 else "+" if out else "") + body
    return out or "0"
