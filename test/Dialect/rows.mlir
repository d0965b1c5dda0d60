// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --mlir-print-op-generic | fused-opt | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#none = affine_map<(i, j) -> ()>

// CHECK-LABEL: func.func @softmax(
// CHECK: %[[Y:.*]]:2 = fused.rows over [1] maps [#{{.*}}, #{{.*}}, #{{.*}}, #{{.*}}]
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<?x512xf32>, f32) outs(%{{.*}}, %{{.*}} : tensor<?x512xf32>, tensor<?xf32>) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %[[SCALE:.*]]: f32):
// CHECK: fused.reduce maximumf %[[IN]] init(%{{.*}}) : f32
// CHECK: fused.yield %{{.*}}, %{{.*}} : f32, f32
// CHECK: } -> tensor<?x512xf32>, tensor<?xf32>
func.func @softmax(%x: tensor<?x512xf32>, %scale: f32, %y: tensor<?x512xf32>, %s: tensor<?xf32>)
    -> (tensor<?x512xf32>, tensor<?xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %r:2 = fused.rows over [1] maps [#ij, #none, #ij, #i]
      ins(%x, %scale : tensor<?x512xf32>, f32) outs(%y, %s : tensor<?x512xf32>, tensor<?xf32>) {
  ^bb0(%in: f32, %factor: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = arith.mulf %0, %factor : f32
    %2 = math.exp %1 : f32
    %sum = fused.reduce addf %2 init(%zero) : f32
    %3 = arith.divf %2, %sum : f32
    fused.yield %3, %sum : f32, f32
  } -> tensor<?x512xf32>, tensor<?xf32>
  return %r#0, %r#1 : tensor<?x512xf32>, tensor<?xf32>
}

#ijk = affine_map<(i, j, k) -> (i, j, k)>
#jki = affine_map<(i, j, k) -> (j, k, i)>

// No input; a row of two loops; memory.

// CHECK-LABEL: func.func @indices(
// CHECK: fused.rows over [0, 2] maps [#{{.*}}, #{{.*}}] outs(%{{.*}}, %{{.*}} : memref<8x4x2xi1>, memref<4x2x8xindex>) {
// CHECK-NEXT: fused.index 2 : index
// CHECK: fused.reduce ori
func.func @indices(%x: memref<8x4x2xi1>, %y: memref<4x2x8xindex>, %true: i1) {
  fused.rows over [0, 2] maps [#ijk, #jki] outs(%x, %y : memref<8x4x2xi1>, memref<4x2x8xindex>) {
    %k = fused.index 2 : index
    %j = fused.index 1 : index
    %0 = arith.cmpi slt, %j, %k : index
    %1 = fused.reduce ori %0 init(%true) : i1
    fused.yield %1, %k : i1, index
  }
  return
}
