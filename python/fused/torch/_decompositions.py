# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The decompositions by which graphs reach operations that torch-mlir lowers well.

They apply when a graph is lowered, after the forward and the backward graph have been separated. Before, operations
such as GELU, layer normalisation and attention stay whole, so that the values saved for the backward graph are theirs.
"""

from __future__ import annotations

import functools
import math
import threading
from collections.abc import Callable

import torch
from torch import Tensor

from . import _attention, _ranks, _windows
from ._arithmetic import compute_type

aten = torch.ops.aten

# torch's decompositions that are not among the core ones.
_ADDED = (
    aten.native_layer_norm,
    aten.native_group_norm,
    aten._native_batch_norm_legit,
    aten._native_batch_norm_legit_functional,
    aten._native_batch_norm_legit_no_training,
    aten._batch_norm_with_update_functional,
    aten.batch_norm_backward,
    aten.native_batch_norm,
    aten.cudnn_batch_norm,
    aten.cudnn_batch_norm_backward,
    aten._softmax,
    aten._log_softmax,
    aten.gelu,
    aten._adaptive_avg_pool2d,
    aten.max_pool2d_with_indices_backward,
    aten.upsample_nearest2d,
    aten.upsample_bilinear2d,
    aten.squeeze.dims,
    aten.full,
    aten.logsumexp,
    aten._to_copy,
    aten.diag,
    aten.grid_sampler_2d,
    aten._euclidean_dist,
)

# Core decompositions that torch-mlir has better lowerings for.
_KEPT = (
    aten.roll,
    aten.one_hot,
    aten.empty_like,
    aten.all,
    aten.isfinite,
    aten.linalg_vector_norm,
    aten.norm,
)


def is_narrow(tensor: Tensor) -> bool:
    """Whether eager mode computes on such a tensor in f32, and rounds the result."""
    return tensor.dtype in (torch.bfloat16, torch.float16)


def _widened(operation) -> Callable:
    """Computes `operation` on 16-bit floats in f32 and rounds once, as eager mode does."""

    def decomposition(*args, **kwargs):
        narrow = next((arg.dtype for arg in args if isinstance(arg, Tensor) and is_narrow(arg)), None)
        if narrow is None or kwargs.get("dtype") is not None:
            return NotImplemented
        wide = [arg.to(torch.float32) if isinstance(arg, Tensor) and is_narrow(arg) else arg for arg in args]
        results = operation(*wide, **kwargs)
        if isinstance(results, Tensor):
            return results.to(narrow) if results.dtype == torch.float32 else results
        return tuple(result.to(narrow) for result in results)

    return decomposition


# Operations that torch-mlir writes as several steps of the element type.
_WIDENED = (
    aten.sum.default,
    aten.sum.dim_IntList,
    aten.mean.default,
    aten.mean.dim,
    aten.prod.default,
    aten.prod.dim_int,
    aten.linalg_vector_norm.default,
    aten.sigmoid.default,
    aten.tan.default,
    aten.atan2.default,
    aten.pow.Tensor_Scalar,
    aten.pow.Tensor_Tensor,
    aten.pow.Scalar,
    aten.acosh.default,
    aten.asinh.default,
    aten.atanh.default,
    aten.sinh.default,
    aten.cosh.default,
    aten.log2.default,
    aten.log10.default,
    aten.avg_pool2d.default,
    aten.avg_pool1d.default,
)


def make_random_mask(size: list[int], stride: list[int], p: float, device: torch.device) -> Tensor:
    return torch.empty_strided(size, stride, dtype=torch.bool, device=device).bernoulli_(p)


@torch.library.custom_op("fused::random_mask", mutates_args=())
def random_mask(size: list[int], stride: list[int], p: float, device: torch.device) -> Tensor:
    """A mask that is true with probability `p`, filled in the order of memory."""
    return make_random_mask(size, stride, p, device)


@random_mask.register_fake
def _(size, stride, p, device):
    return torch.empty_strided(size, stride, dtype=torch.bool, device=device)


def native_dropout(x: Tensor, p: float, train: bool | None, strides: tuple[int, ...]):
    """The mask alone is random. PyTorch's generator makes it, in the order of eager mode."""
    if train is False or p == 0:
        return x.clone(), torch.ones(x.shape, dtype=torch.bool, device=x.device)
    keep = torch.ops.fused.random_mask(list(x.shape), list(strides), 1.0 - p, x.device)
    scale = 0.0 if p == 1 else 1.0 / (1.0 - p)
    return x * keep * scale, keep


def _moments(x: Tensor, dim=None, correction=None, keepdim: bool = False) -> tuple[Tensor, Tensor]:
    """Variance and mean by two passes in the compute type; torch-mlir would compute in f64."""
    axes = list(range(x.dim())) if dim is None or (isinstance(dim, (list, tuple)) and not dim) else dim
    axes = [axes] if isinstance(axes, int) else list(axes)
    wide = x.to(compute_type(x.dtype))
    count = math.prod(x.shape[axis] for axis in axes) if x.dim() else 1
    mean = wide.sum(axes, keepdim=True) / count if x.dim() else wide
    left = max(0.0, count - (1 if correction is None else correction))
    difference = wide - mean
    squares = difference * difference
    total = squares.sum(axes, keepdim=keepdim) if x.dim() else squares
    variance = total / left if left else total * math.inf
    return variance, mean if keepdim or not x.dim() else mean.reshape(total.shape)


def _var_mean(x: Tensor, dim=None, *, correction=None, keepdim: bool = False):
    if x.is_complex():
        return NotImplemented
    variance, mean = _moments(x, dim, correction, keepdim)
    return variance.to(x.dtype), mean.to(x.dtype)


def _var(x: Tensor, dim=None, *, correction=None, keepdim: bool = False):
    return NotImplemented if x.is_complex() else _moments(x, dim, correction, keepdim)[0].to(x.dtype)


def _std(x: Tensor, dim=None, *, correction=None, keepdim: bool = False):
    return NotImplemented if x.is_complex() else _moments(x, dim, correction, keepdim)[0].sqrt().to(x.dtype)


def _classes_and_weights(x: Tensor, target: Tensor, weight: Tensor | None, ignore_index: int):
    """For each example: whether it counts, its class (0 where it does not), and its weight."""
    counts = target != ignore_index
    classes = torch.where(counts, target, 0).unsqueeze(min(1, x.dim() - 1))
    if weight is None:
        weights = counts.to(x.dtype)
    else:
        weights = torch.where(counts, aten.index.Tensor(weight, [classes.squeeze(min(1, x.dim() - 1))]), 0.0).to(
            x.dtype
        )
    return counts, classes, weights


def _nll_loss_forward(x: Tensor, target: Tensor, weight: Tensor | None, reduction: int, ignore_index: int):
    counts, classes, weights = _classes_and_weights(x, target, weight, ignore_index)
    axis = min(1, x.dim() - 1)
    picked = torch.gather(x, axis, classes).squeeze(axis)
    losses = torch.where(counts, -picked * weights, 0.0)
    if reduction == 0 and x.dim() > 1:
        return losses.to(x.dtype), x.new_zeros(())
    wide = compute_type(x.dtype)
    loss, total = losses.to(wide).sum(), weights.to(wide).sum()
    if reduction == 1:
        loss = loss / total
    return loss.to(x.dtype), total.to(x.dtype)


def _nll_loss_backward(
    grad: Tensor,
    x: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: int,
    ignore_index: int,
    total_weight: Tensor,
):
    counts, classes, weights = _classes_and_weights(x, target, weight, ignore_index)
    axis = min(1, x.dim() - 1)
    scale = weights / total_weight if reduction == 1 else weights
    shape = [1] * x.dim()
    shape[axis] = x.shape[axis]
    numbers = torch.arange(x.shape[axis], device=x.device).reshape(shape)
    hit = (numbers == classes) & counts.unsqueeze(axis)
    if grad.dim() and x.dim() > 1:
        grad = grad.unsqueeze(axis)
    return torch.where(hit, -grad * scale.unsqueeze(axis), 0.0).to(x.dtype)


def _arange(start, end, step=1, *, dtype=None, layout=None, device=None, pin_memory=None):
    """torch-mlir fails for small integers."""
    if dtype not in (torch.uint8, torch.int8, torch.int16, torch.bool):
        return NotImplemented
    return torch.arange(start, end, step, dtype=torch.int64, device=device).to(dtype)


def _scalar_tensor(number, *, dtype=None, layout=None, device=None, pin_memory=None):
    """torch-mlir fails for other devices than the CPU."""
    return torch.full([], number, dtype=dtype or torch.get_default_dtype(), device=device)


def _clamp(x: Tensor, low=None, high=None):
    """torch-mlir turns NaN into a limit."""
    if not x.is_floating_point():
        return NotImplemented
    if isinstance(low, Tensor) or isinstance(high, Tensor):
        x = x if low is None else torch.maximum(x, low)
        return x if high is None else torch.minimum(x, high)
    if low is not None:
        x = torch.where(x < low, torch.full([], low, dtype=x.dtype, device=x.device), x)
    if high is not None:
        x = torch.where(x > high, torch.full([], high, dtype=x.dtype, device=x.device), x)
    return x


def _equal(x: Tensor, y: Tensor):
    """torch-mlir takes each number to be equal to itself, also NaN."""
    if x is not y or not x.is_floating_point():
        return NotImplemented
    return torch.logical_not(x != y)


def _position(x: Tensor, extreme: Callable, dim: int | None, keepdim: bool) -> Tensor:
    """Where the first extreme element is, or the first NaN, which torch-mlir does not find."""
    whole = dim is None
    elements = x.flatten() if whole else x
    dim = 0 if whole else dim
    found = (elements == extreme(elements, dim, True)) | torch.isnan(elements)
    place = torch.argmax(found.to(torch.int32), dim, keepdim)
    return place.reshape([1] * x.dim()) if whole and keepdim else place.reshape([]) if whole else place


def _argument(extreme: Callable) -> Callable:
    def decompose(x: Tensor, dim: int | None = None, keepdim: bool = False):
        return _position(x, extreme, dim, keepdim) if x.is_floating_point() and x.dim() else NotImplemented

    return decompose


def _with_argument(extreme: Callable) -> Callable:
    def decompose(x: Tensor, dim: int, keepdim: bool = False):
        if not x.is_floating_point() or not x.dim():
            return NotImplemented
        return extreme(x, dim, keepdim), _position(x, extreme, dim, keepdim)

    return decompose


def _reciprocal(x: Tensor):
    """torch-mlir asserts that there is no zero."""
    if not x.is_floating_point():
        return NotImplemented
    return torch.div(torch.full([], 1.0, dtype=x.dtype, device=x.device), x)


def _maximum(x: Tensor, y: Tensor):
    """torch-mlir loses NaN in the first operand."""
    if not x.is_floating_point() or not y.is_floating_point():
        return NotImplemented
    return torch.where((x > y) | torch.isnan(x), x, y)


def _minimum(x: Tensor, y: Tensor):
    if not x.is_floating_point() or not y.is_floating_point():
        return NotImplemented
    return torch.where((x < y) | torch.isnan(x), x, y)


def _from_the_front(operation) -> Callable:
    """Counts a dimension from the front; torch-mlir aborts if a scatter counts it from the end."""

    def decomposition(x: Tensor, dim: int, *args, **kwargs):
        return operation(x, dim + x.dim(), *args, **kwargs) if dim < 0 < x.dim() else NotImplemented

    return decomposition


def _with_own_type(operation) -> Callable:
    """Compares with a number of the tensor's own kind; torch-mlir folds others by numbers that it has not read."""

    def decomposition(x: Tensor, number):
        if x.is_floating_point():
            return NotImplemented if isinstance(number, float) else operation(x, float(number))
        if isinstance(number, float):
            return operation(x.to(torch.get_default_dtype()), number)
        return operation(x.to(torch.int64), int(number)) if x.dtype == torch.bool else NotImplemented

    return decomposition


_COMPARISONS = (
    aten.eq.Scalar,
    aten.ne.Scalar,
    aten.lt.Scalar,
    aten.le.Scalar,
    aten.gt.Scalar,
    aten.ge.Scalar,
)

_SCATTERS = (
    aten.scatter.src,
    aten.scatter.value,
    aten.scatter.reduce,
    aten.scatter.value_reduce,
    aten.scatter_add.default,
    aten.scatter_reduce.two,
    aten.kthvalue.default,
)


class _Direct(threading.local):
    """Whether an operation that a decomposition calls is to be kept."""

    active = False


_direct = _Direct()


def _index_put(x: Tensor, indices: list[Tensor | None], values: Tensor, accumulate: bool = False):
    """Counts indices from the front. torch-mlir neither does, nor knows masks and indices without dimensions."""
    if _direct.active:
        return NotImplemented
    if any(index is not None and index.dtype == torch.bool for index in indices):
        mask = indices[0]
        if len(indices) > 1 or values.numel() != 1 or accumulate:
            return NotImplemented
        return torch.where(mask.reshape(*mask.shape, *[1] * (x.dim() - mask.dim())), values.reshape(()), x)
    if None in indices and any(index is not None and index.dim() == 0 for index in indices):
        return NotImplemented
    wrapped = []
    for axis, index in enumerate(indices):
        if index is not None:
            index = index if index.dim() else index.unsqueeze(0)
            index = torch.where(index < 0, index + x.shape[axis], index)
        wrapped.append(index)
    _direct.active = True
    try:
        return aten.index_put.default(x, wrapped, values, accumulate)
    finally:
        _direct.active = False


def _constant_pad(x: Tensor, pad: list[int], value: float = 0):
    """A negative padding leaves elements out."""
    if all(size >= 0 for size in pad):
        return NotImplemented
    for number in range(len(pad) // 2):
        axis, before, after = x.dim() - 1 - number, max(0, -pad[2 * number]), max(0, -pad[2 * number + 1])
        x = x.narrow(axis, before, x.shape[axis] - before - after)
    return aten.constant_pad_nd.default(x, [max(0, size) for size in pad], value)


def _fma(a: Tensor, b: Tensor, c: Tensor) -> Tensor:
    return a * b + c


def _cat(tensors: list[Tensor], dim: int = 0) -> Tensor:
    """Leaves out tensors without elements; those of one dimension do not count for the type of a result."""
    filled = [tensor for tensor in tensors if tensor.numel()]
    if not filled or len(filled) == len(tensors) or len({tensor.dtype for tensor in tensors}) > 1:
        return NotImplemented
    return torch.cat(filled, dim) if len(filled) > 1 else filled[0].clone()


@functools.cache
def table() -> dict:
    """Maps each operation to its decomposition."""
    from torch._decomp import core_aten_decompositions, get_decompositions

    result = {
        operation: function
        for operation, function in core_aten_decompositions().items()
        if operation.overloadpacket not in _KEPT
    }
    result.update(get_decompositions(_ADDED))
    result.update({operation: _widened(operation) for operation in _WIDENED})
    result.update(
        {
            aten.var_mean.correction: _var_mean,
            aten.var.correction: _var,
            aten.std.correction: _std,
            **{operation: _with_own_type(operation) for operation in _COMPARISONS},
            **{operation: _from_the_front(operation) for operation in _SCATTERS},
            aten.index_put.default: _index_put,
            aten.arange.start_step: _arange,
            aten.scalar_tensor.default: _scalar_tensor,
            aten.cat.default: _cat,
            aten.clamp.default: _clamp,
            aten.clamp.Tensor: _clamp,
            aten.clamp_min.default: _clamp,
            aten.hardtanh.default: lambda x, low=-1, high=1: _clamp(x, low, high),
            aten.argmax.default: _argument(torch.amax),
            aten.argmin.default: _argument(torch.amin),
            aten.eq.Tensor: _equal,
            aten.reciprocal.default: _reciprocal,
            aten.max.dim: _with_argument(torch.amax),
            aten.min.dim: _with_argument(torch.amin),
            aten.clamp_max.default: lambda x, high: _clamp(x, high=high),
            aten.maximum.default: _maximum,
            aten.minimum.default: _minimum,
            aten.constant_pad_nd.default: _constant_pad,
            aten.avg_pool2d_backward.default: _windows.avg_pool2d_backward,
            aten._adaptive_avg_pool2d_backward.default: _windows.adaptive_avg_pool2d_backward,
            aten.cumsum.default: _ranks.cumsum,
            aten.sort.default: _ranks.sort,
            aten.sort.stable: _ranks.sort_stable,
            aten.topk.default: _ranks.topk,
            aten.nll_loss_forward.default: _nll_loss_forward,
            aten.nll_loss_backward.default: _nll_loss_backward,
            aten.nll_loss2d_forward.default: _nll_loss_forward,
            aten.nll_loss2d_backward.default: _nll_loss_backward,
            aten._scaled_dot_product_flash_attention_for_cpu.default: _attention.attention_cpu,
            aten._scaled_dot_product_flash_attention_for_cpu_backward.default: _attention.attention_cpu_backward,
            aten.convolution.default: _windows.convolution,
            aten.convolution_backward.default: _windows.convolution_backward,
        }
    )
    if hasattr(torch.ops.prims, "fma"):
        result[torch.ops.prims.fma.default] = _fma
    result.pop(aten.addmm.default, None)
    return result
