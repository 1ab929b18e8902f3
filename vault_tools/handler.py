"""What a handler is: a plain value that carries knowledge about one operation or one formula family. Nothing registers itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from vault_tools.model import Message, Step

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

Values = Mapping[str, Any]
"""Arrays by role (`Q`, `K`, `V`) and, where the program names them, by step (`scores`, `weights`)."""


@dataclass(frozen=True, slots=True)
class Invariant:
    """A property that a right result has. `check(inputs, output)` gives the worst error: 0.0 holds exactly, None says that the property
    is none of these numbers (shares that do not sum to 1), a KeyError that the program names no such step; neither counts as a voice.
    """

    name: str
    check: Callable[[Values, Any], float | None]


@dataclass(frozen=True, slots=True)
class Function:
    """A named operation such as softmax, LayerNorm or ReLU.

    signature: NumPy's gufunc notation over the core axes: `()->()` elementwise, `(n)->(n)` along an axis, `(n)->()` a reduction,
        `(n),(n)->()`, `(n,n)->()`; leading axes broadcast.
    numpy: the float64 implementation, `numpy(x, ...)`; with core axes it takes `axis=-1` (one core axis). It is shown to readers and
        pasted into generated source (by inspect.getsource), so it uses only `np`, its arguments and `helpers`. A function of NumPy's
        own (`np.exp`) is called by that name.
    exact: `exact(mp, *args)` over mpmath numbers (nested lists for core axes), `mp` the mpmath context; None: no second voice.
    invariants: their values are the arguments under the names that `numpy` gives them, and `axis` where the caller names one.
    symbols: spellings that count with their case (`sigma` is the sigmoid, `Sigma` is not; `LN` is LayerNorm, `ln` the logarithm).
    helpers: functions that `numpy` calls by name, pasted before it.
    """

    name: str
    spellings: tuple[str, ...]
    signature: str
    numpy: Callable[..., Any]
    exact: Callable[..., Any] | None = None
    invariants: tuple[Invariant, ...] = ()
    symbols: tuple[str, ...] = ()
    helpers: tuple[Callable[..., Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel of a figure: an array of rank 1 or 2 with plain-text titles (no mathtext)."""

    title: str
    values: Any
    subtitle: str = ""
    scale: str = "values"
    """"values" (diverging round 0), "weights" (0..1), "mask"."""
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    join: str = ""
    """Sign between the panel before and this one: `·`, `→`, `=`."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What to draw, not how: `kind` names a drawing routine of verify/plot (its docstring says what each kind expects)."""

    kind: str
    panels: tuple[Panel, ...]
    alt: Message
    data: Mapping[str, Any] = field(default_factory=dict)
    """Further numbers of a kind (curve range, bin edges)."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a family tells about one run: named steps in order, and sentences (one entry by hand, cost, conventions)."""

    steps: tuple[Step, ...] = ()
    sentences: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Family:
    r"""A formula that is known by its form: recognised by compiling `formula` (and each of `also`) and matching resolved trees up to names.

    roles: name in `formula` -> what it is ("query", "key", "value", ...).
    reference: `reference(**roles)` an independent NumPy implementation, or None.
    figure: `figure(values, output)`; explain: `explain(values, output)`; values as for `Invariant`.
    common: met in all kinds of notes (a product, a dot product of two vectors): reported only in a note in which a family that is
        not common is recognised too, so that a note about mechanics stays quiet.
    statistic: "variance", "mean" or "deviation": recognised is what states this of `formula` (`\mathrm{Var}(q \cdot k) = d_k`), whose
        components are then independent standard normal numbers; `figure` and `explain` get no values.
    defaults: role -> number that it is where a spelling in `also` does without it (no bias: 0).
    as_spelled: a role stands for something transposed where, and only where, the formula writes it so: tells softmax(QK^T)V from the
        softmax of any other product. Common families are always compared so.
    of_symbols: a role stands for one symbol, not for a part of a formula: tells W + BA from Wx + BAy. Common families are, too.
    """

    name: str
    formula: str
    also: tuple[str, ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)
    invariants: tuple[Invariant, ...] = ()
    reference: Callable[..., Any] | None = None
    figure: Callable[[Values, Any], Figure | tuple[Figure, ...]] | None = None
    explain: Callable[[Values, Any], Explanation] | None = None
    common: bool = False
    as_spelled: bool = False
    statistic: str = ""
    of_symbols: bool = False
    defaults: Mapping[str, float] = field(default_factory=dict)


Handler = Function | Family
