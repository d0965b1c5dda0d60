# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of flax.linen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from jax import lax

from ._training import Model, Step, classes, cross_entropy, make_step, model, tokens


def linen_step(module: nn.Module, optimizer: optax.GradientTransformation, loss: Callable) -> Step:
    return make_step(optimizer, lambda params, batch, key: loss(module, params, batch, key))


def linen_state(module: nn.Module, optimizer: optax.GradientTransformation, *inputs: Any, **options: Any) -> Any:
    params = module.init(jax.random.key(0), *inputs, **options)["params"]
    return params, optimizer.init(params), jax.random.key(1)


@model
def linen_mlp_momentum() -> Model:
    class Mlp(nn.Module):
        @nn.compact
        def __call__(self, x: jax.Array) -> jax.Array:
            for size in (64, 32):
                x = nn.relu(nn.Dense(size)(x))
            return nn.Dense(10)(x)

    module, optimizer = Mlp(), optax.sgd(0.05, momentum=0.9, nesterov=True)
    step = linen_step(module, optimizer, lambda m, p, b, k: cross_entropy(m.apply({"params": p}, b[0]), b[1]))
    return step, linen_state(module, optimizer, jnp.ones((1, 20))), lambda n: classes(n, 20)


@model
def linen_mlp_indexed_labels_bf16() -> Model:
    class Mlp(nn.Module):
        @nn.compact
        def __call__(self, x: jax.Array) -> jax.Array:
            x = nn.gelu(nn.Dense(64, dtype=jnp.bfloat16)(x))
            return nn.Dense(10, dtype=jnp.bfloat16)(x).astype(jnp.float32)

    def loss(module: nn.Module, params: Any, batch: Any, key: Any) -> jax.Array:
        logits = nn.log_softmax(module.apply({"params": params}, batch[0]))
        return -logits[jnp.arange(logits.shape[0]), batch[1]].mean()

    module, optimizer = Mlp(), optax.adam(1e-3)
    return (
        linen_step(module, optimizer, loss),
        linen_state(module, optimizer, jnp.ones((1, 20))),
        lambda n: classes(n, 20),
    )


@model
def linen_cnn_batchnorm_adamw() -> Model:
    class Cnn(nn.Module):
        @nn.compact
        def __call__(self, x: jax.Array, train: bool) -> jax.Array:
            x = nn.Conv(8, (3, 3), use_bias=False)(x)
            x = nn.relu(nn.BatchNorm(use_running_average=not train, momentum=0.9)(x))
            x = nn.max_pool(x, (2, 2), strides=(2, 2))
            x = nn.relu(nn.Conv(16, (3, 3), strides=(2, 2))(x))
            x = nn.avg_pool(x, (2, 2), strides=(1, 1))
            x = nn.relu(nn.Dense(32)(x.reshape(x.shape[0], -1)))
            return nn.Dense(10)(x)

    module, optimizer = Cnn(), optax.adamw(1e-3)
    variables = module.init(jax.random.key(0), jnp.ones((1, 12, 12, 1)), True)

    def step(state: Any, batch: Any) -> Any:
        params, stats, opt_state = state

        def loss(params: Any) -> Any:
            logits, new = module.apply(
                {"params": params, "batch_stats": stats}, batch[0], True, mutable=["batch_stats"]
            )
            return cross_entropy(logits, batch[1]), new["batch_stats"]

        (value, stats), gradient = jax.value_and_grad(loss, has_aux=True)(params)
        updates, opt_state = optimizer.update(gradient, opt_state, params)
        return (optax.apply_updates(params, updates), stats, opt_state), value

    state = variables["params"], variables["batch_stats"], optimizer.init(variables["params"])
    return step, state, lambda n: classes(n, 12, 12, 1)


class Block(nn.Module):
    size: int
    dropout: float = 0.0
    causal: bool = False

    @nn.compact
    def __call__(self, x: jax.Array, deterministic: bool = True) -> jax.Array:
        mask = nn.make_causal_mask(jnp.ones(x.shape[:2])) if self.causal else None
        y = nn.MultiHeadDotProductAttention(4, dropout_rate=self.dropout, deterministic=deterministic)(
            nn.LayerNorm()(x), mask=mask
        )
        x = x + nn.Dropout(self.dropout, deterministic=deterministic)(y)
        y = nn.Dense(self.size)(nn.gelu(nn.Dense(4 * self.size)(nn.LayerNorm()(x))))
        return x + nn.Dropout(self.dropout, deterministic=deterministic)(y)


@model
def linen_transformer_dropout_adam() -> Model:
    class Transformer(nn.Module):
        @nn.compact
        def __call__(self, x: jax.Array, deterministic: bool = True) -> jax.Array:
            place = self.param("place", nn.initializers.normal(0.02), (64, 32))
            x = nn.Embed(37, 32)(x) + place[: x.shape[1]]
            x = nn.Dropout(0.1, deterministic=deterministic)(x)
            for _ in range(2):
                x = Block(32, 0.1)(x, deterministic)
            return nn.Dense(37)(nn.LayerNorm()(x))

    def loss(module: nn.Module, params: Any, batch: Any, key: Any) -> jax.Array:
        logits = module.apply({"params": params}, batch[:, :-1], False, rngs={"dropout": key})
        return cross_entropy(logits, batch[:, 1:])

    module, optimizer = Transformer(), optax.adam(1e-3)
    return linen_step(module, optimizer, loss), linen_state(module, optimizer, tokens(0)[:, :-1]), tokens


@model
def linen_gpt_scan_remat_clip_schedule() -> Model:
    class Layer(nn.Module):
        @nn.compact
        def __call__(self, x: jax.Array, _: Any) -> Any:
            return Block(32, causal=True)(x), None

    class Gpt(nn.Module):
        @nn.compact
        def __call__(self, x: jax.Array) -> jax.Array:
            embed = nn.Embed(37, 32)
            x = embed(x) + nn.Embed(64, 32)(jnp.arange(x.shape[1]))
            layers = nn.scan(nn.remat(Layer), variable_axes={"params": 0}, split_rngs={"params": True}, length=3)
            x, _ = layers()(x, None)
            return embed.attend(nn.LayerNorm()(x))

    schedule = optax.warmup_cosine_decay_schedule(0.0, 3e-3, 10, 100)
    module, optimizer = Gpt(), optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule))
    loss = lambda m, p, b, k: cross_entropy(m.apply({"params": p}, b[:, :-1]), b[:, 1:])
    return linen_step(module, optimizer, loss), linen_state(module, optimizer, tokens(0)[:, :-1]), tokens


@model
def linen_lstm_rnn() -> Model:
    class Recurrent(nn.Module):
        @nn.compact
        def __call__(self, x: jax.Array) -> jax.Array:
            x = nn.Embed(37, 16)(x)
            x = nn.RNN(nn.OptimizedLSTMCell(24))(x)
            return nn.Dense(37)(nn.RNN(nn.GRUCell(24), reverse=False)(x))

    module, optimizer = Recurrent(), optax.rmsprop(1e-3)
    loss = lambda m, p, b, k: cross_entropy(m.apply({"params": p}, b[:, :-1]), b[:, 1:])
    return linen_step(module, optimizer, loss), linen_state(module, optimizer, tokens(0)[:, :-1]), tokens


@model
def linen_vae() -> Model:
    class Vae(nn.Module):
        @nn.compact
        def __call__(self, x: jax.Array, key: Any) -> Any:
            h = nn.relu(nn.Dense(32)(x))
            mean, log = nn.Dense(4)(h), nn.Dense(4)(h)
            z = mean + jnp.exp(0.5 * log) * jax.random.normal(key, mean.shape)
            return nn.Dense(20)(nn.relu(nn.Dense(32)(z))), mean, log

    def loss(module: nn.Module, params: Any, batch: Any, key: Any) -> jax.Array:
        x = jax.nn.sigmoid(batch[0])
        y, mean, log = module.apply({"params": params}, x, key)
        divergence = -0.5 * (1 + log - mean**2 - jnp.exp(log)).sum(-1)
        return (optax.sigmoid_binary_cross_entropy(y, x).sum(-1) + divergence).mean()

    module, optimizer = Vae(), optax.adam(1e-3)
    state = linen_state(module, optimizer, jnp.ones((1, 20)), jax.random.key(3))
    return linen_step(module, optimizer, loss), state, lambda n: classes(n, 20)


@model
def linen_experts_top_k() -> Model:
    class Experts(nn.Module):
        @nn.compact
        def __call__(self, x: jax.Array) -> jax.Array:
            gates, chosen = lax.top_k(nn.softmax(nn.Dense(4)(x)), 2)
            first = self.param("first", nn.initializers.lecun_normal(), (4, 20, 32))
            second = self.param("second", nn.initializers.lecun_normal(), (4, 32, 20))
            weights = (jax.nn.one_hot(chosen, 4) * (gates / gates.sum(-1, keepdims=True))[..., None]).sum(-2)
            hidden = nn.relu(jnp.einsum("bi,eio->beo", x, first))
            return nn.Dense(10)(jnp.einsum("beo,eoi,be->bi", hidden, second, weights) + x)

    module, optimizer = Experts(), optax.adam(1e-3)
    step = linen_step(module, optimizer, lambda m, p, b, k: cross_entropy(m.apply({"params": p}, b[0]), b[1]))
    return step, linen_state(module, optimizer, jnp.ones((1, 20))), lambda n: classes(n, 20)


@model
def linen_accumulated_gradients_lion() -> Model:
    class Mlp(nn.Module):
        @nn.compact
        def __call__(self, x: jax.Array) -> jax.Array:
            return nn.Dense(10)(nn.silu(nn.Dense(64)(nn.RMSNorm()(x))))

    module, optimizer = Mlp(), optax.lion(1e-4)

    def step(state: Any, batch: Any) -> Any:
        params, opt_state, key = state
        x, y = (part.reshape(4, -1, *part.shape[1:]) for part in batch)
        loss = lambda p, x, y: cross_entropy(module.apply({"params": p}, x), y)

        def add(total: Any, part: Any) -> Any:
            value, gradient = jax.value_and_grad(loss)(params, *part)
            return jax.tree.map(jnp.add, total, gradient), value

        gradient, values = lax.scan(add, jax.tree.map(jnp.zeros_like, params), (x, y))
        updates, opt_state = optimizer.update(jax.tree.map(lambda g: g / 4, gradient), opt_state, params)
        return (optax.apply_updates(params, updates), opt_state, key), values.mean()

    return step, linen_state(module, optimizer, jnp.ones((1, 20))), lambda n: classes(n, 20)
