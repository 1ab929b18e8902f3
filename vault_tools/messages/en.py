"""English sentences. Keys are `area.thing`; areas: syntax, shape, unsupported, reading, check, claim, block, note, figure, cli, watch."""

from __future__ import annotations

SENTENCES: dict[str, str] = {
    # -- syntax: broken LaTeX (and its hints) --
    # -- shape --
    # -- unsupported --
    # -- reading: how a fork was read --
    # -- input: where example inputs come from --
    "input.block": "from the vault-tools block",
    "input.note": "from the note",
    "input.invented": "invented",
    "input.sizes_differ": "The size {size} is {first} in one input and {second} in {name}.",
    "input.shape": "{name} is given with the shape {given}, the formula needs {wanted}.",
    "input.ragged": "{name} is given with rows of different lengths.",
    # -- check: the lines of the receipt --
    "check.agrees": "agrees to {digits} digits",
    "check.agrees_sampled": "{entries} entries, chosen by a fixed rule, agree to {digits} digits",
    "check.shapes_differ": "The two evaluations give arrays of different shapes.",
    "check.precision_lost": "Too many digits cancel: two precisions do not agree on the value.",
    "check.undefined": "For these inputs the value is not a number (0/0, ∞ − ∞, or the root or logarithm of a negative number).",
    "check.pole": "For these inputs the formula divides by zero.",
    "check.overflow": "The float value overflows, the right value does not.",
    "check.differs": "The two evaluations agree to {digits} digits only.",
    "check.no_reference": "this family brings no reference of its own",
    "check.no_step": "there is no step {step} in this formula",
    "check.holds": "holds to {digits} digits",
    "check.does_not_hold": "does not hold: off by {worst_error:.2g}",
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
    "handler.broken": "The plugin {plugin} could not be loaded ({error}). Its handlers are missing; mend or uninstall it.",
    "handler.no_handler": "The plugin {plugin} gives a {kind}. It must give a Function, a Family, or a tuple of them.",
    # -- figure --
    # -- cli and watch --
    "watch.gone": "{vault} is not there. Waiting for it to come back.",
    "watch.polling": "The system reports no changes here ({reason}). Looking every {seconds:g} s instead.",
    "cli.no_worker": "The process that judges formulas cannot start: {reason}",
    "failed.again": "This formula took too long or too much memory before; it is tried again when it changes.",
    "failed.limits": "Stopped: more than {seconds:g} s of computing, or more memory than a formula may have.",
    "failed.time": "Stopped: no answer within the time that a formula may take ({seconds:g} s of computing).",
    "failed.note_time": "Not tried: the {seconds:g} s for this note were used up.",
    "failed.error": "An error inside vault_tools, please report it: {error}",
    "config.unreadable": "{file} cannot be read: {reason}",
    "config.unknown_key": "{file}: unknown key {name}. Allowed: {allowed}.",
    "config.bad_value": "{file}: {name} = {value} is not allowed. Give {allowed}.",
}
