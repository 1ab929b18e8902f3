"""What one display says by itself: its statements, and how it uses letters; read once however often it is context of another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.resolve.writing.names.gradients import gradient_pairs
from vault_tools.compiler.resolve.writing.names.letters import ABBREVIATIONS
from vault_tools.compiler.resolve.writing.names.powers import first_powers, is_power, raised_to_one
from vault_tools.compiler.resolve.writing.names.shifts import shifted_scripts
from vault_tools.compiler.resolve.writing.nodes import every, unwrap, word
from vault_tools.compiler.resolve.writing.pieces import is_bracketed_letter
from vault_tools.compiler.resolve.writing.statements.braces import named_parts
from vault_tools.compiler.resolve.writing.statements.left_names import LeftName, is_call_bracket, left_name
from vault_tools.compiler.resolve.writing.statements.letter_ranges import written_ranges
from vault_tools.compiler.resolve.writing.statements.splitting import Statement, split
from vault_tools.compiler.syntax_tree import Display, Juxtaposed, Letters, Node, Scripted


def called_between(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    r"""What `e_{ij} = s(k_j, q_i) = …` says of the function s, and `\phi(x) = \varphi(x) = …` of both."""
    for statement in statements:
        for k in range(1, len(statement.sides) - 1) if statement.is_equation else ():
            side = unwrap(statement.sides[k])
            if (
                isinstance(side, Juxtaposed)
                and len(side.items) == 2
                and (len(name := word(side.items[0]) or "") == 1 or name in GREEK)
                and is_call_bracket(side.items[1])
            ):
                yield replace(statement, sides=statement.sides[k:], signs=statement.signs[k:])


@dataclass(frozen=True, slots=True)
class Digest:
    """What one display says by itself; read once however often it is somebody's context."""

    statements: tuple[Statement, ...]
    singles: frozenset[str]
    shifts: frozenset[tuple[str, str]]
    counted: frozenset[str]
    rows: frozenset[str]
    powered: frozenset[str]
    named: tuple[Statement, ...]
    """What braces name, and what chains say of functions between their sides."""
    ranges: Mapping[str, tuple[int, Node]]
    lefts: tuple[LeftName, ...]
    """What left sides may make one name."""
    pairs: frozenset[str]
    """Pairs of letters that are names of gradients."""


@remembered
def digest(display: Display) -> Digest:
    """Split a display and note how it uses letters."""
    counted: set[str] = set()
    powered: set[str] = set()
    rows: set[str] = set()
    for node in every(Scripted, display):
        if node.sup is None:
            continue
        if (name := raised_to_one(node)) is not None:
            counted.add(name)
        elif is_power(node):
            powered.add(canonical(unwrap(node.base)))
        elif node.sub is None and is_bracketed_letter(node.sup):
            rows.add(canonical(unwrap(node.base)))
    statements = split(display)
    if counted:
        powers = first_powers(side for statement in statements for side in statement.sides[bool(statement.signs) :])
        counted, powered = counted - powers, powered | (powers & counted)
    return Digest(
        statements,
        singles=frozenset(lone_letters(display)),
        shifts=shifted_scripts(display),
        counted=frozenset(counted),
        rows=frozenset(rows),
        powered=frozenset(powered),
        named=(*named_parts(display), *called_between(statements)),
        ranges=written_ranges(statements),
        lefts=tuple([left for statement in statements if (left := left_name(statement)) is not None]),
        pairs=gradient_pairs(display),
    )


def united(parts: list[Digest]) -> Digest:
    """What several displays say together; of a letter with several ranges the first."""
    return Digest(
        tuple([statement for part in parts for statement in part.statements]),
        singles=frozenset[str]().union(*[part.singles for part in parts]),
        shifts=frozenset[tuple[str, str]]().union(*[part.shifts for part in parts]),
        counted=frozenset[str]().union(*[part.counted for part in parts]),
        rows=frozenset[str]().union(*[part.rows for part in parts]),
        powered=frozenset[str]().union(*[part.powered for part in parts]),
        named=tuple([statement for part in parts for statement in part.named]),
        ranges={letter: ends for part in reversed(parts) for letter, ends in part.ranges.items()},
        lefts=tuple([left for part in parts for left in part.lefts]),
        pairs=frozenset[str]().union(*[part.pairs for part in parts]),
    )


def lone_letters(display: Display) -> set[str]:
    """Letters that stand alone as a symbol (not in the middle of a run), and usual abbreviations."""
    return {node.text for node in every(Letters, display) if len(node.text) == 1 or node.text in ABBREVIATIONS}
