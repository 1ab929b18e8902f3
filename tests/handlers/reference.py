"""What the handler tests share: sample inputs, and a function's exact twin applied along the last axis of an array."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import mpmath
import numpy as np

if TYPE_CHECKING:
    from vault_tools.handler import Function

ULP = 2.3e-16


def sample(*shape: int, seed: int = 7, low: float = -3.0, high: float = 3.0) -> Any:
    """Numbers without a pattern; the same ones on every run."""
    return np.random.RandomState(seed).uniform(low, high, shape)


def exact(function: Function, *arguments: Any, **options: Any) -> Any:
    """The exact twin of `function` at 50 digits, over all leading axes of arguments that have one shape."""
    assert function.exact is not None
    mp = mpmath.mp.clone()
    mp.dps = 50
    groups = function.signature.partition("->")[0][1:-1].split("),(")
    cores = [len([name for name in group.split(",") if name]) for group in groups]
    arrays = [np.asarray(a, dtype=float) for a in arguments]
    loop = np.broadcast_shapes(*(a.shape[: a.ndim - core] for a, core in zip(arrays, cores, strict=True)))
    out = [
        to_floats(
            function.exact(mp, *(to_mp(mp, a[at[len(at) - (a.ndim - core) :]]) for a, core in zip(arrays, cores, strict=True)), **options)
        )
        for at in np.ndindex(loop)
    ]
    return np.array(out).reshape(*loop, *np.shape(out[0]))


def to_mp(mp: Any, value: Any) -> Any:
    """Floats as exact mpmath numbers, in nested lists."""
    return mp.mpf(float(value)) if np.ndim(value) == 0 else [to_mp(mp, v) for v in value]


def to_floats(value: Any) -> Any:
    """Back to floats."""
    return [to_floats(v) for v in value] if isinstance(value, list) else float(value)


def onnx_node(operator: str, inputs: dict[str, Any], **attributes: Any) -> Any:
    """The value of one ONNX operator by ONNX's own reference implementation; inputs in the operator's order, None left out."""
    from onnx import TensorProto, helper
    from onnx.reference import ReferenceEvaluator

    given = {name: np.asarray(value) for name, value in inputs.items() if value is not None}
    node = helper.make_node(operator, ["" if value is None else name for name, value in inputs.items()], ["out"], **attributes)
    declared = [
        helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in given.items()
    ]
    out = [helper.make_tensor_value_info("out", TensorProto.DOUBLE, None)]
    model = helper.make_model(helper.make_graph([node], "one", declared, out), opset_imports=[helper.make_opsetid("", 24)])
    return ReferenceEvaluator(model).run(None, given)[0]
