# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs whose halves are joined without aot_autograd, and those that need it."""

from __future__ import annotations

import copy
import gc
import warnings
import weakref

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

from fused.torch import _autograd
from torch import nn

pytestmark = pytest.mark.usefixtures("fresh_torch")


@pytest.fixture
def joined(monkeypatch):
    """The joined functions of a test, None for each graph that is left to aot_autograd."""
    results = []
    join = _autograd.Halves._join

    def spy(self, *arguments):
        results.append(join(self, *arguments))
        return results[-1]

    monkeypatch.setattr(_autograd.Halves, "_join", spy)
    return results


def gradients(function, *arguments, weight=None, times=3):
    """The results and gradients of the last of several calls; the first may go through aot_autograd."""
    for _ in range(times):
        arguments = [a.detach().clone().requires_grad_(a.requires_grad) for a in arguments]
        results = function(*arguments)
        first = results[0] if isinstance(results, tuple) else results
        first.backward(torch.ones_like(first) if weight is None else weight)
    return results, [argument.grad for argument in arguments]


def check(function, *arguments, **keywords):
    results, found = gradients(torch.compile(function, backend="fused"), *arguments, **keywords)
    expected_results, expected = gradients(function, *arguments, **keywords)
    torch.testing.assert_close(results, expected_results)
    torch.testing.assert_close(found, expected)


def layer(x, w):
    return torch.relu(x @ w)


def tensors(*shapes):
    return [torch.randn(shape, requires_grad=True) for shape in shapes]


def test_plain_graphs_are_joined(joined):
    check(layer, *tensors((5, 7), (7, 3)))
    assert joined and all(joined)


def test_views_of_results(joined):
    check(lambda x, w: layer(x, w).reshape(5, 3, 1).unsqueeze(0), *tensors((5, 7), (7, 3)))
    assert all(joined)


@pytest.mark.parametrize(
    "weight",
    [torch.ones(()).expand(5, 3), torch.randn(3, 5).t(), torch.randn(10, 6)[::2, ::2]],
    ids=["expanded", "transposed", "strided"],
)
def test_strides_of_gradients(joined, weight):
    check(layer, *tensors((5, 7), (7, 3)), weight=weight)
    check(lambda x, w: layer(x, w).view(15).relu(), *tensors((5, 7), (7, 3)), weight=weight.reshape(15))
    assert all(joined)


def test_results_without_gradients(joined):
    def function(x, w):
        y = layer(x, w)
        return y, y.argmax(-1), y.detach() * 2, (y.detach() * 3).t()

    check(function, *tensors((5, 7), (7, 3)))
    assert all(joined)
    compiled = torch.compile(function, backend="fused")
    for _ in range(2):
        results = compiled(*tensors((5, 7), (7, 3)))
        assert [result.requires_grad for result in results] == [True, False, False, False]
        results[0].sum().backward()


def test_arguments_without_gradients(joined):
    x, w = tensors((5, 7), (7, 3))
    check(layer, x.detach(), w)
    check(layer, x, w.detach())
    assert all(joined)


def test_unused_results(joined):
    x, w = tensors((5, 7), (7, 3))
    function = torch.compile(lambda x, w: (layer(x, w), (x * 2).exp()), backend="fused")
    for _ in range(2):
        x.grad = w.grad = None
        function(x, w)[1].sum().backward()
    torch.testing.assert_close(x.grad, 2 * (x * 2).exp())
    assert w.grad is None or not w.grad.any()
    assert all(joined)


def test_buffers(joined):
    model = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))
    other = copy.deepcopy(model)
    compiled = torch.compile(model, backend="fused")
    for _ in range(3):
        x = torch.randn(6, 4)
        compiled(x).sum().backward()
        other(x).sum().backward()
    assert joined and all(joined)
    assert model[1].num_batches_tracked == 3
    torch.testing.assert_close(dict(model.named_buffers()), dict(other.named_buffers()))
    torch.testing.assert_close(model[0].weight.grad, other[0].weight.grad, atol=1e-5, rtol=1e-4)


def test_changed_arguments(joined):
    """Those that the gradients need in their old state, and one that has gradients itself."""

    def saved(x, w, state):
        y = x * state.clone() + x * (state * 1) + x * state[:1].clone()
        state += 1
        return y @ w

    def own(x, w):
        y = x * 1
        y.mul_(w)
        return y.relu()

    function = torch.compile(saved, backend="fused")
    x, w = tensors((5, 7), (7, 3))
    state = torch.ones(5, 7)
    for _ in range(3):
        function(x, w, state).sum().backward()
    assert (state == 4).all()
    torch.testing.assert_close(w.grad, 18 * torch.autograd.grad((x @ w).sum(), w)[0])
    check(own, *tensors((5, 7), (5, 7)))


def test_results_that_are_arguments_are_not_joined(joined):
    check(lambda x, w: (layer(x, w), x.view(7, 5)), *tensors((5, 7), (7, 3)))
    assert not any(joined)


def test_autocast(joined):
    x, w = tensors((5, 7), (7, 3))

    @torch.compile(backend="fused")
    def function(x, w):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return layer(x, w)

    for _ in range(2):
        result = function(x, w)
        result.float().sum().backward()
    assert result.dtype == torch.bfloat16 and x.grad.dtype == torch.float32
    assert all(joined)


def test_autocast_outside(joined):
    """Operations that PyTorch computes must not be cast once more."""
    function = torch.compile(lambda x, w: torch.nn.functional.conv1d(x, w).relu(), backend="fused")
    for _ in range(2):
        x, w = tensors((2, 3, 8), (4, 3, 3))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            result = function(x, w)
        result.float().sum().backward()
        assert result.dtype == torch.bfloat16 and x.grad.dtype == torch.float32
    assert joined and not any(joined)


def test_backward_twice():
    x, w = tensors((5, 7), (7, 3))
    function = torch.compile(layer, backend="fused")
    for _ in range(2):
        x.grad = w.grad = None
        result = function(x, w).sum()
        result.backward(retain_graph=True)
        once = x.grad.clone()
        result.backward()
        torch.testing.assert_close(x.grad, 2 * once)
    with pytest.raises(RuntimeError, match="second time"):
        result.backward()


def test_gradients_of_gradients_are_refused():
    x, w = tensors((5, 7), (7, 3))
    function = torch.compile(layer, backend="fused")
    for _ in range(2):
        (gradient,) = torch.autograd.grad(function(x, w).square().sum(), x, create_graph=True)
    torch.testing.assert_close(gradient, torch.autograd.grad(layer(x, w).square().sum(), x)[0])
    with pytest.raises(RuntimeError, match="double backward|gradients of gradients"):
        gradient.sum().backward()


def test_saved_values_that_change_are_noticed():
    x, w = tensors((5, 7), (7, 3))
    function = torch.compile(layer, backend="fused")
    function(x, w).sum().backward()
    result = function(x, w)
    with torch.no_grad():
        w += 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        result.sum().backward()


def test_hooks_and_accumulation():
    x, w = tensors((5, 7), (7, 3))
    function, seen = torch.compile(layer, backend="fused"), []
    handle = w.register_hook(seen.append)
    for _ in range(3):
        function(x, w).sum().backward()
    handle.remove()
    torch.testing.assert_close(w.grad, sum(seen))
    torch.testing.assert_close(w.grad, 3 * torch.autograd.grad(layer(x, w).sum(), w)[0])


def test_activations_are_released_early(joined):
    """Not all of them live until the last gradient is computed."""
    function = torch.compile(layer, backend="fused")
    x, w = tensors((5, 7), (7, 3))
    function(x, w).sum().backward()
    kept = []

    class Probe(torch.autograd.Function):
        @staticmethod
        def forward(ctx, result):
            return result.clone()

        @staticmethod
        def backward(ctx, gradient):
            kept.append(weakref.ref(gradient))
            return gradient.clone()

    Probe.apply(function(x, w)).sum().backward()
    gc.collect()
    assert all(joined) and kept[0]() is None


def test_functions_that_call_backward():
    """Their gradients are those of the compiled graph, and no code of the package is traced."""
    x, w = tensors((5, 7), (7, 3))

    @torch.compile(backend="fused")
    def step(x, w):
        loss = layer(x, w).sum()
        loss.backward()
        return loss.detach()

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(3):
            x.grad = w.grad = None
            step(x, w)
    torch.testing.assert_close(w.grad, torch.autograd.grad(layer(x, w).sum(), w)[0])
    assert not [str(w.message) for w in caught if "Dynamo does not know how to trace" in str(w.message)]
