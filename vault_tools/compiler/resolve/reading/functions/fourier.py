r"""The real part of a Fourier transform: `\Re(\mathcal{F}_{seq}(\mathcal{F}_{h}(x)))`. A transform without it has complex values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.reading.arithmetic.norms import named
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.nodes import base_of, juxtaposed, scripts_moved_out, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Node, Scripted, Styled

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope

REAL_PART = frozenset({"Re", "Real", "real"})
DRAWN = frozenset({"frak", "cal"})
"""Fonts of an R that is drawn as the real part is."""
TRANSFORMS = frozenset({"FFT", "DFT", "fft", "dft"})
BOTH = frozenset({"FFT2", "DFT2", "fft2", "dft2"})
ROWS = frozenset({"seq", "s", "n", "N", "t", "T", "row", "rows", "token", "tokens", "sequence"})
COLUMNS = frozenset({"hid", "h", "d", "hidden", "model", "col", "cols", "feature", "features", "emb"})


def is_real_part(reader: Reader, atom: Node, bracket: Fence) -> bool:
    r"""`\Re`, `\mathrm{Real}`, and the `\mathfrak{R}` and `\mathcal{R}` of the same sign before a transform."""
    if (word(base_of(atom)) or "") in REAL_PART:
        return True
    drawn = isinstance(atom, Styled) and atom.font in DRAWN and word(atom) == "R"
    return drawn and bool(_peeled(reader, bracket.body)[0])


def real_part(reader: Reader, bracket: Fence, scope: Scope) -> Value:
    r"""What `\Re(…)` of one or two transforms gives. UnsupportedError: anything else in the bracket, or it is not plain which axes."""
    axes, operand = _peeled(reader, bracket.body)
    if not axes:
        raise reader.unsupported("real_part", bracket.span)
    value = reader.read(operand, scope)
    if not len(axes) <= value.rank <= 2 or (axes[0] == -2 and value.rank == 1):
        raise reader.rank_error(value.expression, 2, bracket.span, "Re")
    shape, written = value.expression.shape, {axis for axis in axes if axis is not None}
    if value.rank == len(axes) == 1 or (len(axes) == 1 and written):
        function, axis = "real_fourier", next(iter(written)) if value.rank == 2 else -1
    elif value.rank == len(axes) == 2 and len(written) == len(axes) - axes.count(None):
        function, axis = "real_fourier_plane", None
        reader.say("fourier_both")
    else:
        raise reader.unsupported("real_part", bracket.span)
    return Value(reader.build.call(named(reader, function, bracket), [value.expression], shape, bracket.span, axis))


def _peeled(reader: Reader, node: Node) -> tuple[list[int | None], Node]:
    r"""The axes of the transforms before what they transform (None: not written), and that: two and x for `\mathcal F_s\mathcal F_h x`."""
    axes: list[int | None] = []
    while True:
        first, *rest = reader.words.atoms(unwrap(node))
        found = _transform(first)
        if found is None or not rest:
            return axes, node
        axes += found
        alone = unwrap(rest[0]) if len(rest) == 1 else None
        node = alone.body if isinstance(alone, Fence) and alone.opener in "([{" else juxtaposed(rest)


def _transform(atom: Node) -> list[int | None] | None:
    atom = scripts_moved_out(atom)
    base, below = base_of(atom), word(atom.sub) or "" if isinstance(atom, Scripted) and atom.sub is not None else ""
    written = atom.base if isinstance(atom, Scripted) else atom
    script = isinstance(written, Styled) and written.font == "cal" and word(base) == "F"
    name = word(base) or ""
    if name in BOTH or ((script or name in TRANSFORMS) and below.lower() == "2d"):
        return [-2, -1]
    if not script and name not in TRANSFORMS:
        return None
    return [-2 if below in ROWS else -1 if below in COLUMNS else None]
