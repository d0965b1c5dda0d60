# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Training steps of models in flax, equinox and haiku with optax, as users write them.

Each function of MODELS returns a step (state, batch) -> (state, loss), the first state, and a function that makes
batches. Models of Hugging Face need a package more; they are in jax_models.hugging_face.MODELS."""

from . import equinox, haiku, linen, nnx, plain  # noqa: F401 (adds to MODELS)
from ._training import MODELS

__all__ = ["MODELS"]
