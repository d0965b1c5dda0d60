// fused-fuzz --seed=1 --first=1137 --count=1
// wrong results:
// seed  inputs                        result  type      fused error  unfused error  tolerance  not finite  contested  strays                                       
// 1136  special values in all inputs  1       16x3xf64  -            -              -          6           0          1 (element 22: nan, unfused 0, reference 0)  FAIL
// verification: FAIL
// backward, numerics=default, expected: drelu
func.func @p1137(%arg0: tensor<16x8xf64>, %arg1: tensor<8x3xf64>, %arg2: tensor<3xf64>, %arg3: tensor<16x1xf64>, %arg4: tensor<1x3xf64>) -> (tensor<16x3xf64>, tensor<16x3xf64>) {
  %0 = arith.constant 0.0e+00 : f64
  %1 = tensor.empty() : tensor<16x3xf64>
  %2 = linalg.fill ins(%0 : f64) outs(%1 : tensor<16x3xf64>) -> tensor<16x3xf64>
  %3 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%arg0, %arg1 : tensor<16x8xf64>, tensor<8x3xf64>) outs(%2 : tensor<16x3xf64>) -> tensor<16x3xf64>
  %4 = tensor.empty() : tensor<16x3xf64>
  %5 = linalg.broadcast ins(%arg2 : tensor<3xf64>) outs(%4 : tensor<16x3xf64>) dimensions = [0]
  %6 = arith.addf %3, %5 : tensor<16x3xf64>
  %7 = tensor.empty() : tensor<16x3xf64>
  %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<16x3xf64>) outs(%7 : tensor<16x3xf64>) {
  ^bb0(%x0: f64, %o: f64):
    %s0 = arith.constant 0.0e+00 : f64
    %s1 = arith.maximumf %s0, %x0 : f64
    linalg.yield %s1 : f64
  } -> tensor<16x3xf64>
  %9 = arith.constant 0.0e+00 : f64
  %10 = tensor.empty() : tensor<16x3xf64>
  %11 = linalg.fill ins(%9 : f64) outs(%10 : tensor<16x3xf64>) -> tensor<16x3xf64>
  %12 = linalg.matmul ins(%arg3, %arg4 : tensor<16x1xf64>, tensor<1x3xf64>) outs(%11 : tensor<16x3xf64>) -> tensor<16x3xf64>
  %13 = arith.constant dense<0.0e+00> : tensor<16x3xf64>
  %14 = arith.cmpf oge, %6, %13 : tensor<16x3xf64>
  %15 = arith.constant 0.0e+00 : f64
  %16 = tensor.empty() : tensor<16x3xf64>
  %17 = linalg.fill ins(%15 : f64) outs(%16 : tensor<16x3xf64>) -> tensor<16x3xf64>
  %18 = arith.select %14, %12, %17 : tensor<16x3xi1>, tensor<16x3xf64>
  return %8, %18 : tensor<16x3xf64>, tensor<16x3xf64>
}

