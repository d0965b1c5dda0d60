# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of cases, and arguments of cases."""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np

RNG = np.random.default_rng(0)


def floats(*shape: int, dtype: str = "float32") -> jax.Array:
    """Random numbers around zero."""
    return jnp.asarray(RNG.standard_normal(shape), dtype=dtype)


def positive(*shape: int) -> jax.Array:
    """Random numbers in 0.1 ... 2."""
    return jnp.asarray(RNG.uniform(0.1, 2.0, shape), dtype="float32")


def unit(*shape: int) -> jax.Array:
    """Random numbers in -0.9 ... 0.9."""
    return jnp.asarray(RNG.uniform(-0.9, 0.9, shape), dtype="float32")


def integers(*shape: int, low: int = 0, high: int = 7, dtype: str = "int32") -> jax.Array:
    """Random integers in low ... high - 1."""
    return jnp.asarray(RNG.integers(low, high, shape), dtype=dtype)


def unsigned(dtype: str, *shape: int) -> jax.Array:
    """Random numbers of which half are negative if their bits are read as signed."""
    return integers(*shape, high=2 ** (8 * np.dtype(dtype).itemsize), dtype=dtype)


X = floats(5, 7)
Y = floats(5, 7)
V = floats(7)
CUBE = floats(2, 5, 3)
I = integers(5, 7, low=-20, high=20)
J = integers(5, 7, low=1, high=9)
U = integers(5, 7, high=2**32, dtype="uint32")
B = X > 0
S = floats()
KEY = jax.random.key(42)
IMAGE = floats(2, 9, 8, 3)
KERNEL = floats(3, 3, 3, 4)

CASES: dict[str, tuple[Callable, tuple]] = {}
REFUSED: dict[str, tuple[Callable, tuple, str]] = {}


def case(name: str, function: Callable, *arguments: object) -> None:
    assert name not in CASES, name
    CASES[name] = function, arguments


def refused(message: str, name: str, function: Callable, *arguments: object) -> None:
    REFUSED[name] = function, arguments, message
