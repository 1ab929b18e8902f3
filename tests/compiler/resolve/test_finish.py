"""Walking resolved trees: no part of a node is passed over. A definition never has the name of an input."""

from __future__ import annotations

from dataclasses import fields

import pytest

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.finish import HOLDERS

from .dump import resolved, show


@pytest.mark.parametrize("name", sorted({kind.__name__ for kind in HOLDERS}))
def test_every_field_that_holds_expressions_is_walked(name):
    kind = getattr(tree, name)
    assert set(HOLDERS[kind]) >= {field.name for field in fields(kind) if "Expression" in str(field.type)}


def test_a_definition_beside_an_input_of_its_letter_gets_a_name_of_its_own():
    program = resolved(r"s_{ij} = x_i^\top x_{ij}", (r"x_i = W z_i",))
    assert {binding.name for binding in program.bindings}.isdisjoint(parameter.name for parameter in program.inputs)
    assert show(program).endswith("(x_2[i] @ x[i,j])")
