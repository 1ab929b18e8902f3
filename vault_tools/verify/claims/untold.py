"""What cannot be told of a note's claims: which of those that fail are left open, and when that leaves the whole statement open.

A status is never better than its claims: a statement whose number nearly holds is not verified.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.parts import walk
from vault_tools.compiler.resolve.writing.nodes import every, unwrap, word
from vault_tools.compiler.syntax_tree import BigOperator, Display, Node, Relation
from vault_tools.messages.phrases import has_degrees
from vault_tools.model import Claim, Message, message
from vault_tools.verify.claims.equated import inputs_of, is_of_that_size
from vault_tools.verify.claims.stated import is_near
from vault_tools.verify.givens.told_twice import told_twice
from vault_tools.verify.inputs.examples import Given, value_on_given
from vault_tools.verify.relations import relations
from vault_tools.verify.spellings.commas import other_commas
from vault_tools.verify.spellings.plus_minus import with_either_sign
from vault_tools.verify.spellings.said_again import offers_another
from vault_tools.verify.units.behind_numbers import drops_a_prefix
from vault_tools.verify.units.counted import ends_in_an_amount, leaves_out, without_counted
from vault_tools.verify.units.measured import leaves_units_out, other_dimension
from vault_tools.verify.units.prefixes import joins_prefixes
from vault_tools.verify.voices.case import place_in_chain
from vault_tools.verify.written.conditional import is_in_other_digits, why_open
from vault_tools.verify.written.orders import compares, is_to_be_solved
from vault_tools.verify.written.rounded import uses_rounded

if TYPE_CHECKING:
    from vault_tools.verify.scope import NoteScope

UNEQUAL = frozenset(
    {
        "claim.no_identity",
        "claim.unknown_behind",
        "claim.as_floats",
        "claim.to_be_solved",
        "claim.other_unit",
        "claim.prefixes",
        "claim.unknown_word",
        "claim.told_twice",
        "claim.comma",
        "claim.other_section",
        "claim.letter_reused",
        "claim.no_entry",
        "claim.left_open",
        "claim.in_degrees",
        "check.too_large",
    }
)
"""Why a display has no single value."""
SHOWN = frozenset({"reading.feature_map", "reading.any_layer"})
"""A function that the formula leaves open was computed as one that it may be."""
UNCLAIMED = frozenset({"claim.conditional", "claim.asked", "claim.other_arithmetic"})
"""Why the note does not claim what stands there."""
QUITE_ANOTHER = 1000
"""By what factor numbers differ that are no slip of each other."""
LIMITS = frozenset({"int", "iint", "iiint", "oint", "lim"})
"""Operators that are not computed."""
NEARLY = frozenset({"claim.perhaps_rounded", "claim.roughly", "claim.other_number_before", "claim.other_numbers"})
"""Why a number that a note states may be right or wrong: it is near, or right with other numbers than those before it."""


def settled(claims: tuple[Claim, ...], scope: NoteScope, position: int, program: tree.Program) -> tuple[Claim, ...]:
    """The claims of one statement, with those left open that the note around it does not let one tell."""
    display = scope.displays[position]
    claims = _without_conclusions(claims, scope.concluded(position, program), program)
    claims = _by_definitions(claims, program)
    claims = _without_power(claims, program)
    claims = _without_rounded(claims, scope, position, program)
    claims = _left_open(claims, "claim.to_be_solved") if is_to_be_solved(program) and _depends(program, scope) else claims
    claims = _left_open(claims, "claim.other_section") if _takes_from_below(scope, position, program) else claims
    claims = _without_reused(claims, scope, position, program)
    claims = _left_open(claims, "claim.left_open") if any(reading.key in SHOWN for reading in program.readings) else claims
    claims = _left_open(claims, "claim.other_unit") if leaves_units_out(display, program, scope.measured) else claims
    comma = other_commas(scope.note.formulas[position].latex, decimal_comma=scope.decimal_comma)
    claims = _left_open(claims, "claim.comma") if comma is not None else claims
    claims = _without_multiplied(claims, display)
    if claims and isinstance(display, Display) and drops_a_prefix(display, claims[-1].stated):
        claims = tuple(replace(claim, holds=None, remark=message("claim.other_unit")) if claim.holds else claim for claim in claims)
    claims = _in_degrees(claims, scope)
    unlike = other_dimension(display, scope.measured)
    claims = (*claims[:-1], replace(claims[-1], holds=False, remark=unlike)) if claims and unlike is not None else claims
    if program.is_step and not _is_equation(display):  # a list of another length is about something else
        claims = tuple(replace(c, holds=None) if c.remark is not None and c.remark.key == "claim.other_shape" else c for c in claims)
    names = {parameter.name for parameter in program.inputs}
    if joins_prefixes(scope.with_data_unit(position), names, scope.data_units):
        claims = tuple(replace(claim, holds=None, remark=message("claim.prefixes")) for claim in claims)
    wrong, depends = any(claim.holds is False for claim in claims), bool(program.inputs or program.bindings)
    if claims and is_in_other_digits(scope.note, position):
        return tuple(replace(claim, holds=None, remark=message("claim.other_arithmetic")) for claim in claims)
    open_for = why_open(scope.note, position, depends=depends) if wrong else None
    open_for = open_for or ("claim.told_twice" if wrong and told_twice(scope, position, program) else None)
    return _left_open(claims, open_for) if open_for is not None else claims


def says_nothing(program: tree.Program, claims: tuple[Claim, ...]) -> bool:
    """A condition, a given number, or what the note asks, denies or says under a condition: nothing is said about a value."""
    unclaimed = any(claim.remark is not None and claim.remark.key in UNCLAIMED for claim in claims)
    return (compares(program) or program.is_step or unclaimed) and all(claim.holds is None for claim in claims)


def why_undecided(display: object, program: tree.Program, claims: tuple[Claim, ...], *, recognised: bool) -> Message | None:
    """Why a statement is not verified although nothing that it says is wrong; None where nothing stands against it."""
    undecided = _told(claims, UNEQUAL) or _nearly(claims)
    undecided = undecided or (None if recognised and not program.stated else _is_condition(program, claims))
    if undecided is None and claims and claims[-1].holds is None and isinstance(display, Display) and ends_in_an_amount(display):
        return message("claim.side_left_out")
    return undecided or _left_out(display, program)


# ---------------------------------------------------------------- claims that are left open


def _takes_from_below(scope: NoteScope, position: int, program: tree.Program) -> bool:
    """Whether a number that a formula uses stands only below a further heading: another example may begin there."""
    names = {parameter.name for parameter in program.inputs}
    last = scope.note.formulas[position].line
    headings = [passage.line for passage in scope.note.passages if passage.kind == "heading" and passage.line > last]
    for name in names if headings else ():
        given = next((place for place in scope.nearest_first(position) if name in scope.assigned(place)), None)
        if given is not None and given > position and scope.note.formulas[given].line > headings[0]:
            return True
    return False


def _without_reused(claims: tuple[Claim, ...], scope: NoteScope, position: int, program: tree.Program) -> tuple[Claim, ...]:
    r"""The h of `E = hf = 6.6 \times 10^{-34} \times 6 \times 10^{14}`, a height under another heading: numbers of quite another size are
    put in, so it is another h. A number near the given one is a slip.
    """
    sides = program.sides
    put_in = [k for k, (one, other) in enumerate(pairwise(sides)) if inputs_of(one) and not inputs_of(other) and k < len(claims)]
    strange = [k for k in put_in if claims[k].holds is False and _is_of_quite_another_size(claims[k])]
    reused = [k for k in strange if any(_is_of_another_section(scope, position, name) for name in inputs_of(sides[k]))]
    untold = message("claim.letter_reused")
    return tuple(replace(claim, holds=None, remark=untold) if k in reused else claim for k, claim in enumerate(claims))


def _is_of_quite_another_size(claim: Claim) -> bool:
    if not isinstance(claim.stated, float) or not isinstance(claim.computed, float) or not claim.stated or not claim.computed:
        return False
    return not 1 / QUITE_ANOTHER < abs(claim.computed / claim.stated) < QUITE_ANOTHER


def _is_of_another_section(scope: NoteScope, position: int, name: str) -> bool:
    """Whether a heading stands between a formula and the nearest one that gives the name its number."""
    telling = (place for place in scope.nearest_first(position) if place != position)
    given = next((place for place in telling if name in scope.assigned(place) or name in scope.defined(place)), None)
    if given is None:
        return False
    first, last = sorted((scope.note.formulas[given].line, scope.note.formulas[position].line))
    return any(passage.kind == "heading" and first < passage.line <= last for passage in scope.note.passages)


def _without_power(claims: tuple[Claim, ...], program: tree.Program) -> tuple[Claim, ...]:
    r"""What a power of a symbol is computed from (`s^2 = \frac{40}{4} = 10`) says anew what it is, as `s = \sqrt{10}` would: it is not held
    against the s above.
    """
    match program.sides:
        case (tree.Power(base=tree.Input(name=name)), second, *_) if claims and name == program.name and not inputs_of(second):
            return (*_left_open(claims[:1], "claim.cannot_tell"), *claims[1:])
    return claims


def _by_definitions(claims: tuple[Claim, ...], program: tree.Program) -> tuple[Claim, ...]:
    """Laws that follow from other laws of the note (`P = UI = I^2 R` beside `U = IR`): so said of what holds for all examples."""
    if not program.bindings or any(binding.indices or binding.body.shape for binding in program.bindings):
        return claims
    follows = message("claim.by_definitions")
    identities = [claim.remark is not None and claim.remark.key == "claim.identity" for claim in claims]
    return tuple(replace(c, remark=follows) if same else c for c, same in zip(claims, identities, strict=True))


def is_told_of_laws(claim: Claim) -> bool:
    """Whether a claim says only that a law follows from others: nothing that a note without numbers needs a block for."""
    return claim.remark is not None and claim.remark.key == "claim.by_definitions"


def _in_degrees(claims: tuple[Claim, ...], scope: NoteScope) -> tuple[Claim, ...]:
    """What is right of degrees, in a note that says in words that its angles are in degrees."""
    meant = [claim.holds is False and claim.remark is not None and claim.remark.key == "slip.degrees" for claim in claims]
    if not any(meant) or not any(has_degrees(passage.text) for passage in scope.note.passages):
        return claims
    told = message("claim.in_degrees")
    return tuple(replace(claim, holds=None, remark=told) if right else claim for claim, right in zip(claims, meant, strict=True))


def _depends(program: tree.Program, scope: NoteScope) -> bool:
    r"""Whether a value changes with its unknown: not that of `\frac{4d^2}{12d^2}`, which is no equation for d."""
    names = [parameter.name for parameter in program.inputs]
    program = replace(program, inputs=tuple(replace(parameter, default=None) for parameter in program.inputs))
    one, other = (value_on_given(program, scope.vocabulary, Given(numbers=dict.fromkeys(names, number))) for number in (2.0, 3.0))
    return one is None or other is None or not is_near(one, other)


def _left_open(claims: tuple[Claim, ...], why: str) -> tuple[Claim, ...]:
    """What does not hold as what cannot be told."""
    untold = message(why)
    return tuple(replace(claim, holds=None, remark=untold) if claim.holds is False else claim for claim in claims)


def _without_multiplied(claims: tuple[Claim, ...], display: object) -> tuple[Claim, ...]:
    """Numbers of another size behind which a word stands that is not known: it may be one that multiplies, as `lakh` does."""
    if not isinstance(display, Display) or without_counted(display) is display:
        return claims
    untold = message("claim.unknown_word")
    return tuple(replace(c, holds=None, remark=untold) if c.holds is False and not is_of_that_size(c) else c for c in claims)


def _without_conclusions(claims: tuple[Claim, ...], concluded: frozenset[str], program: tree.Program) -> tuple[Claim, ...]:
    r"""What holds only by a definition that the note draws from the claim itself further down is not confirmed by it, and an equation
    such as `\cos\phi = 0.8` is not refuted by one: `\phi = \arccos 0.8 \approx 39.9^\circ` is wrong by itself. The number behind a side
    without such a definition is held against that side: `\cos\phi = \frac{4}{5} = 0.9`.
    """
    if not concluded:
        return claims
    untold = message("claim.cannot_tell")
    identities = [claim.remark is not None and claim.remark.key == "claim.identity" for claim in claims]
    by_itself = not any(
        isinstance(node, tree.Local | tree.Input) and node.name in concluded for side in program.sides[-1:] for node in walk(side)
    )
    judged = len(program.sides) - 1 if program.sides and by_itself else len(claims)
    opened = [
        same or (claim.holds is False and program.name is None and place < judged)
        for place, (claim, same) in enumerate(zip(claims, identities, strict=True))
    ]
    return tuple(replace(c, holds=None, remark=untold) if is_open else c for c, is_open in zip(claims, opened, strict=True))


def _without_rounded(claims: tuple[Claim, ...], scope: NoteScope, position: int, program: tree.Program) -> tuple[Claim, ...]:
    r"""What nearly holds on numbers that the note gives rounded is left open, also those in a function: `f(x) = 0.667x` and
    `f(6) = \frac23 \cdot 6 = 4`.
    """
    near = [claim.holds is False and is_near(claim.stated, claim.computed) for claim in claims]
    if not any(near):
        return claims
    of_function = any(reading.key == "reading.function_of_note" for reading in program.readings)
    between_sides = len(program.sides) - 1 if of_function else 0
    rounded = uses_rounded(scope, position, program)
    untold = message("claim.perhaps_rounded")
    opened = [close and (rounded or k < between_sides) for k, close in enumerate(near)]
    return tuple(replace(claim, holds=None, remark=untold) if is_open else claim for claim, is_open in zip(claims, opened, strict=True))


# ---------------------------------------------------------------- statements that are left open


def _is_equation(display: object) -> bool:
    return isinstance(display, Display) and isinstance(unwrap(display.rows[0]), Relation)


def _told(claims: tuple[Claim, ...], keys: frozenset[str]) -> Message | None:
    """The first of these reasons for which a claim is open."""
    remarks = (claim.remark for claim in claims if claim.holds is None)
    return next((remark for remark in remarks if remark is not None and remark.key in keys), None)


def _nearly(claims: tuple[Claim, ...]) -> Message | None:
    """A result that is near; a step on the way to a result that holds says nothing against it."""
    last = max((place for place, claim in enumerate(claims) if claim.holds), default=-1)
    return _told(claims[last + 1 :], NEARLY)


def _left_out(display: object, program: tree.Program) -> Message | None:
    """Why a chain is not verified although all that was read of it agrees."""
    if not isinstance(display, Display):
        return None
    if offers_another(display) and not with_either_sign(display):
        return message("claim.side_left_out")
    if any(_is_endless(side) for row in relations(display) for side in row.operands):
        return message("claim.endless_side")
    if not program.stated and len(program.sides) < 2:
        return None
    sides = (*program.sides, *(side for _, side in program.stated))
    read = [node.span for side in sides for node in walk(side) if node.span != tree.NOWHERE]
    return message("claim.side_left_out") if leaves_out(display, read) else None


def _is_endless(side: Node) -> bool:
    r"""`\sum_{n=1}^\infty \frac{1}{n^2}`, an integral or a limit: no other side of the chain is held against it."""
    operators = (node for node in (side, *every(BigOperator, side)) if isinstance(node, BigOperator))
    return any(one.operator in LIMITS or (one.sup is not None and word(one.sup) == "infty") for one in operators)


def _is_condition(program: tree.Program, claims: tuple[Claim, ...]) -> Message | None:
    """Why `λ² - 5λ + 5 = 0` has no verdict: it defines nothing, and what it states depends on numbers that the note does not give; nor has
    the number at the end of an identity, `2d·4d = 8d² = 5000`, if it is not the 0 of an equation that is to be solved.
    """
    remarks = [claim.remark for claim in claims]
    unknown = [remark for remark in remarks if remark is not None and remark.key == "claim.inputs_unknown"]
    if unknown and len(unknown) == len(remarks):
        return unknown[0] if program.stated or not _defines(program) else None
    return unknown[0] if unknown and remarks[-1] is unknown[-1] and claims[-1].stated != 0 and program.stated else None


def _defines(program: tree.Program) -> bool:
    """Whether the display says what a name stands for: not in `Var(X) = 1/12`, nor in `V = r + γV = 2`."""
    if program.name is None or any(parameter.name == program.name for parameter in program.inputs):
        return False
    return place_in_chain(program) > 0
