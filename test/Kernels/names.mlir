// RUN: fused-opt %s --pass-pipeline='builtin.module(fused-linalg-to-gpu)' | FileCheck %s

// Kernels have names that PTX allows, whatever the function is called.

#point = affine_map<(i) -> (i)>

// CHECK: gpu.launch_func @fused_kernels::@a_b____0 blocks
func.func @"a-b ä"(%x: memref<64xf32>, %y: memref<64xf32>) {
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel"]}
      ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  }
  return
}

// The same name again, which is changed.
// CHECK: gpu.launch_func @fused_kernels::@a_b____0_{{[0-9]+}} blocks
func.func @"a_b _ "(%x: memref<64xf32>, %y: memref<64xf32>) {
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel"]}
      ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK: gpu.launch_func @fused_kernels::@_2nd_0 blocks
func.func @"2nd"(%x: memref<64xf32>, %y: memref<64xf32>) {
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel"]}
      ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    linalg.yield %0 : f32
  }
  return
}
