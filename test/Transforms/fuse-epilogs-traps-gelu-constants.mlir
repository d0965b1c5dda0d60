// RUN: fused-opt %s --fused-fuse-epilogs=numerics=default | FileCheck %s
// RUN: fused-opt %s --fused-fuse-epilogs=numerics=fast | FileCheck %s

// GELU with other constants.

#mn = affine_map<(m, n) -> (m, n)>

// 0.05 for 0.044715
// CHECK-LABEL: func.func @no_fuse_gelu_with_other_cubic(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_gelu_with_other_cubic(
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
    %k = arith.constant 0.05 : f32
    %r = arith.constant 0.79788456 : f32
    %x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x2, %x : f32
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

// CHECK-LABEL: func.func @no_fuse_gelu_with_other_cubic_in_bf16(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_gelu_with_other_cubic_in_bf16(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>) -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xbf16>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %out: bf16):
    %h = arith.constant 0.5 : bf16
    %one = arith.constant 1.0 : bf16
    %k = arith.constant 0.05 : bf16
    %r = arith.constant 0.796875 : bf16
    %x2 = arith.mulf %x, %x : bf16
    %x3 = arith.mulf %x2, %x : bf16
    %i = arith.mulf %k, %x3 : bf16
    %u = arith.addf %x, %i : bf16
    %w = arith.mulf %r, %u : bf16
    %t = math.tanh %w : bf16
    %q = arith.addf %one, %t : bf16
    %g = arith.mulf %h, %q : bf16
    %y = arith.mulf %x, %g : bf16
    linalg.yield %y : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// CHECK-LABEL: func.func @no_fuse_gelu_with_other_cubic_in_f16(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_gelu_with_other_cubic_in_f16(
    %a: tensor<5x7xf16>, %b: tensor<7x19xf16>) -> tensor<5x19xf16> {
  %e = tensor.empty() : tensor<5x19xf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf16>, tensor<7x19xf16>)
      outs(%e : tensor<5x19xf16>) -> tensor<5x19xf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf16>)
      outs(%e : tensor<5x19xf16>) {
  ^bb0(%x: f16, %out: f16):
    %h = arith.constant 0.5 : f16
    %one = arith.constant 1.0 : f16
    %k = arith.constant 0.05 : f16
    %r = arith.constant 0.79788456 : f16
    %x2 = arith.mulf %x, %x : f16
    %x3 = arith.mulf %x2, %x : f16
    %i = arith.mulf %k, %x3 : f16
    %u = arith.addf %x, %i : f16
    %w = arith.mulf %r, %u : f16
    %t = math.tanh %w : f16
    %q = arith.addf %one, %t : f16
    %g = arith.mulf %h, %q : f16
    %y = arith.mulf %x, %g : f16
    linalg.yield %y : f16
  } -> tensor<5x19xf16>
  return %0 : tensor<5x19xf16>
}

// CHECK-LABEL: func.func @no_fuse_gelu_with_nearly_the_cubic(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_gelu_with_nearly_the_cubic(
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
    %k = arith.constant 0.0448 : f32
    %r = arith.constant 0.79788456 : f32
    %x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x2, %x : f32
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

// CHECK-LABEL: func.func @no_fuse_gelu_with_other_half(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_gelu_with_other_half(
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
    %h = arith.constant 0.499 : f32
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
    %g = arith.mulf %h, %q : f32
    %y = arith.mulf %x, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_gelu_with_other_one(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_gelu_with_other_one(
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
    %one = arith.constant 1.001 : f32
    %k = arith.constant 0.044715 : f32
    %r = arith.constant 0.79788456 : f32
    %x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x2, %x : f32
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

// CHECK-LABEL: func.func @no_fuse_gelu_with_other_scale(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_gelu_with_other_scale(
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
    %r = arith.constant 0.7979 : f32
    %x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x2, %x : f32
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

// CHECK-LABEL: func.func @no_fuse_gelu_with_scale_of_one(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_gelu_with_scale_of_one(
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
    %r = arith.constant 1.0 : f32
    %x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x2, %x : f32
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

// Rounding in bf16 explains the constants of a bf16 program only.
// CHECK-LABEL: func.func @no_fuse_gelu_of_bf16_constants_in_f32(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_gelu_of_bf16_constants_in_f32(
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
    %k = arith.constant 0.0446777344 : f32
    %r = arith.constant 0.796875 : f32
    %x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x2, %x : f32
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
