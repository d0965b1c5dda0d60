// RUN: fused-opt %s --fused-to-llvm --mlir-print-ir-after=fused-legalize \
// RUN:   -o /dev/null 2>&1 | FileCheck %s
// RUN: fused-opt %s --fused-to-llvm='chip=x86-64 library=2.6' \
// RUN:   | FileCheck %s --check-prefix=LLVM

// What the target lacks becomes products that it has while it is still on
// tensors.

// CHECK-LABEL: @main
// CHECK: fused.matmul epilog(relu)
// CHECK: fused.matmul epilog(default) ins({{.*}} : tensor<5x7xbf16>, tensor<7x19xbf16>) outs({{.*}} : tensor<5x19xf32>)
// CHECK: arith.fptosi
// LLVM-COUNT-2: call @fused_cpu_matmul
// LLVM-NOT: call @fused_cpu_matmul
func.func @main(%a: tensor<5x7xi8>, %b: tensor<7x19xi8>, %x: tensor<5x7xf32>,
                %w: tensor<7x19xf32>) -> (tensor<5x19xf32>, tensor<5x19xi32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %0 = fused.matmul epilog(relu) ins(%x, %w : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %e2 = tensor.empty() : tensor<5x19xi32>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>)
      outs(%e2 : tensor<5x19xi32>) -> tensor<5x19xi32>
  return %0, %1 : tensor<5x19xf32>, tensor<5x19xi32>
}
