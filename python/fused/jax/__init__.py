# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""JAX functions that the fused compiler compiles."""

from fused.jax._errors import UnsupportedError
from fused.jax._jit import jit

__all__ = ["UnsupportedError", "jit"]
