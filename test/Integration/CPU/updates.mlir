// RUN: fused-run %s --verify | FileCheck %s
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s %}
// RUN: fused-run %s --entry=two_results --verify | FileCheck %s

// An elementwise operation that updates an array, and a sum that reads each of
// its elements several times.

// CHECK: verification: PASS

#i = affine_map<(i) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<5xf32>, %y: tensor<5x8xf32>, %z: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%z : tensor<5xf32>) outs(%x : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = arith.addf %o, %a : f32
    linalg.yield %1 : f32
  } -> tensor<5xf32>
  %c = arith.constant 0.0 : f32
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%y, %0 : tensor<5x8xf32>, tensor<5xf32>) outs(%f : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %m, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  return %2 : tensor<5xf32>
}

#none = affine_map<() -> ()>
#scalar = affine_map<(i) -> ()>
func.func @two_results(%x: tensor<f32>, %y: tensor<8xf32>, %z: tensor<f32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<f32>
  %0:2 = linalg.generic {indexing_maps = [#none, #none, #none], iterator_types = []}
      ins(%z : tensor<f32>) outs(%x, %e : tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %1 = arith.addf %o, %a : f32
    %2 = arith.mulf %o, %o : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<f32>, tensor<f32>)
  %c = arith.constant 0.0 : f32
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %3 = linalg.generic {indexing_maps = [#i, #scalar, #scalar], iterator_types = ["reduction"]}
      ins(%y, %0#1 : tensor<8xf32>, tensor<f32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %k: f32, %o: f32):
    %m = arith.mulf %a, %k : f32
    %s = arith.addf %m, %o : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %3 : tensor<f32>
}
