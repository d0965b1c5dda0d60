// RUN: fused-run %s --input=0=%S/Inputs/ties-f64.npy --input=1=%S/Inputs/ties-i32.npy --print | FileCheck %s

// Numbers beside a tie of f16 and of bf16, which a rounding to f32 would turn into that tie.
// CHECK: [106.9375, 13.09375]
// CHECK: [107, 13.0625]
// CHECK: [325058560]

func.func @main(%a: tensor<2xf64>, %i: tensor<1xi32>) -> (tensor<2xf16>, tensor<2xbf16>, tensor<1xbf16>) {
  %e = tensor.empty() : tensor<2xf16>
  %f = tensor.empty() : tensor<2xbf16>
  %g = tensor.empty() : tensor<1xbf16>
  %0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>,affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%a : tensor<2xf64>) outs(%e : tensor<2xf16>) { ^bb0(%x: f64, %o: f16): %r = arith.truncf %x : f64 to f16 linalg.yield %r : f16 } -> tensor<2xf16>
  %1 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>,affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%a : tensor<2xf64>) outs(%f : tensor<2xbf16>) { ^bb0(%x: f64, %o: bf16): %r = arith.truncf %x : f64 to bf16 linalg.yield %r : bf16 } -> tensor<2xbf16>
  %2 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>,affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i : tensor<1xi32>) outs(%g : tensor<1xbf16>) { ^bb0(%x: i32, %o: bf16): %r = arith.sitofp %x : i32 to bf16 linalg.yield %r : bf16 } -> tensor<1xbf16>
  return %0, %1, %2 : tensor<2xf16>, tensor<2xbf16>, tensor<1xbf16>
}
