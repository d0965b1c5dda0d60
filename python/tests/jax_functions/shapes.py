# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions that change shapes, and slices."""

import jax
import jax.numpy as jnp
from jax import lax

from ._cases import CUBE, V, X, Y, case, floats, integers

case("reshape", lambda x: x.reshape(7, 5), X)
case("transpose", lambda x: x.transpose(2, 0, 1), CUBE)
case("broadcast_to", lambda x: jnp.broadcast_to(x, (4, 5, 7)), X)
case("expand_squeeze", lambda x: x[:, None, :, None].squeeze(1), X)
case("concatenate", lambda x, y: jnp.concatenate([x, y, x], axis=1), X, Y)
case("stack", lambda x, y: jnp.stack([x, y], axis=1), X, Y)
case("split", lambda x: jnp.split(x, [2, 3], axis=1), X)
case("array_split", lambda x: jnp.array_split(x, 3), X)
case("flip", lambda x: jnp.flip(x, 1), X)
case("roll", lambda x: jnp.roll(x, 2, 1), X)
case("roll_dynamic", lambda x, n: jnp.roll(x, n, 1), X, jnp.int32(3))
case("tile", lambda x: jnp.tile(x, (2, 3)), X)
case("repeat", lambda x: jnp.repeat(x, 3, axis=1), X)
case("repeat_each", lambda x, r: jnp.repeat(x, r, axis=0, total_repeat_length=12), X, integers(5, high=3))
case("pad", lambda x: jnp.pad(x, ((1, 2), (0, 3))), X)
case("pad_reflect", lambda x: jnp.pad(x, 2, mode="reflect"), X)
case("pad_edge", lambda x: jnp.pad(x, 2, mode="edge"), X)
case("pad_interior", lambda x: lax.pad(x, 0.5, ((1, 2, 1), (-1, 0, 2))), X)
case("slice", lambda x: x[1:4:2, ::-1], X)
case("slice_strided", lambda x: lax.slice(x, (1, 0), (5, 7), (2, 3)), X)
case("dynamic_slice", lambda x, i: lax.dynamic_slice(x, (i, i), (2, 3)), X, jnp.int32(4))
case("dynamic_slice_negative", lambda x, i: lax.dynamic_slice(x, (i, i), (2, 3)), X, jnp.int32(-2))
case("dynamic_slice_u32", lambda x, i: lax.dynamic_slice(x, (i, i), (2, 3)), X, jnp.uint32(2))
case("dynamic_update_slice", lambda x, y, i: lax.dynamic_update_slice(x, y[:2, :3], (i, 1)), X, Y, jnp.int32(2))
case("dynamic_update_slice_clamped", lambda x, y, i: lax.dynamic_update_slice(x, y[:2, :3], (i, i)), X, Y, jnp.int32(9))
case("dynamic_index_in_dim", lambda x, i: lax.dynamic_index_in_dim(x, i, 0), X, jnp.int32(2))
case("tril", jnp.tril, X)
case("triu", jnp.triu, X)
case("diag", jnp.diag, V)
case("diagonal", jnp.diagonal, floats(6, 6))
case("trace", jnp.trace, floats(6, 6))
case("eye", lambda x: x + jnp.eye(5, 7), X)
case("arange", lambda x: x + jnp.arange(7), X)
case("linspace", lambda x: x + jnp.linspace(0, 1, 7), X)
case("iota", lambda x: x + lax.broadcasted_iota(jnp.float32, (5, 7), 1), X)
case("meshgrid", lambda x, y: jnp.meshgrid(x, y), V, V)
case("swapaxes", lambda x: jnp.swapaxes(x, 0, 2), CUBE)
case("moveaxis", lambda x: jnp.moveaxis(x, 0, 2), CUBE)
case("rot90", jnp.rot90, X)
case("ravel", jnp.ravel, CUBE)
case("block", lambda x, y: jnp.block([[x, y], [y, x]]), X, Y)
case("kron", jnp.kron, floats(2, 3), floats(3, 2))
case("one_hot", lambda i: jax.nn.one_hot(i, 9), integers(6))
case("one_hot_dynamic_out", lambda i: jax.nn.one_hot(i, 4), integers(6))
