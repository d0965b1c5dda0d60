"""Prints a program of one function for each form of kernel, type and shape.

Names end in the shape, known or (`dynamic`) not, and the type. Sums are
there for 32 and 64 bits alone.
"""

SHAPES = {"odd": (129, 260), "row": (1, 4097), "column": (4099, 3),
          "even": (300, 512), "dynamic": (None, None)}
IDENTITY = "affine_map<(i, j) -> (i, j)>"
BY_ROW = "affine_map<(i, j) -> (i)>"
BY_COLUMN = "affine_map<(i, j) -> (j)>"
SCALAR = "affine_map<(i, j) -> ()>"
SWAPPED = "affine_map<(i, j) -> (j, i)>"


def tensor(sizes, element):
    return "tensor<" + "".join(f"{'?' if n is None else n}x" for n in sizes) + f"{element}>"


class Function:
    """A function of a matrix `%x` and other arguments, written line by line."""

    def __init__(self, name, shape, element, arguments=()):
        self.name, self.shape, self.element = name, shape, element
        self.x = tensor(shape, element)
        self.arguments = [("%x", self.x), *arguments]
        self.lines = []
        self.count = 0

    def add(self, text):
        self.count += 1
        self.lines.append(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def constant(self, value, kind=None):
        return self.add(f"arith.constant {value} : {kind or self.element}")

    def empty(self, dims, element=None):
        """An empty tensor with the given dimensions of `%x`."""
        sizes = [self.shape[d] for d in dims]
        known = []
        for d, n in zip(dims, sizes):
            if n is None:
                number = self.constant(d, "index")
                known.append(self.add(f"tensor.dim %x, {number} : {self.x}"))
        kind = tensor(sizes, element or self.element)
        return self.add(f"tensor.empty({', '.join(known)}) : {kind}"), kind

    def generic(self, inputs, output, iterators, body):
        """`inputs` and `output` are (value, type, map); `body` gets the names of
        the elements and returns that of the result."""
        maps = ", ".join(m for _, _, m in [*inputs, output])
        kinds = ", ".join(f'"{i}"' for i in iterators)
        values = ", ".join(v for v, _, _ in inputs)
        types = ", ".join(t for _, t, _ in inputs)
        elements = [t[:-1].split("x")[-1].replace("tensor<", "") for _, t, _ in [*inputs, output]]
        names = [f"%e{self.count}_{i}" for i in range(len(elements))]
        block = ", ".join(f"{n}: {t}" for n, t in zip(names, elements))
        ins = f"ins({values} : {types}) " if inputs else ""
        self.count += 1
        result = f"%v{self.count}"
        self.lines.append(f"{result} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
                          f"{ins}outs({output[0]} : {output[1]}) {{ ^bb0({block}):")
        value = body(self, *names)
        self.lines.append(f"linalg.yield {value} : {elements[-1]} }} -> {output[1]}")
        return result

    def finish(self, value, kind):
        arguments = ", ".join(f"{n}: {t}" for n, t in self.arguments)
        body = "\n  ".join([*self.lines, f"return {value} : {kind}"])
        return f"func.func @{self.name}({arguments}) -> {kind} {{\n  {body}\n}}\n"


def binary(op, element):
    return lambda f, a, b: f.add(f"{op} {a}, {b} : {element}")


def reduce(name, shape, element, kind, op, initial):
    f = Function(f"{name}_{kind}", shape, element)
    dims = {"rows": [0], "columns": [1], "all": []}[kind]
    target = {"rows": BY_ROW, "columns": BY_COLUMN, "all": SCALAR}[kind]
    iterators = ["parallel" if d in dims else "reduction" for d in (0, 1)]
    output, result = f.empty(dims)
    zero = f.constant(initial)
    filled = f.add(f"linalg.fill ins({zero} : {element}) outs({output} : {result}) -> {result}")
    value = f.generic([("%x", f.x, IDENTITY)], (filled, result, target), iterators, binary(op, element))
    return f.finish(value, result)


def chain(name, shape, element):
    """Bias along the columns and the rows, ReLU, residual."""
    bias, scale = tensor(shape[1:], element), tensor(shape[:1], element)
    f = Function(f"{name}_chain", shape, element,
                 [("%b", bias), ("%s", scale), ("%r", tensor(shape, element))])
    output, result = f.empty([0, 1])
    zero = f.constant("0.0")

    def body(f, x, b, s, r, _):
        t = f.add(f"arith.addf {x}, {b} : {element}")
        t = f.add(f"arith.maximumf {t}, {zero} : {element}")
        t = f.add(f"arith.mulf {t}, {s} : {element}")
        return f.add(f"arith.addf {t}, {r} : {element}")

    value = f.generic([("%x", f.x, IDENTITY), ("%b", bias, BY_COLUMN), ("%s", scale, BY_ROW),
                       ("%r", f.x, IDENTITY)], (output, result, IDENTITY), ["parallel"] * 2, body)
    return f.finish(value, result)


def compare(name, shape, element):
    """A result of booleans."""
    f = Function(f"{name}_compare", shape, element, [("%y", tensor(shape, element))])
    output, result = f.empty([0, 1], "i1")
    value = f.generic([("%x", f.x, IDENTITY), ("%y", f.x, IDENTITY)], (output, result, IDENTITY),
                      ["parallel"] * 2,
                      lambda f, x, y, _: f.add(f"arith.cmpf ogt, {x}, {y} : {element}"))
    return f.finish(value, result)


def transpose(name, shape, element):
    f = Function(f"{name}_transpose", shape, element)
    output, result = f.empty([1, 0])
    value = f.add(f"linalg.transpose ins(%x : {f.x}) outs({output} : {result}) permutation = [1, 0]")
    return f.finish(value, result)


def swapped_sum(name, shape, element):
    """A matrix and the transpose of another in one expression."""
    other = tensor(shape[::-1], element)
    f = Function(f"{name}_swapped", shape, element, [("%y", other)])
    output, result = f.empty([0, 1])
    value = f.generic([("%x", f.x, IDENTITY), ("%y", other, SWAPPED)], (output, result, IDENTITY),
                      ["parallel"] * 2, lambda f, x, y, _: binary("arith.subf", element)(f, x, y))
    return f.finish(value, result)


def softmax(name, shape, element):
    f = Function(f"{name}_softmax", shape, element)
    output, result = f.empty([0, 1])
    value = f.add(f"linalg.softmax dimension(1) ins(%x : {f.x}) outs({output} : {result}) -> {result}")
    return f.finish(value, result)


def layer_norm(name, shape, element):
    """(x - mean) / sqrt(variance + 1e-5) of each row."""
    f = Function(f"{name}_layer_norm", shape, element)
    zero = f.constant("0.0")
    rows, row_type = f.empty([0])
    filled = f.add(f"linalg.fill ins({zero} : {element}) outs({rows} : {row_type}) -> {row_type}")
    inverse, epsilon = f.constant(repr(1 / (shape[1] or 33))), f.constant("1.0e-5")
    x, row = ("%x", f.x, IDENTITY), (filled, row_type, BY_ROW)
    total = f.generic([x], row, ["parallel", "reduction"], binary("arith.addf", element))

    def centred(f, x, total):
        mean = f.add(f"arith.mulf {total}, {inverse} : {element}")
        return f.add(f"arith.subf {x}, {mean} : {element}")

    def square(f, x, total, sum_):
        d = centred(f, x, total)
        return f.add(f"arith.addf {sum_}, {f.add(f'arith.mulf {d}, {d} : {element}')} : {element}")

    def normalise(f, x, total, squares, _):
        variance = f.add(f"arith.mulf {squares}, {inverse} : {element}")
        root = f.add(f"math.rsqrt {f.add(f'arith.addf {variance}, {epsilon} : {element}')} : {element}")
        return f.add(f"arith.mulf {centred(f, x, total)}, {root} : {element}")

    totals = (total, row_type, BY_ROW)
    squares = f.generic([x, totals], row, ["parallel", "reduction"], square)
    output, result = f.empty([0, 1])
    value = f.generic([x, totals, (squares, row_type, BY_ROW)], (output, result, IDENTITY),
                      ["parallel"] * 2, normalise)
    return f.finish(value, result)


def slices(name, shape, element):
    """A part of a matrix into another place of a copy."""
    if None in shape or shape[1] < 8 or shape[0] < 8:
        return ""
    f = Function(f"{name}_slices", shape, element)
    part = tensor((5, 7), element)
    cut = f.add(f"tensor.extract_slice %x[1, 1] [5, 7] [1, 1] : {f.x} to {part}")
    value = f.add(f"tensor.insert_slice {cut} into %x[3, 0] [5, 7] [1, 1] : {part} into {f.x}")
    return f.finish(value, f.x)


def main():
    text = []
    for shape_name, shape in SHAPES.items():
        for element in ("f32", "f64", "bf16", "f16"):
            name = f"{shape_name}_{element}"
            text += [form(name, shape, element)
                     for form in (chain, compare, transpose, swapped_sum, softmax, slices)]
            for kind in ("rows", "columns", "all"):
                text.append(reduce(f"{name}_max", shape, element, kind, "arith.maximumf", "-100.0"))
                if element in ("f32", "f64"):
                    text.append(reduce(f"{name}_sum", shape, element, kind, "arith.addf", "0.0"))
            if element in ("f32", "f64"):
                text.append(layer_norm(name, shape, element))
        text += [reduce(f"{shape_name}_i32_sum", shape, "i32", kind, "arith.addi", "0")
                 for kind in ("rows", "columns", "all")]
    print("\n".join(filter(None, text)))


if __name__ == "__main__":
    main()
