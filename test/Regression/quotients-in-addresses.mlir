// RUN: %if cuda %{ fused-run %s --target=cuda --numerics=strict --verify | FileCheck %s %}
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --numerics=strict --verify | FileCheck %s %}

// ptxas subtracted 2^32 too much from a quotient, which was part of an address.
// CHECK: verification: PASS

func.func @main(%arg4: tensor<3x2x2x2x3xf16>, %arg5: tensor<2x2x4x4x1xf16>) -> (tensor<3x2x3x4x3xf32>) {
  %6 = arith.constant 0.0e+00 : f16
  %7 = tensor.empty() : tensor<3x2x8x12x3xf16>
  %8 = linalg.fill ins(%6 : f16) outs(%7 : tensor<3x2x8x12x3xf16>) -> tensor<3x2x8x12x3xf16>
  %9 = tensor.insert_slice %arg4 into %8[0, 0, 3, 4, 0] [3, 2, 2, 2, 3] [1, 1, 4, 4, 1] : tensor<3x2x2x2x3xf16> into tensor<3x2x8x12x3xf16>
  %10 = arith.constant 0.0e+00 : f32
  %11 = tensor.empty() : tensor<3x2x3x4x3xf32>
  %12 = linalg.fill ins(%10 : f32) outs(%11 : tensor<3x2x3x4x3xf32>) -> tensor<3x2x3x4x3xf32>
  %13 = linalg.generic {indexing_maps = [affine_map<(b, k2, f, k0, o1, o0, o2, c, k1) -> (b, c, o0 * 1 + k0 * 1, o1 * 1 + k1 * 2, o2 * 1 + k2 * 1)>, affine_map<(b, k2, f, k0, o1, o0, o2, c, k1) -> (f, c, k0, k1, k2)>, affine_map<(b, k2, f, k0, o1, o0, o2, c, k1) -> (b, f, o0, o1, o2)>], iterator_types = ["parallel", "reduction", "parallel", "reduction", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%9, %arg5 : tensor<3x2x8x12x3xf16>, tensor<2x2x4x4x1xf16>) outs(%12 : tensor<3x2x3x4x3xf32>) {
  ^bb0(%x0: f16, %x1: f16, %o: f32):
    %x0w = arith.extf %x0 : f16 to f32
    %x1w = arith.extf %x1 : f16 to f32
    %m = arith.mulf %x0w, %x1w : f32
    %r = arith.addf %m, %o : f32
    linalg.yield %r : f32
  } -> tensor<3x2x3x4x3xf32>
  %14 = arith.constant 7.8125e-03 : f32
  %15 = tensor.empty() : tensor<3x2x3x4x3xf32>
  %16 = linalg.fill ins(%14 : f32) outs(%15 : tensor<3x2x3x4x3xf32>) -> tensor<3x2x3x4x3xf32>
  %17 = arith.mulf %13, %16 : tensor<3x2x3x4x3xf32>
  return %17 : tensor<3x2x3x4x3xf32>
}
