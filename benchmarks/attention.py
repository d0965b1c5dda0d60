#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times attention in bf16 beside PyTorch's, and beside products of the library with a softmax between them.

Each case is measured forward alone, and with the gradients of queries, keys and values.

    benchmarks/attention.py [NAMES ...] [--fused-run PROGRAM] [--json FILE]

Needs a CUDA device, JAX, which writes the programs, and PyTorch. All times are medians of CUDA graphs, in microseconds.
"""

from __future__ import annotations

import argparse
import datetime
import json
import pathlib
import statistics
import subprocess
import tempfile

import command_line

# Examples, heads, how many of these share keys, queries, keys, length of vectors, and what masks scores.
CASES = {
    "encoder": (8, 16, 1, 512, 512, 64, None),
    "causal": (8, 16, 1, 512, 512, 64, "causal"),
    "masked keys": (16, 12, 1, 384, 384, 64, "keys"),
    "relative positions": (8, 12, 1, 512, 512, 64, "positions"),
    "patches": (64, 12, 1, 197, 197, 64, None),
    "other keys": (8, 16, 1, 128, 2048, 64, None),
    "long": (2, 16, 1, 4096, 4096, 128, None),
    "long, causal": (2, 16, 1, 4096, 4096, 128, "causal"),
    "grouped": (8, 32, 4, 1024, 1024, 64, None),
    "grouped, causal": (8, 32, 4, 1024, 1024, 64, "causal"),
    "wide": (2, 8, 1, 2048, 2048, 256, None),
}


def write_program(case, path: pathlib.Path, is_step: bool) -> None:
    """Writes attention as programs of JAX have it, in linalg; for a step, also its gradients for Q, K and V."""
    import jax
    import jax.numpy as jnp
    from jaxlib.mlir.dialects import stablehlo
    from jaxlib.mlir.passmanager import PassManager

    examples, heads, sharing, queries, keys, depth, mask = case

    def compute(q, k, v, *operands):
        # "g" are the heads that share keys.
        g = "g" if sharing > 1 else ""
        scores = jnp.einsum(f"bh{g}qd,bhkd->bh{g}qk", q, k) * depth**-0.5
        lowest = jnp.finfo(scores.dtype).min
        if mask == "causal":
            scores = jnp.where(jnp.tril(jnp.ones((queries, keys), bool)), scores, lowest)
        elif mask == "keys":
            scores = jnp.where(operands[0][:, None, None, :], scores, lowest)
        elif mask == "positions":
            scores = scores + operands[0]
        weights = jax.nn.softmax(scores.astype(jnp.float32), -1).astype(q.dtype)
        return jnp.einsum(f"bh{g}qk,bhkd->bh{g}qd", weights, v)

    def compute_step(gradient, q, k, v, *operands):
        output, pull_back = jax.vjp(lambda *matrices: compute(*matrices, *operands), q, k, v)
        return output, *pull_back(gradient)

    def shape(*sizes, dtype=jnp.bfloat16):
        return jax.ShapeDtypeStruct(sizes, dtype)

    of_queries = (examples, heads // sharing, *([sharing] if sharing > 1 else []), queries, depth)
    of_keys = (examples, heads // sharing, keys, depth)
    arguments = [shape(*of_queries), shape(*of_keys), shape(*of_keys)]
    if mask == "keys":
        arguments.append(shape(examples, keys, dtype=jnp.bool_))
    elif mask == "positions":
        arguments.append(shape(heads, queries, keys))
    if is_step:
        arguments.insert(0, shape(*of_queries))
    stablehlo.register_stablehlo_passes()
    module = jax.jit(compute_step if is_step else compute).lower(*arguments).compiler_ir("stablehlo")
    with module.context:
        passes = "inline,func.func(chlo-legalize-to-stablehlo),stablehlo-legalize-to-linalg,canonicalize,cse"
        PassManager.parse(f"builtin.module({passes})").run(module.operation)
    path.write_text(str(module))


def time_program(program: str, path: pathlib.Path, has_kernels: bool) -> float:
    with tempfile.NamedTemporaryFile(suffix=".json") as result:
        arguments = [program, str(path), "--target=cuda", "--bench", "--graph", f"--json={result.name}"]
        arguments.append(f"--product-kernels={str(has_kernels).lower()}")
        subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
        bench = json.load(open(result.name))["bench"]
    return 1e6 * bench["programs"]["fused"]["median_seconds"]


def time_torch(case, is_step: bool) -> float:
    import torch
    from torch.nn.functional import scaled_dot_product_attention

    examples, heads, sharing, queries, keys, depth, mask = case
    q, k, v = (
        torch.randn(examples, count, length, depth, device="cuda", dtype=torch.bfloat16, requires_grad=is_step)
        for count, length in ((heads, queries), (heads // sharing, keys), (heads // sharing, keys))
    )
    gradient = torch.randn(examples, heads, queries, depth, device="cuda", dtype=torch.bfloat16)
    options = {"is_causal": mask == "causal", "enable_gqa": sharing > 1}
    if mask == "keys":
        options["attn_mask"] = torch.rand(examples, 1, 1, keys, device="cuda") < 0.5
    elif mask == "positions":
        options["attn_mask"] = torch.randn(1, heads, queries, keys, device="cuda", dtype=torch.bfloat16)

    def compute() -> None:
        output = scaled_dot_product_attention(q, k, v, **options)
        if is_step:
            torch.autograd.grad(output, (q, k, v), gradient)

    # torch.compile would call the same kernels.
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for _ in range(3):
            compute()
    torch.cuda.synchronize()
    graph, calls = torch.cuda.CUDAGraph(), 20
    with torch.cuda.graph(graph):
        for _ in range(calls):
            compute()
    samples = []
    for _ in range(15):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        graph.replay()
        end.record()
        torch.cuda.synchronize()
        samples.append(1e3 * start.elapsed_time(end) / calls)
    return statistics.median(samples)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    command_line.add_names(parser, "names", CASES)
    parser.add_argument("--fused-run", default="fused-run")
    parser.add_argument("--json", type=command_line.output)
    options = parser.parse_args()
    import torch

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "program.mlir"
        for name in options.names:
            case = CASES[name]
            row = {"name": name, "case": case}
            for part in ("forward", "step"):
                write_program(case, path, part == "step")
                times = row[part] = {
                    "fused": time_program(options.fused_run, path, True),
                    "torch": time_torch(case, part == "step"),
                    "library": time_program(options.fused_run, path, False),
                }
                text = "  ".join(f"{way} {time:7.1f}" for way, time in times.items())
                print(f"{name:20}{part:9}{text}", flush=True)
            rows.append(row)
    device = torch.cuda.get_device_name()
    date = datetime.date.today().isoformat()
    result = {"device": device, "date": date, "torch": torch.__version__, "microseconds": rows}
    command_line.write_json(options.json, result)


if __name__ == "__main__":
    command_line.run(main)
