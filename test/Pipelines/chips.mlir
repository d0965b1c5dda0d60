// REQUIRES: ptxas
// RUN: fused-run %s --target=cuda --chip=sm_80 -o %t.o
// RUN: fused-run %s --target=cuda --chip=sm_89 -o %t.o
// RUN: fused-run %s --target=cuda --chip=sm_90a -o %t.o
// RUN: fused-run %s --target=cuda --chip=sm_100 -o %t.o
// RUN: fused-run %s --target=cuda --chip=sm_103a -o %t.o
// RUN: fused-run %s --target=cuda --chip=sm_120 -o %t.o
// RUN: not fused-run %s --target=cuda --chip=sm_75 -o %t.o 2>&1 | FileCheck %s
// RUN: not fused-run %s --target=cuda --chip=sm_80a -o %t.o 2>&1 | FileCheck %s
// RUN: not fused-run %s --target=cuda --chip=sm_ -o %t.o 2>&1 | FileCheck %s
// RUN: fused-opt %s --fused-to-llvm="target=cuda" | FileCheck %s --check-prefix=FAT

// A fat binary: newer devices compile the PTX in it.
// FAT: @fused.cubin("P\EDU\BA

// CHECK: there is no support table for target 'cuda', chip 'sm_

// A product, rows and an elementwise operation. A chip that was not measured
// has the table of the nearest.
func.func @main(%a: tensor<16x32xbf16>, %b: tensor<32x48xbf16>) -> tensor<16x48xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x48xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x48xf32>) -> tensor<16x48xf32>
  %p = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x48xbf16>) outs(%z : tensor<16x48xf32>) -> tensor<16x48xf32>
  %s = linalg.softmax dimension(1) ins(%p : tensor<16x48xf32>) outs(%e : tensor<16x48xf32>) -> tensor<16x48xf32>
  %n = tensor.empty() : tensor<16x48xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<16x48xf32>) outs(%n : tensor<16x48xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %t = math.tanh %x : f32
    %c = arith.truncf %t : f32 to bf16
    linalg.yield %c : bf16
  } -> tensor<16x48xbf16>
  return %r : tensor<16x48xbf16>
}
