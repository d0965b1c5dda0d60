"""From a JAX function to linalg on tensors: JAX lowers to StableHLO, and jaxlib's passes to linalg."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
from jax._src.interpreters import mlir
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir.dialects import stablehlo

from . import _cleanup, _control
from ._errors import UnsupportedError
from ._rules import RULES

_registered = threading.Lock()
_passes_are_registered = False


def _register_passes() -> None:
    global _passes_are_registered
    with _registered:
        if not _passes_are_registered:
            stablehlo.register_stablehlo_passes()
            _passes_are_registered = True


def _run(module: ir.Module, passes: str) -> None:
    passmanager.PassManager.parse(f"builtin.module({passes})").run(module.operation)


def lower_traced(traced: Any) -> str:
    """The MLIR text of a traced function (`jax.jit(f).trace(...)`): one module whose function `main` has linalg on
    tensors. Raises UnsupportedError."""
    parameters = mlir.LoweringParameters(override_lowering_rules=RULES)
    lowered = traced.lower(lowering_platforms=("cpu",), _private_parameters=parameters)
    return to_linalg(lowered.compiler_ir("stablehlo"))


def to_linalg(module: ir.Module) -> str:
    """The text of a module of StableHLO, as linalg on tensors. Changes `module`. Raises UnsupportedError."""
    _register_passes()
    with module.context, ir.Location.unknown():
        # Loads the dialects that the next steps create operations of.
        _run(ir.Module.create(), "stablehlo-legalize-to-linalg")
        _cleanup.drop_shardings(module)
        _run(module, "inline,symbol-dce,func.func(chlo-legalize-to-stablehlo),inline,canonicalize")
        _cleanup.refuse_calls(module)
        _cleanup.define_empty(module)
        _control.convert_loops(module)
        try:
            _run(module, "stablehlo-legalize-to-linalg")
        except ir.MLIRError as error:
            raise UnsupportedError(f"jaxlib cannot lower this program to linalg: {error}") from error
        _cleanup.drop_signs(module)
        _control.make_scalars(module)
        _run(module, "canonicalize,cse")
        _cleanup.refuse_rest(module)
        return module.operation.get_asm(enable_debug_info=True)
