#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures forward layers on the CPU: compiled programs beside PyTorch, with as many threads.

    benchmarks/forward.py compile FOLDER [NAME...] [--build build/release] [--cpu NAME]
    benchmarks/forward.py run FOLDER [NAME...] [--threads 2] [--rounds 15] [--json FILE]
    benchmarks/forward.py show FILE

`run` needs PyTorch and the folder alone. Each side has a process of its own, because their OpenMP runtimes would
compete, and measures while the other waits for its turn. What is compared are the fastest calls of some rounds, as
other programs can only add to a time. Weights are arguments of both, and nothing is packed before.
Names are parts of names of cases.
"""

from __future__ import annotations

import argparse
import ctypes
import datetime
import math
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys
import time

import command_line

SIDES = ["fused", "eager", "compile"]
SECONDS_PER_SAMPLE = 0.005
#: Threads of OpenMP wait actively for so long before they sleep, and would take a processor from the other side.
SECONDS_BETWEEN_SIDES = 0.25


def select(cases, names):
    return [case for case in cases if not names or any(name in case.name for name in names)]


def compile_cases(options):
    from forward_programs import make_cases

    options.folder.mkdir(parents=True, exist_ok=True)
    tool = options.build / "bin" / "fused-run"
    for case in select(make_cases(), options.names):
        print(f"  {case.name} ...", file=sys.stderr, flush=True)
        source = options.folder / f"{case.name}.mlir"
        source.write_text(case.program())
        output = options.folder / f"{case.name}.so"
        subprocess.run([tool, source, f"--cpu={options.cpu}", "-o", output], check=True)
        source.unlink()
    runtime = options.folder / "libfused_runtime.so.0"
    shutil.copy(options.build / "lib" / runtime.name, runtime)
    for line in subprocess.check_output(["ldd", runtime], text=True).splitlines():
        name, _, path = line.strip().partition(" => ")
        if name.startswith(("libdnnl.", "libomp.")):
            shutil.copy(path.split()[0], options.folder / name)


# ----------------------------------------------------------------------------------------------------------------------
# The sides, each in a process that measures when it is told to
# ----------------------------------------------------------------------------------------------------------------------


class Tensor(ctypes.Structure):
    """fused_tensor_t."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("type", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("sizes", ctypes.c_int64 * 8),
    ]


TYPES = {"bf16": 2, "f32": 3}
SIZES = {"bf16": 2, "f32": 4}


class Layer:
    """A compiled layer. PyTorch is not loaded beside it: its OpenMP runtime would take the place of ours."""

    def __init__(self, folder, case):
        self._runtime = ctypes.CDLL(folder / "libfused_runtime.so.0")
        self._runtime.fused_module_find.restype = ctypes.c_void_p
        self._runtime.fused_last_error.restype = ctypes.c_char_p
        self._runtime.fused_free.argtypes = [ctypes.c_void_p]
        library = ctypes.CDLL(folder / f"{case.name}.so")
        module = ctypes.c_char.in_dll(library, "fused_module")
        self._function = ctypes.c_void_p(self._runtime.fused_module_find(ctypes.byref(module), b"main"))
        self._size = SIZES[case.type] * case.m * case.n
        self._arrays = []
        inputs = []
        with (folder / "inputs").open("rb") as file:
            for shape in case.shapes():
                size = SIZES[case.type] * math.prod(shape)
                self._arrays.append(ctypes.create_string_buffer(size + 64))
                address = -(-ctypes.addressof(self._arrays[-1]) // 64) * 64
                ctypes.memmove(address, file.read(size), size)
                inputs.append(Tensor(address, TYPES[case.type], len(shape), shape))
        self._inputs = (Tensor * len(inputs))(*inputs)

    def __call__(self, file=None):
        output = Tensor()
        if self._runtime.fused_call(self._function, self._inputs, ctypes.byref(output), None):
            sys.exit(self._runtime.fused_last_error().decode())
        if file:
            file.write_bytes(ctypes.string_at(output.data, self._size))
        self._runtime.fused_free(output.data)


def make_torch(case, arrays):
    import torch

    functional = torch.nn.functional
    activate = {
        "none": lambda x: x,
        "relu": functional.relu,
        "gelu": lambda x: functional.gelu(x, approximate="tanh"),
        "exact_gelu": functional.gelu,
        "silu": functional.silu,
    }[case.activation]

    def layer(x, w, bias):
        return activate(functional.linear(x, w, bias) if case.transposed else torch.addmm(bias, x, w))

    torch._dynamo.reset()
    compiled = torch.compile(layer, dynamic=False)
    return {"eager": lambda: layer(*arrays), "compile": lambda: compiled(*arrays)}


def make_arrays(case):
    import torch

    generator = torch.Generator().manual_seed(1)
    type = {"bf16": torch.bfloat16, "f32": torch.float32}[case.type]
    scales = [1, case.k**-0.5, 1]
    return [
        (scale * torch.randn(shape, generator=generator)).to(type) for scale, shape in zip(scales, case.shapes())
    ]


def to_bytes(array):
    import torch

    return array.contiguous().view(torch.uint8).numpy().tobytes()


def check(result, layer, case):
    """Compares the result of the other side roughly; fused-run --verify is the judge."""
    import torch

    expected = layer().float()
    type = {"bf16": torch.bfloat16, "f32": torch.float32}[case.type]
    found = torch.frombuffer(bytearray(result.read_bytes()), dtype=type).reshape(expected.shape).float()
    error = ((found - expected).norm() / expected.norm()).item()
    if not error < {"bf16": 2e-2, "f32": 1e-5}[case.type]:
        sys.exit(f"{case.name}: the results differ by {error}")


def take_sample(call, count):
    """The time of the fastest of some calls."""
    times = []
    for _ in range(count):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def prepare_torch(folder, case):
    arrays = make_arrays(case)
    (folder / "inputs").write_bytes(b"".join(to_bytes(array) for array in arrays))
    return make_torch(case, arrays)


def prepare_fused(folder, case):
    layer = Layer(folder, case)
    layer(folder / "result")
    return {"fused": layer}


def serve(options):
    """Obeys the lines of standard input: `prepare CASE`, `check`, `measure SIDE`."""
    from forward_programs import make_cases

    if options.side == "torch":
        import torch

        torch.set_num_threads(options.threads)
        torch.set_grad_enabled(False)
    cases = {case.name: case for case in make_cases()}
    for line in sys.stdin:
        command, _, word = line.strip().partition(" ")
        answer = ""
        if command == "prepare":
            case = cases[word]
            calls = (prepare_torch if options.side == "torch" else prepare_fused)(options.folder, case)
            counts = {}
            for side, call in calls.items():
                take_sample(call, 3)
                counts[side] = max(1, int(SECONDS_PER_SAMPLE / take_sample(call, 3)))
        elif command == "check":
            check(options.folder / "result", calls["eager"], case)
            answer = torch.__version__
        else:
            take_sample(calls[word], 1)
            answer = take_sample(calls[word], counts[word])
        print(answer, flush=True)


class Server:
    def __init__(self, side, options):
        command = [sys.executable, __file__, "serve", options.folder, f"--side={side}", f"--threads={options.threads}"]
        environment = os.environ | {"OMP_NUM_THREADS": str(options.threads), "CUDA_VISIBLE_DEVICES": ""}
        if side == "fused":
            environment["LD_LIBRARY_PATH"] = str(options.folder)
        if options.cpus:
            command = ["taskset", "-c", options.cpus, *command]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def ask(self, line):
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            sys.exit(f"{line}: the process ended")
        return answer.strip()


# ----------------------------------------------------------------------------------------------------------------------
# The comparison
# ----------------------------------------------------------------------------------------------------------------------


def measure(servers, case, rounds):
    servers["eager"].ask(f"prepare {case.name}")
    servers["fused"].ask(f"prepare {case.name}")
    servers["eager"].ask("check")
    samples = {side: [] for side in servers}
    last = None
    for _ in range(rounds):
        for side, server in servers.items():
            if server is not last:
                time.sleep(SECONDS_BETWEEN_SIDES)
            last = server
            samples[side].append(float(server.ask(f"measure {side}")))
    times = {side: round(1e6 * min(values), 2) for side, values in samples.items()}
    return {"name": case.name, "microseconds": times}


def get_ratio(row):
    times = row["microseconds"]
    return min(times["eager"], times["compile"]) / times["fused"]


HEADER = f"{'microseconds':38} " + " ".join(f"{side:>10}" for side in SIDES) + "  best of PyTorch over fused"


def format_row(row):
    times = " ".join(f"{row['microseconds'][side]:10.1f}" for side in SIDES)
    return f"{row['name']:38} {times} {get_ratio(row):6.2f}"


def describe_machine(options, torch):
    cpuinfo = pathlib.Path("/proc/cpuinfo").read_text()
    return {
        "processor": re.findall(r"^model name\s*: (.*)$", cpuinfo, re.MULTILINE)[0],
        "system": platform.release(),
        "threads": options.threads,
        "rounds": options.rounds,
        "torch": torch,
        "date": datetime.date.today().isoformat(),
    }


def run_cases(options):
    from forward_programs import make_cases

    options.folder = options.folder.resolve()
    torch = Server("torch", options)
    servers = {"fused": Server("fused", options), "eager": torch, "compile": torch}
    rows, results = [], {}
    print(HEADER)
    for case in select(make_cases(), options.names):
        rows.append(measure(servers, case, options.rounds))
        print(format_row(rows[-1]), flush=True)
        results = results or {**describe_machine(options, torch.ask("check")), "rows": rows}
        command_line.write_json(options.json, results)


def show(options):
    results = command_line.read_results(options.file, "processor", "rows")
    print(", ".join(f"{key} {value}" for key, value in results.items() if key != "rows"))
    print(HEADER)
    for row in results["rows"]:
        print(format_row(row))
    ratios = [get_ratio(row) for row in results["rows"]]
    print(f"geometric mean {statistics.geometric_mean(ratios):.2f}, least {min(ratios):.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("compile")
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("names", nargs="*")
    command.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/release"))
    command.add_argument("--cpu", default="host", help="as for fused-run")
    command.set_defaults(function=compile_cases)
    for name, function in ("run", run_cases), ("serve", serve):
        command = commands.add_parser(name)
        command.add_argument("folder", type=pathlib.Path)
        command.add_argument("names", nargs="*")
        command.add_argument("--threads", type=command_line.count, default=2)
        command.add_argument("--rounds", type=command_line.count, default=15)
        command.add_argument("--cpus", help="the processors of both sides, as for taskset")
        command.add_argument("--json", type=command_line.output, help="write the results here")
        command.add_argument("--side", help=argparse.SUPPRESS)
        command.set_defaults(function=function)
    command = commands.add_parser("show")
    command.add_argument("file", type=pathlib.Path)
    command.set_defaults(function=show)
    options = parser.parse_args()
    options.function(options)


if __name__ == "__main__":
    command_line.run(main)
