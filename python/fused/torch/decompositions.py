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

aten = torch.ops.aten

# Ranks and running sums compare all pairs of elements up to this length.
PAIRWISE_LIMIT = 512
SCAN_BLOCK = 64

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


def compute_type(dtype: torch.dtype) -> torch.dtype:
    return torch.float32 if dtype in (torch.bfloat16, torch.float16) else dtype


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


def _lower_triangle(rows: int, columns: int, device, strict: bool = False) -> Tensor:
    row = torch.arange(rows, device=device).unsqueeze(1)
    column = torch.arange(columns, device=device).unsqueeze(0)
    return column < row if strict else column <= row


def _scan_last(x: Tensor, strict: bool = False) -> Tensor:
    """Running sums along the last dimension, by blocks; `strict` leaves the element itself out."""
    n = x.shape[-1]
    if n <= SCAN_BLOCK:
        terms = torch.where(
            _lower_triangle(n, n, x.device, strict), x.unsqueeze(-2), torch.zeros_like(x[..., :1, None])
        )
        return terms.sum(-1, dtype=x.dtype)
    blocks = -(-n // SCAN_BLOCK)
    padded = aten.constant_pad_nd(x, [0, blocks * SCAN_BLOCK - n])
    padded = padded.reshape(*x.shape[:-1], blocks, SCAN_BLOCK)
    inside = _scan_last(padded, strict)
    before = _scan_last(padded.sum(-1, dtype=x.dtype), strict=True)
    return (inside + before.unsqueeze(-1)).reshape(*x.shape[:-1], blocks * SCAN_BLOCK)[..., :n]


def _cumsum(x: Tensor, dim: int, *, dtype: torch.dtype | None = None) -> Tensor:
    if dtype is None:
        dtype = torch.int64 if not (x.is_floating_point() or x.is_complex()) else x.dtype
    if dtype.is_complex:
        return NotImplemented
    if x.dim() == 0:
        return x.to(dtype).clone()
    wide = x.to(dtype).to(compute_type(dtype))
    return _scan_last(wide.movedim(dim, -1)).movedim(-1, dim).to(dtype)


def _ranks(x: Tensor, descending: bool) -> Tensor:
    """The place of each element along the last dimension in a stable sort; NaN is the largest number."""
    mine, other = x.unsqueeze(-1), x.unsqueeze(-2)
    before = other > mine if descending else other < mine
    tie = other == mine
    if x.is_floating_point():
        mine_nan, other_nan = mine.isnan(), other.isnan()
        before = before | (other_nan & ~mine_nan if descending else mine_nan & ~other_nan)
        tie = tie | (mine_nan & other_nan)
    n = x.shape[-1]
    return (before | (tie & _lower_triangle(n, n, x.device, strict=True))).to(torch.int64).sum(-1)


def _sorted_prefix(x: Tensor, k: int, dim: int, descending: bool) -> tuple[Tensor, Tensor]:
    """The first `k` values of a stable sort along `dim`, and their indices."""
    if x.dim() == 0 or x.shape[dim] > PAIRWISE_LIMIT or x.is_complex():
        return NotImplemented
    last = x.movedim(dim, -1)
    if x.dtype == torch.bool:
        last = last.to(torch.int8)
    n = last.shape[-1]
    chosen = _ranks(last, descending).unsqueeze(-2) == torch.arange(k, device=x.device).unsqueeze(-1)
    places = torch.where(chosen, torch.arange(n, device=x.device), 0).sum(-1)
    values = torch.where(chosen, last.unsqueeze(-2), torch.zeros_like(last[..., :1, None]))
    values = values.to(compute_type(last.dtype)).sum(-1).to(x.dtype)
    return values.movedim(-1, dim), places.movedim(-1, dim)


def _sort(x: Tensor, dim: int = -1, descending: bool = False):
    return _sorted_prefix(x, x.shape[dim] if x.dim() else 1, dim, descending)


def _sort_stable(x: Tensor, *, stable: bool | None = None, dim: int = -1, descending: bool = False):
    return _sort(x, dim, descending)


def _topk(x: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True):
    return _sorted_prefix(x, k, dim, largest)


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


def _wide_product(a: Tensor, b: Tensor) -> Tensor:
    """a b^T in the compute type. The factors of 16 bits are widened last, so that they stay those of the product."""
    wide = compute_type(a.dtype)
    batches = a.shape[:-2]
    a, b = a.reshape(-1, *a.shape[-2:]), b.reshape(-1, *b.shape[-2:])
    return torch.bmm(a.to(wide), b.to(wide).transpose(1, 2)).reshape(*batches, a.shape[1], b.shape[1])


def _scores(q: Tensor, k: Tensor, mask: Tensor | None, causal: bool, scale: float | None) -> Tensor:
    """scale q k^T + mask in the compute type."""
    wide = compute_type(q.dtype)
    factor = 1.0 / math.sqrt(q.shape[-1]) if scale is None else scale
    scores = _wide_product(q, k) * factor
    if causal:
        scores = torch.where(_lower_triangle(q.shape[-2], k.shape[-2], q.device), scores, -math.inf)
    if mask is not None:
        scores = torch.where(mask, scores, -math.inf) if mask.dtype == torch.bool else scores + mask.to(wide)
    return scores


def _heads(x: Tensor, heads: int) -> Tensor:
    """Repeats the heads of a grouped key or value."""
    return x if x.shape[1] == heads else x.repeat_interleave(heads // x.shape[1], dim=1)


def _ungrouped(gradient: Tensor, x: Tensor) -> Tensor:
    if gradient.shape[1] == x.shape[1]:
        return gradient
    batch, heads = x.shape[:2]
    return gradient.reshape(batch, heads, -1, *gradient.shape[2:]).sum(2)


def attention(q, k, v, causal, mask, scale) -> tuple[Tensor, Tensor]:
    """Attention and the logarithms of its sums. A row without any key gives 0."""
    k, v = _heads(k, q.shape[1]), _heads(v, q.shape[1])
    scores = _scores(q, k, mask, causal, scale)
    largest = scores.amax(-1, keepdim=True)
    largest = torch.where(largest == -math.inf, 0.0, largest)
    powers = torch.exp(scores - largest)
    sums = powers.sum(-1, keepdim=True)
    shares = powers / torch.where(sums == 0, 1.0, sums)
    result = shares.to(q.dtype) @ v
    return result, (largest + torch.log(sums)).squeeze(-1)


def attention_backward(grad, q, k, v, out, logsumexp, causal, mask, scale):
    wide = compute_type(q.dtype)
    factor = 1.0 / math.sqrt(q.shape[-1]) if scale is None else scale
    all_k, all_v = _heads(k, q.shape[1]), _heads(v, q.shape[1])
    scores = _scores(q, all_k, mask, causal, scale)
    sums = logsumexp.unsqueeze(-1)
    shares = torch.where(sums == -math.inf, 0.0, torch.exp(scores - sums))
    grad_v = shares.to(q.dtype).transpose(-2, -1) @ grad
    grad_shares = _wide_product(grad, all_v)
    rows = (grad.to(wide) * out.to(wide)).sum(-1, keepdim=True)
    grad_scores = (shares * (grad_shares - rows) * factor).to(q.dtype)
    grad_q = grad_scores @ all_k
    grad_k = grad_scores.transpose(-2, -1) @ q
    return grad_q, _ungrouped(grad_k, k), _ungrouped(grad_v, v)


def _attention_cpu(q, k, v, dropout_p=0.0, is_causal=False, *, attn_mask=None, scale=None):
    if dropout_p:
        return NotImplemented
    out, sums = attention(q, k, v, is_causal, attn_mask, scale)
    # The operation's own result has the heads inside the tokens.
    return out.transpose(1, 2).contiguous().transpose(1, 2), sums


def _attention_cpu_backward(grad, q, k, v, out, logsumexp, dropout_p, is_causal, *, attn_mask=None, scale=None):
    if dropout_p:
        return NotImplemented
    return attention_backward(grad, q, k, v, out, logsumexp, is_causal, attn_mask, scale)


def _is_patches(x: Tensor, weight: Tensor, stride, padding, dilation, transposed: bool, groups: int) -> bool:
    """Whether a convolution reads disjoint patches, each with all channels."""
    rank = weight.dim() - 2
    return (
        not transposed
        and groups == 1
        and x.dim() == weight.dim()
        and list(weight.shape[2:]) == list(stride) * (rank if len(stride) == 1 else 1)
        and not any(padding)
        and all(size == 1 for size in dilation)
        and all(size >= extent for size, extent in zip(x.shape[2:], weight.shape[2:]))
    )


def _patches(x: Tensor, kernel) -> Tensor:
    """Rows of disjoint patches: [batch * places, channels * kernel]."""
    batch, channels = x.shape[:2]
    places = [size // extent for size, extent in zip(x.shape[2:], kernel)]
    for axis, (place, extent) in enumerate(zip(places, kernel)):
        if place * extent != x.shape[axis + 2]:
            x = x.narrow(axis + 2, 0, place * extent)
    split = x.reshape(batch, channels, *(size for pair in zip(places, kernel) for size in pair))
    n = len(places)
    order = [0, *range(2, 2 + 2 * n, 2), 1, *range(3, 3 + 2 * n, 2)]
    return split.permute(order).reshape(batch * math.prod(places), channels * math.prod(kernel))


def _convolution(x, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    """A convolution of disjoint patches is one product; PyTorch's library computes the others."""
    if not _is_patches(x, weight, stride, padding, dilation, transposed, groups):
        return NotImplemented
    kernel = weight.shape[2:]
    places = [size // extent for size, extent in zip(x.shape[2:], kernel)]
    rows, columns = _patches(x, kernel), weight.reshape(weight.shape[0], -1).t()
    product = rows @ columns if bias is None else aten.addmm(bias, rows, columns)
    return product.reshape(x.shape[0], *places, weight.shape[0]).movedim(-1, 1)


def _convolution_backward(
    grad, x, weight, bias_sizes, stride, padding, dilation, transposed, output_padding, groups, mask
):
    if not _is_patches(x, weight, stride, padding, dilation, transposed, groups):
        return NotImplemented
    kernel = weight.shape[2:]
    places = grad.shape[2:]
    rows = grad.movedim(1, -1).reshape(-1, weight.shape[0])
    grad_x = grad_weight = grad_bias = None
    if mask[0]:
        patches = rows @ weight.reshape(weight.shape[0], -1)
        n = len(kernel)
        split = patches.reshape(x.shape[0], *places, x.shape[1], *kernel)
        order = [0, n + 1] + [axis for i in range(n) for axis in (1 + i, n + 2 + i)]
        grad_x = split.permute(order).reshape(*x.shape[:2], *(place * extent for place, extent in zip(places, kernel)))
        rest = [size - place * extent for size, place, extent in zip(x.shape[2:], places, kernel)]
        if any(rest):
            grad_x = aten.constant_pad_nd(grad_x, [part for size in reversed(rest) for part in (0, size)])
    if mask[1]:
        grad_weight = (rows.t() @ _patches(x, kernel)).reshape(weight.shape)
    if mask[2]:
        grad_bias = rows.to(compute_type(rows.dtype)).sum(0).to(rows.dtype)
    return grad_x, grad_weight, grad_bias


def _arange(start, end, step=1, *, dtype=None, layout=None, device=None, pin_memory=None):
    """torch-mlir fails for small integers."""
    if dtype not in (torch.uint8, torch.int8, torch.int16, torch.bool):
        return NotImplemented
    return torch.arange(start, end, step, dtype=torch.int64, device=device).to(dtype)


def _from_the_front(operation) -> Callable:
    """Counts a dimension from the front; torch-mlir aborts if a scatter counts it from the end."""

    def decomposition(x: Tensor, dim: int, *args, **kwargs):
        return operation(x, dim + x.dim(), *args, **kwargs) if dim < 0 < x.dim() else NotImplemented

    return decomposition


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


def _fma(a: Tensor, b: Tensor, c: Tensor) -> Tensor:
    return a * b + c


def _cat(tensors: list[Tensor], dim: int = 0) -> Tensor:
    """Leaves out tensors without elements; those of one dimension do not count for the type of a result."""
    filled = [tensor for tensor in tensors if tensor.numel()]
    if not filled or len(filled) == len(tensors) or len({tensor.dtype for tensor in tensors}) > 1:
        return NotImplemented
    return torch.cat(filled, dim) if len(filled) > 1 else filled[0].clone()


class _Windows:
    """The windows of a pooling along one dimension, from `begin` to `end`, as functions of their numbers."""

    def __init__(self, size: int, places: int, begin: Callable, end: Callable, last: Callable, overlap: int) -> None:
        self._size, self._places = size, places
        self.begin, self.end = begin, end
        self._last, self._overlap = last, overlap

    def numbers(self, device) -> Tensor:
        return torch.arange(self._places, device=device)

    def spread(self, shares: Tensor, axis: int) -> Tensor:
        """Sums for each element what the windows that have it give. No other window's number reaches it, also no NaN."""
        element = torch.arange(self._size, device=shares.device)
        last = torch.clamp(self._last(element), max=self._places - 1)
        result = None
        for earlier in range(self._overlap):
            window = last - earlier
            has = (window >= 0) & (self.begin(window) <= element) & (element < self.end(window))
            given = shares.index_select(axis, torch.clamp(window, min=0))
            given = torch.where(has.reshape(-1, *[1] * (-axis - 1)), given, 0.0)
            result = given if result is None else result + given
        return result


def _spread(grad: Tensor, x: Tensor, rows: _Windows, columns: _Windows, area) -> Tensor:
    shares = grad.to(compute_type(x.dtype)) / area
    return columns.spread(rows.spread(shares, -2), -1).to(x.dtype)


def _avg_pool2d_backward(
    grad: Tensor,
    x: Tensor,
    kernel_size: list[int],
    stride: list[int],
    padding: list[int],
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> Tensor:
    kernels = list(kernel_size) * (2 if len(kernel_size) == 1 else 1)
    strides = list(stride) * (2 if len(stride) == 1 else 1) or kernels
    pads = list(padding) * (2 if len(padding) == 1 else 1)

    def windows(axis: int) -> _Windows:
        size, kernel, step, pad = x.shape[axis], kernels[axis], strides[axis], pads[axis]
        return _Windows(
            size,
            grad.shape[axis],
            lambda window: window * step - pad,
            lambda window: torch.clamp(window * step - pad + kernel, max=size + pad),
            lambda element: (element + pad) // step,
            -(-kernel // step),
        )

    both = windows(-2), windows(-1)
    counts = []
    for axis, along in zip((-2, -1), both):
        begin, end = along.begin(along.numbers(x.device)), along.end(along.numbers(x.device))
        inside = torch.clamp(end, max=x.shape[axis]) - torch.clamp(begin, min=0)
        counts.append(end - begin if count_include_pad else inside)
    area = counts[0].unsqueeze(1) * counts[1].unsqueeze(0) if divisor_override is None else divisor_override
    return _spread(grad, x, *both, area)


def _adaptive_avg_pool2d_backward(grad: Tensor, x: Tensor) -> Tensor:
    if grad.shape[-2:] == (1, 1):
        return (grad / (x.shape[-2] * x.shape[-1])).expand(x.shape).clone()

    def windows(axis: int) -> _Windows:
        size, places = x.shape[axis], grad.shape[axis]
        begins = [window * size // places for window in range(places)]
        ends = [-(-(window + 1) * size // places) for window in range(places)]
        return _Windows(
            size,
            places,
            lambda window: window * size // places,
            lambda window: ((window + 1) * size + places - 1) // places,
            lambda element: ((element + 1) * places + size - 1) // size - 1,
            max(sum(begin <= i < end for begin, end in zip(begins, ends)) for i in range(size)),
        )

    both = windows(-2), windows(-1)
    heights, widths = (along.end(n) - along.begin(n) for along in both for n in [along.numbers(x.device)])
    return _spread(grad, x, *both, heights.unsqueeze(1) * widths.unsqueeze(0))


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
            **{operation: _from_the_front(operation) for operation in _SCATTERS},
            aten.index_put.default: _index_put,
            aten.arange.start_step: _arange,
            aten.cat.default: _cat,
            aten.avg_pool2d_backward.default: _avg_pool2d_backward,
            aten._adaptive_avg_pool2d_backward.default: _adaptive_avg_pool2d_backward,
            aten.cumsum.default: _cumsum,
            aten.sort.default: _sort,
            aten.sort.stable: _sort_stable,
            aten.topk.default: _topk,
            aten.nll_loss_forward.default: _nll_loss_forward,
            aten.nll_loss_backward.default: _nll_loss_backward,
            aten.nll_loss2d_forward.default: _nll_loss_forward,
            aten.nll_loss2d_backward.default: _nll_loss_backward,
            aten._scaled_dot_product_flash_attention_for_cpu.default: _attention_cpu,
            aten._scaled_dot_product_flash_attention_for_cpu_backward.default: _attention_cpu_backward,
            aten.convolution.default: _convolution,
            aten.convolution_backward.default: _convolution_backward,
        }
    )
    if hasattr(torch.ops.prims, "fma"):
        result[torch.ops.prims.fma.default] = _fma
    result.pop(aten.addmm.default, None)
    return result
