# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exception for what fused.jax does not compile."""

from __future__ import annotations


class UnsupportedError(NotImplementedError):
    """A function has an operation that `fused.jax` cannot compile. The message names it and says what to do."""
