// The gradient of GELU as JAX writes it, a sum of terms of both signs, is NaN
// where the gradient behind it is infinite. The epilog, which multiplies by the
// derivative, gives an infinity. What the program computes of this differs, too,
// and is judged as what it is.

// RUN: fused-opt %s --fused-fuse-products | FileCheck %s
// RUN: fused-run %s --entry=is_nan --verify
// RUN: fused-run %s --entry=clipped --verify

// CHECK-COUNT-2: fused.matmul epilog(dgelu)

#mn = affine_map<(m, n) -> (m, n)>

func.func private @gradient(%a: tensor<4x8xf32>, %b: tensor<8x8xf32>, %u: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %c = arith.constant 0.044715 : f32
  %c3 = arith.constant 0.134145 : f32
  %root = arith.constant 0.797884561 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %u : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%g: f32, %x: f32, %out: f32):
    %xx = arith.mulf %x, %x : f32
    %cxx = arith.mulf %c, %xx : f32
    %0 = arith.addf %one, %cxx : f32
    %rx = arith.mulf %root, %x : f32
    %z = arith.mulf %rx, %0 : f32
    %t = math.tanh %z : f32
    %t1 = arith.addf %one, %t : f32
    %w = arith.mulf %half, %t1 : f32
    %tt = arith.mulf %t, %t : f32
    %sech = arith.subf %one, %tt : f32
    %c3xx = arith.mulf %c3, %xx : f32
    %1 = arith.addf %one, %c3xx : f32
    %slope = arith.mulf %root, %1 : f32
    %hx = arith.mulf %half, %x : f32
    %2 = arith.mulf %sech, %slope : f32
    %v = arith.mulf %hx, %2 : f32
    %gw = arith.mulf %g, %w : f32
    %gv = arith.mulf %g, %v : f32
    %s = arith.addf %gw, %gv : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

func.func @is_nan(%a: tensor<4x8xf32>, %b: tensor<8x8xf32>, %u: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %d = call @gradient(%a, %b, %u) : (tensor<4x8xf32>, tensor<8x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xi1>
  %r = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<4x8xf32>) outs(%e : tensor<4x8xi1>) {
  ^bb0(%x: f32, %out: i1):
    %n = arith.cmpf une, %x, %x : f32
    linalg.yield %n : i1
  } -> tensor<4x8xi1>
  return %r : tensor<4x8xi1>
}

func.func @clipped(%a: tensor<4x8xf32>, %b: tensor<8x8xf32>, %u: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %d = call @gradient(%a, %b, %u) : (tensor<4x8xf32>, tensor<8x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %low = arith.constant -1.0 : f32
  %high = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %out: f32):
    %l = arith.maximumf %x, %low : f32
    %h = arith.minimumf %l, %high : f32
    linalg.yield %h : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
