#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what cuBLASLt ran on a device with a table of support.

  FUSED_CUDA_SPLIT=never FusedCudaMatrix matrix --relaxed --out=run.json
  benchmarks/cuda_support.py run.json docs/support/cublaslt-13.1-sm_90.json

Prints each product that the table and the run do not agree on, and fails if
there is one. With --table, prints the products of the run in the form of a
table instead.
"""
import argparse
import json
import pathlib

import command_line

# The table speaks of column-major products: D' = op(B)' op(A)'.
EPILOG_NAMES = {"bgrada": "bgradb", "bgradb": "bgrada"}


def swap(transposes):
    return transposes[1] + transposes[0]


def read_run(path):
    """{(a, d, compute): {epilog: {transposes: refused variations}}}"""
    run = command_line.read_results(path, "device", "date", "cublaslt_version", "matrix")
    if "cells" not in run["matrix"]:
        command_line.fail(f"{path} has no cells: FusedCudaMatrix writes them")
    products = {}
    for cell in run["matrix"]["cells"]:
        # The tables know neither scales nor factors of two types.
        if "times mask" in cell["epilog"] or any(
                mark in cell["types"] for mark in ("scaled", " x ")):
            continue
        a, d = cell["types"].split("->")
        compute = {"tf32": "tf32", "f64": "f64", "i8": "i32"}.get(a, "f32")
        key = ("f32" if a == "tf32" else a, d, compute)
        epilog = EPILOG_NAMES.get(cell["epilog"], cell["epilog"])
        products.setdefault(key, {}).setdefault(epilog, {})[
            swap(cell["transposes"])] = set(cell["refused"])
    return run, products


def is_expected(table, row, epilog, transposes):
    if row is None:
        return False
    if row["epilogs"] != "all" and epilog not in row["epilogs"]:
        return False
    if transposes not in row.get("transposes", [transposes]):
        return False
    return transposes in table["epilog_transposes"].get(epilog, [transposes])


def compare(products, table):
    rows = {(row["a"], row["d"], row["compute"]): row
            for row in table["products"] if row["a"] == row["b"]}
    checked, different = 0, 0
    for key, epilogs in products.items():
        for epilog, cells in epilogs.items():
            for transposes, refused in sorted(cells.items()):
                runs = "aligned" not in refused
                checked += 1
                if runs == is_expected(table, rows.get(key), epilog,
                                       transposes):
                    continue
                different += 1
                print(f"{key[0]} -> {key[1]} ({key[2]}) {epilog} "
                      f"{transposes}: {'runs' if runs else 'is refused'}")
    unmeasured = sorted(set(rows) - set(products))
    print(f"{checked} cells, {different} differ; not run: {unmeasured}")
    return different


def make_rows(products):
    for (a, d, compute), epilogs in products.items():
        running = {epilog: sorted(t for t, refused in cells.items()
                                  if "aligned" not in refused)
                   for epilog, cells in epilogs.items()}
        names = [epilog for epilog in epilogs if running[epilog]]
        if not names:
            continue
        row = {"a": a, "b": a, "d": d, "compute": compute,
               "epilogs": "all" if len(names) == 16 else names}
        transposes = sorted({t for name in names for t in running[name]})
        if len(transposes) < 4:
            row["transposes"] = transposes
        refused = [refused for name in names
                   for t, refused in epilogs[name].items()
                   if t in running[name]]
        row["odd"] = not any("odd" in r for r in refused)
        row["batch"] = not any("batch" in r for r in refused)
        yield row


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("support", type=pathlib.Path, nargs="?")
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    run, products = read_run(arguments.run)
    if arguments.table or not arguments.support:
        print(json.dumps({"device": run["device"], "date": run["date"],
                          "version": run["cublaslt_version"],
                          "products": list(make_rows(products))}, indent=1))
        return 0
    table = command_line.read_results(arguments.support, "products", "epilog_transposes")
    return 1 if compare(products, table) else 0


if __name__ == "__main__":
    command_line.run(main)
