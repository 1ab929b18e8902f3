"""What the note's vault-tools block asks for beyond inputs: another softmax axis, a causal mask. What changes is said."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.normal import mapped
from vault_tools.model import Message, Options, message

if TYPE_CHECKING:
    from collections.abc import Callable

WEIGHTINGS = frozenset({"softmax"})
AXES = {"rows": -1, "columns": -2}


def options_for(options: Options, name: str | None) -> Options:
    """The whole note's options, narrowed to one left-hand side."""
    own = options.narrowed.get(name or "")
    if own is None:
        return options
    return replace(
        options,
        inputs={**options.inputs, **own.inputs},
        causal=own.causal or options.causal,
        softmax_axis=own.softmax_axis or options.softmax_axis,
    )


def with_options(program: tree.Program, options: Options) -> tree.Program:
    """The program as the note's options want it, with what was changed among its readings."""
    own = options_for(options, program.name)
    if own.softmax_axis:
        changed = _changed(program, lambda node: _along(node, AXES[own.softmax_axis]))
        program = _said(program, changed, message(f"reading.softmax_{own.softmax_axis}"))
    if own.causal:
        program = _said(program, _changed(program, _masked), message("reading.causal"))
    return program


def _said(before: tree.Program, after: tree.Program, reading: Message) -> tree.Program:
    return replace(after, readings=(*after.readings, reading)) if after is not before else before


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


def _masked(node: tree.Expression) -> tree.Expression:
    """softmax(S) as softmax(S + M), M the causal mask: -∞ where the key comes after the query."""
    match node:
        case tree.Call(function=name, arguments=(scores,)) if name in WEIGHTINGS and len(scores.shape) == 2:
            masked = tree.Add(terms=(scores, causal_mask(scores.shape)), shape=scores.shape, indices=scores.indices)
            return replace(node, arguments=(masked,))
    return node


def causal_mask(shape: tree.Shape) -> tree.Expression:
    """M (n, m): 0 where j ≤ i, else -∞."""
    i, j = tree.Index("query", shape[0]), tree.Index("key", shape[1])
    query, key = (tree.IndexValue(index=index, indices=(index.name,)) for index in (i, j))
    seen = tree.Compare(operator="<=", left=key, right=query, indices=("key", "query"))
    body = tree.Where(
        branches=((seen, tree.Number(value=Fraction(0))),),
        otherwise=tree.Negate(operand=tree.Constant(name="inf")),
        indices=("key", "query"),
    )
    return tree.Tabulate(over=(i, j), body=body, shape=shape)
