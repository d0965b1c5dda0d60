# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Training steps of sizes that fill a device: those of examples/export, larger.

    examples/export/export.py --programs benchmarks/step_programs.py -o FOLDER
"""

import pathlib
import runpy

import jax.numpy as jnp

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples" / "export"
examples = runpy.run_path(str(EXAMPLES / "programs.py"))
zeros = examples["zeros"]


def make_mlp_step(dtype, batch, inputs, hidden, outputs):
    arguments = examples["mlp_arguments"](dtype, batch, inputs, hidden, outputs)
    return examples["mlp_step"], (*arguments, zeros(dtype, batch, outputs))


def make_block_step(dtype, batch, length, width):
    parameters = examples["block_parameters"](dtype, width)
    tokens = zeros(dtype, batch, length, width)
    return examples["block_step"], (parameters, tokens, tokens)


PROGRAMS = {
    "mlp_step_64x784x512x10_bf16": make_mlp_step(jnp.bfloat16, 64, 784, 512, 10),
    "mlp_step_1024x1024x4096x1024_bf16": make_mlp_step(
        jnp.bfloat16, 1024, 1024, 4096, 1024
    ),
    "mlp_step_4096x4096x4096x4096_bf16": make_mlp_step(
        jnp.bfloat16, 4096, 4096, 4096, 4096
    ),
    "mlp_step_4096x4096x4096x4096_f32": make_mlp_step(
        jnp.float32, 4096, 4096, 4096, 4096
    ),
    "block_step_4x64x256_f32": make_block_step(jnp.float32, 4, 64, 256),
    "block_step_8x512x1024_bf16": make_block_step(jnp.bfloat16, 8, 512, 1024),
}
