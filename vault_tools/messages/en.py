"""English sentences. Keys are `area.thing`; areas: syntax, shape, unsupported, reading, check, claim, block, note, figure, cli, watch."""

from __future__ import annotations

SENTENCES: dict[str, str] = {
    # -- syntax: broken LaTeX (and its hints) --
    # -- shape --
    # -- unsupported --
    # -- reading: how a fork was read --
    # -- check: the lines of the receipt --
    "check.too_large": "A value in between is too large for any float.",
    "check.position_not_whole": "A position in an array is not a whole number.",
    "check.singular": "The matrix has no inverse: it is singular.",
    "check.not_symmetric": "A fractional power needs a symmetric matrix.",
    "check.not_positive": "A fractional power needs a matrix with positive eigenvalues.",
    "check.no_second_implementation": "{function} has no second implementation, so nothing stands against the first.",
    # -- claim --
    # -- block: the generated text --
    # -- note: a note that cannot be processed --
    # -- handler --
    "handler.conflict": "The name {name} belongs to two handlers: {first} and {second}. Remove one, or rename it.",
    # -- figure --
    # -- cli and watch --
    "config.unreadable": "{file} cannot be read: {reason}",
    "config.unknown_key": "{file}: unknown key {name}. Allowed: {allowed}.",
    "config.bad_value": "{file}: {name} = {value} is not allowed. Give {allowed}.",
}
