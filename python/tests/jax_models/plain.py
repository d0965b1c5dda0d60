# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models in JAX alone, with optax."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax

from ._training import Model, classes, cross_entropy, make_step, model


@model
def jax_contrastive_adafactor() -> Model:
    optimizer = optax.adafactor(1e-2)
    params = {"w": jax.random.normal(jax.random.key(0), (20, 16)) * 0.2, "b": jnp.zeros(16), "t": jnp.array(1.0)}

    def loss(params: Any, x: jax.Array, key: Any) -> jax.Array:
        views = [x + 0.1 * jax.random.normal(k, x.shape) for k in jax.random.split(key)]
        first, second = (
            (y := v @ params["w"] + params["b"]) / jnp.linalg.norm(y, axis=1, keepdims=True) for v in views
        )
        logits = first @ second.T * jnp.exp(params["t"])
        return cross_entropy(logits, jnp.arange(x.shape[0]))

    step = make_step(optimizer, lambda p, b, k: loss(p, b[0], k))
    return step, (params, optimizer.init(params), jax.random.key(1)), lambda n: classes(n, 20)


@model
def jax_diffusion_ema() -> Model:
    optimizer = optax.chain(optax.clip(1.0), optax.adam(1e-3))
    keys = jax.random.split(jax.random.key(0), 3)
    params = [
        (jax.random.normal(k, s) / s[0] ** 0.5, jnp.zeros(s[1]))
        for k, s in zip(keys, [(21, 64), (64, 64), (64, 20)], strict=True)
    ]

    def network(params: Any, x: jax.Array) -> jax.Array:
        for w, b in params[:-1]:
            x = jax.nn.swish(x @ w + b)
        return x @ params[-1][0] + params[-1][1]

    def loss(params: Any, x: jax.Array, key: Any) -> jax.Array:
        k1, k2 = jax.random.split(key)
        t = jax.random.randint(k1, (x.shape[0],), 0, 50)
        alpha = jnp.cumprod(1 - jnp.linspace(1e-3, 0.05, 50))[t][:, None]
        noise = jax.random.normal(k2, x.shape)
        noisy = jnp.sqrt(alpha) * x + jnp.sqrt(1 - alpha) * noise
        return ((network(params, jnp.concatenate([noisy, t[:, None] / 50], 1)) - noise) ** 2).mean()

    def step(state: Any, batch: Any) -> Any:
        params, average, opt_state, key = state
        key, use = jax.random.split(key)
        value, gradient = jax.value_and_grad(loss)(params, batch[0], use)
        updates, opt_state = optimizer.update(gradient, opt_state, params)
        params = optax.apply_updates(params, updates)
        average = optax.incremental_update(params, average, 0.01)
        return (params, average, opt_state, key), value

    return step, (params, params, optimizer.init(params), jax.random.key(1)), lambda n: classes(n, 20)
