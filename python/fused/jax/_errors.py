"""The exception for what fused.jax does not compile."""

from __future__ import annotations


class UnsupportedError(NotImplementedError):
    """A function has an operation that `fused.jax` cannot compile. The message names it and says what to do."""
