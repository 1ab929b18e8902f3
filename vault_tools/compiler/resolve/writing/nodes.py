"""Questions about syntax nodes that every part of resolve/ asks: what is inside, what word is this, which scripts does it carry."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from functools import lru_cache
from itertools import compress, repeat
from operator import attrgetter, is_
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.syntax_tree import (
    Accented,
    BigOperator,
    Display,
    Empty,
    Fence,
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
    Text,
)
from vault_tools.compiler.syntax_tree import Fraction as FractionNode
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Kind = TypeVar("Kind", bound=Node)

CHILDREN: Mapping[type[Node], Callable[[Any], tuple[Node, ...]]] = MappingProxyType(
    {
        Juxtaposed: attrgetter("items"),
        Sequence: attrgetter("items"),
        Sum: lambda node: node.operands,
        Product: lambda node: (node.first, *[operand for _, operand in node.rest]),
        Relation: lambda node: (node.first, *[operand for _, operand in node.rest]),
        Scripted: lambda node: tuple(filter(None, (node.base, node.sub, node.sup))),
        FractionNode: attrgetter("numerator", "denominator"),
        BigOperator: lambda node: tuple(filter(None, (node.sub, node.sup, node.body))),
        Root: lambda node: (node.radicand,) if node.degree is None else (node.radicand, node.degree),
        Fence: lambda node: (node.body,),
        Styled: lambda node: (node.body,),
        Accented: lambda node: (node.body,),
        Labelled: lambda node: (node.body,),
        Prefix: lambda node: (node.operand,),
        Postfix: lambda node: (node.operand,),
        Grid: lambda node: tuple([cell for row in node.rows for cell in row]),
        Display: attrgetter("rows"),
    }
)


FIELDS: Mapping[type[Node], tuple[str, ...]] = MappingProxyType(
    {kind: tuple(field.name for field in fields(kind) if field.name != "span") for kind in CHILDREN}
)
"""What a node is made of, its place aside."""


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly inside, scripts and bounds included, in reading order."""
    inside = CHILDREN.get(type(node))
    return () if inside is None else inside(node)


def walk(node: Node) -> tuple[Node, ...]:
    """The node and everything inside, in reading order."""
    return (node, *_everything_in(node)) if type(node) in CHILDREN else (node,)


def every(kind: type[Kind], node: Node) -> tuple[Kind, ...]:
    """The nodes of one kind in a node, itself included, in reading order: `walk` for those who look for one thing."""
    if type(node) in CHILDREN:
        try:
            return node.answers[by_kind].get(kind, ())  # type: ignore[no-any-return]
        except (AttributeError, KeyError):
            return by_kind(node).get(kind, ())
    return (node,) if type(node) is kind else ()


@remembered
def by_kind(node: Node) -> Mapping[type[Node], tuple[Any, ...]]:
    """The nodes in a node, itself included, in reading order by their kinds."""
    nodes = walk(node)
    kinds = tuple(map(type, nodes))
    return {kind: tuple(compress(nodes, map(is_, kinds, repeat(kind)))) for kind in {*kinds}}


text_of: Callable[[Any], str] = attrgetter("text")


@remembered
def texts(node: Node) -> frozenset[str]:
    """Everything that is written in words and letters in a node: names, remarks, runs of letters, and each letter of a run."""
    kinds = by_kind(node)
    runs = tuple(map(text_of, kinds.get(Letters, ())))
    named = map(text_of, (*kinds.get(Name, ()), *kinds.get(Text, ())))
    return frozenset().union(map(str.strip, named), runs, *runs)


@remembered
def _everything_in(node: Node) -> tuple[Node, ...]:
    found: list[Node] = []
    for child in CHILDREN[type(node)](node):
        found.append(child)
        if type(child) in CHILDREN:
            found += _everything_in(child)
    return tuple(found)


def rebuilt(node: Kind, change: Callable[[Node], Node]) -> Kind:
    """The same tree with `change` done to every node, from the inside out; what does not change stays the same object.

    `change` leaves the kind of the outermost node as it is.
    """
    return change(with_parts(node, lambda part: rebuilt(part, change)))  # type: ignore[return-value]


def with_parts(node: Kind, change: Callable[[Node], Node]) -> Kind:
    """The node with `change` done to each of the nodes directly inside; the same object where none changes."""
    inside = {field: getattr(node, field) for field in FIELDS.get(type(node), ())}
    changed = {field: new for field, old in inside.items() if (new := _changed(old, change)) is not old}
    return replace(node, **changed) if changed else node


def _changed(part: Any, change: Callable[[Node], Node]) -> Any:
    """A field of a node: a node, tuples of nodes and signs, or no node at all."""
    if isinstance(part, Node):
        return change(part)
    if not isinstance(part, tuple):
        return part
    parts = tuple([_changed(one, change) for one in part])
    return parts if any(new is not old for new, old in zip(parts, part, strict=True)) else part


def walk_outside(node: Node, left_out: Callable[[Node], bool]) -> Iterator[Node]:
    """As `walk`, without entering what is left out."""
    stack = [node]
    while stack:
        here = stack.pop()
        if not left_out(here):
            yield here
            if type(here) in CHILDREN:
                stack += CHILDREN[type(here)](here)[::-1]


WRAPPERS = frozenset({Labelled, Styled})
WORDLESS = frozenset({Scripted, Juxtaposed, Fence, Number, Sum, Product, Relation, FractionNode, BigOperator, Sequence, Accented, Root})
"""Kinds of nodes that are most asked for a word and never have one."""
DRESS = frozenset({Accented, Labelled, Styled})
"""What a symbol may wear beside its scripts: accents, labels, fonts."""
LETTERED = frozenset({Letters, Name})
"""Kinds of nodes that are a symbol by themselves."""
UNNAMED = frozenset({Fence, Number, Sum, Product, Relation, Sequence, Juxtaposed, Empty})
"""Kinds of nodes that are no symbol, whatever is in them."""
NUMBERLESS = frozenset({Letters, Name, Scripted, Juxtaposed})
"""Kinds of nodes that are most asked for a number and never are one."""
JOINTS = str.maketrans("", "", "- _")
"""What may stand between the words of one name."""


def terms_of(node: Node) -> tuple[Node, ...]:
    """What is added up; anything else by itself."""
    inside = unwrap(node)
    return inside.operands if isinstance(inside, Sum) else (node,)


def unwrap(node: Node) -> Node:
    """Without fonts and labels that do not change what is computed."""
    while type(node) in WRAPPERS:
        if isinstance(node, Styled) and node.font == "bb":
            return node
        node = node.body  # type: ignore[attr-defined]
    return node


def word(node: Node) -> str | None:
    """The letters of a node that is one run of letters or one name, fonts dropped."""
    kind = type(node)
    if kind is Letters or kind is Name:
        return node.text  # type: ignore[attr-defined, no-any-return]
    if kind in WORDLESS:
        return None
    if kind in WRAPPERS:
        node = unwrap(node)
    if isinstance(node, Styled):
        node = node.body
    if isinstance(node, Letters | Name):
        return node.text
    if isinstance(node, Text) and node.text.strip().translate(JOINTS).isalnum():
        return node.text.strip()
    return None


def is_words(node: Node) -> bool:
    r"""`\text{the mean}`, `Spam`: a text, or a word of several letters that is no command."""
    node = unwrap(node)
    return isinstance(node, Text) or (isinstance(node, Name) and not node.command and len(node.text) > 1)


def is_euler(node: Node) -> bool:
    """The letter e without a font, as Euler's number is written."""
    return isinstance(node, Letters | Name) and node.text == "e"


def undressed(symbol: Node) -> Node:
    """A symbol without its accents, labels and fonts."""
    while type(symbol) in DRESS:
        symbol = symbol.body  # type: ignore[attr-defined]
    return symbol


def is_greek(symbol: Node) -> bool:
    """A Greek letter, or another one that is written as a command, in whatever accents and fonts."""
    letter = undressed(symbol)
    return isinstance(letter, Name) and letter.command


def number_of(node: Node) -> Fraction | None:
    r"""The value of a written number: `3`, `-0.5`, `\frac12`, `1/2`, `(2)`, else None."""
    kind = type(node)
    if kind in NUMBERLESS:
        return None
    if kind in WRAPPERS:
        node = unwrap(node)
    match node:
        case Number(text=text):
            return exact_value(text)
        case Sum(terms=((sign, term),)) if sign in "+-":
            value = number_of(term)
            return None if value is None else -value if sign == "-" else value
        case Prefix(operator="-", operand=operand):
            value = number_of(operand)
            return None if value is None else -value
        case FractionNode(numerator=numerator, denominator=denominator, bar=True):
            return _quotient(numerator, denominator)
        case Product(first=first, rest=(("slash", denominator),)):
            return _quotient(first, denominator)
        case Fence(opener="(", body=body, closer=")"):
            return number_of(body)
        case _:
            return None


@lru_cache(maxsize=4096)
def exact_value(text: str) -> Fraction:
    """The number that a decimal literal writes."""
    return Fraction(text)


def _quotient(numerator: Node, denominator: Node) -> Fraction | None:
    above, below = number_of(numerator), number_of(denominator)
    return above / below if above is not None and below else None


def arguments(fence: Fence) -> tuple[Node, ...]:
    """The arguments between the brackets of a call: separated by commas, semicolons or bars."""
    body = unwrap(fence.body)
    if isinstance(body, Sequence):
        return body.items
    if isinstance(body, Relation) and all(sign in ("|", "∥", ":") for sign in body.signs):
        return body.operands
    return () if isinstance(body, Empty) else (body,)


def has_condition(fence: Fence) -> bool:
    """`p(y | x)`, `f(x; w)`: more than commas stand between the arguments of a call."""
    body = unwrap(fence.body)
    return isinstance(body, Sequence) and any(separator != "," for separator in body.separators)


DECORATED = frozenset({Accented, Styled, Scripted})


def is_decorated(node: Node) -> bool:
    """A symbol or bracket with an accent, a font or scripts."""
    return type(node) in DECORATED


def scripts_moved_out(node: Node) -> Node:
    r"""`\bar{h_s}` with the script outside: `\bar{h}_s`; fonts over scripted letters likewise."""
    kind = type(node)
    if kind not in DECORATED or (kind is Scripted and type(node.base) not in DECORATED):  # type: ignore[attr-defined]
        return node
    try:
        return node.answers[_moved_out] or node
    except (AttributeError, KeyError):
        return _moved_out(node) or node


def bare(symbol: Node) -> Node:
    """A symbol as written but for its scripts, which may stand below an accent or a font (`base_of` takes fonts away, too)."""
    kind = type(symbol)
    if kind not in DECORATED:
        return symbol
    if kind is Scripted and type(symbol.base) not in DECORATED:  # type: ignore[attr-defined]
        return symbol.base  # type: ignore[attr-defined, no-any-return]
    try:
        symbol = symbol.answers[_moved_out] or symbol
    except (AttributeError, KeyError):
        symbol = _moved_out(symbol) or symbol
    return symbol.base if isinstance(symbol, Scripted) else symbol


@remembered
def _moved_out(node: Node) -> Node | None:
    """None where nothing moves."""
    moved = _with_scripts_outside(node)
    return None if moved is node else moved


def _with_scripts_outside(node: Node) -> Node:
    match node:
        case Accented(accent=accent, body=body):
            inner = scripts_moved_out(body)
            if inner is body and type(inner) is not Scripted:
                return node
            if isinstance(inner, Scripted) and inner.sup is None and inner.primes == 0:
                return replace(inner, base=Accented(node.span, accent, inner.base))
            return Accented(node.span, accent, inner)
        case Styled(font=font, body=Scripted() as body):
            return replace(body, base=Styled(body.base.span, font, body.base))
        case Scripted(base=base):
            inner = scripts_moved_out(base) if type(base) in DECORATED else base
            return node if inner is base and type(base) is not Scripted else _merge_scripts(node, inner)
        case _:
            return node


def _merge_scripts(outer: Scripted, base: Node) -> Scripted:
    """One node for scripts of a scripted base (`{K^{(h)}}^T`)."""
    if isinstance(base, Scripted):
        return Scripted(outer.span, base.base, _both(base.sub, outer.sub), _both(base.sup, outer.sup), base.primes + outer.primes)
    return replace(outer, base=base)


def _both(inner: Node | None, outer: Node | None) -> Node | None:
    """The scripts of one side, the inner first."""
    if inner is None or outer is None:
        return inner or outer
    return Sequence(Span(inner.span.start, outer.span.end), (inner, outer), (",",))


def cover(nodes: tuple[Node, ...] | list[Node]) -> Span:
    """The span from the first to the last of some nodes."""
    return Span(nodes[0].span.start, nodes[-1].span.end)


def base_of(atom: Node) -> Node:
    """A symbol without its scripts."""
    if not isinstance(atom, Scripted):
        return atom
    return unwrap(atom.base) if type(atom.base) in WRAPPERS else atom.base


def juxtaposed(items: list[Node]) -> Node:
    """Items side by side; one item is itself."""
    return items[0] if len(items) == 1 else Juxtaposed(cover(items), tuple(items))
