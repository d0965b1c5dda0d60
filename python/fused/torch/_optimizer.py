# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The update of an optimizer as a function of tensors."""

from __future__ import annotations

import collections
import contextlib
import inspect
from collections.abc import Collection, Iterator, Mapping, Sequence

import torch
from torch import Tensor

from ._numbers import Unsupported, VaryingNumbers

#: The number of a group of parameters and the name of one of its settings, or a position in the batch and no name.
Place = tuple[int, str | None]


class StateIsMissing(Exception):
    """The optimizer makes state in this step, for parameters that had no gradient before."""


def optimized(optimizer: torch.optim.Optimizer) -> list[Tensor]:
    """The parameters that an optimizer updates."""
    return [p for group in optimizer.param_groups for p in group["params"] if p.requires_grad]


class Update:
    """The update of `trained`, parameters of an optimizer, and of their state."""

    def __init__(self, optimizer: torch.optim.Optimizer, trained: Sequence[Tensor], varying: Collection[Place]) -> None:
        self._optimizer = optimizer
        #: Settings which are arguments, and their numbers while tracing.
        self._varying = {place: numbers for place, numbers in varying_settings(optimizer) if place in varying}
        self._trained = list(trained)
        #: The state, without counters of steps. A program updates it.
        self.states: list[Tensor] = []
        #: Parameters with their counters of steps, which PyTorch increments. Those of one list are equal.
        self._counted: list[list[tuple[Tensor, Tensor]]] = []
        self._sort_state()
        #: The counters that a step increments: those of parameters with gradients, which are known after tracing.
        self._advancing: list[list[Tensor]] = [[] for _ in self._counted]
        self._stamps: list[float] = []

    def _sort_state(self) -> None:
        equal: dict[float, list[tuple[Tensor, Tensor]]] = {}
        for parameter in self._trained:
            for name, part in self._optimizer.state.get(parameter, {}).items():
                if not isinstance(part, Tensor):
                    continue
                if name == "step" and part.numel() == 1:
                    equal.setdefault(float(part), []).append((parameter, part))
                else:
                    self.states.append(part)
        self._counted = list(equal.values())

    def counters(self) -> list[Tensor]:
        """A counter of steps for each list of equal ones."""
        return [
            (advancing[0] if advancing else counted[0][1]).double()
            for advancing, counted in zip(self._advancing, self._counted)
        ]

    def count(self) -> None:
        """Increments the counters after a step."""
        counters = [counter for advancing in self._advancing for counter in advancing]
        if counters:
            torch._foreach_add_(counters, 1.0)
            self._stamps = self._stamps_of_counters()

    def fits(self) -> bool:
        """Whether counters are still equal where one stands for several. Others change them, too: steps in which other
        parameters have gradients."""
        stamps = self._stamps_of_counters()
        if stamps == self._stamps:
            return True
        if any(len(set(map(float, advancing))) > 1 for advancing in self._advancing):
            return False
        self._stamps = stamps
        return True

    def _stamps_of_counters(self) -> list[float]:
        """Numbers that change when counters do."""
        return [
            float(counter) if counter.is_inference() else counter._version
            for advancing in self._advancing
            for counter in advancing
        ]

    def __call__(
        self, updated: Sequence[Tensor], states: Sequence[Tensor], counters: Sequence[Tensor], factors: Sequence[Tensor]
    ) -> None:
        """Lets the optimizer update `updated`, which have gradients, and `states`, instead of its own tensors.

        `factors` are the learning rates of groups, and then the numbers of settings that vary."""
        optimizer = self._optimizer
        stand_ins = {id(own): other for own, other in zip(self._trained, updated, strict=True)}
        parts = {id(own): other for own, other in zip(self.states, states, strict=True)}
        for counted, counter in zip(self._counted, counters, strict=True):
            parts |= {id(own): counter.clone() for _, own in counted}
        groups, all_states = [], collections.defaultdict(dict)
        rates, inputs = factors[: len(optimizer.param_groups)], iter(factors[len(optimizer.param_groups) :])
        varying = {place: [(next(inputs), number) for number in numbers] for place, numbers in self._varying.items()}
        for group_number, (group, rate) in enumerate(zip(optimizer.param_groups, rates, strict=True)):
            parameters = [parameter for parameter in group["params"] if id(parameter) in stand_ins]
            for parameter in parameters:
                if parameter in optimizer.state:
                    state = optimizer.state[parameter].items()
                    all_states[stand_ins[id(parameter)]] = {
                        name: parts[id(part)] if isinstance(part, Tensor) else part for name, part in state
                    }
            settings = {"foreach": False, "fused": False, "capturable": True, "lr": rate}
            for (of_group, name), pairs in varying.items():
                if of_group == group_number:
                    tensors = tuple(tensor for tensor, _ in pairs)
                    settings[name] = tensors if isinstance(group[name], tuple) else tensors[0]
            settings = {name: setting for name, setting in settings.items() if name in group}
            groups.append({**group, **settings, "params": [stand_ins[id(parameter)] for parameter in parameters]})
        before, count = _numbers(optimizer, groups, all_states), _tensors_in(all_states)
        settings_numbers = {id(tensor): number for pairs in varying.values() for tensor, number in pairs}
        with _replaced(optimizer, groups, all_states), _compiling(), VaryingNumbers(settings_numbers):
            inspect.unwrap(type(optimizer).step)(optimizer)
            after = _numbers(optimizer, groups, all_states)
        if _tensors_in(all_states) > count:
            raise StateIsMissing("the optimizer makes state in this step")
        if before != after:
            raise Unsupported("the optimizer changes more in a step than tensors of its state")
        self._advancing = [
            [counter for parameter, counter in counted if stand_ins[id(parameter)].grad is not None]
            for counted in self._counted
        ]


def varying_settings(optimizer: torch.optim.Optimizer) -> Iterator[tuple[Place, tuple[float, ...]]]:
    """The settings, except learning rates, that consist of numbers which schedulers may change."""
    for group_number, group in enumerate(optimizer.param_groups):
        for name, setting in group.items():
            numbers = setting if isinstance(setting, tuple) else (setting,)
            if name != "lr" and numbers and all(isinstance(number, float) for number in numbers):
                yield (group_number, name), numbers


def _tensors_in(states: Mapping) -> int:
    return sum(isinstance(part, Tensor) for state in states.values() for part in state.values())


def _numbers(optimizer, groups: list[dict], states: Mapping) -> list:
    """What an optimizer keeps besides tensors, and which tensors it has."""

    def describe(items: Mapping) -> list:
        return [
            (name, part if isinstance(part, (bool, int, float, str, tuple, type(None))) else id(part))
            for name, part in items.items()
            if name not in ("params", "state", "param_groups")
        ]

    return [describe(vars(optimizer)), *map(describe, groups), *map(describe, states.values())]


@contextlib.contextmanager
def _replaced(optimizer, groups: list[dict], states: dict) -> Iterator[None]:
    saved = dict(vars(optimizer))
    optimizer.param_groups, optimizer.state = groups, states
    try:
        yield
    finally:
        vars(optimizer).clear()
        vars(optimizer).update(saved)


@contextlib.contextmanager
def _compiling() -> Iterator[None]:
    """Optimizers ask whether they are compiled; then they do not read the numbers in their state."""
    saved = torch.compiler._is_compiling_flag
    torch.compiler._is_compiling_flag = True
    try:
        yield
    finally:
        torch.compiler._is_compiling_flag = saved
