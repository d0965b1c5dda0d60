# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Training steps of transformers of more and more layers, for the time to
compile them. Each layer has parameters of its own. Sizes are small, because the
time does not depend on them.

    examples/export/export.py --programs benchmarks/layer_programs.py -o FOLDER
"""

import pathlib
import runpy

import jax
import jax.numpy as jnp

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples" / "export"
examples = runpy.run_path(str(EXAMPLES / "programs.py"))
zeros = examples["zeros"]

BATCH, LENGTH, WIDTH = 2, 16, 64


def model(layers, x):
    for layer in layers:
        x = examples["block"](layer, x)
    return x


def adamw(parameter, mean, square, gradient):
    """Adam with decoupled weight decay (Loshchilov and Hutter, 2019), without
    the correction of the first steps."""
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient * gradient
    update = mean / (jnp.sqrt(square) + 1e-8) + 0.01 * parameter
    return parameter - 1e-3 * update, mean, square


def step(layers, means, squares, x, y):
    """The loss, and parameters and moments after one step of AdamW."""
    value, gradients = jax.value_and_grad(
        lambda layers: jnp.mean((model(layers, x) - y) ** 2)
    )(layers)
    return value, jax.tree.map(adamw, layers, means, squares, gradients)


def make_step(number):
    layers = [examples["block_parameters"](jnp.float32, WIDTH)] * number
    tokens = zeros(jnp.float32, BATCH, LENGTH, WIDTH)
    return step, (layers, layers, layers, tokens, tokens)


PROGRAMS = {f"layers_{number}": make_step(number) for number in (3, 6, 12, 24, 48)}
