// RUN: fused-run %s --verify | FileCheck %s
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify | FileCheck %s %}
// CHECK: verification: PASS

// Chains of maxima and minima with negated operands, of which ptxas makes one
// instruction.

#id = affine_map<(i) -> (i)>
func.func @main(%a: tensor<1001xi32>, %b: tensor<1001xi32>, %c: tensor<1001xi16>)
    -> (tensor<1001xi32>, tensor<1001xi32>, tensor<1001xi32>, tensor<1001xi32>) {
  %e = tensor.empty() : tensor<1001xi32>
  %0:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b, %c : tensor<1001xi32>, tensor<1001xi32>, tensor<1001xi16>)
      outs(%e, %e, %e, %e : tensor<1001xi32>, tensor<1001xi32>, tensor<1001xi32>, tensor<1001xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i16, %o0: i32, %o1: i32, %o2: i32, %o3: i32):
    %zero = arith.constant 0 : i32
    %zero16 = arith.constant 0 : i16
    %minus = arith.constant -3 : i32
    %first = arith.constant 0 : index
    %last = arith.constant 4 : index
    %step = arith.constant 1 : index
    %wide = arith.extsi %z : i16 to i32
    %negated = arith.subi %zero, %y : i32
    %1 = arith.maxsi %x, %negated : i32
    %2 = arith.maxsi %1, %wide : i32
    %narrow = arith.subi %zero16, %z : i16
    %extended = arith.extsi %narrow : i16 to i32
    %3 = arith.minsi %x, %extended : i32
    %4 = arith.minsi %3, %y : i32
    %multiple = arith.muli %y, %minus : i32
    %5 = arith.minui %x, %multiple : i32
    %6 = arith.maxsi %wide, %multiple : i32
    %7 = arith.maxsi %6, %5 : i32
    %8 = scf.for %i = %first to %last step %step iter_args(%so_far = %x) -> (i32) {
      %n = arith.index_cast %i : index to i32
      %difference = arith.subi %n, %y : i32
      %9 = arith.maxsi %so_far, %difference : i32
      scf.yield %9 : i32
    }
    linalg.yield %2, %4, %7, %8 : i32, i32, i32, i32
  } -> (tensor<1001xi32>, tensor<1001xi32>, tensor<1001xi32>, tensor<1001xi32>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<1001xi32>, tensor<1001xi32>, tensor<1001xi32>, tensor<1001xi32>
}
