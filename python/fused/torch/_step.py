# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A whole training step as one function: loss, gradients, and the optimizer's update in place."""

from __future__ import annotations

import collections
import itertools
import logging
from collections.abc import Callable, Iterator, Mapping

import torch
from torch import Tensor, nn
from torch._subclasses.fake_tensor import DataDependentOutputException
from torch.utils import _pytree as pytree

from . import _partition
from ._compiler import Compiled
from ._dynamo import MAX_SPECIALISATIONS, options_from
from ._numbers import Unsupported, side_of
from ._optimizer import Place, StateIsMissing, optimized, varying_settings
from ._trace import Loss, Trace

_log = logging.getLogger(__name__)

# After a step has been compiled so often for other parameters or state, PyTorch executes it.
MAX_COMPILATIONS = 16


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
    buffers or the optimizer's state were replaced, frozen or released, or after a number, text or tensor that is an
    attribute of a module, or autocast, has changed. The last 64 are kept. `clip_norm` is the norm of
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


class Step:
    """A compiled training step; compile_step makes it."""

    def __init__(self, model, optimizer, loss, clip_norm, options) -> None:
        self._optimizer = optimizer
        self._loss = Loss(model, loss)
        self._model = model
        self._clip_norm = clip_norm
        self._options = options_from(options)
        self._functions: collections.OrderedDict[tuple, Trace | None] = collections.OrderedDict()
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

    def _trace(self, leaves: list, structure: pytree.TreeSpec) -> Trace | None:
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

    def _compile(self, leaves: list, structure: pytree.TreeSpec) -> Trace | None:
        try:
            return Trace(
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
