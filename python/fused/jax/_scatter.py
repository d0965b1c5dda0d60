"""Scatters of JAX: updates of an array at places that other arrays name."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax._src import core
from jax._src.lax.slicing import _clamp_scatter_indices

Combine = Callable[[jax.Array, jax.Array], jax.Array]


def scatter(
    operand: jax.Array,
    indices: jax.Array,
    updates: jax.Array,
    *,
    combine: Combine | None,
    dimension_numbers: lax.ScatterDimensionNumbers,
    mode: lax.GatherScatterMode,
    update_jaxpr: Any = None,
    update_consts: Any = (),
    **_: Any,
) -> jax.Array:
    """Combines `updates` with elements of `operand`. Windows that reach beyond `operand` are left out.

    The parameters are those of JAX's primitives. `combine` is the function of two arrays that the primitive stands for,
    or None for `lax.scatter_p`, which says so in `update_jaxpr`."""
    if 0 in updates.shape or 0 in operand.shape:
        return operand
    if combine is None:
        combine = _combination(update_jaxpr, update_consts)
    if mode == lax.GatherScatterMode.CLIP:
        indices = _clamp_scatter_indices(operand, indices, updates, dnums=dimension_numbers)
    if not jnp.issubdtype(indices.dtype, jnp.signedinteger) or indices.dtype.itemsize < 4:
        indices = _as_signed(indices)
    problem = _Problem(operand, indices, updates, dimension_numbers)
    if problem.is_selection():
        return problem.select(combine)
    return _scatter_rows(operand, *problem.rows(), combine)


def _as_signed(indices: jax.Array) -> jax.Array:
    """Indices as i32. No array has elements beyond its range."""
    if jnp.issubdtype(indices.dtype, jnp.unsignedinteger) and indices.dtype.itemsize >= 4:
        indices = jnp.minimum(indices, jnp.array(2**31 - 1, indices.dtype))
    return indices.astype(jnp.int32)


def _combination(jaxpr: Any, constants: Any) -> Combine:
    """The function of old value and update that a jaxpr of two numbers states."""
    if jaxpr is None or (not jaxpr.eqns and jaxpr.outvars[0] is jaxpr.invars[1]):
        return lambda old, update: update

    def evaluate(old: jax.Array, update: jax.Array) -> jax.Array:
        return core.eval_jaxpr(jaxpr, constants, old, update)[0]

    def combine(old: jax.Array, update: jax.Array) -> jax.Array:
        return jax.vmap(evaluate)(old.ravel(), update.ravel()).reshape(old.shape)

    return combine


class _Problem:
    """One scatter, with names for the roles of its dimensions."""

    def __init__(
        self, operand: jax.Array, indices: jax.Array, updates: jax.Array, numbers: lax.ScatterDimensionNumbers
    ) -> None:
        self.operand, self.indices, self.updates = operand, indices, updates
        self.indexed = tuple(numbers.scatter_dims_to_operand_dims)
        self.batches = tuple(getattr(numbers, "operand_batching_dims", ()))
        self.index_batches = tuple(getattr(numbers, "scatter_indices_batching_dims", ()))
        self.window_dims = tuple(numbers.update_window_dims)
        self.scatter_dims = tuple(d for d in range(updates.ndim) if d not in self.window_dims)
        removed = {*numbers.inserted_window_dims, *self.batches}
        self.kept = tuple(d for d in range(operand.ndim) if d not in removed)
        sizes = dict(zip(self.kept, (updates.shape[d] for d in self.window_dims), strict=True))
        self.window = tuple(sizes.get(d, 1) for d in range(operand.ndim))

    def is_selection(self) -> bool:
        """Whether each element of the operand has one update that may meet it. Then no loop is needed."""
        free = [d for d in range(self.indices.ndim - 1) if d not in self.index_batches]
        if any(self.indices.shape[d] != 1 for d in free):
            return False
        return all(
            self.window[d] == (1 if d in self.indexed else self.operand.shape[d])
            for d in range(self.operand.ndim)
            if d not in self.batches
        )

    def select(self, combine: Combine) -> jax.Array:
        """Combines where the index is that of the element."""
        rank = self.operand.ndim
        # Dimensions of the indices and the updates, in the order of the operand's.
        batch_places = [self.batches[self.index_batches.index(d)] if d in self.index_batches else None
                        for d in range(self.indices.ndim - 1)]  # fmt: skip
        shape = [1] * rank
        for place in self.batches:
            shape[place] = self.operand.shape[place]

        def place_batches(values: jax.Array) -> jax.Array:
            order = sorted((place, d) for d, place in enumerate(batch_places) if place is not None)
            free = [d for d, place in enumerate(batch_places) if place is None]
            return values.transpose(*free, *(d for _, d in order)).reshape(shape)

        meets = jnp.ones([1] * rank, bool)
        for number, dimension in enumerate(self.indexed):
            lane = lax.broadcasted_iota(self.indices.dtype, self.operand.shape, dimension)
            meets = meets & (lane == place_batches(self.indices[..., number]))
        order = sorted(
            [(self.kept[number], d) for number, d in enumerate(self.window_dims)]
            + [(batch_places[number], d) for number, d in enumerate(self.scatter_dims) if batch_places[number] is not None]
        )
        rest = [d for number, d in enumerate(self.scatter_dims) if batch_places[number] is None]
        places = dict(order)
        sizes = [self.updates.shape[places[d]] if d in places else 1 for d in range(rank)]
        update = self.updates.transpose(*rest, *(d for _, d in order)).reshape(sizes)
        update = jnp.broadcast_to(update, self.operand.shape)
        return jnp.where(meets, combine(self.operand, update), self.operand)

    def rows(self) -> tuple[jax.Array, jax.Array]:
        """The first places of all windows [count, rank of the operand], and the windows [count, window]."""
        count_shape = self.indices.shape[:-1]
        count = math.prod(count_shape)
        columns = []
        for dimension in range(self.operand.ndim):
            if dimension in self.indexed:
                column = self.indices[..., self.indexed.index(dimension)]
            elif dimension in self.batches:
                batch = self.index_batches[self.batches.index(dimension)]
                column = lax.broadcasted_iota(self.indices.dtype, count_shape, batch)
            else:
                column = jnp.zeros(count_shape, self.indices.dtype)
            columns.append(column.reshape(count))
        windows = self.updates.transpose(*self.scatter_dims, *self.window_dims).reshape(count, *self.window)
        return jnp.stack(columns, axis=1), windows


def _scatter_rows(operand: jax.Array, places: jax.Array, windows: jax.Array, combine: Combine) -> jax.Array:
    """Combines windows [count, ...] with the parts of `operand` that begin at `places` [count, rank], in order."""
    window = windows.shape[1:]
    last = jnp.array([size - part for size, part in zip(operand.shape, window, strict=True)], places.dtype)
    valid = ((places >= 0) & (places <= last)).all(axis=1)

    def step(number: jax.Array, result: jax.Array) -> jax.Array:
        start = [places[number, d] for d in range(operand.ndim)]
        old = lax.dynamic_slice(result, start, window)
        update = lax.dynamic_index_in_dim(windows, number, keepdims=False)
        new = jnp.where(valid[number], combine(old, update), old)
        return lax.dynamic_update_slice(result, new, start)

    return lax.fori_loop(0, windows.shape[0], step, operand)
