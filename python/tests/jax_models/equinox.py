# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of equinox."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jax import lax

from ._training import Model, classes, cross_entropy, make_step, model, tokens


def equinox_model(module: Any, optimizer: optax.GradientTransformation, loss: Callable) -> Any:
    params, static = eqx.partition(module, eqx.is_inexact_array)
    step = make_step(optimizer, lambda p, batch, key: loss(eqx.combine(p, static), batch, key), eqx.apply_updates)
    return step, (params, optimizer.init(params), jax.random.key(1))


@model
def equinox_mlp_sgd() -> Model:
    module = eqx.nn.MLP(20, 10, 64, 2, key=jax.random.key(0))
    step, state = equinox_model(module, optax.sgd(0.1), lambda m, b, k: cross_entropy(jax.vmap(m)(b[0]), b[1]))
    return step, state, lambda n: classes(n, 20)


@model
def equinox_vit_dropout_adamw() -> Model:
    class Layer(eqx.Module):
        attention: eqx.nn.MultiheadAttention
        mlp: eqx.nn.MLP
        norms: list
        dropout: eqx.nn.Dropout

        def __init__(self, key: Any) -> None:
            first, second = jax.random.split(key)
            self.attention = eqx.nn.MultiheadAttention(4, 32, dropout_p=0.1, key=first)
            self.mlp = eqx.nn.MLP(32, 32, 64, 1, activation=jax.nn.gelu, key=second)
            self.norms = [eqx.nn.LayerNorm(32), eqx.nn.LayerNorm(32)]
            self.dropout = eqx.nn.Dropout(0.1)

        def __call__(self, x: jax.Array, key: Any) -> jax.Array:
            first, second = jax.random.split(key)
            y = jax.vmap(self.norms[0])(x)
            x = x + self.attention(y, y, y, key=first)
            return x + self.dropout(jax.vmap(self.mlp)(jax.vmap(self.norms[1])(x)), key=second)

    class Vit(eqx.Module):
        patch: eqx.nn.Conv2d
        place: jax.Array
        token: jax.Array
        layers: list
        head: eqx.nn.Linear

        def __init__(self, key: Any) -> None:
            keys = jax.random.split(key, 6)
            self.patch = eqx.nn.Conv2d(1, 32, 4, 4, key=keys[0])
            self.place = jax.random.normal(keys[1], (10, 32)) * 0.02
            self.token = jax.random.normal(keys[2], (1, 32)) * 0.02
            self.layers = [Layer(key) for key in keys[3:5]]
            self.head = eqx.nn.Linear(32, 10, key=keys[5])

        def __call__(self, x: jax.Array, key: Any) -> jax.Array:
            x = self.patch(x).reshape(32, -1).T
            x = jnp.concatenate([self.token, x]) + self.place
            for layer, use in zip(self.layers, jax.random.split(key, 2), strict=True):
                x = layer(x, use)
            return self.head(x[0])

    def loss(module: Any, batch: Any, key: Any) -> jax.Array:
        return cross_entropy(jax.vmap(module)(batch[0], jax.random.split(key, batch[0].shape[0])), batch[1])

    step, state = equinox_model(Vit(jax.random.key(0)), optax.adamw(1e-3), loss)
    return step, state, lambda n: classes(n, 1, 12, 12)


@model
def equinox_mixer() -> Model:
    class Layer(eqx.Module):
        patches: eqx.nn.MLP
        channels: eqx.nn.MLP
        norms: list

        def __init__(self, key: Any) -> None:
            first, second = jax.random.split(key)
            self.patches = eqx.nn.MLP(9, 9, 32, 1, activation=jax.nn.gelu, key=first)
            self.channels = eqx.nn.MLP(16, 16, 32, 1, activation=jax.nn.gelu, key=second)
            self.norms = [eqx.nn.LayerNorm((16, 9)), eqx.nn.LayerNorm((9, 16))]

        def __call__(self, x: jax.Array) -> jax.Array:
            x = x + jax.vmap(self.patches)(self.norms[0](x))
            x = x.T
            return (x + jax.vmap(self.channels)(self.norms[1](x))).T

    class Mixer(eqx.Module):
        patch: eqx.nn.Conv2d
        layers: list
        head: eqx.nn.Linear

        def __init__(self, key: Any) -> None:
            keys = jax.random.split(key, 4)
            self.patch = eqx.nn.Conv2d(1, 16, 4, 4, key=keys[0])
            self.layers = [Layer(key) for key in keys[1:3]]
            self.head = eqx.nn.Linear(16, 10, key=keys[3])

        def __call__(self, x: jax.Array) -> jax.Array:
            x = self.patch(x).reshape(16, -1)
            for layer in self.layers:
                x = layer(x)
            return self.head(x.mean(1))

    module, loss = Mixer(jax.random.key(0)), lambda m, b, k: cross_entropy(jax.vmap(m)(b[0]), b[1])
    step, state = equinox_model(module, optax.adam(1e-3), loss)
    return step, state, lambda n: classes(n, 1, 12, 12)


@model
def equinox_gru_scan() -> Model:
    class Recurrent(eqx.Module):
        embed: eqx.nn.Embedding
        cell: eqx.nn.GRUCell
        head: eqx.nn.Linear

        def __init__(self, key: Any) -> None:
            keys = jax.random.split(key, 3)
            self.embed = eqx.nn.Embedding(37, 16, key=keys[0])
            self.cell = eqx.nn.GRUCell(16, 24, key=keys[1])
            self.head = eqx.nn.Linear(24, 37, key=keys[2])

        def __call__(self, x: jax.Array) -> jax.Array:
            def advance(h: jax.Array, x: jax.Array) -> Any:
                h = self.cell(x, h)
                return h, self.head(h)

            return lax.scan(advance, jnp.zeros(24), jax.vmap(self.embed)(x))[1]

    module = Recurrent(jax.random.key(0))
    loss = lambda m, b, k: cross_entropy(jax.vmap(m)(b[:, :-1]), b[:, 1:])
    step, state = equinox_model(module, optax.chain(optax.clip_by_global_norm(0.5), optax.adam(3e-3)), loss)
    return step, state, tokens
