// RUN: fused-opt %s --fused-raise-contractions | FileCheck %s \
// RUN:   --implicit-check-not=fused.matmul
// RUN: fused-opt %s --fused-raise-contractions --remarks-filter='fused-raise' \
// RUN:   2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// REMARK: element-type | Category:fused-raise
// CHECK-LABEL: func.func @no_raise_integer_product
// CHECK: linalg.matmul
func.func @no_raise_integer_product(%a: tensor<5x7xi32>, %b: tensor<7x19xi32>,
                                    %c: tensor<5x19xi32>) -> tensor<5x19xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xi32>, tensor<7x19xi32>)
      outs(%c : tensor<5x19xi32>) -> tensor<5x19xi32>
  return %0 : tensor<5x19xi32>
}

// REMARK: element-type
// CHECK-LABEL: func.func @no_raise_i8_added
// CHECK: linalg.matmul
func.func @no_raise_i8_added(%a: tensor<5x7xi8>, %b: tensor<7x19xi8>,
                               %c: tensor<5x19xi32>) -> tensor<5x19xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>)
      outs(%c : tensor<5x19xi32>) -> tensor<5x19xi32>
  return %0 : tensor<5x19xi32>
}

// Each sum is rounded to 8 bits at every step.
// REMARK: element-type
// CHECK-LABEL: func.func @no_raise_f8_sums
// CHECK: linalg.matmul
func.func @no_raise_f8_sums(%a: tensor<5x7xf8E4M3FN>, %b: tensor<7x19xf8E4M3FN>,
                            %c: tensor<5x19xf8E4M3FN>) -> tensor<5x19xf8E4M3FN> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>)
      outs(%c : tensor<5x19xf8E4M3FN>) -> tensor<5x19xf8E4M3FN>
  return %0 : tensor<5x19xf8E4M3FN>
}

// CHECK-LABEL: func.func @no_raise_max_plus
// CHECK: linalg.generic
func.func @no_raise_max_plus(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                             %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %0 = linalg.generic {
      indexing_maps = [#mk, #kn, #mn],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.addf %in, %in_0 : f32
    %2 = arith.maximumf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_raise_square_of_one_factor
// CHECK: linalg.generic
func.func @no_raise_square_of_one_factor(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %0 = linalg.generic {
      indexing_maps = [#mk, #kn, #mn],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_raise_accumulator_added_twice
// CHECK: linalg.generic
func.func @no_raise_accumulator_added_twice(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %0 = linalg.generic {
      indexing_maps = [#mk, #kn, #mn],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.addf %out, %out : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_raise_difference
// CHECK: linalg.generic
func.func @no_raise_difference(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %0 = linalg.generic {
      indexing_maps = [#mk, #kn, #mn],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.subf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// REMARK: reduced-operand
// CHECK-LABEL: func.func @no_raise_reduction_of_only_one_factor
// CHECK: linalg.generic
func.func @no_raise_reduction_of_only_one_factor(
    %a: tensor<5x7xf32>, %b: tensor<19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %0 = linalg.generic {
      indexing_maps = [#mk, affine_map<(m, n, k) -> (n)>, #mn],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x7xf32>, tensor<19xf32>)
      outs(%c : tensor<5x19xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_raise_outer_product
// CHECK: linalg.generic
func.func @no_raise_outer_product(
    %a: tensor<5xf32>, %b: tensor<19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m)>, affine_map<(m, n) -> (n)>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5xf32>, tensor<19xf32>)
      outs(%c : tensor<5x19xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// REMARK: few-channels
// CHECK-LABEL: func.func @no_raise_convolution
// CHECK: linalg.conv_1d
func.func @no_raise_convolution(%x: tensor<10xf32>, %f: tensor<3xf32>,
                                %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.conv_1d ins(%x, %f : tensor<10xf32>, tensor<3xf32>)
      outs(%y : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @no_raise_buffers
// CHECK: linalg.matmul
func.func @no_raise_buffers(%a: memref<5x7xf32>, %b: memref<7x19xf32>,
                            %c: memref<5x19xf32>) {
  linalg.matmul ins(%a, %b : memref<5x7xf32>, memref<7x19xf32>)
      outs(%c : memref<5x19xf32>)
  return
}

// REMARK: indexing-maps
// CHECK-LABEL: func.func @no_raise_diagonal
// CHECK: linalg.generic
func.func @no_raise_diagonal(%a: tensor<7x7xf32>, %b: tensor<7x19xf32>,
                             %c: tensor<19xf32>) -> tensor<19xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(n, k) -> (k, k)>,
                       affine_map<(n, k) -> (k, n)>,
                       affine_map<(n, k) -> (n)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<7x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<19xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<19xf32>
  return %0 : tensor<19xf32>
}
