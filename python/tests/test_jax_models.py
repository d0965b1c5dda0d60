# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of flax, equinox, haiku and Hugging Face learn the same through fused as with JAX alone."""

import numpy as np
import pytest

jax = pytest.importorskip("jax", minversion="0.11")
for package in ("flax", "equinox", "haiku", "optax"):
    pytest.importorskip(package)

import fused.jax
import jax_compare  # noqa: F401 (sets the precision of JAX)
import jax_models

MODELS = {**jax_models.MODELS}
NAMES = []
try:
    from jax_models import hugging_face

    MODELS.update(hugging_face.MODELS)
except (ImportError, AttributeError) as error:
    reason = f"Hugging Face's Flax models are in transformers before version 5: {error}"
    NAMES.append(pytest.param("hugging_face", marks=pytest.mark.skip(reason=reason)))
NAMES += MODELS

STEPS = 100


def train(step, state, make_batch):
    losses = []
    for number in range(STEPS):
        state, loss = step(state, make_batch(number))
        losses.append(float(loss))
    return np.array(losses)


@pytest.mark.parametrize("name", NAMES)
def test_same_losses(name):
    step, state, make_batch = MODELS[name]()
    ours = train(fused.jax.jit(step), state, make_batch)
    theirs = train(jax.jit(step), state, make_batch)
    difference = np.abs(ours - theirs) / np.maximum(np.abs(theirs), 1e-2)
    # bf16 has 8 bits, and rounds in other places.
    is_narrow = "bf16" in name
    assert difference[:10].max() <= (2e-3 if is_narrow else 1e-5)
    assert difference.max() <= (3e-2 if is_narrow else 1e-3)
    assert np.isfinite(theirs).all()
