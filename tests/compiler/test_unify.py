"""Equations between sizes: what follows from them, what contradicts them, and what the note's words for a size become."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault_tools.compiler.tree import Dim
from vault_tools.compiler.unify import ONE, Sizes


@pytest.fixture
def sizes():
    return Sizes()


def test_equal_sizes_become_one(sizes):
    n, m = sizes.fresh("n"), sizes.fresh()
    assert sizes.unify(n, m)
    assert sizes.find(n) == sizes.find(m)


def test_numbers_are_put_in_everywhere(sizes):
    n, m = sizes.fresh(), sizes.fresh()
    assert sizes.unify(n, m)
    assert sizes.unify(m, Dim.of(4))
    assert sizes.find(n) == Dim.of(4)
    assert not sizes.unify(n, Dim.of(5))


def test_declared_values_must_agree(sizes):
    assert not sizes.unify(sizes.fresh(value=3), sizes.fresh(value=4))
    assert sizes.unify(sizes.fresh(value=3), sizes.fresh(value=3))


def test_a_declared_one_stretches(sizes):
    assert sizes.fresh(value=1) == ONE
    assert sizes.is_one(sizes.fresh(value=1))


def test_products_and_sums_are_solved(sizes):
    h, d, model = sizes.fresh("h", 2), sizes.fresh("d_v", 3), sizes.fresh("d")
    assert sizes.unify(h * d, model)
    assert sizes.value(model) == 6
    rest = sizes.fresh()
    assert sizes.unify(d + rest, Dim.of(7))
    assert sizes.value(rest) == 4


def test_a_common_factor_goes_out(sizes):
    h, d, q = sizes.fresh("h"), sizes.fresh("d_v"), sizes.fresh()
    assert sizes.unify(h * q, h * d)
    assert sizes.find(q) == sizes.find(d)
    n = sizes.fresh()
    assert sizes.unify(Dim.of(2) * n, Dim.of(2) * h * h)
    assert sizes.find(n) == h * h


def test_a_value_reaches_the_open_part_of_a_sum(sizes):
    whole, part, rest = sizes.fresh(value=7), sizes.fresh(value=4), sizes.fresh()
    assert sizes.unify(whole, part + rest)
    assert sizes.value(rest) == 3


def test_known_differences_are_contradictions(sizes):
    n = sizes.fresh()
    assert sizes.contradict(n, n + Dim.of(1))
    assert not sizes.contradict(n, sizes.fresh())


def test_words_follow_the_size_that_is_kept(sizes):
    first, named = sizes.fresh(), sizes.fresh("d_k")
    assert sizes.unify(first, named)
    assert sizes.words[sizes.find(first).names[0]] == ("d_k",)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
def test_chains_of_equations_stay_consistent(pairs):
    sizes = Sizes()
    dims = [sizes.fresh() for _ in range(6)]
    groups = [{k} for k in range(6)]
    for a, b in pairs:
        assert sizes.unify(dims[a], dims[b])
        merged = groups[a] | groups[b]
        for k in merged:
            groups[k] = merged
    for a in range(6):
        for b in range(6):
            assert (sizes.find(dims[a]) == sizes.find(dims[b])) == (b in groups[a])


def test_a_sum_of_sizes_is_never_nothing(sizes):
    n, m = sizes.fresh(), sizes.fresh()
    assert sizes.contradict(n, n + m)
    assert not sizes.unify(n, n + m)
    assert sizes.unify(n, m + m)


def test_half_of_a_size_is_a_size_that_is_not_always_whole():
    half = Dim.of("d").over(2)
    assert (str(half), str(half + Dim.of(1)), str(half + half)) == ("d/2", "d/2 + 1", "d")
    assert (half.value({"d": 8}), half.is_whole({"d": 8}), half.is_whole({"d": 7})) == (4, True, False)
    assert half.is_fractional
    assert not (half + half).is_fractional


def test_sizes_that_were_put_for_each_other_are_taken_apart_again(sizes):
    n, m, d = sizes.fresh(), sizes.fresh(), sizes.fresh()
    assert sizes.unify(n, m)
    assert sizes.unify(m, d)
    sizes.separate(n, m)
    assert sizes.find(n) != sizes.find(m)


def test_sizes_that_are_equal_through_another_stay_so(sizes):
    n, m, d = sizes.fresh(), sizes.fresh(), sizes.fresh()
    assert sizes.unify(n, d)
    assert sizes.unify(m, d)
    sizes.separate(d, m)
    sizes.separate(d, d)
    assert sizes.find(n) == sizes.find(d)
