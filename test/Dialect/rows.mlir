// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --mlir-print-op-generic | fused-opt | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @reduce_row(
// CHECK: %[[ANY:.*]] = fused.reduce_row ori %{{.*}} init(%{{.*}}) : i1
// CHECK: fused.reduce_row addf %{{.*}} init(%{{.*}}) : bf16
func.func @reduce_row(%x: tensor<8x8xbf16>, %b: tensor<8x8xi1>) -> tensor<8x8xbf16> {
  %zero = arith.constant 0.0 : bf16
  %false = arith.constant false
  %y = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "reduction"]}
      ins(%b, %x : tensor<8x8xi1>, tensor<8x8xbf16>) outs(%x : tensor<8x8xbf16>) {
  ^bb0(%bit: i1, %in: bf16, %out: bf16):
    %any = fused.reduce_row ori %bit init(%false) : i1
    %sum = fused.reduce_row addf %in init(%zero) : bf16
    %0 = arith.select %any, %sum, %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<8x8xbf16>
  return %y : tensor<8x8xbf16>
}
