r"""How a name of generated code is spelled for readers: code names are ASCII, `u6743u91cd` stands for a word of the note.

The one place that knows this encoding; the compiler encodes, sentences, LaTeX, pictures and comments in code decode.
"""

from __future__ import annotations

import re

_ENCODED = re.compile(r"(?<![0-9A-Za-z])(?:u[0-9a-f]{4,5})+(?![0-9A-Za-z])")
_CHARACTER = re.compile(r"u([0-9a-f]{4,5})")


def encoded(character: str) -> str:
    """A letter of another script in a code name: 权 is `u6743`."""
    return f"u{ord(character):04x}"


def spelled(text: str) -> str:
    """The text with its code names in the letters of the note: `u6743u91cd_2` is `权重_2`."""
    return _ENCODED.sub(_decoded, text) if "u" in text else text


def _decoded(found: re.Match[str]) -> str:
    letters = "".join(chr(int(code, 16)) for code in _CHARACTER.findall(found[0]))
    return letters if all(letter.isalnum() and not letter.isascii() for letter in letters) else found[0]
