# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs of known sizes: tracing, and the questions that the other modules ask of nodes."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence

import torch
from torch import fx
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx import traceback as fx_traceback
from torch.fx.experimental.proxy_tensor import make_fx

from . import _constants, _decompositions

aten = torch.ops.aten

#: Takes one result of an operation that has several.
ITEM = operator.getitem

# Operations that give their operand, or a view of it.
VIEWS = frozenset(
    {
        aten.view.default,
        aten._unsafe_view.default,
        aten.t.default,
        aten.transpose.int,
        aten.permute.default,
        aten.unsqueeze.default,
        aten.squeeze.default,
        aten.squeeze.dim,
        aten.squeeze.dims,
        aten.expand.default,
        aten.select.int,
        aten.slice.Tensor,
        aten.detach.default,
        aten.alias.default,
        aten.view.dtype,
        aten.unfold.default,
        aten.as_strided.default,
        aten.diagonal.default,
    }
)

# Operations that change arguments without saying so, and those that say so.
_HIDDEN_MUTATIONS = {aten.native_batch_norm.default: aten._native_batch_norm_legit.default}

# Operations that add to a product, and the product.
_PRODUCTS = {
    aten.addmm.default: aten.mm.default,
    aten.addmv.default: aten.mv.default,
    aten.baddbmm.default: aten.bmm.default,
}

# A program does not leave results undefined.
_UNINITIALISED = frozenset({aten.empty.memory_format, aten.empty_strided.default, aten.empty_permuted.default})

# Each call gives other values.
_DISTINCT = frozenset({torch.ops.fused.random_mask.default})

_IDENTITIES = frozenset(
    {aten.detach.default, aten.alias.default, aten.lift_fresh_copy.default, aten.lift_fresh.default}
)


def is_fresh(node: fx.Node) -> bool:
    """Whether `node` takes a constant that the traced function itself has made."""
    return node.target in (aten.lift_fresh_copy.default, aten.lift_fresh.default)


def fake_inputs(values: Sequence, mode: FakeTensorMode) -> list:
    """Fake tensors of the same geometry; other values stay as they are."""

    def fake(value):
        if not isinstance(value, torch.Tensor):
            return value
        size, stride = [int(n) for n in value.shape], [int(n) for n in value.stride()]
        return torch.empty_strided(size, stride, dtype=value.dtype, device=value.device)

    with mode:
        return [fake(value) for value in values]


def _original_strides(node: fx.Node, x: torch.Tensor) -> tuple[int, ...]:
    """The strides of a tensor like the value of `node` in the graph that is interpreted; `x` is its value now."""
    original = value(node)
    strides = original.stride() if isinstance(original, torch.Tensor) else x.stride()
    if any(isinstance(stride, torch.SymInt) for stride in strides):
        strides = x.stride()
    return torch.empty_like(torch.empty_strided(x.shape, strides, device="meta")).stride()


def _in_original_order(output: fx.Node, results):
    """Results that the caller gets, with their dimensions in the order of the graph that is interpreted."""

    def order(node, x, kind):
        original = value(node) if isinstance(node, fx.Node) else None
        if kind not in ("PlainAOTOutput", "GradAOTOutput") or not isinstance(original, torch.Tensor):
            return x
        strides = _original_strides(node, x)
        if all(a == b for a, b, size in zip(strides, x.stride(), x.shape) if size > 1):
            return x
        axes = dense_order(original)
        return x if axes is None else x.permute(axes).contiguous().permute([axes.index(axis) for axis in range(x.dim())])

    kinds = [type(kind).__name__ for kind in output.meta.get("desc", ())]
    if not isinstance(results, (list, tuple)) or len(kinds) != len(results):
        return results
    return type(results)(map(order, output.args[0], results, kinds))


class _Interpreter(fx.Interpreter):
    """Executes a graph by operations that do not depend on strides.

    A decomposition may give other strides than the operation that it replaces. So views become reshapes, results get
    the order of the original graph, and a random mask, which a generator fills in the order of memory, its strides. A
    mask depends on the sizes of a tensor alone, so it is made without it.
    """

    def run_node(self, node: fx.Node):
        if node.op == "output":
            return _in_original_order(node, super().run_node(node))
        if node.target in (aten.native_dropout.default, aten.bernoulli_.float, aten.bernoulli.p):
            arguments, _ = self.fetch_args_kwargs_from_env(node)
            strides = _original_strides(node.args[0], arguments[0])
            if node.target is aten.native_dropout.default:
                return _decompositions.native_dropout(*arguments, strides=strides)
            x, p = arguments[:2] if len(arguments) > 1 else (arguments[0], 0.5)
            if node.target is aten.bernoulli_.float:
                return x.copy_(_decompositions.random_mask(list(x.shape), list(strides), p, x.device))
            contiguous = torch.empty(x.shape, device="meta").stride()
            return _decompositions.random_mask(list(x.shape), list(contiguous), p, x.device).to(x.dtype)
        return super().run_node(node)

    def call_function(self, target, args, kwargs):
        target = _HIDDEN_MUTATIONS.get(target, target)
        if target in (aten.view.default, aten._unsafe_view.default):
            target = aten.reshape.default
        if target in _PRODUCTS and kwargs.get("beta", 1) == 0:
            # NaN in what is added has no effect.
            product = super().call_function(_PRODUCTS[target], args[1:], {})
            alpha = kwargs.get("alpha", 1)
            return product if alpha == 1 else product * alpha
        if target is aten._native_batch_norm_legit.default and args[3] is None:
            target, args = aten._native_batch_norm_legit.no_stats, (*args[:3], *args[5:])
        return super().call_function(target, args, kwargs)


def trace(module: fx.GraphModule, values: Sequence) -> fx.GraphModule:
    """Traces `module` for arguments like `values`, by the decompositions of this package.

    Tensors have the sizes of `values`, and numbers are constants. The result has a placeholder for each argument, and
    its nodes have fake tensors in `meta["val"]`.
    """
    mode = FakeTensorMode(allow_non_fake_inputs=True)
    fakes = fake_inputs(values, mode)

    def runner(interpreted: fx.GraphModule):
        return lambda *arguments: _Interpreter(interpreted).run(*arguments, enable_io_processing=False)

    with mode, torch.no_grad(), fx_traceback.preserve_node_meta():
        if any(is_mutation(node) or node.target in _HIDDEN_MUTATIONS for node in module.graph.nodes):
            module = make_fx(torch.func.functionalize(runner(module), remove="mutations"))(*fakes)
        result = make_fx(runner(module), decomposition_table=_decompositions.table())(*fakes)
    for node in list(result.graph.nodes):
        if node.op == "call_function" and node.target in _IDENTITIES:
            node.replace_all_uses_with(node.args[0])
            result.graph.erase_node(node)
        elif node.op == "call_function" and node.target in _UNINITIALISED:
            tensor = value(node)
            with result.graph.inserting_before(node):
                zeros = result.graph.call_function(
                    aten.full.default, (list(tensor.shape), 0), {"dtype": tensor.dtype, "device": tensor.device}
                )
            zeros.meta = dict(node.meta)
            node.replace_all_uses_with(zeros)
            result.graph.erase_node(node)
    result.graph.eliminate_dead_code(
        is_impure_node=lambda node: node.op in ("placeholder", "output") or is_mutation(node)
    )
    _constants.fold(result.graph, is_view)
    _merge_equal(result.graph)
    result.graph.eliminate_dead_code(
        is_impure_node=lambda node: node.op in ("placeholder", "output") or is_mutation(node)
    )
    return result


def _merge_equal(graph: fx.Graph) -> None:
    """Computes equal values once. An optimizer computes the same numbers for each parameter."""
    known: dict[tuple, fx.Node] = {}
    for node in list(graph.nodes):
        if node.op != "call_function" or not (is_item(node) or isinstance(node.target, torch._ops.OpOverload)):
            continue
        if node.target in _DISTINCT or is_random(node) or is_mutation(node):
            continue
        key = (node.target, repr(node.args), repr(sorted(node.kwargs.items())), _geometry(node))
        first = known.setdefault(key, node)
        # Two results are two tensors, also if they are equal.
        if first is not node and not _is_returned(node):
            node.replace_all_uses_with(first)
            graph.erase_node(node)


def _is_returned(node: fx.Node) -> bool:
    return any(user.op == "output" or ((is_view(user) or is_item(user)) and _is_returned(user)) for user in node.users)


def _geometry(node: fx.Node) -> tuple:
    return tuple((v.dtype, v.shape, v.stride()) if isinstance(v, torch.Tensor) else repr(v) for v in values(node))


def is_mutation(node: fx.Node) -> bool:
    return isinstance(node.target, torch._ops.OpOverload) and node.target._schema.is_mutable


def is_random(node: fx.Node) -> bool:
    target = node.target
    return (
        target is torch.ops.fused.random_mask.default
        or isinstance(target, torch._ops.OpOverload)
        and torch.Tag.nondeterministic_seeded in target.tags
    )


def value(node: fx.Node):
    return node.meta.get("val")


def values(node: fx.Node) -> list:
    """The values of a node, as a list also where there is only one."""
    result = value(node)
    return list(result) if isinstance(result, (list, tuple)) else [result]


def is_item(node: fx.Node) -> bool:
    return node.op == "call_function" and node.target is ITEM


def is_view(node: fx.Node) -> bool:
    return node.op == "call_function" and node.target in VIEWS and isinstance(node.args[0], fx.Node)


def base(node: fx.Node) -> fx.Node:
    """The node of which `node` is a view."""
    while is_view(node):
        node = node.args[0]
    return node


def output(graph: fx.Graph) -> fx.Node:
    return next(iter(reversed(graph.nodes)))


def flat_outputs(graph: fx.Graph) -> list:
    """What a graph returns; an argument of the output node that is no sequence counts as one result."""
    results = output(graph).args[0]
    return list(results) if isinstance(results, (list, tuple)) else [results]


def dense_order(tensor: torch.Tensor) -> list[int] | None:
    """The dimensions from the outermost to the innermost in memory, or None if the elements are not dense."""
    order = sorted(range(tensor.dim()), key=lambda axis: (-tensor.stride(axis), axis))
    expected = 1
    for axis in reversed(order):
        if tensor.shape[axis] == 1:
            continue
        if tensor.stride(axis) != expected:
            return None
        expected *= tensor.shape[axis]
    if tensor.is_contiguous():
        return list(range(tensor.dim()))
    return order


def targets(graph: fx.Graph) -> Iterator[fx.Node]:
    return (node for node in graph.nodes if node.op == "call_function")
