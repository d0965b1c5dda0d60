// RUN: fused-opt %s --fused-fuse-epilogs | FileCheck %s

// GELU in its tanh form, written with tanh.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

// x * (0.5 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 * x * x * x))))
// CHECK-LABEL: func.func @gelu_of_jax(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu) ins(%arg0, %arg1 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @gelu_of_jax(
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
    %g = arith.mulf %h, %q : f32
    %y = arith.mulf %x, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @gelu_bias_of_jax(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu_bias) ins(%arg0, %arg1 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @gelu_bias_of_jax(
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
    %y = arith.mulf %b1, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// torch-mlir takes x to an integer power, and has its own sqrt(2/pi).
// CHECK-LABEL: func.func @gelu_of_torch_mlir(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu) ins(%arg0, %arg1 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @gelu_of_torch_mlir(
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
    %k = arith.constant 4.471500e-02 : f32
    %r = arith.constant 0.7977240352174656 : f32
    %n = arith.constant 3 : i32
    %x3 = math.fpowi %x, %n : f32, i32
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

// CHECK-LABEL: func.func @gelu_of_pow(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu) ins(%arg0, %arg1 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @gelu_of_pow(
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
    %n = arith.constant 3.0 : f32
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

// CHECK-LABEL: func.func @gelu_half_of_x_first(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu) ins(%arg0, %arg1 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @gelu_half_of_x_first(
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
    %i = arith.mulf %x3, %k : f32
    %u = arith.addf %i, %x : f32
    %w = arith.mulf %u, %r : f32
    %t = math.tanh %w : f32
    %q = arith.addf %t, %one : f32
    %hx = arith.mulf %x, %h : f32
    %y = arith.mulf %hx, %q : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// 0.5 x + 0.5 x tanh(x (0.7978845608 + 0.0356774081 x^2))
// CHECK-LABEL: func.func @gelu_distributed(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu) ins(%arg0, %arg1 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @gelu_distributed(
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
    %kr = arith.constant 0.035677408136300125 : f32
    %r = arith.constant 0.7978845608028654 : f32
    %x2 = arith.mulf %x, %x : f32
    %i = arith.mulf %x2, %kr : f32
    %u = arith.addf %i, %r : f32
    %w = arith.mulf %x, %u : f32
    %t = math.tanh %w : f32
    %hx = arith.mulf %x, %h : f32
    %y = math.fma %hx, %t, %hx : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @gelu_and_a_factor_behind_it(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu) ins(
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK-NOT: math.tanh
func.func @gelu_and_a_factor_behind_it(
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
    %two = arith.constant 2.0 : f32
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
    %g = arith.mulf %h, %q : f32
    %y = arith.mulf %x, %g : f32
    %z = arith.mulf %y, %two : f32
    linalg.yield %z : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}
