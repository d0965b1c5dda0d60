// gated_silu_grad: exported from JAX 0.10.2 through StableHLO to linalg on tensors.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> ()>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> (0, d1)>
#map6 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map7 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map9 = affine_map<(d0, d1) -> (d1, d0)>
#map10 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map11 = affine_map<(d0, d1, d2) -> (d1, d2)>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16x32xf32>, %arg3: tensor<16x32xf32>, %arg4: tensor<32x16xf32>) -> (tensor<16xf32> {jax.result_info = "result[0]"}, tensor<16x32xf32> {jax.result_info = "result[1]"}, tensor<16x32xf32> {jax.result_info = "result[2]"}, tensor<32x16xf32> {jax.result_info = "result[3]"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<9.99999997E-7> : tensor<f32>
    %cst_3 = arith.constant dense<1.600000e+01> : tensor<f32>
    %0 = tensor.empty() : tensor<9x16xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<9x16xf32>, tensor<9x16xf32>) outs(%0 : tensor<9x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      linalg.yield %53 : f32
    } -> tensor<9x16xf32>
    %2 = tensor.empty() : tensor<9xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<9xf32>) -> tensor<9xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<9x16xf32>) outs(%3 : tensor<9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.addf %out, %in : f32
      linalg.yield %53 : f32
    } -> tensor<9xf32>
    %5 = tensor.empty() : tensor<9x1xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<9xf32>) outs(%5 : tensor<9x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x1xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%5 : tensor<9x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %7 : tensor<9x1xf32>, tensor<9x1xf32>) outs(%5 : tensor<9x1xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.divf %in, %in_4 : f32
      linalg.yield %53 : f32
    } -> tensor<9x1xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%5 : tensor<9x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %9 : tensor<9x1xf32>, tensor<9x1xf32>) outs(%5 : tensor<9x1xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.addf %in, %in_4 : f32
      linalg.yield %53 : f32
    } -> tensor<9x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<9x1xf32>) outs(%5 : tensor<9x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = math.rsqrt %in : f32
      linalg.yield %53 : f32
    } -> tensor<9x1xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<9x1xf32>) outs(%0 : tensor<9x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x16xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %12 : tensor<9x16xf32>, tensor<9x16xf32>) outs(%0 : tensor<9x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      linalg.yield %53 : f32
    } -> tensor<9x16xf32>
    %14 = tensor.empty() : tensor<1x16xf32>
    %15 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<16xf32>) outs(%14 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16xf32>
    %16 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<1x16xf32>) outs(%0 : tensor<9x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x16xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%13, %16 : tensor<9x16xf32>, tensor<9x16xf32>) outs(%0 : tensor<9x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      linalg.yield %53 : f32
    } -> tensor<9x16xf32>
    %18 = tensor.empty() : tensor<9x32xf32>
    %19 = linalg.fill ins(%cst : f32) outs(%18 : tensor<9x32xf32>) -> tensor<9x32xf32>
    %20 = linalg.matmul ins(%17, %arg2 : tensor<9x16xf32>, tensor<16x32xf32>) outs(%19 : tensor<9x32xf32>) -> tensor<9x32xf32>
    %21:3 = call @silu(%20) : (tensor<9x32xf32>) -> (tensor<9x32xf32>, tensor<9x32xf32>, tensor<9x32xf32>)
    %22 = linalg.matmul ins(%17, %arg3 : tensor<9x16xf32>, tensor<16x32xf32>) outs(%19 : tensor<9x32xf32>) -> tensor<9x32xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%21#0, %22 : tensor<9x32xf32>, tensor<9x32xf32>) outs(%18 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      linalg.yield %53 : f32
    } -> tensor<9x32xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%0 : tensor<9x16xf32>) -> tensor<9x16xf32>
    %25 = linalg.matmul ins(%23, %arg4 : tensor<9x32xf32>, tensor<32x16xf32>) outs(%24 : tensor<9x16xf32>) -> tensor<9x16xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %25 : tensor<9x16xf32>, tensor<9x16xf32>) outs(%0 : tensor<9x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.addf %in, %in_4 : f32
      linalg.yield %53 : f32
    } -> tensor<9x16xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%0 : tensor<9x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x16xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%27, %26 : tensor<9x16xf32>, tensor<9x16xf32>) outs(%0 : tensor<9x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      linalg.yield %53 : f32
    } -> tensor<9x16xf32>
    %29 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<9x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x16xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%29, %28 : tensor<9x16xf32>, tensor<9x16xf32>) outs(%0 : tensor<9x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      linalg.yield %53 : f32
    } -> tensor<9x16xf32>
    %31 = tensor.empty() : tensor<16x32xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %33 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%30, %23 : tensor<9x16xf32>, tensor<9x32xf32>) outs(%32 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      %54 = arith.addf %out, %53 : f32
      linalg.yield %54 : f32
    } -> tensor<16x32xf32>
    %34 = tensor.empty() : tensor<32x16xf32>
    %35 = linalg.generic {indexing_maps = [#map9, #map], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<16x32xf32>) outs(%34 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16xf32>
    %36 = linalg.generic {indexing_maps = [#map10, #map11, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%30, %arg4 : tensor<9x16xf32>, tensor<32x16xf32>) outs(%19 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      %54 = arith.addf %out, %53 : f32
      linalg.yield %54 : f32
    } -> tensor<9x32xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%21#0, %36 : tensor<9x32xf32>, tensor<9x32xf32>) outs(%18 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      linalg.yield %53 : f32
    } -> tensor<9x32xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%36, %22 : tensor<9x32xf32>, tensor<9x32xf32>) outs(%18 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      linalg.yield %53 : f32
    } -> tensor<9x32xf32>
    %39 = linalg.fill ins(%cst : f32) outs(%34 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %40 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%37, %17 : tensor<9x32xf32>, tensor<9x16xf32>) outs(%39 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      %54 = arith.addf %out, %53 : f32
      linalg.yield %54 : f32
    } -> tensor<32x16xf32>
    %41 = linalg.generic {indexing_maps = [#map9, #map], iterator_types = ["parallel", "parallel"]} ins(%40 : tensor<32x16xf32>) outs(%31 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %42 = linalg.generic {indexing_maps = [#map10, #map11, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%37, %arg3 : tensor<9x32xf32>, tensor<16x32xf32>) outs(%24 : tensor<9x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      %54 = arith.addf %out, %53 : f32
      linalg.yield %54 : f32
    } -> tensor<9x16xf32>
    %43 = call @silu_0(%21#1, %21#2, %20, %38) : (tensor<9x32xf32>, tensor<9x32xf32>, tensor<9x32xf32>, tensor<9x32xf32>) -> tensor<9x32xf32>
    %44 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%43, %17 : tensor<9x32xf32>, tensor<9x16xf32>) outs(%39 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      %54 = arith.addf %out, %53 : f32
      linalg.yield %54 : f32
    } -> tensor<32x16xf32>
    %45 = linalg.generic {indexing_maps = [#map9, #map], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<32x16xf32>) outs(%31 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %46 = linalg.generic {indexing_maps = [#map10, #map11, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%43, %arg2 : tensor<9x32xf32>, tensor<16x32xf32>) outs(%24 : tensor<9x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      %54 = arith.addf %out, %53 : f32
      linalg.yield %54 : f32
    } -> tensor<9x16xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%42, %46 : tensor<9x16xf32>, tensor<9x16xf32>) outs(%0 : tensor<9x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.addf %in, %in_4 : f32
      linalg.yield %53 : f32
    } -> tensor<9x16xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%13, %47 : tensor<9x16xf32>, tensor<9x16xf32>) outs(%0 : tensor<9x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %53 = arith.mulf %in, %in_4 : f32
      linalg.yield %53 : f32
    } -> tensor<9x16xf32>
    %49 = tensor.empty() : tensor<16xf32>
    %50 = linalg.fill ins(%cst : f32) outs(%49 : tensor<16xf32>) -> tensor<16xf32>
    %51 = linalg.generic {indexing_maps = [#map9, #map1], iterator_types = ["parallel", "reduction"]} ins(%48 : tensor<9x16xf32>) outs(%50 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.addf %out, %in : f32
      linalg.yield %53 : f32
    } -> tensor<16xf32>
    %expanded = tensor.expand_shape %51 [[0, 1]] output_shape [1, 16] : tensor<16xf32> into tensor<1x16xf32>
    %52 = linalg.generic {indexing_maps = [#map9, #map1], iterator_types = ["parallel", "reduction"]} ins(%expanded : tensor<1x16xf32>) outs(%50 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.addf %out, %in : f32
      linalg.yield %53 : f32
    } -> tensor<16xf32>
    return %52, %45, %41, %35 : tensor<16xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<32x16xf32>
  }
  func.func private @silu(%arg0: tensor<9x32xf32>) -> (tensor<9x32xf32>, tensor<9x32xf32>, tensor<9x32xf32>) {
    %cst = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<9x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<9x32xf32>) outs(%0 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.negf %in : f32
      linalg.yield %9 : f32
    } -> tensor<9x32xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<9x32xf32>) outs(%0 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = math.exp %in : f32
      linalg.yield %9 : f32
    } -> tensor<9x32xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x32xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %2 : tensor<9x32xf32>, tensor<9x32xf32>) outs(%0 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.addf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<9x32xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<9x32xf32>, tensor<9x32xf32>) outs(%0 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.divf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<9x32xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %5 : tensor<9x32xf32>, tensor<9x32xf32>) outs(%0 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.subf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<9x32xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %6 : tensor<9x32xf32>, tensor<9x32xf32>) outs(%0 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<9x32xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %5 : tensor<9x32xf32>, tensor<9x32xf32>) outs(%0 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<9x32xf32>
    return %8, %7, %5 : tensor<9x32xf32>, tensor<9x32xf32>, tensor<9x32xf32>
  }
  func.func private @silu_0(%arg0: tensor<9x32xf32>, %arg1: tensor<9x32xf32>, %arg2: tensor<9x32xf32>, %arg3: tensor<9x32xf32>) -> tensor<9x32xf32> {
    %0 = tensor.empty() : tensor<9x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2, %arg3 : tensor<9x32xf32>, tensor<9x32xf32>) outs(%0 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<9x32xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3, %arg1 : tensor<9x32xf32>, tensor<9x32xf32>) outs(%0 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<9x32xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %arg0 : tensor<9x32xf32>, tensor<9x32xf32>) outs(%0 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<9x32xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %3 : tensor<9x32xf32>, tensor<9x32xf32>) outs(%0 : tensor<9x32xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.addf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<9x32xf32>
    return %4 : tensor<9x32xf32>
  }
}
