# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a JAX function to linalg on tensors: JAX lowers to StableHLO, and jaxlib's passes to linalg."""

from __future__ import annotations

import threading

import jax
from jax._src.core import Jaxpr
from jax._src.interpreters import mlir, pxla
from jax.extend.core import ClosedJaxpr, jaxpr_as_fun
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir.dialects import stablehlo

from fused.jax import _cleanup, _control
from fused.jax._errors import UnsupportedError
from fused.jax._rules import RULES
from fused.jax._scatter import convert_scatters

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


def lower_jaxpr(jaxpr: ClosedJaxpr, aliases: dict[int, int]) -> str:
    """The MLIR text of a function without constants: one module whose function `main` has linalg on tensors. `aliases`
    has the numbers of donated arguments, and of the results that take their memory. Raises UnsupportedError."""
    traced = jax.jit(jaxpr_as_fun(jaxpr), keep_unused=True).trace(*jaxpr.in_avals)
    parameters = mlir.LoweringParameters(override_lowering_rules=RULES)
    lowered = traced.lower(lowering_platforms=("cpu",), _private_parameters=parameters)
    _forget(traced.jaxpr)
    return to_linalg(lowered.compiler_ir("stablehlo"), aliases)


def _forget(jaxpr: Jaxpr) -> None:
    """Lets a jaxpr be freed. JAX has a weak cache whose entry is the jaxpr itself if no argument is left out."""
    cache = getattr(pxla, "_dce_jaxpr", None)
    if hasattr(cache, "evict_weakref"):
        cache.evict_weakref(jaxpr)


def to_linalg(module: ir.Module, aliases: dict[int, int]) -> str:
    """The text of a module of StableHLO, as linalg on tensors. Changes `module`. Raises UnsupportedError."""
    _register_passes()
    with module.context, ir.Location.unknown():
        # Loads the dialects that the next steps create operations of.
        _run(ir.Module.create(), "stablehlo-legalize-to-linalg")
        _cleanup.drop_shardings(module)
        _run(module, "inline,symbol-dce,func.func(chlo-legalize-to-stablehlo),inline,canonicalize")
        _cleanup.inline_calls(module)
        _run(module, "symbol-dce")
        _cleanup.refuse_calls(module)
        _cleanup.define_empty(module)
        _control.convert_loops(module)
        _cleanup.broadcast_choices(module)
        _cleanup.widen_unsigned(module)
        try:
            _run(module, "stablehlo-legalize-to-linalg")
        except ir.MLIRError as error:
            raise UnsupportedError(f"jaxlib cannot lower this program to linalg: {error}") from error
        _cleanup.drop_signs(module)
        convert_scatters(module)
        _control.make_scalars(module)
        _run(module, "canonicalize,cse")
        _cleanup.refuse_rest(module)
        _cleanup.set_donations(module, aliases)
        if _control.waits(module):
            module.operation.attributes["fused.waits"] = ir.UnitAttr.get()
        return module.operation.get_asm(enable_debug_info=True)
