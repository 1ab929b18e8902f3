"""Forms written as JSON and read again are the forms that were written."""

from __future__ import annotations

import json

import pytest

from vault_tools.compiler.recognition.forms import Forms
from vault_tools.compiler.recognition.stored import Reader, Writer, counts_of
from vault_tools.compiler.resolve import Context, resolve
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin

VOCABULARY = Vocabulary.of(builtin())
FORMULAS = (
    r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}} + M\right)V",
    r"M_{ij} = \begin{cases} 0 & \text{if } |i - j| \le w \\ -\infty & \text{otherwise} \end{cases}",
    r"K'_i = \frac{1}{s}\sum_{t=1}^{s} K_{(i-1)s+t}",
    r"\mathrm{softmax}(\mathrm{top}_k(S))",
    r"\theta_i = b^{-2i/d}, \quad i = 0, \dots, d/2 - 1",
    r"\begin{pmatrix} \cos m\theta & -\sin m\theta \\ \sin m\theta & \cos m\theta \end{pmatrix}\begin{pmatrix} x \\ y \end{pmatrix}",
)


@pytest.mark.parametrize("latex", FORMULAS)
@pytest.mark.parametrize("form", ["matrices", "entries", "multiplied_out"])
def test_written_and_read(latex: str, form: str) -> None:
    wanted = getattr(Forms(resolve(parse(latex), Context.read(), VOCABULARY)), form)
    writer = Writer()
    written = json.loads(json.dumps(writer.form(wanted)))
    assert counts_of(written) == wanted.operations
    assert Reader([json.dumps(node) for node in writer.nodes]).form(written) == wanted
