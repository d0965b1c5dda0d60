// RUN: fused-opt %s --fused-fuse-requantization --canonicalize --split-input-file | FileCheck %s
// RUN: fused-opt %s --fused-fuse-requantization=numerics=strict --split-input-file | FileCheck %s --check-prefix=STRICT

// Results of 8-bit products that the program stores in 8 bits, times a number.

// CHECK-LABEL: @scaled(
// CHECK-NEXT: %[[E:.+]] = tensor.empty() : tensor<64x48xf8E4M3FN>
// CHECK-NEXT: %[[Q:.+]] = fused.matmul epilog(relu) transpose_b
// CHECK-SAME:     d_scale(%{{.*}} : tensor<f32>) outs(%[[E]] : tensor<64x48xf8E4M3FN>)
// CHECK-NEXT: return %[[Q]]
// STRICT-LABEL: @scaled(
// STRICT-NOT: d_scale
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
func.func @scaled(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>, %s: tensor<f32>)
    -> tensor<64x48xf8E4M3FN> {
  %d = tensor.empty() : tensor<64x48xbf16>
  %p = fused.matmul epilog(relu) transpose_b
      ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
      outs(%d : tensor<64x48xbf16>) -> tensor<64x48xbf16>
  %e = tensor.empty() : tensor<64x48xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<64x48xbf16>, tensor<f32>) outs(%e : tensor<64x48xf8E4M3FN>) {
  ^bb0(%in: bf16, %scale: f32, %out: f8E4M3FN):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %scale : f32
    %2 = arith.minimumf %1, %most : f32
    %3 = arith.maximumf %2, %least : f32
    %z = arith.truncf %3 : f32 to f8E4M3FN
    linalg.yield %z : f8E4M3FN
  } -> tensor<64x48xf8E4M3FN>
  return %q : tensor<64x48xf8E4M3FN>
}

// -----

// CHECK-LABEL: @divided(
// CHECK:      %[[R:.+]] = linalg.generic
// CHECK:        arith.divf
// CHECK:      fused.matmul epilog(relu) transpose_b
// CHECK-SAME:     d_scale(%[[R]] : tensor<f32>) outs(%{{.*}} : tensor<64x48xf8E4M3FN>)
// CHECK-NOT:  linalg.generic
// STRICT-LABEL: @divided(
// STRICT-NOT: d_scale
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
func.func @divided(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>, %s: tensor<f32>)
    -> tensor<64x48xf8E4M3FN> {
  %d = tensor.empty() : tensor<64x48xbf16>
  %p = fused.matmul epilog(relu) transpose_b
      ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
      outs(%d : tensor<64x48xbf16>) -> tensor<64x48xbf16>
  %e = tensor.empty() : tensor<64x48xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<64x48xbf16>, tensor<f32>) outs(%e : tensor<64x48xf8E4M3FN>) {
  ^bb0(%in: bf16, %scale: f32, %out: f8E4M3FN):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.divf %0, %scale : f32
    %2 = arith.minimumf %1, %most : f32
    %3 = arith.maximumf %2, %least : f32
    %z = arith.truncf %3 : f32 to f8E4M3FN
    linalg.yield %z : f8E4M3FN
  } -> tensor<64x48xf8E4M3FN>
  return %q : tensor<64x48xf8E4M3FN>
}

// -----

// CHECK-LABEL: @not_scaled(
// CHECK:      fused.matmul epilog(relu) transpose_b
// CHECK-NOT:  d_scale
// CHECK-SAME:     outs(%{{.*}} : tensor<64x48xf8E4M3FN>)
// CHECK-NEXT: return
// STRICT-LABEL: @not_scaled(
// STRICT-NOT: d_scale
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
func.func @not_scaled(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>)
    -> tensor<64x48xf8E4M3FN> {
  %d = tensor.empty() : tensor<64x48xbf16>
  %p = fused.matmul epilog(relu) transpose_b
      ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
      outs(%d : tensor<64x48xbf16>) -> tensor<64x48xbf16>
  %e = tensor.empty() : tensor<64x48xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#mn, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<64x48xbf16>) outs(%e : tensor<64x48xf8E4M3FN>) {
  ^bb0(%in: bf16, %out: f8E4M3FN):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %0 = arith.extf %in : bf16 to f32
    %2 = arith.minimumf %0, %most : f32
    %3 = arith.maximumf %2, %least : f32
    %z = arith.truncf %3 : f32 to f8E4M3FN
    linalg.yield %z : f8E4M3FN
  } -> tensor<64x48xf8E4M3FN>
  return %q : tensor<64x48xf8E4M3FN>
}

// -----

// CHECK-LABEL: @by_comparison(
// CHECK: fused.matmul {{.*}} d_scale
// CHECK-NOT: linalg.generic
// STRICT-LABEL: @by_comparison(
// STRICT-NOT: d_scale
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
func.func @by_comparison(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>, %s: tensor<f32>)
    -> tensor<64x48xf8E4M3FN> {
  %d = tensor.empty() : tensor<64x48xbf16>
  %p = fused.matmul epilog(relu) transpose_b
      ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
      outs(%d : tensor<64x48xbf16>) -> tensor<64x48xbf16>
  %e = tensor.empty() : tensor<64x48xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<64x48xbf16>, tensor<f32>) outs(%e : tensor<64x48xf8E4M3FN>) {
  ^bb0(%in: bf16, %scale: f32, %out: f8E4M3FN):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %scale : f32
    %large = arith.cmpf ogt, %1, %most : f32
    %2 = arith.select %large, %most, %1 : f32
    %small = arith.cmpf olt, %2, %least : f32
    %3 = arith.select %small, %least, %2 : f32
    %z = arith.truncf %3 : f32 to f8E4M3FN
    linalg.yield %z : f8E4M3FN
  } -> tensor<64x48xf8E4M3FN>
  return %q : tensor<64x48xf8E4M3FN>
}

// -----

// Without a D of 16 bits, the result is rounded once in the program, too.
// CHECK-LABEL: @from_f32(
// CHECK: fused.matmul {{.*}} d_scale
// CHECK-NOT: linalg.generic
// STRICT-LABEL: @from_f32(
// STRICT: fused.matmul {{.*}} d_scale
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
func.func @from_f32(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>, %s: tensor<f32>)
    -> tensor<64x48xf8E4M3FN> {
  %d = tensor.empty() : tensor<64x48xf32>
  %p = fused.matmul epilog(relu) transpose_b
      ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
      outs(%d : tensor<64x48xf32>) -> tensor<64x48xf32>
  %e = tensor.empty() : tensor<64x48xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<64x48xf32>, tensor<f32>) outs(%e : tensor<64x48xf8E4M3FN>) {
  ^bb0(%in: f32, %scale: f32, %out: f8E4M3FN):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %1 = arith.mulf %in, %scale : f32
    %2 = arith.minimumf %1, %most : f32
    %3 = arith.maximumf %2, %least : f32
    %z = arith.truncf %3 : f32 to f8E4M3FN
    linalg.yield %z : f8E4M3FN
  } -> tensor<64x48xf8E4M3FN>
  return %q : tensor<64x48xf8E4M3FN>
}

// -----

// It does not saturate: 500 becomes NaN.
// CHECK-LABEL: @without_clamp(
// CHECK-NOT: d_scale
// CHECK: linalg.generic
// STRICT-LABEL: @without_clamp(
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
func.func @without_clamp(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>, %s: tensor<f32>)
    -> tensor<64x48xf8E4M3FN> {
  %d = tensor.empty() : tensor<64x48xbf16>
  %p = fused.matmul epilog(relu) transpose_b
      ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
      outs(%d : tensor<64x48xbf16>) -> tensor<64x48xbf16>
  %e = tensor.empty() : tensor<64x48xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<64x48xbf16>, tensor<f32>) outs(%e : tensor<64x48xf8E4M3FN>) {
  ^bb0(%in: bf16, %scale: f32, %out: f8E4M3FN):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %scale : f32
    %z = arith.truncf %1 : f32 to f8E4M3FN
    linalg.yield %z : f8E4M3FN
  } -> tensor<64x48xf8E4M3FN>
  return %q : tensor<64x48xf8E4M3FN>
}

// -----

// Another limit.
// CHECK-LABEL: @clamped_at_240(
// CHECK-NOT: d_scale
// CHECK: linalg.generic
// STRICT-LABEL: @clamped_at_240(
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
func.func @clamped_at_240(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>, %s: tensor<f32>)
    -> tensor<64x48xf8E4M3FN> {
  %d = tensor.empty() : tensor<64x48xbf16>
  %p = fused.matmul epilog(relu) transpose_b
      ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
      outs(%d : tensor<64x48xbf16>) -> tensor<64x48xbf16>
  %e = tensor.empty() : tensor<64x48xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<64x48xbf16>, tensor<f32>) outs(%e : tensor<64x48xf8E4M3FN>) {
  ^bb0(%in: bf16, %scale: f32, %out: f8E4M3FN):
    %most = arith.constant 240.0 : f32
    %least = arith.constant -240.0 : f32
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %scale : f32
    %2 = arith.minimumf %1, %most : f32
    %3 = arith.maximumf %2, %least : f32
    %z = arith.truncf %3 : f32 to f8E4M3FN
    linalg.yield %z : f8E4M3FN
  } -> tensor<64x48xf8E4M3FN>
  return %q : tensor<64x48xf8E4M3FN>
}

// -----

// The clamp turns NaN into a number.
// CHECK-LABEL: @nan_becomes_number(
// CHECK-NOT: d_scale
// CHECK: linalg.generic
// STRICT-LABEL: @nan_becomes_number(
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
func.func @nan_becomes_number(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>, %s: tensor<f32>)
    -> tensor<64x48xf8E4M3FN> {
  %d = tensor.empty() : tensor<64x48xbf16>
  %p = fused.matmul epilog(relu) transpose_b
      ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
      outs(%d : tensor<64x48xbf16>) -> tensor<64x48xbf16>
  %e = tensor.empty() : tensor<64x48xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<64x48xbf16>, tensor<f32>) outs(%e : tensor<64x48xf8E4M3FN>) {
  ^bb0(%in: bf16, %scale: f32, %out: f8E4M3FN):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %scale : f32
    %2 = arith.minnumf %1, %most : f32
    %3 = arith.maxnumf %2, %least : f32
    %z = arith.truncf %3 : f32 to f8E4M3FN
    linalg.yield %z : f8E4M3FN
  } -> tensor<64x48xf8E4M3FN>
  return %q : tensor<64x48xf8E4M3FN>
}

// -----

// A D of f8E5M2 does not exist.
// CHECK-LABEL: @other_type(
// CHECK-NOT: d_scale
// CHECK: linalg.generic
// STRICT-LABEL: @other_type(
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
func.func @other_type(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>, %s: tensor<f32>)
    -> tensor<64x48xf8E5M2> {
  %d = tensor.empty() : tensor<64x48xbf16>
  %p = fused.matmul epilog(relu) transpose_b
      ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
      outs(%d : tensor<64x48xbf16>) -> tensor<64x48xbf16>
  %e = tensor.empty() : tensor<64x48xf8E5M2>
  %q = linalg.generic {indexing_maps = [#mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<64x48xbf16>, tensor<f32>) outs(%e : tensor<64x48xf8E5M2>) {
  ^bb0(%in: bf16, %scale: f32, %out: f8E5M2):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %scale : f32
    %2 = arith.minimumf %1, %most : f32
    %3 = arith.maximumf %2, %least : f32
    %z = arith.truncf %3 : f32 to f8E5M2
    linalg.yield %z : f8E5M2
  } -> tensor<64x48xf8E5M2>
  return %q : tensor<64x48xf8E5M2>
}

// -----

// The result before the scale is returned, too.
// CHECK-LABEL: @used_again(
// CHECK-NOT: d_scale
// CHECK: linalg.generic
// STRICT-LABEL: @used_again(
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
func.func @used_again(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>, %s: tensor<f32>)
    -> (tensor<64x48xf8E4M3FN>, tensor<64x48xbf16>) {
  %d = tensor.empty() : tensor<64x48xbf16>
  %p = fused.matmul epilog(relu) transpose_b
      ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
      outs(%d : tensor<64x48xbf16>) -> tensor<64x48xbf16>
  %e = tensor.empty() : tensor<64x48xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<64x48xbf16>, tensor<f32>) outs(%e : tensor<64x48xf8E4M3FN>) {
  ^bb0(%in: bf16, %scale: f32, %out: f8E4M3FN):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %scale : f32
    %2 = arith.minimumf %1, %most : f32
    %3 = arith.maximumf %2, %least : f32
    %z = arith.truncf %3 : f32 to f8E4M3FN
    linalg.yield %z : f8E4M3FN
  } -> tensor<64x48xf8E4M3FN>
  return %q, %p : tensor<64x48xf8E4M3FN>, tensor<64x48xbf16>
}

// -----

// One number for each column.
// CHECK-LABEL: @scale_for_columns(
// CHECK-NOT: d_scale
// CHECK: linalg.generic
// STRICT-LABEL: @scale_for_columns(
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
func.func @scale_for_columns(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>, %s: tensor<48xf32>)
    -> tensor<64x48xf8E4M3FN> {
  %d = tensor.empty() : tensor<64x48xbf16>
  %p = fused.matmul epilog(relu) transpose_b
      ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
      outs(%d : tensor<64x48xbf16>) -> tensor<64x48xbf16>
  %e = tensor.empty() : tensor<64x48xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#mn, #n, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<64x48xbf16>, tensor<48xf32>) outs(%e : tensor<64x48xf8E4M3FN>) {
  ^bb0(%in: bf16, %scale: f32, %out: f8E4M3FN):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %scale : f32
    %2 = arith.minimumf %1, %most : f32
    %3 = arith.maximumf %2, %least : f32
    %z = arith.truncf %3 : f32 to f8E4M3FN
    linalg.yield %z : f8E4M3FN
  } -> tensor<64x48xf8E4M3FN>
  return %q : tensor<64x48xf8E4M3FN>
}

// -----

// Another function of the scale.
// CHECK-LABEL: @scale_squared(
// CHECK-NOT: d_scale
// CHECK: linalg.generic
// STRICT-LABEL: @scale_squared(
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
func.func @scale_squared(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>, %s: tensor<f32>)
    -> tensor<64x48xf8E4M3FN> {
  %d = tensor.empty() : tensor<64x48xbf16>
  %p = fused.matmul epilog(relu) transpose_b
      ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
      outs(%d : tensor<64x48xbf16>) -> tensor<64x48xbf16>
  %e = tensor.empty() : tensor<64x48xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<64x48xbf16>, tensor<f32>) outs(%e : tensor<64x48xf8E4M3FN>) {
  ^bb0(%in: bf16, %scale: f32, %out: f8E4M3FN):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %0 = arith.extf %in : bf16 to f32
    %sq = arith.mulf %scale, %scale : f32
    %1 = arith.mulf %0, %sq : f32
    %2 = arith.minimumf %1, %most : f32
    %3 = arith.maximumf %2, %least : f32
    %z = arith.truncf %3 : f32 to f8E4M3FN
    linalg.yield %z : f8E4M3FN
  } -> tensor<64x48xf8E4M3FN>
  return %q : tensor<64x48xf8E4M3FN>
}

// -----

// A rounding to another type of 8 bits comes before.
// CHECK-LABEL: @rounded_to_e5m2(
// CHECK-NOT: d_scale
// CHECK: linalg.generic
// STRICT-LABEL: @rounded_to_e5m2(
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
func.func @rounded_to_e5m2(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>, %s: tensor<f32>)
    -> tensor<64x48xf8E4M3FN> {
  %d = tensor.empty() : tensor<64x48xbf16>
  %p = fused.matmul epilog(relu) transpose_b
      ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
      outs(%d : tensor<64x48xbf16>) -> tensor<64x48xbf16>
  %e = tensor.empty() : tensor<64x48xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<64x48xbf16>, tensor<f32>) outs(%e : tensor<64x48xf8E4M3FN>) {
  ^bb0(%in: bf16, %scale: f32, %out: f8E4M3FN):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %scale : f32
    %5 = arith.truncf %1 : f32 to f8E5M2
    %6 = arith.extf %5 : f8E5M2 to f32
    %2 = arith.minimumf %6, %most : f32
    %3 = arith.maximumf %2, %least : f32
    %z = arith.truncf %3 : f32 to f8E4M3FN
    linalg.yield %z : f8E4M3FN
  } -> tensor<64x48xf8E4M3FN>
  return %q : tensor<64x48xf8E4M3FN>
}

// -----

// The library has no such product.
// CHECK-LABEL: @operands_of_16_bits(
// CHECK-NOT: d_scale
// CHECK: linalg.generic
// STRICT-LABEL: @operands_of_16_bits(
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
func.func @operands_of_16_bits(%x: tensor<64x32xbf16>, %w: tensor<48x32xbf16>, %s: tensor<f32>)
    -> tensor<64x48xf8E4M3FN> {
  %d = tensor.empty() : tensor<64x48xbf16>
  %p = fused.matmul epilog(relu) transpose_b
      ins(%x, %w : tensor<64x32xbf16>, tensor<48x32xbf16>)
      outs(%d : tensor<64x48xbf16>) -> tensor<64x48xbf16>
  %e = tensor.empty() : tensor<64x48xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#mn, #none, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<64x48xbf16>, tensor<f32>) outs(%e : tensor<64x48xf8E4M3FN>) {
  ^bb0(%in: bf16, %scale: f32, %out: f8E4M3FN):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %scale : f32
    %2 = arith.minimumf %1, %most : f32
    %3 = arith.maximumf %2, %least : f32
    %z = arith.truncf %3 : f32 to f8E4M3FN
    linalg.yield %z : f8E4M3FN
  } -> tensor<64x48xf8E4M3FN>
  return %q : tensor<64x48xf8E4M3FN>
}
