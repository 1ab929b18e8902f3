"""Ranges of operators reach into what stands in them."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute, UnsupportedError

from ...dump import inputs, meaning, resolved


def test_a_softmax_over_the_index_of_a_sum_has_its_range():
    latex = r"o_t = \sum_{j=1}^{t} \mathrm{softmax}_j(s_{tj}) v_j"
    weights = "softmax(where((#j <= #t): s[t,j]; else -inf) along j)"
    assert meaning(latex) == f"[t<n] sum(j<d if (#j <= #t): ({weights} * v[j]))"


NESTED = [
    ("to the outer index", r"\sum_{i=1}^{3} \sum_{j=1}^{i} j", "sum(i<3: sum(j<3 if (#j <= #i): #j))"),
    ("one further", r"\sum_{i=1}^{3} \sum_{j=1}^{i+1} j", "sum(i<3: sum(j<4 if (#j <= (#i + 1)): #j))"),
    ("below it", r"\sum_{i=1}^{3} \sum_{j \le i} j", "sum(i<3: sum(j<3 if (#j <= #i): #j))"),
    ("an axis says how far", r"\sum_{i=1}^{n} \sum_{j=1}^{i} x_j", "sum(i<n: sum(j<n if (#j <= #i): x[j]))"),
]


@pytest.mark.parametrize(("why", "latex", "wanted"), NESTED, ids=[row[0] for row in NESTED])
def test_an_outer_index_bounds_an_inner_one(why, latex, wanted):
    assert meaning(latex) == wanted


def test_a_lower_bound_alone_does_not_say_how_far():
    with pytest.raises(UnsupportedError, match="how large"):
        resolved(r"\sum_{i=1}^{3} \sum_{j > i} j")


def test_the_size_under_a_root_names_an_axis_only_where_one_is_meant():
    assert resolved(r"\frac{Q K^\top}{\sqrt{d_k}}").sizes.count("d_k") == 1
    assert resolved(r"\frac{X W_Q W_K^\top X^\top}{\sqrt{d_k}}").sizes.count("d_k") == 1
    assert "d_h" in [p.name for p in resolved(r"\frac{Q W^\top c^\top}{\sqrt{d_h}}").inputs]


COUNTED = [
    ("an upper bound", r"\frac{1}{|Q|} \sum_{i=1}^{|Q|} r_i", None, "((1 / <n>) * sum(i<n: r[i]))"),
    ("the elements themselves", r"\frac{1}{|\mathcal{B}|} \sum_{\mathbf{x} \in \mathcal{B}} \mathbf{x}", {"B": (6, 3)},
     "((1 / <n>) * sum(x<n: B[x]))"),
    ("elements and a table", r"\sum_{x \in X} x p(x)", {"X": (3,), "p": (3,)}, "sum(x<n: (X[x] * p[x]))"),
    ("a table alone", r"\sum_{x \in X} p(x)", None, "sum(x<n: p[x])"),
]  # fmt: skip


@pytest.mark.parametrize(("why", "latex", "shapes", "wanted"), COUNTED, ids=[row[0] for row in COUNTED])
def test_a_set_is_counted_and_its_elements_are_taken(why, latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


@pytest.mark.parametrize("latex", [r"\sum_{i \in S} i", r"\sum_{i \in S} x_i"])
def test_letters_that_count_do_not_stand_for_elements(latex):
    with pytest.raises(UnsupportedError, match="set"):
        resolved(latex, shapes={"S": (3,), "x": (4,)})


def test_bars_round_another_matrix_are_its_determinant():
    assert meaning(r"|A| + 1") == "(det(A) + 1)"


def test_letters_before_a_set_share_it():
    found = meaning(r"Y_{ij} = \max_{p, q \in \{0, 1\}} X_{2i+p, 2j+q}")
    assert found == "[i<n,j<d] max(p<2: max(q<2: X[((i * <2>) + p),((j * <2>) + q)]))"


def test_a_norm_of_an_order_that_is_given():
    assert meaning(r"\|x\|_p", shapes={"x": (4,), "p": ()}) == "sum(i<n: abs(x)**p[i])**(1 / p)"
    with pytest.raises(UnsupportedError, match="norm"):
        resolved(r"\|x\|_A", shapes={"x": (4,), "A": (4, 4)})


def test_a_limit_is_not_computed():
    with pytest.raises(NothingToCompute):
        resolved(r"\lim_{n \to \infty} P(n) = 0")


COMPOSED = [
    ("and the node itself", r"y_i = \sum_{j \in N(i) \cup \{i\}} a_{ij}", "[i<d] sum(j<d if (N[i,j] != 0) or (#j == #i): a[i,j])"),
    ("itself first", r"y_i = \sum_{j \in \{i\} \cup N_i} a_{ij}", "[i<d] sum(j<d if (#j == #i) or (N[i,j] != 0): a[i,j])"),
    ("but one", r"m_{ik} = \sum_{j \in N(i) \setminus \{k\}} a_{jik}", "[i<d,k<d] sum(j<d if (N[i,j] != 0) and not (#j == #k): a[j,i,k])"),
]  # fmt: skip


@pytest.mark.parametrize(("why", "latex", "wanted"), COMPOSED, ids=[row[0] for row in COMPOSED])
def test_a_neighbourhood_may_be_joined_with_single_nodes(why, latex, wanted):
    assert meaning(latex) == wanted


@pytest.mark.parametrize("latex", [r"y_i = \sum_{j \in N(i) \cap M(i)} a_{ij}", r"y_i = \sum_{j \in \{i\} \times N_i} a_{ij}"])
def test_other_combinations_of_sets_are_refused(latex):
    with pytest.raises(UnsupportedError, match="set"):
        resolved(latex)


EXCEPTED = [
    ("used outside the sum", r"L = \frac{e^{s_i}}{e^{s_i} + \sum_{j \neq i} e^{s_j}}", "[i<n]"),
    ("an outer sum binds it", r"L = \sum_{i=1}^{n} \frac{s_i}{\sum_{j \neq i} s_j}", "sum(i<n: "),
    ("all pairs", r"E = \sum_{i \neq j} q_i q_j", "sum(i<n: sum(j<n "),
    ("another symbol's letter", r"E = c_i + \sum_{j \neq i} q_j r_i", "(c_i + sum("),
]


@pytest.mark.parametrize(("why", "latex", "start"), EXCEPTED, ids=[row[0] for row in EXCEPTED])
def test_a_place_that_a_sum_leaves_out_is_an_index_where_it_is_used_outside(why, latex, start):
    assert meaning(latex).startswith(start)


HALVES = [
    ("in braces", r"t_i = b^{-2(i-1)/d}, \quad i \in \{1, \dots, d/2\}"),
    ("from zero", r"t_i = b^{-2i/d}, \quad i = 0, 1, \dots, \frac{d}{2} - 1"),
]


@pytest.mark.parametrize("latex", [pytest.param(latex, id=why) for why, latex in HALVES])
@pytest.mark.parametrize("shapes", [None, {"b": (), "d": ()}], ids=["inferred", "declared"])
def test_a_range_may_be_half_of_a_number_that_no_array_has(latex, shapes):
    program = resolved(latex, shapes=shapes)
    assert [str(dim) for dim in program.shape] == ["d/2"]
    assert sorted(parameter.name for parameter in program.inputs) == ["b", "d"]


def test_arrays_say_how_far_half_a_number_goes():
    assert [str(dim) for dim in resolved(r"y_i = x_i^{i/d}, \quad i = 1, \dots, d/2").shape] == ["n"]


def test_a_definition_brings_the_range_of_its_own_formula():
    program = resolved(r"p_i = m t_i", (r"t_i = b^{-2i/d}, \quad i = 0, \dots, d/2 - 1",))
    assert [str(dim) for dim in program.shape] == ["d/2"]


def test_a_letter_that_is_given_as_a_number_has_no_range():
    assert resolved(r"t_i = b^{i}, \quad i = 1, \dots, n", shapes={"i": (), "b": ()}).shape == ()


def test_the_class_of_an_item_is_no_letter_that_runs():
    with pytest.raises(UnsupportedError, match="from 0 or from 1"):
        resolved(r"L_i = \sum_{j \neq y_i} \max(0, s_j - s_{y_i} + 1)")


def test_below_how_many_there_are_the_first_place_is_not_written():
    with pytest.raises(UnsupportedError, match="from 0 or from 1"):
        resolved(r"V = \sum_{k < K} \gamma^k r_k")
    assert meaning(r"V = \sum_{k \le K} r_k") == "sum(k<K: r[k])"


def test_a_label_below_a_limit_is_no_number_for_each_index():
    assert inputs(resolved(r"p_{ts} = \frac{e^{a_{ts}}}{\sum_{s'=1}^{T_s} e^{a_{ts'}}}")) == "a:n×T_s"
    assert inputs(resolved(r"y_i = \sum_{j=1}^{m_i} x_j")) == "x:n m:p"


def test_places_in_steps_of_a_tenth_are_no_places():
    with pytest.raises(UnsupportedError, match="set"):
        resolved(r"P = \frac{1}{11} \sum_{r \in \{0, 0.1, \dots, 1\}} p(r)")
    assert meaning(r"y = \sum_{i \in \{1, 2, \dots, n\}} x_i") == "sum(i<n: x[i])"


LABELLED_ENDS = [
    (r"y_k = \sum_{j=1}^{k_{max}} w_{kj}", "w:n×k_max"),
    (r"y_k = \sum_{j=1}^{n_k} w_{kj}", "w:m×d n:m"),
    (r"y_k = \sum_{j=1}^{k} x_j", "x:k"),
]


@pytest.mark.parametrize(("latex", "given"), LABELLED_ENDS)
def test_an_end_with_a_label_is_a_length_of_its_own(latex, given):
    assert sorted(inputs(resolved(latex)).split()) == sorted(given.split())
