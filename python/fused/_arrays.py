# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays for results, in the library that the arguments come from."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Sequence
from typing import Any

#: Names of element types, where they are not those of NumPy.
_NUMPY_NAMES = {
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
    "bf16": "bfloat16",
    "f8E4M3FN": "float8_e4m3fn",
    "f8E5M2": "float8_e5m2",
    "i1": "bool",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
}


def find_library(array: Any) -> str:
    """The name of the library that has the type of an array, such as "torch"."""
    for base in type(array).__mro__:
        library = base.__module__.partition(".")[0]
        if library in ("numpy", "torch", "cupy", "jaxlib", "jax"):
            return "jax" if library == "jaxlib" else library
    return "numpy"


def _numpy_dtype(name: str) -> Any:
    import numpy

    if name not in ("bf16", "f8E4M3FN", "f8E5M2"):
        return numpy.dtype(_NUMPY_NAMES[name])
    try:
        import ml_dtypes
    except ImportError:
        raise TypeError(
            f"a result is {name}, which NumPy does not have: install ml_dtypes, or give arrays of another library"
        ) from None
    return numpy.dtype(getattr(ml_dtypes, _NUMPY_NAMES[name]))


def make_factories(
    outputs: Sequence[tuple[str, tuple[int | None, ...]]], like: Any, device: int
) -> list[Callable[[], Any] | None]:
    """For each output, a function without arguments that makes an array for it on
    a device (the host's memory if negative), in the library of `like`. None
    where a size is unknown, and where arrays of the library are never changed.
    """
    library = find_library(like)

    def make(element: str, shape: tuple[int | None, ...]) -> Callable[[], Any] | None:
        if None in shape or library == "jax":
            return None
        if library == "torch":
            import torch

            place = torch.device("cpu") if device < 0 else torch.device("cuda", device)
            return functools.partial(torch.empty, shape, dtype=_torch_dtype(element), device=place)
        if library == "cupy" and device >= 0:
            return functools.partial(_make_cupy, shape, _numpy_dtype(element), device)
        if device >= 0:
            return None
        import numpy

        return functools.partial(numpy.empty, shape, _numpy_dtype(element))

    return [make(element, shape) for element, shape in outputs]


def _torch_dtype(element: str) -> Any:
    import torch

    return getattr(torch, _NUMPY_NAMES[element])


def _make_cupy(shape: Sequence[int], dtype: Any, device: int) -> Any:
    import cupy

    with cupy.cuda.Device(device):
        return cupy.empty(shape, dtype)


def adopt(like: Any, array: Any, element: str) -> Any:
    """The array of a library that has the memory of `array`, which has
    `__dlpack__`."""
    library = find_library(like)
    if library == "torch":
        import torch

        return torch.from_dlpack(array)
    if library == "jax":
        import jax

        return jax.dlpack.from_dlpack(array)
    if library == "cupy":
        import cupy

        return cupy.from_dlpack(array)
    if array.__dlpack_device__()[0] != 1:
        return array
    import numpy

    dtype = _numpy_dtype(element)
    if dtype.isbuiltin == 1:
        return numpy.asarray(array)
    return numpy.asarray(array.view(f"u{dtype.itemsize}")).view(dtype)


def find_stream(array: Any, device: int) -> int:
    """The address of the CUDA stream in which the library of `array` works now;
    0 is the default stream."""
    library = find_library(array)
    if library == "torch":
        return sys.modules["torch"].cuda.current_stream(device).cuda_stream
    if library == "cupy":
        return sys.modules["cupy"].cuda.get_current_stream(device).ptr
    return 0
