// RUN: fused-opt %s --split-input-file --fused-sum-after-loops --canonicalize \
// RUN:   --cse | FileCheck %s
// RUN: fused-opt %s --split-input-file --canonicalize --cse > %t.before
// RUN: fused-opt %s --split-input-file \
// RUN:   --fused-sum-after-loops=numerics=strict --canonicalize --cse \
// RUN:   | diff %t.before -

// The gradients of two weights and a bias, from the last iteration to the first,
// as front ends write them: what the products have in common is stored once, and
// each sum is one.
// CHECK-LABEL: func.func @gradients(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<3x1x2x8xbf16>, %[[H:[a-z0-9]*]]: tensor<3x2x4xbf16>
// CHECK: %[[LOOP:.*]]:2 = scf.for %[[I:.*]] = {{.*}} iter_args(%[[D:[a-z0-9]*]] = {{.*}}, %[[STORED:[a-z0-9]*]] =
// CHECK-SAME: -> (tensor<2x16xbf16>, tensor<3x2x16xbf16>) {
// CHECK: %[[J:.*]] = arith.subi
// CHECK-NOT: fused.matmul
// CHECK: %[[NEXT:.*]] = linalg.exp
// CHECK: %[[ALL:.*]] = tensor.insert_slice %[[D]] into %[[STORED]][%[[J]], 0, 0]
// CHECK: scf.yield %[[NEXT]], %[[ALL]]
// CHECK-DAG: %[[XS:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1, 2], [3]]
// CHECK-DAG: %[[HS:.*]] = tensor.collapse_shape %[[H]] {{\[\[}}0, 1], [2]]
// CHECK-DAG: %[[DS:.*]] = tensor.collapse_shape %[[LOOP]]#1 {{\[\[}}0, 1], [2]]
// CHECK-DAG: %[[GX:.*]] = fused.matmul {{.*}} transpose_a ins(%[[DS]], %[[XS]]
// CHECK-DAG: %[[GXT:.*]] = linalg.transpose ins(%[[GX]]
// CHECK-DAG: %[[GH:.*]] = fused.matmul {{.*}} transpose_a ins(%[[HS]], %[[DS]]
// CHECK-DAG: %[[GB:.*]] = linalg.generic {{.*}} ins(%[[DS]]
// CHECK-DAG: %[[RX:.*]] = linalg.add ins(%{{.*}}, %[[GXT]]
// CHECK-DAG: %[[RH:.*]] = linalg.add ins(%[[GH]], %{{.*}} :
// CHECK-DAG: %[[RB:.*]] = linalg.add ins(%{{.*}}, %[[GB]]
// CHECK: return %[[RX]], %[[RH]], %[[RB]]
func.func @gradients(%x: tensor<3x1x2x8xbf16>, %h: tensor<3x2x4xbf16>, %d: tensor<2x16xbf16>,
    %sx: tensor<8x16xbf16>, %sh: tensor<4x16xbf16>, %sb: tensor<16xbf16>)
    -> (tensor<8x16xbf16>, tensor<4x16xbf16>, tensor<16xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : bf16
  %0:4 = scf.for %i = %c0 to %c3 step %c1 iter_args(%gx = %sx, %gh = %sh, %gb = %sb, %di = %d)
      -> (tensor<8x16xbf16>, tensor<4x16xbf16>, tensor<16xbf16>, tensor<2x16xbf16>) {
    %j = arith.subi %c2, %i : index
    %xp = tensor.extract_slice %x[%j, 0, 0, 0] [1, 1, 2, 8] [1, 1, 1, 1] : tensor<3x1x2x8xbf16> to tensor<1x2x8xbf16>
    %xi = tensor.collapse_shape %xp [[0, 1], [2]] : tensor<1x2x8xbf16> into tensor<2x8xbf16>
    %hi = tensor.extract_slice %h[%j, 0, 0] [1, 2, 4] [1, 1, 1] : tensor<3x2x4xbf16> to tensor<2x4xbf16>
    %ex = tensor.empty() : tensor<16x8xbf16>
    %px = fused.matmul epilog(default) transpose_a ins(%di, %xi : tensor<2x16xbf16>, tensor<2x8xbf16>) outs(%ex : tensor<16x8xbf16>) -> tensor<16x8xbf16>
    %et = tensor.empty() : tensor<8x16xbf16>
    %tx = linalg.transpose ins(%px : tensor<16x8xbf16>) outs(%et : tensor<8x16xbf16>) permutation = [1, 0]
    %nx = linalg.add ins(%gx, %tx : tensor<8x16xbf16>, tensor<8x16xbf16>) outs(%et : tensor<8x16xbf16>) -> tensor<8x16xbf16>
    %eh = tensor.empty() : tensor<4x16xbf16>
    %ph = fused.matmul epilog(default) transpose_a ins(%hi, %di : tensor<2x4xbf16>, tensor<2x16xbf16>) outs(%eh : tensor<4x16xbf16>) -> tensor<4x16xbf16>
    %nh = linalg.add ins(%ph, %gh : tensor<4x16xbf16>, tensor<4x16xbf16>) outs(%eh : tensor<4x16xbf16>) -> tensor<4x16xbf16>
    %eb = tensor.empty() : tensor<16xbf16>
    %fb = linalg.fill ins(%zero : bf16) outs(%eb : tensor<16xbf16>) -> tensor<16xbf16>
    %pb = linalg.generic {indexing_maps = [affine_map<(n, k) -> (k, n)>, affine_map<(n, k) -> (n)>], iterator_types = ["parallel", "reduction"]}
        ins(%di : tensor<2x16xbf16>) outs(%fb : tensor<16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %s = arith.addf %out, %in : bf16
      linalg.yield %s : bf16
    } -> tensor<16xbf16>
    %nb = linalg.add ins(%gb, %pb : tensor<16xbf16>, tensor<16xbf16>) outs(%eb : tensor<16xbf16>) -> tensor<16xbf16>
    %ed = tensor.empty() : tensor<2x16xbf16>
    %nd = linalg.exp ins(%di : tensor<2x16xbf16>) outs(%ed : tensor<2x16xbf16>) -> tensor<2x16xbf16>
    scf.yield %nx, %nh, %nb, %nd : tensor<8x16xbf16>, tensor<4x16xbf16>, tensor<16xbf16>, tensor<2x16xbf16>
  }
  return %0#0, %0#1, %0#2 : tensor<8x16xbf16>, tensor<4x16xbf16>, tensor<16xbf16>
}

// -----

// Two products in one sum, and something that is no product, which stays. Both
// operands of the second product are arrays already: nothing is stored for it.
// CHECK-LABEL: func.func @several_terms(
// CHECK: %[[LOOP:.*]]:3 = scf.for {{.*}} -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<3x2x8xf32>) {
// CHECK-NOT: fused.matmul
// CHECK: }
// CHECK: fused.matmul epilog(default) transpose_a alpha(2.0
// CHECK: %[[FIRST:.*]] = linalg.add ins(%[[LOOP]]#0,
// CHECK: %[[XY:.*]] = fused.matmul
// CHECK: linalg.add ins(%[[FIRST]], %[[XY]]
func.func @several_terms(%x: tensor<3x2x8xf32>, %y: tensor<3x2x8xf32>, %sum: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.empty() : tensor<8x8xf32>
  %1 = tensor.empty() : tensor<2x8xf32>
  %2:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = %sum, %w = %sum) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %xi = tensor.extract_slice %x[%i, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<3x2x8xf32> to tensor<2x8xf32>
    %yi = tensor.extract_slice %y[%i, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<3x2x8xf32> to tensor<2x8xf32>
    %xe = linalg.exp ins(%xi : tensor<2x8xf32>) outs(%1 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %p = fused.matmul epilog(default) transpose_a alpha(2.0) ins(%xi, %xe : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %q = fused.matmul epilog(default) transpose_a ins(%xi, %yi : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %a = linalg.add ins(%carried, %p : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %b = linalg.add ins(%w, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %c = linalg.add ins(%b, %q : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %n = linalg.exp ins(%w : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %c, %n : tensor<8x8xf32>, tensor<8x8xf32>
  }
  return %2#0 : tensor<8x8xf32>
}

// -----

// Parts of different numbers: one of the operands is stored in the order of the
// other.
// CHECK-LABEL: func.func @other_order(
// CHECK: %[[LOOP:.*]] = scf.for
// CHECK: tensor.insert_slice
// CHECK: %[[YS:.*]] = tensor.collapse_shape %[[LOOP]]
// CHECK: fused.matmul {{.*}} ins(%{{.*}}, %[[YS]]
func.func @other_order(%x: tensor<3x2x8xf32>, %y: tensor<3x2x16xf32>, %sum: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.empty() : tensor<8x16xf32>
  %1 = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = %sum) -> (tensor<8x16xf32>) {
    %j = arith.subi %c2, %i : index
    %xi = tensor.extract_slice %x[%i, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<3x2x8xf32> to tensor<2x8xf32>
    %yi = tensor.extract_slice %y[%j, 0, 0] [1, 2, 16] [1, 1, 1] : tensor<3x2x16xf32> to tensor<2x16xf32>
    %p = fused.matmul epilog(default) transpose_a ins(%xi, %yi : tensor<2x8xf32>, tensor<2x16xf32>) outs(%0 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %n = linalg.add ins(%carried, %p : tensor<8x16xf32>, tensor<8x16xf32>) outs(%0 : tensor<8x16xf32>) -> tensor<8x16xf32>
    scf.yield %n : tensor<8x16xf32>
  }
  return %1 : tensor<8x16xf32>
}

// -----

// The sum is read in the loop, as the state of a linear attention is.
// CHECK-LABEL: func.func @sum_is_read(
// CHECK: scf.for
// CHECK: fused.matmul
// CHECK: fused.matmul
// CHECK: scf.yield
// CHECK-NOT: fused.matmul
func.func @sum_is_read(%x: tensor<3x2x8xf32>, %y: tensor<3x2x8xf32>, %sum: tensor<8x8xf32>, %z: tensor<2x8xf32>) -> (tensor<8x8xf32>, tensor<2x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.empty() : tensor<8x8xf32>
  %1 = tensor.empty() : tensor<2x8xf32>
  %2:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = %sum, %last = %z) -> (tensor<8x8xf32>, tensor<2x8xf32>) {
    %xi = tensor.extract_slice %x[%i, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<3x2x8xf32> to tensor<2x8xf32>
    %yi = tensor.extract_slice %y[%i, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<3x2x8xf32> to tensor<2x8xf32>
    %p = fused.matmul epilog(default) transpose_a ins(%xi, %yi : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %n = linalg.add ins(%carried, %p : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %r = fused.matmul epilog(default) ins(%last, %carried : tensor<2x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<2x8xf32>) -> tensor<2x8xf32>
    scf.yield %n, %r : tensor<8x8xf32>, tensor<2x8xf32>
  }
  return %2#0, %2#1 : tensor<8x8xf32>, tensor<2x8xf32>
}

// -----

// No operand is an array: to keep both could take much more memory than the
// program does.
// CHECK-LABEL: func.func @no_array(
// CHECK: scf.for
// CHECK: fused.matmul
// CHECK: scf.yield
// CHECK-NOT: fused.matmul
func.func @no_array(%x: tensor<2x8xf32>, %sum: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<2x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.empty() : tensor<8x8xf32>
  %1 = tensor.empty() : tensor<2x8xf32>
  %2:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = %sum, %xi = %x) -> (tensor<8x8xf32>, tensor<2x8xf32>) {
    %p = fused.matmul epilog(default) transpose_a ins(%xi, %xi : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %n = linalg.add ins(%carried, %p : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %e = linalg.exp ins(%xi : tensor<2x8xf32>) outs(%1 : tensor<2x8xf32>) -> tensor<2x8xf32>
    scf.yield %n, %e : tensor<8x8xf32>, tensor<2x8xf32>
  }
  return %2#0, %2#1 : tensor<8x8xf32>, tensor<2x8xf32>
}

// -----

// The operand would be larger than the sum is, read and written.
// CHECK-LABEL: func.func @many_rows(
// CHECK: scf.for
// CHECK: fused.matmul
// CHECK: scf.yield
// CHECK-NOT: fused.matmul
func.func @many_rows(%x: tensor<3x17x8xf32>, %d: tensor<17x8xf32>, %sum: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.empty() : tensor<8x8xf32>
  %1 = tensor.empty() : tensor<17x8xf32>
  %2:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = %sum, %di = %d) -> (tensor<8x8xf32>, tensor<17x8xf32>) {
    %xi = tensor.extract_slice %x[%i, 0, 0] [1, 17, 8] [1, 1, 1] : tensor<3x17x8xf32> to tensor<17x8xf32>
    %p = fused.matmul epilog(default) transpose_a ins(%xi, %di : tensor<17x8xf32>, tensor<17x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %n = linalg.add ins(%carried, %p : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %e = linalg.exp ins(%di : tensor<17x8xf32>) outs(%1 : tensor<17x8xf32>) -> tensor<17x8xf32>
    scf.yield %n, %e : tensor<8x8xf32>, tensor<17x8xf32>
  }
  return %2#0 : tensor<8x8xf32>
}

// -----

// A product is rounded before it is widened: its sum would be rounded to fewer
// bits than the program's.
// CHECK-LABEL: func.func @widened(
// CHECK: scf.for
// CHECK: fused.matmul
// CHECK: scf.yield
// CHECK-NOT: fused.matmul
func.func @widened(%x: tensor<3x2x8xbf16>, %y: tensor<3x2x8xbf16>, %sum: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.empty() : tensor<8x8xbf16>
  %1 = tensor.empty() : tensor<8x8xf32>
  %2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = %sum) -> (tensor<8x8xf32>) {
    %xi = tensor.extract_slice %x[%i, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<3x2x8xbf16> to tensor<2x8xbf16>
    %yi = tensor.extract_slice %y[%i, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<3x2x8xbf16> to tensor<2x8xbf16>
    %p = fused.matmul epilog(default) transpose_a ins(%xi, %yi : tensor<2x8xbf16>, tensor<2x8xbf16>) outs(%0 : tensor<8x8xbf16>) -> tensor<8x8xbf16>
    %w = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%p : tensor<8x8xbf16>) outs(%1 : tensor<8x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %e = arith.extf %in : bf16 to f32
      linalg.yield %e : f32
    } -> tensor<8x8xf32>
    %n = linalg.add ins(%carried, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %n : tensor<8x8xf32>
  }
  return %2 : tensor<8x8xf32>
}

// -----

// The position stays the same, the array has more parts than the loop has
// iterations, or their number is not known.
// CHECK-LABEL: func.func @no_parts(
// CHECK-NOT: tensor.collapse_shape
// CHECK-COUNT-3: fused.matmul {{.*}}tensor<2x8xf32>, tensor<2x8xf32>)
// CHECK: return
func.func @no_parts(%x: tensor<3x2x8xf32>, %y: tensor<4x2x8xf32>, %sum: tensor<8x8xf32>, %at: index, %count: index) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.empty() : tensor<8x8xf32>
  %1 = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = %sum) -> (tensor<8x8xf32>) {
    %xi = tensor.extract_slice %x[%at, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<3x2x8xf32> to tensor<2x8xf32>
    %p = fused.matmul epilog(default) transpose_a ins(%xi, %xi : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %n = linalg.add ins(%carried, %p : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %n : tensor<8x8xf32>
  }
  %2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = %sum) -> (tensor<8x8xf32>) {
    %yi = tensor.extract_slice %y[%i, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<4x2x8xf32> to tensor<2x8xf32>
    %p = fused.matmul epilog(default) transpose_a ins(%yi, %yi : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %n = linalg.add ins(%carried, %p : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %n : tensor<8x8xf32>
  }
  %3 = scf.for %i = %c0 to %count step %c1 iter_args(%carried = %sum) -> (tensor<8x8xf32>) {
    %xi = tensor.extract_slice %x[%i, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<3x2x8xf32> to tensor<2x8xf32>
    %p = fused.matmul epilog(default) transpose_a ins(%xi, %xi : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %n = linalg.add ins(%carried, %p : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %n : tensor<8x8xf32>
  }
  return %1, %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Additions that write where they read from, as those of whole tensors do.
// CHECK-LABEL: func.func @in_place(
// CHECK: scf.for {{.*}} -> (tensor<2x16xf32>, tensor<3x2x16xf32>)
// CHECK: fused.matmul
// CHECK: linalg.add
func.func @in_place(%x: tensor<3x2x8xf32>, %d: tensor<2x16xf32>, %sum: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<2x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.empty() : tensor<8x16xf32>
  %2:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = %sum, %di = %d) -> (tensor<8x16xf32>, tensor<2x16xf32>) {
    %xi = tensor.extract_slice %x[%i, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<3x2x8xf32> to tensor<2x8xf32>
    %3 = fused.matmul epilog(default) transpose_a ins(%xi, %di : tensor<2x8xf32>, tensor<2x16xf32>) outs(%0 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %4 = linalg.add ins(%carried, %3 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%carried : tensor<8x16xf32>) -> tensor<8x16xf32>
    %5 = linalg.exp ins(%di : tensor<2x16xf32>) outs(%di : tensor<2x16xf32>) -> tensor<2x16xf32>
    scf.yield %4, %5 : tensor<8x16xf32>, tensor<2x16xf32>
  }
  return %2#0, %2#1 : tensor<8x16xf32>, tensor<2x16xf32>
}

// -----

// What is doubled is no sum of the products.
// CHECK-LABEL: func.func @doubled(
// CHECK: scf.for
// CHECK: fused.matmul
// CHECK: scf.yield
// CHECK-NOT: fused.matmul
func.func @doubled(%x: tensor<3x2x8xf32>, %sum: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.empty() : tensor<8x8xf32>
  %1 = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = %sum) -> (tensor<8x8xf32>) {
    %xi = tensor.extract_slice %x[%i, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<3x2x8xf32> to tensor<2x8xf32>
    %p = fused.matmul epilog(default) transpose_a ins(%xi, %xi : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %n = linalg.add ins(%carried, %p : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %d = linalg.add ins(%n, %n : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %d : tensor<8x8xf32>
  }
  return %1 : tensor<8x8xf32>
}

// -----

// What a loop carries twice is taken out of neither.
// CHECK-LABEL: func.func @carried_twice(
// CHECK: scf.for
// CHECK: fused.matmul
// CHECK: scf.yield
// CHECK-NOT: fused.matmul
func.func @carried_twice(%x: tensor<3x2x8xf32>, %sum: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.empty() : tensor<8x8xf32>
  %1:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = %sum, %last = %0) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %xi = tensor.extract_slice %x[%i, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<3x2x8xf32> to tensor<2x8xf32>
    %p = fused.matmul epilog(default) transpose_a ins(%xi, %xi : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %n = linalg.add ins(%carried, %p : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %n, %n : tensor<8x8xf32>, tensor<8x8xf32>
  }
  return %1#0, %1#1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// There is nothing to store.
// CHECK-LABEL: func.func @empty(
// CHECK: scf.for
// CHECK: fused.matmul
// CHECK: scf.yield
func.func @empty(%x: tensor<3x2x8xf32>, %d: tensor<2x0xf32>, %sum: tensor<8x0xf32>) -> tensor<8x0xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.empty() : tensor<8x0xf32>
  %1:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = %sum, %di = %d) -> (tensor<8x0xf32>, tensor<2x0xf32>) {
    %xi = tensor.extract_slice %x[%i, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<3x2x8xf32> to tensor<2x8xf32>
    %p = fused.matmul epilog(default) transpose_a ins(%xi, %di : tensor<2x8xf32>, tensor<2x0xf32>) outs(%0 : tensor<8x0xf32>) -> tensor<8x0xf32>
    %n = linalg.add ins(%carried, %p : tensor<8x0xf32>, tensor<8x0xf32>) outs(%0 : tensor<8x0xf32>) -> tensor<8x0xf32>
    %e = linalg.exp ins(%di : tensor<2x0xf32>) outs(%di : tensor<2x0xf32>) -> tensor<2x0xf32>
    scf.yield %n, %e : tensor<8x0xf32>, tensor<2x0xf32>
  }
  return %1#0 : tensor<8x0xf32>
}
