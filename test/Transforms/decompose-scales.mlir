// RUN: fused-opt %s --fused-decompose --canonicalize | FileCheck %s

// Both factors are scaled before the bias, D at the end; the largest magnitude
// is of what the scale of D multiplies.

// CHECK: #[[SCALAR:.*]] = affine_map<(d0, d1) -> ()>
// CHECK-LABEL: func.func @all(
// CHECK: %[[ACC:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: %[[R:.*]]:2 = linalg.generic {{.*}}#[[SCALAR]], #[[SCALAR]], #[[SCALAR]]{{.*}} ins(%[[ACC]], %arg2, %arg3, %arg4, %arg5 :
// CHECK: ^bb0(%[[X:.*]]: f32, %[[V:.*]]: bf16, %[[SA:.*]]: f32, %[[SB:.*]]: f32, %[[SD:.*]]: f32,
// CHECK: %[[X1:.*]] = arith.mulf %[[X]], %[[SA]]
// CHECK: %[[X2:.*]] = arith.mulf %[[X1]], %[[SB]]
// CHECK: %[[W:.*]] = arith.extf %[[V]]
// CHECK: %[[X3:.*]] = arith.addf %[[X2]], %[[W]]
// CHECK: %[[Y:.*]] = arith.maximumf %[[X3]]
// CHECK: %[[Z:.*]] = arith.mulf %[[Y]], %[[SD]]
// CHECK: arith.minimumf %[[Z]], %[[LARGEST:.*]] :
// CHECK: arith.maximumf
// CHECK: %[[D:.*]] = arith.truncf
// CHECK: linalg.yield %[[D]], %[[Y]]
// CHECK: %[[AMAX:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "reduction"]} ins(%[[R]]#1 :
// CHECK: math.absf
// CHECK: arith.maximumf
// CHECK: return %[[R]]#0, %[[AMAX]]
func.func @all(%a: tensor<32x16xf8E4M3FN>, %b: tensor<16x48xf8E4M3FN>,
               %v: tensor<48xbf16>, %sa: tensor<f32>, %sb: tensor<f32>,
               %sd: tensor<f32>, %d0: tensor<32x48xf8E4M3FN>, %m0: tensor<f32>)
    -> (tensor<32x48xf8E4M3FN>, tensor<f32>) {
  %d, %m = fused.matmul epilog(relu_bias)
      ins(%a, %b : tensor<32x16xf8E4M3FN>, tensor<16x48xf8E4M3FN>)
      bias(%v : tensor<48xbf16>)
      a_scale(%sa : tensor<f32>) b_scale(%sb : tensor<f32>)
      d_scale(%sd : tensor<f32>)
      outs(%d0 : tensor<32x48xf8E4M3FN>) amax(%m0 : tensor<f32>)
      -> tensor<32x48xf8E4M3FN>, tensor<f32>
  return %d, %m : tensor<32x48xf8E4M3FN>, tensor<f32>
}

// A scale of wider operands multiplies after alpha, and before C is added.

// CHECK-LABEL: func.func @of_bf16(
// CHECK: ^bb0(%[[X:.*]]: f32, %[[C:.*]]: bf16, %[[S:.*]]: f32,
// CHECK: %[[X1:.*]] = arith.mulf %[[X]], %[[ALPHA:.*]] :
// CHECK: %[[X2:.*]] = arith.mulf %[[X1]], %[[S]]
// CHECK: arith.addf %[[X2]],
func.func @of_bf16(%a: tensor<32x16xbf16>, %b: tensor<16x48xbf16>,
                   %c: tensor<32x48xbf16>, %s: tensor<f32>,
                   %d0: tensor<32x48xbf16>) -> tensor<32x48xbf16> {
  %d = fused.matmul epilog(default) alpha(0.5)
      ins(%a, %b : tensor<32x16xbf16>, tensor<16x48xbf16>)
      c(%c : tensor<32x48xbf16>) b_scale(%s : tensor<f32>)
      outs(%d0 : tensor<32x48xbf16>) -> tensor<32x48xbf16>
  return %d : tensor<32x48xbf16>
}
