# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes functions over matrices in linalg, one operation at a time, as a front end does."""

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
