"""The text of operations: steps are numbered through, what is used twice or has a name becomes an assignment."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vault_tools.compiler.translate.lines import LINE, wrapped
from vault_tools.compiler.translate.operations import ATOMIC, PRECEDENCE, Graph, Loop, Operation, Quantity, precedence
from vault_tools.compiler.translate.order import in_order, times_used

if TYPE_CHECKING:
    from collections.abc import Collection

OPERATORS = {"and": "&", "or": "|"}
STEP_NAMES = {
    "np.exp": "exponentials", "np.sum": "total", "np.mean": "mean", "np.where": "masked", "np.sqrt": "root", "np.log": "logarithm",
    "np.max": "largest", "np.min": "smallest", "np.concatenate": "joined", "np.linalg.inv": "inverse", "np.linalg.solve": "solution",
    "np.einsum": "product", "np.cos": "cosine", "np.sin": "sine", "np.broadcast_to": "repeated", "np.square": "square",
    "np.arange": "positions", "np.stack": "stacked", "np.eye": "identity", "np.zeros": "zeros",
    "np.asarray": "places", "fractional_power": "power",
}  # fmt: skip
KIND_NAMES = {
    "matmul": "product", "sum": "sum_of_terms", "product": "term", "power": "power", "compare": "condition", "logic": "condition",
}  # fmt: skip
CHEAP_VIEWS = ("np.swapaxes", "np.transpose")
UNNAMED = ("list", "tuple", "attribute", "atom", "variable", "stacked", "loop")
"""Kinds that are no step of their own."""
GROUP = 100
"""Operands that are written after each other without parentheses."""
SHORTEST, LONGEST = 20, 130
"""Characters of an expression that is worth a name, and of one that is split into steps."""


@dataclass(frozen=True, slots=True)
class Step:
    """One assignment of the source. `lines`: where it is more than `name = text` (a loop, or nothing where another step's loop sets it)."""

    name: str
    operation: Operation
    text: str
    lines: tuple[str, ...] | None = None
    inside: tuple[str, ...] = ()
    """Further names that its lines assign."""


@dataclass
class Printer:
    """Prints operations of one graph; those in `names` by their name."""

    graph: Graph
    taken: set[str]
    names: dict[Operation, str] = field(default_factory=dict)
    _printed: dict[Operation, str] = field(default_factory=dict)
    """Texts that were made since the last name was given (`_named` counts names): a name changes what stands around it."""
    _named: int = 0

    def fresh(self, name: str) -> str:
        """A name that is not taken yet: `scores`, `scores_2`, …"""
        candidate, n = name, 1
        while candidate in self.taken:
            n += 1
            candidate = f"{name}_{n}"
        self.taken.add(candidate)
        return candidate

    # ------------------------------------------------------------ text

    def text(self, operation: Operation, *, outermost: bool = False) -> str:
        """The code of an operation; named operations are their name (unless outermost: the right side of its own assignment)."""
        if not outermost and operation in self.names:
            return self.names[operation]
        if self._named != len(self.names):
            self._printed, self._named = {}, len(self.names)
        text = self._printed.get(operation)
        if text is None:
            text = self._printed[operation] = getattr(self, f"_{operation.kind}")(operation)
        return text

    def within(self, operation: Operation, least: int) -> str:
        """The code of an operand, in parentheses where it binds less tightly than `least`."""
        text = self.text(operation)
        return text if operation in self.names or precedence(operation) >= least else f"({text})"

    def _atom(self, operation: Operation) -> str:
        return str(operation.detail[0])

    def _sum(self, operation: Operation) -> str:
        return self._infix(operation, PRECEDENCE["sum"])

    def _product(self, operation: Operation) -> str:
        return self._infix(operation, PRECEDENCE["product"])

    def _infix(self, operation: Operation, level: int) -> str:
        """Operands with their signs; very many in parenthesised groups, because Python's compiler recurses on each operator."""
        pairs = list(zip(operation.detail, operation.arguments, strict=True))
        if len(pairs) <= GROUP:
            return self._signed(pairs, level)
        groups = [pairs[n : n + GROUP] for n in range(0, len(pairs), GROUP)]
        joining = " + " if level == PRECEDENCE["sum"] else " * "
        return joining.join(f"({self._signed(group, level)})" for group in groups)

    def _signed(self, pairs: list[tuple[str, Operation]], level: int) -> str:
        (sign, first), *rest = pairs
        text = self.within(first, level + (sign in "-/"))
        text = {"-": f"-{text}", "/": f"1 / {text}"}.get(sign, text)
        return "".join([text, *(f" {sign} {self.within(term, level + 1)}" for sign, term in rest)])

    def _matmul(self, operation: Operation) -> str:
        left, right = operation.arguments
        first = self.within(left, PRECEDENCE["matmul"] + (left.kind == "product"))
        return f"{first} @ {self.within(right, PRECEDENCE['matmul'] + 1)}"

    def _negative(self, operation: Operation) -> str:
        return f"-{self.within(operation.arguments[0], PRECEDENCE['product'])}"

    def _not(self, operation: Operation) -> str:
        return f"~{self.within(operation.arguments[0], ATOMIC)}"

    def _power(self, operation: Operation) -> str:
        base, exponent = operation.arguments
        return f"{self.within(base, ATOMIC)} ** {self.within(exponent, ATOMIC)}"

    def _compare(self, operation: Operation) -> str:
        left, right = (self.within(side, PRECEDENCE["sum"]) for side in operation.arguments)
        return f"{left} {operation.detail[0]} {right}"

    def _logic(self, operation: Operation) -> str:
        return f" {OPERATORS[operation.detail[0]]} ".join(self.within(operand, ATOMIC) for operand in operation.arguments)

    def _call(self, operation: Operation) -> str:
        function, keywords = operation.detail
        arguments = [*map(self.text, operation.arguments), *map("=".join, keywords)]
        return f"{function}({', '.join(arguments)})"

    def _list(self, operation: Operation) -> str:
        return f"[{', '.join(map(self.text, operation.arguments))}]"

    def _tuple(self, operation: Operation) -> str:
        items = list(map(self.text, operation.arguments))
        return f"({', '.join(items)}{',' if len(items) == 1 else ''})"

    def _attribute(self, operation: Operation) -> str:
        return f"{self.within(operation.arguments[0], ATOMIC)}.{operation.detail[0]}"

    def _index(self, operation: Operation) -> str:
        base, *arguments = operation.arguments
        places = iter(arguments)
        selectors = []
        for selector in operation.detail:
            pieces = selector.split("#")
            selectors.append(pieces[0] + "".join(self.text(next(places)) + piece for piece in pieces[1:]))
        return f"{self.within(base, ATOMIC)}[{', '.join(selectors)}]"

    def is_printed(self, operation: Operation) -> bool:
        """Whether all loops that an operation needs are printed already."""
        return not any(part.kind == "stacked" for part in in_order([operation], self.names))

    # ------------------------------------------------------------ steps

    def steps(self, roots: Collection[Operation], output: Operation) -> list[Step]:
        """The assignments before the `return`, in order: titled, named and repeatedly used operations; those below `roots` first."""
        order = in_order([output])
        below = set(order).intersection(roots)
        if below:
            order = in_order([*(root for root in roots if root in below), output])
        uses = times_used(order)
        steps: list[Step] = []
        for operation in order:
            if operation.kind == "loop":
                steps += LoopPrinter(self, operation).steps(
                    [use for use in order if use.kind == "stacked" and use.arguments[0] is operation]
                )
            if operation.kind == "loop" or operation in self.names:
                continue
            name = self.step_name(operation, uses[operation], final=operation is output)
            if name is None:
                continue
            steps += self.hoisted(operation)
            text = self.text(operation, outermost=True)
            self.names[operation] = self.fresh(name)
            steps.append(Step(self.names[operation], operation, text))
        return [*steps, *self.hoisted(output)]

    def hoisted(self, operation: Operation) -> list[Step]:
        """Steps for parts of an operation whose text would be too long for one line, largest part that fits a line first."""
        steps: list[Step] = []
        while operation not in self.names and len(self.text(operation, outermost=True)) > LONGEST:
            part = self._largest_part(operation)
            if part is None:
                break
            text = self.text(part)
            self.names[part] = self.fresh(generic_name(part))
            steps.append(Step(self.names[part], part, text))
        return steps

    def _largest_part(self, operation: Operation) -> Operation | None:
        """The part with the longest text that fits a line and is worth a name."""
        parts = [part for part in in_order(operation.arguments, self.names) if self._may_be_named(part)]
        fitting = [(len(text), part) for part in parts if SHORTEST <= len(text := self.text(part)) <= LINE]
        return max(fitting, key=lambda pair: pair[0], default=(0, None))[1]

    def _may_be_named(self, operation: Operation) -> bool:
        return operation.kind not in UNNAMED and not is_cheap(operation) and not is_view(operation)

    def step_name(self, operation: Operation, uses: int, *, final: bool) -> str | None:
        """The name under which an operation is assigned; None where it is printed in place."""
        if operation in self.graph.titles:
            return self.graph.titles[operation] if not (final and not uses) else None
        if is_cheap(operation) or is_view(operation) or operation.kind in UNNAMED or (final and not uses):
            return None
        if operation in self.graph.roles:
            return self.graph.roles[operation]
        return generic_name(operation) if uses > 1 else None


@dataclass
class LoopPrinter:
    """Prints one loop with the printer of the source around it."""

    printer: Printer
    operation: Operation
    assigned: list[str] = field(default_factory=list)

    def steps(self, stacked: list[Operation]) -> list[Step]:
        """The loop as a step for each of its quantities that is used outside, the first of which has all its lines."""
        loop: Loop = self.operation.detail[0]
        printer = self.printer
        results = {use.detail[0]: use for use in stacked}
        variable = printer.names[loop.variable] = self._fresh(plain_letter(loop.variable.detail[0]))
        size = printer.text(loop.size)
        lines: list[str] = []
        for number, use in results.items():
            quantity = loop.quantities[number]
            name = printer.graph.titles.get(use, quantity.name)
            printer.names[use] = printer.fresh(f"{name}_all" if name in printer.taken else name)
            lengths = [size, *map(printer.text, quantity.lengths)]
            shape = size if len(lengths) == 1 else f"({', '.join(lengths)})"
            lines += wrapped(f"{printer.names[use]} = ", f"np.zeros({shape})")
        for quantity in loop.quantities:
            if quantity.start is not None and quantity.previous is not None:
                printer.names[quantity.previous] = self._fresh(f"{quantity.name}_previous")
                lines += wrapped(f"{printer.names[quantity.previous]} = ", printer.text(quantity.start))
        counter = "np.arange" if "range" in printer.taken else "range"
        lines.append(f"for {variable} in {counter}({size}):")
        lines += [f"    {line}" for line in self._body(loop, {k: f"{printer.names[use]}[{variable}]" for k, use in results.items()})]
        first, *others = [printer.names[use] for use in results.values()]
        whole = Step(first, stacked[0], "", tuple(lines), tuple(self.assigned))
        return [whole, *(Step(name, use, "", ()) for name, use in zip(others, stacked[1:], strict=True))]

    def _fresh(self, name: str) -> str:
        self.assigned.append(self.printer.fresh(name))
        return self.assigned[-1]

    def _body(self, loop: Loop, targets: dict[int, str]) -> list[str]:
        """The assignments of one step: parts that are used twice, each quantity, then what the next step looks back at."""
        printer = self.printer
        order = in_order([quantity.body for quantity in loop.quantities], printer.names)
        uses = Counter(id(argument) for operation in order for argument in operation.arguments)
        uses.update(id(quantity.body) for quantity in loop.quantities)
        lines: list[str] = []
        for number, quantity in enumerate(loop.quantities):
            for part in in_order([quantity.body], printer.names):
                if part is not quantity.body:
                    lines += self._part(part, uses[id(part)])
            lines += self._assignment(quantity, targets.get(number))
        kept = [quantity for quantity in loop.quantities if quantity.previous is not None]
        if kept:
            left = ", ".join(printer.names[quantity.previous] for quantity in kept if quantity.previous is not None)
            lines.append(f"{left} = {', '.join(printer.text(quantity.body) for quantity in kept)}")
        return lines

    def _part(self, part: Operation, uses: int) -> list[str]:
        printer = self.printer
        name = printer.step_name(part, uses, final=False)
        if name is None:
            return []
        lines = self._hoisted(part)
        text = printer.text(part, outermost=True)
        printer.names[part] = self._fresh(name)
        return [*lines, *wrapped(f"{printer.names[part]} = ", text)]

    def _assignment(self, quantity: Quantity, target: str | None) -> list[str]:
        printer, body = self.printer, quantity.body
        known = body in printer.names
        lines = [] if known else self._hoisted(body)
        text = printer.text(body, outermost=not known)
        left = target or (None if known or is_cheap(body) else self._fresh(quantity.name))
        if left is None:
            return lines
        if not known and not is_cheap(body):
            printer.names[body] = left
        return [*lines, *wrapped(f"{left} = ", text)]

    def _hoisted(self, operation: Operation) -> list[str]:
        steps = self.printer.hoisted(operation)
        self.assigned += [step.name for step in steps]
        return [line for step in steps for line in wrapped(f"{step.name} = ", step.text)]


def plain_letter(index: str) -> str:
    """The letter of an index without the number that told it apart: `t` of `t_2`."""
    letter, _, number = index.rpartition("_")
    return letter if letter and number.isdigit() else index


def generic_name(operation: Operation) -> str:
    """A step name for an operation that has no role."""
    if operation.kind == "sum" and operation.detail == ("+", "-"):
        return "difference"
    if operation.kind != "call":
        return KIND_NAMES.get(operation.kind, "selected")
    function = str(operation.detail[0])
    return STEP_NAMES.get(function, f"{function.rsplit('.')[-1]}_values")


def is_cheap(operation: Operation) -> bool:
    """True for what costs nothing to write twice: names, numbers, views of names."""
    if operation.kind in ("atom", "variable", "stacked"):
        return True
    if operation.kind == "negative" or operation.kind == "index":
        return all(map(is_cheap, operation.arguments))
    if operation.kind in ("sum", "product") and all(argument.kind == "atom" for argument in operation.arguments):
        return str(operation.arguments[0].detail[0])[0].isdigit()
    return operation.kind == "call" and operation.detail[0] in CHEAP_VIEWS and is_cheap(operation.arguments[0])


def is_view(operation: Operation) -> bool:
    """True for `x[:, None]`, which is written again rather than named."""
    return operation.kind == "index" and set(operation.detail) <= {":", "None"}
