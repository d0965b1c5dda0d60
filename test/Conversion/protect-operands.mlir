// RUN: fused-opt %s --fused-protect-operands | FileCheck %s

// CHECK-LABEL: func.func @windows
// CHECK-SAME: %[[A:.*]]: tensor<?x23xf32>, %[[B:.*]]: tensor<?x1xf32>, %[[C:.*]]: tensor<?xf32>)
// CHECK: %[[N:.*]] = tensor.dim %[[B]], %{{.*}}
// CHECK: %[[S:.*]] = tensor.extract_slice %[[A]][0, 0] [%[[N]], 23] [1, 1] : tensor<?x23xf32> to tensor<?x23xf32>
// CHECK: %[[T:.*]] = tensor.extract_slice %[[C]][0] [%{{.*}}] [1] : tensor<?xf32> to tensor<?xf32>
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[S]], %[[B]] : {{.*}}) outs(%[[T]] : tensor<?xf32>)
// CHECK: tensor.insert_slice %[[R]] into %[[C]][0] [%{{.*}}] [1]
func.func @windows(%a: tensor<?x23xf32>, %b: tensor<?x1xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m + n, 2 * m + n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m + n)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?x23xf32>, tensor<?x1xf32>) outs(%c : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @windows_of_buffers
// CHECK-SAME: %[[X:.*]]: memref<1x4xf32>, %[[Y:.*]]: memref<10xf32>)
// CHECK: %[[S:.*]] = memref.subview %[[Y]][0] [4] [1] : memref<10xf32> to memref<4xf32, strided<[1]>>
// CHECK: linalg.generic {{.*}} outs(%[[S]] : memref<4xf32, strided<[1]>>)
func.func @windows_of_buffers(%x: memref<1x4xf32>, %y: memref<10xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i + j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<1x4xf32>) outs(%y : memref<10xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Upstream's verifier rejects every slice of an array without elements.
// CHECK-LABEL: func.func @windows_of_no_elements
// CHECK-NOT: tensor.extract_slice %{{.*}} : tensor<?x0xf32>
// CHECK: return
func.func @windows_of_no_elements(%a: tensor<?x0xf32>, %b: tensor<?x1xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m + n, 2 * m + n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m + n)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?x0xf32>, tensor<?x1xf32>) outs(%c : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @update
// CHECK-SAME: (%[[X:.*]]: tensor<?x7xf32>, %[[Z:.*]]: tensor<?xf32>)
// CHECK: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?x7xf32>
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[Z]], %[[X]] : tensor<?xf32>, tensor<?x7xf32>) outs(%[[E]] : tensor<?x7xf32>)
// CHECK: ^bb0(%[[I:.*]]: f32, %[[O:.*]]: f32, %{{.*}}: f32):
// CHECK: arith.addf %[[O]], %[[I]]
func.func @update(%x: tensor<?x7xf32>, %z: tensor<?xf32>) -> tensor<?x7xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<?xf32>) outs(%x : tensor<?x7xf32>) {
  ^bb0(%i: f32, %o: f32):
    %1 = arith.addf %o, %i : f32
    linalg.yield %1 : f32
  } -> tensor<?x7xf32>
  return %0 : tensor<?x7xf32>
}

// CHECK-LABEL: func.func @sum
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<?x7xf32>) outs(%{{.*}} : tensor<?xf32>)
func.func @sum(%x: tensor<?x7xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x7xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%i: f32, %o: f32):
    %1 = arith.addf %o, %i : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @updates
// CHECK-SAME: (%[[X:.*]]: tensor<5xf32>, %[[Y:.*]]: tensor<5xi32>)
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]], %[[Y]] : tensor<5xf32>, tensor<5xi32>) outs(%{{.*}}, %{{.*}} : tensor<5xf32>, tensor<5xi32>)
// CHECK: ^bb0(%[[O:.*]]: f32, %[[P:.*]]: i32, %{{.*}}: f32, %{{.*}}: i32):
// CHECK: arith.negf %[[O]]
// CHECK: arith.addi %[[P]], %[[P]]
func.func @updates(%x: tensor<5xf32>, %y: tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%x, %y : tensor<5xf32>, tensor<5xi32>) {
  ^bb0(%o: f32, %p: i32):
    %1 = arith.negf %o : f32
    %2 = arith.addi %p, %p : i32
    linalg.yield %1, %2 : f32, i32
  } -> (tensor<5xf32>, tensor<5xi32>)
  return %0#0, %0#1 : tensor<5xf32>, tensor<5xi32>
}
