# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is wrong with a file of choices is a warning. Runs with the emulator that
FUSED_TEST_EMULATOR names, or on a device."""

import os
import subprocess
import sys

import fused
import pytest
from conftest import LAYER
from fused import _runtime

EMULATOR = os.environ.get("FUSED_TEST_EMULATOR")
if not EMULATOR:
    try:
        _runtime.check_cuda()
    except fused.Error as error:
        pytest.skip(str(error), allow_module_level=True)

CALL = """
import sys, warnings, fused, numpy as np
program = fused.compile(sys.stdin.read(), target="cuda")
arrays = [np.ones(type.shape, np.float32) for type in program.inputs]
for _ in range(2):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        assert (program(*arrays) == 8).all()
    print(len(found), *(f"{warning.category.__name__}: {warning.message}" for warning in found))
"""


def call_twice(choices):
    """What two calls of a layer print: how many warnings, and which."""
    environment = {**os.environ, "FUSED_CUDA_CHOICES": str(choices)}
    if EMULATOR:
        environment |= {"FUSED_CUDA_DRIVER": EMULATOR, "FUSED_CUBLASLT": EMULATOR}
    done = subprocess.run([sys.executable, "-c", CALL], input=LAYER.replace("TYPE", "f32"), env=environment,
                          capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_a_file_of_something_else(tmp_path):
    file = tmp_path / "file.choices"
    file.write_text("something else\n")
    first, second = call_twice(file)
    assert first.startswith("1 RuntimeWarning: ") and str(file) in first
    assert second == "0"
    assert file.read_text() == "something else\n"


def test_no_file(tmp_path):
    assert call_twice(tmp_path / "missing.choices") == ["0", "0"]


PRODUCT = """
#point = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<8x64xbf16>, %b: tensor<64x64xbf16>) -> tensor<8x64xbf16> {
  %0 = tensor.empty() : tensor<8x64xbf16>
  %1 = fused.matmul epilog(default) ins(%a, %b : tensor<8x64xbf16>, tensor<64x64xbf16>)
      outs(%0 : tensor<8x64xbf16>) -> tensor<8x64xbf16>
  %2 = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<8x64xbf16>) outs(%0 : tensor<8x64xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %3 = math.tanh %in : bf16
    linalg.yield %3 : bf16
  } -> tensor<8x64xbf16>
  return %2 : tensor<8x64xbf16>
}
"""
COMPILE = """
import sys, fused
fused.compile(sys.stdin.read(), target="cuda", chip="sm_90", _emulate=bool(int(sys.argv[1])))
"""


def test_the_compiler_tunes(tmp_path):
    file = tmp_path / "product.choices"
    environment = {**os.environ, "FUSED_CUDA_CHOICES": str(file), "FUSED_CUDA_TUNE": "verbose"}
    if EMULATOR:
        environment |= {"FUSED_CUDA_DRIVER": EMULATOR, "FUSED_CUBLASLT": EMULATOR, "FUSED_FAKE_KERNELS": "1"}
    for expected in ("fused: tuned: kernel or library: default bf16 x bf16 -> bf16, M = 8, N = 64, K = 64,",
                     "fused: from the file of choices: kernel or library: default bf16 x bf16 -> bf16, M = 8,"):
        done = subprocess.run([sys.executable, "-c", COMPILE, str(int(bool(EMULATOR)))], input=PRODUCT,
                              env=environment, capture_output=True, text=True, check=True)
        assert expected in done.stderr
    assert "kernel or library: default" in file.read_text()
