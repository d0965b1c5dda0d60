#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs that pack and unpack masks with fused-run, and compares with
plain Python.

For each shape, static and dynamic: packing of random booleans; unpacking of
random bytes, whose padding bits are set, too; packing of what was unpacked; a
forward function whose mask goes to a backward one in a file, packed and as
booleans; a mask that the program itself makes of `x > 0`. All numbers are small
integers, so that products are exact. Dynamic programs are verified, too.

usage: masks.py <folder for files>
"""

import random
import struct
import subprocess
import sys

# batch (0: none), M, N, K
SHAPES = [
    (0, 5, 131, 7),
    (0, 1, 1, 1),
    (3, 5, 131, 2),
    (2, 7, 128, 3),
    (0, 3, 8, 5),
    (0, 301, 1027, 3),
]

FORMATS = {"f32": ("<f4", "f"), "i8": ("|i1", "b"), "i1": ("|b1", "?")}

PROGRAM = """
#id = affine_map<({ids}) -> ({ids})>
func.func @pack(%b: {bits}) -> {mask} {{
  {sizes_b}
  %0 = tensor.empty({width}) : {mask}
  %m = fused.pack_mask ins(%b : {bits}) outs(%0 : {mask}) -> {mask}
  return %m : {mask}
}}
func.func @unpack(%m: {mask}, %x: {mn}) -> {bits} {{
  {sizes_x}
  %0 = tensor.empty({mn_sizes}) : {bits}
  %b = fused.unpack_mask ins(%m : {mask}) outs(%0 : {bits}) -> {bits}
  return %b : {bits}
}}
func.func @repack(%m: {mask}, %x: {mn}) -> {mask} {{
  {sizes_x}
  %0 = tensor.empty({mn_sizes}) : {bits}
  %b = fused.unpack_mask ins(%m : {mask}) outs(%0 : {bits}) -> {bits}
  %1 = tensor.empty({width}) : {mask}
  %r = fused.pack_mask ins(%b : {bits}) outs(%1 : {mask}) -> {mask}
  return %r : {mask}
}}
func.func @forward(%a: {mk}, %w: {kn}, %x: {mn}) -> ({mn}, {mask}) {{
  {sizes_x}
  %0 = tensor.empty({mn_sizes}) : {mn}
  %1 = tensor.empty({width}) : {mask}
  %d, %m = fused.matmul epilog(relu_aux) ins(%a, %w : {mk}, {kn})
      outs(%0, %1 : {mn}, {mask}) -> {mn}, {mask}
  return %d, %m : {mn}, {mask}
}}
func.func @forward_bits(%a: {mk}, %w: {kn}, %x: {mn}) -> {bits} {{
  {sizes_x}
  %0 = tensor.empty({mn_sizes}) : {mn}
  %1 = tensor.empty({width}) : {mask}
  %d, %m = fused.matmul epilog(relu_aux) ins(%a, %w : {mk}, {kn})
      outs(%0, %1 : {mn}, {mask}) -> {mn}, {mask}
  %2 = tensor.empty({mn_sizes}) : {bits}
  %b = fused.unpack_mask ins(%m : {mask}) outs(%2 : {bits}) -> {bits}
  return %b : {bits}
}}
func.func @backward(%a: {mk}, %w: {kn}, %m: {mask}, %x: {mn}) -> {mn} {{
  {sizes_x}
  %0 = tensor.empty({mn_sizes}) : {mn}
  %d = fused.matmul epilog(drelu) ins(%a, %w : {mk}, {kn}) aux(%m : {mask})
      outs(%0 : {mn}) -> {mn}
  return %d : {mn}
}}
func.func @backward_bits(%a: {mk}, %w: {kn}, %b: {bits}) -> {mn} {{
  {sizes_b}
  %0 = tensor.empty({width}) : {mask}
  %m = fused.pack_mask ins(%b : {bits}) outs(%0 : {mask}) -> {mask}
  %1 = tensor.empty({mn_sizes}) : {mn}
  %d = fused.matmul epilog(drelu) ins(%a, %w : {mk}, {kn}) aux(%m : {mask})
      outs(%1 : {mn}) -> {mn}
  return %d : {mn}
}}
func.func @backward_sign(%a: {mk}, %w: {kn}, %x: {mn}) -> {mn} {{
  {sizes_x}
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty({mn_sizes}) : {bits}
  %b = linalg.generic {{indexing_maps = [#id, #id],
                       iterator_types = [{iterators}]}}
      ins(%x : {mn}) outs(%0 : {bits}) {{
  ^bb0(%in: f32, %out: i1):
    %2 = arith.cmpf ogt, %in, %zero : f32
    linalg.yield %2 : i1
  }} -> {bits}
  %1 = tensor.empty({width}) : {mask}
  %m = fused.pack_mask ins(%b : {bits}) outs(%1 : {mask}) -> {mask}
  %2 = tensor.empty({mn_sizes}) : {mn}
  %d = fused.matmul epilog(drelu) ins(%a, %w : {mk}, {kn}) aux(%m : {mask})
      outs(%2 : {mn}) -> {mn}
  return %d : {mn}
}}
"""


def row_bytes(n):
    return (n + 127) // 128 * 16


def write_program(path, shape, dynamic):
    batch, m, n, k = shape
    rank = 3 if batch else 2

    def tensor(rows, columns, element):
        sizes = ([batch] if batch else []) + [rows, columns]
        text = "x".join("?" if dynamic else str(size) for size in sizes)
        return f"tensor<{text}x{element}>"

    names = ["%batch", "%rows", "%columns"][3 - rank :]

    def sizes(of, kind):
        if not dynamic:
            return ""
        lines = []
        for position, name in enumerate(names):
            lines.append(f"%c{position} = arith.constant {position} : index")
            lines.append(f"{name} = tensor.dim {of}, %c{position} : {kind}")
        lines.append("%bytes = affine.apply affine_map<(d0) -> "
                     "(d0 ceildiv 128 * 16)>(%columns)")
        return "\n  ".join(lines)

    bits, mn = tensor(m, n, "i1"), tensor(m, n, "f32")
    with open(path, "w") as file:
        file.write(PROGRAM.format(
            bits=bits, mn=mn, mask=tensor(m, row_bytes(n), "i8"),
            mk=tensor(m, k, "f32"), kn=tensor(k, n, "f32"),
            sizes_b=sizes("%b", bits), sizes_x=sizes("%x", mn),
            mn_sizes=", ".join(names) if dynamic else "",
            width=", ".join(names[:-1] + ["%bytes"]) if dynamic else "",
            ids=", ".join(f"d{i}" for i in range(rank)),
            iterators=", ".join(['"parallel"'] * rank)))


def write_npy(path, element, sizes, values):
    descr, code = FORMATS[element]
    shape = "(" + ", ".join(map(str, sizes)) + ")"
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        file.write(header.encode())
        file.write(struct.pack(f"<{len(values)}{code}", *values))


def read_npy(path, element):
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack("<H", data[8:10])
    body = data[10 + length :]
    code = FORMATS[element][1]
    return list(struct.unpack(f"<{len(body) // struct.calcsize(code)}{code}", body))


def pack(bits, rows, n):
    mask = []
    for row in range(rows):
        packed = [0] * row_bytes(n)
        for column in range(n):
            if bits[row * n + column]:
                packed[column // 8] |= 1 << column % 8
        mask += [byte - 256 if byte > 127 else byte for byte in packed]
    return mask


def unpack(mask, rows, n):
    width = row_bytes(n)
    return [bool(mask[row * width + column // 8] >> column % 8 & 1)
            for row in range(rows) for column in range(n)]


def multiply(a, w, shape):
    batch, m, n, k = shape
    result = []
    for b in range(max(batch, 1)):
        for i in range(m):
            row = a[(b * m + i) * k : (b * m + i + 1) * k]
            result += [float(sum(x * w[(b * k + l) * n + j]
                                 for l, x in enumerate(row))) for j in range(n)]
    return result


class Case:
    def __init__(self, folder, shape, dynamic, rng):
        self.folder, self.shape = folder, shape
        batch, self.m, self.n, self.k = shape
        self.lead = [batch] if batch else []
        self.rows = max(batch, 1) * self.m
        self.name = f"{shape}{' dynamic' if dynamic else ''}"
        self.compared = self.wrong = 0
        self.rng, self.dynamic = rng, dynamic

    def put(self, name, element, rows, columns, values):
        path = f"{self.folder}/{name}.npy"
        write_npy(path, element, self.lead + [rows, columns], values)
        return path

    def integers(self, count):
        return [float(self.rng.randint(-3, 3)) for _ in range(count)]

    def run(self, entry, inputs, outputs):
        """Runs a function; returns its results of these types."""
        command = ["fused-run", f"{self.folder}/program.mlir", f"--entry={entry}"]
        command += ["--verify"] if self.dynamic else []
        command += [f"--input={i}={path}" for i, path in enumerate(inputs)]
        paths = [f"{self.folder}/{entry}.{i}.npy" for i in range(len(outputs))]
        command += [f"--output={i}={path}" for i, path in enumerate(paths)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode or "FAIL" in done.stdout:
            sys.exit(f"{self.name} {entry}: {done.stdout}{done.stderr}")
        return paths, [read_npy(*pair) for pair in zip(paths, outputs)]

    def expect(self, entry, actual, expected):
        wrong = sum(x != y for x, y in zip(actual, expected))
        wrong += abs(len(actual) - len(expected))
        self.compared += len(expected)
        self.wrong += wrong
        if wrong:
            print(f"{self.name} {entry}: {wrong} of {len(expected)} differ")

    def run_all(self):
        rows, m, n, k = self.rows, self.m, self.n, self.k
        rng = self.rng
        write_program(f"{self.folder}/program.mlir", self.shape, self.dynamic)
        bits = [rng.random() < 0.5 for _ in range(rows * n)]
        mask = [rng.randint(-128, 127) for _ in range(rows * row_bytes(n))]
        x = self.integers(rows * n)
        a = self.integers(rows * k)
        w = self.integers(max(self.shape[0], 1) * k * n)
        bits_file = self.put("bits", "i1", m, n, bits)
        mask_file = self.put("mask", "i8", m, row_bytes(n), mask)
        x_file = self.put("x", "f32", m, n, x)
        a_file = self.put("a", "f32", m, k, a)
        w_file = self.put("w", "f32", k, n, w)
        product = multiply(a, w, self.shape)

        _, (packed,) = self.run("pack", [bits_file], ["i8"])
        self.expect("pack", packed, pack(bits, rows, n))
        _, (unpacked,) = self.run("unpack", [mask_file, x_file], ["i1"])
        self.expect("unpack", unpacked, unpack(mask, rows, n))
        _, (repacked,) = self.run("repack", [mask_file, x_file], ["i8"])
        self.expect("repack", repacked, pack(unpack(mask, rows, n), rows, n))

        sign = [value >= 0 for value in product]
        paths, (d, saved) = self.run("forward", [a_file, w_file, x_file],
                                     ["f32", "i8"])
        self.expect("forward", d, [max(value, 0.0) for value in product])
        self.expect("forward", saved, pack(sign, rows, n))
        gradient = [value if bit else 0.0 for value, bit in zip(product, sign)]
        _, (d,) = self.run("backward", [a_file, w_file, paths[1], x_file],
                           ["f32"])
        self.expect("backward", d, gradient)
        paths, (saved,) = self.run("forward_bits", [a_file, w_file, x_file],
                                   ["i1"])
        self.expect("forward_bits", saved, sign)
        _, (d,) = self.run("backward_bits", [a_file, w_file, paths[0]], ["f32"])
        self.expect("backward_bits", d, gradient)
        _, (d,) = self.run("backward_sign", [a_file, w_file, x_file], ["f32"])
        self.expect("backward_sign", d, [value if y > 0 else 0.0
                                         for value, y in zip(product, x)])


def main():
    rng = random.Random(1)
    cases = [Case(sys.argv[1], shape, dynamic, rng)
             for shape in SHAPES for dynamic in (False, True)]
    for case in cases:
        case.run_all()
    print(f"{len(cases)} cases, {sum(case.compared for case in cases)} values, "
          f"{sum(case.wrong for case in cases)} wrong")


main()
