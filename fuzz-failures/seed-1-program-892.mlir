// fused-fuzz --seed=1 --first=892 --count=1
// wrong results:
// seed  inputs                     result  type      fused error  unfused error  tolerance  not finite  contested  strays                                            
// 893   special values in input 1  1       17x3xf16  -            -              -          14          10         34 (element 1: -nan, unfused 1.5, reference 1.5)  FAIL
// 893   special values in input 1  2       17xf16    -            -              -          8           0          8 (element 1: -nan, unfused inf, reference inf)   FAIL
// verification: FAIL
// training-step, numerics=default, expected: drelu_bgrad
func.func @p892(%arg0: tensor<?x16xf16>, %arg1: tensor<16x?xf16>, %arg2: tensor<1x?xf16>, %arg3: tensor<?x3xf16>, %arg4: tensor<1x3xf16>, %arg5: tensor<?x3xf16>, %arg6: tensor<16x?xf16>, %arg7: tensor<?x3xf16>) -> (tensor<16x?xf16>, tensor<?x3xf16>, tensor<?xf16>) {
  %0 = arith.constant 0 : index
  %1 = tensor.dim %arg0, %0 : tensor<?x16xf16>
  %2 = arith.constant 1 : index
  %3 = tensor.dim %arg1, %2 : tensor<16x?xf16>
  %4 = arith.constant 0.0e+00 : f32
  %5 = tensor.empty(%1, %3) : tensor<?x?xf32>
  %6 = linalg.fill ins(%4 : f32) outs(%5 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %7 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%arg0, %arg1 : tensor<?x16xf16>, tensor<16x?xf16>) outs(%6 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %8 = arith.constant 6.5504e+04 : f16
  %9 = tensor.empty(%1, %3) : tensor<?x?xf16>
  %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%7, %arg2 : tensor<?x?xf32>, tensor<1x?xf16>) outs(%9 : tensor<?x?xf16>) {
  ^bb0(%x0: f32, %x1: f16, %o: f16):
    %s0 = arith.truncf %x0 : f32 to f16
    %s1 = arith.addf %s0, %x1 : f16
    %s2 = arith.constant 0.0e+00 : f16
    %s3 = arith.maximumf %s1, %s2 : f16
    %s4 = arith.minimumf %s3, %8 : f16
    linalg.yield %s4 : f16
  } -> tensor<?x?xf16>
  %11 = arith.constant 0.0e+00 : f32
  %12 = tensor.empty(%1) : tensor<?x3xf32>
  %13 = linalg.fill ins(%11 : f32) outs(%12 : tensor<?x3xf32>) -> tensor<?x3xf32>
  %14 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%10, %arg3 : tensor<?x?xf16>, tensor<?x3xf16>) outs(%13 : tensor<?x3xf32>) -> tensor<?x3xf32>
  %15 = tensor.empty(%1) : tensor<?x3xf16>
  %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<1x3xf16>) outs(%15 : tensor<?x3xf16>) {
  ^bb0(%x0: f16, %o: f16):
    linalg.yield %x0 : f16
  } -> tensor<?x3xf16>
  %17 = tensor.empty(%1) : tensor<?x3xf16>
  %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<?x3xf32>) outs(%17 : tensor<?x3xf16>) {
  ^bb0(%x0: f32, %o: f16):
    %s0 = arith.truncf %x0 : f32 to f16
    linalg.yield %s0 : f16
  } -> tensor<?x3xf16>
  %19 = tensor.empty(%1) : tensor<?x3xf16>
  %20 = linalg.map { arith.addf } ins(%16, %18 : tensor<?x3xf16>, tensor<?x3xf16>) outs(%19 : tensor<?x3xf16>)
  %21 = tensor.empty(%1) : tensor<?x3xf16>
  %22 = linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%20, %arg5 : tensor<?x3xf16>, tensor<?x3xf16>) outs(%21 : tensor<?x3xf16>) -> tensor<?x3xf16>
  %23 = arith.constant 2.0e+00 : f16
  %24 = tensor.empty(%1) : tensor<?x3xf16>
  %25 = linalg.fill ins(%23 : f16) outs(%24 : tensor<?x3xf16>) -> tensor<?x3xf16>
  %26 = tensor.empty(%1) : tensor<?x3xf16>
  %27 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%22, %25 : tensor<?x3xf16>, tensor<?x3xf16>) outs(%26 : tensor<?x3xf16>) -> tensor<?x3xf16>
  %28 = arith.constant 0.0e+00 : f32
  %29 = tensor.empty(%1, %3) : tensor<?x?xf32>
  %30 = linalg.fill ins(%28 : f32) outs(%29 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %31 = tensor.empty(%3) : tensor<3x?xf16>
  %32 = linalg.transpose ins(%arg3 : tensor<?x3xf16>) outs(%31 : tensor<3x?xf16>) permutation = [1, 0]
  %33 = linalg.matmul ins(%27, %32 : tensor<?x3xf16>, tensor<3x?xf16>) outs(%30 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %34 = arith.constant true
  %35 = tensor.empty(%1, %3) : tensor<?x?xi1>
  %36 = linalg.fill ins(%34 : i1) outs(%35 : tensor<?x?xi1>) -> tensor<?x?xi1>
  %37 = arith.constant 0.0e+00 : f16
  %38 = tensor.empty(%1, %3) : tensor<?x?xf16>
  %39 = linalg.fill ins(%37 : f16) outs(%38 : tensor<?x?xf16>) -> tensor<?x?xf16>
  %40 = arith.cmpf ugt, %10, %39 : tensor<?x?xf16>
  %41 = arith.xori %36, %40 : tensor<?x?xi1>
  %42 = arith.constant 0.0e+00 : f16
  %43 = tensor.empty(%1, %3) : tensor<?x?xf16>
  %44 = linalg.fill ins(%42 : f16) outs(%43 : tensor<?x?xf16>) -> tensor<?x?xf16>
  %45 = arith.truncf %33 : tensor<?x?xf32> to tensor<?x?xf16>
  %46 = arith.select %41, %44, %45 : tensor<?x?xi1>, tensor<?x?xf16>
  %47 = arith.constant 0.0e+00 : f32
  %48 = tensor.empty(%3) : tensor<16x?xf32>
  %49 = linalg.fill ins(%47 : f32) outs(%48 : tensor<16x?xf32>) -> tensor<16x?xf32>
  %50 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%arg0, %46 : tensor<?x16xf16>, tensor<?x?xf16>) outs(%49 : tensor<16x?xf32>) -> tensor<16x?xf32>
  %51 = arith.constant dense<1.25e-01> : tensor<f16>
  %52 = tensor.empty(%3) : tensor<16x?xf16>
  %53 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg6, %51, %50 : tensor<16x?xf16>, tensor<f16>, tensor<16x?xf32>) outs(%52 : tensor<16x?xf16>) {
  ^bb0(%x0: f16, %x1: f16, %x2: f32, %o: f16):
    %s0 = arith.truncf %x2 : f32 to f16
    %s1 = arith.mulf %x1, %s0 : f16
    %s2 = arith.subf %x0, %s1 : f16
    linalg.yield %s2 : f16
  } -> tensor<16x?xf16>
  %54 = arith.constant 0.0e+00 : f32
  %55 = tensor.empty(%3) : tensor<?x3xf32>
  %56 = linalg.fill ins(%54 : f32) outs(%55 : tensor<?x3xf32>) -> tensor<?x3xf32>
  %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10, %27 : tensor<?x?xf16>, tensor<?x3xf16>) outs(%56 : tensor<?x3xf32>) {
  ^bb0(%x0: f16, %x1: f16, %o: f32):
    %w0 = arith.extf %x0 : f16 to f32
    %w1 = arith.extf %x1 : f16 to f32
    %m = arith.mulf %w0, %w1 : f32
    %r = arith.addf %m, %o : f32
    linalg.yield %r : f32
  } -> tensor<?x3xf32>
  %58 = arith.constant 5.0e-01 : f16
  %59 = tensor.empty(%3) : tensor<?x3xf16>
  %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg7, %57 : tensor<?x3xf16>, tensor<?x3xf32>) outs(%59 : tensor<?x3xf16>) {
  ^bb0(%x0: f16, %x1: f32, %o: f16):
    %s0 = arith.truncf %x1 : f32 to f16
    %s1 = arith.mulf %58, %s0 : f16
    %s2 = arith.subf %x0, %s1 : f16
    linalg.yield %s2 : f16
  } -> tensor<?x3xf16>
  %61 = arith.constant 0.0e+00 : f32
  %62 = tensor.empty(%3) : tensor<?xf32>
  %63 = linalg.fill ins(%61 : f32) outs(%62 : tensor<?xf32>) -> tensor<?xf32>
  %64 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%46 : tensor<?x?xf16>) outs(%63 : tensor<?xf32>) {
  ^bb0(%x0: f16, %o: f32):
    %w = arith.extf %x0 : f16 to f32
    %r = arith.addf %o, %w : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %65 = tensor.empty(%3) : tensor<?xf16>
  %66 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%64 : tensor<?xf32>) outs(%65 : tensor<?xf16>) {
  ^bb0(%x0: f32, %o: f16):
    %s0 = arith.truncf %x0 : f32 to f16
    linalg.yield %s0 : f16
  } -> tensor<?xf16>
  return %53, %60, %66 : tensor<16x?xf16>, tensor<?x3xf16>, tensor<?xf16>
}

