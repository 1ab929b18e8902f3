"""Mutants of generated NumPy source: one operator, name, number or axis changed, in the steps of the formula or in a pasted function."""

from __future__ import annotations

import ast
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vault_tools.compiler.source import Source

Change = tuple[str, ast.expr]
OUTPUT = "_output_"

OTHER_OPERATORS: dict[type, tuple[type, ...]] = {
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Div,), ast.Div: (ast.Mult,), ast.Pow: (ast.Mult,),
}  # fmt: skip
OTHER_COMPARISONS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
OTHER_NAMES = {
    "sum": ("max", "mean"), "max": ("sum", "min"), "min": ("max",), "mean": ("sum",), "exp": ("log", "expm1"), "log": ("exp",),
    "sqrt": ("square",), "maximum": ("minimum",), "minimum": ("maximum",), "tanh": ("sin",), "sin": ("cos",), "cos": ("sin",),
    "prod": ("sum",), "tril": ("triu",), "argmax": ("argmin",), "var": ("std",), "abs": ("square",), "log1p": ("log",),
}  # fmt: skip


def mutants(source: Source) -> Iterator[tuple[str, Source]]:
    """All sources with one mistake."""
    body = ast.parse("\n".join([*source.steps, f"{OUTPUT} = {source.output}"]))
    for kind, tree in _variants(body):
        *steps, last = tree.body
        lines = [line for step in steps for line in ast.unparse(step).split("\n")]
        yield kind, replace(source, steps=tuple(lines), output=ast.unparse(last.value))
    head = ast.parse("\n".join([*source.head, "    pass"]))
    for at, function in enumerate(head.body):
        if isinstance(function, ast.FunctionDef) and at + 1 < len(head.body):
            for kind, changed in _variants(function):
                parts = [*head.body[:at], changed, *head.body[at + 1 :]]
                text = ast.unparse(ast.Module(body=parts, type_ignores=[])).rstrip().removesuffix("pass").rstrip()
                yield f"{kind} in {function.name}", replace(source, head=tuple(text.split("\n")))


def _variants(root: Any) -> Iterator[tuple[str, Any]]:
    """Copies of a syntax tree, each with one expression changed."""
    places = [node for node in ast.walk(root) if type(node) in RULES]
    for number, node in enumerate(places):
        for k in range(len(list(RULES[type(node)](node)))):
            copy = deepcopy(root)
            target = [inner for inner in ast.walk(copy) if type(inner) in RULES][number]
            kind, new = list(RULES[type(target)](target))[k]
            yield kind, ast.fix_missing_locations(_Exchange(target, new).visit(copy))


class _Exchange(ast.NodeTransformer):
    """Puts one expression in another's place."""

    def __init__(self, old: ast.AST, new: ast.expr) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else self.generic_visit(node)


def _operation(node: ast.BinOp) -> Iterator[Change]:
    for other in OTHER_OPERATORS.get(type(node.op), ()):
        yield "another operator", ast.BinOp(node.left, other(), node.right)
    if isinstance(node.op, ast.MatMult | ast.Div | ast.Sub | ast.Pow):
        yield "operands swapped", ast.BinOp(node.right, node.op, node.left)
    if isinstance(node.op, ast.MatMult):
        yield "operand transposed", ast.BinOp(ast.Attribute(node.left, "T", ast.Load()), node.op, node.right)
    else:
        yield "right operand dropped", node.left
    if isinstance(node.op, ast.Add | ast.Mult):
        yield "left operand dropped", node.right


def _call(node: ast.Call) -> Iterator[Change]:
    if isinstance(node.func, ast.Attribute):
        for name in OTHER_NAMES.get(node.func.attr, ()):
            yield f"{name} for {node.func.attr}", ast.Call(ast.Attribute(node.func.value, name, ast.Load()), node.args, node.keywords)
    if len(node.args) == 1 and not node.keywords:
        yield "function dropped", node.args[0]
    if node.args and isinstance(text := node.args[0], ast.Constant) and isinstance(text.value, str) and "->" in text.value:
        terms, arrow, result = text.value.partition("->")
        first, *others = terms.split(",")
        changed = ast.Constant(",".join([first[::-1], *others]) + arrow + result)
        yield "operand transposed", ast.Call(node.func, [changed, *node.args[1:]], node.keywords)


def _constant(node: ast.Constant) -> Iterator[Change]:
    if isinstance(node.value, int | float) and not isinstance(node.value, bool):
        yield "number off by one", ast.Constant(node.value + 1)
        if node.value not in {0, 1}:
            yield "number halved", ast.BinOp(ast.Constant(node.value), ast.Div(), ast.Constant(2))


def _unary(node: ast.UnaryOp) -> Iterator[Change]:
    yield "sign flipped", node.operand


def _attribute(node: ast.Attribute) -> Iterator[Change]:
    if node.attr == "T":
        yield "transpose dropped", node.value


def _compare(node: ast.Compare) -> Iterator[Change]:
    other = OTHER_COMPARISONS.get(type(node.ops[0]))
    if other is not None:
        yield "mask: ends changed", ast.Compare(node.left, [other()], node.comparators)
    yield "mask turned round", ast.Compare(node.comparators[0], node.ops, [node.left])


RULES: dict[type, Callable[[Any], Iterator[Change]]] = {
    ast.BinOp: _operation,
    ast.Call: _call,
    ast.Constant: _constant,
    ast.UnaryOp: _unary,
    ast.Attribute: _attribute,
    ast.Compare: _compare,
}
