# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A training step as a graph: the loss, its gradients and the update are traced together, and compiled."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence

import torch
from torch import Tensor, fx, nn
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode, unset_fake_temporarily
from torch.fx.experimental.proxy_tensor import make_fx
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree as pytree

from . import _graphs
from ._arithmetic import compute_type
from ._compiler import compile_graph
from ._numbers import Number, Unsupported, VaryingNumbers, neighbour
from ._optimizer import Update, optimized


class Loss(nn.Module):
    """A loss with all parameters that it uses: those of the model, and its own."""

    def __init__(self, model: nn.Module, loss: Callable[..., Tensor]) -> None:
        super().__init__()
        self.model = model
        self._loss = loss

    def forward(self, *batch):
        return self._loss(self.model, *batch)


# What a module keeps as an attribute and may compute with. A new object of equal value is no other setting.
_NUMBERS = (bool, int, float, str)


class _Signature:
    """The objects on which a compiled step depends, besides its batch. Each step compares them."""

    def __init__(self, modules: Sequence[nn.Module], optimizer: torch.optim.Optimizer) -> None:
        self._modules, self._optimizer = modules, optimizer
        self._settings = []
        for attributes in map(vars, modules):
            names = [name for name, value in attributes.items() if isinstance(value, (*_NUMBERS, Tensor))]
            # All modules have `training`; with it once more, there are two, and always a tuple.
            self._settings.append((operator.itemgetter("training", *names), attributes))
        self._objects = self._collect()

    def _collect(self) -> list:
        optimizer = self._optimizer
        objects: list = [optimizer._optimizer_step_pre_hooks or None, optimizer._optimizer_step_post_hooks or None]
        add = objects.extend
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                add((parameter, parameter.requires_grad, parameter._backward_hooks or None))
        for state in optimizer.state.values():
            add(state.values())
        for module in self._modules:
            add(module._modules.values())
            add(module._parameters.values())
            add(module._buffers.values())
        for get, attributes in self._settings:
            add(get(attributes))
        return objects

    def fits(self) -> bool:
        """Whether they are the same objects, or equal settings, as before."""
        try:
            now = self._collect()
        except KeyError:
            return False
        if len(now) != len(self._objects):
            return False
        return all(map(operator.is_, now, self._objects)) or all(
            a is b or (type(a) is type(b) and isinstance(a, _NUMBERS) and repr(a) == repr(b))
            for a, b in zip(now, self._objects)
        )


@contextlib.contextmanager
def _stand_ins(modules: Sequence[nn.Module], tensors: Mapping[int, Tensor]) -> Iterator[None]:
    """Lets modules have other tensors in place of their own, by the identity of these, until the gradients are known.
    Whatever they put into their buffers and attributes is gone afterwards."""
    saved = [
        (members, dict(members))
        for module in modules
        for members in (module._parameters, module._buffers, vars(module))
    ]
    try:
        for members, own in saved:
            members.update({name: tensors[id(own[name])] for name in own if id(own[name]) in tensors})
        yield
    finally:
        for members, own in saved:
            members.clear()
            members.update(own)


class _KeptTensors(TorchFunctionMode):
    """Restores what functions write while they are traced: tensors that are no arguments are not fake ones, and would be
    written once more than the program writes them."""

    def __init__(self) -> None:
        super().__init__()
        self._saved: list[tuple[Tensor, Tensor]] = []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = getattr(function, "__name__", "")
        writes = name.endswith("_") if not name.endswith("__") else name == "__setitem__" or name.startswith("__i")
        for written in pytree.tree_leaves((args[:1] if writes else (), kwargs.get("out"))):
            known = any(written is tensor for tensor, _ in self._saved)
            if isinstance(written, Tensor) and not isinstance(written, FakeTensor) and not known:
                with unset_fake_temporarily(), torch.no_grad():
                    self._saved.append((written, written.clone()))
        return function(*args, **kwargs)

    def __exit__(self, *error) -> None:
        super().__exit__(*error)
        with unset_fake_temporarily(), torch.no_grad():
            for tensor, before in self._saved:
                tensor.copy_(before)


@contextlib.contextmanager
def _without_onednn() -> Iterator[None]:
    """PyTorch's own LSTM consists of products; that of oneDNN is one operation, which saves nothing where gradients are
    not recorded."""
    enabled = torch.backends.mkldnn.enabled
    torch.backends.mkldnn.enabled = False
    try:
        yield
    finally:
        torch.backends.mkldnn.enabled = enabled


class Trace:
    """A step for one combination of sizes and settings."""

    def __init__(self, loss, optimizer, clip_norm, options, structure, leaves, inputs, factors, varying) -> None:
        self._batch_structure = structure
        #: The numbers of the batch that are arguments, by their positions, while tracing.
        self._numbers = {
            position: leaf
            for position, leaf in enumerate(leaves)
            if isinstance(leaf, float) and (position, None) in varying
        }
        self._parameters = dict(loss.named_parameters())
        self._buffers = dict(loss.named_buffers())
        self._trained = {
            name: parameter
            for name, parameter in self._parameters.items()
            if any(parameter is other for other in optimized(optimizer))
        }
        self._loss, self._optimizer, self._clip_norm = loss, optimizer, clip_norm
        self._modules = list(loss.modules())
        self._signature = _Signature(self._modules, optimizer)
        self._refuse_hooks()
        self._refuse_other_parameters()
        self._update = Update(optimizer, list(self._trained.values()), varying)
        #: Tensors that the loss or a module holds, and that may be written.
        self._captured: list[Tensor] = []
        arguments = self._arguments(inputs, factors)
        mode = FakeTensorMode(allow_non_fake_inputs=True)
        fakes = _graphs.fake_inputs(arguments, mode)
        # PyTorch's own batch normalisation says which arguments it changes; that of cuDNN does not.
        with torch.backends.cudnn.flags(enabled=False), _without_onednn():
            module = self._make_graph(fakes, mode)
            self._refuse_numbers_of_python(module, fakes, mode)
        self._refuse_captured(module)
        self._captured = _take_captured(module)
        arguments = self._arguments(inputs, factors)
        first = len(self._trained) + len(self._buffers) + len(self._update.states)
        self.compiled = compile_graph(module, arguments, options, {1 + number: number for number in range(first)})

    def __call__(self, inputs, factors) -> Tensor:
        results = self.compiled.function(self._arguments(inputs, factors))
        self._update.count()
        return results[0]

    def fits(self) -> bool:
        """Whether parameters, buffers and state are still those for which the step was compiled."""
        return self._signature.fits() and self._update.fits()

    def _refuse_hooks(self) -> None:
        optimizer = self._optimizer
        if optimizer._optimizer_step_pre_hooks or optimizer._optimizer_step_post_hooks:
            raise Unsupported("hooks are registered for steps of the optimizer")
        for name, parameter in self._parameters.items():
            if parameter._backward_hooks or getattr(parameter, "_post_accumulate_grad_hooks", None):
                raise Unsupported(f"hooks are registered for the parameter {name}")

    def _refuse_other_parameters(self) -> None:
        own = {id(parameter) for parameter in self._parameters.values()}
        if any(id(parameter) not in own for parameter in optimized(self._optimizer)):
            raise Unsupported("the optimizer has parameters that are not the model's")

    def _make_graph(self, fakes: list, mode: FakeTensorMode) -> fx.GraphModule:
        with mode, torch.enable_grad(), _KeptTensors():
            return make_fx(self._compute)(*fakes)

    def _refuse_numbers_of_python(self, module: fx.GraphModule, fakes: list, mode: FakeTensorMode) -> None:
        """Numbers that are arguments must not be read by Python, as the functions of `math` do: the traces for two values
        are equal then."""
        if not self._numbers:
            return
        numbers = self._numbers
        self._numbers = {position: neighbour(number) for position, number in numbers.items()}
        try:
            other = self._make_graph(fakes, mode)
        finally:
            self._numbers = numbers
        pairs = zip(_constants(module).values(), _constants(other).values())
        if module.code != other.code or not all(_are_equal(*pair) for pair in pairs):
            raise Unsupported("Python computes with a number that changes")

    def _refuse_captured(self, module: fx.GraphModule) -> None:
        """The loss must reach what changes through the model, not by a reference of its own."""
        changing = {
            tensor.untyped_storage().data_ptr(): name
            for name, tensor in [*self._parameters.items(), *self._buffers.items()]
        }
        for constant in _constants(module).values():
            name = changing.get(constant.untyped_storage().data_ptr()) if constant.numel() else None
            if name is not None:
                name = name.removeprefix("model.")
                raise Unsupported(f"the loss uses the model's {name} without the model that it is given")
            if constant.requires_grad:
                raise Unsupported("the loss uses a parameter that is not the model's")

    def _arguments(self, inputs, factors) -> list:
        """What the traced function takes: everything that it updates first."""
        fixed = [parameter for name, parameter in self._parameters.items() if name not in self._trained]
        return [
            *self._trained.values(),
            *self._buffers.values(),
            *self._update.states,
            *fixed,
            *self._update.counters(),
            *factors,
            *inputs,
            *self._captured,
        ]

    def _compute(self, *arguments):
        """The step as a function: returns the loss, and new parameters, buffers and states."""
        rest = list(arguments)

        def take(count: int) -> list:
            taken, rest[:count] = rest[:count], []
            return taken

        trained = dict(zip(self._trained, take(len(self._trained))))
        buffers = dict(zip(self._buffers, take(len(self._buffers))))
        states = take(len(self._update.states))
        fixed_names = [name for name in self._parameters if name not in self._trained]
        fixed = dict(zip(fixed_names, take(len(fixed_names))))
        counters = take(len(self._update.counters()))
        factors = take(len(rest) - self._batch_structure.num_leaves)
        for position, number in self._numbers.items():
            rest[position] = Number(number, rest[position], is_argument=True)
        batch = pytree.tree_unflatten(rest, self._batch_structure)

        leaves = {name: parameter.detach().requires_grad_() for name, parameter in trained.items()}
        buffers = {name: buffer.clone() for name, buffer in buffers.items()}
        own = {**self._parameters, **self._buffers}
        tensors = {id(own[name]): tensor for name, tensor in {**leaves, **fixed, **buffers}.items()}
        with torch.enable_grad(), _stand_ins(self._modules, tensors):
            with VaryingNumbers() if self._numbers else contextlib.nullcontext():
                loss = self._loss(*batch)
            buffers = self._read_buffers(buffers)
            gradients = torch.autograd.grad(loss, list(leaves.values()), allow_unused=True)
        with torch.no_grad():
            gradients = self._clipped(gradients)
            updated = {name: parameter.detach().clone() for name, parameter in leaves.items()}
            for parameter, gradient in zip(updated.values(), gradients):
                parameter.grad = gradient
            states = [state.clone() for state in states]
            self._update(list(updated.values()), states, counters, factors)
        for parameter in updated.values():
            parameter.grad = None
        return [loss.detach(), *updated.values(), *buffers.values(), *states]

    def _read_buffers(self, before: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """The buffers after the loss, which may have replaced them."""
        kept = dict(self._loss.named_buffers())
        if kept.keys() != before.keys():
            raise Unsupported("the loss makes or removes buffers")
        for name, buffer in kept.items():
            if buffer.shape != before[name].shape or buffer.dtype != before[name].dtype:
                raise Unsupported(f"the loss replaces the buffer {name.removeprefix('model.')} by one of another type")
        for module in self._modules:
            for name, value in vars(module).items():
                if isinstance(value, FakeTensor):
                    raise Unsupported(f"{type(module).__name__}.{name}, which the loss replaces, is no buffer")
        return {name: buffer.detach().clone() for name, buffer in kept.items()}

    def _clipped(self, gradients):
        if self._clip_norm is None:
            return gradients
        wide = [gradient.to(compute_type(gradient.dtype)) for gradient in gradients if gradient is not None]
        norm = sum(gradient.square().sum() for gradient in wide).sqrt()
        factor = torch.clamp(self._clip_norm / (norm + 1e-6), max=1.0)
        return [None if gradient is None else gradient * factor.to(gradient.dtype) for gradient in gradients]


def _constants(module: fx.GraphModule) -> dict[str, Tensor]:
    """The tensors that a traced function holds."""
    names = dict.fromkeys(node.target for node in module.graph.nodes if node.op == "get_attr")
    found = {name: getattr(module, name) for name in names}
    return {name: constant for name, constant in found.items() if isinstance(constant, Tensor)}


def _are_equal(a: Tensor, b: Tensor) -> bool:
    return a.shape == b.shape and a.dtype == b.dtype and torch.allclose(a, b, rtol=0, atol=0, equal_nan=True)


def _take_captured(module: fx.GraphModule) -> list[Tensor]:
    """Makes arguments, the last ones, of tensors that a traced function has not made itself, and returns them."""
    placeholders = [node for node in module.graph.nodes if node.op == "placeholder"]
    captured = []
    for name, constant in _constants(module).items():
        nodes = [node for node in module.graph.nodes if node.op == "get_attr" and node.target == name]
        if all(_graphs.is_fresh(user) for node in nodes for user in node.users):
            continue
        with module.graph.inserting_after(placeholders[-1]):
            placeholders.append(module.graph.placeholder(name))
        placeholders[-1].meta = dict(nodes[0].meta)
        captured.append(constant)
        for node in nodes:
            node.replace_all_uses_with(placeholders[-1])
            module.graph.erase_node(node)
    module.recompile()
    return captured
