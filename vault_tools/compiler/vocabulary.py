"""The words that a formula may use: named functions and families, looked up by the spelling in the note."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from vault_tools.errors import HandlerError
from vault_tools.handler import Family, Function, Handler
from vault_tools.model import message

T = TypeVar("T", Function, Family)


@dataclass(frozen=True)
class Vocabulary:
    """Functions by lower-case spelling (`softmax`, `relu`) and by symbol with its case (`sigma`, `LN`); families in the order in
    which they are tried.
    """

    functions: Mapping[str, Function]
    families: tuple[Family, ...]
    symbols: Mapping[str, Function] = field(default_factory=dict)

    @staticmethod
    def of(handlers: Iterable[Handler]) -> Vocabulary:
        """Collect handlers. HandlerError: two of them claim one spelling or one family name; names both."""
        functions: dict[str, Function] = {}
        symbols: dict[str, Function] = {}
        families: dict[str, Family] = {}
        for handler in handlers:
            match handler:
                case Function():
                    for spelling in dict.fromkeys(s.lower() for s in (handler.name, *handler.spellings)):
                        _claim(functions, spelling, handler)
                    for symbol in handler.symbols:
                        _claim(symbols, symbol, handler)
                case Family():
                    _claim(families, handler.name, handler)
        return Vocabulary(functions, tuple(families.values()), symbols)

    @cached_property
    def family_names(self) -> frozenset[str]:
        """The names of all families."""
        return frozenset(family.name for family in self.families)

    def function(self, word: str) -> Function | None:
        """The function of a word as written in the note: a symbol as it stands, else a spelling with case ignored."""
        return self.symbols.get(word) or self.functions.get(word.lower())


def _claim(table: dict[str, T], name: str, handler: T) -> None:
    if name in table and table[name] is not handler:
        raise HandlerError(str(message("handler.conflict", name=name, first=table[name].name, second=handler.name)))
    table[name] = handler
