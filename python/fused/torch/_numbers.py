# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers of Python that are arguments of a program: what is computed with them while it is traced."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree as pytree

from ._arithmetic import compute_type


class Unsupported(Exception):
    """A step that is not compiled. The text says why."""


def side_of(number: float) -> int:
    """Where a number lies with respect to 0 and 1, with which programs compare settings."""
    return -1 if number != number else (number >= 0) + (number > 0) + (number >= 1) + (number > 1)


def neighbour(number: float) -> float:
    """Another number on the same side of 0 and 1; the same one if there is none."""
    if number in (0, 1) or number != number:
        return number
    if number == float("-inf"):
        return -1.0
    return 0.875 * number if number < 1 else 2.0 if number == float("inf") else 0.5 + 0.5 * number


class Number(float):
    """A float of which traced operations see a tensor. Python's arithmetic gives others; what Python would decide by its
    value raises Unsupported, except comparisons of an argument with 0 and 1."""

    def __new__(cls, value: float, tensor: Tensor, *, is_argument: bool = False) -> Number:
        self = super().__new__(cls, value)
        self.tensor = tensor
        self._is_argument = is_argument
        return self

    def _compare(self, name: str, other):
        if isinstance(other, (int, float)) and not (self._is_argument and type(other) in (int, float) and other in (0, 1)):
            raise Unsupported("a number that changes is compared")
        return getattr(float, name)(self, other)

    def __bool__(self) -> bool:
        return self._compare("__ne__", 0)


def _arithmetic(name: str):
    def compute(self: Number, *others):
        if not all(isinstance(other, (int, float)) for other in others):
            return NotImplemented
        value = getattr(float, name)(self, *others)
        if not isinstance(value, float):
            raise Unsupported("a number that changes gives one of another type")
        operands = (other.tensor if isinstance(other, Number) else other for other in others)
        return Number(value, getattr(self.tensor, name)(*operands))

    return compute


def _refused(name: str):
    def refuse(self: Number, *_, **__):
        raise Unsupported("Python computes with a number that changes")

    return refuse


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow", "rpow", "neg", "pos", "abs"):
    setattr(Number, f"__{_name}__", _arithmetic(f"__{_name}__"))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(Number, f"__{_name}__", functools.partialmethod(Number._compare, f"__{_name}__"))
for _name in (
    *("hash", "int", "float", "trunc", "round", "floor", "ceil", "str", "repr", "format", "reduce_ex"),
    *("mod", "rmod", "floordiv", "rfloordiv", "divmod", "rdivmod"),
):
    setattr(Number, f"__{_name}__", _refused(_name))
for _name in ("as_integer_ratio", "is_integer", "hex"):
    setattr(Number, _name, _refused(_name))


class VaryingNumbers(TorchFunctionMode):
    """Lets optimizers and losses compute with tensors instead of Python's numbers: those that a Number stands for, and
    those of `numbers`, by the identity of their tensors."""

    def __init__(self, numbers: Mapping[int, float] | None = None) -> None:
        super().__init__()
        self._numbers = numbers or {}

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = dict(kwargs or {})
        leaves = pytree.tree_leaves((args, kwargs))
        if not any(isinstance(leaf, Number) for leaf in leaves):
            return self._compute(function, args, kwargs)
        tensors = [leaf for leaf in leaves if isinstance(leaf, Tensor)]
        if not tensors:
            raise Unsupported("a tensor is made of a number that changes")
        args, kwargs = pytree.tree_map_only(Number, lambda number: number.tensor, (args, kwargs))
        return _rounded_like_python(self._compute(function, args, kwargs), tensors)

    def _compute(self, function, args, kwargs):
        name = getattr(function, "__name__", "").strip("_")
        number = self._numbers.get(id(args[0])) if args else None
        if number is not None and name == "to":
            # An optimizer rounds factors to the type of parameters, in order to call lerp.
            return args[0]
        if number is not None and name == "bool":
            return bool(number)
        if number is not None and name in _COMPARISONS and not kwargs:
            if not isinstance(args[1], (int, float)) or args[1] not in (0, 1):
                raise Unsupported("a number that changes is compared")
            return getattr(operator, name)(number, args[1])
        if name == "lerp":
            weight = kwargs.get("weight", args[-1])
            if isinstance(weight, Tensor) and weight.dim() == 0:
                return _lerp(args[0], args[1], weight, in_place=function.__name__.endswith("_"))
        for keyword in ("alpha", "value"):
            factor = kwargs.get(keyword)
            if isinstance(factor, Tensor) and len(args) >= 2:
                # A tensor has no number while tracing.
                kwargs.pop(keyword)
                args = (args[0], args[1] * factor, *args[2:])
        result = function(*args, **kwargs)
        if _is_double(result) and not any(map(_is_double, pytree.tree_leaves((args, kwargs)))):
            raise Unsupported("a number that changes meets integers")
        return result


def _is_double(value) -> bool:
    """Whether `value` has more than one element of f64. A Python number makes none of integers, but a tensor does."""
    return isinstance(value, Tensor) and value.dtype == torch.float64 and value.dim() > 0


def _rounded_like_python(result, tensors: list[Tensor]):
    """A result without dimensions in the type of `tensors`: a number of Python does not widen it, but a tensor does."""
    if not isinstance(result, Tensor) or result.dtype != torch.float64 or result.dim() > 0:
        return result
    dtype = functools.reduce(torch.promote_types, (tensor.dtype for tensor in tensors))
    return result.to(dtype if dtype.is_floating_point else torch.get_default_dtype())


_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


def _lerp(start: Tensor, end: Tensor, weight: Tensor, *, in_place: bool) -> Tensor:
    """PyTorch's function takes only weights of the type of `start`, which may have 8 bits of precision."""
    wide = compute_type(start.dtype)
    result = (start.to(wide) + weight * (end.to(wide) - start.to(wide))).to(start.dtype)
    return start.copy_(result) if in_place else result
