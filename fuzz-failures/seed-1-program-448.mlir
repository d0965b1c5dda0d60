// fused-fuzz --seed=1 --first=448 --count=1
// wrong results:
// seed  inputs                     result  type    fused error  unfused error  tolerance  not finite  contested  strays                                            
// 449   special values in input 1  2       17xf32  -            -              -          14          1          2 (element 0: nan, unfused -inf, reference -inf)  FAIL
// 449   special values in input 2  2       17xf32  -            -              -          10          8          9 (element 0: nan, unfused inf, reference inf)    FAIL
// verification: FAIL
// training-step, numerics=default, expected: drelu_bgrad
func.func @p448(%arg0: tensor<9x?xbf16>, %arg1: tensor<17x?xbf16>, %arg2: tensor<17xbf16>, %arg3: tensor<?x17xbf16>, %arg4: tensor<1x?xbf16>, %arg5: tensor<9x?xbf16>, %arg6: tensor<?x17xbf16>, %arg7: tensor<17x?xbf16>) -> (tensor<?x17xbf16>, tensor<17x?xbf16>, tensor<17xf32>) {
  %0 = arith.constant 1 : index
  %1 = tensor.dim %arg0, %0 : tensor<9x?xbf16>
  %15 = arith.constant 0 : index
  %16 = tensor.dim %arg3, %15 : tensor<?x17xbf16>
  %2 = arith.constant 0.0e+00 : bf16
  %3 = tensor.empty() : tensor<9x17xbf16>
  %4 = linalg.fill ins(%2 : bf16) outs(%3 : tensor<9x17xbf16>) -> tensor<9x17xbf16>
  %5 = tensor.empty(%1) : tensor<?x17xbf16>
  %6 = linalg.transpose ins(%arg1 : tensor<17x?xbf16>) outs(%5 : tensor<?x17xbf16>) permutation = [1, 0]
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %6 : tensor<9x?xbf16>, tensor<?x17xbf16>) outs(%4 : tensor<9x17xbf16>) {
  ^bb0(%x0: bf16, %x1: bf16, %o: bf16):
    %m = arith.mulf %x0, %x1 : bf16
    %r = arith.addf %o, %m : bf16
    linalg.yield %r : bf16
  } -> tensor<9x17xbf16>
  %8 = tensor.expand_shape %arg2 [[0, 1]] output_shape [1, 17] : tensor<17xbf16> into tensor<1x17xbf16>
  %9 = tensor.empty() : tensor<9x17xbf16>
  %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%8, %7 : tensor<1x17xbf16>, tensor<9x17xbf16>) outs(%9 : tensor<9x17xbf16>) {
  ^bb0(%x0: bf16, %x1: bf16, %o: bf16):
    %s0 = arith.addf %x0, %x1 : bf16
    linalg.yield %s0 : bf16
  } -> tensor<9x17xbf16>
  %11 = tensor.empty() : tensor<9x17xbf16>
  %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<9x17xbf16>) outs(%11 : tensor<9x17xbf16>) {
  ^bb0(%x0: bf16, %o: bf16):
    %s0 = arith.constant 3.3895313892515355e+38 : bf16
    %s1 = arith.minimumf %x0, %s0 : bf16
    linalg.yield %s1 : bf16
  } -> tensor<9x17xbf16>
  %13 = tensor.empty() : tensor<9x17xbf16>
  %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<9x17xbf16>) outs(%13 : tensor<9x17xbf16>) {
  ^bb0(%x0: bf16, %o: bf16):
    %s0 = arith.constant 0.0e+00 : bf16
    %s1 = arith.maximumf %x0, %s0 : bf16
    linalg.yield %s1 : bf16
  } -> tensor<9x17xbf16>
  %17 = arith.constant 0.0e+00 : bf16
  %18 = tensor.empty(%16) : tensor<9x?xbf16>
  %19 = linalg.fill ins(%17 : bf16) outs(%18 : tensor<9x?xbf16>) -> tensor<9x?xbf16>
  %20 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%14, %arg3 : tensor<9x17xbf16>, tensor<?x17xbf16>) outs(%19 : tensor<9x?xbf16>) -> tensor<9x?xbf16>
  %21 = arith.constant -5.0e-01 : bf16
  %22 = tensor.empty(%16) : tensor<9x?xbf16>
  %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg4, %20, %arg5 : tensor<1x?xbf16>, tensor<9x?xbf16>, tensor<9x?xbf16>) outs(%22 : tensor<9x?xbf16>) {
  ^bb0(%x0: bf16, %x1: bf16, %x2: bf16, %o: bf16):
    %s0 = arith.addf %x0, %x1 : bf16
    %s1 = arith.subf %s0, %x2 : bf16
    linalg.yield %s1 : bf16
  } -> tensor<9x?xbf16>
  %24 = tensor.empty(%16) : tensor<9x?xbf16>
  %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<9x?xbf16>) outs(%24 : tensor<9x?xbf16>) {
  ^bb0(%x0: bf16, %o: bf16):
    %s0 = arith.mulf %21, %x0 : bf16
    linalg.yield %s0 : bf16
  } -> tensor<9x?xbf16>
  %26 = arith.constant 0.0e+00 : bf16
  %27 = tensor.empty() : tensor<9x17xbf16>
  %28 = linalg.fill ins(%26 : bf16) outs(%27 : tensor<9x17xbf16>) -> tensor<9x17xbf16>
  %29 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%25, %arg3 : tensor<9x?xbf16>, tensor<?x17xbf16>) outs(%28 : tensor<9x17xbf16>) -> tensor<9x17xbf16>
  %30 = arith.constant dense<0.0e+00> : tensor<bf16>
  %31 = tensor.empty() : tensor<9x17xi1>
  %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%14, %30 : tensor<9x17xbf16>, tensor<bf16>) outs(%31 : tensor<9x17xi1>) {
  ^bb0(%x0: bf16, %x1: bf16, %o: i1):
    %s0 = arith.cmpf ogt, %x0, %x1 : bf16
    linalg.yield %s0 : i1
  } -> tensor<9x17xi1>
  %33 = tensor.empty() : tensor<9x17xi1>
  %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<9x17xi1>) outs(%33 : tensor<9x17xi1>) {
  ^bb0(%x0: i1, %o: i1):
    %s0 = arith.constant true
    %s1 = arith.xori %s0, %x0 : i1
    linalg.yield %s1 : i1
  } -> tensor<9x17xi1>
  %35 = tensor.empty() : tensor<9x17xbf16>
  %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%34, %29 : tensor<9x17xi1>, tensor<9x17xbf16>) outs(%35 : tensor<9x17xbf16>) {
  ^bb0(%x0: i1, %x1: bf16, %o: bf16):
    %s0 = arith.constant 0.0e+00 : bf16
    %s1 = arith.select %x0, %s0, %x1 : bf16
    linalg.yield %s1 : bf16
  } -> tensor<9x17xbf16>
  %37 = arith.constant 0.0e+00 : bf16
  %38 = tensor.empty(%1) : tensor<?x17xbf16>
  %39 = linalg.fill ins(%37 : bf16) outs(%38 : tensor<?x17xbf16>) -> tensor<?x17xbf16>
  %40 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%arg0, %36 : tensor<9x?xbf16>, tensor<9x17xbf16>) outs(%39 : tensor<?x17xbf16>) -> tensor<?x17xbf16>
  %41 = tensor.empty(%1) : tensor<?x17xbf16>
  %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg6, %40 : tensor<?x17xbf16>, tensor<?x17xbf16>) outs(%41 : tensor<?x17xbf16>) {
  ^bb0(%x0: bf16, %x1: bf16, %o: bf16):
    %s0 = arith.constant 1.0e-02 : bf16
    %s1 = arith.mulf %x1, %s0 : bf16
    %s2 = arith.subf %x0, %s1 : bf16
    linalg.yield %s2 : bf16
  } -> tensor<?x17xbf16>
  %43 = arith.constant 0.0e+00 : bf16
  %44 = tensor.empty(%16) : tensor<17x?xbf16>
  %45 = linalg.fill ins(%43 : bf16) outs(%44 : tensor<17x?xbf16>) -> tensor<17x?xbf16>
  %46 = tensor.empty() : tensor<17x9xbf16>
  %47 = linalg.transpose ins(%14 : tensor<9x17xbf16>) outs(%46 : tensor<17x9xbf16>) permutation = [1, 0]
  %48 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2, d1)>], iterator_types = ["reduction", "parallel", "parallel"]} ins(%47, %25 : tensor<17x9xbf16>, tensor<9x?xbf16>) outs(%45 : tensor<17x?xbf16>) {
  ^bb0(%x0: bf16, %x1: bf16, %o: bf16):
    %m = arith.mulf %x0, %x1 : bf16
    %r = arith.addf %m, %o : bf16
    linalg.yield %r : bf16
  } -> tensor<17x?xbf16>
  %49 = arith.constant 1.25e-01 : bf16
  %50 = tensor.empty(%16) : tensor<17x?xbf16>
  %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg7, %48 : tensor<17x?xbf16>, tensor<17x?xbf16>) outs(%50 : tensor<17x?xbf16>) {
  ^bb0(%x0: bf16, %x1: bf16, %o: bf16):
    %s0 = arith.mulf %x1, %49 : bf16
    %s1 = arith.subf %x0, %s0 : bf16
    linalg.yield %s1 : bf16
  } -> tensor<17x?xbf16>
  %52 = arith.constant 0.0e+00 : f32
  %53 = tensor.empty() : tensor<17xf32>
  %54 = linalg.fill ins(%52 : f32) outs(%53 : tensor<17xf32>) -> tensor<17xf32>
  %55 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%36 : tensor<9x17xbf16>) outs(%54 : tensor<17xf32>) {
  ^bb0(%x0: bf16, %o: f32):
    %w = arith.extf %x0 : bf16 to f32
    %r = arith.addf %w, %o : f32
    linalg.yield %r : f32
  } -> tensor<17xf32>
  return %42, %51, %55 : tensor<?x17xbf16>, tensor<17x?xbf16>, tensor<17xf32>
}

