"""A name before a bracket: a call where it may be one, a product where the letter is known as a quantity or only a product makes sense."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute, UnsupportedError

from ...dump import inputs, resolved, show

UNKNOWN = [
    ("a word with a script", r"y = Squash_s(K)", (), "Squash"),
    ("a call in the bracket", r"y = x + F(\mathrm{relu}(x))", (), "F"),
    ("F, G, H as f, g, h", r"y = F(x + z)", (), "F"),
    ("an indexed function", r"y = \sum_i f_i(x)", (), "f"),
    ("an inverse function", r"y = f^{-1}(x)", (), "f"),
    ("indexed at an indexed place", r"y_i = w_i(x_i)", (), "w"),
    ("a word with digits", r"y = \mathrm{squash2}(x) + 1", (), "squash2"),
    ("digits behind a word", r"y = \mathrm{ReLU}6(x) + 1", (), "ReLU6"),
    ("itself at another place", r"T(n) = 2T(n/2) + n", (), "T"),
]


@pytest.mark.parametrize(("why", "latex", "context", "name"), UNKNOWN, ids=[row[0] for row in UNKNOWN])
def test_an_unknown_function_is_no_product(why, latex, context, name):
    with pytest.raises(UnsupportedError, match=f"function {name} "):
        resolved(latex, context)


PRODUCTS = [
    ("letters of weights round a call", r"y = W_2(\mathrm{ReLU}(W_1 x))", (), "(W_2 @ relu((W_1 @ x)))"),
    ("a letter used elsewhere", r"y = N(N-1)", (), "(N * (N + -1))"),
    ("defined as a number", r"y = F(x + z)", ("F = 2a",), "F = (2 * a)\n(F * (x + z))"),
    ("declared by the note", r"y = R_m(q)", (r"R_m \in \mathbb{R}^{d \times d}", r"q \in \mathbb{R}^{d}"), "(R_m @ q)"),
    ("transposed before it", r"y = S^\top(A + B)", (), "(S' @ (A + B))"),
    ("a number in the bracket", r"y = m(3) + b", (), "((m * 3) + b)"),
    ("a sum in the bracket", r"y = \alpha(x + 1)", (), "(alpha * (x + 1))"),
    ("a known function with digits", r"y = \mathrm{softmax1}(x)", (), "softmax_one(x)"),
    ("a logarithm's base", r"y = log2(x)", (), "log2(x)"),
    ("the argument of ln", r"y = ln2 + \sin2x", (), "(log(2) + sin((2 * x)))"),
    ("a variance before a function", r"k = \sigma_f^2 \exp(-x)", (), "(sigma_f**2 * exp(-x))"),
    ("a variance before a bracket", r"k = \sigma_n^2 (x + 1)", (), "(sigma_n**2 * (x + 1))"),
    ("the gamma function round a sum", r"y = \Gamma(\alpha + 1)", (), "gamma_function((alpha + 1))"),
    ("a letter of the note", r"y = \Gamma(x + 1)", (r"\Gamma = 2a",), "Gamma = (2 * a)\n(Gamma * (x + 1))"),
    ("a gate", r"k = \sigma(x)^2", (), "sigmoid(x)**2"),
    ("names with numbers", r"y = head1 + head2", (), "(head1 + head2)"),
]


@pytest.mark.parametrize(("why", "latex", "context", "meaning"), PRODUCTS, ids=[row[0] for row in PRODUCTS])
def test_left_alone(why, latex, context, meaning):
    assert show(resolved(latex, context)) == meaning


HATTED = [
    (r"L = \hat{\mathbb{E}}_t[r_t A_t]", {"r_t": (4,), "A_t": (4,)}, "mean((r_t * A_t))"),
    (r"L = \hat{\mathbb{E}}[\mathrm{clip}(r, 1 \pm \epsilon)]", {"r": (4,)}, "mean(clip(r, (1 + -epsilon), (1 + epsilon)))"),
    (r"L = \mathrm{clip}(r, 1 - a, 1 + b)", {"r": (4,)}, "clip(r, (1 + -a), (1 + b))"),
    (r"y = \hat{E} (x + 1)", {"x": ()}, "(E_hat * (x + 1))"),
]


@pytest.mark.parametrize(("latex", "shapes", "meaning"), HATTED)
def test_a_hat_over_an_expectation_and_both_bounds_in_one(latex, shapes, meaning):
    assert show(resolved(latex, shapes=shapes)) == meaning


@pytest.mark.parametrize("latex", [r"y = \exp + 1", r"y = \sin \cdot x", r"\phi = \log"])
def test_the_command_of_a_function_is_never_a_letter(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


def test_the_probability_of_an_event_is_not_computed():
    with pytest.raises(NothingToCompute):
        resolved(r"P(X_{n+1} = j \mid X_n = i, X_0 = k) = P(X_{n+1} = j \mid X_n = i)")
    with pytest.raises(UnsupportedError, match="function P "):
        resolved(r"y = P(x) + 1")


ENTROPY = (r"H(D) = -\sum_{i=1}^{k} p_i \log p_i",)


def test_a_definition_without_its_parameter_says_nothing_of_another_argument():
    with pytest.raises(UnsupportedError, match="nothing is computed from D"):
        resolved(r"g = 1 - H(D^v)", ENTROPY)
    assert "p[" in show(resolved(r"g = 1 - H(D)", ENTROPY))


def test_numbered_symbols_are_no_entries_of_the_parameter():
    with pytest.raises(UnsupportedError, match="nothing is computed from x"):
        resolved(r"y = g(Wq)", (r"g(x) = x_1 + x_2",), {"W": (2, 3), "q": (3,)})
    assert show(resolved(r"y = g(a)", (r"g(x) = (x - x_0)^2",))) == "(a + -x_0)**2"
    assert show(resolved(r"y = f(a, b)", (r"f(x_1, x_2) = x_1 - x_2",))) == "(a + -b)"


DIVERGENCES = [r"KL(p \| q)", r"\text{KL}(p, q)", r"D_{KL}(p \| q)", r"\mathbb{D}_{\mathrm{KL}}(p \parallel q)"]


@pytest.mark.parametrize("latex", DIVERGENCES)
def test_the_divergence_is_known_by_its_name(latex):
    assert show(resolved("d = " + latex)) == "sum(i<n: (p[i] * log((p[i] / q[i]))))"


def test_a_divergence_from_a_distribution_without_numbers_is_refused():
    with pytest.raises(UnsupportedError, match="function N "):
        resolved(r"d = KL(z \| N(0, I))")


def test_all_values_of_a_name_in_braces_are_one_array():
    assert show(resolved(r"A_i = r_i - \text{mean}(\{r_j\}_{j=1}^{G})")) == "[i<G] (r[i] + -mean(table(j: r[j])))"
    with pytest.raises(NothingToCompute):
        resolved(r"y = \text{softmax}(\{q^T k_j\}_{j=1}^{n})")


def test_what_a_divergence_compares_counts_nothing():
    program = resolved(r"H(p,q) = H(p) + D_{KL}(p\|q)", (r"H(p) = -\sum_i p_i \log p_i",))
    assert inputs(program) == "p:n q:n"


WORDS = [
    (r"A = Q K^\top + E(\text{rel})", "Q:n×d_k K:d×d_k E_rel:n×d"),
    (r"y = W(\text{new}) x", "W_new:n×d x:d"),
]


@pytest.mark.parametrize(("latex", "given"), WORDS)
def test_a_word_in_brackets_tells_arrays_apart(latex, given):
    assert inputs(resolved(latex)) == given


def test_a_word_below_a_function_that_calls_it_by_another_name():
    assert show(resolved(r"f = \sigma_{\text{sigmoid}}(x)")) == "sigmoid(x)"
    assert show(resolved(r"y = \text{Gini}(\text{left}) + x")) == "(Gini_left + x)"


@pytest.mark.parametrize("latex", [r"y = x W \cdot \sigma(\beta x W)", r"y = \sigma(X W) \cdot X W"])
def test_an_activation_times_what_it_is_of_is_entry_by_entry(latex):
    assert "@ sigmoid" not in show(resolved(latex))
    assert ") * " in show(resolved(latex))


LOGARITHMS = [
    (r"L = \sum_i \log \pi(a_i \mid s_i) A_i", "sum(i<n: (log(pi[i]) * A[i]))"),
    (r"L = \sum_i \log p(x_i) q(x_i)", "sum(i<n: (log(p[i]) * q[i]))"),
    (r"L = \log \frac{a}{b} c", "(log((a / b)) * c)"),
    (r"L = \log \frac{1}{2} x", "log(((1 / 2) * x))"),
    (r"L = \log a (b + c)", "log((a * (b + c)))"),
    (r"L = \log p q", "log((p * q))"),
]


@pytest.mark.parametrize(("latex", "wanted"), LOGARITHMS)
def test_a_logarithm_ends_behind_the_call_of_a_probability(latex, wanted):
    assert show(resolved(latex)) == wanted


BELOW = [
    (r"p = \varphi_{\mathrm{Softmax}}(W x + b)", "softmax(((W @ x) + b))"),
    (r"h = \sigma_{\text{softmax}}(W x)", "softmax((W @ x))"),
    (r"h = f_{relu}(x)", "relu(x)"),
]


@pytest.mark.parametrize(("latex", "wanted"), BELOW)
def test_the_word_below_says_which_function_it_is(latex, wanted):
    assert wanted in show(resolved(latex))


@pytest.mark.parametrize("latex", [r"y = \phi_{\text{out}}(x)", r"y = \psi_{\mathrm{mean}}(x) + 1"])
def test_other_words_below_name_no_function(latex):
    with pytest.raises(UnsupportedError):
        resolved(latex)
