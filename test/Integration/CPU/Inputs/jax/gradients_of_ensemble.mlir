// gradients_of_ensemble: exported from JAX 0.10.2 through StableHLO to linalg on tensors.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map7 = affine_map<(d0, d1, d2) -> ()>
#map8 = affine_map<(d0, d1) -> ()>
#map9 = affine_map<(d0, d1) -> (d0, d1)>
#map10 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map11 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map13 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x16x24xf32>, %arg1: tensor<3x24xf32>, %arg2: tensor<3x24x8xf32>, %arg3: tensor<3x8xf32>, %arg4: tensor<7x16xf32>) -> (tensor<3x16x24xf32> {jax.result_info = "result[0]"}, tensor<3x24xf32> {jax.result_info = "result[1]"}, tensor<3x24x8xf32> {jax.result_info = "result[2]"}, tensor<3x8xf32> {jax.result_info = "result[3]"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<7x3x24xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<7x3x24xf32>) -> tensor<7x3x24xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg4, %arg0 : tensor<7x16xf32>, tensor<3x16x24xf32>) outs(%1 : tensor<7x3x24xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %52 = arith.mulf %in, %in_4 : f32
      %53 = arith.addf %out, %52 : f32
      linalg.yield %53 : f32
    } -> tensor<7x3x24xf32>
    %3 = tensor.empty() : tensor<3x1x24xf32>
    %4 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<3x24xf32>) outs(%3 : tensor<3x1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x1x24xf32>
    %5 = tensor.empty() : tensor<3x7x24xf32>
    %6 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<7x3x24xf32>) outs(%5 : tensor<3x7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x7x24xf32>
    %7 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<3x1x24xf32>) outs(%5 : tensor<3x7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x7x24xf32>
    %8 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %7 : tensor<3x7x24xf32>, tensor<3x7x24xf32>) outs(%5 : tensor<3x7x24xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %52 = arith.addf %in, %in_4 : f32
      linalg.yield %52 : f32
    } -> tensor<3x7x24xf32>
    %9 = call @relu(%8) : (tensor<3x7x24xf32>) -> tensor<3x7x24xf32>
    %10 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%5 : tensor<3x7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x7x24xf32>
    %11 = tensor.empty() : tensor<3x7x24xi1>
    %12 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %10 : tensor<3x7x24xf32>, tensor<3x7x24xf32>) outs(%11 : tensor<3x7x24xi1>) {
    ^bb0(%in: f32, %in_4: f32, %out: i1):
      %52 = arith.cmpf ogt, %in, %in_4 : f32
      linalg.yield %52 : i1
    } -> tensor<3x7x24xi1>
    %13 = tensor.empty() : tensor<3x7x8xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<3x7x8xf32>) -> tensor<3x7x8xf32>
    %15 = linalg.batch_matmul ins(%9, %arg2 : tensor<3x7x24xf32>, tensor<3x24x8xf32>) outs(%14 : tensor<3x7x8xf32>) -> tensor<3x7x8xf32>
    %16 = tensor.empty() : tensor<3x1x8xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<3x8xf32>) outs(%16 : tensor<3x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x1x8xf32>
    %18 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<3x1x8xf32>) outs(%13 : tensor<3x7x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x7x8xf32>
    %19 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %18 : tensor<3x7x8xf32>, tensor<3x7x8xf32>) outs(%13 : tensor<3x7x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %52 = arith.addf %in, %in_4 : f32
      linalg.yield %52 : f32
    } -> tensor<3x7x8xf32>
    %20 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%13 : tensor<3x7x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x7x8xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %19 : tensor<3x7x8xf32>, tensor<3x7x8xf32>) outs(%13 : tensor<3x7x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %52 = arith.mulf %in, %in_4 : f32
      linalg.yield %52 : f32
    } -> tensor<3x7x8xf32>
    %22 = tensor.empty() : tensor<7x8xf32>
    %23 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%22 : tensor<7x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x8xf32>
    %24 = tensor.empty() : tensor<1x7x8xf32>
    %25 = linalg.generic {indexing_maps = [#map10, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<7x8xf32>) outs(%24 : tensor<1x7x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x7x8xf32>
    %26 = linalg.generic {indexing_maps = [#map11, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x7x8xf32>) outs(%13 : tensor<3x7x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x7x8xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %21 : tensor<3x7x8xf32>, tensor<3x7x8xf32>) outs(%13 : tensor<3x7x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %52 = arith.mulf %in, %in_4 : f32
      linalg.yield %52 : f32
    } -> tensor<3x7x8xf32>
    %28 = tensor.empty() : tensor<3x8xf32>
    %29 = linalg.fill ins(%cst : f32) outs(%28 : tensor<3x8xf32>) -> tensor<3x8xf32>
    %30 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%27 : tensor<3x7x8xf32>) outs(%29 : tensor<3x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.addf %out, %in : f32
      linalg.yield %52 : f32
    } -> tensor<3x8xf32>
    %expanded = tensor.expand_shape %30 [[0], [1, 2]] output_shape [3, 1, 8] : tensor<3x8xf32> into tensor<3x1x8xf32>
    %31 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded : tensor<3x1x8xf32>) outs(%29 : tensor<3x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.addf %out, %in : f32
      linalg.yield %52 : f32
    } -> tensor<3x8xf32>
    %32 = tensor.empty() : tensor<3x8x24xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<3x8x24xf32>) -> tensor<3x8x24xf32>
    %34 = linalg.generic {indexing_maps = [#map14, #map15, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%27, %9 : tensor<3x7x8xf32>, tensor<3x7x24xf32>) outs(%33 : tensor<3x8x24xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %52 = arith.mulf %in, %in_4 : f32
      %53 = arith.addf %out, %52 : f32
      linalg.yield %53 : f32
    } -> tensor<3x8x24xf32>
    %35 = tensor.empty() : tensor<3x24x8xf32>
    %36 = linalg.generic {indexing_maps = [#map12, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<3x8x24xf32>) outs(%35 : tensor<3x24x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x24x8xf32>
    %37 = linalg.fill ins(%cst : f32) outs(%5 : tensor<3x7x24xf32>) -> tensor<3x7x24xf32>
    %38 = linalg.generic {indexing_maps = [#map16, #map17, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%27, %arg2 : tensor<3x7x8xf32>, tensor<3x24x8xf32>) outs(%37 : tensor<3x7x24xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %52 = arith.mulf %in, %in_4 : f32
      %53 = arith.addf %out, %52 : f32
      linalg.yield %53 : f32
    } -> tensor<3x7x24xf32>
    %39 = tensor.empty() : tensor<7x24xf32>
    %40 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%39 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x24xf32>
    %41 = linalg.generic {indexing_maps = [#map10, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<7x24xf32>) outs(%5 : tensor<3x7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x7x24xf32>
    %42 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %38, %41 : tensor<3x7x24xi1>, tensor<3x7x24xf32>, tensor<3x7x24xf32>) outs(%5 : tensor<3x7x24xf32>) {
    ^bb0(%in: i1, %in_4: f32, %in_5: f32, %out: f32):
      %52 = arith.select %in, %in_4, %in_5 : f32
      linalg.yield %52 : f32
    } -> tensor<3x7x24xf32>
    %43 = tensor.empty() : tensor<3x24xf32>
    %44 = linalg.fill ins(%cst : f32) outs(%43 : tensor<3x24xf32>) -> tensor<3x24xf32>
    %45 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%42 : tensor<3x7x24xf32>) outs(%44 : tensor<3x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.addf %out, %in : f32
      linalg.yield %52 : f32
    } -> tensor<3x24xf32>
    %expanded_3 = tensor.expand_shape %45 [[0], [1, 2]] output_shape [3, 1, 24] : tensor<3x24xf32> into tensor<3x1x24xf32>
    %46 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded_3 : tensor<3x1x24xf32>) outs(%44 : tensor<3x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.addf %out, %in : f32
      linalg.yield %52 : f32
    } -> tensor<3x24xf32>
    %47 = tensor.empty() : tensor<3x24x16xf32>
    %48 = linalg.fill ins(%cst : f32) outs(%47 : tensor<3x24x16xf32>) -> tensor<3x24x16xf32>
    %49 = linalg.generic {indexing_maps = [#map14, #map18, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%42, %arg4 : tensor<3x7x24xf32>, tensor<7x16xf32>) outs(%48 : tensor<3x24x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %52 = arith.mulf %in, %in_4 : f32
      %53 = arith.addf %out, %52 : f32
      linalg.yield %53 : f32
    } -> tensor<3x24x16xf32>
    %50 = tensor.empty() : tensor<3x16x24xf32>
    %51 = linalg.generic {indexing_maps = [#map12, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<3x24x16xf32>) outs(%50 : tensor<3x16x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x16x24xf32>
    return %51, %46, %36, %31 : tensor<3x16x24xf32>, tensor<3x24xf32>, tensor<3x24x8xf32>, tensor<3x8xf32>
  }
  func.func private @relu(%arg0: tensor<3x7x24xf32>) -> tensor<3x7x24xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<3x7x24xf32>
    %1 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<3x7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x7x24xf32>
    %2 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %1 : tensor<3x7x24xf32>, tensor<3x7x24xf32>) outs(%0 : tensor<3x7x24xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %3 = arith.maximumf %in, %in_0 : f32
      linalg.yield %3 : f32
    } -> tensor<3x7x24xf32>
    return %2 : tensor<3x7x24xf32>
  }
}
