// RUN: fused-run %s --verify=quick --shape=0=3x0x5 --shape=1=5x16 | FileCheck %s
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify=quick --shape=0=3x0x5 --shape=1=5x16 | FileCheck %s %}

// The product of a matrix without rows is reshaped to an array whose first size
// cannot be derived from the others.

// CHECK: verification: PASS

func.func @f(%a: tensor<?x0x?xf32>, %b: tensor<?x16xf32>) -> tensor<?x0x16xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?x0x?xf32>
  %z = arith.constant 0.0e+00 : f32
  %e = tensor.empty(%d) : tensor<?x0x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x0x16xf32>) -> tensor<?x0x16xf32>
  %r = linalg.contract indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>] ins(%a, %b : tensor<?x0x?xf32>, tensor<?x16xf32>) outs(%f : tensor<?x0x16xf32>) -> tensor<?x0x16xf32>
  return %r : tensor<?x0x16xf32>
}
