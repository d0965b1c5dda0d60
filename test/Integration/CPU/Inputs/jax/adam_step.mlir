// adam_step: exported from JAX 0.10.2 through StableHLO to linalg on tensors.
#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (0, d1)>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<() -> ()>
#map5 = affine_map<(d0, d1) -> (d1, d0)>
#map6 = affine_map<(d0, d1) -> (d0)>
#map7 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map8 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map10 = affine_map<(d0) -> ()>
#map11 = affine_map<(d0) -> (d0)>
module @jit_adam_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<16x8xf32>, %arg3: tensor<16x8xf32>, %arg4: tensor<12x16xf32>, %arg5: tensor<12x8xf32>) -> (tensor<16x8xf32> {jax.result_info = "result[0]"}, tensor<8xf32> {jax.result_info = "result[1]"}, tensor<16x8xf32> {jax.result_info = "result[2]"}, tensor<16x8xf32> {jax.result_info = "result[3]"}) {
    %cst = arith.constant 0.010416667 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<9.99999993E-9> : tensor<f32>
    %cst_2 = arith.constant dense<1.000000e-03> : tensor<f32>
    %cst_3 = arith.constant dense<0.00999999977> : tensor<f32>
    %cst_4 = arith.constant dense<9.900000e-01> : tensor<f32>
    %cst_5 = arith.constant dense<1.000000e-01> : tensor<f32>
    %cst_6 = arith.constant dense<0.899999976> : tensor<f32>
    %cst_7 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_8 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_9 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_10 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_11 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_12 = arith.constant dense<3.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<12x8xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<12x8xf32>) -> tensor<12x8xf32>
    %2 = linalg.matmul ins(%arg4, %arg0 : tensor<12x16xf32>, tensor<16x8xf32>) outs(%1 : tensor<12x8xf32>) -> tensor<12x8xf32>
    %3 = tensor.empty() : tensor<1x8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<8xf32>) outs(%3 : tensor<1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<1x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x8xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %5 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.addf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6, %6 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7, %6 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x8xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9, %7 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %11 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x8xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11, %8 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6, %12 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.addf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_10 : tensor<f32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x8xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %13 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %71 = math.tanh %in : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x8xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17, %16 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.subf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17, %16 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.addf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x8xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%20, %19 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6, %21 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%22, %arg5 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.subf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x8xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%24, %23 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %26 = tensor.empty() : tensor<f32>
    %27 = linalg.generic {indexing_maps = [#map4], iterator_types = []} outs(%26 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %28 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<f32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x8xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%28, %25 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6, %29 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%29, %21 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%20, %30 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%32, %18 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%33, %16 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%33, %34 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.addf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %35 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%31, %36 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.addf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11, %36 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%38, %10 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%37, %39 : tensor<12x8xf32>, tensor<12x8xf32>) outs(%0 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.addf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<12x8xf32>
    %41 = tensor.empty() : tensor<8xf32>
    %42 = linalg.fill ins(%cst_0 : f32) outs(%41 : tensor<8xf32>) -> tensor<8xf32>
    %43 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "reduction"]} ins(%40 : tensor<12x8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %71 = arith.addf %out, %in : f32
      linalg.yield %71 : f32
    } -> tensor<8xf32>
    %expanded = tensor.expand_shape %43 [[0, 1]] output_shape [1, 8] : tensor<8xf32> into tensor<1x8xf32>
    %44 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "reduction"]} ins(%expanded : tensor<1x8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %71 = arith.addf %out, %in : f32
      linalg.yield %71 : f32
    } -> tensor<8xf32>
    %45 = tensor.empty() : tensor<8x16xf32>
    %46 = linalg.fill ins(%cst_0 : f32) outs(%45 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %47 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%40, %arg4 : tensor<12x8xf32>, tensor<12x16xf32>) outs(%46 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      %72 = arith.addf %out, %71 : f32
      linalg.yield %72 : f32
    } -> tensor<8x16xf32>
    %48 = tensor.empty() : tensor<16x8xf32>
    %49 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel"]} ins(%47 : tensor<8x16xf32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x8xf32>
    %50 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x8xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%50, %arg2 : tensor<16x8xf32>, tensor<16x8xf32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<16x8xf32>
    %52 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x8xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%52, %49 : tensor<16x8xf32>, tensor<16x8xf32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<16x8xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%51, %53 : tensor<16x8xf32>, tensor<16x8xf32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.addf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<16x8xf32>
    %55 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x8xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%55, %arg3 : tensor<16x8xf32>, tensor<16x8xf32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<16x8xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%49, %49 : tensor<16x8xf32>, tensor<16x8xf32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<16x8xf32>
    %58 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x8xf32>
    %59 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%58, %57 : tensor<16x8xf32>, tensor<16x8xf32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<16x8xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%56, %59 : tensor<16x8xf32>, tensor<16x8xf32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.addf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<16x8xf32>
    %61 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x8xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%61, %54 : tensor<16x8xf32>, tensor<16x8xf32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<16x8xf32>
    %63 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<16x8xf32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %71 = math.sqrt %in : f32
      linalg.yield %71 : f32
    } -> tensor<16x8xf32>
    %64 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x8xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%63, %64 : tensor<16x8xf32>, tensor<16x8xf32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.addf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<16x8xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%62, %65 : tensor<16x8xf32>, tensor<16x8xf32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.divf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<16x8xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %66 : tensor<16x8xf32>, tensor<16x8xf32>) outs(%48 : tensor<16x8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.subf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<16x8xf32>
    %68 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel"]} ins(%cst_5 : tensor<f32>) outs(%41 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %69 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%68, %44 : tensor<8xf32>, tensor<8xf32>) outs(%41 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.mulf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<8xf32>
    %70 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%arg1, %69 : tensor<8xf32>, tensor<8xf32>) outs(%41 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %71 = arith.subf %in, %in_13 : f32
      linalg.yield %71 : f32
    } -> tensor<8xf32>
    return %67, %70, %54, %60 : tensor<16x8xf32>, tensor<8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
}
