// RUN: fused-opt %s --fused-check-shapes --split-input-file | FileCheck %s

// Operations of fused, arrays in memory, slices of parallel loops, and reshapes
// to sizes that the program computes.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

// CHECK-LABEL: func.func @product(
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.product' differ: dimension 1 of operand 0 and dimension 0 of operand 1"
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.product' differ: dimension 1 of operand 1 and dimension 0 of operand 2"
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.product' differ: dimension 0 of operand 0 and dimension 0 of operand 3"
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.product' differ: dimension 1 of operand 1 and dimension 1 of operand 3"
// CHECK-NOT: cf.assert
// CHECK: fused.product
func.func @product(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %v: tensor<?xf32>, %o: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %r = fused.product ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) with(%v : tensor<?xf32>) maps [#n, #mn]
      outs(%o : tensor<?x?xf32>) {
  ^bb0(%p: f32, %y: f32):
    %s = arith.addf %p, %y : f32
    fused.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @transposed(
// CHECK: cf.assert %{{.*}}, "sizes of 'fused.product' differ: dimension 1 of operand 0 and dimension 0 of operand 1"
// CHECK-NOT: cf.assert
func.func @transposed(%a: tensor<8x?xf32>, %b: tensor<?x8xf32>, %o: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = fused.product ins(%a, %b : tensor<8x?xf32>, tensor<?x8xf32>)
      maps [affine_map<(m, n) -> (m, n)>] outs(%o : tensor<8x8xf32>) {
  ^bb0(%p: f32):
    fused.yield %p : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: func.func @attention(
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.attention' differ: dimension 0 of operand 0 and dimension 0 of operand 1"
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.attention' differ: dimension 0 of operand 0 and dimension 0 of operand 2"
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.attention' differ: dimension 1 of operand 1 and dimension 1 of operand 2"
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.attention' differ: dimension 0 of operand 0 and dimension 0 of operand 3"
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.attention' differ: dimension 1 of operand 0 and dimension 1 of operand 3"
// CHECK-NOT: cf.assert
// CHECK: fused.attention
func.func @attention(%q: tensor<?x?x8xf32>, %k: tensor<?x?x8xf32>, %v: tensor<?x?x8xf32>, %o: tensor<?x?x8xf32>)
    -> tensor<?x?x8xf32> {
  %r = fused.attention ins(%q, %k, %v : tensor<?x?x8xf32>, tensor<?x?x8xf32>, tensor<?x?x8xf32>) maps []
      outs(%o : tensor<?x?x8xf32>) {
  ^bb0(%p: f32):
    fused.yield %p : f32
  } -> tensor<?x?x8xf32>
  return %r : tensor<?x?x8xf32>
}

// -----

// CHECK-LABEL: func.func @gradient(
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.attention_gradient' differ: dimension 0 of operand 0 and dimension 0 of operand 2"
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.attention_gradient' differ: dimension 0 of operand 1 and dimension 0 of operand 3"
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.attention_gradient' differ: dimension 0 of operand 0 and dimension 0 of operand 4"
// CHECK-NOT: cf.assert
// CHECK: fused.attention_gradient
func.func @gradient(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>, %c: tensor<?x8xf32>, %d: tensor<?x8xf32>,
                    %o: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %r = fused.attention_gradient
      ins(%a, %b, %c, %d : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) maps []
      outs(%o : tensor<?x8xf32>) {
  ^bb0(%s: f32, %t: f32):
    %w = arith.mulf %s, %t : f32
    fused.yield %w : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// -----

// CHECK-LABEL: func.func @rows(
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.rows' differ: dimension 0 of operand 0 and dimension 0 of operand 1"
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.rows' differ: dimension 1 of operand 0 and dimension 1 of operand 1"
// CHECK: fused.rows
func.func @rows(%x: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %y = fused.rows over [1] maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]
      ins(%x : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%in: f32):
    %sum = fused.reduce addf %in init(%zero) : f32
    fused.yield %sum : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// A row of a mask has 16 bytes for each 128 columns.

// CHECK-LABEL: func.func @masks(
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.unpack_mask' differ: dimension 0 of operand 0 and dimension 0 of operand 1"
// CHECK-DAG: %[[BYTES:.*]] = affine.apply
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'fused.unpack_mask' differ: dimension 1 of operand 0 and dimension 1"
// CHECK: fused.unpack_mask
func.func @masks(%m: tensor<?x?xi8>, %b: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %r = fused.unpack_mask ins(%m : tensor<?x?xi8>) outs(%b : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}

// CHECK-LABEL: func.func @packed(
// CHECK: cf.assert %{{.*}}, "sizes of 'fused.pack_mask' differ: dimension 0 of operand 1 and dimension 0 of operand 0"
// CHECK-NOT: cf.assert
// CHECK: fused.pack_mask
func.func @packed(%b: tensor<?x100xi1>, %m: tensor<?x16xi8>) -> tensor<?x16xi8> {
  %r = fused.pack_mask ins(%b : tensor<?x100xi1>) outs(%m : tensor<?x16xi8>) -> tensor<?x16xi8>
  return %r : tensor<?x16xi8>
}

// -----

// CHECK-LABEL: func.func @memory(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x8xf32>, %[[B:[a-z0-9]+]]: memref<8x?xf32>, %[[N:[a-z0-9]+]]: index
// CHECK-DAG: %[[ROWS:.*]] = memref.dim %[[A]]
// CHECK-DAG: arith.cmpi eq, %[[ROWS]], %[[N]]
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'linalg.matmul' differ: dimension 0 of operand 0 and dimension 0 of operand 2"
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'linalg.matmul' differ: dimension 1 of operand 1 and dimension 1 of operand 2"
// CHECK: linalg.matmul
func.func @memory(%a: memref<?x8xf32>, %b: memref<8x?xf32>, %n: index, %m: index) -> memref<?x?xf32> {
  %d = memref.alloc(%n, %m) : memref<?x?xf32>
  linalg.matmul ins(%a, %b : memref<?x8xf32>, memref<8x?xf32>) outs(%d : memref<?x?xf32>)
  return %d : memref<?x?xf32>
}

// CHECK-LABEL: func.func @elements(
// CHECK-DAG: cf.assert %{{.*}}, "'memref.subview' has a negative offset in dimension 0"
// CHECK-DAG: cf.assert %{{.*}}, "'memref.subview' has more elements than there are in dimension 0"
// CHECK-DAG: cf.assert %{{.*}}, "'memref.load' has index 0 beyond the array"
// CHECK-DAG: cf.assert %{{.*}}, "sizes of 'memref.copy' differ: dimension 0 of operand 0 and dimension 0 of operand 1"
func.func @elements(%x: memref<8xf32>, %y: memref<?xf32>, %i: index) -> f32 {
  %s = memref.subview %x[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %v = memref.load %x[%i] : memref<8xf32>
  %d = memref.alloc(%i) : memref<?xf32>
  memref.copy %y, %d : memref<?xf32> to memref<?xf32>
  return %v : f32
}

// -----

// The terminator of a parallel loop has nothing but slices.

// CHECK-LABEL: func.func @parallel(
// CHECK: scf.forall
// CHECK: cf.assert %{{.*}}, "'tensor.parallel_insert_slice' has more elements than there are in dimension 0"
// CHECK: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice
func.func @parallel(%x: tensor<1xf32>, %n: index) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.forall (%i) in (%n) shared_outs(%o = %e) -> tensor<4xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @reshaped(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?xf32>, %[[SHAPE:[a-z0-9]+]]: tensor<2xi32>
// CHECK: tensor.extract %[[SHAPE]]
// CHECK: cf.assert %{{.*}}, "'tensor.reshape' has a negative size"
// CHECK: cf.assert %{{.*}}, "'tensor.reshape' has another size than its type"
// CHECK: cf.assert %{{.*}}, "'tensor.reshape' changes the number of elements"
// CHECK: tensor.reshape
func.func @reshaped(%x: tensor<?xf32>, %shape: tensor<2xi32>) -> tensor<?x4xf32> {
  %r = tensor.reshape %x(%shape) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

// Loops without iterations access nothing.

// CHECK-LABEL: func.func @no_iterations(
// CHECK-NOT: cf.assert
// CHECK: linalg.generic
func.func @no_iterations(%x: tensor<8xf32>, %k: tensor<0x3xf32>, %d: tensor<6xf32>) -> tensor<6xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, l) -> (i - j)>, affine_map<(i, j, l) -> (l, j)>,
                                        affine_map<(i, j, l) -> (i)>],
                       iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x, %k : tensor<8xf32>, tensor<0x3xf32>) outs(%d : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}
