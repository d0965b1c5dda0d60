#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures training steps through fused-run and by XLA, on one device.

    benchmarks/steps.py FOLDER --fused-run TOOL [--target cuda] [--json FILE]

FOLDER has what export.py wrote of step_programs.py. Both sides are timed alike:
arguments and results stay on the device, and a sample is the mean of so many
calls without a pause that they take some 20 ms, by the host's clock. Processes
alternate, and the medians over all samples are compared. Fused programs are
called, and replayed as graphs; the last column divides XLA's time by the better
one. XLA computes f32 in f32 (not TF32), as fused does.
"""

import argparse
import datetime
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import command_line

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

SECONDS_PER_SAMPLE = 0.02
SAMPLES = 10
#: The columns of the table. Of a CPU, there are no graphs.
SIDES = ["fused", "plain", "fused_graph", "plain_graph", "xla"]


def time_fused(options, name, folder, graph):
    """Returns the median seconds of a call of the fused and of the plain one, or
    of replaying them as graphs."""
    output = folder / "bench.json"
    command = [
        options.fused_run, options.folder / f"{name}.mlir", "--bench",
        f"--target={options.target}", f"--repeats={SAMPLES}", f"--json={output}",
        f"--numerics={options.numerics}",
    ] + ["--graph"] * graph + ["--tune"] * options.tune
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{name}: {done.stderr}")
    found = json.loads(output.read_text())["bench"]["programs"]
    return [program["median_seconds"] for program in found.values()]


def get_sides(options):
    return [side for side in SIDES if options.target == "cuda" or "graph" not in side]


def make_arguments(shapes):
    """Random arguments of the size of those of fused-run, on the device."""
    import jax

    leaves, tree = jax.tree.flatten(shapes)
    keys = jax.random.split(jax.random.key(0), len(leaves))
    scale = lambda s: max(s[-2:]) ** -0.25 if len(s) > 1 else 0.5
    values = [
        (scale(leaf.shape) * jax.random.normal(key, leaf.shape)).astype(leaf.dtype)
        for key, leaf in zip(keys, leaves)
    ]
    return jax.block_until_ready(tree.unflatten(values))


def take_sample(function, arguments, calls):
    import jax

    start = time.perf_counter()
    for _ in range(calls):
        results = function(*arguments)
    jax.block_until_ready(results)
    return (time.perf_counter() - start) / calls


def time_xla(function, arguments):
    """Returns the median seconds of a call."""
    take_sample(function, arguments, 3)
    calls = math.ceil(SECONDS_PER_SAMPLE / take_sample(function, arguments, 10))
    samples = [take_sample(function, arguments, calls) for _ in range(SAMPLES)]
    return statistics.median(samples)


def measure(options, name):
    import jax
    import step_programs

    function, shapes = step_programs.PROGRAMS[name]
    arguments = make_arguments(shapes)
    compiled = jax.jit(function)
    samples = {side: [] for side in SIDES}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.rounds):
            print(f"  {name}, round {number + 1} of {options.rounds} ...", file=sys.stderr, flush=True)
            times = [*time_fused(options, name, pathlib.Path(folder), False)]
            if options.target == "cuda":
                times += time_fused(options, name, pathlib.Path(folder), True)
            times.append(time_xla(compiled, arguments))
            for side, seconds in zip(get_sides(options), times):
                samples[side].append(seconds)
    return {"program": name} | {
        f"{side}_seconds": statistics.median(samples[side]) for side in get_sides(options)
    }


def print_row(row):
    times = [row.get(f"{side}_seconds") for side in SIDES]
    best = min(seconds for side, seconds in zip(SIDES, times) if seconds and "fused" in side)
    print(f"{row['program']:36} "
          + " ".join(f"{1e6 * seconds:13.1f}" if seconds else f"{'-':>13}" for seconds in times)
          + f" {row['xla_seconds'] / best:8.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--fused-run", type=pathlib.Path, required=True)
    parser.add_argument("--target", choices=["cpu", "cuda"], default="cuda")
    parser.add_argument("--numerics", default="default", help="contract of fused-run")
    parser.add_argument("--tune", action="store_true", help="measure how products run best")
    parser.add_argument("--json", type=command_line.output, help="write the results here")
    parser.add_argument("--rounds", type=command_line.count, default=3, help="of either side (3)")
    parser.add_argument("--only", action="append", help="a program (all)")
    options = parser.parse_args()
    import jax
    import step_programs

    jax.config.update("jax_default_matmul_precision", "highest")
    platform = {"cpu": "cpu", "cuda": "gpu"}[options.target]
    jax.config.update("jax_default_device", jax.devices(platform)[0])
    names = options.only or list(step_programs.PROGRAMS)
    unknown = set(names) - set(step_programs.PROGRAMS)
    if unknown:
        parser.error("unknown program: " + ", ".join(sorted(unknown)))
    machine = {
        "device": jax.devices(platform)[0].device_kind,
        "jax": jax.__version__,
        "numerics": options.numerics,
        "tune": options.tune,
        "rounds": options.rounds,
        "date": datetime.date.today().isoformat(),
    }
    print(", ".join(f"{key} {value}" for key, value in machine.items()))
    print(f"{'us':36} " + " ".join(f"{side:>13}" for side in SIDES) + "   of XLA")
    rows = []
    for name in names:
        rows.append(measure(options, name))
        print_row(rows[-1])
        command_line.write_json(options.json, {"machine": machine, "steps": rows})


if __name__ == "__main__":
    command_line.run(main)
