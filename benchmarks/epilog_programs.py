# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products and what follows them, in JAX and in PyTorch: the cases of benchmarks/epilogs.py."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp
import torch

F = torch.nn.functional


class Argument(NamedTuple):
    """An array of normal numbers, which are multiplied by `scale`."""

    shape: tuple[int, ...]
    scale: float
    type: str = "bfloat16"


@dataclasses.dataclass
class Case:
    """One computation, in both frameworks."""

    name: str
    jax: Callable
    torch: Callable
    arguments: list[Argument]
    #: The products alone.
    plain: Callable
    #: Microseconds that the case should take, as a graph; None if nothing is wanted.
    goal: float | None = None


def weight(*shape: int, **type: str) -> Argument:
    return Argument(shape, shape[-2] ** -0.5, **type)


def array(*shape: int, scale: float = 1.0, **type: str) -> Argument:
    return Argument(shape, scale, **type)


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


def update_by_sgd(parameters, gradients, convert, sqrt):
    return [convert(p - 0.01 * g, p) for p, g in zip(parameters, gradients)]


def update_by_adamw(state, gradients, convert, sqrt):
    """New weights and moments. The arguments of cases are normal numbers, which second moments cannot be."""
    count, results = len(gradients), []
    for p, m, v, g in zip(state[:count], state[count : 2 * count], state[2 * count :], gradients):
        first = 0.9 * convert(m) + 0.1 * convert(g)
        second = 0.999 * abs(convert(v)) + 0.001 * convert(g) ** 2
        change = (first / 0.5) / (sqrt(second / 0.01) + 1e-8) + 0.01 * convert(p)
        results += [convert(convert(p) - 0.001 * change, p), convert(first, m), convert(second, v)]
    return results


def update_clipped(state, gradients, convert, sqrt):
    """The same, with gradients that are clipped by their global norm."""
    norm = sqrt(sum((convert(g) ** 2).sum() for g in gradients))
    scale = 1.0 / norm.clip(min=1.0)
    return update_by_adamw(state, [convert(g) * scale for g in gradients], convert, sqrt)


def convert_jax(x, like=None):
    return x.astype(jnp.float32 if like is None else like.dtype)


def convert_torch(x, like=None):
    return x.to(torch.float32 if like is None else like.dtype)


#: What steps with an optimizer are called, and how many arrays its state has.
OPTIMIZERS = {update_by_sgd: ("", 6), update_by_adamw: ("_adamw", 18), update_clipped: ("_clipped_adamw", 18)}


def make_step(name: str, update: Callable, goal: float | None = None, master: bool = False) -> Case:
    """A training step of a perceptron: mean squared error, and an optimizer with its moments. With `master`, the weights
    and moments are of f32, and products of bf16 copies."""
    function, torch_function = ACTIVATIONS[name]
    optimizer, count = OPTIMIZERS[update]
    batch, sizes = 4096, (1024, 4096, 4096, 1024)

    def apply(x, parameters, product, activate):
        for layer in range(3):
            x = product(x, parameters[2 * layer], parameters[2 * layer + 1])
            x = activate(x) if layer < 2 else x
        return x

    def step(x, y, *state):
        def compute_loss(parameters):
            copies = [p.astype(x.dtype) for p in parameters]
            result = apply(x, copies, lambda x, w, b: x @ w + b, function)
            return jnp.mean((result - y) ** 2)

        return update(state, jax.grad(compute_loss)(list(state[:6])), convert_jax, jnp.sqrt)

    def torch_step(x, y, *state):
        with torch.enable_grad():
            parameters = [p.detach().requires_grad_() for p in state[:6]]
            copies = [p.to(x.dtype) for p in parameters]
            result = apply(x, copies, lambda x, w, b: torch.addmm(b, x, w), torch_function)
            gradients = torch.autograd.grad(((result - y) ** 2).mean(), parameters)
        return update(state, gradients, convert_torch, torch.sqrt)

    def multiply(x, y, *parameters):
        """The eight products of the step, with no dependences between them."""
        w1, w2, w3 = [w.to(x.dtype) for w in parameters[0:6:2]]
        h = y @ w3.T
        return x @ w1, h @ w2, h @ w3, h.T @ y, h @ w2.T, h.T @ h, x.T @ h

    arguments = [array(batch, sizes[0]), array(batch, sizes[-1])]
    while len(arguments) < 2 + count:
        for inputs, outputs in zip(sizes, sizes[1:]):
            type = "float32" if master else "bfloat16"
            arguments += [weight(inputs, outputs, type=type), array(outputs, scale=0.1, type=type)]
    label = f"mlp_step_{name}{optimizer}{'_f32' if master else ''}_{batch}x{'x'.join(map(str, sizes))}"
    return Case(label, step, torch_step, arguments, multiply, goal)


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


def layer_norm(x, scale, shift):
    """A layer norm over the last dimension, in f32."""
    wide = x.astype(jnp.float32)
    centered = wide - wide.mean(-1, keepdims=True)
    variance = (centered**2).mean(-1, keepdims=True)
    return (centered * jax.lax.rsqrt(variance + 1e-5)).astype(x.dtype) * scale + shift


def make_norm(goal: float) -> Case:
    m, n, k = 4096, 1024, 4096

    def compute(x, w, b, r, scale, shift):
        y = x @ w + b + r
        return y, layer_norm(y, scale, shift)

    def compute_torch(x, w, b, r, scale, shift):
        y = torch.addmm(b, x, w) + r
        return y, F.layer_norm(y, (n,), scale, shift)

    arguments = [array(m, k), weight(k, n), array(n), array(m, n), array(n), array(n)]
    return Case(f"residual_norm_{m}x{n}x{k}", compute, compute_torch, arguments, lambda x, w, *_: x @ w, goal)


def make_block(batch: int, length: int, width: int, is_step: bool) -> Case:
    """A causal transformer block with 16 heads, before which layers are normalized; or a training step of it."""
    heads = 16
    norms = [array(width, scale=0.1), array(width, scale=0.1)]
    layers = [(width, 3 * width), (width, width), (width, 4 * width), (4 * width, width)]
    arguments = [part for shape in layers for part in (weight(*shape), array(shape[1], scale=0.1))] + 2 * norms

    def forward(x, wqkv, bqkv, wo, bo, w1, b1, w2, b2, g1, h1, g2, h2):
        def split(part):
            return part.reshape(batch, length, heads, width // heads).transpose(0, 2, 1, 3)

        q, k, v = map(split, jnp.split(layer_norm(x, g1 + 1, h1) @ wqkv + bqkv, 3, -1))
        scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) * (width // heads) ** -0.5
        scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, jnp.finfo(scores.dtype).min)
        attention = jax.nn.softmax(scores.astype(jnp.float32), -1).astype(x.dtype)
        joined = jnp.einsum("bhqk,bhkd->bhqd", attention, v).transpose(0, 2, 1, 3).reshape(x.shape)
        x = x + joined @ wo + bo
        return x + gelu(layer_norm(x, g2 + 1, h2) @ w1 + b1) @ w2 + b2

    def torch_forward(x, wqkv, bqkv, wo, bo, w1, b1, w2, b2, g1, h1, g2, h2):
        def split(part):
            return part.view(batch, length, heads, width // heads).transpose(1, 2)

        q, k, v = map(split, (F.layer_norm(x, (width,), g1 + 1, h1) @ wqkv + bqkv).split(width, -1))
        joined = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(x.shape)
        x = x + joined @ wo + bo
        return x + torch_gelu(F.layer_norm(x, (width,), g2 + 1, h2) @ w1 + b1) @ w2 + b2

    def step(x, y, *parameters):
        def compute_loss(parameters):
            return jnp.mean((forward(x, *parameters) - y).astype(jnp.float32) ** 2)

        gradients = jax.grad(compute_loss)(list(parameters))
        return [(p - 0.01 * g).astype(p.dtype) for p, g in zip(parameters, gradients)]

    def torch_step(x, y, *parameters):
        with torch.enable_grad():
            parameters = [p.detach().requires_grad_() for p in parameters]
            loss = ((torch_forward(x, *parameters) - y).float() ** 2).mean()
            gradients = torch.autograd.grad(loss, parameters)
        return [p.detach() - 0.01 * g for p, g in zip(parameters, gradients)]

    def multiply(x, *rest):
        """The products of the layers, forward: neither those of attention nor of gradients."""
        wqkv, _, wo, _, w1, _, w2, *_ = rest[int(is_step) :]
        return x @ wqkv, x @ wo, x @ w1 @ w2

    tokens = array(batch, length, width)
    if is_step:
        return Case(f"block_step_{batch}x{length}x{width}", step, torch_step, [tokens, tokens, *arguments], multiply)
    return Case(f"block_forward_{batch}x{length}x{width}", forward, torch_forward, [tokens, *arguments], multiply)


def make_head(tokens: int, vocabulary: int, width: int) -> Case:
    """The loss of a language model and its gradients, from the last layer on. Rows of logits have an odd size."""

    def compute_loss(x, w):
        logits = jax.nn.log_softmax((x @ w.T).astype(jnp.float32), -1)
        labels = jnp.arange(tokens) % vocabulary
        return -jnp.mean(jnp.sum(jnp.where(jnp.arange(vocabulary) == labels[:, None], logits, 0), -1))

    def compute(x, w):
        loss, gradients = jax.value_and_grad(compute_loss, (0, 1))(x, w)
        return loss.astype(x.dtype), *gradients

    def compute_torch(x, w):
        with torch.enable_grad():
            inputs = [x.detach().requires_grad_(), w.detach().requires_grad_()]
            labels = torch.arange(tokens, device=x.device) % vocabulary
            loss = F.cross_entropy((inputs[0] @ inputs[1].T).float(), labels)
            return loss.detach().to(x.dtype), *torch.autograd.grad(loss, inputs)

    arguments = [array(tokens, width), array(vocabulary, width, scale=width**-0.5)]
    return Case(f"head_{tokens}x{vocabulary}x{width}", compute, compute_torch, arguments, lambda x, w: x @ w.T)


def make_attention(batch: int, heads: int, length: int, width: int) -> Case:
    """Attention without a mask, as in a ViT."""

    def compute(q, k, v):
        scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) * width**-0.5
        return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores.astype(jnp.float32), -1).astype(q.dtype), v)

    arguments = [array(batch, heads, length, width)] * 3
    return Case(
        f"attention_{batch}x{heads}x{length}x{width}",
        compute,
        F.scaled_dot_product_attention,
        arguments,
        lambda q, k, v: ((q @ k.mT) @ v),
    )


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
        make_step("relu", update_by_sgd, 860),
        make_step("gelu", update_by_sgd, 885),
        make_step("gelu", update_by_adamw),
        make_step("gelu", update_by_adamw, master=True),
        make_step("gelu", update_clipped, master=True),
        *[make_block(*sizes, is_step) for sizes in ((8, 512, 1024), (4, 1024, 2048)) for is_step in (False, True)],
        make_layer("relu", *ACTIVATIONS["relu"], (4096, 4095, 4096)),
        make_layer("relu", *ACTIVATIONS["relu"], (1001, 1003, 1005)),
        make_head(4096, 50257, 768),
        make_attention(64, 12, 197, 64),
    ]
