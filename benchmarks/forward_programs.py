# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forward layers, a product with a bias and an activation: the cases of benchmarks/forward.py."""

from __future__ import annotations

import dataclasses
import itertools

ROWS = [1, 8, 32, 128, 512, 4096]
#: Outputs and inputs of a layer.
SIZES = [(3072, 768), (1024, 1024), (4096, 1024)]

#: Of each activation, what follows %p in f32, with %y as the result.
ACTIVATIONS = {
    "none": ["%y = arith.addf %p, %zero : f32"],
    "relu": ["%y = arith.maximumf %p, %zero : f32"],
    "gelu": [
        "%c0 = arith.constant 4.471500e-02 : f32",
        "%c1 = arith.constant 0.797884583 : f32",
        "%0 = arith.mulf %p, %p : f32",
        "%1 = arith.mulf %0, %p : f32",
        "%2 = arith.mulf %1, %c0 : f32",
        "%3 = arith.addf %p, %2 : f32",
        "%4 = arith.mulf %3, %c1 : f32",
        "%5 = math.tanh %4 : f32",
        "%6 = arith.addf %5, %one : f32",
        "%7 = arith.mulf %6, %half : f32",
        "%y = arith.mulf %p, %7 : f32",
    ],
    "exact_gelu": [
        "%c0 = arith.constant 0.707106769 : f32",
        "%0 = arith.mulf %p, %c0 : f32",
        "%1 = math.erf %0 : f32",
        "%2 = arith.addf %1, %one : f32",
        "%3 = arith.mulf %2, %half : f32",
        "%y = arith.mulf %p, %3 : f32",
    ],
    "silu": [
        "%0 = arith.negf %p : f32",
        "%1 = math.exp %0 : f32",
        "%2 = arith.addf %1, %one : f32",
        "%y = arith.divf %p, %2 : f32",
    ],
}


@dataclasses.dataclass(frozen=True)
class Case:
    """y = activation(x w + bias), of m x n elements; w is stored as k x n, or as n x k."""

    m: int
    n: int
    k: int
    type: str
    activation: str
    transposed: bool

    @property
    def name(self) -> str:
        layout = "nk" if self.transposed else "kn"
        return f"{self.activation}_{self.m}x{self.n}x{self.k}_{self.type}_{layout}"

    def shapes(self) -> list[tuple[int, ...]]:
        weights = (self.n, self.k) if self.transposed else (self.k, self.n)
        return [(self.m, self.k), weights, (self.n,)]

    def program(self) -> str:
        """The layer in linalg: the product is stored in its type, what follows is computed in f32."""
        x, w, bias = (f"tensor<{'x'.join(map(str, shape))}x{self.type}>" for shape in self.shapes())
        d = f"tensor<{self.m}x{self.n}x{self.type}>"
        weights = "#nk" if self.transposed else "#kn"
        wide = self.type != "f32"
        widen = [f"%{name} = arith.extf %{name}0 : {self.type} to f32" for name in "ab"] if wide else []
        narrow = [f"%z = arith.truncf %y : f32 to {self.type}"] if wide else []
        names = ("%a0", "%b0") if wide else ("%a", "%b")
        body = [*widen, "%p = arith.addf %a, %b : f32", *ACTIVATIONS[self.activation], *narrow]
        lines = "\n    ".join(body)
        return f"""\
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#d = affine_map<(m, n) -> (m, n)>
#v = affine_map<(m, n) -> (n)>
func.func @main(%x: {x}, %w: {w}, %bias: {bias}) -> {d} {{
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 5.000000e-01 : f32
  %one = arith.constant 1.0 : f32
  %start = arith.constant 0.0 : {self.type}
  %e = tensor.empty() : {d}
  %f = linalg.fill ins(%start : {self.type}) outs(%e : {d}) -> {d}
  %product = linalg.matmul indexing_maps = [#mk, {weights}, #mn] ins(%x, %w : {x}, {w}) outs(%f : {d}) -> {d}
  %result = linalg.generic {{indexing_maps = [#d, #v, #d], iterator_types = ["parallel", "parallel"]}}
      ins(%product, %bias : {d}, {bias}) outs(%e : {d}) {{
  ^bb0({names[0]}: {self.type}, {names[1]}: {self.type}, %out: {self.type}):
    {lines}
    linalg.yield {"%z" if wide else "%y"} : {self.type}
  }} -> {d}
  return %result : {d}
}}
"""


def make_cases() -> list[Case]:
    """Every size and number of rows with GELU, and every activation with one size."""
    cases = []
    for type, (n, k), m in itertools.product(["f32", "bf16"], SIZES, ROWS):
        for transposed in (False, True):
            cases.append(Case(m, n, k, type, "gelu", transposed))
        if (n, k) == SIZES[0]:
            cases += [Case(m, n, k, type, name, True) for name in ACTIVATIONS if name != "gelu"]
    return cases
