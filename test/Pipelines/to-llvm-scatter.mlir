// RUN: fused-opt %s --pass-pipeline='builtin.module(fused-to-llvm)' --mlir-print-ir-before=fused-linalg-to-loops -o /dev/null 2>&1 | FileCheck %s
// RUN: fused-opt %s --pass-pipeline='builtin.module(fused-to-llvm{target=cuda})' --mlir-print-ir-before=fused-linalg-to-gpu -o /dev/null 2>&1 | FileCheck %s

// The table is updated where it is.
// CHECK-LABEL: func.func @donated
// CHECK-SAME: %[[TABLE:[a-z0-9]+]]: memref<9x130xf32> {fused.output = 0 : i32}
// CHECK-NEXT: fused.scatter {{.*}} outs(%[[TABLE]] : memref<9x130xf32>)
// CHECK: return
func.func @donated(%i: tensor<77x1xi32>, %u: tensor<77x1x130xf32>,
                   %table: tensor<9x130xf32> {fused.output = 0 : i32})
    -> tensor<9x130xf32> {
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<77x1xi32>, tensor<77x1x130xf32>)
      outs(%table : tensor<9x130xf32>) {
  ^bb0(%old: f32, %new: f32):
    %1 = arith.subf %old, %new : f32
    fused.yield %1 : f32
  } -> tensor<9x130xf32>
  return %0 : tensor<9x130xf32>
}

// Zeros are filled in where they are updated, and become the result.
// CHECK-LABEL: func.func @zeros
// CHECK: %[[SUM:.*]] = memref.alloc() {{.*}} : memref<9x130xf32>
// CHECK-NEXT: linalg.fill {{.*}} outs(%[[SUM]]
// CHECK-NEXT: fused.scatter {{.*}} outs(%[[SUM]]
// CHECK-NOT: linalg
// CHECK: return %[[SUM]]
func.func @zeros(%i: tensor<77x1xi32>, %u: tensor<77x1x130xf32>) -> tensor<9x130xf32> {
  %zeros = arith.constant dense<0.0> : tensor<9x130xf32>
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<77x1xi32>, tensor<77x1x130xf32>)
      outs(%zeros : tensor<9x130xf32>) {
  ^bb0(%old: f32, %new: f32):
    %1 = arith.addf %old, %new : f32
    fused.yield %1 : f32
  } -> tensor<9x130xf32>
  return %0 : tensor<9x130xf32>
}

// A value that dies is updated in its own buffer.
// CHECK-LABEL: func.func @of_a_computed_array
// CHECK: %[[X:.*]] = memref.alloc() {{.*}} : memref<9x130xf32>
// CHECK-NEXT: linalg.generic {{.*}} outs(%[[X]]
// CHECK: fused.scatter {{.*}} outs(%[[X]]
// CHECK-NOT: linalg
// CHECK: return %[[X]]
func.func @of_a_computed_array(%i: tensor<77x1xi32>, %u: tensor<77x1x130xf32>,
                               %x: tensor<9x130xf32>) -> tensor<9x130xf32> {
  %twice = arith.addf %x, %x : tensor<9x130xf32>
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<77x1xi32>, tensor<77x1x130xf32>)
      outs(%twice : tensor<9x130xf32>) {
  ^bb0(%old: f32, %new: f32):
    %1 = arith.maximumf %old, %new : f32
    fused.yield %1 : f32
  } -> tensor<9x130xf32>
  return %0 : tensor<9x130xf32>
}

// So is one that a loop carries.
// CHECK-LABEL: func.func @in_a_loop
// CHECK: %[[X:.*]] = memref.alloc() {{.*}} : memref<9x130xf32>
// CHECK-NEXT: linalg.generic {{.*}} outs(%[[X]]
// CHECK: scf.for
// CHECK-NEXT: fused.scatter {{.*}} outs(%[[X]]
// CHECK-NOT: linalg
// CHECK: return %[[X]]
func.func @in_a_loop(%i: tensor<77x1xi32>, %u: tensor<77x1x130xf32>,
                     %x: tensor<9x130xf32>) -> tensor<9x130xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %t = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<9x130xf32> {
    %0 = fused.scatter dimensions = [0]
        ins(%i, %u : tensor<77x1xi32>, tensor<77x1x130xf32>)
        outs(%a : tensor<9x130xf32>) {
    ^bb0(%old: f32, %new: f32):
      %1 = arith.addf %old, %new : f32
      fused.yield %1 : f32
    } -> tensor<9x130xf32>
    scf.yield %0 : tensor<9x130xf32>
  }
  return %r : tensor<9x130xf32>
}
