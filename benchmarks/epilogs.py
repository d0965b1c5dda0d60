#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures products and what follows them, beside PyTorch and XLA.

    benchmarks/epilogs.py run [NAME...] [--json FILE] [--without SIDE,SIDE]
    benchmarks/epilogs.py show FILE [--plot FILE]

`run` needs a CUDA device, the package with JAX, and PyTorch. The sides of a case take turns; the median of their samples
is reported, in microseconds of the host's clock, which waits after each sample. Sides whose names end in _graph replay
a CUDA graph. `FUSED_CUDA_TUNE=1` lets the package tune its products. The relative error is that of the package's results
to those that PyTorch computes in f32.
"""

from __future__ import annotations

import argparse
import datetime
import os
import statistics
import time

import command_line
import pictures

#: What is measured, and whether it also is as a graph.
SIDES = {"fused": True, "plain": True, "eager": True, "inductor": True, "autotune": True, "xla": False}
#: Seconds of a sample, and how many there are.
SAMPLE, SAMPLES = 0.02, 7


def make_arrays(case):
    import torch

    generator = torch.Generator(device="cuda").manual_seed(1)
    return [
        (torch.randn(*shape, device="cuda", generator=generator) * scale).to(getattr(torch, type))
        for shape, scale, type in case.arguments
    ]


def capture(function):
    """What replays a call as a graph."""
    import torch

    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            function()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="thread_local"):
        function()
    return graph.replay


def make_fused(case, arrays):
    """The call of the program, its graph, and its results."""
    import fused.jax
    import jax
    import torch

    shapes = [jax.ShapeDtypeStruct(shape, type) for shape, _, type in case.arguments]
    program = fused.jax.jit(case.jax).program(*shapes)
    results = program(*arrays)
    results = results if isinstance(results, tuple) else (results,)
    out = [torch.empty_like(result) for result in results]
    return lambda: program(*arrays, out=out), program.graph(*arrays, out=out).replay, out


def make_torch(side, case, arrays):
    import torch

    function = case.plain if side == "plain" else case.torch
    if side in ("inductor", "autotune"):
        torch._dynamo.reset()
        modes = {"inductor": None, "autotune": "max-autotune-no-cudagraphs"}
        function = torch.compile(function, mode=modes[side])
    for _ in range(3):
        function(*arrays)
    return lambda: function(*arrays)


def make_xla(case, arrays):
    import jax
    import jax.numpy as jnp

    own = [jax.device_put(jnp.from_dlpack(array)) for array in arrays]
    function = jax.jit(case.jax)
    return lambda: function(*own)


def time_sides(sides):
    """The median microseconds of each side, which take turns."""
    import jax
    import torch

    def sample(call, count):
        start = time.perf_counter()
        for _ in range(count):
            result = call()
        jax.block_until_ready(result)
        torch.cuda.synchronize()
        return (time.perf_counter() - start) / count

    counts, samples = {}, {side: [] for side in sides}
    for side, call in sides.items():
        sample(call, 3)
        counts[side] = max(3, min(2000, int(SAMPLE / sample(call, 5))))
    for _ in range(SAMPLES):
        for side, call in sides.items():
            samples[side].append(sample(call, counts[side]))
    return {side: round(statistics.median(times) * 1e6, 2) for side, times in samples.items()}


def compute_error(case, arrays, results):
    """The largest relative error of a result, in the Frobenius norm."""
    expected = case.torch(*[array.float() for array in arrays])
    expected = expected if isinstance(expected, (list, tuple)) else [expected]
    return max(
        ((result.float() - right).norm() / right.norm()).item() for result, right in zip(results, expected)
    )


def measure(case, without):
    arrays = make_arrays(case)
    sides, errors = {}, {}
    call, replay, results = make_fused(case, arrays)
    sides |= {"fused": call, "fused_graph": replay}
    call()
    error = compute_error(case, arrays, results)
    for side, hasGraph in SIDES.items():
        if side == "fused" or side in without:
            continue
        try:
            call = make_xla(case, arrays) if side == "xla" else make_torch(side, case, arrays)
            sides[side] = call
            if hasGraph:
                sides[f"{side}_graph"] = capture(call)
        except Exception as failure:  # A side that fails is reported, and does not end the others.
            errors[side] = str(failure).splitlines()[0][:200]
    row = {"name": case.name, "goal_us": case.goal, "relative_error": float(f"{error:.1e}")}
    return row | {"microseconds": time_sides(sides)} | ({"failed": errors} if errors else {})


def get_best(row, sides):
    """The fewest microseconds of some sides, called or as graphs, and which side that was."""
    times = row["microseconds"]
    return min((times[side], side) for side in times if side.removesuffix("_graph") in sides)


def format_row(row):
    ours, _ = get_best(row, ["fused"])
    peer, side = get_best(row, [side for side in SIDES if side not in ("fused", "plain")] or ["fused"])
    plain = row["microseconds"].get("plain_graph", float("nan"))
    goal = row["goal_us"]
    missed = "  missed" if goal and ours > goal else ""
    return (
        f"{row['name']:40} {plain:8.1f} {ours:8.1f} {peer:8.1f} {side:15} {peer / ours:6.2f} "
        f"{goal or '':>6}{missed}"
    )


HEADER = f"{'microseconds':40} {'plain':>8} {'fused':>8} {'peer':>8} {'':15} {'ratio':>6} {'goal':>6}"


def run(options):
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax
    import torch
    from epilog_programs import make_cases

    results = {
        "date": datetime.date.today().isoformat(),
        "device": torch.cuda.get_device_name(),
        "torch": torch.__version__,
        "jax": jax.__version__,
        "tuned": os.environ.get("FUSED_CUDA_TUNE", "0") not in ("", "0"),
        "rows": [],
    }
    print(HEADER, flush=True)
    with torch.no_grad():
        for case in make_cases():
            if options.name and not any(name in case.name for name in options.name):
                continue
            results["rows"].append(measure(case, options.without))
            print(format_row(results["rows"][-1]), flush=True)
            command_line.write_json(options.json, results)


def show(options):
    results = command_line.read_results(options.file, "device", "date", "tuned", "rows")
    print(f"{results['device']}, {results['date']}, {'tuned' if results['tuned'] else 'not tuned'}")
    print(HEADER)
    for row in results["rows"]:
        print(format_row(row))
    if options.plot:
        plot(results, options.plot)


def plot(results, file):
    """Of each case, the time of each side over that of the products alone."""
    rows = results["rows"][::-1]
    with pictures.draw(file, 8, 0.3 * len(rows) + 1) as axes:
        names = [row["name"] for row in rows]
        for side, marker in zip(SIDES, "o|sD^x"):
            times = [get_best(row, [side])[0] if side in row["microseconds"] else None for row in rows]
            ratios = [time and time / row["microseconds"]["plain_graph"] for time, row in zip(times, rows)]
            points = [(ratio, name) for ratio, name in zip(ratios, names) if ratio]
            if points:
                axes.scatter(*zip(*points), marker=marker, label=side)
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter("{x:g}")
        axes.set_xlabel("time over that of the products alone")
        axes.set_title(results["device"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("run")
    command.add_argument("name", nargs="*", help="cases whose names contain this; all if none is named")
    command.add_argument("--json", type=command_line.output, help="write the results here")
    command.add_argument("--without", type=lambda text: text.split(","), default=[], help="sides to leave out")
    command.set_defaults(function=run)
    pictures.add_show_command(commands, show)
    options = parser.parse_args()
    options.function(options)


if __name__ == "__main__":
    command_line.run(main)
