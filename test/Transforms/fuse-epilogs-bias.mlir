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

// A number that is added to all elements is repeated for each column.
// CHECK-LABEL: func.func @number(
// CHECK: %[[B:.*]] = linalg.generic {{.*}} ins(%arg2 : tensor<f32>) outs({{.*}} : tensor<19xf32>)
// CHECK: fused.matmul epilog(relu_bias) ins(%arg0, %arg1 : {{.*}}) bias(%[[B]] : tensor<19xf32>)
func.func @number(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %s: tensor<f32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> ()>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<5x19xf32>, tensor<f32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %t: f32, %out: f32):
    %zero = arith.constant 0.0 : f32
    %y = arith.addf %x, %t : f32
    %z = arith.maximumf %y, %zero : f32
    linalg.yield %z : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// Logits of SigLIP: one number multiplies, and another one is added.
// CHECK-LABEL: func.func @numbers(
// CHECK: fused.matmul epilog(bias) ins(%arg0, %arg1 : {{.*}}) bias(%{{.*}} : tensor<19xf32>) a_scale(%arg2 : tensor<f32>)
// CHECK-NOT: arith
// CHECK: return
func.func @numbers(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %s: tensor<f32>,
                   %t: tensor<f32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> ()>, affine_map<(m, n) -> ()>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %s, %t : tensor<5x19xf32>, tensor<f32>, tensor<f32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s_: f32, %t_: f32, %out: f32):
    %y = arith.mulf %x, %s_ : f32
    %z = arith.addf %y, %t_ : f32
    linalg.yield %z : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The number that multiplies would have to multiply the bias, too.
// CHECK-LABEL: func.func @no_fuse_scaled_sum(
// CHECK: fused.matmul epilog(bias) ins({{[^)]*}}) bias(%{{[^)]*}}) outs
// CHECK: arith.mulf
func.func @no_fuse_scaled_sum(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %s: tensor<f32>,
                              %t: tensor<f32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> ()>, affine_map<(m, n) -> ()>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %s, %t : tensor<5x19xf32>, tensor<f32>, tensor<f32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s_: f32, %t_: f32, %out: f32):
    %y = arith.addf %x, %s_ : f32
    %z = arith.mulf %y, %t_ : f32
    linalg.yield %z : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// Without the number, the function is none of an epilog either.
// CHECK-LABEL: func.func @no_fuse_number_in_exponent(
// CHECK: fused.matmul epilog(default)
// CHECK: math.powf
func.func @no_fuse_number_in_exponent(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                                      %s: tensor<f32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> ()>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<5x19xf32>, tensor<f32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s_: f32, %out: f32):
    %two = arith.constant 2.0 : f32
    %y = math.powf %two, %s_ : f32
    %z = arith.mulf %x, %y : f32
    %r = arith.addf %z, %y : f32
    linalg.yield %r : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// How many columns there are is not known.
// CHECK-LABEL: func.func @no_fuse_unknown_columns(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_unknown_columns(%a: tensor<5x7xf32>, %b: tensor<7x?xf32>, %s: tensor<f32>,
                                   %e: tensor<5x?xf32>) -> tensor<5x?xf32> {
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x?xf32>)
      outs(%e : tensor<5x?xf32>) -> tensor<5x?xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> ()>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<5x?xf32>, tensor<f32>) outs(%e : tensor<5x?xf32>) {
  ^bb0(%x: f32, %t: f32, %out: f32):
    %y = arith.addf %x, %t : f32
    linalg.yield %y : f32
  } -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}
