// RUN: fused-opt %s --pass-pipeline='builtin.module(linalg-fuse-elementwise-ops,func.func(fused-fuse-rows),canonicalize,cse,fused-separate-inits,one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},canonicalize,fused-linalg-to-gpu)' | FileCheck %s

// One operation at a time, as front ends write them (benchmarks/kernel_programs.py
// prints such programs): one kernel each.

// CHECK-LABEL: func.func @softmax_f32(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @softmax_f32(%x: tensor<?x256xf32>) -> (tensor<?x256xf32>) {
  %v1 = arith.constant 0xFF800000 : f32
  %v2 = arith.constant 0 : index
  %v3 = tensor.dim %x, %v2 : tensor<?x256xf32>
  %v4 = tensor.empty(%v3) : tensor<?xf32>
  %v5 = linalg.fill ins(%v1 : f32) outs(%v4 : tensor<?xf32>) -> tensor<?xf32>
  %v6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x256xf32>) outs(%v5 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.maximumf %a0, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v7 = arith.constant 0xFF800000 : f32
  %v8 = arith.constant 0 : index
  %v9 = tensor.dim %x, %v8 : tensor<?x256xf32>
  %v10 = tensor.empty(%v9) : tensor<?xf32>
  %v11 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%v6 : tensor<?xf32>) outs(%v10 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.maximumf %a0, %v7 : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v12 = arith.constant 0 : index
  %v13 = tensor.dim %x, %v12 : tensor<?x256xf32>
  %v14 = tensor.empty(%v13) : tensor<?x256xf32>
  %v15 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %v11 : tensor<?x256xf32>, tensor<?xf32>) outs(%v14 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v16 = arith.constant 0 : index
  %v17 = tensor.dim %x, %v16 : tensor<?x256xf32>
  %v18 = tensor.empty(%v17) : tensor<?x256xf32>
  %v19 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v15 : tensor<?x256xf32>) outs(%v18 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v20 = arith.constant 0.0 : f32
  %v21 = arith.constant 0 : index
  %v22 = tensor.dim %x, %v21 : tensor<?x256xf32>
  %v23 = tensor.empty(%v22) : tensor<?xf32>
  %v24 = linalg.fill ins(%v20 : f32) outs(%v23 : tensor<?xf32>) -> tensor<?xf32>
  %v25 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v19 : tensor<?x256xf32>) outs(%v24 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.addf %a0, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v26 = arith.constant 0 : index
  %v27 = tensor.dim %x, %v26 : tensor<?x256xf32>
  %v28 = tensor.empty(%v27) : tensor<?x256xf32>
  %v29 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v19, %v25 : tensor<?x256xf32>, tensor<?xf32>) outs(%v28 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  return %v29 : tensor<?x256xf32>
}

// CHECK-LABEL: func.func @softmax_gradient_bf16(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @softmax_gradient_bf16(%y: tensor<?x256xbf16>, %g: tensor<?x256xbf16>) -> (tensor<?x256xbf16>) {
  %v1 = arith.constant 0 : index
  %v2 = tensor.dim %y, %v1 : tensor<?x256xbf16>
  %v3 = tensor.empty(%v2) : tensor<?x256xbf16>
  %v4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%g, %y : tensor<?x256xbf16>, tensor<?x256xbf16>) outs(%v3 : tensor<?x256xbf16>) {
  ^bb0(%a0: bf16, %a1: bf16, %out: bf16):
    %r = arith.mulf %a0, %a1 : bf16
    linalg.yield %r : bf16
  } -> tensor<?x256xbf16>
  %v5 = arith.constant 0.0 : bf16
  %v6 = arith.constant 0 : index
  %v7 = tensor.dim %y, %v6 : tensor<?x256xbf16>
  %v8 = tensor.empty(%v7) : tensor<?xbf16>
  %v9 = linalg.fill ins(%v5 : bf16) outs(%v8 : tensor<?xbf16>) -> tensor<?xbf16>
  %v10 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v4 : tensor<?x256xbf16>) outs(%v9 : tensor<?xbf16>) {
  ^bb0(%a0: bf16, %out: bf16):
    %r = arith.addf %a0, %out : bf16
    linalg.yield %r : bf16
  } -> tensor<?xbf16>
  %v11 = arith.constant 0 : index
  %v12 = tensor.dim %y, %v11 : tensor<?x256xbf16>
  %v13 = tensor.empty(%v12) : tensor<?x256xbf16>
  %v14 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%g, %v10 : tensor<?x256xbf16>, tensor<?xbf16>) outs(%v13 : tensor<?x256xbf16>) {
  ^bb0(%a0: bf16, %a1: bf16, %out: bf16):
    %r = arith.subf %a0, %a1 : bf16
    linalg.yield %r : bf16
  } -> tensor<?x256xbf16>
  %v15 = arith.constant 0 : index
  %v16 = tensor.dim %y, %v15 : tensor<?x256xbf16>
  %v17 = tensor.empty(%v16) : tensor<?x256xbf16>
  %v18 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%y, %v14 : tensor<?x256xbf16>, tensor<?x256xbf16>) outs(%v17 : tensor<?x256xbf16>) {
  ^bb0(%a0: bf16, %a1: bf16, %out: bf16):
    %r = arith.mulf %a0, %a1 : bf16
    linalg.yield %r : bf16
  } -> tensor<?x256xbf16>
  return %v18 : tensor<?x256xbf16>
}

// CHECK-LABEL: func.func @log_softmax_f32(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @log_softmax_f32(%x: tensor<?x256xf32>) -> (tensor<?x256xf32>) {
  %v1 = arith.constant 0xFF800000 : f32
  %v2 = arith.constant 0 : index
  %v3 = tensor.dim %x, %v2 : tensor<?x256xf32>
  %v4 = tensor.empty(%v3) : tensor<?xf32>
  %v5 = linalg.fill ins(%v1 : f32) outs(%v4 : tensor<?xf32>) -> tensor<?xf32>
  %v6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x256xf32>) outs(%v5 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.maximumf %a0, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v7 = arith.constant 0 : index
  %v8 = tensor.dim %x, %v7 : tensor<?x256xf32>
  %v9 = tensor.empty(%v8) : tensor<?x256xf32>
  %v10 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %v6 : tensor<?x256xf32>, tensor<?xf32>) outs(%v9 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v11 = arith.constant 0 : index
  %v12 = tensor.dim %x, %v11 : tensor<?x256xf32>
  %v13 = tensor.empty(%v12) : tensor<?x256xf32>
  %v14 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v10 : tensor<?x256xf32>) outs(%v13 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v15 = arith.constant 0.0 : f32
  %v16 = arith.constant 0 : index
  %v17 = tensor.dim %x, %v16 : tensor<?x256xf32>
  %v18 = tensor.empty(%v17) : tensor<?xf32>
  %v19 = linalg.fill ins(%v15 : f32) outs(%v18 : tensor<?xf32>) -> tensor<?xf32>
  %v20 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v14 : tensor<?x256xf32>) outs(%v19 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.addf %a0, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v21 = arith.constant 0 : index
  %v22 = tensor.dim %x, %v21 : tensor<?x256xf32>
  %v23 = tensor.empty(%v22) : tensor<?xf32>
  %v24 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%v20 : tensor<?xf32>) outs(%v23 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = math.log %a0 : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v25 = arith.constant 0 : index
  %v26 = tensor.dim %x, %v25 : tensor<?x256xf32>
  %v27 = tensor.empty(%v26) : tensor<?x256xf32>
  %v28 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v10, %v24 : tensor<?x256xf32>, tensor<?xf32>) outs(%v27 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  return %v28 : tensor<?x256xf32>
}

// CHECK-LABEL: func.func @cross_entropy_f32(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @cross_entropy_f32(%x: tensor<?x256xf32>, %t: tensor<?x256xf32>) -> (tensor<?xf32>, tensor<?x256xf32>) {
  %v1 = arith.constant 0xFF800000 : f32
  %v2 = arith.constant 0 : index
  %v3 = tensor.dim %x, %v2 : tensor<?x256xf32>
  %v4 = tensor.empty(%v3) : tensor<?xf32>
  %v5 = linalg.fill ins(%v1 : f32) outs(%v4 : tensor<?xf32>) -> tensor<?xf32>
  %v6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x256xf32>) outs(%v5 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.maximumf %a0, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v7 = arith.constant 0 : index
  %v8 = tensor.dim %x, %v7 : tensor<?x256xf32>
  %v9 = tensor.empty(%v8) : tensor<?x256xf32>
  %v10 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %v6 : tensor<?x256xf32>, tensor<?xf32>) outs(%v9 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %s = arith.subf %a0, %a1 : f32
    %r = math.exp %s : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v11 = arith.constant 0.0 : f32
  %v12 = arith.constant 0 : index
  %v13 = tensor.dim %x, %v12 : tensor<?x256xf32>
  %v14 = tensor.empty(%v13) : tensor<?xf32>
  %v15 = linalg.fill ins(%v11 : f32) outs(%v14 : tensor<?xf32>) -> tensor<?xf32>
  %v16 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v10 : tensor<?x256xf32>) outs(%v15 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.addf %a0, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v17 = arith.constant 0 : index
  %v18 = tensor.dim %x, %v17 : tensor<?x256xf32>
  %v19 = tensor.empty(%v18) : tensor<?x256xf32>
  %v20 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %t : tensor<?x256xf32>, tensor<?x256xf32>) outs(%v19 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v21 = arith.constant 0.0 : f32
  %v22 = arith.constant 0 : index
  %v23 = tensor.dim %x, %v22 : tensor<?x256xf32>
  %v24 = tensor.empty(%v23) : tensor<?xf32>
  %v25 = linalg.fill ins(%v21 : f32) outs(%v24 : tensor<?xf32>) -> tensor<?xf32>
  %v26 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v20 : tensor<?x256xf32>) outs(%v25 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.addf %a0, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v27 = arith.constant 0 : index
  %v28 = tensor.dim %x, %v27 : tensor<?x256xf32>
  %v29 = tensor.empty(%v28) : tensor<?xf32>
  %v30 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%v16, %v6, %v26 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%v29 : tensor<?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %out: f32):
    %l = math.log %a0 : f32
    %s = arith.addf %l, %a1 : f32
    %r = arith.subf %s, %a2 : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v31 = arith.constant 0 : index
  %v32 = tensor.dim %x, %v31 : tensor<?x256xf32>
  %v33 = tensor.empty(%v32) : tensor<?x256xf32>
  %v34 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v10, %v16 : tensor<?x256xf32>, tensor<?xf32>) outs(%v33 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  return %v30, %v34 : tensor<?xf32>, tensor<?x256xf32>
}

// CHECK-LABEL: func.func @rms_norm_bf16(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @rms_norm_bf16(%x: tensor<?x256xbf16>) -> (tensor<?x256xbf16>) {
  %v1 = arith.constant 0 : index
  %v2 = tensor.dim %x, %v1 : tensor<?x256xbf16>
  %v3 = tensor.empty(%v2) : tensor<?x256xf32>
  %v4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x256xbf16>) outs(%v3 : tensor<?x256xf32>) {
  ^bb0(%a0: bf16, %out: f32):
    %r = arith.extf %a0 : bf16 to f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v5 = arith.constant 0 : index
  %v6 = tensor.dim %x, %v5 : tensor<?x256xbf16>
  %v7 = tensor.empty(%v6) : tensor<?x256xf32>
  %v8 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v4 : tensor<?x256xf32>) outs(%v7 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.mulf %a0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v9 = arith.constant 256.0 : f32
  %v10 = arith.constant 1.0 : f32
  %v11 = arith.constant 0.0 : f32
  %v12 = arith.constant 0 : index
  %v13 = tensor.dim %x, %v12 : tensor<?x256xbf16>
  %v14 = tensor.empty(%v13) : tensor<?xf32>
  %v15 = linalg.fill ins(%v11 : f32) outs(%v14 : tensor<?xf32>) -> tensor<?xf32>
  %v16 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v8 : tensor<?x256xf32>) outs(%v15 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.addf %a0, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v17 = arith.constant 0 : index
  %v18 = tensor.dim %x, %v17 : tensor<?x256xbf16>
  %v19 = tensor.empty(%v18) : tensor<?xf32>
  %v20 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%v16 : tensor<?xf32>) outs(%v19 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %m = arith.divf %a0, %v9 : f32
    %a = arith.addf %m, %v10 : f32
    %r = math.rsqrt %a : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v21 = arith.constant 0 : index
  %v22 = tensor.dim %x, %v21 : tensor<?x256xbf16>
  %v23 = tensor.empty(%v22) : tensor<?x256xf32>
  %v24 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v4, %v20 : tensor<?x256xf32>, tensor<?xf32>) outs(%v23 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %p = arith.mulf %a0, %a1 : f32
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i64
    %q = arith.sitofp %k : i64 to f32
    %r = arith.addf %p, %q : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v25 = arith.constant 0 : index
  %v26 = tensor.dim %x, %v25 : tensor<?x256xbf16>
  %v27 = tensor.empty(%v26) : tensor<?x256xbf16>
  %v28 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v24 : tensor<?x256xf32>) outs(%v27 : tensor<?x256xbf16>) {
  ^bb0(%a0: f32, %out: bf16):
    %r = arith.truncf %a0 : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<?x256xbf16>
  return %v28 : tensor<?x256xbf16>
}

// CHECK-LABEL: func.func @layer_norm_bf16(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @layer_norm_bf16(%x: tensor<?x256xbf16>, %gamma: tensor<256xf32>, %beta: tensor<256xf32>) -> (tensor<?x256xbf16>, tensor<?xf32>, tensor<?xf32>) {
  %v1 = arith.constant 256.0 : f32
  %v2 = arith.constant 1.0e-05 : f32
  %v3 = arith.constant 0 : index
  %v4 = tensor.dim %x, %v3 : tensor<?x256xbf16>
  %v5 = tensor.empty(%v4) : tensor<?x256xf32>
  %v6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x256xbf16>) outs(%v5 : tensor<?x256xf32>) {
  ^bb0(%a0: bf16, %out: f32):
    %r = arith.extf %a0 : bf16 to f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v7 = arith.constant 0.0 : f32
  %v8 = arith.constant 0 : index
  %v9 = tensor.dim %x, %v8 : tensor<?x256xbf16>
  %v10 = tensor.empty(%v9) : tensor<?xf32>
  %v11 = linalg.fill ins(%v7 : f32) outs(%v10 : tensor<?xf32>) -> tensor<?xf32>
  %v12 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v6 : tensor<?x256xf32>) outs(%v11 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.addf %a0, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v13 = arith.constant 0 : index
  %v14 = tensor.dim %x, %v13 : tensor<?x256xbf16>
  %v15 = tensor.empty(%v14) : tensor<?xf32>
  %v16 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%v12 : tensor<?xf32>) outs(%v15 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.divf %a0, %v1 : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v17 = arith.constant 0 : index
  %v18 = tensor.dim %x, %v17 : tensor<?x256xbf16>
  %v19 = tensor.empty(%v18) : tensor<?x256xf32>
  %v20 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v6, %v16 : tensor<?x256xf32>, tensor<?xf32>) outs(%v19 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v21 = arith.constant 0 : index
  %v22 = tensor.dim %x, %v21 : tensor<?x256xbf16>
  %v23 = tensor.empty(%v22) : tensor<?x256xf32>
  %v24 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v20 : tensor<?x256xf32>) outs(%v23 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.mulf %a0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v25 = arith.constant 0.0 : f32
  %v26 = arith.constant 0 : index
  %v27 = tensor.dim %x, %v26 : tensor<?x256xbf16>
  %v28 = tensor.empty(%v27) : tensor<?xf32>
  %v29 = linalg.fill ins(%v25 : f32) outs(%v28 : tensor<?xf32>) -> tensor<?xf32>
  %v30 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v24 : tensor<?x256xf32>) outs(%v29 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.addf %a0, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v31 = arith.constant 0 : index
  %v32 = tensor.dim %x, %v31 : tensor<?x256xbf16>
  %v33 = tensor.empty(%v32) : tensor<?xf32>
  %v34 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%v30 : tensor<?xf32>) outs(%v33 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.divf %a0, %v1 : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v35 = arith.constant 0 : index
  %v36 = tensor.dim %x, %v35 : tensor<?x256xbf16>
  %v37 = tensor.empty(%v36) : tensor<?xf32>
  %v38 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%v34 : tensor<?xf32>) outs(%v37 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %s = arith.addf %a0, %v2 : f32
    %r = math.rsqrt %s : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v39 = arith.constant 0 : index
  %v40 = tensor.dim %x, %v39 : tensor<?x256xbf16>
  %v41 = tensor.empty(%v40) : tensor<?x256xf32>
  %v42 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v20, %v38 : tensor<?x256xf32>, tensor<?xf32>) outs(%v41 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v43 = arith.constant 0 : index
  %v44 = tensor.dim %x, %v43 : tensor<?x256xbf16>
  %v45 = tensor.empty(%v44) : tensor<?x256xf32>
  %v46 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v42, %gamma : tensor<?x256xf32>, tensor<256xf32>) outs(%v45 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v47 = arith.constant 0 : index
  %v48 = tensor.dim %x, %v47 : tensor<?x256xbf16>
  %v49 = tensor.empty(%v48) : tensor<?x256xf32>
  %v50 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v46, %beta : tensor<?x256xf32>, tensor<256xf32>) outs(%v49 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v51 = arith.constant 0 : index
  %v52 = tensor.dim %x, %v51 : tensor<?x256xbf16>
  %v53 = tensor.empty(%v52) : tensor<?x256xbf16>
  %v54 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v50 : tensor<?x256xf32>) outs(%v53 : tensor<?x256xbf16>) {
  ^bb0(%a0: f32, %out: bf16):
    %r = arith.truncf %a0 : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<?x256xbf16>
  return %v54, %v16, %v38 : tensor<?x256xbf16>, tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @layer_norm_gradient_bf16(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @layer_norm_gradient_bf16(%x: tensor<?x256xbf16>, %g: tensor<?x256xbf16>, %gamma: tensor<256xf32>, %mean: tensor<?xf32>, %scale: tensor<?xf32>) -> (tensor<?x256xbf16>) {
  %v1 = arith.constant 256.0 : f32
  %v2 = arith.constant 0 : index
  %v3 = tensor.dim %x, %v2 : tensor<?x256xbf16>
  %v4 = tensor.empty(%v3) : tensor<?x256xf32>
  %v5 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x256xbf16>) outs(%v4 : tensor<?x256xf32>) {
  ^bb0(%a0: bf16, %out: f32):
    %r = arith.extf %a0 : bf16 to f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v6 = arith.constant 0 : index
  %v7 = tensor.dim %x, %v6 : tensor<?x256xbf16>
  %v8 = tensor.empty(%v7) : tensor<?x256xf32>
  %v9 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v5, %mean : tensor<?x256xf32>, tensor<?xf32>) outs(%v8 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v10 = arith.constant 0 : index
  %v11 = tensor.dim %x, %v10 : tensor<?x256xbf16>
  %v12 = tensor.empty(%v11) : tensor<?x256xf32>
  %v13 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v9, %scale : tensor<?x256xf32>, tensor<?xf32>) outs(%v12 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v14 = arith.constant 0 : index
  %v15 = tensor.dim %x, %v14 : tensor<?x256xbf16>
  %v16 = tensor.empty(%v15) : tensor<?x256xf32>
  %v17 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%g : tensor<?x256xbf16>) outs(%v16 : tensor<?x256xf32>) {
  ^bb0(%a0: bf16, %out: f32):
    %r = arith.extf %a0 : bf16 to f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v18 = arith.constant 0 : index
  %v19 = tensor.dim %x, %v18 : tensor<?x256xbf16>
  %v20 = tensor.empty(%v19) : tensor<?x256xf32>
  %v21 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v17, %gamma : tensor<?x256xf32>, tensor<256xf32>) outs(%v20 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v22 = arith.constant 0.0 : f32
  %v23 = arith.constant 0 : index
  %v24 = tensor.dim %x, %v23 : tensor<?x256xbf16>
  %v25 = tensor.empty(%v24) : tensor<?xf32>
  %v26 = linalg.fill ins(%v22 : f32) outs(%v25 : tensor<?xf32>) -> tensor<?xf32>
  %v27 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v21 : tensor<?x256xf32>) outs(%v26 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.addf %a0, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v28 = arith.constant 0 : index
  %v29 = tensor.dim %x, %v28 : tensor<?x256xbf16>
  %v30 = tensor.empty(%v29) : tensor<?xf32>
  %v31 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%v27 : tensor<?xf32>) outs(%v30 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.divf %a0, %v1 : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v32 = arith.constant 0 : index
  %v33 = tensor.dim %x, %v32 : tensor<?x256xbf16>
  %v34 = tensor.empty(%v33) : tensor<?x256xf32>
  %v35 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v21, %v13 : tensor<?x256xf32>, tensor<?x256xf32>) outs(%v34 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v36 = arith.constant 0.0 : f32
  %v37 = arith.constant 0 : index
  %v38 = tensor.dim %x, %v37 : tensor<?x256xbf16>
  %v39 = tensor.empty(%v38) : tensor<?xf32>
  %v40 = linalg.fill ins(%v36 : f32) outs(%v39 : tensor<?xf32>) -> tensor<?xf32>
  %v41 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v35 : tensor<?x256xf32>) outs(%v40 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.addf %a0, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v42 = arith.constant 0 : index
  %v43 = tensor.dim %x, %v42 : tensor<?x256xbf16>
  %v44 = tensor.empty(%v43) : tensor<?xf32>
  %v45 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%v41 : tensor<?xf32>) outs(%v44 : tensor<?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %r = arith.divf %a0, %v1 : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %v46 = arith.constant 0 : index
  %v47 = tensor.dim %x, %v46 : tensor<?x256xbf16>
  %v48 = tensor.empty(%v47) : tensor<?x256xf32>
  %v49 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v21, %v31 : tensor<?x256xf32>, tensor<?xf32>) outs(%v48 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v50 = arith.constant 0 : index
  %v51 = tensor.dim %x, %v50 : tensor<?x256xbf16>
  %v52 = tensor.empty(%v51) : tensor<?x256xf32>
  %v53 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v13, %v45 : tensor<?x256xf32>, tensor<?xf32>) outs(%v52 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v54 = arith.constant 0 : index
  %v55 = tensor.dim %x, %v54 : tensor<?x256xbf16>
  %v56 = tensor.empty(%v55) : tensor<?x256xf32>
  %v57 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v49, %v53 : tensor<?x256xf32>, tensor<?x256xf32>) outs(%v56 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v58 = arith.constant 0 : index
  %v59 = tensor.dim %x, %v58 : tensor<?x256xbf16>
  %v60 = tensor.empty(%v59) : tensor<?x256xf32>
  %v61 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v57, %scale : tensor<?x256xf32>, tensor<?xf32>) outs(%v60 : tensor<?x256xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<?x256xf32>
  %v62 = arith.constant 0 : index
  %v63 = tensor.dim %x, %v62 : tensor<?x256xbf16>
  %v64 = tensor.empty(%v63) : tensor<?x256xbf16>
  %v65 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v61 : tensor<?x256xf32>) outs(%v64 : tensor<?x256xbf16>) {
  ^bb0(%a0: f32, %out: bf16):
    %r = arith.truncf %a0 : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<?x256xbf16>
  return %v65 : tensor<?x256xbf16>
}

// CHECK-LABEL: func.func @sum_of_rows_f16(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @sum_of_rows_f16(%x: tensor<?x256xf16>) -> (tensor<?xf16>) {
  %v1 = arith.constant 0.0 : f16
  %v2 = arith.constant 0 : index
  %v3 = tensor.dim %x, %v2 : tensor<?x256xf16>
  %v4 = tensor.empty(%v3) : tensor<?xf16>
  %v5 = linalg.fill ins(%v1 : f16) outs(%v4 : tensor<?xf16>) -> tensor<?xf16>
  %v6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x256xf16>) outs(%v5 : tensor<?xf16>) {
  ^bb0(%a0: f16, %out: f16):
    %r = arith.addf %a0, %out : f16
    linalg.yield %r : f16
  } -> tensor<?xf16>
  return %v6 : tensor<?xf16>
}

