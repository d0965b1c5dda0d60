# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions, and scans of arrays."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

from ._cases import B, I, U, V, X, case, floats

for f in (jnp.sum, jnp.mean, jnp.max, jnp.min, jnp.prod, jnp.var, jnp.std, jnp.argmax, jnp.argmin, jnp.ptp,
          jnp.nansum, jnp.nanmean, jnp.nanmax, jnp.median, jnp.linalg.norm):  # fmt: skip
    case(f"{f.__name__}", f, X)
    case(f"{f.__name__}_axis0", partial(f, axis=0), X)
    case(f"{f.__name__}_axis1", partial(f, axis=1), X)
for f in (jnp.sum, jnp.prod, jnp.max, jnp.min, jnp.argmax):
    case(f"{f.__name__}_int", partial(f, axis=1), I)
    case(f"{f.__name__}_uint", partial(f, axis=1), U)
for f in (jnp.any, jnp.all, jnp.count_nonzero):
    case(f"{f.__name__}", partial(f, axis=1), B)
case("logsumexp", lambda x: jax.nn.logsumexp(x, axis=1), X)
case("average", lambda x, w: jnp.average(x, axis=1, weights=w), X, V)
case("quantile", lambda x: jnp.quantile(x, 0.3, axis=1), X)
case("percentile", lambda x: jnp.percentile(x, 30, axis=0), X)
case("bf16_sum", lambda x: x.sum(1), X.astype("bfloat16"))
case("reduce_and", lambda x: jnp.bitwise_and.reduce(x, axis=1), I)
case(
    "reduce_custom",
    lambda x: lax.reduce(x, 1.0, lambda a, b: a * 2 + b * 0.5 if False else lax.max(a, b) + 0.0, (1,)),
    X,
)
case(
    "reduce_two",
    lambda x, i: lax.reduce(
        (x, i),
        (-jnp.inf, 0),
        lambda a, b: (jnp.where(a[0] >= b[0], a[0], b[0]), jnp.where(a[0] >= b[0], a[1], b[1])),
        (1,),
    ),
    X,
    I,
)

# Scans of arrays.
for f in (jnp.cumsum, jnp.cumprod, lax.cummax, lax.cummin, lax.cumlogsumexp):
    case(f"{f.__name__}_0", partial(f, axis=0), X)
    case(f"{f.__name__}_1", partial(f, axis=1), X)
case("cumsum_reverse", lambda x: lax.cumsum(x, 1, reverse=True), X)
case("cumsum_int", lambda x: jnp.cumsum(x, 1), I)
case("cumsum_bool", lambda x: jnp.cumsum(x, 1), B)
case("cumsum_long", lambda x: jnp.cumsum(x), floats(1000))
case("cumsum_gradient", jax.grad(lambda x: (jnp.cumsum(x, 1) ** 2).sum()), X)
case("cumprod_gradient", jax.grad(lambda x: (jnp.cumprod(x, 1) ** 2).sum()), X)
case("cummax_gradient", jax.grad(lambda x: (lax.cummax(x, 1) ** 2).sum()), X)
case("associative_scan", lambda x: lax.associative_scan(lambda a, b: a * 0.9 + b, x), X)
case("diff", jnp.diff, X)
case("ediff1d", jnp.ediff1d, V)
case("trapezoid", jnp.trapezoid, X)
