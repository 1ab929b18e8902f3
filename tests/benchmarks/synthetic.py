"""A vault out of nothing: as many notes as one likes, about 3 KB each with five formulas; the same numbers give the same bytes."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FORMULAS = 5
BARE_SHARE = 10
"""One note in so many has no formula at all."""
IN_A_FOLDER = 50
LENGTH = 3000

PROSE = (
    "the model reads every word of a sentence at once and decides how much it looks at each of them so that a long distance costs no more "
    "than a short one which is why training became faster than with recurrent layers where the state had to travel step by step through "
    "time and forgot what it had seen we compare queries with keys turn the scores into weights and mix the values with them afterwards a "
    "small network works on each position by itself and a residual path carries the input along normalisation keeps the numbers in range "
    "in my notes from the lecture there is a drawing of this and a question about what happens when two keys are equal"
)
WORDS = PROSE.split()

DISPLAYS = (
    r"\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V",
    r"A = \mathrm{softmax}\left(\frac{%(X)s W_Q W_K^\top %(X)s^\top}{\sqrt{%(size)d}}\right)",
    r"\alpha_{ij} = \frac{\exp(q_i^\top k_j / \sqrt{%(size)d})}{\sum_{l=1}^{m} \exp(q_i^\top k_l / \sqrt{%(size)d})}",
    r"c_i = \sum_{j=1}^{n} \alpha_{ij} %(h)s_j",
    r"e_{ij} = v^\top \tanh(W s_i + U %(h)s_j)",
    r"\mathrm{FFN}(x) = \max(0, x W_1 + b_1) W_2 + b_2",
    r"%(h)s_t = \tanh(W_h %(h)s_{t-1} + W_x x_t + b)",
    r"\hat{y} = \sigma(w^\top x + %(number)s)",
    r"L = -\sum_{i=1}^{n} y_i \log p_i",
    r"\mathrm{LayerNorm}(x) = \gamma \odot \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta",
    r"\begin{aligned} Q &= %(X)s W_Q \\ K &= %(X)s W_K \\ V &= %(X)s W_V \end{aligned}",
    r"\frac{1}{n}\sum_{i=1}^{n} (y_i - \hat{y}_i)^2",
    r"%(X)s = \begin{bmatrix} %(entry)d & 0 & 1 \\ 0 & 2 & %(entry)d \end{bmatrix}",
)
INLINE = (
    r"QK^\top",
    r"\sqrt{%(square)d} = %(root)d",
    r"%(entry)d \cdot %(size)d = %(product)d",
    r"d_k = %(size)d",
    r"%(X)s \in \mathbb{R}^{n \times d}",
    r"W_Q",
    r"\sigma(x) = \frac{1}{1 + e^{-x}}",
    r"\lVert x \rVert_2 = \sqrt{x_1^2 + x_2^2 + x_3^2}",
    r"\mathrm{softmax}(%(X)s %(X)s^\top)",
    r"\sum_j \alpha_{ij} = 1",
    r"O(n^2 d)",
    r"\eta = 0.0%(entry)d",
)


def make_vault(folder: Path, count: int) -> list[Path]:
    """Write `count` notes below `folder`, fifty in each folder; returns their paths in order."""
    (folder / ".obsidian").mkdir(parents=True, exist_ok=True)
    paths = [folder / f"part {number // IN_A_FOLDER:03}" / f"note {number:05}.md" for number in range(count)]
    for number, path in enumerate(paths):
        path.parent.mkdir(exist_ok=True)
        path.write_text(note_text(number), encoding="utf-8", newline="\n")
    return paths


def note_text(number: int) -> str:
    """One note: a heading, prose with two displays and three inline formulas, a list, a fence, links."""
    random = Random(number)
    formulas = [] if number % BARE_SHARE == BARE_SHARE - 1 else drawn(random)
    parts = ["---", f"tags: [lecture, week-{number % 14}]", "---", f"# Lecture note {number}", ""]
    while sum(len(part) + 1 for part in parts) < LENGTH or formulas:
        parts += _section(random, formulas)
    return "\n".join(parts) + "\n"


def drawn(random: Random) -> list[str]:
    """The formulas of one note, with their dollars."""
    size, entry, root = random.choice((2, 4, 8, 16, 64)), random.randint(2, 9), random.randint(2, 12)
    values = {
        "X": random.choice("XZH"),
        "h": random.choice("hzu"),
        "size": size,
        "entry": entry,
        "product": entry * size,
        "root": root,
        "square": root * root,
        "number": f"0.{entry}",
    }
    displays = [f"$$\n{latex % values}\n$$" for latex in random.sample(DISPLAYS, 2)]
    inline = [f"${latex % values}$" for latex in random.sample(INLINE, FORMULAS - 2)]
    return random.sample(displays + inline, FORMULAS)


def _section(random: Random, formulas: list[str]) -> Iterator[str]:
    formula = formulas.pop() if formulas else ""
    yield from (f"## {_prose(random, 4).capitalize()}", "")
    yield _prose(random, 45).capitalize() + (f", where {formula} is meant." if formula and "\n" not in formula else ".")
    yield ""
    if "\n" in formula:
        yield from (formula, "")
    match random.randrange(4):
        case 0:
            yield from (*(f"- {_prose(random, 8)}, see [[note {random.randrange(500):05}]]" for _ in range(3)), "")
        case 1:
            yield from ("```python", f"cost = {random.randrange(100)}", "```", "")
        case 2:
            yield from (f"> {_prose(random, 12)} **{_prose(random, 2)}** and `{_prose(random, 1)}`", "")


def _prose(random: Random, count: int) -> str:
    start = random.randrange(len(WORDS))
    return " ".join(WORDS[(start + k) % len(WORDS)] for k in range(count))
