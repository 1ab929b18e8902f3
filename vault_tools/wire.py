"""What crosses from process to process: model values as JSON and back, typed and size-capped. Nothing is ever unpickled.

`decoder(kind)(encode(value)) == value` for every value of model.py, tuples and nested messages included, so that a formula judged in a
child gives the same block, byte for byte, as one judged in this process.
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast

from vault_tools.model import Judgement, Message

MOST_JSON_BYTES = 4 << 20
MOST_IMAGE_BYTES = 4 << 20
MOST_IMAGES = 32

T = TypeVar("T")
Decode = Callable[[Any], Any]


class WireError(Exception):
    """Bytes from the other process that are not what was agreed."""


def dumps(value: object) -> bytes:
    """Any value of model.py without bytes in it, as JSON. TypeError: it holds something else (a NumPy number, say)."""
    return json.dumps(encode(value), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def loads(kind: type[T], data: bytes) -> T:
    """The value of type `kind` that `dumps` made `data` from. WireError: it is not of that type."""
    try:
        tree = json.loads(data.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise WireError(f"not JSON: {error}") from error
    value: T = decoder(cast("Any", kind))(tree)
    return value


def pack(judgement: Judgement) -> list[bytes]:
    """A judgement as messages to send in turn: one of JSON with the pictures' names, then each picture."""
    names = list(judgement.images)
    header = [encode(replace(judgement, images={})), names]
    return [json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"), *judgement.images.values()]


def unpack(header: bytes) -> tuple[Judgement, list[str]]:
    """The judgement in a first message, and the names of the pictures that follow. WireError: anything else."""
    try:
        tree, names = json.loads(header.decode("utf-8", "surrogatepass"))
    except (ValueError, TypeError, RecursionError) as error:
        raise WireError(f"not a judgement: {error}") from error
    if not isinstance(names, list) or len(names) > MOST_IMAGES or not all(isinstance(name, str) for name in names):
        raise WireError("not a list of picture names")
    judgement: Judgement = decoder(Judgement)(tree)
    return judgement, names


# ---------------------------------------------------------------- values as JSON: {"tuple": […]}, {"mapping": {…}}, {"Verdict": […]}

PLAIN = (bool, int, float, str, type(None))


def encode(value: object) -> Any:
    """Plain JSON for a model value: containers that JSON lacks become an object with one key that names them."""
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, list):
        return _encoded(value)
    if isinstance(value, tuple):
        return {"tuple": _encoded(value)}
    if isinstance(value, Mapping):
        return {"mapping": {_text(key): encode(item) for key, item in value.items()}}
    if is_dataclass(value) and not isinstance(value, type):
        return {type(value).__name__: _encoded([getattr(value, name) for name in _names(type(value))])}
    raise TypeError(f"{type(value).__name__} cannot be sent: {value!r}")


def _encoded(items: list[Any] | tuple[Any, ...]) -> list[Any]:
    return [item if isinstance(item, PLAIN) else encode(item) for item in items]


def _text(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"only text can be a key, not {key!r}")
    return key


# ---------------------------------------------------------------- and back: what decodes a type is made once


@cache
def decoder(kind: Any) -> Decode:
    """What turns JSON into a value of the annotated type `kind`. WireError: it does not fit."""
    if kind is Any:
        return _anything
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        return _union(arguments)
    if origin is Literal:
        return lambda tree: _expect(tree in arguments, tree, kind) and tree
    if origin is tuple:
        return _tuple(kind, arguments)
    if origin is Mapping:
        return _mapping(decoder(arguments[1]))
    if hasattr(kind, "_fields"):  # a NamedTuple
        decode = _tuple(kind, tuple(_annotations(kind).values()))
        return lambda tree: kind(*decode(tree))
    return _dataclass(kind) if is_dataclass(kind) else _scalar(kind)


def _scalar(kind: Any) -> Decode:
    kinds = (int, float) if kind is float else (kind,)

    def decode(tree: Any) -> Any:
        return tree if type(tree) in kinds else _expect(False, tree, kind)

    return decode


def _union(kinds: tuple[Any, ...]) -> Decode:
    plain = [kind for kind in kinds if kind in PLAIN and kind is not float]
    decoders = [decoder(kind) for kind in kinds if kind not in plain]

    def decode(tree: Any) -> Any:
        if type(tree) in plain:
            return tree
        for decode_one in decoders:
            try:
                return decode_one(tree)
            except WireError:
                continue
        raise WireError(f"{str(tree)[:80]!r} is none of {kinds}")

    return decode


def _tuple(kind: Any, arguments: tuple[Any, ...]) -> Decode:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        decode_item = decoder(arguments[0])
        return lambda tree: tuple(map(decode_item, _inside("tuple", list, tree)))
    decoders = [decoder(argument) for argument in arguments]

    def decode(tree: Any) -> Any:
        items = _inside("tuple", list, tree)
        _expect(len(items) == len(decoders), items, kind)
        return tuple(decode_item(item) for decode_item, item in zip(decoders, items, strict=True))

    return decode


def _mapping(decode_item: Decode) -> Decode:
    return lambda tree: {key: decode_item(item) for key, item in _inside("mapping", dict, tree).items()}


def _dataclass(kind: Any) -> Decode:
    names = _names(kind)

    def decode(tree: Any) -> Any:
        items = _inside(kind.__name__, list, tree)
        _expect(len(items) == len(names), items, kind)
        return kind(*[decode_item(item) for decode_item, item in zip(_of_fields(kind), items, strict=True)])

    return decode


@cache
def _of_fields(kind: Any) -> tuple[Decode, ...]:
    """Asked for late: options hold options."""
    return tuple(decoder(_annotations(kind)[name]) for name in _names(kind))


def _anything(tree: Any) -> Any:
    if isinstance(tree, PLAIN):
        return tree
    if isinstance(tree, list):
        return [item if isinstance(item, PLAIN) else _anything(item) for item in tree]
    match tree:
        case {"tuple": list(items), **rest} if not rest:
            return tuple(map(_anything, items))
        case {"mapping": dict(items), **rest} if not rest:
            return {key: _anything(item) for key, item in items.items()}
        case {"Message": _}:
            return decoder(Message)(tree)
    raise WireError(f"{str(tree)[:80]!r} is no value that is ever sent")


def _inside(tag: str, kind: type[T], tree: Any) -> T:
    if not (isinstance(tree, dict) and len(tree) == 1 and isinstance(tree.get(tag), kind)):
        raise WireError(f"expected {tag}, got {str(tree)[:80]!r}")
    inside: T = tree[tag]
    return inside


def _expect(fits: bool, tree: Any, kind: Any) -> bool:
    if not fits:
        raise WireError(f"expected {kind}, got {str(tree)[:80]!r}")
    return True


@cache
def _annotations(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
