# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples in Python train and export."""

import re
import subprocess
import sys
from pathlib import Path

import fused
import numpy as np
import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NEEDS = {"numpy": [], "jax": ["jax", "flax", "optax"], "torch": ["torch", "torch_mlir"]}


@pytest.mark.parametrize("library", NEEDS)
def test_digits(library, tmp_path):
    for name in NEEDS[library]:
        pytest.importorskip(name)
    options = ["--steps", "12"]
    if library != "numpy":
        options += ["--width", "64", "--batch", "32"]
    command = [sys.executable, EXAMPLES / "digits" / f"train_{library}.py", *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    losses = re.findall(r"loss ([0-9.]+) -> ([0-9.]+)", done.stdout)
    assert len(losses) >= 2
    for first, last in losses:
        assert float(last) < float(first)
        assert float(last) == pytest.approx(float(losses[0][1]), rel=1e-2)


@pytest.mark.parametrize("library", NEEDS)
def test_digits_without_steps(library):
    for name in NEEDS[library]:
        pytest.importorskip(name)
    command = [sys.executable, EXAMPLES / "digits" / f"train_{library}.py", "--steps", "0"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "argument --steps: 0 is less than 1" in done.stderr


def test_constants_of_booleans_are_exported(tmp_path):
    pytest.importorskip("jax")
    mask = np.random.default_rng(5).random((11, 13)) < 0.5
    np.save(tmp_path / "mask.npy", mask)
    (tmp_path / "programs.py").write_text(
        "import jax.numpy as jnp, numpy as np\n"
        "mask = np.load('mask.npy')\n"
        "x = jnp.zeros(mask.shape, jnp.float32)\n"
        "PROGRAMS = {'masked': (lambda x: jnp.where(mask, x, 0), (x,))}\n"
    )
    command = [sys.executable, EXAMPLES / "export" / "export.py", "--programs", "programs.py", "-o", "."]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    x = np.random.default_rng(6).normal(size=mask.shape).astype(np.float32)
    result = fused.compile((tmp_path / "masked.mlir").read_text())(x)
    np.testing.assert_array_equal(result, np.where(mask, x, 0))


def test_what_jaxlib_leaves_is_not_exported(tmp_path):
    pytest.importorskip("jax")
    (tmp_path / "programs.py").write_text(
        "import jax, jax.numpy as jnp\n"
        "x = jnp.zeros((5, 4), jnp.float32)\n"
        "PROGRAMS = {'loop': (lambda x: jax.lax.scan(lambda c, y: (c * y, c), x[0], x)[0], (x,)),\n"
        "            'sum': (lambda x: x + x, (x,))}\n"
    )
    command = [sys.executable, EXAMPLES / "export" / "export.py", "--programs", "programs.py", "-o", "."]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1
    assert re.search(r"loop: jaxlib's passes leave .*stablehlo\.while", done.stderr), done.stderr[-3000:]
    assert not (tmp_path / "loop.mlir").exists()
    assert (tmp_path / "sum.mlir").exists()
