# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorts, the largest elements, and searches."""

import jax
import jax.numpy as jnp
from jax import lax

from ._cases import B, I, U, X, Y, case, floats, integers

case("sort", jnp.sort, X)
case("sort_0", lambda x: jnp.sort(x, axis=0), X)
case("sort_descending", lambda x: jnp.sort(x, axis=1, descending=True), X)
case("sort_int", jnp.sort, I)
case("sort_uint", jnp.sort, U)
case("sort_bf16", jnp.sort, X.astype("bfloat16"))
case("sort_bool", jnp.sort, B)
case("sort_special", jnp.sort, jnp.array([1.0, jnp.nan, -jnp.inf, 0.0, -0.0, jnp.inf, -1.0, jnp.nan, 2.0]))
case("sort_long", jnp.sort, floats(3, 1000))
case("argsort", jnp.argsort, X)
case("argsort_ties", jnp.argsort, integers(40, high=4))
case("argsort_descending", lambda x: jnp.argsort(x, descending=True), integers(40, high=4))
case("lexsort", lambda x, y: jnp.lexsort((x, y)), integers(40, high=4), integers(40, high=4))
case("sort_key_val", lambda x, y: lax.sort_key_val(x, y), X, Y)
case("sort_two_keys", lambda x, y, z: lax.sort((x, y, z), num_keys=2), integers(30, high=4), floats(30), floats(30))
case("sort_gradient", jax.grad(lambda x: (jnp.sort(x) * jnp.arange(7)).sum()), X)
case("top_k", lambda x: lax.top_k(x, 3), X)
case("top_k_ties", lambda x: lax.top_k(x, 5), integers(4, 30, high=5))
case("top_k_gradient", jax.grad(lambda x: (lax.top_k(x, 3)[0] ** 2).sum()), X)
case("approx_max_k", lambda x: lax.approx_max_k(x, 3)[0], X)
case("searchsorted", lambda x, v: jnp.searchsorted(x, v), jnp.sort(floats(20)), floats(9))
case("digitize", lambda x, v: jnp.digitize(x, v), floats(20), jnp.sort(floats(9)))
case("unique_size", lambda x: jnp.unique(x, size=6, fill_value=-1), integers(20, high=6))
case("bincount", lambda x: jnp.bincount(x, length=8), integers(20))
case("histogram", lambda x: jnp.histogram(x, bins=5, range=(-2, 2))[0], floats(50))
case("nonzero_size", lambda x: jnp.nonzero(x, size=10, fill_value=0), B)
case("isin", lambda x: jnp.isin(x, jnp.array([1, 3, 5])), I)
case("median_grad", jax.grad(lambda x: jnp.median(x)), X)
