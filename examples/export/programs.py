# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs that export.py writes, and the shapes of their arguments."""

import math

import jax
import jax.numpy as jnp


def zeros(dtype, *shape):
    """An argument; only its shape and type matter."""
    return jax.ShapeDtypeStruct(shape, dtype)


# A perceptron of two layers: relu(x w1 + b1), then GELU.


def mlp(w1, b1, w2, b2, x):
    hidden = jax.nn.relu(x @ w1 + b1)
    return jax.nn.gelu(hidden @ w2 + b2, approximate=True)


def mlp_step(w1, b1, w2, b2, x, y):
    """The loss, and the parameters after one step of gradient descent."""

    def loss(parameters):
        return jnp.mean((mlp(*parameters, x) - y) ** 2)

    parameters = (w1, b1, w2, b2)
    value, gradients = jax.value_and_grad(loss)(parameters)
    return value, tuple(p - 0.1 * g for p, g in zip(parameters, gradients))


def mlp_arguments(dtype, batch=64, inputs=784, hidden=512, outputs=10):
    return (
        zeros(dtype, inputs, hidden),
        zeros(dtype, hidden),
        zeros(dtype, hidden, outputs),
        zeros(dtype, outputs),
        zeros(dtype, batch, inputs),
    )


# Single layers.


def dense_residual_relu(x, w, b, residual):
    return jax.nn.relu(x @ w + b + residual)


def batched_linear_gelu(x, w, b):
    return jax.nn.gelu(x @ w + b, approximate=True)


def column_layer(w, b, x):
    """A layer on columns: the bias runs along the rows of the product."""
    return jax.nn.relu(w @ x + b[:, None])


def column_layer_backward(w, gradient, preactivation):
    """The gradients of the activation and bias before a layer on columns."""
    d = jnp.where(preactivation < 0, 0, w.T @ gradient)
    return d, d.sum(1)


def transposed_mlp(parameters, x):
    """Weights stored as [outputs, inputs]."""
    w1, b1, w2, b2 = parameters
    return jax.nn.relu(x @ w1.T + b1) @ w2.T + b2


def transposed_mlp_backward(parameters, x, gradient):
    _, backward = jax.vjp(transposed_mlp, parameters, x)
    return backward(gradient)


TRANSPOSED_MLP_PARAMETERS = (
    zeros(jnp.float32, 15, 5),
    zeros(jnp.float32, 1, 15),
    zeros(jnp.float32, 1, 15),
    zeros(jnp.float32, 1, 1),
)


# A transformer block with causal attention. Parameters are a dictionary:
# g*, b* scale and shift of the layer norms, wqkv, bqkv, wo, bo attention,
# w1, c1, w2, c2 perceptron.

HEADS = 8


def layer_norm(x, gain, shift):
    wide = x.astype(jnp.float32)
    mean = wide.mean(-1, keepdims=True)
    centred = wide - mean
    variance = (centred * centred).mean(-1, keepdims=True)
    return (centred * jax.lax.rsqrt(variance + 1e-5)).astype(x.dtype) * gain + shift


def attention(p, x):
    batch, length, width = x.shape
    size = width // HEADS
    qkv = (x @ p["wqkv"] + p["bqkv"]).reshape(batch, length, 3 * HEADS, size)
    q, k, v = qkv[:, :, :HEADS], qkv[:, :, HEADS : 2 * HEADS], qkv[:, :, 2 * HEADS :]
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) * (1 / math.sqrt(size))
    causal = jnp.tril(jnp.ones((length, length), bool))
    scores = jnp.where(causal, scores, jnp.asarray(-1e4, x.dtype))
    weights = jax.nn.softmax(scores.astype(jnp.float32), -1).astype(x.dtype)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", weights, v).reshape(x.shape)
    return mixed @ p["wo"] + p["bo"]


def block(p, x):
    x = x + attention(p, layer_norm(x, p["g1"], p["b1"]))
    hidden = layer_norm(x, p["g2"], p["b2"]) @ p["w1"] + p["c1"]
    return x + (jax.nn.gelu(hidden, approximate=True) @ p["w2"] + p["c2"])


def block_step(p, x, y):
    """The loss, and the parameters after one step of gradient descent."""
    value, gradients = jax.value_and_grad(
        lambda p: jnp.mean((block(p, x) - y) ** 2)
    )(p)
    return value, jax.tree.map(lambda p, g: p - 0.1 * g, p, gradients)


def block_parameters(dtype, width=256):
    vectors = {"b1", "b2", "bo", "c2", "g1", "g2"}
    shapes = {name: (width,) for name in vectors}
    shapes.update(bqkv=(3 * width,), c1=(4 * width,))
    shapes.update(w1=(width, 4 * width), w2=(4 * width, width))
    shapes.update(wo=(width, width), wqkv=(width, 3 * width))
    return {name: zeros(dtype, *shape) for name, shape in shapes.items()}


PROGRAMS = {
    "dense_residual_relu_f32": (
        dense_residual_relu,
        (
            zeros(jnp.float32, 48, 64),
            zeros(jnp.float32, 64, 80),
            zeros(jnp.float32, 80),
            zeros(jnp.float32, 48, 80),
        ),
    ),
    "batched_linear_gelu_f32": (
        batched_linear_gelu,
        (
            zeros(jnp.float32, 8, 32, 128),
            zeros(jnp.float32, 128, 96),
            zeros(jnp.float32, 96),
        ),
    ),
    "column_layer_fwd_f16": (
        column_layer,
        (
            zeros(jnp.float16, 100, 784),
            zeros(jnp.float16, 100),
            zeros(jnp.float16, 784, 256),
        ),
    ),
    "column_layer_bwd_f16": (
        column_layer_backward,
        (
            zeros(jnp.float16, 100, 784),
            zeros(jnp.float16, 100, 256),
            zeros(jnp.float16, 784, 256),
        ),
    ),
    "small_mlp_fwd_f32": (
        transposed_mlp,
        (TRANSPOSED_MLP_PARAMETERS, zeros(jnp.float32, 32, 5)),
    ),
    "small_mlp_bwd_f32": (
        transposed_mlp_backward,
        (
            TRANSPOSED_MLP_PARAMETERS,
            zeros(jnp.float32, 32, 5),
            zeros(jnp.float32, 32, 1),
        ),
    ),
    "transformer_block_fwd_bf16": (
        block,
        (block_parameters(jnp.bfloat16), zeros(jnp.bfloat16, 4, 64, 256)),
    ),
    "transformer_block_step_f32": (
        block_step,
        (
            block_parameters(jnp.float32),
            zeros(jnp.float32, 4, 64, 256),
            zeros(jnp.float32, 4, 64, 256),
        ),
    ),
}
for suffix, dtype in (
    ("f32", jnp.float32),
    ("f16", jnp.float16),
    ("bf16", jnp.bfloat16),
):
    PROGRAMS[f"mlp_fwd_{suffix}"] = (mlp, mlp_arguments(dtype))
    PROGRAMS[f"mlp_step_{suffix}"] = (
        mlp_step,
        (*mlp_arguments(dtype), zeros(dtype, 64, 10)),
    )
