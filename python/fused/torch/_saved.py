# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chooses the values that a forward graph saves for the backward graph.

PyTorch's minimal cut divides graphs whose activations are single operations as the epilogs of products need it: it
saves a pre-activation for the gradient of GELU, and the result of a ReLU. An activation that a model writes out, such
as `0.5 * u * (1 + tanh(...))`, has intermediate values that the cut would save, too. A gradient epilog reads one saved
value. So these values are computed again from the pre-activation.
"""

from __future__ import annotations

import torch
from torch import fx

from . import _graphs
from ._graphs import aten

_PRODUCTS = frozenset({aten.mm.default, aten.addmm.default, aten.bmm.default, aten.baddbmm.default})


def partition(joint: fx.GraphModule, inputs, **keywords):
    """Divides a joint graph into a forward and a backward graph."""
    from torch._functorch.partitioners import min_cut_rematerialization_partition
    from torch.utils.checkpoint import CheckpointPolicy

    policies = dict.fromkeys(_inner_values(joint.graph), CheckpointPolicy.PREFER_RECOMPUTE)
    policies.update(dict.fromkeys(_values_of_changing(joint.graph), CheckpointPolicy.MUST_SAVE))
    for node, policy in policies.items():
        node.meta.setdefault("recompute", policy)
        node.meta.setdefault("ac_graph_id", 0)
    return min_cut_rematerialization_partition(joint, inputs, **keywords)


def _values_of_changing(graph: fx.Graph) -> list[fx.Node]:
    """What the forward graph computes directly of arguments that change after it, which cannot be saved themselves."""
    results = _graphs.output(graph)
    changed = [getattr(what, "mutated_input", None) for what in results.meta.get("desc", ())]
    pending = [node for node in graph.nodes if node.op == "placeholder" and node.meta.get("desc") in changed]
    found = []
    for node in pending:
        for user in node.users:
            (pending if _graphs.is_view(user) else found).append(user)
    backward = _backward_nodes(graph)
    return [node for node in found if node is not results and node not in backward]


def _backward_nodes(graph: fx.Graph) -> set[fx.Node]:
    """Everything that depends on gradients of results."""
    backward: set[fx.Node] = set()
    for node in graph.nodes:
        if (node.op == "placeholder" and "tangents" in str(node.target)) or backward.intersection(node.all_input_nodes):
            backward.add(node)
    return backward


def _is_pointwise(node: fx.Node) -> bool:
    target = node.target
    return isinstance(target, torch._ops.OpOverload) and torch.Tag.pointwise in target.tags


def _inner_values(graph: fx.Graph) -> list[fx.Node]:
    """The values between a product and an activation of it that reads the product more than once."""
    backward = _backward_nodes(graph)
    #: For each value of the forward pass, the product of which alone it is a function by elementwise operations.
    origins: dict[fx.Node, fx.Node] = {}
    readers: dict[fx.Node, int] = {}
    for node in graph.nodes:
        if node in backward:
            continue
        if node.op == "call_function" and node.target in _PRODUCTS:
            origins[node] = node
        elif _graphs.is_view(node) or _is_pointwise(node):
            sources = {origins.get(operand) for operand in node.all_input_nodes}
            source = sources.pop() if len(sources) == 1 else None
            if source is None:
                continue
            origins[node] = source
            if not _graphs.is_view(node):
                readers[source] = readers.get(source, 0) + any(_graphs.base(x) is source for x in node.all_input_nodes)

    def is_inner(node: fx.Node, source: fx.Node) -> bool:
        """Whether all forward users of `node` are functions of `source`, too, and there is one."""
        users = [user for user in node.users if user not in backward and user.op != "output"]
        views = [user for user in users if _graphs.is_view(user)]
        others = [user for user in users if user not in views]
        return all(origins.get(user) is source for user in others) and (
            bool(others) or any(is_inner(view, source) for view in views)
        )

    return [
        node
        for node, source in origins.items()
        if _is_pointwise(node) and readers.get(source, 0) > 1 and is_inner(node, source)
    ]
