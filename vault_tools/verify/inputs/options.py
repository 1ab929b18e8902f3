"""What the note's vault-tools block asks for beyond inputs: another axis, a causal mask, conventions that differ between sources.

What changes is said, and so is the default where another convention would give other numbers.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.parts import mapped
from vault_tools.model import Message, Options, message

if TYPE_CHECKING:
    from collections.abc import Callable

WEIGHTINGS = frozenset({"softmax"})
AXES = {"rows": -1, "columns": -2}
OTHER_AXIS = frozenset({"reading.softmax_last_axis", "reading.softmax_columns_behind"})


def options_for(options: Options, name: str | None) -> Options:
    """The whole note's options, narrowed to one left-hand side."""
    own = options.narrowed.get(name or "")
    if own is None:
        return options
    return replace(
        options,
        inputs={**options.inputs, **own.inputs},
        extra={**options.extra, **own.extra},
        causal=own.causal or options.causal,
        softmax_axis=own.softmax_axis or options.softmax_axis,
    )


def with_options(program: tree.Program, options: Options, said_axis: str = "") -> tree.Program:
    """The program as the note's options want it, with what was changed among its readings. said_axis: that of softmax in the prose."""
    own = options_for(options, program.name)
    axis = own.softmax_axis or said_axis
    if axis:
        changed = _changed(program, lambda node: _along(node, AXES[axis]))
        key = f"reading.softmax_{axis}" if own.softmax_axis else f"reading.softmax_{axis}_said"
        program = _said(program, changed, message(key), instead=OTHER_AXIS)
    if own.causal:
        program = _causal(program, own.extra.get("causal_alignment") == "bottom-right", own.extra.get("softcap") == "after-mask")
    if own.extra.get("masked_rows") == "zero":
        program = _said(program, _changed(program, _zero_where_masked), message("reading.masked_rows_zero"))
    if own.extra.get("rope") == "half-split":
        program = _half_split(program)
    return program


def _causal(program: tree.Program, bottom_right: bool, after_mask: bool) -> tree.Program:
    """The causal mask added to all scores, and how it lies where there are not as many keys as queries, or a softcap."""
    found: set[str] = set()

    def mask(node: tree.Expression) -> tree.Expression:
        return _masked(node, found, bottom_right=bottom_right, after_mask=after_mask)

    program = _said(program, _changed(program, mask), message("reading.causal"))
    readings = [message(f"reading.{key}") for key in sorted(found)]
    return replace(program, readings=(*program.readings, *readings)) if readings else program


def _half_split(program: tree.Program) -> tree.Program:
    """Every RoPE with the pairs of the two halves."""

    def change(node: tree.Expression) -> tree.Expression:
        match node:
            case tree.Call(function="rope"):
                return replace(node, function="rope_half_split")
        return node

    changed = _said(program, _changed(program, change), message("reading.rope_half_split_pairs"))
    return replace(changed, readings=tuple(reading for reading in changed.readings if reading.key != "reading.rope_pairs"))


def _said(before: tree.Program, after: tree.Program, reading: Message, *, instead: frozenset[str] = frozenset()) -> tree.Program:
    """What was changed, said; `instead` of readings that no longer hold."""
    kept = (one for one in after.readings if one.key not in instead)
    return replace(after, readings=(*kept, reading)) if after is not before else before


def _changed(program: tree.Program, change: Callable[[tree.Expression], tree.Expression]) -> tree.Program:
    def everywhere(node: tree.Expression) -> tree.Expression:
        return change(mapped(node, everywhere))

    result, sides = everywhere(program.result), tuple(everywhere(side) for side in program.sides)
    bindings = tuple(replace(binding, body=everywhere(binding.body)) for binding in program.bindings)
    return (
        replace(program, result=result, sides=sides, bindings=bindings)
        if (result, bindings) != (program.result, program.bindings)
        else program
    )


def _along(node: tree.Expression, axis: int) -> tree.Expression:
    match node:
        case tree.Call(function=name, axis=int(before)) if name in WEIGHTINGS and len(node.shape) >= 2 and before != axis:
            return replace(node, axis=axis)
    return node


def _masked(node: tree.Expression, found: set[str], *, bottom_right: bool, after_mask: bool) -> tree.Expression:
    """softmax(S) as softmax(S + M), M the causal mask: -∞ where the key comes after the query. `found`: conventions that matter here."""
    match node:
        case tree.Call(function=name, arguments=(scores,)) if name in WEIGHTINGS and len(scores.shape) == 2:
            if scores.shape[0] != scores.shape[1]:
                found.add("causal_bottom_right" if bottom_right else "causal_top_left")
            mask = causal_mask(scores.shape, bottom_right=bottom_right)
            capped = _capped(scores)
            if capped is None or not after_mask:
                found |= {"softcap_before"} if capped is not None else set()
                return replace(node, arguments=(_sum(scores, mask),))
            found.add("softcap_after")
            cap, inner = capped
            bent = tree.Call(function="tanh", arguments=(replace(inner, numerator=_sum(inner.numerator, mask)),), shape=scores.shape)
            return replace(node, arguments=(tree.Multiply(factors=(cap, bent), shape=scores.shape, indices=scores.indices),))
    return node


def _capped(scores: tree.Expression) -> tuple[tree.Expression, tree.Divide] | None:
    r"""The c and the S/c of `c \tanh(S/c)`."""
    match scores:
        case tree.Multiply(factors=(cap, tree.Call(function="tanh", arguments=(tree.Divide(denominator=below) as inner,)))) if below == cap:
            return cap, inner
    return None


def _sum(scores: tree.Expression, mask: tree.Expression) -> tree.Expression:
    return tree.Add(terms=(scores, mask), shape=scores.shape, indices=scores.indices)


def _zero_where_masked(node: tree.Expression) -> tree.Expression:
    """A softmax that gives zeros for a row of -∞ alone."""
    match node:
        case tree.Call(function="softmax"):
            return replace(node, function="softmax_or_zero")
    return node


def causal_mask(shape: tree.Shape, *, bottom_right: bool) -> tree.Expression:
    """M (n, m): 0 where j ≤ i, else -∞; bottom_right: where j ≤ i + m - n, so that the last query sees every key."""
    i, j = tree.Index("query", shape[0]), tree.Index("key", shape[1])
    query, key = (tree.IndexValue(index=index, indices=(index.name,)) for index in (i, j))
    last: tree.Expression = query
    if bottom_right:
        ahead = tree.Size(dim=shape[1] - shape[0])
        last = tree.Add(terms=(query, ahead), indices=("query",))
    seen = tree.Compare(operator="<=", left=key, right=last, indices=("key", "query"))
    body = tree.Where(
        branches=((seen, tree.Number(value=Fraction(0))),),
        otherwise=tree.Negate(operand=tree.Constant(name="inf")),
        indices=("key", "query"),
    )
    return tree.Tabulate(over=(i, j), body=body, shape=shape)
