// RUN: fused-opt %s --fused-fuse-epilogs | FileCheck %s

// 16-bit types, wider accumulation and roundings, under numerics=default.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

// Each step rounds; the epilog rounds once.
// CHECK-LABEL: func.func @bf16_in_steps(
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias) allow_rounded_steps ins(%arg0, %arg1 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @bf16_in_steps(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xbf16>, tensor<19xbf16>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %v_: bf16, %out: bf16):
    %y1 = arith.addf %x, %v_ : bf16
    linalg.yield %y1 : bf16
  } -> tensor<5x19xbf16>
  %1 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<5x19xbf16>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %out: bf16):
    %z = arith.constant 0.0 : bf16
    %y2 = arith.maximumf %x, %z : bf16
    linalg.yield %y2 : bf16
  } -> tensor<5x19xbf16>
  return %1 : tensor<5x19xbf16>
}

// torch-mlir: product into f32, truncated, then the bias in bf16.
// CHECK-LABEL: func.func @f32_product_of_bf16_truncated_before_bias(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) allow_rounded_steps ins(%arg0, %arg1 : tensor<5x7xbf16>, tensor<7x19xbf16>) bias(%arg2 : tensor<19xbf16>) {{.*}} -> tensor<5x19xbf16>
// CHECK-NEXT: return %[[D]]
func.func @f32_product_of_bf16_truncated_before_bias(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %e1 = tensor.empty() : tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e1 : tensor<5x19xbf16>) {
  ^bb0(%x: f32, %out: bf16):
    %y1 = arith.truncf %x : f32 to bf16
    linalg.yield %y1 : bf16
  } -> tensor<5x19xbf16>
  %1 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0, %v : tensor<5x19xbf16>, tensor<19xbf16>)
      outs(%e1 : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %v_: bf16, %out: bf16):
    %y2 = arith.addf %x, %v_ : bf16
    linalg.yield %y2 : bf16
  } -> tensor<5x19xbf16>
  return %1 : tensor<5x19xbf16>
}

// CHECK-LABEL: func.func @f32_product_of_f16_truncated_at_the_end(
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias) ins(%arg0, %arg1 : tensor<5x7xf16>, tensor<7x19xf16>) bias(%arg2 : tensor<19xf16>) {{.*}} -> tensor<5x19xf16>
// CHECK-NEXT: return %[[D]]
func.func @f32_product_of_f16_truncated_at_the_end(
    %a: tensor<5x7xf16>, %b: tensor<7x19xf16>, %v: tensor<19xf16>)
    -> tensor<5x19xf16> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf16>, tensor<7x19xf16>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %e1 = tensor.empty() : tensor<5x19xf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf16>)
      outs(%e1 : tensor<5x19xf16>) {
  ^bb0(%x: f32, %v_: f16, %out: f16):
    %vw = arith.extf %v_ : f16 to f32
    %y1 = arith.addf %x, %vw : f32
    %z = arith.constant 0.0 : f32
    %y2 = arith.maximumf %y1, %z : f32
    %y3 = arith.truncf %y2 : f32 to f16
    linalg.yield %y3 : f16
  } -> tensor<5x19xf16>
  return %0 : tensor<5x19xf16>
}

// CHECK-LABEL: func.func @f32_result_of_bf16_with_f32_bias(
// CHECK: fused.matmul epilog(bias) {{.*}} bias(%arg2 : tensor<19xf32>) {{.*}} -> tensor<5x19xf32>
func.func @f32_result_of_bf16_with_f32_bias(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %y1 = arith.addf %x, %v_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// A wider result of the same product rounds less.
// CHECK-LABEL: func.func @widened_result(
// CHECK: fused.matmul epilog(relu) {{.*}} -> tensor<5x19xf32>
func.func @widened_result(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %e1 = tensor.empty() : tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xbf16>)
      outs(%e1 : tensor<5x19xf32>) {
  ^bb0(%x: bf16, %out: f32):
    %y1 = arith.extf %x : bf16 to f32
    %z = arith.constant 0.0 : f32
    %y2 = arith.maximumf %y1, %z : f32
    linalg.yield %y2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// What is only widened is stored narrow: those who read it widen it. Here, it
// is returned.
// CHECK-LABEL: func.func @only_widened(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) alpha(1.250000e-01) {{.*}} -> tensor<5x19xf32>
// CHECK-NOT: arith.extf
// CHECK: return %[[D]]
func.func @only_widened(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %e1 = tensor.empty() : tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xbf16>)
      outs(%e1 : tensor<5x19xf32>) {
  ^bb0(%x: bf16, %out: f32):
    %scale = arith.constant 0.125 : bf16
    %y1 = arith.mulf %x, %scale : bf16
    %y2 = arith.extf %y1 : bf16 to f32
    linalg.yield %y2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @f64(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu_bias) ins(%arg0, %arg1 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @f64(
    %a: tensor<5x7xf64>, %b: tensor<7x19xf64>, %v: tensor<19xf64>)
    -> tensor<5x19xf64> {
  %e = tensor.empty() : tensor<5x19xf64>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf64>, tensor<7x19xf64>)
      outs(%e : tensor<5x19xf64>) -> tensor<5x19xf64>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf64>, tensor<19xf64>)
      outs(%e : tensor<5x19xf64>) {
  ^bb0(%x: f64, %v_: f64, %out: f64):
    %h = arith.constant 0.5 : f64
    %one = arith.constant 1.0 : f64
    %k = arith.constant 0.044715 : f64
    %r = arith.constant 0.79788456080286535588 : f64
    %b1 = arith.addf %x, %v_ : f64
    %x2 = arith.mulf %b1, %b1 : f64
    %x3 = arith.mulf %x2, %b1 : f64
    %i = arith.mulf %k, %x3 : f64
    %u = arith.addf %b1, %i : f64
    %w = arith.mulf %r, %u : f64
    %t = math.tanh %w : f64
    %q = arith.addf %one, %t : f64
    %g = arith.mulf %h, %q : f64
    %y = arith.mulf %b1, %g : f64
    linalg.yield %y : f64
  } -> tensor<5x19xf64>
  return %0 : tensor<5x19xf64>
}
