# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands in the documents that need no device.

    check_commands.py SOURCE_FOLDER BUILD_FOLDER

These are the lines of "sh" blocks that start fused-opt, fused-run or mlir-opt.
They run in order, in a folder for each document. The folder has links to the
examples and to the build, and program.mlir, model.mlir, x.npy and h200.choices,
which has no choices. It stands for /tmp. Other commands are counted and shown, with the reason why they do not run.
"""

import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

PROGRAMS = ("fused-opt", "fused-run", "mlir-opt-22")
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def list_commands(document):
    for block in BLOCK.findall(document.read_text()):
        for line in block.replace("\\\n", " ").splitlines():
            if line.strip() and not line.lstrip().startswith("#"):
                yield line


def find_ptxas():
    roots = [os.environ.get(name) for name in ("CUDA_ROOT", "CUDA_HOME", "CUDA_PATH")]
    candidates = [pathlib.Path(root, "bin/ptxas") for root in roots if root]
    candidates.append(pathlib.Path("/usr/local/cuda/bin/ptxas"))
    return shutil.which("ptxas") or any(path.exists() for path in candidates)


def why_not(command):
    """Why a command does not run here, or nothing."""
    program = pathlib.Path(command.split()[0]).name
    if program not in PROGRAMS:
        return f"not one of {', '.join(PROGRAMS)}"
    if not shutil.which(program, path=search_path()):
        return f"there is no {program}"
    if "--target=cuda" not in command:
        return ""
    if " -o " not in command:
        return "needs a device"
    return "" if find_ptxas() else "there is no ptxas"


def search_path():
    return os.pathsep.join([f"{BUILD}/bin", os.environ["PATH"]])


def write_zeros(path, shape):
    """An array of f32 zeros in NumPy's format 1.0."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}"
    header = header.ljust(117) + "\n"
    count = shape[0] * shape[1]
    path.write_bytes(
        b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
        + bytes(4 * count)
    )


def prepare(folder):
    (folder / "build").mkdir()
    (folder / "build/release").symlink_to(BUILD)
    (folder / "examples").symlink_to(SOURCE / "examples")
    (folder / "programs").symlink_to(SOURCE / "examples/inputs")
    program = SOURCE / "examples/inputs/mlp_fwd_f32.mlir"
    for name in ("program.mlir", "model.mlir"):
        shutil.copy(program, folder / name)
    write_zeros(folder / "x.npy", (784, 512))
    (folder / "h200.choices").write_text("fused choices 1\n")


def run(command, folder):
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command.replace("/tmp/", f"{folder}/")],
        cwd=folder,
        env={**os.environ, "PATH": search_path()},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )


def check(document):
    """The numbers of commands that ran, that failed, and that did not run."""
    ran = failed = left_out = 0
    title = document.relative_to(SOURCE)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        for command in list_commands(document):
            reason = why_not(command)
            if reason:
                left_out += 1
                print(f"  {title}: not run ({reason}): {command}")
                continue
            ran += 1
            result = run(command, folder)
            if result.returncode != 0:
                failed += 1
                print(f"{title}: failed: {command}\n{result.stderr}")
    return ran, failed, left_out


def main():
    documents = [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]
    documents += sorted((SOURCE / "examples").glob("*/README.md"))
    ran, failed, left_out = map(sum, zip(*map(check, documents)))
    print(f"{ran} commands ran, {failed} failed, {left_out} did not run")
    sys.exit(failed > 0 or ran == 0)


SOURCE, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
main()
