# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A whole training step as one function: loss, gradients, and the optimizer's update in place."""

from __future__ import annotations

import collections
import contextlib
import itertools
import logging
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence

import torch
from torch import Tensor, nn
from torch._subclasses.fake_tensor import DataDependentOutputException, FakeTensor, FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils import _pytree as pytree

from . import _graphs, _partition
from ._arithmetic import compute_type
from ._compiler import Compiled, compile_graph
from ._dynamo import MAX_SPECIALISATIONS, options_from
from ._numbers import Number, Unsupported, VaryingNumbers, neighbour, side_of
from ._optimizer import Place, StateIsMissing, Update, optimized, varying_settings

_log = logging.getLogger(__name__)

# After a step has been compiled so often for other parameters or state, PyTorch executes it.
MAX_COMPILATIONS = 16


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


def compile_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    loss: Callable[..., Tensor],
    *,
    clip_norm: float | None = None,
    options: Mapping | None = None,
) -> Step:
    """Compiles a training step: the loss, its gradients, and the update of `optimizer`.

    `loss(model, *batch)` computes a scalar tensor. The result is called as `step(*batch)`; it returns the loss and
    updates parameters, buffers and the optimizer's state where they are. `clip_norm` limits the norm of all gradients
    together, as torch.nn.utils.clip_grad_norm_ does. `options` are those of torch.compile.

        step = fused.torch.compile_step(model, optimizer, lambda model, x, y: cross_entropy(model(x), y))
        for x, y in batches:
            value = step(x, y)

    PyTorch executes the first step, in which the optimizer makes its state. A learning rate may change in every step,
    and so may other numbers among the optimizer's settings, and floats in the batch, after one more compilation. A new
    combination of sizes, types or other settings is compiled when it first occurs, and so is the step after parameters,
    buffers or the optimizer's state were replaced, frozen or released. The last 64 are kept. `clip_norm` is the norm of
    the gradients of the optimizer's parameters. Gradients are not kept in `parameter.grad`. If the step cannot be
    compiled, PyTorch executes it, with a FallbackWarning: for example if the optimizer has parameters that `model` has
    not, if it counts steps in numbers of Python, or if hooks are registered for parameters or the optimizer's steps.
    """
    if not isinstance(model, nn.Module):
        raise TypeError(f"model must be a torch.nn.Module, not {type(model).__name__}")
    if not isinstance(optimizer, torch.optim.Optimizer):
        raise TypeError(f"optimizer must be a torch.optim.Optimizer, not {type(optimizer).__name__}")
    if not callable(loss):
        raise TypeError(f"loss must be a function, not {type(loss).__name__}")
    if clip_norm is not None and not (isinstance(clip_norm, (int, float)) and clip_norm >= 0):
        raise ValueError(f"clip_norm must be a number that is not negative, not {clip_norm!r}")
    return Step(model, optimizer, loss, clip_norm, options)


def _describe(leaf):
    """What a compiled step assumes of a leaf of its batch, except the numbers that floats are."""
    if isinstance(leaf, Tensor):
        return leaf.shape, leaf.stride(), leaf.dtype, leaf.device
    return float if isinstance(leaf, float) else (type(leaf), leaf)


def _identify(numbers: tuple[float, ...]) -> tuple:
    """The same for the same numbers alone: zeros of different signs are equal."""
    return numbers if 0.0 not in numbers else tuple(map(str, numbers))


def _modes() -> tuple:
    """The modes of PyTorch in which a step is traced."""
    autocast = tuple(
        torch.get_autocast_dtype(device) if torch.is_autocast_enabled(device) else None for device in ("cpu", "cuda")
    )
    return autocast, torch.get_default_dtype()


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


class _Loss(nn.Module):
    """A loss with all parameters that it uses: those of the model, and its own."""

    def __init__(self, model: nn.Module, loss: Callable[..., Tensor]) -> None:
        super().__init__()
        self.model = model
        self._loss = loss

    def forward(self, *batch):
        return self._loss(self.model, *batch)


class Step:
    """A compiled training step; compile_step makes it."""

    def __init__(self, model, optimizer, loss, clip_norm, options) -> None:
        self._optimizer = optimizer
        self._loss = _Loss(model, loss)
        self._model = model
        self._clip_norm = clip_norm
        self._options = options_from(options)
        self._functions: collections.OrderedDict[tuple, _Trace | None] = collections.OrderedDict()
        self._compilations = 0
        #: Settings of the optimizer, and numbers in the batch, that have changed: they become arguments.
        self._varying: set[Place] = set()
        #: Those that cannot be tensors.
        self._constant: set[Place] = set()
        self._first_numbers: dict[Place, tuple] = {}
        self._numbers: dict[tuple, Tensor] = {}

    def __call__(self, *batch) -> Tensor:
        """Computes one step on `batch`, and returns its loss."""
        if not self._optimizer.state and self._has_state():
            return self._eager(batch)
        leaves, structure = pytree.tree_flatten(batch)
        try:
            trace = self._trace(leaves, structure)
        except StateIsMissing:
            trace = None
        if trace is None:
            return self._eager(batch)
        # Schedulers warn if the optimizer has not been called.
        self._optimizer._opt_called = True
        with torch.no_grad():
            return trace(self._inputs(leaves), self._factors())

    def compiled(self, *batch) -> Compiled | None:
        """The compiled step for such a batch, for its programs and their reports; None if PyTorch executes it."""
        trace = self._functions.get(self._key(*pytree.tree_flatten(batch)))
        return trace.compiled if trace else None

    def _has_state(self) -> bool:
        """Whether the first step adds to the optimizer's state. SGD without momentum has none, and needs no first step."""
        group = self._optimizer.param_groups[0]
        return not (isinstance(self._optimizer, torch.optim.SGD) and not group["momentum"])

    def _key(self, leaves: list, structure: pytree.TreeSpec) -> tuple:
        """What a compiled step is for: the batch's types, its structure, and numbers and other settings."""
        for leaf in leaves:
            if not isinstance(leaf, (Tensor, int, float, str, type(None))):
                raise TypeError(f"a step takes tensors, numbers and strings, not {type(leaf).__name__}")
        described = tuple(map(_describe, leaves))
        numbers = tuple(
            (place, tuple(map(side_of, found)) if place in self._varying else _identify(found))
            for place, found in self._numbers_of(leaves)
        )
        settings = tuple(
            (name, None if (number, name) in self._varying else setting)
            for number, group in enumerate(self._optimizer.param_groups)
            for name, setting in group.items()
            if name not in ("params", "lr") and not isinstance(setting, Tensor)
        )
        return described, str(structure), _modes(), (numbers, settings)

    def _numbers_of(self, leaves: list) -> Iterator[tuple[Place, tuple[float, ...]]]:
        """Numbers that may change in every step, except learning rates."""
        yield from varying_settings(self._optimizer)
        for position, leaf in enumerate(leaves):
            if isinstance(leaf, float):
                yield (position, None), (leaf,)

    def _find_varying_numbers(self, leaves: list) -> None:
        """Makes arguments of numbers that have changed since the first step."""
        for place, numbers in self._numbers_of(leaves):
            if place in self._varying or place in self._constant:
                continue
            numbers = _identify(numbers)
            if self._first_numbers.setdefault(place, numbers) != numbers:
                self._varying.add(place)
                self._functions.clear()

    def _give_up_varying_numbers(self) -> None:
        """Makes constants of numbers in the batch, if some vary, or else of settings."""
        given_up = {place for place in self._varying if place[1] is None} or set(self._varying)
        self._constant |= given_up
        self._varying -= given_up

    def _eager(self, batch) -> Tensor:
        self._optimizer.zero_grad()
        loss = self._loss(*batch)
        if not isinstance(loss, Tensor) or loss.numel() != 1:
            what = f"has the shape {tuple(loss.shape)}" if isinstance(loss, Tensor) else f"is a {type(loss).__name__}"
            raise TypeError(f"a loss has to be a tensor of one element, but this {what}")
        loss.backward()
        if self._clip_norm is not None:
            nn.utils.clip_grad_norm_(optimized(self._optimizer), self._clip_norm)
        self._optimizer.step()
        self._optimizer.zero_grad()
        return loss.detach()

    def _factors(self) -> list[Tensor]:
        """The learning rates, and the settings that vary."""
        rates = [group["lr"] for group in self._optimizer.param_groups]
        settings = (numbers for place, numbers in varying_settings(self._optimizer) if place in self._varying)
        return [
            number if isinstance(number, Tensor) else self._tensor(number)
            for number in itertools.chain(rates, *settings)
        ]

    def _inputs(self, leaves: list) -> list:
        """The leaves of a batch, with tensors for numbers that vary."""
        return [
            self._tensor(leaf) if isinstance(leaf, float) and (position, None) in self._varying else leaf
            for position, leaf in enumerate(leaves)
        ]

    def _tensor(self, number: float) -> Tensor:
        """A number in double precision, as Python's numbers are."""
        identity = _identify((number,))
        if identity not in self._numbers:
            self._numbers.clear() if len(self._numbers) > 64 else None
            self._numbers[identity] = torch.tensor(number, dtype=torch.float64)
        return self._numbers[identity]

    def _trace(self, leaves: list, structure: pytree.TreeSpec) -> _Trace | None:
        """The compiled step for a batch, or None if PyTorch executes it."""
        self._find_varying_numbers(leaves)
        key = self._key(leaves, structure)
        if key in self._functions:
            self._functions.move_to_end(key)
            trace = self._functions[key]
            if trace is None or trace.fits():
                return trace
            # Parameters or state are others than when the step was compiled.
            self._compilations += 1
        elif self._constant:
            self._compilations += all(numbers != key[-1] for *_, numbers in self._functions)
        if self._compilations > MAX_COMPILATIONS:
            _partition.warn(self._name, "its parameters, buffers, state, settings or numbers change again and again")
            trace = None
        else:
            trace = self._compile(leaves, structure)
            key = self._key(leaves, structure)
        self._functions[key] = trace
        if len(self._functions) > MAX_SPECIALISATIONS:
            self._functions.popitem(last=False)
        return trace

    @property
    def _name(self) -> str:
        return f"a training step of {type(self._model).__name__}"

    def _compile(self, leaves: list, structure: pytree.TreeSpec) -> _Trace | None:
        try:
            return _Trace(
                self._loss,
                self._optimizer,
                self._clip_norm,
                self._options,
                structure,
                leaves,
                self._inputs(leaves),
                self._factors(),
                self._varying,
            )
        except StateIsMissing:
            self._compilations += 1
            raise
        except (ImportError, _partition.FallbackWarning):
            raise
        except Exception as error:  # noqa: BLE001 (PyTorch can always compute it)
            _log.debug("a step is not compiled", exc_info=True)
            if self._varying:
                self._give_up_varying_numbers()
                return self._compile(leaves, structure)
            _partition.warn(self._name, _reason(error))
            return None


def _reason(error: Exception) -> str:
    """Why a step is not compiled, in one line."""
    if isinstance(error, DataDependentOutputException):
        return f"a number in a tensor decides what is computed ({error})"
    first = (str(error).strip() or "-").splitlines()[0]
    return first if isinstance(error, Unsupported) else f"{type(error).__name__}: {first}"


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


class _Trace:
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
        with mode, torch.enable_grad(), torch.backends.cudnn.flags(enabled=False), _without_onednn():
            module = make_fx(self._compute)(*fakes)
            self._refuse_numbers_of_python(module, fakes)
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

    def _refuse_numbers_of_python(self, module: torch.fx.GraphModule, fakes: list) -> None:
        """Numbers that are arguments must not be read by Python, as the functions of `math` do: the traces for two values
        are equal then."""
        if not self._numbers:
            return
        numbers = self._numbers
        self._numbers = {position: neighbour(number) for position, number in numbers.items()}
        try:
            other = make_fx(self._compute)(*fakes)
        finally:
            self._numbers = numbers
        if module.code != other.code or not all(
            torch.equal(torch.nan_to_num(constant), torch.nan_to_num(getattr(other, name)))
            for name, constant in _constants(module).items()
        ):
            raise Unsupported("Python computes with a number that changes")

    def _refuse_captured(self, module: torch.fx.GraphModule) -> None:
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


def _constants(module: torch.fx.GraphModule) -> dict[str, Tensor]:
    """The tensors that a traced function holds."""
    names = dict.fromkeys(node.target for node in module.graph.nodes if node.op == "get_attr")
    found = {name: getattr(module, name) for name in names}
    return {name: constant for name, constant in found.items() if isinstance(constant, Tensor)}


def _take_captured(module: torch.fx.GraphModule) -> list[Tensor]:
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
