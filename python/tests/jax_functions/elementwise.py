# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise functions and conversions."""

import jax
import jax.numpy as jnp
from jax import lax

from ._cases import B, I, J, U, X, Y, case, integers, positive, unit

for f, arguments in [
    (jnp.sin, (X,)), (jnp.cos, (X,)), (jnp.tan, (unit(5, 7),)), (jnp.arcsin, (unit(5, 7),)),
    (jnp.arccos, (unit(5, 7),)), (jnp.arctan, (X,)), (jnp.arctan2, (X, Y)), (jnp.sinh, (X,)), (jnp.cosh, (X,)),
    (jnp.tanh, (X,)), (jnp.arcsinh, (X,)), (jnp.arccosh, (positive(5, 7) + 1,)), (jnp.arctanh, (unit(5, 7),)),
    (jnp.exp, (X,)), (jnp.exp2, (X,)), (jnp.expm1, (X,)), (jnp.log, (positive(5, 7),)), (jnp.log2, (positive(5, 7),)),
    (jnp.log1p, (positive(5, 7),)), (jnp.log10, (positive(5, 7),)), (jnp.logaddexp, (X, Y)), (jnp.sqrt, (positive(5, 7),)),
    (lax.rsqrt, (positive(5, 7),)), (jnp.cbrt, (X,)), (jnp.square, (X,)), (jnp.abs, (X,)), (jnp.sign, (X,)),
    (jnp.floor, (X,)), (jnp.ceil, (X,)), (jnp.round, (X * 3,)), (jnp.trunc, (X,)), (jnp.rint, (X * 3,)),
    (jnp.reciprocal, (positive(5, 7),)), (jnp.negative, (X,)), (jnp.isnan, (X,)), (jnp.isfinite, (X,)),
    (jnp.isinf, (X,)), (jnp.signbit, (X,)), (jnp.nan_to_num, (X,)), (jnp.add, (X, Y)), (jnp.subtract, (X, Y)),
    (jnp.multiply, (X, Y)), (jnp.divide, (X, Y)), (jnp.floor_divide, (X, Y)), (jnp.mod, (X, Y)), (jnp.fmod, (X, Y)),
    (jnp.remainder, (X, Y)), (jnp.power, (positive(5, 7), Y)), (jnp.maximum, (X, Y)), (jnp.minimum, (X, Y)),
    (jnp.hypot, (X, Y)), (jnp.copysign, (X, Y)), (jnp.nextafter, (X, Y)), (jnp.heaviside, (X, Y)), (jnp.ldexp, (X, J)),
    (jnp.frexp, (X,)), (jnp.modf, (X,)), (jnp.divmod, (X, Y)), (jnp.sinc, (X,)), (jnp.deg2rad, (X,)),
    (jnp.add, (I, J)), (jnp.subtract, (I, J)), (jnp.multiply, (I, J)), (jnp.floor_divide, (I, J)), (jnp.mod, (I, J)),
    (lax.rem, (I, J)), (lax.div, (I, J)), (jnp.abs, (I,)), (jnp.sign, (I,)), (jnp.maximum, (I, J)),
    (jnp.bitwise_and, (I, J)), (jnp.bitwise_or, (I, J)), (jnp.bitwise_xor, (I, J)), (jnp.invert, (I,)),
    (jnp.left_shift, (I, J)), (jnp.right_shift, (I, J)), (lax.shift_right_logical, (I, J)), (jnp.gcd, (I, J)),
    (jnp.power, (I, J % 4)), (lax.population_count, (U,)), (lax.clz, (U,)), (jnp.floor_divide, (U, U // 3 + 1)),
    (jnp.mod, (U, U // 3 + 1)), (jnp.maximum, (U, U // 2 * 3)), (jnp.less, (U, U // 2 * 3)), (jnp.right_shift, (U, U % 32)),
    (jnp.logical_and, (B, I > 3)), (jnp.logical_or, (B, I > 3)), (jnp.logical_xor, (B, I > 3)), (jnp.logical_not, (B,)),
    (jnp.equal, (I, J)), (jnp.not_equal, (I, J)), (jnp.less, (X, Y)), (jnp.less_equal, (X, Y)), (jnp.greater, (X, Y)),
    (jnp.greater_equal, (I, J)), (lax.erf, (X,)), (lax.erfc, (X,)), (lax.erf_inv, (unit(5, 7),)),
    (lax.lgamma, (positive(5, 7) * 3,)), (lax.digamma, (positive(5, 7) * 3,)), (lax.logistic, (X,)),
    (jax.scipy.special.logit, (positive(5, 7) / 3,)), (jax.scipy.special.ndtri, (positive(5, 7) / 3,)),
    (jax.scipy.special.i0e, (X,)), (jax.scipy.special.i1e, (X,)), (jax.scipy.special.xlogy, (positive(5, 7), positive(5, 7))),
    (jax.scipy.special.gammainc, (positive(5, 7), positive(5, 7))), (jax.scipy.special.betainc, (positive(5, 7), positive(5, 7), positive(5, 7) / 3)),
    (jax.scipy.special.zeta, (positive(5, 7) + 2, positive(5, 7))), (jax.scipy.special.polygamma, (J, positive(5, 7))),
    (lax.clamp, (-0.5, X, 0.5)), (lax.integer_pow, (X, 3)), (lax.reduce_precision, (X, 5, 10)),
]:  # fmt: skip
    integer_pow = f in (lax.integer_pow, lax.reduce_precision)
    name = f"{f.__name__}_{arguments[-1 if f is lax.clamp else 0].dtype if not f is lax.clamp else 'f32'}"
    if integer_pow:
        case(name, lambda x, f=f, rest=arguments[1:]: f(x, *rest), arguments[0])
    else:
        case(name, f, *arguments)

case("clip", lambda x: jnp.clip(x, -0.5, 0.5), X)
case("where", jnp.where, B, X, Y)
case("select_n", lambda w, x, y, z: lax.select_n(w % 3, x, y, z), J, X, Y, X + Y)
for source in (X * 100, I, U, B):
    for to in ("float32", "float16", "bfloat16", "int32", "int8", "uint8", "uint32", "bool", "int16"):
        if to.startswith("uint") and source is X:
            continue
        positive_source = jnp.abs(source) if to.startswith("u") and source.dtype == "float32" else source
        if source.dtype == "float32" and to == "int8":
            positive_source = X * 10
        case(f"convert_{source.dtype}_{to}", lambda x, to=to: x.astype(to), positive_source)
case("bitcast", lambda x: lax.bitcast_convert_type(x, jnp.uint32) >> 5, X)
case("bitcast_narrow", lambda x: lax.bitcast_convert_type(x, jnp.uint8), X)
case("bitcast_wide", lambda x: lax.bitcast_convert_type(x, jnp.float32), integers(5, 4, high=60, dtype="uint8"))
case("bf16_arithmetic", lambda x, y: x * y + jnp.exp(x), X.astype("bfloat16"), Y.astype("bfloat16"))
case("f16_arithmetic", lambda x, y: x * y + jnp.exp(x), X.astype("float16"), Y.astype("float16"))
case("f8_roundtrip", lambda x: x.astype(jnp.float8_e4m3fn).astype(jnp.float32), X)
case("f8_e5m2_roundtrip", lambda x: x.astype(jnp.float8_e5m2).astype(jnp.float32), X)
case("f8_overflow", lambda x: (x * 1e4).astype(jnp.float8_e4m3fn).astype(jnp.float32), X)
