"""Kind of figure -> drawing routine, as one visible table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.verify.plot.strip import strip

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vault_tools.handler import Figure
    from vault_tools.verify.plot.canvas import Canvas

KINDS: Mapping[str, Callable[[Figure], Canvas]] = {
    "strip": strip,
    "gram": strip,
}
