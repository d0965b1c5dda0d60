# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How primitives of JAX are lowered where StableHLO's conversion to linalg has no answer.

Each rule is a function of JAX that computes the same, so JAX lowers it further. `fused.jax` passes the rules to JAX's
lowering for its own programs only: programs that XLA compiles are not affected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax._src import callback, core, dtypes, pjit
from jax._src.interpreters import mlir
from jax._src.lax import ann, slicing, windowed_reductions
from jax._src.lax import lax as lax_internal
from jax._src.lax.fft import fft_p
from jax.extend.core import Primitive, jaxpr_as_fun

from fused.jax._cleanup import CALLBACK_ADVICE
from fused.jax._errors import UnsupportedError
from fused.jax._fourier import fourier_transform
from fused.jax._scatter import scatter

try:
    from jax._src.random import threefry2x32 as _threefry
except ImportError:
    from jax._src import prng as _threefry

Rule = Callable[..., Any]


def _ordered_key(values: jax.Array, *, canonicalize: bool) -> jax.Array:
    """Signed or unsigned integers in the order of `values`. NaN is the largest number. With `canonicalize`, both zeros
    are equal, and so are all NaN, as JAX sorts."""
    if values.dtype == jnp.bool_:
        return values.astype(jnp.int32)
    if jnp.issubdtype(values.dtype, jnp.integer):
        return values.astype(jnp.promote_types(values.dtype, jnp.int32 if values.dtype.itemsize < 4 else values.dtype))
    if canonicalize:
        values = jnp.where(values == 0, jnp.zeros_like(values), values)
        values = jnp.where(jnp.isnan(values), jnp.full_like(values, jnp.nan), values)
    if values.dtype.itemsize < 4:
        values = values.astype(jnp.float32)
    integer = jnp.int64 if values.dtype.itemsize == 8 else jnp.int32
    bits = lax.bitcast_convert_type(values, integer)
    return jnp.where(bits < 0, bits ^ jnp.array(np.iinfo(integer).max, integer), bits)


def _precedes(keys: Sequence[jax.Array], others: Sequence[jax.Array]) -> jax.Array:
    """Whether the first tuple of numbers comes before the second, element by element."""
    result = keys[-1] < others[-1]
    for key, other in zip(keys[-2::-1], others[-2::-1], strict=True):
        result = (key < other) | ((key == other) & result)
    return result


def _sorting_permutation(keys: Sequence[jax.Array]) -> jax.Array:
    """The permutation that sorts the last dimension, stable, by Batcher's bitonic network: its comparisons do not
    depend on the numbers, so all of one step run at once."""
    size = keys[0].shape[-1]
    padded = 1 << max(size - 1, 0).bit_length()
    shape = (*keys[0].shape[:-1], padded)
    # Places are unequal, which makes the network stable. Those of the padding are the largest.
    place = lax.broadcasted_iota(jnp.int32, shape, len(shape) - 1)
    padding = [(0, 0, 0)] * (len(shape) - 1) + [(0, padded - size, 0)]
    keys = [lax.pad(key, jnp.array(np.iinfo(key.dtype).max, key.dtype), padding) for key in keys]
    steps = [
        (1 << block, 1 << distance) for block in range(1, padded.bit_length()) for distance in reversed(range(block))
    ]
    blocks, distances = (jnp.array(numbers, jnp.int32) for numbers in zip(*steps, strict=True))
    lane = lax.iota(jnp.int32, padded)

    def step(number: jax.Array, state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        block, distance = blocks[number], distances[number]
        partner = lane ^ distance
        others = [jnp.take(numbers, partner, axis=-1, mode="clip") for numbers in state]
        keeps_smaller = ((lane & block) == 0) == (lane < partner)
        keep = _precedes(state, others) == keeps_smaller
        return tuple(jnp.where(keep, numbers, other) for numbers, other in zip(state, others, strict=True))

    state = lax.fori_loop(0, len(steps), step, (*keys, place))
    return lax.slice_in_dim(state[-1], 0, size, axis=-1)


def _take_last(values: jax.Array, places: jax.Array) -> jax.Array:
    return jnp.take_along_axis(values, places, axis=-1, mode="clip")


def _sort(*operands: jax.Array, dimension: int, num_keys: int, **_: Any) -> tuple[jax.Array, ...]:
    if operands[0].shape[dimension] <= 1 or 0 in operands[0].shape:
        return operands
    moved = [jnp.moveaxis(operand, dimension, -1) for operand in operands]
    order = _sorting_permutation([_ordered_key(key, canonicalize=True) for key in moved[:num_keys]])
    return tuple(jnp.moveaxis(_take_last(operand, order), -1, dimension) for operand in moved)


_LARGEST_ITERATED_K = 8


def _top_k_iterated(operand: jax.Array, k: int) -> tuple[jax.Array, jax.Array]:
    """The k largest numbers of rows of floats, one after the other."""
    keys = _ordered_key(operand, canonicalize=False)
    taken = jnp.array(np.iinfo(keys.dtype).min, keys.dtype)  # no float has this key, except a NaN
    lane = lax.broadcasted_iota(jnp.int32, keys.shape, keys.ndim - 1)
    places = []
    for _ in range(k):
        places.append(jnp.argmax(keys, axis=-1, keepdims=True).astype(jnp.int32))
        keys = jnp.where(lane == places[-1], taken, keys)
    place = jnp.concatenate(places, axis=-1)
    return _take_last(operand, place), place


def _top_k(operand: jax.Array, *, k: int, axis: int = -1, **_: Any) -> tuple[jax.Array, jax.Array]:
    operand = jnp.moveaxis(operand, axis, -1)
    if k == 0 or 0 in operand.shape:
        result = operand[..., :k], jnp.zeros((*operand.shape[:-1], k), jnp.int32)
    elif k <= _LARGEST_ITERATED_K and k < operand.shape[-1] and jnp.issubdtype(operand.dtype, jnp.floating):
        # NaN of both signs are the largest numbers.
        result = _top_k_iterated(jnp.where(jnp.isnan(operand), jnp.full_like(operand, jnp.nan), operand), k)
    else:
        place = _sorting_permutation([~_ordered_key(operand, canonicalize=False)])[..., :k]
        result = _take_last(operand, place), place
    values, places = result
    return jnp.moveaxis(values, -1, axis), jnp.moveaxis(places, -1, axis)


def _approx_top_k(operand: jax.Array, *, k: int, reduction_dimension: int, is_max_k: bool, **_: Any) -> Any:
    moved = jnp.moveaxis(operand, reduction_dimension, -1)
    key = _ordered_key(moved, canonicalize=False)
    place = _sorting_permutation([~key if is_max_k else key])[..., :k]
    return jnp.moveaxis(_take_last(moved, place), -1, reduction_dimension), jnp.moveaxis(place, -1, reduction_dimension)


def _select_and_scatter_add(
    source: jax.Array,
    operand: jax.Array,
    *,
    select_prim: core.Primitive,
    window_dimensions: Sequence[int],
    window_strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
) -> jax.Array:
    """Adds each number of `source` to the element of its window that `select_prim` prefers (the first, if several)."""
    inside = lax.full(operand.shape, True)
    pads = [(low, high, 0) for low, high in padding]
    padded = lax.pad(operand, jnp.zeros((), operand.dtype), pads)
    inside = lax.pad(inside, jnp.array(False), pads)
    offsets = list(np.ndindex(*window_dimensions))
    spans = [(size - 1) * stride + 1 for size, stride in zip(source.shape, window_strides, strict=True)]

    def window(values: jax.Array, offset: Sequence[int]) -> jax.Array:
        stop = [start + span for start, span in zip(offset, spans, strict=True)]
        return lax.slice(values, offset, stop, window_strides)

    chosen = jnp.zeros(source.shape, jnp.int32)
    best, found = window(padded, offsets[0]), window(inside, offsets[0])
    for number, offset in enumerate(offsets[1:], 1):
        value, valid = window(padded, offset), window(inside, offset)
        replace = valid & ~(found & select_prim.bind(best, value))
        chosen = jnp.where(replace, jnp.int32(number), chosen)
        best, found = jnp.where(replace, value, best), found | valid
    total = jnp.zeros(padded.shape, source.dtype)
    zero = jnp.zeros((), source.dtype)
    for number, offset in enumerate(offsets):
        part = jnp.where(found & (chosen == number), source, zero)
        placed = [
            (start, size - start - span, stride - 1)
            for start, size, span, stride in zip(offset, padded.shape, spans, window_strides, strict=True)
        ]
        total = total + lax.pad(part, zero, placed)
    return lax.pad(total, zero, [(-low, -high, 0) for low, high in padding])


def _dot_with_algorithm(lhs: jax.Array, rhs: jax.Array, *, algorithm: Any, preferred: Any, **params: Any) -> jax.Array:
    """A product as its algorithm says: operands are rounded to the types that it names, sums have at least the
    precision that it names."""
    name = algorithm.name if isinstance(algorithm, lax.DotAlgorithmPreset) else ""
    result = preferred or jnp.result_type(lhs, rhs)
    operand, accumulation = None, None
    if isinstance(algorithm, lax.DotAlgorithm):
        if algorithm.num_primitive_operations == 1 and algorithm.lhs_precision_type == algorithm.rhs_precision_type:
            operand = algorithm.lhs_precision_type
        accumulation = algorithm.accumulation_type
    elif name.count("_") == 2 and not name.startswith(("ANY", "TF32")):
        kinds = {"F16": jnp.float16, "BF16": jnp.bfloat16, "F32": jnp.float32, "F64": jnp.float64}
        operand, _, accumulation = (kinds[part] for part in name.split("_"))
    if operand is not None and operand != accumulation and lhs.dtype.itemsize > np.dtype(operand).itemsize:
        lhs, rhs = lhs.astype(operand), rhs.astype(operand)
    wide = jnp.promote_types(accumulation or result, jnp.float32)
    # Not that of jax.default_matmul_precision, which may be this algorithm.
    precision = lax.Precision.DEFAULT
    return lax.dot_general(lhs, rhs, precision=precision, preferred_element_type=wide, **params).astype(result)


def _dot_general(ctx: mlir.LoweringRuleContext, lhs: Any, rhs: Any, **params: Any) -> Any:
    precision = params["precision"]
    if isinstance(precision, (lax.DotAlgorithm, lax.DotAlgorithmPreset)):
        preferred = params["preferred_element_type"]
        product = partial(_dot_with_algorithm, dimension_numbers=params["dimension_numbers"])
        rule = mlir.lower_fun(partial(product, algorithm=precision, preferred=preferred), multiple_results=False)
        return rule(ctx, lhs, rhs)
    return lax_internal._dot_general_lower(ctx, lhs, rhs, **params, platform="cpu")


def _scatter_rule(ctx: mlir.LoweringRuleContext, *operands: Any, combine: Callable | None, **params: Any) -> Any:
    if any(dtypes.issubdtype(aval.dtype, dtypes.extended) for aval in ctx.avals_in):
        # JAX turns these into numbers, and lowers them again.
        return slicing._scatter_lower(ctx, *operands, **params)
    return mlir.lower_fun(partial(scatter, combine=combine), multiple_results=False)(ctx, *operands, **params)


def _inline(ctx: mlir.LoweringRuleContext, *operands: Any, computation: Any) -> Any:
    """A function of `fused.jax.jit` inside of another is part of its program."""
    return mlir.lower_fun(jaxpr_as_fun(computation.jaxpr), multiple_results=True)(ctx, *operands)


def _identity(*operands: jax.Array, **_: Any) -> tuple[jax.Array, ...]:
    return operands


def _function(function: Callable, *, several: bool = True) -> Rule:
    return mlir.lower_fun(function, multiple_results=several)


fused_call_p = Primitive("fused_call")
fused_call_p.multiple_results = True
"""Calls the program of `computation`."""

def _refuse_callback(ctx, *operands, **parameters):
    """JAX's own rule fails where its default device is another than the one for which a function is lowered."""
    raise UnsupportedError(f"fused.jax cannot compile `pure_callback`: {CALLBACK_ADVICE}.")


RULES: tuple[tuple[core.Primitive, Rule], ...] = (
    (lax.sort_p, _function(_sort)),
    (lax.top_k_p, _function(_top_k)),
    (ann.approx_top_k_p, _function(_approx_top_k)),
    (windowed_reductions.select_and_scatter_add_p, _function(_select_and_scatter_add, several=False)),
    (lax.dot_general_p, _dot_general),
    (fused_call_p, _inline),
    (callback.pure_callback_p, _refuse_callback),
    (fft_p, _function(fourier_transform, several=False)),
    (lax_internal.optimization_barrier_p, lambda ctx, *operands, **_: operands),
    (pjit.sharding_constraint_p, lambda ctx, operand, **_: [operand]),
    # Without a loop, all rounds are one kernel.
    (
        _threefry.threefry2x32_p,
        _function(partial(_threefry._threefry2x32_lowering, use_rolled_loops=False)),
    ),
    *(
        (primitive, partial(_scatter_rule, combine=combine))
        for primitive, combine in [
            (lax.scatter_p, None),
            (lax.scatter_add_p, lax.add),
            (lax.scatter_mul_p, lax.mul),
            (lax.scatter_min_p, lax.min),
            (lax.scatter_max_p, lax.max),
            *([(slicing.scatter_sub_p, lax.sub)] if hasattr(slicing, "scatter_sub_p") else []),
        ]
    ),
)
