# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops and branches of StableHLO as those of MLIR's `scf`, with counted loops as such."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from fused.jax._ir import (
    as_number,
    as_tensor,
    constant_number,
    create,
    element_of,
    index_constant,
    operations,
    scalar_constant,
    terminator,
    without_sign,
)


def convert_loops(module: ir.Module) -> None:
    """Replaces `stablehlo.while`, `case` and `if`, whose regions keep their operations."""
    converters = {
        "stablehlo.while": _convert_while,
        "stablehlo.case": _convert_case,
        "stablehlo.if": _convert_if,
    }
    for operation in operations(module):
        converter = converters.get(operation.name)
        if converter:
            with operation.location:
                converter(operation)


@dataclass
class _Count:
    """A loop that counts number `position` of its values up by `step` until `bound`."""

    position: int
    step: int
    bound: ir.Value


def _same_in_body(loop: ir.Operation, position: int) -> bool:
    """Whether value number `position` is the same in all iterations."""
    body = loop.regions[1].blocks[0]
    return terminator(body).operands[position] == body.arguments[position]


def _bound_outside(loop: ir.Operation, value: ir.Value) -> ir.Value | None:
    """The value outside of the loop that `value`, in its condition, is equal to."""
    condition = loop.regions[0].blocks[0]
    for position, argument in enumerate(condition.arguments):
        if value == argument:
            return loop.operands[position] if _same_in_body(loop, position) else None
    owner = value.owner
    if isinstance(owner, ir.Block):
        return value
    owner = owner.operation
    if owner.block != condition:
        return value
    if owner.name == "stablehlo.constant":
        owner.move_before(loop)
        return value
    return None


def _find_step(body: ir.Block, position: int) -> int | None:
    """The constant that each iteration adds to an integer, value number `position` of a loop, or None."""
    counter = body.arguments[position]
    kind = ir.RankedTensorType(counter.type)
    increment = terminator(body).operands[position].owner
    if kind.shape or not isinstance(kind.element_type, ir.IntegerType) or isinstance(increment, ir.Block):
        return None
    if increment.operation.name != "stablehlo.add":
        return None
    addends = [value for value in increment.operation.operands if value != counter]
    return constant_number(addends[0]) if len(addends) == 1 else None


def _match_count(loop: ir.Operation) -> _Count | None:
    condition, body = (region.blocks[0] for region in loop.regions)
    compare = terminator(condition).operands[0].owner
    if isinstance(compare, ir.Block) or compare.operation.name != "stablehlo.compare":
        return None
    compare = compare.operation
    if any(
        op.operation.name not in ("stablehlo.constant", "stablehlo.compare", "stablehlo.return") for op in condition
    ):
        return None
    direction = str(compare.attributes["comparison_direction"])
    left, right = compare.operands
    if " GT>" in direction:
        left, right = right, left
    elif " LT>" not in direction:
        return None
    position = next((number for number, argument in enumerate(condition.arguments) if argument == left), None)
    if position is None or not isinstance(ir.RankedTensorType(left.type).element_type, ir.IntegerType):
        return None
    step = _find_step(body, position)
    bound = _bound_outside(loop, right)
    if step is None or step <= 0 or bound is None:
        return None
    return _Count(position, step, bound)


def _as_index(tensor: ir.Value) -> ir.Value:
    """The number in a tensor of rank 0 as an index."""
    number = constant_number(tensor)
    if number is not None:
        return index_constant(number)
    unsigned = ir.IntegerType(element_of(tensor)).is_unsigned
    cast = "arith.index_castui" if unsigned else "arith.index_cast"
    return create(cast, [ir.IndexType.get()], [as_number(tensor)])


def _trip_count(loop: ir.Operation, count: _Count) -> ir.Value:
    index = ir.IndexType.get()
    start, bound = constant_number(loop.operands[count.position]), constant_number(count.bound)
    if start is not None and bound is not None:
        return index_constant(max(0, -((start - bound) // count.step)))
    difference = create("arith.subi", [index], [_as_index(count.bound), _as_index(loop.operands[count.position])])
    positive = create("arith.maxsi", [index], [difference, index_constant(0)])
    if count.step == 1:
        return positive
    return create("arith.ceildivsi", [index], [positive, index_constant(count.step)])


def _counter(start: ir.Value, step: int, iteration: ir.Value) -> ir.Value:
    """`start` + `step` * `iteration`, as a tensor of the type of `start`."""
    element = without_sign(element_of(start))
    number = constant_number(start)
    first = scalar_constant(element, number) if number is not None else as_number(start)
    iteration = create("arith.index_cast", [element], [iteration])
    distance = create("arith.muli", [element], [iteration, scalar_constant(element, step)])
    total = create("arith.addi", [element], [first, distance])
    return as_tensor(total, element_of(start))


def _move_body(source: ir.Block, target: ir.Block, arguments: list[ir.Value]) -> list[ir.Value]:
    """Moves all operations but the terminator, whose operands it returns."""
    for old, new in zip(source.arguments, arguments, strict=True):
        old.replace_all_uses_with(new)
    end = terminator(source)
    results = list(end.operands)
    end.erase()
    for operation in list(source.operations):
        target.append(operation)
    return results


def _replace(operation: ir.Operation, values: list[ir.Value]) -> None:
    for old, new in zip(operation.results, values, strict=True):
        old.replace_all_uses_with(new)
    operation.erase()


def _convert_while(loop: ir.Operation) -> None:
    count = _match_count(loop)
    if count:
        _convert_counted(loop, count)
    else:
        _convert_other(loop)


def _convert_counted(loop: ir.Operation, count: _Count) -> None:
    source = loop.regions[1].blocks[0]
    # A loop may count in several ways. What it counts is not carried, but computed from the number of the iteration.
    steps = {count.position: count.step}
    for position in range(len(loop.operands)):
        step = _find_step(source, position)
        if step is not None:
            steps[position] = step
    carried = [position for position in range(len(loop.operands)) if position not in steps]
    types = [loop.operands[position].type for position in carried]
    starts = {position: loop.operands[position] for position in steps}
    with ir.InsertionPoint(loop):
        trips = _trip_count(loop, count)
        values = {position: _counter(start, steps[position], trips) for position, start in starts.items()}
        bounds = [index_constant(0), trips, index_constant(1)]
        inits = [loop.operands[position] for position in carried]
        counted = ir.Operation.create("scf.for", types, [*bounds, *inits], regions=1)
    body = counted.regions[0].blocks.append(ir.IndexType.get(), *types, arg_locs=[loop.location] * (len(types) + 1))
    arguments = dict(zip(carried, list(body.arguments)[1:], strict=True))
    with ir.InsertionPoint(body):
        arguments |= {
            position: _counter(start, steps[position], body.arguments[0]) for position, start in starts.items()
        }
    results = _move_body(source, body, [arguments[position] for position in range(len(loop.operands))])
    with ir.InsertionPoint(body):
        ir.Operation.create("scf.yield", [], [results[position] for position in carried])
    values |= dict(zip(carried, counted.results, strict=True))
    _replace(loop, [values[position] for position in range(len(loop.operands))])


def _convert_other(loop: ir.Operation) -> None:
    types = [value.type for value in loop.operands]
    locations = [loop.location] * len(types)
    with ir.InsertionPoint(loop):
        result = ir.Operation.create("scf.while", types, list(loop.operands), regions=2)
    before, after = (region.blocks.append(*types, arg_locs=locations) for region in result.regions)
    (condition,) = _move_body(loop.regions[0].blocks[0], before, list(before.arguments))
    with ir.InsertionPoint(before):
        ir.Operation.create("scf.condition", [], [as_number(condition), *before.arguments])
    results = _move_body(loop.regions[1].blocks[0], after, list(after.arguments))
    with ir.InsertionPoint(after):
        ir.Operation.create("scf.yield", [], results)
    _replace(loop, list(result.results))


def _choose(condition: ir.Value, types: list[ir.Type]) -> tuple[ir.Operation, list[ir.Block]]:
    choice = ir.Operation.create("scf.if", types, [condition], regions=2)
    return choice, [region.blocks.append() for region in choice.regions]


def _fill(block: ir.Block, source: ir.Block) -> None:
    results = _move_body(source, block, [])
    with ir.InsertionPoint(block):
        ir.Operation.create("scf.yield", [], results)


# Operations that read each element a few times at most.
# fmt: off
_CHEAP = {
    "abs", "add", "and", "atan2", "bitcast_convert", "broadcast_in_dim", "cbrt", "ceil", "clamp", "compare",
    "concatenate", "constant", "convert", "cosine", "divide", "exponential", "exponential_minus_one", "floor", "imag",
    "iota", "is_finite", "log", "log_plus_one", "logistic", "maximum", "minimum", "multiply", "negate", "not", "or",
    "pad", "power", "real", "reduce", "remainder", "reshape", "return", "reverse", "round_nearest_afz",
    "round_nearest_even", "rsqrt", "select", "shift_left", "shift_right_arithmetic", "shift_right_logical", "sign",
    "sine", "slice", "sqrt", "subtract", "tan", "tanh", "transpose", "xor",
}
# fmt: on


def _is_cheap(branch: ir.Operation) -> bool:
    """Whether all branches together take hardly longer than to wait for the number that chooses one."""
    blocks = [region.blocks[0] for region in branch.regions]
    names = [operation.operation.name.split(".") for block in blocks for operation in block.operations]
    return all(dialect == "stablehlo" and name in _CHEAP for dialect, name in names)


def _select(branch: ir.Operation, conditions: list[ir.Value]) -> None:
    """Computes all branches, and takes the results of the first whose condition holds, or of the last."""
    results = []
    for region in branch.regions:
        block = region.blocks[0]
        results.append(list(terminator(block).operands))
        for operation in list(block.operations)[:-1]:
            operation.move_before(branch)
    chosen = results.pop()
    with ir.InsertionPoint(branch):
        for condition, values in reversed(list(zip(conditions, results, strict=True))):
            chosen = [
                create("stablehlo.select", [value.type], [condition, value, other])
                for value, other in zip(values, chosen, strict=True)
            ]
    _replace(branch, chosen)


def _convert_if(branch: ir.Operation) -> None:
    if _is_cheap(branch):
        return _select(branch, [branch.operands[0]])
    types = [result.type for result in branch.results]
    with ir.InsertionPoint(branch):
        choice, blocks = _choose(as_number(branch.operands[0]), types)
    for block, region in zip(blocks, branch.regions, strict=True):
        _fill(block, region.blocks[0])
    _replace(branch, list(choice.results))


def _equals(number: ir.Value, expected: int) -> ir.Value:
    """Whether the integer in a tensor of rank 0 is `expected`, as such a tensor."""
    kind = ir.RankedTensorType(number.type)
    value = ir.DenseElementsAttr.get_splat(kind, ir.IntegerAttr.get(kind.element_type, expected))
    constant = create("stablehlo.constant", [kind], [], {"value": value})
    direction = {"comparison_direction": stablehlo.ComparisonDirectionAttr.get("EQ")}
    boolean = ir.RankedTensorType.get([], ir.IntegerType.get_signless(1))
    return create("stablehlo.compare", [boolean], [number, constant], direction)


def _convert_case(branch: ir.Operation) -> None:
    """A chain of `scf.if`. Numbers without a branch choose the last one."""
    types = [result.type for result in branch.results]
    *sources, last = [region.blocks[0] for region in branch.regions]
    boolean = ir.IntegerType.get_signless(1)
    if _is_cheap(branch):
        with ir.InsertionPoint(branch):
            conditions = [_equals(branch.operands[0], position) for position in range(len(sources))]
        return _select(branch, conditions)
    with ir.InsertionPoint(branch):
        number = as_number(branch.operands[0])
    results: list[ir.Value] = []
    place: ir.Block | None = None
    for position, source in enumerate(sources):
        with ir.InsertionPoint(place) if place else ir.InsertionPoint(branch):
            equal = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 0)
            expected = scalar_constant(number.type, position)
            condition = create("arith.cmpi", [boolean], [number, expected], {"predicate": equal})
            choice, (then, otherwise) = _choose(condition, types)
            if place:
                ir.Operation.create("scf.yield", [], list(choice.results))
        _fill(then, source)
        results = results or list(choice.results)
        place = otherwise
    if place:
        _fill(place, last)
    else:  # a single branch, which is always taken
        results = list(terminator(last).operands)
        for operation in list(last.operations)[:-1]:
            operation.move_before(branch)
    _replace(branch, results)


def waits(module: ir.Module) -> bool:
    """Whether a program reads an element of an array to decide what to do."""
    return any(op.name == "tensor.extract" and not _is_in_kernel(op) for op in operations(module))


def _is_in_kernel(operation: ir.Operation) -> bool:
    while operation.name != "func.func":
        if operation.name in ("linalg.generic", "fused.scatter"):
            return True
        operation = operation.parent.operation
    return False


def make_scalars(module: ir.Module) -> None:
    """Computes numbers that depend on nothing but loop counters and constants outside of tensors.

    A program for a device then need not wait for them, for example where they are the place of a slice."""
    for operation in operations(module, children_first=False):
        if operation.name == "linalg.generic":
            _make_scalar(operation)
        elif operation.name in ("tensor.collapse_shape", "tensor.expand_shape", "tensor.extract_slice"):
            _make_scalar_view(operation)


def _elements(tensor: ir.Value) -> ir.Value | None:
    """The number in a tensor of one element that is made of a number."""
    owner = tensor.owner
    if isinstance(owner, ir.Block):
        return None
    if owner.operation.name == "tensor.from_elements" and len(owner.operation.operands) == 1:
        return owner.operation.operands[0]
    number = constant_number(tensor)
    if number is not None:
        return scalar_constant(element_of(tensor), number)
    return None


def _make_scalar_view(view: ir.Operation) -> None:
    result = ir.RankedTensorType(view.results[0].type)
    if len(view.operands) != 1 or not result.has_static_shape or any(size != 1 for size in result.shape):
        return
    owner = view.operands[0].owner
    if isinstance(owner, ir.Block) or owner.operation.name != "tensor.from_elements":
        return
    if len(owner.operation.operands) != 1:
        return
    with ir.InsertionPoint(view), view.location:
        tensor = create("tensor.from_elements", [view.results[0].type], [owner.operation.operands[0]])
    _replace(view, [tensor])


def _make_scalar(generic: ir.Operation) -> None:
    types = [ir.RankedTensorType(result.type) for result in generic.results]
    inputs = list(generic.operands)[: len(generic.operands) - len(types)]
    iterators = map(str, ir.ArrayAttr(generic.attributes["iterator_types"]))
    if (
        not inputs
        or any(size != 1 for kind in types for size in kind.shape)
        or any("parallel" not in i for i in iterators)
    ):
        return
    if any(size != 1 for value in inputs for size in ir.RankedTensorType(value.type).shape):
        return
    body = generic.regions[0].blocks[0]
    arguments = list(body.arguments)
    if any(list(argument.uses) for argument in arguments[len(inputs) :]):
        return
    if any(operation.operation.name.startswith(("linalg.index", "tensor.")) for operation in body.operations):
        return
    # Constants alone are left to other passes.
    if all(constant_number(value) is not None for value in inputs):
        return
    with ir.InsertionPoint(generic), generic.location:
        numbers = [_elements(value) for value in inputs]
        if any(number is None for number in numbers):
            return
        for argument, number in zip(arguments, numbers, strict=False):
            argument.replace_all_uses_with(number)
        results = list(terminator(body).operands)
        for operation in list(body.operations)[:-1]:
            operation.move_before(generic)
        tensors = [create("tensor.from_elements", [kind], [value]) for kind, value in zip(types, results, strict=True)]
    _replace(generic, tensors)
