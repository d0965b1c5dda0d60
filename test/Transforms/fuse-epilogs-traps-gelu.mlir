// RUN: fused-opt %s --fused-fuse-epilogs=numerics=default | FileCheck %s
// RUN: fused-opt %s --fused-fuse-epilogs=numerics=fast | FileCheck %s

// Functions that are near to GELU.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

// CHECK-LABEL: func.func @no_fuse_gelu_of_square(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_gelu_of_square(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %h = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.044715 : f32
    %r = arith.constant 0.79788456 : f32
    %x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x, %x : f32
    %i = arith.mulf %k, %x3 : f32
    %u = arith.addf %x, %i : f32
    %w = arith.mulf %r, %u : f32
    %t = math.tanh %w : f32
    %q = arith.addf %one, %t : f32
    %g = arith.mulf %h, %q : f32
    %y = arith.mulf %x, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_gelu_of_fourth_power(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_gelu_of_fourth_power(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %n = arith.constant 4.0 : f32
    %h = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.044715 : f32
    %r = arith.constant 0.79788456 : f32
    %x3 = math.powf %x, %n : f32
    %i = arith.mulf %k, %x3 : f32
    %u = arith.addf %x, %i : f32
    %w = arith.mulf %r, %u : f32
    %t = math.tanh %w : f32
    %q = arith.addf %one, %t : f32
    %g = arith.mulf %h, %q : f32
    %y = arith.mulf %x, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// 2 gelu(x) is not gelu(2 x).
// CHECK-LABEL: func.func @no_fuse_gelu_without_half(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_gelu_without_half(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %h = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.044715 : f32
    %r = arith.constant 0.79788456 : f32
    %x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x2, %x : f32
    %i = arith.mulf %k, %x3 : f32
    %u = arith.addf %x, %i : f32
    %w = arith.mulf %r, %u : f32
    %t = math.tanh %w : f32
    %q = arith.addf %one, %t : f32
    %g = arith.mulf %one, %q : f32
    %y = arith.mulf %x, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// x gelu-gated by x + v
// CHECK-LABEL: func.func @no_fuse_gelu_of_two_arguments(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_gelu_of_two_arguments(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %h = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.044715 : f32
    %r = arith.constant 0.79788456 : f32
    %b1 = arith.addf %x, %v_ : f32
    %x2 = arith.mulf %b1, %b1 : f32
    %x3 = arith.mulf %x2, %b1 : f32
    %i = arith.mulf %k, %x3 : f32
    %u = arith.addf %b1, %i : f32
    %w = arith.mulf %r, %u : f32
    %t = math.tanh %w : f32
    %q = arith.addf %one, %t : f32
    %g = arith.mulf %h, %q : f32
    %y = arith.mulf %x, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_tanh(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_tanh(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = math.tanh %x : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}
