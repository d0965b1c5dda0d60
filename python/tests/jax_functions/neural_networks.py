# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of neural networks."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

from ._cases import V, X, case, floats, integers

for f in (jax.nn.relu, jax.nn.relu6, jax.nn.gelu, partial(jax.nn.gelu, approximate=False), jax.nn.silu, jax.nn.sigmoid,
          jax.nn.softplus, jax.nn.elu, jax.nn.selu, jax.nn.celu, jax.nn.leaky_relu, jax.nn.hard_tanh, jax.nn.mish,
          jax.nn.hard_sigmoid, jax.nn.hard_swish, jax.nn.log_sigmoid, jax.nn.soft_sign, jax.nn.squareplus,
          jax.nn.softmax, jax.nn.log_softmax, jax.nn.standardize, jax.nn.glu):  # fmt: skip
    name = getattr(f, "__name__", "gelu_exact")
    argument = floats(5, 8)
    case(f"nn_{name}", f, argument)
    case(f"nn_{name}_gradient", jax.grad(lambda x, f=f: (f(x) ** 3).sum()), argument)
case("cross_entropy", lambda x, i: -jnp.take_along_axis(jax.nn.log_softmax(x), i[:, None], 1).mean(), X, integers(5))
case(
    "cross_entropy_gradient",
    jax.value_and_grad(lambda x, i: -jnp.take_along_axis(jax.nn.log_softmax(x), i[:, None], 1).mean()),
    X,
    integers(5),
)
case(
    "attention",
    lambda q, k, v: jax.nn.dot_product_attention(q, k, v, is_causal=True),
    floats(2, 5, 3, 4),
    floats(2, 5, 3, 4),
    floats(2, 5, 3, 4),
)
case(
    "attention_gradient",
    jax.grad(lambda q, k, v: (jax.nn.dot_product_attention(q, k, v, is_causal=True) ** 2).sum(), argnums=(0, 1, 2)),
    floats(2, 5, 3, 4),
    floats(2, 5, 3, 4),
    floats(2, 5, 3, 4),
)
case(
    "layer_norm",
    lambda x, g, b: (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * g + b,
    X,
    V,
    V,
)
