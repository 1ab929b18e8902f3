"""What must hold of any text that stands in a note, as one function, and a coverage-guided fuzzer that looks for a text where it does not.

    pip install atheris && python tests/fuzz/scan_and_parse.py FOLDER -max_total_time=3600

FOLDER keeps the texts that reach new code; without arguments nothing is kept. A text that breaks a promise is written to a file
`crash-…` here; what it taught belongs into tests/fuzz/test_scan_and_parse.py.
"""

from __future__ import annotations

import sys
from itertools import pairwise

from vault_tools.compiler.lexing.macros import Macros
from vault_tools.compiler.syntax import parse
from vault_tools.errors import LatexSyntaxError, NoteError
from vault_tools.notes.fingerprint import fingerprint
from vault_tools.notes.plan import plan, plan_clean
from vault_tools.notes.scan import scan

BODY = "1 verified"
LONGEST = 4_000

BEGINNINGS = (
    "# Attention\n\n$$\n\\mathrm{Attention}(Q,K,V)=\\mathrm{softmax}\\left(\\frac{QK^T}{\\sqrt{d_k}}\\right)V\n$$\n",
    "> [!note]\n> $h_j^{(l)} = \\sum_{i=1}^{n} \\alpha_{ij} v_i, \\quad e^{-x^2} \\neq 0{,}5$\n\n| a | b |\n|---|---|\n| $x$ | $|y\\|$ |\n",
    "- $\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}^{-1}$\n1. $f(x) = \\begin{cases} 1 & x > 0 \\\\ 0 & \\text{else} \\end{cases}$\n",
    "$\\newcommand{\\R}[1]{\\mathbb{R}^{#1}} \\R{n} \\to \\R{m}$\n\n```vault-tools\nX = [[1, 2]]\n```\n",
    "---\nvault-tools: false\n---\n%% $a$ %% <!-- $b$ --> `$c$` $\\int_0^1 \\lfloor x \\rfloor dx \\le \\max_i \\|x_i\\|_2$",
    "$$x$$\n\n<!-- vault-tools:begin 2 -->\n\ntext\n\n<!-- vault-tools:end 0123456789abcdef 0123456789abcdef -->\n",
)


def check_note(text: str) -> None:
    """Scanning raises nothing but NoteError, parsing nothing but LatexSyntaxError; a written note stays as it is and can be cleaned."""
    try:
        note = scan(text)
    except NoteError:
        return
    assert all(left.span.end <= right.span.start for left, right in pairwise(note.math.formulas))
    macros = Macros.read(note.math.preamble)
    for formula in note.math.formulas:
        assert text[formula.span.start] == text[formula.span.end - 1] == "$"
        check_formula(formula.latex, macros)
    check_block(text)


def check_formula(latex: str, macros: Macros) -> None:
    """A tree whose place is the whole formula, or an error that points into it."""
    try:
        display = parse(latex, macros)
    except LatexSyntaxError as error:
        place, said = error.span, str(error)
    else:
        place, said = display.span, "read"
        assert place == (0, len(latex))
    assert 0 <= place.start <= place.end <= len(latex), place
    assert said


def check_block(text: str) -> None:
    """Outside the block nothing changes, a second run writes nothing, and cleaning gives the first text back."""
    note = scan(text)
    made_from = fingerprint(note.math)
    decision = plan(note, BODY, made_from)
    if decision.action != "write":
        assert decision.text == text
        return
    after = scan(decision.text)
    assert plan(after, BODY, made_from).text == decision.text
    if not note.regions:
        assert decision.text.startswith(text)
        assert after.math.formulas == note.math.formulas
        assert plan_clean(after).text == text


def fuzz(data: bytes) -> None:
    """One try of the fuzzer: the bytes as a note, or as one formula."""
    text = data[1:LONGEST].decode("utf-8", "replace")
    if data[:1] < b"\x80":
        check_note(text)
    else:
        check_formula(text, Macros.read(""))


def main() -> None:
    """Run the fuzzer with the options of libFuzzer."""
    import atheris

    atheris.instrument_all()
    atheris.Setup(sys.argv, fuzz)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
