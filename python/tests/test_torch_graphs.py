# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the backend of torch.compile does with graphs of every kind: the same as PyTorch."""

import copy
import math
import os
import signal
import subprocess
import sys
import threading
import time
import warnings

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

import fused
import fused.torch
from fused.torch import _compiler, _dynamo, _graphs, _lowering, _partition, _probe, _program, _ranks
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.nn import functional


@pytest.fixture(autouse=True)
def fresh():
    torch._dynamo.reset()
    torch.manual_seed(0)
    _partition._warned.clear()


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


def fallbacks(function):
    """The operations that PyTorch computes with a warning while `function` runs."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        function()
    messages = [str(w.message) for w in caught if issubclass(w.category, fused.torch.FallbackWarning)]
    return [message.split()[3].rstrip(":") for message in messages]


def test_backend_by_name():
    if "fused" not in torch._dynamo.list_backends():
        pytest.skip("the package is not installed")
    layer, x = nn.Linear(4, 4), torch.randn(2, 4)
    check_equal(torch.compile(layer, backend="fused")(x), layer(x))


def test_nothing_is_said_at_the_end():
    """PyTorch keeps compiled functions until the process ends."""
    code = "import torch; f = torch.compile(torch.sin, backend='fused'); print(f(torch.zeros(3)).sum().item())"
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "0.0\n" and "nanobind" not in done.stderr


def test_options():
    layer, x = nn.Linear(4, 4), torch.randn(2, 4)
    check_equal(compiled(layer, options={"numerics": "fast"})(x), layer(x))
    torch._dynamo.reset()
    with pytest.raises(Exception, match="unknown options: speed; there is 'numerics'"):
        compiled(layer, options={"speed": "fast"})(x)
    with pytest.raises(ValueError, match="numerics is"):
        _dynamo.options_from({"numerics": "quick"})


# Sizes.


@pytest.mark.parametrize("mark", [False, True])
def test_sizes_vary(mark):
    model = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True, dropout=0.0)
    function = compiled(model, dynamic=None if mark else True)
    for length in (4, 7, 4, 5):
        x = torch.randn(2, length, 16, requires_grad=True)
        other = x.detach().requires_grad_()
        if mark:
            torch._dynamo.mark_dynamic(x, 1)
        function(x).square().sum().backward()
        model(other).square().sum().backward()
        check_equal(x.grad, other.grad)


def test_few_sizes_are_kept(monkeypatch):
    monkeypatch.setattr(_dynamo, "MAX_SPECIALISATIONS", 2)
    function = compiled(lambda x: x @ x.t(), dynamic=True)
    for size in (3, 4, 5, 3, 4, 5):
        x = torch.randn(size, 2)
        check_equal(function(x), x @ x.t())


def test_no_elements():
    def function(x, y):
        return torch.cat([x, y]) * 2, (x @ y.t()).sum()

    x, y = torch.randn(0, 4), torch.randn(3, 4)
    check_equal(compiled(function)(x, y), function(x, y))


# Arguments and results.


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


def test_arguments_change_in_place():
    def function(x, y):
        x.add_(y)
        x.mul_(2)
        return x @ y

    x, y = torch.randn(4, 4), torch.randn(4, 4)
    other = x.clone()
    check_equal(compiled(function)(x, y), function(other, y))
    check_equal(x, other)


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


def test_types():
    def function(x):
        return x + 1, x.float() / 255, x > 3, x.to(torch.int32) * 2, x.to(torch.float64).sqrt()

    for dtype in (torch.uint8, torch.int8, torch.int16, torch.int64):
        x = torch.tensor([0, 3, 100, 127], dtype=dtype)
        check_equal(compiled(function)(x), function(x))


def test_numbers_and_structures():
    def function(x, s):
        return {"a": x * s + 1, "none": None, "list": [3, x.shape[0], (x @ x,)]}

    x = torch.randn(3, 3)
    for s in (2, 2.5, torch.tensor(3.0)):
        result, expected = compiled(function)(x, s), function(x, s)
        check_equal(result["a"], expected["a"])
        assert result["none"] is None and result["list"][:2] == [3, 3]
        check_equal(result["list"][2], expected["list"][2])


def test_constants():
    table = torch.arange(40.0).reshape(4, 10)

    def function(x):
        return x @ table + torch.tensor([1.0, 2.0] * 5) * torch.tensor(0.5)

    x = torch.randn(3, 4)
    check_equal(compiled(function)(x), function(x))


# Modes of PyTorch.


def test_without_gradients():
    model, x = nn.Sequential(nn.Linear(4, 4), nn.Tanh()), torch.randn(3, 4)
    with torch.no_grad():
        check_equal(compiled(model)(x), model(x))
    with torch.inference_mode():
        check_equal(compiled(model)(x), model(x))


def test_autocast():
    model = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.LayerNorm(16), nn.Linear(16, 4))
    x = torch.randn(5, 8)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        result, expected = compiled(model)(x), model(x)
    check_equal(result, expected, rtol=2e-2, atol=2e-2)
    result.float().sum().backward()
    assert all(parameter.grad is not None for parameter in model.parameters())


def test_checkpoints():
    from torch.utils.checkpoint import checkpoint

    layer = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Dropout(0.3), nn.Linear(16, 8))

    def function(x):
        return checkpoint(layer, x, use_reentrant=False)

    gradients = []
    start = torch.randn(4, 8)
    for called in (compiled(function), function):
        x = start.clone().requires_grad_()
        torch.manual_seed(3)
        called(x).square().sum().backward()
        gradients.append(x.grad)
    check_equal(*gradients)


def test_compiled_optimizer():
    parameters = [[torch.ones(4, 4, requires_grad=True)] for _ in range(2)]
    optimizers = [torch.optim.AdamW(p) for p in parameters]
    steps = compiled(optimizers[0].step), optimizers[1].step
    for _ in range(3):
        gradient = torch.randn(4, 4)
        for (parameter,), step in zip(parameters, steps):
            parameter.grad = gradient.clone()
            step()
    check_equal(parameters[0], parameters[1])


def test_random_numbers_are_those_of_pytorch():
    dropout = nn.Dropout(0.4)

    def function(x):
        y = dropout(x.t())
        return torch.rand_like(x) + torch.randn(3, 3) @ dropout(x), y, torch.randint(0, 9, (3, 3))

    x, results = torch.randn(3, 3), []
    for called in (compiled(function), function):
        torch.manual_seed(3)
        results.append(called(x))
    check_equal(*results)


def test_two_threads():
    model, x = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64)), torch.randn(32, 64)
    function, expected, wrong = compiled(model), model(x).detach(), []
    function(x)

    def work():
        for _ in range(50):
            if not torch.allclose(function(x), expected, atol=1e-4):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


# What PyTorch computes.


def test_numbers_of_the_host():
    """Programs for a device have their results there; what is computed with numbers of the host is in each program."""

    def function(x, kernel, rate, scale):
        number = -rate.float()
        first = x * number
        second = functional.conv1d(first, kernel) * (number + 1)
        return first, second * (x.amax().cpu() * scale), torch.where(x > 0, x, 0.5)

    with FakeTensorMode(allow_non_fake_inputs=True):
        x, kernel = torch.empty(4, 8, 9, device="cuda"), torch.empty(8, 8, 3, device="cuda")
        arguments = [x, kernel, torch.empty((), dtype=torch.float64), torch.empty(())]
        module = make_fx(function)(*arguments)
    module = _graphs.trace(module, arguments)
    device = _partition.graph_device(module.graph)
    plan = _partition.plan(module.graph, _partition.classify(module.graph, device), device)
    for nodes in plan.programs:
        results = _compiler._results_of_program(module.graph, nodes, device)
        source = _program.build(module, device, nodes, results, {})
        assert {layout.device.type for layout in source.output_layouts} == {"cuda"}
    assert len(plan.programs) == 2
    # The convolution, and the number that depends on a tensor of the device.
    assert sum(map(len, plan.eager)) == 2


def test_literals_of_several_operations():
    def function(x):
        least = torch.tensor(-1e9)
        return torch.where(x > 0, x, least) + torch.where(x > 1, least, x)

    x = torch.randn(16, 64)
    with warnings.catch_warnings():
        warnings.simplefilter("error", fused.torch.FallbackWarning)
        result = torch.compile(function, backend=fused.torch.fused)(x)
    torch.testing.assert_close(result, function(x))


def test_graph_breaks():
    def function(x):
        y = x * 2
        if y.sum() > 0:
            y = y + float(y.max().item())
        return y @ y

    x = torch.rand(4, 4)
    check_equal(compiled(function)(x), function(x))


def test_one_warning_names_the_operation():
    def function(x):
        y = torch.linalg.svdvals(x @ x)
        return torch.linalg.svdvals(x + y)

    x = torch.randn(4, 4)
    result = []
    assert fallbacks(lambda: result.append(compiled(function)(x))) == ["aten._linalg_svd.default"]
    check_equal(result[0], function(x))
    torch._dynamo.reset()
    assert fallbacks(lambda: compiled(function)(x)) == []


def test_warning_as_an_error():
    with warnings.catch_warnings():
        warnings.simplefilter("error", fused.torch.FallbackWarning)
        with pytest.raises(Exception, match="PyTorch computes aten._linalg_svd.default"):
            compiled(torch.linalg.svdvals)(torch.randn(4, 4))


def test_complex_numbers():
    def function(x):
        return torch.fft.rfft(x @ x).abs() * 2 + x.sum()

    x = torch.randn(8, 8)
    check_equal(compiled(function)(x), function(x))


def test_graph_that_cannot_be_traced():
    result = []
    graph = make_fx(lambda x: x.nonzero())(torch.ones(3))
    assert fallbacks(lambda: result.append(_dynamo.compile_for(graph, [torch.ones(3)], fused.torch.Options()))) == ["a"]
    check_equal(result[0]([torch.ones(3)]), [torch.ones(3).nonzero()])


def test_refused_by_the_compiler(monkeypatch):
    compile_text = _compiler.compile_text

    def refuse(text, *rest):
        if "math.sin" in text:
            raise fused.CompileError([])
        return compile_text(text, *rest)

    monkeypatch.setattr(_compiler, "compile_text", refuse)
    monkeypatch.setattr(_probe, "_refusals", {})
    x = torch.randn(5, 5)
    graph = run(lambda x: torch.sin(x @ x) @ x, x)
    assert len(graph.segments) == 2 and graph.eager == 1


@pytest.fixture(params=[signal.SIG_DFL, signal.SIG_IGN])
def ends_of_children(request):
    """Processes may ignore the end of their children."""
    handler = signal.signal(signal.SIGCHLD, request.param)
    yield
    signal.signal(signal.SIGCHLD, handler)


@pytest.mark.usefixtures("ends_of_children")
@pytest.mark.parametrize("hangs", [False, True])
def test_abort_of_torch_mlir(monkeypatch, hangs):
    lower = _lowering.lower

    def abort(graph, **keywords):
        if any(node.target is torch.ops.aten.roll.default for node in graph.nodes):
            if hangs:
                time.sleep(60)
            os.abort()
        return lower(graph, **keywords)

    monkeypatch.setattr(_lowering, "lower", abort)
    monkeypatch.setattr(_probe, "_survivals", {})
    monkeypatch.setattr(_probe, "_SECONDS", 0.5)
    x = torch.randn(5, 5)
    assert fallbacks(lambda: run(lambda x: torch.ops.aten.roll(x @ x, [1], [0]) @ x, x)) == ["aten.roll.default"]


@pytest.mark.usefixtures("ends_of_children")
def test_attempts_in_copies_of_the_process_are_silent(monkeypatch):
    survivals, copy = {}, os.fork

    def fork():
        warnings.warn("os.fork() was called", RuntimeWarning, stacklevel=2)  # as JAX does
        return copy()

    monkeypatch.setattr(os, "fork", fork)
    monkeypatch.setattr(_probe, "_survivals", survivals)
    x = torch.randn(5, 5)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert run(lambda x: torch.ops.aten.roll(x @ x, [1], [0]) @ x, x).eager == 0
    assert list(survivals.values()) == [True]


def test_bad_index():
    function = compiled(nn.Embedding(5, 3))
    with pytest.raises(fused.Error, match="index must be smaller than dim size"):
        function(torch.tensor([7]))
    graph = run(lambda x, i: x.index_put((i,), torch.ones(3)), torch.randn(5, 3), torch.tensor([-1, 4]))
    for index in (5, -6):
        with pytest.raises(fused.Error, match="index must be"):
            graph.function([torch.ones(5, 3), torch.tensor([0, index])])


# Operations.


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


def test_random_numbers_are_in_order():
    """Also where one depends on what a program computes, and the next does not."""

    def function(x):
        first = torch.bernoulli((x * 2).sigmoid())
        second = torch.rand(4)
        third = torch.multinomial((first + x).softmax(-1), 2)
        return first, second, third, functional.dropout(x, 0.5), torch.randint(0, 9, (3,))

    x = torch.randn(4)
    found = []
    for one in (compiled(function), function):
        torch.manual_seed(3)
        found.append([one(x) for _ in range(3)][-1])
    check_equal(*found)


def test_forms_that_torch_mlir_does_not_know():
    x = torch.randn(2, 3, 8, 8)
    assert fallbacks(lambda: compiled(lambda x: functional.adaptive_max_pool2d(x, 3))(x)) == [
        "aten.adaptive_max_pool2d.default"
    ]


@pytest.mark.parametrize("name", _triples())
def test_operations(name):
    torch.manual_seed(1)
    function, *arguments = _triples()[name]
    assert fallbacks(lambda: run(function, *arguments)) == []


def _gradients(function, *arguments):
    """Compares the gradients of a function with PyTorch's."""

    def whole(*arguments):
        leaves = [a.detach().requires_grad_() if a.is_floating_point() else a for a in arguments]
        result = function(*leaves)
        weights = torch.linspace(-1, 1, result.numel()).reshape(result.shape).to(result.dtype)
        return result, *torch.autograd.grad((result * weights).sum(), [a for a in leaves if a.requires_grad])

    return run(whole, *arguments)


@pytest.mark.parametrize(
    "options", [{}, {"reduction": "sum"}, {"reduction": "none"}, {"ignore_index": 2}, {"weighted": True}]
)
@pytest.mark.parametrize("shape", [(6, 5), (3, 5, 4), (2, 5, 3, 2)])
def test_cross_entropy(options, shape):
    options = dict(options)
    weight = torch.rand(5) if options.pop("weighted", False) else None
    targets = torch.randint(0, 5, (shape[0], *shape[2:]))
    graph = _gradients(lambda x, t: functional.cross_entropy(x, t, weight, **options), torch.randn(shape), targets)
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
    graph = _gradients(
        lambda q, k, v: functional.scaled_dot_product_attention(q, k, v, mask, enable_gqa=grouped, **options), q, k, v
    )
    assert graph.eager == 0


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


@pytest.mark.parametrize("kernel", [(2, 2, 0, True, None), (3, 2, 1, False, None), (3, 1, 1, True, 5)])
def test_gradients_of_pooling(kernel):
    size, stride, padding, included, divisor = kernel
    x = torch.randn(2, 3, 9, 8)
    graph = _gradients(lambda x: functional.avg_pool2d(x, size, stride, padding, True, included, divisor), x)
    assert graph.eager == 0
    for places in (1, 3, (4, 5)):
        assert _gradients(lambda x, places=places: functional.adaptive_avg_pool2d(x, places), x).eager == 0
    assert _gradients(lambda x: functional.max_pool2d(x, size, stride, padding), x).eager == 0


def test_gradients_of_pooling_keep_nan_in_place():
    g = torch.randn(1, 1, 4, 4)
    g[..., 1, 2] = math.nan
    x = torch.randn(1, 1, 8, 8)
    pool = [[3, 3], [2, 2], [1, 1], False, True, None]
    graph = run(lambda g, x: torch.ops.aten.avg_pool2d_backward(g, x, *pool), g, x)
    assert graph.eager == 0


def test_gradients_of_patches():
    x, w, b = torch.randn(2, 3, 9, 8), torch.randn(4, 3, 2, 2), torch.randn(4)
    assert _gradients(lambda x, w, b: functional.conv2d(x, w, b, stride=2), x, w, b).eager == 0
    graph = _gradients(lambda x, w, b: functional.conv2d(x, w, b, stride=1, padding=1), x, w, b)
    assert graph.eager > 0


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
