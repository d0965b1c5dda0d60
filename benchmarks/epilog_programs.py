# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products and what follows them, in JAX and in PyTorch: the cases of benchmarks/epilogs.py."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import jax
import jax.numpy as jnp
import torch

F = torch.nn.functional


@dataclasses.dataclass
class Case:
    """One computation, in both frameworks. All arrays are of bf16."""

    name: str
    jax: Callable
    torch: Callable
    #: Of each argument, its shape and by what normal numbers are multiplied.
    arguments: list[tuple[tuple[int, ...], float]]
    #: The products alone.
    plain: Callable
    #: Microseconds that the case should take, as a graph; None if nothing is wanted.
    goal: float | None = None


def weight(*shape: int) -> tuple[tuple[int, ...], float]:
    return shape, shape[-2] ** -0.5


def array(*shape: int, scale: float = 1.0) -> tuple[tuple[int, ...], float]:
    return shape, scale


def gelu(x):
    return jax.nn.gelu(x, approximate=True)


def torch_gelu(x):
    return F.gelu(x, approximate="tanh")


def exact_gelu(x):
    return jax.nn.gelu(x, approximate=False)


ACTIVATIONS = {"relu": (jax.nn.relu, F.relu), "gelu": (gelu, torch_gelu)}


def make_layer(name: str, function: Callable, torch_function: Callable, sizes, goal=None) -> Case:
    m, n, k = sizes
    return Case(
        f"{name}_bias_{m}x{n}x{k}",
        lambda x, w, b: function(x @ w + b),
        lambda x, w, b: torch_function(torch.addmm(b, x, w)),
        [array(m, k), weight(k, n), array(n)],
        lambda x, w, b: x @ w,
        goal,
    )


def make_gradient(name: str, sizes, goal: float) -> Case:
    """The gradient of an activation at a saved pre-activation, and of the bias before it."""
    m, n, k = sizes

    def compute(g, w, z):
        gradient = g @ w.T
        if name == "relu":
            d = jnp.where(z > 0, gradient, 0).astype(gradient.dtype)
        else:
            d = jax.vjp(gelu, z)[1](gradient)[0]
        return d, d.sum(0)

    def compute_torch(g, w, z):
        gradient = g @ w.T
        if name == "relu":
            d = torch.where(z > 0, gradient, 0)
        else:
            d = torch.ops.aten.gelu_backward(gradient, z, approximate="tanh")
        return d, d.sum(0)

    arguments = [array(m, k), array(n, k, scale=k**-0.5), array(m, n)]
    return Case(f"d{name}_bgrad_{m}x{n}x{k}", compute, compute_torch, arguments, lambda g, w, z: g @ w.T, goal)


def make_step(name: str, goal: float) -> Case:
    """A training step of a perceptron: mean squared error, SGD."""
    function, torch_function = ACTIVATIONS[name]
    batch, sizes = 4096, (1024, 4096, 4096, 1024)

    def apply(x, parameters, product, activate):
        for layer in range(3):
            x = product(x, parameters[2 * layer], parameters[2 * layer + 1])
            x = activate(x) if layer < 2 else x
        return x

    def step(x, y, *parameters):
        def compute_loss(parameters):
            result = apply(x, parameters, lambda x, w, b: x @ w + b, function)
            return jnp.mean((result - y) ** 2)

        gradients = jax.grad(compute_loss)(list(parameters))
        return [(p - 0.01 * g).astype(p.dtype) for p, g in zip(parameters, gradients)]

    def torch_step(x, y, *parameters):
        with torch.enable_grad():
            parameters = [p.detach().requires_grad_() for p in parameters]
            result = apply(x, parameters, lambda x, w, b: torch.addmm(b, x, w), torch_function)
            gradients = torch.autograd.grad(((result - y) ** 2).mean(), parameters)
        return [p.detach() - 0.01 * g for p, g in zip(parameters, gradients)]

    def multiply(x, y, *parameters):
        """The eight products of the step, with no dependences between them."""
        w1, w2, w3 = parameters[0::2]
        h = y @ w3.T
        return x @ w1, h @ w2, h @ w3, h.T @ y, h @ w2.T, h.T @ h, x.T @ h

    arguments = [array(batch, sizes[0]), array(batch, sizes[-1])]
    for inputs, outputs in zip(sizes, sizes[1:]):
        arguments += [weight(inputs, outputs), array(outputs, scale=0.1)]
    return Case(f"mlp_step_{name}_{batch}x{'x'.join(map(str, sizes))}", step, torch_step, arguments, multiply, goal)


def make_swiglu(goal: float) -> Case:
    m, d, hidden = 4096, 1024, 4096
    return Case(
        f"swiglu_{m}x{d}x{hidden}",
        lambda x, u, v, w: (jax.nn.silu(x @ u) * (x @ v)) @ w,
        lambda x, u, v, w: (F.silu(x @ u) * (x @ v)) @ w,
        [array(m, d), weight(d, hidden), weight(d, hidden), weight(hidden, d)],
        lambda x, u, v, w: (x @ u, (x @ v) @ w),
        goal,
    )


def make_norm(goal: float) -> Case:
    m, n, k = 4096, 1024, 4096

    def normalize(x, scale, shift):
        wide = x.astype(jnp.float32)
        centered = wide - wide.mean(-1, keepdims=True)
        variance = (centered**2).mean(-1, keepdims=True)
        return (centered * jax.lax.rsqrt(variance + 1e-5)).astype(x.dtype) * scale + shift

    def compute(x, w, b, r, scale, shift):
        y = x @ w + b + r
        return y, normalize(y, scale, shift)

    def compute_torch(x, w, b, r, scale, shift):
        y = torch.addmm(b, x, w) + r
        return y, F.layer_norm(y, (n,), scale, shift)

    arguments = [array(m, k), weight(k, n), array(n), array(m, n), array(n), array(n)]
    return Case(f"residual_norm_{m}x{n}x{k}", compute, compute_torch, arguments, lambda x, w, *_: x @ w, goal)


def make_cases() -> list[Case]:
    wide = (4096, 4096, 1024)
    sizes = {wide: None, (4096, 4096, 4096): None, (8192, 8192, 8192): None, (512, 12288, 3072): None}
    sizes |= {(256, 512, 512): 4.6, (64, 512, 784): 5.2}
    layers = [
        make_layer(name, *functions, shape, goal)
        for shape, goal in sizes.items()
        for name, functions in ACTIVATIONS.items()
    ]
    return [
        *layers,
        make_layer("silu", jax.nn.silu, F.silu, wide, 60),
        make_layer("exact_gelu", exact_gelu, F.gelu, wide, 61),
        make_gradient("relu", wide, 68),
        make_gradient("gelu", wide, 70),
        make_gradient("relu", (4096, 4096, 4096), 215),
        make_gradient("gelu", (4096, 4096, 4096), 218),
        make_gradient("relu", (1024, 1024, 1024), 9),
        make_gradient("gelu", (1024, 1024, 1024), None),
        make_swiglu(170),
        make_norm(56),
        make_step("relu", 860),
        make_step("gelu", 885),
    ]
