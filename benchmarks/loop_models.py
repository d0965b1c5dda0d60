# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Training steps of JAX whose layers, or steps of time, are a loop (`lax.scan`), in sizes that fill a device.

As in python/tests/jax_models, each function of MODELS returns a step (state, batch) -> (state, loss), the first state,
and a function that makes batches. Parameters are f32. Layers of transformers compute in bf16."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def make_model(forward: Callable, params: Any, shape: tuple[int, ...]) -> tuple[Callable, Any, Callable]:
    """Trains `forward` to the batch, by the mean of squares, with momentum."""

    def compute_loss(params: Any, batch: Any) -> jax.Array:
        x, y = batch
        return jnp.mean(jnp.square(forward(params, x).astype(jnp.float32) - y))

    def step(state: Any, batch: Any) -> Any:
        params, moments = state
        value, gradient = jax.value_and_grad(compute_loss)(params, batch)
        moments = jax.tree.map(lambda m, g: 0.9 * m + g, moments, gradient)
        return (jax.tree.map(lambda p, m: p - 0.01 * m, params, moments), moments), value

    def make_batch(seed: int) -> tuple[jax.Array, jax.Array]:
        return tuple(jax.random.normal(key, shape) for key in jax.random.split(jax.random.key(seed)))

    return step, (params, jax.tree.map(jnp.zeros_like, params)), make_batch


def make_params(matrices: dict[str, tuple[int, ...]], vectors: dict[str, tuple[int, ...]]) -> dict[str, jax.Array]:
    """Matrices of random numbers whose columns have a length of about one, and vectors of zeros."""
    numbers = np.random.default_rng(0)
    params = {name: jnp.zeros(shape, "float32") for name, shape in vectors.items()}
    for name, shape in matrices.items():
        params[name] = jnp.asarray(numbers.standard_normal(shape) / shape[-2] ** 0.5, "float32")
    return params


def make_lstm(time: int, batch: int, width: int, dtype: str):
    """An LSTM with a product for each gate and operand, as Flax writes it: `time` steps of [batch, width]."""
    gates = "ifgo"
    matrices = {operand + gate: (width, width) for operand in "xh" for gate in gates}
    params = make_params(matrices, {"b" + gate: (width,) for gate in gates})

    def forward(params: Any, x: jax.Array) -> jax.Array:
        params = {name: param.astype(dtype) for name, param in params.items()}

        def advance(carry: Any, x: jax.Array) -> Any:
            c, h = carry
            i, f, g, o = (x @ params["x" + n] + h @ params["h" + n] + params["b" + n] for n in gates)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (c, h), h

        zeros = jnp.zeros((batch, width), dtype)
        return lax.scan(advance, (zeros, zeros), x.astype(dtype))[1]

    return make_model(forward, params, (time, batch, width))


def normalize(x: jax.Array, scale: jax.Array) -> jax.Array:
    x = x.astype(jnp.float32)
    return (x * lax.rsqrt(jnp.mean(jnp.square(x), -1, keepdims=True) + 1e-6) * (1 + scale)).astype(jnp.bfloat16)


def rotate(x: jax.Array) -> jax.Array:
    """Rotary positions of [batch, tokens, heads, columns]."""
    half = x.shape[-1] // 2
    angles = jnp.arange(x.shape[1])[:, None, None] * 10000.0 ** (-jnp.arange(half) / half)
    sin, cos = jnp.sin(angles).astype(x.dtype), jnp.cos(angles).astype(x.dtype)
    return jnp.concatenate([x[..., :half] * cos - x[..., half:] * sin, x[..., half:] * cos + x[..., :half] * sin], -1)


def make_transformer(
    layers: int, batch: int, tokens: int, heads: int, shared: int, gated: bool, policy: Callable | None
):
    """Layers of causal attention and a perceptron in a scan, of [batch, tokens, 64 * heads].

    `shared` heads of queries have one of keys. The perceptron is gated by SiLU, with rotary positions, or it has GELU.
    `policy` is what `jax.checkpoint` saves; without one, the scan saves everything."""
    columns, width = 64, 64 * heads
    matrices = {
        "queries": (layers, width, width),
        "keys": (layers, width, width // shared),
        "values": (layers, width, width // shared),
        "output": (layers, width, width),
        "up": (layers, width, 4 * width),
        "down": (layers, 4 * width, width),
    }
    if gated:
        matrices["gate"] = matrices["up"]
    params = make_params(matrices, {"first": (layers, width), "second": (layers, width)})

    def layer(x: jax.Array, params: Any) -> Any:
        p = {name: w.astype(jnp.bfloat16) for name, w in params.items() if w.ndim == 2}
        y = normalize(x, params["first"])
        q, k, v = ((y @ p[name]).reshape(batch, tokens, -1, columns) for name in ("queries", "keys", "values"))
        if gated:
            q, k = rotate(q), rotate(k)
        q = q.reshape(batch, tokens, heads // shared, shared, columns)
        scores = jnp.einsum("bqhgd,bkhd->bhgqk", q, k).astype(jnp.float32) * columns**-0.5
        scores = jnp.where(jnp.tril(jnp.ones((tokens, tokens), bool)), scores, -1e30)
        weights = jax.nn.softmax(scores, -1).astype(jnp.bfloat16)
        x += jnp.einsum("bhgqk,bkhd->bqhgd", weights, v).reshape(batch, tokens, width) @ p["output"]
        y = normalize(x, params["second"])
        hidden = jax.nn.silu(y @ p["gate"]) * (y @ p["up"]) if gated else jax.nn.gelu(y @ p["up"])
        return x + hidden @ p["down"], None

    def forward(params: Any, x: jax.Array) -> jax.Array:
        body = jax.checkpoint(layer, policy=policy) if policy else layer
        return lax.scan(body, x.astype(jnp.bfloat16), params)[0]

    return make_model(forward, params, (batch, tokens, width))


gpt = functools.partial(make_transformer, 12, 4, 1024, 12, 1, False)
llama = functools.partial(make_transformer, 8, 4, 1024, 16, 4, True)
policies = jax.checkpoint_policies
MODELS: dict[str, Callable] = {
    "lstm_16x2x64_f32": functools.partial(make_lstm, 16, 2, 64, "float32"),
    "lstm_16x32x64_f32": functools.partial(make_lstm, 16, 32, 64, "float32"),
    "lstm_32x64x512_bf16": functools.partial(make_lstm, 32, 64, 512, "bfloat16"),
    "gpt_12x4x1024x768_saves_all": functools.partial(gpt, None),
    "gpt_12x4x1024x768_saves_products": functools.partial(gpt, policies.dots_saveable),
    "gpt_12x4x1024x768_saves_nothing": functools.partial(gpt, policies.nothing_saveable),
    "llama_8x4x1024x1024_saves_all": functools.partial(llama, None),
    "llama_8x4x1024x1024_saves_nothing": functools.partial(llama, policies.nothing_saveable),
}
