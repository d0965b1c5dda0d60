// The dialect, its bufferization and the passes, loaded into upstream's tool.
// That tool is not built with sanitizers.
// UNSUPPORTED: sanitizers

// RUN: mlir-opt --load-dialect-plugin=%fused_lib/FusedPlugin.so %s | FileCheck %s --check-prefix=DIALECT
// RUN: mlir-opt --load-dialect-plugin=%fused_lib/FusedPlugin.so \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" %s \
// RUN:   | FileCheck %s --check-prefix=MEMORY
// RUN: mlir-opt --load-dialect-plugin=%fused_lib/FusedPlugin.so --load-pass-plugin=%fused_lib/FusedPlugin.so \
// RUN:   --pass-pipeline="builtin.module(fused-raise-contractions,fused-fuse-epilogs)" %s | FileCheck %s --check-prefix=PASSES
// RUN: mlir-opt --load-dialect-plugin=%fused_lib/FusedPlugin.so --load-pass-plugin=%fused_lib/FusedPlugin.so \
// RUN:   --pass-pipeline="builtin.module(fused-decompose)" %s | FileCheck %s --check-prefix=DECOMPOSED
// RUN: mlir-opt --load-dialect-plugin=%fused_lib/FusedPlugin.so --load-pass-plugin=%fused_lib/FusedPlugin.so \
// RUN:   --pass-pipeline="builtin.module(fused-to-llvm{target=cpu openmp=false})" %s | FileCheck %s --check-prefix=LLVM
// RUN: not mlir-opt --load-dialect-plugin=%fused_lib/FusedPlugin.so --load-pass-plugin=%fused_lib/FusedPlugin.so \
// RUN:   --pass-pipeline="builtin.module(fused-fuse-epilogs{numerics=sloppy})" %s 2>&1 | FileCheck %s --check-prefix=OPTION

// OPTION: Cannot find option named 'sloppy'

// LLVM: llvm.mlir.global {{.*}}@fused_module
// LLVM: llvm.call @fused_cpu_matmul
// LLVM-NOT: func.func

// DIALECT-LABEL: @parsed
// DIALECT: fused.matmul epilog(relu)
// MEMORY-LABEL: @parsed
// MEMORY: fused.matmul epilog(relu) ins(%{{.*}}, %{{.*}} : memref<4x8xf32>, memref<8x16xf32>) outs(%{{.*}} : memref<4x16xf32>)
// DECOMPOSED-LABEL: @parsed
// DECOMPOSED-NOT: fused.matmul
// DECOMPOSED: arith.maximumf
func.func @parsed(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %empty = tensor.empty() : tensor<4x16xf32>
  %d = fused.matmul epilog(relu) ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>)
      outs(%empty : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %d : tensor<4x16xf32>
}

// PASSES-LABEL: @recognised
// PASSES: fused.matmul epilog(bias)
// PASSES-NOT: linalg.add
func.func @recognised(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>,
                      %v: tensor<16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x16xf32>)
      -> tensor<4x16xf32>
  %product = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>)
      outs(%zeros : tensor<4x16xf32>) -> tensor<4x16xf32>
  %rows = linalg.broadcast ins(%v : tensor<16xf32>)
      outs(%empty : tensor<4x16xf32>) dimensions = [0]
  %sum = linalg.add ins(%product, %rows : tensor<4x16xf32>, tensor<4x16xf32>)
      outs(%empty : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %sum : tensor<4x16xf32>
}
