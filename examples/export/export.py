#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports JAX programs to linalg on tensors, as in examples/inputs.

    python3 -m venv /tmp/jax && /tmp/jax/bin/pip install jax
    /tmp/jax/bin/python examples/export/export.py -o DIRECTORY [PROGRAM...]

Each program is traced by JAX, which gives StableHLO, and lowered to linalg by
the passes that come with jaxlib. The files in examples/inputs were written by
JAX 0.11.2; another version may spell the same function differently.
"""

import argparse
import math
import pathlib
import re
import runpy
import sys

PIPELINE = (
    "builtin.module(inline,func.func(chlo-legalize-to-stablehlo),"
    "stablehlo-legalize-to-linalg,canonicalize,cse)"
)


BOOLEANS = re.compile(r'dense<"0x([0-9A-F]+)"> : tensor<((?:\d+x)+)i1>')


def pack_booleans(found):
    """A constant of booleans with eight of them in a byte, as MLIR 22 reads it, in place of one."""
    elements = bytes.fromhex(found[1])
    if len(elements) != math.prod(map(int, found[2].split("x")[:-1])):
        return found[0]
    packed = bytearray((len(elements) + 7) // 8)
    for i, element in enumerate(elements):
        packed[i // 8] |= (element & 1) << i % 8
    return f'dense<"0x{packed.hex().upper()}"> : tensor<{found[2]}i1>'


class LeftOperations(Exception):
    """What jaxlib's passes do not lower to linalg."""


def export(name, function, arguments):
    """Returns `function`, for arguments of these shapes, as a module's text. Raises LeftOperations."""
    import jax
    from jaxlib.mlir import ir, passmanager

    module = jax.jit(function).lower(*arguments).compiler_ir("stablehlo")
    with module.context:
        passmanager.PassManager.parse(PIPELINE).run(module.operation)
        left = set()

        def find_left(op):
            if op.name.split(".")[0] in ("stablehlo", "chlo"):
                left.add(op.name)
            return ir.WalkResult.ADVANCE

        module.operation.walk(find_left)
        if left:
            raise LeftOperations(f"jaxlib's passes leave {', '.join(sorted(left))}, which fused.jax lowers")
        text = BOOLEANS.sub(pack_booleans, str(module))
    return (
        f"// {name}: exported from JAX {jax.__version__} through StableHLO to "
        f"linalg on tensors.\n{text}"
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    parser.add_argument(
        "--programs",
        type=pathlib.Path,
        default=pathlib.Path(__file__).with_name("programs.py"),
        help="file that defines PROGRAMS: a function and arguments for each name",
    )
    parser.add_argument("program", nargs="*", help="a name in PROGRAMS (all)")
    options = parser.parse_args()
    try:
        import jax
        from jaxlib.mlir.dialects import stablehlo
    except ModuleNotFoundError as error:
        sys.exit(f"export.py: there is no Python module {error.name}: pip install jax")
    programs = runpy.run_path(str(options.programs))["PROGRAMS"]
    unknown = set(options.program) - set(programs)
    if unknown:
        parser.error("unknown program: " + ", ".join(sorted(unknown)))
    jax.config.update("jax_enable_x64", True)
    stablehlo.register_stablehlo_passes()
    options.output.mkdir(parents=True, exist_ok=True)
    has_failed = False
    for name in options.program or programs:
        function, arguments = programs[name]
        file = options.output / f"{name}.mlir"
        try:
            file.write_text(export(name, function, arguments))
            print(file)
        except LeftOperations as error:
            has_failed = True
            print(f"export.py: {name}: {error}", file=sys.stderr)
    return 1 if has_failed else 0


if __name__ == "__main__":
    sys.exit(main())
