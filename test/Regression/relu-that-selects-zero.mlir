// A ReLU and its gradient as jnp.where(x < 0, 0, x) gives them: one comparison,
// which the activation and the gradient read. Its opposite is the mask that the
// product saves, and nothing else needs the pre-activation.

// RUN: fused-opt %s --fused-fuse-products | FileCheck %s
// RUN: fused-run %s --entry=step --verify
// RUN: fused-run %s --entry=kept --verify

// CHECK-LABEL: func.func @step(
// CHECK: %[[H:.*]], %[[M:.*]] = fused.matmul epilog(relu_aux_bias)
// CHECK-NOT: arith.cmpf
// CHECK: %[[D:.*]] = fused.matmul epilog(drelu) {{.*}} aux(%[[M]] :
// CHECK-NEXT: return %[[H]], %[[D]]

// The comparison itself is a result, too, and that of a ReLU would be false.
// CHECK-LABEL: func.func @kept(
// CHECK: %[[P:.*]] = fused.matmul epilog(bias)
// CHECK: fused.matmul epilog(drelu)

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

func.func private @layer(%x: tensor<32x24xf32>, %w: tensor<24x40xf32>, %b: tensor<40xf32>, %g: tensor<32x8xf32>,
                         %v: tensor<40x8xf32>) -> (tensor<32x40xf32>, tensor<32x40xf32>, tensor<32x40xi1>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x40xf32>
  %eb = tensor.empty() : tensor<32x40xi1>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x40xf32>) -> tensor<32x40xf32>
  %p = linalg.matmul ins(%x, %w : tensor<32x24xf32>, tensor<24x40xf32>) outs(%f : tensor<32x40xf32>) -> tensor<32x40xf32>
  %s = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %b : tensor<32x40xf32>, tensor<40xf32>) outs(%e : tensor<32x40xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %0 = arith.addf %in, %bias : f32
    linalg.yield %0 : f32
  } -> tensor<32x40xf32>
  %c = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<32x40xf32>) outs(%eb : tensor<32x40xi1>) {
  ^bb0(%in: f32, %out: i1):
    %0 = arith.cmpf olt, %in, %zero : f32
    linalg.yield %0 : i1
  } -> tensor<32x40xi1>
  %h = linalg.generic {indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%c, %s : tensor<32x40xi1>, tensor<32x40xf32>) outs(%e : tensor<32x40xf32>) {
  ^bb0(%bit: i1, %in: f32, %out: f32):
    %0 = arith.select %bit, %zero, %in : f32
    linalg.yield %0 : f32
  } -> tensor<32x40xf32>
  %d = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                                      affine_map<(i, j, k) -> (i, j)>]
      ins(%g, %v : tensor<32x8xf32>, tensor<40x8xf32>) outs(%f : tensor<32x40xf32>) -> tensor<32x40xf32>
  %dh = linalg.generic {indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%c, %d : tensor<32x40xi1>, tensor<32x40xf32>) outs(%e : tensor<32x40xf32>) {
  ^bb0(%bit: i1, %in: f32, %out: f32):
    %0 = arith.select %bit, %zero, %in : f32
    linalg.yield %0 : f32
  } -> tensor<32x40xf32>
  return %h, %dh, %c : tensor<32x40xf32>, tensor<32x40xf32>, tensor<32x40xi1>
}

func.func @step(%x: tensor<32x24xf32>, %w: tensor<24x40xf32>, %b: tensor<40xf32>, %g: tensor<32x8xf32>,
                %v: tensor<40x8xf32>) -> (tensor<32x40xf32>, tensor<32x40xf32>) {
  %r:3 = call @layer(%x, %w, %b, %g, %v)
      : (tensor<32x24xf32>, tensor<24x40xf32>, tensor<40xf32>, tensor<32x8xf32>, tensor<40x8xf32>)
      -> (tensor<32x40xf32>, tensor<32x40xf32>, tensor<32x40xi1>)
  return %r#0, %r#1 : tensor<32x40xf32>, tensor<32x40xf32>
}

func.func @kept(%x: tensor<32x24xf32>, %w: tensor<24x40xf32>, %b: tensor<40xf32>, %g: tensor<32x8xf32>,
                %v: tensor<40x8xf32>) -> (tensor<32x40xf32>, tensor<32x40xf32>, tensor<32x40xi1>) {
  %r:3 = call @layer(%x, %w, %b, %g, %v)
      : (tensor<32x24xf32>, tensor<24x40xf32>, tensor<40xf32>, tensor<32x8xf32>, tensor<40x8xf32>)
      -> (tensor<32x40xf32>, tensor<32x40xf32>, tensor<32x40xi1>)
  return %r#0, %r#1, %r#2 : tensor<32x40xf32>, tensor<32x40xf32>, tensor<32x40xi1>
}
