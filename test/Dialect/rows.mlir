// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --mlir-print-op-generic | fused-opt | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @reduce_row(
// CHECK: %[[ANY:.*]] = fused.reduce_row ori %{{.*}} init(%{{.*}}) over(8) : i1
// CHECK: fused.reduce_row addf %{{.*}} init(%{{.*}}) over(8) : bf16
func.func @reduce_row(%x: tensor<8x8xbf16>, %b: tensor<8x8xi1>) -> tensor<8x8xbf16> {
  %zero = arith.constant 0.0 : bf16
  %false = arith.constant false
  %y = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "reduction"]}
      ins(%b, %x : tensor<8x8xi1>, tensor<8x8xbf16>) outs(%x : tensor<8x8xbf16>) {
  ^bb0(%bit: i1, %in: bf16, %out: bf16):
    %any = fused.reduce_row ori %bit init(%false) over(8) : i1
    %sum = fused.reduce_row addf %in init(%zero) over(8) : bf16
    %0 = arith.select %any, %sum, %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<8x8xbf16>
  return %y : tensor<8x8xbf16>
}

#ijk = affine_map<(i, j, k) -> (i, j, k)>

// CHECK-LABEL: func.func @lengths(
// CHECK: fused.reduce_row addf %{{.*}} init(%{{.*}}) over(?) : f32
// CHECK: fused.reduce_row maximumf %{{.*}} init(%{{.*}}) over(?) : f32
func.func @lengths(%x: tensor<8x4x?xf32>, %zero: f32) -> tensor<8x4x?xf32> {
  %y = linalg.generic {indexing_maps = [#ijk], iterator_types = ["parallel", "reduction", "reduction"]}
      outs(%x : tensor<8x4x?xf32>) {
  ^bb0(%out: f32):
    %0 = fused.reduce_row addf %out init(%zero) over(?) : f32
    %1 = fused.reduce_row maximumf %0 init(%zero) over(?) : f32
    linalg.yield %1 : f32
  } -> tensor<8x4x?xf32>
  return %y : tensor<8x4x?xf32>
}
