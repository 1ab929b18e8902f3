"""Resolved programs as short text, and the shorthand that resolves a formula with the built-in words."""

from __future__ import annotations

from functools import cache

from vault_tools.compiler import tree
from vault_tools.compiler.resolve import Context, resolve, resolve_statements
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin


@cache
def vocabulary():
    return Vocabulary.of(builtin())


def resolved(latex, context=(), shapes=None, target=None):
    return resolve(parse(latex), Context.read(context), vocabulary(), shapes=shapes, target=target)


def statements(latex, context=()):
    return resolve_statements(parse(latex), Context.read(context), vocabulary())


def meaning(latex, context=(), shapes=None, target=None):
    """`name(inputs) = [free indices] bindings; result : shape`."""
    return show(resolved(latex, context, shapes, target))


def inputs(program):
    return " ".join(f"{p.name}:{'×'.join(str(dim) for dim in p.shape) or '()'}" for p in program.inputs)


def show(program):
    """One line per binding, then the result with its free indices."""
    lines = [f"{b.name}{_over(b.indices).strip()} = {text(b.body)}" for b in program.bindings]
    return "\n".join([*lines, f"{_over(program.indices)}{text(program.result)}"])


def _over(indices):
    return "[" + ",".join(f"{i.name}<{i.size}" for i in indices) + "] " if indices else ""


def text(node):
    """A readable form of one expression."""
    return FORMS[type(node)](node)


def _all(nodes, sign=", "):
    return sign.join(map(text, nodes))


def _where(node):
    cases = "; ".join(f"{text(test)}: {text(value)}" for test, value in node.branches)
    return f"where({cases}; else {text(node.otherwise) if node.otherwise else 'nothing'})"


def _logic(node):
    return f"not {text(node.operands[0])}" if node.operator == "not" else _all(node.operands, f" {node.operator} ")


def _call(node):
    axis = {None: "", -1: "", -2: " down"}[node.axis]
    along = f" along {node.along.name}" if node.along else ""
    options = "".join(f" {name}={value}" for name, value in node.options)
    return f"{node.function}({', '.join(map(text, node.arguments))}{axis}{along}{options})"


def _reduce(node):
    where = f" if {text(node.where)}" if node.where else ""
    return f"{node.operator}({node.index.name}<{node.index.size}{where}: {text(node.body)})"


def _recur(node):
    steps = [
        f"{name}: {text(body)}" if start is None else f"{name} from {text(start)}: {text(body)}"
        for name, start, body in zip(node.names, node.starts, node.bodies, strict=True)
    ]
    return f"steps({node.index.name}<{node.index.size}: {'; '.join(steps)} -> {node.names[node.result]})"


FORMS = {
    tree.Number: lambda n: n.written or str(n.value),
    tree.Constant: lambda n: n.name,
    tree.Input: lambda n: n.name,
    tree.Local: lambda n: n.name,
    tree.Size: lambda n: f"<{n.dim}>",
    tree.Position: lambda n: n.index.name,
    tree.IndexValue: lambda n: f"#{n.index.name}",
    tree.Identity: lambda n: "I",
    tree.Full: lambda n: f"full({n.value})",
    tree.Element: lambda n: f"{text(n.array)}[{_all(n.at, ',')}]",
    tree.Tabulate: lambda n: f"table({','.join(i.name for i in n.over)}: {text(n.body)})",
    tree.Stack: lambda n: f"[{_all(n.items)}]",
    tree.Concat: lambda n: f"concat{n.axis}({_all(n.parts)})",
    tree.ConcatOver: lambda n: f"concat({n.index.name}<{n.index.size}: {text(n.body)})",
    tree.State: lambda n: f"{n.name}[{n.index.name}-{n.back}]",
    tree.Recur: _recur,
    tree.Negate: lambda n: f"-{text(n.operand)}",
    tree.Add: lambda n: f"({_all(n.terms, ' + ')})",
    tree.Multiply: lambda n: f"({_all(n.factors, ' * ')})",
    tree.Divide: lambda n: f"({text(n.numerator)} / {text(n.denominator)})",
    tree.Power: lambda n: f"{text(n.base)}**{text(n.exponent)}",
    tree.MatMul: lambda n: f"({text(n.left)} @ {text(n.right)})",
    tree.Outer: lambda n: f"outer({text(n.left)}, {text(n.right)})",
    tree.Transpose: lambda n: f"{text(n.operand)}'",
    tree.MatrixPower: lambda n: f"power({text(n.base)}, {n.exponent})",
    tree.RepeatedProduct: lambda n: f"power({text(n.base)}, {text(n.times)})",
    tree.Call: _call,
    tree.Reduce: _reduce,
    tree.Compare: lambda n: f"({text(n.left)} {n.operator} {text(n.right)})",
    tree.Logic: _logic,
    tree.Where: _where,
}
