// RUN: fused-opt %s --pass-pipeline='builtin.module(func.func(fused-recompute),canonicalize,cse)' | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

// Of a softmax, its gradient reads the exponentials in f32, a mask, and the sum
// once for each element. It computes them from the input, the maximum and the
// sum of each row.

// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: %[[X:[^:]*]]: tensor<64x512xbf16>, %[[DY:[^:]*]]: tensor<64x512xf32>
// CHECK: %[[ROWS:.*]]:3 = fused.rows over [1] maps [#[[IJ:.*]], #[[IJ]], #[[I:.*]], #[[I]]] ins(%[[X]] : tensor<64x512xbf16>)
// CHECK-SAME: outs({{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: bf16):
// CHECK: %[[MAX:.*]] = fused.reduce maximumf
// CHECK: %[[SUM:.*]] = fused.reduce addf
// CHECK: fused.yield %{{.*}}, %[[MAX]], %[[SUM]] : bf16, f32, f32
// CHECK: fused.rows over [1] maps [#[[IJ]], #[[IJ]], #[[I]], #[[I]], #[[IJ]]] ins(%[[DY]], %[[X]], %[[ROWS]]#1, %[[ROWS]]#2 : tensor<64x512xf32>, tensor<64x512xbf16>, tensor<64xf32>, tensor<64xf32>)
// CHECK-NEXT: ^bb0(%[[D:.*]]: f32, %[[IN:.*]]: bf16, %[[MAX:.*]]: f32, %[[SUM:.*]]: f32):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[IN]] : bf16 to f32
// CHECK-NEXT: %[[SHIFTED:.*]] = arith.subf %[[WIDE]], %[[MAX]]
// CHECK-NEXT: %[[E:.*]] = math.exp %[[SHIFTED]]
// CHECK-DAG: %[[ROW:.*]] = fused.index 0
// CHECK-DAG: %[[POINT:.*]] = fused.index 1
// CHECK: %[[MASK:.*]] = arith.cmpi sge, %[[ROW]], %[[POINT]]
// CHECK: arith.mulf %[[D]], %[[E]]
// CHECK: arith.divf %{{.*}}, %[[SUM]]
// CHECK: arith.select %[[MASK]]
func.func @softmax(%x: tensor<64x512xbf16>, %dy: tensor<64x512xf32>) -> (tensor<64x512xbf16>, tensor<64x512xbf16>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : bf16
  %f32 = tensor.empty() : tensor<64x512xf32>
  %i1 = tensor.empty() : tensor<64x512xi1>
  %bf16 = tensor.empty() : tensor<64x512xbf16>
  %rows:4 = fused.rows over [1] maps [#ij, #ij, #ij, #ij, #ij]
      ins(%x : tensor<64x512xbf16>) outs(%i1, %f32, %f32, %bf16 : tensor<64x512xi1>, tensor<64x512xf32>, tensor<64x512xf32>, tensor<64x512xbf16>) {
  ^bb0(%in: bf16):
    %i = fused.index 0 : index
    %j = fused.index 1 : index
    %mask = arith.cmpi sge, %i, %j : index
    %0 = arith.extf %in : bf16 to f32
    %max = fused.reduce maximumf %0 init(%lowest) : f32
    %1 = arith.subf %0, %max : f32
    %2 = math.exp %1 : f32
    %sum = fused.reduce addf %2 init(%zero) : f32
    %3 = arith.divf %2, %sum : f32
    %4 = arith.truncf %3 : f32 to bf16
    fused.yield %mask, %2, %sum, %4 : i1, f32, f32, bf16
  } -> tensor<64x512xi1>, tensor<64x512xf32>, tensor<64x512xf32>, tensor<64x512xbf16>
  %dx = fused.rows over [1] maps [#ij, #ij, #ij, #ij, #ij]
      ins(%dy, %rows#0, %rows#1, %rows#2 : tensor<64x512xf32>, tensor<64x512xi1>, tensor<64x512xf32>, tensor<64x512xf32>)
      outs(%bf16 : tensor<64x512xbf16>) {
  ^bb0(%d: f32, %mask: i1, %e: f32, %sum: f32):
    %0 = arith.mulf %d, %e : f32
    %1 = fused.reduce addf %0 init(%zero) : f32
    %2 = arith.divf %0, %sum : f32
    %3 = arith.subf %2, %1 : f32
    %4 = arith.truncf %3 : f32 to bf16
    %5 = arith.select %mask, %4, %none : bf16
    fused.yield %5 : bf16
  } -> tensor<64x512xbf16>
  return %rows#3, %dx : tensor<64x512xbf16>, tensor<64x512xbf16>
}

// A difference that two operations read, one of them a sum over columns that
// reads it transposed: both read the two arrays, and the difference is gone.

// CHECK-LABEL: func.func @difference(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?xf32>, %[[Y:[^:]*]]: tensor<?x?xf32>,
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[Y]] : {{.*}}) outs(%arg3
// CHECK: arith.subf
// CHECK: arith.addf
// CHECK: linalg.generic {indexing_maps = [#[[JI:.*]], #[[JI]], #{{.*}}], iterator_types = ["parallel", "reduction"]} ins(%[[X]], %[[Y]] : {{.*}}) outs(%arg4
// CHECK: arith.subf
// CHECK: arith.addf
// CHECK-NOT: linalg.generic
func.func @difference(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %e: tensor<?x?xf32>, %s: tensor<?x?xf32>, %c: tensor<?xf32>)
    -> (tensor<?x?xf32>, tensor<?xf32>) {
  %d = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?x?xf32>
  %t = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<?x?xf32>
  %u = linalg.generic {indexing_maps = [#ji, #i], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<?x?xf32>) outs(%c : tensor<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %out, %a : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  return %t, %u : tensor<?x?xf32>, tensor<?xf32>
}

// What is stored anyway and read in more bytes than its operand. The index is
// that of the user.

// CHECK-LABEL: func.func @stored_anyway(
// CHECK-SAME: %[[X:[^:]*]]: tensor<64x512xi8>
// CHECK: %[[W:.*]] = linalg.generic
// CHECK: linalg.generic {indexing_maps = [#[[JI:.*]], #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%[[X]] : tensor<64x512xi8>)
// CHECK-DAG: linalg.index 0
// CHECK-DAG: arith.extui
// CHECK: return %[[W]]
func.func @stored_anyway(%x: tensor<64x512xi8>) -> (tensor<64x512xi32>, tensor<512x64xi32>) {
  %e = tensor.empty() : tensor<64x512xi32>
  %f = tensor.empty() : tensor<512x64xi32>
  %w = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x512xi8>) outs(%e : tensor<64x512xi32>) {
  ^bb0(%a: i8, %out: i32):
    %j = linalg.index 1 : index
    %0 = arith.index_cast %j : index to i32
    %1 = arith.extui %a : i8 to i32
    %2 = arith.addi %0, %1 : i32
    linalg.yield %2 : i32
  } -> tensor<64x512xi32>
  %t = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<64x512xi32>) outs(%f : tensor<512x64xi32>) {
  ^bb0(%a: i32, %out: i32):
    %0 = arith.addi %a, %a : i32
    linalg.yield %0 : i32
  } -> tensor<512x64xi32>
  return %w, %t : tensor<64x512xi32>, tensor<512x64xi32>
}

// A broadcast of the operation on rows is no matrix; of the two things that its
// user needs, it computes the second from the first, which is stored anyway.

// CHECK-LABEL: func.func @from_another_result(
// CHECK: %[[R:.*]]:2 = fused.rows
// CHECK: } -> tensor<64x512xf32>, tensor<64xf32>
// CHECK: linalg.generic {{.*}} ins(%[[R]]#0, %[[R]]#1 : tensor<64x512xf32>, tensor<64xf32>)
// CHECK: math.absf
// CHECK: return %[[R]]#0
func.func @from_another_result(%x: tensor<64x512xf32>, %y: tensor<64x512xf32>, %z: tensor<64x512xf32>)
    -> (tensor<64x512xf32>, tensor<64x512xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x512xf32>
  %r:3 = fused.rows over [1] maps [#ij, #ij, #ij, #ij, #ij, #ij]
      ins(%x, %y, %z : tensor<64x512xf32>, tensor<64x512xf32>, tensor<64x512xf32>)
      outs(%e, %e, %e : tensor<64x512xf32>, tensor<64x512xf32>, tensor<64x512xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %0, %c : f32
    %2 = math.absf %1 : f32
    %3 = fused.reduce addf %2 init(%zero) : f32
    fused.yield %1, %2, %3 : f32, f32, f32
  } -> tensor<64x512xf32>, tensor<64x512xf32>, tensor<64x512xf32>
  %s = linalg.generic {indexing_maps = [#ij, #ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%r#0, %r#1, %r#2 : tensor<64x512xf32>, tensor<64x512xf32>, tensor<64x512xf32>) outs(%e : tensor<64x512xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.mulf %0, %c : f32
    linalg.yield %1 : f32
  } -> tensor<64x512xf32>
  return %r#0, %s : tensor<64x512xf32>, tensor<64x512xf32>
}

// An operation that reads a result in two ways computes it for both.

// CHECK-LABEL: func.func @read_twice(
// CHECK-SAME: %[[X:.*]]: tensor<64x64xbf16>
// CHECK-COUNT-1: linalg.generic
// CHECK-SAME: ins(%[[X]], %[[X]] : tensor<64x64xbf16>, tensor<64x64xbf16>)
// CHECK-COUNT-2: arith.extf
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @read_twice(%x: tensor<64x64xbf16>) -> tensor<64x64xf32> {
  %empty = tensor.empty() : tensor<64x64xf32>
  %wide = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x64xbf16>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %y = linalg.generic {indexing_maps = [#ij, #ji, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%wide, %wide : tensor<64x64xf32>, tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = arith.addf %in, %in_0 : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// A branch captures what differs among the points of a row, but its condition
// does not: its result is no number of the row.

// CHECK-LABEL: func.func @branch(
// CHECK: %[[ROWS:.*]] = fused.rows
// CHECK: scf.if
// CHECK: } -> tensor<3x5xf32>
// CHECK: linalg.generic {{.*}} ins(%[[ROWS]] : tensor<3x5xf32>)
func.func @branch(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x5xf32>
  %0 = fused.rows over [1] maps [#ij, #ij]
      ins(%x : tensor<3x5xf32>) outs(%e : tensor<3x5xf32>) {
  ^bb0(%in: f32):
    %s = fused.reduce addf %in init(%zero) : f32
    %c = arith.cmpf ogt, %s, %zero : f32
    %t = scf.if %c -> (f32) {
      %n = arith.negf %in : f32
      scf.yield %n : f32
    } else {
      scf.yield %in : f32
    }
    fused.yield %t : f32
  } -> tensor<3x5xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<3x5xf32>) outs(%e : tensor<3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.addf %in, %in : f32
    linalg.yield %v : f32
  } -> tensor<3x5xf32>
  return %1 : tensor<3x5xf32>
}
