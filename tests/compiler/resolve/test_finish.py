"""Walking resolved trees: no part of a node is passed over."""

from __future__ import annotations

from dataclasses import fields

import pytest

from vault_tools.compiler.resolve.finish import HOLDERS


@pytest.mark.parametrize("kind", HOLDERS, ids=lambda kind: kind.__name__)
def test_every_field_that_holds_expressions_is_walked(kind):
    assert set(HOLDERS[kind]) >= {field.name for field in fields(kind) if "Expression" in str(field.type)}
