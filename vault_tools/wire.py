"""What crosses from process to process: model values as JSON and back, typed and size-capped. Nothing is ever unpickled.

`decode(kind, encode(value)) == value` for every value of model.py, tuples and nested messages included, so that a formula judged in a
child gives the same block, byte for byte, as one judged in this process.
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, Literal, TypeVar, Union

from vault_tools.model import Judgement, Message

MOST_JSON_BYTES = 4 << 20
MOST_IMAGE_BYTES = 4 << 20
MOST_IMAGES = 32

T = TypeVar("T")


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
    value: T = decode(kind, tree)
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
    judgement: Judgement = decode(Judgement, tree)
    return judgement, names


# ---------------------------------------------------------------- values as JSON: {"tuple": […]}, {"mapping": {…}}, {"Verdict": […]}


def encode(value: object) -> Any:
    """Plain JSON for a model value: containers that JSON lacks become an object with one key that names them."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list):
        return [encode(item) for item in value]
    if isinstance(value, tuple):
        return {"tuple": [encode(item) for item in value]}
    if isinstance(value, Mapping):
        return {"mapping": {_text(key): encode(item) for key, item in value.items()}}
    if is_dataclass(value) and not isinstance(value, type):
        return {type(value).__name__: [encode(getattr(value, field.name)) for field in fields(value)]}
    raise TypeError(f"{type(value).__name__} cannot be sent: {value!r}")


def _text(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"only text can be a key, not {key!r}")
    return key


def decode(kind: Any, tree: Any) -> Any:
    """The value of the annotated type `kind` that `tree` stands for. WireError: `tree` does not fit `kind`."""
    if kind is Any:
        return _decode_anything(tree)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        return _decode_union(arguments, tree)
    if origin is Literal:
        return _expect(tree in arguments, tree, kind) and tree
    if origin is tuple or hasattr(kind, "_fields"):
        return _decode_tuple(kind, arguments, _inside("tuple", list, tree))
    if origin is Mapping:
        return {key: decode(arguments[1], item) for key, item in _inside("mapping", dict, tree).items()}
    if is_dataclass(kind):
        return _decode_dataclass(kind, tree)
    return _decode_scalar(kind, tree)


def _decode_scalar(kind: Any, tree: Any) -> Any:
    if kind is float:
        _expect(isinstance(tree, int | float) and not isinstance(tree, bool), tree, kind)
        return tree
    _expect(type(tree) is (type(None) if kind is None else kind), tree, kind)
    return tree


def _decode_union(kinds: tuple[Any, ...], tree: Any) -> Any:
    for kind in kinds:
        try:
            return decode(kind, tree)
        except WireError:
            continue
    raise WireError(f"{str(tree)[:80]!r} is none of {kinds}")


def _decode_tuple(kind: Any, arguments: tuple[Any, ...], items: list[Any]) -> Any:
    if hasattr(kind, "_fields"):  # a NamedTuple
        kinds = list(_annotations(kind).values())
        _expect(len(items) == len(kinds), items, kind)
        return kind(*map(decode, kinds, items))
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return tuple(decode(arguments[0], item) for item in items)
    _expect(len(items) == len(arguments), items, kind)
    return tuple(map(decode, arguments, items))


def _decode_dataclass(kind: Any, tree: Any) -> Any:
    items = _inside(kind.__name__, list, tree)
    names = [field.name for field in fields(kind)]
    _expect(len(items) == len(names), items, kind)
    return kind(**{name: decode(_annotations(kind)[name], item) for name, item in zip(names, items, strict=True)})


def _decode_anything(tree: Any) -> Any:
    match tree:
        case {"tuple": list(items), **rest} if not rest:
            return tuple(map(_decode_anything, items))
        case {"mapping": dict(items), **rest} if not rest:
            return {key: _decode_anything(item) for key, item in items.items()}
        case {"Message": _}:
            return _decode_dataclass(Message, tree)
        case list(items):
            return [_decode_anything(item) for item in items]
        case None | bool() | int() | float() | str():
            return tree
    raise WireError(f"{str(tree)[:80]!r} is no value that is ever sent")


def _inside(tag: str, kind: type[T], tree: Any) -> T:
    if not (isinstance(tree, dict) and list(tree) == [tag] and isinstance(tree[tag], kind)):
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
