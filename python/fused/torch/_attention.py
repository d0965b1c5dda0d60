# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention as products and sums of rows, in the types that PyTorch's kernels compute in."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from ._arithmetic import compute_type, lower_triangle


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
        scores = torch.where(lower_triangle(q.shape[-2], k.shape[-2], q.device), scores, -math.inf)
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


def _laid_out_as(x: Tensor, other: Tensor) -> Tensor:
    """`x` with its dimensions in memory in the order of `other`'s, as PyTorch's kernel lays out its result."""
    strides = torch.empty_like(other).stride()
    order = sorted(range(other.dim()), key=lambda axis: (-strides[axis], axis))
    return x.permute(order).contiguous().permute([order.index(axis) for axis in range(other.dim())])


def attention_cpu(q, k, v, dropout_p=0.0, is_causal=False, *, attn_mask=None, scale=None):
    if dropout_p:
        return NotImplemented
    out, sums = attention(q, k, v, is_causal, attn_mask, scale)
    return _laid_out_as(out, q), sums


def attention_cpu_backward(grad, q, k, v, out, logsumexp, dropout_p, is_causal, *, attn_mask=None, scale=None):
    if dropout_p:
        return NotImplemented
    return attention_backward(grad, q, k, v, out, logsumexp, is_causal, attn_mask, scale)
