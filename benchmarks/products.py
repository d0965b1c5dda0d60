#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures products with epilogs: as compiled, and by the library alone.

    benchmarks/products.py compile FOLDER [--build build/release] [NAME...]
    benchmarks/products.py run FOLDER [--json FILE]
    benchmarks/products.py show FILE [--plot PICTURE]

`compile` needs no device, `run` needs neither LLVM nor this build. As compiled,
a rule chooses between a kernel of our own and the library, with its epilog or
another kernel after it (docs/Products.md). Names are beginnings of names.
"""

import concurrent.futures
import json
import math
import os
import random
import shutil

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
""", [a, b, v]


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
""", [a, b, v]


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
""", [a, b, d]


def operands(m, n, k, flags):
    a = matrix(k, m) if "transpose_a" in flags else matrix(m, k)
    b = matrix(n, k) if "transpose_b" in flags else matrix(k, n)
    return a, b, matrix(m, n), matrix(n)


def make_cases():
    """Names, programs and the shapes of their arguments."""
    dice = random.Random(1)
    sizes = list(SIZES)
    while len(sizes) < 100:
        m, n, k = (2 ** dice.uniform(5, 14) for _ in range(3))
        if 2 * m * n * k < 1.2e12:
            # Rows begin at multiples of 16 bytes; half of them are not 128.
            step = dice.choice((8, 64))
            sizes.append((max(1, int(m)), *(max(step, int(x) // step * step) for x in (n, k))))
    flags = ["", "transpose_b", "transpose_a"]
    for index, (m, n, k) in enumerate(sizes):
        for shift, write in enumerate((write_silu, write_gelu, write_gradient)):
            flag = flags[(index + shift) % len(flags)]
            if "transpose_a" in flag and m % 8:
                flag = ""
            text, types = write(m, n, k, flag)
            shapes = [t[len("tensor<"):-len("xbf16>")] for t in types]
            yield f"{write.__name__[6:]}_{m}x{n}x{k}_{flag[-1:] or 'n'}", text, shapes


def compile_cases(options):
    folder = options.folder
    folder.mkdir(parents=True, exist_ok=True)

    def build(case):
        name, text, _ = case
        for side, flag in (("compiled", "true"), ("library", "false")):
            source = folder / f"{name}.{side}.mlir"
            source.write_text(text)
            command = [options.build / "bin" / "fused-run", source, "--target=cuda", f"--chip={options.chip}"]
            output = source.with_suffix(".so")
            kernels.execute([*command, "--cpu=generic", f"--product-kernels={flag}", "-o", output])
            source.unlink()
        return name

    cases = [case for case in make_cases() if not options.name or case[0].startswith(tuple(options.name))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, name in enumerate(pool.map(build, cases), 1):
            print(f"  {done} of {len(cases)}: {name}", flush=True)
    lines = [" ".join([name, *shapes]) for name, _, shapes in cases]
    (folder / "cases.txt").write_text("\n".join(lines) + "\n")
    timer = options.build / "bin" / "fused-device-timer"
    shutil.copy(timer, folder)
    kernels.copy_libraries(timer, folder)


def run_cases(options):
    folder = options.folder.resolve()
    programs = []
    for case in (folder / "cases.txt").read_text().splitlines():
        name, shapes = case.split(" ", 1)
        programs += [(name, side, shapes) for side in ("compiled", "library")]
    lines = "".join(f"{folder}/{name}.{side}.so main {shapes}\n" for name, side, shapes in programs)
    command = ["env", f"LD_LIBRARY_PATH={folder}:/usr/local/cuda/lib64", folder / "fused-device-timer"]
    products = {}
    for (name, side, _), line in zip(programs, kernels.execute(command, input=lines).splitlines(), strict=True):
        products.setdefault(name, {})[side] = round(json.loads(line)["seconds"] * 1e6, 2)
    results = {"machine": kernels.describe_device(), "microseconds": products}
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    print_table(results)


def print_table(results):
    print(", ".join(f"{key} {value}" for key, value in results["machine"].items()))
    print(f"{'':36} compiled  library  ratio")
    ratios = []
    for name, row in results["microseconds"].items():
        ratios.append(row["compiled"] / row["library"])
        print(f"{name:36} {row['compiled']:8.1f} {row['library']:8.1f} {ratios[-1]:6.2f}")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    within = sum(ratio <= 1.05 for ratio in ratios) / len(ratios)
    print(f"geometric mean {mean:.3f}, at most 1.05: {within:.1%}, largest {max(ratios):.2f}")


def show(options):
    results = json.loads(options.file.read_text())
    print_table(results)
    if options.plot:
        with pictures.draw(options.plot, 8, 5) as axes:
            for kind in ("silu", "gelu", "gradient"):
                rows = [row for name, row in results["microseconds"].items() if name.startswith(kind)]
                ratios = [row["compiled"] / row["library"] for row in rows]
                axes.scatter([row["library"] for row in rows], ratios, s=9, label=kind)
            axes.set_xscale("log")
            axes.set_xlabel("microseconds by the library")
            axes.set_ylabel("as compiled, over that")
            axes.axhline(1, color="black", linewidth=0.5)
            axes.set_title(results["machine"]["device"])


if __name__ == "__main__":
    kernels.main(__doc__, compile_cases, run_cases, show)
