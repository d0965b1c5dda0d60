"""JAX functions that the fused compiler compiles."""

from ._errors import UnsupportedError

__all__ = ["UnsupportedError"]
