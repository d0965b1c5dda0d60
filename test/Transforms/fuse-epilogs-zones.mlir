// RUN: fused-opt %s --fused-fuse-epilogs --split-input-file | FileCheck %s

// A function may differ from an epilog between numbers that no constant of the
// program is: near 1.3, where |(x - 1) - 0.3| < 0.05.

#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @zone(
// CHECK: fused.matmul epilog(bias)
// CHECK: arith.select
func.func @zone(%a: tensor<5x7xf32>, %b: tensor<7x9xf32>, %v: tensor<9xf32>) -> tensor<5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %center = arith.constant 0.3 : f32
  %width = arith.constant 0.05 : f32
  %0 = tensor.empty() : tensor<5x9xf32>
  %1 = fused.matmul epilog(default) ins(%a, %b : tensor<5x7xf32>, tensor<7x9xf32>) outs(%0 : tensor<5x9xf32>) -> tensor<5x9xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]} ins(%1, %v : tensor<5x9xf32>, tensor<9xf32>) outs(%0 : tensor<5x9xf32>) {
  ^bb0(%x: f32, %bias: f32, %o: f32):
    %p = arith.addf %x, %bias : f32
    %d = arith.subf %p, %one : f32
    %e = arith.subf %d, %center : f32
    %m = math.absf %e : f32
    %c = arith.cmpf olt, %m, %width : f32
    %r = arith.maximumf %p, %zero : f32
    %s = arith.select %c, %zero, %r : f32
    linalg.yield %s : f32
  } -> tensor<5x9xf32>
  return %2 : tensor<5x9xf32>
}

// -----

// Between 0.31 and 0.36.

#ij = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @quotient(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.select
func.func @quotient(%a: tensor<5x7xf32>, %b: tensor<7x9xf32>) -> tensor<5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %tenth = arith.constant 0.1 : f32
  %low = arith.constant 3.1 : f32
  %high = arith.constant 3.6 : f32
  %0 = tensor.empty() : tensor<5x9xf32>
  %1 = fused.matmul epilog(default) ins(%a, %b : tensor<5x7xf32>, tensor<7x9xf32>) outs(%0 : tensor<5x9xf32>) -> tensor<5x9xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<5x9xf32>) outs(%0 : tensor<5x9xf32>) {
  ^bb0(%x: f32, %o: f32):
    %q = arith.divf %x, %tenth : f32
    %above = arith.cmpf ogt, %q, %low : f32
    %below = arith.cmpf olt, %q, %high : f32
    %inside = arith.andi %above, %below : i1
    %r = arith.maximumf %x, %zero : f32
    %s = arith.select %inside, %zero, %r : f32
    linalg.yield %s : f32
  } -> tensor<5x9xf32>
  return %2 : tensor<5x9xf32>
}

// -----

// Around atanh(0.85), which no combination of constants is.

#ij = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @function(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.select
func.func @function(%a: tensor<5x7xf32>, %b: tensor<7x9xf32>) -> tensor<5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %center = arith.constant 0.85 : f32
  %width = arith.constant 0.001 : f32
  %0 = tensor.empty() : tensor<5x9xf32>
  %1 = fused.matmul epilog(default) ins(%a, %b : tensor<5x7xf32>, tensor<7x9xf32>) outs(%0 : tensor<5x9xf32>) -> tensor<5x9xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<5x9xf32>) outs(%0 : tensor<5x9xf32>) {
  ^bb0(%x: f32, %o: f32):
    %l = math.tanh %x : f32
    %d = arith.subf %l, %center : f32
    %m = math.absf %d : f32
    %c = arith.cmpf olt, %m, %width : f32
    %r = arith.maximumf %x, %zero : f32
    %s = arith.select %c, %zero, %r : f32
    linalg.yield %s : f32
  } -> tensor<5x9xf32>
  return %2 : tensor<5x9xf32>
}

// -----

// The same without a comparison: 31.3 is the sum of two constants.

#ij = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @bump(
// CHECK: fused.matmul epilog(default)
// CHECK: math.exp
func.func @bump(%a: tensor<5x7xf32>, %b: tensor<7x9xf32>) -> tensor<5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %first = arith.constant 20.0 : f32
  %second = arith.constant 11.3 : f32
  %width = arith.constant -1.0e+3 : f32
  %0 = tensor.empty() : tensor<5x9xf32>
  %1 = fused.matmul epilog(default) ins(%a, %b : tensor<5x7xf32>, tensor<7x9xf32>) outs(%0 : tensor<5x9xf32>) -> tensor<5x9xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<5x9xf32>) outs(%0 : tensor<5x9xf32>) {
  ^bb0(%x: f32, %o: f32):
    %d = arith.subf %x, %first : f32
    %e = arith.subf %d, %second : f32
    %q = arith.mulf %e, %e : f32
    %n = arith.mulf %q, %width : f32
    %p = math.exp %n : f32
    %r = arith.maximumf %x, %zero : f32
    %s = arith.addf %r, %p : f32
    linalg.yield %s : f32
  } -> tensor<5x9xf32>
  return %2 : tensor<5x9xf32>
}

// -----

// What is compared is positive at both sides of the zone. It comes nearest to
// zero inside.

#ij = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @square(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.select
func.func @square(%a: tensor<5x7xf32>, %b: tensor<7x9xf32>) -> tensor<5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %center = arith.constant 0.31 : f32
  %width = arith.constant 1.0e-6 : f32
  %0 = tensor.empty() : tensor<5x9xf32>
  %1 = fused.matmul epilog(default) ins(%a, %b : tensor<5x7xf32>, tensor<7x9xf32>) outs(%0 : tensor<5x9xf32>) -> tensor<5x9xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<5x9xf32>) outs(%0 : tensor<5x9xf32>) {
  ^bb0(%x: f32, %o: f32):
    %x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x2, %x : f32
    %d = arith.subf %x3, %center : f32
    %e = arith.subf %center, %x3 : f32
    %q = arith.mulf %d, %e : f32
    %n = arith.negf %q : f32
    %c = arith.cmpf olt, %n, %width : f32
    %r = arith.maximumf %x, %zero : f32
    %s = arith.select %c, %zero, %r : f32
    linalg.yield %s : f32
  } -> tensor<5x9xf32>
  return %2 : tensor<5x9xf32>
}

// -----

// A gradient, in a zone of what is saved.

#ij = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @gradient(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.select
func.func @gradient(%a: tensor<5x7xf32>, %b: tensor<7x9xf32>, %h: tensor<5x9xf32>) -> tensor<5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0.849 : f32
  %high = arith.constant 0.851 : f32
  %0 = tensor.empty() : tensor<5x9xf32>
  %1 = fused.matmul epilog(default) ins(%a, %b : tensor<5x7xf32>, tensor<7x9xf32>) outs(%0 : tensor<5x9xf32>) -> tensor<5x9xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%1, %h : tensor<5x9xf32>, tensor<5x9xf32>) outs(%0 : tensor<5x9xf32>) {
  ^bb0(%g: f32, %x: f32, %o: f32):
    %l = math.exp %x : f32
    %above = arith.cmpf ogt, %l, %low : f32
    %below = arith.cmpf olt, %l, %high : f32
    %inside = arith.andi %above, %below : i1
    %positive = arith.cmpf ogt, %x, %zero : f32
    %r = arith.select %positive, %g, %zero : f32
    %s = arith.select %inside, %g, %r : f32
    linalg.yield %s : f32
  } -> tensor<5x9xf32>
  return %2 : tensor<5x9xf32>
}
