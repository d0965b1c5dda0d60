# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running sums, sorting and the largest elements, by comparing or adding all pairs of a block."""

from __future__ import annotations

import torch
from torch import Tensor

from ._arithmetic import compute_type, lower_triangle

aten = torch.ops.aten

# Sorting compares all pairs of elements up to this length.
PAIRWISE_LIMIT = 512
SCAN_BLOCK = 64


def running_sums(x: Tensor, strict: bool = False) -> Tensor:
    """Running sums along the last dimension, by blocks; `strict` leaves the element itself out."""
    n = x.shape[-1]
    if n <= SCAN_BLOCK:
        terms = torch.where(lower_triangle(n, n, x.device, strict), x.unsqueeze(-2), torch.zeros_like(x[..., :1, None]))
        return terms.sum(-1, dtype=x.dtype)
    blocks = -(-n // SCAN_BLOCK)
    padded = aten.constant_pad_nd(x, [0, blocks * SCAN_BLOCK - n])
    padded = padded.reshape(*x.shape[:-1], blocks, SCAN_BLOCK)
    inside = running_sums(padded, strict)
    before = running_sums(padded.sum(-1, dtype=x.dtype), strict=True)
    return (inside + before.unsqueeze(-1)).reshape(*x.shape[:-1], blocks * SCAN_BLOCK)[..., :n]


def cumsum(x: Tensor, dim: int, *, dtype: torch.dtype | None = None) -> Tensor:
    if dtype is None:
        dtype = torch.int64 if not (x.is_floating_point() or x.is_complex()) else x.dtype
    if dtype.is_complex:
        return NotImplemented
    if x.dim() == 0:
        return x.to(dtype).clone()
    wide = x.to(dtype).to(compute_type(dtype))
    return running_sums(wide.movedim(dim, -1)).movedim(-1, dim).to(dtype)


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
    return (before | (tie & lower_triangle(n, n, x.device, strict=True))).to(torch.int64).sum(-1)


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


def sort(x: Tensor, dim: int = -1, descending: bool = False):
    return _sorted_prefix(x, x.shape[dim] if x.dim() else 1, dim, descending)


def sort_stable(x: Tensor, *, stable: bool | None = None, dim: int = -1, descending: bool = False):
    return sort(x, dim, descending)


def topk(x: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True):
    return _sorted_prefix(x, k, dim, largest)
