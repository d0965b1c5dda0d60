// RUN: fused-opt %s --fused-decompose --canonicalize | FileCheck %s --implicit-check-not=fused.

// CHECK-LABEL: func.func @tensors
// CHECK-SAME: %[[I:[a-z0-9]+]]: tensor<?x1xi32>, %[[U:[a-z0-9]+]]: tensor<?x1x2xf32>, %[[A:[a-z0-9]+]]: tensor<9x2xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: %[[N:.*]] = tensor.dim %[[U]], %[[C0]]
// CHECK: %[[R:.*]] = scf.for %[[UPDATE:.*]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[A0:.*]] = %[[A]])
// CHECK-NEXT: %[[INDEX:.*]] = tensor.extract %[[I]][%[[UPDATE]], %[[C0]]]
// CHECK-NEXT: %[[START:.*]] = arith.index_cast %[[INDEX]] : i32 to index
// CHECK-NEXT: %[[BEGINS:.*]] = arith.cmpi sge, %[[START]], %[[C0]]
// CHECK-NEXT: %[[ENDS:.*]] = arith.cmpi sle, %[[START]], %[[C8]]
// CHECK-NEXT: %[[INSIDE:.*]] = arith.andi %[[BEGINS]], %[[ENDS]]
// CHECK-NEXT: %[[ROWS:.*]] = arith.select %[[INSIDE]], %[[C1]], %[[C0]]
// CHECK-NEXT: scf.for %[[ROW:.*]] = %[[C0]] to %[[ROWS]] step %[[C1]] iter_args(%[[A1:.*]] = %[[A0]])
// CHECK-NEXT: %[[COLUMNS:.*]] = arith.select %[[INSIDE]], %[[C2]], %[[C0]]
// CHECK-NEXT: scf.for %[[COLUMN:.*]] = %[[C0]] to %[[COLUMNS]] step %[[C1]] iter_args(%[[A2:.*]] = %[[A1]])
// CHECK-NEXT: %[[TARGET:.*]] = arith.addi %[[START]], %[[ROW]]
// CHECK: %[[OLD:.*]] = tensor.extract %[[A2]][%[[TARGET]], %[[COLUMN]]]
// CHECK-NEXT: %[[NEW:.*]] = tensor.extract %[[U]][%[[UPDATE]], %[[ROW]], %[[COLUMN]]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[OLD]], %[[NEW]]
// CHECK-NEXT: tensor.insert %[[SUM]] into %[[A2]][%[[TARGET]], %[[COLUMN]]]
// CHECK: return %[[R]]
func.func @tensors(%i: tensor<?x1xi32>, %u: tensor<?x1x2xf32>,
                   %a: tensor<9x2xf32>) -> tensor<9x2xf32> {
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<?x1xi32>, tensor<?x1x2xf32>)
      outs(%a : tensor<9x2xf32>) {
  ^bb0(%old: f32, %new: f32):
    %sum = arith.addf %old, %new : f32
    fused.yield %sum : f32
  } -> tensor<9x2xf32>
  return %0 : tensor<9x2xf32>
}

// CHECK-LABEL: func.func @memrefs
// CHECK: scf.for
// CHECK: memref.load
// CHECK: scf.for
// CHECK: memref.store
// CHECK-NOT: tensor
func.func @memrefs(%i: memref<5x1xindex>, %u: memref<5x2xi1>, %a: memref<9xi1>) {
  fused.scatter dimensions = [0]
      ins(%i, %u : memref<5x1xindex>, memref<5x2xi1>) outs(%a : memref<9xi1>) {
  ^bb0(%old: i1, %new: i1):
    fused.yield %new : i1
  }
  return
}
