// RUN: fused-opt %s --fused-fuse-tails --split-input-file | FileCheck %s
// RUN: fused-opt %s --fused-fuse-tails=numerics=strict --split-input-file | FileCheck %s --check-prefixes=CHECK,STRICT

#point = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
#row = affine_map<(i, j) -> (i)>

// A vector, a matrix and two results. The accumulator is rounded for those that
// read it in bf16, and where the contract demands it.

// CHECK-LABEL: func.func @tail(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<64x64xbf16>, %[[B:[a-z0-9]+]]: tensor<64x64xbf16>, %[[V:[a-z0-9]+]]: tensor<64xf32>, %[[X:[a-z0-9]+]]: tensor<64x64xbf16>, %[[D:[a-z0-9]+]]: tensor<64x64xbf16>
// CHECK: %[[R:.*]]:2 = fused.product transpose_b ins(%[[A]], %[[B]] : {{.*}}) with(%[[V]], %[[X]] : {{.*}}) maps [#{{.*}}, #{{.*}}] outs(%[[D]], %[[D]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: f32, %[[W:.*]]: f32, %[[IN:.*]]: bf16):
// CHECK-NEXT: %[[ROUNDED:.*]] = arith.truncf %[[ACC]] : f32 to bf16
// STRICT-NEXT: %[[WIDE:.*]] = arith.extf %[[ROUNDED]]
// STRICT-NEXT: arith.mulf %[[WIDE]], %[[W]]
// CHECK: arith.mulf %[[ROUNDED]], %[[IN]] : bf16
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @tail(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %v: tensor<64xf32>, %x: tensor<64x64xbf16>,
                %d0: tensor<64x64xbf16>) -> (tensor<64x64xbf16>, tensor<64x64xbf16>) {
  %d = fused.matmul epilog(default) transpose_b ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r:2 = linalg.generic {indexing_maps = [#row, #point, #point, #point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%v, %d, %x : tensor<64xf32>, tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0, %d0 : tensor<64x64xbf16>, tensor<64x64xbf16>) {
  ^bb0(%w: f32, %in: bf16, %y: bf16, %o: bf16, %p: bf16):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %w : f32
    %2 = arith.truncf %1 : f32 to bf16
    %3 = arith.mulf %in, %y : bf16
    linalg.yield %2, %3 : bf16, bf16
  } -> (tensor<64x64xbf16>, tensor<64x64xbf16>)
  return %r#0, %r#1 : tensor<64x64xbf16>, tensor<64x64xbf16>
}

// -----

// The bias of the product, which was widened for it.

#point = affine_map<(i, j) -> (i, j)>
#vector = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @bias(
// CHECK-SAME: %[[V:[a-z0-9]+]]: tensor<64xbf16>
// CHECK: fused.product {{.*}} with(%[[V]] : tensor<64xbf16>) maps [#{{.*}}] outs
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: f32, %[[BIAS:.*]]: bf16):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[BIAS]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[ACC]], %[[WIDE]]
// CHECK-NEXT: math.tanh %[[SUM]]
func.func @bias(%v: tensor<64xbf16>, %a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>,
                %d0: tensor<64x64xf32>, %e0: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %empty = tensor.empty() : tensor<64xf32>
  %wide = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]}
      ins(%v : tensor<64xbf16>) outs(%empty : tensor<64xf32>) {
  ^bb0(%in: bf16, %o: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %d = fused.matmul epilog(bias) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      bias(%wide : tensor<64xf32>) outs(%d0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x64xf32>) outs(%e0 : tensor<64x64xbf16>) {
  ^bb0(%in: f32, %o: bf16):
    %0 = math.tanh %in : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<64x64xbf16>
  return %r : tensor<64x64xbf16>
}

// -----

// Near misses: another user, an epilog of the library, a sum, a transposed
// result, what a tail was given, a kernel that there is not.

#point = affine_map<(i, j) -> (i, j)>
#across = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>

// CHECK-NOT: fused.product

// CHECK-LABEL: func.func @two_users(
func.func @two_users(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %d0: tensor<64x64xbf16>)
    -> (tensor<64x64xbf16>, tensor<64x64xbf16>) {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x64xbf16>) outs(%d0 : tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %0 = arith.negf %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<64x64xbf16>
  return %d, %r : tensor<64x64xbf16>, tensor<64x64xbf16>
}

// CHECK-LABEL: func.func @epilog(
func.func @epilog(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %d0: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %d = fused.matmul epilog(relu) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x64xbf16>) outs(%d0 : tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %0 = arith.negf %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<64x64xbf16>
  return %r : tensor<64x64xbf16>
}

// CHECK-LABEL: func.func @sum(
func.func @sum(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %d0: tensor<64x64xbf16>, %s0: tensor<64xbf16>) -> tensor<64xbf16> {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#point, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<64x64xbf16>) outs(%s0 : tensor<64xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %0 = arith.addf %in, %o : bf16
    linalg.yield %0 : bf16
  } -> tensor<64xbf16>
  return %r : tensor<64xbf16>
}

// CHECK-LABEL: func.func @transposed(
func.func @transposed(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %d0: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#across, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x64xbf16>) outs(%d0 : tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %0 = arith.negf %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<64x64xbf16>
  return %r : tensor<64x64xbf16>
}

// CHECK-LABEL: func.func @reads_output(
func.func @reads_output(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %d0: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x64xbf16>) outs(%d0 : tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %0 = arith.addf %in, %o : bf16
    linalg.yield %0 : bf16
  } -> tensor<64x64xbf16>
  return %r : tensor<64x64xbf16>
}

// CHECK-LABEL: func.func @odd_rows(
func.func @odd_rows(%a: tensor<64x64xbf16>, %b: tensor<64x63xbf16>, %d0: tensor<64x63xbf16>) -> tensor<64x63xbf16> {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<64x64xbf16>, tensor<64x63xbf16>)
      outs(%d0 : tensor<64x63xbf16>) -> tensor<64x63xbf16>
  %r = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x63xbf16>) outs(%d0 : tensor<64x63xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %0 = arith.negf %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<64x63xbf16>
  return %r : tensor<64x63xbf16>
}
