// RUN: fused-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(fused-recompute))' | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#row = affine_map<(i) -> (i)>

// As many bytes are read in place of it.

// CHECK-LABEL: func.func @no_gain(
// CHECK: %[[D:.*]] = linalg.generic
// CHECK: linalg.generic {{.*}} ins(%[[D]] : tensor<64x512xf32>)
// CHECK: return %[[D]]
func.func @no_gain(%x: tensor<64x512xf32>, %e: tensor<64x512xf32>) -> (tensor<64x512xf32>, tensor<64x512xf32>) {
  %d = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x512xf32>) outs(%e : tensor<64x512xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<64x512xf32>
  %t = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x512xf32>) outs(%e : tensor<64x512xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<64x512xf32>
  return %d, %t : tensor<64x512xf32>, tensor<64x512xf32>
}

// Three functions take longer than loading what they give.

// CHECK-LABEL: func.func @long(
// CHECK-COUNT-3: math.tanh
// CHECK-NOT: math.tanh
func.func @long(%x: tensor<64x512xbf16>, %e: tensor<64x512xbf16>, %f: tensor<64x512xf32>) -> (tensor<64x512xf32>, tensor<64x512xf32>) {
  %d = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x512xbf16>) outs(%f : tensor<64x512xf32>) {
  ^bb0(%a: bf16, %out: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = math.tanh %0 : f32
    %2 = math.tanh %1 : f32
    %3 = math.tanh %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x512xf32>
  %t = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x512xf32>) outs(%f : tensor<64x512xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<64x512xf32>
  %u = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x512xf32>) outs(%f : tensor<64x512xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<64x512xf32>
  return %t, %u : tensor<64x512xf32>, tensor<64x512xf32>
}

// A quotient of an operation on rows may differ in its last bit from that of
// another operation; an operation on the same rows divides alike.

// CHECK-LABEL: func.func @quotient(
// CHECK: %[[Q:.*]]:2 = fused.rows
// CHECK: } -> tensor<64x512xf32>, tensor<64xf32>
// CHECK: linalg.generic {{.*}} ins(%[[Q]]#0 : tensor<64x512xf32>)
// CHECK: fused.rows {{.*}} ins(%{{.*}}, %[[Q]]#1 : tensor<64x512xbf16>, tensor<64xf32>)
// CHECK-NEXT: ^bb0
// CHECK: arith.divf
// CHECK: fused.reduce
func.func @quotient(%x: tensor<64x512xbf16>, %e: tensor<64x512xf32>, %r: tensor<64xf32>) -> (tensor<64x512xf32>, tensor<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %q = fused.rows over [1] maps [#ij, #ij]
      ins(%x : tensor<64x512xbf16>) outs(%e : tensor<64x512xf32>) {
  ^bb0(%a: bf16):
    %0 = arith.extf %a : bf16 to f32
    %1 = fused.reduce addf %0 init(%zero) : f32
    %2 = arith.divf %0, %1 : f32
    fused.yield %2 : f32
  } -> tensor<64x512xf32>
  %t = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<64x512xf32>) outs(%e : tensor<64x512xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<64x512xf32>
  %u = fused.rows over [1] maps [#ij, #i]
      ins(%q : tensor<64x512xf32>) outs(%r : tensor<64xf32>) {
  ^bb0(%a: f32):
    %0 = fused.reduce maximumf %a init(%zero) : f32
    fused.yield %0 : f32
  } -> tensor<64xf32>
  return %t, %u : tensor<64x512xf32>, tensor<64xf32>
}

// What the output held, what a reduction adds up, and what is read elsewhere in
// an array cannot be computed again.

// CHECK-LABEL: func.func @cannot(
// CHECK: %[[A:.*]] = linalg.generic
// CHECK: %[[B:.*]] = linalg.generic
// CHECK: %[[C:.*]] = linalg.generic
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]], %[[C]] :
func.func @cannot(%x: tensor<64x512xi8>, %e: tensor<64x512xi32>, %r: tensor<64xi32>) -> tensor<64x512xi32> {
  %a = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x512xi8>) outs(%e : tensor<64x512xi32>) {
  ^bb0(%in: i8, %out: i32):
    %0 = arith.extui %in : i8 to i32
    %1 = arith.addi %0, %out : i32
    linalg.yield %1 : i32
  } -> tensor<64x512xi32>
  %b = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x512xi8>) outs(%r : tensor<64xi32>) {
  ^bb0(%in: i8, %out: i32):
    %0 = arith.extui %in : i8 to i32
    %1 = arith.addi %0, %out : i32
    linalg.yield %1 : i32
  } -> tensor<64xi32>
  %c = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<64x512xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %zero = arith.constant 0 : index
    %0 = tensor.extract %x[%i, %zero] : tensor<64x512xi8>
    %1 = arith.extui %0 : i8 to i32
    linalg.yield %1 : i32
  } -> tensor<64x512xi32>
  %s = linalg.generic {indexing_maps = [#ij, #i, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %c : tensor<64x512xi32>, tensor<64xi32>, tensor<64x512xi32>) outs(%e : tensor<64x512xi32>) {
  ^bb0(%p: i32, %q: i32, %v: i32, %out: i32):
    %0 = arith.addi %p, %q : i32
    %1 = arith.addi %0, %v : i32
    linalg.yield %1 : i32
  } -> tensor<64x512xi32>
  return %s : tensor<64x512xi32>
}

// In a loop it would be computed many times.

// CHECK-LABEL: func.func @loop(
// CHECK: %[[A:.*]] = linalg.generic
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} ins(%[[A]] :
func.func @loop(%x: tensor<64xi8>, %e: tensor<64xi32>, %n: index) -> tensor<64xi32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%x : tensor<64xi8>) outs(%e : tensor<64xi32>) {
  ^bb0(%in: i8, %out: i32):
    %0 = arith.extui %in : i8 to i32
    linalg.yield %0 : i32
  } -> tensor<64xi32>
  %r = scf.for %i = %zero to %n step %one iter_args(%s = %e) -> tensor<64xi32> {
    %t = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
        ins(%a : tensor<64xi32>) outs(%s : tensor<64xi32>) {
    ^bb0(%in: i32, %out: i32):
      %0 = arith.addi %in, %out : i32
      linalg.yield %0 : i32
    } -> tensor<64xi32>
    scf.yield %t : tensor<64xi32>
  }
  return %r : tensor<64xi32>
}
