"""English sentences. Keys are `area.thing`; areas: syntax, shape, unsupported, reading, check, claim, block, note, figure, cli, watch."""

from __future__ import annotations

SENTENCES: dict[str, str] = {
    # -- syntax: broken LaTeX (and its hints) --
    # -- shape --
    # -- unsupported --
    # -- reading: how a fork was read --
    # -- check: the lines of the receipt --
    # -- claim --
    # -- block: the generated text --
    # -- note: a note that cannot be processed --
    # -- handler --
    "handler.conflict": "The name {name} belongs to two handlers: {first} and {second}. Remove one, or rename it.",
    # -- figure --
    # -- cli and watch --
    "config.unreadable": "{file} cannot be read: {reason}",
    "config.unknown_key": "{file}: unknown key {key}. Allowed: {allowed}.",
    "config.bad_value": "{file}: {key} = {value} is not allowed. Give {allowed}.",
}
