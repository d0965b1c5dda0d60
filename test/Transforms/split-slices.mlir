// RUN: fused-opt %s --pass-pipeline='builtin.module(func.func(fused-split-slices),canonicalize,cse)' | FileCheck %s
// RUN: fused-opt %s --pass-pipeline='builtin.module(func.func(fused-split-slices),linalg-fuse-elementwise-ops,canonicalize,cse,fused-separate-inits,eliminate-empty-tensors,one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},canonicalize,cse,canonicalize)' | FileCheck %s --check-prefix=BUFFERS

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#j = affine_map<(i, j) -> (j)>

// The gradients of three slices: each is computed where it lies, with the
// additions that keep the sign of a zero, and nothing is copied.

// CHECK-LABEL: func.func @gradients(
// CHECK-SAME: %[[A:[^:]*]]: tensor<64x16xf32>, %[[B:[^:]*]]: tensor<64x16xf32>, %[[C:[^:]*]]: tensor<64x16xf32>)
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00
// CHECK: %[[P:.*]] = linalg.generic {{.*}} ins(%[[C]] : tensor<64x16xf32>)
// CHECK-NEXT: ^bb0(%[[W:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: arith.addf %[[W]], %[[ZERO]]
// CHECK-NEXT: linalg.yield
// CHECK: %[[D:.*]] = tensor.insert_slice %[[P]] into %{{.*}}[0, 0] [64, 16] [1, 1]
// CHECK: %[[Q:.*]] = linalg.generic {{.*}} ins(%[[B]] : tensor<64x16xf32>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[X]], %[[ZERO]]
// CHECK-NEXT: arith.addf %[[S]], %[[ZERO]]
// CHECK: %[[E:.*]] = tensor.insert_slice %[[Q]] into %[[D]][0, 16] [64, 16] [1, 1]
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<64x16xf32>)
// CHECK: %[[F:.*]] = tensor.insert_slice %[[R]] into %[[E]][0, 32] [64, 16] [1, 1]
// CHECK: return %[[F]]

// BUFFERS-LABEL: func.func @gradients(
// BUFFERS: %[[ALL:.*]] = memref.alloc() {{.*}} : memref<64x48xf32>
// BUFFERS-NOT: linalg.fill
// BUFFERS-NOT: copy
// BUFFERS-COUNT-3: linalg.generic
// BUFFERS-NOT: copy
// BUFFERS: return %[[ALL]]
func.func @gradients(%a: tensor<64x16xf32>, %b: tensor<64x16xf32>, %c: tensor<64x16xf32>) -> tensor<64x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x48xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>
  %0 = tensor.insert_slice %a into %z[0, 32] [64, 16] [1, 1] : tensor<64x16xf32> into tensor<64x48xf32>
  %1 = tensor.insert_slice %b into %z[0, 16] [64, 16] [1, 1] : tensor<64x16xf32> into tensor<64x48xf32>
  %2 = tensor.insert_slice %c into %z[0, 0] [64, 16] [1, 1] : tensor<64x16xf32> into tensor<64x48xf32>
  %3 = linalg.generic {indexing_maps = [#ij, #ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1, %2 : tensor<64x48xf32>, tensor<64x48xf32>, tensor<64x48xf32>) outs(%e : tensor<64x48xf32>) {
  ^bb0(%x: f32, %y: f32, %w: f32, %out: f32):
    %4 = arith.addf %y, %x : f32
    %5 = arith.addf %4, %w : f32
    linalg.yield %5 : f32
  } -> tensor<64x48xf32>
  return %3 : tensor<64x48xf32>
}

// Padded on two sides, with another operand that is read transposed, a row that
// is broadcast, and an index. Outside is the number that it is padded with.

// CHECK-LABEL: func.func @pad(
// CHECK-SAME: %[[A:[^:]*]]: tensor<5x7xf32>, %[[B:[^:]*]]: tensor<12x8xf32>, %[[V:[^:]*]]: tensor<12xf32>, %[[N:[^:]*]]: f32)
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK: %[[B0:.*]] = tensor.extract_slice %[[B]][0, 0] [12, 3] [1, 1]
// CHECK: linalg.generic {{.*}} ins(%[[B0]], %[[V]] : tensor<12x3xf32>, tensor<12xf32>)
// CHECK: arith.mulf %[[N]]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [3, 12] [1, 1]
// CHECK: %[[B1:.*]] = tensor.extract_slice %[[B]][0, 3] [7, 5] [1, 1]
// CHECK: %[[V1:.*]] = tensor.extract_slice %[[V]][0] [7] [1]
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B1]], %[[V1]] : tensor<5x7xf32>, tensor<7x5xf32>, tensor<7xf32>)
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: arith.addi %[[I]], %[[C3]]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[3, 0] [5, 7] [1, 1]
// CHECK: %[[B2:.*]] = tensor.extract_slice %[[B]][7, 3] [5, 5] [1, 1]
// CHECK: %[[V2:.*]] = tensor.extract_slice %[[V]][7] [5] [1]
// CHECK: linalg.generic {{.*}} ins(%[[B2]], %[[V2]] :
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[3, 7] [5, 5] [1, 1]
// CHECK-NOT: linalg.generic
func.func @pad(%a: tensor<5x7xf32>, %b: tensor<12x8xf32>, %v: tensor<12xf32>, %n: f32) -> tensor<8x12xf32> {
  %e = tensor.empty() : tensor<8x12xf32>
  %z = linalg.fill ins(%n : f32) outs(%e : tensor<8x12xf32>) -> tensor<8x12xf32>
  %0 = tensor.insert_slice %a into %z[3, 0] [5, 7] [1, 1] : tensor<5x7xf32> into tensor<8x12xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #ji, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b, %v : tensor<8x12xf32>, tensor<12x8xf32>, tensor<12xf32>) outs(%e : tensor<8x12xf32>) {
  ^bb0(%x: f32, %y: f32, %w: f32, %out: f32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    %2 = arith.mulf %x, %y : f32
    %3 = arith.addf %2, %w : f32
    %4 = arith.addf %3, %f : f32
    linalg.yield %4 : f32
  } -> tensor<8x12xf32>
  return %1 : tensor<8x12xf32>
}

// A concatenation, of which the second part hides the end of the first.

// CHECK-LABEL: func.func @concatenation(
// CHECK-SAME: %[[A:[^:]*]]: tensor<4x6xf32>, %[[B:[^:]*]]: tensor<4x5xf32>, %[[X:[^:]*]]: tensor<4x9xf32>)
// CHECK-DAG: %[[A0:.*]] = tensor.extract_slice %[[A]][0, 0] [4, 4] [1, 1]
// CHECK-DAG: %[[X0:.*]] = tensor.extract_slice %[[X]][0, 0] [4, 4] [1, 1]
// CHECK: linalg.generic {{.*}} ins(%[[A0]], %[[X0]] :
// CHECK: %[[X1:.*]] = tensor.extract_slice %[[X]][0, 4] [4, 5] [1, 1]
// CHECK: linalg.generic {{.*}} ins(%[[B]], %[[X1]] :
// CHECK-NOT: linalg.generic
func.func @concatenation(%a: tensor<4x6xf32>, %b: tensor<4x5xf32>, %x: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %e = tensor.empty() : tensor<4x9xf32>
  %0 = tensor.insert_slice %a into %e[0, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<4x9xf32>
  %1 = tensor.insert_slice %b into %0[0, 4] [4, 5] [1, 1] : tensor<4x5xf32> into tensor<4x9xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%1, %x : tensor<4x9xf32>, tensor<4x9xf32>) outs(%e : tensor<4x9xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %3 = arith.mulf %p, %q : f32
    linalg.yield %3 : f32
  } -> tensor<4x9xf32>
  return %2 : tensor<4x9xf32>
}

// What was inserted into is read where nothing was inserted; the output is read;
// two results.

// CHECK-LABEL: func.func @update(
// CHECK-SAME: %[[A:[^:]*]]: tensor<4x3xf32>, %[[X:[^:]*]]: tensor<4x9xf32>, %[[Y:[^:]*]]: tensor<4x9xf32>
// CHECK-DAG: %[[Y0:.*]] = tensor.extract_slice %[[Y]][0, 0] [4, 3] [1, 1]
// CHECK: %[[P:.*]]:2 = linalg.generic {{.*}} ins(%[[A]] : tensor<4x3xf32>) outs(%[[Y0]], %{{.*}} : tensor<4x3xf32>, tensor<4x3xf32>)
// CHECK-DAG: %[[X1:.*]] = tensor.extract_slice %[[X]][0, 3] [4, 6] [1, 1]
// CHECK: %[[Q:.*]]:2 = linalg.generic {{.*}} ins(%[[X1]] : tensor<4x6xf32>) outs(
// CHECK: tensor.insert_slice %[[Q]]#0
// CHECK: tensor.insert_slice %[[Q]]#1
func.func @update(%a: tensor<4x3xf32>, %x: tensor<4x9xf32>, %y: tensor<4x9xf32>) -> (tensor<4x9xf32>, tensor<4x9xf32>) {
  %e = tensor.empty() : tensor<4x9xf32>
  %0 = tensor.insert_slice %a into %x[0, 0] [4, 3] [1, 1] : tensor<4x3xf32> into tensor<4x9xf32>
  %1:2 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x9xf32>) outs(%y, %e : tensor<4x9xf32>, tensor<4x9xf32>) {
  ^bb0(%p: f32, %out: f32, %out_0: f32):
    %2 = arith.mulf %p, %out : f32
    %3 = arith.negf %p : f32
    linalg.yield %2, %3 : f32, f32
  } -> (tensor<4x9xf32>, tensor<4x9xf32>)
  return %1#0, %1#1 : tensor<4x9xf32>, tensor<4x9xf32>
}

// A broadcast that others read as well is computed in each part.

// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME: %[[A:[^:]*]]: tensor<4x6xf32>, %[[B:[^:]*]]: tensor<4x3xf32>, %[[V:[^:]*]]: tensor<9xf32>)
// CHECK: %[[W:.*]] = linalg.generic {{.*}} ins(%[[V]] : tensor<9xf32>)
// CHECK: %[[V0:.*]] = tensor.extract_slice %[[V]][0] [6] [1]
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[V0]] : tensor<4x6xf32>, tensor<6xf32>)
// CHECK: %[[V1:.*]] = tensor.extract_slice %[[V]][6] [3] [1]
// CHECK: linalg.generic {{.*}} ins(%[[B]], %[[V1]] : tensor<4x3xf32>, tensor<3xf32>)
// CHECK: return %{{.*}}, %[[W]]
func.func @broadcast(%a: tensor<4x6xf32>, %b: tensor<4x3xf32>, %v: tensor<9xf32>) -> (tensor<4x9xf32>, tensor<4x9xf32>) {
  %e = tensor.empty() : tensor<4x9xf32>
  %w = linalg.generic {indexing_maps = [#j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<9xf32>) outs(%e : tensor<4x9xf32>) {
  ^bb0(%p: f32, %out: f32):
    linalg.yield %p : f32
  } -> tensor<4x9xf32>
  %0 = tensor.insert_slice %a into %e[0, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<4x9xf32>
  %1 = tensor.insert_slice %b into %0[0, 6] [4, 3] [1, 1] : tensor<4x3xf32> into tensor<4x9xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%1, %w : tensor<4x9xf32>, tensor<4x9xf32>) outs(%e : tensor<4x9xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %3 = arith.mulf %p, %q : f32
    linalg.yield %3 : f32
  } -> tensor<4x9xf32>
  return %2, %w : tensor<4x9xf32>, tensor<4x9xf32>
}
