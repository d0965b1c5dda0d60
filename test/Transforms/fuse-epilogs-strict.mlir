// RUN: fused-opt %s --fused-fuse-epilogs=numerics=strict \
// RUN:   | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: fused-opt %s --fused-fuse-epilogs \
// RUN:   | FileCheck %s --check-prefixes=CHECK,DEFAULT

// Roundings, which numerics=strict keeps.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

// ReLU does not round.
// CHECK-LABEL: func.func @fuse_relu_of_bf16(
// CHECK: fused.matmul epilog(relu)
func.func @fuse_relu_of_bf16(
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
    %z = arith.constant 0.0 : bf16
    %y1 = arith.maximumf %x, %z : bf16
    linalg.yield %y1 : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// CHECK-LABEL: func.func @no_fuse_bias_of_bf16(
// STRICT: fused.matmul epilog(default)
// STRICT: arith.addf
// DEFAULT: fused.matmul epilog(bias)
func.func @no_fuse_bias_of_bf16(
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
  return %0 : tensor<5x19xbf16>
}

// CHECK-LABEL: func.func @fuse_bias_of_f32(
// CHECK: fused.matmul epilog(bias)
func.func @fuse_bias_of_f32(
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
    %y1 = arith.addf %x, %v_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// There is one rounding, at the end.
// CHECK-LABEL: func.func @fuse_bias_in_f32_of_bf16_product(
// CHECK: fused.matmul epilog(bias) {{.*}} -> tensor<5x19xbf16>
func.func @fuse_bias_in_f32_of_bf16_product(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %e1 = tensor.empty() : tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xbf16>)
      outs(%e1 : tensor<5x19xbf16>) {
  ^bb0(%x: f32, %v_: bf16, %out: bf16):
    %w = arith.extf %v_ : bf16 to f32
    %y1 = arith.addf %x, %w : f32
    %y2 = arith.truncf %y1 : f32 to bf16
    linalg.yield %y2 : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// The rounding in between stays, as that of the product.
// CHECK-LABEL: func.func @no_fuse_behind_rounding(
// STRICT: fused.matmul epilog(default) {{.*}} -> tensor<5x19xbf16>
// STRICT: arith.extf
// DEFAULT: fused.matmul epilog(relu) {{.*}} -> tensor<5x19xf32>
func.func @no_fuse_behind_rounding(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %w = arith.truncf %x : f32 to bf16
    %u = arith.extf %w : bf16 to f32
    %z = arith.constant 0.0 : f32
    %y1 = arith.maximumf %u, %z : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_bias_rounded_in_between(
// STRICT: fused.matmul epilog(default)
// STRICT: arith.truncf
// DEFAULT: fused.matmul epilog(bias)
func.func @no_fuse_bias_rounded_in_between(
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
    %w = arith.truncf %v_ : f32 to bf16
    %u = arith.extf %w : bf16 to f32
    %y1 = arith.addf %x, %u : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_wider_relu_of_bf16_product(
// STRICT: fused.matmul epilog(default) {{.*}} -> tensor<5x19xbf16>
// STRICT: arith.extf
// DEFAULT: fused.matmul epilog(relu) {{.*}} -> tensor<5x19xf32>
func.func @no_fuse_wider_relu_of_bf16_product(
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
    %u = arith.extf %x : bf16 to f32
    %z = arith.constant 0.0 : f32
    %y1 = arith.maximumf %u, %z : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// Infinity becomes the largest number.
// CHECK-LABEL: func.func @no_fuse_clamp_of_tosa(
// STRICT: fused.matmul epilog(default)
// STRICT: arith.minimumf
// DEFAULT: fused.matmul epilog(relu)
func.func @no_fuse_clamp_of_tosa(
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
    %m = arith.constant 3.40282347E+38 : f32
    %n = arith.minimumf %x, %m : f32
    %y1 = arith.maximumf %n, %z : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// No contract drops a rounding to fewer than 16 bits.
// CHECK-LABEL: func.func @no_fuse_rounding_to_f8(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.truncf
func.func @no_fuse_rounding_to_f8(
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
    %w = arith.truncf %x : f32 to f8E4M3FN
    %u = arith.extf %w : f8E4M3FN to f32
    %z = arith.constant 0.0 : f32
    %y1 = arith.maximumf %u, %z : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_rounding_of_f64_to_f32(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.truncf
func.func @no_fuse_rounding_of_f64_to_f32(
    %a: tensor<5x7xf64>, %b: tensor<7x19xf64>) -> tensor<5x19xf64> {
  %e = tensor.empty() : tensor<5x19xf64>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf64>, tensor<7x19xf64>)
      outs(%e : tensor<5x19xf64>) -> tensor<5x19xf64>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf64>)
      outs(%e : tensor<5x19xf64>) {
  ^bb0(%x: f64, %out: f64):
    %w = arith.truncf %x : f64 to f32
    %u = arith.extf %w : f32 to f64
    %z = arith.constant 0.0 : f64
    %y1 = arith.maximumf %u, %z : f64
    linalg.yield %y1 : f64
  } -> tensor<5x19xf64>
  return %0 : tensor<5x19xf64>
}
