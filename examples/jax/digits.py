# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a classifier of digits with JAX, alone and through fused, and plots loss and speed of both.

    pip install fused[jax] flax optax matplotlib
    python digits.py [--steps 200] [--batch 256] [--width 512] [--plot digits.png]

The digits are made here: each is drawn by the segments of a display, moved, scaled and disturbed at random.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import flax.linen as nn
import fused.jax
import jax
import jax.numpy as jnp
import numpy as np
import optax

SIZE = 28
# The segments of a display that show each digit: top, upper left, upper right, middle, lower left, lower right, bottom.
SEGMENTS = ["1110111", "0010010", "1011101", "1011011", "0111010", "1101011", "1101111", "1010010", "1111111", "1111011"]
PLACES = [(0, 0, 1, 9), (0, 0, 8, 1), (0, 8, 8, 1), (8, 0, 1, 9), (8, 0, 8, 1), (8, 8, 8, 1), (16, 0, 1, 9)]


def draw(digit: int, random: np.random.Generator) -> np.ndarray:
    """A picture of a digit, at a random place and with a random thickness."""
    picture = np.zeros((SIZE, SIZE), np.float32)
    top, left, thick = random.integers(1, 7), random.integers(2, 14), random.integers(1, 4)
    for shown, (y, x, height, width) in zip(SEGMENTS[digit], PLACES, strict=True):
        if shown == "1":
            picture[top + y : top + y + height + thick, left + x : left + x + width + thick] = 1
    return picture + random.normal(0, 0.3, picture.shape).astype(np.float32)


def make_batches(steps: int, batch: int) -> list[tuple[jax.Array, jax.Array]]:
    random = np.random.default_rng(0)
    batches = []
    for _ in range(steps):
        labels = random.integers(0, 10, batch)
        pictures = np.stack([draw(label, random) for label in labels])
        batches.append((jnp.asarray(pictures.reshape(batch, -1)), jnp.asarray(labels)))
    return batches


class Classifier(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x: jax.Array) -> jax.Array:
        for _ in range(2):
            x = nn.relu(nn.Dense(self.width)(x))
        return nn.Dense(10)(x)


def make_step(model: nn.Module, optimizer: optax.GradientTransformation) -> Callable:
    """A whole training step. The gradient is inside, so all of it is one program."""

    def step(params: Any, state: Any, pictures: jax.Array, labels: jax.Array) -> Any:
        def loss(params: Any) -> jax.Array:
            logits = model.apply({"params": params}, pictures)
            return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

        value, gradient = jax.value_and_grad(loss)(params)
        updates, state = optimizer.update(gradient, state, params)
        return optax.apply_updates(params, updates), state, value

    return step


def train(step: Callable, params: Any, state: Any, batches: list) -> tuple[list[float], float]:
    """The losses, and the milliseconds that a step takes."""
    params, state = jax.tree.map(jnp.copy, (params, state))  # which the steps donate
    losses, times = [], []
    for pictures, labels in batches:
        start = time.perf_counter()
        params, state, value = step(params, state, pictures, labels)
        losses.append(float(value))
        times.append(time.perf_counter() - start)
    return losses, 1e3 * float(np.median(times[len(times) // 4 :]))


def plot(path: str, losses: dict[str, list[float]], times: dict[str, float]) -> None:
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    _, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5))
    for (name, values), style in zip(losses.items(), ("-", "--"), strict=True):
        left.semilogy(values, style, label=name)
    left.set(xlabel="step", ylabel="loss")
    left.legend()
    right.bar(times.keys(), times.values())
    right.set(ylabel="ms per step")
    plt.tight_layout()
    plt.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--plot", metavar="FILE")
    options = parser.parse_args()

    model, optimizer = Classifier(options.width), optax.adam(1e-3)
    params = model.init(jax.random.key(0), jnp.ones((1, SIZE * SIZE)))["params"]
    step, batches = make_step(model, optimizer), make_batches(options.steps, options.batch)
    compilers = {"JAX": jax.jit, "JAX with fused": fused.jax.jit}
    losses, times = {}, {}
    for name, jit in compilers.items():
        compiled = jit(step, donate_argnums=(0, 1))
        losses[name], times[name] = train(compiled, params, optimizer.init(params), batches)
        print(f"{name:15} loss {losses[name][0]:.4f} -> {losses[name][-1]:.4f}, {times[name]:.2f} ms per step")
    alone, ours = losses.values()
    difference = max(abs(a - b) / max(abs(a), 1e-2) for a, b in zip(alone, ours, strict=True))
    print(f"largest difference of the losses: {difference:.1e} of their size")
    if options.plot:
        plot(options.plot, losses, times)
        print(f"wrote {options.plot}")


if __name__ == "__main__":
    main()
