// REQUIRES: fake-cuda, ptxas

// A training step of JAX that goes over two layers with attention in a scan. It
// saves the scores, the weights and the output of attention for the gradients,
// which are computed again, so that there are kernels for the gradients.
// RUN: fused-opt %s --fused-to-llvm="target=cuda chip=sm_90 emulate" \
// RUN:   --mlir-print-ir-after=fused-fuse-attention -o /dev/null 2>&1 \
// RUN: | FileCheck %s --check-prefix=IR
// RUN: fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s

// IR: scf.for
// IR: fused.attention
// IR: scf.for
// IR: fused.attention
// IR-COUNT-2: fused.attention_gradient
// CHECK: verification: PASS
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d2)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d3, d4, d0)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d3, d4, d1)>
#map13 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d3, d4)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map17 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d5, d1, d2)>
#map18 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d5, d3)>
#map19 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
#map20 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map21 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4, d5)>
#map22 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3, d4, d5)>
#map23 = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map24 = affine_map<(d0, d1, d2) -> (d0)>
#map25 = affine_map<(d0, d1, d2) -> (d1)>
#map26 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4, d1)>
#map27 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4, d2)>
#map28 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
#map29 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#map30 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map31 = affine_map<(d0, d1, d2) -> (d2, d1)>
module @jit_jaxpr_as_fun {
  func.func public @main(%arg0: tensor<2x64x64xbf16>, %arg1: tensor<2x64x64xbf16>, %arg2: tensor<2x64x64xbf16>, %arg3: tensor<2x64x64xbf16>, %arg4: tensor<1x64x64xbf16>) -> (tensor<2x64x64xbf16>, tensor<2x64x64xbf16>, tensor<2x64x64xbf16>, tensor<2x64x64xbf16>) {
    %cst = arith.constant 1.000000e+00 : bf16
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 1.250000e-01 : f32
    %c1_i32 = arith.constant 1 : i32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %cst_3 = arith.constant 0xFF800000 : f32
    %cst_4 = arith.constant 0.000000e+00 : bf16
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %0 = tensor.empty() : tensor<2x1x64x64xbf16>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%0 : tensor<2x1x64x64xbf16>) {
    ^bb0(%out: bf16):
      linalg.yield %cst_4 : bf16
    } -> tensor<2x1x64x64xbf16>
    %2 = tensor.empty() : tensor<2x1x64x64xf32>
    %3 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%2 : tensor<2x1x64x64xf32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_2 : f32
    } -> tensor<2x1x64x64xf32>
    %4 = tensor.empty() : tensor<2x1x64x1xf32>
    %5 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%4 : tensor<2x1x64x1xf32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_2 : f32
    } -> tensor<2x1x64x1xf32>
    %6:10 = scf.for %arg5 = %c0 to %c2 step %c1 iter_args(%arg6 = %arg4, %arg7 = %1, %arg8 = %1, %arg9 = %1, %arg10 = %3, %arg11 = %5, %arg12 = %5, %arg13 = %1, %arg14 = %1, %arg15 = %1) -> (tensor<1x64x64xbf16>, tensor<2x1x64x64xbf16>, tensor<2x1x64x64xbf16>, tensor<2x1x64x64xbf16>, tensor<2x1x64x64xf32>, tensor<2x1x64x1xf32>, tensor<2x1x64x1xf32>, tensor<2x1x64x64xbf16>, tensor<2x1x64x64xbf16>, tensor<2x1x64x64xbf16>) {
      %12 = arith.maxsi %arg5, %c0 : index
      %13 = arith.minsi %12, %c1 : index
      %extracted_slice = tensor.extract_slice %arg0[%13, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<2x64x64xbf16> to tensor<1x64x64xbf16>
      %extracted_slice_5 = tensor.extract_slice %arg1[%13, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<2x64x64xbf16> to tensor<1x64x64xbf16>
      %extracted_slice_6 = tensor.extract_slice %arg2[%13, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<2x64x64xbf16> to tensor<1x64x64xbf16>
      %extracted_slice_7 = tensor.extract_slice %arg3[%13, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<2x64x64xbf16> to tensor<1x64x64xbf16>
      %14 = tensor.empty() : tensor<1x64x64xbf16>
      %15 = linalg.fill ins(%cst_4 : bf16) outs(%14 : tensor<1x64x64xbf16>) -> tensor<1x64x64xbf16>
      %expanded = tensor.expand_shape %arg6 [[0], [1], [2, 3]] output_shape [1, 64, 1, 64] : tensor<1x64x64xbf16> into tensor<1x64x1x64xbf16>
      %16 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%expanded, %extracted_slice : tensor<1x64x1x64xbf16>, tensor<1x64x64xbf16>) outs(%15 : tensor<1x64x64xbf16>) {
      ^bb0(%in: bf16, %in_17: bf16, %out: bf16):
        %46 = arith.mulf %in, %in_17 : bf16
        %47 = arith.addf %out, %46 : bf16
        linalg.yield %47 : bf16
      } -> tensor<1x64x64xbf16>
      %17 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%expanded, %extracted_slice_5 : tensor<1x64x1x64xbf16>, tensor<1x64x64xbf16>) outs(%15 : tensor<1x64x64xbf16>) {
      ^bb0(%in: bf16, %in_17: bf16, %out: bf16):
        %46 = arith.mulf %in, %in_17 : bf16
        %47 = arith.addf %out, %46 : bf16
        linalg.yield %47 : bf16
      } -> tensor<1x64x64xbf16>
      %18 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%expanded, %extracted_slice_6 : tensor<1x64x1x64xbf16>, tensor<1x64x64xbf16>) outs(%15 : tensor<1x64x64xbf16>) {
      ^bb0(%in: bf16, %in_17: bf16, %out: bf16):
        %46 = arith.mulf %in, %in_17 : bf16
        %47 = arith.addf %out, %46 : bf16
        linalg.yield %47 : bf16
      } -> tensor<1x64x64xbf16>
      %19 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%16, %17 : tensor<1x64x64xbf16>, tensor<1x64x64xbf16>) outs(%15 : tensor<1x64x64xbf16>) {
      ^bb0(%in: bf16, %in_17: bf16, %out: bf16):
        %46 = arith.mulf %in, %in_17 : bf16
        %47 = arith.addf %out, %46 : bf16
        linalg.yield %47 : bf16
      } -> tensor<1x64x64xbf16>
      %20 = tensor.empty() : tensor<1x64x64xf32>
      %21 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<1x64x64xbf16>) outs(%20 : tensor<1x64x64xf32>) {
      ^bb0(%in: bf16, %out: f32):
        %46 = arith.extf %in : bf16 to f32
        %47 = arith.mulf %46, %cst_1 : f32
        linalg.yield %47 : f32
      } -> tensor<1x64x64xf32>
      %22 = tensor.empty() : tensor<1x64xf32>
      %23 = linalg.fill ins(%cst_3 : f32) outs(%22 : tensor<1x64xf32>) -> tensor<1x64xf32>
      %24 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%21 : tensor<1x64x64xf32>) outs(%23 : tensor<1x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %46 = arith.maximumf %out, %in : f32
        linalg.yield %46 : f32
      } -> tensor<1x64xf32>
      %25 = tensor.empty() : tensor<1x64x1xf32>
      %26 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %24 : tensor<1x64x64xf32>, tensor<1x64xf32>) outs(%20 : tensor<1x64x64xf32>) {
      ^bb0(%in: f32, %in_17: f32, %out: f32):
        %46 = arith.subf %in, %in_17 : f32
        %47 = math.exp %46 : f32
        linalg.yield %47 : f32
      } -> tensor<1x64x64xf32>
      %27 = linalg.fill ins(%cst_2 : f32) outs(%22 : tensor<1x64xf32>) -> tensor<1x64xf32>
      %28 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%26 : tensor<1x64x64xf32>) outs(%27 : tensor<1x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %46 = arith.addf %out, %in : f32
        linalg.yield %46 : f32
      } -> tensor<1x64xf32>
      %29 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<1x64xf32>) outs(%25 : tensor<1x64x1xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x64x1xf32>
      %30 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %29 : tensor<1x64x64xf32>, tensor<1x64x1xf32>) outs(%14 : tensor<1x64x64xbf16>) {
      ^bb0(%in: f32, %in_17: f32, %out: bf16):
        %46 = arith.divf %in, %in_17 : f32
        %47 = arith.truncf %46 : f32 to bf16
        linalg.yield %47 : bf16
      } -> tensor<1x64x64xbf16>
      %31 = linalg.batch_matmul ins(%30, %18 : tensor<1x64x64xbf16>, tensor<1x64x64xbf16>) outs(%15 : tensor<1x64x64xbf16>) -> tensor<1x64x64xbf16>
      %expanded_8 = tensor.expand_shape %31 [[0], [1], [2, 3]] output_shape [1, 64, 1, 64] : tensor<1x64x64xbf16> into tensor<1x64x1x64xbf16>
      %32 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%expanded_8, %extracted_slice_7 : tensor<1x64x1x64xbf16>, tensor<1x64x64xbf16>) outs(%15 : tensor<1x64x64xbf16>) {
      ^bb0(%in: bf16, %in_17: bf16, %out: bf16):
        %46 = arith.mulf %in, %in_17 : bf16
        %47 = arith.addf %out, %46 : bf16
        linalg.yield %47 : bf16
      } -> tensor<1x64x64xbf16>
      %33 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %32 : tensor<1x64x64xbf16>, tensor<1x64x64xbf16>) outs(%14 : tensor<1x64x64xbf16>) {
      ^bb0(%in: bf16, %in_17: bf16, %out: bf16):
        %46 = arith.addf %in, %in_17 : bf16
        linalg.yield %46 : bf16
      } -> tensor<1x64x64xbf16>
      %34 = tensor.empty() : tensor<1x1x64x64xbf16>
      %35 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg6 : tensor<1x64x64xbf16>) outs(%34 : tensor<1x1x64x64xbf16>) {
      ^bb0(%in: bf16, %out: bf16):
        linalg.yield %in : bf16
      } -> tensor<1x1x64x64xbf16>
      %inserted_slice = tensor.insert_slice %35 into %arg7[%13, 0, 0, 0] [1, 1, 64, 64] [1, 1, 1, 1] : tensor<1x1x64x64xbf16> into tensor<2x1x64x64xbf16>
      %36 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17 : tensor<1x64x64xbf16>) outs(%34 : tensor<1x1x64x64xbf16>) {
      ^bb0(%in: bf16, %out: bf16):
        linalg.yield %in : bf16
      } -> tensor<1x1x64x64xbf16>
      %inserted_slice_9 = tensor.insert_slice %36 into %arg8[%13, 0, 0, 0] [1, 1, 64, 64] [1, 1, 1, 1] : tensor<1x1x64x64xbf16> into tensor<2x1x64x64xbf16>
      %37 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<1x64x64xbf16>) outs(%34 : tensor<1x1x64x64xbf16>) {
      ^bb0(%in: bf16, %out: bf16):
        linalg.yield %in : bf16
      } -> tensor<1x1x64x64xbf16>
      %inserted_slice_10 = tensor.insert_slice %37 into %arg9[%13, 0, 0, 0] [1, 1, 64, 64] [1, 1, 1, 1] : tensor<1x1x64x64xbf16> into tensor<2x1x64x64xbf16>
      %38 = tensor.empty() : tensor<1x1x64x64xf32>
      %39 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<1x64x64xf32>) outs(%38 : tensor<1x1x64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x1x64x64xf32>
      %inserted_slice_11 = tensor.insert_slice %39 into %arg10[%13, 0, 0, 0] [1, 1, 64, 64] [1, 1, 1, 1] : tensor<1x1x64x64xf32> into tensor<2x1x64x64xf32>
      %40 = tensor.empty() : tensor<1x1x64x1xf32>
      %41 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<1x64x1xf32>) outs(%40 : tensor<1x1x64x1xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x1x64x1xf32>
      %inserted_slice_12 = tensor.insert_slice %41 into %arg11[%13, 0, 0, 0] [1, 1, 64, 1] [1, 1, 1, 1] : tensor<1x1x64x1xf32> into tensor<2x1x64x1xf32>
      %42 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<1x64x1xf32>) outs(%40 : tensor<1x1x64x1xf32>) {
      ^bb0(%in: f32, %out: f32):
        %46 = arith.mulf %in, %in : f32
        %47 = arith.divf %cst_0, %46 : f32
        linalg.yield %47 : f32
      } -> tensor<1x1x64x1xf32>
      %inserted_slice_13 = tensor.insert_slice %42 into %arg12[%13, 0, 0, 0] [1, 1, 64, 1] [1, 1, 1, 1] : tensor<1x1x64x1xf32> into tensor<2x1x64x1xf32>
      %43 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<1x64x64xbf16>) outs(%34 : tensor<1x1x64x64xbf16>) {
      ^bb0(%in: bf16, %out: bf16):
        linalg.yield %in : bf16
      } -> tensor<1x1x64x64xbf16>
      %inserted_slice_14 = tensor.insert_slice %43 into %arg13[%13, 0, 0, 0] [1, 1, 64, 64] [1, 1, 1, 1] : tensor<1x1x64x64xbf16> into tensor<2x1x64x64xbf16>
      %44 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30 : tensor<1x64x64xbf16>) outs(%34 : tensor<1x1x64x64xbf16>) {
      ^bb0(%in: bf16, %out: bf16):
        linalg.yield %in : bf16
      } -> tensor<1x1x64x64xbf16>
      %inserted_slice_15 = tensor.insert_slice %44 into %arg14[%13, 0, 0, 0] [1, 1, 64, 64] [1, 1, 1, 1] : tensor<1x1x64x64xbf16> into tensor<2x1x64x64xbf16>
      %45 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<1x64x64xbf16>) outs(%34 : tensor<1x1x64x64xbf16>) {
      ^bb0(%in: bf16, %out: bf16):
        linalg.yield %in : bf16
      } -> tensor<1x1x64x64xbf16>
      %inserted_slice_16 = tensor.insert_slice %45 into %arg15[%13, 0, 0, 0] [1, 1, 64, 64] [1, 1, 1, 1] : tensor<1x1x64x64xbf16> into tensor<2x1x64x64xbf16>
      scf.yield %33, %inserted_slice, %inserted_slice_9, %inserted_slice_10, %inserted_slice_11, %inserted_slice_12, %inserted_slice_13, %inserted_slice_14, %inserted_slice_15, %inserted_slice_16 : tensor<1x64x64xbf16>, tensor<2x1x64x64xbf16>, tensor<2x1x64x64xbf16>, tensor<2x1x64x64xbf16>, tensor<2x1x64x64xf32>, tensor<2x1x64x1xf32>, tensor<2x1x64x1xf32>, tensor<2x1x64x64xbf16>, tensor<2x1x64x64xbf16>, tensor<2x1x64x64xbf16>
    }
    %7 = tensor.empty() : tensor<1x64x64xbf16>
    %8 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel", "parallel", "parallel"]} outs(%7 : tensor<1x64x64xbf16>) {
    ^bb0(%out: bf16):
      linalg.yield %cst : bf16
    } -> tensor<1x64x64xbf16>
    %9 = tensor.empty() : tensor<2x64x64xbf16>
    %10 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel", "parallel", "parallel"]} outs(%9 : tensor<2x64x64xbf16>) {
    ^bb0(%out: bf16):
      linalg.yield %cst_4 : bf16
    } -> tensor<2x64x64xbf16>
    %11:5 = scf.for %arg5 = %c0 to %c2 step %c1 iter_args(%arg6 = %8, %arg7 = %10, %arg8 = %10, %arg9 = %10, %arg10 = %10) -> (tensor<1x64x64xbf16>, tensor<2x64x64xbf16>, tensor<2x64x64xbf16>, tensor<2x64x64xbf16>, tensor<2x64x64xbf16>) {
      %12 = arith.index_cast %arg5 : index to i32
      %13 = arith.subi %c1_i32, %12 : i32
      %14 = arith.index_cast %13 : i32 to index
      %15 = arith.maxsi %14, %c0 : index
      %16 = arith.minsi %15, %c1 : index
      %extracted_slice = tensor.extract_slice %arg0[%16, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<2x64x64xbf16> to tensor<1x64x64xbf16>
      %extracted_slice_5 = tensor.extract_slice %6#1[%16, 0, 0, 0] [1, 1, 64, 64] [1, 1, 1, 1] : tensor<2x1x64x64xbf16> to tensor<1x1x64x64xbf16>
      %collapsed = tensor.collapse_shape %extracted_slice_5 [[0], [1, 2], [3]] : tensor<1x1x64x64xbf16> into tensor<1x64x64xbf16>
      %extracted_slice_6 = tensor.extract_slice %arg1[%16, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<2x64x64xbf16> to tensor<1x64x64xbf16>
      %extracted_slice_7 = tensor.extract_slice %arg2[%16, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<2x64x64xbf16> to tensor<1x64x64xbf16>
      %extracted_slice_8 = tensor.extract_slice %6#2[%16, 0, 0, 0] [1, 1, 64, 64] [1, 1, 1, 1] : tensor<2x1x64x64xbf16> to tensor<1x1x64x64xbf16>
      %extracted_slice_9 = tensor.extract_slice %6#3[%16, 0, 0, 0] [1, 1, 64, 64] [1, 1, 1, 1] : tensor<2x1x64x64xbf16> to tensor<1x1x64x64xbf16>
      %extracted_slice_10 = tensor.extract_slice %6#4[%16, 0, 0, 0] [1, 1, 64, 64] [1, 1, 1, 1] : tensor<2x1x64x64xf32> to tensor<1x1x64x64xf32>
      %collapsed_11 = tensor.collapse_shape %extracted_slice_10 [[0], [1, 2], [3]] : tensor<1x1x64x64xf32> into tensor<1x64x64xf32>
      %extracted_slice_12 = tensor.extract_slice %6#5[%16, 0, 0, 0] [1, 1, 64, 1] [1, 1, 1, 1] : tensor<2x1x64x1xf32> to tensor<1x1x64x1xf32>
      %collapsed_13 = tensor.collapse_shape %extracted_slice_12 [[0], [1, 2], [3]] : tensor<1x1x64x1xf32> into tensor<1x64x1xf32>
      %extracted_slice_14 = tensor.extract_slice %6#6[%16, 0, 0, 0] [1, 1, 64, 1] [1, 1, 1, 1] : tensor<2x1x64x1xf32> to tensor<1x1x64x1xf32>
      %collapsed_15 = tensor.collapse_shape %extracted_slice_14 [[0], [1, 2], [3]] : tensor<1x1x64x1xf32> into tensor<1x64x1xf32>
      %extracted_slice_16 = tensor.extract_slice %6#7[%16, 0, 0, 0] [1, 1, 64, 64] [1, 1, 1, 1] : tensor<2x1x64x64xbf16> to tensor<1x1x64x64xbf16>
      %extracted_slice_17 = tensor.extract_slice %6#8[%16, 0, 0, 0] [1, 1, 64, 64] [1, 1, 1, 1] : tensor<2x1x64x64xbf16> to tensor<1x1x64x64xbf16>
      %extracted_slice_18 = tensor.extract_slice %arg3[%16, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<2x64x64xbf16> to tensor<1x64x64xbf16>
      %extracted_slice_19 = tensor.extract_slice %6#9[%16, 0, 0, 0] [1, 1, 64, 64] [1, 1, 1, 1] : tensor<2x1x64x64xbf16> to tensor<1x1x64x64xbf16>
      %17 = tensor.empty() : tensor<64x64xbf16>
      %18 = linalg.fill ins(%cst_4 : bf16) outs(%17 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
      %expanded = tensor.expand_shape %arg6 [[0], [1, 2], [3]] output_shape [1, 1, 64, 64] : tensor<1x64x64xbf16> into tensor<1x1x64x64xbf16>
      %19 = linalg.generic {indexing_maps = [#map11, #map12, #map13], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%expanded, %extracted_slice_19 : tensor<1x1x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%18 : tensor<64x64xbf16>) {
      ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
        %50 = arith.mulf %in, %in_34 : bf16
        %51 = arith.addf %out, %50 : bf16
        linalg.yield %51 : bf16
      } -> tensor<64x64xbf16>
      %20 = linalg.fill ins(%cst_4 : bf16) outs(%7 : tensor<1x64x64xbf16>) -> tensor<1x64x64xbf16>
      %expanded_20 = tensor.expand_shape %7 [[0], [1], [2, 3]] output_shape [1, 64, 1, 64] : tensor<1x64x64xbf16> into tensor<1x64x1x64xbf16>
      %21 = linalg.fill ins(%cst_4 : bf16) outs(%expanded_20 : tensor<1x64x1x64xbf16>) -> tensor<1x64x1x64xbf16>
      %22 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg6, %extracted_slice_18 : tensor<1x64x64xbf16>, tensor<1x64x64xbf16>) outs(%21 : tensor<1x64x1x64xbf16>) {
      ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
        %50 = arith.mulf %in, %in_34 : bf16
        %51 = arith.addf %out, %50 : bf16
        linalg.yield %51 : bf16
      } -> tensor<1x64x1x64xbf16>
      %expanded_21 = tensor.expand_shape %22 [[0], [1, 2], [3], [4]] output_shape [1, 1, 64, 1, 64] : tensor<1x64x1x64xbf16> into tensor<1x1x64x1x64xbf16>
      %expanded_22 = tensor.expand_shape %7 [[0], [1, 2], [3]] output_shape [1, 1, 64, 64] : tensor<1x64x64xbf16> into tensor<1x1x64x64xbf16>
      %23 = linalg.fill ins(%cst_4 : bf16) outs(%expanded_22 : tensor<1x1x64x64xbf16>) -> tensor<1x1x64x64xbf16>
      %24 = linalg.generic {indexing_maps = [#map17, #map18, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%expanded_21, %extracted_slice_17 : tensor<1x1x64x1x64xbf16>, tensor<1x1x64x64xbf16>) outs(%23 : tensor<1x1x64x64xbf16>) {
      ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
        %50 = arith.mulf %in, %in_34 : bf16
        %51 = arith.addf %out, %50 : bf16
        linalg.yield %51 : bf16
      } -> tensor<1x1x64x64xbf16>
      %25 = tensor.empty() : tensor<1x64x1x64xbf16>
      %26 = linalg.generic {indexing_maps = [#map20, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<1x1x64x64xbf16>) outs(%25 : tensor<1x64x1x64xbf16>) {
      ^bb0(%in: bf16, %out: bf16):
        linalg.yield %in : bf16
      } -> tensor<1x64x1x64xbf16>
      %collapsed_23 = tensor.collapse_shape %26 [[0], [1], [2, 3]] : tensor<1x64x1x64xbf16> into tensor<1x64x64xbf16>
      %expanded_24 = tensor.expand_shape %extracted_slice_16 [[0], [1], [2], [3, 4]] output_shape [1, 1, 64, 1, 64] : tensor<1x1x64x64xbf16> into tensor<1x1x64x1x64xbf16>
      %27 = linalg.generic {indexing_maps = [#map21, #map22, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%22, %expanded_24 : tensor<1x64x1x64xbf16>, tensor<1x1x64x1x64xbf16>) outs(%21 : tensor<1x64x1x64xbf16>) {
      ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
        %50 = arith.mulf %in, %in_34 : bf16
        %51 = arith.addf %out, %50 : bf16
        linalg.yield %51 : bf16
      } -> tensor<1x64x1x64xbf16>
      %28 = tensor.empty() : tensor<1x64x1x64xf32>
      %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<1x64x1x64xbf16>) outs(%28 : tensor<1x64x1x64xf32>) {
      ^bb0(%in: bf16, %out: f32):
        %50 = arith.extf %in : bf16 to f32
        linalg.yield %50 : f32
      } -> tensor<1x64x1x64xf32>
      %collapsed_25 = tensor.collapse_shape %29 [[0], [1], [2, 3]] : tensor<1x64x1x64xf32> into tensor<1x64x64xf32>
      %30 = tensor.empty() : tensor<1x64xf32>
      %31 = linalg.fill ins(%cst_2 : f32) outs(%30 : tensor<1x64xf32>) -> tensor<1x64xf32>
      %32 = linalg.generic {indexing_maps = [#map7, #map9, #map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed_25, %collapsed_15, %collapsed_11 : tensor<1x64x64xf32>, tensor<1x64x1xf32>, tensor<1x64x64xf32>) outs(%31 : tensor<1x64xf32>) {
      ^bb0(%in: f32, %in_34: f32, %in_35: f32, %out: f32):
        %50 = arith.mulf %in, %in_34 : f32
        %51 = arith.mulf %50, %in_35 : f32
        %52 = arith.addf %out, %51 : f32
        linalg.yield %52 : f32
      } -> tensor<1x64xf32>
      %expanded_26 = tensor.expand_shape %32 [[0], [1, 2]] output_shape [1, 64, 1] : tensor<1x64xf32> into tensor<1x64x1xf32>
      %33 = tensor.empty() : tensor<64xf32>
      %34 = linalg.fill ins(%cst_2 : f32) outs(%33 : tensor<64xf32>) -> tensor<64xf32>
      %35 = linalg.generic {indexing_maps = [#map23, #map24], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_26 : tensor<1x64x1xf32>) outs(%34 : tensor<64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %50 = arith.negf %in : f32
        %51 = arith.addf %out, %50 : f32
        linalg.yield %51 : f32
      } -> tensor<64xf32>
      %36 = linalg.generic {indexing_maps = [#map7, #map9, #map25, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_25, %collapsed_13, %35, %collapsed_11 : tensor<1x64x64xf32>, tensor<1x64x1xf32>, tensor<64xf32>, tensor<1x64x64xf32>) outs(%7 : tensor<1x64x64xbf16>) {
      ^bb0(%in: f32, %in_34: f32, %in_35: f32, %in_36: f32, %out: bf16):
        %50 = arith.divf %in, %in_34 : f32
        %51 = arith.addf %50, %in_35 : f32
        %52 = arith.mulf %51, %in_36 : f32
        %53 = arith.mulf %52, %cst_1 : f32
        %54 = arith.truncf %53 : f32 to bf16
        linalg.yield %54 : bf16
      } -> tensor<1x64x64xbf16>
      %expanded_27 = tensor.expand_shape %36 [[0], [1, 2], [3]] output_shape [1, 1, 64, 64] : tensor<1x64x64xbf16> into tensor<1x1x64x64xbf16>
      %37 = linalg.generic {indexing_maps = [#map26, #map27, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%expanded_27, %extracted_slice_9 : tensor<1x1x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%20 : tensor<1x64x64xbf16>) {
      ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
        %50 = arith.mulf %in, %in_34 : bf16
        %51 = arith.addf %out, %50 : bf16
        linalg.yield %51 : bf16
      } -> tensor<1x64x64xbf16>
      %expanded_28 = tensor.expand_shape %36 [[0], [1], [2, 3]] output_shape [1, 64, 1, 64] : tensor<1x64x64xbf16> into tensor<1x64x1x64xbf16>
      %38 = linalg.generic {indexing_maps = [#map1, #map27, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%expanded_28, %extracted_slice_8 : tensor<1x64x1x64xbf16>, tensor<1x1x64x64xbf16>) outs(%20 : tensor<1x64x64xbf16>) {
      ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
        %50 = arith.mulf %in, %in_34 : bf16
        %51 = arith.addf %out, %50 : bf16
        linalg.yield %51 : bf16
      } -> tensor<1x64x64xbf16>
      %39 = linalg.generic {indexing_maps = [#map28, #map29, #map30], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_23, %collapsed : tensor<1x64x64xbf16>, tensor<1x64x64xbf16>) outs(%18 : tensor<64x64xbf16>) {
      ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
        %50 = arith.mulf %in, %in_34 : bf16
        %51 = arith.addf %out, %50 : bf16
        linalg.yield %51 : bf16
      } -> tensor<64x64xbf16>
      %40 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_23, %extracted_slice_7 : tensor<1x64x64xbf16>, tensor<1x64x64xbf16>) outs(%21 : tensor<1x64x1x64xbf16>) {
      ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
        %50 = arith.mulf %in, %in_34 : bf16
        %51 = arith.addf %out, %50 : bf16
        linalg.yield %51 : bf16
      } -> tensor<1x64x1x64xbf16>
      %expanded_29 = tensor.expand_shape %arg6 [[0], [1], [2, 3]] output_shape [1, 64, 1, 64] : tensor<1x64x64xbf16> into tensor<1x64x1x64xbf16>
      %41 = linalg.generic {indexing_maps = [#map28, #map29, #map30], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%37, %collapsed : tensor<1x64x64xbf16>, tensor<1x64x64xbf16>) outs(%18 : tensor<64x64xbf16>) {
      ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
        %50 = arith.mulf %in, %in_34 : bf16
        %51 = arith.addf %out, %50 : bf16
        linalg.yield %51 : bf16
      } -> tensor<64x64xbf16>
      %42 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%37, %extracted_slice_6 : tensor<1x64x64xbf16>, tensor<1x64x64xbf16>) outs(%21 : tensor<1x64x1x64xbf16>) {
      ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
        %50 = arith.mulf %in, %in_34 : bf16
        %51 = arith.addf %out, %50 : bf16
        linalg.yield %51 : bf16
      } -> tensor<1x64x1x64xbf16>
      %43 = linalg.generic {indexing_maps = [#map28, #map29, #map30], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%38, %collapsed : tensor<1x64x64xbf16>, tensor<1x64x64xbf16>) outs(%18 : tensor<64x64xbf16>) {
      ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
        %50 = arith.mulf %in, %in_34 : bf16
        %51 = arith.addf %out, %50 : bf16
        linalg.yield %51 : bf16
      } -> tensor<64x64xbf16>
      %44 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%38, %extracted_slice : tensor<1x64x64xbf16>, tensor<1x64x64xbf16>) outs(%21 : tensor<1x64x1x64xbf16>) {
      ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
        %50 = arith.mulf %in, %in_34 : bf16
        %51 = arith.addf %out, %50 : bf16
        linalg.yield %51 : bf16
      } -> tensor<1x64x1x64xbf16>
      %45 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_29, %40, %42, %44 : tensor<1x64x1x64xbf16>, tensor<1x64x1x64xbf16>, tensor<1x64x1x64xbf16>, tensor<1x64x1x64xbf16>) outs(%25 : tensor<1x64x1x64xbf16>) {
      ^bb0(%in: bf16, %in_34: bf16, %in_35: bf16, %in_36: bf16, %out: bf16):
        %50 = arith.addf %in, %in_34 : bf16
        %51 = arith.addf %50, %in_35 : bf16
        %52 = arith.addf %51, %in_36 : bf16
        linalg.yield %52 : bf16
      } -> tensor<1x64x1x64xbf16>
      %collapsed_30 = tensor.collapse_shape %45 [[0], [1], [2, 3]] : tensor<1x64x1x64xbf16> into tensor<1x64x64xbf16>
      %46 = linalg.generic {indexing_maps = [#map31, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<64x64xbf16>) outs(%7 : tensor<1x64x64xbf16>) {
      ^bb0(%in: bf16, %out: bf16):
        linalg.yield %in : bf16
      } -> tensor<1x64x64xbf16>
      %inserted_slice = tensor.insert_slice %46 into %arg7[%16, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<1x64x64xbf16> into tensor<2x64x64xbf16>
      %47 = linalg.generic {indexing_maps = [#map31, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<64x64xbf16>) outs(%7 : tensor<1x64x64xbf16>) {
      ^bb0(%in: bf16, %out: bf16):
        linalg.yield %in : bf16
      } -> tensor<1x64x64xbf16>
      %inserted_slice_31 = tensor.insert_slice %47 into %arg8[%16, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<1x64x64xbf16> into tensor<2x64x64xbf16>
      %48 = linalg.generic {indexing_maps = [#map31, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<64x64xbf16>) outs(%7 : tensor<1x64x64xbf16>) {
      ^bb0(%in: bf16, %out: bf16):
        linalg.yield %in : bf16
      } -> tensor<1x64x64xbf16>
      %inserted_slice_32 = tensor.insert_slice %48 into %arg9[%16, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<1x64x64xbf16> into tensor<2x64x64xbf16>
      %49 = linalg.generic {indexing_maps = [#map31, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<64x64xbf16>) outs(%7 : tensor<1x64x64xbf16>) {
      ^bb0(%in: bf16, %out: bf16):
        linalg.yield %in : bf16
      } -> tensor<1x64x64xbf16>
      %inserted_slice_33 = tensor.insert_slice %49 into %arg10[%16, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<1x64x64xbf16> into tensor<2x64x64xbf16>
      scf.yield %collapsed_30, %inserted_slice, %inserted_slice_31, %inserted_slice_32, %inserted_slice_33 : tensor<1x64x64xbf16>, tensor<2x64x64xbf16>, tensor<2x64x64xbf16>, tensor<2x64x64xbf16>, tensor<2x64x64xbf16>
    }
    return %11#1, %11#2, %11#3, %11#4 : tensor<2x64x64xbf16>, tensor<2x64x64xbf16>, tensor<2x64x64xbf16>, tensor<2x64x64xbf16>
  }
}

