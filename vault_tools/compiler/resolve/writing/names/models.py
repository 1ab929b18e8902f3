r"""Functions of a model, which carry its parameters below: `V_\theta(s)`, `\epsilon_\theta(x_t, t)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import base_of, word
from vault_tools.compiler.resolve.writing.pieces import pieces
from vault_tools.compiler.syntax_tree import Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Node

PARAMETERS = frozenset({"theta", "phi", "psi", "omega"})
"""Letters of all parameters of a model together."""
LINEAR, VALUES = "w", frozenset("VQfgh")
"""The letter of the weights of a value function, `V_w(s)`, and of a model, `f_{w,b}(x)`."""
WITH_LINEAR = frozenset({"b"})
"""What may stand below beside the weights: the bias."""
WEIGHTS = frozenset("WU")
r"""Letters of weights, which multiply also with parameters below (`W_\theta x`)."""
PROJECTIONS = frozenset("qkvo")
"""Labels of the weights of queries, keys, values and outputs."""


def is_of_model(atom: Node) -> bool:
    r"""Before a bracket a function and no factor: the parameters stand below, `\theta_{old}` and `\theta'` too."""
    below = atom.sub if isinstance(atom, Scripted) and word(base_of(atom)) not in WEIGHTS else None
    if below is None or (isinstance(below, Scripted) and below.sup is not None):
        return False
    letters = [word(piece) for piece in pieces(below)]
    weighted = LINEAR in letters and {LINEAR, *WITH_LINEAR}.issuperset(letters) and word(base_of(atom)) in VALUES
    return weighted or word(base_of(below)) in PARAMETERS
