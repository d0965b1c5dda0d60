// RUN: fused-run %s --verify | FileCheck %s

// Reduction, transposition, map, a product of integers, a convolution, broadcast.
// CHECK: verification: PASS

func.func @main(%arg0: tensor<7x9xf32>, %arg1: tensor<7x9xi32>, %arg2: tensor<9x5xi32>, %arg3: tensor<1x3x12x11xf32>, %arg4: tensor<4x3x3x3xf32>) -> (tensor<7xf32>, tensor<9x7xf32>, tensor<7x9xf32>, tensor<7x5xi32>, tensor<1x4x10x9xf32>, tensor<7x9x3xf32>) {
  %cst = arith.constant 0.000000e+00 : f32
  %c0_i32 = arith.constant 0 : i32
  %0 = tensor.empty() : tensor<7xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<7xf32>) -> tensor<7xf32>
  %reduced = linalg.reduce { arith.maximumf } ins(%arg0 : tensor<7x9xf32>) outs(%1 : tensor<7xf32>) dimensions = [1] 
  %2 = tensor.empty() : tensor<9x7xf32>
  %transposed = linalg.transpose ins(%arg0 : tensor<7x9xf32>) outs(%2 : tensor<9x7xf32>) permutation = [1, 0] 
  %3 = tensor.empty() : tensor<7x9xf32>
  %mapped = linalg.map { math.exp } ins(%arg0 : tensor<7x9xf32>) outs(%3 : tensor<7x9xf32>)
  %4 = tensor.empty() : tensor<7x5xi32>
  %5 = linalg.fill ins(%c0_i32 : i32) outs(%4 : tensor<7x5xi32>) -> tensor<7x5xi32>
  %6 = linalg.matmul ins(%arg1, %arg2 : tensor<7x9xi32>, tensor<9x5xi32>) outs(%5 : tensor<7x5xi32>) -> tensor<7x5xi32>
  %7 = tensor.empty() : tensor<1x4x10x9xf32>
  %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<1x4x10x9xf32>) -> tensor<1x4x10x9xf32>
  %9 = linalg.conv_2d_nchw_fchw ins(%arg3, %arg4 : tensor<1x3x12x11xf32>, tensor<4x3x3x3xf32>) outs(%8 : tensor<1x4x10x9xf32>) -> tensor<1x4x10x9xf32>
  %10 = tensor.empty() : tensor<7x9x3xf32>
  %broadcasted = linalg.broadcast ins(%arg0 : tensor<7x9xf32>) outs(%10 : tensor<7x9x3xf32>) dimensions = [2] 
  return %reduced, %transposed, %mapped, %6, %9, %broadcasted : tensor<7xf32>, tensor<9x7xf32>, tensor<7x9xf32>, tensor<7x5xi32>, tensor<1x4x10x9xf32>, tensor<7x9x3xf32>
}
