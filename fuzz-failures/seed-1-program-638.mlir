// fused-fuzz --seed=1 --first=638 --count=1
// fused as relu, which it is not
// forward, numerics=default, a near miss: min(max(x, 0), 6)
func.func @p638(%arg0: tensor<16x7x130xf64>, %arg1: tensor<130x4xf64>) -> (tensor<16x7x4xf64>) {
  %0 = arith.constant 0.0e+00 : f64
  %1 = tensor.empty() : tensor<16x7x4xf64>
  %2 = linalg.fill ins(%0 : f64) outs(%1 : tensor<16x7x4xf64>) -> tensor<16x7x4xf64>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<16x7x130xf64>, tensor<130x4xf64>) outs(%2 : tensor<16x7x4xf64>) {
  ^bb0(%x0: f64, %x1: f64, %o: f64):
    %m = arith.mulf %x0, %x1 : f64
    %r = arith.addf %m, %o : f64
    linalg.yield %r : f64
  } -> tensor<16x7x4xf64>
  %4 = arith.constant dense<0.0e+00> : tensor<16x7x4xf64>
  %5 = tensor.empty() : tensor<16x7x4xf64>
  %6 = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%4, %3 : tensor<16x7x4xf64>, tensor<16x7x4xf64>) outs(%5 : tensor<16x7x4xf64>) -> tensor<16x7x4xf64>
  %7 = arith.constant 6.0e+00 : f64
  %8 = tensor.empty() : tensor<16x7x4xf64>
  %9 = linalg.fill ins(%7 : f64) outs(%8 : tensor<16x7x4xf64>) -> tensor<16x7x4xf64>
  %10 = tensor.empty() : tensor<16x7x4xf64>
  %11 = linalg.map { arith.minimumf } ins(%6, %9 : tensor<16x7x4xf64>, tensor<16x7x4xf64>) outs(%10 : tensor<16x7x4xf64>)
  return %11 : tensor<16x7x4xf64>
}

