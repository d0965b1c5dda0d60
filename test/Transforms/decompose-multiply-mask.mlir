// RUN: fused-opt %s --fused-decompose | FileCheck %s --implicit-check-not=fused.matmul

// CHECK-LABEL: func.func @drelu_bgrad(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: linalg.generic {{.*}} ins(
// CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: i8, %{{.*}}: f16, %{{.*}}: f32):
// CHECK: %[[BIT:.*]] = arith.trunci %{{.*}} : i8 to i1
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[FACTOR:.*]] = arith.select %[[BIT]], %[[ONE]], %[[ZERO]]
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[FACTOR]] : f32
// CHECK: %[[D:.*]] = arith.truncf %[[Y]] : f32 to f16
// CHECK: linalg.yield %[[D]], %[[Y]] : f16, f32
// CHECK: linalg.generic {{.*}}"reduction"
func.func @drelu_bgrad(%a: tensor<5x7xf16>, %b: tensor<7x19xf16>,
                       %mask: tensor<5x16xi8>, %d0: tensor<5x19xf16>,
                       %s0: tensor<19xf16>)
    -> (tensor<5x19xf16>, tensor<19xf16>) {
  %d, %s = fused.matmul epilog(drelu_bgrad) multiply_mask
      ins(%a, %b : tensor<5x7xf16>, tensor<7x19xf16>)
      aux(%mask : tensor<5x16xi8>)
      outs(%d0, %s0 : tensor<5x19xf16>, tensor<19xf16>)
      -> tensor<5x19xf16>, tensor<19xf16>
  return %d, %s : tensor<5x19xf16>, tensor<19xf16>
}
