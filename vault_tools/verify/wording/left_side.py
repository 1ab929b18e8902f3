r"""The left side of a formula as its note writes it: `\mathrm{LN}(x) = …`. The name in code is LN."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.latex_names import print_name
from vault_tools.compiler.names import canonical, raised
from vault_tools.compiler.resolve import Context
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed
from vault_tools.compiler.resolve.writing.statements.heads import Head, script_letters
from vault_tools.compiler.syntax_tree import Display, Ellipsis_

if TYPE_CHECKING:
    from vault_tools.compiler import tree
    from vault_tools.compiler.syntax_tree import Node

LN = re.compile(r"\\ln(?![A-Za-z])|\\(?:mathrm|text|operatorname)\s*\{\s*ln\s*\}")
SIGNS = {r" \mid ": ("|", r"\mid", r"\vert"), r" \,\|\, ": (r"\|", "||", r"\Vert", r"\parallel", "‖"), "; ": (";",)}
r"""What may stand between the arguments of a left side, and how the note may write it."""
OPENING = r"\begin{aligned}"


def in_own_words(printed: str, program: tree.Program, display: Display | None = None) -> str:
    r"""A printed formula with what its note calls the natural logarithm, `\ln`, and with the note's left side."""
    printed = in_own_left_side(printed, program, display)
    calls_it_ln = LN.search(program.latex) is not None and r"\log" not in program.latex
    return printed.replace(r"\log\left(", r"\ln\left(") if calls_it_ln else printed


def in_own_left_side(printed: str, program: tree.Program, display: Display | None = None) -> str:
    """A printed formula whose left side has the arguments that the note gives it; one that says the same twice, once."""
    opening = OPENING if printed.startswith(OPENING) else ""
    left = print_name(raised(program.name, program.power)) if program.name else ""
    rest = printed.removeprefix(opening).removeprefix(left)
    if not left or not printed.startswith(opening + left) or rest[:1] not in {" ", "_"}:
        return printed
    head = _head(program, display)
    if head is not None and not _are_symbols(head) and rest.startswith(" = "):
        return opening + rest.removeprefix(" = ")  # `\mathrm{softmax}(Q K^\top) = [[…]]` defines no function
    written = _arguments(program, head)
    said = next((whole for whole in (f" = {left}{written}", f" = {_as_command(left)}{written}") if rest.startswith(whole)), None)
    if said is not None and rest.removeprefix(said)[:1] in {"", " "}:
        return rest.removeprefix(" = ")
    return opening + left + written + rest


def _as_command(left: str) -> str:
    r"""`\det` for `\mathrm{det}`."""
    return re.sub(r"\\mathrm\{(\w+)\}", r"\\\1", left)


def _head(program: tree.Program, display: Display | None) -> Head | None:
    """The left side with arguments that a program has in its display."""
    heads = [entry.head for entry in Context.alone(display).entries] if display is not None else []
    return next((head for head in heads if head.parameters and head.symbol is not None and canonical(head.symbol) == program.name), None)


def _arguments(program: tree.Program, head: Head | None) -> str:
    r"""`\left(Q, K, V\right)` of a function; "" where the arguments are what the free indices count."""
    if head is None or _letters(head) & {index.name for index in program.indices}:
        return ""
    names = [r"\ldots" if isinstance(node, Ellipsis_) else print_name(canonical(node)) for node in head.parameters or ()]
    return rf"\left({_separated(names, head.parameters or (), program.latex)}\right)"


def _separated(names: list[str], nodes: tuple[Node, ...], latex: str) -> str:
    r"""`A \mid B` where the note writes `P(A|B)`, and `p \,\|\, q` of a divergence; with commas otherwise."""
    between = (latex[one.span.end : other.span.start].strip() for one, other in pairwise(nodes))
    signs = [next((sign for sign, written in SIGNS.items() if mark in written), ", ") for mark in between]
    return "".join(part for pair in zip(names, [*signs, ""], strict=True) for part in pair)


def _are_symbols(head: Head) -> bool:
    return all(isinstance(node, Ellipsis_) or (is_symbol(node) and not is_transposed(node)) for node in head.parameters or ())


def _letters(head: Head) -> set[str]:
    """Every letter in the arguments, alone or in a script."""
    nodes: tuple[Node, ...] = head.parameters or ()
    return {name for node in nodes for name in (canonical(node), *script_letters(node))}
