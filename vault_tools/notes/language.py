"""The language of a note, by the prose around its formulas: it decides in which words the block is written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

HAN = re.compile(r"[\u3400-\u9fff]")
OTHER_SCRIPTS = re.compile(r"[\u3040-\u30ff\uac00-\ud7a3]")
WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{2,}")


def language_of(prose: Iterable[str]) -> str:
    """`zh` where the prose has more Chinese characters than words in Latin letters (and is not Japanese or Korean), else `en`."""
    text = "\n".join(prose)
    if text.isascii():
        return "en"
    han, others, words = (len(pattern.findall(text)) for pattern in (HAN, OTHER_SCRIPTS, WORD))
    return "zh" if han > words and han > 4 * others else "en"
