// RUN: fused-opt %s --fused-fuse-epilogs=numerics=default | FileCheck %s
// RUN: fused-opt %s --fused-fuse-epilogs=numerics=fast | FileCheck %s

// Operands that are no bias and no C.

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>
#s = affine_map<(m, n) -> ()>

// CHECK-LABEL: func.func @no_fuse_transposed_c_of_square_matrix(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_transposed_c_of_square_matrix(
    %a: tensor<19x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19x19xf32>)
    -> tensor<19x19xf32> {
  %e = tensor.empty() : tensor<19x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<19x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<19x19xf32>) -> tensor<19x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #nm, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<19x19xf32>, tensor<19x19xf32>)
      outs(%e : tensor<19x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %y1 = arith.addf %x, %v_ : f32
    linalg.yield %y1 : f32
  } -> tensor<19x19xf32>
  return %0 : tensor<19x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_second_matrix(
// CHECK: fused.matmul epilog(default) {{.*}} c(%arg2 :
// CHECK: arith.addf
func.func @no_fuse_second_matrix(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>,
    %w: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %out: f32):
    %y1 = arith.addf %x, %c_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  %1 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0, %w : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %w_: f32, %out: f32):
    %y1 = arith.addf %x, %w_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %1 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_bias_multiplied(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.mulf
func.func @no_fuse_bias_multiplied(
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
    %y1 = arith.mulf %x, %v_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_matrix_multiplied(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.mulf
func.func @no_fuse_matrix_multiplied(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %out: f32):
    %y1 = arith.mulf %x, %c_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_residual_behind_relu(
// CHECK: fused.matmul epilog(relu_bias)
// CHECK: arith.addf
func.func @no_fuse_residual_behind_relu(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>,
    %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y1 = arith.addf %x, %v_ : f32
    %y2 = arith.maximumf %y1, %z : f32
    linalg.yield %y2 : f32
  } -> tensor<5x19xf32>
  %1 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0, %c : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %out: f32):
    %y1 = arith.addf %x, %c_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %1 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_unknown_scalar(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.mulf
func.func @no_fuse_unknown_scalar(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %s: f32) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y1 = arith.mulf %x, %s : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// A number is a bias if it is added, and not if it is the larger one.
// CHECK-LABEL: func.func @no_fuse_scalar_in_tensor(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.maximumf
func.func @no_fuse_scalar_in_tensor(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %s: tensor<f32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #s, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<5x19xf32>, tensor<f32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s_: f32, %out: f32):
    %y1 = arith.maximumf %x, %s_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_bias_of_wider_type(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_bias_of_wider_type(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xf32>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xbf16>, tensor<19xf32>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %v_: f32, %out: bf16):
    %w = arith.truncf %v_ : f32 to bf16
    %y1 = arith.addf %x, %w : bf16
    linalg.yield %y1 : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}
