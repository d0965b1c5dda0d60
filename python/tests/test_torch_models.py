# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of PyTorch learn by compiled programs as they do by PyTorch alone."""

import copy
import os

import pytest

# PyTorch and compiled programs have a pool of threads each; waiting threads of one must leave the processor.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

import fused.torch
from torch.nn import functional
from torch_compare import fallbacks
from torch_models import MODELS, WrittenGelu, mlp, stop_dropping, vectors

pytestmark = pytest.mark.usefixtures("fresh_torch")

STEPS = 100

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"

#: The largest relative difference of a loss in f32. The rounding of sums differs, and training amplifies it.
TOLERANCE = 1e-4


def make(name):
    build, batch, refused = MODELS[name]
    if name in ("bert", "gpt2"):
        pytest.importorskip("transformers")
    if DEVICE == "cuda" and name == "masked":
        pytest.skip("its mask is made on the CPU")
    torch.manual_seed(0)
    model = build().to(DEVICE)
    if DEVICE == "cuda":
        stop_dropping(model)
    return model, on_device(batch), refused


def on_device(batch):
    return lambda seed: tuple(tensor.to(DEVICE) for tensor in batch(seed))


def train(model, optimizer, batch, steps=STEPS, clip_norm=None):
    torch.manual_seed(1)
    losses = []
    for step in range(steps):
        inputs, targets = batch(step % 4)
        optimizer.zero_grad()
        loss = functional.cross_entropy(model(inputs), targets)
        loss.backward()
        if clip_norm is not None:
            torch.nn.utils.clip_grad_norm_(model.parameters(), clip_norm)
        optimizer.step()
        losses.append(loss.item())
    return torch.tensor(losses)


@pytest.mark.parametrize("name", MODELS)
def test_learns_as_pytorch_does(name):
    model, batch, refused = make(name)
    reference = copy.deepcopy(model)
    optimizer, other = (torch.optim.SGD(m.parameters(), 0.05) for m in (model, reference))
    expected = train(reference, other, batch)
    compiled, losses = torch.compile(model, backend=fused.torch.fused), []
    found = fallbacks(lambda: losses.append(train(compiled, optimizer, batch)))
    assert expected[-4:].mean() < expected[:4].mean()
    torch.testing.assert_close(losses[0], expected, rtol=TOLERANCE, atol=0)
    assert set(found) == refused
    for mine, other in zip(model.buffers(), reference.buffers()):
        torch.testing.assert_close(mine, other, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize(
    "make_optimizer",
    [
        lambda p: torch.optim.SGD(p, 0.05),
        lambda p: torch.optim.SGD(p, 0.05, momentum=0.9, weight_decay=1e-3, nesterov=True),
        lambda p: torch.optim.AdamW(p, 1e-3),
        lambda p: torch.optim.RMSprop(p, 1e-3),
        lambda p: torch.optim.Adagrad(p, 1e-2),
        lambda p: torch.optim.NAdam(p, 1e-3),
    ],
)
def test_whole_steps(make_optimizer):
    model, batch = mlp().to(DEVICE), on_device(vectors)
    reference = copy.deepcopy(model)
    optimizer, other = make_optimizer(model.parameters()), make_optimizer(reference.parameters())
    schedules = [torch.optim.lr_scheduler.ExponentialLR(o, 0.95) for o in (optimizer, other)]
    step = fused.torch.compile_step(model, optimizer, lambda model, x, y: functional.cross_entropy(model(x), y))
    parameters = [(p, p.data_ptr()) for p in model.parameters()]
    for number in range(20):
        inputs, targets = batch(number % 4)
        loss = step(inputs, targets)
        other.zero_grad()
        expected = functional.cross_entropy(reference(inputs), targets)
        expected.backward()
        other.step()
        for schedule in schedules:
            schedule.step()
        torch.testing.assert_close(loss, expected.detach(), rtol=TOLERANCE, atol=0)
    for (parameter, address), own, others in zip(parameters, model.parameters(), reference.parameters()):
        assert own is parameter and own.data_ptr() == address
        torch.testing.assert_close(own, others, rtol=1e-3, atol=1e-5)
    compiled = step.compiled(*batch(0))
    assert len(compiled.segments) == 1
    # On a device, PyTorch updates the state of NAdam that lies on the host.
    assert compiled.eager == 0 or (DEVICE == "cuda" and isinstance(optimizer, torch.optim.NAdam))
    state, expected_state = optimizer.state_dict()["state"], other.state_dict()["state"]
    for number in expected_state:
        for key, value in expected_state[number].items():
            if isinstance(value, torch.Tensor):
                torch.testing.assert_close(state[number][key], value, rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize("name", ["encoder", "vit", "gpt2", "convolutions"])
def test_whole_steps_of_models(name):
    model, batch, _ = make(name)
    reference = copy.deepcopy(model)
    optimizer, other = (torch.optim.SGD(m.parameters(), 0.05, momentum=0.9) for m in (model, reference))
    step = fused.torch.compile_step(
        model, optimizer, lambda model, x, y: functional.cross_entropy(model(x), y), clip_norm=1.0
    )
    torch.manual_seed(1)
    losses = torch.tensor([step(*batch(number % 4)).item() for number in range(20)])
    expected = train(reference, other, batch, 20, clip_norm=1.0)
    torch.testing.assert_close(losses, expected, rtol=TOLERANCE, atol=0)


def epilogs(model, inputs, **options):
    """The epilogs of the products of forward and backward programs."""
    torch._dynamo.reset()
    found = []
    compile_graph = fused.torch._dynamo.compile_graph

    def spy(*arguments):
        compiled = compile_graph(*arguments)
        found.append([p.epilog for segment in compiled.segments for p in segment.program.report])
        return compiled

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fused.torch._dynamo, "compile_graph", spy)
        torch.compile(model, backend=fused.torch.fused, options=options)(inputs).float().sum().backward()
    return [sorted(names) for names in found]


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_saved_values_fit_epilogs(dtype):
    def model(activation):
        return torch.nn.Sequential(torch.nn.Linear(32, 64), activation, torch.nn.Linear(64, 8)).to(DEVICE, dtype)

    inputs = torch.randn(16, 32, device=DEVICE, dtype=dtype, requires_grad=True)
    assert epilogs(model(torch.nn.ReLU()), inputs)[0] == ["bias", "relu_bias"]
    assert "drelu_bgrad" in epilogs(model(torch.nn.ReLU()), inputs)[1]
    for activation in (torch.nn.GELU(approximate="tanh"), WrittenGelu()):
        assert epilogs(model(activation), inputs, numerics="fast")[0] == ["bias", "gelu_aux_bias"]
    assert "dgelu_bgrad" in epilogs(model(torch.nn.GELU(approximate="tanh")), inputs)[1]
    assert epilogs(model(torch.nn.GELU()), inputs, numerics="fast")[0] == ["bias", "gelu_aux_bias"]
