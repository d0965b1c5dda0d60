// RUN: fused-opt %s --fused-batch-products | FileCheck %s

// Weights, which no iteration changes, are stacked in front of the loop.
// CHECK-LABEL: func.func @shared_a(
// CHECK-SAME: %[[H:[^:]*]]: tensor<2x8xf32>, %[[U:[^:]*]]: tensor<8x8xf32>, %[[V:[^:]*]]: tensor<8x8xf32>, %[[W:[^:]*]]: tensor<8x8xf32>,
// CHECK: %[[FIRST:.*]] = tensor.insert_slice %[[U]] into %{{.*}}[0, 0, 0] [1, 8, 8] [1, 1, 1]
// CHECK: %[[SECOND:.*]] = tensor.insert_slice %[[V]] into %[[FIRST]][1, 0, 0]
// CHECK: %[[STACK:.*]] = tensor.insert_slice %[[W]] into %[[SECOND]][2, 0, 0]
// CHECK: scf.for {{.*}} iter_args(%[[STATE:.*]] = %[[H]])
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins(%[[STATE]], %[[STACK]] : tensor<2x8xf32>, tensor<3x8x8xf32>)
// CHECK-DAG: tensor.extract_slice %[[D]][0, 0, 0] [1, 2, 8]
// CHECK-DAG: tensor.extract_slice %[[D]][1, 0, 0] [1, 2, 8]
// CHECK-DAG: tensor.extract_slice %[[D]][2, 0, 0] [1, 2, 8]
// CHECK-NOT: fused.matmul
func.func @shared_a(%h: tensor<2x8xf32>, %u: tensor<8x8xf32>, %v: tensor<8x8xf32>, %w: tensor<8x8xf32>, %n: index) -> tensor<2x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.empty() : tensor<2x8xf32>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%state = %h) -> tensor<2x8xf32> {
    %1 = fused.matmul epilog(default) ins(%state, %u : tensor<2x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %2 = linalg.exp ins(%1 : tensor<2x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %3 = fused.matmul epilog(default) ins(%state, %v : tensor<2x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %4 = fused.matmul epilog(default) ins(%state, %w : tensor<2x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %5 = linalg.add ins(%3, %4 : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %6 = linalg.mul ins(%2, %5 : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    scf.yield %6 : tensor<2x8xf32>
  }
  return %last : tensor<2x8xf32>
}

// The gradients of weights read what the iteration computes, which moves in
// front of the first of them. The other products read the same stack.
// CHECK-LABEL: func.func @gradients(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x8xf32>, %[[U:[^:]*]]: tensor<8x8xf32>, %[[V:[^:]*]]: tensor<8x8xf32>,
// CHECK: %[[WEIGHTS:.*]] = tensor.insert_slice %[[V]] into
// CHECK: scf.for
// CHECK: %[[P:.*]] = linalg.exp
// CHECK: %[[Q:.*]] = linalg.negf
// CHECK: %[[PART:.*]] = tensor.insert_slice %[[P]] into
// CHECK: %[[G:.*]] = tensor.insert_slice %[[Q]] into %[[PART]][1, 0, 0]
// CHECK: fused.matmul epilog(default) transpose_a ins(%[[G]], %[[X]] : tensor<2x2x8xf32>, tensor<2x8xf32>)
// CHECK: fused.matmul epilog(default) transpose_b ins(%[[G]], %[[WEIGHTS]] : tensor<2x2x8xf32>, tensor<2x8x8xf32>)
// CHECK-NOT: fused.matmul
func.func @gradients(%x: tensor<2x8xf32>, %u: tensor<8x8xf32>, %v: tensor<8x8xf32>, %g: tensor<2x8xf32>, %dw: tensor<8x8xf32>, %n: index) -> (tensor<2x8xf32>, tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.empty() : tensor<2x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %g, %sum = %dw) -> (tensor<2x8xf32>, tensor<8x8xf32>) {
    %p = linalg.exp ins(%s : tensor<2x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %1 = fused.matmul epilog(default) transpose_a ins(%p, %x : tensor<2x8xf32>, tensor<2x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = linalg.add ins(%sum, %1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = fused.matmul epilog(default) transpose_b ins(%p, %u : tensor<2x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %q = linalg.negf ins(%s : tensor<2x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %4 = fused.matmul epilog(default) transpose_a ins(%q, %x : tensor<2x8xf32>, tensor<2x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    %5 = linalg.add ins(%2, %4 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    %6 = fused.matmul epilog(default) transpose_b ins(%q, %v : tensor<2x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %7 = linalg.add ins(%3, %6 : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    scf.yield %7, %5 : tensor<2x8xf32>, tensor<8x8xf32>
  }
  return %last#0, %last#1 : tensor<2x8xf32>, tensor<8x8xf32>
}

// What is stacked is read there, also by others, so that it can be computed
// there.
// CHECK-LABEL: func.func @other_readers(
// CHECK: scf.for
// CHECK: %[[P:.*]] = linalg.exp
// CHECK: %[[Q:.*]] = linalg.negf
// CHECK: %[[PART:.*]] = tensor.insert_slice %[[P]] into
// CHECK: %[[G:.*]] = tensor.insert_slice %[[Q]] into %[[PART]][1, 0, 0]
// CHECK-DAG: %[[READP:.*]] = tensor.extract_slice %[[G]][0, 0, 0] [1, 2, 8]
// CHECK-DAG: %[[READQ:.*]] = tensor.extract_slice %[[G]][1, 0, 0] [1, 2, 8]
// CHECK: fused.matmul
// CHECK: linalg.mul ins(%[[READP]], %[[READQ]]
func.func @other_readers(%x: tensor<2x8xf32>, %g: tensor<2x8xf32>, %dw: tensor<8x8xf32>, %n: index) -> (tensor<2x8xf32>, tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.empty() : tensor<2x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %g, %sum = %dw) -> (tensor<2x8xf32>, tensor<8x8xf32>) {
    %p = linalg.exp ins(%s : tensor<2x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %q = linalg.negf ins(%s : tensor<2x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %1 = fused.matmul epilog(default) transpose_a ins(%p, %x : tensor<2x8xf32>, tensor<2x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = fused.matmul epilog(default) transpose_a ins(%q, %x : tensor<2x8xf32>, tensor<2x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = linalg.sub ins(%1, %2 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = linalg.mul ins(%p, %q : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    scf.yield %4, %3 : tensor<2x8xf32>, tensor<8x8xf32>
  }
  return %last#0, %last#1 : tensor<2x8xf32>, tensor<8x8xf32>
}

// The second product reads the first, and the third has another type. Outside
// of loops, nothing is stacked.
// CHECK-LABEL: func.func @apart(
// CHECK-NOT: tensor.insert_slice
// CHECK-COUNT-5: fused.matmul
func.func @apart(%h: tensor<2x8xf32>, %u: tensor<8x8xf32>, %v: tensor<8x8xf32>, %w: tensor<8x4xf32>, %n: index) -> (tensor<2x8xf32>, tensor<2x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.empty() : tensor<2x8xf32>
  %e = tensor.empty() : tensor<2x4xf32>
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %h, %t = %e) -> (tensor<2x8xf32>, tensor<2x4xf32>) {
    %1 = fused.matmul epilog(default) ins(%s, %u : tensor<2x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %2 = fused.matmul epilog(default) ins(%1, %v : tensor<2x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %3 = fused.matmul epilog(default) ins(%s, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
    scf.yield %2, %3 : tensor<2x8xf32>, tensor<2x4xf32>
  }
  %4 = fused.matmul epilog(default) ins(%last#0, %u : tensor<2x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
  %5 = fused.matmul epilog(default) ins(%last#0, %v : tensor<2x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
  %6 = linalg.add ins(%4, %5 : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
  return %6, %last#1 : tensor<2x8xf32>, tensor<2x4xf32>
}

// Products of which only the transpose is read compute that, whoever writes the
// transpose. A copy is none.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x8xf32>, %[[U:[^:]*]]: tensor<8x8xf32>, %[[V:[^:]*]]: tensor<8x8xf32>, %[[W:[^:]*]]: tensor<8x8xf32>,
// CHECK: %[[PART:.*]] = tensor.insert_slice %[[U]] into
// CHECK: %[[STACK:.*]] = tensor.insert_slice %[[V]] into %[[PART]][1, 0, 0]
// CHECK: scf.for {{.*}} iter_args(%[[STATE:.*]] = %[[X]])
// CHECK: fused.matmul epilog(default) transpose_a transpose_b ins(%[[STACK]], %[[STATE]] : tensor<2x8x8xf32>, tensor<8x8xf32>)
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins(%[[STATE]], %[[W]] : tensor<8x8xf32>, tensor<8x8xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[D]] : tensor<8x8xf32>)
func.func @transposed(%x: tensor<8x8xf32>, %u: tensor<8x8xf32>, %v: tensor<8x8xf32>, %w: tensor<8x8xf32>, %n: index) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.empty() : tensor<8x8xf32>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<8x8xf32> {
    %1 = fused.matmul epilog(default) ins(%s, %u : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = linalg.transpose ins(%1 : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) permutation = [1, 0]
    %3 = fused.matmul epilog(default) ins(%s, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8xf32>
    %5 = fused.matmul epilog(default) ins(%s, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8xf32>
    %7 = linalg.add ins(%2, %4 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %8 = linalg.add ins(%6, %7 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %8 : tensor<8x8xf32>
  }
  return %last : tensor<8x8xf32>
}

// Equal products have no operand that a batch could have.
// CHECK-LABEL: func.func @equal(
// CHECK-COUNT-2: fused.matmul {{.*}} -> tensor<2x8xf32>
func.func @equal(%h: tensor<2x8xf32>, %u: tensor<8x8xf32>, %n: index) -> tensor<2x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.empty() : tensor<2x8xf32>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%s = %h) -> tensor<2x8xf32> {
    %1 = fused.matmul epilog(default) ins(%s, %u : tensor<2x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %2 = fused.matmul epilog(default) ins(%s, %u : tensor<2x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %3 = linalg.mul ins(%1, %2 : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    scf.yield %3 : tensor<2x8xf32>
  }
  return %last : tensor<2x8xf32>
}

// Products that occupy a device stay alone.
// CHECK-LABEL: func.func @large(
// CHECK-COUNT-2: fused.matmul {{.*}} -> tensor<2048x1024xf32>
func.func @large(%h: tensor<2048x1024xf32>, %u: tensor<1024x1024xf32>, %v: tensor<1024x1024xf32>, %n: index) -> tensor<2048x1024xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.empty() : tensor<2048x1024xf32>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%s = %h) -> tensor<2048x1024xf32> {
    %1 = fused.matmul epilog(default) ins(%s, %u : tensor<2048x1024xf32>, tensor<1024x1024xf32>) outs(%0 : tensor<2048x1024xf32>) -> tensor<2048x1024xf32>
    %2 = fused.matmul epilog(default) ins(%s, %v : tensor<2048x1024xf32>, tensor<1024x1024xf32>) outs(%0 : tensor<2048x1024xf32>) -> tensor<2048x1024xf32>
    %3 = linalg.mul ins(%1, %2 : tensor<2048x1024xf32>, tensor<2048x1024xf32>) outs(%0 : tensor<2048x1024xf32>) -> tensor<2048x1024xf32>
    scf.yield %3 : tensor<2048x1024xf32>
  }
  return %last : tensor<2048x1024xf32>
}
