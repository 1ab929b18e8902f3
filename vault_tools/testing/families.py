"""Tests of a family by its declaration: its formulas judged as in a note, and wrong results that must be noticed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler.resolve import resolve
from vault_tools.compiler.resolve.writing.statements.context import Context
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.errors import FormulaError, NothingToCompute
from vault_tools.handlers import builtin
from vault_tools.model import Message, message
from vault_tools.testing.mutants import mutants
from vault_tools.verify.guarded import guarded
from vault_tools.verify.inputs.examples import Given
from vault_tools.verify.patterns import patterns
from vault_tools.verify.recognise import recognise
from vault_tools.verify.run import run
from vault_tools.verify.telling.exhibit import Surroundings, chance_exhibit, exhibit
from vault_tools.verify.voices.checks import close, family_invariants

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vault_tools.handler import Family, Handler
    from vault_tools.verify.recognise import Recognition
    from vault_tools.verify.run import Run


def family_problems(family: Family, others: Sequence[Handler] = ()) -> tuple[Message, ...]:
    """Everything that is wrong with a family. `others`: further handlers that its formulas need."""
    known = [handler for handler in (*others, *builtin()) if (type(handler), handler.name) != (type(family), family.name)]
    vocabulary = Vocabulary.of((family, *known))
    mine = tuple(problem for problem in patterns(vocabulary).problems if problem.values.get("family") == family.name)
    if mine:
        return mine
    if family.statistic:
        return tuple(_of_chance(family))
    spellings = (family.formula, *family.also)
    found = [problem for latex in spellings for problem in _of_formula(family, latex, vocabulary)]
    return tuple({str(one): one for one in found if one.key != "testing.silent_step" or found.count(one) == len(spellings)}.values())


def _of_chance(family: Family) -> Iterator[Message]:
    """A family about chance has no value of its own: what it tells and draws must come out."""
    told = chance_exhibit(family, family.formula, "en", pictures=True)
    yield from (note for note in told.exhibit.notes if note.key == "handler.failed")


def _of_formula(family: Family, latex: str, vocabulary: Vocabulary) -> Iterator[Message]:
    try:
        program = resolve(parse(latex), Context.read(), vocabulary)
        recognition = recognise(program, vocabulary)
        if recognition is None or recognition.family.name != family.name:
            other = recognition.family.name if recognition else "–"
            yield message("testing.not_recognised", name=family.name, formula=latex, other=other)
            return
        heard = run(program, recognition, vocabulary, Given())
    except (FormulaError, NothingToCompute) as refused:
        yield message("handler.formula", family=family.name, formula=latex, reason=str(refused))
        return
    yield from _of_run(family, latex, recognition, heard)


def _of_run(family: Family, latex: str, recognition: Recognition, heard: Run) -> Iterator[Message]:
    for check in heard.checks:
        if check.passed is False:
            yield message("testing.check", name=family.name, formula=latex, check=check.name, detail=str(check.detail))
    if not heard.agreed:
        yield message("testing.unverified", name=family.name, formula=latex)
    yield from _lacking(family, heard)
    for role in sorted(family.roles.keys() - (heard.values or {}).keys() - family.defaults.keys()):
        yield message("testing.role", name=family.name, formula=latex, role=role)
    own = {invariant.name for invariant in family.invariants}
    lost = [check for check in heard.checks if check.detail.key == "check.no_step" and check.name in own and not check.detail.values["of"]]
    for check in lost:
        yield message("testing.silent_step", name=family.name, invariant=check.name, step=check.detail.values["step"])
    told = exhibit(heard, recognition, latex, Surroundings(), pictures=True)
    details = (*(check.detail for check in heard.checks), *told.exhibit.notes)
    yield from (detail for detail in details if detail.key == "handler.failed")
    if heard.values is not None and (family.reference is not None or family.invariants):
        passing = [wrong for wrong in mutants(heard.value) if not _noticed(family, heard, wrong)]
        if passing:
            yield message("testing.blind", name=family.name)


def _lacking(family: Family, heard: Run) -> Iterator[Message]:
    """In a note, a KeyError of `figure` or `explain` means that this run lacks what they need; on an own formula it is a mistake."""
    for part, tell in (("figure", family.figure), ("explain", family.explain)):
        if tell is not None and heard.values is not None:
            told = guarded(family.name, part, partial(tell, heard.values, heard.value))
            if isinstance(told, Message):
                yield told


def _noticed(family: Family, heard: Run, wrong: Any) -> bool:
    """Whether the reference or an invariant tells a wrong result from the right one."""
    roles = {role: heard.values[role] for role in family.roles if heard.values is not None and role in heard.values}
    if family.reference is not None and set(roles) == set(family.roles):
        with np.errstate(all="ignore"):
            if close(family.reference(**roles), wrong).problem:
                return True
    return any(check.passed is False for check in family_invariants(family, heard.values or {}, wrong))
