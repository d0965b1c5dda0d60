#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures products with epilogs in every way: by the library, and by each
kernel of our own. Judges what the rule and what tuning chooses among these.

    benchmarks/products.py run FOLDER [--tools build/release/bin] [--json FILE] [--only NAME...] [--updates]
    benchmarks/products.py show FILE [--plot PICTURE]

`run` needs a device, CUDA's ptxas, and fused-run, of a build or of the bundle
(docs/Bundle.md). Tuning itself measures (docs/Products.md), twice: the first
time it chooses, and the second time says what its choices take.
"""

import argparse
import datetime
import math
import os
import pathlib
import random
import re
import subprocess
import sys

import command_line
import kernels
import pictures

MAPS = "#point = affine_map<(i, j) -> (i, j)>\n"
#: Sizes of neural networks; others are random.
SIZES = [
    (64, 512, 784), (256, 512, 512), (512, 12288, 3072), (32, 4096, 4096), (128, 4096, 4096), (512, 4096, 4096),
    (1024, 4096, 1024), (4096, 1024, 4096), (4096, 4096, 256), (4096, 4096, 1024), (8192, 1024, 1024),
    (16384, 256, 256), (65536, 128, 128), (1000, 776, 520), (2056, 2312, 328), (1024, 50264, 768), (8192, 768, 3072),
    (8192, 3072, 768), (12608, 768, 768), (12608, 768, 3072), (4096, 64, 4096), (8192, 8192, 64), (256, 256, 8192),
    (128, 128, 16384), *((n, n, n) for n in (128, 256, 512, 768, 1000, 1024, 1280, 1536, 2048, 3072, 4096, 8192)),
]


def matrix(*sizes):
    return f"tensor<{'x'.join(map(str, sizes))}xbf16>"


def operands(m, n, k, flags):
    a = matrix(k, m) if "transpose_a" in flags else matrix(m, k)
    b = matrix(n, k) if "transpose_b" in flags else matrix(k, n)
    return a, b, matrix(m, n), matrix(n)


def write_silu(m, n, k, flags):
    """The SiLU of a product and a bias, which no library has."""
    a, b, d, v = operands(m, n, k, flags)
    return f"""{MAPS}
func.func @main(%a: {a}, %b: {b}, %v: {v}) -> {d} {{
  %one = arith.constant 1.0 : f32
  %0 = tensor.empty() : {d}
  %1 = fused.matmul epilog(bias) {flags} allow_rounded_steps ins(%a, %b : {a}, {b}) bias(%v : {v}) outs(%0 : {d}) -> {d}
  %2 = linalg.generic {{indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}}
      ins(%1 : {d}) outs(%0 : {d}) {{
  ^bb0(%in: bf16, %o: bf16):
    %x = arith.extf %in : bf16 to f32
    %n = arith.negf %x : f32
    %e = math.exp %n : f32
    %s = arith.addf %e, %one : f32
    %q = arith.divf %x, %s : f32
    %r = arith.truncf %q : f32 to bf16
    linalg.yield %r : bf16
  }} -> {d}
  return %2 : {d}
}}
"""


def write_gelu(m, n, k, flags):
    """GELU, and the pre-activation for its gradient."""
    a, b, d, v = operands(m, n, k, flags)
    return f"""
func.func @main(%a: {a}, %b: {b}, %v: {v}) -> ({d}, {d}) {{
  %0 = tensor.empty() : {d}
  %1:2 = fused.matmul epilog(gelu_aux_bias) {flags} allow_rounded_steps ins(%a, %b : {a}, {b}) bias(%v : {v})
      outs(%0, %0 : {d}, {d}) -> {d}, {d}
  return %1#0, %1#1 : {d}, {d}
}}
"""


def write_gradient(m, n, k, flags):
    """The gradients of ReLU, at a saved pre-activation, and of the bias."""
    a, b, d, v = operands(m, n, k, flags)
    bits, mask = f"tensor<{m}x{n}xi1>", f"tensor<{m}x{(n + 127) // 128 * 16}xi8>"
    return f"""{MAPS}
func.func @main(%a: {a}, %b: {b}, %z: {d}) -> ({d}, {v}) {{
  %zero = arith.constant 0.0 : bf16
  %0 = tensor.empty() : {d}
  %e = tensor.empty() : {bits}
  %bits = linalg.generic {{indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}}
      ins(%z : {d}) outs(%e : {bits}) {{
  ^bb0(%in: bf16, %o: i1):
    %c = arith.cmpf ogt, %in, %zero : bf16
    linalg.yield %c : i1
  }} -> {bits}
  %m0 = tensor.empty() : {mask}
  %m = fused.pack_mask ins(%bits : {bits}) outs(%m0 : {mask}) -> {mask}
  %v0 = tensor.empty() : {v}
  %1:2 = fused.matmul epilog(drelu_bgrad) {flags} allow_rounded_steps ins(%a, %b : {a}, {b}) aux(%m : {mask})
      outs(%0, %v0 : {d}, {v}) -> {d}, {v}
  return %1#0, %1#1 : {d}, {v}
}}
"""


def write_momentum(m, n, k, flags, element="f32"):
    """The gradient of a weight, and its update with momentum."""
    a, b, _, _ = operands(m, n, k, flags)
    t, w = element, f"tensor<{m}x{n}x{element}>"
    return f"""{MAPS}
func.func @main(%a: {a}, %b: {b}, %c: {w}, %w: {w}) -> ({w}, {w}) {{
  %rate = arith.constant 0.01 : {t}
  %0 = tensor.empty() : {w}
  %1 = fused.matmul epilog(default) {flags} beta(0.9) ins(%a, %b : {a}, {b}) c(%c : {w}) outs(%0 : {w}) -> {w}
  %2 = linalg.generic {{indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]}}
      ins(%1, %w : {w}, {w}) outs(%0 : {w}) {{
  ^bb0(%t: {t}, %old: {t}, %o: {t}):
    %change = arith.mulf %rate, %t : {t}
    %new = arith.subf %old, %change : {t}
    linalg.yield %new : {t}
  }} -> {w}
  return %1, %2 : {w}, {w}
}}
"""


def write_momentum_bf16(m, n, k, flags):
    """The same, all of bf16, each step of which is rounded."""
    return write_momentum(m, n, k, flags, "bf16")


def write_moments(element):
    """What AdamW does with the element `%g` of a gradient."""
    return """
    %m1 = arith.mulf %decay1, %m0 : t
    %m2 = arith.mulf %part1, %g : t
    %m3 = arith.addf %m1, %m2 : t
    %gg = arith.mulf %g, %g : t
    %s1 = arith.mulf %decay2, %s0 : t
    %s2 = arith.mulf %part2, %gg : t
    %s3 = arith.addf %s1, %s2 : t
    %root = math.sqrt %s3 : t
    %sum = arith.addf %root, %small : t
    %q = arith.divf %m3, %sum : t
    %w1 = arith.mulf %decay, %w0 : t
    %w2 = arith.addf %q, %w1 : t
    %w3 = arith.mulf %rate, %w2 : t
    %w4 = arith.subf %w0, %w3 : t
    linalg.yield %m3, %s3, %w4 : t, t, t""".replace(": t", f": {element}").replace(", t", f", {element}")


def write_rates(element):
    """The constants of AdamW."""
    rates = {"decay1": 0.9, "part1": 0.1, "decay2": 0.999, "part2": 0.001, "small": 1e-8, "decay": 0.01, "rate": 0.001}
    return "\n".join(f"  %{name} = arith.constant {value:e} : {element}" for name, value in rates.items())


def write_adamw(m, n, k, flags):
    """The gradients of a weight and of its bias, and the update of the weight by AdamW, in f32."""
    a, b, d, v = operands(m, n, k, flags)
    w = f"tensor<{m}x{n}xf32>"
    return f"""{MAPS}
func.func @main(%a: {a}, %b: {b}, %m: {w}, %v: {w}, %w: {w}) -> ({w}, {w}, {w}, {v}) {{
{write_rates("f32")}
  %d0 = tensor.empty() : {d}
  %v0 = tensor.empty() : {v}
  %0 = tensor.empty() : {w}
  %1:2 = fused.matmul epilog(bgradb) {flags} ins(%a, %b : {a}, {b}) outs(%d0, %v0 : {d}, {v}) -> {d}, {v}
  %2:3 = linalg.generic {{indexing_maps = [#point, #point, #point, #point, #point, #point, #point],
                         iterator_types = ["parallel", "parallel"]}}
      ins(%1#0, %m, %v, %w : {d}, {w}, {w}, {w}) outs(%0, %0, %0 : {w}, {w}, {w}) {{
  ^bb0(%in: bf16, %m0: f32, %s0: f32, %w0: f32, %o0: f32, %o1: f32, %o2: f32):
    %g = arith.extf %in : bf16 to f32{write_moments("f32")}
  }} -> ({w}, {w}, {w})
  return %2#0, %2#1, %2#2, %1#1 : {w}, {w}, {w}, {v}
}}
"""


def write_adamw_bf16(m, n, k, flags):
    """The gradient of a weight, and its update by AdamW, all of bf16, each step of which is rounded."""
    a, b, w, _ = operands(m, n, k, flags)
    return f"""{MAPS}
func.func @main(%a: {a}, %b: {b}, %m: {w}, %v: {w}, %w: {w}) -> ({w}, {w}, {w}) {{
{write_rates("bf16")}
  %0 = tensor.empty() : {w}
  %1 = fused.matmul epilog(default) {flags} ins(%a, %b : {a}, {b}) outs(%0 : {w}) -> {w}
  %2:3 = linalg.generic {{indexing_maps = [#point, #point, #point, #point, #point, #point, #point],
                         iterator_types = ["parallel", "parallel"]}}
      ins(%1, %m, %v, %w : {w}, {w}, {w}, {w}) outs(%0, %0, %0 : {w}, {w}, {w}) {{
  ^bb0(%g: bf16, %m0: bf16, %s0: bf16, %w0: bf16, %o0: bf16, %o1: bf16, %o2: bf16):{write_moments("bf16")}
  }} -> ({w}, {w}, {w})
  return %2#0, %2#1, %2#2 : {w}, {w}, {w}
}}
"""


#: What the products are called.
EPILOGS = {write_silu: "bias", write_gelu: "gelu_aux_bias", write_gradient: "drelu_bgrad",
           write_momentum: "default", write_momentum_bf16: "default", write_adamw: "bgradb",
           write_adamw_bf16: "default"}
#: The orientations that the products of each case have, in turns. Messages tell products of equal sizes apart by these
#: and by types.
ORIENTATIONS = {write_silu: ["", "transpose_b", "transpose_a"], write_gelu: ["transpose_b", "transpose_a", ""],
                write_gradient: ["transpose_a", "", "transpose_b"], write_momentum: ["transpose_a"],
                write_momentum_bf16: ["transpose_a"], write_adamw: ["transpose_a"], write_adamw_bf16: ["transpose_b"]}
#: Of the sizes to which the rule is fitted.
FITTED_SEED = 1


def make_sizes(seed, updates):
    """A hundred sizes of layers, or 40 of weights, which are neither very small nor very large. Those of the other seeds
    are random."""
    dice = random.Random(seed)
    sizes = [size for size in SIZES if not updates or min(size) >= 128] if seed == FITTED_SEED else []
    while len(sizes) < (40 if updates else 100):
        m, n, k = (2 ** dice.uniform(*((7, 13.5) if updates else (5, 14))) for _ in range(3))
        if 2 * m * n * k < 1.2e12:
            # Rows begin at multiples of 16 bytes; half of them are not 128.
            step = dice.choice((8, 64))
            m = max(8, int(m) // 8 * 8) if updates else max(1, int(m))
            sizes.append((m, *(max(step, int(x) // step * step) for x in (n, k))))
    return sizes


def make_cases(seed, updates):
    """Names, programs, and what messages call their products."""
    writers = (write_silu, write_gelu, write_gradient)
    if updates:
        writers = write_momentum, write_momentum_bf16, write_adamw, write_adamw_bf16
    for index, (m, n, k) in enumerate(make_sizes(seed, updates)):
        for write in writers:
            flag = ORIENTATIONS[write][index % len(ORIENTATIONS[write])]
            if "transpose_a" in flag and m % 8:
                flag = ""
            text = write(m, n, k, flag)
            types = "bf16" + "^T" * ("transpose_a" in flag), "bf16" + "^T" * ("transpose_b" in flag)
            result = "f32" if write is write_momentum else "bf16"
            problem = f"{EPILOGS[write]} {types[0]} x {types[1]} -> {result}, M = {m}, N = {n}, K = {k},"
            yield f"{write.__name__[6:]}_{m}x{n}x{k}_{flag[-1:] or 'n'}", text, problem


#: How many products are compiled at the same time, and in one program.
PART = 25
#: What tuning says about a product as a whole, and about the library's algorithms.
WHOLE = re.compile(r"fused: tuned: kernel or library: (.*?), \d+ operations, .*?: (.*)")
ALGORITHMS = re.compile(r"fused: tuned in \d+ ms: (.*?)(?:, rounded steps allowed)?; A: .*?: ((?:fused|split) \d.*)")
WAY = re.compile(r"([a-z0-9 ]+?)( \(untuned\))? ([0-9.]+) us( \*)?")
ALGORITHM = re.compile(r"(?:fused|split) \d+ \(\d+(, untuned)?\) ([0-9.]+) us( \*)?")


def parse_ways(text):
    """Microseconds of each way, and which is that of the rule and of tuning."""
    row = {"us": {}}
    for name, untuned, time, best in WAY.findall(text):
        name = name.strip(", ")
        row["us"][name] = float(time)
        if untuned:
            row["rule"] = name
        if best:
            row["tuned"] = name
    return row


def tune(program, options, file):
    """Compiles a program with tuning; returns what was measured, by problem."""
    command = [options.tools / "fused-run", program, "--target=cuda", "--chip=sm_90", f"--choices={file}",
               "-o", program.with_suffix(".o")]
    libraries = f"{os.environ.get('LD_LIBRARY_PATH', '')}:/usr/local/cuda/lib64"
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          env={**os.environ, "FUSED_CUDA_TUNE": "verbose", "LD_LIBRARY_PATH": libraries})
    if done.returncode:
        sys.exit(f"fused-run failed ({done.returncode}):\n{done.stderr}")
    rows, gain = {}, 0
    for line in done.stderr.splitlines():
        if found := ALGORITHMS.match(line):
            # What the library takes without tuning is not measured in turns with other ways.
            times = ALGORITHM.findall(found[2])
            gain = sum(float(time) * (bool(untuned) - bool(best)) for untuned, time, best in times)
        elif found := WHOLE.match(line):
            rows[found[1] + ","] = {**parse_ways(found[2]), "gain": gain}
            gain = 0
    return rows


def forget_ways(source, target):
    """Copies a file of choices: of the library's algorithms alone."""
    lines = source.read_text().splitlines(keepends=True)
    target.write_text("".join(line for line in lines if "\tkernel or library: " not in line))


def measure_part(cases, number, options):
    """Measures some cases as functions of one program."""
    program = options.folder / f"part{number}.mlir"
    functions = [text.replace(MAPS, "").replace("@main", f"@case{index}") for index, (_, text, _) in enumerate(cases)]
    program.write_text(MAPS + "".join(functions))
    chosen, again = (program.with_suffix(f".{name}") for name in ("choices", "again"))
    first = tune(program, options, chosen)
    forget_ways(chosen, again)
    second = tune(program, options, again)
    products = {}
    for name, _, problem in cases:
        if problem not in first or problem not in second:
            print(f"  {name}: no kernel, or not measured", file=sys.stderr)
            continue
        us = second[problem]["us"]
        products[name] = {"rule": first[problem]["rule"], "tuned": first[problem]["tuned"],
                          "library untuned": round(us["library"] + max(0, first[problem]["gain"]), 2), **us}
    return products


def run_cases(options):
    options.folder.mkdir(parents=True, exist_ok=True)
    names = tuple(options.name or [""])
    cases = [case for case in make_cases(options.seed, options.updates) if case[0].startswith(names)]
    machine = kernels.describe_device() | {"date": datetime.date.today().isoformat()}
    results = {"machine": machine, "microseconds": {}}
    for first in range(0, len(cases), PART):
        results["microseconds"] |= measure_part(cases[first:first + PART], first // PART, options)
        print(f"  {min(first + PART, len(cases))} of {len(cases)}", file=sys.stderr, flush=True)
        command_line.write_json(options.json, results)
    print_table(results)


def get_ratios(row):
    """Of what the rule and tuning choose, over the fastest: without and with the
    library's tuning."""
    ways = {way: time for way, time in row.items() if way not in ("rule", "tuned")}
    fastest = min(ways.values())
    untuned = {way: time for way, time in ways.items() if way != "library"}
    rule = row["library untuned" if row["rule"] == "library" else row["rule"]]
    return rule / min(untuned.values()), rule / fastest, row[row["tuned"]] / fastest


def print_table(results):
    print(", ".join(f"{key} {value}" for key, value in results["machine"].items()))
    columns = "rule", "us", "tuned", "us", "untuned", "library"
    print(f"{'':36} {columns[0]:>24} {columns[1]:>8} {columns[2]:>24} {columns[3]:>8} {columns[4]:>8} {columns[5]:>8}"
          "  ratios")
    rows = results["microseconds"]
    for name, row in rows.items():
        rule = row["library untuned" if row["rule"] == "library" else row["rule"]]
        print(f"{name:36} {row['rule']:>24} {rule:8.2f} {row['tuned']:>24} {row[row['tuned']]:8.2f} "
              f"{row['library untuned']:8.2f} {row['library']:8.2f}  "
              + " ".join(f"{ratio:.2f}" for ratio in get_ratios(row)))
    titles = ("rule, over the fastest without tuning", 1.05), ("rule, over the fastest", 1.05), ("tuned", 1.02)
    for (title, limit), ratios in zip(titles, zip(*map(get_ratios, rows.values())), strict=True):
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        within = sum(ratio <= limit for ratio in ratios) / len(ratios)
        print(f"{title}: geometric mean {mean:.3f}, at most {limit}: {within:.1%}, largest {max(ratios):.2f}")


def show(options):
    results = command_line.read_results(options.file, "machine", "microseconds")
    print_table(results)
    if options.plot:
        with pictures.draw(options.plot, 8, 5) as axes:
            rows = results["microseconds"].values()
            fastest = [min(time for time in row.values() if isinstance(time, float)) for row in rows]
            for index, label in ((0, "rule"), (2, "tuned")):
                axes.scatter(fastest, [get_ratios(row)[index] for row in rows], s=9, label=label)
            axes.set_xscale("log")
            axes.set_xlabel("microseconds of the fastest way")
            axes.set_ylabel("what is chosen, over that")
            axes.axhline(1, color="black", linewidth=0.5)
            axes.set_title(results["machine"]["device"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("run")
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("--tools", type=pathlib.Path, default=kernels.HERE.parent / "build" / "release" / "bin",
                         help="the folder of fused-run (build/release/bin)")
    command.add_argument("--json", type=command_line.output, help="write the results here, also while it runs")
    command.add_argument("--only", dest="name", nargs="+", help="beginnings of names of products")
    command.add_argument("--seed", type=int, default=FITTED_SEED,
                         help=f"of random sizes; others than {FITTED_SEED} say how the rule does on new sizes")
    command.add_argument("--updates", action="store_true", help="of weights, behind their gradients")
    command.set_defaults(function=run_cases)
    pictures.add_show_command(commands, show)
    options = parser.parse_args()
    options.function(options)


if __name__ == "__main__":
    command_line.run(main)
