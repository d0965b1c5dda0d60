#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures training steps of JAX and PyTorch, through the package and by the frameworks themselves.

    benchmarks/frameworks.py [jax] [torch] [--json FILE] [--models NAME,NAME]

The models are those of python/tests, perceptrons of other sizes, and loops: recurrent networks and transformers of JAX
in a `lax.scan`, in sizes that fill a device. Each model is trained for some steps by both sides first, and the losses
are compared (not of JAX's perceptrons). Then all sides of a model are timed in turn, by the host's clock, as in a
training loop: a sample is the mean of steps without a pause, after some that are not timed, and the median over the
samples is reported, in microseconds. The device is what the frameworks use by default: a CUDA device where there is one.

JAX computes products of f32 in f32 (not TF32), as the package does, but for the perceptrons, where its default holds.
"""

from __future__ import annotations

import argparse
import copy
import datetime
import importlib
import itertools
import os
import pathlib
import statistics
import sys
import time
from collections.abc import Callable

import command_line

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "python" / "tests"))

#: Sizes of the layers, batch, type.
PERCEPTRONS = [
    ((784, 512, 512, 10), 256, "float32"),
    ((784, 512, 512, 10), 256, "bfloat16"),
    ((1024, 4096, 4096, 1024), 4096, "bfloat16"),
]


def time_sides(sides: dict[str, Callable[[], object]], wait: Callable, options) -> dict[str, float]:
    """The median microseconds of a step of each side. The sides take turns."""
    samples: dict[str, list[float]] = {side: [] for side in sides}
    for _ in range(options.samples):
        for side, step in sides.items():
            for _ in range(options.warmup):
                result = step()
            wait(result)
            start = time.perf_counter()
            for _ in range(options.calls):
                result = step()
            wait(result)
            samples[side].append((time.perf_counter() - start) / options.calls * 1e6)
    return {side: round(statistics.median(times), 1) for side, times in samples.items()}


def compare(losses: list[float], expected: list[float]) -> dict[str, float]:
    differences = (abs(a - b) / max(abs(b), 1e-2) for a, b in zip(losses, expected, strict=True))
    return {
        "first_loss": round(expected[0], 5),
        "last_loss": round(expected[-1], 5),
        "largest_relative_difference": float(f"{max(differences):.1e}"),
    }


class Results:
    """What was measured, which is printed and saved row by row: a run may be cut short."""

    def __init__(self, path: pathlib.Path | None) -> None:
        self._path = path
        self._data = command_line.read_results(path) if path and path.is_file() else {}

    def begin(self, framework: str, **facts) -> None:
        self._rows = self._data[framework] = {"date": datetime.date.today().isoformat(), **facts}

    def add(self, kind: str, row: dict) -> None:
        print("  ".join(f"{key} {value}" for key, value in row.items()), flush=True)
        self._rows.setdefault(kind, []).append(row)
        command_line.write_json(self._path, self._data)


def is_wanted(name: str, options) -> bool:
    return not options.models or name in options.models


def describe(options) -> dict[str, int]:
    return {"steps": options.steps, "samples": options.samples, "calls": options.calls}


# ----------------------------------------------------------------------------------------------------------------------
# JAX
# ----------------------------------------------------------------------------------------------------------------------


def replay_graph(step, arguments):
    """What replays the program of a step as a graph of its own, without JAX; None where there are no graphs."""
    import jax
    from fused.jax._call import fused_call_p

    program = step.program(*arguments)
    if program.target != "cuda":
        return None
    closed = step.trace(*arguments).jaxpr
    leaves = [leaf for leaf in jax.tree.leaves(arguments)]
    values = dict(zip([*closed.jaxpr.constvars, *closed.jaxpr.invars], [*closed.consts, *leaves], strict=True))
    read = lambda atom: atom.val if hasattr(atom, "val") else values[atom]
    for equation in closed.jaxpr.eqns:
        operands = [read(atom) for atom in equation.invars]
        if equation.primitive is fused_call_p:
            return program.graph(*operands).replay
        results = equation.primitive.bind(*operands, **equation.params)
        results = results if equation.primitive.multiple_results else [results]
        values.update(zip(equation.outvars, results, strict=True))
    return None


def measure_jax_model(name: str, build: Callable, options) -> dict:
    import fused.jax
    import jax

    step, state, make = build()
    compiled = {"fused": fused.jax.jit(step), "jax": jax.jit(step)}
    losses: dict[str, list[float]] = {}
    for side, function in compiled.items():
        current, losses[side] = state, []
        for number in range(options.steps):
            current, loss = function(current, make(number))
            losses[side].append(float(loss))
    batch = make(0)
    sides = {side: make_loop(function, state, batch) for side, function in compiled.items()}
    return {"model": name, **compare(losses["fused"], losses["jax"])} | measure_jax(
        sides, replay_graph(compiled["fused"], (state, batch)), options
    )


def make_loop(step: Callable, state, batch) -> Callable[[], object]:
    """Trains by one step more, with the same batch."""

    def advance():
        nonlocal state
        state, loss = step(state, batch)
        return loss

    return advance


def measure_jax(sides: dict[str, Callable], replay: Callable | None, options) -> dict:
    import jax

    if replay:
        import torch

        sides = {**sides, "graph": replay}

        def wait(result):
            jax.block_until_ready(result)
            torch.cuda.synchronize()
    else:
        wait = jax.block_until_ready
    return {f"{side}_us": time for side, time in time_sides(sides, wait, options).items()}


def measure_jax_perceptron(sizes, batch: int, dtype: str, options) -> dict:
    import fused.jax
    import jax
    import jax.numpy as jnp
    import numpy as np

    numbers = np.random.default_rng(0)
    params = [
        (jnp.asarray(numbers.normal(size=(a, b)) / a**0.5, dtype), jnp.zeros(b, dtype))
        for a, b in itertools.pairwise(sizes)
    ]
    x = jnp.asarray(numbers.normal(size=(batch, sizes[0])), dtype)
    y = jnp.asarray(numbers.normal(size=(batch, sizes[-1])), dtype)

    def loss(params, x, y):
        for w, b in params[:-1]:
            x = jax.nn.relu(x @ w + b)
        w, b = params[-1]
        return jnp.mean(jnp.square((x @ w + b - y).astype("float32")))

    def step(params, batch):
        value, gradient = jax.value_and_grad(loss)(params, *batch)
        return jax.tree.map(lambda p, g: p - jnp.asarray(0.01, p.dtype) * g, params, gradient), value

    compiled = {"fused": fused.jax.jit(step), "jax": jax.jit(step)}
    sides = {side: make_loop(function, params, (x, y)) for side, function in compiled.items()}
    times = measure_jax(sides, replay_graph(compiled["fused"], (params, (x, y))), options)
    return {"sizes": list(sizes), "batch": batch, "type": dtype, **times}


def measure_all_of_jax(options, results: Results) -> None:
    import jax
    import loop_models

    results.begin(
        "jax",
        version=jax.__version__,
        device=jax.devices()[0].device_kind,
        sides={
            "fused": "fused.jax.jit",
            "jax": "jax.jit",
            "graph": "the program of fused.jax.jit, replayed as a graph without JAX",
        },
        **describe(options),
    )
    for case in PERCEPTRONS if is_wanted("perceptrons", options) else []:
        results.add("perceptron_steps", measure_jax_perceptron(*case, options))
    # The models of the tests need packages of their own.
    others = set(options.models or []) - {"perceptrons", "loops", *loop_models.MODELS}
    models = importlib.import_module("jax_models").MODELS if others or not options.models else {}
    with jax.default_matmul_precision("highest"):
        for name, build in models.items():
            if is_wanted(name, options):
                results.add("models", measure_jax_model(name, build, options))
        for name, build in loop_models.MODELS.items():
            if is_wanted(name, options) or is_wanted("loops", options):
                results.add("loops", measure_jax_model(name, build, options))


# ----------------------------------------------------------------------------------------------------------------------
# PyTorch
# ----------------------------------------------------------------------------------------------------------------------

TORCH_SIDES = {
    "eager": "PyTorch alone",
    "fused": 'torch.compile(loss, backend="fused"), the optimizer by PyTorch',
    "step": "fused.torch.compile_step: the loss, its gradients and the optimizer",
    "inductor": "torch.compile(loss), the optimizer by PyTorch",
    "graph": "the program of the step, replayed as a graph, if it is one",
}


def make_torch_step(side: str, model, rate: float = 0.05):
    """A function of a batch that trains a copy of `model` for a step, and returns the loss."""
    import fused.torch
    import torch

    torch._dynamo.reset()
    model = copy.deepcopy(model)
    optimizer = torch.optim.SGD(model.parameters(), rate)

    def compute(model, x, y):
        return torch.nn.functional.cross_entropy(model(x).float(), y)

    if side == "step":
        return fused.torch.compile_step(model, optimizer, compute)
    loss = lambda x, y: compute(model, x, y)
    if side != "eager":
        loss = torch.compile(loss, backend=fused.torch.fused if side == "fused" else "inductor")

    def step(x, y):
        optimizer.zero_grad()
        value = loss(x, y)
        value.backward()
        optimizer.step()
        return value.detach()

    return step


def replay_step(step, batch) -> Callable | None:
    """What replays the program of a step as a graph of its own; None unless it is one program for a CUDA device."""
    compiled = step.compiled(*batch)
    if not compiled or compiled.eager or [segment.program.target for segment in compiled.segments] != ["cuda"]:
        return None
    [segment] = compiled.segments
    program, seen = segment.program, {}

    def call(*arrays, out):
        seen.update(arrays=arrays, out=out)
        program(*arrays, out=out)

    segment._program = call
    step(*batch)
    segment._program = program
    return program.graph(*seen["arrays"], out=seen["out"]).replay


def measure_torch(model, batches, options) -> dict:
    import torch

    wait = (lambda _: torch.cuda.synchronize()) if torch.cuda.is_available() else (lambda _: None)
    steps = {side: make_torch_step(side, model) for side in TORCH_SIDES if side not in {*options.without, "graph"}}
    losses = {
        side: [float(step(*batches[number % len(batches)])) for number in range(options.steps)]
        for side, step in steps.items()
    }
    sides = {side: lambda step=step: step(*batches[0]) for side, step in steps.items()}
    if "step" in steps and (replay := replay_step(steps["step"], batches[0])):
        sides["graph"] = replay
    differences = {
        f"{side}_{key}": value
        for side in losses
        if side in ("fused", "step")
        for key, value in compare(losses[side], losses["eager"]).items()
        if "difference" in key
    }
    first = {"first_loss": round(losses["eager"][0], 5), "last_loss": round(losses["eager"][-1], 5)}
    return first | differences | {f"{side}_us": us for side, us in time_sides(sides, wait, options).items()}


def measure_torch_model(name: str, device: str, options) -> dict:
    import torch
    import torch_models

    build, batch, _ = torch_models.MODELS[name]
    torch.manual_seed(0)
    model = build().to(device)
    torch_models.stop_dropping(model)
    batches = [tuple(tensor.to(device) for tensor in batch(seed)) for seed in range(4)]
    return {"model": name, **measure_torch(model, batches, options)}


def measure_torch_perceptron(sizes, batch: int, dtype: str, device: str, options) -> dict:
    import torch
    from torch import nn

    torch.manual_seed(0)
    layers = [layer for a, b in itertools.pairwise(sizes) for layer in (nn.Linear(a, b), nn.ReLU())]
    model = nn.Sequential(*layers[:-1]).to(device, getattr(torch, dtype))
    x = torch.randn(batch, sizes[0], device=device, dtype=getattr(torch, dtype))
    y = torch.randint(0, sizes[-1], (batch,), device=device)
    return {"sizes": list(sizes), "batch": batch, "type": dtype, **measure_torch(model, [(x, y)], options)}


def measure_all_of_torch(options, results: Results) -> None:
    import torch
    import torch_models

    device = "cuda" if torch.cuda.is_available() else "cpu"
    results.begin(
        "torch",
        version=torch.__version__,
        device=torch.cuda.get_device_name() if device == "cuda" else "cpu",
        sides={side: what for side, what in TORCH_SIDES.items() if side not in options.without},
        **describe(options),
    )
    for case in PERCEPTRONS if is_wanted("perceptrons", options) else []:
        results.add("perceptron_steps", measure_torch_perceptron(*case, device, options))
    for name in torch_models.MODELS:
        # The mask of one model is made on the CPU.
        if is_wanted(name, options) and (device == "cpu" or name != "masked"):
            results.add("models", measure_torch_model(name, device, options))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    command_line.add_names(parser, "frameworks", ["jax", "torch"])
    parser.add_argument("--json", type=command_line.output, help="write the results to this file")
    parser.add_argument(
        "--models", type=lambda text: text.split(","), help="measure these models, perceptrons, or loops, alone"
    )
    parser.add_argument(
        "--without", type=lambda text: text.split(","), default=[], help="sides of PyTorch to leave out"
    )
    parser.add_argument(
        "--steps", type=command_line.count, default=100, help="steps of training whose losses are compared"
    )
    parser.add_argument("--samples", type=command_line.count, default=7, help="samples of each side")
    parser.add_argument("--calls", type=command_line.count, default=50, help="steps of a sample")
    parser.add_argument("--warmup", type=command_line.count, default=10, help="steps before the samples")
    options = parser.parse_args()
    results = Results(options.json)
    for name in options.frameworks:
        {"jax": measure_all_of_jax, "torch": measure_all_of_torch}[name](options, results)


if __name__ == "__main__":
    command_line.run(main)
