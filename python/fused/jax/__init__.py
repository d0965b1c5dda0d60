"""JAX functions that the fused compiler compiles."""

from ._errors import UnsupportedError
from ._jit import jit

__all__ = ["UnsupportedError", "jit"]
