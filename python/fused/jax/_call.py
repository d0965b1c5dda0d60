# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A primitive of JAX that calls a compiled program."""

from __future__ import annotations

import ctypes
import functools
import pathlib
import secrets
import threading
import warnings
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np
from jax import lax
from jax._src import core, dispatch, util
from jax.extend.core import ClosedJaxpr, jaxpr_as_fun
from jax.interpreters import ad, batching, mlir

import fused
from fused import CompileError, Program, compile
from fused.jax._errors import UnsupportedError
from fused.jax._lowering import lower_jaxpr
from fused.jax._rules import fused_call_p
from fused.jax._trace import is_tracing, trace

_TARGETS = {"cpu": "fused_xla_call_cpu", "cuda": "fused_xla_call_cuda"}
_WAITING_TARGET = "fused_xla_call_cuda_wait"
#: An address means nothing in another process. This keeps XLA's programs that have one apart where JAX keeps compiled
#: programs in files.
_PROCESS = np.int64(secrets.randbits(63))


class Computation:
    """A function whose shapes and types are known, with its programs. They are compiled when they are first needed:
    until then it is not known which device they are for."""

    def __init__(self, jaxpr: ClosedJaxpr, aliases: dict[int, int], numerics: str) -> None:
        self.jaxpr = jaxpr
        self.aliases = aliases
        self.numerics = numerics
        self._lock = threading.Lock()
        self._mlir: str | None = None
        self._programs: dict[str, Program] = {}

    @property
    def mlir(self) -> str:
        """The program as linalg on tensors."""
        if self._mlir is None:
            self._mlir = lower_jaxpr(self.jaxpr, self.aliases)
        return self._mlir

    def program(self, target: str) -> Program:
        """The compiled program."""
        with self._lock:
            if target not in self._programs:
                self._programs[target] = self._compile(target)
            return self._programs[target]

    def _compile(self, target: str) -> Program:
        try:
            return compile(self.mlir, target=target, numerics=self.numerics)
        except CompileError as error:
            first = next((d for d in error.diagnostics if d.severity == "error"), None)
            place = f"{first.location}: " if first and first.location else ""
            what = place + first.message if first else str(error)
            raise UnsupportedError(f"fused cannot compile this function for {target}: {what}") from error

    def waits(self) -> bool:
        """Whether a program for a device waits for numbers on the device."""
        return "fused.waits" in self.mlir


# JAX's caches of the types of results do not keep computations alive.
if hasattr(util, "weakref_cache_key_types"):
    util.weakref_cache_key_types.add(Computation)


def call(computation: Computation, arguments: Sequence[Any]) -> list[Any]:
    """Calls a program with arrays or tracers."""
    # Inside of jax.shard_map, all arguments have to vary over the same axes of the mesh.
    axes = frozenset().union(*(_varying_axes(jax.typeof(argument)) for argument in arguments))
    if axes:
        arguments = [
            lax.pcast(argument, tuple(missing), to="varying") if missing else argument
            for argument in arguments
            for missing in [sorted(axes - _varying_axes(jax.typeof(argument)))]
        ]
    return fused_call_p.bind(*arguments, computation=computation)


def _varying_axes(aval: Any) -> frozenset[str]:
    """The axes of a mesh over which an array in `jax.shard_map` differs."""
    return frozenset(aval.mat.varying) if hasattr(aval, "mat") else frozenset(getattr(aval, "vma", ()))


@fused_call_p.def_impl
def _run(*arguments: Any, computation: Computation) -> Any:
    return dispatch.apply_primitive(fused_call_p, *arguments, computation=computation)


@fused_call_p.def_abstract_eval
def _abstract(*arguments: Any, computation: Computation) -> Any:
    results = computation.jaxpr.out_avals
    if not any(map(_varying_axes, arguments)):
        return list(results)
    # The program knows nothing of the mesh. Its results differ as its arguments.
    sharding = core.get_cur_mesh_sharding()
    return [
        arguments[0].update(shape=aval.shape, dtype=aval.dtype, weak_type=aval.weak_type, sharding=sharding)
        for aval in results
    ]


def _lower(ctx: mlir.LoweringRuleContext, *arguments: Any, computation: Computation, target: str) -> Any:
    _register_handlers()
    program = computation.program(target)
    # The addresses must be valid as long as XLA may call the program.
    ctx.module_context.add_keepalive(program)
    results = list(ctx.avals_out)
    if program.arena_size or len(results) > 1:
        # With room for the alignment. If all results of a call are the next state of a loop, XLA would take the call
        # for the state itself, and move it out of the loop.
        results.append(core.ShapedArray((program.arena_size + 256,), np.dtype("uint8")))
    name = _WAITING_TARGET if target == "cuda" and computation.waits() else _TARGETS[target]
    aliases = {source: output for output, source in enumerate(program.donations) if source >= 0}
    rule = jax.ffi.ffi_lowering(name, operand_output_aliases=aliases)
    values = rule(
        ctx.replace(avals_out=results),
        *arguments,
        address=np.int64(program.address),
        recorder=np.int64(program.recorder),
        process=_PROCESS,
    )
    return values[: len(ctx.avals_out)]


for _platform in _TARGETS:
    mlir.register_lowering(fused_call_p, functools.partial(_lower, target=_platform), platform=_platform)


def _batch(arguments: Sequence[Any], dimensions: Sequence[Any], *, computation: Computation) -> Any:
    """Traces the function again, with one more dimension: one program computes the whole batch."""
    function = jax.vmap(jaxpr_as_fun(computation.jaxpr), in_axes=list(dimensions))
    batched = Computation(trace(function, arguments), {}, computation.numerics)
    return call(batched, arguments), [0] * len(batched.jaxpr.out_avals)


batching.primitive_batchers[fused_call_p] = _batch


def _differentiate(primals: Sequence[Any], tangents: Sequence[Any], *, computation: Computation) -> Any:
    # Inside of another function of `fused.jax.jit`, fused compiles the gradient.
    if not is_tracing():
        warnings.warn(
            "a function of fused.jax.jit is differentiated from outside: JAX compiles this, not fused. "
            "Call fused.jax.jit on the function that takes the gradient, such as jax.value_and_grad(loss).",
            stacklevel=2,
        )
    tangents = [ad.instantiate_zeros(tangent) for tangent in tangents]
    return jax.jvp(jaxpr_as_fun(computation.jaxpr), tuple(primals), tuple(tangents))


ad.primitive_jvps[fused_call_p] = _differentiate

_handlers = threading.Lock()
_handlers_are_registered = False


def _register_handlers() -> None:
    global _handlers_are_registered
    with _handlers:
        if _handlers_are_registered:
            return
        path = pathlib.Path(fused.__file__).parent / "lib" / "libfused_xla.so"
        if not path.exists():
            raise ImportError("fused was built without jaxlib, so it lacks what XLA calls; install jaxlib, then fused")
        library = ctypes.CDLL(str(path))
        for platform, names in (("cpu", [_TARGETS["cpu"]]), ("CUDA", [_TARGETS["cuda"], _WAITING_TARGET])):
            for name in names:
                jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(getattr(library, name)), platform=platform)
        _handlers_are_registered = True
