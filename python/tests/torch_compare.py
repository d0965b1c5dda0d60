# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what the backend of torch.compile computes with PyTorch."""

import warnings

import fused.torch
import torch
from fused.torch import _compiler
from torch.fx.experimental.proxy_tensor import make_fx


def compiled(function, **keywords):
    return torch.compile(function, backend=fused.torch.fused, **keywords)


def check_equal(results, expected, **tolerances):
    tolerances = tolerances or {"rtol": 1e-4, "atol": 1e-5}
    if isinstance(expected, torch.Tensor):
        results, expected = [results], [expected]
    assert len(results) == len(expected)
    for mine, other in zip(results, expected):
        torch.testing.assert_close(mine, other, **tolerances)
        assert mine.stride() == other.stride()


def run(function, *arguments):
    """Compiles a function as it is, without torch.compile, and compares it with PyTorch. Returns what was compiled."""
    graph = make_fx(function)(*arguments)
    result = _compiler.compile_graph(graph, arguments, fused.torch.Options())
    expected = function(*arguments)
    expected = [expected] if isinstance(expected, torch.Tensor) else list(expected)
    torch.testing.assert_close(result.function(list(arguments)), expected, rtol=1e-4, atol=1e-5, equal_nan=True)
    return result


def run_gradients(function, *arguments):
    """The same for a function together with its gradients."""

    def whole(*arguments):
        leaves = [a.detach().requires_grad_() if a.is_floating_point() else a for a in arguments]
        result = function(*leaves)
        weights = torch.linspace(-1, 1, result.numel()).reshape(result.shape).to(result.dtype)
        return result, *torch.autograd.grad((result * weights).sum(), [a for a in leaves if a.requires_grad])

    return run(whole, *arguments)


def fallback_warnings(function):
    """The warnings that PyTorch computes something while `function` runs."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        function()
    return [str(w.message) for w in caught if issubclass(w.category, fused.torch.FallbackWarning)]


def fallbacks(function):
    """The operations that PyTorch computes with a warning while `function` runs."""
    return [message.split()[3].rstrip(":") for message in fallback_warnings(function)]
