// mixture_of_experts_grad: exported from JAX 0.10.2 through StableHLO to linalg on tensors.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> ()>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
#map5 = affine_map<(d0, d1) -> ()>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map10 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map11 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map12 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map13 = affine_map<(d0, d1, d2) -> ()>
#map14 = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
#map15 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map16 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#map17 = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#map19 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map20 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map21 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map22 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map23 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map24 = affine_map<(d0, d1) -> (d1, d0)>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10x16xf32>, %arg1: tensor<16x3xf32>, %arg2: tensor<3x16x24xf32>, %arg3: tensor<3x24xf32>, %arg4: tensor<3x24x16xf32>) -> (tensor<16x3xf32> {jax.result_info = "result[0]"}, tensor<3x16x24xf32> {jax.result_info = "result[1]"}, tensor<3x24xf32> {jax.result_info = "result[2]"}, tensor<3x24x16xf32> {jax.result_info = "result[3]"}) {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_3 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_4 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_5 = arith.constant dense<3.000000e+00> : tensor<f32>
    %cst_6 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_7 = arith.constant dense<0xFF800000> : tensor<f32>
    %0 = tensor.empty() : tensor<10x3xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<10x3xf32>) -> tensor<10x3xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<10x16xf32>, tensor<16x3xf32>) outs(%1 : tensor<10x3xf32>) -> tensor<10x3xf32>
    %3 = tensor.empty() : tensor<10xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<10xf32>) -> tensor<10xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%2 : tensor<10x3xf32>) outs(%4 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = arith.maximumf %out, %in : f32
      linalg.yield %102 : f32
    } -> tensor<10xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_7 : tensor<f32>) outs(%3 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%6, %5 : tensor<10xf32>, tensor<10xf32>) outs(%3 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.maximumf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<10xf32>
    %8 = tensor.empty() : tensor<10x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<10xf32>) outs(%8 : tensor<10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x1xf32>
    %10 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<10x1xf32>) outs(%0 : tensor<10x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x3xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %10 : tensor<10x3xf32>, tensor<10x3xf32>) outs(%0 : tensor<10x3xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.subf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<10x3xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<10x3xf32>) outs(%0 : tensor<10x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = math.exp %in : f32
      linalg.yield %102 : f32
    } -> tensor<10x3xf32>
    %13 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<10xf32>) -> tensor<10xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%12 : tensor<10x3xf32>) outs(%13 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = arith.addf %out, %in : f32
      linalg.yield %102 : f32
    } -> tensor<10xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<10xf32>) outs(%8 : tensor<10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x1xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<10x1xf32>) outs(%0 : tensor<10x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x3xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %16 : tensor<10x3xf32>, tensor<10x3xf32>) outs(%0 : tensor<10x3xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.divf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<10x3xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%15, %15 : tensor<10x1xf32>, tensor<10x1xf32>) outs(%8 : tensor<10x1xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<10x1xf32>
    %19 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%8 : tensor<10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %18 : tensor<10x1xf32>, tensor<10x1xf32>) outs(%8 : tensor<10x1xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.divf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<10x1xf32>
    %21 = tensor.empty() : tensor<3x24x10xf32>
    %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : tensor<3x24x10xf32>) -> tensor<3x24x10xf32>
    %23 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg2, %arg0 : tensor<3x16x24xf32>, tensor<10x16xf32>) outs(%22 : tensor<3x24x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      %103 = arith.addf %out, %102 : f32
      linalg.yield %103 : f32
    } -> tensor<3x24x10xf32>
    %24 = tensor.empty() : tensor<3x10x24xf32>
    %25 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<3x24x10xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x10x24xf32>
    %26 = tensor.empty() : tensor<3x1x24xf32>
    %27 = linalg.generic {indexing_maps = [#map11, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<3x24xf32>) outs(%26 : tensor<3x1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x1x24xf32>
    %28 = linalg.generic {indexing_maps = [#map12, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<3x1x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x10x24xf32>
    %29 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %28 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.addf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %30 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %29 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %31 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %29 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %32 = linalg.generic {indexing_maps = [#map13, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x10x24xf32>
    %33 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %30 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %34 = linalg.generic {indexing_maps = [#map13, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x10x24xf32>
    %35 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %31 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %36 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %35 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.addf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %37 = linalg.generic {indexing_maps = [#map13, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x10x24xf32>
    %38 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %36 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %39 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = math.tanh %in : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %40 = linalg.generic {indexing_maps = [#map13, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x10x24xf32>
    %41 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40, %39 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.subf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %42 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40, %39 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.addf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %43 = linalg.generic {indexing_maps = [#map13, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x10x24xf32>
    %44 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %42 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %45 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %44 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %46 = tensor.empty() : tensor<3x10x16xf32>
    %47 = linalg.fill ins(%cst_0 : f32) outs(%46 : tensor<3x10x16xf32>) -> tensor<3x10x16xf32>
    %48 = linalg.batch_matmul ins(%45, %arg4 : tensor<3x10x24xf32>, tensor<3x24x16xf32>) outs(%47 : tensor<3x10x16xf32>) -> tensor<3x10x16xf32>
    %49 = tensor.empty() : tensor<10x16xf32>
    %50 = linalg.fill ins(%cst_0 : f32) outs(%49 : tensor<10x16xf32>) -> tensor<10x16xf32>
    %51 = linalg.generic {indexing_maps = [#map11, #map14, #map15], iterator_types = ["parallel", "parallel", "reduction"]} ins(%17, %48 : tensor<10x3xf32>, tensor<3x10x16xf32>) outs(%50 : tensor<10x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      %103 = arith.addf %out, %102 : f32
      linalg.yield %103 : f32
    } -> tensor<10x16xf32>
    %52 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%49 : tensor<10x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x16xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%52, %51 : tensor<10x16xf32>, tensor<10x16xf32>) outs(%49 : tensor<10x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<10x16xf32>
    %54 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%49 : tensor<10x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x16xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%54, %53 : tensor<10x16xf32>, tensor<10x16xf32>) outs(%49 : tensor<10x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<10x16xf32>
    %56 = tensor.empty() : tensor<10x16x3xf32>
    %57 = linalg.fill ins(%cst_0 : f32) outs(%56 : tensor<10x16x3xf32>) -> tensor<10x16x3xf32>
    %58 = linalg.generic {indexing_maps = [#map15, #map11, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55, %17 : tensor<10x16xf32>, tensor<10x3xf32>) outs(%57 : tensor<10x16x3xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      %103 = arith.addf %out, %102 : f32
      linalg.yield %103 : f32
    } -> tensor<10x16x3xf32>
    %59 = linalg.generic {indexing_maps = [#map16, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58 : tensor<10x16x3xf32>) outs(%46 : tensor<3x10x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x10x16xf32>
    %60 = linalg.generic {indexing_maps = [#map11, #map17, #map15], iterator_types = ["parallel", "parallel", "reduction"]} ins(%55, %48 : tensor<10x16xf32>, tensor<3x10x16xf32>) outs(%1 : tensor<10x3xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      %103 = arith.addf %out, %102 : f32
      linalg.yield %103 : f32
    } -> tensor<10x3xf32>
    %61 = tensor.empty() : tensor<3x16x24xf32>
    %62 = linalg.fill ins(%cst_0 : f32) outs(%61 : tensor<3x16x24xf32>) -> tensor<3x16x24xf32>
    %63 = linalg.generic {indexing_maps = [#map6, #map18, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%59, %45 : tensor<3x10x16xf32>, tensor<3x10x24xf32>) outs(%62 : tensor<3x16x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      %103 = arith.addf %out, %102 : f32
      linalg.yield %103 : f32
    } -> tensor<3x16x24xf32>
    %64 = tensor.empty() : tensor<3x24x16xf32>
    %65 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<3x16x24xf32>) outs(%64 : tensor<3x24x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x24x16xf32>
    %66 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<3x10x24xf32>) -> tensor<3x10x24xf32>
    %67 = linalg.generic {indexing_maps = [#map19, #map20, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%59, %arg4 : tensor<3x10x16xf32>, tensor<3x24x16xf32>) outs(%66 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      %103 = arith.addf %out, %102 : f32
      linalg.yield %103 : f32
    } -> tensor<3x10x24xf32>
    %68 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %67 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %69 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %44 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %70 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %68 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %71 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %41 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %72 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %39 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %73 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %72 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.addf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %74 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %73 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %75 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %74 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.addf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %76 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %74 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %77 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %33 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %78 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %77 : tensor<3x10x24xf32>, tensor<3x10x24xf32>) outs(%24 : tensor<3x10x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.addf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<3x10x24xf32>
    %79 = tensor.empty() : tensor<3x24xf32>
    %80 = linalg.fill ins(%cst_0 : f32) outs(%79 : tensor<3x24xf32>) -> tensor<3x24xf32>
    %81 = linalg.generic {indexing_maps = [#map9, #map15], iterator_types = ["parallel", "parallel", "reduction"]} ins(%78 : tensor<3x10x24xf32>) outs(%80 : tensor<3x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = arith.addf %out, %in : f32
      linalg.yield %102 : f32
    } -> tensor<3x24xf32>
    %expanded = tensor.expand_shape %81 [[0], [1, 2]] output_shape [3, 1, 24] : tensor<3x24xf32> into tensor<3x1x24xf32>
    %82 = linalg.generic {indexing_maps = [#map9, #map15], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded : tensor<3x1x24xf32>) outs(%80 : tensor<3x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = arith.addf %out, %in : f32
      linalg.yield %102 : f32
    } -> tensor<3x24xf32>
    %83 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78 : tensor<3x10x24xf32>) outs(%21 : tensor<3x24x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x24x10xf32>
    %84 = linalg.fill ins(%cst_0 : f32) outs(%64 : tensor<3x24x16xf32>) -> tensor<3x24x16xf32>
    %85 = linalg.generic {indexing_maps = [#map19, #map21, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%83, %arg0 : tensor<3x24x10xf32>, tensor<10x16xf32>) outs(%84 : tensor<3x24x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      %103 = arith.addf %out, %102 : f32
      linalg.yield %103 : f32
    } -> tensor<3x24x16xf32>
    %86 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<3x24x16xf32>) outs(%61 : tensor<3x16x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x16x24xf32>
    %87 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<10x1xf32>) outs(%0 : tensor<10x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x3xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%60, %87 : tensor<10x3xf32>, tensor<10x3xf32>) outs(%0 : tensor<10x3xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<10x3xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%88, %12 : tensor<10x3xf32>, tensor<10x3xf32>) outs(%0 : tensor<10x3xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<10x3xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%89 : tensor<10x3xf32>) outs(%13 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = arith.addf %out, %in : f32
      linalg.yield %102 : f32
    } -> tensor<10xf32>
    %expanded_8 = tensor.expand_shape %90 [[0, 1]] output_shape [10, 1] : tensor<10xf32> into tensor<10x1xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_8 : tensor<10x1xf32>) outs(%8 : tensor<10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = arith.negf %in : f32
      linalg.yield %102 : f32
    } -> tensor<10x1xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%60, %16 : tensor<10x3xf32>, tensor<10x3xf32>) outs(%0 : tensor<10x3xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.divf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<10x3xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%91 : tensor<10x1xf32>) outs(%13 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = arith.addf %out, %in : f32
      linalg.yield %102 : f32
    } -> tensor<10xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%93 : tensor<10xf32>) outs(%0 : tensor<10x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x3xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%92, %94 : tensor<10x3xf32>, tensor<10x3xf32>) outs(%0 : tensor<10x3xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.addf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<10x3xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%95, %12 : tensor<10x3xf32>, tensor<10x3xf32>) outs(%0 : tensor<10x3xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      linalg.yield %102 : f32
    } -> tensor<10x3xf32>
    %97 = tensor.empty() : tensor<3x16xf32>
    %98 = linalg.fill ins(%cst_0 : f32) outs(%97 : tensor<3x16xf32>) -> tensor<3x16xf32>
    %99 = linalg.generic {indexing_maps = [#map22, #map23, #map15], iterator_types = ["parallel", "parallel", "reduction"]} ins(%96, %arg0 : tensor<10x3xf32>, tensor<10x16xf32>) outs(%98 : tensor<3x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %102 = arith.mulf %in, %in_9 : f32
      %103 = arith.addf %out, %102 : f32
      linalg.yield %103 : f32
    } -> tensor<3x16xf32>
    %100 = tensor.empty() : tensor<16x3xf32>
    %101 = linalg.generic {indexing_maps = [#map24, #map], iterator_types = ["parallel", "parallel"]} ins(%99 : tensor<3x16xf32>) outs(%100 : tensor<16x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x3xf32>
    return %101, %86, %82, %65 : tensor<16x3xf32>, tensor<3x16x24xf32>, tensor<3x24xf32>, tensor<3x24x16xf32>
  }
}
