# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps, batches and losses that models share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

Step = Callable[[Any, Any], tuple[Any, jax.Array]]
Model = tuple[Step, Any, Callable[[int], Any]]
MODELS: dict[str, Callable[[], Model]] = {}


def model(function: Callable[[], Model]) -> Callable[[], Model]:
    MODELS[function.__name__] = function
    return function


def classes(number: int, *shape: int, count: int = 10, size: int = 16) -> tuple[jax.Array, jax.Array]:
    """Points around one centre for each class."""
    rng = np.random.default_rng(number)
    centres = np.random.default_rng(7).standard_normal((count, *shape))
    labels = rng.integers(0, count, size)
    return jnp.asarray(centres[labels] + rng.standard_normal((size, *shape)) * 0.5, "float32"), jnp.asarray(
        labels, "int32"
    )


def tokens(number: int, length: int = 12, vocabulary: int = 37, size: int = 8) -> jax.Array:
    """Sentences that count up."""
    rng = np.random.default_rng(number)
    start = rng.integers(0, vocabulary, (size, 1))
    return jnp.asarray((start + np.arange(length + 1) * rng.integers(1, 3, (size, 1))) % vocabulary, "int32")


def cross_entropy(logits: jax.Array, labels: jax.Array) -> jax.Array:
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()


def make_step(
    optimizer: optax.GradientTransformation, loss: Callable, apply_updates: Callable = optax.apply_updates
) -> Step:
    """A step whose state is parameters, the state of the optimizer and a key. `loss` is a function of parameters, a batch
    and a key."""

    def step(state: Any, batch: Any) -> Any:
        params, opt_state, key = state
        key, use = jax.random.split(key)
        value, gradient = jax.value_and_grad(loss)(params, batch, use)
        updates, opt_state = optimizer.update(gradient, opt_state, params)
        return (apply_updates(params, updates), opt_state, key), value

    return step
