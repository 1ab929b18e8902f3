r"""The syntax tree: what is written, with its place, and no meaning yet. Made by syntax.py, read by resolve/.

Nothing here says whether `T` transposes, whether `f(x)` calls, where `\log` ends or whether `QK` is one name: those forks belong
to resolve. Fonts, sizes and colours that cannot change a reading are gone; fonts that can (`\mathbb{E}`) are kept as `Styled`.
"""

from __future__ import annotations

from typing import Literal

from vault_tools.compiler.memory import Remembering
from vault_tools.compiler.records import record
from vault_tools.model import Span


@record(frozen=True, slots=True)
class Node(Remembering):
    span: Span
    """In the latex that was given to the compiler."""


@record(frozen=True, slots=True)
class Number(Node):
    """An unsigned decimal literal. `text` is plain (`0.5`, `10000`); `written` as in the note (`0{,}5`, `10{,}000`, `1,024`).

    One comma with three digits behind it (`3{,}142`) is read as thousands unless the formula has a decimal comma elsewhere.
    """

    text: str
    written: str
    doubtful: bool = False
    """`1.000` beside decimal commas: a thousand, or one."""


@record(frozen=True, slots=True)
class Letters(Node):
    r"""Adjacent Latin letters in math mode, unsplit: `Q`, `QK`, `softmax`, `pos`, `kT`. `\_` joins (`step_num`)."""

    text: str


@record(frozen=True, slots=True)
class Name(Node):
    r"""One symbol by notation: Greek (`alpha`), `\ell` (`ell`), `\infty` (`infty`), `\nabla`, `\partial`, `\top`, a function command
    (`\exp` -> `exp`, `\tanh`, `\log`, `\det`), `\operatorname{softmax}`, `\text{softmax}`/`\mathrm{head}` of word characters.

    A sign alone in a script is a Name (`plus`, `minus`, `star`, `dagger`), so is a placeholder (`cdot` of `f(\cdot)`) and a formula that
    is only an operator (`$\sum$` in running text).
    """

    text: str
    command: bool = False
    """Written as a control word (`\\exp`), not as text."""


@record(frozen=True, slots=True)
class Text(Node):
    r"""Prose in `\text{…}`: anything that is not a single word or a known name (`if `, `where `, `otherwise`, ` bytes`, Chinese)."""

    text: str


@record(frozen=True, slots=True)
class Styled(Node):
    r"""A font that may matter: `bb` (\mathbb), `cal` (\mathcal, \mathscr), `bf` (\mathbf, \boldsymbol, \bm), `sf`, `frak`.

    The font of a symbol with scripts stands at the symbol: `\mathbf{x_i}` is Scripted(Styled(x), i). `\mathrm` makes Names or vanishes.
    """

    font: str
    body: Node


@record(frozen=True, slots=True)
class Accented(Node):
    r"""`hat` (also \widehat), `bar` (\bar, \overline), `tilde`, `vec` (\vec, \overrightarrow), `dot`, `ddot`, `check`; rarely `dddot`,
    `breve`, `ring`, `acute`, `grave`, `underline`.
    """

    accent: str
    body: Node


@record(frozen=True, slots=True)
class Scripted(Node):
    """Scripts of one base, in whichever order they were written; `primes` counts `'`. A second group of the same side is a syntax error.

    A step label `<t-1>` is Fence(⟨, …, ⟩); a bracket typed without braces (`W_[k, E]`) is that Fence; `{}` is Empty (also as base: `{}^T`).
    """

    base: Node
    sub: Node | None = None
    sup: Node | None = None
    primes: int = 0


@record(frozen=True, slots=True)
class Juxtaposed(Node):
    r"""Factors side by side with no sign between, flat, at least two: `\mathrm{softmax}(S) V` is [softmax, Fence(S), V]; `\log p(x)`
    is [log, p, Fence(x)]. Products, calls and functions without parentheses are told apart in resolve.
    """

    items: tuple[Node, ...]


@record(frozen=True, slots=True)
class Signed(Node):
    """Operands with a sign between each two: `first`, then `rest` as pairs of a sign and what stands behind it."""

    first: Node
    rest: tuple[tuple[str, Node], ...]

    @property
    def operands(self) -> tuple[Node, ...]:
        """Without their signs."""
        return (self.first, *[operand for _, operand in self.rest])

    @property
    def signs(self) -> tuple[str, ...]:
        """Between the operands."""
        return tuple([sign for sign, _ in self.rest])


@record(frozen=True, slots=True)
class Product(Signed):
    r"""Factors with signs, flat, left to right: op of `rest` is `cdot`, `times`, `ast`, `odot`, `circ`, `otimes`, `dot` (a full stop),
    `oplus`, `div`, `slash`, `wedge`, `bullet`. An operand between two signs is one node (often Juxtaposed): `a / 2b` is
    (a, slash, Juxtaposed(2, b)). Rarer: `star`, `mod`, `vee`, `cup`, `cap`, `setminus` and others of notation.PRODUCTS. `first` is Empty
    where a sign starts the expression (`\times V`).
    """


@record(frozen=True, slots=True)
class Sum(Node):
    """Terms with signs, flat: `a - b + c` is ((+, a), (-, b), (+, c)). Signs: `+`, `-`, `pm`, `mp`; a leading minus is the first."""

    terms: tuple[tuple[str, Node], ...]

    @property
    def operands(self) -> tuple[Node, ...]:
        """Without their signs."""
        return tuple([term for _, term in self.terms])

    @property
    def signs(self) -> tuple[str, ...]:
        """Before the operands."""
        return tuple([sign for sign, _ in self.terms])


@record(frozen=True, slots=True)
class Prefix(Node):
    r"""A prefix sign in operand position inside a product: `-` in `a \cdot -b`, `\neg`."""

    operator: str
    operand: Node


@record(frozen=True, slots=True)
class Postfix(Node):
    r"""`!` (factorial), `\%` (`percent`), `‰` (`permille`), `^\circ` (`degree`)."""

    operator: str
    operand: Node


@record(frozen=True, slots=True)
class Fraction(Node):
    r"""`\frac`, `\dfrac`, `\tfrac`, `\cfrac`, `{a \over b}`. `\binom` and `{a \choose b}` have `bar=False`."""

    numerator: Node
    denominator: Node
    bar: bool = True


@record(frozen=True, slots=True)
class Root(Node):
    r"""`\sqrt[degree]{radicand}`. `braced` False: TeX's single-token argument (`\sqrt d_k` parses as Scripted(Root(d), sub=k));
    also `\sqrt(D_h)`: Juxtaposed(Root(Fence...)) is NOT made; the parser gives Root(Fence) with braced False.
    """

    radicand: Node
    degree: Node | None = None
    braced: bool = True


@record(frozen=True, slots=True)
class Fence(Node):
    r"""Bracketed matter. `opener`/`closer`: `(`, `)`, `[`, `]`, `{`, `}` (visible \{ \}), `|`, `‖`, `⟨`, `⟩`, `⌊`, `⌋`, `⌈`, `⌉`, or `.`
    (an invisible \left. or \right.). Mismatched pairs such as `[a, b)` are allowed. `body` is Empty for `()`; lists are Sequence.
    The bar of `P(y|x)` or `(s|x)` and the concatenation bar of `[a ‖ b]` are Sequence separators `|` and `‖`; `[a; b]` is `;`.
    """

    opener: str
    body: Node
    closer: str


@record(frozen=True, slots=True)
class Grid(Node):
    r"""A matrix-like environment: kind `matrix`, `bmatrix`, `pmatrix`, `vmatrix`, `Vmatrix`, `Bmatrix`, `smallmatrix`, `array`, `cases`,
    `rcases`. Rows of cells; rows that are empty throughout are dropped. Empty cells are Empty.

    `\left\{ … \right.` around a matrix or array is `cases`. A row of `cases` has no empty cells; a condition that starts with a word is
    Sequence((Text, condition), ("where",)). An array whose rows are statements is a Display.
    """

    kind: str
    rows: tuple[tuple[Node, ...], ...]


@record(frozen=True, slots=True)
class BigOperator(Node):
    r"""`\sum`, `\prod`, `\int`, `\bigcup`, `\max`, `\min`, `\arg\max` (`argmax`), `\arg\min`, `\lim`, `\sup`, `\inf`, `\mathbb{E}` with a
    subscript (`E`), `\big\Vert`/`\bigoplus` (`concat`). `body` reaches to the next +, -, relation, separator or closing bracket: a
    Juxtaposed or Product may be in it. `\max(a, b)` without a script is no BigOperator but Juxtaposed(Name max, Fence). `body` None:
    nothing follows (only for max/min-like names; an empty `\sum` or `\prod` is a LatexSyntaxError). Words with a subscript (`max_j`,
    `\text{argmax}_k`) are operators, too.
    """

    operator: str
    sub: Node | None
    sup: Node | None
    body: Node | None


@record(frozen=True, slots=True)
class Ellipsis_(Node):  # noqa: N801  `Ellipsis` is Python's own
    r"""`\dots`, `\cdots`, `\ldots`, `\vdots`, `\ddots`, `...`, `…`."""

    kind: str


@record(frozen=True, slots=True)
class Empty(Node):
    """Nothing: an empty group `{}`, an empty cell."""


@record(frozen=True, slots=True)
class Relation(Signed):
    r"""A chain `first op operand op operand`: `=`, `:=`, `≈`, `≡`, `≠`, `<`, `≤`, `>`, `≥`, `≪`, `≫`, `∈`, `∉`, `⊂`, `∼`, `∝`, `→`, `↦`,
    `⇒`, `⇔`, `:`, `|` (top level), `≅`, `∥`. Implications bind loosest: `a = b \implies c = d` is Relation(Relation(a = b), ((⇒,
    Relation(c = d)),)). An operand may be Empty at the start only (`= b` continues a row) and on either side of `:`
    (`O_{i,:}`). `\land` and `\lor` make Relations with `∧`, `∨`, between implications and relations. A Sequence is looser than all.
    """


@record(frozen=True, slots=True)
class Sequence(Node):
    r"""Items with separators between: `,`, `;`, `quad` (any wide space), `|`, `‖`, and `where` (a connecting word or Text between
    statements). len(separators) == len(items) - 1. Trailing separators and full stops are dropped. The
    connecting word is an item of its own: `y = f(x), \text{ where } x = 3` is (y = f(x), Text, x = 3) with `,` and `where` between. Of
    `, \quad` only `quad` is kept.
    """

    items: tuple[Node, ...]
    separators: tuple[str, ...]


@record(frozen=True, slots=True)
class Labelled(Node):
    r"""`\underbrace{body}_{label}`, `\overbrace`, `\underset`, `\overset`, `\stackrel`, `\xrightarrow`: the body, and what is at it.

    `frame` is for printing alone: the parser reads through `\boxed`.
    """

    body: Node
    label: Node | None
    kind: Literal["brace", "set", "frame"]


@record(frozen=True, slots=True)
class Display(Node):
    r"""Rows of a display. A formula without rows is one row of one cell. Cells are split at `&`; a row that starts with a relation
    continues the row above (`&= …`). A system inside a formula (behind `\left\{`) is a Display in the tree.
    `environment`: `aligned`, `align`, `gather`, `array`, …, `[` for brackets that were `\[ \]` once, or "" for none.
    """

    environment: str
    rows: tuple[Node, ...]
    """Each row with its cells joined again (`a & = b` is one Relation)."""
    tag: str = ""
