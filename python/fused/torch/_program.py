# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One compiled program of a graph, called with tensors of PyTorch."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import fx

import fused

from . import _graphs, _lowering
from ._graphs import aten

# A constant of one element is part of the program, so that epilogs can be recognised; larger ones are inputs.
LITERAL_ELEMENTS = 1


@dataclass(frozen=True)
class Options:
    """How graphs are compiled."""

    numerics: str = "default"


@dataclass(frozen=True)
class _Layout:
    """How a tensor crosses the border of a program, which knows only dense rows.

    `order` permutes the dimensions of the tensor to those of the program, or is None if they are equal.
    """

    size: tuple[int, ...]
    stride: tuple[int, ...]
    dtype: torch.dtype
    device: torch.device
    order: tuple[int, ...] | None

    @staticmethod
    def of(tensor: torch.Tensor) -> _Layout:
        order = _graphs.dense_order(tensor)
        size = tuple(tensor.shape)
        if order is None:
            stride = torch.empty(size, device="meta").stride()
            return _Layout(size, stride, tensor.dtype, tensor.device, None)
        permuted = tuple(order) if order != list(range(tensor.dim())) else None
        return _Layout(size, tuple(tensor.stride()), tensor.dtype, tensor.device, permuted)

    @property
    def inverse(self) -> list[int]:
        return sorted(range(len(self.order)), key=self.order.__getitem__)


def subgraph(
    module: fx.GraphModule, nodes: Sequence[fx.Node], results: Sequence[fx.Node]
) -> tuple[fx.GraphModule, list[fx.Node], list[_Layout], list[_Layout]]:
    """The graph of one program: `nodes`, with `results` as outputs.

    Returns it with the nodes outside that are its inputs, and the layouts of inputs and outputs.
    """
    inside = set(nodes)
    graph = fx.Graph()
    copies: dict[fx.Node, fx.Node] = {}
    inputs: list[fx.Node] = []
    outside = list(
        dict.fromkeys(operand for node in nodes for operand in node.all_input_nodes if operand not in inside)
    )
    input_layouts = []
    for operand in outside:
        if is_literal(module, operand):
            continue
        inputs.append(operand)
        layout = _Layout.of(_graphs.value(operand))
        input_layouts.append(layout)
        copies[operand] = placeholder = graph.placeholder(operand.name)
        tensor = _graphs.value(operand)
        placeholder.meta["val"] = tensor if layout.order is None else tensor.permute(layout.order)
    for operand, layout in zip(inputs, input_layouts):
        if layout.order is not None:
            permuted = graph.call_function(aten.permute.default, (copies[operand], layout.inverse))
            permuted.meta["val"] = _graphs.value(operand)
            copies[operand] = permuted

    def get_copy(operand: fx.Node) -> fx.Node:
        if operand in copies:
            return copies[operand]
        # torch-mlir imports each such node for one operand.
        literal = graph.get_attr(operand.target)
        literal.meta = dict(operand.meta)
        return literal

    for node in nodes:
        copies[node] = graph.node_copy(node, get_copy)
    outputs, output_layouts = [], []
    for node in results:
        layout = _Layout.of(_graphs.value(node))
        output_layouts.append(layout)
        if layout.order is None:
            outputs.append(copies[node])
            continue
        permuted = graph.call_function(aten.permute.default, (copies[node], list(layout.order)))
        permuted.meta["val"] = _graphs.value(node).permute(layout.order)
        outputs.append(permuted)
    graph.output(tuple(outputs))
    return fx.GraphModule(module, graph), inputs, input_layouts, output_layouts


def is_literal(module: fx.GraphModule, node: fx.Node) -> bool:
    """Whether `node` is a constant that becomes part of the program."""
    if node.op != "get_attr":
        return False
    constant = getattr(module, node.target)
    return isinstance(constant, torch.Tensor) and constant.numel() <= LITERAL_ELEMENTS


_programs: weakref.WeakValueDictionary = weakref.WeakValueDictionary()
_programs_lock = threading.Lock()


class _Shared:
    """A program that equal graphs share; the plain class can be referred to weakly."""

    def __init__(self, program) -> None:
        self.program = program


def _chip(device: torch.device) -> str | None:
    if device.type != "cuda" or not torch.cuda.is_available():
        return None
    return "sm_{}{}".format(*torch.cuda.get_device_capability(device))


def compile_text(text: str, device: torch.device, options: Options) -> _Shared:
    """Compiles the text of a module, or finds the program of an equal one."""
    target = "cuda" if device.type == "cuda" else "cpu"
    known = (text, target, _chip(device), options.numerics)
    with _programs_lock:
        shared = _programs.get(known)
    if shared is None:
        shared = _Shared(fused.compile(text, target=target, numerics=options.numerics, chip=_chip(device)))
        with _programs_lock:
            shared = _programs.setdefault(known, shared)
    return shared


def _allocator(layout: _Layout):
    """A function that makes an uninitialised tensor of the layout, the fastest that PyTorch has."""
    size, stride, dtype, device = layout.size, layout.stride, layout.dtype, layout.device
    guards = torch._C._dynamo.guards
    fast = getattr(guards, f"_empty_strided_{device.type}", None)
    if fast is not None and (device.type != "cuda" or torch.cuda.device_count() == 1):
        return lambda: fast(size, stride, dtype)
    return lambda: torch.empty_strided(size, stride, dtype=dtype, device=device)


class Segment:
    """Calls a program: brings tensors into its layout, and makes its results."""

    def __init__(self, shared: _Shared, source: Source) -> None:
        self._shared = shared
        self._program = shared.program
        self.inputs = source.input_layouts
        self.outputs = source.output_layouts
        self._allocators = [_allocator(layout) for layout in self.outputs]
        self._donations = sorted(source.donations.items())
        plain = all(layout.order is None for layout in [*self.inputs, *self.outputs])
        self._call = self._call_plain if plain and not self._donations else self._call_general
        # A program works on the current device.
        device = source.device
        if device.type == "cuda" and torch.cuda.device_count() > 1:
            call = self._call
            self._call = lambda tensors: _on_device(device, call, tensors)

    @property
    def program(self) -> fused.Program:
        """The program, for its report."""
        return self._program

    def __call__(self, *tensors: torch.Tensor) -> list[torch.Tensor]:
        return self._call(tensors)

    def _call_plain(self, tensors):
        results = [allocate() for allocate in self._allocators]
        arrays = [tensor if tensor.is_contiguous() else tensor.contiguous() for tensor in tensors]
        self._program(*arrays, out=results)
        return results

    def _call_general(self, tensors):
        arrays = [_to_program(tensor, layout).contiguous() for tensor, layout in zip(tensors, self.inputs)]
        donated = dict(self._donations)
        results, out = [], []
        for number, (allocate, layout) in enumerate(zip(self._allocators, self.outputs)):
            if number in donated:
                results.append(tensors[donated[number]])
                out.append(arrays[donated[number]])
            else:
                results.append(allocate())
                out.append(_to_program(results[-1], layout))
        self._program(*arrays, out=out)
        for number, place in self._donations:
            if arrays[place].data_ptr() != tensors[place].data_ptr():
                _to_program(tensors[place].detach(), self.outputs[number]).copy_(arrays[place])
        return results


def _on_device(device: torch.device, call: Callable, tensors: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    with torch.cuda.device(device):
        return call(tensors)


def _to_program(tensor: torch.Tensor, layout: _Layout) -> torch.Tensor:
    return tensor if layout.order is None else tensor.permute(layout.order)


@dataclass(frozen=True)
class Source:
    """A program that is not compiled yet."""

    text: str
    device: torch.device
    inputs: list[fx.Node]
    results: list[fx.Node]
    input_layouts: list[_Layout]
    output_layouts: list[_Layout]
    #: For the number of a result, the number of the input in whose memory it is computed.
    donations: dict[int, int]


def build(
    module: fx.GraphModule,
    device: torch.device,
    nodes: Sequence[fx.Node],
    results: Sequence[fx.Node],
    donations: Mapping[fx.Node, fx.Node],
) -> Source:
    """Lowers the program of `nodes` for `device`. `donations` maps some of `results` to the input whose memory they take over."""
    part, inputs, input_layouts, output_layouts = subgraph(module, nodes, results)
    places = {}
    for number, result in enumerate(results):
        source = donations.get(result)
        if source in inputs and input_layouts[inputs.index(source)] == output_layouts[number]:
            places[number] = inputs.index(source)
    text = _lowering.lower(part.graph, donations=places)
    return Source(text, device, inputs, list(results), input_layouts, output_layouts, places)
