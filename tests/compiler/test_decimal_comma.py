r"""Numbers of notes that write decimals with a comma and thousands with a point."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.compiler.resolve.writing.nodes import walk
from vault_tools.compiler.syntax import parse, uses_decimal_comma
from vault_tools.compiler.syntax_tree import Number, Sequence
from vault_tools.errors import LatexSyntaxError


def number(latex: str, *, decimal_comma: bool = False) -> Number:
    (row,) = parse(latex, decimal_comma=decimal_comma).rows
    assert isinstance(row, Number)
    return row


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("1.234,5", "1234.5"),
        ("1.234{,}5", "1234.5"),
        ("12.345.678,25", "12345678.25"),
        ("1.234.567", "1234567"),
        ("1.234", "1.234"),
        ("0.125", "0.125"),
        ("1,024", "1024"),
        ("3,75", "3.75"),
    ],
)
def test_points_between_thousands_are_told_by_what_follows(latex, text):
    assert number(latex).text == text


def test_a_comma_before_a_number_with_a_point_separates():
    (row,) = parse("i = 0,1.5").rows
    assert [number.text for number in walk(row) if isinstance(number, Number)] == ["0", "1.5"]


def test_two_decimal_marks_are_no_number():
    with pytest.raises(LatexSyntaxError, match="no number"):
        parse("1{,}5.2")


def test_a_list_in_brackets_is_left_alone():
    (row,) = parse("(1.234, 5)").rows
    assert [item.text for item in row.body.items] == ["1.234", "5"]


@pytest.mark.parametrize(
    ("latex", "comma", "doubtful"),
    [("1.000", True, True), ("1.000", False, False), ("0.125", True, False), ("1.50", True, False), ("1.234,5", True, False)],
)
def test_a_point_and_three_digits_are_doubtful_beside_decimal_commas(latex, comma, doubtful):
    assert number(latex, decimal_comma=comma).doubtful is doubtful


@pytest.mark.parametrize("latex", ["0{,}5", "2{,}75", "3,5 + 1,5 = 5", "0,88", r"1.234,5 \cdot 2", "x = 12,25", r"1,602 \cdot 10^{-19}"])
def test_decimal_commas_are_seen(latex):
    assert uses_decimal_comma(latex)


@pytest.mark.parametrize(
    "latex", ["(0,5)", "[0,1] + 2", "i = 1,2", "k = 0,1,2", "1,024 + 1", "x_{1,2} + 3", r"\{3,5\}", "1.5", r"12,288 \cdot 10^3"]
)
def test_lists_and_thousands_are_no_decimal_commas(latex):
    assert not uses_decimal_comma(latex)


@pytest.mark.parametrize(
    ("latex", "numbers"),
    [
        (r"0,40 \cdot (1 - 0,55)", ["0.40", "1", "0.55"]),
        (r"0,40 \cdot (0,5 + 1)", ["0.40", "0.5", "1"]),
        (r"p = 91,5 \%", ["91.5"]),
        (r"0,40 \cdot f(1,2)", ["0.40", "1", "2"]),
        (r"x + (1 - 0,55)", ["1", "0.55"]),
        (r"x + (1 - 3,55)", ["1", "3", "55"]),
    ],
)
def test_beside_a_sign_a_comma_in_brackets_is_a_decimal_one_where_others_are(latex, numbers):
    found = parse(latex).rows[0]
    assert [node.text for node in walk(found) if isinstance(node, Number)] == numbers


@pytest.mark.parametrize(("comma", "numbers"), [(True, ["1234.5"]), (False, ["1.234", "5"])])
def test_in_brackets_a_comma_behind_thousands_is_a_decimal_one_beside_others(comma, numbers):
    found = parse("(1.234,5)", decimal_comma=comma).rows[0]
    assert [node.text for node in walk(found) if isinstance(node, Number)] == numbers


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"n = (2 \times 1,024) + 1", 2049),
        (r"n = (1,024 \times 4,096) \times 2", 8388608),
        (r"n = \max(1,500 - 1,000, 0)", 500),
        (r"y = (0,243 - 0,230)", 0.013),
        (r"y = \frac{1}{3}(0,850 + 0,870 + 0,860)", 0.86),
    ],
)
def test_a_comma_beside_a_sign_in_brackets_is_part_of_a_number(latex, value):
    assert compile_formula(latex)() == pytest.approx(value)


@pytest.mark.parametrize("latex", ["f(1,2)", "(1,200)", "(1,2) + 3"])
def test_a_comma_in_brackets_separates_elsewhere(latex):
    assert any(isinstance(node, Sequence) for node in walk(parse(latex)))


def test_one_decimal_behind_a_comma_is_read_where_the_note_writes_decimals_so():
    (row,) = parse("a = 1,5", decimal_comma=True).rows
    assert [number.text for number in walk(row) if isinstance(number, Number)] == ["1.5"]


@pytest.mark.parametrize(("latex", "comma"), [("a = 1,5", False), ("x, y = 1,2", True)])
def test_two_numbers_or_one_are_asked_for_elsewhere(latex, comma):
    with pytest.raises(LatexSyntaxError, match="comma"):
        parse(latex, decimal_comma=comma)
