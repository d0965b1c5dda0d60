// RUN: fused-opt %s --fused-fuse-epilogs | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: fused-opt %s --fused-fuse-epilogs=numerics=strict | FileCheck %s --check-prefixes=CHECK,STRICT

// Constants that a program adds to all elements of a product.

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>
#n = affine_map<(m, n) -> (n)>
#bmn = affine_map<(b, m, n) -> (b, m, n)>
#bn = affine_map<(b, m, n) -> (b, n)>

// CHECK-LABEL: func.func @relu(
// CHECK: %[[V:.*]] = arith.constant dense<1.000000e+00> : tensor<19xf32>
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias)
// CHECK-SAME: bias(%[[V]] : tensor<19xf32>)
// CHECK-NEXT: return %[[D]]
func.func @relu(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 1.0 : f32
    %u = arith.addf %x, %k : f32
    %y = arith.maximumf %u, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// GELU has constants of its own, which are added to what is not linear.
// CHECK-LABEL: func.func @gelu(
// CHECK: %[[V:.*]] = arith.constant dense<1.000000e-01> : tensor<19xf32>
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu_bias)
// CHECK-SAME: bias(%[[V]] : tensor<19xf32>)
// CHECK-NEXT: return %[[D]]
func.func @gelu(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %k = arith.constant 0.1 : f32
    %u = arith.addf %x, %k : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %s = arith.constant 0.7978845608 : f32
    %c = arith.constant 0.044715 : f32
    %u2 = arith.mulf %u, %u : f32
    %u3 = arith.mulf %u2, %u : f32
    %cu = arith.mulf %u3, %c : f32
    %t = arith.addf %u, %cu : f32
    %st = arith.mulf %t, %s : f32
    %th = math.tanh %st : f32
    %w = arith.addf %th, %one : f32
    %hu = arith.mulf %u, %half : f32
    %y = arith.mulf %hu, %w : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @subtracted_beside_a_vector(
// CHECK: %[[V:.*]] = linalg.generic
// CHECK-SAME: ins(%arg2 : tensor<19xf32>)
// CHECK: arith.addf %{{.*}}, %cst
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias)
// CHECK-SAME: bias(%[[V]] : tensor<19xf32>)
// CHECK-NEXT: return %[[D]]
func.func @subtracted_beside_a_vector(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 0.5 : f32
    %u = arith.addf %x, %v_ : f32
    %w = arith.subf %u, %k : f32
    %y = arith.maximumf %w, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// (acc + 3) / 2 - v: half of 3 is added to -v.
// CHECK-LABEL: func.func @scaled_sum(
// CHECK: %[[V:.*]] = linalg.generic
// CHECK-SAME: ins(%arg2 : tensor<19xf32>)
// CHECK: arith.negf
// CHECK: %[[K:.*]] = arith.constant 1.500000e+00 : f32
// CHECK: arith.addf %{{.*}}, %[[K]]
// CHECK: fused.matmul epilog(relu_bias) alpha(5.000000e-01)
// CHECK-SAME: bias(%[[V]] : tensor<19xf32>)
// CHECK-NEXT: return
func.func @scaled_sum(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %two = arith.constant 2.0 : f32
    %three = arith.constant 3.0 : f32
    %u = arith.addf %three, %x : f32
    %h = arith.divf %u, %two : f32
    %w = arith.subf %h, %v_ : f32
    %y = arith.maximumf %w, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @fma(
// CHECK: fused.matmul epilog(relu_bias) alpha(-2.000000e+00)
// CHECK-SAME: bias(%{{.*}} : tensor<19xf32>)
// CHECK-NEXT: return
func.func @fma(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %two = arith.constant -2.0 : f32
    %three = arith.constant 3.0 : f32
    %u = math.fma %two, %x, %three : f32
    %y = arith.maximumf %u, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// No other pass is left.
// CHECK-LABEL: func.func @alone(
// CHECK: %[[V:.*]] = arith.constant dense<1.000000e+00> : tensor<19xf32>
// CHECK: %[[D:.*]] = fused.matmul epilog(bias)
// CHECK-SAME: bias(%[[V]] : tensor<19xf32>)
// CHECK-NEXT: return %[[D]]
func.func @alone(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %k = arith.constant 1.0 : f32
    %y = arith.addf %x, %k : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @beside_a_matrix(
// CHECK: fused.matmul epilog(relu_bias)
// CHECK-SAME: c(%arg2 : tensor<5x19xf32>) bias(%{{.*}} : tensor<19xf32>)
// CHECK-NEXT: return
func.func @beside_a_matrix(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<5x19xf32>, tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 1.0 : f32
    %u = arith.addf %x, %c_ : f32
    %w = arith.addf %u, %k : f32
    %y = arith.maximumf %w, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The next operation is a product.
// CHECK-LABEL: func.func @between_products(
// CHECK: fused.matmul epilog(bias)
// CHECK-NEXT: fused.matmul epilog(default)
// CHECK-NEXT: return
func.func @between_products(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %w: tensor<19x5xf32>, %f: tensor<5x5xf32>) -> tensor<5x5xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %k = arith.constant 1.0 : f32
    %y = arith.addf %x, %k : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %1 = fused.matmul epilog(default)
      ins(%0, %w : tensor<5x19xf32>, tensor<19x5xf32>)
      outs(%f : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %1 : tensor<5x5xf32>
}

// One rounding less.
// CHECK-LABEL: func.func @bf16(
// DEFAULT: fused.matmul epilog(relu_bias) {{.*}} bias(%{{.*}} : tensor<19xbf16>)
// STRICT: fused.matmul epilog(default)
func.func @bf16(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>) -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xbf16>) outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %out: bf16):
    %z = arith.constant 0.0 : bf16
    %k = arith.constant 1.0 : bf16
    %u = arith.addf %x, %k : bf16
    %y = arith.maximumf %u, %z : bf16
    linalg.yield %y : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// CHECK-LABEL: func.func @unknown_columns(
// CHECK-DAG: %[[K:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?xf32>
// CHECK: %[[V:.*]] = linalg.fill ins(%[[K]] : f32) outs(%[[E]] :
// CHECK: fused.matmul epilog(relu_bias)
// CHECK-SAME: bias(%[[V]] : tensor<?xf32>)
func.func @unknown_columns(
    %a: tensor<5x7xf32>, %b: tensor<7x?xf32>, %e: tensor<5x?xf32>) -> tensor<5x?xf32> {
   %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x?xf32>)
      outs(%e : tensor<5x?xf32>) -> tensor<5x?xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x?xf32>) outs(%e : tensor<5x?xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 1.0 : f32
    %u = arith.addf %x, %k : f32
    %y = arith.maximumf %u, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}

// All products of a batch share it.
// CHECK-LABEL: func.func @batch(
// CHECK: %[[V:.*]] = arith.constant dense<1.000000e+00> : tensor<19xf32>
// CHECK: fused.matmul epilog(relu_bias)
// CHECK-SAME: bias(%[[V]] : tensor<19xf32>)
// CHECK-NEXT: return
func.func @batch(
    %a: tensor<3x5x7xf32>, %b: tensor<3x7x19xf32>) -> tensor<3x5x19xf32> {
  %e = tensor.empty() : tensor<3x5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      outs(%e : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#bmn, #bmn], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p : tensor<3x5x19xf32>) outs(%e : tensor<3x5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 1.0 : f32
    %u = arith.addf %x, %k : f32
    %y = arith.maximumf %u, %z : f32
    linalg.yield %y : f32
  } -> tensor<3x5x19xf32>
  return %0 : tensor<3x5x19xf32>
}

// Each product has a vector of its own.
// CHECK-LABEL: func.func @batch_of_vectors(
// CHECK: %[[V:.*]] = linalg.generic
// CHECK-SAME: ins(%arg2 : tensor<3x19xf32>)
// CHECK: fused.matmul epilog(relu_bias)
// CHECK-SAME: bias(%[[V]] : tensor<3x19xf32>)
// CHECK-NEXT: return
func.func @batch_of_vectors(
    %a: tensor<3x5x7xf32>, %b: tensor<3x7x19xf32>, %v: tensor<3x19xf32>) -> tensor<3x5x19xf32> {
  %e = tensor.empty() : tensor<3x5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      outs(%e : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#bmn, #bn, #bmn], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %v : tensor<3x5x19xf32>, tensor<3x19xf32>) outs(%e : tensor<3x5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 1.0 : f32
    %u = arith.addf %x, %k : f32
    %w = arith.addf %u, %v_ : f32
    %y = arith.maximumf %w, %z : f32
    linalg.yield %y : f32
  } -> tensor<3x5x19xf32>
  return %0 : tensor<3x5x19xf32>
}

// The product is transposed: it has five columns.
// CHECK-LABEL: func.func @transposed(
// CHECK: %[[V:.*]] = arith.constant dense<1.000000e+00> : tensor<5xf32>
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias) transpose_a transpose_b
// CHECK-SAME: bias(%[[V]] : tensor<5xf32>)
// CHECK-NEXT: return %[[D]] : tensor<19x5xf32>
func.func @transposed(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<19x5xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %f = tensor.empty() : tensor<19x5xf32>
  %0 = linalg.generic {
      indexing_maps = [#nm, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%f : tensor<19x5xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 1.0 : f32
    %u = arith.addf %x, %k : f32
    %y = arith.maximumf %u, %z : f32
    linalg.yield %y : f32
  } -> tensor<19x5xf32>
  return %0 : tensor<19x5xf32>
}

// fused-pair-epilogs makes these one ReLU, whose gradient reads its result.
// CHECK-LABEL: func.func @before_an_activation_that_is_not_alone(
// CHECK: fused.matmul epilog(bias)
// CHECK-NOT: arith.addf
// CHECK: arith.maximumf
// CHECK: arith.cmpf
// CHECK: return
func.func @before_an_activation_that_is_not_alone(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %k = arith.constant 1.0 : f32
    %u = arith.addf %x, %k : f32
    linalg.yield %u : f32
  } -> tensor<5x19xf32>
  %1 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.maximumf %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %2 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %m = arith.cmpf ogt, %x, %z : f32
    %y = arith.uitofp %m : i1 to f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %1, %2 : tensor<5x19xf32>, tensor<5x19xf32>
}

//===----------------------------------------------------------------------===//
// Near misses
//===----------------------------------------------------------------------===//

// Neither is an activation, and both may as well add the constant.
// CHECK-LABEL: func.func @no_fuse_two_users(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_two_users(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %k = arith.constant 1.0 : f32
    %u = arith.addf %x, %k : f32
    linalg.yield %u : f32
  } -> tensor<5x19xf32>
  %1 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = math.tanh %x : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %2 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = math.sin %x : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %3 = linalg.mul ins(%1, %2 : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %3 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_after_the_activation(
// CHECK: fused.matmul epilog(relu) 
// CHECK: arith.addf
func.func @no_fuse_after_the_activation(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 1.0 : f32
    %u = arith.maximumf %x, %z : f32
    %y = arith.addf %u, %k : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_before_another_threshold(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
// CHECK: arith.maximumf
func.func @no_fuse_before_another_threshold(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %k = arith.constant 1.0 : f32
    %z = arith.constant 0.001 : f32
    %u = arith.addf %x, %k : f32
    %y = arith.maximumf %u, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// acc + 1 where acc is positive.
// CHECK-LABEL: func.func @no_fuse_where_another_value_decides(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.select
func.func @no_fuse_where_another_value_decides(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 1.0 : f32
    %u = arith.addf %x, %k : f32
    %m = arith.cmpf ugt, %x, %z : f32
    %y = arith.select %m, %u, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_before_silu(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_before_silu(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %k = arith.constant 1.0 : f32
    %u = arith.addf %x, %k : f32
    %n = arith.negf %u : f32
    %ex = math.exp %n : f32
    %w = arith.addf %ex, %k : f32
    %y = arith.divf %u, %w : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_before_gelu_of_other_constants(
// CHECK: fused.matmul epilog(default)
// CHECK: math.tanh
func.func @no_fuse_before_gelu_of_other_constants(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %k = arith.constant 0.1 : f32
    %u = arith.addf %x, %k : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %s = arith.constant 0.7978845608 : f32
    %c = arith.constant 0.05 : f32
    %u2 = arith.mulf %u, %u : f32
    %u3 = arith.mulf %u2, %u : f32
    %cu = arith.mulf %u3, %c : f32
    %t = arith.addf %u, %cu : f32
    %st = arith.mulf %t, %s : f32
    %th = math.tanh %st : f32
    %w = arith.addf %th, %one : f32
    %hu = arith.mulf %u, %half : f32
    %y = arith.mulf %hu, %w : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_added_to_a_square(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.mulf
func.func @no_fuse_added_to_a_square(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 1.0 : f32
    %u = arith.mulf %x, %x : f32
    %w = arith.addf %u, %k : f32
    %y = arith.maximumf %w, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_divisor(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.divf
func.func @no_fuse_divisor(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 1.0 : f32
    %u = arith.divf %k, %x : f32
    %w = arith.addf %u, %k : f32
    %y = arith.maximumf %w, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_infinity(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_infinity(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 0x7F800000 : f32
    %u = arith.addf %x, %k : f32
    %y = arith.maximumf %u, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The sum reads each element, and may as well add the constant.
// CHECK-LABEL: func.func @no_fuse_before_a_sum(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
// CHECK: linalg.reduce
func.func @no_fuse_before_a_sum(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %s: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %k = arith.constant 1.0 : f32
    %y = arith.addf %x, %k : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %1 = linalg.reduce ins(%0 : tensor<5x19xf32>) outs(%s : tensor<5xf32>)
      dimensions = [1]
      (%in: f32, %init: f32) {
        %2 = arith.mulf %in, %init : f32
        linalg.yield %2 : f32
      }
  return %1 : tensor<5xf32>
}

// 1.5 * 2^23 and its negative: the sum is rounded to an integer.
// CHECK-LABEL: func.func @no_fuse_several_constants(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
// CHECK: arith.addf
func.func @no_fuse_several_constants(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 12582912.0 : f32
    %minus = arith.constant -12582912.0 : f32
    %u = arith.addf %x, %k : f32
    %w = arith.addf %u, %minus : f32
    %y = arith.maximumf %w, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_constant_added_and_subtracted(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
// CHECK: arith.subf
func.func @no_fuse_constant_added_and_subtracted(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 12582912.0 : f32
    %u = arith.addf %x, %k : f32
    %w = arith.subf %u, %k : f32
    %y = arith.maximumf %w, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// Their sum would be rounded before it is added.
// CHECK-LABEL: func.func @no_fuse_beside_a_vector_in_bf16(
// DEFAULT: fused.matmul epilog(bias) {{.*}} bias(%arg2 : tensor<19xbf16>)
// DEFAULT: arith.addf
// STRICT: fused.matmul epilog(default)
func.func @no_fuse_beside_a_vector_in_bf16(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xbf16>) -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xbf16>, tensor<19xbf16>) outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %v_: bf16, %out: bf16):
    %z = arith.constant 0.0 : bf16
    %k = arith.constant 1.0 : bf16
    %u = arith.addf %x, %v_ : bf16
    %w = arith.addf %u, %k : bf16
    %y = arith.maximumf %w, %z : bf16
    linalg.yield %y : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// A bias has the type of the result.
// CHECK-LABEL: func.func @no_fuse_constant_of_another_type(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_constant_of_another_type(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>) -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xbf16>) outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %out: bf16):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 0.1 : f32
    %wide = arith.extf %x : bf16 to f32
    %u = arith.addf %wide, %k : f32
    %w = arith.maximumf %u, %z : f32
    %y = arith.truncf %w : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}
