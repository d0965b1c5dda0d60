#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures how long programs take to compile, beside upstream's fusion.

    examples/export/export.py --programs benchmarks/layer_programs.py -o FOLDER
    benchmarks/compile_time.py FOLDER [--json FILE] [--plot PICTURE] [--rounds 3]

Each program of the folder goes through four commands in turn: upstream's
--linalg-fuse-elementwise-ops, the recognition of products, and whole
compilation for the CPU and for a device (no device is needed). Times are the
medians of the processor's seconds, of all threads and processes of the command:
they depend less on what else the machine does than the time that passes.
"""

import argparse
import datetime
import pathlib
import platform
import resource
import statistics
import subprocess
import sys
import tempfile

import command_line
import pictures

HERE = pathlib.Path(__file__).resolve().parent


def make_commands(build, program, folder):
    tools = build / "bin"
    null = ["-o", "/dev/null"]
    compiled = ["-o", folder / "program.o"]
    return {
        "upstream": [tools / "fused-opt", program, "--linalg-fuse-elementwise-ops", *null],
        "recognition": [tools / "fused-opt", program, "--fused-fuse-products", *null],
        "cpu": [tools / "fused-run", program, *compiled],
        "cuda": [tools / "fused-run", program, "--target=cuda", *compiled],
    }


def get_used_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure_seconds(command):
    start = get_used_seconds()
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{command[0]} failed ({result.returncode}):\n{result.stderr}")
    return get_used_seconds() - start


def measure(options, program):
    seconds = {}
    with tempfile.TemporaryDirectory() as folder:
        commands = make_commands(options.build, program, pathlib.Path(folder))
        for i in range(options.rounds):
            print(f"  {program.stem}, round {i + 1} of {options.rounds} ...", file=sys.stderr, flush=True)
            for name, command in commands.items():
                seconds.setdefault(name, []).append(measure_seconds(command))
    medians = {name: round(statistics.median(times), 3) for name, times in seconds.items()}
    operations = sum(" = " in line for line in program.read_text().splitlines())
    return {"name": program.stem, "operations": operations, "seconds": medians,
            "recognition_by_upstream": round(medians["recognition"] / medians["upstream"], 2)}


def show(results):
    rows = results["programs"]
    names = list(rows[0]["seconds"])
    print(f"{'program':44}{'operations':>12}" + "".join(f"{name:>13}" for name in names) + f"{'ratio':>8}")
    for row in rows:
        print(f"{row['name']:44}{row['operations']:12}"
              + "".join(f"{row['seconds'][name]:11.2f} s" for name in names)
              + f"{row['recognition_by_upstream']:8.2f}")


def plot(results, file):
    """Seconds over the number of operations; a line is what grows in proportion."""
    rows = sorted(results["programs"], key=lambda row: row["operations"])
    with pictures.draw(file, 7, 4.5) as axes:
        operations = [row["operations"] for row in rows]
        for name in rows[0]["seconds"]:
            axes.loglog(operations, [row["seconds"][name] for row in rows], marker="o", label=name)
        axes.set_xlabel("operations of the program")
        axes.set_ylabel("seconds")
        axes.set_aspect("equal", adjustable="datalim")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parent / "build" / "release",
                        help="the build folder (build/release)")
    parser.add_argument("--rounds", type=command_line.count, default=3)
    parser.add_argument("--json", type=command_line.output, help="write the results here")
    parser.add_argument("--plot", type=command_line.output, help="write a picture here")
    options = parser.parse_args()
    programs = sorted(options.folder.glob("*.mlir"), key=lambda program: program.stat().st_size)
    if not programs:
        command_line.fail(f"no programs in {options.folder}")
    results = {"date": datetime.date.today().isoformat(), "machine": platform.machine(),
               "programs": [measure(options, program) for program in programs]}
    show(results)
    command_line.write_json(options.json, results)
    if options.plot:
        plot(results, options.plot)


if __name__ == "__main__":
    command_line.run(main)
