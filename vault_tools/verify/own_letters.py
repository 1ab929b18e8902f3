"""The note's letters for those of a family: in the titles of pictures and in the steps of the explanation."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.latex import print_latex
from vault_tools.compiler.latex_names import print_name, subscripted
from vault_tools.verify.title import plain_title

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from vault_tools.handler import Figure, Panel
    from vault_tools.model import Step
    from vault_tools.verify.recognise import Recognition

NAME = re.compile(r"(?<![A-Za-z_])[A-Za-z]+(?:_[A-Za-z0-9]+)?(?![A-Za-z_])")
"""A name in a title: `x` of `softmax(x)`, `W_Q`."""
SYMBOL = re.compile(r"\\(?:mathrm|text|operatorname)\{[^{}]*\}|(?P<base>\\[A-Za-z]+|[A-Za-z])(?:_(?P<sub>\w|\{[^{}]*\}))?")
"""A word in roman type, which stays, or a symbol of LaTeX with its subscript."""
POWER = re.compile(r"\s*[^=^&]*\^\{?(\d)\}?\s*&?\s*(?:=|:=|\\approx)")
r"""The power of a left side that is one: `\sigma^2 = …`."""
LONGEST_STEP = 60
"""Characters of LaTeX that a step tells of a role."""
LONGEST = 14
"""Characters of an expression that a title tells of a role."""


def in_own_letters(figure: Figure, recognition: Recognition) -> Figure:
    """Titles name the note's inputs, not the family's roles; of a role that is more than an input they say what it is."""
    own = {role: plain_title(print_name(name)) for role, name in _own_names(recognition).items()}
    return replace(figure, panels=tuple(_panel(panel, own, recognition.roles) for panel in figure.panels))


def _own_names(recognition: Recognition) -> dict[str, str]:
    return {role: node.name.rstrip("_") for role, node in recognition.roles.items() if isinstance(node, tree.Input | tree.Local)}


def _panel(panel: Panel, own: Mapping[str, str], roles: Mapping[str, tree.Expression]) -> Panel:
    role = roles.get(panel.title.removesuffix("ᵀ"))
    if role is None or isinstance(role, tree.Input | tree.Local):
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


def in_own_power(printed: str, program: tree.Program) -> str:
    r"""`\sigma^{2} = …` where the note defines a power of a name: the name in code is `sigma`."""
    left = print_name(program.name) if program.name else ""
    written = POWER.match(program.latex)
    if not left or written is None or (program.name or "").endswith(f"_{written[1]}"):
        return printed
    for opening in (f"{left} ", rf"\begin{{aligned}}{left} "):
        if printed.startswith(opening):
            return f"{opening.rstrip()}^{{{written[1]}}} {printed[len(opening) :]}"
    return printed


def steps_in_own_letters(steps: Sequence[Step], recognition: Recognition) -> tuple[Step, ...]:
    r"""Steps with `\frac{x - \mu}{\sigma}` as the note would write it. Where a letter of the note means something else in a step of the
    family (its A for the weights), the steps keep the family's letters.
    """
    own = {role: name for role, name in _own_names(recognition).items() if name != role}
    longer = {role: print_latex(node) for role, node in recognition.roles.items() if _is_told_in_full(role, node, steps)}
    others = {found["base"] for step in steps for found in SYMBOL.finditer(step.latex) if found["base"] and _role(found, own) is None}
    if any(print_name(name) in others for name in own.values()):
        return tuple(steps)
    return tuple(replace(step, latex=_rewritten(step.latex, own, longer)) for step in steps)


def _is_told_in_full(role: str, node: tree.Expression, steps: Sequence[Step]) -> bool:
    """A role that is more than a name, short, as the note writes it (no quotient as a power), and that no step takes an entry of."""
    if isinstance(node, tree.Input | tree.Local) or len(print_latex(node)) > LONGEST_STEP or "^{-" in print_latex(node):
        return False
    return not any(found["sub"] for step in steps for found in SYMBOL.finditer(step.latex) if _role(found, (role,)) is not None)


def _rewritten(latex: str, own: Mapping[str, str], longer: Mapping[str, str]) -> str:
    def symbol(found: re.Match[str]) -> str:
        role = _role(found, longer)
        if role is None:
            return _symbol(found, own)
        bracketed = latex[found.start() - 1 : found.start()] == "(" and latex[found.end() : found.end() + 1] == ")"
        return longer[role] if bracketed else rf"\left({longer[role]}\right)"

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
