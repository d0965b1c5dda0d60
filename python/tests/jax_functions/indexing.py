# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gathers and scatters."""

import jax
import jax.numpy as jnp
from jax import lax

from ._cases import CUBE, B, I, X, Y, case, floats, integers, positive

# Gathers.
TABLE = floats(11, 4)
INDEX = integers(3, 5, high=11)
case("take", lambda t, i: jnp.take(t, i, axis=0), TABLE, INDEX)
case("take_axis1", lambda t, i: jnp.take(t, i, axis=1), TABLE, integers(6, high=4))
case("take_clip", lambda t, i: jnp.take(t, i, axis=0, mode="clip"), TABLE, INDEX * 3)
case("take_fill", lambda t, i: jnp.take(t, i, axis=0, mode="fill"), TABLE, INDEX * 3)
case("take_wrap", lambda t, i: jnp.take(t, i, axis=0, mode="wrap"), TABLE, INDEX * 3)
case("index", lambda t, i: t[i], TABLE, INDEX)
case("index_negative", lambda t, i: t[i], TABLE, INDEX - 11)
case("index_out_of_bounds", lambda t, i: t[i], TABLE, INDEX * 3)
case("index_u8", lambda t, i: t[i], TABLE, INDEX.astype("uint8"))
case("index_scalar", lambda t, i: t[i], TABLE, jnp.int32(3))
case("index_two", lambda t, i, j: t[i, j], TABLE, INDEX, integers(3, 5, high=4))
case("index_slice", lambda t, i: t[i, 1:3], TABLE, INDEX)
case("index_mixed", lambda t, i: t[:, i, 0], CUBE, integers(4, high=5))
case("take_along_axis", lambda x, i: jnp.take_along_axis(x, i[:, None], axis=1), X, integers(5))
case("take_along_axis_0", lambda x, i: jnp.take_along_axis(x, i, axis=0), X, integers(5, 7, high=5))
case("choose", lambda i, x, y: jnp.choose(i, [x, y], mode="clip"), integers(5, 7, high=2), X, Y)
case("compress_mask", lambda x, m: jnp.where(m, x, 0).sum(), X, B)
case("vmap_index", jax.vmap(lambda x, i: x[i]), X, integers(5))
case("vmap_dynamic_slice", jax.vmap(lambda x, i: lax.dynamic_slice(x, (i,), (3,))), X, integers(5, high=9))
case("interp", jnp.interp, floats(9), jnp.sort(floats(20)), floats(20))

# Scatters.
UPDATES = floats(3, 5, 4)
case("take_gradient", jax.grad(lambda t, i: (jnp.take(t, i, axis=0) ** 2).sum()), TABLE, INDEX)
case("take_clip_gradient", jax.grad(lambda t, i: (jnp.take(t, i, axis=0, mode="clip") ** 2).sum()), TABLE, INDEX * 3)
case("index_gradient", jax.grad(lambda t, i: (t[i] ** 2).sum()), TABLE, INDEX)
case("index_gradient_bf16", jax.grad(lambda t, i: (t[i] ** 2).sum()), TABLE.astype("bfloat16"), INDEX)
case("index_two_gradient", jax.grad(lambda t, i, j: (t[i, j] ** 2).sum()), TABLE, INDEX, integers(3, 5, high=4))
case(
    "take_along_axis_gradient",
    jax.grad(lambda x, i: (jnp.take_along_axis(x, i[:, None], axis=1) ** 2).sum()),
    X,
    integers(5),
)
case(
    "take_along_axis_many_gradient",
    jax.grad(lambda x, i: (jnp.take_along_axis(x, i, axis=1) ** 2).sum()),
    X,
    integers(5, 4),
)
case(
    "take_along_axis_0_gradient",
    jax.grad(lambda x, i: (jnp.take_along_axis(x, i, axis=0) ** 2).sum()),
    X,
    integers(5, 7, high=5),
)
case("vmap_index_gradient", jax.grad(lambda x, i: (jax.vmap(lambda x, i: x[i])(x, i) ** 2).sum()), X, integers(5))
case("arange_index_gradient", jax.grad(lambda x, i: (x[jnp.arange(5), i] ** 2).sum()), X, integers(5))
case("slice_gradient", jax.grad(lambda x: (x[1:4:2, ::-1] ** 2).sum()), X)
case(
    "dynamic_slice_gradient", jax.grad(lambda x, i: (lax.dynamic_slice(x, (i, i), (2, 3)) ** 2).sum()), X, jnp.int32(4)
)
case(
    "vmap_dynamic_slice_gradient",
    jax.grad(lambda x, i: (jax.vmap(lambda x, i: lax.dynamic_slice(x, (i,), (3,)))(x, i) ** 2).sum()),
    X,
    integers(5, high=9),
)
for method in ("set", "add", "multiply", "min", "max"):
    case(
        f"at_{method}",
        lambda t, i, u, method=method: getattr(t.at[i], method)(u),
        TABLE,
        jnp.array([1, 10, 4]),
        floats(3, 4),
    )
case("at_add_repeated", lambda t, i, u: t.at[i].add(u), TABLE, INDEX, UPDATES)
case("at_multiply_repeated", lambda t, i, u: t.at[i].multiply(u), TABLE, INDEX, UPDATES)
case("at_max_repeated", lambda t, i, u: t.at[i].max(u), TABLE, INDEX, UPDATES)
case("at_subtract", lambda t, i, u: t.at[i].subtract(u), TABLE, INDEX, UPDATES)
case("at_divide", lambda t, i, u: t.at[i].divide(u), TABLE, jnp.array([1, 10, 4]), positive(3, 4))
case("at_power", lambda t, i: t.at[i].power(2), TABLE, jnp.array([1, 10, 4]))
case("at_apply", lambda t, i: t.at[i].apply(jnp.sin), TABLE, jnp.array([1, 10, 4]))
case("at_add_out_of_bounds", lambda t, i, u: t.at[i].add(u), TABLE, INDEX * 3, UPDATES)
case("at_set_drop", lambda t, i, u: t.at[i].set(u, mode="drop"), TABLE, jnp.array([1, 40, 4]), floats(3, 4))
case("at_add_clip", lambda t, i, u: t.at[i].add(u, mode="clip"), TABLE, INDEX * 3, UPDATES)
case("at_set_slice", lambda x, y: x.at[1:3, 2:5].set(y[:2, :3]), X, Y)
case("at_set_strided", lambda x, y: x.at[::2, 1].set(y[:3, 0]), X, Y)
case("at_set_scalar", lambda x, i: x.at[i, 2].set(5.0), X, jnp.int32(3))
case("at_add_column", lambda x, i, u: x.at[:, i].add(u), X, integers(4), floats(5, 4))
case("at_set_int", lambda x, i: x.at[i].set(-1), I, jnp.array([0, 3]))
case("at_set_bool", lambda x, i: x.at[i].set(True), B, jnp.array([0, 3]))
case("segment_sum", lambda x, i: jax.ops.segment_sum(x, i, num_segments=4), floats(20, 3), integers(20, high=4))
case("segment_max", lambda x, i: jax.ops.segment_max(x, i, num_segments=4), floats(20, 3), integers(20, high=4))
case("vmap_scatter", jax.vmap(lambda x, i, u: x.at[i].add(u)), X, integers(5, 3), floats(5, 3))
case("scatter_gradient", jax.grad(lambda u, t, i: (t.at[i].add(u) ** 2).sum()), UPDATES, TABLE, INDEX)
case(
    "scatter_set_gradient",
    jax.grad(lambda t, i, u: (t.at[i].set(u) ** 2).sum(), argnums=(0, 2)),
    TABLE,
    jnp.array([1, 10, 4]),
    floats(3, 4),
)
case("scatter_empty", lambda t, i, u: t.at[i].add(u), TABLE, jnp.zeros((0,), "int32"), jnp.zeros((0, 4)))
