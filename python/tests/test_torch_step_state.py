# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What compile_step depends on besides the sizes of its batch: shared layers, buffers, tensors that the loss holds,
settings of modules, modes of PyTorch, and numbers that Python sees."""

import contextlib
import copy
import math

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

import fused.torch
from torch import nn
from torch_compare import fallback_warnings
from torch_training import check_parameters, make_inputs, make_model, run, train

pytestmark = pytest.mark.usefixtures("fresh_torch")


def sgd(model):
    return torch.optim.SGD(model.parameters(), 0.1)


def compile_sum(model, loss):
    """A step whose loss does not depend on parameters, which stay as they are."""
    return fused.torch.compile_step(model, sgd(model), lambda model, *batch: model(batch[0]).sum() * 0 + loss(*batch[1:]))


def check_losses(step, loss, batches):
    """The losses of steps are those of PyTorch, in value and type, and nothing falls back."""
    x = make_inputs()
    found = []
    assert fallback_warnings(lambda: found.extend(step(x, *batch) for batch in batches)) == []
    for value, batch in zip(found, batches, strict=True):
        expected = torch.as_tensor(loss(*batch))
        torch.testing.assert_close(value, expected.to(value.dtype), equal_nan=True)
    return found


@pytest.mark.parametrize("make_optimizer", [torch.optim.SGD, torch.optim.AdamW])
def test_a_layer_in_two_places(make_optimizer):
    layer = nn.Linear(4, 4)
    model = nn.Sequential(layer, nn.Tanh(), layer)
    reference, x = copy.deepcopy(model), make_inputs()
    step = fused.torch.compile_step(model, make_optimizer(model.parameters(), 0.1), lambda m, x: m(x).square().mean())
    for _ in range(4):
        step(x)
    train(reference, make_optimizer(reference.parameters(), 0.1), x)
    check_parameters(model, reference)
    assert type(model[0].weight) is nn.Parameter and model[0].weight is model[2].weight


class Replacing(nn.Module):
    """Replaces a buffer, or keeps its result in an attribute."""

    def __init__(self, *, keeps=False, size=3):
        super().__init__()
        self.layer, self.keeps, self.size = nn.Linear(4, 3), keeps, size
        self.register_buffer("mean", torch.ones(3))

    def forward(self, x):
        y = self.layer(x)
        if self.keeps:
            self.last = y.detach()
        self.mean = torch.cat([0.9 * self.mean + 0.1 * y.detach().mean(0)])[: self.size]
        return y - self.mean[:1]


@pytest.mark.parametrize("keeps, size, reason", [(False, 3, None), (True, 3, "is no buffer"), (False, 2, "another type")])
def test_buffers_that_are_replaced(keeps, size, reason):
    model = Replacing(keeps=keeps, size=size)
    reference, x = copy.deepcopy(model), make_inputs()
    step = fused.torch.compile_step(model, sgd(model), lambda m, x: m(x).square().mean())
    # A shorter buffer fits once.
    times = 4 if size == 3 else 1
    reasons = run(step, x, times=times)
    assert reasons == [] if reason is None else reason in reasons[0]
    train(reference, sgd(reference), x, times=times)
    check_parameters(model, reference)
    torch.testing.assert_close(model.mean, reference.mean)
    assert not keeps or type(model.last) is torch.Tensor


@pytest.mark.parametrize("shape", [(), (1,), (3,)])
def test_tensors_that_the_loss_holds(shape):
    scale, x = torch.ones(shape), make_inputs()
    step = compile_sum(make_model(), lambda: scale.sum() * 2 + torch.tensor(0.5))
    for number in (1.0, 10.0, 3.0):
        scale.fill_(number)
        assert step(x).item() == 2 * number * scale.numel() + 0.5


def test_tensors_that_the_loss_writes():
    """Tracing writes them, too, and is no step."""
    total, x = torch.ones(2), make_inputs()

    def loss():
        total[:1] *= 2
        return total.mul_(0.5).add_(1.0).sum()

    step = compile_sum(make_model(), loss)
    expected = torch.ones(2)
    for _ in range(4):
        expected = (expected * torch.tensor([2.0, 1.0])) * 0.5 + 1
        assert step(x).item() == expected.sum().item()
        assert torch.equal(total, expected)


def test_constants_beside_a_float_that_changes():
    scale, x = torch.ones(3), make_inputs()
    step = compile_sum(make_model(), lambda w: (torch.tensor([1.0, math.nan, 2.0]).nan_to_num() * w * scale).sum())
    for w in (0.25, 0.5, 0.75, 0.875):
        assert step(x, w).item() == 3 * w
    assert len(step._functions) == 1


@pytest.mark.parametrize("values", [(1, True, 1, True), (0, False, 0.0, False), (0.0, -0.0, 0.0, -0.0)])
def test_values_that_are_equal_but_not_the_same(values):
    def loss(value):
        if isinstance(value, float):
            return torch.ones(()) / (torch.zeros(()) + value)
        return torch.tensor(3.0 if isinstance(value, bool) else 5.0)

    check_losses(compile_sum(make_model(), loss), loss, [(value,) for value in values])


PYTHON = {
    "isinstance": lambda w: w if isinstance(w, float) else 77.0,
    "dict": lambda w: {0.5: 1.0, 1.5: 2.0}.get(w, 77.0),
    "text": lambda w: float(len(f"{w}")),
    "is_tensor": lambda w: 77.0 if torch.is_tensor(w) else w,
    "bounds": lambda w: min(abs(w), 1.0),
    "set": lambda w: 1.0 if w in {0.5, 2.5} else 2.0,
    "exp": lambda w: math.exp(w),
    "branch": lambda w: w if w > 0.75 else -w,
    "sign": lambda w: w if w > 0 else 3 * w,
    "arithmetic": lambda w: (2 - w) * 3 / (1 + w**2) - abs(-w) / 4,
    "int": lambda w: int(2 * w),
    "clamp": lambda w: torch.linspace(-2, 2, 5).clamp(-w * w, w * w).sum(),
    "where": lambda w: torch.where(torch.linspace(-2, 2, 5) > w, 2.0, w).sum(),
    "new tensor": lambda w: torch.tensor([w, 2 * w]).sum(),
}


@pytest.mark.parametrize("name", PYTHON)
def test_floats_that_python_sees(name):
    loss = PYTHON[name]
    check_losses(compile_sum(make_model(), loss), loss, [(w,) for w in (0.5, 1.5, -0.25, 2.25, 0.5, 0.0, 1.0)])


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float64])
def test_floats_do_not_widen_a_loss(dtype):
    model = nn.Linear(4, 3).to(dtype)
    step = fused.torch.compile_step(model, sgd(model), lambda model, x, w: model(x).mean() * w)
    x = make_inputs(dtype)
    assert [step(x, w).dtype for w in (1.0, 2.0, 3.0)] == [dtype] * 3


def test_settings_of_modules():
    class Scaled(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer, self.drop, self.factor, self.offset = nn.Linear(4, 3), nn.Dropout(0.0), 1.0, torch.tensor(1.0)

        def forward(self, x):
            return self.layer(x) * 0 + self.drop(torch.ones(3)) * self.factor + self.offset

    model, x = Scaled(), make_inputs()
    step = fused.torch.compile_step(model, sgd(model), lambda model, x: model(x).mean())
    assert [step(x).item() for _ in range(2)] == [2.0, 2.0]
    model.factor = 5.0
    assert step(x).item() == 6.0
    model.offset = torch.tensor(2.0)
    assert step(x).item() == 7.0
    model.drop.p = 1.0
    assert step(x).item() == 2.0
    known = len(step._functions), step._compilations
    model.factor = float("5.0")
    assert step(x).item() == 2.0 and known == (len(step._functions), step._compilations)


def test_autocast():
    model, x = make_model(), make_inputs()
    step = fused.torch.compile_step(model, sgd(model), lambda model, x: model(x).sum())
    for enabled in (False, True, False, True):
        with torch.autocast("cpu", torch.bfloat16) if enabled else contextlib.nullcontext():
            assert step(x).dtype == (torch.bfloat16 if enabled else torch.float32)


@pytest.mark.parametrize("scale", [1.0, 1e25])
def test_norms_of_f64(scale):
    model, x = make_model().double(), make_inputs(torch.float64)
    reference = copy.deepcopy(model)
    loss = lambda model, x: model(x).square().mean() * scale  # noqa: E731
    step = fused.torch.compile_step(model, sgd(model), loss, clip_norm=0.5)
    for _ in range(4):
        step(x)
    train(reference, sgd(reference), x, clip_norm=0.5, loss=loss)
    check_parameters(model, reference, rtol=1e-12, atol=1e-12)


def test_checkpoints():
    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = make_model()

        def forward(self, x):
            return torch.utils.checkpoint.checkpoint(self.inner, x, use_reentrant=False)

    model, x = Block(), make_inputs()
    reference = copy.deepcopy(model)
    step = fused.torch.compile_step(model, sgd(model), lambda m, x: m(x).square().mean())
    assert fallback_warnings(lambda: [step(x) for _ in range(4)]) == []
    train(reference, sgd(reference), x)
    check_parameters(model, reference)


@pytest.mark.parametrize("norm", [-1.0, "a", float("nan")])
def test_norms_that_are_none(norm):
    model = make_model()
    with pytest.raises(ValueError, match="clip_norm must be"):
        fused.torch.compile_step(model, sgd(model), lambda model, x: model(x).sum(), clip_norm=norm)
