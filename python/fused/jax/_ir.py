# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small functions on jaxlib's bindings of MLIR."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlib.mlir import ir


def operations(module: ir.Module, *, children_first: bool = True) -> list[ir.Operation]:
    """All operations in a module."""
    found: list[ir.Operation] = []

    def visit(operation: ir.Operation) -> ir.WalkResult:
        found.append(operation.operation)
        return ir.WalkResult.ADVANCE

    order = ir.WalkOrder.POST_ORDER if children_first else ir.WalkOrder.PRE_ORDER
    module.operation.walk(visit, order)
    return found


def terminator(block: ir.Block) -> ir.Operation:
    """The last operation of a block."""
    return list(block.operations)[-1].operation


def create(
    name: str,
    results: Sequence[ir.Type],
    operands: Sequence[ir.Value],
    attributes: dict[str, ir.Attribute] | None = None,
) -> ir.Value:
    """Creates an operation with one result at the insertion point."""
    return ir.Operation.create(name, results, operands, attributes or {}).results[0]


def scalar_constant(element: ir.Type, number: float) -> ir.Value:
    """A number of type `element`."""
    if isinstance(element, (ir.IntegerType, ir.IndexType)):
        value: ir.Attribute = ir.IntegerAttr.get(element, number)
    else:
        value = ir.FloatAttr.get(element, number)
    return create("arith.constant", [element], [], {"value": value})


def index_constant(number: int) -> ir.Value:
    """A constant index."""
    return scalar_constant(ir.IndexType.get(), number)


def constant_number(tensor: ir.Value) -> int | None:
    """The integer that a constant tensor of one element has."""
    owner = tensor.owner
    if isinstance(owner, ir.Block) or owner.operation.name not in ("stablehlo.constant", "arith.constant"):
        return None
    kind = ir.RankedTensorType(tensor.type)
    if not isinstance(kind.element_type, ir.IntegerType) or any(size != 1 for size in kind.shape):
        return None
    value = ir.DenseIntElementsAttr(owner.operation.attributes["value"])
    return int(value[0])


def element_of(tensor: ir.Value) -> ir.Type:
    """The type of a tensor's elements."""
    return ir.RankedTensorType(tensor.type).element_type


def without_sign(kind: ir.Type) -> ir.Type:
    """A type, with signless integers."""
    if isinstance(kind, ir.RankedTensorType):
        return ir.RankedTensorType.get(kind.shape, without_sign(kind.element_type))
    if isinstance(kind, ir.IntegerType):
        return ir.IntegerType.get_signless(kind.width)
    return kind


def cast_elements(tensor: ir.Value, element: ir.Type) -> ir.Value:
    """The same tensor, where only the sign of the type differs."""
    if element_of(tensor) == element:
        return tensor
    result = ir.RankedTensorType.get(ir.RankedTensorType(tensor.type).shape, element)
    return create("builtin.unrealized_conversion_cast", [result], [tensor])


def as_number(tensor: ir.Value) -> ir.Value:
    """The number in a tensor of rank 0, without sign."""
    element = without_sign(element_of(tensor))
    return create("tensor.extract", [element], [cast_elements(tensor, element)])


def as_tensor(number: ir.Value, element: ir.Type) -> ir.Value:
    """A tensor of rank 0, of a number without sign."""
    tensor = create("tensor.from_elements", [ir.RankedTensorType.get([], number.type)], [number])
    return cast_elements(tensor, element)


def _nested(operation: ir.Operation) -> list[ir.Operation]:
    """An operation, and those in its regions."""
    blocks = [block for region in operation.regions for block in region.blocks]
    return [operation, *(found for block in blocks for inner in block.operations for found in _nested(inner.operation))]


def copy_body(
    block: ir.Block, arguments: list[ir.Value], place: ir.InsertionPoint, calls: list[ir.Operation] | None = None
) -> list[ir.Value]:
    """Copies the body of a function that gets `arguments`. Returns its results, and adds its calls to `calls`."""
    values = list(zip(block.arguments, arguments, strict=True))

    def look_up(value: ir.Value) -> ir.Value:
        return next((new for old, new in values if old == value), value)

    operations_of_body = [operation.operation for operation in block.operations]
    for operation in operations_of_body[:-1]:
        copy = operation.clone(place)
        for inner in _nested(copy):
            for number, operand in enumerate(inner.operands):
                inner.operands[number] = look_up(operand)
            if calls is not None and inner.name == "func.call":
                calls.append(inner)
        values += zip(operation.results, copy.results, strict=True)
    return [look_up(value) for value in operations_of_body[-1].operands]
