# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of matrices and vectors."""

from functools import partial

import jax.numpy as jnp
from jax import lax

from ._cases import V, X, Y, case, floats, integers, unsigned

A = floats(6, 7)
W = floats(7, 9)
case("matmul", jnp.matmul, A, W)
case("matmul_vector", jnp.matmul, A, V)
case("matmul_batch", jnp.matmul, floats(3, 4, 5), floats(3, 5, 2))
case("matmul_broadcast", jnp.matmul, floats(3, 4, 5), floats(5, 2))
case("dot", jnp.dot, V, V)
case("vdot", jnp.vdot, A, A)
case("outer", jnp.outer, V, V)
case("inner", jnp.inner, A, A)
case("tensordot", lambda x, y: jnp.tensordot(x, y, axes=((1, 2), (2, 0))), floats(2, 3, 4), floats(4, 5, 3))
case("einsum", lambda x, y: jnp.einsum("bihd,bjhd->bhij", x, y), floats(2, 3, 4, 5), floats(2, 6, 4, 5))
case("einsum_sum", lambda x, y: jnp.einsum("bi,bj->", x, y), X, Y)
case("dot_highest", lambda x, y: jnp.dot(x, y, precision="highest"), A, W)
case("dot_default", lambda x, y: jnp.dot(x, y, precision="default"), A, W)
case("dot_algorithm", lambda x, y: lax.dot(x, y, precision=lax.DotAlgorithmPreset.F32_F32_F32), A, W)
case("dot_bf16", jnp.dot, A.astype("bfloat16"), W.astype("bfloat16"))
case(
    "dot_bf16_f32",
    lambda x, y: jnp.dot(x, y, preferred_element_type=jnp.float32),
    A.astype("bfloat16"),
    W.astype("bfloat16"),
)
case("dot_int", jnp.dot, integers(6, 7), integers(7, 9))
case(
    "dot_int8_int32",
    lambda x, y: jnp.dot(x, y, preferred_element_type=jnp.int32),
    integers(6, 7, dtype="int8"),
    integers(7, 9, dtype="int8"),
)

for operand, results in [
    ("uint8", ("uint8", "int8", "uint16", "int16", "uint32", "int32", "float16", "bfloat16", "float32")),
    ("uint16", ("uint16", "int16", "uint32", "int32", "float32")),
    ("uint32", ("uint32", "int32", "float32")),
]:
    for result in results:
        dot = partial(jnp.dot, preferred_element_type=jnp.dtype(result))
        name = f"{operand}_{result}"
        case(f"dot_{name}", dot, unsigned(operand, 6, 7), unsigned(operand, 7, 9))
        case(f"dot_vector_{name}", dot, unsigned(operand, 6, 7), unsigned(operand, 7))
        case(
            f"dot_batched_{name}",
            partial(jnp.einsum, "bij,bkj->bik", preferred_element_type=jnp.dtype(result)),
            unsigned(operand, 2, 6, 7),
            unsigned(operand, 2, 9, 7),
        )
        case(
            f"conv_{name}",
            partial(
                lax.conv_general_dilated,
                window_strides=(1, 1),
                padding="SAME",
                preferred_element_type=jnp.dtype(result),
            ),
            unsigned(operand, 2, 3, 6, 5),
            unsigned(operand, 4, 3, 3, 2),
        )
for other in ("int8", "uint16", "float32"):
    case(
        f"dot_uint8_with_{other}",
        lambda x, y: lax.dot_general(x, y, (((1,), (0,)), ((), ())), preferred_element_type=jnp.float32),
        unsigned("uint8", 6, 7),
        integers(7, 9, low=0 if other[0] == "u" else -99, high=100, dtype=other),
    )
case(
    "dot_mixed",
    lambda x, y: lax.dot_general(x, y, (((1,), (0,)), ((), ())), preferred_element_type=jnp.float32),
    A.astype("bfloat16"),
    W,
)
case(
    "dot_general_two_batch",
    lambda x, y: lax.dot_general(x, y, (((3,), (2,)), ((0, 1), (0, 1)))),
    floats(2, 3, 4, 5),
    floats(2, 3, 5, 6),
)
case("cross", jnp.cross, floats(5, 3), floats(5, 3))
case("matrix_power", lambda x: jnp.linalg.matrix_power(x, 3), floats(4, 4))
case("convolve", jnp.convolve, floats(20), floats(5))
case("correlate", jnp.correlate, floats(20), floats(5))
case("polyval", jnp.polyval, V, X)
case("ragged_dot", lax.ragged_dot, floats(6, 4), floats(3, 4, 5), jnp.array([2, 1, 3], "int32"))
