"""Walking resolved trees: no part of a node is passed over."""

from __future__ import annotations

from dataclasses import fields

import pytest

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.finish import HOLDERS


@pytest.mark.parametrize("name", sorted({kind.__name__ for kind in HOLDERS}))
def test_every_field_that_holds_expressions_is_walked(name):
    kind = getattr(tree, name)
    assert set(HOLDERS[kind]) >= {field.name for field in fields(kind) if "Expression" in str(field.type)}
