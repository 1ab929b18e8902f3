"""The squashing function of capsule networks, and the formula that it is known by."""

import numpy as np

from vault_tools.handler import Family, Function, Invariant


def squash(x, axis=-1):
    """Keeps the direction of x and makes it shorter than 1."""
    square = np.sum(np.square(x), axis=axis, keepdims=True)
    return x * np.sqrt(square) / (1 + square)


def exact(mp, x):
    return [v * mp.norm(x) / (1 + mp.norm(x) ** 2) for v in x]


SHORT = Invariant("shorter_than_one", lambda values, output: max(np.linalg.norm(output, axis=-1).max() - 1, 0))
HANDLERS = (
    Function("squash", (), "(n)->(n)", squash, exact, (SHORT,)),
    Family("squashing", r"\mathrm{squash}(x)", roles={"x": "capsule"}, invariants=(SHORT,), reference=squash),
)
