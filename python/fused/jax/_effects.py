# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a function does besides computing its results."""

from __future__ import annotations

from jax.extend.core import ClosedJaxpr

from fused.jax._errors import UnsupportedError


def refuse_effects(jaxpr: ClosedJaxpr) -> None:
    """Raises UnsupportedError for a function that does more than to compute its results."""
    if jaxpr.effects:
        effects = ", ".join(sorted(str(effect) for effect in jaxpr.effects))
        raise UnsupportedError(
            f"fused.jax cannot compile a function with side effects ({effects}): "
            "print, call Python, or change references outside of the compiled function."
        )
