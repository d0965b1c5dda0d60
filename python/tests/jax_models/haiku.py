# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of haiku."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import haiku as hk
import jax
import jax.numpy as jnp
import optax

from ._training import Model, classes, cross_entropy, model, tokens


def haiku_model(function: Callable, optimizer: optax.GradientTransformation, example: Any, loss: Callable) -> Any:
    module = hk.transform_with_state(function)
    params, hidden = module.init(jax.random.PRNGKey(0), example)

    def step(state: Any, batch: Any) -> Any:
        params, hidden, opt_state, key = state
        key, use = jax.random.split(key)

        def total(params: Any) -> Any:
            result, new = module.apply(params, hidden, use, batch[0])
            return loss(result, batch[1]), new

        (value, hidden), gradient = jax.value_and_grad(total, has_aux=True)(params)
        updates, opt_state = optimizer.update(gradient, opt_state, params)
        return (optax.apply_updates(params, updates), hidden, opt_state, key), value

    return step, (params, hidden, optimizer.init(params), jax.random.PRNGKey(1))


@model
def haiku_resnet_batchnorm() -> Model:
    def residual(x: jax.Array) -> jax.Array:
        y = hk.Conv2D(8, 3)(jax.nn.relu(hk.BatchNorm(True, True, 0.9)(x, True)))
        return x + hk.Conv2D(8, 3)(jax.nn.relu(hk.BatchNorm(True, True, 0.9)(y, True)))

    def network(x: jax.Array) -> jax.Array:
        x = hk.max_pool(residual(hk.Conv2D(8, 3)(x)), (3, 3, 1), (2, 2, 1), "SAME")
        return hk.Linear(10)(residual(x).mean((1, 2)))

    step, state = haiku_model(network, optax.sgd(0.01), jnp.ones((2, 12, 12, 1)), cross_entropy)
    return step, state, lambda n: classes(n, 12, 12, 1)


@model
def haiku_transformer_dropout() -> Model:
    def network(x: jax.Array) -> jax.Array:
        x = (
            hk.Embed(37, 32)(x)
            + hk.get_parameter("place", [64, 32], init=hk.initializers.TruncatedNormal(0.02))[: x.shape[1]]
        )
        for _ in range(2):
            norm = hk.LayerNorm(-1, True, True)(x)
            mask = jnp.tril(jnp.ones((1, 1, x.shape[1], x.shape[1])))
            attention = hk.MultiHeadAttention(4, 8, w_init=hk.initializers.VarianceScaling(1.0), model_size=32)
            x = x + hk.dropout(hk.next_rng_key(), 0.1, attention(norm, norm, norm, mask=mask))
            norm = hk.LayerNorm(-1, True, True)(x)
            x = x + hk.dropout(hk.next_rng_key(), 0.1, hk.nets.MLP([64, 32], activation=jax.nn.gelu)(norm))
        return hk.Linear(37)(x)

    step, state = haiku_model(network, optax.lamb(1e-2), tokens(0)[:, :-1], cross_entropy)
    return step, state, lambda n: (tokens(n)[:, :-1], tokens(n)[:, 1:])


@model
def haiku_lstm_autoencoder() -> Model:
    def network(x: jax.Array) -> jax.Array:
        x = x.reshape(x.shape[0], 5, 4).transpose(1, 0, 2)
        core = hk.LSTM(16)
        out, state = hk.dynamic_unroll(core, x, core.initial_state(x.shape[1]))
        out, _ = hk.dynamic_unroll(hk.LSTM(16), jnp.zeros_like(out), state)
        return hk.Linear(4)(out).transpose(1, 0, 2).reshape(x.shape[1], 20)

    step, state = haiku_model(network, optax.adam(3e-3), jnp.ones((2, 20)), lambda y, x: ((y - x) ** 2).mean())
    return step, state, lambda n: (classes(n, 20)[0],) * 2
