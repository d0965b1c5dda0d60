# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs whose exports are tested beside those of examples/inputs.

    examples/export/export.py --programs test/Integration/CPU/Inputs/jax/programs.py \\
        -o test/Integration/CPU/Inputs/jax
"""

import jax
import jax.numpy as jnp


def zeros(*shape, dtype=jnp.float32):
    """An argument; only its shape and type matter."""
    return jax.ShapeDtypeStruct(shape, dtype)


def grouped_query_attention(x, wq, wk, wv, wo):
    """Causal attention in which two heads of queries share one of keys."""
    batch, tokens, width = x.shape
    q = (x @ wq).reshape(batch, tokens, 2, 2, 8)
    k = (x @ wk).reshape(batch, tokens, 2, 8)
    v = (x @ wv).reshape(batch, tokens, 2, 8)
    scores = jnp.einsum("btghd,bsgd->bghts", q, k) / jnp.sqrt(8.0)
    causal = jnp.tril(jnp.ones((tokens, tokens), bool))
    weights = jax.nn.softmax(jnp.where(causal, scores, -jnp.inf), axis=-1)
    mixed = jnp.einsum("bghts,bsgd->btghd", weights, v)
    return mixed.reshape(batch, tokens, width) @ wo


def mixture_of_experts(x, gate, w1, b1, w2):
    weights = jax.nn.softmax(x @ gate)
    hidden = jax.nn.gelu(jnp.einsum("nd,edh->enh", x, w1) + b1[:, None])
    outputs = jnp.einsum("enh,ehd->end", hidden, w2)
    return jnp.einsum("ne,end->nd", weights, outputs)


def gated_silu(x, scale, w1, w3, w2):
    """RMS norm, a gated layer and a residual."""
    norm = x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * scale
    return x + (jax.nn.silu(norm @ w1) * (norm @ w3)) @ w2


def perceptron(parameters, x):
    w1, b1, w2, b2 = parameters
    return jax.nn.relu(x @ w1 + b1) @ w2 + b2


PERCEPTRON = (zeros(16, 24), zeros(24), zeros(24, 8), zeros(8))
PERCEPTRONS = (zeros(3, 16, 24), zeros(3, 24), zeros(3, 24, 8), zeros(3, 8))


def sum_of_squares(function):
    return lambda *arguments: jnp.sum(function(*arguments) ** 2)


def mixed_precision_step(w1, b1, w2, x, y):
    """Parameters in f32, products in bf16."""

    def loss(w1, b1, w2):
        to16 = lambda value: value.astype(jnp.bfloat16)
        hidden = jax.nn.relu(to16(x) @ to16(w1) + to16(b1))
        return jnp.mean(((hidden @ to16(w2)).astype(jnp.float32) - y) ** 2)

    gradients = jax.grad(loss, argnums=(0, 1, 2))(w1, b1, w2)
    return tuple(p - 0.1 * g for p, g in zip((w1, b1, w2), gradients))


def adam_step(w, b, mean, variance, x, y):
    loss = lambda w, b: jnp.mean((jax.nn.gelu(x @ w + b) - y) ** 2)
    dw, db = jax.grad(loss, argnums=(0, 1))(w, b)
    mean = 0.9 * mean + 0.1 * dw
    variance = 0.99 * variance + 0.01 * dw**2
    return w - 1e-3 * mean / (jnp.sqrt(variance) + 1e-8), b - 0.1 * db, mean, variance


def hessian_vector_product(parameters, x):
    gradient = jax.grad(lambda p: jnp.sum(perceptron(p, x) ** 2))
    return jax.jvp(gradient, (parameters,), (parameters,))[1]


PROGRAMS = {
    "grouped_query_attention_grad": (
        jax.grad(sum_of_squares(grouped_query_attention), argnums=(1, 2, 3, 4)),
        (zeros(2, 11, 32), zeros(32, 32), zeros(32, 16), zeros(32, 16), zeros(32, 32)),
    ),
    "mixture_of_experts_grad": (
        jax.grad(sum_of_squares(mixture_of_experts), argnums=(1, 2, 3, 4)),
        (zeros(10, 16), zeros(16, 3), zeros(3, 16, 24), zeros(3, 24), zeros(3, 24, 16)),
    ),
    "gated_silu_grad": (
        jax.grad(sum_of_squares(gated_silu), argnums=(1, 2, 3, 4)),
        (zeros(9, 16), zeros(16), zeros(16, 32), zeros(16, 32), zeros(32, 16)),
    ),
    "mixed_precision_step": (
        mixed_precision_step,
        (zeros(16, 24), zeros(24), zeros(24, 8), zeros(7, 16), zeros(7, 8)),
    ),
    "adam_step": (
        adam_step,
        (zeros(16, 8), zeros(8), zeros(16, 8), zeros(16, 8), zeros(12, 16), zeros(12, 8)),
    ),
    "hessian_vector_product": (hessian_vector_product, (PERCEPTRON, zeros(7, 16))),
    "gradients_of_examples": (
        jax.vmap(jax.grad(sum_of_squares(perceptron)), in_axes=(None, 0)),
        (PERCEPTRON, zeros(7, 16)),
    ),
    "gradients_of_ensemble": (
        jax.vmap(jax.grad(sum_of_squares(perceptron)), in_axes=(0, None)),
        (PERCEPTRONS, zeros(7, 16)),
    ),
}
