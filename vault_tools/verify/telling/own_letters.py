"""The note's letters for those of a family: in the titles of pictures and in the steps of the explanation."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.latex import print_latex
from vault_tools.compiler.latex_names import index_names, print_name, relettered, subscripted
from vault_tools.compiler.parts import walk
from vault_tools.model import Message
from vault_tools.verify.telling.in_arrays import as_quotient, in_arrays
from vault_tools.verify.wording.title import plain_title

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from vault_tools.handler import Figure, Panel
    from vault_tools.model import Step
    from vault_tools.verify.recognise import Recognition

NAME = re.compile(r"(?<![A-Za-z_])[A-Za-z]+(?:_[A-Za-z0-9]+)?(?![A-Za-z_])")
"""A name in a title: `x` of `softmax(x)`, `W_Q`."""
SYMBOL = re.compile(r"\\(?:mathrm|text|operatorname)\{[^{}]*\}|(?P<base>\\[A-Za-z]+|[A-Za-z])(?:_(?P<sub>\w|\{[^{}]*\}))?")
"""A word in roman type, which stays, or a symbol of LaTeX with its subscript."""
NUMBER = re.compile(r"[\d.]+")
BRACKETED = re.compile(r"\\left\([^()]*\\right\)|\\begin\{bmatrix\}.*\\end\{bmatrix\}|\\sqrt\{[^{}]*\}")
"""What needs no brackets of its own: a list, a matrix, a root."""
LONGEST_STEP = 60
"""Characters of LaTeX that a step tells of a role."""
ENTRY = ("i", "j")
"""Letters for the place of an entry."""
ELSE = "…"
"""For what is not told."""
LONGEST = 20
"""Characters of an expression that a title tells of a role."""


def in_own_letters(figure: Figure, recognition: Recognition) -> Figure:
    """Titles name the note's inputs, not the family's roles; of a role that is more than an input they say what it is, and say that alone
    where the note has another meaning for the role's letter.
    """
    own, longer = _told_names(recognition)
    panels = tuple(_panel(panel, own, longer) for panel in figure.panels)
    if figure.kind == "vectors":  # whose arrows are called as the roles; other labels are words of the note
        panels = tuple(replace(panel, row_labels=tuple(_in_names(label, own) for label in panel.row_labels)) for panel in panels)
    return replace(figure, panels=panels)


def entry_in_own_letters(sentence: Message, recognition: Recognition) -> Message:
    """`XW(1, 2)` of a sentence that works out one entry, in the note's letters."""
    entry = sentence.values.get("entry")
    if not isinstance(entry, str):
        return sentence
    own, _ = _told_names(recognition)
    return Message(sentence.key, {**sentence.values, "entry": _in_names(entry, own)})


def _told_names(recognition: Recognition) -> tuple[dict[str, str], dict[str, str]]:
    """What stands for a role in plain text, and what is said of a role that is more than an input but keeps its letter."""
    own = {role: plain_title(print_name(name)) for role, name in _own_names(recognition).items()}
    longer = {role: _meant(node) for role, node in recognition.roles.items() if _is_longer(node)}
    taken = {role: longer[role] or ELSE for role in longer.keys() & _inputs(recognition)}
    numbers = {role: longer[role] for role, node in recognition.roles.items() if _is_one_number(node) and longer[role]}
    return own | taken | numbers, {role: meant for role, meant in longer.items() if role not in taken and meant}


def _own_names(recognition: Recognition) -> dict[str, str]:
    return {role: node.name.rstrip("_") for role, node in recognition.roles.items() if isinstance(node, tree.Input | tree.Local)}


def _panel(panel: Panel, own: Mapping[str, str], longer: Mapping[str, str]) -> Panel:
    name = panel.title.removesuffix("ᵀ")
    if name not in longer:
        return replace(panel, title=_in_names(panel.title, own))
    return replace(panel, title=f"{name} = {longer[name]}" if panel.title == name else f"{panel.title}, {name} = {longer[name]}")


def _meant(role: tree.Expression) -> str:
    """What a role is, on a short line; "" where that would be a long one. Of a table what stands at i."""
    node = in_arrays(role)
    if isinstance(node, tree.Tabulate):
        letters = dict(zip((index.name for index in node.over), ENTRY, strict=False))
        names = index_names(node.body)
        node = relettered(node.body, {name: letters.get(name, name) for name in names}) if not names & set(ENTRY) else node
    meant = plain_title(print_latex(as_quotient(node)))
    return meant if len(meant) <= LONGEST else ""


def _in_names(text: str, own: Mapping[str, str]) -> str:
    return NAME.sub(lambda found: _renamed(found[0], own), text)


def _renamed(name: str, own: Mapping[str, str]) -> str:
    """A role, or a product of them (`QK`), in the note's letters."""
    if name in own or not (name.isupper() and all(letter in own for letter in name)):
        return own.get(name, name)
    return "".join(own[letter] for letter in name)


def steps_in_own_letters(steps: Sequence[Step], recognition: Recognition) -> tuple[Step, ...]:
    r"""Steps with `\frac{x - \mu}{\sigma}` as the note would write it. Where a letter of the note means something else in a step of the
    family (its A for the weights), the steps keep the family's letters.
    """
    own = {role: name for role, name in _own_names(recognition).items() if name != role}
    longer = {role: print_latex(in_arrays(node)) for role, node in recognition.roles.items() if _is_told_in_full(in_arrays(node))}
    unclear = {role for role, node in recognition.roles.items() if role not in longer and _is_longer(node)} & _inputs(recognition)
    others = {found["base"] for step in steps for found in SYMBOL.finditer(step.latex) if found["base"] and _role(found, own) is None}
    if any(print_name(name) in others for name in own.values()):
        return tuple(steps)
    return tuple(replace(step, latex=_rewritten(step.latex, own, longer)) for step in (_without(step, unclear) for step in steps))


def _without(step: Step, unclear: Collection[str]) -> Step:
    """A step by its numbers alone where its formula would say something else of a name of the note."""
    misleads = any(_role(found, unclear) is not None for found in SYMBOL.finditer(step.latex))
    return replace(step, latex="") if misleads else step


def _inputs(recognition: Recognition) -> set[str]:
    return {node.name for role in recognition.roles.values() for node in walk(role) if isinstance(node, tree.Input)}


def _is_one_number(node: tree.Expression) -> bool:
    r"""A number, as it is written or computed of written ones: `\sqrt{2}`."""
    return not node.shape and not node.indices and not any(isinstance(part, tree.Input | tree.Local | tree.Size) for part in walk(node))


def _is_longer(node: tree.Expression | None) -> bool:
    """More than a name."""
    return node is not None and not isinstance(node, tree.Input | tree.Local)


def _is_told_in_full(node: tree.Expression) -> bool:
    """A longer role that is short, as the note writes it (no quotient as a power), and no table of entries."""
    if not _is_longer(node) or isinstance(node, tree.Tabulate):
        return False
    return len(print_latex(node)) <= LONGEST_STEP and "^{-" not in print_latex(node)


def _rewritten(latex: str, own: Mapping[str, str], longer: Mapping[str, str]) -> str:
    def symbol(found: re.Match[str]) -> str:
        role = _role(found, longer)
        if role is None:
            return _symbol(found, own)
        before, behind = latex[: found.start()], latex[found.end() : found.end() + 1]
        bracketed = (before[-1:] == "(" and behind == ")") or (before.endswith(r"\sqrt{") and behind == "}")
        entry = f"_{{{found['sub'].strip('{}')}}}" if found["sub"] and "_" not in role else ""
        alone = NUMBER.fullmatch(longer[role]) or (SYMBOL.fullmatch(longer[role]) and not entry)
        if BRACKETED.fullmatch(longer[role]):
            return f"{longer[role]}{entry}"
        return longer[role] if bracketed or alone else rf"\left({longer[role]}\right){entry}"

    return SYMBOL.sub(symbol, latex)


def _role(found: re.Match[str], own: Collection[str]) -> str | None:
    """The role that a symbol is: `W_1` with its subscript, `x` of `x_i` without."""
    base, sub = (found["base"] or "").lstrip("\\"), (found["sub"] or "").strip("{}")
    return next((name for name in (f"{base}_{sub}", base) if name in own), None)


def _symbol(found: re.Match[str], own: Mapping[str, str]) -> str:
    role = _role(found, own)
    if role is None:
        return found[0]
    sub = (found["sub"] or "").strip("{}")
    return subscripted(own[role], (sub,) if sub and "_" not in role else ())
