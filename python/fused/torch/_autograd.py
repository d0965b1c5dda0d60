# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Joins a forward and a backward graph to a function that autograd knows, at little cost for each call.

aot_autograd does that for every graph: with results that are views, subclasses of tensors, sizes that vary. What it
does for them in each call takes longer than the kernels of a small model. Most graphs of a training step have none of
it. For these the function of this module does the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import fx
from torch._subclasses.functional_tensor import FunctionalTensor
from torch.utils._python_dispatch import is_traceable_wrapper_subclass

from . import _graphs
from ._graphs import aten


class Halves:
    """What aot_autograd compiles of one graph: the forward graph now, the backward graph now or when it is needed."""

    def __init__(self, compiler: Callable[[fx.GraphModule, Sequence], Callable], inputs: Sequence) -> None:
        self._compiler = compiler
        self._count = len(inputs)
        # Operations that PyTorch computes would be cast once more.
        self._are_plain = not torch._C._is_any_autocast_enabled() and all(
            _is_static(value) and not is_traceable_wrapper_subclass(value) for value in inputs
        )
        self._forward: tuple[Callable, fx.Graph] | None = None
        self._metadata = None
        self._joined: Callable | None = None

    def compile_forward(self, graph: fx.GraphModule, arguments: Sequence) -> Callable:
        function = self._compiler(graph, arguments)
        self._forward = function, graph.graph
        self._metadata = getattr(torch._guards.TracingContext.try_get(), "fw_metadata", None)
        return function

    def compile_backward(self, graph: fx.GraphModule, arguments: Sequence) -> Callable:
        function = self._compiler(graph, arguments)
        self._joined = self._join(function, graph.graph)
        self._forward = self._metadata = None
        return function

    def function(self, general: Callable) -> Callable:
        """Calls both halves joined, or else `general`, the function that aot_autograd made of them."""
        return lambda *inputs: (self._joined or general)(*inputs)

    def _join(self, backward: Callable, backward_graph: fx.Graph) -> Callable | None:
        """None if the graph needs what only aot_autograd does."""
        if self._forward is None or not self._are_plain or not _is_plain(self._metadata):
            return None
        forward, forward_graph = self._forward
        outputs, updated = self._metadata.output_info, list(self._metadata.mutated_inp_runtime_indices)
        taken = [node.name for node in _placeholders(forward_graph)]
        kept = _graphs.flat_outputs(forward_graph)[len(updated) + len(outputs) :]
        saved = [getattr(node, "name", None) for node in kept]
        given = _placeholders(backward_graph)
        tangents = [_graphs.value(node) for node in given[len(kept) :]]
        differentiable = [number for number, output in enumerate(outputs) if output.requires_grad]
        if (
            len(taken) != self._count
            or len(_graphs.flat_outputs(backward_graph)) != self._count
            or [node.name for node in given[: len(kept)]] != saved
            or any(taken[number] in saved for number in updated)
            or len(tangents) != len(differentiable)
            or not all(_is_static(value) for value in [*map(_graphs.value, kept), *tangents])
        ):
            return None
        strides = [tangent.stride() for tangent in tangents]
        return _join(forward, backward, updated, len(outputs), differentiable, strides)


def _placeholders(graph: fx.Graph) -> list[fx.Node]:
    return [node for node in graph.nodes if node.op == "placeholder"]


def _is_static(value) -> bool:
    return isinstance(value, torch.Tensor) and all(isinstance(n, int) for n in (*value.shape, *value.stride()))


def _is_buffer(argument) -> bool:
    """Whether a changed argument is only given new values, without gradients."""
    return not (argument.requires_grad or argument.mutates_metadata or argument.mutates_storage_metadata)


def _is_plain(metadata) -> bool:
    """Whether aot_autograd only calls the two graphs. What a version of PyTorch does not tell is not plain."""
    from torch._functorch._aot_autograd.schemas import OutputType

    try:
        return (
            not torch._dynamo.config.compiled_autograd
            and all(_is_buffer(metadata.input_info[number]) for number in metadata.mutated_inp_runtime_indices)
            and metadata.num_intermediate_bases == 0
            and not metadata.num_symints_saved_for_bw
            and not metadata.num_backward_tokens
            and not metadata.num_graphsafe_rng_states
            and not metadata.is_rng_op_functionalized
            and not metadata.tokens
            and not metadata.indices_of_inputs_that_requires_grad_with_mutations_in_bw
            and all(
                output.output_type in (OutputType.non_alias, OutputType.unsafe_view_alias)
                and output.raw_type in (torch.Tensor, FunctionalTensor)
                for output in metadata.output_info
            )
        )
    except AttributeError:
        return False


def _restrided(tensor: torch.Tensor, stride: tuple[int, ...]) -> torch.Tensor:
    """A gradient in the strides that the backward graph was traced for."""
    significant = [n > 1 for n in tensor.shape]
    if all(a == b for a, b, counts in zip(tensor.stride(), stride, significant) if counts):
        return tensor
    return torch.empty_strided(tensor.shape, stride, dtype=tensor.dtype, device=tensor.device).copy_(tensor)


def _join(
    forward: Callable,
    backward: Callable,
    updated: list[int],
    count: int,
    differentiable: list[int],
    strides: list[tuple[int, ...]],
) -> Callable:
    others = [number for number in range(count) if number not in differentiable]

    def append_tangents(arguments: list, tangents: Sequence) -> list:
        for number, stride in zip(differentiable, strides):
            tangent = tangents[number]
            arguments.append(tangent if tangent.stride() == stride else _restrided(tangent, stride))
        return arguments

    class Gradients(torch.autograd.Function):
        """Gradients that are to be differentiated, which fails when it happens."""

        @staticmethod
        def forward(ctx, _, *arguments):
            return tuple(backward(list(arguments)))

        @staticmethod
        def backward(ctx, *_):
            raise RuntimeError("torch.compile does not support gradients of gradients")

    class Compiled(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *inputs):
            results = forward(list(inputs))
            if updated:
                torch._foreach_copy_([inputs[number] for number in updated], results[: len(updated)])
                del results[: len(updated)]
            outputs = [aten._unsafe_view(x, x.shape) if x._is_view() else x for x in results[:count]]
            ctx.save_for_backward(*[kept.detach() if kept._is_view() else kept for kept in results[count:]])
            del results
            if others:
                ctx.mark_non_differentiable(*[outputs[number] for number in others])
                ctx._materialize_non_diff_grads = False
            return tuple(outputs)

        # A function that calls backward() may itself be compiled.
        @staticmethod
        @torch._dynamo.disable
        def backward(ctx, *tangents):
            # The only reference, so that the function can release each value after its last use.
            arguments = append_tangents(list(ctx.saved_tensors), tangents)
            if torch.is_grad_enabled():
                return Gradients.apply(torch.empty(0, requires_grad=True), *arguments)
            ctx.maybe_clear_saved_tensors()
            return tuple(backward(arguments))

    return lambda *inputs: Compiled.apply(*inputs)
