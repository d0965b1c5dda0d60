// RUN: fused-opt %s --fused-to-llvm=target=cpu | FileCheck %s
// RUN: fused-opt %s --fused-to-llvm=openmp=false | FileCheck %s --check-prefix=SEQUENTIAL --implicit-check-not=omp.
// RUN: fused-opt %s --fused-upstream-to-llvm | FileCheck %s --check-prefix=UPSTREAM --implicit-check-not=fused_cpu_matmul
// RUN: fused-opt %s --fused-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM --implicit-check-not='define {{[^i]}}'
// RUN: not fused-opt %s --fused-to-llvm=target=tpu 2>&1 | FileCheck %s --check-prefix=TARGET

// The product is a call, what follows it that is no epilog a loop, and the
// module exports one symbol.

// CHECK: llvm.mlir.global external constant @fused_module()
// CHECK-LABEL: llvm.func internal @fused.main_loops(
// CHECK: omp.parallel
// CHECK: llvm.intr.fma
// CHECK-LABEL: llvm.func internal @fused.main(
// CHECK: llvm.call @fused_frame_output
// CHECK: llvm.call @fused_frame_place
// CHECK: llvm.call @fused_cpu_matmul
// CHECK: llvm.call @fused.main_loops(

// SEQUENTIAL: llvm.call @fused_cpu_matmul

// UPSTREAM: llvm.mlir.global external constant @fused_module()
// UPSTREAM: omp.parallel
// UPSTREAM: llvm.call @tanhf
// UPSTREAM-LABEL: llvm.func internal @fused.main(
// UPSTREAM: llvm.call @fused.main_loops

// LLVM: @fused_module = constant
// LLVM: define internal {{.*}} @fused.main(

// TARGET: Cannot find option named 'tpu'

func.func @main(%a: tensor<64x128xf32>, %b: tensor<128x1024xf32>) -> tensor<64x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<64x1024xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<64x1024xf32>) -> tensor<64x1024xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x1024xf32>) outs(%1 : tensor<64x1024xf32>) -> tensor<64x1024xf32>
  %3 = math.tanh %2 : tensor<64x1024xf32>
  return %3 : tensor<64x1024xf32>
}
