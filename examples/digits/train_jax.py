#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a classifier of digits with JAX, alone and through fused.

pip install flax optax matplotlib
python examples/digits/train_jax.py --plot digits.png
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
import optax
from digits import SIZE, count, make_batches, median_after_warmup, report


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
    """The losses, and the seconds that a step takes."""
    params, state = jax.tree.map(jnp.copy, (params, state))  # which the steps donate
    losses, times = [], []
    for pictures, labels in batches:
        start = time.perf_counter()
        params, state, value = step(params, state, pictures, labels)
        losses.append(float(value))
        times.append(time.perf_counter() - start)
    return losses, median_after_warmup(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=count, default=200)
    parser.add_argument("--batch", type=count, default=256)
    parser.add_argument("--width", type=count, default=512)
    parser.add_argument("--plot", metavar="FILE")
    options = parser.parse_args()

    model, optimizer = Classifier(options.width), optax.adam(1e-3)
    params = model.init(jax.random.key(0), jnp.ones((1, SIZE * SIZE)))["params"]
    step = make_step(model, optimizer)
    batches = [jax.tree.map(jnp.asarray, batch) for batch in make_batches(options.steps, options.batch)]
    compilers = {"JAX": jax.jit, "JAX with fused": fused.jax.jit}
    losses, times = {}, {}
    for name, jit in compilers.items():
        compiled = jit(step, donate_argnums=(0, 1))
        losses[name], times[name] = train(compiled, params, optimizer.init(params), batches)
    report(losses, times, options.plot)


if __name__ == "__main__":
    main()
