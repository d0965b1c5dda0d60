# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains small models by compile_step and by PyTorch, and compares them."""

import copy

import fused.torch
import torch
from torch import nn
from torch_compare import fallback_warnings


def loss_of(model, x):
    return model(x).square().mean()


def make_model():
    return nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2))


def make_inputs(dtype=torch.float32):
    return torch.randn(8, 4, dtype=dtype)


class Chain(nn.Module):
    """Layers of one size, so that nothing but numbers shows which state belongs to which."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4, bias=False) for _ in range(3))

    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return x


def run(step, *batch, times=4):
    """Executes steps, and returns the reasons why PyTorch computes something."""

    def execute():
        for _ in range(times):
            step(*batch)

    return [message.split(": ")[-1] for message in fallback_warnings(execute)]


def train(model, optimizer, *batch, times=4, clip_norm=None, loss=loss_of):
    for _ in range(times):
        optimizer.zero_grad()
        loss(model, *batch).backward()
        if clip_norm is not None:
            parameters = [p for group in optimizer.param_groups for p in group["params"]]
            nn.utils.clip_grad_norm_(parameters, clip_norm)
        optimizer.step()


def check_parameters(model, reference, **tolerances):
    tolerances = tolerances or {"rtol": 1e-4, "atol": 1e-5}
    for own, other in zip(model.parameters(), reference.parameters(), strict=True):
        torch.testing.assert_close(own, other, **tolerances)


class Pair:
    """A model that compiled steps train, and a copy that PyTorch trains."""

    def __init__(self, model, make_optimizer, loss=loss_of, clip_norm=None):
        """`make_optimizer` is a function of parameters."""
        self.models = model, copy.deepcopy(model)
        self.optimizers = tuple(make_optimizer(model.parameters()) for model in self.models)
        self.options = {"loss": loss, "clip_norm": clip_norm}
        self.step = fused.torch.compile_step(model, self.optimizers[0], **self.options)

    def advance(self, *batch, times=4):
        """Trains both for some steps. Returns the reasons why PyTorch computes something of the compiled steps."""
        reasons = run(self.step, *batch, times=times)
        train(self.models[1], self.optimizers[1], *batch, times=times, **self.options)
        return reasons

    def train(self, *batch, times=4):
        """The same; and compares their parameters."""
        reasons = self.advance(*batch, times=times)
        check_parameters(*self.models)
        return reasons

    def check_state(self):
        own, other = (optimizer.state_dict()["state"] for optimizer in self.optimizers)
        assert own.keys() == other.keys()
        for number in own:
            torch.testing.assert_close(own[number], other[number], rtol=1e-4, atol=1e-5)
