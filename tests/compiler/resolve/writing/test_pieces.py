"""The parts of a script: indices side by side, words that are one name, colons."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.pieces import is_colon, is_script_word, letters_of, pieces
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import Node, Scripted


def below(latex: str) -> Node:
    """What stands below the symbol that a formula is."""
    (symbol,) = parse(latex).rows
    assert isinstance(symbol, Scripted)
    assert symbol.sub is not None
    return symbol.sub


def written(node: Node, latex: str) -> str:
    return latex[node.span.start : node.span.end]


@pytest.mark.parametrize(
    ("latex", "parts"),
    [
        ("x_i", ["i"]),
        ("x_{i,j}", ["i", "j"]),
        ("x_{ij}", ["ij"]),
        ("x_{(pos, k)}", ["pos", "k"]),
        ("x_{[i]}", ["i"]),
        ("u_{1j}", ["1", "j"]),
        ("w_{j0}", ["j", "0"]),
        ("W_{Q1}", ["Q1"]),
        ("y_{true(i)}", ["true", "i"]),
        ("y_{c(i)}", ["c(i)"]),
        ("x_{(i+m)(j+n)}", ["i+m", "j+n"]),
        ("x_{i(i+1)}", ["i", "i+1"]),
        ("x_{2(i+1)}", ["2(i+1)"]),
        ("m_{ij-1}", ["i", "j-1"]),
        ("x_{i+1j}", ["i+1", "j"]),
        ("x_{i+2j}", ["i+2j"]),
        ("x_{2i-1}", ["2i-1"]),
        ("x_{kn+1}", ["kn+1"]),
        ("x_{}", []),
    ],
)
def test_parts_of_a_script(latex, parts):
    assert [written(part, latex) for part in pieces(below(latex))] == parts


@pytest.mark.parametrize(("latex", "letters"), [("x_{ij}", ["i", "j"]), ("x_{pos}", ["pos"]), ("x_{hwc}", ["h", "w", "c"]), ("x_3", ["3"])])
def test_letters_side_by_side(latex, letters):
    assert [written(letter, latex) for letter in letters_of(below(latex))] == letters


@pytest.mark.parametrize("text", ["new", "pos", "dim", "min", "max", "avg", "kin", "model", "sink", "mix", "high", "sign", "attn", "lstm"])
def test_words(text):
    assert is_script_word(text)


@pytest.mark.parametrize("text", ["ij", "ijk", "hwc", "sas", "bhi", "bhik", "t"])
def test_letters_are_no_word(text):
    assert not is_script_word(text)


@pytest.mark.parametrize(("latex", "colons"), [("x_{i,:}", [False, True]), ("x_{:,j}", [True, False]), ("x_{i,j}", [False, False])])
def test_a_colon_is_the_whole_axis(latex, colons):
    assert [is_colon(part) for part in pieces(below(latex))] == colons
