# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lowers operations one at a time: those that torch-mlir refuses, and those that make it abort."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import warnings

import torch
from torch import fx

from . import _graphs, _lowering
from ._graphs import aten

# Operations that torch-mlir is known to lower, or to refuse with a diagnostic. So are views and elementwise operations.
_FAMILIAR = frozenset(
    {
        aten._to_copy,
        aten.addmm,
        aten.amax,
        aten.amin,
        aten.any,
        aten.all,
        aten.arange,
        aten.argmax,
        aten.baddbmm,
        aten.bmm,
        aten.cat,
        aten.clone,
        aten.constant_pad_nd,
        aten.copy,
        aten.embedding,
        aten.empty_like,
        aten.flip,
        aten.full,
        aten.full_like,
        aten.gather,
        aten.index,
        aten.index_put,
        aten.index_select,
        aten.max,
        aten.max_pool2d_with_indices,
        aten.mean,
        aten.min,
        aten.mm,
        aten.new_empty,
        aten.new_full,
        aten.new_ones,
        aten.new_zeros,
        aten.ones_like,
        aten.prod,
        aten.repeat,
        aten.scatter,
        aten.scatter_add,
        aten.scatter_reduce,
        aten.select_scatter,
        aten.slice_scatter,
        aten.stack,
        aten.sum,
        aten.where,
        aten.zeros_like,
    }
)

_SECONDS = 30.0

# For keys of operations: why torch-mlir does not lower them alone, and whether it survives the attempt.
_refusals: dict[tuple, str | None] = {}
_survivals: dict[tuple, bool] = {}


def key(node: fx.Node) -> tuple:
    """Equal for nodes that are lowered in the same way."""

    def describe(argument):
        if isinstance(argument, fx.Node):
            return tuple(
                (tensor.dtype, tuple(tensor.shape)) if isinstance(tensor, torch.Tensor) else repr(tensor)
                for tensor in _graphs.values(argument)
            )
        return repr(argument)

    arguments = [describe(argument) for argument in _leaves(node.args)]
    keywords = [(word, describe(argument)) for word, argument in sorted(node.kwargs.items())]
    return (str(node.target), tuple(arguments), repr(keywords))


def _leaves(arguments):
    for argument in arguments:
        if isinstance(argument, (list, tuple)):
            yield "("
            yield from _leaves(argument)
            yield ")"
        else:
            yield argument


def refuse(node: fx.Node, reason: str) -> None:
    """Remembers that `node`, and each that is lowered in the same way, cannot be compiled."""
    _refusals[key(node)] = reason


def known_refusal(node: fx.Node) -> str | None:
    """Why `node` cannot be compiled, as far as an earlier attempt has shown it, or torch-mlir would abort."""
    known = key(node)
    if reason := _refusals.get(known):
        return reason
    if _graphs.is_view(node) or node.target.overloadpacket in _FAMILIAR or torch.Tag.pointwise in node.target.tags:
        return None
    if known not in _survivals:
        _survivals[known] = _survives(node)
    return None if _survivals[known] else "torch-mlir aborts when it lowers it"


def lowers_alone(node: fx.Node) -> str | None:
    """Why torch-mlir refuses a graph that consists of `node`; None if it lowers it."""
    known = key(node)
    if known not in _refusals:
        try:
            _lowering.lower(_single(node))
            _refusals[known] = None
        except _lowering.LoweringError as error:
            _refusals[known] = f"torch-mlir does not lower it: {error}"
    return _refusals[known]


def _survives(node: fx.Node) -> bool:
    """Whether a copy of this process outlives the attempt to lower `node`."""
    graph = _single(node)
    _lowering.prepare()
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # Python and JAX warn of threads; the copy only lowers a graph.
        warnings.simplefilter("ignore")
        copy = os.fork()
    if copy == 0:
        _lower_and_exit(graph, writer)
    os.close(writer)
    try:
        # The status of the copy is lost if this process ignores the end of its children. At its end, the pipe closes.
        poll = select.poll()
        poll.register(reader, select.POLLIN)
        if not poll.poll(1000 * _SECONDS):
            os.kill(copy, signal.SIGKILL)
        return os.read(reader, 1) != b""
    finally:
        os.close(reader)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(copy, 0)


def _lower_and_exit(graph: fx.Graph, writer: int) -> None:
    """Ends this process, and writes something unless torch-mlir ends it before."""
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        _lowering.lower(graph)
    except BaseException:  # noqa: BLE001, S110 (a refusal is no abort)
        pass
    finally:
        os.write(writer, b"1")
        os._exit(0)


def _single(node: fx.Node) -> fx.Graph:
    """A graph of one operation, its operands as placeholders."""
    graph = fx.Graph()
    copies = {}
    for operand in node.all_input_nodes:
        copies[operand] = graph.placeholder(operand.name)
        copies[operand].meta = dict(operand.meta)
    copy = graph.node_copy(node, lambda operand: copies[operand])
    if isinstance(_graphs.value(node), (list, tuple)):
        results = []
        for number, tensor in enumerate(_graphs.value(node)):
            if isinstance(tensor, torch.Tensor):
                results.append(graph.call_function(_graphs.ITEM, (copy, number)))
                results[-1].meta["val"] = tensor
        graph.output(tuple(results))
    else:
        graph.output((copy,))
    # Importers ask a graph for its module.
    graph.owning_module = fx.GraphModule(torch.nn.Module(), graph)
    return graph
