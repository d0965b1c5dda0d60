# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Replaces torch-mlir's `tm_tensor.scatter` by `fused.scatter`.

torch-mlir does not know the dialect of this compiler. So the operation is created in the generic form.
"""

from __future__ import annotations


def replace(module) -> None:
    """Rewrites every `tm_tensor.scatter` in `module`.

    The operation has updates `[n, window...]`, indices `[n, k]` and an original tensor. The window belongs to the last
    dimensions of the original. Update i begins at the indices i in the dimensions that `dimension_map` names, and at 0
    in the others. The body computes an element from one of an update and the one that is there.
    """
    from torch_mlir import ir

    found = []

    def visit(operation):
        if operation.name == "tm_tensor.scatter":
            found.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    if found:
        module.context.allow_unregistered_dialects = True
    for operation in found:
        _replace(operation)


def _replace(scatter) -> None:
    from torch_mlir import ir

    updates, indices, original = scatter.operands
    dimensions = list(ir.DenseI64ArrayAttr(scatter.attributes["dimension_map"]))
    unique = ir.BoolAttr(scatter.attributes["unique_indices"]).value
    with scatter.location, ir.InsertionPoint(scatter):
        updates = _whole_windows(updates, original)
        attributes = {"dimensions": ir.DenseI64ArrayAttr.get(dimensions)}
        if unique:
            attributes["unique"] = ir.UnitAttr.get()
        result = ir.Operation.create(
            "fused.scatter",
            results=[original.type],
            operands=[_checked(indices, original, updates, dimensions), updates, original],
            attributes=attributes,
            regions=1,
        )
        element = ir.RankedTensorType(original.type).element_type
        combine = ir.Block.create_at_start(result.regions[0], [element, element])
        with ir.InsertionPoint(combine):
            old, new = combine.arguments
            value = _inline(scatter.regions[0].blocks[0], [new, old])
            ir.Operation.create("fused.yield", operands=[value])
    scatter.results[0].replace_all_uses_with(result.results[0])
    scatter.erase()


def _whole_windows(updates, original):
    """Gives each window all dimensions of the original; those that it lacks have one element."""
    from torch_mlir import ir
    from torch_mlir.dialects import tensor

    shape = ir.RankedTensorType(updates.type).shape
    missing = ir.RankedTensorType(original.type).rank + 1 - len(shape)
    if not missing:
        return updates
    whole = [shape[0], *[1] * missing, *shape[1:]]
    groups = [list(range(missing + 1)), *([number + missing] for number in range(1, len(shape)))]
    expanded = ir.RankedTensorType.get(whole, ir.RankedTensorType(updates.type).element_type)
    return tensor.ExpandShapeOp(expanded, updates, groups, [], whole).result


def _checked(indices, original, updates, dimensions):
    """The indices, with an assertion that each window lies inside the original: PyTorch raises an exception."""
    from torch_mlir import ir
    from torch_mlir.dialects import arith, cf, linalg, tensor

    shape = ir.RankedTensorType(original.type).shape
    windows = ir.RankedTensorType(updates.type).shape[1:]
    source = ir.RankedTensorType(indices.type)
    number = source.element_type
    limits = [shape[dimension] - windows[dimension] for dimension in dimensions]
    limits = arith.ConstantOp(
        ir.RankedTensorType.get([len(limits)], number),
        ir.DenseElementsAttr.get([ir.IntegerAttr.get(number, limit) for limit in limits]),
    ).result
    rows, columns = ir.AffineDimExpr.get(0), ir.AffineDimExpr.get(1)
    whole, column = ir.AffineMap.get(2, 0, [rows, columns]), ir.AffineMap.get(2, 0, [columns])
    empty = tensor.EmptyOp(source.shape, number).result
    parallel = ir.Attribute.parse("#linalg.iterator_type<parallel>")
    operation = linalg.GenericOp(
        [indices.type],
        [indices, limits],
        [empty],
        ir.ArrayAttr.get([ir.AffineMapAttr.get(each) for each in (whole, column, whole)]),
        ir.ArrayAttr.get([parallel, parallel]),
    )
    body = ir.Block.create_at_start(operation.regions[0], [number] * 3)
    with ir.InsertionPoint(body):
        index, limit, _ = body.arguments
        zero = arith.ConstantOp(number, ir.IntegerAttr.get(number, 0)).result
        for predicate, bound, message in (
            (arith.CmpIPredicate.sge, zero, "index must be larger or equal to 0"),
            (arith.CmpIPredicate.sle, limit, "index must be smaller than dim size"),
        ):
            cf.AssertOp(arith.CmpIOp(predicate, index, bound).result, message)
        linalg.YieldOp([index])
    return operation.results[0]


def _inline(block, arguments):
    """Copies the operations of `block` to the current place; returns the value that it yields."""
    from torch_mlir import ir

    values = dict(zip(block.arguments, arguments))
    for operation in block.operations:
        if operation.operation.name == "tm_tensor.yield":
            yielded = operation.operation.operands[0]
            return values.get(yielded, yielded)
        copy = operation.operation.clone(ip=ir.InsertionPoint.current)
        for number, operand in enumerate(operation.operation.operands):
            copy.operands[number] = values.get(operand, operand)
        values.update(zip(operation.operation.results, copy.results))
    raise AssertionError("a block without terminator")
