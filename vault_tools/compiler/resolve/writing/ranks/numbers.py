"""Capitals that are numbers although they look like matrices, as no notation speaks for them (no bold, no transpose, no norm).

A capital by itself is a matrix by habit only. It is a number where mathematics needs one: terms of a sum have one rank, so what is added
to a number is one; nobody divides by a matrix, or takes the exponential of a count; what a small letter stands for is no matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import Occurrence, is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import (
    bare,
    children,
    every,
    is_euler,
    is_greek,
    number_of,
    scripts_moved_out,
    undressed,
    unwrap,
    word,
)
from vault_tools.compiler.resolve.writing.ranks.customs import (
    ARRAYS,
    COUNTERS,
    NUMBERS_BY_CUSTOM,
    PROBABLE,
    WEIGHTS,
    is_law,
    is_mean,
    measures,
    names_a_measure,
    names_no_matrix,
)
from vault_tools.compiler.resolve.writing.ranks.functions import times
from vault_tools.compiler.resolve.writing.ranks.kinds import ARRAY, NUMBER, UNKNOWN, WRITTEN, Capital, Kind, joined, needs_numbers, product
from vault_tools.compiler.resolve.writing.ranks.likeliest import STRONG, is_abbreviation, is_phrase, rank_options
from vault_tools.compiler.resolve.writing.ranks.looks import is_bold
from vault_tools.compiler.resolve.writing.ranks.marks import Marks, Seen
from vault_tools.compiler.syntax_tree import (
    Accented,
    BigOperator,
    Fence,
    Fraction,
    Grid,
    Juxtaposed,
    Labelled,
    Letters,
    Name,
    Node,
    Number,
    Postfix,
    Prefix,
    Product,
    Relation,
    Root,
    Scripted,
    Sequence,
    Styled,
    Sum,
)

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.names.letters import Words
    from vault_tools.compiler.resolve.writing.statements.context import Entry

COUNT = "N"
"""The letter of how many there are."""
KEY_AND_VALUE = ["k", "v"]
BY_CUSTOM = ARRAYS | WEIGHTS
QUANTITY: frozenset[Seen] = frozenset({("number", 0), ("scalar", 0)})
"""Marks of an I that is no identity."""
LOGARITHMIC = frozenset({"exp", "log", "ln", "lg", "sqrt", "sin", "cos"})
QUARTILE = "Q"
ORDERS = frozenset("<>≤≥≪≫")
ENTRYWISE = frozenset({"odot", "circ", "otimes", "oslash"})
ADDING = frozenset({"sum", "prod", "max", "min", "E", "int"})


def has_open_capitals(of: Mapping[str, set[Seen]], entries: Iterable[Entry]) -> bool:
    """Whether there is a capital of which no notation says that it is an array, and no identity that wants matrices beside it.

    Those that are arrays by custom are numbers only where something is added or compared, or a measure stands on the left.
    """
    if "I" in of and QUANTITY.isdisjoint(of["I"]):
        return False
    letters = {name.partition("_")[0] for name, flags in of.items() if name[0].isupper() and not is_marked(flags)}
    return bool(letters) and (not letters <= BY_CUSTOM or any(map(_adds_or_measures, entries)))


def _adds_or_measures(entry: Entry) -> bool:
    head = entry.head.symbol
    added = any(every(kind, side) for side in entry.statement.sides for kind in (Sum, Relation))
    return added or (head is not None and names_a_measure(head))


def is_marked(flags: set[Seen]) -> bool:
    """Said to be an array; `matrix_beside` alone says so only if what stands beside it is one."""
    return any(mark in STRONG for mark, _ in flags)


@dataclass
class Numbers:
    """Collects the capitals of a statement that are numbers."""

    marks: Marks
    is_given: Callable[[Occurrence], bool]
    """Whether the note says what a symbol is."""
    found: set[Capital] = field(default_factory=set)

    def collect(self, entry: Entry) -> None:
        """What the sides of a statement say, and the symbol on its left."""
        head = entry.head.symbol
        for side in entry.statement.sides[0 if head is None else 1 :]:
            kind = self.kind(side)
            if head is not None and names_a_measure(head):
                self.found |= kind.names | kind.soft
                if word(head) == COUNT:
                    self.found |= {(letter, 0) for letter in measures(side)}
            elif head is not None and kind.sort in ("open", "count") and (names_no_matrix(head) or is_law(head, side, kind)):
                self.found |= {(name, count) for name, count in kind.names if count == 0}

    def kind(self, node: Node) -> Kind:
        """The kind of a part."""
        node = unwrap(node) if type(node) is Labelled else node
        return READERS.get(type(node), Numbers._anything)(self, node)

    def _anything(self, node: Node) -> Kind:
        for child in children(node):
            self.kind(child)
        return UNKNOWN

    def _number(self, kind: Kind) -> Kind:
        """What has to be a number."""
        if kind.sort not in ("open", "count"):
            return kind
        self.found |= kind.names
        return NUMBER

    def _alike(self, kinds: list[Kind]) -> Kind:
        """Terms of a sum: of one rank, so numbers if one of them is one."""
        if not needs_numbers(kinds):
            return product(kinds)
        told = joined("number", [kind for kind in kinds if kind.sort != "unknown"])
        self.found |= told.names | told.soft
        return joined("unknown", kinds) if len(told.names) < len(joined("number", kinds).names) else NUMBER

    def _sum(self, node: Sum) -> Kind:
        return self._alike([self.kind(term) for term in node.operands])

    def _signed(self, node: Product) -> Kind:
        above, below = [self.kind(node.first)], list[Kind]()
        for sign, operand in node.rest:
            (below if sign in ("slash", "div") else above).append(self.kind(operand))
        if any(sign in ENTRYWISE for sign in node.signs):
            return ARRAY
        if self._is_of_pairs(node):
            return NUMBER
        if any(self._scales(operand) for sign, operand in node.rest if sign in ("times", "cdot")):
            told = joined("number", above)
            self.found |= told.names | told.soft
        return self._over(product(above), product(below)) if below else product(above)

    def _is_of_pairs(self, node: Product) -> bool:
        r"""`I_i \cdot T_j`: the dot product of two vectors at different places."""
        places = [tuple(map(canonical, self.marks.occurrence(end).indices)) for end in node.operands if is_symbol(end)]
        return node.signs == ("cdot",) and [len(place) for place in places] == [1, 1] and places[0] != places[1]

    def _scales(self, operand: Node) -> bool:
        r"""The 4B of `P \times 4B`: a written number in the middle of a product is one of many numbers."""
        atoms = self.marks.words.atoms(operand)
        return len(atoms) > 1 and number_of(atoms[0]) is not None

    def _fraction(self, node: Fraction) -> Kind:
        return self._over(self.kind(node.numerator), self.kind(node.denominator))

    def _over(self, above: Kind, below: Kind) -> Kind:
        """Nobody divides by a matrix, and what is divided by a number of the same letter is one, too (`S_1^2 / S_2^2`)."""
        if self._number(below).sort == "array":
            return ARRAY
        letters = {name.partition("_")[0] for name, count in below.names if count == 0}
        self.found |= {(name, count) for name, count in above.names if count == 0 and name.partition("_")[0] in letters}
        return above

    def _root(self, node: Root) -> Kind:
        return self._number(self.kind(node.radicand))

    def _ranged(self, node: BigOperator) -> Kind:
        """A sum over an index; one without a range adds up entries of arrays."""
        if node.body is None:
            return UNKNOWN
        kind = self.kind(node.body)
        return kind if node.operator in ADDING and (node.sub is not None or node.sup is not None) else UNKNOWN

    def _relation(self, node: Relation) -> Kind:
        kinds = [self.kind(operand) for operand in node.operands]
        if not all(sign in ORDERS for sign in node.signs):
            return UNKNOWN
        if any(kind.is_number for kind in kinds):  # `r_i \le K`: nobody asks which matrix is larger
            self.found |= {name for kind in kinds if kind.sort in ("soft", "open", "count") for name in kind.names | kind.soft}
        return self._alike(kinds)

    def _grid(self, node: Grid) -> Kind:
        """Branches are of one rank, too, but a written number may stand for an array of it."""
        kinds = [[self.kind(cell) for cell in row] for row in node.rows]
        return product([values[0] for values in kinds]) if node.kind == "cases" else UNKNOWN

    def _fence(self, node: Fence) -> Kind:
        body = unwrap(node.body)
        if isinstance(body, Sequence):
            return Kind("unknown", joined("unknown", map(self.kind, body.items)).names)
        kind = self.kind(body)
        if node.opener in "⌊⌈":
            return self._number(kind)
        if node.opener == "‖":
            return NUMBER
        return UNKNOWN if node.opener in "|⟨" else kind

    def _row(self, node: Node) -> Kind:
        """Factors side by side, functions with what they are applied to."""
        atoms, kinds, k = self.marks.words.atoms(node), list[Kind](), 0
        while k < len(atoms):
            function, before = self._function(atoms[k]) if k + 1 < len(atoms) else None, self.found.copy()
            kind = self._atom(atoms[k]) if function is None else self._called(function, atoms[k + 1])
            k += 1 if function is None else 2
            if self.found != before and k < len(atoms) and self._is_array(atoms[k]):
                self.found.intersection_update(before)  # `\sigma(S + b) V`: what stands before a matrix may be one
                kind = UNKNOWN
            kinds.append(kind)
        if any(map(_is_expectation, atoms)):
            return UNKNOWN
        if _is_dot_product(atoms, self.marks.words):
            return NUMBER
        whole = product(kinds)
        if whole.sort in ("open", "soft", "count") and any(self._maps(left, right) for left, right in pairwise(atoms)):
            return joined("soft", [whole])
        return whole

    def _is_array(self, atom: Node) -> bool:
        """By notation or custom."""
        return is_symbol(atom) and is_upper(bare(atom)) and self._symbol(atom).sort in ("array", "soft")

    def _function(self, atom: Node) -> str | None:
        """The name of a function of the vocabulary."""
        name = word(bare(atom)) if is_symbol(atom) else None
        return name if name is not None and len(name) > 1 and self.marks.words.is_function(name) else None

    def _called(self, name: str, operand: Node) -> Kind:
        r"""A function at what stands behind it; `e^{At}` and `\exp(-tL)` hold the matrix of a linear system."""
        if name == "exp" and times(operand.body if isinstance(operand, Fence) else operand, self.marks.words):
            return UNKNOWN
        argument = self._atom(operand)
        if name in LOGARITHMIC and PROBABLE.isdisjoint(letter[0] for letter, _ in argument.names):
            return self._number(argument)
        function = self.marks.words.vocabulary.function(name)
        if function is None or argument.sort == "unknown":
            return Kind("unknown", argument.names)
        if function.signature.endswith("->()"):
            return argument if function.signature.startswith("()") else NUMBER
        return ARRAY

    def _maps(self, left: Node, right: Node) -> bool:
        """`A x`, `x A`, `W X`: a matrix, and what it is applied to."""
        if not is_symbol(left) or not is_symbol(right) or self._function(left) is not None:
            return False
        letters = [word(undressed(bare(end))) or "" for end in (left, right)]
        upper = [is_upper(bare(end)) for end in (left, right)]
        if not NUMBERS_BY_CUSTOM.isdisjoint(letters) or not any(upper):
            return False
        if all(upper):
            return not ARRAYS.isdisjoint(letters)
        return not is_greek(bare(left if upper[1] else right)) and letters[upper.index(False)] not in COUNTERS

    def _atom(self, atom: Node) -> Kind:
        atom = scripts_moved_out(atom)
        base = atom.base if isinstance(atom, Scripted) else atom
        if isinstance(atom, Scripted) and atom.sup is not None and is_euler(base):
            return self._called("exp", atom.sup)
        if is_symbol(atom):
            return self._symbol(atom)
        if isinstance(base, Styled | Accented):
            return UNKNOWN
        kind = self.kind(base)
        return ARRAY if is_transposed(atom) else kind

    def _symbol(self, atom: Node) -> Kind:
        found = self.marks.occurrence(atom)
        letter, count = bare(atom), len(found.indices)
        flags = self.marks.of.get(found.name, set[Seen]())
        if ("scalar", count) in flags:
            return Kind("count" if is_upper(letter) else "number")
        if not is_upper(letter):
            return self._small(atom, found, flags)
        if is_bold(letter) or is_marked(flags) or is_transposed(atom) or found.name in self.marks.facts.shapes or self.is_given(found):
            return ARRAY
        if ("number", count) in flags or is_abbreviation(letter) or is_phrase(letter):
            return Kind("count")
        text, name = word(undressed(letter)) or "", frozenset({(found.name, count)})
        if text in WEIGHTS and not (text == QUARTILE and found.name.removeprefix(f"{QUARTILE}_") in "123"):
            return ARRAY
        if text in ARRAYS and not is_mean(letter):
            return Kind("soft", soft=name)
        return Kind("count" if text in NUMBERS_BY_CUSTOM else "open", name)

    def _small(self, atom: Node, found: Occurrence, flags: set[Seen]) -> Kind:
        """A small letter is a number unless something else than a matrix beside it speaks for a vector."""
        if found.name in self.marks.facts.shapes or is_transposed(atom):
            return UNKNOWN
        count = len(found.indices)
        marks: set[Seen] = {("used", count), *((mark, indices) for mark, indices in flags if mark != "matrix_beside")}
        return ARRAY if rank_options(bare(atom), count, marks)[0] > count else NUMBER


def _is_dot_product(atoms: list[Node], words: Words) -> bool:
    r"""`u^\top x`, `v^\top \tanh(W h)`: a turned small letter before what ends in one."""
    if len(atoms) not in (2, 3) or not is_symbol(atoms[0]) or not is_transposed(atoms[0]) or is_upper(bare(atoms[0])):
        return False
    if [word(undressed(bare(atom))) for atom in atoms] == KEY_AND_VALUE:
        return False  # of rows: what a step adds to the state of linear attention
    last = unwrap(atoms[-1])
    if len(atoms) == 3:
        if not isinstance(last, Fence) or not is_symbol(atoms[1]):
            return False
        terms = [*last.body.operands] if isinstance(last.body, Sum) else [last.body]
    else:
        terms = [atoms[-1]]
    return all(_ends_in_vector(words.atoms(term)[-1]) for term in terms)


def _ends_in_vector(atom: Node) -> bool:
    return is_symbol(atom) and not is_upper(bare(atom)) and not is_transposed(atom)


def _is_expectation(atom: Node) -> bool:
    r"""`\mathbb{E}_t`: what stands behind it varies."""
    letter = bare(atom)
    letter = letter.body if isinstance(letter, Accented) else letter
    return isinstance(letter, Styled) and letter.font == "bb"


def _written(_numbers: Numbers, _node: Node) -> Kind:
    return WRITTEN


READERS: Mapping[type[Node], Callable[[Numbers, Any], Kind]] = MappingProxyType(
    {
        Number: _written,
        Postfix: _written,
        **dict.fromkeys((Letters, Name, Styled, Accented, Juxtaposed, Scripted), Numbers._row),
        Sum: Numbers._sum,
        Prefix: lambda numbers, node: numbers.kind(node.operand),
        Product: Numbers._signed,
        Fraction: Numbers._fraction,
        Root: Numbers._root,
        Fence: Numbers._fence,
        BigOperator: Numbers._ranged,
        Relation: Numbers._relation,
        Grid: Numbers._grid,
    }
)
