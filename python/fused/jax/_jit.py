# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`fused.jax.jit`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax._src import api_util
from jax.extend.core import ClosedJaxpr, Literal

from fused import Program
from fused.jax._call import Computation, call, fused_call_p
from fused.jax._trace import trace

_NUMERICS = ("default", "strict", "fast")


def jit(
    function: Callable | None = None,
    *,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Iterable[str] | None = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Iterable[str] | None = None,
    numerics: str = "default",
    **options: Any,
) -> Any:
    """Compiles a function with the fused compiler, and runs it inside JAX.

    The parameters are those of `jax.jit`, which calls the compiled program with arrays of JAX, without copies. The
    function is traced and compiled once for each combination of shapes, types and static arguments. The result may be
    called inside of other functions that JAX transforms: `jax.jit`, `jax.lax.scan`, `jax.shard_map` and `jax.vmap`.
    Take gradients inside, as in `fused.jax.jit(jax.value_and_grad(loss))`: a gradient that is taken outside is
    compiled by JAX, with a warning.

    Arguments in `donate_argnums` may be overwritten by results of the same shape and type: parameters of a training
    step are updated in place.

    `numerics` is "default", "strict" or "fast", as for `fused.compile`.

    The result has the methods of one of `jax.jit`, and `program(*args)`, which gives the `fused.Program` for such
    arguments: its report says what was fused.

    Raises UnsupportedError, when it is first called, if the function has an operation that cannot be compiled."""
    if function is None:
        return functools.partial(
            jit,
            static_argnums=static_argnums,
            static_argnames=static_argnames,
            donate_argnums=donate_argnums,
            donate_argnames=donate_argnames,
            numerics=numerics,
            **options,
        )
    if not callable(function):
        raise TypeError(f"fused.jax.jit takes a function, not {type(function).__name__}")
    if numerics not in _NUMERICS:
        raise ValueError(f"numerics is {numerics!r}, but must be one of {', '.join(map(repr, _NUMERICS))}")
    statics = _names_of(function, static_argnums, static_argnames)
    donated = _names_of(function, donate_argnums, donate_argnames)

    @functools.wraps(function)
    def traced(*args: Any, **kwargs: Any) -> Any:
        return _trace_and_call(function, args, kwargs, statics, donated, numerics)

    compiled = jax.jit(
        traced,
        static_argnums=static_argnums,
        static_argnames=static_argnames,
        donate_argnums=donate_argnums,
        donate_argnames=donate_argnames,
        **options,
    )

    def program(*args: Any, **kwargs: Any) -> Program:
        """The compiled program for such arguments."""
        equations = compiled.trace(*args, **kwargs).jaxpr.eqns
        computations = [e.params["computation"] for e in equations if e.primitive is fused_call_p]
        if not computations:
            raise ValueError("the function computes nothing of such arguments")
        return computations[0].program(_target_of(args, kwargs))

    compiled.program = program
    return compiled


def _target_of(args: tuple, kwargs: dict[str, Any]) -> str:
    """What a call with these arguments runs on."""
    arrays = [leaf for leaf in jax.tree.leaves((args, kwargs)) if isinstance(leaf, jax.Array)]
    platforms = {device.platform for array in arrays if array.committed for device in array.devices()}
    default = jax.config.jax_default_device or jax.default_backend()
    platform = platforms.pop() if platforms else getattr(default, "platform", default)
    return "cuda" if platform in ("gpu", "cuda") else "cpu"


Arguments = tuple[frozenset[int], frozenset[str]]


def _names_of(function: Callable, numbers: int | Sequence[int] | None, names: str | Iterable[str] | None) -> Arguments:
    """The positions and names of arguments, of which each may be given by the other."""
    numbers = (numbers,) if isinstance(numbers, int) else tuple(numbers or ())
    names = (names,) if isinstance(names, str) else tuple(names or ())
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    positional = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    count = len(positional)
    found_numbers = {*numbers, *(number + count for number in numbers if number < 0)}
    found_names = {*names, *(positional[number] for number in found_numbers if 0 <= number < count)}
    found_numbers |= {number for number, name in enumerate(positional) if name in found_names}
    return frozenset(found_numbers), frozenset(found_names)


def _trace_and_call(
    function: Callable, args: tuple, kwargs: dict[str, Any], statics: Arguments, donated: Arguments, numerics: str
) -> Any:
    def is_in(arguments: Arguments, key: int | str) -> bool:
        return key in arguments[0 if isinstance(key, int) else 1]

    everything: dict[int | str, Any] = {**dict(enumerate(args)), **dict(sorted(kwargs.items()))}
    fixed = {key: value for key, value in everything.items() if is_in(statics, key)}
    dynamic = {key: value for key, value in everything.items() if key not in fixed}
    leaves, structure = jax.tree.flatten(list(dynamic.values()))
    donates = [is_in(donated, key) for key, value in dynamic.items() for _ in jax.tree.leaves(value)]
    keys = list(dynamic)
    forms: list[Any] = []
    result_structure = None

    def flat(*numbers: jax.Array) -> Any:
        """The function of arrays of numbers, without keys of random number generators."""
        nonlocal result_structure, forms
        values = [_wrap(_form(leaf), number) for leaf, number in zip(leaves, numbers, strict=True)]
        given = {**fixed, **dict(zip(keys, jax.tree.unflatten(structure, values), strict=True))}
        positional = [given[number] for number in range(len(args))]
        results = function(*positional, **{name: given[name] for name in kwargs})
        result_leaves, result_structure = jax.tree.flatten(results)
        forms = [_form(leaf) for leaf in result_leaves]
        return jax.tree.unflatten(result_structure, map(_unwrap, result_leaves))

    # Errors while tracing name the function and its arguments.
    flat.__fun_debug_info__ = api_util.debug_info(
        "fused.jax.jit",
        function,
        args,
        kwargs,
        static_argnums=[key for key in fixed if isinstance(key, int)],
        static_argnames=[key for key in fixed if isinstance(key, str)],
    )
    numbers = [_unwrap(leaf) for leaf in leaves]
    jaxpr = trace(flat, numbers)
    results = _call_jaxpr(jaxpr, numbers, donates, numerics)
    wrapped = [_wrap(form, result) for form, result in zip(forms, results, strict=True)]
    return jax.tree.unflatten(result_structure, wrapped)


def _form(leaf: Any) -> Any:
    """How an array becomes one of numbers: None if it is one, "complex", or the kind of a random key."""
    if isinstance(leaf, jax.Array) and jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key):
        return jax.random.key_impl(leaf)
    return "complex" if jnp.iscomplexobj(leaf) else None


def _unwrap(leaf: Any) -> Any:
    """An array of real numbers or integers. Programs have no others as arguments."""
    form = _form(leaf)
    if form is None:
        return leaf
    return jnp.stack([jnp.real(leaf), jnp.imag(leaf)], axis=-1) if form == "complex" else jax.random.key_data(leaf)


def _wrap(form: Any, numbers: Any) -> Any:
    """The array that `_unwrap` has turned into `numbers`."""
    if form is None:
        return numbers
    return (
        lax.complex(numbers[..., 0], numbers[..., 1])
        if form == "complex"
        else jax.random.wrap_key_data(numbers, impl=form)
    )


def _call_jaxpr(closed: ClosedJaxpr, arguments: Sequence[Any], donates: Sequence[bool], numerics: str) -> list[Any]:
    """Calls a program with the constants of the function as further inputs. It computes each result once, and only
    those that are not arguments."""
    jaxpr = closed.jaxpr
    inputs = [*jaxpr.constvars, *jaxpr.invars]
    values = dict(zip(inputs, [*closed.consts, *arguments], strict=True))
    computed = [v for v in dict.fromkeys(v for v in jaxpr.outvars if not isinstance(v, Literal)) if v not in values]
    if computed:
        avals_out = [variable.aval for variable in computed]
        reduced = jaxpr.replace(
            constvars=[],
            invars=inputs,
            outvars=computed,
            debug_info=jaxpr.debug_info._replace(arg_names=None, result_paths=None),
        )
        donations = [False] * len(jaxpr.constvars) + list(donates)
        aliases = _match_donations([v.aval for v in inputs], donations, avals_out)
        results = call(Computation(ClosedJaxpr(reduced, []), aliases, numerics), list(values.values()))
        values.update(zip(computed, results, strict=True))
    return [_literal(v) if isinstance(v, Literal) else values[v] for v in jaxpr.outvars]


def _literal(literal: Literal) -> jax.Array:
    if literal.aval.weak_type:
        return jnp.asarray(np.asarray(literal.val).item())
    return jnp.asarray(literal.val, literal.aval.dtype)


def _match_donations(inputs: Sequence[Any], donates: Sequence[bool], outputs: Sequence[Any]) -> dict[int, int]:
    """For each donated input, the first output of its shape and type that no other takes, as JAX does."""
    free = list(range(len(outputs)))
    aliases = {}
    for number, (aval, donated) in enumerate(zip(inputs, donates, strict=True)):
        if not donated:
            continue
        for output in free:
            if outputs[output].shape == aval.shape and outputs[output].dtype == aval.dtype:
                aliases[number] = output
                free.remove(output)
                break
    return aliases
