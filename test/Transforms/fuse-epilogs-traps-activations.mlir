// RUN: fused-opt %s --fused-fuse-epilogs=numerics=default | FileCheck %s
// RUN: fused-opt %s --fused-fuse-epilogs=numerics=fast | FileCheck %s
// RUN: fused-opt %s --fused-fuse-epilogs=numerics=strict | FileCheck %s

// Activations that are near to an epilog and are none, under any contract.

#mn = affine_map<(m, n) -> (m, n)>

// CHECK-LABEL: func.func @no_fuse_silu(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.exp
func.func @no_fuse_silu(
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
    %one = arith.constant 1.0 : f32
    %n = arith.negf %x : f32
    %ex = math.exp %n : f32
    %d = arith.addf %one, %ex : f32
    %y = arith.divf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// x * sigmoid(1.702 x)
// CHECK-LABEL: func.func @no_fuse_quick_gelu(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.exp
func.func @no_fuse_quick_gelu(
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
    %one = arith.constant 1.0 : f32
    %k = arith.constant -1.702 : f32
    %n = arith.mulf %x, %k : f32
    %ex = math.exp %n : f32
    %d = arith.addf %one, %ex : f32
    %y = arith.divf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_leaky_relu(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: arith.maximumf
func.func @no_fuse_leaky_relu(
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
    %z = arith.constant 0.0 : f32
    %k = arith.constant 0.01 : f32
    %n = arith.mulf %x, %k : f32
    %y = arith.maximumf %x, %n : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_leaky_relu_of_tiny_slope(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: arith.maximumf
func.func @no_fuse_leaky_relu_of_tiny_slope(
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
    %k = arith.constant 1.0e-9 : f32
    %n = arith.mulf %x, %k : f32
    %y = arith.maximumf %x, %n : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_relu6(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: arith.maximumf
func.func @no_fuse_relu6(
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
    %z = arith.constant 0.0 : f32
    %k = arith.constant 6.0 : f32
    %n = arith.minimumf %x, %k : f32
    %y = arith.maximumf %n, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_relu_clamped_at_a_large_number(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: arith.maximumf
func.func @no_fuse_relu_clamped_at_a_large_number(
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
    %z = arith.constant 0.0 : f32
    %k = arith.constant 1.0e+30 : f32
    %n = arith.minimumf %x, %k : f32
    %y = arith.maximumf %n, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_maximum_with_small_positive(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: arith.maximumf
func.func @no_fuse_maximum_with_small_positive(
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
    %k = arith.constant 1.0e-3 : f32
    %y = arith.maximumf %x, %k : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_maximum_with_tiny_positive(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: arith.maximumf
func.func @no_fuse_maximum_with_tiny_positive(
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
    %k = arith.constant 1.0e-30 : f32
    %y = arith.maximumf %x, %k : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_swapped_select(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: arith.select
func.func @no_fuse_swapped_select(
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
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ugt, %x, %z : f32
    %y = arith.select %c, %z, %x : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_relu_of_threshold(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: arith.select
func.func @no_fuse_relu_of_threshold(
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
    %z = arith.constant 0.0 : f32
    %k = arith.constant 0.5 : f32
    %c = arith.cmpf ugt, %x, %k : f32
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_hard_swish(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: arith.minimumf
func.func @no_fuse_hard_swish(
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
    %z = arith.constant 0.0 : f32
    %k = arith.constant 3.0 : f32
    %six = arith.constant 6.0 : f32
    %q = arith.constant 0.16666667 : f32
    %s = arith.addf %x, %k : f32
    %t = arith.maximumf %s, %z : f32
    %u = arith.minimumf %t, %six : f32
    %w = arith.mulf %x, %u : f32
    %y = arith.mulf %w, %q : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_elu(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.expm1
func.func @no_fuse_elu(
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
    %z = arith.constant 0.0 : f32
    %ex = math.expm1 %x : f32
    %c = arith.cmpf ugt, %x, %z : f32
    %y = arith.select %c, %x, %ex : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_softplus(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: math.log1p
func.func @no_fuse_softplus(
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
    %ex = math.exp %x : f32
    %y = math.log1p %ex : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_square(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: arith.mulf
func.func @no_fuse_square(
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
    %y = arith.mulf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// 0 * x is NaN where x is infinite.
// CHECK-LABEL: func.func @no_fuse_zero_of_product(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: arith.mulf
func.func @no_fuse_zero_of_product(
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
    %z = arith.constant 0.0 : f32
    %y = arith.mulf %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}
