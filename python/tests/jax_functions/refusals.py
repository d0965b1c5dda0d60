# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions that are refused, with a part of the message."""

import jax
import jax.numpy as jnp
import numpy as np

from ._cases import KEY, I, X, floats, refused

refused("i4", "int4_roundtrip", lambda x: (x % 8).astype(jnp.int4).astype(jnp.int32), I)
refused("linear algebra", "random_orthogonal", lambda k: jax.random.orthogonal(k, 4), KEY)
refused("linear algebra", "cholesky", lambda x: jnp.linalg.cholesky(x @ x.T + jnp.eye(5)), X)
refused("linear algebra", "solve", lambda a, b: jnp.linalg.solve(a, b), floats(4, 4), floats(4, 2))
refused("linear algebra", "inv", jnp.linalg.inv, floats(4, 4))
refused("linear algebra", "det", jnp.linalg.det, floats(4, 4))
refused("linear algebra", "svd", lambda x: jnp.linalg.svd(x, compute_uv=False), X)
refused("linear algebra", "eigh", lambda x: jnp.linalg.eigh(x @ x.T)[0], X)
refused("linear algebra", "qr", lambda x: jnp.linalg.qr(x)[1], X)
refused(
    "linear algebra",
    "triangular_solve",
    lambda a, b: jax.scipy.linalg.solve_triangular(jnp.tril(a) + 3 * jnp.eye(4), b, lower=True),
    floats(4, 4),
    floats(4, 2),
)
refused("side effects", "debug_print", lambda x: (jax.debug.print("{}", x.sum()), x + 1)[1], X)
refused(
    "calls Python",
    "pure_callback",
    lambda x: jax.pure_callback(lambda x: np.asarray(x) + 1, jax.ShapeDtypeStruct((5, 7), "float32"), x),
    X,
)
refused(r"for (cpu|cuda): a value of type", "int4", lambda x: x + x, X.astype("int4"))
