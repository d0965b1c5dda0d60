#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the algorithms that cuBLASLt proposes for products of random sizes,
and judges the first one and that of the rule (docs/CudaRuntime.md).

    benchmarks/library_algorithms.py run [--program build/release/bin/fused-library-algorithms] [--json FILE]
    benchmarks/library_algorithms.py show FILE [--plot PICTURE]
"""

import argparse
import datetime
import json
import math
import pathlib
import random
import subprocess
import sys

import command_line
import kernels
import pictures

#: The epilog, the types of A and B and of D, and whether there is a batch.
KINDS = {
    "plain": ("none", "bf16", "bf16", False),
    "plain, results of f32": ("none", "bf16", "f32", False),
    "bias": ("bias", "bf16", "bf16", False),
    "bias and ReLU": ("relu", "bf16", "bf16", False),
    "GELU, with its pre-activation": ("gelu", "bf16", "bf16", False),
    "plain, with C": ("c", "bf16", "bf16", False),
    "bias, with C": ("bias_c", "bf16", "bf16", False),
    "results of f32, with C": ("c", "bf16", "f32", False),
    "batches, plain": ("none", "bf16", "bf16", True),
    "batches, results of f32": ("none", "bf16", "f32", True),
    "small of f32, plain": ("none", "f32", "f32", False),
    "small of f32, bias and ReLU": ("relu", "f32", "f32", False),
    "small of f32, GELU, with its pre-activation": ("gelu", "f32", "f32", False),
}
#: At most so many operations, so that no product takes long; and of f32 where
#: the rule is used.
MAX_OPERATIONS = {"bf16": 8e11, "f32": 1e8}


def make_size(dice, largest):
    """M, N and K of 32 to 2**largest: multiples of 128, or of what cuBLASLt needs."""
    m, n, k = (2 ** dice.uniform(5, largest) for _ in range(3))
    if dice.random() < 0.4:
        return tuple(max(64, round(size / 128) * 128) for size in (m, n, k))
    step = dice.choice((8, 64))
    return int(m), *(max(step, int(size) // step * step) for size in (n, k))


def make_products(seed, count):
    """Pairs of a kind and a line for the program."""
    dice = random.Random(seed)
    products = []
    while len(products) < count:
        kind = list(KINDS)[len(products) % len(KINDS)]
        epilog, type_, result_type, has_batch = KINDS[kind]
        batch = int(2 ** dice.uniform(1, 7)) if has_batch else 1
        m, n, k = make_size(dice, 11 if has_batch or type_ == "f32" else 14)
        if 2 * batch * m * n * k > MAX_OPERATIONS[type_]:
            continue
        transpose_a, transpose_b = dice.choice(((0, 0), (0, 1), (1, 0)))
        if m % 8:
            transpose_a = 0
        line = f"{epilog} {type_} {result_type} {batch} {m} {n} {k} {transpose_a} {transpose_b}"
        products.append((kind, line))
    return products


def run(options):
    wanted = make_products(options.seed, options.count)
    process = subprocess.Popen([options.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    products, ratios = [], []
    for kind, line in wanted:
        process.stdin.write(line + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        if not answer:
            sys.exit(f"{options.program} stopped at: {line}")
        products.append(json.loads(answer))
        ratios.append([kind, *get_ratios(products[-1]["algorithms"])])
        if len(products) % 200 == 0:
            print(f"  {len(products)} of {len(wanted)}", file=sys.stderr, flush=True)
    process.stdin.close()
    process.wait()
    machine = kernels.describe_device() | {"date": datetime.date.today().isoformat()}
    results = {"machine": machine, "seed": options.seed, "ratios": ratios}
    if options.details:
        command_line.write(options.details, "".join(json.dumps(product) + "\n" for product in products))
    if options.json:
        rows = ",\n".join(map(json.dumps, results.pop("ratios")))
        command_line.write(options.json, json.dumps(results)[:-1] + f', "ratios": [\n{rows}\n]}}\n')
        results = json.loads(options.json.read_text())
    print_table(results)


def get_ratios(algorithms):
    """The least microseconds, and the times of the first algorithm and of that
    of the rule over these."""
    if not algorithms:
        return [None, None, None]
    fastest = min(algorithm["us"] for algorithm in algorithms)
    known = all("estimate" in algorithm for algorithm in algorithms)
    chosen = min(algorithms, key=lambda algorithm: algorithm["estimate"]) if known else algorithms[0]
    return [fastest, *(round(algorithm["us"] / fastest, 4) for algorithm in (algorithms[0], chosen))]


def print_table(results):
    print(", ".join(f"{key} {value}" for key, value in results["machine"].items()))
    print(f"{'':44} {'products':>8}   {'geometric mean':>16} {'within 5 %':>16} {'largest':>12}")
    print(f"{'':44} {'':8}   " + "first  rule".rjust(16) + "first  rule".rjust(17) + "first rule".rjust(13))
    rows = [row for row in results["ratios"] if row[1]]
    groups = {kind: [row for row in rows if row[0] == kind] for kind in KINDS}
    groups["all of 30 microseconds or more"] = [row for row in rows if row[1] >= 30]
    groups["all"] = rows
    for kind, group in groups.items():
        ratios = [row[2:] for row in group]
        if not ratios:
            continue
        columns = list(zip(*ratios, strict=True))
        means = [math.exp(sum(map(math.log, column)) / len(column)) for column in columns]
        within = [sum(ratio <= 1.05 for ratio in column) / len(column) for column in columns]
        print(f"{kind:44} {len(ratios):8}   {means[0]:10.3f} {means[1]:5.3f} {within[0]:10.1%} {within[1]:5.1%} "
              f"{max(columns[0]):7.2f} {max(columns[1]):4.2f}")


def show(options):
    results = command_line.read_results(options.file, "machine", "ratios")
    print_table(results)
    if options.plot:
        with pictures.draw(options.plot, 8, 5) as axes:
            rows = [row for row in results["ratios"] if row[1]]
            for index, label in ((2, "the first proposal"), (3, "the rule's")):
                ratios = sorted(row[index] for row in rows)
                axes.plot([100 * (place + 1) / len(ratios) for place in range(len(ratios))], ratios, label=label)
            axes.set_yscale("log")
            ticks = (1, 1.05, 1.2, 1.5, 2, 5, 10)
            axes.set_yticks(ticks, labels=map(str, ticks), minor=False)
            axes.set_yticks([], minor=True)
            axes.set_xlabel("percent of the products")
            axes.set_ylabel("at most so many times the fastest proposal")
            axes.set_title(results["machine"]["device"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("run", help="needs a device, and the program of a build")
    command.add_argument("--program", type=pathlib.Path,
                         default=kernels.HERE.parent / "build" / "release" / "bin" / "fused-library-algorithms")
    command.add_argument("--json", type=command_line.output, help="write the ratios here")
    command.add_argument("--details", type=command_line.output,
                         help="write all algorithms here, a line for each product")
    command.add_argument("--seed", type=int, default=1, help="of the sizes (1)")
    command.add_argument("--count", type=command_line.count, default=2000, help="of products (2000)")
    command.set_defaults(function=run)
    pictures.add_show_command(commands, show)
    options = parser.parse_args()
    options.function(options)


if __name__ == "__main__":
    command_line.run(main)
