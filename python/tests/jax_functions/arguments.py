# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments and results of all kinds."""

import jax.numpy as jnp
import numpy as np
from jax import lax

from ._cases import B, S, X, Y, case

case("constants", lambda x: x + np.arange(35, dtype="float32").reshape(5, 7) @ np.ones((7, 7), "float32"), X)
case("tree", lambda t: {"a": t["b"] + 1, "b": (t["a"], None)}, {"a": X, "b": Y})
case("passes_inputs", lambda x, y: (y, x, x), X, Y)
case("unused", lambda x, y: x + 1, X, Y)
case("constant_result", lambda x: (jnp.ones((2, 3)), 5), X)
case("scalars", lambda x, y: (x + y, x * 2), S, jnp.float32(2))
case("python_scalar", lambda x, y: x + y, X, 2.5)
case("python_int", lambda x, y: x + y, X, 2)
case("weak", lambda x, y: x * y, X.astype("bfloat16"), 2.0)
case("bool_input", lambda b, x: jnp.where(b, x, -x), B, X)
case("zero_size", lambda x: (x + 1, x.sum(), jnp.concatenate([x, x])), jnp.zeros((0, 3)))
case("zero_size_pad", lambda x: lax.pad(x, 2.0, ((1, 1, 0), (0, 0, 0))), jnp.zeros((0, 3)))
case("zero_size_update", lambda x, y: lax.dynamic_update_slice(x, y, (1, 0)), X, jnp.zeros((0, 3)))
case("zero_size_matmul", lambda x, y: x @ y, jnp.zeros((3, 0)), jnp.zeros((0, 4)))
