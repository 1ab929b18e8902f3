"""Family: the rotation of RoPE for one pair of coordinates (Su et al. 2021)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families.telling import number, rows_in_words
from vault_tools.handlers.invariants import deviation
from vault_tools.model import message


def reference(x: Any, y: Any, m: Any, theta: Any) -> Any:
    """The product of the complex numbers x + iy and e^{imθ}, as the column that the formula gives."""
    turned = complex(x, y) * np.exp(1j * m * theta)
    return np.array([[turned.real], [turned.imag]])


def _length_kept(values: Values, output: Any) -> float:
    """A rotation keeps the length."""
    return deviation(np.hypot(*np.asarray(output).reshape(2)), np.hypot(values["x"], values["y"]))


def explain(values: Values, output: Any) -> Explanation:
    """The angle."""
    return Explanation(sentences=(message("family.rotary", angle=number(float(values["m"]) * float(values["theta"]))),))


def figure(values: Values, output: Any) -> Figure:
    """The pair before and after."""
    pairs = np.stack([np.array([values["x"], values["y"]], dtype=float).reshape(2), np.asarray(output, dtype=float).reshape(2)])
    return Figure("rotation", (Panel("(x, y)", pairs),), message("family.alt_rotation", output=rows_in_words(pairs[1])))


ROTARY = Family(
    name="rotary_embedding",
    formula=r"\begin{pmatrix} \cos m\theta & -\sin m\theta \\ \sin m\theta & \cos m\theta \end{pmatrix}"
    r"\begin{pmatrix} x \\ y \end{pmatrix}",
    roles={"x": "first coordinate", "y": "second coordinate", "m": "position", "theta": "angle per position"},
    invariants=(Invariant("length_kept", _length_kept),),
    reference=reference,
    figure=figure,
    explain=explain,
    common=True,
)
FAMILIES = (ROTARY,)
