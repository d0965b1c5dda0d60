// A processor without instructions for bf16 holds it as f32, and rounded it
// again by a function that the system lacked.
// RUN: fused-run %s --cpu=generic --verify | FileCheck %s
// CHECK: verification: PASS

#id = affine_map<(d0) -> (d0)>
// Where the loop ends depends on the data, so the number is carried by blocks.
func.func @main(%x: tensor<5xbf16>, %y: tensor<5xbf16>) -> tensor<5xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<5xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<5xbf16>, tensor<5xbf16>) outs(%e : tensor<5xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %p = arith.cmpf ogt, %a, %zero : bf16
    %n = scf.if %p -> bf16 {
      scf.yield %b : bf16
    } else {
      %l = scf.for %i = %c0 to %c5 step %c1 iter_args(%m = %a) -> bf16 {
        %v = tensor.extract %y[%i] : tensor<5xbf16>
        %q = arith.cmpf olt, %v, %m : bf16
        %s = arith.select %q, %v, %m : bf16
        scf.yield %s : bf16
      }
      scf.yield %l : bf16
    }
    linalg.yield %n : bf16
  } -> tensor<5xbf16>
  return %r : tensor<5xbf16>
}
