// RUN: fused-opt %s --fused-report -o /dev/null 2>&1 | FileCheck %s

// On memrefs there is nothing more to fuse, and nothing to say about it.

// CHECK: report-memref.mlir:{{[0-9]+}}:5 {{ *}}in_a_loop  1.06 k  93.3 %  1      4  19  7  f32 x f32 -> f32  relu    ?{{$}}
// CHECK-NEXT: 1 of 1 products fused
// CHECK-NEXT: products have 1.06 k
// CHECK-NEXT: 1 elementwise operations left, 6.7 %
// CHECK-NEXT: 1 products in a loop, a branch or a private function, counted once
func.func @in_a_loop(%a: memref<4x7xf32>, %b: memref<7x19xf32>,
                     %d: memref<4x19xf32>, %lower: index, %upper: index,
                     %step: index) {
  scf.for %i = %lower to %upper step %step {
    fused.matmul epilog(relu) ins(%a, %b : memref<4x7xf32>, memref<7x19xf32>)
        outs(%d : memref<4x19xf32>)
    linalg.exp ins(%d : memref<4x19xf32>) outs(%d : memref<4x19xf32>)
  }
  return
}
