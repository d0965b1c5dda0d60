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


def blocks_of(operation: ir.Operation) -> list[ir.Block]:
    """All blocks of an operation's regions."""
    return [block for region in operation.regions for block in region.blocks]


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


def scalar_constant(element: ir.Type, number: int | float) -> ir.Value:
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
    value = owner.operation.attributes["value"]
    if not isinstance(value, ir.DenseIntElementsAttr) or len(value) != 1:
        return None
    return int(value[0])
