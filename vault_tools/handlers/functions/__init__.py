"""The built-in functions: what the words softmax, ReLU, LayerNorm, log … in a formula do."""

from __future__ import annotations

from vault_tools.handlers.functions import (
    counting,
    cross,
    elementary,
    fourier,
    gamma,
    gelu,
    matrices,
    norms,
    relu,
    rotary,
    selection,
    sigmoid,
    softmax,
    statistics,
)

FUNCTIONS = (
    *elementary.FUNCTIONS,
    *softmax.FUNCTIONS,
    *sigmoid.FUNCTIONS,
    *relu.FUNCTIONS,
    *gamma.FUNCTIONS,
    *gelu.FUNCTIONS,
    *norms.FUNCTIONS,
    *matrices.FUNCTIONS,
    *statistics.FUNCTIONS,
    *counting.FUNCTIONS,
    *cross.FUNCTIONS,
    *selection.FUNCTIONS,
    *fourier.FUNCTIONS,
    *rotary.FUNCTIONS,
)
