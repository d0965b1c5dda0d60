# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns a graph of known sizes into a function that calls compiled programs and PyTorch's operations in turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import fx
from torch._subclasses.fake_tensor import unset_fake_temporarily

import fused

from . import _decompositions, _graphs, _lowering, _partition, _probe
from ._graphs import aten
from ._partition import Plan
from ._program import Options, Segment, Source, build, compile_text

# After this many refused operations, PyTorch executes the graph.
MAX_REFUSALS = 32


@dataclass(frozen=True)
class Compiled:
    """A compiled graph."""

    #: Takes a list of arguments, which it empties, as the boxed functions of aot_autograd do.
    function: Callable[[list], list]
    segments: list[Segment]
    #: The number of operations that PyTorch computes, without views.
    eager: int
    source: str


def compile_graph(
    module: fx.GraphModule, arguments: Sequence, options: Options, updates: Mapping[int, int] | None = None
) -> Compiled:
    """Compiles `module` for arguments like these.

    `updates` maps the number of a result to the number of the argument that it replaces: the function writes the result
    there, without a copy where a program can compute it in place.
    """
    # aot_autograd calls its compilers under a fake mode of its own.
    with unset_fake_temporarily(), torch.no_grad():
        return _compile_graph(module, arguments, options, dict(updates or {}))


def _compile_graph(module: fx.GraphModule, arguments: Sequence, options: Options, updates: dict[int, int]) -> Compiled:
    traced = _graphs.trace(module, arguments)
    placeholders = [node for node in traced.graph.nodes if node.op == "placeholder"]
    device = _partition.graph_device(traced.graph)
    for _ in range(MAX_REFUSALS):
        compiled = _partition.classify(traced.graph, device)
        _views_outside(traced.graph, compiled)
        plan = _partition.plan(traced.graph, compiled, device)
        outputs = _graphs.flat_outputs(traced.graph)
        pairs = [(outputs[result], placeholders[place]) for result, place in updates.items()]
        segments = _segments(traced, plan, options, _donations(traced.graph, plan, pairs))
        if segments is not None:
            return _assemble(traced, plan, segments, pairs)
    _partition.warn(f"a graph of {len(traced.graph.nodes)} operations", "too many of them cannot be compiled")
    everything = dict.fromkeys(_graphs.targets(traced.graph), False)
    outputs = _graphs.flat_outputs(traced.graph)
    pairs = [(outputs[result], placeholders[place]) for result, place in updates.items()]
    return _assemble(traced, _partition.plan(traced.graph, everything, device), [], pairs)


def _donations(graph: fx.Graph, plan: Plan, pairs: list[tuple[fx.Node, fx.Node]]) -> dict[fx.Node, fx.Node]:
    """The pairs whose result may be computed in the memory of the argument: nothing reads the argument later."""
    statement = {}
    for phase, nodes in enumerate(plan.eager):
        statement.update(dict.fromkeys(nodes, 2 * phase))
    for phase, nodes in enumerate(plan.programs):
        statement.update(dict.fromkeys(nodes, 2 * phase + 1))
    output = _graphs.output(graph)
    result = {}
    for computed, place in pairs:
        at = statement.get(computed, 0)
        readers = [user for user in place.users if user is not output]
        returned = output in place.users
        viewed = any(_graphs.is_view(user) and statement[user] % 2 == 0 for user in readers)
        if at % 2 and not returned and not viewed and all(statement[user] <= at for user in readers):
            result[computed] = place
    return result


def _views_outside(graph: fx.Graph, compiled: dict[fx.Node, bool]) -> None:
    """PyTorch makes the views that it or the caller uses, so that no program copies a view."""
    replacements: dict[fx.Node, fx.Node] = {}
    output = _graphs.output(graph)
    crossing = {
        operand
        for node in graph.nodes
        if node is output or (node in compiled and not compiled[node])
        for operand in node.all_input_nodes
    }
    for node in [node for node in graph.nodes if node in crossing]:
        if not _graphs.is_view(node) or not compiled.get(node, False):
            continue
        origin = _graphs.base(node)
        tensor, whole = _graphs.value(node), _graphs.value(origin)
        if compiled.get(origin, False):
            fits = whole.numel() <= tensor.numel() or origin in crossing
            if not fits or _graphs.dense_order(whole) is None or tensor.dtype != whole.dtype:
                continue
        with graph.inserting_before(node.next):
            replacements[node] = _outside(graph, node, origin, compiled)
    for node, replacement in replacements.items():
        for user in list(node.users):
            if user is output or (user in compiled and not compiled[user] and user is not replacement):
                user.replace_input_with(node, replacement)
    for node in reversed(list(graph.nodes)):
        if node in compiled and _graphs.is_view(node) and not node.users:
            del compiled[node]
            graph.erase_node(node)


def _outside(graph: fx.Graph, node: fx.Node, origin: fx.Node, compiled: dict[fx.Node, bool]) -> fx.Node:
    """A node that makes the view `node` of `origin` in PyTorch."""
    tensor, whole = _graphs.value(node), _graphs.value(origin)
    same = tensor.dtype == whole.dtype
    if same and (tensor.shape, tensor.stride(), tensor.storage_offset()) == (
        whole.shape,
        whole.stride(),
        whole.storage_offset(),
    ):
        return origin
    if compiled.get(origin, False):
        geometry = (list(tensor.shape), list(tensor.stride()), tensor.storage_offset())
        view = graph.call_function(aten.as_strided.default, (origin, *geometry))
        view.meta = dict(node.meta)
        compiled[view] = False
        return view
    chain = [node]
    while chain[-1].args[0] is not origin:
        chain.append(chain[-1].args[0])
    current = origin
    for link in reversed(chain):
        view = graph.call_function(link.target, (current, *link.args[1:]), link.kwargs)
        view.meta = dict(link.meta)
        compiled[view] = False
        current = view
    return current


def _results(graph: fx.Graph, nodes: Sequence[fx.Node]) -> list[fx.Node]:
    """The nodes that others need, or the caller."""
    inside = set(nodes)
    return [node for node in nodes if any(user not in inside for user in node.users) and _is_tensor(node)]


def _results_of_program(graph: fx.Graph, nodes: Sequence[fx.Node], plan: Plan) -> list[fx.Node]:
    """Those of the results that other programs do not compute themselves."""
    return [node for node in _results(graph, nodes) if node not in plan.repeated]


def _is_tensor(node: fx.Node) -> bool:
    return isinstance(_graphs.value(node), torch.Tensor)


def _segments(
    module: fx.GraphModule, plan: Plan, options: Options, donations: dict[fx.Node, fx.Node]
) -> list[tuple[Segment, Source]] | None:
    """Compiles the programs of a plan. None if an operation turns out to be refused; the next plan knows it."""
    sources = []
    for nodes in plan.programs:
        try:
            results = _results_of_program(module.graph, nodes, plan)
            sources.append(build(module, plan.device, nodes, results, donations))
        except _lowering.LoweringError as error:
            _refuse_by_lowering(module, nodes, plan, str(error))
            return None
    segments = []
    for nodes, source in zip(plan.programs, sources):
        try:
            shared = compile_text(source.text, plan.device, options)
        except fused.CompileError as error:
            _refuse_by_compiling(module, nodes, plan, options, str(error))
            return None
        segments.append((Segment(shared, source), source))
    return segments


def _refuse_by_lowering(module: fx.GraphModule, nodes: list[fx.Node], plan: Plan, reason: str) -> None:
    alone = [node for node in nodes if not _graphs.is_item(node) and _probe.lowers_alone(node)]
    if alone:
        return

    def fails(prefix: list[fx.Node]) -> str | None:
        try:
            build(module, plan.device, prefix, _results(module.graph, prefix), {})
        except _lowering.LoweringError as error:
            return str(error)
        return None

    _refuse_last(nodes, fails, reason)


def _refuse_by_compiling(module, nodes: list[fx.Node], plan: Plan, options: Options, reason: str) -> None:
    def fails(prefix: list[fx.Node]) -> str | None:
        try:
            compile_text(
                build(module, plan.device, prefix, _results(module.graph, prefix), {}).text, plan.device, options
            )
        except (fused.CompileError, _lowering.LoweringError) as error:
            return str(error)
        return None

    _refuse_last(nodes, fails, reason)


def _refuse_last(nodes: list[fx.Node], fails: Callable[[list[fx.Node]], str | None], reason: str) -> None:
    """Refuses the operation that completes the shortest failing prefix of `nodes`."""
    low, high = 1, len(nodes)
    while low < high:
        middle = (low + high) // 2
        found = fails(nodes[:middle])
        if found is None:
            low = middle + 1
        else:
            high, reason = middle, found
    node = nodes[low - 1]
    while _graphs.is_item(node):
        node = node.args[0]
    _probe.refuse(node, reason.strip().splitlines()[0] if reason.strip() else "it cannot be compiled")


def _assemble(
    module: fx.GraphModule,
    plan: Plan,
    segments: list[tuple[Segment, Source]],
    pairs: list[tuple[fx.Node, fx.Node]],
) -> Compiled:
    """Writes the function that executes a plan."""
    writer = _Writer(module)
    for phase, nodes in enumerate(plan.eager):
        for node in nodes:
            writer.operation(node)
        if phase < len(segments):
            writer.program(*segments[phase])
    in_place = {source.results[number] for _, source in segments for number in source.donations}
    writer.updates([(result, place) for result, place in pairs if result not in in_place])
    function, source = writer.finish()
    eager = sum(not _graphs.is_view(node) and not _graphs.is_item(node) for nodes in plan.eager for node in nodes)
    return Compiled(function, [segment for segment, _ in segments], eager, source)


# Functions of Python that do the same as an operation, and are called faster.
_DIRECT = {
    torch.ops.fused.random_mask.default: _decompositions.make_random_mask,
    aten.as_strided.default: torch.as_strided,
    aten.convolution.default: torch.convolution,
    aten.permute.default: torch.permute,
    aten.t.default: torch.t,
    aten.transpose.int: torch.transpose,
    aten.unsqueeze.default: torch.unsqueeze,
    # PyTorch's kernels may give other strides than those with which a view has been traced, as attention on CUDA does.
    aten.view.default: torch.reshape,
}


class _Writer:
    """Writes Python: one statement for each operation, and the release of each value after its last use."""

    def __init__(self, module: fx.GraphModule) -> None:
        self._module = module
        self._scope: dict[str, object] = {}
        self._names: dict[fx.Node, str] = {}
        self._lines: list[tuple[str, list[str]]] = []
        for number, node in enumerate(node for node in module.graph.nodes if node.op == "placeholder"):
            self._names[node] = f"a{number}"

    def _constant(self, value) -> str:
        name = f"k{len(self._scope)}"
        self._scope[name] = value
        return name

    def _reference(self, argument) -> str:
        if isinstance(argument, fx.Node):
            if argument.op == "get_attr" and argument not in self._names:
                self._names[argument] = self._constant(getattr(self._module, argument.target))
            return self._names[argument]
        if isinstance(argument, (list, tuple)) and any(isinstance(item, fx.Node) for item in argument):
            return "[" + ", ".join(self._reference(item) for item in argument) + "]"
        return self._constant(argument)

    def _statement(self, text: str, nodes: Sequence[fx.Node]) -> None:
        self._lines.append((text, [self._names[node] for node in nodes if node in self._names]))

    def operation(self, node: fx.Node) -> None:
        arguments = [self._reference(argument) for argument in node.args]
        arguments += [f"{word}={self._reference(argument)}" for word, argument in node.kwargs.items()]
        target = self._constant(_DIRECT.get(node.target, node.target))
        self._names[node] = f"v{len(self._lines)}"
        self._statement(f"{self._names[node]} = {target}({', '.join(arguments)})", [node, *node.all_input_nodes])

    def updates(self, pairs: Sequence[tuple[fx.Node, fx.Node]]) -> None:
        """Copies results to the arguments that they replace, when all of them have been computed."""
        for result, place in pairs:
            self._statement(f"{self._names[place]}.detach().copy_({self._reference(result)})", [result, place])

    def program(self, segment: Segment, source: Source) -> None:
        inputs, results = source.inputs, source.results
        arguments = ", ".join(self._reference(node) for node in inputs)
        for number, node in enumerate(results):
            self._names[node] = f"p{len(self._lines)}_{number}"
        names = ", ".join(self._names[node] for node in results)
        self._statement(
            f"{names + ', =' if names else '_ ='} {self._constant(segment)}({arguments})", [*results, *inputs]
        )

    def finish(self) -> tuple[Callable[[list], list], str]:
        placeholders = [node for node in self._module.graph.nodes if node.op == "placeholder"]
        names = [self._names[node] for node in placeholders]
        results = ", ".join(self._reference(result) for result in _graphs.flat_outputs(self._module.graph))
        returned = {self._reference(r) for r in _graphs.flat_outputs(self._module.graph) if isinstance(r, fx.Node)}
        last: dict[str, int] = {}
        for number, (_, used) in enumerate(self._lines):
            last.update(dict.fromkeys(used, number))
        body = [f"{', '.join(names)}, = arguments" if names else "pass", "arguments.clear()"]
        unused = [name for name in names if name not in last and name not in returned]
        if unused:
            body.append(f"del {', '.join(unused)}")
        for number, (text, used) in enumerate(self._lines):
            body.append(text)
            dead = sorted({name for name in used if last[name] == number and name[0] != "k" and name not in returned})
            if dead and number + 1 < len(self._lines):
                body.append(f"del {', '.join(dead)}")
        body.append(f"return [{results}]")
        source = "def call(arguments):\n" + "".join(f"    {line}\n" for line in body)
        exec(compile(source, "<fused.torch>", "exec"), self._scope)  # noqa: S102 (written here)
        function = self._scope["call"]
        function._boxed_call = True
        return function, source
