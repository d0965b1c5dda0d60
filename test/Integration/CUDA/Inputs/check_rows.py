#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares kernels over rows with numpy in double.

    check_rows.py compile FOLDER --build build/release [--few]
    check_rows.py run FOLDER [KIND...]

`compile` needs no device, `run` nothing but FOLDER and numpy: it exits with 77
where there is no device.
"""

import argparse
import ctypes
import json
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
TYPES = {"f16": 1, "bf16": 2, "f32": 3, "f64": 4}
LENGTHS = [1, 3, 255, 256, 257, 1000, 1024, 4096, 5000, 9000, 50257]
ROWS = [1, 3, 37, 255, 541]
#: Some roundings of the type, each of which an exponential may multiply by the
#: magnitude of its argument.
TOLERANCES = {"f64": 5e-14, "f32": 2e-5, "f16": 2e-3, "bf16": 2e-2}


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("type", ctypes.c_int32),
        ("rank", ctypes.c_int32), ("sizes", ctypes.c_int64 * 8),
    ]


def make_modules(few):
    """Yields file names, and the functions in each: kind, length, type."""
    import row_programs

    types = ["f32", "bf16"] if few else list(TYPES)
    for kind in row_programs.PROGRAMS:
        lengths = [256, 257] if few else LENGTHS
        yield kind, [
            (kind, length, element)
            for element in types
            for length in [None, *lengths]
        ]


def get_name(kind, length, element):
    return f"{kind}_{length or 'dynamic'}_{element}"


def compile_modules(options):
    import kernels
    import row_programs

    options.folder.mkdir(parents=True, exist_ok=True)
    index = {}
    for file, functions in make_modules(options.few):
        text = "".join(
            row_programs.PROGRAMS[kind][0](
                get_name(kind, length, element), None, length, element
            )
            for kind, length, element in functions
        )
        output = options.folder / f"{file}.so"
        kernels.compile_program(text, output, options.build, options.chip)
        index[file] = functions
    (options.folder / "functions.json").write_text(json.dumps(index))
    runtime = options.build / "lib" / "libfused_runtime.so"
    shutil.copy(runtime, options.folder)
    kernels.copy_libraries(runtime, options.folder)
    for module in (row_programs, row_programs.programs, row_programs.linalg):
        shutil.copy(module.__file__, options.folder)
    shutil.copy(__file__, options.folder)


def round_to(numbers, element):
    """Rounds doubles to a type; returns its bits and the rounded doubles."""
    import numpy

    if element != "bf16":
        kind = {"f16": "float16", "f32": "float32", "f64": "float64"}[element]
        stored = numpy.ascontiguousarray(numbers, kind)
        return stored, stored.astype("float64")
    bits = numpy.ascontiguousarray(numbers, "float32").view("uint32")
    # NaN of numpy has no bits that a carry could spoil.
    stored = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("uint16")
    return stored, widen(stored, element)


def widen(stored, element):
    import numpy

    if element != "bf16":
        return stored.astype("float64")
    return (stored.astype("uint32") << 16).view("float32").astype("float64")


class Library:
    """The runtime and the compiled modules of a folder."""

    def __init__(self, folder):
        runtime = folder / "libfused_runtime.so"
        self.runtime = ctypes.CDLL(str(runtime), mode=ctypes.RTLD_GLOBAL)
        self.runtime.fused_last_error.restype = ctypes.c_char_p
        self.runtime.fused_module_find.restype = ctypes.c_void_p
        self.runtime.fused_module_find.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        self.runtime.fused_free.argtypes = [ctypes.c_void_p]
        self.runtime.fused_cuda_call.argtypes = [ctypes.c_void_p] * 3

    def call(self, module, name, inputs, types, num_outputs):
        """Calls a function with arrays; returns its results in double."""
        table = ctypes.addressof(ctypes.c_char.in_dll(module, "fused_module"))
        function = self.runtime.fused_module_find(table, name.encode())
        tensors = (Tensor * len(inputs))()
        for tensor, array, element in zip(tensors, inputs, types):
            tensor.data, tensor.type = array.ctypes.data, TYPES[element]
            tensor.rank = array.ndim
            tensor.sizes[: array.ndim] = array.shape
        outputs = (Tensor * num_outputs)()
        if not function or self.runtime.fused_cuda_call(function, tensors, outputs):
            raise RuntimeError(self.runtime.fused_last_error().decode())
        return [self.take(output) for output in outputs]

    def take(self, output):
        import numpy

        shape = tuple(output.sizes[: output.rank])
        element = next(name for name, value in TYPES.items() if value == output.type)
        kind = {"f16": "float16", "bf16": "uint16", "f32": "float32"}
        dtype = numpy.dtype(kind.get(element, "float64"))
        size = int(numpy.prod(shape, dtype="int64")) * dtype.itemsize
        data = ctypes.string_at(output.data, size)
        self.runtime.fused_free(output.data)
        return widen(numpy.frombuffer(data, dtype).reshape(shape), element)


def make_inputs(generator, kind, rows, columns, element):
    """Random inputs: their bits, their types, and their numbers in double."""
    import row_programs

    inputs, types, exact = [], [], []
    # Rows with special values leave nothing else of a sum over all of them.
    isolated = kind not in ("sum_of_columns", "sum_of_both")
    for axis in row_programs.PROGRAMS[kind][1]:
        shape = {"ij": (rows, columns), "i": (rows,), "j": (columns,)}[axis.split()[0]]
        numbers = generator.normal(size=shape)
        if axis == "ij" and rows >= 255 and columns > 1 and isolated:
            # NaN, infinities of either sign, and rows of nothing else.
            numbers[7, columns // 2] = float("nan")
            numbers[9, 0] = float("inf")
            numbers[11, columns - 1] = float("-inf")
            numbers[13, :] = float("-inf")
        type = row_programs.linalg.wide(element) if "wide" in axis else element
        stored, rounded = round_to(numbers, type)
        inputs.append(stored)
        types.append(type)
        exact.append(rounded)
    return inputs, types, exact


def get_scales(kind, element, exact, expected):
    """What errors of each result are judged by: the magnitudes of the terms that
    it is the sum of, if the program has some, or its row's largest element."""
    import numpy
    import row_programs

    def get_magnitude(array):
        return numpy.abs(numpy.where(numpy.isfinite(array), array, 0))

    def get_largest(array):
        if numpy.ndim(array) < 2:
            return numpy.max(get_magnitude(array), initial=0)
        return get_magnitude(array).max(1, keepdims=True)

    if kind.startswith("sum"):
        # Accumulated in f32 or wider, and rounded once.
        share = min(TOLERANCES["f32"] / TOLERANCES[element], 1)
        magnitude = row_programs.MAGNITUDES[kind](*map(get_magnitude, exact))[0]
        return [get_magnitude(expected[0]) + share * magnitude]
    if kind in row_programs.MAGNITUDES:
        return row_programs.MAGNITUDES[kind](*map(get_magnitude, exact))
    return [get_largest(array) for array in expected]


def get_error(result, expected, scale):
    """The largest error beside its scale; infinite if NaN and infinities are not
    where they should be."""
    import numpy

    if result.shape != numpy.shape(expected):
        return float("inf")
    special = ~numpy.isfinite(expected)
    same = numpy.isnan(expected) & numpy.isnan(result) | (result == expected)
    if not same[special].all() or not numpy.isfinite(result[~special]).all():
        return float("inf")
    difference = numpy.abs(numpy.where(special, 0, result - expected))
    scale = numpy.where(numpy.isfinite(scale), scale, 1)
    return float((difference / numpy.maximum(scale, 1e-30)).max(initial=0))


def check_function(library, module, kind, length, element, seed):
    """Yields the name of each case, its error and what is tolerated."""
    import numpy
    import row_programs

    reference = row_programs.PROGRAMS[kind][2]
    generator = numpy.random.default_rng(seed)
    for columns in [length] if length else LENGTHS:
        # Numpy takes long for many long rows.
        for rows in ROWS if columns < 10000 else ROWS[:3]:
            inputs, types, exact = make_inputs(generator, kind, rows, columns, element)
            with numpy.errstate(all="ignore"):
                expected = reference(*exact)
                scales = get_scales(kind, element, exact, expected)
            name = get_name(kind, length, element)
            results = library.call(module, name, inputs, types, len(expected))
            errors = [get_error(*all) for all in zip(results, expected, scales)]
            yield f"{name} {rows}x{columns}", max(errors), TOLERANCES[element]


def run_modules(options):
    folder = options.folder.resolve()
    library = Library(folder)
    if library.runtime.fused_cuda_check():
        print(library.runtime.fused_last_error().decode())
        return 77
    failed = passed = 0
    worst = {}
    index = json.loads((folder / "functions.json").read_text())
    for file in options.kind or index:
        functions = index[file]
        module = ctypes.CDLL(str(folder / f"{file}.so"))
        for seed, (kind, length, element) in enumerate(functions):
            for name, error, tolerance in check_function(
                library, module, kind, length, element, seed
            ):
                passed += error <= tolerance
                if not error <= tolerance:
                    failed += 1
                    if failed <= 40:
                        print(f"WRONG {name}: error {error:.3g}, tolerance {tolerance:.3g}")
                worst[kind, element] = max(worst.get((kind, element), 0), error)
    for (kind, element), error in worst.items():
        print(f"{kind:20} {element:5} largest error {error:.2g}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    # Beside this file in a compiled folder, in their own otherwise.
    sys.path.insert(0, str(HERE.joinpath(*[".."] * 4, "benchmarks")))
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("compile")
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("--build", type=pathlib.Path, required=True)
    command.add_argument("--chip", default="sm_90", help="the device (sm_90)")
    command.add_argument("--few", action="store_true", help="some of the cases")
    command.set_defaults(function=compile_modules)
    command = commands.add_parser("run")
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("kind", nargs="*", help="all if none is named")
    command.set_defaults(function=run_modules)
    options = parser.parse_args()
    sys.exit(options.function(options))


if __name__ == "__main__":
    main()
