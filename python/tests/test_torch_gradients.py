# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients of losses, attention, pooling and convolutions are those of PyTorch."""

import math

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

from torch.nn import functional
from torch_compare import run, run_gradients

pytestmark = pytest.mark.usefixtures("fresh_torch")


@pytest.mark.parametrize(
    "options", [{}, {"reduction": "sum"}, {"reduction": "none"}, {"ignore_index": 2}, {"weighted": True}]
)
@pytest.mark.parametrize("shape", [(6, 5), (3, 5, 4), (2, 5, 3, 2)])
def test_cross_entropy(options, shape):
    options = dict(options)
    weight = torch.rand(5) if options.pop("weighted", False) else None
    targets = torch.randint(0, 5, (shape[0], *shape[2:]))
    graph = run_gradients(lambda x, t: functional.cross_entropy(x, t, weight, **options), torch.randn(shape), targets)
    assert graph.eager == 0


@pytest.mark.parametrize(
    "options",
    [{}, {"is_causal": True}, {"mask": True}, {"added": True}, {"scale": 0.3}, {"grouped": True}, {"nothing": True}],
)
def test_attention(options):
    options = dict(options)
    grouped, heads = options.pop("grouped", False), 4
    q = torch.randn(2, heads, 5, 8)
    k, v = (torch.randn(2, 2 if grouped else heads, 6, 8) for _ in range(2))
    mask = None
    if options.pop("mask", False):
        mask = torch.rand(2, 1, 5, 6) > 0.4
        mask[..., 0] = True
    if options.pop("added", False):
        mask = torch.randn(5, 6)
    if options.pop("nothing", False):
        mask = torch.ones(5, 6, dtype=torch.bool)
        mask[2] = False
    graph = run_gradients(
        lambda q, k, v: functional.scaled_dot_product_attention(q, k, v, mask, enable_gqa=grouped, **options), q, k, v
    )
    assert graph.eager == 0


@pytest.mark.parametrize("kernel", [(2, 2, 0, True, None), (3, 2, 1, False, None), (3, 1, 1, True, 5)])
def test_gradients_of_pooling(kernel):
    size, stride, padding, included, divisor = kernel
    x = torch.randn(2, 3, 9, 8)
    graph = run_gradients(lambda x: functional.avg_pool2d(x, size, stride, padding, True, included, divisor), x)
    assert graph.eager == 0
    for places in (1, 3, (4, 5)):
        assert run_gradients(lambda x, places=places: functional.adaptive_avg_pool2d(x, places), x).eager == 0
    assert run_gradients(lambda x: functional.max_pool2d(x, size, stride, padding), x).eager == 0


def test_gradients_of_pooling_keep_nan_in_place():
    g = torch.randn(1, 1, 4, 4)
    g[..., 1, 2] = math.nan
    x = torch.randn(1, 1, 8, 8)
    pool = [[3, 3], [2, 2], [1, 1], False, True, None]
    graph = run(lambda g, x: torch.ops.aten.avg_pool2d_backward(g, x, *pool), g, x)
    assert graph.eager == 0


def test_gradients_of_patches():
    x, w, b = torch.randn(2, 3, 9, 8), torch.randn(4, 3, 2, 2), torch.randn(4)
    assert run_gradients(lambda x, w, b: functional.conv2d(x, w, b, stride=2), x, w, b).eager == 0
    graph = run_gradients(lambda x, w, b: functional.conv2d(x, w, b, stride=1, padding=1), x, w, b)
    assert graph.eager > 0
