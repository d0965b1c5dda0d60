// fused-fuzz --seed=1 --first=587 --count=1
// wrong results:
// seed  inputs                     result  type     fused error  unfused error  tolerance  not finite  contested  strays                                       
// 586   special values in input 0  0       7x1xf32  -            -              -          0           0          1 (element 4: -nan, unfused 0, reference 0)  FAIL
// 586   special values in input 1  0       7x1xf32  -            -              -          0           0          1 (element 4: -nan, unfused 0, reference 0)  FAIL
// verification: FAIL
// backward, numerics=default, expected: drelu
func.func @p587(%arg0: tensor<7x17xf32>, %arg1: tensor<17x1xf32>, %arg2: tensor<1xf32>, %arg3: tensor<1x1xf32>, %arg4: tensor<2x7xf32>, %arg5: tensor<2x1xf32>) -> (tensor<7x1xf32>, tensor<7x1xf32>) {
  %0 = arith.constant 0.0e+00 : f32
  %1 = tensor.empty() : tensor<7x1xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<7x1xf32>) -> tensor<7x1xf32>
  %3 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%arg0, %arg1 : tensor<7x17xf32>, tensor<17x1xf32>) outs(%2 : tensor<7x1xf32>) -> tensor<7x1xf32>
  %4 = arith.constant 3.4028234663852886e+38 : f32
  %5 = arith.constant 0.0e+00 : f32
  %6 = tensor.empty() : tensor<7x1xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3, %arg2 : tensor<7x1xf32>, tensor<1xf32>) outs(%6 : tensor<7x1xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o: f32):
    %s0 = arith.addf %x0, %x1 : f32
    %s1 = arith.maximumf %s0, %5 : f32
    %s2 = arith.minimumf %4, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<7x1xf32>
  %8 = arith.constant 0.0e+00 : f32
  %9 = tensor.empty() : tensor<7x1xf32>
  %10 = linalg.fill ins(%8 : f32) outs(%9 : tensor<7x1xf32>) -> tensor<7x1xf32>
  %11 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%7, %arg3 : tensor<7x1xf32>, tensor<1x1xf32>) outs(%10 : tensor<7x1xf32>) -> tensor<7x1xf32>
  %12 = arith.constant 0.0e+00 : f32
  %13 = tensor.empty() : tensor<7x1xf32>
  %14 = linalg.fill ins(%12 : f32) outs(%13 : tensor<7x1xf32>) -> tensor<7x1xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg4, %arg5 : tensor<2x7xf32>, tensor<2x1xf32>) outs(%14 : tensor<7x1xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o: f32):
    %m = arith.mulf %x0, %x1 : f32
    %r = arith.addf %o, %m : f32
    linalg.yield %r : f32
  } -> tensor<7x1xf32>
  %16 = arith.constant 0.0e+00 : f32
  %17 = tensor.empty() : tensor<7x1xf32>
  %18 = linalg.fill ins(%16 : f32) outs(%17 : tensor<7x1xf32>) -> tensor<7x1xf32>
  %19 = arith.cmpf ugt, %7, %18 : tensor<7x1xf32>
  %20 = arith.constant 2.5e-01 : f32
  %21 = tensor.empty() : tensor<7x1xf32>
  %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%19, %15 : tensor<7x1xi1>, tensor<7x1xf32>) outs(%21 : tensor<7x1xf32>) {
  ^bb0(%x0: i1, %x1: f32, %o: f32):
    %s0 = arith.mulf %x1, %20 : f32
    %s1 = arith.constant 0.0e+00 : f32
    %s2 = arith.select %x0, %s0, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<7x1xf32>
  return %11, %22 : tensor<7x1xf32>, tensor<7x1xf32>
}

