// gradients_of_examples: exported from JAX 0.10.2 through StableHLO to linalg on tensors.
#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (0, d1)>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<(d0) -> ()>
#map5 = affine_map<(d0) -> (d0)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map10 = affine_map<(d0, d1, d2) -> (d1, d2)>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16x24xf32>, %arg1: tensor<24xf32>, %arg2: tensor<24x8xf32>, %arg3: tensor<8xf32>, %arg4: tensor<7x16xf32>) -> (tensor<7x16x24xf32> {jax.result_info = "result[0]"}, tensor<7x24xf32> {jax.result_info = "result[1]"}, tensor<7x24x8xf32> {jax.result_info = "result[2]"}, tensor<7x8xf32> {jax.result_info = "result[3]"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<7x24xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<7x24xf32>) -> tensor<7x24xf32>
    %2 = linalg.matmul ins(%arg4, %arg0 : tensor<7x16xf32>, tensor<16x24xf32>) outs(%1 : tensor<7x24xf32>) -> tensor<7x24xf32>
    %3 = tensor.empty() : tensor<1x24xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<24xf32>) outs(%3 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x24xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<1x24xf32>) outs(%0 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x24xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %5 : tensor<7x24xf32>, tensor<7x24xf32>) outs(%0 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %40 = arith.addf %in, %in_3 : f32
      linalg.yield %40 : f32
    } -> tensor<7x24xf32>
    %7 = call @relu(%6) : (tensor<7x24xf32>) -> tensor<7x24xf32>
    %8 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%0 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x24xf32>
    %9 = tensor.empty() : tensor<7x24xi1>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6, %8 : tensor<7x24xf32>, tensor<7x24xf32>) outs(%9 : tensor<7x24xi1>) {
    ^bb0(%in: f32, %in_3: f32, %out: i1):
      %40 = arith.cmpf ogt, %in, %in_3 : f32
      linalg.yield %40 : i1
    } -> tensor<7x24xi1>
    %11 = tensor.empty() : tensor<7x8xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<7x8xf32>) -> tensor<7x8xf32>
    %13 = linalg.matmul ins(%7, %arg2 : tensor<7x24xf32>, tensor<24x8xf32>) outs(%12 : tensor<7x8xf32>) -> tensor<7x8xf32>
    %14 = tensor.empty() : tensor<1x8xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<8xf32>) outs(%14 : tensor<1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<1x8xf32>) outs(%11 : tensor<7x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x8xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13, %16 : tensor<7x8xf32>, tensor<7x8xf32>) outs(%11 : tensor<7x8xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %40 = arith.addf %in, %in_3 : f32
      linalg.yield %40 : f32
    } -> tensor<7x8xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%11 : tensor<7x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x8xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18, %17 : tensor<7x8xf32>, tensor<7x8xf32>) outs(%11 : tensor<7x8xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %40 = arith.mulf %in, %in_3 : f32
      linalg.yield %40 : f32
    } -> tensor<7x8xf32>
    %20 = tensor.empty() : tensor<8xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%20 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<8xf32>) outs(%14 : tensor<1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<1x8xf32>) outs(%11 : tensor<7x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x8xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%23, %19 : tensor<7x8xf32>, tensor<7x8xf32>) outs(%11 : tensor<7x8xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %40 = arith.mulf %in, %in_3 : f32
      linalg.yield %40 : f32
    } -> tensor<7x8xf32>
    %25 = tensor.empty() : tensor<7x8x24xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<7x8x24xf32>) -> tensor<7x8x24xf32>
    %27 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %7 : tensor<7x8xf32>, tensor<7x24xf32>) outs(%26 : tensor<7x8x24xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %40 = arith.mulf %in, %in_3 : f32
      %41 = arith.addf %out, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<7x8x24xf32>
    %28 = tensor.empty() : tensor<7x24x8xf32>
    %29 = linalg.generic {indexing_maps = [#map9, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<7x8x24xf32>) outs(%28 : tensor<7x24x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x24x8xf32>
    %30 = linalg.generic {indexing_maps = [#map7, #map10, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%24, %arg2 : tensor<7x8xf32>, tensor<24x8xf32>) outs(%1 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %40 = arith.mulf %in, %in_3 : f32
      %41 = arith.addf %out, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<7x24xf32>
    %31 = tensor.empty() : tensor<24xf32>
    %32 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>) outs(%31 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<24xf32>) outs(%0 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x24xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10, %30, %33 : tensor<7x24xi1>, tensor<7x24xf32>, tensor<7x24xf32>) outs(%0 : tensor<7x24xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %40 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %40 : f32
    } -> tensor<7x24xf32>
    %35 = tensor.empty() : tensor<7x24x16xf32>
    %36 = linalg.fill ins(%cst : f32) outs(%35 : tensor<7x24x16xf32>) -> tensor<7x24x16xf32>
    %37 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %arg4 : tensor<7x24xf32>, tensor<7x16xf32>) outs(%36 : tensor<7x24x16xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %40 = arith.mulf %in, %in_3 : f32
      %41 = arith.addf %out, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<7x24x16xf32>
    %38 = tensor.empty() : tensor<7x16x24xf32>
    %39 = linalg.generic {indexing_maps = [#map9, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<7x24x16xf32>) outs(%38 : tensor<7x16x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x16x24xf32>
    return %39, %34, %29, %24 : tensor<7x16x24xf32>, tensor<7x24xf32>, tensor<7x24x8xf32>, tensor<7x8xf32>
  }
  func.func private @relu(%arg0: tensor<7x24xf32>) -> tensor<7x24xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<7x24xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x24xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %1 : tensor<7x24xf32>, tensor<7x24xf32>) outs(%0 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %3 = arith.maximumf %in, %in_0 : f32
      linalg.yield %3 : f32
    } -> tensor<7x24xf32>
    return %2 : tensor<7x24xf32>
  }
}
