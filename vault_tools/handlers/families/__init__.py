"""The built-in formula families, the most specific first: the first that matches a formula names it."""

from __future__ import annotations

from vault_tools.handlers.families import (
    activations,
    attention,
    feed_forward,
    losses,
    multi_head,
    normalisation,
    pooling,
    positional,
    products,
    scores,
    self_attention,
    softmax,
    variants,
)

FAMILIES = (
    *multi_head.FAMILIES,
    *self_attention.FAMILIES,
    *variants.FAMILIES,
    *attention.FAMILIES,
    *scores.FAMILIES,
    *softmax.FAMILIES,
    *normalisation.FAMILIES,
    *feed_forward.FAMILIES,
    *activations.FAMILIES,
    *positional.FAMILIES,
    *losses.FAMILIES,
    *products.SPECIFIC,
    *pooling.FAMILIES,
    *products.COMMON,
)
