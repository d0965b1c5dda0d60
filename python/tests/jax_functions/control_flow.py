# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops and branches."""

import jax
import jax.numpy as jnp
from jax import lax

from ._cases import B, V, X, case, floats, positive

case("fori_loop", lambda x: lax.fori_loop(0, 10, lambda i, c: jnp.sin(c) + i * 0.1, x), X)
case("fori_loop_dynamic", lambda x, n: lax.fori_loop(0, n, lambda i, c: jnp.sin(c) + i * 0.1, x), X, jnp.int32(5))
case("fori_loop_zero", lambda x: lax.fori_loop(0, 0, lambda i, c: jnp.sin(c), x), X)
case("while_loop", lambda x: lax.while_loop(lambda c: jnp.abs(c).max() > 0.1, lambda c: c * 0.7, x), X)
case(
    "while_counted",
    lambda x: lax.while_loop(lambda c: c[0] < 7, lambda c: (c[0] + 2, c[1] * 0.7), (jnp.int32(0), x)),
    X,
)
case(
    "while_two",
    lambda x: lax.while_loop(
        lambda c: (c[0] < 7) & (c[1].sum() < 100), lambda c: (c[0] + 2, c[1] * 0.7), (jnp.int32(0), x)
    ),
    X,
)
case("scan", lambda x, c: lax.scan(lambda c, x: (c * 0.9 + x, c), c, x), X, V)
case("scan_reverse", lambda x, c: lax.scan(lambda c, x: (c * 0.9 + x, c), c, x, reverse=True), X, V)
case("scan_length", lambda c: lax.scan(lambda c, _: (jnp.sin(c), c), c, None, length=4), V)
case(
    "scan_matmul", lambda x, w: lax.scan(lambda c, x: (jnp.tanh(c @ w + x), c.sum()), jnp.zeros(7), x), X, floats(7, 7)
)
case(
    "scan_gradient",
    jax.grad(
        lambda x, w: (lax.scan(lambda c, x: (jnp.tanh(c @ w + x), c.sum()), jnp.zeros(7), x)[0] ** 2).sum(),
        argnums=(0, 1),
    ),
    X,
    floats(7, 7),
)
case("scan_unroll", lambda x, c: lax.scan(lambda c, x: (c * 0.9 + x, c), c, x, unroll=2), X, V)
case(
    "scan_nested",
    lambda x: lax.scan(lambda c, r: (c + lax.fori_loop(0, 3, lambda i, d: d * 0.5 + c, r), r.sum()), V, x),
    X,
)
case(
    "scan_remat_gradient",
    jax.grad(
        lambda x, w: (
            lax.scan(jax.checkpoint(lambda c, x: (jnp.tanh(c @ w + x), c.sum())), jnp.zeros(7), x)[0] ** 2
        ).sum(),
        argnums=(0, 1),
    ),
    X,
    floats(7, 7),
)
case("map", lambda x: lax.map(lambda r: jnp.sort(r) if False else r.sum() * r, x), X)
case("cond", lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x), jnp.bool_(True), X)
case("cond_false", lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x), jnp.bool_(False), X)
case(
    "cond_shapes", lambda p, x: lax.cond(p, lambda x: (x.sum(), x), lambda x: (x.max(), x * 2), x), jnp.bool_(False), X
)
case("switch", lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, lambda x: x * 2], x), jnp.int32(1), X)
case("switch_clamped", lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, lambda x: x * 2], x), jnp.int32(9), X)
case(
    "cond_in_scan",
    lambda x: lax.scan(lambda c, r: (lax.cond(c.sum() > 0, lambda c: c - r, lambda c: c + r, c), c), V, x),
    X,
)
case("cond_gradient", jax.grad(lambda x, p: (lax.cond(p, jnp.sin, jnp.cos, x) ** 2).sum()), X, jnp.bool_(False))
case(
    "cond_products",
    lambda p, x, w: lax.cond(p, lambda x: x @ w, lambda x: jnp.sin(x), x),
    jnp.bool_(False),
    X,
    floats(7, 7),
)
case(
    "cond_products_true",
    lambda p, x, w: lax.cond(p, lambda x: x @ w, lambda x: jnp.sin(x), x),
    jnp.bool_(True),
    X,
    floats(7, 7),
)
case(
    "switch_products",
    lambda i, x, w: lax.switch(i, [lambda x: x @ w, jnp.sin, lambda x: x @ w @ w], x),
    jnp.int32(2),
    X,
    floats(7, 7),
)
case(
    "switch_products_clamped",
    lambda i, x, w: lax.switch(i, [lambda x: x @ w, jnp.sin, lambda x: x @ w @ w], x),
    jnp.int32(-5),
    X,
    floats(7, 7),
)
case(
    "cond_products_in_scan",
    lambda x, w: lax.scan(lambda c, r: (lax.cond(c.sum() > 0, lambda c: c @ w - r, lambda c: c + r, c), c), V, x),
    X,
    floats(7, 7),
)
case("vmap_while", jax.vmap(lambda x: lax.while_loop(lambda c: c < 10, lambda c: c * 1.5 + 1, x)), positive(6))
case("vmap_cond", jax.vmap(lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x)), B[:, 0], X)
case(
    "bisection",
    lambda x: lax.fori_loop(
        0,
        30,
        lambda i, ab: (
            jnp.where(((ab[0] + ab[1]) / 2) ** 3 < x, (ab[0] + ab[1]) / 2, ab[0]),
            jnp.where(((ab[0] + ab[1]) / 2) ** 3 < x, ab[1], (ab[0] + ab[1]) / 2),
        ),
        (jnp.zeros_like(x), jnp.ones_like(x) * 3),
    ),
    positive(9),
)
