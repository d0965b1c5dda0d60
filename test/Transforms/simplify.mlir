// RUN: fused-opt %s --fused-simplify | FileCheck %s
// RUN: fused-opt %s --canonicalize --cse -o %t.expected
// RUN: fused-opt %s --fused-simplify -o %t.found
// RUN: diff %t.expected %t.found

// CHECK-LABEL: func.func @equal(
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %arg0, %arg1
// CHECK-NEXT: return %[[SUM]], %[[SUM]]
func.func @equal(%x: f32, %y: f32) -> (f32, f32) {
  %0 = arith.addf %x, %y : f32
  %1 = arith.addf %x, %y : f32
  return %0, %1 : f32, f32
}

// What nothing uses disappears, also if it uses itself through a block.
// CHECK-LABEL: func.func @dead_in_blocks(
// CHECK: cf.br ^bb1(%arg0 : f32)
// CHECK-NEXT: ^bb1(%{{.*}}: f32):
// CHECK-NOT: arith.mulf
func.func @dead_in_blocks(%x: f32, %c: i1) -> f32 {
  cf.br ^loop(%x, %x : f32, f32)
^loop(%0: f32, %1: f32):
  %2 = arith.addf %0, %x : f32
  %3 = arith.mulf %1, %x : f32
  cf.cond_br %c, ^loop(%2, %3 : f32, f32), ^exit
^exit:
  return %2 : f32
}

// CHECK-LABEL: func.func @unreachable(
// CHECK-NEXT: return %arg0
// CHECK-NEXT: }
func.func @unreachable(%x: f32) -> f32 {
  return %x : f32
^bb1:
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @dead_in_regions(
// CHECK-NEXT: return %arg0
func.func @dead_in_regions(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %0 = scf.if %c -> tensor<4xf32> {
    %1 = tensor.empty() : tensor<4xf32>
    %2 = linalg.exp ins(%x : tensor<4xf32>) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %x : tensor<4xf32>
}
