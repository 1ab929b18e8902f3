"""What the note defines: a definition that cannot be computed refuses its users, lists of names do not, D_{ii} is a diagonal matrix."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import NothingToCompute, UnsupportedError

from ...dump import inputs, resolved, show

REFUSED = [
    ("a row above", r"X' = X + \text{Foo}(X), \quad Y = X'W", (), "X_prime"),
    ("a clause behind", r"y = z + 1, \quad z = \int_0^1 x \, dx", (), "z"),
    ("another formula", r"y = z + 1", (r"z = \int_0^1 x \, dx",), "z"),
    ("through another definition", r"y = z + 1", ("z = 2 w", r"w = \text{Foo}(x) + x"), "z"),
    ("with an index", r"\alpha_{ij} = \frac{e_{ij}}{\sum_k e_{ik}}", (r"e_{ij} = \text{Foo}(s_i, h_j) + 1",), "e"),
    ("a function", r"y = g(x) + 1", (r"g(x) = \int_0^x t \, dt",), "g"),
    ("a matrix whose dots hide numbers", r"y = x + M", (r"M = \begin{bmatrix} 0 & \cdots & 5 \\ 1 & \cdots & 7 \end{bmatrix}",), "M"),
]


@pytest.mark.parametrize(("why", "latex", "context", "name"), REFUSED, ids=[row[0] for row in REFUSED])
def test_a_definition_that_cannot_be_computed_refuses_its_users(why, latex, context, name):
    with pytest.raises(UnsupportedError, match=f"defines {name}"):
        resolved(latex, context)


GIVEN = [
    ("listed in shapes", r"y = z + 1", (r"z = \int_0^1 x \, dx",), {"z": (3,)}, "z:n"),
    ("a gradient", r"w = v - \eta g_t", (r"g_t = \nabla_w L(w)",), None, "v:() eta:() g_t:()"),
    ("a list of vectors", r"Y = X W", (r"X = [x_1^T \cdot x_2^T \cdot x_3^T]",), None, "X:n×d W:d×k"),
    ("a list with dots", r"y = W x", (r"x = (x_1, x_2, \dots, x_n)",), None, "W:n×d x:d"),
    ("a matrix of names with dots", r"Y = X W", (r"X = \begin{bmatrix} x_1 \\ \vdots \\ x_n \end{bmatrix}",), None, "X:n×d W:d×k"),
    ("the position below the left side", r"a_t = \gamma^t", (r"t = \max_j x_j",), None, "gamma:() t:()"),
    ("a position that is a number", r"a_t = \gamma^t + t", (r"t = x + 1", "t = 3"), None, "gamma:() t:()"),
    ("a letter that the right side only uses", r"a = \gamma^t", (r"t = 2 x",), None, "x:() gamma:()"),
    ("a second definition that can be computed", r"y = z + 1", ("z = 2 w", r"z = \text{Foo}(x)"), None, "w:()"),
]


@pytest.mark.parametrize(("why", "latex", "context", "shapes", "wanted"), GIVEN, ids=[row[0] for row in GIVEN])
def test_a_name_that_is_only_listed_or_declared_is_an_input(why, latex, context, shapes, wanted):
    assert inputs(resolved(latex, context, shapes)) == wanted


def test_an_entry_with_one_index_twice_defines_a_diagonal_matrix():
    found = show(resolved(r"Y = D^{-\frac12} A D^{-\frac12} X", (r"D_{ii} = \sum_j A_{ij}",)))
    assert found.startswith("D = diag(table(")
    assert "power(D, -1/2)" in found


def test_the_inverse_of_a_vector_is_not_read_from_a_matrix_power():
    with pytest.raises(UnsupportedError):
        resolved(r"Y = D^{-1} A", shapes={"D": (3,), "A": (3, 3)})


CALLED = [
    ("an entry of the value", r"y = \sum_i g_i(x) v_i", r"g(x) = \text{softmax}(W x)", "sum(i<n: (softmax((W @ x))[i] * v[i]))"),
    ("one function for each index", r"y = \sum_i f_i(x) v_i", r"f_i(x) = w_i^T x", "sum(i<n: (table(i_2: (w[i_2] @ x))[i] * v[i]))"),
]


@pytest.mark.parametrize(("why", "latex", "definition", "value"), CALLED, ids=[row[0] for row in CALLED])
def test_an_index_of_a_call_takes_an_entry(why, latex, definition, value):
    assert show(resolved(latex, (definition,))) == value


SQUARED = r"N(x, \sigma^2) = \frac{x}{\sigma^2} + \sigma"
PRECISION = r"N(x | \mu, \Lambda^{-1}) = (x - \mu)^T \Lambda (x - \mu)"
POWERS = [
    ("called with a power", r"y = N(z, s^2)", SQUARED, "((z / s**2) + s)"),
    ("called with its own letters", r"y = N(x, \sigma^2)", SQUARED, "((x / sigma**2) + sigma)"),
    ("called with a name", r"y = N(z, v)", SQUARED, "((z / v) + v**1/2)"),
    ("called with a number", r"y = N(z, 4)", SQUARED, "((z / 4) + 4**1/2)"),
    ("called with entries", r"y = \sum_k N(z, s_k^2)", SQUARED, "sum(k<n: ((z / s[k]**2) + s[k]))"),
    ("another power", r"y = N(z, s^4)", SQUARED, "((z / s**4) + s**4**1/2)"),
    ("an inverse", r"y = N(x | m, L^{-1})", PRECISION, "(((x + -m) @ L) @ (x + -m))"),
    ("a matrix for an inverse", r"y = N(x | m, S)", PRECISION, "(((x + -m) @ power(S, -1)) @ (x + -m))"),
    ("a plain parameter", r"y = N(z, s^2)", r"N(x, v) = \frac{x}{v^2}", "(z / s**2**2)"),
]


@pytest.mark.parametrize(("why", "latex", "definition", "value"), POWERS, ids=[row[0] for row in POWERS])
def test_an_argument_stands_for_the_whole_power_that_the_definition_lists(why, latex, definition, value):
    assert show(resolved(latex, (definition,))) == value


@pytest.mark.parametrize("definition", [r"N(x^\top) = x^\top + 1", r"N(x_i) = \frac{x_i}{\sum_j x_j}"])
def test_a_parameter_that_no_argument_fixes_is_refused(definition):
    with pytest.raises(UnsupportedError, match="defines N"):
        resolved(r"y = N(z)", (definition,))


def test_a_parameter_with_an_index_is_one_sample():
    definition = (r"d(x_i, y_i) = \| x_i - y_i \|_2",)
    assert show(resolved(r"L = d(a_i, p_i)", definition, {"a_i": (4,), "p_i": (4,)})) == "norm((a_i + -p_i))"
    assert show(resolved(r"L_i = d(a_i, p_i)", definition)) == "[i<n] abs((a[i] + -p[i]))"


def test_a_parameter_that_shapes_leaves_out_is_what_the_context_defines():
    shapes = {"X": (3, 4), "W_Q": (4, 2), "K": (3, 2), "V": (3, 2)}
    program = resolved(r"\text{Attention}(Q, K, V) = \text{softmax}(Q K^T) V", (r"Q = X W_Q",), shapes)
    assert [p.name for p in program.inputs] == ["X", "W_Q", "K", "V"]


RECURRENCES = [
    ("a sum", r"o_t = S_t q_t", r"S_t = S_{t-1} + v_t, \quad S_0 = 0", "sum(t_3<n if (#t_3 <= #t_2): v[t_3])"),
    ("with a decay", r"o_t = S_t + 1", r"S_t = \gamma S_{t-1} + v_t, \quad S_0 = 0", "gamma**("),
]


@pytest.mark.parametrize(("why", "latex", "context", "part"), RECURRENCES, ids=[row[0] for row in RECURRENCES])
def test_a_recurrence_of_the_note_is_unrolled(why, latex, context, part):
    assert part in show(resolved(latex, (context,)))


def test_a_recurrence_whose_factor_changes_is_computed_step_by_step():
    found = show(resolved(r"o_t = S_t + 1", (r"S_t = \gamma_t S_{t-1} + v_t, \quad S_0 = 0",)))
    assert "S from 0: ((gamma[t_3] * S[t_3-1]) + v[t_3])" in found


def test_an_entropy_may_look_its_parameter_up():
    found = show(resolved(r"\text{Perplexity}(p) = 2^{H(p)}", (r"H(p) = -\sum_x p(x) \log_2 p(x)",)))
    assert found == "2**-sum(x<n: (p[x] * log2(p[x])))"


ROWS = (r"0 & -\infty & \cdots & -\infty", r"0 & 0 & \cdots & -\infty", r"\vdots & \vdots & \ddots & \vdots", r"0 & 0 & \cdots & 0")
MASK = r"M = \begin{bmatrix} " + r" \\ ".join(ROWS) + r" \end{bmatrix}"


def test_a_matrix_with_one_value_on_each_side_of_the_diagonal_is_read_through_its_dots():
    assert "M = table(i,j: where(" in show(resolved(r"Y = S + M", (MASK,)))


NAMED = [
    ("bare", r"y_i = \gamma x_i + \beta \equiv \mathrm{BN}_{\gamma,\beta}(x_i)", None),
    ("declared", r"y_i = \gamma x_i + \beta \equiv \mathrm{BN}_{\gamma,\beta}(x_i)", {"x": (3,), "gamma": (), "beta": ()}),
]


@pytest.mark.parametrize(("why", "latex", "shapes"), NAMED, ids=[row[0] for row in NAMED])
def test_a_side_that_only_names_the_function_is_left_out(why, latex, shapes):
    assert show(resolved(latex, (), shapes)) == "[i<n] ((gamma * x[i]) + beta)"


DESCRIBED = [
    ("a product", r"\text{softmax}(S) V \in \mathbb{R}^{n \times v}", "(softmax(S) @ V)"),
    ("a sum", r"W x + b \in \mathbb{R}^n", "((W @ x) + b)"),
]


@pytest.mark.parametrize(("why", "latex", "value"), DESCRIBED, ids=[row[0] for row in DESCRIBED])
def test_a_computation_before_a_space_is_computed(why, latex, value):
    assert show(resolved(latex)) == value


@pytest.mark.parametrize("latex", [r"x \in \mathbb{R}^n", r"Q, K \in \mathbb{R}^{n \times d}", r"f(x) \in \mathbb{R}^n", r"Wx + b \in S"])
def test_names_before_a_set_are_declared(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


LISTS = [
    ("scalars at an index", r"a_t = [s_t^T h_1, \dots, s_t^T h_N]", "[t<n] table(i: (s[t] @ h[i]))"),
    ("vectors behind semicolons", r"u_t = W [o_{t,1}; o_{t,2}; \dots; o_{t,n_h}]", "concat(i<n_h: o[t,i])"),
]


@pytest.mark.parametrize(("why", "latex", "part"), LISTS, ids=[row[0] for row in LISTS])
def test_a_list_may_have_its_number_beside_another_index(why, latex, part):
    assert part in show(resolved(latex, shapes={"o": (3, 2, 4), "W": (5, 8), "s": (3, 4), "h": (5, 4)}))


SETS = [
    ("calligraphic", r"a_i = \frac{1}{|\mathcal{N}(i)|} x_i", "sum(k<"),
    ("behind a membership", r"a_i = \frac{1}{|N_i|} \sum_{j \in N_i} h_j", "sum(k<"),
    ("bars round a number", r"a_i = |x_i|", "abs(x[i])"),
]


@pytest.mark.parametrize(("why", "latex", "part"), SETS, ids=[row[0] for row in SETS])
def test_bars_round_a_set_count_it(why, latex, part):
    assert part in show(resolved(latex))


def test_the_size_under_a_root_is_never_the_number_of_keys():
    program = resolved(r"\frac{1}{\sqrt{d_k}} \text{softmax}\left(\frac{QK^T}{d_k}\right) V")
    assert inputs(program) == "Q:n×d_k K:m×d_k V:m×d_v"


def test_an_axis_may_be_written_in_the_call():
    assert "softmax" in show(resolved(r"A = \text{softmax}(QK^T, \text{dim}=-1)"))
    with pytest.raises(UnsupportedError):
        resolved(r"A = \text{softmax}(QK^T, \text{dim}=5)")


GIVEN_FRACTIONS = [
    (r"y = A x, \quad A = \begin{bmatrix} \frac{1}{2} & -\frac{1}{4} \\ 0 & 2 \end{bmatrix}", [0.0, 4.0]),
    (r"y = A x, \quad A = \begin{bmatrix} \frac{1/2}{2} & 0 \\ 0 & \frac{1}{1/2} \end{bmatrix}", [0.25, 4.0]),
]


@pytest.mark.parametrize(("latex", "value"), GIVEN_FRACTIONS)
def test_a_given_matrix_may_have_fractions(latex, value):
    assert compile_formula(latex)(x=[1.0, 2.0]) == pytest.approx(value)


def test_the_element_of_a_set_may_be_transposed():
    formula = compile_formula(r"C = \frac{1}{|B|} \sum_{x \in B} x x^\top", shapes={"B": (3, 2)})
    rows = np.array([[1.0, 0.0], [2.0, 1.0], [0.0, 3.0]])
    assert formula(B=rows) == pytest.approx(rows.T @ rows / 3)


KERNEL = r"k(x_i, x_j) = x_i^T A x_j"
PAIRS = [
    ("its own letters", r"K_{ij} = k(x_i, x_j)", KERNEL, {"x": (3, 4), "A": (4, 4)}, "[i<n,j<n] ((x[i] @ A) @ x[j])"),
    ("turned round", r"K_{ij} = k(y_j, x_i)", KERNEL, {"x": (3, 4), "y": (5, 4), "A": (4, 4)}, "[i<m,j<n] ((y[j] @ A) @ x[i])"),
    ("whole vectors", r"s = k(u, v)", KERNEL, {"u": (4,), "v": (4,), "A": (4, 4)}, "((u @ A) @ v)"),
    ("one and the same", r"s = k(u, u)", KERNEL, {"u": (4,), "A": (4, 4)}, "((u @ A) @ u)"),
]


@pytest.mark.parametrize(("why", "latex", "definition", "shapes", "value"), PAIRS, ids=[row[0] for row in PAIRS])
def test_parameters_of_one_name_with_other_letters_are_two(why, latex, definition, shapes, value):
    assert show(resolved(latex, (definition,), shapes)) == value


MEANS = r"y_i = \frac{1}{C(x)} \sum_j f(x_i, x_j) g_j, \quad C(x) = \sum_j f(x_i, x_j), \quad f(x_i, x_j) = e^{x_i^T x_j}"


def test_a_function_whose_left_side_leaves_out_an_index_takes_that_of_its_user():
    program = resolved(MEANS, shapes={"x": (3, 4), "g": (3,)})
    assert [reading.values["index"] for reading in program.readings if reading.key == "reading.unspoken"] == ["i"]
    assert show(program).count("x[i]") == 2


PROJECTED = r"Q = XW^Q,\quad K = XW^K,\quad V = XW^V"
HEAD = r"\text{head}_i = \text{Attention}(QW_i^Q, KW_i^K, VW_i^V)"


def test_a_definition_by_one_matrix_is_not_put_in_where_there_is_one_for_each_index():
    formula = compile_formula(r"\text{MultiHead}(Q,K,V) = \text{Concat}(\text{head}_1,\dots,\text{head}_h)W^O", context=[PROJECTED, HEAD])
    assert {name: len(shape) for name, shape in formula.inputs.items()} == {
        "Q": 2, "K": 2, "V": 2, "W_Q": 3, "W_K": 3, "W_V": 3, "W_O": 2,
    }  # fmt: skip
    assert any("taken as given" in str(reading) for reading in formula.readings)


def test_a_definition_by_one_matrix_is_put_in_where_only_that_one_stands():
    assert set(compile_formula(r"S = QK^\top", context=[PROJECTED, HEAD]).inputs) == {"X", "W_Q", "W_K"}


def test_one_matrix_and_one_for_each_index_in_one_formula_are_refused():
    with pytest.raises(UnsupportedError, match="two things with one name"):
        compile_formula(r"Y = XW^Q + \sum_i X W_i^Q V_i")


IDENTITIES = [(r"\mathrm{tr}(I_3)", 3.0), (r"A + I_2", [[2.0, 2.0], [3.0, 5.0]])]


@pytest.mark.parametrize(("latex", "value"), IDENTITIES)
def test_a_number_below_i_is_the_size_of_the_identity(latex, value):
    formula = compile_formula(latex)
    assert formula(**({"A": [[1.0, 2.0], [3.0, 4.0]]} if "A" in formula.inputs else {})) == pytest.approx(np.array(value))


def test_several_numbered_i_are_names():
    assert set(compile_formula(r"I_1 + I_2").inputs) == {"I_1", "I_2"}


ORDERS = [(r"|x|_1", "n"), (r"|x|_2^2", "n"), (r"|x|_\infty", "n"), (r"|x|", None)]


@pytest.mark.parametrize(("latex", "length"), ORDERS)
def test_bars_with_an_order_are_the_norm_of_a_vector(latex, length):
    assert compile_formula(f"y = {latex} + 1").inputs["x"] == ((length,) if length else ())


LAST = [
    ("a sum", r"y = 2 S_N", (r"S_0 = 0", r"S_i = S_{i-1} + w_i"), "w:n"),
    ("its length", r"y = \frac{S_N}{N}", (r"S_0 = 0", r"S_i = S_{i-1} + w_i"), "w:n"),
    ("without a first value", r"y = W h_T", (r"h_t = \tanh(U h_{t-1} + V x_t)",), "W:n×d h_T:d"),
]


@pytest.mark.parametrize(("why", "latex", "context", "given"), LAST, ids=[row[0] for row in LAST])
def test_the_last_step_of_a_recurrence(why, latex, context, given):
    assert inputs(resolved(latex, context)) == given


WHOLE = [
    (r"O_i = \sum_j A_{ij} V_j", r"A_{ij} = \frac{S_{ij}}{c} = \mathrm{softmax}(Q K^\top)", "Q:n×d_k K:m×d_k V:m×d_v"),
    (r"y = \sum_i f(x_i)", r"z = f(x) = x^2 + 1", "x:n"),
    (r"y = f x", r"z = f(x) = x^2 + 1", "f:() x:()"),
]


@pytest.mark.parametrize(("latex", "definition", "given"), WHOLE)
def test_what_a_chain_defines(latex, definition, given):
    assert inputs(resolved(latex, (definition,))) == given


def test_a_name_behind_what_it_names_is_left_out():
    assert inputs(resolved(r"y_i = x_i^\top w = c")) == "x:n×d w:d"


PLACES = [
    (r"\alpha_{t,s} = \frac{\exp(e(t,s))}{\sum_{s'} \exp(e(t,s'))}", r"e(t,s) = q_t^\top k_s"),
    (r"\alpha_{ij} = \frac{\exp(\text{score}(i,j))}{\sum_k \exp(\text{score}(i,k))}", r"\text{score}(i,j) = q_i^\top k_j"),
]


@pytest.mark.parametrize(("latex", "definition"), PLACES)
def test_a_function_of_the_indices_of_its_body_is_put_in_at_the_indices_of_the_call(latex, definition):
    assert inputs(resolved(latex, (definition,))) == "q:n×d k:m×d"


def test_one_equation_defines_two_functions():
    assert inputs(resolved(r"y = \phi(q)^T \varphi(k)", (r"\phi(x) = \varphi(x) = \text{elu}(x) + 1",))) == "q:n k:n"


def test_beside_scores_e_with_a_number_above_is_a_power():
    assert show(resolved(r"p = \frac{e^2}{e^2 + e^1}", (r"e_i^t = h_i s_t",))) == "(e**2 / (e**2 + e**1))"


ONLY_NAMED = [
    (r"e_{ij} = a(s_i, h_j), \quad \alpha_{ij} = \frac{\exp(e_{ij})}{\sum_k \exp(e_{ik})}", "e:n×d"),
    (r"e_{t,i} = \text{score}(s_t, h_i), \quad \alpha_t = \text{softmax}(e_t)", "e:n×d"),
    (r"A_{ij} = f(q_i, k_j), \quad O_i = \sum_j A_{ij} v_j", "A:n×d v:d×k"),
]


@pytest.mark.parametrize(("latex", "given"), ONLY_NAMED)
def test_scores_of_which_a_display_says_only_what_they_are_made_of_are_given(latex, given):
    program = resolved(latex)
    assert inputs(program) == given
    assert "taken as given" in " ".join(map(str, program.readings))


ELSEWHERE_NAMED = [
    (r"\alpha_{ti} = \frac{\exp(e_{ti})}{\sum_k \exp(e_{tk})}", r"e_{ti} = \text{score}(s_t, h_i)", "e:n×d"),
    (r"c_t = \sum_i \alpha_{ti} h_i", r"h_i = \text{RNN}(x_i)", "alpha:n×d h:d×k"),
    (r"y_t = W h_t", r"h_t = \text{LSTM}(h_{t-1}, x_t)", "W:n×d h_t:d"),
    (r"y = P + 1", r"P = \text{Poisson}(x)", "P:()"),
]


@pytest.mark.parametrize(("latex", "definition", "given"), ELSEWHERE_NAMED)
def test_so_is_what_the_note_only_names_elsewhere(latex, definition, given):
    program = resolved(latex, (definition,))
    assert inputs(program) == given
    assert "taken as given" in " ".join(map(str, program.readings))


def test_but_not_where_the_unknown_function_is_a_part():
    with pytest.raises(UnsupportedError, match="its definition cannot be computed"):
        resolved(r"z = W h + b", (r"h = g(x) + x",))


@pytest.mark.parametrize("latex", [r"e_{ij} = a(s_i, h_j)", r"s_{ij} = a(x_i, h_j) + b_i, \quad \alpha = \text{softmax}(s)"])
def test_an_unknown_function_is_refused_where_its_value_is_asked_for_or_it_is_a_part(latex):
    with pytest.raises(UnsupportedError):
        resolved(latex)


@pytest.mark.parametrize(
    ("context", "value"),
    [
        ((r"\sigma^2 = 4",), 3),  # no number for sigma, whose square would be 16
        ((r"\sigma = 4",), np.sqrt(21)),
    ],
)
def test_the_number_of_a_power_is_that_of_the_power(context, value):
    assert compile_formula(r"y = \sqrt{\sigma^2 + 5}", context=context)() == pytest.approx(value)


GATHERED = [
    (
        r"m = \max_j m_j, \ell = \sum_j e^{m_j - m} \ell_j, O = \frac{1}{\ell} \sum_j e^{m_j - m} \ell_j O_j",
        (),
        """m = max(j_2<n: m_j[j_2])
ell_2 = sum(j<n: (e**(m_j[j] + -m) * ell[j]))
((1 / ell_2) * sum(j_3<n: (e**(m_j[j_3] + -m) * ell[j_3] * O[j_3])))""",
    ),
    (r"L = \sum_b e^{m_b - m}", (r"m = \max_b m_b",), "m = max(b_2<n: m_b[b_2])\nsum(b<n: e**(m_b[b] + -m))"),
    (
        r"L = \sum_b e^{m_b - m}",
        (r"m_b = \max_k s_{bk}", r"m = \max_b m_b"),
        "m[b_2<n] = max(k<d: s[b_2,k])\nm_2 = max(b_3<n: m[b_3])\nsum(b<n: e**(m[b] + -m_2))",
    ),
    (r"y = \sum_i g_i v_i", (r"g = W x",), "g = (W @ x)\nsum(i<n: (g[i] * v[i]))"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), GATHERED)
def test_what_is_gathered_is_not_the_whole(latex, context, wanted):
    assert show(resolved(latex, context)) == wanted
