# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What compile_step does when a step is not the usual one: the same as PyTorch, if need be by PyTorch."""

import copy

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

import fused.torch
from fused.torch import _partition, _step
from torch import nn
from torch_training import Pair, check_parameters, loss_of, make_inputs, make_model, run, train

pytestmark = pytest.mark.usefixtures("fresh_torch")


@pytest.mark.parametrize("make_optimizer", [lambda p: torch.optim.SGD(p, 0.1), lambda p: torch.optim.AdamW(p, 0.1)])
def test_frozen_parameters(make_optimizer):
    model, x = make_model(), make_inputs()
    model[0].weight.requires_grad_(False)
    pair = Pair(model, make_optimizer)
    assert pair.train(x) == []
    for module in pair.models:
        module[0].weight.requires_grad_(True)
        module[2].bias.requires_grad_(False)
    pair.train(x)


def test_parameters_that_are_not_the_models():
    model, x = make_model(), make_inputs()
    reference, scales = copy.deepcopy(model), [nn.Parameter(torch.tensor(1.0)) for _ in range(2)]

    def train_both(optimizer, other, losses):
        reasons = run(fused.torch.compile_step(model, optimizer, losses[0]), x)
        train(reference, other, x, loss=losses[1])
        check_parameters(model, reference)
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
        model, x = make_model(), make_inputs()
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
        check_parameters(model, reference)
        assert calls[0] == calls[1]


def test_hook_on_a_compiled_step():
    model, x = make_model(), make_inputs()
    optimizer, calls = torch.optim.SGD(model.parameters(), 0.1), []
    step = fused.torch.compile_step(model, optimizer, loss_of)
    assert run(step, x) == []
    optimizer.register_step_post_hook(lambda *arguments: calls.append(1))
    run(step, x)
    assert len(calls) == 4


def test_clipped_gradients_are_the_optimizers():
    def optimize_last_layer(parameters):
        return torch.optim.SGD(list(parameters)[2:], 0.1, momentum=0.9)

    Pair(make_model(), optimize_last_layer, clip_norm=0.01).train(make_inputs())


def test_parameters_are_replaced():
    pair, x = Pair(make_model(), lambda p: torch.optim.SGD(p, 0.1)), make_inputs()
    pair.train(x)
    layer = nn.Linear(3, 2)
    for model, optimizer in zip(pair.models, pair.optimizers):
        model[2] = copy.deepcopy(layer)
        optimizer.param_groups[0]["params"] = list(model.parameters())
    assert pair.train(x) == []


def test_endless_replacement():
    model, x = make_model(), make_inputs()
    step = fused.torch.compile_step(model, torch.optim.SGD(model.parameters(), 0.1), loss_of)
    reasons = []
    for _ in range(_step.MAX_COMPILATIONS + 3):
        model.register_buffer("unused", torch.zeros(1))
        reasons += run(step, x, times=1)
    assert reasons == ["its parameters, buffers, state, settings or numbers change again and again"]


def test_few_steps_are_kept(monkeypatch):
    monkeypatch.setattr(_step, "MAX_SPECIALISATIONS", 3)
    model, x = make_model(), make_inputs()
    step = fused.torch.compile_step(model, torch.optim.SGD(model.parameters(), 0.1), loss_of)
    for size in (1, 2, 3, 1, 4, 5):
        step(x[:size])
    assert [bool(step.compiled(x[:size])) for size in (1, 2, 3, 4, 5)] == [True, False, False, True, True]


def test_arguments_of_the_wrong_kind():
    model = make_model()
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for arguments, message in [
        ((3, optimizer, loss_of), "model must be a torch.nn.Module, not int"),
        ((model, model, loss_of), "optimizer must be a torch.optim.Optimizer, not Sequential"),
        ((model, optimizer, 5), "loss must be a function, not int"),
    ]:
        with pytest.raises(TypeError, match=message):
            fused.torch.compile_step(*arguments)


@pytest.mark.parametrize("kind", [nn.LSTM, nn.GRU, nn.RNN])
def test_recurrent_layers(kind):
    model = kind(12, 8, num_layers=2, bidirectional=True)
    reference, x = copy.deepcopy(model), torch.randn(5, 4, 12)
    optimizers = [torch.optim.SGD(m.parameters(), 0.1) for m in (model, reference)]
    losses = [lambda model, x: model(x)[0].square().mean()] * 2
    assert run(fused.torch.compile_step(model, optimizers[0], losses[0]), x) == []
    train(reference, optimizers[1], x, loss=losses[1])
    check_parameters(model, reference)


@pytest.mark.parametrize("loss, what", [(lambda m, x: (m(x).sum(),), "is a tuple"), (lambda m, x: m(x), "has the shape")])
def test_losses_that_are_none(loss, what):
    model = make_model()
    step = fused.torch.compile_step(model, torch.optim.SGD(model.parameters(), 0.1), loss)
    with pytest.raises(TypeError, match=f"a tensor of one element, but this {what}"):
        for _ in range(3):
            step(make_inputs())
