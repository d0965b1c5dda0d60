# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Removes what compilers of one device have no use for, and names what is left that cannot be compiled."""

from __future__ import annotations

import re

from jaxlib.mlir import ir

from fused.jax._errors import UnsupportedError
from fused.jax._ir import copy_body, create, element_of, operations, without_sign

# Custom calls that return their operand.
_IDENTITIES = {"Sharding", "annotate_device_placement", "xla.sdy.FuncResultSharding"}

_DIALECTS = {"arith", "builtin", "complex", "func", "fused", "linalg", "math", "scf", "tensor"}

CALLBACK_ADVICE = "it calls Python on the host; call it outside of the compiled function"

_ADVICE = {
    "callback": CALLBACK_ADVICE,
    "lapack": "linear algebra is not compiled; compute it outside of the compiled function",
}


def drop_shardings(module: ir.Module) -> None:
    """Removes meshes and shardings. A program of one device means the same without them."""
    for operation in operations(module):
        name = operation.name
        if name == "sdy.mesh":
            operation.erase()
            continue
        call = name == "stablehlo.custom_call" and ir.StringAttr(operation.attributes["call_target_name"]).value
        if name in ("sdy.sharding_constraint", "sdy.reshard", "stablehlo.optimization_barrier") or call in _IDENTITIES:
            for result, operand in zip(operation.results, operation.operands, strict=True):
                result.replace_all_uses_with(operand)
            operation.erase()
            continue
        for attribute in [entry for entry in operation.attributes if entry.startswith(("sdy.", "mhlo."))]:
            del operation.attributes[attribute]
        if name == "func.func":
            _drop_argument_attributes(operation)


def _drop_argument_attributes(function: ir.Operation) -> None:
    for name in ("arg_attrs", "res_attrs"):
        if name in function.attributes:
            del function.attributes[name]


def set_donations(module: ir.Module, aliases: dict[int, int]) -> None:
    """States which results take the memory of which arguments."""
    for function in module.body.operations:
        if function.operation.name == "func.func" and ir.StringAttr(function.attributes["sym_name"]).value == "main":
            count = len(ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value).inputs)
            integer = ir.IntegerType.get_signless(32)
            attributes = [
                ir.DictAttr.get({"fused.output": ir.IntegerAttr.get(integer, aliases[n])} if n in aliases else {})
                for n in range(count)
            ]
            function.attributes["arg_attrs"] = ir.ArrayAttr.get(attributes)


def primitive_of(operation: ir.Operation) -> str:
    """The primitive of JAX that an operation comes from, and where it is called, as its location says."""
    names = re.findall(r'"([^"]*)"', str(operation.location))
    return next((name.split("/")[-1] for name in names if name), operation.name)


def refuse(operation: ir.Operation, what: str, advice: str) -> UnsupportedError:
    """The exception for an operation."""
    return UnsupportedError(f"fused.jax cannot compile {what} (from `{primitive_of(operation)}`): {advice}.")


def refuse_calls(module: ir.Module) -> None:
    """Raises UnsupportedError for calls of functions that are not part of the program."""
    for operation in operations(module):
        if operation.name in ("stablehlo.custom_call", "sdy.manual_computation"):
            target = operation.name
            if target == "stablehlo.custom_call":
                target = ir.StringAttr(operation.attributes["call_target_name"]).value
                if target == "fused.scatter":
                    continue
            advice = next((text for part, text in _ADVICE.items() if part in target), None)
            raise refuse(operation, f"`{target}`", advice or "compute it outside of the compiled function")


def inline_calls(module: ir.Module) -> None:
    """Inlines the calls in the bodies of reductions and the like, where MLIR's inliner leaves them."""
    functions = {
        ir.StringAttr(op.attributes["sym_name"]).value: op.operation
        for op in module.body.operations
        if op.operation.name == "func.func"
    }
    calls = [operation for operation in operations(module) if operation.name == "func.call"]
    while calls:
        call = calls.pop()
        callee = functions[ir.FlatSymbolRefAttr(call.attributes["callee"]).value]
        results = copy_body(callee.regions[0].blocks[0], list(call.operands), ir.InsertionPoint(call), calls)
        for old, new in zip(call.results, results, strict=True):
            old.replace_all_uses_with(new)
        call.erase()


def define_empty(module: ir.Module) -> None:
    """Replaces operations without elements, and reductions of none, which have no counterpart in linalg."""
    for operation in operations(module):
        if not operation.name.startswith("stablehlo.") or len(operation.results) == 0:
            continue
        if operation.name in ("stablehlo.constant", "stablehlo.while", "stablehlo.case", "stablehlo.if"):
            continue
        types = [result.type for result in operation.results]
        if any(not isinstance(kind, ir.RankedTensorType) for kind in types):
            continue
        if all(_is_empty(kind) for kind in types):
            with ir.InsertionPoint(operation), operation.location:
                values = [create("tensor.empty", [kind], []) for kind in types]
        elif operation.name == "stablehlo.reduce" and _is_empty(operation.operands[0].type):
            with ir.InsertionPoint(operation), operation.location:
                values = [
                    create("stablehlo.broadcast_in_dim", [kind], [initial], _no_dimensions())
                    for kind, initial in zip(types, list(operation.operands)[len(types) :], strict=True)
                ]
        elif operation.name == "stablehlo.pad" and _is_empty(operation.operands[0].type):
            with ir.InsertionPoint(operation), operation.location:
                values = [create("stablehlo.broadcast_in_dim", types, [operation.operands[1]], _no_dimensions())]
        elif (
            operation.name == "stablehlo.reduce" and len(ir.DenseI64ArrayAttr(operation.attributes["dimensions"])) == 0
        ):
            values = list(operation.operands)[: len(types)]
        else:
            continue
        for result, value in zip(operation.results, values, strict=True):
            result.replace_all_uses_with(value)
        operation.erase()


def broadcast_choices(module: ir.Module) -> None:
    """Gives operations that one number controls an array of it, so that kernels read it. A program for a device would
    otherwise wait for the number."""
    for operation in operations(module):
        if operation.name not in ("stablehlo.select", "stablehlo.clamp"):
            continue
        shape = ir.RankedTensorType(operation.results[0].type).shape
        for number, operand in enumerate(operation.operands):
            kind = ir.RankedTensorType(operand.type)
            if shape and not kind.shape:
                full = ir.RankedTensorType.get(shape, kind.element_type)
                with ir.InsertionPoint(operation), operation.location:
                    operand = create("stablehlo.broadcast_in_dim", [full], [operand], _no_dimensions())
                operation.operands[number] = operand


def widen_unsigned(module: ir.Module) -> None:
    """Converts unsigned factors of products whose result has another type. linalg's products extend signed integers."""
    for operation in operations(module):
        if operation.name not in ("stablehlo.dot", "stablehlo.dot_general", "stablehlo.convolution"):
            continue
        wide = element_of(operation.results[0])
        elements = [element_of(operand) for operand in operation.operands]
        if not any(isinstance(e, ir.IntegerType) and e.is_unsigned and e != wide for e in elements):
            continue
        for number, operand in enumerate(operation.operands):
            converted = ir.RankedTensorType.get(ir.RankedTensorType(operand.type).shape, wide)
            with ir.InsertionPoint(operation), operation.location:
                operation.operands[number] = create("stablehlo.convert", [converted], [operand])


def _no_dimensions() -> dict[str, ir.Attribute]:
    return {"broadcast_dimensions": ir.DenseI64ArrayAttr.get([])}


def _is_empty(kind: ir.Type) -> bool:
    return 0 in ir.RankedTensorType(kind).shape


def drop_signs(module: ir.Module) -> None:
    """Makes all integers signless. Their operations say what they mean."""
    found = operations(module)
    for operation in found:
        for region in operation.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    argument.set_type(without_sign(argument.type))
        for result in operation.results:
            result.set_type(without_sign(result.type))
        if operation.name == "func.func":
            kind = ir.FunctionType(ir.TypeAttr(operation.attributes["function_type"]).value)
            inputs, results = ([without_sign(part) for part in parts] for parts in (kind.inputs, kind.results))
            operation.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, results))
        elif operation.name == "arith.constant":
            kind = operation.results[0].type
            element = kind.element_type if isinstance(kind, ir.RankedTensorType) else kind
            if not isinstance(element, ir.IntegerType):
                continue
            value = operation.attributes["value"]
            if value.type != kind:
                operation.attributes["value"] = ir.Attribute.parse(re.sub(r"\b[su]i(\d+)", r"i\1", str(value)))
    for operation in found:
        if operation.name != "builtin.unrealized_conversion_cast":
            continue
        if [value.type for value in operation.operands] == [value.type for value in operation.results]:
            for result, operand in zip(operation.results, operation.operands, strict=True):
                result.replace_all_uses_with(operand)
            operation.erase()


def refuse_rest(module: ir.Module) -> None:
    """Raises UnsupportedError if an operation is left that is not of linalg's level."""
    for operation in operations(module):
        if operation.name.split(".")[0] not in _DIALECTS or operation.name == "builtin.unrealized_conversion_cast":
            raise refuse(operation, f"`{operation.name}`", "compute it outside of the compiled function")
