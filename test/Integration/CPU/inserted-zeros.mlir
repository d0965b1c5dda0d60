// RUN: fused-run %s --verify --seed=1 | FileCheck %s
// RUN: fused-run %s --verify --seed=1 --numerics=strict | FileCheck %s --check-prefix=STRICT
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify --seed=1 | FileCheck %s %}
// CHECK: random {{.*}} ill-conditioned
// CHECK: verification: PASS
// STRICT-NOT: ill-conditioned
// STRICT: verification: PASS

// A program that computes an infinity, and multiplies it by zeros that it
// inserts into the other factor. The product does not multiply by them.
func.func @weight_gradient(%x: tensor<2x16x3xf32>, %g: tensor<2x4x5xf32>)
    -> tensor<4x3x5xf32> {
  %infinity = arith.constant 0x7F800000 : f32
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %infinite = tensor.insert %infinity into %x[%c0, %c5, %c0]
      : tensor<2x16x3xf32>
  %e = tensor.empty() : tensor<2x13x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x13x5xf32>)
      -> tensor<2x13x5xf32>
  %d = tensor.insert_slice %g into %z[0, 0, 0] [2, 4, 5] [1, 4, 1]
      : tensor<2x4x5xf32> into tensor<2x13x5xf32>
  %r = tensor.empty() : tensor<4x3x5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<4x3x5xf32>)
      -> tensor<4x3x5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, f, k, t, c) -> (b, k + t, c)>,
                       affine_map<(b, f, k, t, c) -> (b, t, f)>,
                       affine_map<(b, f, k, t, c) -> (k, c, f)>],
      iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]}
      ins(%infinite, %d : tensor<2x16x3xf32>, tensor<2x13x5xf32>)
      outs(%init : tensor<4x3x5xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x3x5xf32>
  return %0 : tensor<4x3x5xf32>
}
