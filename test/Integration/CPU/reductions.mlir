// RUN: fused-run %s --verify | FileCheck %s

// Every reduction of three dimensions, of three layouts.
// CHECK: verification: PASS

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0)>
#map7 = affine_map<(d0, d1, d2) -> ()>
#map8 = affine_map<(d0, d1, d2) -> (d2, d1, d0)>
#map9 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
func.func @main(%arg0: tensor<45x37x70xf32>, %arg1: tensor<70x37x45xf32>, %arg2: tensor<37x70x45xf32>, %arg3: tensor<37xf32>) -> (tensor<45x37x70xf32>, tensor<37x70xf32>, tensor<45x70xf32>, tensor<45x37xf32>, tensor<70xf32>, tensor<45xf32>, tensor<37xf32>, tensor<f32>, tensor<45x37x70xf32>, tensor<37x70xf32>, tensor<45x70xf32>, tensor<45x37xf32>, tensor<70xf32>, tensor<45xf32>, tensor<37xf32>, tensor<f32>, tensor<45x37x70xf32>, tensor<37x70xf32>, tensor<45x70xf32>, tensor<45x37xf32>, tensor<70xf32>, tensor<45xf32>, tensor<37xf32>, tensor<f32>) {
  %cst = arith.constant 2.500000e-01 : f32
  %0 = tensor.empty() : tensor<45x37x70xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<45x37x70xf32>) -> tensor<45x37x70xf32>
  %2 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %arg3 : tensor<45x37x70xf32>, tensor<37xf32>) outs(%1 : tensor<45x37x70xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<45x37x70xf32>
  %3 = tensor.empty() : tensor<37x70xf32>
  %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<37x70xf32>) -> tensor<37x70xf32>
  %5 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "parallel", "parallel"]} ins(%arg0, %arg3 : tensor<45x37x70xf32>, tensor<37xf32>) outs(%4 : tensor<37x70xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<37x70xf32>
  %6 = tensor.empty() : tensor<45x70xf32>
  %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<45x70xf32>) -> tensor<45x70xf32>
  %8 = linalg.generic {indexing_maps = [#map, #map1, #map3], iterator_types = ["parallel", "reduction", "parallel"]} ins(%arg0, %arg3 : tensor<45x37x70xf32>, tensor<37xf32>) outs(%7 : tensor<45x70xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<45x70xf32>
  %9 = tensor.empty() : tensor<45x37xf32>
  %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<45x37xf32>) -> tensor<45x37xf32>
  %11 = linalg.generic {indexing_maps = [#map, #map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg3 : tensor<45x37x70xf32>, tensor<37xf32>) outs(%10 : tensor<45x37xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<45x37xf32>
  %12 = tensor.empty() : tensor<70xf32>
  %13 = linalg.fill ins(%cst : f32) outs(%12 : tensor<70xf32>) -> tensor<70xf32>
  %14 = linalg.generic {indexing_maps = [#map, #map1, #map5], iterator_types = ["reduction", "reduction", "parallel"]} ins(%arg0, %arg3 : tensor<45x37x70xf32>, tensor<37xf32>) outs(%13 : tensor<70xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<70xf32>
  %15 = tensor.empty() : tensor<45xf32>
  %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<45xf32>) -> tensor<45xf32>
  %17 = linalg.generic {indexing_maps = [#map, #map1, #map6], iterator_types = ["parallel", "reduction", "reduction"]} ins(%arg0, %arg3 : tensor<45x37x70xf32>, tensor<37xf32>) outs(%16 : tensor<45xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<45xf32>
  %18 = tensor.empty() : tensor<37xf32>
  %19 = linalg.fill ins(%cst : f32) outs(%18 : tensor<37xf32>) -> tensor<37xf32>
  %20 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["reduction", "parallel", "reduction"]} ins(%arg0, %arg3 : tensor<45x37x70xf32>, tensor<37xf32>) outs(%19 : tensor<37xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<37xf32>
  %21 = tensor.empty() : tensor<f32>
  %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<f32>) -> tensor<f32>
  %23 = linalg.generic {indexing_maps = [#map, #map1, #map7], iterator_types = ["reduction", "reduction", "reduction"]} ins(%arg0, %arg3 : tensor<45x37x70xf32>, tensor<37xf32>) outs(%22 : tensor<f32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<f32>
  %24 = tensor.empty() : tensor<45x37x70xf32>
  %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<45x37x70xf32>) -> tensor<45x37x70xf32>
  %26 = linalg.generic {indexing_maps = [#map8, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %arg3 : tensor<70x37x45xf32>, tensor<37xf32>) outs(%25 : tensor<45x37x70xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<45x37x70xf32>
  %27 = tensor.empty() : tensor<37x70xf32>
  %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<37x70xf32>) -> tensor<37x70xf32>
  %29 = linalg.generic {indexing_maps = [#map8, #map1, #map2], iterator_types = ["reduction", "parallel", "parallel"]} ins(%arg1, %arg3 : tensor<70x37x45xf32>, tensor<37xf32>) outs(%28 : tensor<37x70xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<37x70xf32>
  %30 = tensor.empty() : tensor<45x70xf32>
  %31 = linalg.fill ins(%cst : f32) outs(%30 : tensor<45x70xf32>) -> tensor<45x70xf32>
  %32 = linalg.generic {indexing_maps = [#map8, #map1, #map3], iterator_types = ["parallel", "reduction", "parallel"]} ins(%arg1, %arg3 : tensor<70x37x45xf32>, tensor<37xf32>) outs(%31 : tensor<45x70xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<45x70xf32>
  %33 = tensor.empty() : tensor<45x37xf32>
  %34 = linalg.fill ins(%cst : f32) outs(%33 : tensor<45x37xf32>) -> tensor<45x37xf32>
  %35 = linalg.generic {indexing_maps = [#map8, #map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg1, %arg3 : tensor<70x37x45xf32>, tensor<37xf32>) outs(%34 : tensor<45x37xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<45x37xf32>
  %36 = tensor.empty() : tensor<70xf32>
  %37 = linalg.fill ins(%cst : f32) outs(%36 : tensor<70xf32>) -> tensor<70xf32>
  %38 = linalg.generic {indexing_maps = [#map8, #map1, #map5], iterator_types = ["reduction", "reduction", "parallel"]} ins(%arg1, %arg3 : tensor<70x37x45xf32>, tensor<37xf32>) outs(%37 : tensor<70xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<70xf32>
  %39 = tensor.empty() : tensor<45xf32>
  %40 = linalg.fill ins(%cst : f32) outs(%39 : tensor<45xf32>) -> tensor<45xf32>
  %41 = linalg.generic {indexing_maps = [#map8, #map1, #map6], iterator_types = ["parallel", "reduction", "reduction"]} ins(%arg1, %arg3 : tensor<70x37x45xf32>, tensor<37xf32>) outs(%40 : tensor<45xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<45xf32>
  %42 = tensor.empty() : tensor<37xf32>
  %43 = linalg.fill ins(%cst : f32) outs(%42 : tensor<37xf32>) -> tensor<37xf32>
  %44 = linalg.generic {indexing_maps = [#map8, #map1, #map1], iterator_types = ["reduction", "parallel", "reduction"]} ins(%arg1, %arg3 : tensor<70x37x45xf32>, tensor<37xf32>) outs(%43 : tensor<37xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<37xf32>
  %45 = tensor.empty() : tensor<f32>
  %46 = linalg.fill ins(%cst : f32) outs(%45 : tensor<f32>) -> tensor<f32>
  %47 = linalg.generic {indexing_maps = [#map8, #map1, #map7], iterator_types = ["reduction", "reduction", "reduction"]} ins(%arg1, %arg3 : tensor<70x37x45xf32>, tensor<37xf32>) outs(%46 : tensor<f32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<f32>
  %48 = tensor.empty() : tensor<45x37x70xf32>
  %49 = linalg.fill ins(%cst : f32) outs(%48 : tensor<45x37x70xf32>) -> tensor<45x37x70xf32>
  %50 = linalg.generic {indexing_maps = [#map9, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2, %arg3 : tensor<37x70x45xf32>, tensor<37xf32>) outs(%49 : tensor<45x37x70xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<45x37x70xf32>
  %51 = tensor.empty() : tensor<37x70xf32>
  %52 = linalg.fill ins(%cst : f32) outs(%51 : tensor<37x70xf32>) -> tensor<37x70xf32>
  %53 = linalg.generic {indexing_maps = [#map9, #map1, #map2], iterator_types = ["reduction", "parallel", "parallel"]} ins(%arg2, %arg3 : tensor<37x70x45xf32>, tensor<37xf32>) outs(%52 : tensor<37x70xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<37x70xf32>
  %54 = tensor.empty() : tensor<45x70xf32>
  %55 = linalg.fill ins(%cst : f32) outs(%54 : tensor<45x70xf32>) -> tensor<45x70xf32>
  %56 = linalg.generic {indexing_maps = [#map9, #map1, #map3], iterator_types = ["parallel", "reduction", "parallel"]} ins(%arg2, %arg3 : tensor<37x70x45xf32>, tensor<37xf32>) outs(%55 : tensor<45x70xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<45x70xf32>
  %57 = tensor.empty() : tensor<45x37xf32>
  %58 = linalg.fill ins(%cst : f32) outs(%57 : tensor<45x37xf32>) -> tensor<45x37xf32>
  %59 = linalg.generic {indexing_maps = [#map9, #map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg2, %arg3 : tensor<37x70x45xf32>, tensor<37xf32>) outs(%58 : tensor<45x37xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<45x37xf32>
  %60 = tensor.empty() : tensor<70xf32>
  %61 = linalg.fill ins(%cst : f32) outs(%60 : tensor<70xf32>) -> tensor<70xf32>
  %62 = linalg.generic {indexing_maps = [#map9, #map1, #map5], iterator_types = ["reduction", "reduction", "parallel"]} ins(%arg2, %arg3 : tensor<37x70x45xf32>, tensor<37xf32>) outs(%61 : tensor<70xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<70xf32>
  %63 = tensor.empty() : tensor<45xf32>
  %64 = linalg.fill ins(%cst : f32) outs(%63 : tensor<45xf32>) -> tensor<45xf32>
  %65 = linalg.generic {indexing_maps = [#map9, #map1, #map6], iterator_types = ["parallel", "reduction", "reduction"]} ins(%arg2, %arg3 : tensor<37x70x45xf32>, tensor<37xf32>) outs(%64 : tensor<45xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<45xf32>
  %66 = tensor.empty() : tensor<37xf32>
  %67 = linalg.fill ins(%cst : f32) outs(%66 : tensor<37xf32>) -> tensor<37xf32>
  %68 = linalg.generic {indexing_maps = [#map9, #map1, #map1], iterator_types = ["reduction", "parallel", "reduction"]} ins(%arg2, %arg3 : tensor<37x70x45xf32>, tensor<37xf32>) outs(%67 : tensor<37xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<37xf32>
  %69 = tensor.empty() : tensor<f32>
  %70 = linalg.fill ins(%cst : f32) outs(%69 : tensor<f32>) -> tensor<f32>
  %71 = linalg.generic {indexing_maps = [#map9, #map1, #map7], iterator_types = ["reduction", "reduction", "reduction"]} ins(%arg2, %arg3 : tensor<37x70x45xf32>, tensor<37xf32>) outs(%70 : tensor<f32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %72 = arith.mulf %in, %in_0 : f32
    %73 = arith.maximumf %out, %72 : f32
    linalg.yield %73 : f32
  } -> tensor<f32>
  return %2, %5, %8, %11, %14, %17, %20, %23, %26, %29, %32, %35, %38, %41, %44, %47, %50, %53, %56, %59, %62, %65, %68, %71 : tensor<45x37x70xf32>, tensor<37x70xf32>, tensor<45x70xf32>, tensor<45x37xf32>, tensor<70xf32>, tensor<45xf32>, tensor<37xf32>, tensor<f32>, tensor<45x37x70xf32>, tensor<37x70xf32>, tensor<45x70xf32>, tensor<45x37xf32>, tensor<70xf32>, tensor<45xf32>, tensor<37xf32>, tensor<f32>, tensor<45x37x70xf32>, tensor<37x70xf32>, tensor<45x70xf32>, tensor<45x37xf32>, tensor<70xf32>, tensor<45xf32>, tensor<37xf32>, tensor<f32>
}
