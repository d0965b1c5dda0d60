// RUN: fused-opt %s --fused-fuse-epilogs -canonicalize | FileCheck %s

// What looks like the gradient of an activation and is another function.

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>

// CHECK-LABEL: func.func @no_fuse_tie_of_one_half(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_tie_of_one_half(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %h = arith.constant 0.5 : f32
    %i = arith.constant 1.0 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %d = arith.cmpf oeq, %s, %z : f32
    %v = arith.select %d, %h, %z : f32
    %w = arith.select %c, %i, %v : f32
    %y = arith.mulf %x, %w : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_leaky(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_leaky(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %h = arith.constant 0.01 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %v = arith.mulf %x, %h : f32
    %y = arith.select %c, %x, %v : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_one_instead_of_zero(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_one_instead_of_zero(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %h = arith.constant 1.0 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %y = arith.select %c, %x, %h : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_saved_value_instead_of_zero(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_saved_value_instead_of_zero(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %y = arith.select %c, %x, %s : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_times_saved_value(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_times_saved_value(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %y = arith.mulf %x, %s : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_own_sign(
// CHECK: fused.matmul epilog(
// CHECK: return
func.func @no_fuse_own_sign(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %x, %z : f32
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_absolute_value(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_absolute_value(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %n = arith.negf %x : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %y = arith.select %c, %x, %n : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_square(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_square(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %v = arith.mulf %x, %x : f32
    %y = arith.select %c, %v, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_mask_for_each_column(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_mask_for_each_column(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_gelu_cubic_0_05(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_gelu_cubic_0_05(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 0.05 : f32
    %three = arith.constant 3.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %s3, %cub : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %in, %k : f32
    %t = math.tanh %u : f32
    %t1 = arith.addf %t, %one : f32
    %l = arith.mulf %t1, %half : f32
    %tt = arith.mulf %t, %t : f32
    %se = arith.subf %one, %tt : f32
    %c2 = arith.mulf %cub, %three : f32
    %c3 = arith.mulf %c2, %s2 : f32
    %c4 = arith.addf %c3, %one : f32
    %c5 = arith.mulf %c4, %k : f32
    %hs = arith.mulf %s, %half : f32
    %c6 = arith.mulf %hs, %se : f32
    %r = arith.mulf %c6, %c5 : f32
    %d = arith.addf %l, %r : f32
    %y = arith.mulf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_gelu_two_for_three(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_gelu_two_for_three(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 0.044715 : f32
    %three = arith.constant 2.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %s3, %cub : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %in, %k : f32
    %t = math.tanh %u : f32
    %t1 = arith.addf %t, %one : f32
    %l = arith.mulf %t1, %half : f32
    %tt = arith.mulf %t, %t : f32
    %se = arith.subf %one, %tt : f32
    %c2 = arith.mulf %cub, %three : f32
    %c3 = arith.mulf %c2, %s2 : f32
    %c4 = arith.addf %c3, %one : f32
    %c5 = arith.mulf %c4, %k : f32
    %hs = arith.mulf %s, %half : f32
    %c6 = arith.mulf %hs, %se : f32
    %r = arith.mulf %c6, %c5 : f32
    %d = arith.addf %l, %r : f32
    %y = arith.mulf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_gelu_cubic_0_0448(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_gelu_cubic_0_0448(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 0.0448 : f32
    %three = arith.constant 3.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %s3, %cub : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %in, %k : f32
    %t = math.tanh %u : f32
    %t1 = arith.addf %t, %one : f32
    %l = arith.mulf %t1, %half : f32
    %tt = arith.mulf %t, %t : f32
    %se = arith.subf %one, %tt : f32
    %c2 = arith.mulf %cub, %three : f32
    %c3 = arith.mulf %c2, %s2 : f32
    %c4 = arith.addf %c3, %one : f32
    %c5 = arith.mulf %c4, %k : f32
    %hs = arith.mulf %s, %half : f32
    %c6 = arith.mulf %hs, %se : f32
    %r = arith.mulf %c6, %c5 : f32
    %d = arith.addf %l, %r : f32
    %y = arith.mulf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_gelu_added(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_gelu_added(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 0.044715 : f32
    %three = arith.constant 3.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %s3, %cub : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %in, %k : f32
    %t = math.tanh %u : f32
    %t1 = arith.addf %t, %one : f32
    %l = arith.mulf %t1, %half : f32
    %tt = arith.mulf %t, %t : f32
    %se = arith.subf %one, %tt : f32
    %c2 = arith.mulf %cub, %three : f32
    %c3 = arith.mulf %c2, %s2 : f32
    %c4 = arith.addf %c3, %one : f32
    %c5 = arith.mulf %c4, %k : f32
    %hs = arith.mulf %s, %half : f32
    %c6 = arith.mulf %hs, %se : f32
    %r = arith.mulf %c6, %c5 : f32
    %d = arith.addf %l, %r : f32
    %y = arith.addf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_gelu_wrong_sign(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_gelu_wrong_sign(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 0.044715 : f32
    %three = arith.constant 3.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %s3, %cub : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %in, %k : f32
    %t = math.tanh %u : f32
    %t1 = arith.addf %t, %one : f32
    %l = arith.mulf %t1, %half : f32
    %tt = arith.mulf %t, %t : f32
    %se = arith.subf %one, %tt : f32
    %c2 = arith.mulf %cub, %three : f32
    %c3 = arith.mulf %c2, %s2 : f32
    %c4 = arith.addf %c3, %one : f32
    %c5 = arith.mulf %c4, %k : f32
    %hs = arith.mulf %s, %half : f32
    %c6 = arith.mulf %hs, %se : f32
    %r = arith.mulf %c6, %c5 : f32
    %q = arith.subf %l, %r : f32
    %y = arith.mulf %x, %q : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_gelu_itself(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_gelu_itself(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 0.044715 : f32
    %three = arith.constant 3.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %s3, %cub : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %in, %k : f32
    %t = math.tanh %u : f32
    %t1 = arith.addf %t, %one : f32
    %l = arith.mulf %t1, %half : f32
    %d = arith.mulf %l, %s : f32
    %y = arith.mulf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_gelu_of_two_values(
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_gelu_of_two_values(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>,
    %q: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p, %q : tensor<5x19xf32>, tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %w: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 0.044715 : f32
    %three = arith.constant 3.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %s3, %cub : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %in, %k : f32
    %t = math.tanh %u : f32
    %t1 = arith.addf %t, %one : f32
    %l = arith.mulf %t1, %half : f32
    %tt = arith.mulf %t, %t : f32
    %se = arith.subf %one, %tt : f32
    %c2 = arith.mulf %cub, %three : f32
    %c3 = arith.mulf %c2, %s2 : f32
    %c4 = arith.addf %c3, %one : f32
    %c5 = arith.mulf %c4, %k : f32
    %hs = arith.mulf %w, %half : f32
    %c6 = arith.mulf %hs, %se : f32
    %r = arith.mulf %c6, %c5 : f32
    %d = arith.addf %l, %r : f32
    %y = arith.mulf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// A dropout after a layer: no gradient adds a bias.
// CHECK-LABEL: func.func @no_fuse_masked_bias(
// CHECK: fused.matmul epilog(bias)
// CHECK: return
func.func @no_fuse_masked_bias(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %bias: tensor<19xf32>, %mask: tensor<5x19xi1>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %bias, %mask
          : tensor<5x19xf32>, tensor<19xf32>, tensor<5x19xi1>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v: f32, %m: i1, %out: f32):
    %scale = arith.constant 1.25 : f32
    %s = arith.addf %x, %v : f32
    %w = arith.uitofp %m : i1 to f32
    %y = arith.mulf %s, %w : f32
    %z = arith.mulf %y, %scale : f32
    linalg.yield %z : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// One boolean for each product of a batch.
// CHECK-LABEL: func.func @no_fuse_mask_for_each_product(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.select
func.func @no_fuse_mask_for_each_product(
    %a: tensor<3x5x7xf32>, %b: tensor<3x7x19xf32>, %q: tensor<3xi1>)
    -> tensor<3x5x19xf32> {
  %e = tensor.empty() : tensor<3x5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      outs(%e : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> (b)>,
                       affine_map<(b, m, n) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%g, %q : tensor<3x5x19xf32>, tensor<3xi1>)
      outs(%e : tensor<3x5x19xf32>) {
  ^bb0(%x: f32, %c: i1, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<3x5x19xf32>
  return %0 : tensor<3x5x19xf32>
}

// The batch shares numbers with a third value beside 0 and 1.
// CHECK-LABEL: func.func @no_fuse_numbers_of_a_batch(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.mulf
func.func @no_fuse_numbers_of_a_batch(
    %a: tensor<3x5x7xf32>, %b: tensor<3x7x19xf32>, %q: tensor<5x19xf32>)
    -> tensor<3x5x19xf32> {
  %e = tensor.empty() : tensor<3x5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      outs(%e : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> (m, n)>,
                       affine_map<(b, m, n) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%g, %q : tensor<3x5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<3x5x19xf32>) {
  ^bb0(%x: f32, %f: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %h = arith.constant 0.5 : f32
    %c = arith.cmpf ogt, %f, %z : f32
    %y = arith.mulf %x, %h : f32
    %r = arith.select %c, %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<3x5x19xf32>
  return %0 : tensor<3x5x19xf32>
}
