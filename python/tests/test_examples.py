# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples in Python train."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "digits"
NEEDS = {"numpy": [], "jax": ["jax", "flax", "optax"], "torch": ["torch", "torch_mlir"]}


@pytest.mark.parametrize("library", NEEDS)
def test_digits(library, tmp_path):
    for name in NEEDS[library]:
        pytest.importorskip(name)
    options = ["--steps", "12"]
    if library != "numpy":
        options += ["--width", "64", "--batch", "32"]
    command = [sys.executable, EXAMPLES / f"train_{library}.py", *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    losses = re.findall(r"loss ([0-9.]+) -> ([0-9.]+)", done.stdout)
    assert len(losses) >= 2
    for first, last in losses:
        assert float(last) < float(first)
        assert float(last) == pytest.approx(float(losses[0][1]), rel=1e-2)
