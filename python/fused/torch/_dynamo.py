# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The backend of torch.compile."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence

import torch
from torch import fx

from . import _autograd, _partition, _saved
from ._compiler import compile_graph
from ._program import Options

_log = logging.getLogger(__name__)

# A graph whose sizes vary is compiled anew for each combination of sizes; this many are kept.
MAX_SPECIALISATIONS = 64


def options_from(mapping: Mapping | None) -> Options:
    """Reads the `options` of torch.compile."""
    mapping = dict(mapping or {})
    numerics = mapping.pop("numerics", "default")
    if numerics not in ("default", "strict", "fast"):
        raise ValueError(f"the option numerics is 'default', 'strict' or 'fast', not {numerics!r}")
    if mapping:
        raise ValueError(f"unknown options: {', '.join(sorted(map(str, mapping)))}; there is 'numerics'")
    return Options(numerics)


def fused(
    module: fx.GraphModule,
    example_inputs: Sequence,
    *,
    options: Mapping | None = None,
    mode: str | None = None,
    **_ignored,
) -> Callable:
    """Compiles a graph of torch.compile: `torch.compile(model, backend="fused")`.

    `options={"numerics": ...}` chooses the numerics contract. Forward and backward graphs become programs of their own.
    Operations that cannot be compiled are computed by PyTorch, with one FallbackWarning each.
    """
    from torch._dynamo.backends.common import aot_autograd

    chosen = options_from(options)
    if mode not in (None, "default"):
        _partition.warn_caller(f"fused: the mode {mode!r} of torch.compile has no effect", UserWarning)

    def compiler(graph: fx.GraphModule, arguments: Sequence) -> Callable:
        return compile_for(graph, arguments, chosen)

    halves = _autograd.Halves(compiler, example_inputs)
    backend = aot_autograd(
        fw_compiler=halves.compile_forward, bw_compiler=halves.compile_backward, partition_fn=_saved.partition
    )
    return halves.function(backend(module, example_inputs))


def compile_for(module: fx.GraphModule, arguments: Sequence, options: Options) -> Callable:
    """A boxed function for a forward or backward graph: compiled now if its sizes are known, else when it is called."""
    if any(_is_symbolic(argument) for argument in arguments):
        return specialised(module, options)
    return _compile_or_interpret(module, arguments, options)


def _compile_or_interpret(module: fx.GraphModule, arguments: Sequence, options: Options) -> Callable:
    """Whatever the reason why a graph cannot be compiled, PyTorch can execute it."""
    try:
        return compile_graph(module, arguments, options).function
    except (ImportError, _partition.FallbackWarning):
        raise
    except Exception as error:  # noqa: BLE001 (PyTorch can always compute it)
        _log.debug("a graph is interpreted", exc_info=True)
        _partition.warn("a whole graph", f"{type(error).__name__}: {(str(error).strip() or '-').splitlines()[0]}")
        return interpreted(module)


def interpreted(module: fx.GraphModule) -> Callable:
    """PyTorch executes the graph."""

    def call(arguments: list) -> list:
        taken = list(arguments)
        arguments.clear()
        with torch.no_grad():
            results = module.forward(*taken)
        return list(results) if isinstance(results, (list, tuple)) else [results]

    call._boxed_call = True
    return call


def _is_symbolic(argument) -> bool:
    if isinstance(argument, (torch.SymInt, torch.SymFloat, torch.SymBool)):
        return True
    if isinstance(argument, torch.Tensor):
        return any(isinstance(number, torch.SymInt) for number in (*argument.shape, *argument.stride()))
    return False


def specialised(module: fx.GraphModule, options: Options) -> Callable:
    """A graph whose sizes vary: one compiled function for each combination of sizes, the last used ones kept."""
    functions: OrderedDict[tuple, Callable] = OrderedDict()
    lock = threading.Lock()

    def call(arguments: list) -> list:
        key = tuple(
            (argument.shape, argument.stride()) if isinstance(argument, torch.Tensor) else argument
            for argument in arguments
        )
        with lock:
            function = functions.get(key)
            if function is None:
                function = functions[key] = _compile_or_interpret(module, arguments, options)
                if len(functions) > MAX_SPECIALISATIONS:
                    functions.popitem(last=False)
            else:
                functions.move_to_end(key)
        return function(arguments)

    call._boxed_call = True
    return call
