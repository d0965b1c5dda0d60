// RUN: fused-opt %s --fused-raise-contractions | FileCheck %s

// Named operations, and what they accumulate into.

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @accumulated_init
// CHECK-SAME: %[[A:.*]]: tensor<5x7xf32>, %[[B:.*]]: tensor<7x19xf32>, %[[C:.*]]: tensor<5x19xf32>
// CHECK: %[[D0:.*]] = tensor.empty() : tensor<5x19xf32>
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins(%[[A]], %[[B]] : {{.*}}) c(%[[C]] : tensor<5x19xf32>) outs(%[[D0]] :
// CHECK: return %[[D]]
func.func @accumulated_init(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                            %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @filled_init
// CHECK: fused.matmul epilog(default) ins(%{{.*}}, %{{.*}} : tensor<5x7xf32>, tensor<7x19xf32>) outs(
func.func @filled_init(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>)
    -> tensor<5x19xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x19xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<5x19xf32>)
      -> tensor<5x19xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%z : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @splat_init_of_negative_zero
// CHECK: fused.matmul epilog(default) ins(%{{.*}}, %{{.*}} : tensor<5x7xf32>, tensor<7x19xf32>) outs(
func.func @splat_init_of_negative_zero(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>)
    -> tensor<5x19xf32> {
  %z = arith.constant dense<-0.0> : tensor<5x19xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%z : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_drop_init_filled_with_one
// CHECK: %[[ONES:.*]] = linalg.fill
// CHECK: fused.matmul epilog(default) {{.*}} c(%[[ONES]] :
func.func @no_drop_init_filled_with_one(%a: tensor<5x7xf32>,
                                        %b: tensor<7x19xf32>)
    -> tensor<5x19xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<5x19xf32>
  %z = linalg.fill ins(%one : f32) outs(%e : tensor<5x19xf32>)
      -> tensor<5x19xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%z : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @init_of_broadcast_bias
// CHECK: %[[C:.*]] = linalg.broadcast
// CHECK: fused.matmul epilog(default) {{.*}} c(%[[C]] :
func.func @init_of_broadcast_bias(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                                  %v: tensor<19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %c = linalg.broadcast ins(%v : tensor<19xf32>) outs(%e : tensor<5x19xf32>)
      dimensions = [0]
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @transposing_maps
// CHECK: fused.matmul epilog(default) transpose_a transpose_b ins(%arg0, %arg1 :
func.func @transposing_maps(%a: tensor<7x5xf32>, %b: tensor<19x7xf32>,
                            %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %0 = linalg.matmul indexing_maps = [#km, #nk, #mn]
      ins(%a, %b : tensor<7x5xf32>, tensor<19x7xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @batch_matmul
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 : tensor<3x5x7xf32>, tensor<3x7x19xf32>) c(%arg2 : tensor<3x5x19xf32>)
func.func @batch_matmul(%a: tensor<3x5x7xf32>, %b: tensor<3x7x19xf32>,
                        %c: tensor<3x5x19xf32>) -> tensor<3x5x19xf32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      outs(%c : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  return %0 : tensor<3x5x19xf32>
}

// CHECK-LABEL: func.func @batch_reduce_matmul
// CHECK-NOT: linalg.batch_reduce_matmul
// CHECK: %[[A:.*]] = linalg.transpose {{.*}} permutation = [1, 0, 2]
// CHECK: fused.matmul epilog(default) ins(%{{.*}}, %{{.*}} : tensor<5x21xf32>, tensor<21x19xf32>)
func.func @batch_reduce_matmul(%a: tensor<3x5x7xf32>, %b: tensor<3x7x19xf32>,
                               %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %0 = linalg.batch_reduce_matmul
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// A result without rows is taken as one row, so that what is added to it can be
// a bias.
// CHECK-LABEL: func.func @matvec
// CHECK: %[[X:.*]] = tensor.expand_shape %arg1 {{.*}} : tensor<7xf32> into tensor<1x7xf32>
// CHECK: fused.matmul epilog(default) transpose_b ins(%[[X]], %arg0 : tensor<1x7xf32>, tensor<5x7xf32>)
// CHECK-SAME: -> tensor<1x5xf32>
// CHECK: tensor.collapse_shape {{.*}} : tensor<1x5xf32> into tensor<5xf32>
func.func @matvec(%a: tensor<5x7xf32>, %x: tensor<7xf32>, %y: tensor<5xf32>)
    -> tensor<5xf32> {
  %0 = linalg.matvec ins(%a, %x : tensor<5x7xf32>, tensor<7xf32>)
      outs(%y : tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func @vecmat
// CHECK: fused.matmul epilog(default)
// CHECK-NOT: linalg.vecmat
func.func @vecmat(%x: tensor<7xf32>, %b: tensor<7x19xf32>, %y: tensor<19xf32>)
    -> tensor<19xf32> {
  %0 = linalg.vecmat ins(%x, %b : tensor<7xf32>, tensor<7x19xf32>)
      outs(%y : tensor<19xf32>) -> tensor<19xf32>
  return %0 : tensor<19xf32>
}

// CHECK-LABEL: func.func @batch_matvec
// CHECK: fused.matmul epilog(default) transpose_b ins(%{{.*}}, %arg0 : tensor<3x1x7xf32>, tensor<3x5x7xf32>)
func.func @batch_matvec(%a: tensor<3x5x7xf32>, %x: tensor<3x7xf32>,
                        %y: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %0 = linalg.batch_matvec ins(%a, %x : tensor<3x5x7xf32>, tensor<3x7xf32>)
      outs(%y : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @dot
// CHECK: fused.matmul epilog(default) {{.*}} -> tensor<1x1xf32>
// CHECK: tensor.collapse_shape {{.*}} [] : tensor<1x1xf32> into tensor<f32>
func.func @dot(%x: tensor<7xf32>, %y: tensor<7xf32>, %z: tensor<f32>)
    -> tensor<f32> {
  %0 = linalg.dot ins(%x, %y : tensor<7xf32>, tensor<7xf32>)
      outs(%z : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @contract
// CHECK: fused.matmul epilog(default) transpose_a ins(%arg0, %arg1 :
func.func @contract(%a: tensor<7x5xf32>, %b: tensor<7x19xf32>,
                    %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %0 = linalg.contract indexing_maps = [#km, #kn, #mn]
      ins(%a, %b : tensor<7x5xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The product is transposed instead of its result.
// CHECK-LABEL: func.func @transposed_result
// CHECK-NOT: linalg.transpose
// CHECK: fused.matmul epilog(default) transpose_a transpose_b ins(%arg1, %arg0 :
// CHECK-SAME: -> tensor<19x5xf32>
func.func @transposed_result(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                             %c: tensor<19x5xf32>) -> tensor<19x5xf32> {
  %0 = linalg.contract
      indexing_maps = [#mk, #kn, affine_map<(m, n, k) -> (n, m)>]
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<19x5xf32>) -> tensor<19x5xf32>
  return %0 : tensor<19x5xf32>
}

// CHECK-LABEL: func.func @f16_into_f32
// CHECK: fused.matmul epilog(default) ins(%{{.*}}, %{{.*}} : tensor<5x7xf16>, tensor<7x19xf16>) c(%{{.*}} : tensor<5x19xf32>)
func.func @f16_into_f32(%a: tensor<5x7xf16>, %b: tensor<7x19xf16>,
                        %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf16>, tensor<7x19xf16>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @f64
// CHECK: fused.matmul epilog(default)
// CHECK-SAME: -> tensor<5x19xf64>
func.func @f64(%a: tensor<5x7xf64>, %b: tensor<7x19xf64>, %c: tensor<5x19xf64>)
    -> tensor<5x19xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf64>, tensor<7x19xf64>)
      outs(%c : tensor<5x19xf64>) -> tensor<5x19xf64>
  return %0 : tensor<5x19xf64>
}

// CHECK-LABEL: func.func @dynamic
// CHECK-DAG: %[[M:.*]] = tensor.dim %arg0, %c0
// CHECK-DAG: %[[N:.*]] = tensor.dim %arg1, %c1
// CHECK: %[[D0:.*]] = tensor.empty(%[[M]], %[[N]]) : tensor<?x?xf32>
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) c(%arg2 : tensor<?x?xf32>) outs(%[[D0]] :
func.func @dynamic(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @dynamic_result_of_static_factors
// CHECK: %[[D:.*]] = fused.matmul epilog(default) {{.*}} -> tensor<5x19xf32>
// CHECK: tensor.cast %[[D]] : tensor<5x19xf32> to tensor<?x?xf32>
func.func @dynamic_result_of_static_factors(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @inside_of_a_loop
// CHECK: scf.for
// CHECK: fused.matmul epilog(default)
func.func @inside_of_a_loop(%a: tensor<5x5xf32>, %c: tensor<5x5xf32>, %n: index)
    -> tensor<5x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c) -> tensor<5x5xf32> {
    %0 = linalg.matmul ins(%a, %x : tensor<5x5xf32>, tensor<5x5xf32>)
        outs(%x : tensor<5x5xf32>) -> tensor<5x5xf32>
    scf.yield %0 : tensor<5x5xf32>
  }
  return %r : tensor<5x5xf32>
}

// Operands of two types: the narrower one is widened, where it is stored.
// CHECK-LABEL: func.func @operands_of_two_types(
// CHECK-SAME: %[[A:.*]]: tensor<5x7xf32>, %[[B:.*]]: tensor<19x7xbf16>,
// CHECK: %[[W:.*]] = linalg.generic {{.*}} ins(%[[B]] : tensor<19x7xbf16>)
// CHECK: arith.extf {{.*}} : bf16 to f32
// CHECK: fused.matmul epilog(default) transpose_b ins(%[[A]], %[[W]] : tensor<5x7xf32>, tensor<19x7xf32>)
func.func @operands_of_two_types(
    %a: tensor<5x7xf32>, %b: tensor<19x7xbf16>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %0 = linalg.generic {
      indexing_maps = [#mk, #nk, #mn],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x7xf32>, tensor<19x7xbf16>)
      outs(%c : tensor<5x19xf32>) {
  ^bb0(%x: f32, %y: bf16, %o: f32):
    %w = arith.extf %y : bf16 to f32
    %p = arith.mulf %x, %w : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// Both are widened where neither has the type of the products that are added.
// CHECK-LABEL: func.func @f16_by_bf16(
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK: arith.extf {{.*}} : bf16 to f32
// CHECK: fused.matmul epilog(default) ins({{.*}} : tensor<5x?xf32>, tensor<?x19xf32>)
func.func @f16_by_bf16(
    %a: tensor<5x?xf16>, %b: tensor<?x19xbf16>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x?xf16>, tensor<?x19xbf16>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @f32_into_f64(
// CHECK: fused.matmul epilog(default) ins({{.*}} : tensor<5x7xf64>, tensor<7x19xf64>)
func.func @f32_into_f64(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                        %c: tensor<5x19xf64>) -> tensor<5x19xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf64>) -> tensor<5x19xf64>
  return %0 : tensor<5x19xf64>
}

// A batch of one product is none.
// CHECK-LABEL: func.func @batch_of_one(
// CHECK-DAG: %[[A:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]]
// CHECK-DAG: %[[B:.*]] = tensor.collapse_shape %arg1 {{\[\[}}0, 1], [2]]
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins(%[[A]], %[[B]] : tensor<18x8xf32>, tensor<8x16xf32>)
// CHECK: tensor.expand_shape %[[D]] {{\[\[}}0, 1], [2]] output_shape [1, 18, 16]
func.func @batch_of_one(%a: tensor<1x18x8xf32>, %b: tensor<1x8x16xf32>) -> tensor<1x18x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x18x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x18x16xf32>) -> tensor<1x18x16xf32>
  %0 = linalg.batch_matmul ins(%a, %b : tensor<1x18x8xf32>, tensor<1x8x16xf32>)
      outs(%f : tensor<1x18x16xf32>) -> tensor<1x18x16xf32>
  return %0 : tensor<1x18x16xf32>
}

// Also where factors do not tell all sizes, and behind other dimensions.
// CHECK-LABEL: func.func @dynamic_batch_of_one(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins({{.*}} : tensor<?x?xf32>, tensor<?x16xf32>)
// CHECK: %[[CAST:.*]] = tensor.cast %[[D]] : tensor<?x16xf32> to tensor<18x16xf32>
// CHECK: tensor.expand_shape %[[CAST]] {{\[\[}}0], [1, 2]] output_shape [18, 16, 1]
func.func @dynamic_batch_of_one(%a: tensor<?x?x1xf32>, %b: tensor<?x16x1xf32>) -> tensor<18x16x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<18x16x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<18x16x1xf32>) -> tensor<18x16x1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, b, k) -> (m, k, b)>, affine_map<(m, n, b, k) -> (k, n, b)>,
                                        affine_map<(m, n, b, k) -> (m, n, b)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?x1xf32>, tensor<?x16x1xf32>) outs(%f : tensor<18x16x1xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<18x16x1xf32>
  return %0 : tensor<18x16x1xf32>
}
