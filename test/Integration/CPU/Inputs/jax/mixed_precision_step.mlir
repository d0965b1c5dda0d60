// mixed_precision_step: exported from JAX 0.10.2 through StableHLO to linalg on tensors.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (0, d1)>
#map4 = affine_map<(d0, d1) -> ()>
#map5 = affine_map<() -> ()>
#map6 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map7 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map9 = affine_map<(d0, d1) -> (d1, d0)>
#map10 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map11 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map12 = affine_map<(d0, d1) -> (d0)>
#map13 = affine_map<(d0) -> ()>
module @jit_mixed_precision_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16x24xf32>, %arg1: tensor<24xf32>, %arg2: tensor<24x8xf32>, %arg3: tensor<7x16xf32>, %arg4: tensor<7x8xf32>) -> (tensor<16x24xf32> {jax.result_info = "result[0]"}, tensor<24xf32> {jax.result_info = "result[1]"}, tensor<24x8xf32> {jax.result_info = "result[2]"}) {
    %cst = arith.constant 0.0178571437 : f32
    %cst_0 = arith.constant 0.000000e+00 : bf16
    %cst_1 = arith.constant dense<1.000000e-01> : tensor<f32>
    %cst_2 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<bf16>
    %0 = tensor.empty() : tensor<7x16xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<7x16xf32>) outs(%0 : tensor<7x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %60 = arith.truncf %in : f32 to bf16
      linalg.yield %60 : bf16
    } -> tensor<7x16xbf16>
    %2 = tensor.empty() : tensor<16x24xbf16>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<16x24xf32>) outs(%2 : tensor<16x24xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %60 = arith.truncf %in : f32 to bf16
      linalg.yield %60 : bf16
    } -> tensor<16x24xbf16>
    %4 = tensor.empty() : tensor<7x24xbf16>
    %5 = linalg.fill ins(%cst_0 : bf16) outs(%4 : tensor<7x24xbf16>) -> tensor<7x24xbf16>
    %6 = linalg.matmul ins(%1, %3 : tensor<7x16xbf16>, tensor<16x24xbf16>) outs(%5 : tensor<7x24xbf16>) -> tensor<7x24xbf16>
    %7 = tensor.empty() : tensor<24xbf16>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%arg1 : tensor<24xf32>) outs(%7 : tensor<24xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %60 = arith.truncf %in : f32 to bf16
      linalg.yield %60 : bf16
    } -> tensor<24xbf16>
    %9 = tensor.empty() : tensor<1x24xbf16>
    %10 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<24xbf16>) outs(%9 : tensor<1x24xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x24xbf16>
    %11 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<1x24xbf16>) outs(%4 : tensor<7x24xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<7x24xbf16>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %11 : tensor<7x24xbf16>, tensor<7x24xbf16>) outs(%4 : tensor<7x24xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %60 = arith.addf %in, %in_4 : bf16
      linalg.yield %60 : bf16
    } -> tensor<7x24xbf16>
    %13 = call @relu(%12) : (tensor<7x24xbf16>) -> tensor<7x24xbf16>
    %14 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<bf16>) outs(%4 : tensor<7x24xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<7x24xbf16>
    %15 = tensor.empty() : tensor<7x24xi1>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %14 : tensor<7x24xbf16>, tensor<7x24xbf16>) outs(%15 : tensor<7x24xi1>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: i1):
      %60 = arith.cmpf ogt, %in, %in_4 : bf16
      linalg.yield %60 : i1
    } -> tensor<7x24xi1>
    %17 = tensor.empty() : tensor<24x8xbf16>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<24x8xf32>) outs(%17 : tensor<24x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %60 = arith.truncf %in : f32 to bf16
      linalg.yield %60 : bf16
    } -> tensor<24x8xbf16>
    %19 = tensor.empty() : tensor<7x8xbf16>
    %20 = linalg.fill ins(%cst_0 : bf16) outs(%19 : tensor<7x8xbf16>) -> tensor<7x8xbf16>
    %21 = linalg.matmul ins(%13, %18 : tensor<7x24xbf16>, tensor<24x8xbf16>) outs(%20 : tensor<7x8xbf16>) -> tensor<7x8xbf16>
    %22 = tensor.empty() : tensor<7x8xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<7x8xbf16>) outs(%22 : tensor<7x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %60 = arith.extf %in : bf16 to f32
      linalg.yield %60 : f32
    } -> tensor<7x8xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%23, %arg4 : tensor<7x8xf32>, tensor<7x8xf32>) outs(%22 : tensor<7x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %60 = arith.subf %in, %in_4 : f32
      linalg.yield %60 : f32
    } -> tensor<7x8xf32>
    %25 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%22 : tensor<7x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x8xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%25, %24 : tensor<7x8xf32>, tensor<7x8xf32>) outs(%22 : tensor<7x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %60 = arith.mulf %in, %in_4 : f32
      linalg.yield %60 : f32
    } -> tensor<7x8xf32>
    %27 = tensor.empty() : tensor<f32>
    %28 = linalg.generic {indexing_maps = [#map5], iterator_types = []} outs(%27 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %29 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<f32>) outs(%22 : tensor<7x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x8xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%29, %26 : tensor<7x8xf32>, tensor<7x8xf32>) outs(%22 : tensor<7x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %60 = arith.mulf %in, %in_4 : f32
      linalg.yield %60 : f32
    } -> tensor<7x8xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<7x8xf32>) outs(%19 : tensor<7x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %60 = arith.truncf %in : f32 to bf16
      linalg.yield %60 : bf16
    } -> tensor<7x8xbf16>
    %32 = tensor.empty() : tensor<8x24xbf16>
    %33 = linalg.fill ins(%cst_0 : bf16) outs(%32 : tensor<8x24xbf16>) -> tensor<8x24xbf16>
    %34 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%31, %13 : tensor<7x8xbf16>, tensor<7x24xbf16>) outs(%33 : tensor<8x24xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %60 = arith.mulf %in, %in_4 : bf16
      %61 = arith.addf %out, %60 : bf16
      linalg.yield %61 : bf16
    } -> tensor<8x24xbf16>
    %35 = linalg.generic {indexing_maps = [#map9, #map], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<8x24xbf16>) outs(%17 : tensor<24x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<24x8xbf16>
    %36 = linalg.generic {indexing_maps = [#map10, #map11, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%31, %18 : tensor<7x8xbf16>, tensor<24x8xbf16>) outs(%5 : tensor<7x24xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %60 = arith.mulf %in, %in_4 : bf16
      %61 = arith.addf %out, %60 : bf16
      linalg.yield %61 : bf16
    } -> tensor<7x24xbf16>
    %37 = tensor.empty() : tensor<24x8xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<24x8xbf16>) outs(%37 : tensor<24x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %60 = arith.extf %in : bf16 to f32
      linalg.yield %60 : f32
    } -> tensor<24x8xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%16, %36, %14 : tensor<7x24xi1>, tensor<7x24xbf16>, tensor<7x24xbf16>) outs(%4 : tensor<7x24xbf16>) {
    ^bb0(%in: i1, %in_4: bf16, %in_5: bf16, %out: bf16):
      %60 = arith.select %in, %in_4, %in_5 : bf16
      linalg.yield %60 : bf16
    } -> tensor<7x24xbf16>
    %40 = linalg.fill ins(%cst_0 : bf16) outs(%7 : tensor<24xbf16>) -> tensor<24xbf16>
    %41 = linalg.generic {indexing_maps = [#map9, #map12], iterator_types = ["parallel", "reduction"]} ins(%39 : tensor<7x24xbf16>) outs(%40 : tensor<24xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %60 = arith.addf %out, %in : bf16
      linalg.yield %60 : bf16
    } -> tensor<24xbf16>
    %expanded = tensor.expand_shape %41 [[0, 1]] output_shape [1, 24] : tensor<24xbf16> into tensor<1x24xbf16>
    %42 = linalg.generic {indexing_maps = [#map9, #map12], iterator_types = ["parallel", "reduction"]} ins(%expanded : tensor<1x24xbf16>) outs(%40 : tensor<24xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %60 = arith.addf %out, %in : bf16
      linalg.yield %60 : bf16
    } -> tensor<24xbf16>
    %43 = tensor.empty() : tensor<24xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%42 : tensor<24xbf16>) outs(%43 : tensor<24xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %60 = arith.extf %in : bf16 to f32
      linalg.yield %60 : f32
    } -> tensor<24xf32>
    %45 = tensor.empty() : tensor<24x16xbf16>
    %46 = linalg.fill ins(%cst_0 : bf16) outs(%45 : tensor<24x16xbf16>) -> tensor<24x16xbf16>
    %47 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%39, %1 : tensor<7x24xbf16>, tensor<7x16xbf16>) outs(%46 : tensor<24x16xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %60 = arith.mulf %in, %in_4 : bf16
      %61 = arith.addf %out, %60 : bf16
      linalg.yield %61 : bf16
    } -> tensor<24x16xbf16>
    %48 = linalg.generic {indexing_maps = [#map9, #map], iterator_types = ["parallel", "parallel"]} ins(%47 : tensor<24x16xbf16>) outs(%2 : tensor<16x24xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<16x24xbf16>
    %49 = tensor.empty() : tensor<16x24xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%48 : tensor<16x24xbf16>) outs(%49 : tensor<16x24xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %60 = arith.extf %in : bf16 to f32
      linalg.yield %60 : f32
    } -> tensor<16x24xf32>
    %51 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%49 : tensor<16x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x24xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%51, %50 : tensor<16x24xf32>, tensor<16x24xf32>) outs(%49 : tensor<16x24xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %60 = arith.mulf %in, %in_4 : f32
      linalg.yield %60 : f32
    } -> tensor<16x24xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %52 : tensor<16x24xf32>, tensor<16x24xf32>) outs(%49 : tensor<16x24xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %60 = arith.subf %in, %in_4 : f32
      linalg.yield %60 : f32
    } -> tensor<16x24xf32>
    %54 = linalg.generic {indexing_maps = [#map13, #map1], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%43 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%54, %44 : tensor<24xf32>, tensor<24xf32>) outs(%43 : tensor<24xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %60 = arith.mulf %in, %in_4 : f32
      linalg.yield %60 : f32
    } -> tensor<24xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg1, %55 : tensor<24xf32>, tensor<24xf32>) outs(%43 : tensor<24xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %60 = arith.subf %in, %in_4 : f32
      linalg.yield %60 : f32
    } -> tensor<24xf32>
    %57 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%37 : tensor<24x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x8xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%57, %38 : tensor<24x8xf32>, tensor<24x8xf32>) outs(%37 : tensor<24x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %60 = arith.mulf %in, %in_4 : f32
      linalg.yield %60 : f32
    } -> tensor<24x8xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2, %58 : tensor<24x8xf32>, tensor<24x8xf32>) outs(%37 : tensor<24x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %60 = arith.subf %in, %in_4 : f32
      linalg.yield %60 : f32
    } -> tensor<24x8xf32>
    return %53, %56, %59 : tensor<16x24xf32>, tensor<24xf32>, tensor<24x8xf32>
  }
  func.func private @relu(%arg0: tensor<7x24xbf16>) -> tensor<7x24xbf16> {
    %cst = arith.constant dense<0.000000e+00> : tensor<bf16>
    %0 = tensor.empty() : tensor<7x24xbf16>
    %1 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<bf16>) outs(%0 : tensor<7x24xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<7x24xbf16>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %1 : tensor<7x24xbf16>, tensor<7x24xbf16>) outs(%0 : tensor<7x24xbf16>) {
    ^bb0(%in: bf16, %in_0: bf16, %out: bf16):
      %3 = arith.maximumf %in, %in_0 : bf16
      linalg.yield %3 : bf16
    } -> tensor<7x24xbf16>
    return %2 : tensor<7x24xbf16>
  }
}
