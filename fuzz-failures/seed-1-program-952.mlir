// fused-fuzz --seed=1 --first=952 --count=1
// fused as relu, which it is not
// forward, numerics=strict, a near miss: min(max(x, 0), 6)
func.func @p952(%arg0: tensor<8x17xf64>, %arg1: tensor<17x3xf64>) -> (tensor<8x3xf64>) {
  %0 = arith.constant 0.0e+00 : f64
  %1 = tensor.empty() : tensor<8x3xf64>
  %2 = linalg.fill ins(%0 : f64) outs(%1 : tensor<8x3xf64>) -> tensor<8x3xf64>
  %3 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%arg0, %arg1 : tensor<8x17xf64>, tensor<17x3xf64>) outs(%2 : tensor<8x3xf64>) -> tensor<8x3xf64>
  %4 = arith.constant 6.0e+00 : f64
  %5 = arith.constant 0.0e+00 : f64
  %6 = tensor.empty() : tensor<8x3xf64>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<8x3xf64>) outs(%6 : tensor<8x3xf64>) {
  ^bb0(%x0: f64, %o: f64):
    %s0 = arith.maximumf %5, %x0 : f64
    %s1 = arith.minimumf %4, %s0 : f64
    linalg.yield %s1 : f64
  } -> tensor<8x3xf64>
  return %7 : tensor<8x3xf64>
}

