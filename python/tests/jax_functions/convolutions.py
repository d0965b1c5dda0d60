# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions and pooling."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

from ._cases import IMAGE, KERNEL, case, floats, unsigned

conv = partial(lax.conv_general_dilated, dimension_numbers=("NHWC", "HWIO", "NHWC"))
case("conv_same", lambda x, k: conv(x, k, (1, 1), "SAME"), IMAGE, KERNEL)
case("conv_valid", lambda x, k: conv(x, k, (1, 1), "VALID"), IMAGE, KERNEL)
case("conv_strided", lambda x, k: conv(x, k, (2, 2), "SAME"), IMAGE, KERNEL)
case("conv_dilated", lambda x, k: conv(x, k, (1, 1), "SAME", rhs_dilation=(2, 2)), IMAGE, KERNEL)
case("conv_lhs_dilated", lambda x, k: conv(x, k, (1, 1), ((2, 2), (1, 2)), lhs_dilation=(2, 3)), IMAGE, KERNEL)
case("conv_padding", lambda x, k: conv(x, k, (1, 1), ((1, 2), (0, 3))), IMAGE, KERNEL)
case("conv_negative_padding", lambda x, k: conv(x, k, (1, 1), ((-1, 2), (0, -1))), IMAGE, KERNEL)
case(
    "conv_groups",
    lambda x, k: conv(x, k, (1, 1), "SAME", feature_group_count=2),
    floats(2, 6, 5, 4),
    floats(3, 3, 2, 6),
)
case(
    "conv_depthwise",
    lambda x, k: conv(x, k, (1, 1), "SAME", feature_group_count=4),
    floats(2, 6, 5, 4),
    floats(3, 3, 1, 8),
)
case(
    "conv_batch_groups",
    lambda x, k: conv(x, k, (1, 1), "SAME", batch_group_count=2),
    floats(4, 6, 5, 3),
    floats(3, 3, 3, 4),
)
case("conv_nchw", lambda x, k: lax.conv(x, k, (1, 1), "SAME"), floats(2, 3, 6, 5), floats(4, 3, 3, 3))
case(
    "conv_1d",
    lambda x, k: lax.conv_general_dilated(x, k, (1,), "SAME", dimension_numbers=("NWC", "WIO", "NWC")),
    floats(2, 9, 3),
    floats(3, 3, 4),
)
case(
    "conv_3d",
    lambda x, k: lax.conv_general_dilated(x, k, (1, 1, 1), "SAME", dimension_numbers=("NDHWC", "DHWIO", "NDHWC")),
    floats(2, 5, 4, 3, 2),
    floats(3, 3, 2, 2, 4),
)
case("conv_transpose", lambda x, k: lax.conv_transpose(x, k, (2, 2), "SAME"), IMAGE, KERNEL)
case("conv_gradient", jax.grad(lambda x, k: (conv(x, k, (2, 2), "SAME") ** 2).sum(), argnums=(0, 1)), IMAGE, KERNEL)
case(
    "conv_dilated_gradient",
    jax.grad(lambda x, k: (conv(x, k, (1, 1), "SAME", rhs_dilation=(2, 2)) ** 2).sum(), argnums=(0, 1)),
    IMAGE,
    KERNEL,
)
case(
    "conv_groups_gradient",
    jax.grad(lambda x, k: (conv(x, k, (1, 1), "SAME", feature_group_count=2) ** 2).sum(), argnums=(0, 1)),
    floats(2, 6, 5, 4),
    floats(3, 3, 2, 6),
)
case(
    "conv_depthwise_gradient",
    jax.grad(lambda x, k: (conv(x, k, (1, 1), "SAME", feature_group_count=4) ** 2).sum(), argnums=(0, 1)),
    floats(2, 6, 5, 4),
    floats(3, 3, 1, 8),
)
case("conv_bf16", lambda x, k: conv(x, k, (1, 1), "SAME"), IMAGE.astype("bfloat16"), KERNEL.astype("bfloat16"))
case("conv_patches", lambda x, k: conv(x, k, (4, 4), "VALID"), floats(2, 8, 8, 3), floats(4, 4, 3, 6))
pool = lambda x, op, init, padding="VALID": lax.reduce_window(x, init, op, (1, 2, 2, 1), (1, 2, 2, 1), padding)
case("max_pool", lambda x: pool(x, lax.max, -jnp.inf), IMAGE)
case("max_pool_u8", lambda x: pool(x, lax.max, jnp.uint8(0)), unsigned("uint8", 2, 9, 8, 3))
case("min_pool_u8", lambda x: pool(x, lax.min, jnp.uint8(255)), unsigned("uint8", 2, 9, 8, 3))
case("max_pool_same", lambda x: pool(x, lax.max, -jnp.inf, "SAME"), IMAGE)
case("avg_pool", lambda x: pool(x, lax.add, 0.0) / 4, IMAGE)
case("min_pool", lambda x: pool(x, lax.min, jnp.inf, "SAME"), IMAGE)
case("overlapping_pool", lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME"), IMAGE)
case("max_pool_gradient", jax.grad(lambda x: (pool(x, lax.max, -jnp.inf) ** 2).sum()), IMAGE)
case("max_pool_same_gradient", jax.grad(lambda x: (pool(x, lax.max, -jnp.inf, "SAME") ** 2).sum()), IMAGE)
case(
    "overlapping_pool_gradient",
    jax.grad(lambda x: (lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME") ** 2).sum()),
    IMAGE,
)
case("avg_pool_gradient", jax.grad(lambda x: (pool(x, lax.add, 0.0) ** 2).sum()), IMAGE)
case(
    "window_dilated",
    lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 1, 1, 1), "VALID", (1, 2, 1, 1), (1, 1, 2, 1)),
    IMAGE,
)
case("resize_nearest", lambda x: jax.image.resize(x, (2, 18, 16, 3), "nearest"), IMAGE)
case("resize_bilinear", lambda x: jax.image.resize(x, (2, 12, 5, 3), "bilinear"), IMAGE)
