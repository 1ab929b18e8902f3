"""Products: what stands side by side, what a slash divides, where a function without brackets ends."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.errors import ShapeError, UnsupportedError

from ...dump import inputs, meaning, resolved, show

PRODUCTS = [
    (r"\frac{1}{2}(a+b)c / 2d", (), None, "a:() b:() c:() d:()", "(((1 / 2) * (a + b) * c) / (2 * d))"),
    (r"E_i / kT", (), None, "E:n×d k:() T:()", "[i<n] (E[i] / (k * T))"),
    (r"T(T+1)/2", (), None, "T:()", "((T * (T + 1)) / 2)"),
    (r"\vec{a} \cdot \vec{b}", (), None, "a:n b:n", "(a @ b)"),
    (r"x^\top y", (), None, "x:n y:n", "(x @ y)"),
    (r"x y^\top", (), None, "x:n y:m", "outer(x, y)"),
    (r"s_i = \frac{q k_i^\top}{\sqrt{d_k}}", (), None, "q:d_k k:n×d_k", "[i<n] ((q @ k[i]) / <d_k>**1/2)"),
    (r"A = \frac{x y^\top}{\sqrt{n}}", (), {"x": (3,), "y": (4,)}, "x:m y:p n:()", "(outer(x, y) / n**1/2)"),
    (r"M = G + u^\top v", (), {"G": (3, 3)}, "G:n×d u:n v:d", "(G + outer(u, v))"),
    (r"M = G + u^\top u", (), {"G": (3, 3)}, "G:n×d u:m", "(G + (u @ u))"),
    (r"S = \sum_j k_j^\top v_j", (), {"k": (3, 4), "v": (3, 2)}, "k:n×d v:n×p", "sum(j<n: outer(k[j], v[j]))"),
    (r"o_i = q_i \sum_j k_j^\top", (), {"q": (3, 4), "k": (5, 4)}, "q:n×d k:m×d", "[i<n] (q[i] @ sum(j<m: k[j]))"),
    (r"y = (X^\top X)^{-1} X^\top y", (), None, "X:n×d y:n", "((power((X' @ X), -1) @ X') @ y)"),
    (r"O = \frac{1}{\ell} A", (r"\ell = \mathrm{rowsum}(P)",), None, "P:n×d A:n×k", "ell = sum(P)\n((1 / ell) * A')'"),
    (
        r"O' = e^{m - m'} O + PV",
        (),
        {"m": (3,), "m_prime": (3,), "O": (3, 2)},
        "m:n m_prime:n O:n×d P:n×k V:k×d",
        "((e**(m + -m_prime) * O')' + (P @ V))",
    ),
    (r"y = r^\top A", (r"r = \mathrm{rowsum}(A)",), None, "A:n×d", "r = sum(A)\n(r @ A)"),
    (r"y = A c", (), {"c": ()}, "A:n×d c:()", "(A * c)"),
    (r"s_{tij} = q_{ti} k_{ji}^\top", (), {"q": (3, 2, 4), "k": (3, 2, 4)}, "q:n×m×d k:p×m×d", "[t<n,i<m,j<p] (q[t,i] @ k[j,i])"),
    (r"S = \sum_i k_i v_i^\top", (), None, "k:n×d v:n×p", "sum(i<n: outer(k[i], v[i]))"),
    (r"\frac{x - \mu}{s} \cdot \gamma", (), None, "x:() mu:() s:() gamma:()", "(((x + -mu) / s) * gamma)"),
    (r"\text{Swish}(x) = x \cdot \sigma(x)", (), None, "x:()", "(x * sigmoid(x))"),
    (r"(W_1 x) \otimes \text{tanh}(W_2 x)", (), None, "W_1:n×d x:d W_2:n×d", "((W_1 @ x) * tanh((W_2 @ x)))"),
    (r"2*N*d*N=2Nd^2", (), None, "N:() d:()", "(2 * N * d**2)"),
    (r"\sqrt d_k", (), None, "d_k:()", "d_k**1/2"),
    (r"\sqrt{d}_k", (), None, "d_k:()", "d_k**1/2"),
    (r"\cos m\theta \sin n\theta", (), None, "m:() theta:() n:()", "(cos((m * theta)) * sin((n * theta)))"),
    (r"\log p q", (), None, "p:() q:()", "log((p * q))"),
    (r"[W h_i \| W h_j]", (), None, "W:n×d h:m×d", "[i<m,j<m] concat-1((W @ h[i]), (W @ h[j]))"),
    (r"\mathrm{ReLU}(Q) \mathrm{ReLU}(K)^\top 1", (), None, "Q:n×d_k K:m×d_k", "((relu(Q) @ relu(K)') @ full(1))"),
    (r"1_n^\top x", (), None, "x:n", "(full(1) @ x)"),
    (r"A\mathbb{1}", (), None, "A:n×d", "(A @ full(1))"),
    (r"y = x 1", (), None, "x:()", "(x * 1)"),
    (r"P = e^{S - \mathrm{rowmax}(S)}", (), None, "S:n×d", "e**(S' + -row_max(S))'"),
    (r"S = \frac{Q K^\top}{\tau \sqrt{d_k}}", (), None, "Q:n×d_k K:m×d_k tau:()", "((Q @ K') / (tau * <d_k>**1/2))"),
    (r"Y = XW + b", (), {"X": (3, 4), "W": (4, 2), "b": (2,)}, "X:n×d W:d×k b:k", "((X @ W) + b)"),
    (r"D = \sigma(Z)(1 - \sigma(Z))", (), None, "Z:n×d", "(sigmoid(Z) * (1 + -sigmoid(Z)))"),
    (r"z = xW1 + b1", (), None, "x:n W_1:n×d b_1:d", "((x @ W_1) + b_1)"),
    (r"y = W1^\top x1 + \beta2 c", (), None, "W_1:n×d x_1:n beta_2:() c:()", "((W_1' @ x_1) + (beta_2 * c))"),
    (r"V = \frac{W}{\sigma(W)}", (), None, "W:n×d", "(W / spectral_norm(W))"),
    (r"V = W / \sigma(X)", (), None, "W:n×d X:n×d", "(W / sigmoid(X))"),
    (r"y = 2x 3 + \log2", (), None, "x:()", "((2 * x * 3) + log(2))"),
    (r"S = 1/\sqrt{d_k}\, Q K^\top", (), None, "Q:n×d_k K:m×d_k", "((1 / <d_k>**1/2) * (Q @ K'))"),
    (r"O = Q K^\top / \sqrt{d_k} V", (), None, "Q:n×d_k K:m×d_k V:m×d_v", "(((Q @ K') / <d_k>**1/2) @ V)"),
    (r"C = 1/n X^\top X", (), None, "X:n×d", "((1 / <n>) * (X' @ X))"),
    (r"m = 1/n \sum_i x_i", (), None, "x:n", "((1 / <n>) * sum(i<n: x[i]))"),
    (r"y = 1/2 x + 1/2\pi", (), None, "x:()", "(((1 / 2) * x) + (1 / (2 * pi)))"),
    (r"G = \sigma(XW + b) \cdot XV", (), {"b": (4,)}, "X:n×d W:d×k b:k V:d×k", "(sigmoid(((X @ W) + b)) * (X @ V))"),
    (r"G = \mathrm{ReLU}(XW) \cdot V", (), None, "X:n×d W:d×k V:k×d_v", "(relu((X @ W)) @ V)"),
    (r"p = k \times k \times C_{in} + C_{in}", (), None, "k:() C_in:()", "((k * k * C_in) + C_in)"),
    (r"h = Wx + BAx", (), None, "W:n×d x:d B:n×k A:k×d", "((W @ x) + ((B @ A) @ x))"),
    (r"W[h ; x]", (), None, "W:n×d h:m x:d - m", "(W @ concat-1(h, x))"),
]


@pytest.mark.parametrize(("latex", "context", "shapes", "given", "meaning"), PRODUCTS, ids=[row[0] for row in PRODUCTS])
def test_products(latex, context, shapes, given, meaning):
    program = resolved(latex, context, shapes)
    assert inputs(program) == given
    assert show(program) == meaning


def test_a_unit_in_a_product_counts_and_a_lone_quantity_keeps_its_unit():
    assert show(resolved(r"2 \times n \times 2\ \text{bytes}")) == "(2 * n * 2)"
    assert "bits" in inputs(resolved(r"m = 8 \text{ bits}"))


def test_a_column_times_a_column_of_cosines_is_a_rotation():
    column = r"\begin{pmatrix} q_0 \\ q_1 \end{pmatrix}"
    waves = r"\begin{pmatrix} \cos m\theta_0 \\ \cos m\theta_0 \end{pmatrix}"
    assert show(resolved(rf"r = {column} \otimes {waves}")) == "([[q_0], [q_1]] * [[cos((m * theta_0))], [cos((m * theta_0))]])"
    mixed = r"\begin{pmatrix} \cos a \\ \sin a \end{pmatrix}"
    for left, right in ((column, column), (column, mixed), (waves, waves)):
        with pytest.raises(UnsupportedError, match="otimes"):
            resolved(rf"r = {left} \otimes {right}")


IN_FUNCTIONS = [
    ("two vectors", r"f(x) = w \cdot x + b", {"w": 4, "x": 4}, "((w @ x) + b)"),
    ("two parameters", r"\text{score}(q, k) = \frac{q \cdot k}{\sqrt{d}}", {"q": 4, "k": 4}, "((q @ k) / <d>**1/2)"),
    ("in bold", r"K(\mathbf{x}, \mathbf{z}) = (\mathbf{x} \cdot \mathbf{z} + c)^d", {"x": 4, "z": 4}, "((x @ z) + c)**d"),
    ("in another function", r"f(x) = \sigma(w \cdot x)", {"w": 4, "x": 4}, "sigmoid((w @ x))"),
    ("one made of the other", r"g(x) = x \cdot \sigma(x)", {"x": 4}, "(x * sigmoid(x))"),
    ("one made of the other by name", r"g(x) = x \cdot s, \quad s = \sigma(x)", {"x": 4}, "s = sigmoid(x)\n(x * s)"),
    ("a power of the other", r"f(x) = x \cdot x^2", {"x": 4}, "(x * x**2)"),
    ("a number", r"f(x) = a \cdot x", {"x": 4}, "(a * x)"),
    ("a star", r"f(x) = a * x", {"a": 4, "x": 4}, "(a * x)"),
    ("beside a vector", r"\text{PReLU}(x) = \max(0, x) + a \cdot \min(0, x)", {"a": 4, "x": 4}, "(max(0, x) + (a * min(0, x)))"),
    ("in a branch beside a vector", r"f(x) = \begin{cases} x & x > 0 \\ a \cdot x & x \le 0 \end{cases}", {"a": 4, "x": 4},
     "where((x > 0): x; (x <= 0): (a * x); else nothing)"),
    ("in a sum over entries", r"f(x) = \sum w x", {"w": 4, "x": 4}, "sum(i<n: (w * x)[i])"),
    ("in a condition", r"f(x) = \begin{cases} 1 & w \cdot x > 0 \\ 0 & \text{else} \end{cases}", {"w": 4, "x": 4},
     "where(((w @ x) > 0): 1; else 0)"),
]  # fmt: skip


@pytest.mark.parametrize(("why", "latex", "sizes", "meaning"), IN_FUNCTIONS, ids=[row[0] for row in IN_FUNCTIONS])
def test_a_dot_between_different_vectors_is_a_dot_product_on_the_right_of_a_call_too(why, latex, sizes, meaning):
    assert show(resolved(latex, shapes={name: (size,) for name, size in sizes.items()}, target="g" if "quad" in latex else None)) == meaning


def test_a_function_defined_by_a_dot_takes_vectors_at_two_places():
    found = resolved(r"K(x_i, x_j)", (r"K(x, z) = x \cdot z + 1",), {"x": (4, 3)})
    assert show(found) == "[i<n,j<n] ((x[i] @ x[j]) + 1)"


@pytest.mark.parametrize("sides", [r"\gamma \cdot \hat x + \beta", r"\beta + 2\gamma \cdot \hat x"])
def test_a_dot_product_added_to_a_vector_is_entry_by_entry_and_said(sides):
    found = resolved(rf"y = {sides}", shapes={"gamma": (4,), "x_hat": (4,), "beta": (4,)})
    assert "@" not in show(found)
    assert any("added to a vector" in str(reading) for reading in found.readings)


def test_a_dot_product_added_to_a_number_stays_one():
    assert show(resolved(r"y = w \cdot x + b", shapes={"w": (4,), "x": (4,), "b": (1,)})) == "((w @ x) + b)"


@pytest.mark.parametrize(("latex", "sizes"), [("f(x) = wx + b", {"w": 4, "x": 4}), (r"y = w \cdot x + b", {"w": 4, "x": 4, "b": 3})])
def test_two_vectors_that_may_be_multiplied_in_two_ways_are_refused(latex, sizes):
    with pytest.raises(UnsupportedError, match="dot product, outer product or entry by entry"):
        resolved(latex, shapes={name: (size,) for name, size in sizes.items()})


SLASHES = [
    (r"x/y/z", 12 / 3 / 2),
    (r"x / y / z / 2", 1.0),
    (r"x \div y / z", 2.0),
    (r"x/y \cdot z/2", 4.0),
    (r"2/3/4", 1 / 6),
]


@pytest.mark.parametrize(("latex", "value"), SLASHES)
def test_slashes_divide_from_left_to_right(latex, value):
    formula = compile_formula(latex)
    given = {name: number for name, number in {"x": 12.0, "y": 3.0, "z": 2.0}.items() if name in formula.inputs}
    assert formula(**given) == pytest.approx(value)


def test_a_labelled_sign_is_an_operation_of_the_note():
    assert show(resolved(r"x \oplus_c y = c x + y")) == "((c * x) + y)"
    with pytest.raises(UnsupportedError, match="oplus_c"):
        resolved(r"z = x \oplus_c y")


def test_rows_of_two_lengths_have_no_dot_product():
    with pytest.raises(ShapeError):
        resolved(r"y = k^\top v", shapes={"k": (3,), "v": (2,)})


def test_a_state_of_rows_adds_outer_products():
    formula = compile_formula(r"S_t = S_{t-1} + k_t^\top v_t", context=(r"S_0 = 0",), shapes={"k": (5, 3), "v": (5, 2)})
    assert formula.shape == ("n", "d", "p")
    number = compile_formula(r"z_t = z_{t-1} + k_t^\top v_t", context=(r"z_0 = 0",), shapes={"k": (5, 3), "v": (5, 3)})
    assert number.shape == ("n",)


@pytest.mark.parametrize("latex", [r"P^\top \pi", r"\pi P", r"A \pi"])
def test_pi_beside_a_matrix_may_be_a_vector(latex):
    with pytest.raises(UnsupportedError, match="vector of probabilities"):
        resolved(latex)


@pytest.mark.parametrize(
    ("latex", "wanted"), [(r"y = \pi^\top P", "(pi @ P)"), (r"y = 2 \pi A", "(2 * π * A)"), (r"y = \pi r^2", "(π * r**2)")]
)
def test_pi_that_is_turned_or_counted_is_clear(latex, wanted):
    assert show(resolved(latex)).replace("pi *", "π *") == wanted


GATES = [
    (r"y = (\text{SiLU}(x W_1) \cdot x W_3) W_2", "((silu((x @ W_1)) * (x @ W_3)) @ W_2)"),
    (r"y = W_2 (\text{SiLU}(W_1 x) \cdot W_3 x)", "(W_2 @ (silu((W_1 @ x)) * (W_3 @ x)))"),
    (r"y = (q \cdot k) V", "((q @ k) * V)"),
]


@pytest.mark.parametrize(("latex", "wanted"), GATES, ids=[row[0] for row in GATES])
def test_a_gate_beside_a_matrix_is_entry_by_entry(latex, wanted):
    assert meaning(latex) == wanted
