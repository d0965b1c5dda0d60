# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The code in README.md and docs/ works.

Blocks of Python in one section are one program. Commands run in a folder with
what the root of the project has, with the programs of FUSED_BUILD in PATH.
program.mlir, model.mlir and x.npy stand for anything. A comment before a block
says what else it is:

    <!-- not run: why -->
    <!-- excerpt of FILE -->
"""

import importlib.util
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy
import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("FUSED_BUILD", "build/release")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES += sorted((ROOT / "examples").glob("*/README.md"))


@dataclass
class Block:
    page: Path
    section: str
    line: int
    language: str
    comment: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def find_blocks(page):
    section, comment, lines = "", "", page.read_text().split("\n")
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if line.startswith("## "):
            section = line[3:]
        if match := re.match(r" *```(\w+)", line):
            start = number
            while not lines[number].strip().startswith("```"):
                number += 1
            yield Block(page, section, start, match[1], comment, "\n".join(lines[start:number]) + "\n")
            number += 1
        match = re.match(r"<!-- (.*) -->", line)
        comment = match[1] if match else ""


BLOCKS = [block for page in PAGES for block in find_blocks(page)]


def select(*languages):
    chosen = [block for block in BLOCKS if block.language in languages and not block.comment]
    return {"argvalues": chosen, "ids": [block.name for block in chosen]}


def test_blocks_are_known():
    """Nothing escapes for its spelling."""
    for block in BLOCKS:
        assert block.language in ("sh", "python", "c", "cpp", "cmake", "mlir", "toml", "mermaid"), block.name
        assert re.match(r"$|not run: .|excerpt of ", block.comment), block.name
        if block.language in ("c", "cpp", "cmake"):
            assert block.comment, f"{block.name} says neither what it is from, nor why it is not run"


@pytest.fixture
def folder(tmp_path):
    """A folder that looks like the root of the project, and may be written to."""
    for path in ROOT.iterdir():
        (tmp_path / path.name).symlink_to(path)
    for name in ("program.mlir", "model.mlir"):
        (tmp_path / name).symlink_to(ROOT / "examples" / "layer.mlir")
    numpy.save(tmp_path / "x.npy", numpy.ones((64, 784), numpy.float32))
    return tmp_path


@pytest.mark.parametrize("block", **select("sh"))
def test_commands(block, folder):
    if not (BUILD / "bin" / "fused-run").exists():
        pytest.skip(f"there is no build in {BUILD}")
    path = os.pathsep.join([str(BUILD / "bin"), os.path.dirname(sys.executable), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "TMPDIR": str(folder)}
    command = "set -euo pipefail\n" + block.text
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


def find_programs():
    programs = {}
    for block in BLOCKS:
        if block.language == "python" and not block.comment:
            programs.setdefault((block.page, block.section), []).append(block)
    return programs


@pytest.mark.parametrize("blocks", find_programs().values(), ids=lambda blocks: blocks[0].name)
def test_python(blocks, folder):
    # Blank lines keep the numbers of lines.
    program = ""
    for block in blocks:
        program += "\n" * (block.line - program.count("\n")) + block.text
    for library in set(re.findall(r"^import (\w+)|^from (\w+)", program, re.MULTILINE)):
        name = "".join(library)
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"{name} is not installed")
    file = folder / "test.py"
    file.write_text(program)
    done = subprocess.run([sys.executable, file], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.comment.startswith("excerpt of ")], ids=lambda b: b.name)
def test_excerpts(block):
    file = ROOT / block.comment.removeprefix("excerpt of ")
    assert block.text in file.read_text()
