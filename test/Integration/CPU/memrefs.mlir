// What operations on memrefs are decomposed into releases its own arrays.
// RUN: fused-run %s --verify | FileCheck %s

// CHECK: verification: PASS
func.func @main(%a: memref<16x16xf32>) -> memref<16x16xf32> {
  %d = memref.alloc() : memref<16x16xf32>
  fused.product ins(%a, %a : memref<16x16xf32>, memref<16x16xf32>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<16x16xf32>) {
  ^bb0(%acc: f32):
    %0 = math.tanh %acc : f32
    fused.yield %0 : f32
  }
  return %d : memref<16x16xf32>
}
