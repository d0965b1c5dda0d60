// grouped_query_attention_grad: exported from JAX 0.10.2 through StableHLO to linalg on tensors.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d1, d5)>
#map4 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d1, d4, d5)>
#map5 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>
#map6 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3, d2)>
#map7 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map8 = affine_map<() -> ()>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> ()>
#map10 = affine_map<(d0, d1) -> ()>
#map11 = affine_map<(d0, d1) -> (d0, d1)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map13 = affine_map<(d0, d1, d2, d3) -> ()>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, 0)>
#map16 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d5, d1, d2)>
#map17 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4, d5)>
#map18 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d4, d3, d1)>
#map19 = affine_map<(d0, d1, d2) -> ()>
#map20 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map21 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
#map22 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#map23 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map24 = affine_map<(d0, d1) -> (d1, d0)>
#map25 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map26 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d3, d2)>
#map27 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d5, d2, d3)>
#map28 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d5)>
#map29 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4, d5)>
#map30 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4, d5, d3)>
#map31 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
#map32 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map33 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d5, d1, d4)>
#map34 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3, d4)>
#map35 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d5, d3)>
#map36 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map37 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4)>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x11x32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<32x16xf32>, %arg3: tensor<32x16xf32>, %arg4: tensor<32x32xf32>) -> (tensor<32x32xf32> {jax.result_info = "result[0]"}, tensor<32x16xf32> {jax.result_info = "result[1]"}, tensor<32x16xf32> {jax.result_info = "result[2]"}, tensor<32x32xf32> {jax.result_info = "result[3]"}) {
    %cst = arith.constant 2.8284271247461903 : f64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_5 = arith.constant dense<0xFFF0000000000000> : tensor<f64>
    %cst_6 = arith.constant dense<true> : tensor<i1>
    %0 = tensor.empty() : tensor<2x11x32xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<2x11x32xf32>) -> tensor<2x11x32xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<2x11x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x11x32xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<2x11x32xf32>
    %expanded = tensor.expand_shape %2 [[0], [1], [2, 3, 4]] output_shape [2, 11, 2, 2, 8] : tensor<2x11x32xf32> into tensor<2x11x2x2x8xf32>
    %3 = tensor.empty() : tensor<2x11x16xf32>
    %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : tensor<2x11x16xf32>) -> tensor<2x11x16xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg2 : tensor<2x11x32xf32>, tensor<32x16xf32>) outs(%4 : tensor<2x11x16xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<2x11x16xf32>
    %expanded_7 = tensor.expand_shape %5 [[0], [1], [2, 3]] output_shape [2, 11, 2, 8] : tensor<2x11x16xf32> into tensor<2x11x2x8xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg3 : tensor<2x11x32xf32>, tensor<32x16xf32>) outs(%4 : tensor<2x11x16xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<2x11x16xf32>
    %expanded_8 = tensor.expand_shape %6 [[0], [1], [2, 3]] output_shape [2, 11, 2, 8] : tensor<2x11x16xf32> into tensor<2x11x2x8xf32>
    %7 = tensor.empty() : tensor<2x2x11x11x2xf32>
    %8 = linalg.fill ins(%cst_1 : f32) outs(%7 : tensor<2x2x11x11x2xf32>) -> tensor<2x2x11x11x2xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_7, %expanded : tensor<2x11x2x8xf32>, tensor<2x11x2x2x8xf32>) outs(%8 : tensor<2x2x11x11x2xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<2x2x11x11x2xf32>
    %10 = tensor.empty() : tensor<2x2x2x11x11xf32>
    %11 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<2x2x11x11x2xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x11x11xf32>
    %12 = tensor.empty() : tensor<f64>
    %13 = linalg.generic {indexing_maps = [#map8], iterator_types = []} outs(%12 : tensor<f64>) {
    ^bb0(%out: f64):
      linalg.yield %cst : f64
    } -> tensor<f64>
    %14 = tensor.empty() : tensor<f32>
    %15 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = []} ins(%13 : tensor<f64>) outs(%14 : tensor<f32>) {
    ^bb0(%in: f64, %out: f32):
      %93 = arith.truncf %in : f64 to f32
      linalg.yield %93 : f32
    } -> tensor<f32>
    %16 = linalg.generic {indexing_maps = [#map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<f32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x11x11xf32>
    %17 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%11, %16 : tensor<2x2x2x11x11xf32>, tensor<2x2x2x11x11xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.divf %in, %in_14 : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11x11xf32>
    %18 = tensor.empty() : tensor<11x11xi1>
    %19 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<i1>) outs(%18 : tensor<11x11xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<11x11xi1>
    %20 = call @tril(%19) : (tensor<11x11xi1>) -> tensor<11x11xi1>
    %21:2 = call @_where(%20, %17, %cst_5) : (tensor<11x11xi1>, tensor<2x2x2x11x11xf32>, tensor<f64>) -> (tensor<2x2x2x11x11xf32>, tensor<2x2x2x11x11xi1>)
    %22 = tensor.empty() : tensor<2x2x2x11xf32>
    %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<2x2x2x11xf32>) -> tensor<2x2x2x11xf32>
    %24 = linalg.generic {indexing_maps = [#map7, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%21#0 : tensor<2x2x2x11x11xf32>) outs(%23 : tensor<2x2x2x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      %93 = arith.maximumf %out, %in : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11xf32>
    %25 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%22 : tensor<2x2x2x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x11xf32>
    %26 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %24 : tensor<2x2x2x11xf32>, tensor<2x2x2x11xf32>) outs(%22 : tensor<2x2x2x11xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.maximumf %in, %in_14 : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11xf32>
    %27 = tensor.empty() : tensor<2x2x2x11x1xf32>
    %28 = linalg.generic {indexing_maps = [#map12, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<2x2x2x11xf32>) outs(%27 : tensor<2x2x2x11x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x11x1xf32>
    %29 = linalg.generic {indexing_maps = [#map15, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%28 : tensor<2x2x2x11x1xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x11x11xf32>
    %30 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%21#0, %29 : tensor<2x2x2x11x11xf32>, tensor<2x2x2x11x11xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.subf %in, %in_14 : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11x11xf32>
    %31 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%30 : tensor<2x2x2x11x11xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      %93 = math.exp %in : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11x11xf32>
    %32 = linalg.fill ins(%cst_1 : f32) outs(%22 : tensor<2x2x2x11xf32>) -> tensor<2x2x2x11xf32>
    %33 = linalg.generic {indexing_maps = [#map7, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%31 : tensor<2x2x2x11x11xf32>) outs(%32 : tensor<2x2x2x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      %93 = arith.addf %out, %in : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11xf32>
    %34 = linalg.generic {indexing_maps = [#map12, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%33 : tensor<2x2x2x11xf32>) outs(%27 : tensor<2x2x2x11x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x11x1xf32>
    %35 = linalg.generic {indexing_maps = [#map15, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<2x2x2x11x1xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x11x11xf32>
    %36 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%31, %35 : tensor<2x2x2x11x11xf32>, tensor<2x2x2x11x11xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.divf %in, %in_14 : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11x11xf32>
    %37 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%34, %34 : tensor<2x2x2x11x1xf32>, tensor<2x2x2x11x1xf32>) outs(%27 : tensor<2x2x2x11x1xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11x1xf32>
    %38 = linalg.generic {indexing_maps = [#map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%27 : tensor<2x2x2x11x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x11x1xf32>
    %39 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%38, %37 : tensor<2x2x2x11x1xf32>, tensor<2x2x2x11x1xf32>) outs(%27 : tensor<2x2x2x11x1xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.divf %in, %in_14 : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11x1xf32>
    %40 = tensor.empty() : tensor<2x2x8x2x11xf32>
    %41 = linalg.fill ins(%cst_1 : f32) outs(%40 : tensor<2x2x8x2x11xf32>) -> tensor<2x2x8x2x11xf32>
    %42 = linalg.generic {indexing_maps = [#map16, #map17, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_8, %36 : tensor<2x11x2x8xf32>, tensor<2x2x2x11x11xf32>) outs(%41 : tensor<2x2x8x2x11xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<2x2x8x2x11xf32>
    %43 = tensor.empty() : tensor<2x11x2x2x8xf32>
    %44 = linalg.generic {indexing_maps = [#map18, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<2x2x8x2x11xf32>) outs(%43 : tensor<2x11x2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x11x2x2x8xf32>
    %collapsed = tensor.collapse_shape %44 [[0], [1], [2, 3, 4]] : tensor<2x11x2x2x8xf32> into tensor<2x11x32xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed, %arg4 : tensor<2x11x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x11x32xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<2x11x32xf32>
    %46 = linalg.generic {indexing_maps = [#map19, #map20], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%0 : tensor<2x11x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x11x32xf32>
    %47 = linalg.generic {indexing_maps = [#map20, #map20, #map20], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46, %45 : tensor<2x11x32xf32>, tensor<2x11x32xf32>) outs(%0 : tensor<2x11x32xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      linalg.yield %93 : f32
    } -> tensor<2x11x32xf32>
    %48 = linalg.generic {indexing_maps = [#map19, #map20], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%0 : tensor<2x11x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x11x32xf32>
    %49 = linalg.generic {indexing_maps = [#map20, #map20, #map20], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48, %47 : tensor<2x11x32xf32>, tensor<2x11x32xf32>) outs(%0 : tensor<2x11x32xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      linalg.yield %93 : f32
    } -> tensor<2x11x32xf32>
    %50 = tensor.empty() : tensor<32x32xf32>
    %51 = linalg.fill ins(%cst_1 : f32) outs(%50 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %52 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%49, %collapsed : tensor<2x11x32xf32>, tensor<2x11x32xf32>) outs(%51 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<32x32xf32>
    %53 = linalg.generic {indexing_maps = [#map24, #map11], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<32x32xf32>) outs(%50 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map25, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%49, %arg4 : tensor<2x11x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x11x32xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<2x11x32xf32>
    %expanded_9 = tensor.expand_shape %54 [[0], [1], [2, 3, 4]] output_shape [2, 11, 2, 2, 8] : tensor<2x11x32xf32> into tensor<2x11x2x2x8xf32>
    %55 = linalg.generic {indexing_maps = [#map26, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_9 : tensor<2x11x2x2x8xf32>) outs(%40 : tensor<2x2x8x2x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x2x11xf32>
    %56 = linalg.fill ins(%cst_1 : f32) outs(%10 : tensor<2x2x2x11x11xf32>) -> tensor<2x2x2x11x11xf32>
    %57 = linalg.generic {indexing_maps = [#map27, #map28, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%55, %expanded_8 : tensor<2x2x8x2x11xf32>, tensor<2x11x2x8xf32>) outs(%56 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<2x2x2x11x11xf32>
    %58 = tensor.empty() : tensor<2x2x8x11xf32>
    %59 = linalg.fill ins(%cst_1 : f32) outs(%58 : tensor<2x2x8x11xf32>) -> tensor<2x2x8x11xf32>
    %60 = linalg.generic {indexing_maps = [#map29, #map30, #map31], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%55, %36 : tensor<2x2x8x2x11xf32>, tensor<2x2x2x11x11xf32>) outs(%59 : tensor<2x2x8x11xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<2x2x8x11xf32>
    %61 = tensor.empty() : tensor<2x11x2x8xf32>
    %62 = linalg.generic {indexing_maps = [#map32, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<2x2x8x11xf32>) outs(%61 : tensor<2x11x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x11x2x8xf32>
    %63 = linalg.generic {indexing_maps = [#map15, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<2x2x2x11x1xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x11x11xf32>
    %64 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%57, %63 : tensor<2x2x2x11x11xf32>, tensor<2x2x2x11x11xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11x11xf32>
    %65 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%64, %31 : tensor<2x2x2x11x11xf32>, tensor<2x2x2x11x11xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11x11xf32>
    %66 = linalg.generic {indexing_maps = [#map7, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%65 : tensor<2x2x2x11x11xf32>) outs(%32 : tensor<2x2x2x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      %93 = arith.addf %out, %in : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11xf32>
    %expanded_10 = tensor.expand_shape %66 [[0], [1], [2], [3, 4]] output_shape [2, 2, 2, 11, 1] : tensor<2x2x2x11xf32> into tensor<2x2x2x11x1xf32>
    %67 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<2x2x2x11x1xf32>) outs(%27 : tensor<2x2x2x11x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %93 = arith.negf %in : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11x1xf32>
    %68 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%57, %35 : tensor<2x2x2x11x11xf32>, tensor<2x2x2x11x11xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.divf %in, %in_14 : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11x11xf32>
    %69 = linalg.generic {indexing_maps = [#map7, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%67 : tensor<2x2x2x11x1xf32>) outs(%32 : tensor<2x2x2x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      %93 = arith.addf %out, %in : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11xf32>
    %70 = linalg.generic {indexing_maps = [#map12, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%69 : tensor<2x2x2x11xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x11x11xf32>
    %71 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%68, %70 : tensor<2x2x2x11x11xf32>, tensor<2x2x2x11x11xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.addf %in, %in_14 : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11x11xf32>
    %72 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%71, %31 : tensor<2x2x2x11x11xf32>, tensor<2x2x2x11x11xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11x11xf32>
    %73 = call @_where_0(%21#1, %72) : (tensor<2x2x2x11x11xi1>, tensor<2x2x2x11x11xf32>) -> tensor<2x2x2x11x11xf32>
    %74 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%73, %16 : tensor<2x2x2x11x11xf32>, tensor<2x2x2x11x11xf32>) outs(%10 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.divf %in, %in_14 : f32
      linalg.yield %93 : f32
    } -> tensor<2x2x2x11x11xf32>
    %75 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%74 : tensor<2x2x2x11x11xf32>) outs(%7 : tensor<2x2x11x11x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x11x11x2xf32>
    %76 = tensor.empty() : tensor<2x2x11x2x8xf32>
    %77 = linalg.fill ins(%cst_1 : f32) outs(%76 : tensor<2x2x11x2x8xf32>) -> tensor<2x2x11x2x8xf32>
    %78 = linalg.generic {indexing_maps = [#map27, #map33, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%75, %expanded_7 : tensor<2x2x11x11x2xf32>, tensor<2x11x2x8xf32>) outs(%77 : tensor<2x2x11x2x8xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<2x2x11x2x8xf32>
    %79 = linalg.generic {indexing_maps = [#map34, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%78 : tensor<2x2x11x2x8xf32>) outs(%43 : tensor<2x11x2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x11x2x2x8xf32>
    %80 = tensor.empty() : tensor<2x2x11x8xf32>
    %81 = linalg.fill ins(%cst_1 : f32) outs(%80 : tensor<2x2x11x8xf32>) -> tensor<2x2x11x8xf32>
    %82 = linalg.generic {indexing_maps = [#map29, #map35, #map31], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%75, %expanded : tensor<2x2x11x11x2xf32>, tensor<2x11x2x2x8xf32>) outs(%81 : tensor<2x2x11x8xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<2x2x11x8xf32>
    %83 = linalg.generic {indexing_maps = [#map36, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82 : tensor<2x2x11x8xf32>) outs(%61 : tensor<2x11x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x11x2x8xf32>
    %collapsed_11 = tensor.collapse_shape %62 [[0], [1], [2, 3]] : tensor<2x11x2x8xf32> into tensor<2x11x16xf32>
    %84 = tensor.empty() : tensor<16x32xf32>
    %85 = linalg.fill ins(%cst_1 : f32) outs(%84 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %86 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_11, %arg0 : tensor<2x11x16xf32>, tensor<2x11x32xf32>) outs(%85 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<16x32xf32>
    %87 = tensor.empty() : tensor<32x16xf32>
    %88 = linalg.generic {indexing_maps = [#map24, #map11], iterator_types = ["parallel", "parallel"]} ins(%86 : tensor<16x32xf32>) outs(%87 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16xf32>
    %collapsed_12 = tensor.collapse_shape %83 [[0], [1], [2, 3]] : tensor<2x11x2x8xf32> into tensor<2x11x16xf32>
    %89 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_12, %arg0 : tensor<2x11x16xf32>, tensor<2x11x32xf32>) outs(%85 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<16x32xf32>
    %90 = linalg.generic {indexing_maps = [#map24, #map11], iterator_types = ["parallel", "parallel"]} ins(%89 : tensor<16x32xf32>) outs(%87 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16xf32>
    %collapsed_13 = tensor.collapse_shape %79 [[0], [1], [2, 3, 4]] : tensor<2x11x2x2x8xf32> into tensor<2x11x32xf32>
    %91 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_13, %arg0 : tensor<2x11x32xf32>, tensor<2x11x32xf32>) outs(%51 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %93 = arith.mulf %in, %in_14 : f32
      %94 = arith.addf %out, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<32x32xf32>
    %92 = linalg.generic {indexing_maps = [#map24, #map11], iterator_types = ["parallel", "parallel"]} ins(%91 : tensor<32x32xf32>) outs(%50 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    return %92, %90, %88, %53 : tensor<32x32xf32>, tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x32xf32>
  }
  func.func private @tril(%arg0: tensor<11x11xi1>) -> tensor<11x11xi1> {
    %cst = arith.constant dense<false> : tensor<i1>
    %cst_0 = arith.constant dense<0> : tensor<i64>
    %0 = tensor.empty() : tensor<11x11xi64>
    %1 = linalg.generic {indexing_maps = [#map11], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<11x11xi64>) {
    ^bb0(%out: i64):
      %9 = linalg.index 0 : index
      %10 = arith.index_cast %9 : index to i64
      linalg.yield %10 : i64
    } -> tensor<11x11xi64>
    %2 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<i64>) outs(%0 : tensor<11x11xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<11x11xi64>
    %3 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%1, %2 : tensor<11x11xi64>, tensor<11x11xi64>) outs(%0 : tensor<11x11xi64>) {
    ^bb0(%in: i64, %in_1: i64, %out: i64):
      %9 = arith.addi %in, %in_1 : i64
      linalg.yield %9 : i64
    } -> tensor<11x11xi64>
    %4 = linalg.generic {indexing_maps = [#map11], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<11x11xi64>) {
    ^bb0(%out: i64):
      %9 = linalg.index 1 : index
      %10 = arith.index_cast %9 : index to i64
      linalg.yield %10 : i64
    } -> tensor<11x11xi64>
    %5 = tensor.empty() : tensor<11x11xi1>
    %6 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<11x11xi64>, tensor<11x11xi64>) outs(%5 : tensor<11x11xi1>) {
    ^bb0(%in: i64, %in_1: i64, %out: i1):
      %9 = arith.cmpi sge, %in, %in_1 : i64
      linalg.yield %9 : i1
    } -> tensor<11x11xi1>
    %7 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<i1>) outs(%5 : tensor<11x11xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<11x11xi1>
    %8 = linalg.generic {indexing_maps = [#map11, #map11, #map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%6, %arg0, %7 : tensor<11x11xi1>, tensor<11x11xi1>, tensor<11x11xi1>) outs(%5 : tensor<11x11xi1>) {
    ^bb0(%in: i1, %in_1: i1, %in_2: i1, %out: i1):
      %9 = arith.select %in, %in_1, %in_2 : i1
      linalg.yield %9 : i1
    } -> tensor<11x11xi1>
    return %8 : tensor<11x11xi1>
  }
  func.func private @_where(%arg0: tensor<11x11xi1>, %arg1: tensor<2x2x2x11x11xf32>, %arg2: tensor<f64>) -> (tensor<2x2x2x11x11xf32>, tensor<2x2x2x11x11xi1>) {
    %0 = tensor.empty() : tensor<f32>
    %1 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = []} ins(%arg2 : tensor<f64>) outs(%0 : tensor<f32>) {
    ^bb0(%in: f64, %out: f32):
      %7 = arith.truncf %in : f64 to f32
      linalg.yield %7 : f32
    } -> tensor<f32>
    %2 = tensor.empty() : tensor<2x2x2x11x11xi1>
    %3 = linalg.generic {indexing_maps = [#map37, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<11x11xi1>) outs(%2 : tensor<2x2x2x11x11xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x2x2x11x11xi1>
    %4 = tensor.empty() : tensor<2x2x2x11x11xf32>
    %5 = linalg.generic {indexing_maps = [#map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<f32>) outs(%4 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x11x11xf32>
    %6 = linalg.generic {indexing_maps = [#map7, #map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%3, %arg1, %5 : tensor<2x2x2x11x11xi1>, tensor<2x2x2x11x11xf32>, tensor<2x2x2x11x11xf32>) outs(%4 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %7 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %7 : f32
    } -> tensor<2x2x2x11x11xf32>
    return %6, %3 : tensor<2x2x2x11x11xf32>, tensor<2x2x2x11x11xi1>
  }
  func.func private @_where_0(%arg0: tensor<2x2x2x11x11xi1>, %arg1: tensor<2x2x2x11x11xf32>) -> tensor<2x2x2x11x11xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<2x2x2x11x11xf32>
    %1 = linalg.generic {indexing_maps = [#map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x11x11xf32>
    %2 = linalg.generic {indexing_maps = [#map7, #map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %arg1, %1 : tensor<2x2x2x11x11xi1>, tensor<2x2x2x11x11xf32>, tensor<2x2x2x11x11xf32>) outs(%0 : tensor<2x2x2x11x11xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %3 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %3 : f32
    } -> tensor<2x2x2x11x11xf32>
    return %2 : tensor<2x2x2x11x11xf32>
  }
}
