"""Kind of figure -> drawing routine, as one visible table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.verify.plot.bars import bars
from vault_tools.verify.plot.curve import curve
from vault_tools.verify.plot.heads import heads, whatif
from vault_tools.verify.plot.histogram import histogram
from vault_tools.verify.plot.rotation import rotation
from vault_tools.verify.plot.strip import strip
from vault_tools.verify.plot.stripes import stripes
from vault_tools.verify.plot.vectors import vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vault_tools.handler import Figure
    from vault_tools.verify.plot.canvas import Canvas

KINDS: Mapping[str, Callable[[Figure], Canvas]] = {
    "strip": strip,
    "gram": strip,
    "whatif": whatif,
    "heads": heads,
    "bars": bars,
    "curve": curve,
    "stripes": stripes,
    "histogram": histogram,
    "vectors": vectors,
    "rotation": rotation,
}
