"""Example inputs: the note's block before its numbers before invented ones, which are the same everywhere and fit their use."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from vault_tools.errors import ShapeError
from vault_tools.model import Options
from vault_tools.verify.domains import Domain, domains
from vault_tools.verify.inputs.examples import Given, choose_inputs, invent
from vault_tools.verify.recognise import recognise

ATTENTION = r"\text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V"


def test_all_sizes_differ(program, vocabulary) -> None:
    example = choose_inputs(program(ATTENTION), vocabulary, Given())
    assert len(set(example.sizes.values())) == len(example.sizes) == 4


@pytest.mark.parametrize(
    ("stated", "kept"),
    [
        ({"d_k": 64}, {"d_k": 64}),
        ({"n": 100, "d_k": 16}, {"n": 100, "d_k": 16}),
        ({"n": 100, "m": 128, "d_k": 64}, {"d_k": 64}),  # all three make 1,600,000 products
        ({"d_k": 512}, {}),
    ],
)
def test_sizes_of_the_note_are_kept_as_far_as_the_example_stays_small(program, vocabulary, stated, kept) -> None:
    example = choose_inputs(program(ATTENTION), vocabulary, Given(sizes=stated))
    assert {name: size for name, size in example.sizes.items() if size == stated.get(name)} == kept


def test_where_nothing_is_invented_every_size_of_the_note_counts(program, vocabulary) -> None:
    table = program(r"M_{ij} = \begin{cases} 0 & i \ge j \\ 1 & i < j \end{cases}")
    assert set(choose_inputs(table, vocabulary, Given(sizes={"n": 128, "m": 127})).sizes.values()) == {128, 127}


def test_a_size_that_the_formula_needs_is_kept_whatever_it_costs(program, vocabulary) -> None:
    given = Given(sizes={"n": 100, "m": 128}, needed_sizes={"d_k": 512})
    assert choose_inputs(program(ATTENTION), vocabulary, given).sizes["d_k"] == 512


def test_the_same_inputs_every_time(program, vocabulary) -> None:
    first, second = (choose_inputs(program(ATTENTION), vocabulary, Given()).values["Q"] for _ in range(2))
    assert first.tolist() == second.tolist() == [[-1.0, 2.0, 1.0, 1.0], [1.0, 2.0, 1.0, 1.0], [-1.0, 0.0, 0.0, 2.0]]


def test_the_same_inputs_in_every_thread() -> None:
    names = [f"W_{k}" for k in range(40)]
    alone = [invent(name, (5, 4), Domain.ANY, 1).tolist() for name in names]
    with ThreadPoolExecutor(8) as pool:
        together = [values.tolist() for values in pool.map(lambda name: invent(name, (5, 4), Domain.ANY, 1), names)]
    assert together == alone


def test_what_was_invented_before_changes_nothing() -> None:
    wanted = invent("V", (3, 2), Domain.ANY).tolist()
    invent("K", (2, 2), Domain.PROBABILITY)
    assert invent("V", (3, 2), Domain.ANY).tolist() == wanted


def test_block_before_note_before_invented(program, vocabulary) -> None:
    resolved = program("X W + b", "X = \\begin{bmatrix} 1 & 2 \\end{bmatrix}", "b = [1, 2]")
    example = choose_inputs(resolved, vocabulary, Given(Options(inputs={"b": [3, 4]})))
    assert {name: used.origin.key for name, used in example.used.items()} == {"X": "input.note", "W": "input.invented", "b": "input.block"}
    assert example.used["W"].shape == (2, 2)


def test_inputs_of_the_block_must_fit(program, vocabulary) -> None:
    with pytest.raises(ShapeError, match="X and W do not fit: the size d is 2 in X and 3 in W"):
        choose_inputs(program("Y = XW"), vocabulary, Given(Options(inputs={"X": [[1, 2]], "W": [[1], [2], [3]]})))


def test_numbers_of_the_note_that_do_not_fit_are_left_alone(program, vocabulary) -> None:
    numbers = {"X": np.array([[1.0, 2.0]]), "W": np.array([[1.0, 2.0]])}
    example = choose_inputs(program("Y = XW"), vocabulary, Given(numbers=numbers))
    assert example.invented


@pytest.mark.parametrize(
    ("latex", "name", "domain"),
    [
        (r"\sum_i p_i \log p_i", "p", Domain.PROBABILITY),
        (r"\sqrt{x} + y", "x", Domain.POSITIVE),
        (r"x^2 + y", "x", Domain.ANY),
        (r"\Sigma^{-1/2} x", "Sigma", Domain.DEFINITE),
        (r"\text{Tr}(A + B - 2(A B)^{1/2})", "B", Domain.DEFINITE),
        (r"(A B)^{1/2}", "B", Domain.POSITIVE),
        (r"\frac{y}{\tau}", "tau", Domain.POSITIVE),
        (r"h_i = Q_i K_{\lceil i/s \rceil}^\top", "s", Domain.WHOLE),
        (r"\lceil x/s \rceil", "s", Domain.POSITIVE),
    ],
)
def test_domains_are_read_off_the_use(program, latex: str, name: str, domain: Domain) -> None:
    assert domains(program(latex))[name] is domain


GROUPED = r"h_i = Q_i K_{\lceil i/s \rceil}^\top"


@pytest.mark.parametrize("shared", [1, 2, 3])
def test_there_is_room_for_the_places_that_a_formula_computes(program, vocabulary, shared) -> None:
    grouped = program(GROUPED)
    example = choose_inputs(grouped, vocabulary, Given(numbers={"s": float(shared)}))
    heads, keys = len(example.values["Q"]), len(example.values["K"])
    assert keys >= -(-heads // shared)


def test_arrays_that_are_given_are_as_large_as_they_are(program, vocabulary) -> None:
    given = Given(numbers={"K": np.ones((2, 5, 4)), "s": 1.0})
    assert choose_inputs(program(GROUPED), vocabulary, given).values["K"].shape == (2, 5, 4)


def test_groups_are_numbered_in_order(program, vocabulary) -> None:
    groups = choose_inputs(program(r"head_i = Q_i K_{g(i)}^\top"), vocabulary, Given(sizes={"n": 7})).values["g"]
    assert groups.tolist() == sorted(groups)


@pytest.mark.parametrize("shape", [(4,), (3, 5), (2, 3, 30)])
def test_probabilities_sum_to_one(shape) -> None:
    values = invent("p", shape, Domain.PROBABILITY)
    assert np.allclose(values.sum(-1), 1.0)
    assert values.min() > 0


def test_definite_matrices_are(program) -> None:
    matrix = invent("D", (4, 4), Domain.DEFINITE)
    assert (matrix == matrix.T).all()
    assert np.linalg.eigvalsh(matrix).min() > 0


def test_every_row_of_conditions_has_one_that_holds() -> None:
    assert (invent("N", (6, 6), Domain.CONDITION).sum(-1) > 0).all()


@pytest.mark.parametrize("variant", [1, 2, 3])
def test_variants_differ(program, vocabulary, variant: int) -> None:
    first, other = (choose_inputs(program(ATTENTION), vocabulary, Given(), v) for v in (0, variant))
    assert first.sizes != other.sizes


@pytest.mark.parametrize("latex", [r"\sqrt{d_k}", r"\frac{\alpha}{r}", r"\sin(pos / 10000^{2i/d})", r"2^{-8k/h}"])
@pytest.mark.parametrize("variant", range(3))
def test_what_counts_something_is_whole(program, vocabulary, latex: str, variant: int) -> None:
    values = choose_inputs(program(latex), vocabulary, Given(), variant).values
    counted = [value for name, value in values.items() if name in {"d_k", "r", "pos", "i", "d", "k", "h"}]
    assert counted
    assert all(float(value).is_integer() for value in counted)


def test_a_mask_alone_is_shown_square_and_checked_on_another_shape_too(program, vocabulary) -> None:
    mask = program(r"M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}")
    first, second = (set(choose_inputs(mask, vocabulary, Given(), variant).sizes.values()) for variant in (0, 1))
    assert (len(first), len(second)) == (1, 2)


def test_a_mask_is_as_large_as_the_note_says(program, vocabulary) -> None:
    mask = program(r"M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}")
    (name, other) = (index.size.names[0] for index in mask.indices)
    assert choose_inputs(mask, vocabulary, Given(sizes={name: 4})).sizes == {name: 4, other: 4}


@pytest.mark.parametrize(
    ("name", "shape", "largest"),
    [("W_Q", (8, 4, 64), 0.2), ("W_Q", (2, 4, 5), 2.0), ("K", (5, 64), 2.0)],
)
def test_weights_over_many_places_are_small(name, shape, largest) -> None:
    assert np.abs(invent(name, shape, Domain.ANY)).max() == pytest.approx(largest)


def test_a_neighbourhood_is_zeros_and_ones(program, vocabulary) -> None:
    example = choose_inputs(program(r"y_i = \sum_{k \in N(i)} x_k"), vocabulary, Given())
    assert set(np.unique(example.values["N"])) <= {0.0, 1.0}


def test_distributions_of_a_family_sum_to_one(program, vocabulary) -> None:
    resolved = program(r"H(p, q) = -\sum_i p_i \log q_i")
    found = recognise(resolved, vocabulary)
    assert found is not None
    assert found.shares == {"p", "q"}
    values = choose_inputs(resolved, vocabulary, Given(shares=found.shares)).values
    assert [values[name].sum() for name in ("p", "q")] == pytest.approx([1.0, 1.0])


NOTE_ON_ATTENTION = r"$\mathrm{Attention}(Q, K, V) = \mathrm{softmax}(QK^\top / \sqrt{d_k})V$"


@pytest.mark.parametrize(
    "latex",
    [
        r"\sqrt{1 - x^2}",
        r"\arcsin(2x)",
        r"\ln(\ln x)",
        r"\gcd(a, b)",
        r"\binom{m}{r}",
        r"y \log p + (1 - y) \log(1 - p)",
    ],
)
def test_inputs_are_invented_where_the_formula_has_a_value(judged, latex: str) -> None:
    assert judged(f"{NOTE_ON_ATTENTION} $z = {latex}$")[-1].verdict.status == "verified"


def test_what_weighs_two_terms_is_between_0_and_1(judged) -> None:
    value = judged(rf"{NOTE_ON_ATTENTION} $z = y \log p + (1 - y) \log(1 - p)$")[-1].verdict.inputs["y"].value
    assert 0 < value < 1


def test_a_formula_without_value_is_no_fault(judged) -> None:
    verdict = judged(rf"{NOTE_ON_ATTENTION} $z = \sqrt{{-1 - x^2}}$")[-1].verdict
    assert (verdict.status, verdict.problem.message.key) == ("unsupported", "input.none_found")


@pytest.mark.parametrize(
    ("latex", "key"),
    [
        (r"\sum_{a=1}^{1000} \sum_{b=1}^{1000} \sum_{c=1}^{1000} (a + b + c) = 5", "unsupported.too_many_steps"),
        ("".join(rf"\sum_{{{letter}=1}}^{{1000}}" for letter in "abcdfghjklmn") + "(a + b) = 5", "unsupported.too_many_steps"),
        (r"\sum_{a=1}^{100} \sum_{b=1}^{100} (a + b) = 1010000", None),
    ],
)
def test_sums_in_sums_are_refused_before_they_are_computed(judged, latex: str, key: str | None) -> None:
    problem = judged(f"${latex}$")[-1].verdict.problem
    assert (problem and problem.message.key) == key
