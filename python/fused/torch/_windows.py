# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions of disjoint patches as products, and the gradients of pooling."""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor

from ._arithmetic import compute_type

aten = torch.ops.aten


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


def convolution(x, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    """A convolution of disjoint patches is one product; PyTorch's library computes the others."""
    if not _is_patches(x, weight, stride, padding, dilation, transposed, groups):
        return NotImplemented
    kernel = weight.shape[2:]
    places = [size // extent for size, extent in zip(x.shape[2:], kernel)]
    rows, columns = _patches(x, kernel), weight.reshape(weight.shape[0], -1).t()
    product = rows @ columns if bias is None else aten.addmm(bias, rows, columns)
    return product.reshape(x.shape[0], *places, weight.shape[0]).movedim(-1, 1)


def convolution_backward(
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


def avg_pool2d_backward(
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


def adaptive_avg_pool2d_backward(grad: Tensor, x: Tensor) -> Tensor:
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
