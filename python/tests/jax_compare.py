# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares results of compiled functions with those of JAX."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

# By default, XLA rounds the operands of products on devices to 10 bits. A judge must not.
jax.config.update("jax_default_matmul_precision", "highest")


def _as_numbers(leaf: Any) -> np.ndarray:
    if isinstance(leaf, jax.Array) and jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key):
        leaf = jax.random.key_data(leaf)
    array = np.asarray(leaf)
    if array.dtype.kind == "V" or array.dtype.name.startswith(("bfloat", "float8", "int4", "uint4")):
        array = array.astype(np.float32)
    return array


def assert_close(actual: Any, expected: Any, tolerance: float | None = None) -> None:
    """Raises AssertionError if two trees differ in structure, types, shapes or numbers. Integers must be equal, and
    other numbers near to each other, relative to the largest."""
    assert jax.tree.structure(actual) == jax.tree.structure(expected)
    for number, (ours, theirs) in enumerate(zip(jax.tree.leaves(actual), jax.tree.leaves(expected), strict=True)):
        assert jnp.asarray(ours).dtype == jnp.asarray(theirs).dtype, f"result {number}: types differ"
        assert getattr(ours, "weak_type", False) == getattr(theirs, "weak_type", False), f"result {number}: weak types"
        narrow = jnp.finfo(theirs.dtype).eps if jnp.issubdtype(jnp.asarray(theirs).dtype, jnp.floating) else 0.0
        ours, theirs = _as_numbers(ours), _as_numbers(theirs)
        assert ours.shape == theirs.shape, f"result {number}: shapes differ"
        if ours.dtype.kind in "iub":
            assert (ours == theirs).all(), f"result {number}: {ours.ravel()[:8]} is not {theirs.ravel()[:8]}"
            continue
        bound = tolerance or max(2e-5, 4 * float(narrow))
        finite = np.isfinite(theirs)
        assert (np.isfinite(ours) == finite).all(), f"result {number}: finite numbers differ"
        assert ((ours == theirs) | finite | (np.isnan(ours) & np.isnan(theirs))).all(), f"result {number}: infinities"
        if finite.any():
            scale = max(float(np.abs(theirs[finite]).max()), 1e-30)
            error = float(np.abs(ours[finite].astype("f8" if ours.dtype.kind == "f" else "c16") - theirs[finite]).max())
            assert error <= bound * scale, f"result {number}: error {error:.3g} of {scale:.3g}"
