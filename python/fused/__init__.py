# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A compiler for matrix products and what follows them.

`fused.compile` compiles MLIR with `linalg` on tensors to a `Program` for this
CPU or for a CUDA device. A program is called with arrays of NumPy, PyTorch,
CuPy, JAX, or of anything else that has `__dlpack__`:

    import fused, numpy as np

    program = fused.compile("layer.mlir")
    result = program(np.ones((64, 784), np.float32), weights, bias)
    print(program.report)

`fused.jax.jit` and `torch.compile(model, backend="fused")` compile functions of
JAX and modules of PyTorch.
"""

from fused._errors import CompileError, Diagnostic, Error
from fused._program import Graph, Program, Remark, Report, ReportedProduct, TensorType, compile, load
from fused._version import __version__

__all__ = [
    "CompileError",
    "Diagnostic",
    "Error",
    "Graph",
    "Program",
    "Remark",
    "Report",
    "ReportedProduct",
    "TensorType",
    "__version__",
    "compile",
    "load",
]
