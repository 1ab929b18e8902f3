"""Conditions of branches: intervals and lists of values."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import inputs, resolved, show


def test_a_condition_may_be_an_interval_or_a_list_of_values():
    program = resolved(r"f(x) = \begin{cases} \frac{1}{b - a} & \text{for } x \in [a, b) \\ 0 & \text{otherwise} \end{cases}")
    assert "(a <= x)" in show(program)
    assert "(x < b)" in show(program)
    assert inputs(program) == "a:() x:() b:()"
    with pytest.raises(UnsupportedError, match="set"):
        resolved(r"f(x) = \begin{cases} 1 & x \in \{0, \dots, k\} \\ 0 & \text{otherwise} \end{cases}")


def test_what_holds_otherwise_in_spanish():
    program = resolved(r"r = \begin{cases} 1 & \text{si } x < c \\ 0 & \text{en otro caso} \end{cases}")
    assert show(program) == "where((x < c): 1; else 0)"


COUNTED = [
    ("of each relation", r"c_{ir} = |\mathcal{N}_i^r|", "N:n×m×d", "sum(k<"),
    ("in a bracket", r"c_{ir} = |\mathcal{N}_r(i)|", "N:n×m×d", "sum(k<"),
    ("no square table", r"m_k = \frac{1}{|C_k|} \sum_{i \in C_k} x_i", "C:n×d x:d", "sum(j<"),
    ("neighbours are nodes", r"m_v = \frac{1}{|N_v|} \sum_{u \in N_v} 1", "N:d×d", "sum(k<"),
    ("measured", r"e = \sum_m \frac{|B_m|}{n} |\text{acc}(B_m) - c_m|", "B:m×d n:() acc:m c:m", "sum(k<"),
    ("measured and weighed", r"e = \sum_m |B_m| \text{acc}(B_m)", "B:n×d acc:n", "sum(k<"),
    ("a share", r"e = \sum_m \frac{|B_m|}{n} c_m", "B:m×d n:() c:m", "sum(k<"),
    ("no share", r"e = \sum_m \frac{|a_m|}{n} c_m", "a:m n:() c:m", "abs(a[m])"),
    ("an argument of a known function", r"a_i = |X_i| \text{tanh}(X_i)", "X:n×d", "norm"),
    ("a number between bars", r"a_i = |x_i|", "x:n", "abs(x[i])"),
]


@pytest.mark.parametrize(("why", "latex", "given", "part"), COUNTED, ids=[row[0] for row in COUNTED])
def test_bars_round_a_set_with_indices_count_its_members(why, latex, given, part):
    program = resolved(latex)
    assert inputs(program) == given
    assert part in show(program)


@pytest.mark.parametrize(
    ("condition", "otherwise"),
    [
        (r"\text{jika } |x| > c", r"\text{lainnya}"),
        (r"\text{falls } |x| > c,", r"\text{andernfalls.}"),
        (r"\text{при } |x| > c", r"\text{в противном случае}"),
        (r"\text{si } |x| > c", r"\text{si no}"),
        (r"\text{se } |x| > c", r"\text{caso contrario}"),
        (r"\text{もし } |x| > c", r"(\text{それ以外})"),
        (r"|x| > c \text{일 때}", r"\text{그 외}"),
        (r"\text{当 } |x| > c \text{ 时}", r"\text{其他情况}"),
        (r"\text{nếu } |x| > c", r"\text{ngược lại}"),
        (r"\mbox{if } |x| > c", r"\mbox{o.w.}"),
    ],
)
def test_conditions_in_other_languages(condition, otherwise):
    program = resolved(rf"f(x) = \begin{{cases}} 1 & {condition} \\ 0 & {otherwise} \end{{cases}}")
    assert show(program).endswith("where((abs(x) > c): 1; else 0)")


@pytest.mark.parametrize("words", [r"\text{padding}", r"\text{if padding}", r"\text{for } \text{all of them}"])
def test_other_words_are_no_condition(words):
    with pytest.raises(UnsupportedError):
        resolved(rf"f(x) = \begin{{cases}} 1 & x > 0 \\ 0 & {words} \end{{cases}}")


def test_a_condition_inside_text():
    program = resolved(r"y = \begin{cases} 0, & \textbf{z < 0} \\ 0.5, & \text{z = 0} \\ 1, & \text{z > 0} \end{cases}")
    assert show(program).endswith("where((z < 0): 0; (z == 0): 0.5; (z > 0): 1; else nothing)")
