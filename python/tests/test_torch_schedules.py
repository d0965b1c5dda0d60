# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Settings of optimizers change from step to step."""

import math

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

import fused.torch
from fused.torch import _compiler, _step, _trace
from torch_training import Chain, Pair, check_parameters, loss_of, make_inputs, make_model, run, train

pytestmark = pytest.mark.usefixtures("fresh_torch")


SCHEDULED = {
    "momentum": lambda p: torch.optim.SGD(p, 0.1, momentum=0.9, nesterov=True, weight_decay=0.01),
    "adam": lambda p: torch.optim.Adam(p, 0.01, amsgrad=True),
    "adamw": lambda p: torch.optim.AdamW(p, 0.01),
    "groups": lambda p: torch.optim.AdamW([{"params": q} for q in p], 0.01),
    "nadam": lambda p: torch.optim.NAdam(p, 0.01),
    "radam": lambda p: torch.optim.RAdam(p, 0.01),
    "adamax": lambda p: torch.optim.Adamax(p, 0.01),
    "rmsprop": lambda p: torch.optim.RMSprop(p, 0.01, momentum=0.9),
}


def train_both(make_optimizer, schedule, dtype=torch.float32):
    """Trains a model by a compiled step, and another by PyTorch. `schedule` changes settings of an optimizer."""
    pair, x = Pair(Chain().to(dtype), make_optimizer), make_inputs(dtype)
    schedules = [schedule(optimizer) for optimizer in pair.optimizers]
    for _ in range(12):
        pair.advance(x, times=1)
        for one in schedules:
            one.step()
    tolerances = {"rtol": 1e-4, "atol": 2e-5} if dtype == torch.float32 else {"rtol": 2e-2, "atol": 2e-3}
    check_parameters(*pair.models, **tolerances)
    assert pair.step.compiled(x) is not None


def one_cycle(optimizer):
    return torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.01, total_steps=20)


@pytest.fixture
def compilations(monkeypatch):
    """The arguments of the graphs that a test compiles."""
    found = []

    def compile_graph(module, arguments, *rest):
        found.append(arguments)
        return _compiler.compile_graph(module, arguments, *rest)

    monkeypatch.setattr(_trace, "compile_graph", compile_graph)
    return found


@pytest.mark.parametrize("name", SCHEDULED)
def test_momentum_is_scheduled(name, compilations):
    train_both(SCHEDULED[name], one_cycle)
    # Without and with momentum as an argument.
    assert len(compilations) == 2


def test_momentum_is_scheduled_in_16_bits(compilations):
    train_both(lambda p: torch.optim.AdamW(p, 0.01, eps=1e-4), one_cycle, dtype=torch.bfloat16)
    assert len(compilations) == 2


class Changing:
    """Changes a setting in every step."""

    def __init__(self, optimizer, name, numbers):
        self._group, self._name, self._numbers = optimizer.param_groups[0], name, iter(numbers)

    def step(self):
        self._group[self._name] = next(self._numbers)


def test_weight_decay_is_scheduled(compilations):
    decays = [0.0, 0.3, 0.2, 0.1, 0.0, 0.0, 0.4, 0.5, 0.0, 0.1, 0.2, 0.3]
    train_both(lambda p: torch.optim.AdamW(p, 0.01, weight_decay=0.1), lambda o: Changing(o, "weight_decay", decays))
    # With a constant, and with an argument that is zero or not.
    assert len(compilations) == 3


class Halving(torch.optim.Optimizer):
    """Needs a setting as a number."""

    def __init__(self, parameters, power=1.0):
        super().__init__(parameters, {"lr": 0.1, "power": power})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                p.sub_(group["lr"] * 2.0 ** -math.floor(group["power"]) * p.grad)
                self.state[p].setdefault("m", torch.zeros_like(p)).add_(p.grad)


def test_settings_that_are_no_tensors(compilations):
    powers = [3.0, 1.0] * 6
    train_both(Halving, lambda o: Changing(o, "power", powers))
    # That of the first step was given up for one with an argument.
    assert len(compilations) == 3


def test_settings_that_are_no_tensors_change_endlessly(compilations):
    model, x = make_model(), make_inputs()
    optimizer = Halving(model.parameters())
    step = fused.torch.compile_step(model, optimizer, loss_of)
    reasons = []
    for number in range(_step.MAX_COMPILATIONS + 4):
        reasons += run(step, x, times=1)
        optimizer.param_groups[0]["power"] = float(number)
    assert reasons == ["its parameters, buffers, state, settings or numbers change again and again"]
    assert len(compilations) <= _step.MAX_COMPILATIONS + 2


def train_with_numbers(loss, numbers, *tensors, dtype=torch.float32):
    """Trains a model whose loss takes another number in each step, and returns the reasons for which PyTorch does it."""
    model, reference = (Chain().to(dtype) for _ in range(2))
    reference.load_state_dict(model.state_dict())
    optimizer, other = (torch.optim.SGD(one.parameters(), 0.05) for one in (model, reference))
    step, x, reasons = fused.torch.compile_step(model, optimizer, loss), make_inputs(dtype), []
    for number in numbers:
        reasons += run(step, x, *tensors, number, times=1)
        train(reference, other, x, *tensors, number, times=1, loss=loss)
    tolerances = {"rtol": 1e-4, "atol": 2e-5} if dtype == torch.float32 else {"rtol": 2e-2, "atol": 2e-3}
    check_parameters(model, reference, **tolerances)
    return reasons


def annealed(model, x, weight):
    y = model(x)
    return y.square().mean() + weight * y.abs().mean() - torch.add(x, y, alpha=weight).mean()


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_numbers_in_the_batch(dtype, compilations):
    assert not train_with_numbers(annealed, [0.1 * number for number in range(1, 9)], dtype=dtype)
    assert len(compilations) == 2


def test_numbers_in_the_batch_are_compared(compilations):
    def loss(model, x, weight):
        value = annealed(model, x, 0.5)
        return value + weight * model(x).abs().mean() if weight > 0 else value

    assert not train_with_numbers(loss, [0.1, 0.2, 0.0, 0.3, 0.0, 0.4])
    # With a constant, and with an argument that is zero or not.
    assert len(compilations) == 3


@pytest.mark.parametrize(
    "loss",
    [
        lambda model, x, count, weight: annealed(model, x, math.sqrt(weight)),
        lambda model, x, count, weight: (model(x).sum(1) * (count * weight)).mean(),
    ],
)
def test_numbers_that_are_no_tensors(loss, compilations):
    count = torch.arange(8)
    assert not train_with_numbers(loss, [0.1, 0.2, 0.3, 0.2], count)
    # Those of one number for each.
    assert len(compilations) == 3


def test_numbers_that_are_no_tensors_change_endlessly(compilations):
    numbers = [1.0 / (number + 1) for number in range(_step.MAX_COMPILATIONS + 4)]
    reasons = train_with_numbers(lambda model, x, weight: annealed(model, x, math.sqrt(weight)), numbers)
    assert reasons == ["its parameters, buffers, state, settings or numbers change again and again"]
    assert len(compilations) <= _step.MAX_COMPILATIONS + 2


def test_numbers_and_tensors_in_one_place(compilations):
    """A batch may have a tensor where another one has a number that varies, or nothing."""

    def loss(model, x, weight=1.0):
        if isinstance(weight, torch.Tensor):
            weight = weight.to(torch.float32).mean()
        return (model(x).abs() * weight).mean()

    model, reference = Chain(), Chain()
    reference.load_state_dict(model.state_dict())
    optimizer, other = (torch.optim.SGD(one.parameters(), 0.05) for one in (model, reference))
    step, x = fused.torch.compile_step(model, optimizer, loss), make_inputs()
    for rest in [(0.1,), (0.2,), (torch.arange(3),), (), (0.3,)]:
        assert not run(step, x, *rest, times=1)
        train(reference, other, x, *rest, times=1, loss=loss)
    check_parameters(model, reference)
    assert len(compilations) == 4
