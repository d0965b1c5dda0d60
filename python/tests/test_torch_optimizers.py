# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Optimizers have the state that they have with PyTorch, whatever their parameters and their state become."""

import copy

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

from torch import nn
from torch_training import Chain, Pair, make_inputs, make_model

pytestmark = pytest.mark.usefixtures("fresh_torch")


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


@pytest.mark.parametrize("place", ["none", "state", "group", "optimizer"])
def test_numbers_of_an_optimizer(place):
    pair = Pair(make_model(), lambda p: Counting(p, place))
    assert bool(pair.train(make_inputs())) == (place != "none")
    optimizer, other = pair.optimizers
    assert optimizer.count == other.count
    assert [s["count"] for s in optimizer.state.values()] == [s["count"] for s in other.state.values()]


def test_new_tensors_in_the_state():
    assert Pair(make_model(), Replacing).train(make_inputs()) != []


def test_state_is_loaded():
    pair, x = Pair(make_model(), lambda p: torch.optim.AdamW(p, 0.1)), make_inputs()
    pair.train(x, times=3)
    saved = [copy.deepcopy(optimizer.state_dict()) for optimizer in pair.optimizers]
    pair.train(x, times=3)
    for optimizer, state in zip(pair.optimizers, saved):
        optimizer.load_state_dict(state)
    assert pair.train(x, times=3) == []
    # Without state, the optimizer begins again.
    for optimizer in pair.optimizers:
        optimizer.state.clear()
    pair.train(x, times=3)


STATEFUL = {
    "momentum": lambda p: torch.optim.SGD(p, 0.1, momentum=0.9),
    "adam": lambda p: torch.optim.Adam(p, 0.05),
    "adamw": lambda p: torch.optim.AdamW(p, 0.05, amsgrad=True),
    "groups": lambda p: torch.optim.AdamW([{"params": q, "lr": 0.02 * (1 + n)} for n, q in enumerate(p)]),
}


def check_training_of_a_layer(pair, layer, phases):
    """Trains models of which one layer is frozen in some phases."""
    x = make_inputs()
    for trained in phases:
        for model in pair.models:
            model.layers[layer].weight.requires_grad_(trained)
        assert pair.train(x) == []
        assert pair.step.compiled(x) is not None
        pair.check_state()


@pytest.mark.parametrize("frozen", range(3))
@pytest.mark.parametrize("name", STATEFUL)
def test_parameters_are_frozen_and_released(name, frozen):
    check_training_of_a_layer(Pair(Chain(), STATEFUL[name]), frozen, (True, False, True))


@pytest.mark.parametrize("name", STATEFUL)
def test_state_of_released_parameters_is_made(name):
    model = Chain()
    model.layers[0].weight.requires_grad_(False)
    check_training_of_a_layer(Pair(model, STATEFUL[name]), 0, (False, True))


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

    pair, x = Pair(Heads(), make_optimizer, loss), make_inputs()
    both, first, second = (1, 1), (1, 0), (0, 1)
    for heads in [first, first, both, both, first, first, second, both, both, second, first, both]:
        assert pair.train(x, *heads, times=1) == []
        pair.check_state()
    assert all(pair.step.compiled(x, *heads) for heads in (both, first, second))
