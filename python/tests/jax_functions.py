# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of jax.lax, jax.numpy, jax.nn and jax.random, with arguments, that tests compare with JAX itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

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


# Elementwise.
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
refused("i4", "int4_roundtrip", lambda x: (x % 8).astype(jnp.int4).astype(jnp.int32), I)

# Shapes.
case("reshape", lambda x: x.reshape(7, 5), X)
case("transpose", lambda x: x.transpose(2, 0, 1), CUBE)
case("broadcast_to", lambda x: jnp.broadcast_to(x, (4, 5, 7)), X)
case("expand_squeeze", lambda x: x[:, None, :, None].squeeze(1), X)
case("concatenate", lambda x, y: jnp.concatenate([x, y, x], axis=1), X, Y)
case("stack", lambda x, y: jnp.stack([x, y], axis=1), X, Y)
case("split", lambda x: jnp.split(x, [2, 3], axis=1), X)
case("array_split", lambda x: jnp.array_split(x, 3), X)
case("flip", lambda x: jnp.flip(x, 1), X)
case("roll", lambda x: jnp.roll(x, 2, 1), X)
case("roll_dynamic", lambda x, n: jnp.roll(x, n, 1), X, jnp.int32(3))
case("tile", lambda x: jnp.tile(x, (2, 3)), X)
case("repeat", lambda x: jnp.repeat(x, 3, axis=1), X)
case("repeat_each", lambda x, r: jnp.repeat(x, r, axis=0, total_repeat_length=12), X, integers(5, high=3))
case("pad", lambda x: jnp.pad(x, ((1, 2), (0, 3))), X)
case("pad_reflect", lambda x: jnp.pad(x, 2, mode="reflect"), X)
case("pad_edge", lambda x: jnp.pad(x, 2, mode="edge"), X)
case("pad_interior", lambda x: lax.pad(x, 0.5, ((1, 2, 1), (-1, 0, 2))), X)
case("slice", lambda x: x[1:4:2, ::-1], X)
case("slice_strided", lambda x: lax.slice(x, (1, 0), (5, 7), (2, 3)), X)
case("dynamic_slice", lambda x, i: lax.dynamic_slice(x, (i, i), (2, 3)), X, jnp.int32(4))
case("dynamic_slice_negative", lambda x, i: lax.dynamic_slice(x, (i, i), (2, 3)), X, jnp.int32(-2))
case("dynamic_slice_u32", lambda x, i: lax.dynamic_slice(x, (i, i), (2, 3)), X, jnp.uint32(2))
case("dynamic_update_slice", lambda x, y, i: lax.dynamic_update_slice(x, y[:2, :3], (i, 1)), X, Y, jnp.int32(2))
case("dynamic_update_slice_clamped", lambda x, y, i: lax.dynamic_update_slice(x, y[:2, :3], (i, i)), X, Y, jnp.int32(9))
case("dynamic_index_in_dim", lambda x, i: lax.dynamic_index_in_dim(x, i, 0), X, jnp.int32(2))
case("tril", jnp.tril, X)
case("triu", jnp.triu, X)
case("diag", jnp.diag, V)
case("diagonal", jnp.diagonal, floats(6, 6))
case("trace", jnp.trace, floats(6, 6))
case("eye", lambda x: x + jnp.eye(5, 7), X)
case("arange", lambda x: x + jnp.arange(7), X)
case("linspace", lambda x: x + jnp.linspace(0, 1, 7), X)
case("iota", lambda x: x + lax.broadcasted_iota(jnp.float32, (5, 7), 1), X)
case("meshgrid", lambda x, y: jnp.meshgrid(x, y), V, V)
case("swapaxes", lambda x: jnp.swapaxes(x, 0, 2), CUBE)
case("moveaxis", lambda x: jnp.moveaxis(x, 0, 2), CUBE)
case("rot90", jnp.rot90, X)
case("ravel", jnp.ravel, CUBE)
case("block", lambda x, y: jnp.block([[x, y], [y, x]]), X, Y)
case("kron", jnp.kron, floats(2, 3), floats(3, 2))
case("one_hot", lambda i: jax.nn.one_hot(i, 9), integers(6))
case("one_hot_dynamic_out", lambda i: jax.nn.one_hot(i, 4), integers(6))

# Reductions.
for f in (jnp.sum, jnp.mean, jnp.max, jnp.min, jnp.prod, jnp.var, jnp.std, jnp.argmax, jnp.argmin, jnp.ptp,
          jnp.nansum, jnp.nanmean, jnp.nanmax, jnp.median, jnp.linalg.norm):  # fmt: skip
    case(f"{f.__name__}", f, X)
    case(f"{f.__name__}_axis0", partial(f, axis=0), X)
    case(f"{f.__name__}_axis1", partial(f, axis=1), X)
for f in (jnp.sum, jnp.prod, jnp.max, jnp.min, jnp.argmax):
    case(f"{f.__name__}_int", partial(f, axis=1), I)
    case(f"{f.__name__}_uint", partial(f, axis=1), U)
for f in (jnp.any, jnp.all, jnp.count_nonzero):
    case(f"{f.__name__}", partial(f, axis=1), B)
case("logsumexp", lambda x: jax.nn.logsumexp(x, axis=1), X)
case("average", lambda x, w: jnp.average(x, axis=1, weights=w), X, V)
case("quantile", lambda x: jnp.quantile(x, 0.3, axis=1), X)
case("percentile", lambda x: jnp.percentile(x, 30, axis=0), X)
case("bf16_sum", lambda x: x.sum(1), X.astype("bfloat16"))
case("reduce_and", lambda x: jnp.bitwise_and.reduce(x, axis=1), I)
case("reduce_custom", lambda x: lax.reduce(x, 1.0, lambda a, b: a * 2 + b * 0.5 if False else lax.max(a, b) + 0.0, (1,)), X)
case("reduce_two", lambda x, i: lax.reduce((x, i), (-jnp.inf, 0), lambda a, b: (
    jnp.where(a[0] >= b[0], a[0], b[0]), jnp.where(a[0] >= b[0], a[1], b[1])), (1,)), X, I)

# Scans of arrays.
for f in (jnp.cumsum, jnp.cumprod, lax.cummax, lax.cummin, lax.cumlogsumexp):
    case(f"{f.__name__}_0", partial(f, axis=0), X)
    case(f"{f.__name__}_1", partial(f, axis=1), X)
case("cumsum_reverse", lambda x: lax.cumsum(x, 1, reverse=True), X)
case("cumsum_int", lambda x: jnp.cumsum(x, 1), I)
case("cumsum_bool", lambda x: jnp.cumsum(x, 1), B)
case("cumsum_long", lambda x: jnp.cumsum(x), floats(1000))
case("cumsum_gradient", jax.grad(lambda x: (jnp.cumsum(x, 1) ** 2).sum()), X)
case("cumprod_gradient", jax.grad(lambda x: (jnp.cumprod(x, 1) ** 2).sum()), X)
case("cummax_gradient", jax.grad(lambda x: (lax.cummax(x, 1) ** 2).sum()), X)
case("associative_scan", lambda x: lax.associative_scan(lambda a, b: a * 0.9 + b, x), X)
case("diff", jnp.diff, X)
case("ediff1d", jnp.ediff1d, V)
case("trapezoid", jnp.trapezoid, X)

# Sorts.
case("sort", jnp.sort, X)
case("sort_0", lambda x: jnp.sort(x, axis=0), X)
case("sort_descending", lambda x: jnp.sort(x, axis=1, descending=True), X)
case("sort_int", jnp.sort, I)
case("sort_uint", jnp.sort, U)
case("sort_bf16", jnp.sort, X.astype("bfloat16"))
case("sort_bool", jnp.sort, B)
case("sort_special", jnp.sort, jnp.array([1.0, jnp.nan, -jnp.inf, 0.0, -0.0, jnp.inf, -1.0, jnp.nan, 2.0]))
case("sort_long", jnp.sort, floats(3, 1000))
case("argsort", jnp.argsort, X)
case("argsort_ties", jnp.argsort, integers(40, high=4))
case("argsort_descending", lambda x: jnp.argsort(x, descending=True), integers(40, high=4))
case("lexsort", lambda x, y: jnp.lexsort((x, y)), integers(40, high=4), integers(40, high=4))
case("sort_key_val", lambda x, y: lax.sort_key_val(x, y), X, Y)
case("sort_two_keys", lambda x, y, z: lax.sort((x, y, z), num_keys=2), integers(30, high=4), floats(30), floats(30))
case("sort_gradient", jax.grad(lambda x: (jnp.sort(x) * jnp.arange(7)).sum()), X)
case("top_k", lambda x: lax.top_k(x, 3), X)
case("top_k_ties", lambda x: lax.top_k(x, 5), integers(4, 30, high=5))
case("top_k_gradient", jax.grad(lambda x: (lax.top_k(x, 3)[0] ** 2).sum()), X)
case("approx_max_k", lambda x: lax.approx_max_k(x, 3)[0], X)
case("searchsorted", lambda x, v: jnp.searchsorted(x, v), jnp.sort(floats(20)), floats(9))
case("digitize", lambda x, v: jnp.digitize(x, v), floats(20), jnp.sort(floats(9)))
case("unique_size", lambda x: jnp.unique(x, size=6, fill_value=-1), integers(20, high=6))
case("bincount", lambda x: jnp.bincount(x, length=8), integers(20))
case("histogram", lambda x: jnp.histogram(x, bins=5, range=(-2, 2))[0], floats(50))
case("nonzero_size", lambda x: jnp.nonzero(x, size=10, fill_value=0), B)
case("isin", lambda x: jnp.isin(x, jnp.array([1, 3, 5])), I)
case("median_grad", jax.grad(lambda x: jnp.median(x)), X)

# Gathers.
TABLE = floats(11, 4)
INDEX = integers(3, 5, high=11)
case("take", lambda t, i: jnp.take(t, i, axis=0), TABLE, INDEX)
case("take_axis1", lambda t, i: jnp.take(t, i, axis=1), TABLE, integers(6, high=4))
case("take_clip", lambda t, i: jnp.take(t, i, axis=0, mode="clip"), TABLE, INDEX * 3)
case("take_fill", lambda t, i: jnp.take(t, i, axis=0, mode="fill"), TABLE, INDEX * 3)
case("take_wrap", lambda t, i: jnp.take(t, i, axis=0, mode="wrap"), TABLE, INDEX * 3)
case("index", lambda t, i: t[i], TABLE, INDEX)
case("index_negative", lambda t, i: t[i], TABLE, INDEX - 11)
case("index_out_of_bounds", lambda t, i: t[i], TABLE, INDEX * 3)
case("index_u8", lambda t, i: t[i], TABLE, INDEX.astype("uint8"))
case("index_scalar", lambda t, i: t[i], TABLE, jnp.int32(3))
case("index_two", lambda t, i, j: t[i, j], TABLE, INDEX, integers(3, 5, high=4))
case("index_slice", lambda t, i: t[i, 1:3], TABLE, INDEX)
case("index_mixed", lambda t, i: t[:, i, 0], CUBE, integers(4, high=5))
case("take_along_axis", lambda x, i: jnp.take_along_axis(x, i[:, None], axis=1), X, integers(5))
case("take_along_axis_0", lambda x, i: jnp.take_along_axis(x, i, axis=0), X, integers(5, 7, high=5))
case("choose", lambda i, x, y: jnp.choose(i, [x, y], mode="clip"), integers(5, 7, high=2), X, Y)
case("compress_mask", lambda x, m: jnp.where(m, x, 0).sum(), X, B)
case("vmap_index", jax.vmap(lambda x, i: x[i]), X, integers(5))
case("vmap_dynamic_slice", jax.vmap(lambda x, i: lax.dynamic_slice(x, (i,), (3,))), X, integers(5, high=9))
case("interp", jnp.interp, floats(9), jnp.sort(floats(20)), floats(20))

# Scatters.
UPDATES = floats(3, 5, 4)
case("take_gradient", jax.grad(lambda t, i: (jnp.take(t, i, axis=0) ** 2).sum()), TABLE, INDEX)
case("take_clip_gradient", jax.grad(lambda t, i: (jnp.take(t, i, axis=0, mode="clip") ** 2).sum()), TABLE, INDEX * 3)
case("index_gradient", jax.grad(lambda t, i: (t[i] ** 2).sum()), TABLE, INDEX)
case("index_gradient_bf16", jax.grad(lambda t, i: (t[i] ** 2).sum()), TABLE.astype("bfloat16"), INDEX)
case("index_two_gradient", jax.grad(lambda t, i, j: (t[i, j] ** 2).sum()), TABLE, INDEX, integers(3, 5, high=4))
case("take_along_axis_gradient", jax.grad(lambda x, i: (jnp.take_along_axis(x, i[:, None], axis=1) ** 2).sum()),
     X, integers(5))
case("take_along_axis_many_gradient", jax.grad(lambda x, i: (jnp.take_along_axis(x, i, axis=1) ** 2).sum()),
     X, integers(5, 4))
case("take_along_axis_0_gradient", jax.grad(lambda x, i: (jnp.take_along_axis(x, i, axis=0) ** 2).sum()),
     X, integers(5, 7, high=5))
case("vmap_index_gradient", jax.grad(lambda x, i: (jax.vmap(lambda x, i: x[i])(x, i) ** 2).sum()), X, integers(5))
case("arange_index_gradient", jax.grad(lambda x, i: (x[jnp.arange(5), i] ** 2).sum()), X, integers(5))
case("slice_gradient", jax.grad(lambda x: (x[1:4:2, ::-1] ** 2).sum()), X)
case("dynamic_slice_gradient", jax.grad(lambda x, i: (lax.dynamic_slice(x, (i, i), (2, 3)) ** 2).sum()), X, jnp.int32(4))
case("vmap_dynamic_slice_gradient", jax.grad(lambda x, i: (jax.vmap(
    lambda x, i: lax.dynamic_slice(x, (i,), (3,)))(x, i) ** 2).sum()), X, integers(5, high=9))
for method in ("set", "add", "multiply", "min", "max"):
    case(f"at_{method}", lambda t, i, u, method=method: getattr(t.at[i], method)(u), TABLE, jnp.array([1, 10, 4]), floats(3, 4))
case("at_add_repeated", lambda t, i, u: t.at[i].add(u), TABLE, INDEX, UPDATES)
case("at_multiply_repeated", lambda t, i, u: t.at[i].multiply(u), TABLE, INDEX, UPDATES)
case("at_max_repeated", lambda t, i, u: t.at[i].max(u), TABLE, INDEX, UPDATES)
case("at_subtract", lambda t, i, u: t.at[i].subtract(u), TABLE, INDEX, UPDATES)
case("at_divide", lambda t, i, u: t.at[i].divide(u), TABLE, jnp.array([1, 10, 4]), positive(3, 4))
case("at_power", lambda t, i: t.at[i].power(2), TABLE, jnp.array([1, 10, 4]))
case("at_apply", lambda t, i: t.at[i].apply(jnp.sin), TABLE, jnp.array([1, 10, 4]))
case("at_add_out_of_bounds", lambda t, i, u: t.at[i].add(u), TABLE, INDEX * 3, UPDATES)
case("at_set_drop", lambda t, i, u: t.at[i].set(u, mode="drop"), TABLE, jnp.array([1, 40, 4]), floats(3, 4))
case("at_add_clip", lambda t, i, u: t.at[i].add(u, mode="clip"), TABLE, INDEX * 3, UPDATES)
case("at_set_slice", lambda x, y: x.at[1:3, 2:5].set(y[:2, :3]), X, Y)
case("at_set_strided", lambda x, y: x.at[::2, 1].set(y[:3, 0]), X, Y)
case("at_set_scalar", lambda x, i: x.at[i, 2].set(5.0), X, jnp.int32(3))
case("at_add_column", lambda x, i, u: x.at[:, i].add(u), X, integers(4), floats(5, 4))
case("at_set_int", lambda x, i: x.at[i].set(-1), I, jnp.array([0, 3]))
case("at_set_bool", lambda x, i: x.at[i].set(True), B, jnp.array([0, 3]))
case("segment_sum", lambda x, i: jax.ops.segment_sum(x, i, num_segments=4), floats(20, 3), integers(20, high=4))
case("segment_max", lambda x, i: jax.ops.segment_max(x, i, num_segments=4), floats(20, 3), integers(20, high=4))
case("vmap_scatter", jax.vmap(lambda x, i, u: x.at[i].add(u)), X, integers(5, 3), floats(5, 3))
case("scatter_gradient", jax.grad(lambda u, t, i: (t.at[i].add(u) ** 2).sum()), UPDATES, TABLE, INDEX)
case("scatter_set_gradient", jax.grad(lambda t, i, u: (t.at[i].set(u) ** 2).sum(), argnums=(0, 2)), TABLE, jnp.array([1, 10, 4]), floats(3, 4))
case("scatter_empty", lambda t, i, u: t.at[i].add(u), TABLE, jnp.zeros((0,), "int32"), jnp.zeros((0, 4)))

# Products.
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
case("dot_bf16_f32", lambda x, y: jnp.dot(x, y, preferred_element_type=jnp.float32), A.astype("bfloat16"), W.astype("bfloat16"))
case("dot_int", jnp.dot, integers(6, 7), integers(7, 9))
case("dot_int8_int32", lambda x, y: jnp.dot(x, y, preferred_element_type=jnp.int32), integers(6, 7, dtype="int8"), integers(7, 9, dtype="int8"))
def unsigned(dtype: str, *shape: int) -> jax.Array:
    """Random numbers of which half are negative if their bits are read as signed."""
    return integers(*shape, high=2 ** (8 * np.dtype(dtype).itemsize), dtype=dtype)


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
        case(f"dot_batched_{name}", partial(jnp.einsum, "bij,bkj->bik", preferred_element_type=jnp.dtype(result)), unsigned(operand, 2, 6, 7), unsigned(operand, 2, 9, 7))
        case(f"conv_{name}", partial(lax.conv_general_dilated, window_strides=(1, 1), padding="SAME", preferred_element_type=jnp.dtype(result)), unsigned(operand, 2, 3, 6, 5), unsigned(operand, 4, 3, 3, 2))
for other in ("int8", "uint16", "float32"):
    case(f"dot_uint8_with_{other}", lambda x, y: lax.dot_general(x, y, (((1,), (0,)), ((), ())), preferred_element_type=jnp.float32), unsigned("uint8", 6, 7), integers(7, 9, low=0 if other[0] == "u" else -99, high=100, dtype=other))
case("dot_mixed", lambda x, y: lax.dot_general(x, y, (((1,), (0,)), ((), ())), preferred_element_type=jnp.float32), A.astype("bfloat16"), W)
case("dot_general_two_batch", lambda x, y: lax.dot_general(x, y, (((3,), (2,)), ((0, 1), (0, 1)))), floats(2, 3, 4, 5), floats(2, 3, 5, 6))
case("cross", jnp.cross, floats(5, 3), floats(5, 3))
case("matrix_power", lambda x: jnp.linalg.matrix_power(x, 3), floats(4, 4))
case("convolve", jnp.convolve, floats(20), floats(5))
case("correlate", jnp.correlate, floats(20), floats(5))
case("polyval", jnp.polyval, V, X)
case("ragged_dot", lax.ragged_dot, floats(6, 4), floats(3, 4, 5), jnp.array([2, 1, 3], "int32"))

# Convolutions and pooling.
conv = partial(lax.conv_general_dilated, dimension_numbers=("NHWC", "HWIO", "NHWC"))
case("conv_same", lambda x, k: conv(x, k, (1, 1), "SAME"), IMAGE, KERNEL)
case("conv_valid", lambda x, k: conv(x, k, (1, 1), "VALID"), IMAGE, KERNEL)
case("conv_strided", lambda x, k: conv(x, k, (2, 2), "SAME"), IMAGE, KERNEL)
case("conv_dilated", lambda x, k: conv(x, k, (1, 1), "SAME", rhs_dilation=(2, 2)), IMAGE, KERNEL)
case("conv_lhs_dilated", lambda x, k: conv(x, k, (1, 1), ((2, 2), (1, 2)), lhs_dilation=(2, 3)), IMAGE, KERNEL)
case("conv_padding", lambda x, k: conv(x, k, (1, 1), ((1, 2), (0, 3))), IMAGE, KERNEL)
case("conv_negative_padding", lambda x, k: conv(x, k, (1, 1), ((-1, 2), (0, -1))), IMAGE, KERNEL)
case("conv_groups", lambda x, k: conv(x, k, (1, 1), "SAME", feature_group_count=2), floats(2, 6, 5, 4), floats(3, 3, 2, 6))
case("conv_depthwise", lambda x, k: conv(x, k, (1, 1), "SAME", feature_group_count=4), floats(2, 6, 5, 4), floats(3, 3, 1, 8))
case("conv_batch_groups", lambda x, k: conv(x, k, (1, 1), "SAME", batch_group_count=2), floats(4, 6, 5, 3), floats(3, 3, 3, 4))
case("conv_nchw", lambda x, k: lax.conv(x, k, (1, 1), "SAME"), floats(2, 3, 6, 5), floats(4, 3, 3, 3))
case("conv_1d", lambda x, k: lax.conv_general_dilated(x, k, (1,), "SAME", dimension_numbers=("NWC", "WIO", "NWC")), floats(2, 9, 3), floats(3, 3, 4))
case("conv_3d", lambda x, k: lax.conv_general_dilated(x, k, (1, 1, 1), "SAME", dimension_numbers=("NDHWC", "DHWIO", "NDHWC")), floats(2, 5, 4, 3, 2), floats(3, 3, 2, 2, 4))
case("conv_transpose", lambda x, k: lax.conv_transpose(x, k, (2, 2), "SAME"), IMAGE, KERNEL)
case("conv_gradient", jax.grad(lambda x, k: (conv(x, k, (2, 2), "SAME") ** 2).sum(), argnums=(0, 1)), IMAGE, KERNEL)
case("conv_dilated_gradient", jax.grad(lambda x, k: (conv(x, k, (1, 1), "SAME", rhs_dilation=(2, 2)) ** 2).sum(), argnums=(0, 1)), IMAGE, KERNEL)
case("conv_groups_gradient", jax.grad(lambda x, k: (conv(x, k, (1, 1), "SAME", feature_group_count=2) ** 2).sum(), argnums=(0, 1)), floats(2, 6, 5, 4), floats(3, 3, 2, 6))
case("conv_depthwise_gradient", jax.grad(lambda x, k: (conv(x, k, (1, 1), "SAME", feature_group_count=4) ** 2).sum(), argnums=(0, 1)), floats(2, 6, 5, 4), floats(3, 3, 1, 8))
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
case("overlapping_pool_gradient", jax.grad(lambda x: (lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME") ** 2).sum()), IMAGE)
case("avg_pool_gradient", jax.grad(lambda x: (pool(x, lax.add, 0.0) ** 2).sum()), IMAGE)
case("window_dilated", lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 1, 1, 1), "VALID", (1, 2, 1, 1), (1, 1, 2, 1)), IMAGE)
case("resize_nearest", lambda x: jax.image.resize(x, (2, 18, 16, 3), "nearest"), IMAGE)
case("resize_bilinear", lambda x: jax.image.resize(x, (2, 12, 5, 3), "bilinear"), IMAGE)

# Control flow.
case("fori_loop", lambda x: lax.fori_loop(0, 10, lambda i, c: jnp.sin(c) + i * 0.1, x), X)
case("fori_loop_dynamic", lambda x, n: lax.fori_loop(0, n, lambda i, c: jnp.sin(c) + i * 0.1, x), X, jnp.int32(5))
case("fori_loop_zero", lambda x: lax.fori_loop(0, 0, lambda i, c: jnp.sin(c), x), X)
case("while_loop", lambda x: lax.while_loop(lambda c: jnp.abs(c).max() > 0.1, lambda c: c * 0.7, x), X)
case("while_counted", lambda x: lax.while_loop(lambda c: c[0] < 7, lambda c: (c[0] + 2, c[1] * 0.7), (jnp.int32(0), x)), X)
case("while_two", lambda x: lax.while_loop(lambda c: (c[0] < 7) & (c[1].sum() < 100), lambda c: (c[0] + 2, c[1] * 0.7), (jnp.int32(0), x)), X)
case("scan", lambda x, c: lax.scan(lambda c, x: (c * 0.9 + x, c), c, x), X, V)
case("scan_reverse", lambda x, c: lax.scan(lambda c, x: (c * 0.9 + x, c), c, x, reverse=True), X, V)
case("scan_length", lambda c: lax.scan(lambda c, _: (jnp.sin(c), c), c, None, length=4), V)
case("scan_matmul", lambda x, w: lax.scan(lambda c, x: (jnp.tanh(c @ w + x), c.sum()), jnp.zeros(7), x), X, floats(7, 7))
case("scan_gradient", jax.grad(lambda x, w: (lax.scan(lambda c, x: (jnp.tanh(c @ w + x), c.sum()), jnp.zeros(7), x)[0] ** 2).sum(), argnums=(0, 1)), X, floats(7, 7))
case("scan_unroll", lambda x, c: lax.scan(lambda c, x: (c * 0.9 + x, c), c, x, unroll=2), X, V)
case("scan_nested", lambda x: lax.scan(lambda c, r: (c + lax.fori_loop(0, 3, lambda i, d: d * 0.5 + c, r), r.sum()), V, x), X)
case("scan_remat_gradient", jax.grad(lambda x, w: (lax.scan(jax.checkpoint(lambda c, x: (jnp.tanh(c @ w + x), c.sum())), jnp.zeros(7), x)[0] ** 2).sum(), argnums=(0, 1)), X, floats(7, 7))
case("map", lambda x: lax.map(lambda r: jnp.sort(r) if False else r.sum() * r, x), X)
case("cond", lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x), jnp.bool_(True), X)
case("cond_false", lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x), jnp.bool_(False), X)
case("cond_shapes", lambda p, x: lax.cond(p, lambda x: (x.sum(), x), lambda x: (x.max(), x * 2), x), jnp.bool_(False), X)
case("switch", lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, lambda x: x * 2], x), jnp.int32(1), X)
case("switch_clamped", lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, lambda x: x * 2], x), jnp.int32(9), X)
case("cond_in_scan", lambda x: lax.scan(lambda c, r: (lax.cond(c.sum() > 0, lambda c: c - r, lambda c: c + r, c), c), V, x), X)
case("cond_gradient", jax.grad(lambda x, p: (lax.cond(p, jnp.sin, jnp.cos, x) ** 2).sum()), X, jnp.bool_(False))
case("cond_products", lambda p, x, w: lax.cond(p, lambda x: x @ w, lambda x: jnp.sin(x), x), jnp.bool_(False), X, floats(7, 7))
case("cond_products_true", lambda p, x, w: lax.cond(p, lambda x: x @ w, lambda x: jnp.sin(x), x), jnp.bool_(True), X, floats(7, 7))
case("switch_products", lambda i, x, w: lax.switch(i, [lambda x: x @ w, jnp.sin, lambda x: x @ w @ w], x), jnp.int32(2), X, floats(7, 7))
case("switch_products_clamped", lambda i, x, w: lax.switch(i, [lambda x: x @ w, jnp.sin, lambda x: x @ w @ w], x), jnp.int32(-5), X, floats(7, 7))
case("cond_products_in_scan", lambda x, w: lax.scan(lambda c, r: (lax.cond(c.sum() > 0, lambda c: c @ w - r, lambda c: c + r, c), c), V, x), X, floats(7, 7))
case("vmap_while", jax.vmap(lambda x: lax.while_loop(lambda c: c < 10, lambda c: c * 1.5 + 1, x)), positive(6))
case("vmap_cond", jax.vmap(lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x)), B[:, 0], X)
case("checkpoint", jax.grad(lambda x: jax.checkpoint(lambda x: jnp.sin(jnp.sin(x)))(x).sum()), X)
case("custom_jvp", jax.grad(lambda x: jax.nn.relu(x).sum()), X)
case("inner_jit", lambda x: jax.jit(jnp.sin)(x) + jax.jit(jnp.sin)(x * 2), X)
case("bisection", lambda x: lax.fori_loop(0, 30, lambda i, ab: (jnp.where(((ab[0] + ab[1]) / 2) ** 3 < x, (ab[0] + ab[1]) / 2, ab[0]),
     jnp.where(((ab[0] + ab[1]) / 2) ** 3 < x, ab[1], (ab[0] + ab[1]) / 2)), (jnp.zeros_like(x), jnp.ones_like(x) * 3)), positive(9))

# Random numbers.
case("random_bits", lambda k: jax.random.bits(k, (5, 7)), KEY)
case("random_bits_odd", lambda k: jax.random.bits(k, (5, 3, 7)), KEY)
case("random_bits_u8", lambda k: jax.random.bits(k, (5, 7), "uint8"), KEY)
case("random_bits_u16", lambda k: jax.random.bits(k, (5, 7), "uint16"), KEY)
case("random_raw_key", lambda k: jax.random.bits(k, (5, 7)), jax.random.PRNGKey(7))
case("random_uniform", lambda k: jax.random.uniform(k, (5, 7)), KEY)
case("random_uniform_bf16", lambda k: jax.random.uniform(k, (5, 7), "bfloat16"), KEY)
case("random_normal", lambda k: jax.random.normal(k, (5, 7)), KEY)
case("random_truncated_normal", lambda k: jax.random.truncated_normal(k, -2, 2, (5, 7)), KEY)
case("random_bernoulli", lambda k: jax.random.bernoulli(k, 0.3, (5, 7)), KEY)
case("random_randint", lambda k: jax.random.randint(k, (5, 7), -10, 30), KEY)
case("random_split", lambda k: jax.random.split(k, 5), KEY)
case("random_split_use", lambda k: jax.vmap(lambda k: jax.random.normal(k, (3,)))(jax.random.split(k, 5)), KEY)
case("random_fold_in", lambda k, i: jax.random.fold_in(k, i), KEY, jnp.int32(8))
case("random_seed", lambda i: jax.random.key(i), jnp.int32(8))
case("random_prngkey", lambda i: jax.random.PRNGKey(i), jnp.int32(8))
case("random_categorical", lambda k, x: jax.random.categorical(k, x), KEY, X)
case("random_gumbel", lambda k: jax.random.gumbel(k, (5, 7)), KEY)
case("random_exponential", lambda k: jax.random.exponential(k, (5, 7)), KEY)
case("random_laplace", lambda k: jax.random.laplace(k, (5, 7)), KEY)
case("random_permutation", lambda k: jax.random.permutation(k, 17), KEY)
case("random_permutation_rows", lambda k, x: jax.random.permutation(k, x), KEY, X)
case("random_choice", lambda k, x: jax.random.choice(k, x, (4,)), KEY, V)
case("random_choice_no_replace", lambda k, x: jax.random.choice(k, x, (4,), replace=False), KEY, V)
case("random_choice_p", lambda k, x: jax.random.choice(k, x, (4,), p=jnp.ones(7) / 7), KEY, V)
case("random_gamma", lambda k: jax.random.gamma(k, 2.0, (5,)), KEY)
case("random_beta", lambda k: jax.random.beta(k, 2.0, 3.0, (5,)), KEY)
case("random_dirichlet", lambda k: jax.random.dirichlet(k, jnp.ones(3), (5,)), KEY)
case("random_poisson", lambda k: jax.random.poisson(k, 3.0, (5,)), KEY)
case("random_cauchy", lambda k: jax.random.cauchy(k, (5,)), KEY)
case("random_t", lambda k: jax.random.t(k, 3.0, (5,)), KEY)
case("random_rademacher", lambda k: jax.random.rademacher(k, (5,)), KEY)
refused("linear algebra", "random_orthogonal", lambda k: jax.random.orthogonal(k, 4), KEY)
case("random_rbg", lambda k: jax.random.normal(k, (5, 7)), jax.random.key(3, impl="rbg"))
case("random_unsafe_rbg", lambda k: jax.random.normal(k, (5, 7)), jax.random.key(3, impl="unsafe_rbg"))
case("key_data", lambda k: jax.random.key_data(k), KEY)
case("wrap_key_data", lambda k: jax.random.normal(jax.random.wrap_key_data(k), (3,)), jax.random.PRNGKey(7))
case("dropout", lambda k, x: jnp.where(jax.random.bernoulli(k, 0.8, x.shape), x / 0.8, 0), KEY, floats(33, 65))
case("key_passes", lambda k, x: (k, x * 2), KEY, X)
case("keys_array", lambda k: jax.random.normal(k[1], (3,)), jax.random.split(KEY, 3))

# Neural networks.
for f in (jax.nn.relu, jax.nn.relu6, jax.nn.gelu, partial(jax.nn.gelu, approximate=False), jax.nn.silu, jax.nn.sigmoid,
          jax.nn.softplus, jax.nn.elu, jax.nn.selu, jax.nn.celu, jax.nn.leaky_relu, jax.nn.hard_tanh, jax.nn.mish,
          jax.nn.hard_sigmoid, jax.nn.hard_swish, jax.nn.log_sigmoid, jax.nn.soft_sign, jax.nn.squareplus,
          jax.nn.softmax, jax.nn.log_softmax, jax.nn.standardize, jax.nn.glu):  # fmt: skip
    name = getattr(f, "__name__", "gelu_exact")
    argument = floats(5, 8)
    case(f"nn_{name}", f, argument)
    case(f"nn_{name}_gradient", jax.grad(lambda x, f=f: (f(x) ** 3).sum()), argument)
case("cross_entropy", lambda x, i: -jnp.take_along_axis(jax.nn.log_softmax(x), i[:, None], 1).mean(), X, integers(5))
case("cross_entropy_gradient", jax.value_and_grad(lambda x, i: -jnp.take_along_axis(jax.nn.log_softmax(x), i[:, None], 1).mean()), X, integers(5))
case("attention", lambda q, k, v: jax.nn.dot_product_attention(q, k, v, is_causal=True), floats(2, 5, 3, 4), floats(2, 5, 3, 4), floats(2, 5, 3, 4))
case("attention_gradient", jax.grad(lambda q, k, v: (jax.nn.dot_product_attention(q, k, v, is_causal=True) ** 2).sum(), argnums=(0, 1, 2)), floats(2, 5, 3, 4), floats(2, 5, 3, 4), floats(2, 5, 3, 4))
case("layer_norm", lambda x, g, b: (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * g + b, X, V, V)
case("jvp", lambda x, t: jax.jvp(jnp.sin, (x,), (t,)), X, Y)
case("hessian", lambda x: jax.hessian(lambda x: jnp.sin(x).prod())(x), V)
case("jacobian", lambda x: jax.jacrev(lambda x: jnp.tanh(x * x[::-1]))(x), V)
case("stop_gradient", jax.grad(lambda x: (x * lax.stop_gradient(x)).sum()), X)
case("optimization_barrier", lambda x: lax.optimization_barrier(x) + 1, X)
case("constants", lambda x: x + np.arange(35, dtype="float32").reshape(5, 7) @ np.ones((7, 7), "float32"), X)
case("tree", lambda t: {"a": t["b"] + 1, "b": (t["a"], None)}, {"a": X, "b": Y})
case("passes_inputs", lambda x, y: (y, x, x), X, Y)
case("unused", lambda x, y: x + 1, X, Y)
case("constant_result", lambda x: (jnp.ones((2, 3)), 5), X)
case("scalars", lambda x, y: (x + y, x * 2), S, jnp.float32(2))
case("python_scalar", lambda x, y: x + y, X, 2.5)
case("python_int", lambda x, y: x + y, X, 2)
case("weak", lambda x, y: x * y, X.astype("bfloat16"), 2.0)
case("bool_input", lambda b, x: jnp.where(b, x, -x), B, X)
case("zero_size", lambda x: (x + 1, x.sum(), jnp.concatenate([x, x])), jnp.zeros((0, 3)))
case("zero_size_pad", lambda x: lax.pad(x, 2.0, ((1, 1, 0), (0, 0, 0))), jnp.zeros((0, 3)))
case("zero_size_update", lambda x, y: lax.dynamic_update_slice(x, y, (1, 0)), X, jnp.zeros((0, 3)))
case("associative_scan_complex", lambda x, y: jnp.abs(jax.grad(lambda x: lax.associative_scan(lambda a, b: (a[0] * b[0], b[0] * a[1] + b[1]),
     (lax.complex(x, y), lax.complex(y, x)))[1].real.sum())(x)), X, Y)
case("zero_size_matmul", lambda x, y: x @ y, jnp.zeros((3, 0)), jnp.zeros((0, 4)))
case("complex", lambda x, y: jnp.abs(lax.complex(x, y) * lax.complex(y, x)), X, Y)
Z = lax.complex(X, Y)
case("complex_arguments", lambda z, w: (z * w, jnp.abs(z), jnp.conj(z) @ w.T), Z, Z * 2)
case("complex_gradient", jax.grad(lambda x, y: jnp.abs(lax.complex(x, y) ** 2).sum(), argnums=(0, 1)), X, Y)
for size in (1, 2, 7, 12, 67, 100, 128):
    case(f"fft_{size}", jnp.fft.fft, lax.complex(floats(3, size), floats(3, size)))
    case(f"ifft_{size}", jnp.fft.ifft, lax.complex(floats(3, size), floats(3, size)))
    case(f"rfft_{size}", jnp.fft.rfft, floats(3, size))
    case(f"irfft_{size}", lambda z, size=size: jnp.fft.irfft(z, size), lax.complex(floats(3, size // 2 + 1), floats(3, size // 2 + 1)))
case("fft2", jnp.fft.fft2, lax.complex(floats(2, 6, 10), floats(2, 6, 10)))
case("rfft2", jnp.fft.rfft2, floats(2, 6, 10))
case("irfft2", jnp.fft.irfft2, lax.complex(floats(2, 6, 6), floats(2, 6, 6)))
case("fft_gradient", jax.grad(lambda x: jnp.abs(jnp.fft.rfft(x)).sum()), X)
case("fft", lambda x: jnp.abs(jnp.fft.fft(x)), X)
refused("linear algebra", "cholesky", lambda x: jnp.linalg.cholesky(x @ x.T + jnp.eye(5)), X)
refused("linear algebra", "solve", lambda a, b: jnp.linalg.solve(a, b), floats(4, 4), floats(4, 2))
refused("linear algebra", "inv", jnp.linalg.inv, floats(4, 4))
refused("linear algebra", "det", jnp.linalg.det, floats(4, 4))
refused("linear algebra", "svd", lambda x: jnp.linalg.svd(x, compute_uv=False), X)
refused("linear algebra", "eigh", lambda x: jnp.linalg.eigh(x @ x.T)[0], X)
refused("linear algebra", "qr", lambda x: jnp.linalg.qr(x)[1], X)
refused("linear algebra", "triangular_solve", lambda a, b: jax.scipy.linalg.solve_triangular(jnp.tril(a) + 3 * jnp.eye(4), b, lower=True), floats(4, 4), floats(4, 2))
refused("side effects", "debug_print", lambda x: (jax.debug.print("{}", x.sum()), x + 1)[1], X)
refused("calls Python", "pure_callback", lambda x: jax.pure_callback(lambda x: np.asarray(x) + 1, jax.ShapeDtypeStruct((5, 7), "float32"), x), X)
refused(r"for (cpu|cuda): a value of type", "int4", lambda x: x + x, X.astype("int4"))
