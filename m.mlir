#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> ()>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map6 = affine_map<(d0, d1) -> ()>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map8 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d4, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map14 = affine_map<() -> ()>
#map15 = affine_map<(d0, d1, d2, d3) -> ()>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>
#map17 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map19 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map20 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2)>
#map21 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map22 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map23 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d2)>
#map24 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
#map25 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map26 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map27 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map28 = affine_map<(d0, d1) -> (0, d1)>
#map29 = affine_map<(d0, d1) -> (d1, d0)>
#map30 = affine_map<(d0, d1) -> (d0)>
#map31 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map32 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map33 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map34 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#map35 = affine_map<(d0, d1, d2) -> (d0)>
#map36 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d0)>
#map37 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d1, d2)>
#map38 = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
#map39 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d3, d4)>
#map40 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
#map41 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2)>
#map42 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#map43 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
#map44 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d3)>
#map45 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map46 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0, d1)>
#map47 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map48 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d0, d1)>
#map49 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
#map50 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#map51 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map52 = affine_map<(d0) -> ()>
#map53 = affine_map<(d0) -> (0)>
#map54 = affine_map<(d0, d1) -> (0, 0)>
#map55 = affine_map<(d0, d1, d2) -> (0, 0, 0)>
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64xf32>, %arg1: tensor<256x64xf32>, %arg2: tensor<256xf32>, %arg3: tensor<64x256xf32>, %arg4: tensor<10xf32>, %arg5: tensor<64x10xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64xf32>, %arg8: tensor<64xf32>, %arg9: tensor<64xf32>, %arg10: tensor<64xf32>, %arg11: tensor<64xf32>, %arg12: tensor<64xf32>, %arg13: tensor<64xf32>, %arg14: tensor<4x16xf32>, %arg15: tensor<64x4x16xf32>, %arg16: tensor<64xf32>, %arg17: tensor<4x16x64xf32>, %arg18: tensor<4x16xf32>, %arg19: tensor<64x4x16xf32>, %arg20: tensor<4x16xf32>, %arg21: tensor<64x4x16xf32>, %arg22: tensor<4x16xf32>, %arg23: tensor<64x4x16xf32>, %arg24: tensor<64xf32>, %arg25: tensor<4x16x64xf32>, %arg26: tensor<4x16xf32>, %arg27: tensor<64x4x16xf32>, %arg28: tensor<4x16xf32>, %arg29: tensor<64x4x16xf32>, %arg30: tensor<8x64xf32>, %arg31: tensor<i32>, %arg32: tensor<64xf32>, %arg33: tensor<256x64xf32>, %arg34: tensor<256xf32>, %arg35: tensor<64x256xf32>, %arg36: tensor<10xf32>, %arg37: tensor<64x10xf32>, %arg38: tensor<64xf32>, %arg39: tensor<64xf32>, %arg40: tensor<64xf32>, %arg41: tensor<64xf32>, %arg42: tensor<64xf32>, %arg43: tensor<64xf32>, %arg44: tensor<64xf32>, %arg45: tensor<64xf32>, %arg46: tensor<4x16xf32>, %arg47: tensor<64x4x16xf32>, %arg48: tensor<64xf32>, %arg49: tensor<4x16x64xf32>, %arg50: tensor<4x16xf32>, %arg51: tensor<64x4x16xf32>, %arg52: tensor<4x16xf32>, %arg53: tensor<64x4x16xf32>, %arg54: tensor<4x16xf32>, %arg55: tensor<64x4x16xf32>, %arg56: tensor<64xf32>, %arg57: tensor<4x16x64xf32>, %arg58: tensor<4x16xf32>, %arg59: tensor<64x4x16xf32>, %arg60: tensor<4x16xf32>, %arg61: tensor<64x4x16xf32>, %arg62: tensor<8x64xf32>, %arg63: tensor<64xf32>, %arg64: tensor<256x64xf32>, %arg65: tensor<256xf32>, %arg66: tensor<64x256xf32>, %arg67: tensor<10xf32>, %arg68: tensor<64x10xf32>, %arg69: tensor<64xf32>, %arg70: tensor<64xf32>, %arg71: tensor<64xf32>, %arg72: tensor<64xf32>, %arg73: tensor<64xf32>, %arg74: tensor<64xf32>, %arg75: tensor<64xf32>, %arg76: tensor<64xf32>, %arg77: tensor<4x16xf32>, %arg78: tensor<64x4x16xf32>, %arg79: tensor<64xf32>, %arg80: tensor<4x16x64xf32>, %arg81: tensor<4x16xf32>, %arg82: tensor<64x4x16xf32>, %arg83: tensor<4x16xf32>, %arg84: tensor<64x4x16xf32>, %arg85: tensor<4x16xf32>, %arg86: tensor<64x4x16xf32>, %arg87: tensor<64xf32>, %arg88: tensor<4x16x64xf32>, %arg89: tensor<4x16xf32>, %arg90: tensor<64x4x16xf32>, %arg91: tensor<4x16xf32>, %arg92: tensor<64x4x16xf32>, %arg93: tensor<8x64xf32>, %arg94: tensor<4x16x64xf32>) -> (tensor<64xf32> {jax.result_info = "result[0]['params']['Dense_0']['bias']"}, tensor<256x64xf32> {jax.result_info = "result[0]['params']['Dense_0']['kernel']"}, tensor<256xf32> {jax.result_info = "result[0]['params']['Dense_1']['bias']"}, tensor<64x256xf32> {jax.result_info = "result[0]['params']['Dense_1']['kernel']"}, tensor<10xf32> {jax.result_info = "result[0]['params']['Dense_2']['bias']"}, tensor<64x10xf32> {jax.result_info = "result[0]['params']['Dense_2']['kernel']"}, tensor<64xf32> {jax.result_info = "result[0]['params']['LayerNorm_0']['bias']"}, tensor<64xf32> {jax.result_info = "result[0]['params']['LayerNorm_0']['scale']"}, tensor<64xf32> {jax.result_info = "result[0]['params']['LayerNorm_1']['bias']"}, tensor<64xf32> {jax.result_info = "result[0]['params']['LayerNorm_1']['scale']"}, tensor<64xf32> {jax.result_info = "result[0]['params']['LayerNorm_2']['bias']"}, tensor<64xf32> {jax.result_info = "result[0]['params']['LayerNorm_2']['scale']"}, tensor<64xf32> {jax.result_info = "result[0]['params']['LayerNorm_3']['bias']"}, tensor<64xf32> {jax.result_info = "result[0]['params']['LayerNorm_3']['scale']"}, tensor<4x16xf32> {jax.result_info = "result[0]['params']['MultiHeadDotProductAttention_0']['key']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[0]['params']['MultiHeadDotProductAttention_0']['key']['kernel']"}, tensor<64xf32> {jax.result_info = "result[0]['params']['MultiHeadDotProductAttention_0']['out']['bias']"}, tensor<4x16x64xf32> {jax.result_info = "result[0]['params']['MultiHeadDotProductAttention_0']['out']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[0]['params']['MultiHeadDotProductAttention_0']['query']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[0]['params']['MultiHeadDotProductAttention_0']['query']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[0]['params']['MultiHeadDotProductAttention_0']['value']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[0]['params']['MultiHeadDotProductAttention_0']['value']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[0]['params']['SelfAttention_0']['key']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[0]['params']['SelfAttention_0']['key']['kernel']"}, tensor<64xf32> {jax.result_info = "result[0]['params']['SelfAttention_0']['out']['bias']"}, tensor<4x16x64xf32> {jax.result_info = "result[0]['params']['SelfAttention_0']['out']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[0]['params']['SelfAttention_0']['query']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[0]['params']['SelfAttention_0']['query']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[0]['params']['SelfAttention_0']['value']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[0]['params']['SelfAttention_0']['value']['kernel']"}, tensor<8x64xf32> {jax.result_info = "result[0]['params']['z']"}, tensor<i32> {jax.result_info = "result[1][0].count"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['params']['Dense_0']['bias']"}, tensor<256x64xf32> {jax.result_info = "result[1][0].mu['params']['Dense_0']['kernel']"}, tensor<256xf32> {jax.result_info = "result[1][0].mu['params']['Dense_1']['bias']"}, tensor<64x256xf32> {jax.result_info = "result[1][0].mu['params']['Dense_1']['kernel']"}, tensor<10xf32> {jax.result_info = "result[1][0].mu['params']['Dense_2']['bias']"}, tensor<64x10xf32> {jax.result_info = "result[1][0].mu['params']['Dense_2']['kernel']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['params']['LayerNorm_0']['bias']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['params']['LayerNorm_0']['scale']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['params']['LayerNorm_1']['bias']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['params']['LayerNorm_1']['scale']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['params']['LayerNorm_2']['bias']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['params']['LayerNorm_2']['scale']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['params']['LayerNorm_3']['bias']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['params']['LayerNorm_3']['scale']"}, tensor<4x16xf32> {jax.result_info = "result[1][0].mu['params']['MultiHeadDotProductAttention_0']['key']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[1][0].mu['params']['MultiHeadDotProductAttention_0']['key']['kernel']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['params']['MultiHeadDotProductAttention_0']['out']['bias']"}, tensor<4x16x64xf32> {jax.result_info = "result[1][0].mu['params']['MultiHeadDotProductAttention_0']['out']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[1][0].mu['params']['MultiHeadDotProductAttention_0']['query']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[1][0].mu['params']['MultiHeadDotProductAttention_0']['query']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[1][0].mu['params']['MultiHeadDotProductAttention_0']['value']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[1][0].mu['params']['MultiHeadDotProductAttention_0']['value']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[1][0].mu['params']['SelfAttention_0']['key']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[1][0].mu['params']['SelfAttention_0']['key']['kernel']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['params']['SelfAttention_0']['out']['bias']"}, tensor<4x16x64xf32> {jax.result_info = "result[1][0].mu['params']['SelfAttention_0']['out']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[1][0].mu['params']['SelfAttention_0']['query']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[1][0].mu['params']['SelfAttention_0']['query']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[1][0].mu['params']['SelfAttention_0']['value']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[1][0].mu['params']['SelfAttention_0']['value']['kernel']"}, tensor<8x64xf32> {jax.result_info = "result[1][0].mu['params']['z']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['params']['Dense_0']['bias']"}, tensor<256x64xf32> {jax.result_info = "result[1][0].nu['params']['Dense_0']['kernel']"}, tensor<256xf32> {jax.result_info = "result[1][0].nu['params']['Dense_1']['bias']"}, tensor<64x256xf32> {jax.result_info = "result[1][0].nu['params']['Dense_1']['kernel']"}, tensor<10xf32> {jax.result_info = "result[1][0].nu['params']['Dense_2']['bias']"}, tensor<64x10xf32> {jax.result_info = "result[1][0].nu['params']['Dense_2']['kernel']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['params']['LayerNorm_0']['bias']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['params']['LayerNorm_0']['scale']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['params']['LayerNorm_1']['bias']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['params']['LayerNorm_1']['scale']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['params']['LayerNorm_2']['bias']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['params']['LayerNorm_2']['scale']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['params']['LayerNorm_3']['bias']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['params']['LayerNorm_3']['scale']"}, tensor<4x16xf32> {jax.result_info = "result[1][0].nu['params']['MultiHeadDotProductAttention_0']['key']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[1][0].nu['params']['MultiHeadDotProductAttention_0']['key']['kernel']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['params']['MultiHeadDotProductAttention_0']['out']['bias']"}, tensor<4x16x64xf32> {jax.result_info = "result[1][0].nu['params']['MultiHeadDotProductAttention_0']['out']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[1][0].nu['params']['MultiHeadDotProductAttention_0']['query']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[1][0].nu['params']['MultiHeadDotProductAttention_0']['query']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[1][0].nu['params']['MultiHeadDotProductAttention_0']['value']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[1][0].nu['params']['MultiHeadDotProductAttention_0']['value']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[1][0].nu['params']['SelfAttention_0']['key']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[1][0].nu['params']['SelfAttention_0']['key']['kernel']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['params']['SelfAttention_0']['out']['bias']"}, tensor<4x16x64xf32> {jax.result_info = "result[1][0].nu['params']['SelfAttention_0']['out']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[1][0].nu['params']['SelfAttention_0']['query']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[1][0].nu['params']['SelfAttention_0']['query']['kernel']"}, tensor<4x16xf32> {jax.result_info = "result[1][0].nu['params']['SelfAttention_0']['value']['bias']"}, tensor<64x4x16xf32> {jax.result_info = "result[1][0].nu['params']['SelfAttention_0']['value']['kernel']"}, tensor<8x64xf32> {jax.result_info = "result[1][0].nu['params']['z']"}, tensor<f32> {jax.result_info = "result[2]"}) {
    %cst = arith.constant 4.000000e+00 : f32
    %cst_0 = arith.constant 9.990000e-01 : f32
    %cst_1 = arith.constant 0.899999976 : f32
    %c1_i32 = arith.constant 1 : i32
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 4.000000e+01 : f32
    %cst_4 = arith.constant 0xFF80 : bf16
    %cst_5 = arith.constant 0.000000e+00 : bf16
    %cst_6 = arith.constant 0.000000e+00 : f32
    %cst_7 = arith.constant dense<-1.000000e-03> : tensor<f32>
    %cst_8 = arith.constant dense<2147483647> : tensor<i32>
    %cst_9 = arith.constant dense<9.990000e-01> : tensor<f32>
    %cst_10 = arith.constant dense<1.000000e-03> : tensor<f32>
    %cst_11 = arith.constant dense<0.899999976> : tensor<f32>
    %cst_12 = arith.constant dense<1.000000e-01> : tensor<f32>
    %cst_13 = arith.constant dense<8.000000e+00> : tensor<f32>
    %cst_14 = arith.constant dense<5.000000e-01> : tensor<bf16>
    %cst_15 = arith.constant dense<7.968750e-01> : tensor<bf16>
    %cst_16 = arith.constant dense<4.467770e-02> : tensor<bf16>
    %cst_17 = arith.constant dense<3.000000e+00> : tensor<bf16>
    %cst_18 = arith.constant dense<1.000000e+00> : tensor<bf16>
    %cst_19 = arith.constant dense<0xFF80> : tensor<bf16>
    %cst_20 = arith.constant dense<-5.000000e-01> : tensor<f32>
    %cst_21 = arith.constant dense<9.99999997E-7> : tensor<f32>
    %cst_22 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_23 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_24 = arith.constant dense<6.400000e+01> : tensor<f32>
    %cst_25 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_26 = arith.constant dense<2.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<64xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<64xf32>) outs(%0 : tensor<64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64xbf16>
    %2 = tensor.empty() : tensor<256x64xbf16>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<256x64xf32>) outs(%2 : tensor<256x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<256x64xbf16>
    %4 = tensor.empty() : tensor<256xbf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg2 : tensor<256xf32>) outs(%4 : tensor<256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<256xbf16>
    %6 = tensor.empty() : tensor<64x256xbf16>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<64x256xf32>) outs(%6 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64x256xbf16>
    %8 = tensor.empty() : tensor<10xbf16>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg4 : tensor<10xf32>) outs(%8 : tensor<10xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<10xbf16>
    %10 = tensor.empty() : tensor<64x10xbf16>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<64x10xf32>) outs(%10 : tensor<64x10xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64x10xbf16>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg6 : tensor<64xf32>) outs(%0 : tensor<64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64xbf16>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg7 : tensor<64xf32>) outs(%0 : tensor<64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64xbf16>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg8 : tensor<64xf32>) outs(%0 : tensor<64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64xbf16>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg9 : tensor<64xf32>) outs(%0 : tensor<64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64xbf16>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg10 : tensor<64xf32>) outs(%0 : tensor<64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64xbf16>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg11 : tensor<64xf32>) outs(%0 : tensor<64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64xbf16>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg12 : tensor<64xf32>) outs(%0 : tensor<64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64xbf16>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg13 : tensor<64xf32>) outs(%0 : tensor<64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64xbf16>
    %20 = tensor.empty() : tensor<4x16xbf16>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<4x16xf32>) outs(%20 : tensor<4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16xbf16>
    %22 = tensor.empty() : tensor<64x4x16xbf16>
    %23 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15 : tensor<64x4x16xf32>) outs(%22 : tensor<64x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64x4x16xbf16>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg16 : tensor<64xf32>) outs(%0 : tensor<64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64xbf16>
    %25 = tensor.empty() : tensor<4x16x64xbf16>
    %26 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg17 : tensor<4x16x64xf32>) outs(%25 : tensor<4x16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16x64xbf16>
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg18 : tensor<4x16xf32>) outs(%20 : tensor<4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16xbf16>
    %28 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg19 : tensor<64x4x16xf32>) outs(%22 : tensor<64x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64x4x16xbf16>
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg20 : tensor<4x16xf32>) outs(%20 : tensor<4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16xbf16>
    %30 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg21 : tensor<64x4x16xf32>) outs(%22 : tensor<64x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64x4x16xbf16>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg22 : tensor<4x16xf32>) outs(%20 : tensor<4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16xbf16>
    %32 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg23 : tensor<64x4x16xf32>) outs(%22 : tensor<64x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64x4x16xbf16>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg24 : tensor<64xf32>) outs(%0 : tensor<64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64xbf16>
    %34 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg25 : tensor<4x16x64xf32>) outs(%25 : tensor<4x16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16x64xbf16>
    %35 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg26 : tensor<4x16xf32>) outs(%20 : tensor<4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16xbf16>
    %36 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg27 : tensor<64x4x16xf32>) outs(%22 : tensor<64x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64x4x16xbf16>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg28 : tensor<4x16xf32>) outs(%20 : tensor<4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16xbf16>
    %38 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg29 : tensor<64x4x16xf32>) outs(%22 : tensor<64x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<64x4x16xbf16>
    %39 = tensor.empty() : tensor<8x64xbf16>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg30 : tensor<8x64xf32>) outs(%39 : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<8x64xbf16>
    %41 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg94 : tensor<4x16x64xf32>) outs(%25 : tensor<4x16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16x64xbf16>
    %42 = tensor.empty() : tensor<4x8x64xbf16>
    %43 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x64xbf16>
    %44 = tensor.empty() : tensor<4x8x64xf32>
    %45 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<4x8x64xbf16>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %46 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45, %45 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %47 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_26 : tensor<f32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %48 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %45 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %49 = tensor.empty() : tensor<4x8xf32>
    %50 = linalg.fill ins(%cst_6 : f32) outs(%49 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %51 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%45 : tensor<4x8x64xf32>) outs(%50 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %52 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_24 : tensor<f32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%51, %52 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%40, %40 : tensor<8x64xbf16>, tensor<8x64xbf16>) outs(%50 : tensor<4x8xf32>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      %1821 = arith.extf %in_138 : bf16 to f32
      %1822 = arith.mulf %1820, %1821 : f32
      %1823 = arith.addf %out, %1822 : f32
      linalg.yield %1823 : f32
    } -> tensor<4x8xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%54, %52 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%53, %53 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %57 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_26 : tensor<f32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%57, %53 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %59 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%55, %56 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.subf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %60 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_25 : tensor<f32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8xf32>
    %61 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%60, %59 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.maximumf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %62 = tensor.empty() : tensor<4x8xi1>
    %63 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%59, %60 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%62 : tensor<4x8xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ogt, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<4x8xi1>
    %64 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%59, %60 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%62 : tensor<4x8xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<4x8xi1>
    %65 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_23 : tensor<f32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8xf32>
    %66 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_22 : tensor<f32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%64, %66, %60 : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: i1, %in_138: f32, %in_139: f32, %out: f32):
      %1820 = arith.select %in, %in_138, %in_139 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%63, %65, %67 : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: i1, %in_138: f32, %in_139: f32, %out: f32):
      %1820 = arith.select %in, %in_138, %in_139 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %69 = tensor.empty() : tensor<4x8x1xf32>
    %70 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53 : tensor<4x8xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x1xf32>
    %71 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<4x8xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x1xf32>
    %72 = linalg.generic {indexing_maps = [#map7, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<4x8x1xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %73 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45, %72 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.subf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %74 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_21 : tensor<f32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x1xf32>
    %75 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %74 : tensor<4x8x1xf32>, tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %76 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.rsqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %77 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %75 : tensor<4x8x1xf32>, tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %78 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_20 : tensor<f32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x1xf32>
    %79 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %77 : tensor<4x8x1xf32>, tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %expanded = tensor.expand_shape %13 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xbf16> into tensor<1x1x64xbf16>
    %80 = tensor.empty() : tensor<1x1x64xf32>
    %81 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x64xbf16>) outs(%80 : tensor<1x1x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<1x1x64xf32>
    %82 = linalg.generic {indexing_maps = [#map7, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76 : tensor<4x8x1xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %83 = linalg.generic {indexing_maps = [#map8, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<1x1x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %84 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %83 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %85 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %84 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %expanded_27 = tensor.expand_shape %12 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xbf16> into tensor<1x1x64xbf16>
    %86 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_27 : tensor<1x1x64xbf16>) outs(%80 : tensor<1x1x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<1x1x64xf32>
    %87 = linalg.generic {indexing_maps = [#map8, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<1x1x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %88 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %87 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %89 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<4x8x64xf32>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %90 = tensor.empty() : tensor<4x16x64xf32>
    %91 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<4x16x64xbf16>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %92 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91, %91 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %93 = tensor.empty() : tensor<4x16xf32>
    %94 = linalg.fill ins(%cst_6 : f32) outs(%93 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %95 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%91 : tensor<4x16x64xf32>) outs(%94 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %96 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_24 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %97 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%95, %96 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %98 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%92 : tensor<4x16x64xf32>) outs(%94 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %99 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%98, %96 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%97, %97 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %101 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%99, %100 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.subf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %102 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_25 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %103 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%102, %101 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.maximumf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %104 = tensor.empty() : tensor<4x16x1xf32>
    %105 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<4x16xf32>) outs(%104 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x1xf32>
    %106 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<4x16xf32>) outs(%104 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x1xf32>
    %107 = linalg.generic {indexing_maps = [#map7, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<4x16x1xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %108 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91, %107 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.subf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %109 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_21 : tensor<f32>) outs(%104 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x1xf32>
    %110 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106, %109 : tensor<4x16x1xf32>, tensor<4x16x1xf32>) outs(%104 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x1xf32>
    %111 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<4x16x1xf32>) outs(%104 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.rsqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x1xf32>
    %expanded_28 = tensor.expand_shape %15 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xbf16> into tensor<1x1x64xbf16>
    %112 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_28 : tensor<1x1x64xbf16>) outs(%80 : tensor<1x1x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<1x1x64xf32>
    %113 = linalg.generic {indexing_maps = [#map7, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<4x16x1xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %114 = linalg.generic {indexing_maps = [#map8, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112 : tensor<1x1x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %115 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113, %114 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %116 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %115 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %expanded_29 = tensor.expand_shape %14 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xbf16> into tensor<1x1x64xbf16>
    %117 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_29 : tensor<1x1x64xbf16>) outs(%80 : tensor<1x1x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<1x1x64xf32>
    %118 = linalg.generic {indexing_maps = [#map8, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<1x1x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %119 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %118 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %120 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<4x16x64xf32>) outs(%25 : tensor<4x16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16x64xbf16>
    %121 = tensor.empty() : tensor<4x8x4x16xbf16>
    %122 = linalg.fill ins(%cst_5 : bf16) outs(%121 : tensor<4x8x4x16xbf16>) -> tensor<4x8x4x16xbf16>
    %123 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%89, %28 : tensor<4x8x64xbf16>, tensor<64x4x16xbf16>) outs(%122 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x4x16xbf16>
    %expanded_30 = tensor.expand_shape %27 [[0, 1, 2], [3]] output_shape [1, 1, 4, 16] : tensor<4x16xbf16> into tensor<1x1x4x16xbf16>
    %124 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_30 : tensor<1x1x4x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x4x16xbf16>
    %125 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123, %124 : tensor<4x8x4x16xbf16>, tensor<4x8x4x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x4x16xbf16>
    %126 = tensor.empty() : tensor<4x16x4x16xbf16>
    %127 = linalg.fill ins(%cst_5 : bf16) outs(%126 : tensor<4x16x4x16xbf16>) -> tensor<4x16x4x16xbf16>
    %128 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%120, %23 : tensor<4x16x64xbf16>, tensor<64x4x16xbf16>) outs(%127 : tensor<4x16x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x16x4x16xbf16>
    %expanded_31 = tensor.expand_shape %21 [[0, 1, 2], [3]] output_shape [1, 1, 4, 16] : tensor<4x16xbf16> into tensor<1x1x4x16xbf16>
    %129 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<1x1x4x16xbf16>) outs(%126 : tensor<4x16x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x16x4x16xbf16>
    %130 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%128, %129 : tensor<4x16x4x16xbf16>, tensor<4x16x4x16xbf16>) outs(%126 : tensor<4x16x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16x4x16xbf16>
    %131 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%120, %30 : tensor<4x16x64xbf16>, tensor<64x4x16xbf16>) outs(%127 : tensor<4x16x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x16x4x16xbf16>
    %expanded_32 = tensor.expand_shape %29 [[0, 1, 2], [3]] output_shape [1, 1, 4, 16] : tensor<4x16xbf16> into tensor<1x1x4x16xbf16>
    %132 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_32 : tensor<1x1x4x16xbf16>) outs(%126 : tensor<4x16x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x16x4x16xbf16>
    %133 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%131, %132 : tensor<4x16x4x16xbf16>, tensor<4x16x4x16xbf16>) outs(%126 : tensor<4x16x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16x4x16xbf16>
    %134 = tensor.empty() : tensor<f32>
    %135 = linalg.generic {indexing_maps = [#map14], iterator_types = []} outs(%134 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %136 = tensor.empty() : tensor<bf16>
    %137 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%135 : tensor<f32>) outs(%136 : tensor<bf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<bf16>
    %138 = linalg.generic {indexing_maps = [#map15, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%137 : tensor<bf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x4x16xbf16>
    %139 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%125, %138 : tensor<4x8x4x16xbf16>, tensor<4x8x4x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.divf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x4x16xbf16>
    %140 = tensor.empty() : tensor<4x4x8x16xbf16>
    %141 = linalg.fill ins(%cst_5 : bf16) outs(%140 : tensor<4x4x8x16xbf16>) -> tensor<4x4x8x16xbf16>
    %142 = linalg.generic {indexing_maps = [#map16, #map17, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%139, %130 : tensor<4x8x4x16xbf16>, tensor<4x16x4x16xbf16>) outs(%141 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x4x8x16xbf16>
    %143 = tensor.empty() : tensor<4x4x8xbf16>
    %144 = linalg.fill ins(%cst_4 : bf16) outs(%143 : tensor<4x4x8xbf16>) -> tensor<4x4x8xbf16>
    %145 = linalg.generic {indexing_maps = [#map13, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%142 : tensor<4x4x8x16xbf16>) outs(%144 : tensor<4x4x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.maximumf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8xbf16>
    %146 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_19 : tensor<bf16>) outs(%143 : tensor<4x4x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x4x8xbf16>
    %147 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %145 : tensor<4x4x8xbf16>, tensor<4x4x8xbf16>) outs(%143 : tensor<4x4x8xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.maximumf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8xbf16>
    %148 = tensor.empty() : tensor<4x4x8x1xbf16>
    %149 = linalg.generic {indexing_maps = [#map18, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%147 : tensor<4x4x8xbf16>) outs(%148 : tensor<4x4x8x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x4x8x1xbf16>
    %150 = linalg.generic {indexing_maps = [#map19, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%149 : tensor<4x4x8x1xbf16>) outs(%140 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x4x8x16xbf16>
    %151 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%142, %150 : tensor<4x4x8x16xbf16>, tensor<4x4x8x16xbf16>) outs(%140 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.subf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x16xbf16>
    %152 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%151 : tensor<4x4x8x16xbf16>) outs(%140 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = math.exp %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x16xbf16>
    %153 = tensor.empty() : tensor<4x4x8x16xf32>
    %154 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%152 : tensor<4x4x8x16xbf16>) outs(%153 : tensor<4x4x8x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x4x8x16xf32>
    %155 = tensor.empty() : tensor<4x4x8xf32>
    %156 = linalg.fill ins(%cst_6 : f32) outs(%155 : tensor<4x4x8xf32>) -> tensor<4x4x8xf32>
    %157 = linalg.generic {indexing_maps = [#map13, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%154 : tensor<4x4x8x16xf32>) outs(%156 : tensor<4x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x4x8xf32>
    %158 = tensor.empty() : tensor<4x4x8x1xf32>
    %159 = linalg.generic {indexing_maps = [#map18, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%157 : tensor<4x4x8xf32>) outs(%158 : tensor<4x4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x8x1xf32>
    %160 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%159 : tensor<4x4x8x1xf32>) outs(%148 : tensor<4x4x8x1xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x1xbf16>
    %161 = linalg.generic {indexing_maps = [#map19, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%160 : tensor<4x4x8x1xbf16>) outs(%140 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x4x8x16xbf16>
    %162 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%152, %161 : tensor<4x4x8x16xbf16>, tensor<4x4x8x16xbf16>) outs(%140 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.divf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x16xbf16>
    %163 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%160, %160 : tensor<4x4x8x1xbf16>, tensor<4x4x8x1xbf16>) outs(%148 : tensor<4x4x8x1xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x1xbf16>
    %164 = linalg.generic {indexing_maps = [#map15, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_18 : tensor<bf16>) outs(%148 : tensor<4x4x8x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x4x8x1xbf16>
    %165 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%164, %163 : tensor<4x4x8x1xbf16>, tensor<4x4x8x1xbf16>) outs(%148 : tensor<4x4x8x1xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.divf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x1xbf16>
    %166 = tensor.empty() : tensor<4x4x16x8xbf16>
    %167 = linalg.fill ins(%cst_5 : bf16) outs(%166 : tensor<4x4x16x8xbf16>) -> tensor<4x4x16x8xbf16>
    %168 = linalg.generic {indexing_maps = [#map20, #map21, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%133, %162 : tensor<4x16x4x16xbf16>, tensor<4x4x8x16xbf16>) outs(%167 : tensor<4x4x16x8xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x4x16x8xbf16>
    %169 = linalg.generic {indexing_maps = [#map22, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%168 : tensor<4x4x16x8xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x4x16xbf16>
    %170 = linalg.fill ins(%cst_5 : bf16) outs(%42 : tensor<4x8x64xbf16>) -> tensor<4x8x64xbf16>
    %171 = linalg.generic {indexing_maps = [#map21, #map23, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%169, %26 : tensor<4x8x4x16xbf16>, tensor<4x16x64xbf16>) outs(%170 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x64xbf16>
    %expanded_33 = tensor.expand_shape %24 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xbf16> into tensor<1x1x64xbf16>
    %172 = linalg.generic {indexing_maps = [#map8, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33 : tensor<1x1x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x64xbf16>
    %173 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171, %172 : tensor<4x8x64xbf16>, tensor<4x8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %174 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %173 : tensor<4x8x64xbf16>, tensor<4x8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %175 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174 : tensor<4x8x64xbf16>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %176 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%175, %175 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %177 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %175 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %178 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%175 : tensor<4x8x64xf32>) outs(%50 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %179 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%178, %52 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %180 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%176 : tensor<4x8x64xf32>) outs(%50 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %181 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%180, %52 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %182 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%179, %179 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %183 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%57, %179 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %184 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%181, %182 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.subf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %185 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%60, %184 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.maximumf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %186 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%184, %60 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%62 : tensor<4x8xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ogt, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<4x8xi1>
    %187 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%184, %60 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%62 : tensor<4x8xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<4x8xi1>
    %188 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%187, %66, %60 : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: i1, %in_138: f32, %in_139: f32, %out: f32):
      %1820 = arith.select %in, %in_138, %in_139 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %189 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%186, %65, %188 : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: i1, %in_138: f32, %in_139: f32, %out: f32):
      %1820 = arith.select %in, %in_138, %in_139 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %190 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179 : tensor<4x8xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x1xf32>
    %191 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%185 : tensor<4x8xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x1xf32>
    %192 = linalg.generic {indexing_maps = [#map7, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%190 : tensor<4x8x1xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %193 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%175, %192 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.subf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %194 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%191, %74 : tensor<4x8x1xf32>, tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %195 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%194 : tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.rsqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %196 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195, %194 : tensor<4x8x1xf32>, tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %197 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %196 : tensor<4x8x1xf32>, tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %expanded_34 = tensor.expand_shape %17 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xbf16> into tensor<1x1x64xbf16>
    %198 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_34 : tensor<1x1x64xbf16>) outs(%80 : tensor<1x1x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<1x1x64xf32>
    %199 = linalg.generic {indexing_maps = [#map7, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195 : tensor<4x8x1xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %200 = linalg.generic {indexing_maps = [#map8, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%198 : tensor<1x1x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %201 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199, %200 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %202 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193, %201 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %expanded_35 = tensor.expand_shape %16 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xbf16> into tensor<1x1x64xbf16>
    %203 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_35 : tensor<1x1x64xbf16>) outs(%80 : tensor<1x1x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<1x1x64xf32>
    %204 = linalg.generic {indexing_maps = [#map8, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%203 : tensor<1x1x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %205 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%202, %204 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %206 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205 : tensor<4x8x64xf32>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %207 = tensor.empty() : tensor<4x8x256xbf16>
    %208 = linalg.fill ins(%cst_5 : bf16) outs(%207 : tensor<4x8x256xbf16>) -> tensor<4x8x256xbf16>
    %209 = linalg.generic {indexing_maps = [#map25, #map26, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%206, %7 : tensor<4x8x64xbf16>, tensor<64x256xbf16>) outs(%208 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x256xbf16>
    %expanded_36 = tensor.expand_shape %5 [[0, 1, 2]] output_shape [1, 1, 256] : tensor<256xbf16> into tensor<1x1x256xbf16>
    %210 = linalg.generic {indexing_maps = [#map8, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<1x1x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x256xbf16>
    %211 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209, %210 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %212 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211, %211 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %213 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212, %211 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %214 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_17 : tensor<bf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x256xbf16>
    %215 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214, %212 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %216 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_16 : tensor<bf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x256xbf16>
    %217 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216, %213 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %218 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211, %217 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %219 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_15 : tensor<bf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x256xbf16>
    %220 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219, %218 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %221 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220 : tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = math.tanh %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %222 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_18 : tensor<bf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x256xbf16>
    %223 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%222, %221 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %224 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%222, %221 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.subf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %225 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%223, %224 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %226 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_14 : tensor<bf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x256xbf16>
    %227 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226, %223 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %228 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211, %227 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %229 = linalg.generic {indexing_maps = [#map25, #map26, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%228, %3 : tensor<4x8x256xbf16>, tensor<256x64xbf16>) outs(%170 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x64xbf16>
    %expanded_37 = tensor.expand_shape %1 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xbf16> into tensor<1x1x64xbf16>
    %230 = linalg.generic {indexing_maps = [#map8, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37 : tensor<1x1x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x64xbf16>
    %231 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%229, %230 : tensor<4x8x64xbf16>, tensor<4x8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %232 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174, %231 : tensor<4x8x64xbf16>, tensor<4x8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %233 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%232 : tensor<4x8x64xbf16>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %234 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%233, %233 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %235 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %233 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %236 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%233 : tensor<4x8x64xf32>) outs(%50 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %237 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%236, %52 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %238 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%234 : tensor<4x8x64xf32>) outs(%50 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %239 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%238, %52 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %240 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%237, %237 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %241 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%57, %237 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %242 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%239, %240 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.subf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %243 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%60, %242 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.maximumf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %244 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%242, %60 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%62 : tensor<4x8xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ogt, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<4x8xi1>
    %245 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%242, %60 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%62 : tensor<4x8xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<4x8xi1>
    %246 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%245, %66, %60 : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: i1, %in_138: f32, %in_139: f32, %out: f32):
      %1820 = arith.select %in, %in_138, %in_139 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %247 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %65, %246 : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: i1, %in_138: f32, %in_139: f32, %out: f32):
      %1820 = arith.select %in, %in_138, %in_139 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %248 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%237 : tensor<4x8xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x1xf32>
    %249 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%243 : tensor<4x8xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x1xf32>
    %250 = linalg.generic {indexing_maps = [#map7, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%248 : tensor<4x8x1xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %251 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%233, %250 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.subf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %252 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%249, %74 : tensor<4x8x1xf32>, tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %253 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%252 : tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.rsqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %254 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%253, %252 : tensor<4x8x1xf32>, tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %255 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %254 : tensor<4x8x1xf32>, tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %expanded_38 = tensor.expand_shape %19 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xbf16> into tensor<1x1x64xbf16>
    %256 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_38 : tensor<1x1x64xbf16>) outs(%80 : tensor<1x1x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<1x1x64xf32>
    %257 = linalg.generic {indexing_maps = [#map7, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%253 : tensor<4x8x1xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %258 = linalg.generic {indexing_maps = [#map8, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%256 : tensor<1x1x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %259 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%257, %258 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %260 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%251, %259 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %expanded_39 = tensor.expand_shape %18 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xbf16> into tensor<1x1x64xbf16>
    %261 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_39 : tensor<1x1x64xbf16>) outs(%80 : tensor<1x1x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<1x1x64xf32>
    %262 = linalg.generic {indexing_maps = [#map8, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%261 : tensor<1x1x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %263 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%260, %262 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %264 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%263 : tensor<4x8x64xf32>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %265 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%264, %36 : tensor<4x8x64xbf16>, tensor<64x4x16xbf16>) outs(%122 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x4x16xbf16>
    %expanded_40 = tensor.expand_shape %35 [[0, 1, 2], [3]] output_shape [1, 1, 4, 16] : tensor<4x16xbf16> into tensor<1x1x4x16xbf16>
    %266 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_40 : tensor<1x1x4x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x4x16xbf16>
    %267 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%265, %266 : tensor<4x8x4x16xbf16>, tensor<4x8x4x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x4x16xbf16>
    %268 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%264, %32 : tensor<4x8x64xbf16>, tensor<64x4x16xbf16>) outs(%122 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x4x16xbf16>
    %expanded_41 = tensor.expand_shape %31 [[0, 1, 2], [3]] output_shape [1, 1, 4, 16] : tensor<4x16xbf16> into tensor<1x1x4x16xbf16>
    %269 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_41 : tensor<1x1x4x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x4x16xbf16>
    %270 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%268, %269 : tensor<4x8x4x16xbf16>, tensor<4x8x4x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x4x16xbf16>
    %271 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%264, %38 : tensor<4x8x64xbf16>, tensor<64x4x16xbf16>) outs(%122 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x4x16xbf16>
    %expanded_42 = tensor.expand_shape %37 [[0, 1, 2], [3]] output_shape [1, 1, 4, 16] : tensor<4x16xbf16> into tensor<1x1x4x16xbf16>
    %272 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_42 : tensor<1x1x4x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x4x16xbf16>
    %273 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%271, %272 : tensor<4x8x4x16xbf16>, tensor<4x8x4x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x4x16xbf16>
    %274 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%267, %138 : tensor<4x8x4x16xbf16>, tensor<4x8x4x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.divf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x4x16xbf16>
    %275 = tensor.empty() : tensor<4x4x8x8xbf16>
    %276 = linalg.fill ins(%cst_5 : bf16) outs(%275 : tensor<4x4x8x8xbf16>) -> tensor<4x4x8x8xbf16>
    %277 = linalg.generic {indexing_maps = [#map16, #map17, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%274, %270 : tensor<4x8x4x16xbf16>, tensor<4x8x4x16xbf16>) outs(%276 : tensor<4x4x8x8xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x4x8x8xbf16>
    %278 = linalg.generic {indexing_maps = [#map13, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%277 : tensor<4x4x8x8xbf16>) outs(%144 : tensor<4x4x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.maximumf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8xbf16>
    %279 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %278 : tensor<4x4x8xbf16>, tensor<4x4x8xbf16>) outs(%143 : tensor<4x4x8xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.maximumf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8xbf16>
    %280 = linalg.generic {indexing_maps = [#map18, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%279 : tensor<4x4x8xbf16>) outs(%148 : tensor<4x4x8x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x4x8x1xbf16>
    %281 = linalg.generic {indexing_maps = [#map19, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%280 : tensor<4x4x8x1xbf16>) outs(%275 : tensor<4x4x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x4x8x8xbf16>
    %282 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%277, %281 : tensor<4x4x8x8xbf16>, tensor<4x4x8x8xbf16>) outs(%275 : tensor<4x4x8x8xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.subf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x8xbf16>
    %283 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%282 : tensor<4x4x8x8xbf16>) outs(%275 : tensor<4x4x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = math.exp %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x8xbf16>
    %284 = tensor.empty() : tensor<4x4x8x8xf32>
    %285 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%283 : tensor<4x4x8x8xbf16>) outs(%284 : tensor<4x4x8x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x4x8x8xf32>
    %286 = linalg.generic {indexing_maps = [#map13, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%285 : tensor<4x4x8x8xf32>) outs(%156 : tensor<4x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x4x8xf32>
    %287 = linalg.generic {indexing_maps = [#map18, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%286 : tensor<4x4x8xf32>) outs(%158 : tensor<4x4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x8x1xf32>
    %288 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%287 : tensor<4x4x8x1xf32>) outs(%148 : tensor<4x4x8x1xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x1xbf16>
    %289 = linalg.generic {indexing_maps = [#map19, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%288 : tensor<4x4x8x1xbf16>) outs(%275 : tensor<4x4x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x4x8x8xbf16>
    %290 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%283, %289 : tensor<4x4x8x8xbf16>, tensor<4x4x8x8xbf16>) outs(%275 : tensor<4x4x8x8xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.divf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x8xbf16>
    %291 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%288, %288 : tensor<4x4x8x1xbf16>, tensor<4x4x8x1xbf16>) outs(%148 : tensor<4x4x8x1xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x1xbf16>
    %292 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%164, %291 : tensor<4x4x8x1xbf16>, tensor<4x4x8x1xbf16>) outs(%148 : tensor<4x4x8x1xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.divf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x1xbf16>
    %293 = linalg.generic {indexing_maps = [#map20, #map21, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%273, %290 : tensor<4x8x4x16xbf16>, tensor<4x4x8x8xbf16>) outs(%167 : tensor<4x4x16x8xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x4x16x8xbf16>
    %294 = linalg.generic {indexing_maps = [#map22, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%293 : tensor<4x4x16x8xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x4x16xbf16>
    %295 = linalg.generic {indexing_maps = [#map21, #map23, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%294, %34 : tensor<4x8x4x16xbf16>, tensor<4x16x64xbf16>) outs(%170 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x64xbf16>
    %expanded_43 = tensor.expand_shape %33 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xbf16> into tensor<1x1x64xbf16>
    %296 = linalg.generic {indexing_maps = [#map8, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43 : tensor<1x1x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x64xbf16>
    %297 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%295, %296 : tensor<4x8x64xbf16>, tensor<4x8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %298 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%232, %297 : tensor<4x8x64xbf16>, tensor<4x8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %299 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%298 : tensor<4x8x64xbf16>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %300 = tensor.empty() : tensor<4x64xf32>
    %301 = linalg.fill ins(%cst_6 : f32) outs(%300 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %302 = linalg.generic {indexing_maps = [#map27, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%299 : tensor<4x8x64xf32>) outs(%301 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x64xf32>
    %303 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_13 : tensor<f32>) outs(%300 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64xf32>
    %304 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%302, %303 : tensor<4x64xf32>, tensor<4x64xf32>) outs(%300 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x64xf32>
    %305 = tensor.empty() : tensor<4x64xbf16>
    %306 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%304 : tensor<4x64xf32>) outs(%305 : tensor<4x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x64xbf16>
    %307 = tensor.empty() : tensor<4x10xbf16>
    %308 = linalg.fill ins(%cst_5 : bf16) outs(%307 : tensor<4x10xbf16>) -> tensor<4x10xbf16>
    %309 = linalg.matmul ins(%306, %11 : tensor<4x64xbf16>, tensor<64x10xbf16>) outs(%308 : tensor<4x10xbf16>) -> tensor<4x10xbf16>
    %expanded_44 = tensor.expand_shape %9 [[0, 1]] output_shape [1, 10] : tensor<10xbf16> into tensor<1x10xbf16>
    %310 = linalg.generic {indexing_maps = [#map28, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_44 : tensor<1x10xbf16>) outs(%307 : tensor<4x10xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x10xbf16>
    %311 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%309, %310 : tensor<4x10xbf16>, tensor<4x10xbf16>) outs(%307 : tensor<4x10xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x10xbf16>
    %312 = tensor.empty() : tensor<4x10xf32>
    %313 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%311 : tensor<4x10xbf16>) outs(%312 : tensor<4x10xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x10xf32>
    %314 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%313, %313 : tensor<4x10xf32>, tensor<4x10xf32>) outs(%312 : tensor<4x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x10xf32>
    %315 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_26 : tensor<f32>) outs(%312 : tensor<4x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x10xf32>
    %316 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%315, %313 : tensor<4x10xf32>, tensor<4x10xf32>) outs(%312 : tensor<4x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x10xf32>
    %317 = linalg.fill ins(%cst_6 : f32) outs(%134 : tensor<f32>) -> tensor<f32>
    %318 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["reduction", "reduction"]} ins(%314 : tensor<4x10xf32>) outs(%317 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %319 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%318 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.divf %in, %cst_3 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %320 = linalg.generic {indexing_maps = [#map14], iterator_types = []} outs(%134 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_2 : f32
    } -> tensor<f32>
    %321 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%320 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.divf %in, %cst_3 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %322 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%321 : tensor<f32>) outs(%312 : tensor<4x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x10xf32>
    %323 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%322, %316 : tensor<4x10xf32>, tensor<4x10xf32>) outs(%312 : tensor<4x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x10xf32>
    %324 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%323 : tensor<4x10xf32>) outs(%307 : tensor<4x10xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x10xbf16>
    %325 = linalg.fill ins(%cst_5 : bf16) outs(%8 : tensor<10xbf16>) -> tensor<10xbf16>
    %326 = linalg.generic {indexing_maps = [#map29, #map30], iterator_types = ["parallel", "reduction"]} ins(%324 : tensor<4x10xbf16>) outs(%325 : tensor<10xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.addf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<10xbf16>
    %327 = tensor.empty() : tensor<10x64xbf16>
    %328 = linalg.fill ins(%cst_5 : bf16) outs(%327 : tensor<10x64xbf16>) -> tensor<10x64xbf16>
    %329 = linalg.generic {indexing_maps = [#map31, #map32, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%324, %306 : tensor<4x10xbf16>, tensor<4x64xbf16>) outs(%328 : tensor<10x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<10x64xbf16>
    %330 = linalg.generic {indexing_maps = [#map29, #map1], iterator_types = ["parallel", "parallel"]} ins(%329 : tensor<10x64xbf16>) outs(%10 : tensor<64x10xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<64x10xbf16>
    %331 = linalg.fill ins(%cst_5 : bf16) outs(%305 : tensor<4x64xbf16>) -> tensor<4x64xbf16>
    %332 = linalg.generic {indexing_maps = [#map33, #map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%324, %11 : tensor<4x10xbf16>, tensor<64x10xbf16>) outs(%331 : tensor<4x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x64xbf16>
    %333 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%332 : tensor<4x64xbf16>) outs(%300 : tensor<4x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x64xf32>
    %334 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%333, %303 : tensor<4x64xf32>, tensor<4x64xf32>) outs(%300 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x64xf32>
    %335 = linalg.generic {indexing_maps = [#map33, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%334 : tensor<4x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %336 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%335 : tensor<4x8x64xf32>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %337 = linalg.fill ins(%cst_5 : bf16) outs(%0 : tensor<64xbf16>) -> tensor<64xbf16>
    %338 = linalg.generic {indexing_maps = [#map34, #map35], iterator_types = ["parallel", "reduction", "reduction"]} ins(%336 : tensor<4x8x64xbf16>) outs(%337 : tensor<64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.addf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<64xbf16>
    %339 = linalg.fill ins(%cst_5 : bf16) outs(%22 : tensor<64x4x16xbf16>) -> tensor<64x4x16xbf16>
    %340 = linalg.generic {indexing_maps = [#map36, #map37, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%336, %294 : tensor<4x8x64xbf16>, tensor<4x8x4x16xbf16>) outs(%339 : tensor<64x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<64x4x16xbf16>
    %341 = linalg.generic {indexing_maps = [#map38, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%340 : tensor<64x4x16xbf16>) outs(%25 : tensor<4x16x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x16x64xbf16>
    %342 = linalg.generic {indexing_maps = [#map9, #map39, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%336, %34 : tensor<4x8x64xbf16>, tensor<4x16x64xbf16>) outs(%122 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x4x16xbf16>
    %343 = linalg.generic {indexing_maps = [#map40, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%342 : tensor<4x8x4x16xbf16>) outs(%166 : tensor<4x4x16x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x4x16x8xbf16>
    %344 = linalg.generic {indexing_maps = [#map41, #map17, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%343, %273 : tensor<4x4x16x8xbf16>, tensor<4x8x4x16xbf16>) outs(%276 : tensor<4x4x8x8xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x4x8x8xbf16>
    %345 = linalg.generic {indexing_maps = [#map42, #map43, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%343, %290 : tensor<4x4x16x8xbf16>, tensor<4x4x8x8xbf16>) outs(%167 : tensor<4x4x16x8xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x4x16x8xbf16>
    %346 = linalg.generic {indexing_maps = [#map22, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%345 : tensor<4x4x16x8xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x4x16xbf16>
    %347 = linalg.generic {indexing_maps = [#map19, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%292 : tensor<4x4x8x1xbf16>) outs(%275 : tensor<4x4x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x4x8x8xbf16>
    %348 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%344, %347 : tensor<4x4x8x8xbf16>, tensor<4x4x8x8xbf16>) outs(%275 : tensor<4x4x8x8xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x8xbf16>
    %349 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%348, %283 : tensor<4x4x8x8xbf16>, tensor<4x4x8x8xbf16>) outs(%275 : tensor<4x4x8x8xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x8xbf16>
    %350 = linalg.fill ins(%cst_5 : bf16) outs(%143 : tensor<4x4x8xbf16>) -> tensor<4x4x8xbf16>
    %351 = linalg.generic {indexing_maps = [#map13, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%349 : tensor<4x4x8x8xbf16>) outs(%350 : tensor<4x4x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.addf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8xbf16>
    %expanded_45 = tensor.expand_shape %351 [[0], [1], [2, 3]] output_shape [4, 4, 8, 1] : tensor<4x4x8xbf16> into tensor<4x4x8x1xbf16>
    %352 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_45 : tensor<4x4x8x1xbf16>) outs(%148 : tensor<4x4x8x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.negf %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x1xbf16>
    %353 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%344, %289 : tensor<4x4x8x8xbf16>, tensor<4x4x8x8xbf16>) outs(%275 : tensor<4x4x8x8xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.divf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x8xbf16>
    %354 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%352 : tensor<4x4x8x1xbf16>) outs(%158 : tensor<4x4x8x1xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x4x8x1xf32>
    %collapsed = tensor.collapse_shape %354 [[0], [1], [2, 3]] : tensor<4x4x8x1xf32> into tensor<4x4x8xf32>
    %355 = tensor.empty() : tensor<4x4x8xf32>
    %356 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<4x4x8xf32>) outs(%355 : tensor<4x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst_138 = arith.constant 0.000000e+00 : f32
      %1820 = arith.addf %cst_138, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x4x8xf32>
    %357 = linalg.generic {indexing_maps = [#map18, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%356 : tensor<4x4x8xf32>) outs(%284 : tensor<4x4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x8x8xf32>
    %358 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%357 : tensor<4x4x8x8xf32>) outs(%275 : tensor<4x4x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x8xbf16>
    %359 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%353, %358 : tensor<4x4x8x8xbf16>, tensor<4x4x8x8xbf16>) outs(%275 : tensor<4x4x8x8xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x8xbf16>
    %360 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%359, %283 : tensor<4x4x8x8xbf16>, tensor<4x4x8x8xbf16>) outs(%275 : tensor<4x4x8x8xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x8xbf16>
    %361 = linalg.generic {indexing_maps = [#map41, #map44, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%360, %274 : tensor<4x4x8x8xbf16>, tensor<4x8x4x16xbf16>) outs(%141 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x4x8x16xbf16>
    %362 = linalg.generic {indexing_maps = [#map45, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%361 : tensor<4x4x8x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x4x16xbf16>
    %363 = linalg.generic {indexing_maps = [#map42, #map44, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%360, %270 : tensor<4x4x8x8xbf16>, tensor<4x8x4x16xbf16>) outs(%141 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x4x8x16xbf16>
    %364 = linalg.generic {indexing_maps = [#map45, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%363 : tensor<4x4x8x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x4x16xbf16>
    %365 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%364, %138 : tensor<4x8x4x16xbf16>, tensor<4x8x4x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.divf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x4x16xbf16>
    %366 = linalg.fill ins(%cst_5 : bf16) outs(%20 : tensor<4x16xbf16>) -> tensor<4x16xbf16>
    %367 = linalg.generic {indexing_maps = [#map46, #map47], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%346 : tensor<4x8x4x16xbf16>) outs(%366 : tensor<4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.addf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16xbf16>
    %368 = linalg.fill ins(%cst_5 : bf16) outs(%25 : tensor<4x16x64xbf16>) -> tensor<4x16x64xbf16>
    %369 = linalg.generic {indexing_maps = [#map48, #map23, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%346, %264 : tensor<4x8x4x16xbf16>, tensor<4x8x64xbf16>) outs(%368 : tensor<4x16x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x16x64xbf16>
    %370 = linalg.generic {indexing_maps = [#map34, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%369 : tensor<4x16x64xbf16>) outs(%22 : tensor<64x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<64x4x16xbf16>
    %371 = linalg.generic {indexing_maps = [#map21, #map39, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%346, %38 : tensor<4x8x4x16xbf16>, tensor<64x4x16xbf16>) outs(%170 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x64xbf16>
    %372 = linalg.generic {indexing_maps = [#map46, #map47], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%362 : tensor<4x8x4x16xbf16>) outs(%366 : tensor<4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.addf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16xbf16>
    %373 = linalg.generic {indexing_maps = [#map48, #map23, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%362, %264 : tensor<4x8x4x16xbf16>, tensor<4x8x64xbf16>) outs(%368 : tensor<4x16x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x16x64xbf16>
    %374 = linalg.generic {indexing_maps = [#map34, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%373 : tensor<4x16x64xbf16>) outs(%22 : tensor<64x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<64x4x16xbf16>
    %375 = linalg.generic {indexing_maps = [#map21, #map39, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%362, %32 : tensor<4x8x4x16xbf16>, tensor<64x4x16xbf16>) outs(%170 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x64xbf16>
    %376 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%371, %375 : tensor<4x8x64xbf16>, tensor<4x8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %377 = linalg.generic {indexing_maps = [#map46, #map47], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%365 : tensor<4x8x4x16xbf16>) outs(%366 : tensor<4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.addf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16xbf16>
    %378 = linalg.generic {indexing_maps = [#map48, #map23, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%365, %264 : tensor<4x8x4x16xbf16>, tensor<4x8x64xbf16>) outs(%368 : tensor<4x16x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x16x64xbf16>
    %379 = linalg.generic {indexing_maps = [#map34, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%378 : tensor<4x16x64xbf16>) outs(%22 : tensor<64x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<64x4x16xbf16>
    %380 = linalg.generic {indexing_maps = [#map21, #map39, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%365, %36 : tensor<4x8x4x16xbf16>, tensor<64x4x16xbf16>) outs(%170 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x64xbf16>
    %381 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%376, %380 : tensor<4x8x64xbf16>, tensor<4x8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %382 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%381 : tensor<4x8x64xbf16>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %383 = tensor.empty() : tensor<64xf32>
    %384 = linalg.fill ins(%cst_6 : f32) outs(%383 : tensor<64xf32>) -> tensor<64xf32>
    %385 = linalg.generic {indexing_maps = [#map34, #map35], iterator_types = ["parallel", "reduction", "reduction"]} ins(%382 : tensor<4x8x64xf32>) outs(%384 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %expanded_46 = tensor.expand_shape %385 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %386 = tensor.empty() : tensor<1x1x64xbf16>
    %387 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_46 : tensor<1x1x64xf32>) outs(%386 : tensor<1x1x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<1x1x64xbf16>
    %collapsed_47 = tensor.collapse_shape %387 [[0, 1, 2]] : tensor<1x1x64xbf16> into tensor<64xbf16>
    %388 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%251, %382 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %389 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%382, %259 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %390 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%257, %388 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %391 = linalg.generic {indexing_maps = [#map34, #map35], iterator_types = ["parallel", "reduction", "reduction"]} ins(%390 : tensor<4x8x64xf32>) outs(%384 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %expanded_48 = tensor.expand_shape %391 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %392 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%388, %258 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %393 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%392 : tensor<4x8x64xf32>) outs(%50 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %expanded_49 = tensor.expand_shape %393 [[0], [1, 2]] output_shape [4, 8, 1] : tensor<4x8xf32> into tensor<4x8x1xf32>
    %394 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_48 : tensor<1x1x64xf32>) outs(%386 : tensor<1x1x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<1x1x64xbf16>
    %collapsed_50 = tensor.collapse_shape %394 [[0, 1, 2]] : tensor<1x1x64xbf16> into tensor<64xbf16>
    %395 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_49, %255 : tensor<4x8x1xf32>, tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %396 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%389 : tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.negf %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %397 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%396 : tensor<4x8x64xf32>) outs(%50 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %expanded_51 = tensor.expand_shape %397 [[0], [1, 2]] output_shape [4, 8, 1] : tensor<4x8xf32> into tensor<4x8x1xf32>
    %398 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%389 : tensor<4x8x64xf32>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %399 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%336, %398 : tensor<4x8x64xbf16>, tensor<4x8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %collapsed_52 = tensor.collapse_shape %395 [[0], [1, 2]] : tensor<4x8x1xf32> into tensor<4x8xf32>
    %400 = tensor.empty() : tensor<4x8xf32>
    %401 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_52 : tensor<4x8xf32>) outs(%400 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst_138 = arith.constant 0.000000e+00 : f32
      %1820 = arith.addf %cst_138, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %collapsed_53 = tensor.collapse_shape %expanded_51 [[0], [1, 2]] : tensor<4x8x1xf32> into tensor<4x8xf32>
    %402 = tensor.empty() : tensor<4x8xf32>
    %403 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_53 : tensor<4x8xf32>) outs(%402 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst_138 = arith.constant 0.000000e+00 : f32
      %1820 = arith.addf %cst_138, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %404 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%401, %247 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %405 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%404 : tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.negf %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %406 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%405, %241 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %407 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%403, %406 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %408 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%404, %52 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %409 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%408 : tensor<4x8xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %410 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%407, %52 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %411 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%410 : tensor<4x8xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %412 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%409, %235 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %413 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%411, %412 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %414 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%413 : tensor<4x8x64xf32>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %415 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%399, %414 : tensor<4x8x64xbf16>, tensor<4x8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %416 = linalg.generic {indexing_maps = [#map34, #map35], iterator_types = ["parallel", "reduction", "reduction"]} ins(%415 : tensor<4x8x64xbf16>) outs(%337 : tensor<64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.addf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<64xbf16>
    %417 = linalg.fill ins(%cst_5 : bf16) outs(%6 : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    %418 = linalg.generic {indexing_maps = [#map49, #map50, #map47], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%415, %228 : tensor<4x8x64xbf16>, tensor<4x8x256xbf16>) outs(%417 : tensor<64x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<64x256xbf16>
    %419 = linalg.generic {indexing_maps = [#map29, #map1], iterator_types = ["parallel", "parallel"]} ins(%418 : tensor<64x256xbf16>) outs(%2 : tensor<256x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<256x64xbf16>
    %420 = linalg.generic {indexing_maps = [#map25, #map51, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%415, %3 : tensor<4x8x64xbf16>, tensor<256x64xbf16>) outs(%208 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x256xbf16>
    %421 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211, %420 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %422 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%420, %227 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %423 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226, %421 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %424 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%423, %225 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %425 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219, %424 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %426 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%422, %425 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %427 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216, %425 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %428 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%427, %215 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %429 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%426, %428 : tensor<4x8x256xbf16>, tensor<4x8x256xbf16>) outs(%207 : tensor<4x8x256xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x256xbf16>
    %430 = linalg.fill ins(%cst_5 : bf16) outs(%4 : tensor<256xbf16>) -> tensor<256xbf16>
    %431 = linalg.generic {indexing_maps = [#map34, #map35], iterator_types = ["parallel", "reduction", "reduction"]} ins(%429 : tensor<4x8x256xbf16>) outs(%430 : tensor<256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.addf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<256xbf16>
    %432 = linalg.fill ins(%cst_5 : bf16) outs(%2 : tensor<256x64xbf16>) -> tensor<256x64xbf16>
    %433 = linalg.generic {indexing_maps = [#map49, #map50, #map47], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%429, %206 : tensor<4x8x256xbf16>, tensor<4x8x64xbf16>) outs(%432 : tensor<256x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<256x64xbf16>
    %434 = linalg.generic {indexing_maps = [#map29, #map1], iterator_types = ["parallel", "parallel"]} ins(%433 : tensor<256x64xbf16>) outs(%6 : tensor<64x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<64x256xbf16>
    %435 = linalg.generic {indexing_maps = [#map25, #map51, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%429, %7 : tensor<4x8x256xbf16>, tensor<64x256xbf16>) outs(%170 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x64xbf16>
    %436 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%435 : tensor<4x8x64xbf16>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %437 = linalg.generic {indexing_maps = [#map34, #map35], iterator_types = ["parallel", "reduction", "reduction"]} ins(%436 : tensor<4x8x64xf32>) outs(%384 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %expanded_54 = tensor.expand_shape %437 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %438 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_54 : tensor<1x1x64xf32>) outs(%386 : tensor<1x1x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<1x1x64xbf16>
    %collapsed_55 = tensor.collapse_shape %438 [[0, 1, 2]] : tensor<1x1x64xbf16> into tensor<64xbf16>
    %439 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193, %436 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %440 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%436, %201 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %441 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199, %439 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %442 = linalg.generic {indexing_maps = [#map34, #map35], iterator_types = ["parallel", "reduction", "reduction"]} ins(%441 : tensor<4x8x64xf32>) outs(%384 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %expanded_56 = tensor.expand_shape %442 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %443 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%439, %200 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %444 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%443 : tensor<4x8x64xf32>) outs(%50 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %expanded_57 = tensor.expand_shape %444 [[0], [1, 2]] output_shape [4, 8, 1] : tensor<4x8xf32> into tensor<4x8x1xf32>
    %445 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_56 : tensor<1x1x64xf32>) outs(%386 : tensor<1x1x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<1x1x64xbf16>
    %collapsed_58 = tensor.collapse_shape %445 [[0, 1, 2]] : tensor<1x1x64xbf16> into tensor<64xbf16>
    %446 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_57, %197 : tensor<4x8x1xf32>, tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %447 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%440 : tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.negf %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %448 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%447 : tensor<4x8x64xf32>) outs(%50 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %expanded_59 = tensor.expand_shape %448 [[0], [1, 2]] output_shape [4, 8, 1] : tensor<4x8xf32> into tensor<4x8x1xf32>
    %449 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%440 : tensor<4x8x64xf32>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %450 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%415, %449 : tensor<4x8x64xbf16>, tensor<4x8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %collapsed_60 = tensor.collapse_shape %446 [[0], [1, 2]] : tensor<4x8x1xf32> into tensor<4x8xf32>
    %451 = tensor.empty() : tensor<4x8xf32>
    %452 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_60 : tensor<4x8xf32>) outs(%451 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst_138 = arith.constant 0.000000e+00 : f32
      %1820 = arith.addf %cst_138, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %collapsed_61 = tensor.collapse_shape %expanded_59 [[0], [1, 2]] : tensor<4x8x1xf32> into tensor<4x8xf32>
    %453 = tensor.empty() : tensor<4x8xf32>
    %454 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_61 : tensor<4x8xf32>) outs(%453 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst_138 = arith.constant 0.000000e+00 : f32
      %1820 = arith.addf %cst_138, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %455 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%452, %189 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %456 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%455 : tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.negf %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %457 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%456, %183 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %458 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%454, %457 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %459 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%455, %52 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %460 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%459 : tensor<4x8xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %461 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%458, %52 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %462 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%461 : tensor<4x8xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %463 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%460, %177 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %464 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%462, %463 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %465 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%464 : tensor<4x8x64xf32>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %466 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%450, %465 : tensor<4x8x64xbf16>, tensor<4x8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %467 = linalg.generic {indexing_maps = [#map34, #map35], iterator_types = ["parallel", "reduction", "reduction"]} ins(%466 : tensor<4x8x64xbf16>) outs(%337 : tensor<64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.addf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<64xbf16>
    %468 = linalg.generic {indexing_maps = [#map36, #map37, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%466, %169 : tensor<4x8x64xbf16>, tensor<4x8x4x16xbf16>) outs(%339 : tensor<64x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<64x4x16xbf16>
    %469 = linalg.generic {indexing_maps = [#map38, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%468 : tensor<64x4x16xbf16>) outs(%25 : tensor<4x16x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x16x64xbf16>
    %470 = linalg.generic {indexing_maps = [#map9, #map39, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%466, %26 : tensor<4x8x64xbf16>, tensor<4x16x64xbf16>) outs(%122 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x4x16xbf16>
    %471 = linalg.generic {indexing_maps = [#map40, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%470 : tensor<4x8x4x16xbf16>) outs(%166 : tensor<4x4x16x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x4x16x8xbf16>
    %472 = linalg.generic {indexing_maps = [#map41, #map17, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%471, %133 : tensor<4x4x16x8xbf16>, tensor<4x16x4x16xbf16>) outs(%141 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x4x8x16xbf16>
    %473 = tensor.empty() : tensor<4x4x16x16xbf16>
    %474 = linalg.fill ins(%cst_5 : bf16) outs(%473 : tensor<4x4x16x16xbf16>) -> tensor<4x4x16x16xbf16>
    %475 = linalg.generic {indexing_maps = [#map42, #map43, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%471, %162 : tensor<4x4x16x8xbf16>, tensor<4x4x8x16xbf16>) outs(%474 : tensor<4x4x16x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x4x16x16xbf16>
    %476 = linalg.generic {indexing_maps = [#map22, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%475 : tensor<4x4x16x16xbf16>) outs(%126 : tensor<4x16x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x16x4x16xbf16>
    %477 = linalg.generic {indexing_maps = [#map19, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%165 : tensor<4x4x8x1xbf16>) outs(%140 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x4x8x16xbf16>
    %478 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%472, %477 : tensor<4x4x8x16xbf16>, tensor<4x4x8x16xbf16>) outs(%140 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x16xbf16>
    %479 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%478, %152 : tensor<4x4x8x16xbf16>, tensor<4x4x8x16xbf16>) outs(%140 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x16xbf16>
    %480 = linalg.generic {indexing_maps = [#map13, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%479 : tensor<4x4x8x16xbf16>) outs(%350 : tensor<4x4x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.addf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8xbf16>
    %expanded_62 = tensor.expand_shape %480 [[0], [1], [2, 3]] output_shape [4, 4, 8, 1] : tensor<4x4x8xbf16> into tensor<4x4x8x1xbf16>
    %481 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_62 : tensor<4x4x8x1xbf16>) outs(%148 : tensor<4x4x8x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.negf %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x1xbf16>
    %482 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%472, %161 : tensor<4x4x8x16xbf16>, tensor<4x4x8x16xbf16>) outs(%140 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.divf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x16xbf16>
    %483 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%481 : tensor<4x4x8x1xbf16>) outs(%158 : tensor<4x4x8x1xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x4x8x1xf32>
    %collapsed_63 = tensor.collapse_shape %483 [[0], [1], [2, 3]] : tensor<4x4x8x1xf32> into tensor<4x4x8xf32>
    %484 = tensor.empty() : tensor<4x4x8xf32>
    %485 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_63 : tensor<4x4x8xf32>) outs(%484 : tensor<4x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst_138 = arith.constant 0.000000e+00 : f32
      %1820 = arith.addf %cst_138, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x4x8xf32>
    %486 = linalg.generic {indexing_maps = [#map18, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%485 : tensor<4x4x8xf32>) outs(%153 : tensor<4x4x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x8x16xf32>
    %487 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%486 : tensor<4x4x8x16xf32>) outs(%140 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x16xbf16>
    %488 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%482, %487 : tensor<4x4x8x16xbf16>, tensor<4x4x8x16xbf16>) outs(%140 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x16xbf16>
    %489 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%488, %152 : tensor<4x4x8x16xbf16>, tensor<4x4x8x16xbf16>) outs(%140 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x4x8x16xbf16>
    %490 = linalg.generic {indexing_maps = [#map41, #map44, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%489, %139 : tensor<4x4x8x16xbf16>, tensor<4x8x4x16xbf16>) outs(%474 : tensor<4x4x16x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x4x16x16xbf16>
    %491 = linalg.generic {indexing_maps = [#map45, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%490 : tensor<4x4x16x16xbf16>) outs(%126 : tensor<4x16x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x16x4x16xbf16>
    %492 = linalg.generic {indexing_maps = [#map42, #map44, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%489, %130 : tensor<4x4x8x16xbf16>, tensor<4x16x4x16xbf16>) outs(%141 : tensor<4x4x8x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x4x8x16xbf16>
    %493 = linalg.generic {indexing_maps = [#map45, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%492 : tensor<4x4x8x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x4x16xbf16>
    %494 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%493, %138 : tensor<4x8x4x16xbf16>, tensor<4x8x4x16xbf16>) outs(%121 : tensor<4x8x4x16xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.divf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x4x16xbf16>
    %495 = linalg.generic {indexing_maps = [#map46, #map47], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%476 : tensor<4x16x4x16xbf16>) outs(%366 : tensor<4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.addf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16xbf16>
    %496 = linalg.generic {indexing_maps = [#map48, #map23, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%476, %120 : tensor<4x16x4x16xbf16>, tensor<4x16x64xbf16>) outs(%368 : tensor<4x16x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x16x64xbf16>
    %497 = linalg.generic {indexing_maps = [#map34, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%496 : tensor<4x16x64xbf16>) outs(%22 : tensor<64x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<64x4x16xbf16>
    %498 = linalg.generic {indexing_maps = [#map21, #map39, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%476, %30 : tensor<4x16x4x16xbf16>, tensor<64x4x16xbf16>) outs(%368 : tensor<4x16x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x16x64xbf16>
    %499 = linalg.generic {indexing_maps = [#map46, #map47], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%491 : tensor<4x16x4x16xbf16>) outs(%366 : tensor<4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.addf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16xbf16>
    %500 = linalg.generic {indexing_maps = [#map48, #map23, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%491, %120 : tensor<4x16x4x16xbf16>, tensor<4x16x64xbf16>) outs(%368 : tensor<4x16x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x16x64xbf16>
    %501 = linalg.generic {indexing_maps = [#map34, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%500 : tensor<4x16x64xbf16>) outs(%22 : tensor<64x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<64x4x16xbf16>
    %502 = linalg.generic {indexing_maps = [#map21, #map39, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%491, %23 : tensor<4x16x4x16xbf16>, tensor<64x4x16xbf16>) outs(%368 : tensor<4x16x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x16x64xbf16>
    %503 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%498, %502 : tensor<4x16x64xbf16>, tensor<4x16x64xbf16>) outs(%25 : tensor<4x16x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16x64xbf16>
    %504 = linalg.generic {indexing_maps = [#map46, #map47], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%494 : tensor<4x8x4x16xbf16>) outs(%366 : tensor<4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.addf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x16xbf16>
    %505 = linalg.generic {indexing_maps = [#map48, #map23, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%494, %89 : tensor<4x8x4x16xbf16>, tensor<4x8x64xbf16>) outs(%368 : tensor<4x16x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x16x64xbf16>
    %506 = linalg.generic {indexing_maps = [#map34, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%505 : tensor<4x16x64xbf16>) outs(%22 : tensor<64x4x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<64x4x16xbf16>
    %507 = linalg.generic {indexing_maps = [#map21, #map39, #map24], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%494, %28 : tensor<4x8x4x16xbf16>, tensor<64x4x16xbf16>) outs(%170 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.mulf %in, %in_138 : bf16
      %1821 = arith.addf %out, %1820 : bf16
      linalg.yield %1821 : bf16
    } -> tensor<4x8x64xbf16>
    %508 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%503 : tensor<4x16x64xbf16>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %509 = linalg.generic {indexing_maps = [#map34, #map35], iterator_types = ["parallel", "reduction", "reduction"]} ins(%508 : tensor<4x16x64xf32>) outs(%384 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %expanded_64 = tensor.expand_shape %509 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %510 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_64 : tensor<1x1x64xf32>) outs(%386 : tensor<1x1x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<1x1x64xbf16>
    %collapsed_65 = tensor.collapse_shape %510 [[0, 1, 2]] : tensor<1x1x64xbf16> into tensor<64xbf16>
    %511 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %508 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %512 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113, %511 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %513 = linalg.generic {indexing_maps = [#map34, #map35], iterator_types = ["parallel", "reduction", "reduction"]} ins(%512 : tensor<4x16x64xf32>) outs(%384 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %expanded_66 = tensor.expand_shape %513 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %514 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_66 : tensor<1x1x64xf32>) outs(%386 : tensor<1x1x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<1x1x64xbf16>
    %collapsed_67 = tensor.collapse_shape %514 [[0, 1, 2]] : tensor<1x1x64xbf16> into tensor<64xbf16>
    %515 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%507 : tensor<4x8x64xbf16>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %516 = linalg.generic {indexing_maps = [#map34, #map35], iterator_types = ["parallel", "reduction", "reduction"]} ins(%515 : tensor<4x8x64xf32>) outs(%384 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %expanded_68 = tensor.expand_shape %516 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %517 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_68 : tensor<1x1x64xf32>) outs(%386 : tensor<1x1x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<1x1x64xbf16>
    %collapsed_69 = tensor.collapse_shape %517 [[0, 1, 2]] : tensor<1x1x64xbf16> into tensor<64xbf16>
    %518 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %515 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %519 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%515, %84 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %520 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %518 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %521 = linalg.generic {indexing_maps = [#map34, #map35], iterator_types = ["parallel", "reduction", "reduction"]} ins(%520 : tensor<4x8x64xf32>) outs(%384 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %expanded_70 = tensor.expand_shape %521 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %522 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%518, %83 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %523 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%522 : tensor<4x8x64xf32>) outs(%50 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %expanded_71 = tensor.expand_shape %523 [[0], [1, 2]] output_shape [4, 8, 1] : tensor<4x8xf32> into tensor<4x8x1xf32>
    %524 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_70 : tensor<1x1x64xf32>) outs(%386 : tensor<1x1x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<1x1x64xbf16>
    %collapsed_72 = tensor.collapse_shape %524 [[0, 1, 2]] : tensor<1x1x64xbf16> into tensor<64xbf16>
    %525 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_71, %79 : tensor<4x8x1xf32>, tensor<4x8x1xf32>) outs(%69 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x1xf32>
    %526 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%519 : tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.negf %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %527 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%526 : tensor<4x8x64xf32>) outs(%50 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %out, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %expanded_73 = tensor.expand_shape %527 [[0], [1, 2]] output_shape [4, 8, 1] : tensor<4x8xf32> into tensor<4x8x1xf32>
    %528 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%519 : tensor<4x8x64xf32>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %529 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%466, %528 : tensor<4x8x64xbf16>, tensor<4x8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %collapsed_74 = tensor.collapse_shape %525 [[0], [1, 2]] : tensor<4x8x1xf32> into tensor<4x8xf32>
    %530 = tensor.empty() : tensor<4x8xf32>
    %531 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_74 : tensor<4x8xf32>) outs(%530 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst_138 = arith.constant 0.000000e+00 : f32
      %1820 = arith.addf %cst_138, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %collapsed_75 = tensor.collapse_shape %expanded_73 [[0], [1, 2]] : tensor<4x8x1xf32> into tensor<4x8xf32>
    %532 = tensor.empty() : tensor<4x8xf32>
    %533 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_75 : tensor<4x8xf32>) outs(%532 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst_138 = arith.constant 0.000000e+00 : f32
      %1820 = arith.addf %cst_138, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %534 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%531, %68 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %535 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%534 : tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.negf %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %536 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%535, %58 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %537 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%533, %536 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %538 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%534, %52 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %539 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%538 : tensor<4x8xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %540 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%537, %52 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%49 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8xf32>
    %541 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%540 : tensor<4x8xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x64xf32>
    %542 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%539, %48 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %543 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%541, %542 : tensor<4x8x64xf32>, tensor<4x8x64xf32>) outs(%44 : tensor<4x8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x8x64xf32>
    %544 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%543 : tensor<4x8x64xf32>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1820 = arith.truncf %in : f32 to bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %545 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%529, %544 : tensor<4x8x64xbf16>, tensor<4x8x64xbf16>) outs(%42 : tensor<4x8x64xbf16>) {
    ^bb0(%in: bf16, %in_138: bf16, %out: bf16):
      %1820 = arith.addf %in, %in_138 : bf16
      linalg.yield %1820 : bf16
    } -> tensor<4x8x64xbf16>
    %546 = linalg.fill ins(%cst_5 : bf16) outs(%39 : tensor<8x64xbf16>) -> tensor<8x64xbf16>
    %547 = linalg.generic {indexing_maps = [#map38, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%545 : tensor<4x8x64xbf16>) outs(%546 : tensor<8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1820 = arith.addf %out, %in : bf16
      linalg.yield %1820 : bf16
    } -> tensor<8x64xbf16>
    %548 = tensor.empty() : tensor<8x64xf32>
    %549 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%547 : tensor<8x64xbf16>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %550 = tensor.empty() : tensor<64x4x16xf32>
    %551 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%370 : tensor<64x4x16xbf16>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %552 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%367 : tensor<4x16xbf16>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %553 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%379 : tensor<64x4x16xbf16>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %554 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%377 : tensor<4x16xbf16>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %555 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%341 : tensor<4x16x64xbf16>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %556 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%338 : tensor<64xbf16>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %557 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%374 : tensor<64x4x16xbf16>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %558 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%372 : tensor<4x16xbf16>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %559 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%497 : tensor<64x4x16xbf16>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %560 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%495 : tensor<4x16xbf16>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %561 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%506 : tensor<64x4x16xbf16>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %562 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%504 : tensor<4x16xbf16>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %563 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%469 : tensor<4x16x64xbf16>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %564 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%467 : tensor<64xbf16>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %565 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%501 : tensor<64x4x16xbf16>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %566 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%499 : tensor<4x16xbf16>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %567 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_50 : tensor<64xbf16>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %568 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_47 : tensor<64xbf16>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %569 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_58 : tensor<64xbf16>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %570 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_55 : tensor<64xbf16>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %571 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_67 : tensor<64xbf16>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %572 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_65 : tensor<64xbf16>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %573 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_72 : tensor<64xbf16>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %574 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_69 : tensor<64xbf16>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %575 = tensor.empty() : tensor<64x10xf32>
    %576 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%330 : tensor<64x10xbf16>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %577 = tensor.empty() : tensor<10xf32>
    %578 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%326 : tensor<10xbf16>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %579 = tensor.empty() : tensor<64x256xf32>
    %580 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%434 : tensor<64x256xbf16>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %581 = tensor.empty() : tensor<256xf32>
    %582 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%431 : tensor<256xbf16>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %583 = tensor.empty() : tensor<256x64xf32>
    %584 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%419 : tensor<256x64xbf16>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %585 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%416 : tensor<64xbf16>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1820 = arith.extf %in : bf16 to f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %586 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_23 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %587 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%585, %586 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %588 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_23 : tensor<f32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %589 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%584, %588 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %590 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_23 : tensor<f32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %591 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%582, %590 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %592 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_23 : tensor<f32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %593 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%580, %592 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %594 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_23 : tensor<f32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10xf32>
    %595 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%578, %594 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %596 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_23 : tensor<f32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %597 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%576, %596 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %598 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%574, %586 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %599 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%573, %586 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %600 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%572, %586 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %601 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%571, %586 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %602 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%570, %586 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %603 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%569, %586 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %604 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%568, %586 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %605 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%567, %586 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %606 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_23 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %607 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%566, %606 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %608 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_23 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %609 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%565, %608 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %610 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%564, %586 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %611 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_23 : tensor<f32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %612 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%563, %611 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %613 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%562, %606 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %614 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%561, %608 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %615 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%560, %606 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %616 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%559, %608 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %617 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%558, %606 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %618 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%557, %608 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %619 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%556, %586 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %620 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%555, %611 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %621 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%554, %606 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %622 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%553, %608 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %623 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%552, %606 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %624 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%551, %608 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %625 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_23 : tensor<f32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x64xf32>
    %626 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%549, %625 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %627 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_12 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %628 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%627, %587 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %629 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_11 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %630 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%629, %arg32 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %631 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%628, %630 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %632 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %633 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%632, %589 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %634 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %635 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%634, %arg33 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %636 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%633, %635 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %637 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_12 : tensor<f32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %638 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%637, %591 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %639 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_11 : tensor<f32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %640 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%639, %arg34 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %641 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%638, %640 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %642 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %643 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%642, %593 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %644 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %645 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%644, %arg35 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %646 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%643, %645 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %647 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_12 : tensor<f32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10xf32>
    %648 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%647, %595 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %649 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_11 : tensor<f32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10xf32>
    %650 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%649, %arg36 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %651 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%648, %650 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %652 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %653 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%652, %597 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %654 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %655 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%654, %arg37 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %656 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%653, %655 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %657 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%627, %598 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %658 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%629, %arg38 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %659 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%657, %658 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %660 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%627, %599 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %661 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%629, %arg39 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %662 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%660, %661 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %663 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%627, %600 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %664 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%629, %arg40 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %665 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%663, %664 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %666 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%627, %601 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %667 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%629, %arg41 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %668 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%666, %667 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %669 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%627, %602 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %670 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%629, %arg42 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %671 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%669, %670 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %672 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%627, %603 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %673 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%629, %arg43 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %674 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%672, %673 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %675 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%627, %604 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %676 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%629, %arg44 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %677 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%675, %676 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %678 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%627, %605 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %679 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%629, %arg45 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %680 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%678, %679 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %681 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %682 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%681, %607 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %683 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %684 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%683, %arg46 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %685 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%682, %684 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %686 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %687 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%686, %609 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %688 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %689 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%688, %arg47 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %690 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%687, %689 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %691 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%627, %610 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %692 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%629, %arg48 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %693 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%691, %692 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %694 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %695 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%694, %612 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %696 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %697 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%696, %arg49 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %698 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%695, %697 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %699 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%681, %613 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %700 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%683, %arg50 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %701 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%699, %700 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %702 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%686, %614 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %703 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%688, %arg51 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %704 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%702, %703 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %705 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%681, %615 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %706 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%683, %arg52 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %707 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%705, %706 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %708 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%686, %616 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %709 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%688, %arg53 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %710 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%708, %709 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %711 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%681, %617 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %712 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%683, %arg54 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %713 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%711, %712 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %714 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%686, %618 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %715 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%688, %arg55 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %716 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%714, %715 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %717 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%627, %619 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %718 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%629, %arg56 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %719 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%717, %718 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %720 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%694, %620 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %721 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%696, %arg57 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %722 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%720, %721 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %723 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%681, %621 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %724 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%683, %arg58 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %725 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%723, %724 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %726 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%686, %622 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %727 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%688, %arg59 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %728 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%726, %727 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %729 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%681, %623 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %730 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%683, %arg60 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %731 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%729, %730 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %732 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%686, %624 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %733 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%688, %arg61 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %734 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%732, %733 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %735 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x64xf32>
    %736 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%735, %626 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %737 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x64xf32>
    %738 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%737, %arg62 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %739 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%736, %738 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %740 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%587, %587 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %741 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_10 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %742 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%741, %740 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %743 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_9 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %744 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%743, %arg63 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %745 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%742, %744 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %746 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%589, %589 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %747 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_10 : tensor<f32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %748 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%747, %746 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %749 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %750 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%749, %arg64 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %751 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%748, %750 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %752 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%591, %591 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %753 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_10 : tensor<f32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %754 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%753, %752 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %755 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_9 : tensor<f32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %756 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%755, %arg65 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %757 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%754, %756 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %758 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%593, %593 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %759 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_10 : tensor<f32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %760 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%759, %758 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %761 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %762 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%761, %arg66 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %763 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%760, %762 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %764 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%595, %595 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %765 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_10 : tensor<f32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10xf32>
    %766 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%765, %764 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %767 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_9 : tensor<f32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10xf32>
    %768 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%767, %arg67 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %769 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%766, %768 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %770 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%597, %597 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %771 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_10 : tensor<f32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %772 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%771, %770 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %773 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %774 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%773, %arg68 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %775 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%772, %774 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %776 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%598, %598 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %777 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%741, %776 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %778 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%743, %arg69 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %779 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%777, %778 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %780 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%599, %599 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %781 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%741, %780 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %782 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%743, %arg70 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %783 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%781, %782 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %784 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%600, %600 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %785 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%741, %784 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %786 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%743, %arg71 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %787 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%785, %786 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %788 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%601, %601 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %789 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%741, %788 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %790 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%743, %arg72 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %791 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%789, %790 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %792 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%602, %602 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %793 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%741, %792 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %794 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%743, %arg73 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %795 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%793, %794 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %796 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%603, %603 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %797 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%741, %796 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %798 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%743, %arg74 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %799 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%797, %798 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %800 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%604, %604 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %801 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%741, %800 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %802 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%743, %arg75 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %803 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%801, %802 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %804 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%605, %605 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %805 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%741, %804 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %806 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%743, %arg76 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %807 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%805, %806 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %808 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%607, %607 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %809 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_10 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %810 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%809, %808 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %811 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %812 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%811, %arg77 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %813 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%810, %812 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %814 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%609, %609 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %815 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_10 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %816 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%815, %814 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %817 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %818 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%817, %arg78 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %819 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%816, %818 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %820 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%610, %610 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %821 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%741, %820 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %822 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%743, %arg79 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %823 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%821, %822 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %824 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%612, %612 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %825 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_10 : tensor<f32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %826 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%825, %824 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %827 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %828 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%827, %arg80 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %829 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%826, %828 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %830 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%613, %613 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %831 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%809, %830 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %832 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%811, %arg81 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %833 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%831, %832 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %834 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%614, %614 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %835 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%815, %834 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %836 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%817, %arg82 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %837 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%835, %836 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %838 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%615, %615 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %839 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%809, %838 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %840 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%811, %arg83 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %841 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%839, %840 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %842 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%616, %616 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %843 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%815, %842 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %844 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%817, %arg84 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %845 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%843, %844 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %846 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%617, %617 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %847 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%809, %846 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %848 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%811, %arg85 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %849 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%847, %848 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %850 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%618, %618 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %851 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%815, %850 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %852 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%817, %arg86 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %853 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%851, %852 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %854 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%619, %619 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %855 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%741, %854 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %856 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%743, %arg87 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %857 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%855, %856 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %858 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%620, %620 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %859 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%825, %858 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %860 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%827, %arg88 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %861 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%859, %860 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %862 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%621, %621 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %863 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%809, %862 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %864 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%811, %arg89 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %865 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%863, %864 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %866 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%622, %622 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %867 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%815, %866 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %868 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%817, %arg90 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %869 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%867, %868 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %870 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%623, %623 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %871 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%809, %870 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %872 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%811, %arg91 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %873 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%871, %872 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %874 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%624, %624 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %875 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%815, %874 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %876 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%817, %arg92 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %877 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%875, %876 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %878 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%626, %626 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %879 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_10 : tensor<f32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x64xf32>
    %880 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%879, %878 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %881 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x64xf32>
    %882 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%881, %arg93 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %883 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%880, %882 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %884 = tensor.empty() : tensor<i1>
    %885 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%arg31 : tensor<i32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %1820 = arith.cmpi slt, %in, %c2147483647_i32 : i32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %886 = tensor.empty() : tensor<i32>
    %887 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%arg31 : tensor<i32>) outs(%886 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %1820 = arith.addi %in, %c1_i32 : i32
      linalg.yield %1820 : i32
    } -> tensor<i32>
    %888 = call @_where(%885, %887, %cst_8) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %889 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%888 : tensor<i32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: i32, %out: f32):
      %1820 = arith.sitofp %in : i32 to f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %890 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%889 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.powf %cst_1, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %891 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%890 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.subf %cst_2, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %892 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%891 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %893 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%631, %892 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %894 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%891 : tensor<f32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %895 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%636, %894 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %896 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%891 : tensor<f32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %897 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%641, %896 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %898 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%891 : tensor<f32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %899 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%646, %898 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %900 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%891 : tensor<f32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10xf32>
    %901 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%651, %900 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %902 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%891 : tensor<f32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %903 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%656, %902 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %904 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%659, %892 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %905 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%662, %892 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %906 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%665, %892 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %907 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%668, %892 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %908 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%671, %892 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %909 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%674, %892 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %910 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%677, %892 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %911 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%680, %892 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %912 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%891 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %913 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%685, %912 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %914 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%891 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %915 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%690, %914 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %916 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%693, %892 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %917 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%891 : tensor<f32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %918 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%698, %917 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %919 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%701, %912 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %920 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%704, %914 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %921 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%707, %912 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %922 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%710, %914 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %923 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%713, %912 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %924 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%716, %914 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %925 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%719, %892 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %926 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%722, %917 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %927 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%725, %912 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %928 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%728, %914 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %929 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%731, %912 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %930 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%734, %914 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %931 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%891 : tensor<f32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x64xf32>
    %932 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%739, %931 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %933 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%889 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.powf %cst_0, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %934 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%933 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.subf %cst_2, %in : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %935 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%934 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %936 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%745, %935 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %937 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%934 : tensor<f32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %938 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%751, %937 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %939 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%934 : tensor<f32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %940 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%757, %939 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %941 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%934 : tensor<f32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %942 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%763, %941 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %943 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%934 : tensor<f32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10xf32>
    %944 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%769, %943 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %945 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%934 : tensor<f32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %946 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%775, %945 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %947 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%779, %935 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %948 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%783, %935 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %949 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%787, %935 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %950 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%791, %935 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %951 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%795, %935 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %952 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%799, %935 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %953 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%803, %935 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %954 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%807, %935 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %955 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%934 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %956 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%813, %955 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %957 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%934 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %958 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%819, %957 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %959 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%823, %935 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %960 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%934 : tensor<f32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %961 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%829, %960 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %962 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%833, %955 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %963 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%837, %957 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %964 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%841, %955 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %965 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%845, %957 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %966 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%849, %955 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %967 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%853, %957 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %968 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%857, %935 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %969 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%861, %960 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %970 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%865, %955 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %971 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%869, %957 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %972 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%873, %955 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %973 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%877, %957 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %974 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%934 : tensor<f32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x64xf32>
    %975 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%883, %974 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %976 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_25 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %977 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%936, %976 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %978 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%977 : tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %979 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_21 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %980 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%978, %979 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %981 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%893, %980 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %982 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_25 : tensor<f32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %983 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%938, %982 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %984 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%983 : tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %985 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_21 : tensor<f32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %986 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%984, %985 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %987 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%895, %986 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %988 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_25 : tensor<f32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %989 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%940, %988 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %990 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%989 : tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %991 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_21 : tensor<f32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %992 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%990, %991 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %993 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%897, %992 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %994 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_25 : tensor<f32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %995 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%942, %994 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %996 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%995 : tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %997 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_21 : tensor<f32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %998 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%996, %997 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %999 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%899, %998 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %1000 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_25 : tensor<f32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10xf32>
    %1001 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%944, %1000 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %1002 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1001 : tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %1003 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_21 : tensor<f32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10xf32>
    %1004 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1002, %1003 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %1005 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%901, %1004 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %1006 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_25 : tensor<f32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %1007 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%946, %1006 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %1008 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1007 : tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %1009 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_21 : tensor<f32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %1010 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1008, %1009 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %1011 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%903, %1010 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %1012 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%947, %976 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1013 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1012 : tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1014 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1013, %979 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1015 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%904, %1014 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1016 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%948, %976 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1017 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1016 : tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1018 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1017, %979 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1019 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%905, %1018 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1020 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%949, %976 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1021 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1020 : tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1022 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1021, %979 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1023 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%906, %1022 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1024 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%950, %976 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1025 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1024 : tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1026 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1025, %979 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1027 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%907, %1026 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1028 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%951, %976 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1029 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1028 : tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1030 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1029, %979 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1031 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%908, %1030 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1032 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%952, %976 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1033 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1032 : tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1034 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1033, %979 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1035 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%909, %1034 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1036 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%953, %976 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1037 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1036 : tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1038 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1037, %979 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1039 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%910, %1038 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1040 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%954, %976 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1041 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1040 : tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1042 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1041, %979 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1043 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%911, %1042 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1044 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%956, %102 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1045 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1044 : tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1046 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_21 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %1047 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1045, %1046 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1048 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%913, %1047 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1049 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_25 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %1050 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%958, %1049 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1051 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1050 : tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1052 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_21 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %1053 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1051, %1052 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1054 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%915, %1053 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1055 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%959, %976 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1056 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1055 : tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1057 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1056, %979 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1058 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%916, %1057 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1059 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_25 : tensor<f32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %1060 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%961, %1059 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %1061 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1060 : tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %1062 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_21 : tensor<f32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %1063 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1061, %1062 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %1064 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%918, %1063 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %1065 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%962, %102 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1066 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1065 : tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1067 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1066, %1046 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1068 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%919, %1067 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1069 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%963, %1049 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1070 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1069 : tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1071 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1070, %1052 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1072 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%920, %1071 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1073 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%964, %102 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1074 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1073 : tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1075 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1074, %1046 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1076 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%921, %1075 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1077 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%965, %1049 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1078 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1077 : tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1079 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1078, %1052 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1080 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%922, %1079 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1081 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%966, %102 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1082 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1081 : tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1083 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1082, %1046 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1084 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%923, %1083 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1085 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%967, %1049 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1086 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1085 : tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1087 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1086, %1052 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1088 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%924, %1087 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1089 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%968, %976 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1090 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1089 : tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1091 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1090, %979 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1092 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%925, %1091 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1093 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%969, %1059 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %1094 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1093 : tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %1095 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1094, %1062 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %1096 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%926, %1095 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %1097 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%970, %102 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1098 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1097 : tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1099 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1098, %1046 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1100 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%927, %1099 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1101 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%971, %1049 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1102 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1101 : tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1103 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1102, %1052 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1104 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%928, %1103 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1105 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%972, %102 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1106 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1105 : tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1107 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1106, %1046 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1108 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%929, %1107 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1109 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%973, %1049 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1110 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1109 : tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1111 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1110, %1052 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1112 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%930, %1111 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1113 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_25 : tensor<f32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x64xf32>
    %1114 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%975, %1113 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %1115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1114 : tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = math.sqrt %in : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %1116 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_21 : tensor<f32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x64xf32>
    %1117 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1115, %1116 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %1118 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%932, %1117 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %1119 = call @norm(%arg0) : (tensor<64xf32>) -> tensor<1xf32>
    %1120 = tensor.empty() : tensor<1xf32>
    %1121 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_25 : tensor<f32>) outs(%1120 : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1xf32>
    %1122 = tensor.empty() : tensor<1xi1>
    %1123 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1119, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1124 = call @_where_0(%1123, %586, %arg0) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_76 = tensor.collapse_shape %1119 [] : tensor<1xf32> into tensor<f32>
    %1125 = call @norm_1(%1124) : (tensor<64xf32>) -> tensor<f32>
    %1126 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_76 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1127 = call @_where_2(%1126, %cst_25, %1125) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1128 = call @norm(%981) : (tensor<64xf32>) -> tensor<1xf32>
    %1129 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1128, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1130 = call @_where_0(%1129, %586, %981) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_77 = tensor.collapse_shape %1128 [] : tensor<1xf32> into tensor<f32>
    %1131 = call @norm_1(%1130) : (tensor<64xf32>) -> tensor<f32>
    %1132 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_77 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1133 = call @_where_2(%1132, %cst_25, %1131) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1134 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1133 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1135 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1127, %1134 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1136 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1127 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1137 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1133 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1138 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1136, %1137 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1139 = call @_where_3(%1138, %cst_23, %1135) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1140 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%1139 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %1141 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%981, %1140 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1142 = call @norm_4(%arg1) : (tensor<256x64xf32>) -> tensor<1x1xf32>
    %1143 = tensor.empty() : tensor<1x1xf32>
    %1144 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_25 : tensor<f32>) outs(%1143 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1xf32>
    %1145 = tensor.empty() : tensor<1x1xi1>
    %1146 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1142, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1147 = call @_where_5(%1146, %588, %arg1) : (tensor<1x1xi1>, tensor<256x64xf32>, tensor<256x64xf32>) -> tensor<256x64xf32>
    %collapsed_78 = tensor.collapse_shape %1142 [] : tensor<1x1xf32> into tensor<f32>
    %1148 = call @norm_6(%1147) : (tensor<256x64xf32>) -> tensor<f32>
    %1149 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_78 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1150 = call @_where_2(%1149, %cst_25, %1148) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1151 = call @norm_4(%987) : (tensor<256x64xf32>) -> tensor<1x1xf32>
    %1152 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1151, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1153 = call @_where_5(%1152, %588, %987) : (tensor<1x1xi1>, tensor<256x64xf32>, tensor<256x64xf32>) -> tensor<256x64xf32>
    %collapsed_79 = tensor.collapse_shape %1151 [] : tensor<1x1xf32> into tensor<f32>
    %1154 = call @norm_6(%1153) : (tensor<256x64xf32>) -> tensor<f32>
    %1155 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_79 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1156 = call @_where_2(%1155, %cst_25, %1154) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1157 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1156 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1158 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1150, %1157 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1159 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1150 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1160 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1156 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1161 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1159, %1160 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1162 = call @_where_3(%1161, %cst_23, %1158) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1163 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%1162 : tensor<f32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %1164 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%987, %1163 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %1165 = call @norm_7(%arg2) : (tensor<256xf32>) -> tensor<1xf32>
    %1166 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1165, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1167 = call @_where_8(%1166, %590, %arg2) : (tensor<1xi1>, tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %collapsed_80 = tensor.collapse_shape %1165 [] : tensor<1xf32> into tensor<f32>
    %1168 = call @norm_9(%1167) : (tensor<256xf32>) -> tensor<f32>
    %1169 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_80 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1170 = call @_where_2(%1169, %cst_25, %1168) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1171 = call @norm_7(%993) : (tensor<256xf32>) -> tensor<1xf32>
    %1172 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1171, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1173 = call @_where_8(%1172, %590, %993) : (tensor<1xi1>, tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %collapsed_81 = tensor.collapse_shape %1171 [] : tensor<1xf32> into tensor<f32>
    %1174 = call @norm_9(%1173) : (tensor<256xf32>) -> tensor<f32>
    %1175 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_81 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1176 = call @_where_2(%1175, %cst_25, %1174) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1177 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1176 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1178 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1170, %1177 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1179 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1170 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1180 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1176 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1181 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1179, %1180 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1182 = call @_where_3(%1181, %cst_23, %1178) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1183 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%1182 : tensor<f32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %1184 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%993, %1183 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %1185 = call @norm_10(%arg3) : (tensor<64x256xf32>) -> tensor<1x1xf32>
    %1186 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1185, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1187 = call @_where_11(%1186, %592, %arg3) : (tensor<1x1xi1>, tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
    %collapsed_82 = tensor.collapse_shape %1185 [] : tensor<1x1xf32> into tensor<f32>
    %1188 = call @norm_12(%1187) : (tensor<64x256xf32>) -> tensor<f32>
    %1189 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_82 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1190 = call @_where_2(%1189, %cst_25, %1188) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1191 = call @norm_10(%999) : (tensor<64x256xf32>) -> tensor<1x1xf32>
    %1192 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1191, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1193 = call @_where_11(%1192, %592, %999) : (tensor<1x1xi1>, tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
    %collapsed_83 = tensor.collapse_shape %1191 [] : tensor<1x1xf32> into tensor<f32>
    %1194 = call @norm_12(%1193) : (tensor<64x256xf32>) -> tensor<f32>
    %1195 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_83 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1196 = call @_where_2(%1195, %cst_25, %1194) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1197 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1196 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1198 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1190, %1197 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1199 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1190 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1200 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1196 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1201 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1199, %1200 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1202 = call @_where_3(%1201, %cst_23, %1198) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1203 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%1202 : tensor<f32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %1204 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%999, %1203 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %1205 = call @norm_13(%arg4) : (tensor<10xf32>) -> tensor<1xf32>
    %1206 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1205, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1207 = call @_where_14(%1206, %594, %arg4) : (tensor<1xi1>, tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
    %collapsed_84 = tensor.collapse_shape %1205 [] : tensor<1xf32> into tensor<f32>
    %1208 = call @norm_15(%1207) : (tensor<10xf32>) -> tensor<f32>
    %1209 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_84 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1210 = call @_where_2(%1209, %cst_25, %1208) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1211 = call @norm_13(%1005) : (tensor<10xf32>) -> tensor<1xf32>
    %1212 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1211, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1213 = call @_where_14(%1212, %594, %1005) : (tensor<1xi1>, tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
    %collapsed_85 = tensor.collapse_shape %1211 [] : tensor<1xf32> into tensor<f32>
    %1214 = call @norm_15(%1213) : (tensor<10xf32>) -> tensor<f32>
    %1215 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_85 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1216 = call @_where_2(%1215, %cst_25, %1214) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1217 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1216 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1218 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1210, %1217 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1219 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1210 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1220 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1216 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1221 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1219, %1220 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1222 = call @_where_3(%1221, %cst_23, %1218) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1223 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%1222 : tensor<f32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10xf32>
    %1224 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1005, %1223 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %1225 = call @norm_16(%arg5) : (tensor<64x10xf32>) -> tensor<1x1xf32>
    %1226 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1225, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1227 = call @_where_17(%1226, %596, %arg5) : (tensor<1x1xi1>, tensor<64x10xf32>, tensor<64x10xf32>) -> tensor<64x10xf32>
    %collapsed_86 = tensor.collapse_shape %1225 [] : tensor<1x1xf32> into tensor<f32>
    %1228 = call @norm_18(%1227) : (tensor<64x10xf32>) -> tensor<f32>
    %1229 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_86 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1230 = call @_where_2(%1229, %cst_25, %1228) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1231 = call @norm_16(%1011) : (tensor<64x10xf32>) -> tensor<1x1xf32>
    %1232 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1231, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1233 = call @_where_17(%1232, %596, %1011) : (tensor<1x1xi1>, tensor<64x10xf32>, tensor<64x10xf32>) -> tensor<64x10xf32>
    %collapsed_87 = tensor.collapse_shape %1231 [] : tensor<1x1xf32> into tensor<f32>
    %1234 = call @norm_18(%1233) : (tensor<64x10xf32>) -> tensor<f32>
    %1235 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_87 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1236 = call @_where_2(%1235, %cst_25, %1234) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1237 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1236 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1238 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1230, %1237 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1239 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1230 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1240 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1236 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1241 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1239, %1240 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1242 = call @_where_3(%1241, %cst_23, %1238) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1243 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%1242 : tensor<f32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %1244 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1011, %1243 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %1245 = call @norm(%arg6) : (tensor<64xf32>) -> tensor<1xf32>
    %1246 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1245, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1247 = call @_where_0(%1246, %586, %arg6) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_88 = tensor.collapse_shape %1245 [] : tensor<1xf32> into tensor<f32>
    %1248 = call @norm_1(%1247) : (tensor<64xf32>) -> tensor<f32>
    %1249 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_88 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1250 = call @_where_2(%1249, %cst_25, %1248) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1251 = call @norm(%1015) : (tensor<64xf32>) -> tensor<1xf32>
    %1252 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1251, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1253 = call @_where_0(%1252, %586, %1015) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_89 = tensor.collapse_shape %1251 [] : tensor<1xf32> into tensor<f32>
    %1254 = call @norm_1(%1253) : (tensor<64xf32>) -> tensor<f32>
    %1255 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_89 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1256 = call @_where_2(%1255, %cst_25, %1254) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1257 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1256 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1258 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1250, %1257 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1259 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1250 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1260 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1256 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1261 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1259, %1260 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1262 = call @_where_3(%1261, %cst_23, %1258) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1263 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%1262 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %1264 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1015, %1263 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1265 = call @norm(%arg7) : (tensor<64xf32>) -> tensor<1xf32>
    %1266 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1265, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1267 = call @_where_0(%1266, %586, %arg7) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_90 = tensor.collapse_shape %1265 [] : tensor<1xf32> into tensor<f32>
    %1268 = call @norm_1(%1267) : (tensor<64xf32>) -> tensor<f32>
    %1269 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_90 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1270 = call @_where_2(%1269, %cst_25, %1268) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1271 = call @norm(%1019) : (tensor<64xf32>) -> tensor<1xf32>
    %1272 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1271, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1273 = call @_where_0(%1272, %586, %1019) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_91 = tensor.collapse_shape %1271 [] : tensor<1xf32> into tensor<f32>
    %1274 = call @norm_1(%1273) : (tensor<64xf32>) -> tensor<f32>
    %1275 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_91 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1276 = call @_where_2(%1275, %cst_25, %1274) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1277 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1276 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1278 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1270, %1277 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1279 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1270 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1280 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1276 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1281 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1279, %1280 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1282 = call @_where_3(%1281, %cst_23, %1278) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1283 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%1282 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %1284 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1019, %1283 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1285 = call @norm(%arg8) : (tensor<64xf32>) -> tensor<1xf32>
    %1286 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1285, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1287 = call @_where_0(%1286, %586, %arg8) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_92 = tensor.collapse_shape %1285 [] : tensor<1xf32> into tensor<f32>
    %1288 = call @norm_1(%1287) : (tensor<64xf32>) -> tensor<f32>
    %1289 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_92 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1290 = call @_where_2(%1289, %cst_25, %1288) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1291 = call @norm(%1023) : (tensor<64xf32>) -> tensor<1xf32>
    %1292 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1291, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1293 = call @_where_0(%1292, %586, %1023) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_93 = tensor.collapse_shape %1291 [] : tensor<1xf32> into tensor<f32>
    %1294 = call @norm_1(%1293) : (tensor<64xf32>) -> tensor<f32>
    %1295 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_93 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1296 = call @_where_2(%1295, %cst_25, %1294) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1297 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1296 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1298 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1290, %1297 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1299 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1290 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1300 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1296 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1301 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1299, %1300 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1302 = call @_where_3(%1301, %cst_23, %1298) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1303 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%1302 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %1304 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1023, %1303 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1305 = call @norm(%arg9) : (tensor<64xf32>) -> tensor<1xf32>
    %1306 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1305, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1307 = call @_where_0(%1306, %586, %arg9) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_94 = tensor.collapse_shape %1305 [] : tensor<1xf32> into tensor<f32>
    %1308 = call @norm_1(%1307) : (tensor<64xf32>) -> tensor<f32>
    %1309 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_94 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1310 = call @_where_2(%1309, %cst_25, %1308) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1311 = call @norm(%1027) : (tensor<64xf32>) -> tensor<1xf32>
    %1312 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1311, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1313 = call @_where_0(%1312, %586, %1027) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_95 = tensor.collapse_shape %1311 [] : tensor<1xf32> into tensor<f32>
    %1314 = call @norm_1(%1313) : (tensor<64xf32>) -> tensor<f32>
    %1315 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_95 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1316 = call @_where_2(%1315, %cst_25, %1314) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1317 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1316 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1318 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1310, %1317 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1319 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1310 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1320 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1316 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1321 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1319, %1320 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1322 = call @_where_3(%1321, %cst_23, %1318) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1323 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%1322 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %1324 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1027, %1323 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1325 = call @norm(%arg10) : (tensor<64xf32>) -> tensor<1xf32>
    %1326 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1325, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1327 = call @_where_0(%1326, %586, %arg10) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_96 = tensor.collapse_shape %1325 [] : tensor<1xf32> into tensor<f32>
    %1328 = call @norm_1(%1327) : (tensor<64xf32>) -> tensor<f32>
    %1329 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_96 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1330 = call @_where_2(%1329, %cst_25, %1328) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1331 = call @norm(%1031) : (tensor<64xf32>) -> tensor<1xf32>
    %1332 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1331, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1333 = call @_where_0(%1332, %586, %1031) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_97 = tensor.collapse_shape %1331 [] : tensor<1xf32> into tensor<f32>
    %1334 = call @norm_1(%1333) : (tensor<64xf32>) -> tensor<f32>
    %1335 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_97 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1336 = call @_where_2(%1335, %cst_25, %1334) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1337 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1336 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1338 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1330, %1337 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1339 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1330 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1340 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1336 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1341 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1339, %1340 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1342 = call @_where_3(%1341, %cst_23, %1338) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1343 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%1342 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %1344 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1031, %1343 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1345 = call @norm(%arg11) : (tensor<64xf32>) -> tensor<1xf32>
    %1346 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1345, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1347 = call @_where_0(%1346, %586, %arg11) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_98 = tensor.collapse_shape %1345 [] : tensor<1xf32> into tensor<f32>
    %1348 = call @norm_1(%1347) : (tensor<64xf32>) -> tensor<f32>
    %1349 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_98 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1350 = call @_where_2(%1349, %cst_25, %1348) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1351 = call @norm(%1035) : (tensor<64xf32>) -> tensor<1xf32>
    %1352 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1351, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1353 = call @_where_0(%1352, %586, %1035) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_99 = tensor.collapse_shape %1351 [] : tensor<1xf32> into tensor<f32>
    %1354 = call @norm_1(%1353) : (tensor<64xf32>) -> tensor<f32>
    %1355 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_99 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1356 = call @_where_2(%1355, %cst_25, %1354) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1357 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1356 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1358 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1350, %1357 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1359 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1350 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1360 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1356 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1361 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1359, %1360 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1362 = call @_where_3(%1361, %cst_23, %1358) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1363 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%1362 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %1364 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1035, %1363 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1365 = call @norm(%arg12) : (tensor<64xf32>) -> tensor<1xf32>
    %1366 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1365, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1367 = call @_where_0(%1366, %586, %arg12) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_100 = tensor.collapse_shape %1365 [] : tensor<1xf32> into tensor<f32>
    %1368 = call @norm_1(%1367) : (tensor<64xf32>) -> tensor<f32>
    %1369 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_100 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1370 = call @_where_2(%1369, %cst_25, %1368) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1371 = call @norm(%1039) : (tensor<64xf32>) -> tensor<1xf32>
    %1372 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1371, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1373 = call @_where_0(%1372, %586, %1039) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_101 = tensor.collapse_shape %1371 [] : tensor<1xf32> into tensor<f32>
    %1374 = call @norm_1(%1373) : (tensor<64xf32>) -> tensor<f32>
    %1375 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_101 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1376 = call @_where_2(%1375, %cst_25, %1374) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1377 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1376 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1378 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1370, %1377 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1379 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1370 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1380 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1376 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1381 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1379, %1380 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1382 = call @_where_3(%1381, %cst_23, %1378) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1383 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%1382 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %1384 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1039, %1383 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1385 = call @norm(%arg13) : (tensor<64xf32>) -> tensor<1xf32>
    %1386 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1385, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1387 = call @_where_0(%1386, %586, %arg13) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_102 = tensor.collapse_shape %1385 [] : tensor<1xf32> into tensor<f32>
    %1388 = call @norm_1(%1387) : (tensor<64xf32>) -> tensor<f32>
    %1389 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_102 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1390 = call @_where_2(%1389, %cst_25, %1388) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1391 = call @norm(%1043) : (tensor<64xf32>) -> tensor<1xf32>
    %1392 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1391, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1393 = call @_where_0(%1392, %586, %1043) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_103 = tensor.collapse_shape %1391 [] : tensor<1xf32> into tensor<f32>
    %1394 = call @norm_1(%1393) : (tensor<64xf32>) -> tensor<f32>
    %1395 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_103 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1396 = call @_where_2(%1395, %cst_25, %1394) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1397 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1396 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1398 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1390, %1397 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1399 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1390 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1400 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1396 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1401 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1399, %1400 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1402 = call @_where_3(%1401, %cst_23, %1398) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1403 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%1402 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %1404 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1043, %1403 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1405 = call @norm_19(%arg14) : (tensor<4x16xf32>) -> tensor<1x1xf32>
    %1406 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1405, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1407 = call @_where_20(%1406, %606, %arg14) : (tensor<1x1xi1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %collapsed_104 = tensor.collapse_shape %1405 [] : tensor<1x1xf32> into tensor<f32>
    %1408 = call @norm_21(%1407) : (tensor<4x16xf32>) -> tensor<f32>
    %1409 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_104 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1410 = call @_where_2(%1409, %cst_25, %1408) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1411 = call @norm_19(%1048) : (tensor<4x16xf32>) -> tensor<1x1xf32>
    %1412 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1411, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1413 = call @_where_20(%1412, %606, %1048) : (tensor<1x1xi1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %collapsed_105 = tensor.collapse_shape %1411 [] : tensor<1x1xf32> into tensor<f32>
    %1414 = call @norm_21(%1413) : (tensor<4x16xf32>) -> tensor<f32>
    %1415 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_105 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1416 = call @_where_2(%1415, %cst_25, %1414) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1417 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1416 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1418 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1410, %1417 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1419 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1410 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1420 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1416 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1421 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1419, %1420 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1422 = call @_where_3(%1421, %cst_23, %1418) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1423 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%1422 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %1424 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1048, %1423 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1425 = call @norm_22(%arg15) : (tensor<64x4x16xf32>) -> tensor<1x1x1xf32>
    %1426 = tensor.empty() : tensor<1x1x1xf32>
    %1427 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_25 : tensor<f32>) outs(%1426 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1xf32>
    %1428 = tensor.empty() : tensor<1x1x1xi1>
    %1429 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1425, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1430 = call @_where_23(%1429, %608, %arg15) : (tensor<1x1x1xi1>, tensor<64x4x16xf32>, tensor<64x4x16xf32>) -> tensor<64x4x16xf32>
    %collapsed_106 = tensor.collapse_shape %1425 [] : tensor<1x1x1xf32> into tensor<f32>
    %1431 = call @norm_24(%1430) : (tensor<64x4x16xf32>) -> tensor<f32>
    %1432 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_106 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1433 = call @_where_2(%1432, %cst_25, %1431) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1434 = call @norm_22(%1054) : (tensor<64x4x16xf32>) -> tensor<1x1x1xf32>
    %1435 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1434, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1436 = call @_where_23(%1435, %608, %1054) : (tensor<1x1x1xi1>, tensor<64x4x16xf32>, tensor<64x4x16xf32>) -> tensor<64x4x16xf32>
    %collapsed_107 = tensor.collapse_shape %1434 [] : tensor<1x1x1xf32> into tensor<f32>
    %1437 = call @norm_24(%1436) : (tensor<64x4x16xf32>) -> tensor<f32>
    %1438 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_107 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1439 = call @_where_2(%1438, %cst_25, %1437) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1440 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1439 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1441 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1433, %1440 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1442 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1433 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1443 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1439 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1444 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1442, %1443 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1445 = call @_where_3(%1444, %cst_23, %1441) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1446 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1445 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %1447 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1054, %1446 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1448 = call @norm(%arg16) : (tensor<64xf32>) -> tensor<1xf32>
    %1449 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1448, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1450 = call @_where_0(%1449, %586, %arg16) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_108 = tensor.collapse_shape %1448 [] : tensor<1xf32> into tensor<f32>
    %1451 = call @norm_1(%1450) : (tensor<64xf32>) -> tensor<f32>
    %1452 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_108 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1453 = call @_where_2(%1452, %cst_25, %1451) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1454 = call @norm(%1058) : (tensor<64xf32>) -> tensor<1xf32>
    %1455 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1454, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1456 = call @_where_0(%1455, %586, %1058) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_109 = tensor.collapse_shape %1454 [] : tensor<1xf32> into tensor<f32>
    %1457 = call @norm_1(%1456) : (tensor<64xf32>) -> tensor<f32>
    %1458 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_109 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1459 = call @_where_2(%1458, %cst_25, %1457) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1460 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1459 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1461 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1453, %1460 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1462 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1453 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1463 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1459 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1464 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1462, %1463 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1465 = call @_where_3(%1464, %cst_23, %1461) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1466 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%1465 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %1467 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1058, %1466 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1468 = call @norm_25(%arg17) : (tensor<4x16x64xf32>) -> tensor<1x1x1xf32>
    %1469 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1468, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1470 = call @_where_26(%1469, %611, %arg17) : (tensor<1x1x1xi1>, tensor<4x16x64xf32>, tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
    %collapsed_110 = tensor.collapse_shape %1468 [] : tensor<1x1x1xf32> into tensor<f32>
    %1471 = call @norm_27(%1470) : (tensor<4x16x64xf32>) -> tensor<f32>
    %1472 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_110 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1473 = call @_where_2(%1472, %cst_25, %1471) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1474 = call @norm_25(%1064) : (tensor<4x16x64xf32>) -> tensor<1x1x1xf32>
    %1475 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1474, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1476 = call @_where_26(%1475, %611, %1064) : (tensor<1x1x1xi1>, tensor<4x16x64xf32>, tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
    %collapsed_111 = tensor.collapse_shape %1474 [] : tensor<1x1x1xf32> into tensor<f32>
    %1477 = call @norm_27(%1476) : (tensor<4x16x64xf32>) -> tensor<f32>
    %1478 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_111 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1479 = call @_where_2(%1478, %cst_25, %1477) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1480 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1479 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1481 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1473, %1480 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1482 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1473 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1483 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1479 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1484 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1482, %1483 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1485 = call @_where_3(%1484, %cst_23, %1481) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1486 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1485 : tensor<f32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %1487 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1064, %1486 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %1488 = call @norm_19(%arg18) : (tensor<4x16xf32>) -> tensor<1x1xf32>
    %1489 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1488, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1490 = call @_where_20(%1489, %606, %arg18) : (tensor<1x1xi1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %collapsed_112 = tensor.collapse_shape %1488 [] : tensor<1x1xf32> into tensor<f32>
    %1491 = call @norm_21(%1490) : (tensor<4x16xf32>) -> tensor<f32>
    %1492 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_112 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1493 = call @_where_2(%1492, %cst_25, %1491) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1494 = call @norm_19(%1068) : (tensor<4x16xf32>) -> tensor<1x1xf32>
    %1495 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1494, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1496 = call @_where_20(%1495, %606, %1068) : (tensor<1x1xi1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %collapsed_113 = tensor.collapse_shape %1494 [] : tensor<1x1xf32> into tensor<f32>
    %1497 = call @norm_21(%1496) : (tensor<4x16xf32>) -> tensor<f32>
    %1498 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_113 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1499 = call @_where_2(%1498, %cst_25, %1497) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1500 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1499 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1501 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1493, %1500 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1502 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1493 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1503 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1499 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1504 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1502, %1503 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1505 = call @_where_3(%1504, %cst_23, %1501) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1506 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%1505 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %1507 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1068, %1506 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1508 = call @norm_22(%arg19) : (tensor<64x4x16xf32>) -> tensor<1x1x1xf32>
    %1509 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1508, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1510 = call @_where_23(%1509, %608, %arg19) : (tensor<1x1x1xi1>, tensor<64x4x16xf32>, tensor<64x4x16xf32>) -> tensor<64x4x16xf32>
    %collapsed_114 = tensor.collapse_shape %1508 [] : tensor<1x1x1xf32> into tensor<f32>
    %1511 = call @norm_24(%1510) : (tensor<64x4x16xf32>) -> tensor<f32>
    %1512 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_114 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1513 = call @_where_2(%1512, %cst_25, %1511) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1514 = call @norm_22(%1072) : (tensor<64x4x16xf32>) -> tensor<1x1x1xf32>
    %1515 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1514, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1516 = call @_where_23(%1515, %608, %1072) : (tensor<1x1x1xi1>, tensor<64x4x16xf32>, tensor<64x4x16xf32>) -> tensor<64x4x16xf32>
    %collapsed_115 = tensor.collapse_shape %1514 [] : tensor<1x1x1xf32> into tensor<f32>
    %1517 = call @norm_24(%1516) : (tensor<64x4x16xf32>) -> tensor<f32>
    %1518 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_115 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1519 = call @_where_2(%1518, %cst_25, %1517) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1520 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1519 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1521 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1513, %1520 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1522 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1513 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1523 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1519 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1524 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1522, %1523 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1525 = call @_where_3(%1524, %cst_23, %1521) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1526 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1525 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %1527 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1072, %1526 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1528 = call @norm_19(%arg20) : (tensor<4x16xf32>) -> tensor<1x1xf32>
    %1529 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1528, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1530 = call @_where_20(%1529, %606, %arg20) : (tensor<1x1xi1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %collapsed_116 = tensor.collapse_shape %1528 [] : tensor<1x1xf32> into tensor<f32>
    %1531 = call @norm_21(%1530) : (tensor<4x16xf32>) -> tensor<f32>
    %1532 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_116 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1533 = call @_where_2(%1532, %cst_25, %1531) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1534 = call @norm_19(%1076) : (tensor<4x16xf32>) -> tensor<1x1xf32>
    %1535 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1534, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1536 = call @_where_20(%1535, %606, %1076) : (tensor<1x1xi1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %collapsed_117 = tensor.collapse_shape %1534 [] : tensor<1x1xf32> into tensor<f32>
    %1537 = call @norm_21(%1536) : (tensor<4x16xf32>) -> tensor<f32>
    %1538 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_117 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1539 = call @_where_2(%1538, %cst_25, %1537) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1540 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1539 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1541 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1533, %1540 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1542 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1533 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1543 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1539 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1544 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1542, %1543 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1545 = call @_where_3(%1544, %cst_23, %1541) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1546 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%1545 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %1547 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1076, %1546 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1548 = call @norm_22(%arg21) : (tensor<64x4x16xf32>) -> tensor<1x1x1xf32>
    %1549 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1548, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1550 = call @_where_23(%1549, %608, %arg21) : (tensor<1x1x1xi1>, tensor<64x4x16xf32>, tensor<64x4x16xf32>) -> tensor<64x4x16xf32>
    %collapsed_118 = tensor.collapse_shape %1548 [] : tensor<1x1x1xf32> into tensor<f32>
    %1551 = call @norm_24(%1550) : (tensor<64x4x16xf32>) -> tensor<f32>
    %1552 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_118 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1553 = call @_where_2(%1552, %cst_25, %1551) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1554 = call @norm_22(%1080) : (tensor<64x4x16xf32>) -> tensor<1x1x1xf32>
    %1555 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1554, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1556 = call @_where_23(%1555, %608, %1080) : (tensor<1x1x1xi1>, tensor<64x4x16xf32>, tensor<64x4x16xf32>) -> tensor<64x4x16xf32>
    %collapsed_119 = tensor.collapse_shape %1554 [] : tensor<1x1x1xf32> into tensor<f32>
    %1557 = call @norm_24(%1556) : (tensor<64x4x16xf32>) -> tensor<f32>
    %1558 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_119 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1559 = call @_where_2(%1558, %cst_25, %1557) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1560 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1559 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1561 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1553, %1560 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1562 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1553 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1563 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1559 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1564 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1562, %1563 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1565 = call @_where_3(%1564, %cst_23, %1561) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1566 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1565 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %1567 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1080, %1566 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1568 = call @norm_19(%arg22) : (tensor<4x16xf32>) -> tensor<1x1xf32>
    %1569 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1568, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1570 = call @_where_20(%1569, %606, %arg22) : (tensor<1x1xi1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %collapsed_120 = tensor.collapse_shape %1568 [] : tensor<1x1xf32> into tensor<f32>
    %1571 = call @norm_21(%1570) : (tensor<4x16xf32>) -> tensor<f32>
    %1572 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_120 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1573 = call @_where_2(%1572, %cst_25, %1571) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1574 = call @norm_19(%1084) : (tensor<4x16xf32>) -> tensor<1x1xf32>
    %1575 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1574, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1576 = call @_where_20(%1575, %606, %1084) : (tensor<1x1xi1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %collapsed_121 = tensor.collapse_shape %1574 [] : tensor<1x1xf32> into tensor<f32>
    %1577 = call @norm_21(%1576) : (tensor<4x16xf32>) -> tensor<f32>
    %1578 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_121 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1579 = call @_where_2(%1578, %cst_25, %1577) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1580 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1579 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1581 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1573, %1580 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1582 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1573 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1583 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1579 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1584 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1582, %1583 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1585 = call @_where_3(%1584, %cst_23, %1581) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1586 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%1585 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %1587 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1084, %1586 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1588 = call @norm_22(%arg23) : (tensor<64x4x16xf32>) -> tensor<1x1x1xf32>
    %1589 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1588, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1590 = call @_where_23(%1589, %608, %arg23) : (tensor<1x1x1xi1>, tensor<64x4x16xf32>, tensor<64x4x16xf32>) -> tensor<64x4x16xf32>
    %collapsed_122 = tensor.collapse_shape %1588 [] : tensor<1x1x1xf32> into tensor<f32>
    %1591 = call @norm_24(%1590) : (tensor<64x4x16xf32>) -> tensor<f32>
    %1592 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_122 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1593 = call @_where_2(%1592, %cst_25, %1591) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1594 = call @norm_22(%1088) : (tensor<64x4x16xf32>) -> tensor<1x1x1xf32>
    %1595 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1594, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1596 = call @_where_23(%1595, %608, %1088) : (tensor<1x1x1xi1>, tensor<64x4x16xf32>, tensor<64x4x16xf32>) -> tensor<64x4x16xf32>
    %collapsed_123 = tensor.collapse_shape %1594 [] : tensor<1x1x1xf32> into tensor<f32>
    %1597 = call @norm_24(%1596) : (tensor<64x4x16xf32>) -> tensor<f32>
    %1598 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_123 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1599 = call @_where_2(%1598, %cst_25, %1597) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1600 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1599 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1601 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1593, %1600 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1602 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1593 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1603 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1599 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1604 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1602, %1603 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1605 = call @_where_3(%1604, %cst_23, %1601) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1606 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1605 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %1607 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1088, %1606 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1608 = call @norm(%arg24) : (tensor<64xf32>) -> tensor<1xf32>
    %1609 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1608, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1610 = call @_where_0(%1609, %586, %arg24) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_124 = tensor.collapse_shape %1608 [] : tensor<1xf32> into tensor<f32>
    %1611 = call @norm_1(%1610) : (tensor<64xf32>) -> tensor<f32>
    %1612 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_124 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1613 = call @_where_2(%1612, %cst_25, %1611) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1614 = call @norm(%1092) : (tensor<64xf32>) -> tensor<1xf32>
    %1615 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1614, %1121 : tensor<1xf32>, tensor<1xf32>) outs(%1122 : tensor<1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1xi1>
    %1616 = call @_where_0(%1615, %586, %1092) : (tensor<1xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %collapsed_125 = tensor.collapse_shape %1614 [] : tensor<1xf32> into tensor<f32>
    %1617 = call @norm_1(%1616) : (tensor<64xf32>) -> tensor<f32>
    %1618 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_125 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1619 = call @_where_2(%1618, %cst_25, %1617) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1620 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1619 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1621 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1613, %1620 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1622 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1613 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1623 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1619 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1624 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1622, %1623 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1625 = call @_where_3(%1624, %cst_23, %1621) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1626 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%1625 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %1627 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1092, %1626 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1628 = call @norm_25(%arg25) : (tensor<4x16x64xf32>) -> tensor<1x1x1xf32>
    %1629 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1628, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1630 = call @_where_26(%1629, %611, %arg25) : (tensor<1x1x1xi1>, tensor<4x16x64xf32>, tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
    %collapsed_126 = tensor.collapse_shape %1628 [] : tensor<1x1x1xf32> into tensor<f32>
    %1631 = call @norm_27(%1630) : (tensor<4x16x64xf32>) -> tensor<f32>
    %1632 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_126 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1633 = call @_where_2(%1632, %cst_25, %1631) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1634 = call @norm_25(%1096) : (tensor<4x16x64xf32>) -> tensor<1x1x1xf32>
    %1635 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1634, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1636 = call @_where_26(%1635, %611, %1096) : (tensor<1x1x1xi1>, tensor<4x16x64xf32>, tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
    %collapsed_127 = tensor.collapse_shape %1634 [] : tensor<1x1x1xf32> into tensor<f32>
    %1637 = call @norm_27(%1636) : (tensor<4x16x64xf32>) -> tensor<f32>
    %1638 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_127 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1639 = call @_where_2(%1638, %cst_25, %1637) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1640 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1639 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1641 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1633, %1640 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1642 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1633 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1643 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1639 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1644 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1642, %1643 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1645 = call @_where_3(%1644, %cst_23, %1641) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1646 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1645 : tensor<f32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %1647 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1096, %1646 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %1648 = call @norm_19(%arg26) : (tensor<4x16xf32>) -> tensor<1x1xf32>
    %1649 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1648, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1650 = call @_where_20(%1649, %606, %arg26) : (tensor<1x1xi1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %collapsed_128 = tensor.collapse_shape %1648 [] : tensor<1x1xf32> into tensor<f32>
    %1651 = call @norm_21(%1650) : (tensor<4x16xf32>) -> tensor<f32>
    %1652 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_128 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1653 = call @_where_2(%1652, %cst_25, %1651) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1654 = call @norm_19(%1100) : (tensor<4x16xf32>) -> tensor<1x1xf32>
    %1655 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1654, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1656 = call @_where_20(%1655, %606, %1100) : (tensor<1x1xi1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %collapsed_129 = tensor.collapse_shape %1654 [] : tensor<1x1xf32> into tensor<f32>
    %1657 = call @norm_21(%1656) : (tensor<4x16xf32>) -> tensor<f32>
    %1658 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_129 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1659 = call @_where_2(%1658, %cst_25, %1657) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1660 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1659 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1661 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1653, %1660 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1662 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1653 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1663 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1659 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1664 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1662, %1663 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1665 = call @_where_3(%1664, %cst_23, %1661) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1666 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%1665 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %1667 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1100, %1666 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1668 = call @norm_22(%arg27) : (tensor<64x4x16xf32>) -> tensor<1x1x1xf32>
    %1669 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1668, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1670 = call @_where_23(%1669, %608, %arg27) : (tensor<1x1x1xi1>, tensor<64x4x16xf32>, tensor<64x4x16xf32>) -> tensor<64x4x16xf32>
    %collapsed_130 = tensor.collapse_shape %1668 [] : tensor<1x1x1xf32> into tensor<f32>
    %1671 = call @norm_24(%1670) : (tensor<64x4x16xf32>) -> tensor<f32>
    %1672 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_130 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1673 = call @_where_2(%1672, %cst_25, %1671) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1674 = call @norm_22(%1104) : (tensor<64x4x16xf32>) -> tensor<1x1x1xf32>
    %1675 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1674, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1676 = call @_where_23(%1675, %608, %1104) : (tensor<1x1x1xi1>, tensor<64x4x16xf32>, tensor<64x4x16xf32>) -> tensor<64x4x16xf32>
    %collapsed_131 = tensor.collapse_shape %1674 [] : tensor<1x1x1xf32> into tensor<f32>
    %1677 = call @norm_24(%1676) : (tensor<64x4x16xf32>) -> tensor<f32>
    %1678 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_131 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1679 = call @_where_2(%1678, %cst_25, %1677) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1680 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1679 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1681 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1673, %1680 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1682 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1673 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1683 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1679 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1684 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1682, %1683 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1685 = call @_where_3(%1684, %cst_23, %1681) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1686 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1685 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %1687 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1104, %1686 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1688 = call @norm_19(%arg28) : (tensor<4x16xf32>) -> tensor<1x1xf32>
    %1689 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1688, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1690 = call @_where_20(%1689, %606, %arg28) : (tensor<1x1xi1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %collapsed_132 = tensor.collapse_shape %1688 [] : tensor<1x1xf32> into tensor<f32>
    %1691 = call @norm_21(%1690) : (tensor<4x16xf32>) -> tensor<f32>
    %1692 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_132 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1693 = call @_where_2(%1692, %cst_25, %1691) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1694 = call @norm_19(%1108) : (tensor<4x16xf32>) -> tensor<1x1xf32>
    %1695 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1694, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1696 = call @_where_20(%1695, %606, %1108) : (tensor<1x1xi1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %collapsed_133 = tensor.collapse_shape %1694 [] : tensor<1x1xf32> into tensor<f32>
    %1697 = call @norm_21(%1696) : (tensor<4x16xf32>) -> tensor<f32>
    %1698 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_133 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1699 = call @_where_2(%1698, %cst_25, %1697) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1700 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1699 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1701 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1693, %1700 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1702 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1693 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1703 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1699 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1704 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1702, %1703 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1705 = call @_where_3(%1704, %cst_23, %1701) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1706 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%1705 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %1707 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1108, %1706 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1708 = call @norm_22(%arg29) : (tensor<64x4x16xf32>) -> tensor<1x1x1xf32>
    %1709 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1708, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1710 = call @_where_23(%1709, %608, %arg29) : (tensor<1x1x1xi1>, tensor<64x4x16xf32>, tensor<64x4x16xf32>) -> tensor<64x4x16xf32>
    %collapsed_134 = tensor.collapse_shape %1708 [] : tensor<1x1x1xf32> into tensor<f32>
    %1711 = call @norm_24(%1710) : (tensor<64x4x16xf32>) -> tensor<f32>
    %1712 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_134 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1713 = call @_where_2(%1712, %cst_25, %1711) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1714 = call @norm_22(%1112) : (tensor<64x4x16xf32>) -> tensor<1x1x1xf32>
    %1715 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1714, %1427 : tensor<1x1x1xf32>, tensor<1x1x1xf32>) outs(%1428 : tensor<1x1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1x1xi1>
    %1716 = call @_where_23(%1715, %608, %1112) : (tensor<1x1x1xi1>, tensor<64x4x16xf32>, tensor<64x4x16xf32>) -> tensor<64x4x16xf32>
    %collapsed_135 = tensor.collapse_shape %1714 [] : tensor<1x1x1xf32> into tensor<f32>
    %1717 = call @norm_24(%1716) : (tensor<64x4x16xf32>) -> tensor<f32>
    %1718 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_135 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1719 = call @_where_2(%1718, %cst_25, %1717) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1720 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1719 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1721 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1713, %1720 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1722 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1713 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1723 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1719 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1724 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1722, %1723 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1725 = call @_where_3(%1724, %cst_23, %1721) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1726 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1725 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %1727 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1112, %1726 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1728 = call @norm_28(%arg30) : (tensor<8x64xf32>) -> tensor<1x1xf32>
    %1729 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1728, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1730 = call @_where_29(%1729, %625, %arg30) : (tensor<1x1xi1>, tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
    %collapsed_136 = tensor.collapse_shape %1728 [] : tensor<1x1xf32> into tensor<f32>
    %1731 = call @norm_30(%1730) : (tensor<8x64xf32>) -> tensor<f32>
    %1732 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_136 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1733 = call @_where_2(%1732, %cst_25, %1731) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1734 = call @norm_28(%1118) : (tensor<8x64xf32>) -> tensor<1x1xf32>
    %1735 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1734, %1144 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%1145 : tensor<1x1xi1>) {
    ^bb0(%in: f32, %in_138: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %in_138 : f32
      linalg.yield %1820 : i1
    } -> tensor<1x1xi1>
    %1736 = call @_where_29(%1735, %625, %1118) : (tensor<1x1xi1>, tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
    %collapsed_137 = tensor.collapse_shape %1734 [] : tensor<1x1xf32> into tensor<f32>
    %1737 = call @norm_30(%1736) : (tensor<8x64xf32>) -> tensor<f32>
    %1738 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%collapsed_137 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf ole, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1739 = call @_where_2(%1738, %cst_25, %1737) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1740 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1739 : tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1820 = arith.addf %in, %cst_6 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1741 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1733, %1740 : tensor<f32>, tensor<f32>) outs(%134 : tensor<f32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.divf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<f32>
    %1742 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1733 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1743 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%1739 : tensor<f32>) outs(%884 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %1820 = arith.cmpf oeq, %in, %cst_6 : f32
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1744 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%1742, %1743 : tensor<i1>, tensor<i1>) outs(%884 : tensor<i1>) {
    ^bb0(%in: i1, %in_138: i1, %out: i1):
      %1820 = arith.ori %in, %in_138 : i1
      linalg.yield %1820 : i1
    } -> tensor<i1>
    %1745 = call @_where_3(%1744, %cst_23, %1741) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1746 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%1745 : tensor<f32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x64xf32>
    %1747 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1118, %1746 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %1748 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_7 : tensor<f32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %1749 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1748, %1141 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1750 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %1751 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1750, %1164 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %1752 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_7 : tensor<f32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %1753 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1752, %1184 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %1754 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %1755 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1754, %1204 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %1756 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%cst_7 : tensor<f32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10xf32>
    %1757 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1756, %1224 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %1758 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %1759 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1758, %1244 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %1760 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1748, %1264 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1761 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1748, %1284 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1762 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1748, %1304 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1763 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1748, %1324 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1764 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1748, %1344 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1765 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1748, %1364 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1766 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1748, %1384 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1767 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1748, %1404 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1768 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %1769 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1768, %1424 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1770 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %1771 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1770, %1447 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1772 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1748, %1467 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1773 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %1774 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1773, %1487 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %1775 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1768, %1507 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1776 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1770, %1527 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1777 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1768, %1547 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1778 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1770, %1567 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1779 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1768, %1587 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1780 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1770, %1607 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1781 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1748, %1627 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1782 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1773, %1647 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %1783 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1768, %1667 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1784 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1770, %1687 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1785 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1768, %1707 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1786 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1770, %1727 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1787 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x64xf32>
    %1788 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1787, %1747 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.mulf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    %1789 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1749 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1790 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %1751 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%583 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256x64xf32>
    %1791 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg2, %1753 : tensor<256xf32>, tensor<256xf32>) outs(%581 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<256xf32>
    %1792 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3, %1755 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%579 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x256xf32>
    %1793 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg4, %1757 : tensor<10xf32>, tensor<10xf32>) outs(%577 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<10xf32>
    %1794 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5, %1759 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%575 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x10xf32>
    %1795 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg6, %1760 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1796 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg7, %1761 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1797 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg8, %1762 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1798 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg9, %1763 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1799 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg10, %1764 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1800 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg11, %1765 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1801 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg12, %1766 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1802 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg13, %1767 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1803 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg14, %1769 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1804 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15, %1771 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1805 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg16, %1772 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1806 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg17, %1774 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %1807 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg18, %1775 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1808 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg19, %1776 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1809 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg20, %1777 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1810 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg21, %1778 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1811 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg22, %1779 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1812 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg23, %1780 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1813 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg24, %1781 : tensor<64xf32>, tensor<64xf32>) outs(%383 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64xf32>
    %1814 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg25, %1782 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%90 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16x64xf32>
    %1815 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg26, %1783 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1816 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg27, %1784 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1817 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg28, %1785 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%93 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<4x16xf32>
    %1818 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg29, %1786 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%550 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<64x4x16xf32>
    %1819 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg30, %1788 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%548 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_138: f32, %out: f32):
      %1820 = arith.addf %in, %in_138 : f32
      linalg.yield %1820 : f32
    } -> tensor<8x64xf32>
    return %1789, %1790, %1791, %1792, %1793, %1794, %1795, %1796, %1797, %1798, %1799, %1800, %1801, %1802, %1803, %1804, %1805, %1806, %1807, %1808, %1809, %1810, %1811, %1812, %1813, %1814, %1815, %1816, %1817, %1818, %1819, %888, %631, %636, %641, %646, %651, %656, %659, %662, %665, %668, %671, %674, %677, %680, %685, %690, %693, %698, %701, %704, %707, %710, %713, %716, %719, %722, %725, %728, %731, %734, %739, %745, %751, %757, %763, %769, %775, %779, %783, %787, %791, %795, %799, %803, %807, %813, %819, %823, %829, %833, %837, %841, %845, %849, %853, %857, %861, %865, %869, %873, %877, %883, %319 : tensor<64xf32>, tensor<256x64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<10xf32>, tensor<64x10xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<64xf32>, tensor<4x16x64xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<64xf32>, tensor<4x16x64xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<8x64xf32>, tensor<i32>, tensor<64xf32>, tensor<256x64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<10xf32>, tensor<64x10xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<64xf32>, tensor<4x16x64xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<64xf32>, tensor<4x16x64xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<8x64xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<10xf32>, tensor<64x10xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<64xf32>, tensor<4x16x64xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<64xf32>, tensor<4x16x64xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<4x16xf32>, tensor<64x4x16xf32>, tensor<8x64xf32>, tensor<f32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = []} ins(%arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i1, %in_0: i32, %in_1: i32, %out: i32):
      %2 = arith.select %in, %in_0, %in_1 : i32
      linalg.yield %2 : i32
    } -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @norm(%arg0: tensor<64xf32>) -> tensor<1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg0 : tensor<64xf32>, tensor<64xf32>) outs(%0 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<64xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map, #map52], iterator_types = ["reduction"]} ins(%1 : tensor<64xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.addf %out, %in : f32
      linalg.yield %8 : f32
    } -> tensor<f32>
    %5 = tensor.empty() : tensor<1xf32>
    %6 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%4 : tensor<f32>) outs(%5 : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%6 : tensor<1xf32>) outs(%5 : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = math.sqrt %in : f32
      linalg.yield %8 : f32
    } -> tensor<1xf32>
    return %7 : tensor<1xf32>
  }
  func.func private @_where_0(%arg0: tensor<1xi1>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>) -> tensor<64xf32> {
    %0 = tensor.empty() : tensor<64xi1>
    %1 = linalg.generic {indexing_maps = [#map53, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<1xi1>) outs(%0 : tensor<64xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<64xi1>
    %2 = tensor.empty() : tensor<64xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%1, %arg1, %arg2 : tensor<64xi1>, tensor<64xf32>, tensor<64xf32>) outs(%2 : tensor<64xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %4 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %4 : f32
    } -> tensor<64xf32>
    return %3 : tensor<64xf32>
  }
  func.func private @norm_1(%arg0: tensor<64xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg0 : tensor<64xf32>, tensor<64xf32>) outs(%0 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %6 = arith.mulf %in, %in_0 : f32
      linalg.yield %6 : f32
    } -> tensor<64xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map, #map52], iterator_types = ["reduction"]} ins(%1 : tensor<64xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.addf %out, %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%4 : tensor<f32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = math.sqrt %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    return %5 : tensor<f32>
  }
  func.func private @_where_2(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = tensor.empty() : tensor<f32>
    %1 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = []} ins(%arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>, tensor<f32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %2 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %2 : f32
    } -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @_where_3(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = tensor.empty() : tensor<f32>
    %1 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = []} ins(%arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>, tensor<f32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %2 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %2 : f32
    } -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @norm_4(%arg0: tensor<256x64xf32>) -> tensor<1x1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<256x64xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%0 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<256x64xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["reduction", "reduction"]} ins(%1 : tensor<256x64xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.addf %out, %in : f32
      linalg.yield %8 : f32
    } -> tensor<f32>
    %5 = tensor.empty() : tensor<1x1xf32>
    %6 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<f32>) outs(%5 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<1x1xf32>) outs(%5 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = math.sqrt %in : f32
      linalg.yield %8 : f32
    } -> tensor<1x1xf32>
    return %7 : tensor<1x1xf32>
  }
  func.func private @_where_5(%arg0: tensor<1x1xi1>, %arg1: tensor<256x64xf32>, %arg2: tensor<256x64xf32>) -> tensor<256x64xf32> {
    %0 = tensor.empty() : tensor<256x64xi1>
    %1 = linalg.generic {indexing_maps = [#map54, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1x1xi1>) outs(%0 : tensor<256x64xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<256x64xi1>
    %2 = tensor.empty() : tensor<256x64xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %arg1, %arg2 : tensor<256x64xi1>, tensor<256x64xf32>, tensor<256x64xf32>) outs(%2 : tensor<256x64xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %4 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %4 : f32
    } -> tensor<256x64xf32>
    return %3 : tensor<256x64xf32>
  }
  func.func private @norm_6(%arg0: tensor<256x64xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<256x64xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%0 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %6 = arith.mulf %in, %in_0 : f32
      linalg.yield %6 : f32
    } -> tensor<256x64xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["reduction", "reduction"]} ins(%1 : tensor<256x64xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.addf %out, %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%4 : tensor<f32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = math.sqrt %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    return %5 : tensor<f32>
  }
  func.func private @norm_7(%arg0: tensor<256xf32>) -> tensor<1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg0 : tensor<256xf32>, tensor<256xf32>) outs(%0 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<256xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map, #map52], iterator_types = ["reduction"]} ins(%1 : tensor<256xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.addf %out, %in : f32
      linalg.yield %8 : f32
    } -> tensor<f32>
    %5 = tensor.empty() : tensor<1xf32>
    %6 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%4 : tensor<f32>) outs(%5 : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%6 : tensor<1xf32>) outs(%5 : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = math.sqrt %in : f32
      linalg.yield %8 : f32
    } -> tensor<1xf32>
    return %7 : tensor<1xf32>
  }
  func.func private @_where_8(%arg0: tensor<1xi1>, %arg1: tensor<256xf32>, %arg2: tensor<256xf32>) -> tensor<256xf32> {
    %0 = tensor.empty() : tensor<256xi1>
    %1 = linalg.generic {indexing_maps = [#map53, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<1xi1>) outs(%0 : tensor<256xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<256xi1>
    %2 = tensor.empty() : tensor<256xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%1, %arg1, %arg2 : tensor<256xi1>, tensor<256xf32>, tensor<256xf32>) outs(%2 : tensor<256xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %4 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %4 : f32
    } -> tensor<256xf32>
    return %3 : tensor<256xf32>
  }
  func.func private @norm_9(%arg0: tensor<256xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg0 : tensor<256xf32>, tensor<256xf32>) outs(%0 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %6 = arith.mulf %in, %in_0 : f32
      linalg.yield %6 : f32
    } -> tensor<256xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map, #map52], iterator_types = ["reduction"]} ins(%1 : tensor<256xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.addf %out, %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%4 : tensor<f32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = math.sqrt %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    return %5 : tensor<f32>
  }
  func.func private @norm_10(%arg0: tensor<64x256xf32>) -> tensor<1x1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<64x256xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%0 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<64x256xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["reduction", "reduction"]} ins(%1 : tensor<64x256xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.addf %out, %in : f32
      linalg.yield %8 : f32
    } -> tensor<f32>
    %5 = tensor.empty() : tensor<1x1xf32>
    %6 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<f32>) outs(%5 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<1x1xf32>) outs(%5 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = math.sqrt %in : f32
      linalg.yield %8 : f32
    } -> tensor<1x1xf32>
    return %7 : tensor<1x1xf32>
  }
  func.func private @_where_11(%arg0: tensor<1x1xi1>, %arg1: tensor<64x256xf32>, %arg2: tensor<64x256xf32>) -> tensor<64x256xf32> {
    %0 = tensor.empty() : tensor<64x256xi1>
    %1 = linalg.generic {indexing_maps = [#map54, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1x1xi1>) outs(%0 : tensor<64x256xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<64x256xi1>
    %2 = tensor.empty() : tensor<64x256xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %arg1, %arg2 : tensor<64x256xi1>, tensor<64x256xf32>, tensor<64x256xf32>) outs(%2 : tensor<64x256xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %4 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %4 : f32
    } -> tensor<64x256xf32>
    return %3 : tensor<64x256xf32>
  }
  func.func private @norm_12(%arg0: tensor<64x256xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<64x256xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%0 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %6 = arith.mulf %in, %in_0 : f32
      linalg.yield %6 : f32
    } -> tensor<64x256xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["reduction", "reduction"]} ins(%1 : tensor<64x256xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.addf %out, %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%4 : tensor<f32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = math.sqrt %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    return %5 : tensor<f32>
  }
  func.func private @norm_13(%arg0: tensor<10xf32>) -> tensor<1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<10xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg0 : tensor<10xf32>, tensor<10xf32>) outs(%0 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<10xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map, #map52], iterator_types = ["reduction"]} ins(%1 : tensor<10xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.addf %out, %in : f32
      linalg.yield %8 : f32
    } -> tensor<f32>
    %5 = tensor.empty() : tensor<1xf32>
    %6 = linalg.generic {indexing_maps = [#map52, #map], iterator_types = ["parallel"]} ins(%4 : tensor<f32>) outs(%5 : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%6 : tensor<1xf32>) outs(%5 : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = math.sqrt %in : f32
      linalg.yield %8 : f32
    } -> tensor<1xf32>
    return %7 : tensor<1xf32>
  }
  func.func private @_where_14(%arg0: tensor<1xi1>, %arg1: tensor<10xf32>, %arg2: tensor<10xf32>) -> tensor<10xf32> {
    %0 = tensor.empty() : tensor<10xi1>
    %1 = linalg.generic {indexing_maps = [#map53, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<1xi1>) outs(%0 : tensor<10xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<10xi1>
    %2 = tensor.empty() : tensor<10xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%1, %arg1, %arg2 : tensor<10xi1>, tensor<10xf32>, tensor<10xf32>) outs(%2 : tensor<10xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %4 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %4 : f32
    } -> tensor<10xf32>
    return %3 : tensor<10xf32>
  }
  func.func private @norm_15(%arg0: tensor<10xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<10xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg0 : tensor<10xf32>, tensor<10xf32>) outs(%0 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %6 = arith.mulf %in, %in_0 : f32
      linalg.yield %6 : f32
    } -> tensor<10xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map, #map52], iterator_types = ["reduction"]} ins(%1 : tensor<10xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.addf %out, %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%4 : tensor<f32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = math.sqrt %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    return %5 : tensor<f32>
  }
  func.func private @norm_16(%arg0: tensor<64x10xf32>) -> tensor<1x1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<64x10xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%0 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<64x10xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["reduction", "reduction"]} ins(%1 : tensor<64x10xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.addf %out, %in : f32
      linalg.yield %8 : f32
    } -> tensor<f32>
    %5 = tensor.empty() : tensor<1x1xf32>
    %6 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<f32>) outs(%5 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<1x1xf32>) outs(%5 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = math.sqrt %in : f32
      linalg.yield %8 : f32
    } -> tensor<1x1xf32>
    return %7 : tensor<1x1xf32>
  }
  func.func private @_where_17(%arg0: tensor<1x1xi1>, %arg1: tensor<64x10xf32>, %arg2: tensor<64x10xf32>) -> tensor<64x10xf32> {
    %0 = tensor.empty() : tensor<64x10xi1>
    %1 = linalg.generic {indexing_maps = [#map54, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1x1xi1>) outs(%0 : tensor<64x10xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<64x10xi1>
    %2 = tensor.empty() : tensor<64x10xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %arg1, %arg2 : tensor<64x10xi1>, tensor<64x10xf32>, tensor<64x10xf32>) outs(%2 : tensor<64x10xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %4 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %4 : f32
    } -> tensor<64x10xf32>
    return %3 : tensor<64x10xf32>
  }
  func.func private @norm_18(%arg0: tensor<64x10xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<64x10xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<64x10xf32>, tensor<64x10xf32>) outs(%0 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %6 = arith.mulf %in, %in_0 : f32
      linalg.yield %6 : f32
    } -> tensor<64x10xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["reduction", "reduction"]} ins(%1 : tensor<64x10xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.addf %out, %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%4 : tensor<f32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = math.sqrt %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    return %5 : tensor<f32>
  }
  func.func private @norm_19(%arg0: tensor<4x16xf32>) -> tensor<1x1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x16xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%0 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<4x16xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["reduction", "reduction"]} ins(%1 : tensor<4x16xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.addf %out, %in : f32
      linalg.yield %8 : f32
    } -> tensor<f32>
    %5 = tensor.empty() : tensor<1x1xf32>
    %6 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<f32>) outs(%5 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<1x1xf32>) outs(%5 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = math.sqrt %in : f32
      linalg.yield %8 : f32
    } -> tensor<1x1xf32>
    return %7 : tensor<1x1xf32>
  }
  func.func private @_where_20(%arg0: tensor<1x1xi1>, %arg1: tensor<4x16xf32>, %arg2: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %0 = tensor.empty() : tensor<4x16xi1>
    %1 = linalg.generic {indexing_maps = [#map54, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1x1xi1>) outs(%0 : tensor<4x16xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<4x16xi1>
    %2 = tensor.empty() : tensor<4x16xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %arg1, %arg2 : tensor<4x16xi1>, tensor<4x16xf32>, tensor<4x16xf32>) outs(%2 : tensor<4x16xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %4 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %4 : f32
    } -> tensor<4x16xf32>
    return %3 : tensor<4x16xf32>
  }
  func.func private @norm_21(%arg0: tensor<4x16xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x16xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%0 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %6 = arith.mulf %in, %in_0 : f32
      linalg.yield %6 : f32
    } -> tensor<4x16xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["reduction", "reduction"]} ins(%1 : tensor<4x16xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.addf %out, %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%4 : tensor<f32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = math.sqrt %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    return %5 : tensor<f32>
  }
  func.func private @norm_22(%arg0: tensor<64x4x16xf32>) -> tensor<1x1x1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<64x4x16xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %arg0 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%0 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<64x4x16xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["reduction", "reduction", "reduction"]} ins(%1 : tensor<64x4x16xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.addf %out, %in : f32
      linalg.yield %8 : f32
    } -> tensor<f32>
    %5 = tensor.empty() : tensor<1x1x1xf32>
    %6 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<f32>) outs(%5 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x1x1xf32>) outs(%5 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = math.sqrt %in : f32
      linalg.yield %8 : f32
    } -> tensor<1x1x1xf32>
    return %7 : tensor<1x1x1xf32>
  }
  func.func private @_where_23(%arg0: tensor<1x1x1xi1>, %arg1: tensor<64x4x16xf32>, %arg2: tensor<64x4x16xf32>) -> tensor<64x4x16xf32> {
    %0 = tensor.empty() : tensor<64x4x16xi1>
    %1 = linalg.generic {indexing_maps = [#map55, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x1x1xi1>) outs(%0 : tensor<64x4x16xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<64x4x16xi1>
    %2 = tensor.empty() : tensor<64x4x16xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %arg1, %arg2 : tensor<64x4x16xi1>, tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%2 : tensor<64x4x16xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %4 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %4 : f32
    } -> tensor<64x4x16xf32>
    return %3 : tensor<64x4x16xf32>
  }
  func.func private @norm_24(%arg0: tensor<64x4x16xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<64x4x16xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %arg0 : tensor<64x4x16xf32>, tensor<64x4x16xf32>) outs(%0 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %6 = arith.mulf %in, %in_0 : f32
      linalg.yield %6 : f32
    } -> tensor<64x4x16xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["reduction", "reduction", "reduction"]} ins(%1 : tensor<64x4x16xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.addf %out, %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%4 : tensor<f32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = math.sqrt %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    return %5 : tensor<f32>
  }
  func.func private @norm_25(%arg0: tensor<4x16x64xf32>) -> tensor<1x1x1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x16x64xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %arg0 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%0 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<4x16x64xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["reduction", "reduction", "reduction"]} ins(%1 : tensor<4x16x64xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.addf %out, %in : f32
      linalg.yield %8 : f32
    } -> tensor<f32>
    %5 = tensor.empty() : tensor<1x1x1xf32>
    %6 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<f32>) outs(%5 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x1x1xf32>) outs(%5 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = math.sqrt %in : f32
      linalg.yield %8 : f32
    } -> tensor<1x1x1xf32>
    return %7 : tensor<1x1x1xf32>
  }
  func.func private @_where_26(%arg0: tensor<1x1x1xi1>, %arg1: tensor<4x16x64xf32>, %arg2: tensor<4x16x64xf32>) -> tensor<4x16x64xf32> {
    %0 = tensor.empty() : tensor<4x16x64xi1>
    %1 = linalg.generic {indexing_maps = [#map55, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x1x1xi1>) outs(%0 : tensor<4x16x64xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<4x16x64xi1>
    %2 = tensor.empty() : tensor<4x16x64xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %arg1, %arg2 : tensor<4x16x64xi1>, tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%2 : tensor<4x16x64xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %4 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %4 : f32
    } -> tensor<4x16x64xf32>
    return %3 : tensor<4x16x64xf32>
  }
  func.func private @norm_27(%arg0: tensor<4x16x64xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x16x64xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %arg0 : tensor<4x16x64xf32>, tensor<4x16x64xf32>) outs(%0 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %6 = arith.mulf %in, %in_0 : f32
      linalg.yield %6 : f32
    } -> tensor<4x16x64xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["reduction", "reduction", "reduction"]} ins(%1 : tensor<4x16x64xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.addf %out, %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%4 : tensor<f32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = math.sqrt %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    return %5 : tensor<f32>
  }
  func.func private @norm_28(%arg0: tensor<8x64xf32>) -> tensor<1x1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<8x64xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8x64xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["reduction", "reduction"]} ins(%1 : tensor<8x64xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.addf %out, %in : f32
      linalg.yield %8 : f32
    } -> tensor<f32>
    %5 = tensor.empty() : tensor<1x1xf32>
    %6 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<f32>) outs(%5 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<1x1xf32>) outs(%5 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = math.sqrt %in : f32
      linalg.yield %8 : f32
    } -> tensor<1x1xf32>
    return %7 : tensor<1x1xf32>
  }
  func.func private @_where_29(%arg0: tensor<1x1xi1>, %arg1: tensor<8x64xf32>, %arg2: tensor<8x64xf32>) -> tensor<8x64xf32> {
    %0 = tensor.empty() : tensor<8x64xi1>
    %1 = linalg.generic {indexing_maps = [#map54, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1x1xi1>) outs(%0 : tensor<8x64xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8x64xi1>
    %2 = tensor.empty() : tensor<8x64xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %arg1, %arg2 : tensor<8x64xi1>, tensor<8x64xf32>, tensor<8x64xf32>) outs(%2 : tensor<8x64xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %4 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %4 : f32
    } -> tensor<8x64xf32>
    return %3 : tensor<8x64xf32>
  }
  func.func private @norm_30(%arg0: tensor<8x64xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<8x64xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %6 = arith.mulf %in, %in_0 : f32
      linalg.yield %6 : f32
    } -> tensor<8x64xf32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["reduction", "reduction"]} ins(%1 : tensor<8x64xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.addf %out, %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%4 : tensor<f32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = math.sqrt %in : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    return %5 : tensor<f32>
  }
}

