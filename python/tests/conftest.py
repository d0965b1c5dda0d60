# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What several tests use."""

import numpy as np
import pytest

#: A dense layer with bias and ReLU, x: 5x7, w: 7x3, with TYPE for f32 or so.
LAYER = """
func.func @main(%x: tensor<5x7xTYPE> loc("x"), %w: tensor<7x3xTYPE> loc("w"),
                %b: tensor<3xTYPE> loc("b")) -> tensor<5x3xTYPE> {
  %zero = arith.constant 0.0 : TYPE
  %e = tensor.empty() : tensor<5x3xTYPE>
  %f = linalg.fill ins(%zero : TYPE) outs(%e : tensor<5x3xTYPE>) -> tensor<5x3xTYPE>
  %p = linalg.matmul ins(%x, %w : tensor<5x7xTYPE>, tensor<7x3xTYPE>) outs(%f : tensor<5x3xTYPE>) -> tensor<5x3xTYPE>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %b : tensor<5x3xTYPE>, tensor<3xTYPE>) outs(%e : tensor<5x3xTYPE>) {
  ^bb0(%s: TYPE, %t: TYPE, %o: TYPE):
    %u = arith.addf %s, %t : TYPE
    %v = arith.maximumf %u, %zero : TYPE
    linalg.yield %v : TYPE
  } -> tensor<5x3xTYPE>
  return %r : tensor<5x3xTYPE>
}
"""

#: y = x * s + 1 elementwise, of any size; and s + 1.
SCALE = """
func.func @main(%x: tensor<?xf32>, %s: tensor<f32>) -> (tensor<?xf32>, tensor<f32>) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x, %s : tensor<?xf32>, tensor<f32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %r = arith.addf %m, %one : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %d = tensor.empty() : tensor<f32>
  %t = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%s : tensor<f32>) outs(%d : tensor<f32>) {
  ^bb0(%b: f32, %o: f32):
    %r = arith.addf %b, %one : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %y, %t : tensor<?xf32>, tensor<f32>
}
"""

#: p - 0.5 * g, a parameter that is updated.
UPDATE = """
func.func @main(%p: tensor<64x33xf32> {tf.aliasing_output = 0 : i32}, %g: tensor<64x33xf32>) -> tensor<64x33xf32> {
  %h = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<64x33xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %g : tensor<64x33xf32>, tensor<64x33xf32>) outs(%e : tensor<64x33xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %b, %h : f32
    %s = arith.subf %a, %m : f32
    linalg.yield %s : f32
  } -> tensor<64x33xf32>
  return %r : tensor<64x33xf32>
}
"""


def make_layer_inputs(dtype=np.float32, seed=0):
    random = np.random.default_rng(seed)
    return [random.standard_normal(shape).astype(dtype) for shape in ((5, 7), (7, 3), (3,))]


def compute_layer(x, w, b):
    return np.maximum(x.astype(np.float64) @ w.astype(np.float64) + b.astype(np.float64), 0)


@pytest.fixture(scope="session")
def layer():
    import fused

    return fused.compile(LAYER.replace("TYPE", "f32"))


@pytest.fixture
def fresh_torch():
    """Nothing is compiled yet, no warning was given, and random numbers begin anew."""
    import torch
    from fused.torch import _partition

    torch._dynamo.reset()
    torch.manual_seed(0)
    _partition._warned.clear()
    yield
    torch._dynamo.reset()
