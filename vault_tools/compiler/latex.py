r"""Prints resolved trees as LaTeX, for the block: our own words and canonical names only, never a character of the note.

So what a reader sees is what was understood: `\sqrt d_k` comes out as `\sqrt{d_{k}}`, `softmax` as `\mathrm{softmax}`.
"""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree
from vault_tools.compiler.decimals import decimal_text
from vault_tools.compiler.notation import GREEK

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SUM, PRODUCT, POSTFIX, ATOM = 1, 2, 3, 4
"""How tightly printed expressions bind."""
ACCENTS = {
    "hat": r"\hat", "bar": r"\bar", "tilde": r"\tilde", "vec": r"\vec", "dot": r"\dot", "ddot": r"\ddot", "overline": r"\overline",
    "check": r"\check", "breve": r"\breve",
}  # fmt: skip
SUFFIXES = {"prime": "'", "star": "*", "plus": "+", "minus": "-"}
KNOWN_COMMANDS = frozenset(["exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "max", "min", "det"])
WORDS = {
    "layer_norm": "LayerNorm", "rms_norm": "RMSNorm", "rms": "RMS", "relu": "ReLU", "leaky_relu": "LeakyReLU", "gelu": "GELU", "elu": "ELU",
    "silu": "SiLU", "gelu_tanh": "GELU", "trace": "tr", "logsumexp": "LSE", "log_softmax": "logsoftmax", "cosine_similarity": "cos",
    "var": "Var", "std": "Std", "dropout": "Dropout", "log2": "log_2", "log10": "log_{10}",
}  # fmt: skip
FENCES = {"abs": (r"\left|", r"\right|"), "floor": (r"\left\lfloor ", r" \right\rfloor"), "ceil": (r"\left\lceil ", r" \right\rceil"),
          "norm": (r"\left\|", r"\right\|")}  # fmt: skip
RELATIONS = {"<": "<", "<=": r"\le", ">": ">", ">=": r"\ge", "==": "=", "!=": r"\neq"}
OPERATORS = {"sum": r"\sum", "product": r"\prod", "max": r"\max", "min": r"\min", "argmax": r"\arg\max", "argmin": r"\arg\min",
             "mean": r"\operatorname{mean}"}  # fmt: skip
UNLETTERED = frozenset({"shape", "indices", "span"})
"""Fields of a node that hold no index to print."""
ROW_END = r" \\ "
CONSTANTS = {"e": "e", "pi": r"\pi", "inf": r"\infty"}


def print_latex(node: tree.Expression | tree.Program) -> str:
    r"""LaTeX of an expression, or of a program with its definitions (one row each, in `aligned`)."""
    if isinstance(node, tree.Program):
        return _program(node)
    return _text(node)


def print_name(name: str) -> str:
    r"""A canonical name as LaTeX: `d_k` is `d_{k}`, `y_hat` is `\hat{y}`, `h_t_minus_1` is `h_{t-1}`."""
    return _subscripted(name, ())


def _program(program: tree.Program) -> str:
    rows = [_statement(program.name or "", program.indices, program.result)]
    rows += [_statement(binding.name, binding.indices, binding.body) for binding in program.bindings]
    if len(rows) == 1:
        left, body = rows[0]
        return f"{left} = {body}" if left else body
    lines = [f"{left} &= {body}" if left else f"& {body}" for left, body in rows]
    return r"\begin{aligned}" + ROW_END.join(lines) + r"\end{aligned}"


def _statement(name: str, indices: tuple[tree.Index, ...], body: tree.Expression) -> tuple[str, str]:
    """Left and right side of one row. Letters that only another row uses are free again: `i_2` is `i`, or `i'` where `i` is taken."""
    letters = _plain_letters({index.name for index in _parts_of((indices, body), tree.Index)})
    indices, body = _relettered(indices, letters), _relettered(body, letters)
    return _subscripted(name, [letter(index) for index in indices]) if name else "", _text(body)


def _plain_letters(names: set[str]) -> dict[str, str]:
    """A letter with primes for every index that was renamed apart with a number."""
    chosen: dict[str, str] = {name: name for name in names if not _renamed_apart(name)}
    for name in sorted(names - set(chosen)):
        candidate = name.rsplit("_", 1)[0]
        while candidate in chosen.values():
            candidate += "_prime"
        chosen[name] = candidate
    return chosen


def _renamed_apart(name: str) -> bool:
    return "_" in name and name.rsplit("_", 1)[1].isdigit()


def _relettered(node: Any, letters: dict[str, str]) -> Any:
    """A tree whose indices have other letters."""
    match node:
        case tree.Index(name=name):
            return replace(node, name=letters[name])
        case tuple():
            return tuple(_relettered(item, letters) for item in node)
        case tree.Expression():
            return replace(node, **{f.name: _relettered(getattr(node, f.name), letters) for f in fields(node) if f.name not in UNLETTERED})
        case _:
            return node


def _parts_of(node: Any, kind: type) -> list[Any]:
    """All values of one kind inside a tree."""
    found, pending = [], [node]
    while pending:
        value = pending.pop()
        if isinstance(value, kind):
            found.append(value)
        elif isinstance(value, tuple):
            pending += value
        elif isinstance(value, tree.Expression):
            pending += [getattr(value, field.name) for field in fields(value) if field.name not in UNLETTERED]
    return found


# ---------------------------------------------------------------- names


def letter(index: tree.Index) -> str:
    """The letter of an index."""
    return print_name(index.name)


def _subscripted(name: str, indices: Sequence[str]) -> str:
    """A name with the letters of its indices behind its labels."""
    head, *labels = name.rstrip("_").split("_")
    base, suffix = _base(head), ""
    while labels and (labels[0] in ACCENTS or labels[0] == "prime"):
        word = labels.pop(0)
        base, suffix = (base, suffix + "'") if word == "prime" else (f"{ACCENTS[word]}{{{base}}}", suffix)
    while labels and labels[-1] == "prime":
        labels.pop()
        suffix += "'"
    inside = _labels(labels)
    if inside and indices and inside.isdigit():
        return f"{base}{suffix}_{{{inside},{_joined(indices)}}}"
    if inside and indices:
        return f"{base}{suffix}_{{{_joined(indices)}}}^{{{inside}}}" if not suffix else f"{base}{suffix}_{{{inside},{_joined(indices)}}}"
    script = inside or _joined(indices)
    return f"{base}{suffix}_{{{script}}}" if script else f"{base}{suffix}"


def _base(word: str) -> str:
    if word in GREEK:
        return f"\\{word}"
    if word == "ell":
        return r"\ell"
    return word if len(word) == 1 else rf"\mathrm{{{word}}}"


def _labels(labels: list[str]) -> str:
    """Labels of a name: `t minus 1` is `t-1`, `model` is upright."""
    out = ""
    for label in labels:
        if label in SUFFIXES:
            out += SUFFIXES[label]
        else:
            out += ("," if out and out[-1] not in "+-" else "") + _base_or_number(label)
    return out


def _base_or_number(label: str) -> str:
    return label if label.isdigit() else _base(label)


def _joined(letters: Sequence[str]) -> str:
    return ("" if all(len(text.rstrip("'")) == 1 for text in letters) else ",").join(letters)


# ---------------------------------------------------------------- numbers and sizes


def number(value: Fraction) -> str:
    r"""`3`, `-0.5`, `\frac{1}{3}`."""
    if value.denominator == 1:
        return str(value.numerator)
    decimal = decimal_text(abs(value))
    sign = "-" if value < 0 else ""
    return sign + (decimal or rf"\frac{{{abs(value.numerator)}}}{{{value.denominator}}}")


def size(dim: tree.Dim) -> str:
    """A size: `d_{k}`, `n-1`."""
    out = ""
    for names, c in sorted(dim.terms, key=lambda term: (not term[0], term[1] < 0, term[0])):
        letters = "".join(map(print_name, names))
        body = letters if abs(c) == 1 and names else f"{abs(c)}{letters}"
        out += ("-" if c < 0 else "+" if out else "") + body
    return out or "0"


# ---------------------------------------------------------------- expressions


def _text(node: tree.Expression) -> str:
    return RULES[type(node)](node)[0]


def _within(node: tree.Expression, least: int) -> str:
    """A part, in parentheses where it binds less tightly than `least`."""
    text, level = RULES[type(node)](node)
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
            return _subscripted(name, places), ATOM
        case array:
            return f"{_within(array, ATOM)}_{{{_joined(places)}}}", POSTFIX


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
                return _text(position)
    offset += (1 if any(starts) or not starts else 0) - sum(starts)
    return "+".join(letters) + (f"{offset:+d}" if offset else "") if letters else str(offset)


def _slice(node: tree.Slice) -> Printed:
    start = node.start
    first = number(start.value + 1) if isinstance(start, tree.Number) else f"{_text(start)}+1"
    return f"{_within(node.array, ATOM)}_{{{first}:{_text(node.stop)}}}", ATOM


def _tabulate(node: tree.Tabulate) -> Printed:
    return rf"\left[{_text(node.body)}\right]_{{{_joined([letter(index) for index in node.over])}}}", ATOM


def _stack(node: tree.Stack) -> Printed:
    if all(isinstance(item, tree.Stack) for item in node.items) and len(node.shape) == 2:
        rows = [" & ".join(map(_text, item.items)) for item in node.items if isinstance(item, tree.Stack)]
        return rf"\begin{{bmatrix}}{ROW_END.join(rows)}\end{{bmatrix}}", ATOM
    return rf"\left({', '.join(map(_text, node.items))}\right)", ATOM


def _concat(node: tree.Concat) -> Printed:
    return rf"\left[{' ; '.join(map(_text, node.parts))}\right]", ATOM


def _concat_over(node: tree.ConcatOver) -> Printed:
    return rf"\mathrm{{Concat}}_{_bounds(node.index)}\left({_text(node.body)}\right)", POSTFIX


def _bounds(index: tree.Index) -> str:
    """`{j=1}^{m}`."""
    return f"{{{letter(index)}={index.start}}}^{{{size(index.size + tree.Dim.of(index.start - 1) if index.start != 1 else index.size)}}}"


def _negate(node: tree.Negate) -> Printed:
    return f"-{_within(node.operand, PRODUCT)}", SUM


def _add(node: tree.Add) -> Printed:
    out = _text(node.terms[0])
    for term in node.terms[1:]:
        text = _text(term)
        out += f" - {text[1:]}" if text.startswith("-") else f" + {text}"
    return out, SUM


def _multiply(node: tree.Multiply) -> Printed:
    out = _within(node.factors[0], PRODUCT + isinstance(node.factors[0], tree.Reduce))
    for before, factor in zip(node.factors, node.factors[1:], strict=False):
        inner = factor is not node.factors[-1] and isinstance(factor, tree.Reduce)
        text = _within(factor, PRODUCT + (inner or isinstance(factor, tree.Negate)))
        out += f"{_sign(before, factor, text)}{text}"
    return out, PRODUCT


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
    left, right = node.left, node.right
    first = _row(left) if len(left.shape) == 1 else _within(left, PRODUCT)
    return f"{first} {_within(right, PRODUCT + isinstance(right, tree.MatMul | tree.Reduce))}", PRODUCT


def _row(vector: tree.Expression) -> str:
    r"""A vector on the left of a product, as a row: `x^{\top}`, and `x^{\top} W` for what is one already."""
    if isinstance(vector, tree.MatMul) and len(vector.left.shape) == 1:
        return _text(vector)
    return f"{_powered(vector)}^{{\\top}}"


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
    if node.function == "sqrt":
        return rf"\sqrt{{{arguments}}}", ATOM
    along = f"_{{{letter(node.along)}}}" if node.along is not None else ""
    return rf"{_function_name(node.function)}{along}\left({arguments}\right)", POSTFIX


def _function_name(function: str) -> str:
    if function in KNOWN_COMMANDS:
        return f"\\{function}"
    word = WORDS.get(function, function.replace("_", ""))
    return rf"\{word}" if word.startswith("log_") else rf"\mathrm{{{word}}}"


def _reduce(node: tree.Reduce) -> Printed:
    bounds = _condition(node.index, node.where) if node.where is not None else _bounds(node.index)
    return rf"{OPERATORS[node.operator]}_{bounds} {_within(node.body, PRODUCT)}", PRODUCT


def _condition(index: tree.Index, where: tree.Expression) -> str:
    """What is written below an operator whose index is restricted."""
    match where:
        case tree.Compare(left=tree.IndexValue(index=compared)) if compared == index:
            return f"{{{_text(where)}}}"
        case _:
            return rf"{{{letter(index)} : {_text(where)}}}"


def _compare(node: tree.Compare) -> Printed:
    return f"{_text(node.left)} {RELATIONS[node.operator]} {_text(node.right)}", 0


def _logic(node: tree.Logic) -> Printed:
    if node.operator == "not":
        return rf"\neg {_within(node.operands[0], ATOM)}", PRODUCT
    sign = r" \wedge " if node.operator == "and" else r" \vee "
    return sign.join(_within(operand, SUM) for operand in node.operands), 0


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
    tree.Negate: _negate,
    tree.Add: _add,
    tree.Multiply: _multiply,
    tree.Divide: _divide,
    tree.Power: _power,
    tree.MatMul: _matmul,
    tree.Outer: _outer,
    tree.Transpose: _transpose,
    tree.MatrixPower: _matrix_power,
    tree.Call: _call,
    tree.Reduce: _reduce,
    tree.Compare: _compare,
    tree.Logic: _logic,
    tree.Where: _where,
}
