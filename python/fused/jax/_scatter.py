# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
from jax.extend.core import Primitive
from jax.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import func

from fused.jax._ir import as_number, as_tensor, copy_body, element_of, operations

Combine = Callable[[jax.Array, jax.Array], jax.Array]


def scatter(
    operand: jax.Array,
    indices: jax.Array,
    updates: jax.Array,
    *,
    combine: Combine | None,
    dimension_numbers: lax.ScatterDimensionNumbers,
    mode: lax.GatherScatterMode,
    unique_indices: bool = False,
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
    return problem.scatter(combine, unique_indices)


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
        if old.ndim == 0:
            return evaluate(old, update)
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
            + [
                (batch_places[number], d)
                for number, d in enumerate(self.scatter_dims)
                if batch_places[number] is not None
            ]
        )
        rest = [d for number, d in enumerate(self.scatter_dims) if batch_places[number] is None]
        places = dict(order)
        sizes = [self.updates.shape[places[d]] if d in places else 1 for d in range(rank)]
        update = self.updates.transpose(*rest, *(d for _, d in order)).reshape(sizes)
        update = jnp.broadcast_to(update, self.operand.shape)
        return jnp.where(meets, combine(self.operand, update), self.operand)

    def scatter(self, combine: Combine, unique: bool) -> jax.Array:
        """Combines one window after the other."""
        count_shape = self.indices.shape[:-1]
        count = math.prod(count_shape)
        columns = [self.indices.reshape(count, len(self.indexed))]
        for batch in self.index_batches:
            column = lax.broadcasted_iota(self.indices.dtype, count_shape, batch)
            columns.append(column.reshape(count, 1))
        windows = self.updates.transpose(*self.scatter_dims, *self.window_dims).reshape(count, *self.window)
        number = jax.ShapeDtypeStruct((), self.operand.dtype)
        return scatter_p.bind(
            self.operand,
            jnp.concatenate(columns, axis=1),
            windows,
            dimensions=(*self.indexed, *self.batches),
            unique=unique,
            combination=jax.make_jaxpr(combine)(number, number),
        )


SCATTER = "fused.scatter"
scatter_p = Primitive(SCATTER)
"""`fused.scatter`, of an array, indices [count, dimensions] and windows [count, ...]. Its parameters are the dimensions
that are indexed, whether no two windows have elements in common, and the jaxpr that combines two numbers."""


@scatter_p.def_abstract_eval
def _abstract(array: Any, indices: Any, windows: Any, **_: Any) -> Any:
    return array.update(weak_type=False)


def _lower(
    ctx: mlir.LoweringRuleContext,
    array: ir.Value,
    indices: ir.Value,
    windows: ir.Value,
    *,
    dimensions: tuple[int, ...],
    unique: bool,
    combination: Any,
) -> Any:
    number = mlir.aval_to_ir_type(ctx.module_context, core.ShapedArray((), ctx.avals_in[0].dtype))
    combine = func.FuncOp("fused_combine", ([number, number], [number]), ip=ctx.module_context.ip, visibility="private")
    name = ctx.module_context.symbol_table.insert(combine).value
    block = combine.add_entry_block()
    with ir.InsertionPoint(block):
        aval = core.ShapedArray((), ctx.avals_in[0].dtype)
        inner = ctx.replace(primitive=None, avals_in=[aval, aval], avals_out=None)
        rule = mlir.lower_fun(lambda old, new: core.eval_jaxpr(combination.jaxpr, combination.consts, old, new))
        func.ReturnOp(list(rule(inner, *block.arguments)))
    attributes = {"dimensions": ir.DenseI64ArrayAttr.get(dimensions)}
    if unique:
        attributes["unique"] = ir.UnitAttr.get()
    call = ir.Operation.create(
        "stablehlo.custom_call",
        [array.type],
        [indices, windows, array],
        {
            "call_target_name": ir.StringAttr.get(SCATTER),
            "called_computations": ir.ArrayAttr.get([ir.FlatSymbolRefAttr.get(name)]),
            SCATTER: ir.DictAttr.get(attributes),
        },
    )
    return list(call.results)


mlir.register_lowering(scatter_p, _lower, platform="cpu")


def convert_scatters(module: ir.Module) -> None:
    """Makes `fused.scatter` of the calls that stand for it among operations of StableHLO."""
    # The dialect is the fused compiler's, which jaxlib does not know.
    module.context.allow_unregistered_dialects = True
    found = operations(module)
    functions = {ir.StringAttr(op.attributes["sym_name"]).value: op for op in found if op.name == "func.func"}
    for call in found:
        if call.name != "stablehlo.custom_call" or SCATTER not in call.attributes:
            continue
        (name,) = ir.ArrayAttr(call.attributes["called_computations"])
        function = functions[ir.FlatSymbolRefAttr(name).value]
        attributes = ir.DictAttr(call.attributes[SCATTER])
        given = {attributes[i].name: attributes[i].attr for i in range(len(attributes))}
        with ir.InsertionPoint(call), call.location:
            result = ir.Operation.create(SCATTER, [call.results[0].type], list(call.operands), given, regions=1)
        number = element_of(call.results[0])
        block = result.regions[0].blocks.append(number, number, arg_locs=[call.location] * 2)
        with ir.InsertionPoint(block), call.location:
            tensors = [as_tensor(argument, number) for argument in block.arguments]
            (combined,) = copy_body(function.regions[0].blocks[0], tensors, ir.InsertionPoint(block))
            ir.Operation.create("fused.yield", [], [as_number(combined)])
        call.results[0].replace_all_uses_with(result.results[0])
        call.erase()
    for name, function in functions.items():
        if name != "main":
            function.erase()
