"""What products, scripts and roots look like that tell numbers from vectors and matrices."""

from __future__ import annotations

from fractions import Fraction as Rational
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transpose_mark, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import (
    bare,
    base_of,
    children,
    every,
    is_greek,
    number_of,
    scripts_moved_out,
    texts,
    unwrap,
    word,
)
from vault_tools.compiler.syntax_tree import (
    Accented,
    BigOperator,
    Fence,
    Fraction,
    Grid,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Number,
    Product,
    Root,
    Scripted,
    Sequence,
    Styled,
    Sum,
)

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.names.letters import Words
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence

EXTREMES = frozenset({"argmax", "argmin"})
WAVES = frozenset({"cos", "sin"})
HALF = Rational(1, 2)


def is_program_place(node: Node) -> bool:
    r"""What nobody multiplies by in square brackets: a lone number, a small letter or a word, `\arg\max p`."""
    node = unwrap(node)
    written, letters = number_of(node), word(node) or ""
    match node:
        case Letters():
            return letters.islower() and len(letters) != 2
        case Name(command=command):
            return not command
        case BigOperator(operator=operator):
            return operator in EXTREMES
        case Juxtaposed(items=items):
            return word(items[0]) in EXTREMES
        case _:
            return written is not None and written.denominator == 1


def is_of_numbers(exponent: Node) -> bool:
    r"""The -1.5 of `t \cdot T^{-1.5}`: of matrices only roots and their inverses are taken."""
    power = number_of(exponent)
    return power is not None and power.denominator > 1 and abs(power) > 1


def calls(symbol: Node, behind: Node | None) -> bool:
    """The K of `y_i K(x_i, x)`: what several arguments stand behind is a function, whose value multiplies."""
    fence = unwrap(behind) if behind is not None and is_symbol(symbol) else None
    return isinstance(fence, Fence) and fence.opener == "(" and isinstance(unwrap(fence.body), Sequence)


def is_monomial(atoms: list[Node]) -> bool:
    """`6Nd^2`, `2LHd_h`: a whole number, letters, and a power of one of them, or at least three letters that weigh nothing."""
    if len(atoms) < 3 or number_of(atoms[0]) is None:
        return False
    if isinstance(atoms[0], Number) and len(atoms) > 3 and all(map(_counts_in_cost, atoms[1:])):
        return True
    powers = [atom for atom in atoms[1:] if isinstance(atom, Scripted)]
    plain = all(isinstance(unwrap(atom), Letters) for atom in atoms[1:] if atom not in powers)
    return plain and bool(powers) and all(a.sub is None and a.sup is not None and number_of(a.sup) is not None for a in powers)


def _counts_in_cost(atom: Node) -> bool:
    """A Latin letter, with a label at most, that is not the letter of inputs or weights."""
    letter = base_of(atom)
    plain = not isinstance(atom, Scripted) or (atom.sup is None and atom.primes == 0)
    return plain and isinstance(letter, Letters) and len(letter.text) == 1 and letter.text not in "WXxwv"


def is_order(sub: Node | None) -> bool:
    r"""The 1 of `|x|_1`: what stands between the bars has a norm."""
    return sub is not None and (number_of(sub) is not None or word(sub) == "infty")


def is_row(node: Node) -> bool:
    r"""A transposed bracket, `(w - v)^\top`, and the row of ones, `\mathbf{1}^\top`, `1_n^\top`: a small letter behind it is a vector."""
    if not isinstance(node, Scripted) or not is_transposed(node):
        return False
    base = node.base.body if isinstance(node.base, Styled) else unwrap(node.base)
    return isinstance(base, Fence) or number_of(base) == 1


def stacked_vectors(node: Node) -> list[Node]:
    r"""The symbols of `\begin{bmatrix} h_{t-1} \\ x_t \end{bmatrix}`: different small letters with subscripts are vectors, no numbers."""
    node = unwrap(node)
    if not isinstance(node, Grid):
        return []
    rows = node.rows
    lone = [unwrap(row[0]) for row in rows if len(row) == 1]
    cells = [cell for cell in lone if isinstance(cell, Scripted) and is_symbol(cell) and not is_upper(bare(cell))]
    letters = {canonical(base_of(cell)) for cell in cells}
    return list(cells) if len(rows) == len(cells) == len(letters) > 1 else []


def holds_scores(fence: Node, words: Words) -> bool:
    r"""`(Q_i K_i^\top / \sqrt{d_k})`: a product of two matrices, the second transposed, as attention scores are."""
    return any(
        is_symbol(left) and is_upper(bare(left)) and _ends_transposed(right) and is_upper(bare(right))
        for row in every(Juxtaposed, fence)
        for left, right in pairwise(words.atoms(row))
    )


def _ends_transposed(node: Node) -> bool:
    r"""`K^\top`, `K^{(h)\top}`."""
    node = scripts_moved_out(node)
    sup = unwrap(node.sup) if isinstance(node, Scripted) and node.sup is not None else None
    return sup is not None and is_transpose_mark(sup.items[-1] if isinstance(sup, Juxtaposed | Sequence) else sup)


def is_numbered_above(found: Occurrence) -> bool:
    """`W^k`, `W^{(k)}`: all its indices stand above."""
    return bool(found.indices) and isinstance(found.node, Scripted) and found.node.sub is None


def adds_counts(node: Node) -> bool:
    """`S + D + I`: at least three capitals and nothing else; above a fraction bar they count, for matrices are not divided."""
    node = unwrap(node)
    terms = [*node.operands] if isinstance(node, Sum) else []
    return len(terms) > 2 and all(len(word(term) or "") == 1 and is_upper(term) for term in terms)


def is_bold(node: Node) -> bool:
    r"""`\mathbf{v}`, `\vec{v}`, `\hat{\mathbf{v}}`: how vectors are written."""
    while isinstance(node, Styled | Accented):
        if (isinstance(node, Styled) and node.font == "bf") or (isinstance(node, Accented) and node.accent == "vec"):
            return True
        node = node.body
    return False


def listed_entries(side: Node, between: str = ",") -> tuple[Node, ...]:
    r"""The `x_1, x_2, x_3` of `x = [x_1, x_2, x_3]`: one small letter, numbered without gaps, spells out a vector."""
    fence = unwrap(base_of(side))
    body = unwrap(fence.body) if isinstance(fence, Fence) and fence.opener == "[" else None
    if not isinstance(body, Sequence) or not set(body.separators) <= set(between):
        return ()
    items = [unwrap(item) for item in body.items if number_of(item) is None]
    numbers = [number_of(item.sub) if isinstance(item, Scripted) and item.sub is not None and item.sup is None else None for item in items]
    letters = {word(base_of(item)) for item in items if isinstance(base_of(item), Letters) and not is_upper(base_of(item))}
    spelled = len(letters) == 1 and None not in letters and all(isinstance(base_of(item), Letters) for item in items)
    return tuple(items) if spelled and numbers in (list(range(len(items))), list(range(1, len(items) + 1))) else ()


def scaled_entries(side: Node) -> tuple[Node, ...]:
    r"""The same of `[s_1, s_2] / \tau`, `\frac{[s_1, s_2]}{\sqrt{d}}`, `\beta [s_1, s_2]`."""
    match unwrap(side):
        case Fraction(numerator=scaled) | Product(first=scaled, rest=(("slash", _),)):
            return scaled_entries(scaled)
        case Juxtaposed(items=(scale, scaled)) | Product(first=scale, rest=((_, scaled),)):
            return scaled_entries(scaled) if not is_upper(bare(scale)) else ()
        case _:
            return listed_entries(side)


def is_plain_lower(node: Node) -> bool:
    """A lower-case Latin letter without a font."""
    return is_symbol(node) and isinstance(unwrap(bare(node)), Letters) and not is_upper(bare(node))


def is_scale(atom: Node) -> bool:
    r"""The `\beta` of `\mathrm{softmax}(\beta X^\top \xi)`: a small Greek letter that is not transposed scales what stands behind it."""
    return is_symbol(atom) and not is_transposed(atom) and is_greek(bare(atom)) and not is_upper(bare(atom))


def rotates(listed: Sequence) -> bool:
    r"""`[q_1 \cos\theta - q_2 \sin\theta, \; q_1 \sin\theta + q_2 \cos\theta]`: a rotation of two numbers, no vectors end to end."""
    if "," not in listed.separators or not all(texts(item) >= WAVES for item in listed.items):
        return False
    return not any(sign in ("odot", "circ") for product in every(Product, listed) for sign in product.signs)


def is_concentration(fence: Fence) -> bool:
    r"""`[H^+]`, `[\mathrm{OH}^-]`: how much of an ion there is, which chemists write in square brackets."""
    ion = unwrap(fence.body)
    charged = isinstance(ion, Scripted) and ion.sup is not None and word(ion.sup) in ("plus", "minus")
    return fence.opener == "[" and charged


def set_shared(node: Fraction) -> Node | None:
    r"""The Z of `1/|Z|` and the D of `|C_k|/|D|`: one element, or how many of each class there are, is a share of a set."""
    above, below = unwrap(node.numerator), unwrap(node.denominator)
    if not isinstance(below, Fence) or below.opener != "|" or not isinstance(below.body, Letters):
        return None
    of_class = isinstance(above, Fence) and above.opener == "|" and isinstance(unwrap(above.body), Scripted)
    return below.body if number_of(above) == 1 or of_class else None


def scale_name(node: Node) -> Node | None:
    r"""The symbol under a root: `\sqrt{d_k}`, `\sqrt d_k` (which TeX roots at d only), `\sqrt(D_h)`, `d_k^{1/2}`."""
    node = unwrap(node)
    if isinstance(node, Scripted) and node.sup is not None:
        return _under_power(node, HALF)
    if isinstance(node, Scripted) and isinstance(unwrap(node.base), Root) and node.sup is None:
        root = unwrap(node.base)
        assert isinstance(root, Root)
        return None if root.braced or root.degree is not None else Scripted(node.span, root.radicand, node.sub)
    if not isinstance(node, Root) or node.degree is not None:
        return None
    return _symbol(node.radicand)


def inverse_scale_name(node: Node) -> Node | None:
    """The symbol under `d_k^{-1/2}`."""
    node = unwrap(node)
    return _under_power(node, -HALF) if isinstance(node, Scripted) and node.sup is not None else None


def _under_power(node: Scripted, power: Rational) -> Node | None:
    r"""What has this power; `D^{1/2}` is one of a matrix."""
    if node.sup is None or number_of(node.sup) != power or is_upper(node.base):
        return None
    return Scripted(node.span, node.base, node.sub) if node.sub is not None else _symbol(node.base)


def _symbol(node: Node) -> Node | None:
    """A symbol, in brackets or not."""
    inner = unwrap(node)
    if isinstance(inner, Fence) and inner.opener == "(":
        inner = unwrap(inner.body)
    return inner if isinstance(inner, Letters | Name | Scripted | Styled) else None


def labelled_scales(side: Node) -> list[Scripted]:
    r"""The symbols with a label under roots: the d_k of `\sqrt{d_k}`."""
    roots = every(Root, side)
    found = map(scale_name, (*roots, *every(Scripted, side))) if roots else ()
    return [scale for scale in found if isinstance(scale, Scripted) and scale.sup is None]


def scale_factor(denominator: Node) -> Node | None:
    r"""The symbol under the only root of a denominator: `\sqrt{d_k}`, `\tau \sqrt{d_k}`, `\sqrt{d_k} \times c`."""
    whole = scale_name(denominator)
    denominator = unwrap(denominator)
    if whole is not None or not isinstance(denominator, Juxtaposed | Product):
        return whole
    if isinstance(denominator, Product) and any(sign not in ("cdot", "times") for sign in denominator.signs):
        return None
    parts = [part for factor in children(denominator) for part in (factor.items if isinstance(factor, Juxtaposed) else (factor,))]
    found = [symbol for part in parts if (symbol := scale_name(part)) is not None]
    return found[0] if len(found) == 1 else None
