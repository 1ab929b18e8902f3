"""The note's letters for those of a family: in the titles of pictures and in the steps of the explanation."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.latex import print_latex
from vault_tools.compiler.latex_names import print_name, subscripted
from vault_tools.messages.spelling import spelled
from vault_tools.verify.title import plain_title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vault_tools.handler import Figure, Panel
    from vault_tools.model import Step
    from vault_tools.verify.recognise import Recognition

NAME = re.compile(r"(?<![A-Za-z_])[A-Za-z]+(?:_[A-Za-z0-9]+)?(?![A-Za-z_])")
"""A name in a title: `x` of `softmax(x)`, `W_Q`."""
SYMBOL = re.compile(r"\\(?:mathrm|text|operatorname)\{[^{}]*\}|(?P<base>\\[A-Za-z]+|[A-Za-z])(?:_(?P<sub>\w|\{[^{}]*\}))?")
"""A word in roman type, which stays, or a symbol of LaTeX with its subscript."""
LONGEST = 14
"""Characters of an expression that a title tells of a role."""


def in_own_letters(figure: Figure, recognition: Recognition) -> Figure:
    """Titles name the note's inputs, not the family's roles; of a role that is more than an input they say what it is."""
    own = {role: spelled(name) for role, name in _own_names(recognition).items()}
    return replace(figure, panels=tuple(_panel(panel, own, recognition.roles) for panel in figure.panels))


def _own_names(recognition: Recognition) -> dict[str, str]:
    return {role: node.name.rstrip("_") for role, node in recognition.roles.items() if isinstance(node, tree.Input)}


def _panel(panel: Panel, own: Mapping[str, str], roles: Mapping[str, tree.Expression]) -> Panel:
    role = roles.get(panel.title.removesuffix("ᵀ"))
    if role is None or isinstance(role, tree.Input):
        return replace(panel, title=NAME.sub(lambda found: _renamed(found[0], own), panel.title))
    meant = plain_title(print_latex(role))
    name = panel.title.removesuffix("ᵀ")
    if len(meant) > LONGEST or "=" in meant:
        return panel
    return replace(panel, title=f"{name} = {meant}" if panel.title == name else f"{panel.title}, {name} = {meant}")


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
    others = {found["base"] for step in steps for found in SYMBOL.finditer(step.latex) if found["base"] and _role(found, own) is None}
    if any(print_name(name) in others for name in own.values()):
        return tuple(steps)
    return tuple(replace(step, latex=SYMBOL.sub(lambda found: _symbol(found, own), step.latex)) for step in steps)


def _role(found: re.Match[str], own: Mapping[str, str]) -> str | None:
    """The role that a symbol is: `W_1` with its subscript, `x` of `x_i` without."""
    base, sub = (found["base"] or "").lstrip("\\"), (found["sub"] or "").strip("{}")
    return next((name for name in (f"{base}_{sub}", base) if name in own), None)


def _symbol(found: re.Match[str], own: Mapping[str, str]) -> str:
    role = _role(found, own)
    if role is None:
        return found[0]
    sub = (found["sub"] or "").strip("{}")
    return subscripted(own[role], (sub,) if sub and "_" not in role else ())
