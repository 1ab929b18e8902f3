r"""Why the scores are divided by \sqrt{d_k}: q·k of independent standard normal components, simulated with and without the division."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Figure, Panel
from vault_tools.model import Message, message

if TYPE_CHECKING:
    from numpy.typing import NDArray

WIDTH = 64
"""d_k of the simulation where the note states none, as in Vaswani et al. 2017."""
WIDEST = 512
_QUERIES, _KEYS = 1_000, 8


def products(width: int) -> NDArray[np.float64]:
    """q·k for 1000 queries with 8 keys each, (1000, 8): the same numbers on every machine (RandomState's stream is frozen)."""
    source = np.random.RandomState(0)
    q, k = source.randn(_QUERIES, 1, width), source.randn(_QUERIES, _KEYS, width)
    return np.asarray((q * k).sum(axis=-1))


def spread_figure(width: int = WIDTH) -> Figure:
    """Two histograms over one abscissa, the expected normal curves drawn in."""
    plain = products(min(width, WIDEST))
    scaled = plain / np.sqrt(plain_width := min(width, WIDEST))
    panels = (
        Panel("q · k", plain.ravel(), f"d = {plain_width}:  mean {_short(plain.mean())},  variance {_short(plain.var())}"),
        Panel("q · k / √d", scaled.ravel(), f"mean {_short(scaled.mean())},  variance {_short(scaled.var())}"),
    )
    alt = message("figure.spread", width=plain_width, variance=_short(plain.var()), scaled=_short(scaled.var()))
    return Figure("histogram", panels, alt, {"deviations": (float(np.sqrt(plain_width)), 1.0)})


def spread_sentence(width: int = WIDTH) -> Message:
    """What the division does to the softmax: how much of the weight the largest of 8 keys gets, on average."""
    plain = products(min(width, WIDEST))
    largest = [_short(_softmax(scores).max(axis=-1).mean()) for scores in (plain, plain / np.sqrt(min(width, WIDEST)))]
    return message("figure.spread_softmax", width=min(width, WIDEST), keys=_KEYS, plain=largest[0], scaled=largest[1])


def _softmax(scores: NDArray[np.float64]) -> Any:
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def _short(value: Any) -> str:
    return f"{float(value):.2f}".replace("-0.00", "0.00")
