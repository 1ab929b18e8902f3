"""Family: multi-head attention, every head with its own projections, the heads joined and mixed by W^O (Vaswani et al. 2017)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families import attention
from vault_tools.handlers.families.references import product
from vault_tools.handlers.families.telling import cost, panel, rows_in_words, step, strip
from vault_tools.handlers.invariants import deviation
from vault_tools.model import message

ROLES = {
    "Q": "query",
    "K": "key",
    "V": "value",
    "W_Q": "query weights of each head",
    "W_K": "key weights of each head",
    "W_V": "value weights of each head",
    "W_O": "output weights",
}


def reference(Q: Any, K: Any, V: Any, W_Q: Any, W_K: Any, W_V: Any, W_O: Any) -> Any:
    """The sum over the heads of head_i times its own rows of W^O, which is what joining and one product come to."""
    total: Any = 0.0
    width = np.shape(W_V)[-1]
    for i in range(len(W_Q)):
        projected = (product(part, weights[i]) for part, weights in ((Q, W_Q), (K, W_K), (V, W_V)))
        rows = np.asarray(W_O)[..., i * width : (i + 1) * width, :]
        total = total + product(attention.reference_output(*projected), rows)
    return total


def head_weights(values: Values) -> Any:
    """The weights of every head: (h, n, m)."""
    pairs = zip(values["W_Q"], values["W_K"], strict=True)
    return np.stack([attention.reference_weights(values["Q"] @ a, values["K"] @ b) for a, b in pairs])


def _shares_add_up(values: Values, output: Any) -> float:
    """Each head's weights times V W_i^V times its rows of W^O; tried on one vector, from the right."""
    W_V, W_O = np.asarray(values["W_V"], dtype=float), np.asarray(values["W_O"], dtype=float)
    vector, width = np.arange(1.0, W_O.shape[-1] + 1.0), W_V.shape[-1]
    own_rows = (W_O[..., i * width : (i + 1) * width, :] for i in range(len(W_V)))
    columns = (np.asarray(values["V"]) @ (W @ (rows @ vector)) for W, rows in zip(W_V, own_rows, strict=True))
    shares = (weights @ column for weights, column in zip(head_weights(values), columns, strict=True))
    return deviation(np.asarray(output) @ vector, sum(shares))


def explain(values: Values, output: Any) -> Explanation:
    """The weights of the heads, the output, and what the heads cost together."""
    Q, K, W_V, W_O = (np.asarray(values[name]) for name in ("Q", "K", "W_V", "W_O"))
    sizes = {
        "h": len(W_V),
        "n": Q.shape[-2],
        "m": K.shape[-2],
        "d_k": np.shape(values["W_K"])[-1],
        "d_v": W_V.shape[-1],
        "d_model": W_O.shape[-1],
    }
    terms = [("h", "n", "m", "d_k"), ("h", "n", "m", "d_v"), ("h", "n", "d_v", "d_model")]
    steps = (
        step(
            "weights",
            r"A_i = \mathrm{softmax}\left(\frac{QW_i^Q (KW_i^K)^{\top}}{\sqrt{d_k}}\right)",
            ("h", "n", "m"),
            head_weights(values),
        ),
        step("output", r"\mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h)W^O", ("n", "d_model"), output),
    )
    said = (message("family.heads", heads=sizes["h"], width=sizes["d_v"]), message("family.softmax_over_keys"), cost(terms, sizes))
    return Explanation(steps, said)


def figure(values: Values, output: Any) -> Figure:
    """The weights of every head, side by side."""
    weights = head_weights(values)
    panels = tuple(Panel(f"head {i + 1}", head if head.ndim == 2 else head[0], scale="weights") for i, head in enumerate(weights))
    return Figure("heads", panels, message("family.alt_heads", heads=len(weights), output=rows_in_words(output)))


MULTI_HEAD = Family(
    name="multi_head_attention",
    formula=r"\begin{aligned} \mathrm{MultiHead}(Q, K, V) &= \mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h)W^O \\ "
    r"\mathrm{head}_i &= \mathrm{softmax}\left(\frac{(QW_i^Q)(KW_i^K)^\top}{\sqrt{d_k}}\right)(VW_i^V) \end{aligned}",
    roles=ROLES,
    invariants=(attention.WEIGHTS_SUM, Invariant("heads_add_up", _shares_add_up)),
    reference=reference,
    figure=figure,
    explain=explain,
)
# ---------------------------------------------------------------- the joined heads alone


def reference_joined(head: Any, W_O: Any) -> Any:
    """The sum over the heads of head_i times its own rows of W^O."""
    head, W_O = np.asarray(head, dtype=float), np.asarray(W_O, dtype=float)
    own_rows = np.split(W_O, len(head), axis=-2)
    return sum(np.sum(rows * part[..., :, None], axis=-2) for part, rows in zip(head, own_rows, strict=True))


def _heads_add_up(values: Values, output: Any) -> float:
    """Each head alone, the others 0, gives its share, and the shares add up."""
    head = np.asarray(values["head"], dtype=float)
    alone = np.eye(len(head)).reshape(len(head), len(head), *[1] * (head.ndim - 1)) * head
    return deviation(sum(_joined(each) @ np.asarray(values["W_O"]) for each in alone), output)


def _joined(head: Any) -> Any:
    """Heads side by side: (h, n, d) to (n, h d)."""
    return np.concatenate(list(head), axis=-1)


def explain_joined(values: Values, output: Any) -> Explanation:
    """The joined heads, and what W^O does with them."""
    head, W_O = np.asarray(values["head"], dtype=float), np.asarray(values["W_O"])
    sizes = {"n": int(np.prod(head.shape[1:-1])), "h": len(head), "d_v": head.shape[-1], "d_model": W_O.shape[-1]}
    steps = (
        step("joined", r"\mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h)", ("n", "h d_v"), _joined(head)),
        step("output", r"\mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h)W_O", ("n", "d_model"), output),
    )
    return Explanation(steps, (message("family.joined_heads", heads=len(head)), cost([("n", "h", "d_v", "d_model")], sizes)))


def figure_joined(values: Values, output: Any) -> Figure:
    """The heads side by side, W^O, and what it makes of them."""
    joined = np.atleast_2d(_joined(np.asarray(values["head"], dtype=float)))
    panels = (panel("Concat", joined), panel("W_O", values["W_O"], join="·"), panel("output", np.atleast_2d(output), join="="))
    return strip(panels, "family.alt_product", output)


JOINED_HEADS = Family(
    name="joined_heads",
    formula=r"\mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h)W^O",
    roles={"head": "heads", "W_O": "output weights"},
    invariants=(Invariant("heads_add_up", _heads_add_up),),
    reference=reference_joined,
    figure=figure_joined,
    explain=explain_joined,
)
# ---------------------------------------------------------------- the same with a matrix for each head


def reference_matrices(H: Any, W_O: Any) -> Any:
    """The sum over the heads of H_i times its own rows of W^O."""
    return reference_joined(H, W_O)


def _as_heads(values: Values) -> Values:
    return {**values, "head": values["H"]}


JOINED_MATRICES = Family(
    name="joined_head_matrices",
    formula=r"\mathrm{Concat}(H_1, \ldots, H_h)W^O",
    roles={"H": "heads", "W_O": "output weights"},
    invariants=(Invariant("heads_add_up", lambda values, output: _heads_add_up(_as_heads(values), output)),),
    reference=reference_matrices,
    figure=lambda values, output: figure_joined(_as_heads(values), output),
    explain=lambda values, output: explain_joined(_as_heads(values), output),
)
FAMILIES = (MULTI_HEAD, JOINED_HEADS, JOINED_MATRICES)
