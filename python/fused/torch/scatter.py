# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Replaces torch-mlir's `tm_tensor.scatter` by loops that the compiler knows."""

from __future__ import annotations


def replace(module) -> None:
    """Rewrites every `tm_tensor.scatter` in `module`.

    The operation has updates `[n, window...]`, indices `[n, k]` and an original tensor. The window belongs to the last
    dimensions of the original. Update i begins at the indices i in the dimensions that `dimension_map` names, and at 0
    in the others. The body computes an element from one of an update and the one that is there.
    """
    found = []

    def visit(operation):
        from torch_mlir import ir

        if operation.name == "tm_tensor.scatter":
            found.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    for operation in found:
        _as_loops(operation)


def _as_loops(scatter) -> None:
    from torch_mlir import ir
    from torch_mlir.dialects import arith, cf, scf, tensor

    updates, indices, original = scatter.operands
    update_shape = ir.RankedTensorType(updates.type).shape
    shape = ir.RankedTensorType(original.type).shape
    dimensions = list(ir.DenseI64ArrayAttr(scatter.attributes["dimension_map"]))
    window = update_shape[1:]
    leading = len(shape) - len(window)
    with scatter.location, ir.InsertionPoint(scatter):
        index_type = ir.IndexType.get()

        def constant(value: int):
            return arith.ConstantOp(index_type, value).result

        def check(condition, message: str) -> None:
            cf.AssertOp(condition, message)

        zero, one = constant(0), constant(1)
        sizes = [constant(size) for size in shape]

        def nest(bounds, carried, coordinates, body):
            """Loops over all of `bounds`; `body` gives the tensor after one iteration."""
            if not bounds:
                return body(coordinates, carried)
            loop = scf.ForOp(zero, bounds[0], one, [carried])
            with ir.InsertionPoint(loop.body):
                inner = nest(bounds[1:], loop.inner_iter_args[0], [*coordinates, loop.induction_variable], body)
                scf.YieldOp([inner])
            return loop.results[0]

        def starts(number):
            """The indices of update `number`, checked against the sizes of the original."""
            result = {}
            for position, dimension in enumerate(dimensions):
                index = tensor.ExtractOp(indices, [number, constant(position)]).result
                index = arith.IndexCastOp(index_type, index).result
                extent = window[dimension - leading] if dimension >= leading else 1
                limit = constant(shape[dimension] - extent)
                check(
                    arith.CmpIOp(arith.CmpIPredicate.sge, index, zero).result, "index must be larger or equal to 0"
                )
                check(
                    arith.CmpIOp(arith.CmpIPredicate.sle, index, limit).result, "index must be smaller than dim size"
                )
                result[dimension] = index
            return result

        def update(number, begin):
            def body(coordinates, carried):
                position = []
                for dimension in range(len(sizes)):
                    inside = coordinates[dimension - leading] if dimension >= leading else None
                    start = begin.get(dimension)
                    if inside is None:
                        position.append(start if start is not None else zero)
                    elif start is None:
                        position.append(inside)
                    else:
                        position.append(arith.AddIOp(start, inside).result)
                new = tensor.ExtractOp(updates, [number, *coordinates]).result
                old = tensor.ExtractOp(carried, position).result
                value = _inline(scatter.regions[0].blocks[0], [new, old])
                return tensor.InsertOp(value, carried, position).result

            return body

        def one_update(coordinates, carried):
            begin = starts(coordinates[0])
            bounds = [constant(size) for size in window]
            return nest(bounds, carried, [], update(coordinates[0], begin))

        result = nest([constant(update_shape[0])], original, [], one_update)
    scatter.results[0].replace_all_uses_with(result)
    scatter.erase()


def _inline(block, arguments):
    """Copies the operations of `block` to the current place; returns the value that it yields."""
    from torch_mlir import ir

    values = {argument: value for argument, value in zip(block.arguments, arguments)}
    for operation in block.operations:
        if operation.operation.name == "tm_tensor.yield":
            yielded = operation.operation.operands[0]
            return values.get(yielded, yielded)
        copy = operation.operation.clone(ip=ir.InsertionPoint.current)
        for number, operand in enumerate(operation.operation.operands):
            copy.operands[number] = values.get(operand, operand)
        values.update(zip(operation.operation.results, copy.results))
    raise AssertionError("a block without terminator")
