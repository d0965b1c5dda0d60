#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the kernels for everything that is not a product, beside a copy.

    benchmarks/kernels.py compile FOLDER [--build build/release] [NAME...]
    benchmarks/kernels.py run FOLDER [--json FILE]
    benchmarks/kernels.py show FILE [--plot PICTURE]

`compile` needs no device, `run` needs neither LLVM nor this build: FOLDER has
all that it takes. Names are of cases, or the beginnings of names.
"""

import argparse
import datetime
import json
import pathlib
import shutil
import subprocess
import sys

import command_line
import kernel_programs
import pictures

HERE = pathlib.Path(__file__).resolve().parent

#: Shares of the bandwidth of a copy that are to be reached.
GOALS = {
    "chain": 0.75, "sum": 0.65, "transpose": 0.6, "softmax": 0.6, "layer": 0.6,
    "bias": 0.75, "pad": 0.6, "crop": 0.6,
}


def execute(command, **options):
    """Runs a command and returns what it printed; stops on failure."""
    result = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, **options
    )
    if result.returncode:
        sys.exit(f"{command[0]} failed ({result.returncode}):\n{result.stderr}")
    return result.stdout


def compile_program(text, output, build, chip):
    """Compiles linalg to a shared library that runs on `chip`."""
    source = output.with_suffix(".mlir")
    source.write_text(text)
    target = ["--target=cuda", f"--chip={chip}", "--cpu=generic"]
    execute([build / "bin" / "fused-run", source, *target, "-o", output])
    source.unlink()


def compile_cases(options):
    folder = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for name, text, shapes in kernel_programs.make_cases():
        if options.name and not name.startswith(tuple(options.name)):
            continue
        print(f"  {name} ...", file=sys.stderr, flush=True)
        output = folder / f"{name}.so"
        compile_program(text, output, options.build, options.chip)
        sizes = ["x".join(str(size) for size in shape) for shape in shapes]
        lines.append(" ".join([name, *sizes]))
    (folder / "cases.txt").write_text("\n".join(lines) + "\n")
    version = execute([options.build / "bin" / "fused-opt", "--version"])
    description = {"chip": options.chip, "llvm": version.split()[-1]}
    (folder / "compiler.json").write_text(json.dumps(description) + "\n")
    shutil.copy(options.build / "bin" / "fused-device-timer", folder)
    copy_libraries(folder / "fused-device-timer", folder)


#: Libraries that every machine has.
SYSTEM = ("libc.", "libm.", "libgcc_s.", "libstdc++.", "ld-linux", "linux-vdso")


def copy_libraries(program, folder):
    """Copies the libraries that a program needs on another machine."""
    for line in execute(["ldd", program]).splitlines():
        name, _, path = line.strip().partition(" => ")
        if path and not name.startswith(SYSTEM):
            shutil.copy(path.split()[0], folder / name)


def describe_device():
    fields = ["name", "driver_version", "memory.total"]
    query = ["nvidia-smi", f"--query-gpu={','.join(fields)}", "--format=csv,noheader"]
    values = execute(query).splitlines()[0].split(", ")
    return dict(zip(["device", "driver", "memory"], values))


def run_cases(options):
    folder = options.folder.resolve()
    if not (folder / "cases.txt").exists():
        command_line.fail(f"{folder} has no cases.txt: `compile` writes it")
    cases = (folder / "cases.txt").read_text().splitlines()
    lines = "".join(f"{folder}/{case.replace(' ', f'.so {case.split()[0]} ', 1)}\n"
                    for case in cases)
    command = ["env", f"LD_LIBRARY_PATH={folder}:/usr/local/cuda/lib64"]
    output = execute([*command, folder / "fused-device-timer"], input=lines)
    rows = [json.loads(line) for line in output.splitlines()]
    for row in rows:
        row["share_of_copy"] = round(row["copy_seconds"] / row["seconds"], 3)
    results = {
        "machine": describe_device()
        | json.loads((folder / "compiler.json").read_text())
        | {"date": datetime.date.today().isoformat()},
        "kernels": rows,
    }
    command_line.write_json(options.json, results)
    print_table(results)


def get_goal(name):
    return GOALS[name.split("_")[0]]


def print_table(results):
    print(", ".join(f"{key} {value}" for key, value in results["machine"].items()))
    print(f"{'':32}     us   TB/s  copy  share  goal")
    for row in results["kernels"]:
        goal = get_goal(row["name"])
        copy = row["bytes"] / row["copy_seconds"] / 1e12
        print(
            f"{row['name']:32} {row['seconds'] * 1e6:6.0f} "
            f"{row['bytes'] / row['seconds'] / 1e12:6.2f} {copy:5.2f} "
            f"{row['share_of_copy']:6.0%} {goal:5.0%}"
            f"{'' if row['share_of_copy'] >= goal else '  missed'}"
        )


def show(options):
    results = command_line.read_results(options.file, "machine", "kernels")
    print_table(results)
    if options.plot:
        plot(results, options.plot)


def plot(results, file):
    """A bar for each kernel: its share of the bandwidth of a copy."""
    rows = results["kernels"][::-1]
    with pictures.draw(file, 8, 0.22 * len(rows) + 1) as axes:
        names = [row["name"].replace("_", " ") for row in rows]
        shares = [100 * row["share_of_copy"] for row in rows]
        axes.barh(names, shares, label="measured")
        goals = [100 * get_goal(row["name"]) for row in rows]
        axes.scatter(goals, names, marker="|", color="black", zorder=2, label="goal")
        axes.set_xlabel("per cent of the bandwidth of a copy")
        axes.set_title(results["machine"]["device"])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("compile")
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument(
        "--build", type=pathlib.Path, default=HERE.parent / "build" / "release",
        help="the build folder (build/release)",
    )
    command.add_argument("--chip", default="sm_90", help="the device (sm_90)")
    command.add_argument("name", nargs="*", help="all if none is named")
    command.set_defaults(function=compile_cases)
    command = commands.add_parser("run")
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("--json", type=command_line.output, help="write the results here")
    command.set_defaults(function=run_cases)
    pictures.add_show_command(commands, show)
    options = parser.parse_args()
    options.function(options)


if __name__ == "__main__":
    command_line.run(main)
