# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decides which operations of a graph are compiled, and in how many programs.

The graph is executed in phases: PyTorch's operations that need no program, the first program, PyTorch's operations that
need only its results, the second program, and so on. No other division has fewer programs if every operation is
computed as early as possible.
"""

from __future__ import annotations

import os
import sys
import warnings
from dataclasses import dataclass, field

import torch
from torch import fx

from . import (
    _decompositions,  # noqa: F401 (defines fused::random_mask)
    _graphs,
    _probe,
)
from ._graphs import aten

MAX_RANK = 8

TYPES = frozenset(
    {
        torch.float16,
        torch.bfloat16,
        torch.float32,
        torch.float64,
        torch.bool,
        torch.int8,
        torch.uint8,
        torch.int16,
        torch.int32,
        torch.int64,
    }
)

# PyTorch's libraries compute these by design: no warning says so.
LIBRARY = frozenset(
    {
        aten.convolution.default,
        aten.convolution_backward.default,
        aten._scaled_dot_product_flash_attention.default,
        aten._scaled_dot_product_flash_attention_backward.default,
        aten._scaled_dot_product_efficient_attention.default,
        aten._scaled_dot_product_efficient_attention_backward.default,
        aten._scaled_dot_product_cudnn_attention.default,
        aten._scaled_dot_product_cudnn_attention_backward.default,
        aten._scaled_dot_product_fused_attention_overrideable.default,
        aten._scaled_dot_product_fused_attention_overrideable_backward.default,
    }
)

# torch-mlir aborts if the first operand of these has no dimensions.
_NEED_DIMENSIONS = frozenset(
    {
        aten.scatter,
        aten.scatter_add,
        aten.scatter_reduce,
        aten.gather,
        aten.index_select,
        aten.sort,
        aten.topk,
        aten.cumsum,
    }
)

# torch-mlir takes unsigned integers of 8 bits for signed ones in arithmetic, and aborts for some numbers of 8 bits.
_BYTES = frozenset({torch.int8, torch.uint8})
_FIT_FOR_BYTES = frozenset(
    {
        aten.bitwise_and,
        aten.bitwise_not,
        aten.bitwise_or,
        aten.cat,
        aten.clone,
        aten.eq,
        aten.ge,
        aten.gt,
        aten.index,
        aten.index_select,
        aten.le,
        aten.logical_not,
        aten.lt,
        aten.ne,
        aten.where,
    }
)
_CONVERSIONS = frozenset({aten._to_copy, torch.ops.prims.convert_element_type})

# What torch-mlir lowers to something else than PyTorch computes.
_WRONG = frozenset({aten.fmod, aten.rrelu_with_noise, aten.rrelu_with_noise_backward, aten.rrelu_with_noise_functional})

# Higher-order operations of activation checkpointing that only save or restore the state of a generator.
_RANDOM_STATE = frozenset({"run_and_save_rng_state", "run_with_rng_state"})


class FallbackWarning(UserWarning):
    """An operation of a compiled model is computed by PyTorch."""


_warned: set[str] = set()

# A warning is about the first call from outside of these.
_INSIDE = (os.path.dirname(__file__), os.path.dirname(torch.__file__))


def warn_caller(text: str, category: type[Warning]) -> None:
    """Warns at the line from which fused was called, perhaps through PyTorch."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_INSIDE):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, category, stacklevel=level)


def warn(name: str, reason: str) -> None:
    """Warns that PyTorch computes the operation `name`, once in a process."""
    if name not in _warned:
        _warned.add(name)
        warn_caller(f"fused: PyTorch computes {name}: {reason}", FallbackWarning)


def name(node: fx.Node) -> str:
    return str(node.target)


def refusal(node: fx.Node, device: torch.device) -> str | None:
    """Why a program on `device` cannot compute `node`, as far as its types tell; None if nothing speaks against it."""
    if not isinstance(node.target, torch._ops.OpOverload):
        return "it is no operation of ATen"
    if node.target.namespace not in ("aten", "prims"):
        return f"it is an operation of {node.target.namespace}"
    if node.target.overloadpacket in _NEED_DIMENSIONS and _graphs.value(node.args[0]).dim() == 0:
        return "it has a tensor without dimensions"
    if node.target is aten.index_put.default and any(
        index is not None and _graphs.value(index).dim() == 0 for index in node.args[1]
    ):
        return "it has an index without dimensions"
    if _graphs.is_mutation(node):
        return "it changes an argument"
    rounding = node.kwargs.get("rounding_mode")
    rounds_down = rounding == "floor" or node.target.overloadpacket is aten.floor_divide
    if node.target.overloadpacket in _WRONG or (rounds_down and _graphs.value(node).is_floating_point()):
        return "torch-mlir does not lower it correctly"
    if _computes_with_bytes(node):
        return "it computes with integers of 8 bits"
    for result in _graphs.values(node):
        if result is None:
            continue
        if not isinstance(result, torch.Tensor):
            return "its result is no tensor"
        if result.device != device and result.dim():
            return f"its result is on {result.device}"
    for tensor in [*_graphs.values(node), *(_graphs.value(operand) for operand in node.all_input_nodes)]:
        for part in tensor if isinstance(tensor, (list, tuple)) else [tensor]:
            if isinstance(part, torch.Tensor) and (reason := tensor_refusal(part, device)):
                return reason
    return None


def _computes_with_bytes(node: fx.Node) -> bool:
    def has_bytes(nodes) -> bool:
        tensors = (tensor for one in nodes for tensor in _graphs.values(one))
        return any(isinstance(tensor, torch.Tensor) and tensor.dtype in _BYTES for tensor in tensors)

    packet = node.target.overloadpacket
    if _graphs.is_view(node) or packet in _FIT_FOR_BYTES:
        return False
    return has_bytes([node]) or (packet not in _CONVERSIONS and has_bytes(node.all_input_nodes))


def tensor_refusal(tensor: torch.Tensor, device: torch.device) -> str | None:
    if tensor.layout != torch.strided or tensor.is_quantized:
        return "it has a tensor that is not dense"
    if tensor.dtype not in TYPES:
        return f"it has the type {tensor.dtype}"
    if tensor.dim() > MAX_RANK:
        return f"it has {tensor.dim()} dimensions, and a program at most {MAX_RANK}"
    if tensor.numel() == 0:
        return "it has a tensor without elements"
    if tensor.device != device and tensor.dim():
        return f"it has a tensor on {tensor.device}"
    if tensor.is_conj() or tensor.is_neg():
        return "it has a conjugated tensor"
    return None


def graph_device(graph: fx.Graph) -> torch.device:
    """The device of the arguments, or of the results where there are none."""
    found = []
    for node in graph.nodes:
        for tensor in _graphs.values(node):
            if isinstance(tensor, torch.Tensor):
                if tensor.device.type == "cuda":
                    return tensor.device
                found.append(tensor.device)
    return found[0] if found else torch.device("cpu")


@dataclass
class Plan:
    """The phases of a graph. `programs[k]` has the nodes of program k, `eager[k]` those that PyTorch computes before it.

    Those of `repeated` are part of several programs, and results of none.
    """

    device: torch.device
    repeated: set[fx.Node] = field(default_factory=set)
    eager: list[list[fx.Node]] = field(default_factory=list)
    programs: list[list[fx.Node]] = field(default_factory=list)


def classify(graph: fx.Graph, device: torch.device) -> dict[fx.Node, bool]:
    """For each operation, whether it is compiled. Warns of those that are not, unless a library is meant to."""
    compiled: dict[fx.Node, bool] = {}
    for node in graph.nodes:
        if node.op != "call_function":
            continue
        if _graphs.is_item(node):
            compiled[node] = compiled.get(node.args[0], False)
            continue
        if node.target in LIBRARY or _graphs.is_random(node) or str(node.target) in _RANDOM_STATE:
            compiled[node] = False
            continue
        reason = refusal(node, device) or _probe.known_refusal(node)
        compiled[node] = reason is None
        if reason is not None and not _graphs.is_view(node):
            warn(name(node), reason)
    _keep_numbers(graph, compiled, device)
    return compiled


def _keep_numbers(graph: fx.Graph, compiled: dict[fx.Node, bool], device: torch.device) -> None:
    """A program for a device may compute with numbers of the host, but its results are on the device."""
    for node in reversed(graph.nodes):
        tensor = _graphs.value(node)
        if not compiled.get(node) or not isinstance(tensor, torch.Tensor) or tensor.device == device:
            continue
        if not all(compiled.get(user) for user in node.users):
            compiled[node] = False


def is_number(node: fx.Node, device: torch.device) -> bool:
    """Whether `node` is a number of the host in a graph for another device."""
    tensor = _graphs.value(node)
    return isinstance(tensor, torch.Tensor) and tensor.device != device


def _find_repeated(graph: fx.Graph, compiled: dict[fx.Node, bool], device: torch.device) -> set[fx.Node]:
    """The operations that are part of each program that uses them: constants, and numbers of the host."""
    constants: set[fx.Node] = set()
    for node in graph.nodes:
        if compiled.get(node) and all(operand in constants for operand in node.all_input_nodes):
            constants.add(node)
    return {
        node
        for node in graph.nodes
        if compiled.get(node)
        and (is_number(node, device) or (node in constants and all(compiled.get(user) for user in node.users)))
    }


def plan(graph: fx.Graph, compiled: dict[fx.Node, bool], device: torch.device) -> Plan:
    """Assigns the operations to phases.

    A constant that several programs use is part of each of them, where passes see what it is. A number of the host is,
    too, because results of programs are on the device. If it depends on a tensor of the device, PyTorch computes it,
    which is written to `compiled`.
    """
    while True:
        phase = _phases(graph, compiled)
        places = {node: {phase[node]} for node in graph.nodes}
        crossing = []
        repeated = _find_repeated(graph, compiled, device)
        for node in reversed(graph.nodes):
            if node not in repeated:
                continue
            places[node] = set().union(*(places[user] for user in node.users))
            of_device = any(
                operand not in repeated and not is_number(operand, device) for operand in node.all_input_nodes
            )
            if of_device and places[node] != {phase[node]}:
                crossing.append(node)
        if not crossing:
            break
        for node in crossing:
            origin = node.args[0] if _graphs.is_item(node) else node
            compiled.update(dict.fromkeys([origin, *filter(_graphs.is_item, origin.users)], False))
        _keep_numbers(graph, compiled, device)
    count = max((phase[node] for node in phase if compiled.get(node)), default=0)
    result = Plan(device, repeated, [[] for _ in range(count + 1)], [[] for _ in range(count)])
    for node in graph.nodes:
        if node.op != "call_function":
            continue
        if compiled[node]:
            for place in places[node]:
                result.programs[place - 1].append(node)
        else:
            result.eager[phase[node]].append(node)
    return result


def _phases(graph: fx.Graph, compiled: dict[fx.Node, bool]) -> dict[fx.Node, int]:
    phase: dict[fx.Node, int] = {}
    # Generators are asked in the order of the graph.
    last_random = 0
    for node in graph.nodes:
        if node.op != "call_function":
            phase[node] = 0
            continue
        if _graphs.is_item(node):
            phase[node] = phase[node.args[0]]
            continue
        earliest = 1 if compiled[node] else 0
        for operand in node.all_input_nodes:
            crosses = compiled[node] and not compiled.get(operand, False)
            earliest = max(earliest, phase[operand] + (1 if crosses else 0))
        if _graphs.is_random(node) or str(node.target) in _RANDOM_STATE:
            earliest = last_random = max(earliest, last_random)
        phase[node] = earliest
    return phase
