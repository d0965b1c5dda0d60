#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures what it costs a library that rows of matrices do not begin at multiples of 16 bytes.

    benchmarks/odd_sizes.py run [--json FILE]
    benchmarks/odd_sizes.py fit FILE

`run` needs a CUDA device and PyTorch. It times products of bf16 by the library, as CUDA graphs, in microseconds: of odd
sizes, and of the next multiples of 8. `fit` prints the numbers of `fused-pad-products`: how much less the larger
product takes, for each 10^9 operations, 10^6 elements of the result and 10^6 elements of the operands.
"""

from __future__ import annotations

import argparse
import datetime
import math
import pathlib
import statistics

import command_line


def align(size: int) -> int:
    return (size + 7) // 8 * 8


def get_padded(sizes, flags):
    """The sizes of the product that takes the place of one of `sizes`."""
    m, n, k = sizes
    transposes_a, transposes_b = (flag == "t" for flag in flags)
    return align(m) if transposes_a else m, align(n), align(k) if transposes_b or not transposes_a else k


def make_cases():
    """Sizes M, N, K, and which operands are transposed."""
    cases = [((m, 50257, 768), "nt") for m in (1, 2, 4, 8, 16, 32, 64, 128, 256, 1024, 4096)]
    cases += [((m, 768, 50257), "nn") for m in (1024, 4096)] + [((50257, 768, m), "tn") for m in (1024, 4096)]
    for m in (1, 4, 8, 16, 32, 64, 256):
        cases += [((m, 4095, 4096), "nt"), ((m, 4096, 4095), "nt"), ((m, 4095, 4096), "nn")]
    for m in (256, 1024, 4096, 16384):
        sizes = [(10, 512), (10, 4096), (1, 1024), (3, 1024), (100, 1000), (1001, 1024), (1000, 1001)]
        cases += [((m, n, k), "nn") for n, k in sizes]
    for m in (197, 577, 1023, 2047, 3001):
        cases += [((m, m, 64), "nt"), ((m, 64, m), "nn"), ((m, 1024, 1024), "tn"), ((4 * m, 4 * m, 4 * m), "nn")]
        cases += [((m, m, m), flags) for flags in ("nn", "nt", "tn")] + [((m + 1, m + 1, m + 1), "nn")]
    for m in (4097, 10001):
        cases += [((m, 257, 257), "nn"), ((257, 257, m), "nn"), ((257, 257, m), "tn")]
        cases += [((m, 1025, 300), "nn"), ((1025, 300, m), "tn")]
    cases += [((4097, 4097, 4097), flags) for flags in ("nn", "nt", "tn")]
    cases += [((4098, 4098, 4098), "nn"), ((4100, 4100, 4100), "nn"), ((8191, 8191, 8191), "nn")]
    return cases


def time_product(sizes, flags):
    """The median microseconds of a product by the library, replayed as a CUDA graph."""
    import torch

    def make(rows, columns, is_transposed):
        shape = (columns, rows) if is_transposed else (rows, columns)
        matrix = torch.randn(*shape, device="cuda", dtype=torch.bfloat16)
        return matrix.T if is_transposed else matrix

    m, n, k = sizes
    a, b = make(m, k, flags[0] == "t"), make(k, n, flags[1] == "t")
    d = torch.empty(m, n, device="cuda", dtype=torch.bfloat16)
    for _ in range(3):
        torch.mm(a, b, out=d)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        torch.mm(a, b, out=d)
    start, end = torch.cuda.Event(True), torch.cuda.Event(True)
    samples, calls = [], 10
    for _ in range(6):
        start.record()
        for _ in range(calls):
            graph.replay()
        end.record()
        torch.cuda.synchronize()
        samples.append(start.elapsed_time(end) / calls * 1e3)
    return round(statistics.median(samples[1:]), 1)


def run(options):
    import torch

    results = {"date": datetime.date.today().isoformat(), "device": torch.cuda.get_device_name(), "microseconds": {}}
    for sizes, flags in make_cases():
        times = {"odd": time_product(sizes, flags), "padded": time_product(get_padded(sizes, flags), flags)}
        name = f"{'x'.join(map(str, sizes))} {flags}"
        results["microseconds"][name] = times
        print(f"{name:24} {times['odd']:9.1f} {times['padded']:9.1f} {times['odd'] / times['padded']:6.2f}", flush=True)
        command_line.write_json(options.json, results)


def fit(options):
    """By least squares of the relative error, over products with at least 3 rows and columns."""
    import numpy
    from scipy.optimize import nnls

    groups = {"at any element": [], "at 4 or 8 bytes": []}
    for name, times in command_line.read_results(options.file, "device", "microseconds")["microseconds"].items():
        sizes, flags = name.split()
        m, n, k = map(int, sizes.split("x"))
        common = math.gcd(m if flags[0] == "t" else k, k if flags[1] == "t" else n, n, 8)
        features = [2e-9 * m * n * k, 1e-6 * m * n, 1e-6 * (m * k + n * k), 1]
        if common < 8 and min(m, n) >= 3:
            group = "at any element" if common == 1 else "at 4 or 8 bytes"
            groups[group].append((*features, times["odd"] - times["padded"]))
    for group, rows in groups.items():
        table = numpy.array(rows)
        weights = 1 / numpy.maximum(table[:, -1:], 6)
        numbers, _ = nnls(table[:, :-1] * weights, (table[:, -1:] * weights)[:, 0])
        print(group, dict(zip(("operations", "results", "operands", "all"), numpy.round(numbers, 2).tolist())))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("run")
    command.add_argument("--json", type=command_line.output, help="write the results here")
    command.set_defaults(function=run)
    command = commands.add_parser("fit")
    command.add_argument("file", type=pathlib.Path)
    command.set_defaults(function=fit)
    options = parser.parse_args()
    options.function(options)


if __name__ == "__main__":
    command_line.run(main)
