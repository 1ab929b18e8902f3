"""Real judgements for what is shared: a small note, judged once in this process."""

from __future__ import annotations

import pytest

from vault_tools.model import Settings
from vault_tools.notes.scan import scan
from vault_tools.pipeline import _judge_here, vocabulary_of
from vault_tools.verify.judge import judge

NOTE = r"""# Attention

$$
X = \begin{bmatrix} 1 & 0 & 2 \\ 0 & 3 & 1 \end{bmatrix}
$$

$$
\mathrm{Attention}(Q,K,V) = \mathrm{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V
$$

The scores come from $\mathrm{softmax}(XX^T)X$, and once more $\mathrm{softmax}(XX^T)X$.

$$
y = \mathrm{softmax}(z)
$$

$$
y = \mathrm{softmax}(\frac{z}{\tau})
$$

A slip: $1 + 1 = 3$. A broken one: $\frac{QK^T}{\sqrt{d_k}$
"""


def judged(text, **settings):
    """The judgements of a note's text, computed here."""
    settings, math = Settings(**settings), scan(text).math
    pictures, everything = settings.pictures, settings.everything
    return [judge(math, k, vocabulary_of(None), pictures=pictures, everything=everything) for k in range(len(math.formulas))]


def judged_with_notation(text):
    """The judgements of a note's text as the index asks for them."""
    return _judge_here(None)(scan(text).math, Settings(pictures=False, everything=True, notation=True))


@pytest.fixture(scope="session")
def judgements():
    """Of NOTE, without pictures."""
    return judged(NOTE, pictures=False, everything=True)
