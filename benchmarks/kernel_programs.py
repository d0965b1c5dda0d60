# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs without products for the benchmark of kernels, in linalg as a front
end writes them: one operation at a time."""

MAPS = {
    "ij": "affine_map<(i, j) -> (i, j)>",
    "ji": "affine_map<(i, j) -> (j, i)>",
    "i": "affine_map<(i, j) -> (i)>",
    "j": "affine_map<(i, j) -> (j)>",
    "": "affine_map<(i, j) -> ()>",
    "row": "affine_map<(i) -> (i)>",
}


#: The infinities.
LOWEST = {
    "f16": "0xFC00", "bf16": "0xFF80", "f32": "0xFF800000",
    "f64": "0xFFF0000000000000",
}
HIGHEST = {
    "f16": "0x7C00", "bf16": "0x7F80", "f32": "0x7F800000",
    "f64": "0x7FF0000000000000",
}


def spell(shape, element):
    """The tensor type of a shape, in which None is a size that is not known."""
    sizes = "".join(f"{'?' if size is None else size}x" for size in shape)
    return f"tensor<{sizes}{element}>"


class Function:
    """Writes one function over a matrix of `rows` x `columns`. Values have a
    name and an axis string: "ij" for the matrix, "i" for one number for each
    row, "j" for each column, "" for one number."""

    def __init__(self, name, rows, columns, arguments):
        """`arguments` are tuples of a name, axes and an element type."""
        self.name = name
        self.sizes = {"i": rows, "j": columns}
        self.types = {}
        self.lines = []
        self.number = 0
        self.arguments = arguments
        for argument, axes, element in arguments:
            self.types[argument] = (axes, element)
        self.first = arguments[0][0]

    def spell(self, axes, element):
        return spell([self.sizes[axis] for axis in axes], element)

    def fresh(self):
        self.number += 1
        return f"v{self.number}"

    def line(self, text):
        self.lines.append("  " + text)

    def constant(self, value, element):
        name = self.fresh()
        self.line(f"%{name} = arith.constant {value} : {element}")
        return name

    def count(self, element):
        """The number of columns."""
        if self.sizes["j"] is not None:
            return self.constant(f"{self.sizes['j']}.0", element)
        dim, size, integer, name = (self.fresh() for _ in range(4))
        source = self.spell(*self.types[self.first])
        self.line(f"%{dim} = arith.constant 1 : index")
        self.line(f"%{size} = tensor.dim %{self.first}, %{dim} : {source}")
        self.line(f"%{integer} = arith.index_cast %{size} : index to i64")
        self.line(f"%{name} = arith.sitofp %{integer} : i64 to {element}")
        return name

    def empty(self, axes, element):
        sizes = []
        for axis in axes:
            if self.sizes[axis] is None:
                dim, size = self.fresh(), self.fresh()
                position = self.types[self.first][0].index(axis)
                source = self.spell(*self.types[self.first])
                self.line(f"%{dim} = arith.constant {position} : index")
                self.line(f"%{size} = tensor.dim %{self.first}, %{dim} : {source}")
                sizes.append(f"%{size}")
        name = self.fresh()
        self.line(
            f"%{name} = tensor.empty({', '.join(sizes)}) : {self.spell(axes, element)}"
        )
        return name

    def generic(self, inputs, maps, init, axes, element, kinds, body):
        """One linalg.generic into `init`. `body` has {0}, {1}, ... for inputs,
        {out} for the output so far, and computes %r."""
        name = self.fresh()
        types = [self.types[value] for value in inputs]
        arguments = [f"%a{k}: {kind}" for k, (_, kind) in enumerate(types)]
        arguments.append(f"%out: {element}")
        tensor = self.spell(axes, element)
        ins = ""
        if inputs:
            names = ", ".join(f"%{value}" for value in inputs)
            ins = f" ins({names} : {', '.join(self.spell(*t) for t in types)})"
        iterators = ", ".join(f'"{kind}"' for kind in kinds)
        self.line(
            f"%{name} = linalg.generic {{indexing_maps = "
            f"[{', '.join(MAPS[m] for m in maps)}], "
            f"iterator_types = [{iterators}]}}{ins} outs(%{init} : {tensor}) {{"
        )
        self.line(f"^bb0({', '.join(arguments)}):")
        inside = [f"%a{k}" for k in range(len(inputs))]
        for step in body.format(*inside, out="%out").strip().split(";"):
            self.line("  " + step.strip())
        self.line(f"  linalg.yield %r : {element}")
        self.line(f"}} -> {tensor}")
        self.types[name] = (axes, element)
        return name

    def map(self, inputs, body, element, axes="ij"):
        """An elementwise operation; operands of fewer axes are broadcast."""
        maps = [self.types[value][0] for value in inputs] + [axes]
        kinds = ["parallel"] * 2
        if axes == "i":
            maps, kinds = ["row"] * len(maps), kinds[:1]
        init = self.empty(axes, element)
        return self.generic(inputs, maps, init, axes, element, kinds, body)

    def reduce(self, value, combiner, start, element, axes="i"):
        """A reduction of the matrix to `axes`, from the constant `start`."""
        zero = self.constant(start, element)
        init = self.empty(axes, element)
        filled = self.fresh()
        tensor = self.spell(axes, element)
        self.line(
            f"%{filled} = linalg.fill ins(%{zero} : {element})"
            f" outs(%{init} : {tensor}) -> {tensor}"
        )
        self.types[filled] = (axes, element)
        kinds = ["parallel" if axis in axes else "reduction" for axis in "ij"]
        body = f"%r = {combiner} {{0}}, {{out}} : {element}"
        return self.generic(
            [value], ["ij", axes], filled, axes, element, kinds, body
        )

    def print(self, *results):
        arguments = ", ".join(
            f"%{name}: {self.spell(axes, element)}"
            for name, axes, element in self.arguments
        )
        types = ", ".join(self.spell(*self.types[value]) for value in results)
        names = ", ".join(f"%{value}" for value in results)
        body = "\n".join(self.lines)
        return (
            f"func.func @{self.name}({arguments}) -> ({types}) {{\n{body}\n"
            f"  return {names} : {types}\n}}\n"
        )


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


def wide(element):
    """The type of statistics."""
    return "f64" if element == "f64" else "f32"


def widen(f, value, axes="ij"):
    element = f.types[value][1]
    if element == wide(element):
        return value
    return f.map([value], f"%r = arith.extf {{0}} : {element} to f32", "f32", axes)


def narrow(f, value, element):
    if element == wide(element):
        return value
    return f.map([value], f"%r = arith.truncf {{0}} : f32 to {element}", element)


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
