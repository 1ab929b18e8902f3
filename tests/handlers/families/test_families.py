"""Every built-in family on arrays: its reference, invariants, explanation and picture; recognition is tested beside each family."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from vault_tools.handlers.families import FAMILIES
from vault_tools.handlers.functions.softmax import softmax
from vault_tools.messages import sentences
from vault_tools.verify.plot import draw

from ..reference import sample

if TYPE_CHECKING:
    from vault_tools.handler import Family

N, M, D, DV, DX, H = 3, 4, 2, 5, 6, 2
MATRICES = {"Q": sample(N, D, seed=1), "K": sample(M, D, seed=2), "V": sample(M, DV, seed=3)}
PROJECTED = {"W_Q": sample(DX, D, seed=4), "W_K": sample(DX, D, seed=5), "W_V": sample(DX, DV, seed=6)}
TOKENS = {"X": sample(N, DX, seed=7), "Y": sample(M, DX, seed=8)}
HEADS = {"W_Q": sample(H, D, D, seed=4), "W_K": sample(H, D, D, seed=5), "W_V": sample(H, DV, 3, seed=6), "W_O": sample(H * 3, DX, seed=9)}
VECTORS = {"a": sample(4, seed=10), "b": sample(4, seed=11)}
OUT = {"W_2": sample(7, 5, seed=15), "b_2": sample(5, seed=16)}
LAYERS = {"x": sample(N, 4, seed=12), "W_1": sample(4, 7, seed=13), "b_1": sample(7, seed=14), **OUT}
COLUMN = {"x": sample(4, seed=12), "W_1": LAYERS["W_1"].T, "b_1": LAYERS["b_1"], "W_2": OUT["W_2"].T, "b_2": OUT["b_2"]}
ALIGNED = {"s": sample(N, 3, seed=17), "h": sample(M, 4, seed=18), "v": sample(2, seed=19)}
CAUSAL = np.where(np.tril(np.ones((N, M))) > 0, 0.0, -np.inf)
SHARES = {"p": np.array([0.5, 0.3, 0.2]), "q": np.array([0.2, 0.2, 0.6])}
NUMBERS = {"epsilon": 1e-3, "mu": 0.4, "sigma": 1.3}
NORMALISED = {"x": sample(N, 5, seed=20), "gamma": sample(5, seed=21, low=0.5), "beta": sample(5, seed=22), **NUMBERS}
GRAPH = {"a": sample(6), "W": sample(3, 2, seed=1), "h": sample(4, 2, seed=2)}
RESIDUAL = {"x": sample(N, 4), "W_1": sample(4, 7, seed=1), "b_1": sample(7), "W_2": sample(7, 4, seed=2), "b_2": sample(4, seed=3)}
SHARED = {"X": TOKENS["X"], "W_Q": sample(3, DX, D)}
LAGS = np.arange(N)[:, None] - np.arange(N)
SET_LAYER = {"W_1": sample(DX, 7, seed=13), "b_1": LAYERS["b_1"], "W_2": sample(7, DX, seed=15), "b_2": sample(DX, seed=16)}
SET_HEADS = {"W_Q": sample(H, DX, D), "W_K": sample(H, DX, D, seed=1), "W_V": sample(H, DX, 3, seed=2), "W_O": HEADS["W_O"]}
SETS = {**TOKENS, **SET_HEADS, **SET_LAYER}
TURNED = {"x": sample(4), "m": 3.0}
MASKS = {"causal_mask": LAGS >= 0, "sliding_window_mask": (LAGS >= 0) & (LAGS < 2), "local_mask": np.abs(LAGS) <= 1}
SPECIAL: dict[str, dict[str, Any]] = {
    "joined_heads": {"head": sample(H, N, 3), "W_O": HEADS["W_O"]},
    "linear_map": {"x": TOKENS["X"], "W": PROJECTED["W_Q"].T},
    "joined_head_matrices": {"H": sample(H, N, 3), "W_O": HEADS["W_O"]},
    "linear_projection": {"X": TOKENS["X"], "W": PROJECTED["W_Q"]},
    "multi_head_attention": {**MATRICES, **HEADS},
    "feed_forward_of_columns": COLUMN,
    "swiglu": {"x": sample(N, 4), "W": sample(4, 7, seed=1), "V": sample(4, 7, seed=2), "W_2": sample(7, 5, seed=3)},
    "additive_score": {**ALIGNED, "W": sample(2, 3, seed=1), "U": sample(2, 4, seed=2)},
    "concat_score": {**ALIGNED, "W": sample(2, 7, seed=1)},
    "general_score": {"s": sample(N, 2), "h": ALIGNED["h"], "W": sample(2, 4, seed=1)},
    "weighted_sum": {"alpha": np.array([0.4, 0.4, 0.2]), "v": sample(3, 4)},
    "mean_cross_entropy": {"p": np.array([[0.5, 0.3, 0.2], [0, 1, 0]]), "q": np.array([[0.2, 0.2, 0.6], [0.1, 0.8, 0.1]])},
    "softmax": {"x": sample(4)},
    "softmax_of_rows": {"X": sample(2, 4)},
    "softmax_of_columns": {"X": sample(2, 4)},
    "softmax_with_temperature": {"x": sample(4), "T": 0.7},
    "softmax_with_leftover": {"x": sample(4)},
    "log_sum_exp": {"x": sample(4)},
    "positional_encoding_sine": {"pos": 3.0, "i": 1.0, "d": 8.0},
    "positional_encoding_cosine": {"pos": 3.0, "i": 1.0, "d": 8.0},
    "gated_unit": {"x": sample(N, 4), "W": sample(4, 7, seed=1), "V": sample(4, 7, seed=2)},
    "gated_unit_with_shifts": {
        "x": sample(N, 4),
        "W": sample(4, 7, seed=1),
        "b": sample(7, seed=3),
        "V": sample(4, 7, seed=2),
        "c": sample(7),
    },
    "gated_unit_of_columns": {"x": sample(4), "W": sample(7, 4, seed=1), "V": sample(7, 4, seed=2)},
    "binary_cross_entropy": {"y": np.array([1.0, 0.0, 1.0]), "p": np.array([0.8, 0.3, 0.6])},
    "sigmoid_attention_weights": {"Q": MATRICES["Q"], "K": MATRICES["K"], "b": -1.0},
    "additive_score_with_bias": {**ALIGNED, "W": sample(2, 3, seed=1), "U": sample(2, 4, seed=2), "b": sample(2, seed=3)},
    "scaled_cosine": {**VECTORS, "tau": 4.0},
    "shifted_log_sum_exp": {"x": sample(4), "m": 1.5},
    "softmax_with_mask_or_bias": {"S": sample(N, M), "M": CAUSAL},
    "sparsemax": {"x": sample(4)},
    "cross_entropy_of_logits": {"y": 0.5, "z": sample(4)},
    "cross_entropy_of_a_class": {"y": 2.0, "z": sample(4)},
    "sigmoid_attention_of_scores": {"S": sample(N, M), "b": -1.0, "V": MATRICES["V"]},
    "difference_of_weights": {"A_1": sample(N, M), "A_2": sample(N, M, seed=1), "V": MATRICES["V"], "lambda_": 0.3},
    "random_features": {"w": sample(3, 4), "x": sample(4, seed=1)},
    "linear_bias": {"S": sample(N, M), "m": 0.5},
    "linear_bias_of_a_head": {"S": sample(N, M), "k": 3.0, "h": 8.0},
    "rotary_embedding": {"x": 1.5, "y": -0.5, "m": 3.0, "theta": 0.4},
    "online_softmax_sum": {"m": 0.5, "M": 1.5, "l": 2.0, "s": sample(4)},
    "online_softmax_merge": {"m": 0.5, "n": 1.5, "M": 1.5, "l": 2.0, "b": 3.0},
    "mixture_by_softmax": {"S": sample(N, M), "M": CAUSAL, "V": MATRICES["V"]},
    "linear_attention": MATRICES,
    "causal_linear_attention": MATRICES,
    "attention_free": {"Q": sample(N, D), "K": sample(M, D, seed=1), "V": sample(M, D, seed=2), "w": sample(N, M, seed=3)},
    "adam_step": {"theta": 0.3, "eta": 0.1, "m": -0.2, "v": 0.05, "epsilon": 1e-8},
    "graph_attention_score": {"a": sample(6), "W": sample(3, 2, seed=1), "h": sample(4, 2, seed=2)},
    "graph_attention_score_of_mapped_nodes": {"a": sample(4), "h": sample(4, 2, seed=2)},
    "graph_attention": GRAPH,
    "graph_attention_over_neighbours": {**GRAPH, "N": np.eye(4) + np.eye(4, k=1)},
    "graph_attention_among_neighbours": {**GRAPH, "N": np.eye(4) + np.eye(4, k=1)},
    "graph_attention_v2_among_neighbours": {**GRAPH, "a": sample(3), "W": sample(3, 4, seed=1), "N": np.eye(4) + np.eye(4, k=1)},
    "graph_attention_score_v2": {**GRAPH, "a": sample(3), "W": sample(3, 4, seed=1)},
    "graph_attention_v2": {**GRAPH, "a": sample(3), "W": sample(3, 4, seed=1)},
    "graph_attention_v2_over_neighbours": {**GRAPH, "a": sample(3), "W": sample(3, 4, seed=1), "N": np.eye(4) + np.eye(4, k=1)},
    "sliding_window_mask": {"w": 2.0},
    "local_mask": {"w": 1.0},
    "windowed_sum": {"A": sample(N, M), "V": MATRICES["V"], "w": 2.0},
    "linear_bias_both_ways": {"S": sample(N, M), "m": 0.5},
    "scaled_random_features": {"w": sample(3, 4), "x": sample(4, seed=1), "r": 3.0},
    "softmax_with_sink": {"x": sample(4), "s": -0.7},
    "pre_norm_feed_forward": RESIDUAL,
    "post_norm_feed_forward": RESIDUAL,
    "add_and_norm": {"x": sample(N, 4), "y": sample(N, 4, seed=1)},
    "residual_attention": {**MATRICES, "X": sample(N, DV)},
    "sum_of_matrices": {"S": sample(N, M), "M": sample(N, M, seed=1)},
    "multi_query_head": {**SHARED, "W_K": PROJECTED["W_K"], "W_V": PROJECTED["W_V"]},
    "grouped_query_head": {**SHARED, "W_K": sample(2, DX, D), "W_V": sample(2, DX, DV, seed=1), "g": np.array([2.0, 1.0, 2.0])},
    "latent_scores": {"Q": sample(N, 4), "C": sample(5, 2, seed=1), "U": sample(2, 4, seed=2)},
    "relative_keys": {"x": sample(N, 4), "W_Q": sample(4, D), "W_K": sample(4, D, seed=1), "a_K": sample(N, N, D), "d": D},
    "softcap": {"S": sample(N, M), "c": 2.0},
    "low_rank_update": {"W": sample(4, 3), "x": sample(3), "alpha": 2.0, "r": 2.0, "B": sample(4, 2), "A": sample(2, 3)},
    "low_rank_weights": {"W": sample(4, 3), "alpha": 2.0, "r": 2.0, "B": sample(4, 2), "A": sample(2, 3)},
    "grouped_heads": {"Q": sample(3, N, D), "K": sample(2, M, D, seed=1), "V": sample(2, M, DV, seed=2), "g": np.array([2.0, 1.0, 2.0])},
    "SAB": SETS,
    "MAB": SETS,
    "top_k_attention": {**MATRICES, "k": 2.0},
    "top_k_weights": {"S": sample(N, M), "k": 2.0},
    "talking_heads": {"P": sample(3, H), "S": sample(H, N, M, seed=1)},
    "block_means": {"K": sample(6, D), "s": 2.0},
    "fourier_mixing": {"x": sample(N, 4)},
    "relative_bias": {"S": sample(N, M), "b": sample(N + M - 1, seed=1)},
    "rotary_position": TURNED,
    "rotary_position_half_split": TURNED,
    "masked_attention_zero_rows": {**MATRICES, "M": np.where(np.arange(N)[:, None] == 0, -np.inf, CAUSAL)},
    "differential_attention": {
        "Q_1": sample(N, D, seed=1),
        "K_1": sample(M, D, seed=2),
        "Q_2": sample(N, D, seed=3),
        "K_2": sample(M, D, seed=4),
        "V": MATRICES["V"],
        "lambda_": 0.3,
    },
}
EVERYTHING = {**NORMALISED, **LAYERS, **SHARES, **VECTORS, **TOKENS, **PROJECTED, **MATRICES, "M": CAUSAL, "alpha": 0.5}


def roles_of(family: Family) -> dict[str, Any]:
    """Arrays for the roles of a family."""
    if family.name.startswith(("layer_norm", "rms_norm", "standardisation")):
        return {role: NORMALISED[role] for role in family.roles}
    if set(family.roles) <= {"x", "alpha"} and family.name not in SPECIAL:
        return {"x": 0.7, **({"alpha": 0.2} if "alpha" in family.roles else {})}
    given = SPECIAL.get(family.name, EVERYTHING)
    return {role: given[role] for role in family.roles}


def output_of(family: Family) -> Any:
    """What the reference gives; a mask has no roles that give its size, so its reference is written here."""
    if family.name in MASKS:
        return np.where(MASKS[family.name], 0.0, -np.inf)
    assert family.reference is not None, "every built-in family with roles has a reference"
    return np.asarray(family.reference(**roles_of(family)), dtype=float)


def steps_of(family: Family, roles: dict[str, Any]) -> dict[str, Any]:
    """Steps as a program would name them: weights (with the mask where there is one) and the scores of X with itself."""
    mask = np.broadcast_to(roles.get("M", 0.0), (N, M))
    given = {"Q", "K"} <= set(roles) and np.ndim(roles["Q"]) == np.ndim(roles["K"]) == 2 and "W_Q" not in roles
    root = np.sqrt(D) if r"\sqrt" in family.formula else 1.0
    scores = roles["Q"] @ roles["K"].T / root if given else sample(N, M)
    weights = softmax(scores + np.where(np.all(np.isneginf(mask), axis=-1, keepdims=True), 0.0, mask))
    return {"weights": weights, "scores": roles["X"] @ roles["X"].T} if "X" in roles else {"weights": weights}


OF_VALUES = [family for family in FAMILIES if not family.statistic]
"""A family about chance has no value of its own, so nothing can be computed twice or hold of it; it tells and draws like the others."""


def seen_by(family: Family) -> tuple[dict[str, Any], Any]:
    """What a family's figure and explanation get: roles and value, of a family about chance nothing."""
    return ({}, None) if family.statistic else (roles_of(family), output_of(family))


LAYERS_OF_A_SET = {"MAB", "SAB"}
"""Named layers: their weights stand in the formulas of the layers that they are made of."""


def written_in(family: Family) -> str:
    """The formula that shows the roles, with those of the layers that it only names."""
    made_of = ("multi_head_attention", "feed_forward") if family.name in LAYERS_OF_A_SET else ()
    return family.formula + "".join(other.formula for other in FAMILIES if other.name in made_of)


@pytest.mark.parametrize("family", OF_VALUES, ids=lambda f: f.name)
class TestEveryFamily:
    def test_invariants_hold_for_the_reference(self, family: Family) -> None:
        roles = roles_of(family)
        output = output_of(family)
        for invariant in family.invariants:
            assert invariant.check({**steps_of(family, roles), **roles}, output) < 1e-12, invariant.name

    def test_each_invariant_notices_some_wrong_value(self, family: Family) -> None:
        roles = roles_of(family)
        output = output_of(family)
        weights = np.full((N, M), 0.3)
        for invariant in family.invariants:
            wrong = [
                output * 1.5 + 9.0,
                output - 9.0,
                -2.5 * output,
                np.flip(output, axis=-1) * 3 + 9 if output.ndim else output,
                output + sample(*output.shape),
            ]
            steps = {"weights": weights, "scores": sample(N, N)}
            assert any(not invariant.check({**steps, **roles}, w) < 1e-6 for w in wrong), invariant.name


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.name)
class TestWhatEveryFamilyTells:
    def test_explanation_and_picture_speak_both_languages(self, family: Family) -> None:
        roles, output = seen_by(family)
        said = []
        if family.explain is not None:
            told = family.explain(roles, output)
            said += told.sentences
            for step in told.steps:
                assert len(step.symbolic) == len(step.shape), step.name
        if family.figure is not None:
            drawn = family.figure(roles, output)
            for figure in drawn if isinstance(drawn, tuple) else (drawn,):
                said.append(figure.alt)
                assert draw(figure).startswith(b"\x89PNG")
        for sentence in said:
            assert sentence.key in sentences("zh"), sentence.key
            assert sentence.in_language("en") != sentence.in_language("zh")

    def test_it_has_a_picture_and_an_explanation(self, family: Family) -> None:
        assert family.figure is not None
        assert family.explain is not None

    def test_the_roles_are_symbols_of_the_formula(self, family: Family) -> None:
        for role in family.roles:
            letter = role.strip("_").partition("_")[0]
            assert letter.replace("lambda", "\\lambda") in written_in(family)


def test_names_are_unique() -> None:
    names = [family.name for family in FAMILIES]
    assert len(names) == len(set(names))
