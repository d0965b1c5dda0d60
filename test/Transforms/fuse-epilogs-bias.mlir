// RUN: fused-opt %s --fused-fuse-epilogs | FileCheck %s

// A vector along the columns, however it is written.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#zn = affine_map<(m, n) -> (0, n)>

// CHECK-LABEL: func.func @bias(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) ins(%arg0, %arg1 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @bias(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @bias_on_the_left(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) ins(%arg0, %arg1 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @bias_on_the_left(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.addf %v_, %x : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @bias_subtracted_negative(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) ins(%arg0, %arg1 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @bias_subtracted_negative(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.negf %v_ : f32
    %2 = arith.subf %x, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @bias_by_named_operations(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) ins(%arg0, %arg1 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @bias_by_named_operations(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %bc = linalg.broadcast ins(%v : tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) dimensions = [0]
  %0 = linalg.add ins(%p, %bc : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @bias_by_map(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) ins(%arg0, %arg1 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @bias_by_map(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %bc = linalg.broadcast ins(%v : tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) dimensions = [0]
  %0 = linalg.map { arith.addf }
      ins(%p, %bc : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>)
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @bias_by_elementwise(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) ins(%arg0, %arg1 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @bias_by_elementwise(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add>
      indexing_maps = [#mn, #n, #mn]
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @bias_accumulated_in_outs(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) ins(%arg0, %arg1 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @bias_accumulated_in_outs(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<19xf32>) outs(%p : tensor<5x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @bias_of_one_row(
// CHECK: %[[V:.*]] = tensor.collapse_shape %arg2 {{\[\[}}0, 1]] : tensor<1x19xf32> into tensor<19xf32>
// CHECK: fused.matmul epilog(bias) {{.*}} bias(%[[V]] : tensor<19xf32>)
func.func @bias_of_one_row(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<1x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #zn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<1x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// JAX broadcasts in two steps.
// CHECK-LABEL: func.func @bias_of_one_row_of_one_batch(
// CHECK: %[[V:.*]] = tensor.collapse_shape %arg2 {{\[\[}}0, 1, 2]] : tensor<1x1x19xf32> into tensor<19xf32>
// CHECK: fused.matmul epilog(bias) {{.*}} bias(%[[V]] : tensor<19xf32>)
func.func @bias_of_one_row_of_one_batch(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<1x1x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %c = tensor.collapse_shape %v [[0, 1], [2]]
      : tensor<1x1x19xf32> into tensor<1x19xf32>
  %bc = linalg.generic {
      indexing_maps = [#zn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<1x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<5x19xf32>
  %0 = linalg.add ins(%p, %bc : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// linalg.matmul accumulates into a broadcast bias.
// CHECK-LABEL: func.func @bias_in_the_init(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) ins(%arg0, %arg1 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @bias_in_the_init(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %bc = linalg.broadcast ins(%v : tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) dimensions = [0]
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      c(%bc : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %p : tensor<5x19xf32>
}

// torch-mlir puts casts between operations.
// CHECK-LABEL: func.func @bias_through_casts(
// CHECK: fused.matmul epilog(bias) {{.*}} bias(%arg2 : tensor<19xf32>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @bias_through_casts(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = tensor.cast %p : tensor<5x19xf32> to tensor<?x19xf32>
  %1 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0, %v : tensor<?x19xf32>, tensor<19xf32>)
      outs(%0 : tensor<?x19xf32>) {
  ^bb0(%x: f32, %in: f32, %out: f32):
    %3 = arith.addf %x, %in : f32
    linalg.yield %3 : f32
  } -> tensor<?x19xf32>
  %2 = tensor.cast %1 : tensor<?x19xf32> to tensor<5x19xf32>
  return %2 : tensor<5x19xf32>
}
