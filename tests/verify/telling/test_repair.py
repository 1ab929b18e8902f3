"""Proposals for broken formulas: read off the rest of the formula, tried, and never made up."""

from __future__ import annotations

import pytest

EXPANSION = r"a_{1}b_{1} + a_{2}b_{2} + \cdots + a_{n}b_{n}"


@pytest.mark.parametrize(
    ("broken", "term", "key"),
    [
        (rf"\vec{{a}} \cdot \vec{{b}} = \sum_{{i=1}}^n = {EXPANSION}", "a_{i}b_{i}", "repair.agrees"),
        (rf"\sum_{{j=1}}^{{n}} = {EXPANSION}", "a_{j}b_{j}", "repair.agrees"),
        (r"\alpha_i = \frac{e^{s_i}}{\sum_{j=1}^{n}}", "e^{s_j}", "repair.computes"),
        (r"\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_{k=1}^{n}}", r"\exp(e_{ik})", "repair.computes"),
        (r"\alpha_i = \frac{\exp(s_i)}{\sum_{k}}", r"\exp(s_k)", "repair.computes"),
    ],
)
def test_an_empty_sum_is_filled_from_its_neighbourhood(judged, broken: str, term: str, key: str) -> None:
    problem = judged(f"$$\\text{{softmax}}(XX^T)X$$\n\n$${broken}$$")[1].verdict.problem
    assert problem is not None
    assert problem.hint is not None
    assert (problem.hint.key, problem.hint.values["term"]) == (key, term)


@pytest.mark.parametrize(
    "broken",
    [
        r"\sum_{i=1}^n = c",
        rf"\sum_{{i=1}}^n = {EXPANSION} + 1",
        r"\frac{x}{\sum_{j=1}^{n}}",
    ],
)
def test_nothing_is_proposed_that_does_not_fit(judged, broken: str) -> None:
    verdict = judged(f"$${broken}$$")[0].verdict
    assert verdict.status == "malformed"
    assert verdict.problem is not None
    assert verdict.problem.hint is None or not verdict.problem.hint.key.startswith("repair.")


def test_the_whole_sides_of_a_broken_chain_are_compared(judged) -> None:
    right, wrong = (
        judged(rf"$$\vec{{a}} \cdot \vec{{b}} = \sum_{{i=1}}^n = {sides}$$")[0].verdict.claims
        for sides in (EXPANSION, r"a_{1}b_{1} - a_{2}b_{2} - \cdots - a_{n}b_{n}")
    )
    assert [claim.holds for claim in right] == [True]
    assert not any(claim.holds for claim in wrong)
