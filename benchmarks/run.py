#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures fused and what it is compared with, in one run.

    benchmarks/run.py [--build build/release] [--json FILE] [--plot FILE] [NAME...]

Everything that is compared is measured alternately and reported as a ratio of
medians. Nothing here is a test: a busy machine changes every number.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile

import command_line
import pictures
import programs

HERE = pathlib.Path(__file__).resolve().parent


def run(command, **options):
    """Runs a command and returns what it printed; stops on failure."""
    result = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, **options
    )
    if result.returncode:
        sys.exit(f"{command[0]} failed:\n{result.stderr}")
    return result


def progress(text):
    print(f"  {text} ...", file=sys.stderr, flush=True)


def bench(tool, program, repeats, folder):
    """Times the calls of a program by fused-run; returns its JSON."""
    output = folder / "bench.json"
    run([tool, program, "--bench", f"--repeats={repeats}", f"--json={output}"])
    return json.loads(output.read_text())["bench"]["programs"]


def cpu_gelu_bias(shape, build, folder):
    """f32 product + bias + GELU: through fused-run, by a bare oneDNN program
    and by upstream's unfused lowering."""
    m, n, k = shape["m"], shape["n"], shape["k"]
    source = folder / "program.mlir"
    source.write_text(programs.gelu_chains(m, n, k))
    compiled = folder / "program.so"
    tool = build / "bin" / "fused-run"
    run([tool, source, "-o", compiled])
    fused, bare = [], []
    for i in range(9):
        progress(f"{m}x{n}x{k}, round {i + 1} of 9")
        fused.append(bench(tool, compiled, 20, folder)["fused"]["median_seconds"])
        baseline = run([build / "bin" / "onednn-baseline", m, n, k, 20])
        bare.append(json.loads(baseline.stdout)["median_ms"] / 1e3)
    progress(f"{m}x{n}x{k}, upstream's unfused lowering")
    unfused = bench(tool, source, 3, folder)["unfused"]["median_seconds"]
    times = {
        "fused": statistics.median(fused),
        "onednn": statistics.median(bare),
        "upstream": unfused,
    }
    return {
        "name": f"{m}x{n}x{k} f32",
        "seconds": times,
        "ratios": {
            "speed of oneDNN": times["onednn"] / times["fused"],
            "speed of upstream": times["upstream"] / times["fused"],
        },
    }


def get_pass_times(text):
    """The seconds of each pass in what --mlir-timing prints."""
    rows = re.findall(r"^\s*([\d.]+) \([^)]*\)\s+(\S+)$", text, re.MULTILINE)
    return {name: float(seconds) for seconds, name in rows}


def compile_time(shape, build, folder):
    """Raising and fusing a module of product+bias+GELU chains, beside
    upstream's fusion of its elementwise operations."""
    chains = shape["chains"]
    source = folder / "chains.mlir"
    source.write_text(programs.gelu_chains(8, 16, 16, chains))
    command = [build / "bin" / "fused-opt", source, "--mlir-timing", "-o", os.devnull]
    ours, upstream = [], []
    for i in range(5):
        progress(f"{chains} chains, round {i + 1} of 5")
        log = run(command + ["--fused-raise-contractions", "--fused-fuse-epilogs"])
        times = get_pass_times(log.stderr)
        ours.append(times["RaiseContractions"] + times["FuseEpilogs"])
        log = run(command + ["--linalg-fuse-elementwise-ops"])
        upstream.append(get_pass_times(log.stderr)["LinalgElementwiseOpFusionPass"])
    times = {
        "raise and fuse": statistics.median(ours),
        "linalg-fuse-elementwise-ops": statistics.median(upstream),
    }
    return {
        "name": f"{chains} chains",
        "seconds": times,
        "ratios": {
            "time of upstream": times["raise and fuse"]
            / times["linalg-fuse-elementwise-ops"]
        },
    }


BENCHMARKS = {"cpu-gelu-bias": cpu_gelu_bias, "compile-time": compile_time}


def describe_machine():
    model = platform.processor()
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = re.findall(r"^model name\s*: (.*)$", cpuinfo.read_text(), re.MULTILINE)
        model = names[0] if names else model
    return {
        "processor": model,
        "processors": os.cpu_count(),
        "threads": int(os.environ["OMP_NUM_THREADS"]),
        "date": datetime.date.today().isoformat(),
    }


def print_table(results):
    for name, rows in results["benchmarks"].items():
        print(f"\n{name}")
        for row in rows:
            times = ", ".join(
                f"{what} {seconds * 1e3:.3f} ms"
                for what, seconds in row["seconds"].items()
            )
            ratios = ", ".join(
                f"{ratio:.3g} x {what}" for what, ratio in row["ratios"].items()
            )
            print(f"  {row['name']:24} {times}\n{'':26} {ratios}")


def plot(results, file):
    """A row of bars for each benchmark: milliseconds, logarithmic."""
    rows = [
        (f"{row['name']}\n{what}", seconds * 1e3)
        for benchmark in results["benchmarks"].values()
        for row in benchmark
        for what, seconds in row["seconds"].items()
    ][::-1]
    with pictures.draw(file, 8, 0.4 * len(rows) + 1) as axes:
        axes.barh([name for name, _ in rows], [time for _, time in rows])
        axes.set_xscale("log")
        axes.set_xlabel("milliseconds, median")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--build", type=pathlib.Path, default=HERE.parent / "build" / "release",
        help="the build folder (build/release)",
    )
    parser.add_argument("--threads", type=command_line.count, default=2, help="threads (2)")
    parser.add_argument("--json", type=command_line.output, help="write the results here")
    parser.add_argument("--plot", type=command_line.output, help="write a picture here")
    command_line.add_names(parser, "name", BENCHMARKS)
    options = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = str(options.threads)
    shapes = json.loads((HERE / "shapes.json").read_text())
    results = {"machine": describe_machine(), "benchmarks": {}}
    with tempfile.TemporaryDirectory() as folder:
        for name in options.name:
            print(f"{name}:", file=sys.stderr)
            results["benchmarks"][name] = [
                BENCHMARKS[name](shape, options.build, pathlib.Path(folder))
                for shape in shapes[name]
            ]
    print_table(results)
    command_line.write_json(options.json, results)
    if options.plot:
        plot(results, options.plot)


if __name__ == "__main__":
    command_line.run(main)
