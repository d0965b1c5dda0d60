// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --mlir-print-op-generic | fused-opt | FileCheck %s

#point = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>

// Every kind of operand, and two results of different types.

// CHECK-LABEL: func.func @operands(
// CHECK: %{{.*}}:2 = fused.product transpose_a transpose_b
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<8x4xbf16>, tensor<16x8xbf16>)
// CHECK-SAME: with(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<16xbf16>, tensor<4xf32>, tensor<4x16xi8>, tensor<f32>, f32)
// CHECK-SAME: maps [#{{.*}}, #{{.*}}, #{{.*}}, #{{.*}}, #{{.*}}, #{{.*}}, #{{.*}}]
// CHECK-SAME: outs(%{{.*}}, %{{.*}} : tensor<4x16xbf16>, tensor<4x16xf32>) {
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: f32, %{{.*}}: bf16, %{{.*}}: f32, %{{.*}}: i8, %{{.*}}: f32, %{{.*}}: f32):
// CHECK: fused.yield %{{.*}}, %[[ACC]] : bf16, f32
// CHECK-NEXT: } -> tensor<4x16xbf16>, tensor<4x16xf32>
func.func @operands(%a: tensor<8x4xbf16>, %b: tensor<16x8xbf16>, %v: tensor<16xbf16>,
                    %w: tensor<4xf32>, %m: tensor<4x16xi8>, %n: tensor<f32>, %s: f32,
                    %d0: tensor<4x16xbf16>, %e0: tensor<4x16xf32>)
    -> (tensor<4x16xbf16>, tensor<4x16xf32>) {
  %r:2 = fused.product transpose_a transpose_b
      ins(%a, %b : tensor<8x4xbf16>, tensor<16x8xbf16>)
      with(%v, %w, %m, %n, %s : tensor<16xbf16>, tensor<4xf32>, tensor<4x16xi8>, tensor<f32>, f32)
      maps [#column, #row, #point, #none, #none, #point, #point]
      outs(%d0, %e0 : tensor<4x16xbf16>, tensor<4x16xf32>) {
  ^bb0(%acc: f32, %bias: bf16, %scale: f32, %bit: i8, %x: f32, %y: f32):
    %0 = arith.mulf %acc, %scale : f32
    %1 = arith.mulf %0, %y : f32
    %2 = arith.truncf %1 : f32 to bf16
    fused.yield %2, %acc : bf16, f32
  } -> tensor<4x16xbf16>, tensor<4x16xf32>
  return %r#0, %r#1 : tensor<4x16xbf16>, tensor<4x16xf32>
}

// Memory, unknown sizes, nothing besides the product.

// CHECK-LABEL: func.func @memory(
// CHECK: fused.product ins(%{{.*}}, %{{.*}} : memref<?x8xf32>, memref<8x?xf32>) maps [#{{.*}}] outs(%{{.*}} : memref<?x?xf32>) {
func.func @memory(%a: memref<?x8xf32>, %b: memref<8x?xf32>, %d: memref<?x?xf32>) {
  fused.product ins(%a, %b : memref<?x8xf32>, memref<8x?xf32>) maps [#point]
      outs(%d : memref<?x?xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// Sums over the rows and over the columns.

// CHECK-LABEL: func.func @sums(
// CHECK: fused.product {{.*}} maps [#[[POINT:.*]], #[[COLUMN:.*]], #[[ROW:.*]]] outs(%{{.*}}, %{{.*}}, %{{.*}} : memref<4x16xbf16>, memref<16xbf16>, memref<4xf32>) {
// CHECK: fused.yield %{{.*}}, %{{.*}}, %{{.*}} : bf16, f32, f32
func.func @sums(%a: memref<4x8xbf16>, %b: memref<8x16xbf16>, %d: memref<4x16xbf16>, %s: memref<16xbf16>,
                %t: memref<4xf32>) {
  fused.product ins(%a, %b : memref<4x8xbf16>, memref<8x16xbf16>) maps [#point, #column, #row]
      outs(%d, %s, %t : memref<4x16xbf16>, memref<16xbf16>, memref<4xf32>) {
  ^bb0(%acc: f32):
    %0 = arith.truncf %acc : f32 to bf16
    fused.yield %0, %acc, %acc : bf16, f32, f32
  }
  return
}

// A tiling that was measured.

// CHECK-LABEL: func.func @tiling(
// CHECK: fused.product transpose_b tiling "128x128 turns cluster 2" ins(
func.func @tiling(%a: memref<256x8xbf16>, %b: memref<16x8xbf16>, %d: memref<256x16xbf16>) {
  fused.product transpose_b tiling "128x128 turns cluster 2" ins(%a, %b : memref<256x8xbf16>, memref<16x8xbf16>) maps [#point]
      outs(%d : memref<256x16xbf16>) {
  ^bb0(%acc: f32):
    %0 = arith.truncf %acc : f32 to bf16
    fused.yield %0 : bf16
  }
  return
}

// A batch: vectors for each product and for all of them, a factor and a matrix
// that all products share, and sums.

// CHECK-LABEL: func.func @batch(
// CHECK: fused.product transpose_a ins(%{{.*}}, %{{.*}} : memref<8x4xbf16>, memref<?x8x16xbf16>) with(
func.func @batch(%a: memref<8x4xbf16>, %b: memref<?x8x16xbf16>, %v: memref<?x16xbf16>, %w: memref<4xf32>,
                 %s: memref<?xf32>, %x: memref<4x16xf32>, %d: memref<?x4x16xbf16>, %t: memref<?x16xf32>,
                 %u: memref<?x4xf32>) {
  fused.product transpose_a ins(%a, %b : memref<8x4xbf16>, memref<?x8x16xbf16>)
      with(%v, %w, %s, %x : memref<?x16xbf16>, memref<4xf32>, memref<?xf32>, memref<4x16xf32>)
      maps [affine_map<(b, i, j) -> (b, j)>, affine_map<(b, i, j) -> (i)>, affine_map<(b, i, j) -> (b)>,
            affine_map<(b, i, j) -> (i, j)>, affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, j)>,
            affine_map<(b, i, j) -> (b, i)>]
      outs(%d, %t, %u : memref<?x4x16xbf16>, memref<?x16xf32>, memref<?x4xf32>) {
  ^bb0(%acc: f32, %bias: bf16, %shift: f32, %scale: f32, %y: f32):
    %0 = arith.mulf %acc, %scale : f32
    %1 = arith.addf %0, %y : f32
    %2 = arith.truncf %1 : f32 to bf16
    fused.yield %2, %1, %shift : bf16, f32, f32
  }
  return
}
