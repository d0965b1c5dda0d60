# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs without products for the benchmark of kernels, in linalg as a front
end writes them: one operation at a time."""

from linalg_functions import LOWEST, Function, narrow, spell, wide, widen


def chain(name, rows, columns, element):
    """max(x + bias, 0) + residual."""
    f = Function(
        name, rows, columns,
        [("x", "ij", element), ("b", "j", element), ("residual", "ij", element)],
    )
    zero = f.constant("0.0", element)
    sum = f.map(["x", "b"], f"%r = arith.addf {{0}}, {{1}} : {element}", element)
    relu = f.map([sum], f"%r = arith.maximumf {{0}}, %{zero} : {element}", element)
    return f.print(
        f.map([relu, "residual"], f"%r = arith.addf {{0}}, {{1}} : {element}", element)
    )


def sum_over(axes):
    """The sum of a matrix to `axes`."""

    def program(name, rows, columns, element):
        f = Function(name, rows, columns, [("x", "ij", element)])
        return f.print(f.reduce("x", "arith.addf", "0.0", element, axes))

    return program


def transpose(name, rows, columns, element):
    f = Function(name, rows, columns, [("x", "ij", element)])
    init = f.empty("ji", element)
    body = f"%r = arith.addf {{0}}, {{0}} : {element}"
    f.generic(["x"], ["ij", "ji"], init, "ji", element, ["parallel"] * 2, body)
    return f.print(f"v{f.number}")


def transpose_of(permutation):
    """The transposition of an array of more dimensions."""

    def program(name, shape, element):
        result = [shape[dim] for dim in permutation]
        return (
            f"func.func @{name}(%x: {spell(shape, element)}) -> {spell(result, element)} {{\n"
            f"  %empty = tensor.empty() : {spell(result, element)}\n"
            f"  %y = linalg.transpose ins(%x : {spell(shape, element)})"
            f" outs(%empty : {spell(result, element)}) permutation = {list(permutation)}\n"
            f"  return %y : {spell(result, element)}\n}}\n"
        )

    return program


def column_chain(name, rows, columns, element):
    """x > s ? x * s : b, with a number s for each row and b for each column."""
    f = Function(
        name, rows, columns, [("x", "ij", element), ("s", "i", element), ("b", "j", element)]
    )
    product = f.map(["x", "s"], f"%r = arith.mulf {{0}}, {{1}} : {element}", element)
    body = f"%c = arith.cmpf ogt, {{0}}, {{1}} : {element}; %r = arith.select %c, {{2}}, {{3}} : {element}"
    return f.print(f.map(["x", "s", product, "b"], body, element))


def product_sum(name, rows, columns, element):
    """The sum over columns of x * y, as the gradient of a scale."""
    f = Function(name, rows, columns, [("x", "ij", element), ("y", "ij", element)])
    product = f.map(["x", "y"], f"%r = arith.mulf {{0}}, {{1}} : {element}", element)
    return f.print(f.reduce(product, "arith.addf", "0.0", element, "j"))


def pad(name, rows, columns, element):
    """Rows with one more element, so that all begin where memory is aligned."""
    matrix, wide = spell((rows, columns), element), spell((rows, columns + 1), element)
    return (
        f"func.func @{name}(%x: {matrix}) -> {wide} {{\n"
        f"  %zero = arith.constant 0.0 : {element}\n"
        f"  %r = tensor.pad %x low[0, 0] high[0, 1] {{\n"
        f"  ^bb0(%i: index, %j: index):\n    tensor.yield %zero : {element}\n"
        f"  }} : {matrix} to {wide}\n"
        f"  return %r : {wide}\n}}\n"
    )


def crop(name, rows, columns, element):
    """All but the last element of each row."""
    matrix, wide = spell((rows, columns), element), spell((rows, columns + 1), element)
    return (
        f"func.func @{name}(%x: {wide}) -> {matrix} {{\n"
        f"  %r = tensor.extract_slice %x[0, 0] [{rows}, {columns}] [1, 1] : {wide} to {matrix}\n"
        f"  return %r : {matrix}\n}}\n"
    )


def softmax(name, rows, columns, element):
    """exp(x - max) / sum, as JAX writes it, with the guard for rows of -inf."""
    f = Function(name, rows, columns, [("x", "ij", element)])
    largest = f.reduce("x", "arith.maximumf", LOWEST[element], element)
    lowest = f.constant(LOWEST[element], element)
    largest = f.map(
        [largest], f"%r = arith.maximumf {{0}}, %{lowest} : {element}", element, "i"
    )
    shifted = f.map(
        ["x", largest], f"%r = arith.subf {{0}}, {{1}} : {element}", element
    )
    power = f.map([shifted], f"%r = math.exp {{0}} : {element}", element)
    total = f.reduce(power, "arith.addf", "0.0", element)
    return f.print(
        f.map([power, total], f"%r = arith.divf {{0}}, {{1}} : {element}", element)
    )


def softmax_gradient(name, rows, columns, element):
    """y * (g - sum(g * y)) of the result y of a softmax."""
    f = Function(name, rows, columns, [("y", "ij", element), ("g", "ij", element)])
    product = f.map(["g", "y"], f"%r = arith.mulf {{0}}, {{1}} : {element}", element)
    total = f.reduce(product, "arith.addf", "0.0", element)
    shifted = f.map(
        ["g", total], f"%r = arith.subf {{0}}, {{1}} : {element}", element
    )
    return f.print(
        f.map(["y", shifted], f"%r = arith.mulf {{0}}, {{1}} : {element}", element)
    )


def layer_norm(name, rows, columns, element):
    """(x - mean) * rsqrt(variance + epsilon) * gamma + beta, with statistics in
    f32 (f64 for f64), which are results too."""
    f = Function(
        name, rows, columns,
        [("x", "ij", element), ("gamma", "j", wide(element)),
         ("beta", "j", wide(element))],
    )
    t = wide(element)
    count = f.count(t)
    epsilon = f.constant("1.0e-05", t)
    x = widen(f, "x")
    divide = f"%r = arith.divf {{0}}, %{count} : {t}"
    mean = f.map([f.reduce(x, "arith.addf", "0.0", t)], divide, t, "i")
    centred = f.map([x, mean], f"%r = arith.subf {{0}}, {{1}} : {t}", t)
    square = f.map([centred], f"%r = arith.mulf {{0}}, {{0}} : {t}", t)
    variance = f.map([f.reduce(square, "arith.addf", "0.0", t)], divide, t, "i")
    scale = f.map(
        [variance],
        f"%s = arith.addf {{0}}, %{epsilon} : {t}; %r = math.rsqrt %s : {t}",
        t, "i",
    )
    result = f.map([centred, scale], f"%r = arith.mulf {{0}}, {{1}} : {t}", t)
    result = f.map([result, "gamma"], f"%r = arith.mulf {{0}}, {{1}} : {t}", t)
    result = f.map([result, "beta"], f"%r = arith.addf {{0}}, {{1}} : {t}", t)
    return f.print(narrow(f, result, element), mean, scale)


def layer_norm_gradient(name, rows, columns, element):
    """The gradient of x: scale * (h - mean(h) - n * mean(h * n)), with h = g *
    gamma and n = (x - mean) * scale."""
    t = wide(element)
    f = Function(
        name, rows, columns,
        [("x", "ij", element), ("g", "ij", element), ("gamma", "j", t),
         ("mean", "i", t), ("scale", "i", t)],
    )
    count = f.count(t)
    divide = f"%r = arith.divf {{0}}, %{count} : {t}"
    times = f"%r = arith.mulf {{0}}, {{1}} : {t}"
    minus = f"%r = arith.subf {{0}}, {{1}} : {t}"
    n = f.map([f.map([widen(f, "x"), "mean"], minus, t), "scale"], times, t)
    h = f.map([widen(f, "g"), "gamma"], times, t)
    first = f.map([f.reduce(h, "arith.addf", "0.0", t)], divide, t, "i")
    both = f.map([h, n], times, t)
    second = f.map([f.reduce(both, "arith.addf", "0.0", t)], divide, t, "i")
    result = f.map([f.map([h, first], minus, t), f.map([n, second], times, t)], minus, t)
    return f.print(narrow(f, f.map([result, "scale"], times, t), element))


def bias_silu(name, rows, columns, element):
    """SiLU of x + b, as it stands behind a product."""
    f = Function(name, rows, columns, [("x", "ij", element), ("b", "j", element)])
    one = f.constant("1.0", element)
    body = (
        f"%s = arith.addf {{0}}, {{1}} : {element}; %n = arith.negf %s : {element};"
        f" %e = math.exp %n : {element}; %d = arith.addf %e, %{one} : {element};"
        f" %r = arith.divf %s, %d : {element}"
    )
    return f.print(f.map(["x", "b"], body, element))


def bias_gelu(name, rows, columns, element):
    """The exact GELU of x + b, computed in f32."""
    f = Function(name, rows, columns, [("x", "ij", element), ("b", "j", element)])
    half = f.constant("0.5", "f32")
    scale = f.constant("0.70710678118654752", "f32")
    x = f.map(["x", "b"], f"%r = arith.addf {{0}}, {{1}} : {element}", element)
    body = (
        f"%s = arith.mulf {{0}}, %{scale} : f32; %n = arith.negf %s : f32;"
        f" %e = math.erfc %n : f32; %h = arith.mulf {{0}}, %{half} : f32;"
        " %r = arith.mulf %h, %e : f32"
    )
    return f.print(narrow(f, f.map([widen(f, x)], body, "f32"), element))


#: Elements of each matrix: 512 MiB in f32.
ELEMENTS = 1 << 27


def make_cases():
    """Yields the name of each case, its program, and the shapes of its
    inputs."""
    yield from make_main_cases()
    yield from make_shape_cases()
    yield from make_function_cases()


def make_function_cases():
    """Functions with many instructions, also of matrices that the second-level
    cache of a device holds."""
    for element in ("f32", "bf16"):
        for side in (4096, 16384):
            for kind, program in (("bias_silu", bias_silu), ("bias_gelu", bias_gelu)):
                name = f"{kind}_{side}_{element}"
                sizes = (side, side)
                yield name, program(name, *sizes, element), [sizes, sizes[1:]]


def make_shape_cases():
    """Matrices that are long, wide, odd, or not known; arrays of more
    dimensions."""
    unknown = (None, None)
    shapes = {
        "long": (ELEMENTS // 64, 64), "wide": (64, ELEMENTS // 64), "odd": (11587, 11583),
        "thousand": (ELEMENTS // 1000, 1000), "dynamic": (1 << 14, ELEMENTS >> 14),
    }
    for element in ("f32", "bf16"):
        for shape, sizes in shapes.items():
            static = unknown if shape == "dynamic" else sizes
            for kind, program, inputs in (
                ("sum_of_rows", sum_over("i"), [sizes]),
                ("sum_of_columns", sum_over("j"), [sizes]),
                ("sum_of_both", sum_over(""), [sizes]),
                ("sum_of_products", product_sum, [sizes, sizes]),
                ("transpose", transpose, [sizes]),
                ("chain_select", column_chain, [sizes, sizes[:1], sizes[1:]]),
            ):
                name = f"{kind}_{shape}_{element}"
                yield name, program(name, *static, element), inputs
        rows, columns = shapes["odd"]
        for kind, program, width in (("pad", pad, columns), ("crop", crop, columns + 1)):
            name = f"{kind}_odd_{element}"
            yield name, program(name, rows, columns, element), [(rows, width)]
        for order, sizes in (
            ((0, 2, 1, 3), (64, 1024, 16, 128)), ((0, 2, 1), (128, 1000, 1048)),
            ((1, 0, 2), (2048, 1024, 64)), ((2, 0, 1), (2048, 1024, 64)),
            ((3, 2, 1, 0), (64, 128, 64, 256)),
        ):
            name = f"transpose_{''.join(map(str, order))}_{element}"
            yield name, transpose_of(order)(name, sizes, element), [sizes]
        for length in (257, 1000, 3000, 50257, None):
            rows = (ELEMENTS // (length or 1024), length or 1024)
            static = rows if length else unknown
            for kind, program in (("softmax", softmax), ("layer_norm", layer_norm)):
                name = f"{kind}_{length or 'dynamic'}_{element}"
                vectors = [rows[1:]] * 2 if kind == "layer_norm" else []
                yield name, program(name, *static, element), [rows, *vectors]


def make_main_cases():
    """Those that the goals are for."""
    shape = (1 << 14, ELEMENTS >> 14)
    odd = (shape[0] - 1, shape[1] - 1)
    for element in ("f32", "bf16"):
        for kind, static, sizes in (
            ("static", shape, shape), ("dynamic", (None, None), shape),
            ("odd", odd, odd), ("dynamic_odd", (None, None), odd),
        ):
            name = f"chain_{kind}_{element}"
            shapes = [sizes, sizes[1:], sizes]
            yield name, chain(name, *static, element), shapes
        for kind, program in (
            ("sum_of_rows", sum_over("i")), ("sum_of_columns", sum_over("j")),
            ("sum_of_both", sum_over("")), ("transpose", transpose),
        ):
            name = f"{kind}_{element}"
            yield name, program(name, *shape, element), [shape]
        for length in (256, 1024, 4096):
            rows = (ELEMENTS // length, length)
            for kind, program, count in (
                ("softmax", softmax, 0), ("softmax_gradient", softmax_gradient, 0),
                ("layer_norm", layer_norm, 2),
                ("layer_norm_gradient", layer_norm_gradient, 3),
            ):
                name = f"{kind}_{length}_{element}"
                vectors = {0: [], 2: [rows[1:]] * 2}.get(
                    count, [rows[1:], rows[:1], rows[:1]]
                )
                full = 2 if kind.endswith("gradient") else 1
                yield name, program(name, *rows, element), [rows] * full + vectors
