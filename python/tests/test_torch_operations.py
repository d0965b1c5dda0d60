# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of PyTorch give the same results in programs, also for special values."""

import math
import warnings

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

import fused.torch
from fused.torch import _compiler, _ranks
from torch import nn
from torch.fx.experimental.proxy_tensor import make_fx
from torch.nn import functional
from torch_compare import check_equal, compiled, fallbacks, run

pytestmark = pytest.mark.usefixtures("fresh_torch")


def _triples():
    x = torch.randn(5, 6, 7)
    i = torch.randint(0, 7, (5, 6, 3))
    s = torch.randn(5, 6, 3)
    some_nan = torch.where(x > 1, math.nan, x)
    return {
        "scatter_add": (lambda x, i, s: x.scatter_add(-1, i, s), x, i, s),
        "scatter": (lambda x, i: x.scatter(-1, i[..., :1], 2.0), x, i),
        "scatter_reduce": (lambda x, i, s: x.scatter_reduce(-1, i, s, "mean", include_self=False), x, i, s),
        "gather": (lambda x, i: x.gather(-1, i), x, i),
        "index": (lambda x, i: x[i, :, i], x, torch.tensor([-1, 2, 0])),
        "index_put": (lambda x, i, s: x.index_put((i,), s, True), x, torch.tensor([-1, 2, 2]), torch.randn(6, 7)),
        "index_put by a number": (lambda x, i, s: x.index_put((i,), s), x, torch.tensor(3), torch.randn(6, 7)),
        "index_put by a mask": (lambda x: x.index_put((x > 0,), torch.tensor(2.0)), x),
        "index_add": (lambda x, i, s: x.index_add(1, i, s, alpha=2), x, torch.tensor([0, 1, 1]), torch.randn(5, 3, 7)),
        "index_copy": (lambda x, i, s: x.index_copy(-2, i, s), x, torch.tensor([0, 1]), torch.randn(5, 2, 7)),
        "embedding_backward": (
            lambda g, i: torch.ops.aten.embedding_dense_backward(g, i, 9, 2, False),
            torch.randn(2, 4, 3),
            torch.randint(0, 9, (2, 4)),
        ),
        "beta of zero": (
            lambda c, a: (
                torch.addmm(c, a, a.t(), beta=0, alpha=2),
                torch.addmv(c[0], a, a[0], beta=0),
                torch.baddbmm(c[None], a[None], a.t()[None], beta=0),
            ),
            torch.full((6, 6), math.nan),
            torch.randn(6, 7),
        ),
        "cumsum": (lambda x: (x.cumsum(1), x.cumsum(-1, dtype=torch.float64)), torch.randn(3, 200, 5)),
        "cumsum of integers": (lambda x: (x > 0).cumsum(1), x),
        "cumsum with nan": (lambda x: x.cumsum(0), some_nan),
        "sort": (lambda x: (*x.sort(1), *x.sort(-1, descending=True)), torch.randint(0, 5, (4, 9, 3)).float()),
        "sort with nan": (lambda x: (*x.sort(dim=1, stable=True), *x.sort(descending=True, stable=True)), some_nan),
        "topk": (lambda x: (*x.topk(3, 1), *x.topk(2, largest=False)), x),
        "sums of 16 bits": (lambda x: (x.sum(), x.mean(1), x.var(0)), torch.ones(3000, 3, dtype=torch.bfloat16)),
        "layer_norm": (lambda x: functional.layer_norm(x, (7,)), x.bfloat16()),
        "avg_pool2d": (lambda x: functional.avg_pool2d(x, 3, 2, 1, count_include_pad=False), x[None]),
        "patches": (
            lambda x, w, b: functional.conv2d(x, w, b, stride=2),
            torch.randn(2, 3, 9, 8),
            torch.randn(4, 3, 2, 2),
            torch.randn(4),
        ),
        "constants": (
            lambda x: [
                function(torch.full((5,), value), number) + x
                for function in (torch.remainder, torch.fmod, torch.floor_divide, torch.pow, torch.sub)
                for value in (-3.0, -3, 5)
                for number in (2, 3)
            ],
            torch.randn(5),
        ),
        "comparisons of constants": (
            lambda x: [
                torch.where(compare(torch.full((5,), value), number), x, -x)
                for compare in (torch.gt, torch.ge, torch.lt, torch.le, torch.eq, torch.ne)
                for value in (1.0, 1, True)
                for number in (0, 1, 0.5)
            ],
            torch.randn(5),
        ),
        "pad": (lambda x: functional.pad(x, (1, -2, -1, 3), value=2.5), x),
        "int16": (lambda x: torch.arange(0, 5, dtype=torch.int16) + x, torch.tensor([250], dtype=torch.int16)),
        "arange": (lambda x: torch.arange(5) + x, torch.tensor(3)),
    }


@pytest.mark.parametrize("name", _triples())
def test_operations(name):
    torch.manual_seed(1)
    function, *arguments = _triples()[name]
    assert fallbacks(lambda: run(function, *arguments)) == []


_SPECIAL = {
    "maximum": torch.maximum,
    "minimum": torch.minimum,
    "fmax": torch.fmax,
    "fmod": torch.fmod,
    "floor_divide": lambda x, y: torch.div(x, y, rounding_mode="floor"),
    "remainder": torch.remainder,
    "atan2": torch.atan2,
    "clamp": lambda x, y: x.clamp(-1, 1) + x.clamp(min=0) + x.clamp_max(2),
    "clamp by tensors": lambda x, y: torch.clamp(x, y, y + 1),
    "hardtanh": lambda x, y: functional.hardtanh(x) + functional.relu6(x),
    "relu": lambda x, y: functional.relu(x) + functional.leaky_relu(y, 0.1),
    "isfinite": lambda x, y: torch.where(x.isfinite(), y, 2.0),
    "isnan": lambda x, y: torch.where(x.isnan() | y.isinf(), 1.0, 2.0),
    "equal": lambda x, y: torch.where(x.eq(x), 1.0, 2.0) + torch.where(x.ne(x), 3.0, 4.0),
    "nan_to_num": lambda x, y: torch.nan_to_num(x, 1.0, 2.0, 3.0),
    "amax": lambda x, y: x.amax(0) + y.amin(0) + x.max(),
    "arguments": lambda x, y: (x + 0.5 * x.argmax(0) + 0.25 * y.argmin() + y.max(0)[1]) * y.min(1, keepdim=True)[1],
    "sign": lambda x, y: torch.sign(x) + y.abs(),
    "threshold": lambda x, y: functional.threshold(x, 0.5, 2.0),
    "activations": lambda x, y: functional.silu(x) + functional.softplus(y) + functional.elu(x),
}


@pytest.mark.parametrize("name", _SPECIAL)
def test_special_values(name):
    nan, inf = math.nan, math.inf
    x = torch.tensor([[nan, inf, -inf, 1.0, -2.0, 0.0, 3.5], [1.0, 1e8, 7.5, -7.5, 5.0, -0.3, 1e30]])
    y = torch.tensor([[1.0, nan, 2.0, nan, -3.0, -0.0, inf], [0.1, 0.7, -2.0, 2.0, 0.1, 1.0, 3.0]])
    results, expected = [], []
    for function, found in ((compiled(_SPECIAL[name]), results), (_SPECIAL[name], expected)):
        arguments = [x.clone().requires_grad_(), y.clone().requires_grad_()]
        result = function(*arguments)
        found.append(result.detach())
        # A gradient where a function jumps is a matter of definition.
        if name in ("maximum", "clamp", "hardtanh", "nan_to_num", "relu", "activations"):
            found += torch.autograd.grad(result.sum(), arguments[:1])
    torch.testing.assert_close(results, expected, rtol=1e-4, atol=1e-5, equal_nan=True)


@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8])
def test_integers_of_8_bits(dtype):
    u = torch.arange(0, 250, 3).to(dtype)
    functions = {
        "arithmetic": lambda u: (u * 20, u // 3, u % 7, u + u, u - u.flip(0), -u, u**2),
        "reductions": lambda u: (u.max(), u.sum(), u.amin(), u.prod(), u.argmax(), u.float().mean()),
        "conversions": lambda u: (u.float(), u.int() * 3, u / 2, u * 0.5, (u.float() * 0.7).to(u.dtype), u.bool()),
        "comparisons": lambda u: (u > 100, u == 9, torch.where(u < 50, u, 3), torch.minimum(u, u.flip(0))),
        "places": lambda u: (
            torch.cat([u, u]),
            u[torch.tensor([80, 1])],
            u.view(2, -1).T.clone(),
            u & 3,
            ~u,
            u.sort()[0],
        ),
    }
    for name, function in functions.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", fused.torch.FallbackWarning)
            results = compiled(function)(u)
        for mine, other in zip(results, function(u), strict=True):
            assert mine.dtype == other.dtype and torch.equal(mine, other), name


def test_random_leaky_relu():
    x = torch.tensor([-2.0, -1.0, 0.0, 1.0], requires_grad=True)
    result = compiled(functional.rrelu)(x)
    expected = functional.rrelu(x)
    check_equal([result.detach()], [expected.detach()])
    check_equal(torch.autograd.grad(result.sum(), x), torch.autograd.grad(expected.sum(), x))


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_products_stay_narrow(dtype):
    q, k, v = (torch.randn(2, 4, 16, 8, dtype=dtype) for _ in range(3))
    graph = make_fx(lambda q, k, v: functional.scaled_dot_product_attention(q, k, v))(q, k, v)
    result = _compiler.compile_graph(graph, [q, k, v], fused.torch.Options())
    types = {(p.a, p.b) for p in result.segments[0].program.report}
    assert types == {("bf16" if dtype == torch.bfloat16 else "f16",) * 2}
    torch.testing.assert_close(
        result.function([q, k, v])[0], functional.scaled_dot_product_attention(q, k, v), rtol=2e-2, atol=2e-2
    )


def test_running_sums_by_blocks():
    x = torch.randn(2, 3 * _ranks.SCAN_BLOCK + 5, dtype=torch.float64)
    torch.testing.assert_close(_ranks.running_sums(x), x.cumsum(-1))
    torch.testing.assert_close(_ranks.running_sums(x, strict=True), x.cumsum(-1) - x)


def test_bad_index():
    function = compiled(nn.Embedding(5, 3))
    with pytest.raises(fused.Error, match="index must be smaller than dim size"):
        function(torch.tensor([7]))
    graph = run(lambda x, i: x.index_put((i,), torch.ones(3)), torch.randn(5, 3), torch.tensor([-1, 4]))
    for index in (5, -6):
        with pytest.raises(fused.Error, match="index must be"):
            graph.function([torch.ones(5, 3), torch.tensor([0, index])])
