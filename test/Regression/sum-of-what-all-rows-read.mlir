// RUN: fused-run %s --verify=quick
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify=quick %}

// The rows of one operation read the vector that another one sums: that sum is
// none of each row.
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#v = affine_map<(j) -> (j)>
#s = affine_map<(j) -> ()>
func.func @main(%x: tensor<6x3xf32>, %v: tensor<3xf32>)
    -> (tensor<6xf32>, tensor<f32>) {
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<6xf32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<6xf32>) -> tensor<6xf32>
  %rows = linalg.generic {indexing_maps = [#ij, #j, #i],
                          iterator_types = ["parallel", "reduction"]}
      ins(%x, %v : tensor<6x3xf32>, tensor<3xf32>) outs(%f0 : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %n = arith.maximumf %m, %a : f32
    %s = arith.addf %o, %n : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %e1 = tensor.empty() : tensor<f32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic {indexing_maps = [#v, #s],
                         iterator_types = ["reduction"]}
      ins(%v : tensor<3xf32>) outs(%f1 : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %rows, %sum : tensor<6xf32>, tensor<f32>
}
