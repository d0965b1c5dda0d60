// REQUIRES: ptxas
// RUN: fused-opt %s --fused-to-llvm="target=cuda chip=sm_90" | FileCheck %s
// RUN: fused-opt %s --fused-to-llvm="target=cuda chip=sm_90 product-kernels=false" | FileCheck %s --check-prefix=LIBRARY
// RUN: fused-opt %s --fused-to-llvm="target=cuda" | FileCheck %s
// RUN: fused-opt %s --fused-to-llvm="target=cuda chip=sm_80" | FileCheck %s --check-prefix=LIBRARY
// RUN: fused-opt %s --fused-to-llvm="target=cuda chip=sm_90 emulate" | FileCheck %s
// RUN: fused-opt %s --fused-to-llvm="target=cpu" | FileCheck %s --check-prefix=CPU

// The SiLU of a product and a bias: a kernel where the chip has one, unless the
// pipeline shall have none, a product and a second kernel elsewhere.

// CHECK-DAG: llvm.mlir.global internal constant @fused.cubin
// CHECK-DAG: llvm.call @fused_cuda_compute_capability
// CHECK-DAG: llvm.call @fused_cuda_tensor_map
// CHECK-DAG: llvm.call @fused_cuda_launch

// LIBRARY-NOT: fused_cuda_tensor_map
// LIBRARY: llvm.call @fused_cuda_matmul
// LIBRARY-NOT: fused_cuda_tensor_map

// CPU: llvm.call @fused_cpu_matmul

#point = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @silu(%a: tensor<256x512xbf16>, %b: tensor<512x512xbf16>, %v: tensor<512xbf16>) -> tensor<256x512xbf16> {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<256x512xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<256x512xf32>) -> tensor<256x512xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<256x512xbf16>, tensor<512x512xbf16>)
      outs(%1 : tensor<256x512xf32>) -> tensor<256x512xf32>
  %3 = tensor.empty() : tensor<256x512xbf16>
  %4 = linalg.generic {indexing_maps = [#point, #column, #point], iterator_types = ["parallel", "parallel"]}
      ins(%2, %v : tensor<256x512xf32>, tensor<512xbf16>) outs(%3 : tensor<256x512xbf16>) {
  ^bb0(%acc: f32, %bias: bf16, %o: bf16):
    %5 = arith.extf %bias : bf16 to f32
    %6 = arith.addf %acc, %5 : f32
    %7 = arith.negf %6 : f32
    %8 = math.exp %7 : f32
    %9 = arith.addf %8, %one : f32
    %10 = arith.divf %6, %9 : f32
    %11 = arith.truncf %10 : f32 to bf16
    linalg.yield %11 : bf16
  } -> tensor<256x512xbf16>
  return %4 : tensor<256x512xbf16>
}
