# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generates the programs that the benchmarks compile."""

# The tanh form of GELU, one operation at a time: (result, operands, operation),
# where p is the pre-activation.
GELU = [
    ("q", ("p", "p"), "arith.mulf %x, %y"),
    ("r", ("q", "p"), "arith.mulf %x, %y"),
    ("s", ("r",), "arith.mulf %cubic, %x"),
    ("t", ("p", "s"), "arith.addf %x, %y"),
    ("u", ("t",), "arith.mulf %scale, %x"),
    ("v", ("u",), "math.tanh %x"),
    ("w", ("v",), "arith.addf %one, %x"),
    ("y", ("w",), "arith.mulf %half, %x"),
    ("z", ("p", "y"), "arith.mulf %x, %y"),
]

HEADER = """\
#mn = affine_map<(d0, d1) -> (d0, d1)>
#n = affine_map<(d0, d1) -> (d1)>
func.func @main(%a: {A}, %b: {B}, %bias: {V}) -> {D} {{
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 5.000000e-01 : f32
  %one = arith.constant 1.0 : f32
  %cubic = arith.constant 4.471500e-02 : f32
  %scale = arith.constant 0.797884583 : f32
  %e = tensor.empty() : {D}
  %f = linalg.fill ins(%zero : f32) outs(%e : {D}) -> {D}
"""


def elementwise(result, operands, types, maps, operation, d):
    """One linalg.generic over a matrix; %x and %y are its inputs."""
    names = ["%x", "%y"][: len(operands)]
    arguments = ", ".join(f"{name}: f32" for name in names)
    return (
        f"  %{result} = linalg.generic {{indexing_maps = [{', '.join(maps)}, #mn],"
        f' iterator_types = ["parallel", "parallel"]}}'
        f" ins({', '.join('%' + o for o in operands)} : {', '.join(types)})"
        f" outs(%e : {d}) {{\n"
        f"  ^bb0({arguments}, %out: f32):\n"
        f"    %0 = {operation} : f32\n"
        f"    linalg.yield %0 : f32\n"
        f"  }} -> {d}\n"
    )


def gelu_chains(m, n, k, chains=1):
    """`chains` dense layers with a bias and GELU, each fed by the one before
    (which takes n equal to k), as a front end writes them."""
    if chains > 1 and n != k:
        raise ValueError("a chain of layers needs n equal to k")
    d, v = f"tensor<{m}x{n}xf32>", f"tensor<{n}xf32>"
    a, b = f"tensor<{m}x{k}xf32>", f"tensor<{k}x{n}xf32>"
    text = [HEADER.format(A=a, B=b, V=v, D=d)]
    previous = "a"
    for i in range(chains):
        text.append(
            f"  %m{i} = linalg.matmul ins(%{previous}, %b : {a}, {b})"
            f" outs(%f : {d}) -> {d}\n"
        )
        text.append(
            elementwise(
                f"p{i}", (f"m{i}", "bias"), (d, v), ("#mn", "#n"),
                "arith.addf %x, %y", d,
            )
        )
        for result, operands, operation in GELU:
            text.append(
                elementwise(
                    f"{result}{i}", [f"{o}{i}" for o in operands],
                    [d] * len(operands), ["#mn"] * len(operands), operation, d,
                )
            )
        previous = f"z{i}"
    text.append(f"  return %{previous} : {d}\n}}\n")
    return "".join(text)
