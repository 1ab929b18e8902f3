"""The sizes in an explanation are called as the formula calls them."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve import Context, resolve
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin
from vault_tools.model import Step
from vault_tools.verify.telling.shape_names import in_sizes_of

VOCABULARY = Vocabulary.of(builtin())


@pytest.mark.parametrize(
    ("sizes", "symbolic", "shape", "named"),
    [
        ({"n": 3, "d": 4}, ("n", "m"), (3, 4), ("n", "d")),
        ({"n": 3, "d": 4}, ("n", "d"), (3, 4), ("n", "d")),
        ({"n": 3, "d": 4}, ("k", "k"), (3, 3), ("n", "n")),
        ({"n": 3, "d": 3}, ("n", "m"), (3, 3), ("n", 3)),
        ({"n": 3, "d": 4}, ("k",), (5,), (5,)),
        ({"n": 3, "d": 4}, (2, "m"), (2, 4), (2, "d")),
    ],
)
def test_names(sizes: dict[str, int], symbolic: tuple[str | int, ...], shape: tuple[int, ...], named: tuple[str | int, ...]) -> None:
    program = resolve(parse(r"\mathrm{softmax}(A)"), Context.read(), VOCABULARY)
    assert [str(dim) for dim in program.result.shape] == ["n", "d"]
    (step,) = in_sizes_of(program, sizes, [Step("s", "", symbolic, shape, None)])
    assert step.symbolic == named


def test_one_name_with_two_numbers_is_no_name() -> None:
    program = resolve(parse(r"\mathrm{softmax}(A)"), Context.read(), VOCABULARY)
    steps = in_sizes_of(program, {"n": 3, "d": 4}, [Step("s", "", ("m",), (3,), None), Step("t", "", ("m",), (4,), None)])
    assert [step.symbolic for step in steps] == [(3,), (4,)]
