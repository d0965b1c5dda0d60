// RUN: fused-opt %s --fused-raise-contractions --fused-fuse-epilogs \
// RUN:   --split-input-file --allow-unregistered-dialect | FileCheck %s

// Programs that are valid and unusual.

// Operations of an unreachable block may use each other in any order.
// CHECK-LABEL: func.func @cycle_in_unreachable_block
// CHECK-NEXT: return
func.func @cycle_in_unreachable_block(%a: tensor<5x5xf32>) -> tensor<5x5xf32> {
  return %a : tensor<5x5xf32>
^bb1:
  %p = fused.matmul epilog(default)
      ins(%a, %r : tensor<5x5xf32>, tensor<5x5xf32>)
      outs(%a : tensor<5x5xf32>) -> tensor<5x5xf32>
  %r = linalg.add ins(%p, %q : tensor<5x5xf32>, tensor<5x5xf32>)
      outs(%p : tensor<5x5xf32>) -> tensor<5x5xf32>
  %q = linalg.negf ins(%r : tensor<5x5xf32>) outs(%a : tensor<5x5xf32>)
      -> tensor<5x5xf32>
  cf.br ^bb1
}

// -----

// CHECK-LABEL: func.func @producer_that_reads_itself
// CHECK-NEXT: return
func.func @producer_that_reads_itself(%a: tensor<5x5xf32>) -> tensor<5x5xf32> {
  return %a : tensor<5x5xf32>
^bb1:
  %t = linalg.transpose ins(%t : tensor<5x5xf32>) outs(%a : tensor<5x5xf32>)
      permutation = [1, 0]
  %p = linalg.matmul ins(%t, %t : tensor<5x5xf32>, tensor<5x5xf32>)
      outs(%p : tensor<5x5xf32>) -> tensor<5x5xf32>
  cf.br ^bb1
}

// -----

// The region of a module is a graph: a user may come first.
// CHECK-LABEL: module
// CHECK: fused.matmul
%q = linalg.exp ins(%p : tensor<5x5xf32>) outs(%a : tensor<5x5xf32>)
    -> tensor<5x5xf32>
%a = tensor.empty() : tensor<5x5xf32>
%p = fused.matmul epilog(default)
    ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>)
    outs(%a : tensor<5x5xf32>) -> tensor<5x5xf32>

// -----

// CHECK-LABEL: func.func @elements_that_are_vectors
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
func.func @elements_that_are_vectors(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %e: tensor<5x19xf32>,
    %v: tensor<5x19xvector<4xf32>>) -> tensor<5x19xvector<4xf32>> {
  %zero = arith.constant 0.0 : f32
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>,
                       affine_map<(m, n) -> (m, n)>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<5x19xvector<4xf32>>)
      outs(%v : tensor<5x19xvector<4xf32>>) {
  ^bb0(%x: f32, %y: vector<4xf32>, %out: vector<4xf32>):
    %c = arith.cmpf ugt, %x, %zero : f32
    %s = arith.select %c, %y, %out : vector<4xf32>
    %t = arith.addf %s, %y : vector<4xf32>
    linalg.yield %t : vector<4xf32>
  } -> tensor<5x19xvector<4xf32>>
  return %r : tensor<5x19xvector<4xf32>>
}

// -----

// CHECK-LABEL: func.func @elements_that_are_indices
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
func.func @elements_that_are_indices(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %e: tensor<5x19xf32>,
    %v: tensor<5x19xindex>) -> tensor<5x19xindex> {
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3 : index
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>,
                       affine_map<(m, n) -> (m, n)>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<5x19xindex>)
      outs(%v : tensor<5x19xindex>) {
  ^bb0(%x: f32, %y: index, %out: index):
    %c = arith.cmpf ugt, %x, %zero : f32
    %s = arith.select %c, %y, %three : index
    linalg.yield %s : index
  } -> tensor<5x19xindex>
  return %r : tensor<5x19xindex>
}

// -----

// CHECK-LABEL: func.func @operation_that_nobody_knows
// CHECK: fused.matmul epilog(default)
// CHECK: "test.op"
func.func @operation_that_nobody_knows(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %e: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %r = "test.op"(%p) : (tensor<5x19xf32>) -> tensor<5x19xf32>
  return %r : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @bodies_that_yield_an_argument
// CHECK: fused.matmul epilog(relu)
// CHECK-NOT: linalg
func.func @bodies_that_yield_an_argument(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %e: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %zero = arith.constant dense<0.0> : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %q = linalg.copy ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>)
      -> tensor<5x19xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      outs(%q : tensor<5x19xf32>) {
  ^bb0(%out: f32):
    linalg.yield %out : f32
  } -> tensor<5x19xf32>
  %r = linalg.max ins(%s, %zero : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %r : tensor<5x19xf32>
}

// -----

// The product is only the output of an operation that overwrites it.
// CHECK-LABEL: func.func @product_overwritten
// CHECK: linalg.generic
func.func @product_overwritten(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %e: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %one = arith.constant 1.0 : f32
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      outs(%p : tensor<5x19xf32>) {
  ^bb0(%out: f32):
    linalg.yield %one : f32
  } -> tensor<5x19xf32>
  return %r : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @shape_of_the_product_is_used
// CHECK: %[[D:.*]] = fused.matmul epilog(relu)
// CHECK-NOT: linalg
// CHECK: return %[[D]]
func.func @shape_of_the_product_is_used(
    %a: tensor<?x7xf32>, %b: tensor<7x19xf32>, %e: tensor<?x19xf32>)
    -> (tensor<?x19xf32>, index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<?x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<?x19xf32>) -> tensor<?x19xf32>
  %m = tensor.dim %p, %c0 : tensor<?x19xf32>
  %f = tensor.empty(%m) : tensor<?x19xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<?x19xf32>) outs(%f : tensor<?x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.maximumf %x, %zero : f32
    linalg.yield %y : f32
  } -> tensor<?x19xf32>
  return %r, %m : tensor<?x19xf32>, index
}
