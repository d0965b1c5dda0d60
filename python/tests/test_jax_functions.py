# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of JAX give the same results through fused as alone."""

import pytest

jax = pytest.importorskip("jax", minversion="0.11")

import fused.jax
from jax_compare import assert_close
from jax_functions import CASES, REFUSED


@pytest.mark.parametrize("name", CASES)
def test_function(name):
    function, arguments = CASES[name]
    assert_close(fused.jax.jit(function)(*arguments), jax.jit(function)(*arguments))


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    function, arguments, message = REFUSED[name]
    with pytest.raises(fused.jax.UnsupportedError, match=message):
        fused.jax.jit(function)(*arguments)
