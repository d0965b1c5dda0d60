// RUN: fused-opt %s --pass-pipeline='builtin.module(func.func(fused-check-shapes),canonicalize,cse)' --split-input-file | FileCheck %s

// CHECK-LABEL: func @matmul
// CHECK-SAME: (%[[A:.*]]: tensor<?x?xf32>, %[[B:.*]]: tensor<?x?xf32>)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[KA:.*]] = tensor.dim %[[A]], %[[C1]]
// CHECK: %[[KB:.*]] = tensor.dim %[[B]], %[[C0]]
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[KA]], %[[KB]]
// CHECK: cf.assert %[[SAME]], "sizes of 'linalg.matmul' differ: dimension 1 of operand 0 and dimension 0 of operand 1"
// CHECK-NOT: cf.assert
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.matmul ins(%a, %b: tensor<?x?xf32>, tensor<?x?xf32>) outs(%f: tensor<?x?xf32>) -> tensor<?x?xf32>
  // What is computed of one array has its size.
  %0 = linalg.exp ins(%p : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.add ins(%0, %p : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// Two sizes are compared once.
// CHECK-LABEL: func @once
// CHECK-COUNT-1: cf.assert
// CHECK-NOT: cf.assert
func.func @once(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %a, %b : tensor<?xf32>
  %1 = arith.mulf %b, %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// What is compared in a branch is not known outside of it.
// CHECK-LABEL: func @branch
// CHECK: scf.if
// CHECK: cf.assert {{.*}} "sizes of 'arith.addf' differ
// CHECK: } else {
// CHECK: cf.assert {{.*}} "sizes of 'arith.subf' differ
// CHECK-NOT: cf.assert
func.func @branch(%c: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.if %c -> tensor<?xf32> {
    %1 = arith.addf %a, %b : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    %1 = arith.subf %a, %b : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @static
// CHECK-NOT: arith.cmpi
// CHECK-NOT: cf.assert
func.func @static(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>) -> tensor<2x2xf32> {
  %0 = linalg.matmul ins(%a, %b: tensor<4x8xf32>, tensor<8x4xf32>) outs(%c: tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = tensor.extract_slice %0[1, 1] [2, 2] [2, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func @cast
// CHECK: cf.assert {{.*}} "sizes of 'tensor.cast' differ: dimension 0 of operand 0 and dimension 0"
// CHECK-NOT: cf.assert
func.func @cast(%a: tensor<?x4xf32>) -> tensor<3x?xf32> {
  %0 = tensor.cast %a : tensor<?x4xf32> to tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

// -----

// CHECK-LABEL: func @slice
// CHECK: cf.assert {{.*}} "'tensor.extract_slice' has a negative offset in dimension 0"
// CHECK: cf.assert {{.*}} "'tensor.extract_slice' has a negative size in dimension 0"
// CHECK: cf.assert {{.*}} "'tensor.extract_slice' has more elements than there are in dimension 0"
// CHECK-NOT: cf.assert
func.func @slice(%a: tensor<8x?xf32>, %o: index, %s: index) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c1 : tensor<8x?xf32>
  %0 = tensor.extract_slice %a[%o, 0] [%s, %n] [1, 1] : tensor<8x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// An offset that is clamped, as StableHLO's are.
// CHECK-LABEL: func @clamped
// CHECK-NOT: cf.assert
func.func @clamped(%a: tensor<8xf32>, %i: i32) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %0 = arith.index_cast %i : i32 to index
  %1 = arith.maxsi %0, %c0 : index
  %2 = arith.minsi %1, %c5 : index
  %3 = tensor.extract_slice %a[%2] [3] [1] : tensor<8xf32> to tensor<3xf32>
  return %3 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func @strided
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK: %[[ROOM:.*]] = arith.ceildivsi %{{.*}}, %[[C2]]
// CHECK: %[[FITS:.*]] = arith.cmpi sle, %{{.*}}, %[[ROOM]]
// CHECK: cf.assert %[[FITS]]
func.func @strided(%a: tensor<?xf32>, %s: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %a[0] [%s] [2] : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @insert
// CHECK: cf.assert {{.*}} "'tensor.insert_slice' has a negative offset in dimension 0"
// CHECK: cf.assert {{.*}} "'tensor.insert_slice' has more elements than there are in dimension 0"
// CHECK: cf.assert {{.*}} "'tensor.insert_slice' has a negative size in dimension 1"
// CHECK: cf.assert {{.*}} "'tensor.insert_slice' has more elements than there are in dimension 1"
// CHECK: cf.assert {{.*}} "sizes of 'tensor.insert_slice' differ: dimension 0 of operand 0 and dimension 1"
func.func @insert(%a: tensor<?xf32>, %b: tensor<6x4xf32>, %o: index, %s: index) -> tensor<6x4xf32> {
  %0 = tensor.insert_slice %a into %b[%o, 0] [1, %s] [1, 1] : tensor<?xf32> into tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// -----

// CHECK-LABEL: func @elements
// CHECK: cf.assert {{.*}} "'tensor.extract' has index 0 below 0"
// CHECK: cf.assert {{.*}} "'tensor.extract' has index 0 beyond the array"
// CHECK: scf.for
// CHECK-NOT: cf.assert
func.func @elements(%a: tensor<9xf32>, %i: index) -> f32 {
  %0 = tensor.extract %a[%i] : tensor<9xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %sum = scf.for %j = %c0 to %c9 step %c1 iter_args(%s = %0) -> f32 {
    %1 = tensor.extract %a[%j] : tensor<9xf32>
    %2 = arith.addf %s, %1 : f32
    scf.yield %2 : f32
  }
  return %sum : f32
}

// -----

// CHECK-LABEL: func @reshape
// CHECK: cf.assert {{.*}} "'tensor.expand_shape' has a negative size"
// CHECK: cf.assert {{.*}} "the sizes of 'tensor.expand_shape' are too large"
// CHECK: cf.assert {{.*}} "'tensor.expand_shape' changes the number of elements of dimension 0"
func.func @reshape(%a: tensor<?xf32>, %n: index) -> tensor<?x4xf32> {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func @convolution
// CHECK: cf.assert {{.*}} "'linalg.conv_1d' accesses dimension 0 of operand 0 beyond its size"
// CHECK-NOT: cf.assert
func.func @convolution(%a: tensor<?xf32>, %k: tensor<3xf32>, %d: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.conv_1d ins(%a, %k : tensor<?xf32>, tensor<3xf32>) outs(%d : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @pad
// CHECK: cf.assert {{.*}} "'tensor.pad' has a negative amount"
// CHECK-NOT: cf.assert
func.func @pad(%a: tensor<?xf32>, %l: index, %z: f32) -> tensor<?xf32> {
  %0 = tensor.pad %a low[%l] high[2] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @concatenation
// CHECK: cf.assert {{.*}} "sizes of 'tensor.concat' differ: dimension 0 of operand 0 and dimension 0 of operand 1"
// CHECK-NOT: cf.assert
func.func @concatenation(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func @fused
// CHECK: cf.assert {{.*}} "sizes of 'fused.matmul' differ: dimension 1 of operand 0 and dimension 0 of operand 1"
// CHECK: cf.assert {{.*}} dimension 0 of operand 2
// CHECK-NOT: cf.assert
func.func @fused(%a: tensor<8x?xf32>, %b: tensor<?x?xf32>, %bias: tensor<?xf32>) -> tensor<8x?xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<8x?xf32>
  %0 = fused.matmul epilog(bias) ins(%a, %b : tensor<8x?xf32>, tensor<?x?xf32>) bias(%bias : tensor<?xf32>) outs(%e : tensor<8x?xf32>) -> tensor<8x?xf32>
  return %0 : tensor<8x?xf32>
}

// -----

// CHECK-LABEL: func @unknown_dimension
// CHECK-DAG: cf.assert {{.*}} "'tensor.dim' asks for a dimension that does not exist"
// CHECK-DAG: cf.assert {{.*}} "'tensor.dim' asks for a dimension that does not exist"
// CHECK: tensor.dim
func.func @unknown_dimension(%a: tensor<?x?xf32>, %i: index) -> index {
  %0 = tensor.dim %a, %i : tensor<?x?xf32>
  return %0 : index
}

// -----

// CHECK-LABEL: func @cycle_in_unreachable_block
// CHECK-NOT: cf.assert
func.func @cycle_in_unreachable_block(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  return %a : tensor<?x?xf32>
^bb1:
  %0 = linalg.add ins(%a, %0 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  cf.br ^bb1
}
