// RUN: fused-opt %s --fused-fuse-epilogs --split-input-file | FileCheck %s
// RUN: fused-opt %s --fused-fuse-epilogs=numerics=strict --split-input-file | FileCheck %s --check-prefix=STRICT

// Numbers that the program computes, as scales of the product.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
#zeros = affine_map<(m, n) -> (0, 0)>

// CHECK-LABEL: func.func @array_of_rank_0(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins(%arg0, %arg1 : {{[^)]*}}) a_scale(%arg2 : tensor<f32>)
// CHECK-NEXT: return %[[D]]
// STRICT-LABEL: func.func @array_of_rank_0(
// STRICT: a_scale(%arg2 :
func.func @array_of_rank_0(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                           %s: tensor<f32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#none, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%s, %p : tensor<f32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%k: f32, %x: f32, %out: f32):
    %1 = arith.mulf %k, %x : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#zeros = affine_map<(m, n) -> (0, 0)>

// One element of 16 bits, in an array of rank 2, with a bias and an activation.
// CHECK-LABEL: func.func @of_16_bits(
// CHECK: %[[S0:.*]] = tensor.collapse_shape %arg3 [] : tensor<1x1xbf16> into tensor<bf16>
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[S0]] : tensor<bf16>)
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias) allow_rounded_steps ins(%arg0, %arg1 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) a_scale(%[[S]] : tensor<f32>)
// CHECK-NEXT: return %[[D]]
// STRICT-LABEL: func.func @of_16_bits(
// STRICT-NOT: a_scale
func.func @of_16_bits(%a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
                      %v: tensor<19xbf16>, %s: tensor<1x1xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {indexing_maps = [#mn, #zeros, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %s, %v : tensor<5x19xbf16>, tensor<1x1xbf16>, tensor<19xbf16>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %k: bf16, %w: bf16, %out: bf16):
    %zero = arith.constant 0.0 : bf16
    %2 = arith.mulf %x, %k : bf16
    %3 = arith.addf %2, %w : bf16
    %4 = arith.maximumf %3, %zero : bf16
    linalg.yield %4 : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// -----

#mn = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>

// Operands of 8 bits have a scale each.
// CHECK-LABEL: func.func @of_8_bits(
// STRICT-LABEL: func.func @of_8_bits(
// CHECK: fused.matmul epilog(default) {{.*}} a_scale(%arg2 : tensor<f32>) b_scale(%arg3 : tensor<f32>)
// CHECK-NEXT: return
func.func @of_8_bits(%a: tensor<5x7xf8E4M3FN>, %b: tensor<7x19xf8E4M3FN>,
                     %s: tensor<f32>, %t: tensor<f32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #none, #none, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %s, %t : tensor<5x19xf32>, tensor<f32>, tensor<f32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %k: f32, %l: f32, %out: f32):
    %1 = arith.mulf %x, %k : f32
    %2 = arith.mulf %1, %l : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

#mn = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>

// Not with an alpha: one of both may overflow where the other one does not.
// CHECK-LABEL: func.func @with_alpha(
// CHECK: fused.matmul epilog(default) alpha(2.000000e+00) ins(%arg0, %arg1 : {{[^)]*}}) outs
// CHECK: arith.mulf
// CHECK: return
func.func @with_alpha(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                      %s: tensor<f32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#none, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%s, %p : tensor<f32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%k: f32, %x: f32, %out: f32):
    %two = arith.constant 2.0 : f32
    %1 = arith.mulf %two, %x : f32
    %2 = arith.mulf %k, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

#mn = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>

// Wider ones have one: the rest is computed from the product.
// CHECK-LABEL: func.func @second_scale(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) {{.*}} a_scale(%arg2 : tensor<f32>) outs
// CHECK: linalg.generic {{.*}} ins(%arg3, %[[D]] :
// CHECK: arith.mulf
// CHECK-NOT: arith.mulf
// CHECK: return
func.func @second_scale(%a: tensor<5x7xf16>, %b: tensor<7x19xf16>,
                        %s: tensor<f32>, %t: tensor<f32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf16>, tensor<7x19xf16>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #none, #none, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %s, %t : tensor<5x19xf32>, tensor<f32>, tensor<f32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %k: f32, %l: f32, %out: f32):
    %1 = arith.mulf %x, %k : f32
    %2 = arith.mulf %1, %l : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>

// The scale multiplies the bias, too.
// CHECK-LABEL: func.func @of_a_sum(
// CHECK: fused.matmul epilog(bias)
// CHECK-NOT: a_scale
// CHECK: arith.mulf
func.func @of_a_sum(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                    %v: tensor<19xf32>, %s: tensor<f32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #n, #none, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v, %s : tensor<5x19xf32>, tensor<19xf32>, tensor<f32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %w: f32, %k: f32, %out: f32):
    %1 = arith.addf %x, %w : f32
    %2 = arith.mulf %1, %k : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

#mn = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>

// What is added is no scale, but a bias. An exception for zero stays behind the
// product.
// CHECK-LABEL: func.func @other_functions(
// CHECK: fused.matmul epilog(bias) ins(%arg0, %arg1 : {{[^)]*}}) bias(%{{[^)]*}}) outs
// CHECK-NOT: arith.addf
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins(%arg0, %arg1 : {{[^)]*}}) a_scale(%arg2 :
// CHECK: linalg.generic {{.*}} ins(%arg2, %[[D]] :
// CHECK: arith.select
func.func @other_functions(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                           %s: tensor<f32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #none, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<5x19xf32>, tensor<f32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %k: f32, %out: f32):
    %1 = arith.addf %x, %k : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  %q = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %1 = linalg.generic {indexing_maps = [#mn, #none, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%q, %s : tensor<5x19xf32>, tensor<f32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %k: f32, %out: f32):
    %zero = arith.constant 0.0 : f32
    %2 = arith.mulf %x, %k : f32
    %3 = arith.cmpf oeq, %k, %zero : f32
    %4 = arith.select %3, %zero, %2 : f32
    linalg.yield %4 : f32
  } -> tensor<5x19xf32>
  return %0, %1 : tensor<5x19xf32>, tensor<5x19xf32>
}

// -----

#mn = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>

// Scales are numbers of f32.
// CHECK-LABEL: func.func @of_f64(
// CHECK-NOT: a_scale
func.func @of_f64(%a: tensor<5x7xf64>, %b: tensor<7x19xf64>,
                  %s: tensor<f64>) -> tensor<5x19xf64> {
  %e = tensor.empty() : tensor<5x19xf64>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf64>, tensor<7x19xf64>)
      outs(%e : tensor<5x19xf64>) -> tensor<5x19xf64>
  %0 = linalg.generic {indexing_maps = [#mn, #none, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<5x19xf64>, tensor<f64>)
      outs(%e : tensor<5x19xf64>) {
  ^bb0(%x: f64, %k: f64, %out: f64):
    %1 = arith.mulf %x, %k : f64
    linalg.yield %1 : f64
  } -> tensor<5x19xf64>
  return %0 : tensor<5x19xf64>
}

// -----

#mn = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>

// One for each row.
// CHECK-LABEL: func.func @of_rows(
// CHECK-NOT: a_scale
func.func @of_rows(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                   %s: tensor<5xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #m, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<5x19xf32>, tensor<5xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %k: f32, %out: f32):
    %1 = arith.mulf %x, %k : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

#mn = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>

// Weights minus a rate that is an argument times a gradient: a sign makes no
// infinity.
// CHECK-LABEL: func.func @subtracted(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) alpha(-1.000000e+00) ins(%arg0, %arg1 : {{[^)]*}}) c(%arg3 : tensor<5x19xf32>) a_scale(%arg2 : tensor<f32>)
// CHECK-NEXT: return %[[D]]
func.func @subtracted(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                      %rate: tensor<f32>, %w: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#none, #mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%rate, %p, %w : tensor<f32>, tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%k: f32, %x: f32, %c: f32, %out: f32):
    %1 = arith.mulf %k, %x : f32
    %2 = arith.subf %c, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// A rate of f64, which PyTorch's optimizers have, is rounded once.
// CHECK-LABEL: func.func @rounded(
// CHECK: %[[RATE:.*]] = linalg.generic {{.*}} ins(%arg2 : tensor<f64>) outs(%{{.*}} : tensor<f32>)
// CHECK: arith.truncf {{.*}} : f64 to f32
// CHECK: %[[D:.*]] = fused.matmul epilog(default) alpha(-1.000000e+00) ins(%arg0, %arg1 : {{[^)]*}}) c(%arg3 : tensor<5x19xf32>) a_scale(%[[RATE]] : tensor<f32>)
// CHECK-NEXT: return %[[D]]
func.func @rounded(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %rate: tensor<f64>, %w: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#none, #mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%rate, %p, %w : tensor<f64>, tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%k: f64, %x: f32, %c: f32, %out: f32):
    %0 = arith.truncf %k : f64 to f32
    %1 = arith.mulf %0, %x : f32
    %2 = arith.subf %c, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The product itself is computed in f64.
// CHECK-LABEL: func.func @not_rounded(
// CHECK-NOT: a_scale
// CHECK: return
func.func @not_rounded(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %rate: tensor<f64>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {indexing_maps = [#none, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%rate, %p : tensor<f64>, tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%k: f64, %x: f32, %out: f32):
    %0 = arith.extf %x : f32 to f64
    %1 = arith.mulf %k, %0 : f64
    %2 = arith.truncf %1 : f64 to f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}
