# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of flax.nnx."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import optax
from flax import nnx

from ._training import Model, classes, cross_entropy, model, tokens


def nnx_model(make: Callable[[nnx.Rngs], nnx.Module], optimizer: optax.GradientTransformation, loss: Callable) -> Any:
    module = make(nnx.Rngs(0, dropout=1))
    graph, state = nnx.split((module, nnx.Optimizer(module, optimizer, wrt=nnx.Param)))

    def step(state: Any, batch: Any) -> Any:
        module, optimizer = nnx.merge(graph, state)
        value, gradient = nnx.value_and_grad(loss)(module, batch)
        optimizer.update(module, gradient)
        return nnx.state((module, optimizer)), value

    return step, state


@model
def nnx_mlp_dropout_adam() -> Model:
    class Mlp(nnx.Module):
        def __init__(self, rngs: nnx.Rngs) -> None:
            self.first, self.second = nnx.Linear(20, 64, rngs=rngs), nnx.Linear(64, 10, rngs=rngs)
            self.norm, self.dropout = nnx.BatchNorm(64, rngs=rngs), nnx.Dropout(0.2, rngs=rngs)

        def __call__(self, x: jax.Array) -> jax.Array:
            return self.second(self.dropout(nnx.relu(self.norm(self.first(x)))))

    step, state = nnx_model(Mlp, optax.adam(1e-3), lambda m, b: cross_entropy(m(b[0]), b[1]))
    return step, state, lambda n: classes(n, 20)


@model
def nnx_gpt_adamw() -> Model:
    class Layer(nnx.Module):
        def __init__(self, rngs: nnx.Rngs) -> None:
            self.attention = nnx.MultiHeadAttention(4, 32, decode=False, rngs=rngs)
            self.norms = nnx.List([nnx.LayerNorm(32, rngs=rngs), nnx.LayerNorm(32, rngs=rngs)])
            self.up, self.down = nnx.Linear(32, 128, rngs=rngs), nnx.Linear(128, 32, rngs=rngs)

        def __call__(self, x: jax.Array) -> jax.Array:
            x = x + self.attention(self.norms[0](x), mask=nnx.make_causal_mask(jnp.ones(x.shape[:2])))
            return x + self.down(nnx.gelu(self.up(self.norms[1](x))))

    class Gpt(nnx.Module):
        def __init__(self, rngs: nnx.Rngs) -> None:
            self.embed, self.place = nnx.Embed(37, 32, rngs=rngs), nnx.Embed(64, 32, rngs=rngs)
            self.layers = nnx.List([Layer(rngs) for _ in range(2)])
            self.head = nnx.Linear(32, 37, rngs=rngs)

        def __call__(self, x: jax.Array) -> jax.Array:
            x = self.embed(x) + self.place(jnp.arange(x.shape[1]))
            for layer in self.layers:
                x = layer(x)
            return self.head(x)

    step, state = nnx_model(Gpt, optax.adamw(1e-3), lambda m, b: cross_entropy(m(b[:, :-1]), b[:, 1:]))
    return step, state, tokens


@model
def nnx_conv_autoencoder() -> Model:
    class Autoencoder(nnx.Module):
        def __init__(self, rngs: nnx.Rngs) -> None:
            self.down = nnx.Conv(1, 8, (3, 3), strides=2, rngs=rngs)
            self.norm = nnx.GroupNorm(8, num_groups=2, rngs=rngs)
            self.up = nnx.ConvTranspose(8, 1, (3, 3), strides=(2, 2), rngs=rngs)

        def __call__(self, x: jax.Array) -> jax.Array:
            return self.up(nnx.elu(self.norm(self.down(x))))

    step, state = nnx_model(Autoencoder, optax.adam(1e-3), lambda m, b: ((m(b[0]) - b[0]) ** 2).mean())
    return step, state, lambda n: classes(n, 12, 12, 1)
