# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Transformations of functions."""

import jax
import jax.numpy as jnp
from jax import lax

from ._cases import V, X, Y, case

case("checkpoint", jax.grad(lambda x: jax.checkpoint(lambda x: jnp.sin(jnp.sin(x)))(x).sum()), X)
case("custom_jvp", jax.grad(lambda x: jax.nn.relu(x).sum()), X)
case("inner_jit", lambda x: jax.jit(jnp.sin)(x) + jax.jit(jnp.sin)(x * 2), X)
case("jvp", lambda x, t: jax.jvp(jnp.sin, (x,), (t,)), X, Y)
case("hessian", lambda x: jax.hessian(lambda x: jnp.sin(x).prod())(x), V)
case("jacobian", lambda x: jax.jacrev(lambda x: jnp.tanh(x * x[::-1]))(x), V)
case("stop_gradient", jax.grad(lambda x: (x * lax.stop_gradient(x)).sum()), X)
case("optimization_barrier", lambda x: lax.optimization_barrier(x) + 1, X)
