// RUN: fused-opt %s --fused-fuse-epilogs --canonicalize --split-input-file | FileCheck %s

// Gradients that the program multiplies by a number, or masks several times.

// CHECK-LABEL: @scaled(
// CHECK: %[[M:.+]] = fused.pack_mask ins(%arg2
// CHECK: %[[D:.+]] = fused.matmul epilog(drelu) {{.*}} aux(%[[M]] : {{.*}} a_scale(%arg3 : tensor<f32>)
// CHECK-NEXT: return %[[D]]
#mn = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>
func.func @scaled(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %m: tensor<5x19xi1>, %s: tensor<f32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %m, %s : tensor<5x19xf32>, tensor<5x19xi1>, tensor<f32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%g: f32, %x: i1, %y: f32, %out: f32):
    %zero = arith.constant 0.0 : f32
    %t = arith.mulf %g, %y : f32
    %r = arith.select %x, %t, %zero : f32
    linalg.yield %r : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: @scaled_gelu(
// CHECK: fused.matmul epilog(dgelu) {{.*}} a_scale(%arg3 : tensor<f32>)
// CHECK-NEXT: return
#mn = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>
func.func @scaled_gelu(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %u: tensor<5x19xf32>, %s: tensor<f32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %u, %s : tensor<5x19xf32>, tensor<5x19xf32>, tensor<f32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%g: f32, %x: f32, %y: f32, %out: f32):
    %zero = arith.constant 0.0 : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %c = arith.constant 0.044715 : f32
    %c3 = arith.constant 0.134145 : f32
    %root = arith.constant 0.797884561 : f32
    %t = arith.mulf %y, %g : f32
    %xx = arith.mulf %x, %x : f32
    %cxx = arith.mulf %c, %xx : f32
    %f = arith.addf %one, %cxx : f32
    %rx = arith.mulf %root, %x : f32
    %z = arith.mulf %rx, %f : f32
    %h = math.tanh %z : f32
    %hh = arith.mulf %h, %h : f32
    %sech = arith.subf %one, %hh : f32
    %c3xx = arith.mulf %c3, %xx : f32
    %f3 = arith.addf %one, %c3xx : f32
    %slope = arith.mulf %root, %f3 : f32
    %hx = arith.mulf %half, %x : f32
    %v0 = arith.mulf %sech, %slope : f32
    %v = arith.mulf %hx, %v0 : f32
    %h1 = arith.addf %one, %h : f32
    %w = arith.mulf %half, %h1 : f32
    %d = arith.addf %w, %v : f32
    %r = arith.mulf %t, %d : f32
    linalg.yield %r : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

// Dropout behind a ReLU.
// CHECK-LABEL: @two_masks(
// CHECK: %[[B:.+]] = linalg.generic
// CHECK: arith.cmpf ogt
// CHECK: arith.andi
// CHECK: %[[M:.+]] = fused.pack_mask ins(%[[B]]
// CHECK: %[[D:.+]] = fused.matmul epilog(drelu) alpha(2.000000e+00) {{.*}} aux(%[[M]]
// CHECK-NEXT: return %[[D]]
#mn = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>
func.func @two_masks(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %m: tensor<5x19xi1>, %u: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #mn, #mn, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %m, %u : tensor<5x19xf32>, tensor<5x19xi1>, tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%g: f32, %x: i1, %y: f32, %out: f32):
    %zero = arith.constant 0.0 : f32
    %two = arith.constant 2.0 : f32
    %t = arith.mulf %g, %two : f32
    %d = arith.select %x, %t, %zero : f32
    %c = arith.cmpf ogt, %y, %zero : f32
    %r = arith.select %c, %d, %zero : f32
    linalg.yield %r : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

// Where the pre-activation is not above zero, the gradient is zero.
// CHECK-LABEL: @one_mask_inverted(
// CHECK: %[[B:.+]] = linalg.generic
// CHECK: %[[C:.+]] = arith.cmpf ule
// CHECK: %[[N:.+]] = arith.xori %[[C]], %true
// CHECK: arith.andi
// CHECK: fused.pack_mask ins(%[[B]]
// CHECK: fused.matmul epilog(drelu)
// CHECK-NEXT: return
#mn = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>
func.func @one_mask_inverted(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %m: tensor<5x19xi1>, %u: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #mn, #mn, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %m, %u : tensor<5x19xf32>, tensor<5x19xi1>, tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%g: f32, %x: i1, %y: f32, %out: f32):
    %zero = arith.constant 0.0 : f32
    %d = arith.select %x, %g, %zero : f32
    %c = arith.cmpf ule, %y, %zero : f32
    %r = arith.select %c, %zero, %d : f32
    linalg.yield %r : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

// NaN times zero is NaN, and a mask that selects gives zero.
// CHECK-LABEL: @one_mask_multiplies(
// CHECK: fused.matmul epilog(drelu) multiply_mask
// CHECK: linalg.generic
// CHECK: arith.select
#mn = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>
func.func @one_mask_multiplies(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %m: tensor<5x19xi1>, %n: tensor<5x19xi1>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #mn, #mn, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %m, %n : tensor<5x19xf32>, tensor<5x19xi1>, tensor<5x19xi1>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%g: f32, %x: i1, %y: i1, %out: f32):
    %zero = arith.constant 0.0 : f32
    %f = arith.uitofp %x : i1 to f32
    %d = arith.mulf %g, %f : f32
    %r = arith.select %y, %d, %zero : f32
    linalg.yield %r : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

// Not where both are true, but where one is.
// CHECK-LABEL: @either_mask(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
#mn = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>
func.func @either_mask(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %m: tensor<5x19xi1>, %n: tensor<5x19xi1>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #mn, #mn, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %m, %n : tensor<5x19xf32>, tensor<5x19xi1>, tensor<5x19xi1>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%g: f32, %x: i1, %y: i1, %out: f32):
    %zero = arith.constant 0.0 : f32
    %d = arith.select %x, %g, %zero : f32
    %r = arith.select %y, %g, %d : f32
    linalg.yield %r : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

// Zero times an infinite scale is NaN.
// CHECK-LABEL: @scaled_behind_the_mask(
// CHECK: fused.matmul epilog(drelu)
// CHECK-NOT: a_scale
// CHECK: linalg.generic
// CHECK: arith.mulf
#mn = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>
func.func @scaled_behind_the_mask(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %m: tensor<5x19xi1>, %s: tensor<f32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %m, %s : tensor<5x19xf32>, tensor<5x19xi1>, tensor<f32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%g: f32, %x: i1, %y: f32, %out: f32):
    %zero = arith.constant 0.0 : f32
    %t = arith.select %x, %g, %zero : f32
    %r = arith.mulf %t, %y : f32
    linalg.yield %r : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

// The reciprocal would be rounded, too.
// CHECK-LABEL: @divided(
// CHECK: fused.matmul epilog(default)
// CHECK-NOT: a_scale
// CHECK: linalg.generic
// CHECK: arith.divf
#mn = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>
func.func @divided(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %m: tensor<5x19xi1>, %s: tensor<f32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %m, %s : tensor<5x19xf32>, tensor<5x19xi1>, tensor<f32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%g: f32, %x: i1, %y: f32, %out: f32):
    %zero = arith.constant 0.0 : f32
    %t = arith.divf %g, %y : f32
    %r = arith.select %x, %t, %zero : f32
    linalg.yield %r : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}
