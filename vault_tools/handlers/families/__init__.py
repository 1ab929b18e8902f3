"""The built-in formula families, the most specific first: the first that matches a formula names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault_tools.handler import Family

FAMILIES: tuple[Family, ...] = ()
