#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every epilog through fused-decompose and upstream's lowering, and compares
the results with plain Python.

Writes one module with a function for each epilog over constant operands, has
mlir-runner execute it, and reads what it prints. The operands are random, of odd
sizes, and hold NaN and infinities. The passes that are given run before.

usage: decompose_semantics.py <folder of MLIR's libraries> [pass...]
"""

import itertools
import math
import random
import re
import struct
import subprocess
import sys

# name and flag: activation, has bias, aux, bias gradient; written down again here, not
# read from the compiler's table.
EPILOGS = {
    "default": ("none", False, None, None),
    "relu": ("relu", False, None, None),
    "relu_aux": ("relu", False, "store_mask", None),
    "bias": ("none", True, None, None),
    "relu_bias": ("relu", True, None, None),
    "relu_aux_bias": ("relu", True, "store_mask", None),
    "drelu": ("drelu", False, "load_mask", None),
    "drelu_bgrad": ("drelu", False, "load_mask", "d"),
    "drelu multiply_mask": ("drelu_product", False, "load_mask", None),
    "drelu_bgrad multiply_mask": ("drelu_product", False, "load_mask", "d"),
    "gelu": ("gelu", False, None, None),
    "gelu_aux": ("gelu", False, "store_x", None),
    "gelu_bias": ("gelu", True, None, None),
    "gelu_aux_bias": ("gelu", True, "store_x", None),
    "dgelu": ("dgelu", False, "load_x", None),
    "dgelu_bgrad": ("dgelu", False, "load_x", "d"),
    "bgrada": ("none", False, None, "a"),
    "bgradb": ("none", False, None, "b"),
}

# batch (0: none), M, N, K, transpose_a, transpose_b, A batched, B batched
SHAPES = [
    (0, 3, 5, 4, False, False, False, False),
    (0, 1, 130, 3, True, False, False, False),
    (0, 5, 1, 2, False, True, False, False),
    (2, 3, 9, 1, True, True, True, True),
    (3, 2, 7, 5, False, True, True, False),
    (2, 4, 8, 3, False, False, False, True),
]

LOWER = [
    "--fused-decompose",
    "--one-shot-bufferize=bufferize-function-boundaries",
    "--convert-linalg-to-loops",
    "--lower-affine",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-math-to-libm",
    "--arith-expand",
    "--convert-to-llvm",
    "--reconcile-unrealized-casts",
]


def round_f32(x):
    return struct.unpack("f", struct.pack("f", x))[0] if math.isfinite(x) else x


def gelu(x):
    if math.isinf(x):
        return x if x > 0 else math.nan
    return 0.5 * x * (1 + math.tanh(0.7978845608028654 * (x + 0.044715 * x**3)))


def gelu_gradient(x):
    """The derivative of gelu by a central difference, in a high order."""
    if not math.isfinite(x):
        return math.nan
    h = 1e-3
    return (8 * (gelu(x + h) - gelu(x - h)) - (gelu(x + 2 * h) - gelu(x - 2 * h))) / (
        12 * h
    )


class Array:
    """Numbers by index, in row-major order."""

    def __init__(self, shape, values):
        self.shape, self.values = tuple(shape), list(values)

    @staticmethod
    def random(shape, generate):
        return Array(shape, [generate() for _ in range(math.prod(shape))])

    def __getitem__(self, index):
        offset = 0
        for position, size in zip(index, self.shape):
            offset = offset * size + position
        return self.values[offset]

    def type(self, element):
        return "tensor<" + "x".join(map(str, self.shape)) + f"x{element}>"

    def literal(self, element):
        if element.startswith("i"):
            numbers = [str(v) for v in self.values]
        elif element == "f32":
            numbers = ["0x%08X" % struct.unpack("I", struct.pack("f", v)) for v in self.values]
        else:
            numbers = ["0x%016X" % struct.unpack("Q", struct.pack("d", v)) for v in self.values]

        def nest(first, shape):
            if not shape:
                return numbers[first]
            step = math.prod(shape[1:])
            return "[" + ", ".join(nest(first + i * step, shape[1:]) for i in range(shape[0])) + "]"

        return f"dense<{nest(0, self.shape)}> : {self.type(element)}"


class Case:
    def __init__(self, number, epilog, shape, element, generator):
        self.number, self.epilog, self.shape, self.element = number, epilog, shape, element
        activation, has_bias, aux, gradient = EPILOGS[epilog]
        batch, m, n, k, ta, tb, batched_a, batched_b = shape
        scale = generator.choice([1.0, 0.5, -2.0])
        lead = [batch] if batch else []

        def number_of(special):
            if special and generator.random() < 0.04:
                return generator.choice([math.nan, math.inf, -math.inf, 0.0, -0.0])
            return round_f32(generator.uniform(-3, 3))

        def array(dims, special=False):
            return Array.random(dims, lambda: number_of(special))

        self.alpha, self.beta = scale, generator.choice([1.0, 3.0])
        self.a = array((lead if batched_a else []) + ([k, m] if ta else [m, k]))
        self.b = array((lead if batched_b else []) + ([n, k] if tb else [k, n]))
        self.c = array(lead + [m, n], True) if generator.random() < 0.5 else None
        bias_lead = lead if generator.random() < 0.5 else []
        self.bias = array(bias_lead + [n], True) if has_bias else None
        self.mask_columns = (n + 127) // 128 * 16
        self.aux = None
        if aux == "load_mask":
            self.aux = Array.random(
                lead + [m, self.mask_columns], lambda: generator.randrange(-128, 128)
            )
        elif aux == "load_x":
            self.aux = array(lead + [m, n])
        if m > 1:
            self.make_zeros()

    def make_zeros(self):
        """Lets the first two pre-activations be zero, of either sign."""
        _, m, _, k, ta, _, _, _ = self.shape
        for column in range(k):
            self.a.values[column * m if ta else column] = 0.0
        for operand in (self.c, self.bias):
            if operand:
                operand.values[:2] = [0.0, -0.0][: len(operand.values)]

    def expected(self):
        """The results: D and, if there is one, the second."""
        activation, has_bias, aux, gradient = EPILOGS[self.epilog]
        batch, m, n, k, ta, tb, batched_a, batched_b = self.shape
        lead = [batch] if batch else []

        def a(q, i, l):
            return self.a[(*((q,) if batched_a else ()), *((l, i) if ta else (i, l)))]

        def b(q, l, j):
            return self.b[(*((q,) if batched_b else ()), *((j, l) if tb else (l, j)))]

        d, x_saved = [], []
        for q, i, j in itertools.product(range(batch or 1), range(m), range(n)):
            at = (q, i, j) if batch else (i, j)
            x = self.alpha * sum(a(q, i, l) * b(q, l, j) for l in range(k))
            if self.c:
                x += self.beta * self.c[at]
            if self.bias:
                x += self.bias[(q, j) if len(self.bias.shape) == 2 else (j,)]
            x_saved.append(x)
            if activation == "relu":
                d.append(x if x > 0 or x != x else 0.0)
            elif activation == "gelu":
                d.append(gelu(x))
            elif activation in ("drelu", "drelu_product"):
                bit = self.aux[(*at[:-1], j // 8)] >> (j % 8) & 1
                d.append(x * bit if bit or activation == "drelu_product" else 0.0)
            elif activation == "dgelu":
                d.append(x * gelu_gradient(self.aux[at]))
            else:
                d.append(x)
        results = [Array(lead + [m, n], d)]
        saved = Array(lead + [m, n], x_saved)
        if aux == "store_x":
            results.append(saved)
        elif aux == "store_mask":
            mask = []
            for q, i, byte in itertools.product(
                range(batch or 1), range(m), range(self.mask_columns)
            ):
                bits = 0
                for j in range(8 * byte, min(8 * byte + 8, n)):
                    x = saved[(q, i, j) if batch else (i, j)]
                    bits |= (not x < 0) << (j % 8)
                mask.append(bits)
            results.append(Array(lead + [m, self.mask_columns], mask))
        batches = range(batch or 1)
        if gradient == "d":
            total = [
                sum(results[0][(q, i, j) if batch else (i, j)] for i in range(m))
                for q in batches
                for j in range(n)
            ]
            results.append(Array(lead + [n], total))
        elif gradient == "a":
            total = [sum(a(q, i, l) for l in range(k)) for q in batches for i in range(m)]
            results.append(Array(lead + [m], total))
        elif gradient == "b":
            total = [sum(b(q, l, j) for l in range(k)) for q in batches for j in range(n)]
            results.append(Array(lead + [n], total))
        return results

    def ir(self):
        """A function that computes the results and prints them."""
        element, results = self.element, self.expected()
        _, _, aux, _ = EPILOGS[self.epilog]
        result_elements = [element] * len(results)
        if aux == "store_mask":
            result_elements[1] = "i8"
        aux_element = "i8" if aux == "load_mask" else element
        operands = {
            name: (value, kind)
            for name, value, kind in (
                ("a", self.a, element),
                ("b", self.b, element),
                ("c", self.c, element),
                ("bias", self.bias, element),
                ("aux", self.aux, aux_element),
            )
            if value
        }
        lines = [f"func.func @case{self.number}() {{"]
        for name, (value, kind) in operands.items():
            lines.append(f"  %{name} = arith.constant {value.literal(kind)}")
        types = [r.type(e) for r, e in zip(results, result_elements)]
        for i, type_ in enumerate(types):
            lines.append(f"  %e{i} = tensor.empty() : {type_}")
        _, _, _, _, ta, tb, _, _ = self.shape
        beta = f" beta({self.beta})" if self.c else ""
        epilog, *flags = self.epilog.split()
        flags = ["transpose_a"] * ta + ["transpose_b"] * tb + flags
        flags = " ".join(flags + [f"alpha({self.alpha})"]) + beta
        text = f"fused.matmul epilog({epilog}) {flags}"
        text += f" ins(%a, %b : {self.a.type(element)}, {self.b.type(element)})"
        for name in ("c", "bias", "aux"):
            if name in operands:
                value, kind = operands[name]
                text += f" {name}(%{name} : {value.type(kind)})"
        outs = ", ".join(f"%e{i}" for i in range(len(types)))
        text += f" outs({outs} : {', '.join(types)}) -> {', '.join(types)}"
        lines.append(f"  %r:{len(types)} = {text}")
        for i, (result, kind) in enumerate(zip(results, result_elements)):
            shape, source = result.shape, f"%r#{i}"
            if kind == "i8":
                kind, source = "i32", f"%w{i}"
                wide = result.type("i32")
                maps = f"affine_map<({', '.join(f'd{j}' for j in range(len(shape)))}) -> ({', '.join(f'd{j}' for j in range(len(shape)))})>"
                iterators = ", ".join(['"parallel"'] * len(shape))
                lines.append(f"  %we{i} = tensor.empty() : {wide}")
                lines.append(
                    f"  %w{i} = linalg.generic {{indexing_maps = [{maps}, {maps}], "
                    f"iterator_types = [{iterators}]}} ins(%r#{i} : {types[i]}) "
                    f"outs(%we{i} : {wide}) {{\n  ^bb0(%in: i8, %out: i32):\n"
                    f"    %x = arith.extui %in : i8 to i32\n    linalg.yield %x : i32\n"
                    f"  }} -> {wide}"
                )
            unranked = f"tensor<*x{kind}>"
            lines.append(f"  %u{i} = tensor.cast {source} : {result.type(kind)} to {unranked}")
            lines.append(f"  func.call @printMemref{kind.upper()}(%u{i}) : ({unranked}) -> ()")
        return "\n".join(lines + ["  return", "}"])


def run(cases, libraries, passes):
    module = [c.ir() for c in cases]
    for kind in ("f32", "f64", "i32"):
        module.append(
            f"func.func private @printMemref{kind.upper()}(tensor<*x{kind}>) "
            "attributes {llvm.emit_c_interface}"
        )
    calls = "".join(f"  func.call @case{c.number}() : () -> ()\n" for c in cases)
    module.append(f"func.func @main() {{\n{calls}  return\n}}")
    lowered = subprocess.run(
        ["fused-opt", *passes, *LOWER], input="\n".join(module), capture_output=True, text=True
    )
    if lowered.returncode:
        sys.exit(lowered.stderr[:4000])
    shared = [
        f"--shared-libs={libraries}/lib{name}.so"
        for name in ("mlir_runner_utils", "mlir_c_runner_utils")
    ]
    executed = subprocess.run(
        ["mlir-runner", "-e", "main", "--entry-point-result=void", *shared],
        input=lowered.stdout,
        capture_output=True,
        text=True,
    )
    if executed.returncode:
        sys.exit(executed.stderr[:4000])
    blocks = re.split(r"Unranked Memref [^\n]*data =", executed.stdout)[1:]
    return [[float(x) for x in re.findall(r"-?(?:nan|inf|[\d.]+(?:e[+-]?\d+)?)", b)] for b in blocks]


def agree(actual, expected, magnitude):
    if math.isnan(expected) or math.isnan(actual):
        return math.isnan(expected) and math.isnan(actual)
    if math.isinf(expected) or math.isinf(actual):
        return expected == actual
    # mlir-runner prints six digits.
    return abs(actual - expected) <= 2e-5 * max(magnitude, abs(expected))


def main():
    libraries, *passes = sys.argv[1:]
    generator = random.Random(1)
    numbers = itertools.count()
    cases = [
        Case(next(numbers), epilog, shape, element, generator)
        for element in ("f32", "f64")
        for epilog in EPILOGS
        for shape in SHAPES
    ]
    printed = iter(run(cases, libraries, passes))
    failures = compared = 0
    for case in cases:
        for which, expected in enumerate(case.expected()):
            actual = next(printed)
            assert len(actual) == len(expected.values), (case.epilog, case.shape)
            for position, pair in enumerate(zip(actual, expected.values)):
                compared += 1
                if not agree(*pair, magnitude=16.0):
                    failures += 1
                    print(f"{case.epilog} {case.element} {case.shape} result {which} [{position}]: "
                          f"{pair[0]} instead of {pair[1]}")
    assert next(printed, None) is None
    print(f"{len(cases)} cases, {compared} numbers compared, {failures} wrong")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
