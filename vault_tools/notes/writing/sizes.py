"""The shape story: how the sizes of the inputs become the size of the output, step by step, and what the named sizes are here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_tools.compiler.latex_names import print_name
from vault_tools.notes.writing.whitelist import harmless, known, separator, term, words

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from vault_tools.model import Step

_NAME = re.compile(r"[A-Za-z]\w*")


def shape_story(story: Sequence[Step], inputs: Set[str], language: str) -> str:
    r"""`$Q \in \mathbb{R}^{n \times d_k}$, $K \in … $ → scores $\in \mathbb{R}^{n \times m}$ → …; here n = 3, m = 5, d_k = 4`."""
    given = [_shaped(step, language) for step in story if step.name in inputs]
    made = [_shaped(step, language) for step in story if step.name not in inputs]
    comma = separator("comma", language)
    told = " → ".join([*([comma.join(given)] if given else []), *made])
    here = comma.join(f"${symbol(name)} = {value}$" for name, value in _named_sizes(story).items())
    return f"{told}{separator('semicolon', language)}{words('block.here', language)} {here}" if here else told


def _shaped(step: Step, language: str) -> str:
    sizes = step.symbolic or step.shape
    space = rf"\in \mathbb{{R}}^{{{_product(sizes)}}}" if sizes else r"\in \mathbb{R}"
    return f"${symbol(step.name)} {space}$" if is_symbol(step.name) else f"{term('block.step', step.name, language)} ${space}$"


def is_symbol(name: str) -> bool:
    """Whether a step is called by a symbol (`Q`, `S`) and not by a word of the message table."""
    return len(name) == 1 or not known("block.step", name)


def _product(sizes: Sequence[int | str]) -> str:
    return r" \times ".join(symbol(size) for size in sizes)


def symbol(size: int | str) -> str:
    r"""LaTeX of a size or another name: `d_k`, `gamma` -> `\gamma`, `h*d_v` -> `h\,d_v`."""
    return re.sub(
        r"\s*\*\s*",
        r"\\,",
        _NAME.sub(lambda found: print_name(found[0]), re.sub(r"[^\w\s*+\-]", "", harmless(str(size)).replace("∗", "*"))),
    )


def _named_sizes(story: Sequence[Step]) -> dict[str, int]:
    """Each size that has a name, with its value here, in the order of the story."""
    found: dict[str, int] = {}
    for step in story:
        for symbol, size in zip(step.symbolic, step.shape, strict=False):
            if isinstance(symbol, str) and _NAME.fullmatch(symbol):
                found.setdefault(symbol, size)
    return found
