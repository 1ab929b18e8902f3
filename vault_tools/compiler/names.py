r"""Canonical names: what a symbol of the tree is called in inputs, shapes and generated source (`W^Q` -> `W_Q`, `\hat{y}` -> `y_hat`).

Every name that leaves this module matches `[A-Za-z][A-Za-z0-9_]*` and has at most 64 characters, whatever the note says.
"""

from __future__ import annotations

import hashlib
import keyword
import re
import unicodedata
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import notation
from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.memory import remembered
from vault_tools.messages.spelling import encoded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

MAXIMUM_LENGTH = 64
IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

WORDS_OF_SOURCE: frozenset[str] = frozenset({*keyword.kwlist, *keyword.softkwlist, "np"})
"""What generated source says itself, so that no name may."""

_SILENT_ACCENTS = frozenset({"vec", "underline"})
"""Accents that only say what kind of thing a symbol is, as bold does."""
_SIGNS = {"+": "plus", "-": "minus", "pm": "pm", "mp": "mp"}
_PRODUCTS = {"slash": "over", "ast": "star"}
_RELATIONS = {"=": "eq", "<": "lt", ">": "gt", "≤": "le", "≥": "ge", "≠": "ne", ":": "to", "→": "to", "∈": "in"}
_CHARACTERS: dict[str, str] = notation.GREEK_CHARACTERS | {
    "+": "plus",
    "*": "star",
    "†": "dagger",
    "∞": "infty",
    "ℓ": "ell",
    "ε": "varepsilon",
    "φ": "varphi",
    "ϵ": "epsilon",
    "ϕ": "phi",
}


def canonical(node: tree.Node) -> str:
    r"""The name of a symbol with all its scripts: `W_i^{(0)}` -> `W_i_0`, `h_{t-1}` -> `h_t_minus_1`, `K'` -> `K_prime`.

    Which script letters are indices, and so no part of the name, is decided in resolve, which passes the node without them.
    """
    kind = type(node)
    if kind is tree.Letters or kind is tree.Name:
        return identifier(node.text)  # type: ignore[attr-defined]
    try:
        return node.answers[_of_compound]  # type: ignore[no-any-return]
    except (AttributeError, KeyError):
        return _of_compound(node)


@remembered
def _of_compound(node: tree.Node) -> str:
    return _finished(_name(node))


@lru_cache(maxsize=4096)
def identifier(text: str) -> str:
    r"""A name from words of the note: `Softmax-1` -> `Softmax_1`, `step_num` -> `step_num`, `密钥` -> `u5bc6u94a5`."""
    return _finished(_plain(text))


def without_step(name: str) -> str:
    """The name of a quantity, whatever step of it is meant: `h_t_minus_1` and `h_t_plus_1` are `h_t`, which has one shape."""
    if "_minus_" not in name and "_plus_" not in name:
        return name
    head, _, steps = name.rpartition("_")
    stem = head.removesuffix("_minus").removesuffix("_plus")
    return stem if steps.isdigit() and stem != head else name


POWERS = {2: "squared", 3: "cubed"}


def raised(name: str, power: Fraction | None) -> str:
    r"""What the power of a symbol is called: `sigma_squared` of `\sigma^2`, `r_power_4`; no other numbers have a word of their own."""
    if power is None or power.denominator != 1 or power < 2:
        return name
    own = f"{name}_{POWERS.get(int(power), f'power_{power}')}"
    return own if len(own) <= MAXIMUM_LENGTH else name


def code_name(name: str) -> str:
    """An input may be given by its code name or by the word of the note (`权重`)."""
    return name if name.isascii() else identifier(name)


def label(node: tree.Node) -> str:
    """The part of a name that a script makes: `{t-1}` -> `t_minus_1`, `{(0)}` -> `0`, `{i m g}` -> `img`, `{<t>}` -> `t`."""
    return _name(node)


# ---------------------------------------------------------------- building


@lru_cache(maxsize=4096)
def _finished(name: str) -> str:
    """Starts with a letter, is short, and is no word of generated source."""
    name = re.sub(r"_+", "_", name).strip("_")
    if not name[:1].isalpha():
        name = f"v_{name}".rstrip("_")
    if len(name) > MAXIMUM_LENGTH:
        digest = hashlib.sha256(name.encode()).hexdigest()[:8]
        name = f"{name[: MAXIMUM_LENGTH - 9]}_{digest}"
    return f"{name}_" if name in WORDS_OF_SOURCE else name


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """Words as ASCII: accents dropped, other scripts by code point, everything else an underscore."""
    out = []
    for character in unicodedata.normalize("NFKC", text):
        if character in _CHARACTERS:
            out.append(_CHARACTERS[character])
            continue
        base = unicodedata.normalize("NFD", character)[0]
        if base.isascii():
            out.append(base if base.isalnum() else "_")
        else:
            out.append(encoded(character) if character.isalnum() else "_")
    return re.sub(r"_+", "_", "".join(out)).strip("_")


def _name(node: tree.Node) -> str:
    """The words of a node; "" for what has no name."""
    kind = type(node)
    if kind is tree.Letters or kind is tree.Name:
        return _plain(node.text)  # type: ignore[attr-defined]
    name = _NAMES.get(kind)
    return "" if name is None else name(node)


def _accented(node: tree.Accented) -> str:
    r"""`\bar{h_s}` is `\bar{h}_s`: the accent belongs to the letter."""
    mark = "" if node.accent in _SILENT_ACCENTS else node.accent
    if isinstance(node.body, tree.Scripted):
        return _scripted(node.body, mark)
    return _joined(_name(node.body), mark)


def _scripted(node: tree.Scripted, accent: str = "") -> str:
    parts = [_name(node.base), accent]
    if node.sub is not None:
        parts.append(_name(node.sub))
    if node.sup is not None:
        parts.append(_name(node.sup))
    return _joined(*parts, *["prime"] * node.primes)


def _juxtaposed(node: tree.Juxtaposed) -> str:
    tight = all(isinstance(item, tree.Letters | tree.Number) for item in node.items)
    return "".join(map(_name, node.items)) if tight else _joined(*map(_name, node.items))


def _sum(node: tree.Sum) -> str:
    parts = [part for sign, term in node.terms for part in (_SIGNS[sign], _name(term))]
    return _joined(*(parts if node.terms[0][0] == "-" else parts[1:]))


_NAMES: Mapping[type[tree.Node], Callable[[Any], str]] = MappingProxyType(
    {
        tree.Text: lambda node: _plain(node.text),
        tree.Number: lambda node: node.text.replace(".", "_"),
        tree.Styled: lambda node: _name(node.body),
        tree.Labelled: lambda node: _name(node.body),
        tree.Fence: lambda node: _name(node.body),
        tree.Accented: _accented,
        tree.Scripted: _scripted,
        tree.Juxtaposed: _juxtaposed,
        tree.Sequence: lambda node: _joined(*map(_name, node.items)),
        tree.Sum: _sum,
        tree.Product: lambda node: _chained(node.first, node.rest, _PRODUCTS),
        tree.Relation: lambda node: _chained(node.first, node.rest, _RELATIONS),
        tree.Fraction: lambda node: _joined(_name(node.numerator), "over", _name(node.denominator)),
        tree.Prefix: lambda node: _joined(_SIGNS.get(node.operator, node.operator), _name(node.operand)),
        tree.Postfix: lambda node: _joined(_name(node.operand), _plain(node.operator) or "factorial"),
        tree.Root: lambda node: _joined("sqrt", _name(node.radicand)),
        tree.Ellipsis_: lambda _: "dots",
    }
)
"""Kind of node -> its words; what is missing has none."""


def _chained(first: tree.Node, rest: tuple[tuple[str, tree.Node], ...], words: dict[str, str]) -> str:
    return _joined(_name(first), *(part for operator, side in rest for part in (words.get(operator, ""), _name(side))))


def _joined(*parts: str) -> str:
    return "_".join(filter(None, parts))
