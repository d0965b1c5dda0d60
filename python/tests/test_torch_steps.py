# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What compile_step does when a step is not the usual one: the same as PyTorch, if need be by PyTorch."""

import copy
import math
import warnings

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

import fused.torch
from fused.torch import _compiler, _partition
from torch import nn


class Counting(torch.optim.Optimizer):
    """Keeps numbers of Python that a step needs, and changes."""

    def __init__(self, parameters, place):
        super().__init__(parameters, {"lr": 0.1, "count": 0})
        self.place = place
        self.count = 0

    @torch.no_grad()
    def step(self, closure=None):
        self.count += self.place == "optimizer"
        for group in self.param_groups:
            group["count"] += self.place == "group"
            for p in group["params"]:
                state = self.state[p]
                state["count"] = state.get("count", 0) + (self.place == "state")
                state.setdefault("m", torch.zeros_like(p)).mul_(0.9).add_(p.grad)
                count = self.count + group["count"] + state["count"] + (self.place == "none")
                p.sub_(group["lr"] * state["m"] / count)


class Replacing(torch.optim.Optimizer):
    """Gives its state new tensors."""

    def __init__(self, parameters):
        super().__init__(parameters, {"lr": 0.1})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["m"] = self.state[p].get("m", torch.zeros_like(p)) * 0.9 + p.grad
                p.sub_(group["lr"] * self.state[p]["m"])


@pytest.fixture(autouse=True)
def fresh():
    torch.manual_seed(0)
    _partition._warned.clear()


def loss_of(model, x):
    return model(x).square().mean()


def make():
    return nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2)), torch.randn(8, 4)


def train(model, optimizer, x, steps=4, clip_norm=None, loss=loss_of):
    for _ in range(steps):
        optimizer.zero_grad()
        loss(model, x).backward()
        if clip_norm is not None:
            parameters = [p for group in optimizer.param_groups for p in group["params"]]
            nn.utils.clip_grad_norm_(parameters, clip_norm)
        optimizer.step()


def run(step, x, steps=4):
    """Executes steps, and returns the reasons why PyTorch computes something."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(steps):
            step(x)
    return [str(w.message).split(": ")[-1] for w in caught if issubclass(w.category, fused.torch.FallbackWarning)]


def check_equal(model, reference):
    for own, other in zip(model.parameters(), reference.parameters(), strict=True):
        torch.testing.assert_close(own, other, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("make_optimizer", [lambda p: torch.optim.SGD(p, 0.1), lambda p: torch.optim.AdamW(p, 0.1)])
def test_frozen_parameters(make_optimizer):
    model, x = make()
    model[0].weight.requires_grad_(False)
    reference = copy.deepcopy(model)
    optimizer, other = make_optimizer(model.parameters()), make_optimizer(reference.parameters())
    step = fused.torch.compile_step(model, optimizer, loss_of)
    assert run(step, x) == []
    train(reference, other, x)
    check_equal(model, reference)
    for module in (model, reference):
        module[0].weight.requires_grad_(True)
        module[2].bias.requires_grad_(False)
    run(step, x)
    train(reference, other, x)
    check_equal(model, reference)


@pytest.mark.parametrize("place", ["none", "state", "group", "optimizer"])
def test_numbers_of_an_optimizer(place):
    model, x = make()
    reference = copy.deepcopy(model)
    optimizer, other = Counting(model.parameters(), place), Counting(reference.parameters(), place)
    reasons = run(fused.torch.compile_step(model, optimizer, loss_of), x)
    assert bool(reasons) == (place != "none")
    train(reference, other, x)
    check_equal(model, reference)
    assert optimizer.count == other.count
    assert [s["count"] for s in optimizer.state.values()] == [s["count"] for s in other.state.values()]


def test_new_tensors_in_the_state():
    model, x = make()
    reference = copy.deepcopy(model)
    optimizer, other = Replacing(model.parameters()), Replacing(reference.parameters())
    assert run(fused.torch.compile_step(model, optimizer, loss_of), x) != []
    train(reference, other, x)
    check_equal(model, reference)


def test_parameters_that_are_not_the_models():
    model, x = make()
    reference, scales = copy.deepcopy(model), [nn.Parameter(torch.tensor(1.0)) for _ in range(2)]

    def train_both(optimizer, other, losses):
        reasons = run(fused.torch.compile_step(model, optimizer, losses[0]), x)
        train(reference, other, x, loss=losses[1])
        check_equal(model, reference)
        return reasons

    optimizers = [torch.optim.SGD([*m.parameters(), s], 0.1) for m, s in zip((model, reference), scales)]
    losses = [lambda model, x, s=s: (model(x) * s.exp()).square().mean() for s in scales]
    assert train_both(*optimizers, losses) == ["the optimizer has parameters that are not the model's"]
    assert torch.equal(*scales) and scales[0] != 1
    _partition._warned.clear()
    # The optimizer does not have it, but it has a gradient.
    optimizers = [torch.optim.SGD(m.parameters(), 0.1) for m in (model, reference)]
    assert train_both(*optimizers, losses) == ["the loss uses a parameter that is not the model's"]
    _partition._warned.clear()
    captured = [list(m.parameters()) for m in (model, reference)]
    losses = [lambda model, x, c=c: model(x).mean() + sum(p.square().sum() for p in c) for c in captured]
    assert "without the model that it is given" in train_both(*optimizers, losses)[0]


def test_hooks():
    for kind in ("tensor", "gradient", "pre", "post"):
        _partition._warned.clear()
        model, x = make()
        reference, calls = copy.deepcopy(model), [0, 0]
        for number, module in enumerate((model, reference)):
            optimizer = torch.optim.SGD(module.parameters(), 0.1)

            def count(*arguments, calls=calls, number=number):
                calls[number] += 1

            if kind == "tensor":
                module[0].weight.register_hook(lambda gradient: gradient * 0.5)
            elif kind == "gradient":
                module[0].weight.register_post_accumulate_grad_hook(count)
            elif kind == "pre":
                optimizer.register_step_pre_hook(count)
            else:
                optimizer.register_step_post_hook(count)
            if number == 0:
                assert run(fused.torch.compile_step(module, optimizer, loss_of), x) != []
            else:
                train(module, optimizer, x)
        check_equal(model, reference)
        assert calls[0] == calls[1]


def test_hook_on_a_compiled_step():
    model, x = make()
    optimizer, calls = torch.optim.SGD(model.parameters(), 0.1), []
    step = fused.torch.compile_step(model, optimizer, loss_of)
    assert run(step, x) == []
    optimizer.register_step_post_hook(lambda *arguments: calls.append(1))
    run(step, x)
    assert len(calls) == 4


def test_state_is_loaded():
    model, x = make()
    reference = copy.deepcopy(model)
    optimizer = torch.optim.AdamW(model.parameters(), 0.1)
    other = torch.optim.AdamW(reference.parameters(), 0.1)
    step = fused.torch.compile_step(model, optimizer, loss_of)
    run(step, x, 3)
    train(reference, other, x, 3)
    saved = copy.deepcopy(optimizer.state_dict()), copy.deepcopy(other.state_dict())
    run(step, x, 3)
    train(reference, other, x, 3)
    optimizer.load_state_dict(saved[0])
    other.load_state_dict(saved[1])
    assert run(step, x, 3) == []
    train(reference, other, x, 3)
    check_equal(model, reference)
    # Without state, the optimizer begins again.
    for one in (optimizer, other):
        one.state.clear()
    run(step, x, 3)
    train(reference, other, x, 3)
    check_equal(model, reference)


def test_clipped_gradients_are_the_optimizers():
    model, x = make()
    reference = copy.deepcopy(model)
    optimizer, other = (torch.optim.SGD(m[2].parameters(), 0.1, momentum=0.9) for m in (model, reference))
    run(fused.torch.compile_step(model, optimizer, loss_of, clip_norm=0.01), x)
    train(reference, other, x, clip_norm=0.01)
    check_equal(model, reference)


def test_parameters_are_replaced():
    model, x = make()
    reference = copy.deepcopy(model)
    optimizers = [torch.optim.SGD(m.parameters(), 0.1) for m in (model, reference)]
    step = fused.torch.compile_step(model, optimizers[0], loss_of)
    run(step, x)
    train(reference, optimizers[1], x)
    layer = nn.Linear(3, 2)
    for module, optimizer in zip((model, reference), optimizers):
        module[2] = copy.deepcopy(layer)
        optimizer.param_groups[0]["params"] = list(module.parameters())
    assert run(step, x) == []
    train(reference, optimizers[1], x)
    check_equal(model, reference)


def test_endless_replacement():
    model, x = make()
    step = fused.torch.compile_step(model, torch.optim.SGD(model.parameters(), 0.1), loss_of)
    reasons = []
    for _ in range(fused.torch._step.MAX_COMPILATIONS + 3):
        model.register_buffer("unused", torch.zeros(1))
        reasons += run(step, x, 1)
    assert reasons == ["its parameters, buffers, state or settings change again and again"]


class Chain(nn.Module):
    """Layers of one size, so that nothing but numbers shows which state belongs to which."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4, bias=False) for _ in range(3))

    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return x


STATEFUL = {
    "momentum": lambda p: torch.optim.SGD(p, 0.1, momentum=0.9),
    "adam": lambda p: torch.optim.Adam(p, 0.05),
    "adamw": lambda p: torch.optim.AdamW(p, 0.05, amsgrad=True),
    "groups": lambda p: torch.optim.AdamW([{"params": q, "lr": 0.02 * (1 + n)} for n, q in enumerate(p)]),
}


def check_state_equal(optimizer, other):
    own, theirs = optimizer.state_dict()["state"], other.state_dict()["state"]
    assert own.keys() == theirs.keys()
    for number in own:
        torch.testing.assert_close(own[number], theirs[number], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("frozen", range(3))
@pytest.mark.parametrize("name", STATEFUL)
def test_parameters_are_frozen_and_released(name, frozen):
    model, x = Chain(), torch.randn(8, 4)
    reference = copy.deepcopy(model)
    optimizer, other = STATEFUL[name](model.parameters()), STATEFUL[name](reference.parameters())
    step = fused.torch.compile_step(model, optimizer, loss_of)
    for trained in (True, False, True):
        for module in (model, reference):
            module.layers[frozen].weight.requires_grad_(trained)
        assert run(step, x) == []
        assert step.compiled(x) is not None
        train(reference, other, x)
        check_equal(model, reference)
        check_state_equal(optimizer, other)


@pytest.mark.parametrize("name", STATEFUL)
def test_state_of_released_parameters_is_made(name):
    model, x = Chain(), torch.randn(8, 4)
    model.layers[0].weight.requires_grad_(False)
    reference = copy.deepcopy(model)
    optimizer, other = STATEFUL[name](model.parameters()), STATEFUL[name](reference.parameters())
    step = fused.torch.compile_step(model, optimizer, loss_of)
    for trained in (False, True):
        for module in (model, reference):
            module.layers[0].weight.requires_grad_(trained)
        assert run(step, x) == []
        assert step.compiled(x) is not None
        train(reference, other, x)
        check_equal(model, reference)
        check_state_equal(optimizer, other)


class Heads(nn.Module):
    """Two heads, of which a batch may use one."""

    def __init__(self):
        super().__init__()
        self.body, self.first, self.second = (nn.Linear(4, 4, bias=False) for _ in range(3))

    def forward(self, x, heads):
        hidden = torch.tanh(self.body(x))
        return sum(head(hidden) for head, used in zip((self.first, self.second), heads) if used)


@pytest.mark.parametrize(
    "make_optimizer",
    [
        *STATEFUL.values(),
        lambda p: torch.optim.Adamax(p, 0.05),
        lambda p: torch.optim.NAdam(p, 0.05),
        lambda p: torch.optim.SGD(p, 0.1, weight_decay=0.1),
    ],
)
def test_parameters_without_gradient(make_optimizer):
    def loss(model, x, *heads):
        return model(x, heads).square().mean()

    model, x = Heads(), torch.randn(8, 4)
    reference = copy.deepcopy(model)
    optimizer, other = make_optimizer(model.parameters()), make_optimizer(reference.parameters())
    step = fused.torch.compile_step(model, optimizer, loss)
    both, first, second = (1, 1), (1, 0), (0, 1)
    for heads in [first, first, both, both, first, first, second, both, both, second, first, both]:
        assert run(lambda x, heads=heads: step(x, *heads), x, 1) == []
        train(reference, other, x, 1, loss=lambda model, x, heads=heads: loss(model, x, *heads))
        check_equal(model, reference)
        check_state_equal(optimizer, other)
    assert all(step.compiled(x, *heads) for heads in (both, first, second))


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


def train_both(make_optimizer, schedule, steps=12, dtype=torch.float32):
    """Trains a model by a compiled step, and another by PyTorch. Returns the step."""
    model, x = Chain().to(dtype), torch.randn(8, 4, dtype=dtype)
    reference = copy.deepcopy(model)
    optimizer, other = make_optimizer(model.parameters()), make_optimizer(reference.parameters())
    step = fused.torch.compile_step(model, optimizer, loss_of)
    schedules = schedule(optimizer), schedule(other)
    for _ in range(steps):
        run(step, x, 1)
        train(reference, other, x, 1)
        for one in schedules:
            one.step()
    tolerance = {"rtol": 1e-4, "atol": 2e-5} if dtype == torch.float32 else {"rtol": 2e-2, "atol": 2e-3}
    for own, theirs in zip(model.parameters(), reference.parameters(), strict=True):
        torch.testing.assert_close(own, theirs, **tolerance)
    assert step.compiled(x) is not None
    return step


def one_cycle(optimizer):
    return torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.1, total_steps=20)


@pytest.fixture
def compilations(monkeypatch):
    """The arguments of the graphs that a test compiles."""
    found = []

    def compile_graph(module, arguments, *rest):
        found.append(arguments)
        return _compiler.compile_graph(module, arguments, *rest)

    monkeypatch.setattr(fused.torch._step, "compile_graph", compile_graph)
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
    model, x = make()
    optimizer = Halving(model.parameters())
    step = fused.torch.compile_step(model, optimizer, loss_of)
    reasons = []
    for number in range(fused.torch._step.MAX_COMPILATIONS + 4):
        reasons += run(step, x, 1)
        optimizer.param_groups[0]["power"] = float(number)
    assert reasons == ["its parameters, buffers, state or settings change again and again"]
    assert len(compilations) <= fused.torch._step.MAX_COMPILATIONS + 2


def test_few_steps_are_kept(monkeypatch):
    monkeypatch.setattr(fused.torch._step, "MAX_SPECIALISATIONS", 3)
    model, x = make()
    step = fused.torch.compile_step(model, torch.optim.SGD(model.parameters(), 0.1), loss_of)
    for size in (1, 2, 3, 1, 4, 5):
        step(x[:size])
    assert [bool(step.compiled(x[:size])) for size in (1, 2, 3, 4, 5)] == [True, False, False, True, True]


def test_arguments_of_the_wrong_kind():
    model, _ = make()
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for arguments, message in [
        ((3, optimizer, loss_of), "model must be a torch.nn.Module, not int"),
        ((model, model, loss_of), "optimizer must be a torch.optim.Optimizer, not Sequential"),
        ((model, optimizer, 5), "loss must be a function, not int"),
    ]:
        with pytest.raises(TypeError, match=message):
            fused.torch.compile_step(*arguments)
