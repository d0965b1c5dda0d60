// RUN: fused-run %s --entry=f --verify | FileCheck %s
// RUN: fused-run %s --entry=f --verify --numerics=strict | FileCheck %s
// CHECK: verification: PASS

// A sum of -0 from zero is 0, also if it sums one element.

func.func @f(%x: tensor<4x1x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, c)>],
      iterator_types = ["parallel", "reduction", "parallel"]} ins(%x : tensor<4x1x8xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %a, %o : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %i = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>],
      iterator_types = ["parallel", "parallel"]} ins(%s : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.divf %one, %a : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  return %i : tensor<4x8xf32>
}
