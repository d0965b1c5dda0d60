// RUN: fused-opt %s --fused-check-shapes --split-input-file | FileCheck %s

// The size of the loop is known after the index that is checked.

// CHECK-LABEL: func.func @first_column(
// CHECK: tensor.dim %arg0, %{{.*}} : tensor<?x?xf64>
// CHECK: cf.assert {{.*}} "'linalg.generic' accesses dimension 1 of operand 1 beyond its size"
// CHECK: scf.for
// CHECK: linalg.generic
func.func @first_column(%x: tensor<?x?xf64>, %v: tensor<?xf64>, %n: index)
    -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> tensor<?xf64> {
    %d = tensor.dim %a, %c0 : tensor<?xf64>
    %e = tensor.empty(%d) : tensor<?xf64>
    scf.yield %e : tensor<?xf64>
  }
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 0)>,
                       affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%r, %x : tensor<?xf64>, tensor<?x?xf64>) outs(%r : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
