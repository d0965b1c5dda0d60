// RUN: fused-opt %s --fused-guard-bodies -canonicalize --split-input-file | FileCheck %s
// RUN: fused-opt %s --fused-guard-bodies=target=cuda -canonicalize --split-input-file | FileCheck %s --check-prefix=CUDA

#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func @gather
// CHECK-SAME: %[[TABLE:.*]]: memref<100xf32>, %[[I:.*]]: memref<8xindex>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C100:.*]] = arith.constant 100 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK: %[[FLAG:.*]] = memref.alloca() : memref<i32>
// CHECK: memref.store %{{.*}}, %[[FLAG]][]
// CHECK: linalg.generic
// CHECK: ^bb0(%[[IN:.*]]: index, %{{.*}}: f32):
// CHECK: %[[WITHIN:.*]] = arith.cmpi ult, %[[IN]], %[[C100]]
// CHECK: scf.if
// CHECK: memref.atomic_rmw maxu %[[ONE]], %[[FLAG]][]
// CHECK: %[[INDEX:.*]] = arith.select %[[WITHIN]], %[[IN]], %[[C0]]
// CHECK: memref.load %[[TABLE]][%[[INDEX]]]
// CHECK: %[[FAILURE:.*]] = memref.load %[[FLAG]][]
// CHECK: %[[HOLDS:.*]] = arith.cmpi ne, %[[FAILURE]], %[[ONE]]
// CHECK: cf.assert %[[HOLDS]], "an index lies outside of the array"

// CUDA-LABEL: func @gather
// CUDA: %[[FLAG:.*]] = memref.get_global @fused_failure
// CUDA: memref.atomic_rmw maxu %{{.*}}, %[[FLAG]][]
// CUDA-NOT: cf.assert
// CUDA: memref.global "private" @fused_failure : memref<i32> = uninitialized {fused.failures = ["an index lies outside of the array", {{#?}}loc
func.func @gather(%table: memref<100xf32>, %i: memref<8xindex>, %d: memref<8xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : memref<8xindex>) outs(%d : memref<8xf32>) {
  ^bb0(%in: index, %out: f32):
    %0 = memref.load %table[%in] : memref<100xf32>
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

// An array without elements has no index at all.
// CHECK-LABEL: func @maybe_empty
// CHECK: scf.if %{{.*}} -> (f32) {
// CHECK: memref.load
// CHECK: } else {
// CHECK: scf.yield
func.func @maybe_empty(%table: memref<?xf32>, %i: memref<8xindex>, %d: memref<8xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : memref<8xindex>) outs(%d : memref<8xf32>) {
  ^bb0(%in: index, %out: f32):
    %0 = memref.load %table[%in] : memref<?xf32>
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

// Clamped, counted by a loop, or looked at before.
// CHECK-LABEL: func @known
// CHECK-NOT: memref.alloca
// CHECK-NOT: cf.assert
// CUDA-LABEL: func @known
// CUDA-NOT: fused_failure
func.func @known(%a: memref<100xf32>, %b: memref<?xf32>, %i: memref<?xi64>, %d: memref<?xf32>) {
  %c0 = arith.constant 0 : i64
  %c99 = arith.constant 99 : i64
  %c4 = arith.constant 4 : index
  %c104 = arith.constant 104 : index
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%i, %b : memref<?xi64>, memref<?xf32>) outs(%d : memref<?xf32>) {
  ^bb0(%in: i64, %x: f32, %out: f32):
    %0 = arith.maxsi %in, %c0 : i64
    %1 = arith.minsi %0, %c99 : i64
    %2 = arith.index_cast %1 : i64 to index
    %3 = memref.load %a[%2] : memref<100xf32>
    %4 = linalg.index 0 : index
    %5 = memref.load %b[%4] : memref<?xf32>
    %low = arith.cmpi uge, %4, %c4 : index
    %high = arith.cmpi ult, %4, %c104 : index
    %6 = scf.if %low -> f32 {
      %8 = scf.if %high -> f32 {
        %9 = arith.subi %4, %c4 : index
        %10 = memref.load %a[%9] : memref<100xf32>
        scf.yield %10 : f32
      } else {
        scf.yield %zero : f32
      }
      scf.yield %8 : f32
    } else {
      scf.yield %zero : f32
    }
    %7 = arith.addf %3, %6 : f32
    %11 = arith.addf %7, %5 : f32
    linalg.yield %11 : f32
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

// The first of the program has the largest number.
// CHECK-LABEL: func @assertions
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : i32
// CHECK: linalg.generic
// CHECK: memref.atomic_rmw maxu %[[TWO]]
// CHECK: memref.atomic_rmw maxu %[[ONE]]
// CHECK: memref.load
// CHECK: cf.assert %{{.*}}, "must be small"
// CHECK: cf.assert %{{.*}}, "must be positive"
// CUDA-LABEL: func @assertions
// CUDA: fused.failures = ["must be small", {{#?loc.*}}, "must be positive", {{#?}}loc
func.func @assertions(%i: memref<8xi64>, %d: memref<8xi64>) {
  %c0 = arith.constant 0 : i64
  %c9 = arith.constant 9 : i64
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : memref<8xi64>) outs(%d : memref<8xi64>) {
  ^bb0(%in: i64, %out: i64):
    %0 = arith.cmpi slt, %in, %c9 : i64
    cf.assert %0, "must be small"
    %1 = arith.cmpi sge, %in, %c0 : i64
    cf.assert %1, "must be positive"
    linalg.yield %in : i64
  }
  return
}
