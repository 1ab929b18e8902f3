r"""Formulas as public notes write them, labelled before they were compiled: what each computes, or why nothing is computed.

Every file in tests/data/labelled/ is a list of rows, each with its `id`, its `latex`, the `context` of other formulas of its note and
the `target` that is computed of several, where there are any. A row either has `inputs` and the `value` that plain NumPy gives for them
(12 digits; axes of length one do not count), with the shapes of the inputs declared and without (`declared`: only with them); or it
expects (`expect`) a claim to hold (`true`) or not (`false`), a refusal with a diagnostic (`error`), or nothing to compute (`notcode`).
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from vault_tools import FormulaError, NothingToCompute, compile_formula, verify_text

ROWS = {
    f"{file.stem}/{row['id']}": row
    for file in sorted((Path(__file__).parents[1] / "data" / "labelled").glob("*.json"))
    for row in json.loads(file.read_text(encoding="utf-8"))
}
VALUES = [name for name, row in ROWS.items() if "value" in row]
CLAIMS = [name for name, row in ROWS.items() if row.get("expect") in ("true", "false")]
REFUSED = [name for name, row in ROWS.items() if row.get("expect") in ("error", "notcode")]


def compiled(row, shapes=None):
    target = {"target": row["target"]} if "target" in row else {}
    return compile_formula(row["latex"], context=tuple(row.get("context", ())), shapes=shapes, **target)


def check(row, formula, inputs):
    """The value, up to axes of length one."""
    got = np.squeeze(np.asarray(formula(**{name: inputs[name] for name in formula.inputs}), dtype=float))
    wanted = np.squeeze(np.asarray(row["value"], dtype=float))
    assert got.shape == wanted.shape
    np.testing.assert_allclose(got, wanted, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("name", VALUES)
def test_the_value_with_shapes(name):
    row = ROWS[name]
    inputs = {key: np.array(value) for key, value in row["inputs"].items()}
    check(row, compiled(row, {key: value.shape for key, value in inputs.items()}), inputs)


@pytest.mark.parametrize("name", [name for name in VALUES if not ROWS[name].get("declared")])
def test_the_value_without_shapes(name):
    row = ROWS[name]
    check(row, compiled(row), {key: np.array(value) for key, value in row["inputs"].items()})


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim(name):
    row = ROWS[name]
    text = "".join(f"$$\n{latex}\n$$\n\n" for latex in (*row.get("context", ()), row["latex"]))
    assert verify_text(text).formulas[-1].status == {"true": "verified", "false": "refuted"}[row["expect"]]


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal(name):
    row = ROWS[name]
    with pytest.raises(FormulaError if row["expect"] == "error" else NothingToCompute):
        compiled(row)
