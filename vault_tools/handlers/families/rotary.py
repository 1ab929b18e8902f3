"""Families: the rotation of RoPE for one pair of coordinates, and of a whole vector in both layouts (Su et al. 2021)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families.telling import number, rows_in_words, step
from vault_tools.handlers.invariants import deviation
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Callable


def reference(x: Any, y: Any, m: Any, theta: Any) -> Any:
    """The product of the complex numbers x + iy and e^{imθ}, as the column that the formula gives."""
    turned = complex(x, y) * np.exp(1j * m * theta)
    return np.array([[turned.real], [turned.imag]])


def _length_kept(values: Values, output: Any) -> float:
    """A rotation keeps the length."""
    return deviation(np.hypot(*np.asarray(output).reshape(2)), np.hypot(values["x"], values["y"]))


def _turned_back(values: Values, output: Any) -> float:
    """By the opposite angle it is as it was; at position 0 nothing turns."""
    across, up = np.asarray(output, dtype=float).reshape(2)
    back = reference(across, up, -values["m"], values["theta"])
    return deviation(back.reshape(2), np.array([values["x"], values["y"]], dtype=float).reshape(2))


def explain(values: Values, output: Any) -> Explanation:
    """The angle."""
    return Explanation(sentences=(message("family.rotary", angle=number(float(values["m"]) * float(values["theta"]))),))


def figure(values: Values, output: Any) -> Figure:
    """The pair before and after."""
    pairs = np.stack([np.array([values["x"], values["y"]], dtype=float).reshape(2), np.asarray(output, dtype=float).reshape(2)])
    return Figure("rotation", (Panel("(x, y)", pairs),), message("family.alt_rotation", output=rows_in_words(pairs[1])))


# ---------------------------------------------------------------- a whole vector

SHOWN_PAIRS, SHOWN_POSITIONS = 3, 5


def pairs_of(x: Any, *, halves: bool) -> Any:
    """The pairs that are turned together: (d/2, 2)."""
    x = np.asarray(x, dtype=float)
    return np.stack(np.split(x, 2, axis=-1), axis=-1) if halves else x.reshape(*x.shape[:-1], -1, 2)


def turned(x: Any, m: Any, *, halves: bool) -> Any:
    """The pairs after turning, as complex numbers: (d/2, 2)."""
    pairs = pairs_of(x, halves=halves)
    count = pairs.shape[-2]
    angle = np.asarray(m, dtype=float)[..., None] * np.float_power(100.0, -2.0 * np.arange(count) / count)
    numbers = (pairs[..., 0] + 1j * pairs[..., 1]) * np.exp(1j * angle)
    return np.stack([numbers.real, numbers.imag], axis=-1)


def reference_interleaved(x: Any, m: Any) -> Any:
    """Neighbours as complex numbers times e^{imθ}."""
    return turned(x, m, halves=False).reshape(np.shape(x))


def reference_half_split(x: Any, m: Any) -> Any:
    """The two halves as complex numbers times e^{imθ}."""
    return np.concatenate([*np.moveaxis(turned(x, m, halves=True), -1, 0)], axis=-1)


def _length_of_the_vector(values: Values, output: Any) -> float:
    """A rotation keeps the length."""
    return deviation(np.linalg.norm(output, axis=-1), np.linalg.norm(np.asarray(values["x"], dtype=float), axis=-1))


def _of_positions(again: Callable[..., Any]) -> tuple[Invariant, ...]:
    """Turned back it is as it was; the product with its neighbour depends on the distance of the two positions alone."""

    def back(values: Values, output: Any) -> float:
        return deviation(again(output, np.negative(values["m"])), values["x"])

    def distance(values: Values, output: Any) -> float:
        x = np.asarray(values["x"], dtype=float)
        here = np.sum(np.asarray(output) * again(x, np.add(values["m"], 1.0)), axis=-1)
        return deviation(here, np.sum(x * again(x, np.ones_like(values["m"], dtype=float)), axis=-1))

    return Invariant("turns_back", back), Invariant("only_the_distance_counts", distance)


def explain_vector(values: Values, output: Any, *, halves: bool) -> Explanation:
    """Which pairs, and what a product of two such vectors depends on."""
    steps = (step("output", "R_m x", ("d",), output),)
    return Explanation(steps, (message("family.rope_half_split" if halves else "family.rope_interleaved"), message("family.rope_relative")))


def figure_vector(values: Values, output: Any, *, halves: bool) -> Figure:
    """The first pairs at positions 0 to 4, and where this position leaves them."""
    x = np.asarray(values["x"], dtype=float).reshape(-1, np.shape(values["x"])[-1])[0]
    points = np.stack([turned(x, position, halves=halves) for position in range(SHOWN_POSITIONS)])
    names, half = tuple(map(str, range(SHOWN_POSITIONS))), points.shape[1]
    titles = [f"x{k + 1}, x{k + half + 1}" if halves else f"x{2 * k + 1}, x{2 * k + 2}" for k in range(half)]
    panels = tuple(Panel(title, points[:, k], row_labels=names) for k, title in enumerate(titles[:SHOWN_PAIRS]))
    return Figure("rotation", panels, message("family.alt_rotation", output=rows_in_words(output)))


def _layout(name: str, formulas: tuple[str, ...], reference: Callable[..., Any], *, halves: bool) -> Family:
    return Family(
        name=name,
        formula=formulas[0],
        also=formulas[1:],
        roles={"x": "query or key", "m": "position"},
        invariants=(Invariant("length_kept", _length_of_the_vector), *_of_positions(reference)),
        reference=reference,
        figure=lambda values, output: figure_vector(values, output, halves=halves),
        explain=lambda values, output: explain_vector(values, output, halves=halves),
    )


INTERLEAVED = _layout("rotary_position", (r"\mathrm{RoPE}(x, m)", r"R_{\Theta,m} \mathbf{x}"), reference_interleaved, halves=False)
HALF_SPLIT = _layout("rotary_position_half_split", (r"\mathrm{rope\_half\_split}(x, m)",), reference_half_split, halves=True)
ROTARY = Family(
    name="rotary_embedding",
    formula=r"\begin{pmatrix} \cos m\theta & -\sin m\theta \\ \sin m\theta & \cos m\theta \end{pmatrix}"
    r"\begin{pmatrix} x \\ y \end{pmatrix}",
    roles={"x": "first coordinate", "y": "second coordinate", "m": "position", "theta": "angle per position"},
    invariants=(Invariant("length_kept", _length_kept), Invariant("turns_back", _turned_back)),
    reference=reference,
    figure=figure,
    explain=explain,
    common=True,
)
FAMILIES = (INTERLEAVED, HALF_SPLIT, ROTARY)
