"""For authors of handlers: `check_handler(HANDLER)` tests a handler by what it declares, in one line of a test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.handler import Function, Handler
from vault_tools.testing.families import family_problems
from vault_tools.testing.functions import function_problems

if TYPE_CHECKING:
    from vault_tools.model import Message


def check_handler(handler: Handler, *others: Handler) -> None:
    """Test a handler by its declaration. AssertionError: everything that is wrong with it, one sentence a line.

    A function: its shapes along every axis against NumPy's own vectorisation of its signature, `numpy` against `exact`, its invariants
    on random and adversarial inputs. A family: its formulas compile, are recognised as this family and verified; its explanation and
    pictures come out. Both: wrong results (scaled, shifted, turned round) must not pass.

    others: handlers that the formula of a family needs, beside the built-in ones.
    """
    problems = handler_problems(handler, *others)
    if problems:
        raise AssertionError("\n".join(str(problem) for problem in problems))


def handler_problems(handler: Handler, *others: Handler) -> tuple[Message, ...]:
    """What is wrong with a handler; nothing where all is well."""
    if isinstance(handler, Function):
        return function_problems(handler)
    return family_problems(handler, others)
