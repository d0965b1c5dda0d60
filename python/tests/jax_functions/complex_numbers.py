# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Complex numbers and Fourier transforms."""

import jax
import jax.numpy as jnp
from jax import lax

from ._cases import X, Y, case, floats

case(
    "associative_scan_complex",
    lambda x, y: jnp.abs(
        jax.grad(
            lambda x: lax.associative_scan(
                lambda a, b: (a[0] * b[0], b[0] * a[1] + b[1]), (lax.complex(x, y), lax.complex(y, x))
            )[1].real.sum()
        )(x)
    ),
    X,
    Y,
)
case("complex", lambda x, y: jnp.abs(lax.complex(x, y) * lax.complex(y, x)), X, Y)
Z = lax.complex(X, Y)
case("complex_arguments", lambda z, w: (z * w, jnp.abs(z), jnp.conj(z) @ w.T), Z, Z * 2)
case("complex_gradient", jax.grad(lambda x, y: jnp.abs(lax.complex(x, y) ** 2).sum(), argnums=(0, 1)), X, Y)
for size in (1, 2, 7, 12, 67, 100, 128):
    case(f"fft_{size}", jnp.fft.fft, lax.complex(floats(3, size), floats(3, size)))
    case(f"ifft_{size}", jnp.fft.ifft, lax.complex(floats(3, size), floats(3, size)))
    case(f"rfft_{size}", jnp.fft.rfft, floats(3, size))
    case(
        f"irfft_{size}",
        lambda z, size=size: jnp.fft.irfft(z, size),
        lax.complex(floats(3, size // 2 + 1), floats(3, size // 2 + 1)),
    )
case("fft2", jnp.fft.fft2, lax.complex(floats(2, 6, 10), floats(2, 6, 10)))
case("rfft2", jnp.fft.rfft2, floats(2, 6, 10))
case("irfft2", jnp.fft.irfft2, lax.complex(floats(2, 6, 6), floats(2, 6, 6)))
case("fft_gradient", jax.grad(lambda x: jnp.abs(jnp.fft.rfft(x)).sum()), X)
case("fft", lambda x: jnp.abs(jnp.fft.fft(x)), X)
