// REQUIRES: emulator
// RUN: fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s

// The logarithm of a device differs by a rounding, and so do the bits of it.
// What judges that perturbs equal operations in the same way: otherwise the
// comparison, of a value with itself, would never hold, and all perturbed
// results would be zero.

// CHECK: ill-conditioned
// CHECK: verification: PASS

#i = affine_map<(i) -> (i)>

func.func @main(%x: tensor<12xf32>) -> tensor<12xf32> {
  %e = tensor.empty() : tensor<12xf32>
  %zero = arith.constant 0.0 : f32
  %c = arith.constant 1.5 : f32
  %eight = arith.constant 8 : i32
  %bits = arith.constant 512 : i32
  %y = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%x : tensor<12xf32>) outs(%e : tensor<12xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = arith.mulf %in, %zero : f32
    %1 = arith.addf %0, %c : f32
    %2 = math.log10 %1 : f32
    linalg.yield %2 : f32
  } -> tensor<12xf32>
  %z = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%y : tensor<12xf32>) outs(%e : tensor<12xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = arith.truncf %in : f32 to f16
    %1 = arith.truncf %in : f32 to f16
    %2 = arith.cmpf oeq, %0, %1 : f16
    %3 = arith.bitcast %in : f32 to i32
    %4 = arith.select %2, %3, %bits : i32
    %5 = arith.muli %3, %4 : i32
    %6 = arith.remui %5, %eight : i32
    %7 = arith.uitofp %6 : i32 to f32
    linalg.yield %7 : f32
  } -> tensor<12xf32>
  return %z : tensor<12xf32>
}
