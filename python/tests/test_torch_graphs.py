# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the backend of torch.compile does with graphs of every kind: the same as PyTorch."""

import subprocess
import sys
import threading

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

from fused.torch import _dynamo
from torch import nn
from torch.nn import functional
from torch_compare import check_equal, compiled

pytestmark = pytest.mark.usefixtures("fresh_torch")


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


def test_arguments_change_in_place():
    def function(x, y):
        x.add_(y)
        x.mul_(2)
        return x @ y

    x, y = torch.randn(4, 4), torch.randn(4, 4)
    other = x.clone()
    check_equal(compiled(function)(x, y), function(other, y))
    check_equal(x, other)


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


def test_graph_breaks():
    def function(x):
        y = x * 2
        if y.sum() > 0:
            y = y + float(y.max().item())
        return y @ y

    x = torch.rand(4, 4)
    check_equal(compiled(function)(x), function(x))
