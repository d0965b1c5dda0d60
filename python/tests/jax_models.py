# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Training steps of models in flax, equinox and haiku with optax, as users write them.

Each function returns a step (state, batch) -> (state, loss), the first state, and a function that makes batches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import equinox as eqx
import flax.linen as nn
import haiku as hk
import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx
from jax import lax

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


def linen_step(module: nn.Module, optimizer: optax.GradientTransformation, loss: Callable) -> Step:
    def step(state: Any, batch: Any) -> Any:
        params, opt_state, key = state
        key, use = jax.random.split(key)
        value, gradient = jax.value_and_grad(lambda p: loss(module, p, batch, use))(params)
        updates, opt_state = optimizer.update(gradient, opt_state, params)
        return (optax.apply_updates(params, updates), opt_state, key), value

    return step


def linen_state(module: nn.Module, optimizer: optax.GradientTransformation, *inputs: Any, **options: Any) -> Any:
    params = module.init(jax.random.key(0), *inputs, **options)["params"]
    return params, optimizer.init(params), jax.random.key(1)


def cross_entropy(logits: jax.Array, labels: jax.Array) -> jax.Array:
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()


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


def equinox_step(static: Any, optimizer: optax.GradientTransformation, loss: Callable) -> Step:
    def step(state: Any, batch: Any) -> Any:
        params, opt_state, key = state
        key, use = jax.random.split(key)
        value, gradient = jax.value_and_grad(lambda p: loss(eqx.combine(p, static), batch, use))(params)
        updates, opt_state = optimizer.update(gradient, opt_state, params)
        return (eqx.apply_updates(params, updates), opt_state, key), value

    return step


def equinox_model(module: Any, optimizer: optax.GradientTransformation, loss: Callable) -> Any:
    params, static = eqx.partition(module, eqx.is_inexact_array)
    return equinox_step(static, optimizer, loss), (params, optimizer.init(params), jax.random.key(1))


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
            for layer, key in zip(self.layers, jax.random.split(key, 2), strict=True):
                x = layer(x, key)
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

    def step(state: Any, batch: Any) -> Any:
        params, opt_state, key = state
        key, use = jax.random.split(key)
        value, gradient = jax.value_and_grad(loss)(params, batch[0], use)
        updates, opt_state = optimizer.update(gradient, opt_state, params)
        return (optax.apply_updates(params, updates), opt_state, key), value

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
