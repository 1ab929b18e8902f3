r"""Prints resolved trees as LaTeX, for the block: our own words and canonical names only, never a character of the note.

So what a reader sees is what was understood: `\sqrt d_k` comes out as `\sqrt{d_{k}}`, `softmax` as `\mathrm{softmax}`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree
from vault_tools.compiler.latex_names import (
    counted_from_one,
    index_names,
    joined,
    letter,
    number,
    plain_letters,
    print_name,
    relettered,
    size,
    subscripted,
)
from vault_tools.compiler.names import raised

if TYPE_CHECKING:
    from collections.abc import Callable

TRUTH, SUM, ENTRYWISE, PRODUCT, POSTFIX, ATOM = 0, 1, 2, 3, 4, 5
"""How tightly printed expressions bind."""
KNOWN_COMMANDS = frozenset(["exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "max", "min", "det"])
WORDS = {
    "layer_norm": "LayerNorm", "rms_norm": "RMSNorm", "rms": "RMS", "relu": "ReLU", "leaky_relu": "LeakyReLU", "gelu": "GELU", "elu": "ELU",
    "silu": "SiLU", "gelu_tanh": "GELU", "trace": "tr", "logsumexp": "LSE", "log_softmax": "logsoftmax", "cosine_similarity": "cos",
    "var": "Var", "std": "Std", "dropout": "Dropout", "log2": "log_2", "log10": "log_{10}", "normal_cdf": "Phi",
    "rope": "RoPE", "rope_half_split": "RoPE", "top_k": "TopK", "softmax_or_zero": "softmax",
}  # fmt: skip
FENCES = {"abs": (r"\left|", r"\right|"), "floor": (r"\left\lfloor ", r" \right\rfloor"), "ceil": (r"\left\lceil ", r" \right\rceil"),
          "norm": (r"\left\|", r"\right\|"), "real_fourier": (r"\Re\left(\mathrm{FFT}\left(", r"\right)\right)"),
          "real_fourier_plane": (r"\Re\left(\mathrm{FFT2}\left(", r"\right)\right)")}  # fmt: skip
RELATIONS = {"<": "<", "<=": r"\le", ">": ">", ">=": r"\ge", "==": "=", "!=": r"\neq"}
SIGNS = {"≈": r"\approx", "≡": r"\equiv", "<": "<", "≤": r"\le", ">": ">", "≥": r"\ge", "≠": r"\neq", "→": r"\to"}
"""Between the sides of a chain; an equals sign where none of these."""
OPERATORS = {"sum": r"\sum", "product": r"\prod", "max": r"\max", "min": r"\min", "argmax": r"\arg\max", "argmin": r"\arg\min",
             "mean": r"\operatorname{mean}"}  # fmt: skip
HALF_TURN = 180
ROW_END = r" \\ "
CONSTANTS = {"e": "e", "pi": r"\pi", "inf": r"\infty"}


def print_latex(node: tree.Expression | tree.Program) -> str:
    r"""LaTeX of an expression, or of a program with its definitions (one row each, in `aligned`)."""
    if isinstance(node, tree.Program):
        return _program(node)
    return _text(node)


def _program(program: tree.Program) -> str:
    rows = [_chain(program)]
    rows += [_statement(binding.name, binding.indices, binding.body) for binding in program.bindings]
    if len(rows) == 1:
        left, body = rows[0]
        return f"{left} = {body}" if left else body
    lines = [f"{left} &= {body}" if left else f"& {body}" for left, body in rows]
    return r"\begin{aligned}" + ROW_END.join(lines) + r"\end{aligned}"


def _chain(program: tree.Program) -> tuple[str, str]:
    r"""Left side, and all that is equated with it, what is read alike once: `s = \frac{q \cdot k}{\sqrt{2}} = \frac{4}{1.414}`."""
    name, indices, sides = raised(program.name or "", program.power), program.indices, program.sides or (program.result,)
    left, body = _statement(name, indices, sides[0])
    before = body
    for sign, side in zip(program.relations[1:] or ("=",) * (len(sides) - 1), sides[1:], strict=True):
        text = _statement(name, indices, side)[1]
        body += f" {SIGNS.get(sign, '=')} {text}" if text != before else ""
        before = text
    return left, body


def _statement(name: str, indices: tuple[tree.Index, ...], body: tree.Expression) -> tuple[str, str]:
    """Left and right side of one row. Letters that only another row uses are free again: `i_2` is `i`, or `i'` where `i` is taken."""
    letters = plain_letters(index_names((indices, body)))
    indices, body = relettered(indices, letters), relettered(body, letters)
    return subscripted(name, [letter(index) for index in indices]) if name else "", _text(body)


# ---------------------------------------------------------------- expressions


def _text(node: tree.Expression) -> str:
    return RULES[type(node)](node)[0]


def _within(node: tree.Expression, least: int) -> str:
    """A part, in parentheses where it binds less tightly than `least`; a condition that counts as 1 or 0 in Iverson's brackets."""
    text, level = RULES[type(node)](node)
    if level == TRUTH:
        return rf"\left[{text}\right]"
    return text if level >= least else rf"\left({text}\right)"


Printed = tuple[str, int]


def _leaf(node: tree.Number) -> Printed:
    return number(node.value), SUM if node.value < 0 else ATOM


def _size(node: tree.Size) -> Printed:
    return size(node.dim), ATOM if len(node.dim.terms) <= 1 else SUM


def _full(node: tree.Full) -> Printed:
    return rf"\mathbf{{{number(node.value)}}}", ATOM


def _element(node: tree.Element) -> Printed:
    places = [_place(position) for position in node.at]
    match node.array:
        case tree.Input(name=name) | tree.Local(name=name):
            return subscripted(name, places), ATOM
        case tree.State() as state:
            return subscripted(state.name, [_step(state), *places]), ATOM
        case tree.Recur(index=own) as steps if isinstance(node.at[0], tree.Position):
            names = {name: name for name in index_names(steps)}
            return _steps(relettered(steps, {**names, own.name: node.at[0].index.name})), SUM
        case array:
            least = POSTFIX if isinstance(array, tree.Call) else ATOM
            return f"{_within(array, least)}_{{{joined(places)}}}", POSTFIX


def _place(position: tree.Expression) -> str:
    """A 0-based position as the formula writes it: with the letters of its indices, counted from where they start."""
    parts = position.terms if isinstance(position, tree.Add) else (position,)
    offset, letters, starts = 0, [], []
    for part in parts:
        match part:
            case tree.Position(index=index):
                letters.append(letter(index))
                starts.append(index.start)
            case tree.Number(value=value) if value.denominator == 1:
                offset += int(value)
            case _:
                return _text(counted_from_one(position))
    offset += (1 if any(starts) or not starts else 0) - sum(starts)
    return "+".join(letters) + (f"{offset:+d}" if offset else "") if letters else str(offset)


def _slice(node: tree.Slice) -> Printed:
    start = node.start
    first = number(start.value + 1) if isinstance(start, tree.Number) else f"{_text(start)}+1"
    return f"{_within(node.array, ATOM)}_{{{first}:{_text(node.stop)}}}", ATOM


def _tabulate(node: tree.Tabulate) -> Printed:
    return rf"\left[{_text(node.body)}\right]_{{{joined([letter(index) for index in node.over])}}}", ATOM


def _stack(node: tree.Stack) -> Printed:
    if all(isinstance(item, tree.Stack) for item in node.items) and len(node.shape) == 2:
        rows = [" & ".join(map(_text, item.items)) for item in node.items if isinstance(item, tree.Stack)]
        return rf"\begin{{bmatrix}}{ROW_END.join(rows)}\end{{bmatrix}}", ATOM
    return rf"\left({', '.join(map(_text, node.items))}\right)", ATOM


def _concat(node: tree.Concat) -> Printed:
    return rf"\left[{' ; '.join(map(_text, node.parts))}\right]", ATOM


def _concat_over(node: tree.ConcatOver) -> Printed:
    return rf"\mathrm{{Concat}}_{_bounds(node.index)}\left({_text(node.body)}\right)", POSTFIX


def _step(state: tree.State) -> str:
    """`t-1`, or `t` for the present step."""
    return letter(state.index) + (f"-{state.back}" if state.back else "")


def _steps(node: tree.Recur) -> str:
    r"""The right side of a recurrence, then its start and what else is computed at each step: `f(h_{t-1}), \quad h_{0} = 0`."""
    clauses = [_text(node.bodies[node.result])]
    for k, (name, start, body) in enumerate(zip(node.names, node.starts, node.bodies, strict=True)):
        if k != node.result:
            clauses.append(f"{subscripted(name, [letter(node.index)])} = {_text(body)}")
        if start is not None:
            clauses.append(f"{subscripted(name, [str(node.index.start - 1)])} = {_text(start)}")
    return r", \quad ".join(clauses)


def _bounds(index: tree.Index) -> str:
    """`{j=1}^{m}`."""
    return f"{{{letter(index)}={index.start}}}^{{{size(index.size + tree.Dim.of(index.start - 1) if index.start != 1 else index.size)}}}"


def _negate(node: tree.Negate) -> Printed:
    return f"-{_within(node.operand, ENTRYWISE)}", SUM


def _add(node: tree.Add) -> Printed:
    out = _within(node.terms[0], SUM)
    for term in node.terms[1:]:
        text = _within(term, SUM)
        out += f" - {text[1:]}" if text.startswith("-") else f" + {text}"
    return out, SUM


def _multiply(node: tree.Multiply) -> Printed:
    match node.factors:
        case (tree.Number(value=-1), rest) if not isinstance(rest, tree.Number):
            return f"-{_within(rest, ENTRYWISE)}", SUM
    out = _within(node.factors[0], PRODUCT + isinstance(node.factors[0], tree.Reduce))
    for before, factor in zip(node.factors, node.factors[1:], strict=False):
        inner = factor is not node.factors[-1] and isinstance(factor, tree.Reduce)
        text = _within(factor, PRODUCT + (inner or isinstance(factor, tree.Negate)))
        out += r"^{\circ}" if _is_degree(factor) else f"{_sign(before, factor, text)}{text}"
    between = (before.shape and factor.shape for before, factor in zip(node.factors, node.factors[1:], strict=False))
    return out, ENTRYWISE if any(between) else PRODUCT  # `(A \odot B) C`: what stands side by side binds more tightly


def _is_degree(factor: tree.Expression) -> bool:
    r"""The π/180 that a `^\circ` was read as: the note does not write it."""
    match factor:
        case tree.Divide(numerator=tree.Constant(name="pi", span=tree.NOWHERE), denominator=tree.Number(value=value)):
            return value == HALF_TURN
    return False


def _sign(before: tree.Expression, factor: tree.Expression, text: str) -> str:
    r"""What stands between two factors: `\odot` between arrays, `\cdot` before a digit, else a space."""
    if before.shape and factor.shape:
        return r" \odot "
    return r" \cdot " if text[0].isdigit() or isinstance(before, tree.Reduce) else r" \, " if isinstance(factor, tree.Call) else " "


def _divide(node: tree.Divide) -> Printed:
    return rf"\frac{{{_text(node.numerator)}}}{{{_text(node.denominator)}}}", PRODUCT


def _power(node: tree.Power) -> Printed:
    if isinstance(node.exponent, tree.Number) and node.exponent.value == Fraction(1, 2):
        return rf"\sqrt{{{_text(node.base)}}}", ATOM
    return f"{_powered(node.base)}^{{{_text(node.exponent)}}}", POSTFIX


def _powered(base: tree.Expression) -> str:
    """A base that already has a superscript needs parentheses."""
    text = _within(base, ATOM)
    return rf"\left({text}\right)" if "^" in text and not text.startswith(r"\left(") else text


def _matmul(node: tree.MatMul) -> Printed:
    r"""`W x`; a vector on the left as a row: `x W` where a row comes out, `x^{\top} W y` where a number does."""
    left = node.left
    first = _row(left) if len(left.shape) == 1 and not node.shape else _within(left, PRODUCT)
    return f"{first} {_right(node)}", PRODUCT


def _row(vector: tree.Expression) -> str:
    r"""`x^{\top}`, and `x^{\top} W` for a vector that is a row times a matrix."""
    if isinstance(vector, tree.MatMul) and len(vector.left.shape) == 1:
        return f"{_row(vector.left)} {_right(vector)}"
    return f"{_powered(vector)}^{{\\top}}"


def _right(node: tree.MatMul) -> str:
    return _within(node.right, PRODUCT + isinstance(node.right, tree.MatMul | tree.Reduce))


def _outer(node: tree.Outer) -> Printed:
    return f"{_within(node.left, PRODUCT)} {_powered(node.right)}^{{\\top}}", PRODUCT


def _transpose(node: tree.Transpose) -> Printed:
    return f"{_powered(node.operand)}^{{\\top}}", POSTFIX


def _matrix_power(node: tree.MatrixPower) -> Printed:
    return f"{_powered(node.base)}^{{{number(node.exponent)}}}", POSTFIX


def _call(node: tree.Call) -> Printed:
    arguments = ", ".join(map(_text, node.arguments))
    if node.function in FENCES and len(node.arguments) == 1:
        opening, closing = FENCES[node.function]
        return f"{opening}{arguments}{closing}", ATOM
    if node.function == "binomial":
        return rf"\binom{{{_text(node.arguments[0])}}}{{{_text(node.arguments[1])}}}", ATOM
    if node.function == "cross_product":
        return r" \times ".join(_within(argument, POSTFIX) for argument in node.arguments), PRODUCT
    if node.function == "sqrt":
        return rf"\sqrt{{{arguments}}}", ATOM
    along = f"_{{{letter(node.along)}}}" if node.along is not None else ""
    return rf"{_function_name(node.function)}{along}\left({arguments}\right)", POSTFIX


def _function_name(function: str) -> str:
    if function in KNOWN_COMMANDS:
        return f"\\{function}"
    word = WORDS.get(function, function.replace("_", ""))
    return rf"\{word}" if word.startswith("log_") or word == "Phi" else rf"\mathrm{{{word}}}"


def _reduce(node: tree.Reduce) -> Printed:
    bounds = _condition(node.index, node.where) if node.where is not None else _bounds(node.index)
    return rf"{OPERATORS[node.operator]}_{bounds} {_within(node.body, ENTRYWISE)}", PRODUCT


def _condition(index: tree.Index, where: tree.Expression) -> str:
    """What is written below an operator whose index is restricted."""
    match where:
        case tree.Compare(left=tree.IndexValue(index=compared)) if compared == index:
            return f"{{{_text(where)}}}"
        case _:
            return rf"{{{letter(index)} : {_text(where)}}}"


def _compare(node: tree.Compare) -> Printed:
    return f"{_text(node.left)} {RELATIONS[node.operator]} {_text(node.right)}", TRUTH


def _logic(node: tree.Logic) -> Printed:
    if node.operator == "not":
        return rf"\neg {_condition_within(node.operands[0], ATOM)}", PRODUCT
    sign = r" \wedge " if node.operator == "and" else r" \vee "
    return sign.join(_condition_within(operand, SUM) for operand in node.operands), TRUTH


def _condition_within(node: tree.Expression, least: int) -> str:
    text, level = RULES[type(node)](node)
    return text if level >= least else rf"\left({text}\right)"


def _where(node: tree.Where) -> Printed:
    rows = [rf"{_text(value)} & \text{{if }} {_text(condition)}" for condition, value in node.branches]
    if node.otherwise is not None:
        rows.append(rf"{_text(node.otherwise)} & \text{{otherwise}}")
    return rf"\begin{{cases}}{ROW_END.join(rows)}\end{{cases}}", ATOM


RULES: dict[type, Callable[[Any], Printed]] = {
    tree.Number: _leaf,
    tree.Constant: lambda node: (CONSTANTS[node.name], ATOM),
    tree.Input: lambda node: (print_name(node.name), ATOM),
    tree.Local: lambda node: (print_name(node.name), ATOM),
    tree.Size: _size,
    tree.Position: lambda node: (letter(node.index) + (f"{-node.index.start:+d}" if node.index.start else ""), SUM),
    tree.IndexValue: lambda node: (letter(node.index), ATOM),
    tree.Identity: lambda _: ("I", ATOM),
    tree.Full: _full,
    tree.Element: _element,
    tree.Slice: _slice,
    tree.Tabulate: _tabulate,
    tree.Stack: _stack,
    tree.Concat: _concat,
    tree.ConcatOver: _concat_over,
    tree.State: lambda node: (subscripted(node.name, [_step(node)]), ATOM),
    tree.Recur: lambda node: (rf"\left[{_steps(node)}\right]_{_bounds(node.index)}", ATOM),
    tree.Negate: _negate,
    tree.Add: _add,
    tree.Multiply: _multiply,
    tree.Divide: _divide,
    tree.Power: _power,
    tree.MatMul: _matmul,
    tree.Outer: _outer,
    tree.Transpose: _transpose,
    tree.MatrixPower: _matrix_power,
    tree.RepeatedProduct: lambda node: (f"{_powered(node.base)}^{{{_text(node.times)}}}", POSTFIX),
    tree.Call: _call,
    tree.Reduce: _reduce,
    tree.Compare: _compare,
    tree.Logic: _logic,
    tree.Where: _where,
}
