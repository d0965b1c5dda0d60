// RUN: fused-opt %s --pass-pipeline='builtin.module(func.func(fused-raise-concatenations{min-elements=8}),canonicalize)' | FileCheck %s
// RUN: fused-opt %s --pass-pipeline='builtin.module(func.func(fused-raise-concatenations))' | FileCheck %s --check-prefix=SMALL

#ij = affine_map<(i, j) -> (i, j)>

// Of the middle array a part is taken.

// CHECK-LABEL: func.func @three(
// CHECK-SAME: %[[A:[^:]*]]: tensor<3x8xf32>, %[[B:[^:]*]]: tensor<6x9xf32>, %[[C:[^:]*]]: tensor<5x8xf32>)
// CHECK: %[[E:.*]] = tensor.empty() : tensor<12x8xf32>
// CHECK: %[[P:.*]] = tensor.insert_slice %[[A]] into %[[E]][0, 0] [3, 8] [1, 1]
// CHECK: %[[S:.*]] = tensor.extract_slice %[[B]][2, 1] [4, 8] [1, 1]
// CHECK: %[[Q:.*]] = tensor.insert_slice %[[S]] into %[[P]][3, 0] [4, 8] [1, 1]
// CHECK: %[[R:.*]] = tensor.insert_slice %[[C]] into %[[Q]][7, 0] [5, 8] [1, 1]
// CHECK-NOT: linalg.generic
// CHECK: return %[[R]]

// SMALL-LABEL: func.func @three(
// SMALL: linalg.generic
// SMALL-NOT: insert_slice
func.func @three(%a: tensor<3x8xf32>, %b: tensor<6x9xf32>, %c: tensor<5x8xf32>) -> tensor<12x8xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %e = tensor.empty() : tensor<12x8xf32>
  %r = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<12x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = arith.cmpi ult, %i, %c3 : index
    %1 = scf.if %0 -> (f32) {
      %2 = tensor.extract %a[%i, %j] : tensor<3x8xf32>
      scf.yield %2 : f32
    } else {
      %i3 = arith.subi %i, %c3 : index
      %2 = arith.cmpi ult, %i3, %c4 : index
      %3 = scf.if %2 -> (f32) {
        %i1 = arith.subi %i, %c1 : index
        %j1 = arith.addi %j, %c1 : index
        %4 = tensor.extract %b[%i1, %j1] : tensor<6x9xf32>
        scf.yield %4 : f32
      } else {
        %i7 = arith.subi %i, %c7 : index
        %4 = tensor.extract %c[%i7, %j] : tensor<5x8xf32>
        scf.yield %4 : f32
      }
      scf.yield %3 : f32
    }
    linalg.yield %1 : f32
  } -> tensor<12x8xf32>
  return %r : tensor<12x8xf32>
}

// One element is computed with; another index; a place outside of the array.

// CHECK-LABEL: func.func @others(
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT: insert_slice
func.func @others(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %e: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %p = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = arith.cmpi ult, %i, %c4 : index
    %i4 = arith.subi %i, %c4 : index
    %1 = scf.if %0 -> (f32) {
      %2 = tensor.extract %a[%i, %j] : tensor<4x8xf32>
      %3 = arith.negf %2 : f32
      scf.yield %3 : f32
    } else {
      %2 = tensor.extract %a[%i4, %j] : tensor<4x8xf32>
      scf.yield %2 : f32
    }
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  %q = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = arith.cmpi ult, %i, %c4 : index
    %i4 = arith.subi %i, %c4 : index
    %1 = scf.if %0 -> (f32) {
      %2 = tensor.extract %b[%j, %i] : tensor<8x4xf32>
      scf.yield %2 : f32
    } else {
      %2 = tensor.extract %a[%i4, %j] : tensor<4x8xf32>
      scf.yield %2 : f32
    }
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  %r = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = arith.cmpi ult, %i, %c4 : index
    %i1 = arith.subi %i, %c1 : index
    %1 = scf.if %0 -> (f32) {
      %2 = tensor.extract %a[%i, %j] : tensor<4x8xf32>
      scf.yield %2 : f32
    } else {
      %2 = tensor.extract %a[%i1, %j] : tensor<4x8xf32>
      scf.yield %2 : f32
    }
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  return %p, %q, %r : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
