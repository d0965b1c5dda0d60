// fused-fuzz --seed=1 --first=1060 --count=1
// wrong results:
// seed  inputs  result  type     fused error  unfused error  tolerance  not finite  contested  strays  
// 1061  random  0       7x7xf32  1.19e-04     6.77e-08       1.00e-04   0           0          0       FAIL
// 1061  zeros   0       7x7xf32  1.19e-04     6.77e-08       1.00e-04   0           0          0       FAIL
// verification: FAIL
// forward, numerics=strict, expected: gelu
func.func @p1060(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> (tensor<?x?xf32>) {
  %0 = arith.constant 0 : index
  %1 = tensor.dim %arg0, %0 : tensor<?x?xf32>
  %2 = arith.constant 1 : index
  %3 = tensor.dim %arg0, %2 : tensor<?x?xf32>
  %4 = arith.constant 0 : index
  %5 = tensor.dim %arg1, %4 : tensor<?x?xf32>
  %6 = arith.constant 0.0e+00 : f32
  %7 = tensor.empty(%1, %5) : tensor<?x?xf32>
  %8 = linalg.fill ins(%6 : f32) outs(%7 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %9 = tensor.empty(%3, %5) : tensor<?x?xf32>
  %10 = linalg.transpose ins(%arg1 : tensor<?x?xf32>) outs(%9 : tensor<?x?xf32>) permutation = [1, 0]
  %11 = linalg.matmul ins(%arg0, %10 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%8 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %12 = arith.constant 7.977240352174656e-01 : f32
  %13 = arith.constant 1.0e+00 : f32
  %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%11 : tensor<?x?xf32>) {
  ^bb0(%o: f32):
    %s0 = arith.mulf %o, %o : f32
    %s1 = arith.mulf %s0, %o : f32
    %s2 = arith.constant 3.5670230234748974e-02 : f32
    %s3 = arith.mulf %s1, %s2 : f32
    %s4 = arith.mulf %o, %12 : f32
    %s5 = arith.addf %s3, %s4 : f32
    %s6 = math.tanh %s5 : f32
    %s7 = arith.addf %s6, %13 : f32
    %s8 = arith.constant 5.0e-01 : f32
    %s9 = arith.mulf %o, %s8 : f32
    %s10 = arith.mulf %s7, %s9 : f32
    linalg.yield %s10 : f32
  } -> tensor<?x?xf32>
  return %14 : tensor<?x?xf32>
}

