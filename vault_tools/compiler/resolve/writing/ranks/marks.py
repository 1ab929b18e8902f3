"""Marks that the notation leaves on symbols: the table of all kinds with what they say, and the store that collects them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.indices.scopes import LetterFacts
from vault_tools.compiler.resolve.writing.names.letters import Words
from vault_tools.compiler.resolve.writing.names.scripts import Occurrence, is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, is_greek, number_of, terms_of, unwrap, word
from vault_tools.compiler.resolve.writing.ranks.looks import is_of_numbers
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Node, Product, Scripted, Sum

Mark = Literal[
    "dotted", "joined", "summed", "transposed", "normed", "weighted", "softmax", "bold", "matrix_beside", "matrix", "inverted", "row",
    "barred", "cdot", "diagonal", "scalar", "number", "sample", "squared", "vector", "used",
]  # fmt: skip
Seen = tuple[Mark, int]
r"""A mark, and how many indices the symbol had where it was left: `("transposed", 1)` of `x_i^\top`."""
KINDS: Mapping[Mark, tuple[str, str]] = MappingProxyType({
    # mark: where it is seen, and what it says
    "dotted": (r"`x \cdot y` of vectors, `x \odot y`", "vector capital indexed despite_number squared array strong"),
    "joined": ("`[x; y]`, Concat(x, y)", "vector capital indexed despite_number squared array strong"),
    "summed": (r"`\sum x`, a sum over all entries", "vector capital indexed despite_number squared array"),
    "transposed": (r"`x^\top`", "vector capital indexed despite_number squared matrix uncounted array strong"),
    "normed": (r"`\|x\|`", "vector capital indexed despite_number squared array strong"),
    "weighted": (r"`\sum_j \alpha_{ij} x_j`", "vector capital indexed despite_number array strong"),
    "softmax": ("softmax(x), mean(x)", "vector capital despite_number squared array strong"),
    "bold": (r"`\mathbf{x}`", "vector indexed despite_number squared array strong"),
    "matrix_beside": ("`W x`", "vector capital indexed squared matrix array"),
    "matrix": ("rowmax(X), a head", "matrix uncounted array strong"),
    "inverted": ("`X^{-1}`", "uncounted array strong"),
    "row": (r"the U of `r_{ui} = U_u V_i^\top`", "array"),
    "barred": ("`|x|`", "strong"),
    "cdot": (r"`x \cdot y` of anything; with bars elsewhere a vector", ""),
    "diagonal": ("diag(x)", ""),
    "scalar": (r"`6 N D`, the t of `e^{At}`", "decided"),
    "number": (r"`a / x`, `\sqrt{x}`, an exponent", ""),
    "sample": (r"`\mathbb{E}_t[x_t]`, one number for each sample", "decided"),
    "squared": ("`x_i^2`", "decided"),
    "vector": ("`W_{k,:} x`", "decided"),
    "used": ("anywhere", ""),
})  # fmt: skip


def says(what: str) -> frozenset[Mark]:
    """The marks that say of a symbol one of these:

    `vector`: a small letter is a vector; `capital`, `indexed`, `despite_number`, `squared`: so is a capital, one with indices here, one
    that is a number elsewhere, one whose entries are squared. `matrix`: one may stand here. `array`: it is no number; `strong`: whatever
    stands beside it. `uncounted`: it does not say how many there are. `decided`: no other rank is tried first.
    """
    found = frozenset([mark for mark, (_, words) in KINDS.items() if what in words.split()])
    assert found, what
    return found


@dataclass
class Marks:
    """Symbol name -> what was seen of it."""

    facts: LetterFacts
    words: Words
    of: dict[str, set[Seen]] = field(default_factory=dict)
    numbers: frozenset[tuple[str, int]] = frozenset()
    """Capitals that are known to be numbers, with how many indices they have."""
    entry: frozenset[str] = frozenset()
    """The indices of a small letter on the left that has two of them: one number for each pair."""
    left: frozenset[str] = frozenset()
    """The indices on the left: what else stands at one of them is of the same head, layer or block."""
    summed: frozenset[str] = frozenset()
    """The indices over which sums of the statement run."""
    gives_scores: Callable[[Occurrence], bool] = lambda _: False
    """Whether the note defines a symbol by a product of two matrices, the second transposed."""
    occurrence: Callable[[Node], Occurrence] = field(init=False, repr=False, compare=False)
    """What the scripts of a symbol mean here."""

    def __post_init__(self) -> None:
        self.occurrence = self.facts.read

    def has_row(self, node: Node) -> bool:
        r"""The U_u of `r_{ui} = U_u V_i^\top`: of a capital at one index of the entry on the left, the row is meant."""
        indices = self.occurrence(node).indices if self.entry and is_upper(bare(node)) else ()
        return len(indices) == 1 and canonical(indices[0]) in self.entry

    def note(self, name: str, mark: Mark, indices: int) -> None:
        """Leave a mark on a name as it stands with so many indices."""
        self.of.setdefault(name, set()).add((mark, indices))

    def mark(self, atom: Node, mark: Mark) -> None:
        """Leave a mark on a symbol, or on the small letters that a bracket adds up."""
        if is_symbol(atom):
            found = self.occurrence(atom)
            self.note(found.name, mark, len(found.indices))
        else:
            fence = unwrap(atom.base) if isinstance(atom, Scripted) else unwrap(atom)
            if isinstance(fence, Fence) and fence.opener in "([":
                self._mark_inside(fence, mark)

    def _mark_inside(self, fence: Fence, mark: Mark) -> None:
        for term in terms_of(unwrap(fence.body)):
            for symbol in self._vectors_of(term):
                self.mark(symbol, mark)

    def _vectors_of(self, term: Node) -> list[Node]:
        r"""The x of `x`, of `\alpha x` and of `(1 - \alpha) x`, both letters of `r \odot x`: what is added up, its numbers in front."""
        if isinstance(term, Product) and all(sign in ("odot", "circ") for sign in term.signs):
            factors = [self._inside_call(factor) for factor in term.operands]
        else:
            atoms = self.words.atoms(term) if isinstance(term, Juxtaposed) else [term]
            factors = atoms[-1:] if all(map(_scales, atoms[:-1])) else []
        return [factor for factor in factors if is_symbol(factor) and not is_upper(bare(factor))]

    def _inside_call(self, factor: Node) -> Node:
        r"""The r of `\sigma(r)`."""
        atoms = self.words.atoms(factor) if isinstance(factor, Juxtaposed) else []
        return unwrap(atoms[1].body) if len(atoms) == 2 and isinstance(atoms[1], Fence) else factor

    def turns(self, symbol: Node) -> bool:
        """Written with a transpose."""
        found = self.occurrence(symbol)
        return bool(found.operations) and "transpose" in [operation.kind for operation in found.operations]

    def is_matrix(self, node: Node) -> bool:
        """A capital that stands for a whole matrix: no entry, no name of a function."""
        if not is_symbol(node) or not is_upper(bare(node)) or self.words.is_function(word(node) or ""):
            return False
        if isinstance(node, Scripted) and node.sup is not None and is_of_numbers(node.sup):
            return False
        found = self.occurrence(node)
        if self.numbers and (found.name, len(found.indices)) in self.numbers:
            return False
        if found.base == "I":
            return False  # the identity, or what is 1 where a relation holds: neither needs vectors beside it
        if len(found.indices) == 1 and isinstance(unwrap(found.indices[0]), Sum):
            return True  # `S_{t-1}`: the state of the step before
        return not found.indices or found.name != found.base

    def is_coefficient(self, node: Node) -> bool:
        """A Greek letter or an entry of a matrix before a matrix: a number that scales it."""
        if not is_symbol(node):
            return False
        return is_greek(bare(node)) or (not is_upper(bare(node)) and len(self.occurrence(node).indices) > 1)


def _scales(atom: Node) -> bool:
    r"""A Greek letter, or a bracket that takes one off a number: `\alpha`, `(1 - \alpha)`."""
    body = unwrap(atom.body) if isinstance(atom, Fence) and atom.opener == "(" else atom
    return all(
        number_of(term) is not None or (is_symbol(term) and is_greek(bare(term)) and not is_upper(bare(term))) for term in terms_of(body)
    )


RuleOfTwo = Callable[[Marks, Node, Node], None]
"""What two parts of a formula say of each other, left as marks; no rule looks at what another one marked, so their order is free."""
