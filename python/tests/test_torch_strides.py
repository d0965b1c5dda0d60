# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments and results have the strides, and share the memory, that they have with PyTorch."""

import copy

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

from torch import nn
from torch.nn import functional
from torch_compare import check_equal, compiled, run

pytestmark = pytest.mark.usefixtures("fresh_torch")


def test_strides_of_arguments():
    def function(x, w):
        return x @ w, x.transpose(0, 1) * 2, x.sum(0)

    x, w = torch.randn(6, 4).t(), torch.randn(6, 10)[:, ::2]
    check_equal(compiled(function)(x, w), function(x, w))
    check_equal(compiled(function)(x, torch.randn(5, 6).t()), function(x, torch.randn(5, 6).t()), rtol=9, atol=99)


def test_results_are_views():
    def function(x):
        y = x * 2
        return y, y.t(), y[0], y.view(2, 8), y.expand(3, 4, 4), x.t(), x[1:], x

    x = torch.randn(4, 4)
    results = compiled(function)(x)
    check_equal(results, function(x))
    assert results[1].data_ptr() == results[0].data_ptr() and results[-1] is x


@pytest.mark.parametrize("layer", [nn.Conv2d(6, 8, 1), nn.Conv2d(6, 8, 2, 2), nn.AdaptiveAvgPool2d((5, 3))])
@pytest.mark.parametrize("memory_format", [torch.contiguous_format, torch.channels_last])
def test_results_of_layers_of_images(layer, memory_format):
    x = torch.randn(2, 6, 8, 6).to(memory_format=memory_format).requires_grad_()
    result, expected = compiled(layer)(x), layer(x)
    check_equal(result, expected, rtol=9, atol=99)
    assert result.stride() == expected.stride()
    gradients = [torch.autograd.grad(y.square().sum(), x)[0] for y in (result, expected)]
    assert gradients[0].stride() == gradients[1].stride()
    torch.testing.assert_close(*gradients, rtol=1e-4, atol=1e-5)


def test_no_program_copies_views():
    def function(x, w):
        y = x @ w
        return y.t(), y.t().unsqueeze(0), y.reshape(5, 3)

    graph = run(function, torch.randn(3, 4), torch.randn(4, 5))
    (segment,) = graph.segments
    assert len(segment.outputs) == 1 and graph.eager == 0


def test_equal_results_are_two_tensors():
    def function(x):
        return x + 1, x + 1, (x + 1).t(), torch.sigmoid(x + 1)

    x = torch.randn(4, 4)
    results = compiled(function)(x)
    check_equal(results, function(x))
    assert len({result.data_ptr() for result in results}) == 4


def test_channels_last():
    model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 4, 1))
    model = model.to(memory_format=torch.channels_last)
    other = copy.deepcopy(model)
    x = torch.randn(2, 3, 8, 8).to(memory_format=torch.channels_last)
    results = compiled(model)(x), other(x)
    check_equal(*results)
    for result in results:
        result.square().sum().backward()
    gradients = [[p.grad for p in m.parameters()] for m in (model, other)]
    torch.testing.assert_close(*gradients, rtol=1e-4, atol=1e-5)
    check_equal(list(model.buffers()), list(other.buffers()))


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 2, 1, 3), (2, 0, 1, 3)])
@pytest.mark.parametrize("masked", [False, True])
def test_strides_of_attention(order, masked):
    """PyTorch lays out the result as the queries, which lie in memory in this order of batches, heads and tokens."""

    def function(q, k, v, mask):
        result = functional.scaled_dot_product_attention(q, k, v, mask)
        return result, result.permute(order).flatten(1), result * 2

    shape = (2, 4, 5, 8)
    q = torch.randn([shape[axis] for axis in order]).permute([order.index(axis) for axis in range(4)])
    arguments = q, torch.randn(2, 4, 6, 8), torch.randn(2, 4, 6, 8), torch.randn(5, 6) if masked else None
    check_equal(compiled(function)(*arguments), function(*arguments))
    leaves = [[a.clone().requires_grad_() for a in arguments[:3]] for _ in range(2)]
    for used, one in zip(leaves, (function, compiled(function))):
        sum(result.square().sum() for result in one(*used, arguments[3])).backward()
    check_equal([a.grad for a in leaves[0]], [a.grad for a in leaves[1]])
