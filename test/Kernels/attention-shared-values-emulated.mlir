// REQUIRES: fake-cuda, ptxas

// All heads share their values, and have keys of their own, as in Gemma, where
// keys are computed for each head. The values come from a product, and are not
// repeated: products by values have the rows of all heads in one matrix. These
// are the same rows.
// RUN: fused-opt %s --fused-fuse-attention --canonicalize | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s --check-prefix=PASS

// PASS: verification: PASS

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// CHECK-LABEL: func.func @main(
// CHECK-NOT: fused.matmul {{.*}} tensor<8x
// CHECK: fused.attention ins({{.*}} : tensor<2x4x32x16xbf16>, tensor<2x4x32x16xbf16>, tensor<2x1x32x16xbf16>)
// CHECK: fused.attention_gradient ins({{.*}} : tensor<2x4x32x16xbf16>, tensor<2x4x32x16xbf16>, tensor<2x4x32x16xbf16>, tensor<2x1x32x16xbf16>)
// CHECK: fused.attention_gradient ins({{.*}} : tensor<2x4x32x16xbf16>, tensor<2x4x32x16xbf16>, tensor<2x1x32x16xbf16>, tensor<2x4x32x16xbf16>)
// CHECK-NOT: fused.matmul {{.*}} tensor<8x
func.func @main(%arg0: tensor<2x32x4x16xbf16>, %arg1: tensor<2x32x4x16xbf16>, %arg2: tensor<2x32x1x16xbf16>, %arg3: tensor<2x32x24xbf16>, %arg4: tensor<24x16xbf16>, %arg5: tensor<2x32x1x16xf32>) -> (tensor<2x32x4x16xbf16>, tensor<2x32x4x16xbf16>, tensor<2x32x1x16xbf16>, tensor<2x32x24xbf16>, tensor<24x16xbf16>, tensor<2x32x1x16xf32>) {
  %cst = arith.constant 1.000000e+00 : bf16
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 0xFF80 : bf16
  %cst_2 = arith.constant 0.000000e+00 : bf16
  %0 = tensor.empty() : tensor<2x32x16xbf16>
  %1 = linalg.fill ins(%cst_2 : bf16) outs(%0 : tensor<2x32x16xbf16>) -> tensor<2x32x16xbf16>
  %collapsed = tensor.collapse_shape %arg3 [[0, 1], [2]] : tensor<2x32x24xbf16> into tensor<64x24xbf16>
  %2 = tensor.empty() : tensor<64x16xbf16>
  %3 = fused.matmul epilog(default) ins(%collapsed, %arg4 : tensor<64x24xbf16>, tensor<24x16xbf16>) outs(%2 : tensor<64x16xbf16>) -> tensor<64x16xbf16>
  %expanded = tensor.expand_shape %3 [[0, 1], [2]] output_shape [2, 32, 16] : tensor<64x16xbf16> into tensor<2x32x16xbf16>
  %collapsed_3 = tensor.collapse_shape %arg2 [[0], [1, 2], [3]] : tensor<2x32x1x16xbf16> into tensor<2x32x16xbf16>
  %4 = tensor.empty() : tensor<2x32x16xf32>
  %5 = tensor.empty() : tensor<2x32x4x16xbf16>
  %collapsed_4 = tensor.collapse_shape %arg5 [[0], [1, 2], [3]] : tensor<2x32x1x16xf32> into tensor<2x32x16xf32>
  %6 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_4, %collapsed_3 : tensor<2x32x16xf32>, tensor<2x32x16xbf16>) outs(%5 : tensor<2x32x4x16xbf16>) {
  ^bb0(%in: f32, %in_29: bf16, %out: bf16):
    %30 = arith.extf %in_29 : bf16 to f32
    %31 = arith.mulf %30, %in : f32
    %32 = arith.truncf %31 : f32 to bf16
    linalg.yield %32 : bf16
  } -> tensor<2x32x4x16xbf16>
  %expanded_5 = tensor.expand_shape %6 [[0], [1, 2], [3], [4]] output_shape [2, 32, 1, 4, 16] : tensor<2x32x4x16xbf16> into tensor<2x32x1x4x16xbf16>
  %7 = tensor.empty() : tensor<2x4x32x32xbf16>
  %8 = tensor.empty() : tensor<2x4x32x16xbf16>
  %transposed = linalg.transpose ins(%arg1 : tensor<2x32x4x16xbf16>) outs(%8 : tensor<2x4x32x16xbf16>) permutation = [0, 2, 1, 3] 
  %collapsed_6 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<2x4x32x16xbf16> into tensor<8x32x16xbf16>
  %9 = tensor.empty() : tensor<2x4x32x1x16xbf16>
  %transposed_7 = linalg.transpose ins(%expanded_5 : tensor<2x32x1x4x16xbf16>) outs(%9 : tensor<2x4x32x1x16xbf16>) permutation = [0, 3, 1, 2, 4] 
  %collapsed_8 = tensor.collapse_shape %transposed_7 [[0, 1], [2, 3], [4]] : tensor<2x4x32x1x16xbf16> into tensor<8x32x16xbf16>
  %10 = tensor.empty() : tensor<8x32x32xbf16>
  %11 = fused.matmul epilog(default) transpose_b ins(%collapsed_6, %collapsed_8 : tensor<8x32x16xbf16>, tensor<8x32x16xbf16>) outs(%10 : tensor<8x32x32xbf16>) -> tensor<8x32x32xbf16>
  %expanded_9 = tensor.expand_shape %11 [[0, 1], [2], [3]] output_shape [2, 4, 32, 32] : tensor<8x32x32xbf16> into tensor<2x4x32x32xbf16>
  %12 = tensor.empty() : tensor<2x16x128xbf16>
  %transposed_10 = linalg.transpose ins(%arg0 : tensor<2x32x4x16xbf16>) outs(%8 : tensor<2x4x32x16xbf16>) permutation = [0, 2, 1, 3] 
  %collapsed_11 = tensor.collapse_shape %transposed_10 [[0], [1, 2], [3]] : tensor<2x4x32x16xbf16> into tensor<2x128x16xbf16>
  %13 = tensor.empty() : tensor<2x128x32xbf16>
  %14 = fused.matmul epilog(default) transpose_b ins(%collapsed_11, %expanded : tensor<2x128x16xbf16>, tensor<2x32x16xbf16>) outs(%13 : tensor<2x128x32xbf16>) -> tensor<2x128x32xbf16>
  %expanded_12 = tensor.expand_shape %14 [[0], [1, 2], [3]] output_shape [2, 4, 32, 32] : tensor<2x128x32xbf16> into tensor<2x4x32x32xbf16>
  %collapsed_13 = tensor.collapse_shape %transposed_10 [[0, 1], [2], [3]] : tensor<2x4x32x16xbf16> into tensor<8x32x16xbf16>
  %15 = tensor.empty() : tensor<8x16x32xbf16>
  %16:2 = fused.rows over [3] maps [#map1, #map1, #map1, #map1] ins(%expanded_9, %expanded_12 : tensor<2x4x32x32xbf16>, tensor<2x4x32x32xbf16>) outs(%7, %7 : tensor<2x4x32x32xbf16>, tensor<2x4x32x32xbf16>) {
  ^bb0(%arg6: bf16, %arg7: bf16):
    %30 = fused.reduce maximumf %arg6 init(%cst_1) : bf16
    %31 = arith.subf %arg6, %30 : bf16
    %32 = math.exp %31 : bf16
    %33 = arith.extf %32 : bf16 to f32
    %34 = fused.reduce addf %33 init(%cst_0) : f32
    %35 = arith.truncf %34 : f32 to bf16
    %36 = arith.divf %32, %35 : bf16
    %37 = arith.mulf %35, %35 : bf16
    %38 = arith.divf %cst, %37 : bf16
    %39 = arith.mulf %arg7, %38 : bf16
    %40 = arith.mulf %39, %32 : bf16
    %41 = fused.reduce addf %40 init(%cst_2) : bf16
    %42 = arith.negf %41 : bf16
    %43 = arith.extf %42 : bf16 to f32
    %44 = arith.addf %43, %cst_0 : f32
    %45 = arith.truncf %44 : f32 to bf16
    %46 = arith.divf %arg7, %35 : bf16
    %47 = arith.addf %46, %45 : bf16
    %48 = arith.mulf %47, %32 : bf16
    fused.yield %36, %48 : bf16, bf16
  } -> tensor<2x4x32x32xbf16>, tensor<2x4x32x32xbf16>
  %collapsed_14 = tensor.collapse_shape %16#0 [[0], [1, 2], [3]] : tensor<2x4x32x32xbf16> into tensor<2x128x32xbf16>
  %17 = fused.matmul epilog(default) transpose_a transpose_b ins(%expanded, %collapsed_14 : tensor<2x32x16xbf16>, tensor<2x128x32xbf16>) outs(%12 : tensor<2x16x128xbf16>) -> tensor<2x16x128xbf16>
  %expanded_15 = tensor.expand_shape %17 [[0], [1], [2, 3]] output_shape [2, 16, 4, 32] : tensor<2x16x128xbf16> into tensor<2x16x4x32xbf16>
  %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<2x16x4x32xbf16>) outs(%5 : tensor<2x32x4x16xbf16>) permutation = [0, 3, 2, 1] 
  %collapsed_17 = tensor.collapse_shape %16#0 [[0, 1], [2], [3]] : tensor<2x4x32x32xbf16> into tensor<8x32x32xbf16>
  %18 = fused.matmul epilog(default) transpose_a ins(%collapsed_13, %collapsed_17 : tensor<8x32x16xbf16>, tensor<8x32x32xbf16>) outs(%15 : tensor<8x16x32xbf16>) -> tensor<8x16x32xbf16>
  %expanded_18 = tensor.expand_shape %18 [[0, 1], [2], [3]] output_shape [2, 4, 16, 32] : tensor<8x16x32xbf16> into tensor<2x4x16x32xbf16>
  %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<2x4x16x32xbf16>) outs(%5 : tensor<2x32x4x16xbf16>) permutation = [0, 3, 1, 2] 
  %collapsed_20 = tensor.collapse_shape %16#1 [[0, 1], [2], [3]] : tensor<2x4x32x32xbf16> into tensor<8x32x32xbf16>
  %19 = tensor.empty() : tensor<8x32x16xbf16>
  %20 = fused.matmul epilog(default) transpose_a ins(%collapsed_20, %collapsed_6 : tensor<8x32x32xbf16>, tensor<8x32x16xbf16>) outs(%19 : tensor<8x32x16xbf16>) -> tensor<8x32x16xbf16>
  %expanded_21 = tensor.expand_shape %20 [[0, 1], [2], [3]] output_shape [2, 4, 32, 16] : tensor<8x32x16xbf16> into tensor<2x4x32x16xbf16>
  %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<2x4x32x16xbf16>) outs(%5 : tensor<2x32x4x16xbf16>) permutation = [0, 2, 1, 3] 
  %21 = fused.matmul epilog(default) ins(%collapsed_20, %collapsed_8 : tensor<8x32x32xbf16>, tensor<8x32x16xbf16>) outs(%19 : tensor<8x32x16xbf16>) -> tensor<8x32x16xbf16>
  %expanded_23 = tensor.expand_shape %21 [[0, 1], [2], [3]] output_shape [2, 4, 32, 16] : tensor<8x32x16xbf16> into tensor<2x4x32x16xbf16>
  %transposed_24 = linalg.transpose ins(%expanded_23 : tensor<2x4x32x16xbf16>) outs(%5 : tensor<2x32x4x16xbf16>) permutation = [0, 2, 1, 3] 
  %22 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%transposed_19 : tensor<2x32x4x16xbf16>) outs(%1 : tensor<2x32x16xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %30 = arith.addf %out, %in : bf16
    linalg.yield %30 : bf16
  } -> tensor<2x32x16xbf16>
  %23 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%transposed_22 : tensor<2x32x4x16xbf16>) outs(%1 : tensor<2x32x16xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %30 = arith.addf %out, %in : bf16
    linalg.yield %30 : bf16
  } -> tensor<2x32x16xbf16>
  %24 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_3, %23 : tensor<2x32x16xbf16>, tensor<2x32x16xbf16>) outs(%4 : tensor<2x32x16xf32>) {
  ^bb0(%in: bf16, %in_29: bf16, %out: f32):
    %30 = arith.extf %in_29 : bf16 to f32
    %31 = arith.extf %in : bf16 to f32
    %32 = arith.mulf %31, %30 : f32
    linalg.yield %32 : f32
  } -> tensor<2x32x16xf32>
  %expanded_25 = tensor.expand_shape %24 [[0], [1, 2], [3]] output_shape [2, 32, 1, 16] : tensor<2x32x16xf32> into tensor<2x32x1x16xf32>
  %25 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_4, %23 : tensor<2x32x16xf32>, tensor<2x32x16xbf16>) outs(%0 : tensor<2x32x16xbf16>) {
  ^bb0(%in: f32, %in_29: bf16, %out: bf16):
    %30 = arith.extf %in_29 : bf16 to f32
    %31 = arith.mulf %30, %in : f32
    %32 = arith.truncf %31 : f32 to bf16
    linalg.yield %32 : bf16
  } -> tensor<2x32x16xbf16>
  %expanded_26 = tensor.expand_shape %25 [[0], [1, 2], [3]] output_shape [2, 32, 1, 16] : tensor<2x32x16xbf16> into tensor<2x32x1x16xbf16>
  %collapsed_27 = tensor.collapse_shape %22 [[0, 1], [2]] : tensor<2x32x16xbf16> into tensor<64x16xbf16>
  %26 = tensor.empty() : tensor<24x16xbf16>
  %27 = fused.matmul epilog(default) transpose_a ins(%collapsed, %collapsed_27 : tensor<64x24xbf16>, tensor<64x16xbf16>) outs(%26 : tensor<24x16xbf16>) -> tensor<24x16xbf16>
  %28 = tensor.empty() : tensor<64x24xbf16>
  %29 = fused.matmul epilog(default) transpose_b ins(%collapsed_27, %arg4 : tensor<64x16xbf16>, tensor<24x16xbf16>) outs(%28 : tensor<64x24xbf16>) -> tensor<64x24xbf16>
  %expanded_28 = tensor.expand_shape %29 [[0, 1], [2]] output_shape [2, 32, 24] : tensor<64x24xbf16> into tensor<2x32x24xbf16>
  return %transposed_16, %transposed_24, %expanded_26, %expanded_28, %27, %expanded_25 : tensor<2x32x4x16xbf16>, tensor<2x32x4x16xbf16>, tensor<2x32x1x16xbf16>, tensor<2x32x24xbf16>, tensor<24x16xbf16>, tensor<2x32x1x16xf32>
}
