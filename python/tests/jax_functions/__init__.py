# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of jax.lax, jax.numpy, jax.nn and jax.random, with arguments, that tests compare with JAX itself."""

from importlib import import_module

from ._cases import CASES, REFUSED

__all__ = ["CASES", "REFUSED"]

# Random arguments depend on this order.
for _subject in (
    "elementwise",
    "shapes",
    "reductions",
    "sorts",
    "indexing",
    "products",
    "convolutions",
    "control_flow",
    "random_numbers",
    "neural_networks",
    "transformations",
    "arguments",
    "complex_numbers",
    "refusals",
):
    import_module(f"{__name__}.{_subject}")
