"""The squashing function of capsule networks, and the formula that it is known by."""

import numpy as np

from vault_tools.handler import Family, Function, Invariant


def squash(x, axis=-1):
    """Keeps the direction of x and makes it shorter than 1."""
    square = np.sum(np.square(x), axis=axis, keepdims=True)
    return x * np.sqrt(square) / (1 + square)


def exact(mp, x):
    square = mp.fdot(x, x)
    return [v * mp.sqrt(square) / (1 + square) for v in x]


def too_long(values, output):
    return np.max(np.maximum(np.linalg.norm(output, axis=-1) - 1, 0))


SHORT = Invariant("shorter_than_one", too_long)
HANDLERS = (
    Function("squash", (), "(n)->(n)", squash, exact, (SHORT,)),
    Family("squashing", r"\mathrm{squash}(x)", roles={"x": "capsule"}, invariants=(SHORT,), reference=squash),
)
