// RUN: fused-opt %s --fused-decompose --split-input-file --verify-diagnostics | FileCheck %s --implicit-check-not=fused.matmul

// Scales, transposes, batches and types.

// CHECK-DAG: #[[KM:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[NK:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[MN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @transposes
// CHECK: linalg.generic {indexing_maps = [#[[KM]], #[[NK]], #[[MN]]]
func.func @transposes(%a: tensor<7x5xf32>, %b: tensor<19x7xf32>,
                      %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d = fused.matmul epilog(default) transpose_a transpose_b
      ins(%a, %b : tensor<7x5xf32>, tensor<19x7xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @scales
// CHECK: linalg.generic
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: f32, %[[C:.*]]: f32, %[[V:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[ALPHA:.*]] = arith.constant 5.000000e-01 : f32
// CHECK: %[[X:.*]] = arith.mulf %[[ALPHA]], %[[ACC]]
// CHECK: %[[BETA:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: %[[Y:.*]] = arith.mulf %[[BETA]], %[[C]]
// CHECK: %[[S:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK: %[[T:.*]] = arith.addf %[[S]], %[[V]]
// CHECK: arith.maximumf %[[T]]
func.func @scales(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                  %c: tensor<5x19xf32>, %v: tensor<19xf32>,
                  %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d = fused.matmul epilog(relu_bias) alpha(0.5) beta(2.0)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      c(%c : tensor<5x19xf32>) bias(%v : tensor<19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// Sixteen-bit operands are accumulated in f32 and rounded once.
// CHECK-LABEL: func.func @accumulate_in_f32
// CHECK: linalg.generic
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.mulf %{{.*}} : f32
// CHECK: -> tensor<5x19xf32>
// CHECK: linalg.generic
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.addf %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK-NOT: arith.truncf
func.func @accumulate_in_f32(%a: tensor<5x7xf16>, %b: tensor<7x19xf16>,
                             %v: tensor<19xf16>, %d0: tensor<5x19xf16>)
    -> tensor<5x19xf16> {
  %d = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf16>, tensor<7x19xf16>)
      bias(%v : tensor<19xf16>)
      outs(%d0 : tensor<5x19xf16>) -> tensor<5x19xf16>
  return %d : tensor<5x19xf16>
}

// -----

// CHECK-LABEL: func.func @accumulate_in_f64
// CHECK: arith.mulf %{{.*}} : f64
// CHECK: math.tanh %{{.*}} : f64
func.func @accumulate_in_f64(%a: tensor<5x7xf64>, %b: tensor<7x19xf64>,
                             %d0: tensor<5x19xf64>) -> tensor<5x19xf64> {
  %d = fused.matmul epilog(gelu)
      ins(%a, %b : tensor<5x7xf64>, tensor<7x19xf64>)
      outs(%d0 : tensor<5x19xf64>) -> tensor<5x19xf64>
  return %d : tensor<5x19xf64>
}

// -----

// CHECK-LABEL: func.func @integers_with_c
// CHECK: arith.extsi %{{.*}} : i8 to i32
// CHECK: arith.muli %{{.*}} : i32
// CHECK: arith.addi %{{.*}} : i32
// CHECK: linalg.generic
// CHECK: arith.addi %{{.*}} : i32
func.func @integers_with_c(%a: tensor<5x7xi8>, %b: tensor<7x19xi8>,
                           %c: tensor<5x19xi32>, %d0: tensor<5x19xi32>)
    -> tensor<5x19xi32> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>)
      c(%c : tensor<5x19xi32>)
      outs(%d0 : tensor<5x19xi32>) -> tensor<5x19xi32>
  return %d : tensor<5x19xi32>
}

// -----

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
// CHECK-DAG: #[[BATCH_BIAS:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-LABEL: func.func @batch_with_shared_b
// CHECK: linalg.generic {indexing_maps = [#[[A]], #[[B]], #{{.*}}]
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[BATCH_BIAS]], #{{.*}}]
func.func @batch_with_shared_b(%a: tensor<3x5x7xf32>, %b: tensor<7x19xf32>,
                               %v: tensor<3x19xf32>, %d0: tensor<3x5x19xf32>)
    -> tensor<3x5x19xf32> {
  %d = fused.matmul epilog(bias)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<7x19xf32>)
      bias(%v : tensor<3x19xf32>)
      outs(%d0 : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  return %d : tensor<3x5x19xf32>
}

// -----

// The sum of a factor that the batch shares is the same in each.
// CHECK-LABEL: func.func @bias_gradient_of_shared_factor
// CHECK: %[[B:.*]] = linalg.broadcast ins(%arg1 : tensor<19x7xbf16>) {{.*}} dimensions = [0]
// CHECK: %[[S:.*]] = linalg.generic {{.*}}"reduction"]} ins(%[[B]] : tensor<3x19x7xbf16>)
// CHECK: arith.truncf
func.func @bias_gradient_of_shared_factor(
    %a: tensor<3x5x7xbf16>, %b: tensor<19x7xbf16>, %d0: tensor<3x5x19xbf16>,
    %s0: tensor<3x19xbf16>) -> tensor<3x19xbf16> {
  %d, %s = fused.matmul epilog(bgradb) transpose_b
      ins(%a, %b : tensor<3x5x7xbf16>, tensor<19x7xbf16>)
      outs(%d0, %s0 : tensor<3x5x19xbf16>, tensor<3x19xbf16>)
      -> tensor<3x5x19xbf16>, tensor<3x19xbf16>
  return %s : tensor<3x19xbf16>
}

// -----

// The sum is that of D before it is rounded.
// CHECK-LABEL: func.func @bias_gradient_before_rounding
// CHECK: %[[T:.*]]:2 = linalg.generic
// CHECK: -> (tensor<5x19xbf16>, tensor<5x19xf32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[T]]#1 : tensor<5x19xf32>)
func.func @bias_gradient_before_rounding(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %x: tensor<5x19xbf16>,
    %d0: tensor<5x19xbf16>, %s0: tensor<19xbf16>) -> tensor<19xbf16> {
  %d, %s = fused.matmul epilog(dgelu_bgrad)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      aux(%x : tensor<5x19xbf16>)
      outs(%d0, %s0 : tensor<5x19xbf16>, tensor<19xbf16>)
      -> tensor<5x19xbf16>, tensor<19xbf16>
  return %s : tensor<19xbf16>
}

// -----

// CHECK-LABEL: func.func @dynamic
// CHECK: tensor.empty(%{{.*}}, %{{.*}}) : tensor<?x?xf32>
// CHECK: linalg.generic
func.func @dynamic(%a: tensor<?x?xf16>, %b: tensor<?x?xf16>, %d0: tensor<?x?xf16>,
                   %m0: tensor<?x?xi8>) -> (tensor<?x?xf16>, tensor<?x?xi8>) {
  %d, %m = fused.matmul epilog(relu_aux)
      ins(%a, %b : tensor<?x?xf16>, tensor<?x?xf16>)
      outs(%d0, %m0 : tensor<?x?xf16>, tensor<?x?xi8>)
      -> tensor<?x?xf16>, tensor<?x?xi8>
  return %d, %m : tensor<?x?xf16>, tensor<?x?xi8>
}

// -----

// A C that is multiplied by zero has no effect, also where it holds NaN.

// CHECK-LABEL: func.func @no_c(
// CHECK-SAME: %[[C:[a-z0-9]+]]: tensor<5x19xf32>, %[[BIAS:[a-z0-9]+]]: tensor<19xf32>
// CHECK-NOT: ins({{.*}}%[[C]]
// CHECK: return
func.func @no_c(%c: tensor<5x19xf32>, %bias: tensor<19xf32>, %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d = fused.matmul epilog(bias) beta(0.0) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      c(%c : tensor<5x19xf32>) bias(%bias : tensor<19xf32>) outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}
