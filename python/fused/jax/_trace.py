# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tracing functions as programs of one device."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any

import jax
from jax.extend.core import ClosedJaxpr

from fused.jax._errors import UnsupportedError

_tracing: ContextVar[bool] = ContextVar("_tracing", default=False)


def is_tracing() -> bool:
    """Whether a function is being traced that fused compiles."""
    return _tracing.get()


def trace(function: Callable, arguments: Sequence[Any]) -> ClosedJaxpr:
    """The jaxpr of a function of arrays, without the mesh of `jax.shard_map`."""
    token = _tracing.set(True)
    try:
        return _trace(function, arguments)
    finally:
        _tracing.reset(token)


def _trace(function: Callable, arguments: Sequence[Any]) -> ClosedJaxpr:
    plain = [
        jax.ShapeDtypeStruct(aval.shape, aval.dtype, weak_type=aval.weak_type) for aval in map(jax.typeof, arguments)
    ]
    if not jax.sharding.get_abstract_mesh().empty:
        _refuse_collectives(jax.make_jaxpr(function)(*arguments))
    with jax.sharding.use_abstract_mesh(jax.sharding.AbstractMesh((), ())):
        closed = jax.make_jaxpr(function)(*plain)
    _refuse_collectives(closed)
    if closed.effects:
        effects = ", ".join(sorted(str(effect) for effect in closed.effects))
        raise UnsupportedError(
            f"fused.jax cannot compile a function with side effects ({effects}): "
            "print, call Python, or change references outside of the compiled function"
        )
    return closed


def _refuse_collectives(closed: ClosedJaxpr) -> None:
    axes = {str(effect.name) for effect in closed.effects if hasattr(effect, "name")}
    if axes:
        raise UnsupportedError(
            f"fused.jax cannot compile collectives such as psum over named axes ({', '.join(sorted(axes))}): "
            "call them outside of the compiled function"
        )
