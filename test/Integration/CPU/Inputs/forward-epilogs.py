"""Writes a program with one product for each forward epilog.

forward-epilogs.py TYPE M N K [--dynamic]

`main` takes A of M x K, a bias along N, C of M x N and for each epilog its own
B of K x N, and returns a matrix for each. With --dynamic, M is known only at
run time.
"""

import argparse

parser = argparse.ArgumentParser()
parser.add_argument("type")
parser.add_argument("sizes", type=int, nargs=3)
parser.add_argument("--dynamic", action="store_true")
args = parser.parse_args()

t = args.type
m, n, k = args.sizes
if args.dynamic:
    m = "?"
A, B, V, D = (f"tensor<{m}x{k}x{t}>", f"tensor<{k}x{n}x{t}>",
              f"tensor<{n}x{t}>", f"tensor<{m}x{n}x{t}>")

add_bias = f"    %biased = arith.addf %acc, %bias_in : {t}"
add_c = f"    %summed = arith.addf %biased, %residual : {t}"


def relu(x):
    return f"    %y = arith.maximumf {x}, %zero : {t}"


def gelu(x):
    return f"""    %x2 = arith.mulf {x}, {x} : {t}
    %x3 = arith.mulf %x2, {x} : {t}
    %cubic = arith.mulf %x3, %c1 : {t}
    %inner = arith.addf {x}, %cubic : {t}
    %u = arith.mulf %inner, %c0 : {t}
    %tanh = math.tanh %u : {t}
    %plus = arith.addf %tanh, %one : {t}
    %half_x = arith.mulf {x}, %half : {t}
    %y = arith.mulf %half_x, %plus : {t}"""


# Of each epilog: its lines, and the value that they end in.
epilogs = {
    "relu": ([relu("%acc")], "%y"),
    "bias": ([add_bias], "%biased"),
    "relu_bias": ([add_bias, relu("%biased")], "%y"),
    "gelu": ([gelu("%acc")], "%y"),
    "gelu_bias": ([add_bias, gelu("%biased")], "%y"),
    "bias_c": ([add_bias, add_c], "%summed"),
    "relu_bias_c": ([add_bias, add_c, relu("%summed")], "%y"),
}

weights = ", ".join(f"%b_{name}: {B}" for name in epilogs)
print(f"""#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
func.func @main(%a: {A}, %v: {V}, %c: {D}, {weights})
    -> ({", ".join([D] * len(epilogs))}) {{
  %zero = arith.constant 0.0 : {t}
  %one = arith.constant 1.0 : {t}
  %half = arith.constant 0.5 : {t}
  %c0 = arith.constant 0.79788456080286535588 : {t}
  %c1 = arith.constant 0.044715 : {t}""")
if args.dynamic:
    print(f"""  %dim = arith.constant 0 : index
  %m = tensor.dim %a, %dim : {A}
  %empty = tensor.empty(%m) : {D}""")
else:
    print(f"  %empty = tensor.empty() : {D}")
print(f"  %zeros = linalg.fill ins(%zero : {t}) outs(%empty : {D}) -> {D}")
for name, (lines, result) in epilogs.items():
    body = "\n".join(lines)
    print(f"""  %product_{name} = linalg.matmul ins(%a, %b_{name} : {A}, {B})
      outs(%zeros : {D}) -> {D}
  %{name} = linalg.generic {{indexing_maps = [#ij, #j, #ij, #ij],
      iterator_types = ["parallel", "parallel"]}}
      ins(%product_{name}, %v, %c : {D}, {V}, {D}) outs(%empty : {D}) {{
  ^bb0(%acc: {t}, %bias_in: {t}, %residual: {t}, %out: {t}):
{body}
    linalg.yield {result} : {t}
  }} -> {D}""")
print(f"""  return {", ".join("%" + name for name in epilogs)}
      : {", ".join([D] * len(epilogs))}
}}""")
