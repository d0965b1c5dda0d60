# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch models by compiled programs."""

from ._dynamo import fused
from ._partition import FallbackWarning
from ._program import Options
from ._step import Step, compile_step

__all__ = ["FallbackWarning", "Options", "Step", "compile_step", "fused"]
