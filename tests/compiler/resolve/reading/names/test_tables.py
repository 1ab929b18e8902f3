"""Round brackets that hold places."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute, UnsupportedError

from ...dump import inputs, meaning, resolved, show


def test_a_condition_on_another_index_is_not_dropped():
    assert meaning(r"L = \sum_i \log p(y_i \mid x_i)") == "sum(i<n: log(p[i]))"
    with pytest.raises(UnsupportedError, match="P"):
        resolved(r"y_c = P(c) \prod_{i=1}^n P(x_i \mid c)")


def test_a_probability_of_a_declared_label_is_looked_up_and_no_product():
    shapes = {"y": (6,), "p": (6,)}
    assert show(resolved(r"L = -\sum_{i=1}^{N} y_i \log p(y_i)", shapes=shapes)) == "-sum(i<N: (y[i] * log(p[i])))"
    shapes = {"y": (6,), "acc": (6,)}
    assert show(resolved(r"L = \sum_{i=1}^{N} y_i \text{acc}(y_i)", shapes=shapes)) == "sum(i<N: (y[i] * acc[i]))"
    assert show(resolved(r"L = \sum_{i=1}^{N} a(y_i)", shapes={"y": (6,), "a": ()})) == "sum(i<N: (a * y[i]))"


def test_a_difference_of_data_is_no_place():
    assert inputs(resolved(r"S = \sum_k n_k (\mu_k - \bar{\mu})(\mu_k - \bar{\mu})^\top")) == "n:m mu:m×d mu_bar:d"
    assert inputs(resolved(r"y_i = \sum_j K(i + \tau_j) x_j", shapes={"K": (), "tau": (3,), "x": (3,)})).startswith("K:()")


MAPS = [
    r"y_i = \phi(q_i)^T S_i",
    r"y_i = w^T \phi(x_i) + b",
    r"S_i = \sum_{j=1}^{i} \phi(K_j) V_j^T",
    r"o_i = \sum_j \phi(q_i) \phi(k_j) v_j",
]


@pytest.mark.parametrize("latex", MAPS)
def test_what_gives_vectors_or_takes_two_arrays_is_a_function_and_no_table(latex):
    with pytest.raises(UnsupportedError, match="phi"):
        resolved(latex)


def test_one_function_of_the_samples_is_a_table_of_its_values():
    assert meaning(r"J = \sum_i (y_i - f(x_i))^2") == "sum(i<n: (y[i] + -f[i])**2)"
    assert "pi[t]" in meaning(r"L = -\sum_t \log \pi(a_t \mid s_t) G_t")


def test_a_letter_before_one_thing_is_looked_up():
    assert meaning(r"y = \sum_j s(k_j) v_j + \sum_i s(k_i)") == "(sum(j<n: (s[j] * v[j])) + sum(i<n: s[i]))"


def test_the_row_of_a_token_is_no_entry_at_its_place():
    with pytest.raises(UnsupportedError, match="from 0 or from 1"):
        resolved(r"x_t = E_{tok}(w_t) + P_t")
    assert "E_pos[t]" in meaning(r"x_t = E_{pos}(t) + b")


BELLMAN = [
    (
        r"V(s) = \max_a [R(s,a) + \gamma \sum_{s'} P(s'|s,a) V(s')]",
        "[s<n] max(a<d: (R[s,a] + (gamma * sum(s_prime<m: (P[s_prime,s,a] * V[s_prime])))))",
    ),
    (r"V^\pi(s) = \sum_a \pi(a|s) Q^\pi(s,a)", "[s<k] sum(a<d: (pi[a,s] * Q_pi[s,a]))"),
    (r"A(s,a) = Q(s,a) - V(s)", "[s<n,a<d_k] (Q[s,a] + -V[s])"),
    (r"V^{\pi} = (I - \gamma P^{\pi})^{-1} R^{\pi}", "(power((I + -(gamma * P_pi)), -1) @ R_pi)"),
    (r"J(s, a) = s a + a^2", "((s * a) + a**2)"),
]


@pytest.mark.parametrize(("latex", "wanted"), BELLMAN, ids=[row[0] for row in BELLMAN])
def test_states_and_actions_are_places_in_tables(latex, wanted):
    assert meaning(latex) == wanted


@pytest.mark.parametrize("latex", [r"h = -\sum_x p(x) \sum_y p(y|x) \log p(y|x)", r"P(y|x) = \frac{P(x|y) P(y)}{\sum_{z} P(x|z) P(z)}"])
def test_one_name_of_two_tables_is_refused(latex):
    with pytest.raises(UnsupportedError):
        resolved(latex)


COMPOSED = [
    (r"L = \sum_i \log D(x_i) + \log(1 - D(G(z_i)))", "D"),
    (r"W = \sum_i f(x_i) - \sum_i f(G(z_i))", "f"),
    (r"L = \sum_i \log p(x_i) + \log p(\hat{x})", "p"),
]


@pytest.mark.parametrize(("latex", "name"), COMPOSED)
def test_what_is_looked_up_at_one_argument_is_no_factor_before_another(latex, name):
    with pytest.raises(UnsupportedError, match=f"{name} stands before different arguments"):
        resolved(latex)


@pytest.mark.parametrize("latex", [r"L = \sum_i p(x_i) p(y_i)", r"L = \sum_i p(y_i \mid x_i) p(x_i)"])
def test_one_letter_for_the_probabilities_of_different_things(latex):
    with pytest.raises(UnsupportedError, match="different arguments"):
        resolved(latex)


def test_one_thing_at_two_places():
    assert meaning(r"L = \sum_i \sum_j p(x_i) p(x_j)") == "sum(i<n: sum(j<n: (p[i] * p[j])))"


def test_a_factor_stays_one():
    assert "(a * (1 + -x[i]))" in meaning(r"L = \sum_i a(1 - x_i)")


def test_weights_are_no_table():
    assert meaning(r"y_c = W_0(F^c)").endswith("(W_0 @ F[c])")
    assert "W[i,j]" in meaning(r"s = \sum_i \sum_j W(i, j)")


VALUES_OF_ACTIONS = [
    (r"y = r + \gamma \max_{a'} Q(s', a')", "(r + (gamma * max(a_prime<n: Q[a_prime])))"),
    (r"y = r + \gamma \max_{a'} \hat{Q}(s', a'; \theta^-)", "(r + (gamma * max(a_prime<n: Q_hat[a_prime])))"),
    (r"V(s) = \max_a Q(s, a)", "[s<n] max(a<d_k: Q[s,a])"),
]


@pytest.mark.parametrize(("latex", "wanted"), VALUES_OF_ACTIONS)
def test_the_values_of_actions_at_a_given_state_are_a_row(latex, wanted):
    assert meaning(latex) == wanted


def test_two_states_need_two_rows():
    assert (
        inputs(resolved(r"q \leftarrow q + a (r + \gamma \max_{a'} Q(s', a') - Q(s, a))")) == "q:() a:() r:() gamma:() Q_s_prime:n Q_s_a:()"
    )
    with pytest.raises((UnsupportedError, NothingToCompute)):
        resolved(r"d = \max_{a'} Q(s', a') - Q(s, a)", shapes={"Q": (2, 3)})


def test_probabilities_by_the_command_are_a_table_too():
    assert meaning(r"H = -\sum_{j=1}^{n} \Pr(c_j) \log_2 \Pr(c_j)") == meaning(r"H = -\sum_{j=1}^{n} P(c_j) \log_2 P(c_j)").replace(
        "P[", "Pr["
    )


def test_a_feature_map_of_keys_is_no_table():
    with pytest.raises(UnsupportedError, match="function phi"):
        resolved(r"S_i = \sum_{j \le i} \phi(k_j) v_j^\top")
    assert inputs(resolved(r"y = \sum_i \phi(x_i) w_i")) == "phi:n w:n"


COUNTS_IN_A_DOCUMENT = [
    (r"s(D, Q) = \sum_{i=1}^n g(q_i) f(q_i, D)", "g:n f:n"),
    (r"s(D, Q) = \sum_{i=1}^n g(q_i) \frac{f(q_i, D)}{f(q_i, D) + |D|}", "g:n f:n D:()"),
]


@pytest.mark.parametrize(("latex", "given"), COUNTS_IN_A_DOCUMENT)
def test_what_is_counted_in_one_document_is_a_table(latex, given):
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize("latex", [r"s = \sum_{i=1}^n f(q_i, D)", r"s(D, Q) = \sum_{i=1}^n f(q_i, D) f(q_i, Q)"])
def test_counts_in_several_or_unnamed_documents_are_not(latex):
    with pytest.raises(UnsupportedError, match="function f"):
        resolved(latex)
    with pytest.raises(UnsupportedError):
        resolved(latex, shapes={"f": (3,)})


def test_what_a_model_says_of_each_sample_is_a_table_also_where_the_samples_are_declared():
    loss = r"J = \frac{1}{2m} \sum_{i=1}^m (h_\theta(x^{(i)}) - y^{(i)})^2"
    assert inputs(resolved(loss, shapes={"x": (5, 3), "y": (5,)})) == "h_theta:m y:m"
    assert inputs(resolved(loss.replace(r"h_\theta", "h"), shapes={"x": (5, 3), "y": (5,), "h": (5,)})) == "h:m y:m"
    with pytest.raises(UnsupportedError, match="h"):
        resolved(loss.replace(r"h_\theta", "h"), shapes={"x": (5, 3), "y": (5,)})


OF_MODELS = [
    (r"\epsilon_t = \sum_{i=1}^{N} w_i^{(t)} I(y_i \neq h_t(x_i))", "w:N×d y:N h:d×N"),
    (r"F(x_i) = \sum_{t=1}^T \alpha_t h_t(x_i)", "alpha:T h:T×d"),
    (r"w_i \leftarrow w_i \exp(-\alpha_t y_i h_t(x_i))", "w:n alpha_t:() y:n h_t:n"),
]


@pytest.mark.parametrize(("latex", "wanted"), OF_MODELS, ids=[row[0] for row in OF_MODELS])
def test_what_each_model_says_of_each_sample_is_a_table(latex, wanted):
    assert inputs(resolved(latex)) == wanted
