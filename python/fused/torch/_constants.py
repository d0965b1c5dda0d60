# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Computes operations on constants of equal elements, by PyTorch itself.

torch-mlir folds such operations, too, but not always to what PyTorch computes: remainders and quotients of negative
numbers are rounded in the other direction.
"""

from __future__ import annotations

import torch
from torch import fx
from torch._subclasses.fake_tensor import unset_fake_temporarily

aten = torch.ops.aten

_FILLS = frozenset({aten.full.default, aten.full_like.default})

_COPIES = frozenset({aten.clone.default, aten._to_copy.default, torch.ops.prims.convert_element_type.default})


def fold(graph: fx.Graph, is_view) -> None:
    """Replaces each elementwise operation and each view whose operands have equal elements by such a constant."""
    numbers: dict[fx.Node, bool | int | float] = {}
    for node in list(graph.nodes):
        tensor = node.meta.get("val")
        if node.op != "call_function" or not isinstance(tensor, torch.Tensor) or tensor.dtype.is_complex:
            continue
        if node.target in _FILLS:
            number = node.args[1]
            if isinstance(number, (bool, int, float)):
                numbers[node] = torch.full((), number, dtype=tensor.dtype, device="cpu").item()
            continue
        operands = node.all_input_nodes
        if not operands or not all(operand in numbers for operand in operands):
            continue
        if is_view(node):
            number = numbers[operands[0]] if tensor.dtype == operands[0].meta["val"].dtype else None
        else:
            number = _compute(node, numbers)
        if number is None:
            continue
        with graph.inserting_before(node):
            constant = graph.call_function(
                aten.full.default, (list(tensor.shape), number), {"dtype": tensor.dtype, "device": tensor.device}
            )
        constant.meta = dict(node.meta)
        node.replace_all_uses_with(constant)
        graph.erase_node(node)
        numbers[constant] = number


def _compute(node: fx.Node, numbers: dict) -> bool | int | float | None:
    """One element of an elementwise operation; None if it is another operation."""
    target = node.target
    if not isinstance(target, torch._ops.OpOverload) or target._schema.is_mutable:
        return None
    if target not in _COPIES and torch.Tag.pointwise not in target.tags:
        return None
    if torch.Tag.nondeterministic_seeded in target.tags:
        return None

    def element(operand: fx.Node) -> torch.Tensor:
        tensor = operand.meta["val"]
        return torch.full([1] * tensor.dim(), numbers[operand], dtype=tensor.dtype)

    with unset_fake_temporarily(), torch.no_grad():
        arguments = fx.map_arg(node.args, element)
        keywords = {key: part for key, part in fx.map_arg(node.kwargs, element).items() if key != "device"}
        try:
            result = target(*arguments, **keywords)
        except (RuntimeError, TypeError, ValueError):
            return None
    if not isinstance(result, torch.Tensor) or result.numel() != 1 or result.dtype != node.meta["val"].dtype:
        return None
    return result.item()
