# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fourier transforms as matrix products."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

_LARGEST_MATRIX = 64


def _roots(rows: int, columns: int, size: int, sign: int, dtype: Any) -> tuple[jax.Array, jax.Array]:
    """The real and imaginary parts of exp(sign 2 pi i row column / size)."""
    product = np.outer(np.arange(rows), np.arange(columns)) % size
    angle = sign * 2 * np.pi * product / size
    return jnp.asarray(np.cos(angle), dtype), jnp.asarray(np.sin(angle), dtype)


def _split(size: int) -> int:
    """The largest divisor that is at most the square root."""
    return next(part for part in range(math.isqrt(size), 0, -1) if size % part == 0)


def _transform(real: jax.Array, imaginary: jax.Array, sign: int) -> tuple[jax.Array, jax.Array]:
    """The transform of the last dimension, by the algorithm of Cooley and Tukey for sizes with divisors."""
    size = real.shape[-1]
    outer = _split(size)
    if size <= _LARGEST_MATRIX or outer == 1:
        cosine, sine = _roots(size, size, size, sign, real.dtype)
        exact = {"precision": lax.Precision.HIGHEST}
        return (
            jnp.matmul(real, cosine, **exact) - jnp.matmul(imaginary, sine, **exact),
            jnp.matmul(real, sine, **exact) + jnp.matmul(imaginary, cosine, **exact),
        )
    inner = size // outer
    parts = [part.reshape(*part.shape[:-1], outer, inner).swapaxes(-1, -2) for part in (real, imaginary)]
    real, imaginary = (part.swapaxes(-1, -2) for part in _transform(*parts, sign))
    cosine, sine = _roots(outer, inner, size, sign, real.dtype)
    real, imaginary = real * cosine - imaginary * sine, real * sine + imaginary * cosine
    real, imaginary = (part.swapaxes(-1, -2) for part in _transform(real, imaginary, sign))
    return tuple(part.reshape(*part.shape[:-2], size) for part in (real, imaginary))


def fourier_transform(x: jax.Array, *, fft_type: Any, fft_lengths: Sequence[int], **_: Any) -> jax.Array:
    """What `jax.lax.fft` computes."""
    kind = fft_type.name if hasattr(fft_type, "name") else str(fft_type)
    kind = kind.rsplit(".", 1)[-1]
    inverse = kind in ("IFFT", "IRFFT")
    real, imaginary = jnp.real(x), jnp.imag(x) if jnp.iscomplexobj(x) else jnp.zeros_like(x)
    axes = list(range(x.ndim - len(fft_lengths), x.ndim))
    half = fft_lengths[-1] // 2 + 1

    def along(axis: int, parts: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        moved = [jnp.moveaxis(part, axis, -1) for part in parts]
        return tuple(jnp.moveaxis(part, -1, axis) for part in _transform(*moved, 1 if inverse else -1))

    if kind == "IRFFT":
        parts = (real, imaginary)
        for axis in axes[:-1]:
            parts = along(axis, parts)
        # The second half of the spectrum of a real signal mirrors the first. Its ends are real.
        mirrored = np.arange(fft_lengths[-1] - half, 0, -1)
        real, imaginary = parts
        ends = np.ones(half, np.float32)
        ends[0] = 0
        if fft_lengths[-1] % 2 == 0:
            ends[-1] = 0
        imaginary = imaginary * ends.astype(imaginary.dtype)
        full = (
            jnp.concatenate([real, real[..., mirrored]], axis=-1),
            jnp.concatenate([imaginary, -imaginary[..., mirrored]], axis=-1),
        )
        return along(axes[-1], full)[0] / math.prod(fft_lengths)
    parts = (real, imaginary)
    if kind == "RFFT":
        parts = tuple(part[..., :half] for part in along(axes.pop(), parts))
    for axis in axes:
        parts = along(axis, parts)
    scale = 1 / math.prod(fft_lengths) if inverse else 1
    return lax.complex(parts[0] * scale, parts[1] * scale)
