// RUN: fused-opt %s --fused-fuse-tails --allow-unregistered-dialect --split-input-file | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: fused-opt %s --fused-fuse-tails=tiling=64x64 --allow-unregistered-dialect --split-input-file | FileCheck %s --check-prefix=TILED
// RUN: fused-opt %s --fused-fuse-tails=numerics=strict --allow-unregistered-dialect --split-input-file | FileCheck %s --check-prefixes=CHECK,STRICT

#point = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
#row = affine_map<(i, j) -> (i)>

// A vector, a matrix and two results. The accumulator is rounded where the
// contract demands it.

// CHECK-LABEL: func.func @tail(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<64x64xbf16>, %[[B:[a-z0-9]+]]: tensor<64x64xbf16>, %[[V:[a-z0-9]+]]: tensor<64xf32>, %[[X:[a-z0-9]+]]: tensor<64x64xbf16>, %[[D:[a-z0-9]+]]: tensor<64x64xbf16>
// CHECK: %[[R:.*]]:2 = fused.product transpose_b ins(%[[A]], %[[B]] : {{.*}}) with(%[[V]], %[[X]] : {{.*}}) maps [#{{.*}}, #{{.*}}, #{{.*}}, #{{.*}}] outs(%[[D]], %[[D]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: f32, %[[W:.*]]: f32, %[[IN:.*]]: bf16):
// DEFAULT-NEXT: %[[WIDE:.*]] = arith.extf %[[IN]]
// DEFAULT-NEXT: %[[Y:.*]] = arith.mulf %[[ACC]], %[[W]] fastmath<contract>
// DEFAULT-NEXT: %[[Y16:.*]] = arith.truncf %[[Y]]
// DEFAULT-NEXT: %[[Z:.*]] = arith.mulf %[[ACC]], %[[WIDE]] fastmath<contract>
// DEFAULT-NEXT: %[[Z16:.*]] = arith.truncf %[[Z]]
// STRICT-NEXT: %[[ROUNDED:.*]] = arith.truncf %[[ACC]] : f32 to bf16
// STRICT-NEXT: %[[WIDE:.*]] = arith.extf %[[ROUNDED]]
// STRICT-NEXT: %[[Y:.*]] = arith.mulf %[[WIDE]], %[[W]] : f32
// STRICT-NEXT: %[[Y16:.*]] = arith.truncf %[[Y]]
// STRICT-NEXT: %[[Z16:.*]] = arith.mulf %[[ROUNDED]], %[[IN]] : bf16
// CHECK-NEXT: fused.yield %[[Y16]], %[[Z16]]
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

// The bias of the product, which was widened for it. A function whose result is
// rounded to 16 bits need not be more exact, unless the contract wants it.

#point = affine_map<(i, j) -> (i, j)>
#vector = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @bias(
// CHECK-SAME: %[[V:[a-z0-9]+]]: tensor<64xbf16>
// CHECK: fused.product {{.*}} with(%[[V]] : tensor<64xbf16>) maps [#{{.*}}, #{{.*}}] outs
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: f32, %[[BIAS:.*]]: bf16):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[BIAS]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[ACC]], %[[WIDE]]
// DEFAULT-NEXT: math.tanh %[[SUM]] fastmath<afn> : f32
// STRICT-NEXT: math.tanh %[[SUM]] : f32
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

// Two tails, one of which reads what is defined after the product; the epilog of
// a library; and the result of the product itself, which is stored.

#point = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @two_tails(
// CHECK: %[[X:.*]] = "test.source"()
// CHECK: %[[R:.*]]:3 = fused.product {{.*}} with(%[[X]] : tensor<64x64xbf16>)
// CHECK: %[[RELU:.*]] = arith.maximumf
// CHECK: fused.yield
// CHECK: "test.sink"(%[[R]]#{{[0-2]}})
// CHECK-NOT: linalg.generic
func.func @two_tails(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %d0: tensor<64x64xbf16>)
    -> (tensor<64x64xbf16>, tensor<64x64xbf16>) {
  %d = fused.matmul epilog(relu) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x64xbf16>) outs(%d0 : tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %0 = math.exp %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<64x64xbf16>
  %x = "test.source"() : () -> tensor<64x64xbf16>
  %s = linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d, %x : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%d0 : tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %y: bf16, %o: bf16):
    %0 = arith.mulf %in, %y : bf16
    linalg.yield %0 : bf16
  } -> tensor<64x64xbf16>
  "test.sink"(%d) : (tensor<64x64xbf16>) -> ()
  return %r, %s : tensor<64x64xbf16>, tensor<64x64xbf16>
}

// -----

// The sum over the rows of what is stored, in another type, and of what is not
// stored.

#point = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
#vector = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @sums(
// CHECK: %[[R:.*]]:3 = fused.product {{.*}} maps [#[[POINT:.*]], #[[COLUMN:.*]], #[[COLUMN]]] outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<64x64xbf16>, tensor<64xbf16>, tensor<64xf32>) {
// CHECK: fused.yield %{{.*}}, %{{.*}}, %{{.*}} : bf16, f32, f32
// CHECK-NOT: linalg.generic
// CHECK: return %[[R]]#0, %[[R]]#1, %[[R]]#2
func.func @sums(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %d0: tensor<64x64xbf16>)
    -> (tensor<64x64xbf16>, tensor<64xbf16>, tensor<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r:2 = linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x64xbf16>) outs(%d0, %d0 : tensor<64x64xbf16>, tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %o: bf16, %p: bf16):
    %0 = math.exp %in : bf16
    %1 = arith.mulf %in, %in : bf16
    linalg.yield %0, %1 : bf16, bf16
  } -> (tensor<64x64xbf16>, tensor<64x64xbf16>)
  %s0 = tensor.empty() : tensor<64xf32>
  %s1 = linalg.fill ins(%zero : f32) outs(%s0 : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#point, #column], iterator_types = ["reduction", "parallel"]}
      ins(%r#0 : tensor<64x64xbf16>) outs(%s1 : tensor<64xf32>) {
  ^bb0(%in: bf16, %o: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %n0 = tensor.empty() : tensor<64xbf16>
  %n = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]}
      ins(%s : tensor<64xf32>) outs(%n0 : tensor<64xbf16>) {
  ^bb0(%in: f32, %o: bf16):
    %0 = arith.truncf %in : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<64xbf16>
  %t = linalg.generic {indexing_maps = [#point, #column], iterator_types = ["reduction", "parallel"]}
      ins(%r#1 : tensor<64x64xbf16>) outs(%s1 : tensor<64xf32>) {
  ^bb0(%in: bf16, %o: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  return %r#0, %n, %t : tensor<64x64xbf16>, tensor<64xbf16>, tensor<64xf32>
}

// -----

// The factor of the product. One that is zero makes zeros of anything.

#point = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @alpha(
// CHECK: fused.product
// CHECK: ^bb0(%[[ACC:.*]]: f32):
// CHECK: %[[ALPHA:.*]] = arith.constant -2.000000e+00 : f32
// CHECK: %[[X:.*]] = arith.mulf %[[ACC]], %[[ALPHA]]
// DEFAULT: math.exp %[[X]]
// CHECK: fused.matmul epilog(default) alpha(0.000000e+00)
func.func @alpha(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %d0: tensor<64x64xbf16>)
    -> (tensor<64x64xbf16>, tensor<64x64xbf16>) {
  %d = fused.matmul epilog(default) alpha(-2.0) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x64xbf16>) outs(%d0 : tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %0 = math.exp %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<64x64xbf16>
  %z = fused.matmul epilog(default) alpha(0.0) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %s = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<64x64xbf16>) outs(%d0 : tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %0 = math.exp %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<64x64xbf16>
  return %r, %s : tensor<64x64xbf16>, tensor<64x64xbf16>
}

// -----

// A number from outside.

#point = affine_map<(i, j) -> (i, j)>

// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[NONE:.*]] = affine_map<(d0, d1) -> ()>
// CHECK-LABEL: func.func @captured(
// CHECK: fused.product {{.*}} with(%{{.*}}, %{{.*}} : tensor<64xbf16>, bf16) maps [#[[COLUMN]], #[[NONE]], #{{.*}}]
func.func @captured(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %v: tensor<64xbf16>, %d0: tensor<64x64xbf16>,
                    %s: bf16) -> tensor<64x64xbf16> {
  %d = fused.matmul epilog(bias) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      bias(%v : tensor<64xbf16>) outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x64xbf16>) outs(%d0 : tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %0 = arith.mulf %in, %s : bf16
    linalg.yield %0 : bf16
  } -> tensor<64x64xbf16>
  return %r : tensor<64x64xbf16>
}

// -----

// The sum over the columns of what the tail computes, and a result of f32 with an
// epilog, which others read.

#point = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-DAG: #[[POINT:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @sum_of_columns(
// CHECK: fused.product {{.*}} maps [#[[POINT]], #[[ROW]]] outs(%{{.*}}, %{{.*}} : tensor<64x128xf32>, tensor<64xf32>)
// CHECK: return
func.func @sum_of_columns(%a: tensor<64x64xbf16>, %b: tensor<64x128xbf16>, %d0: tensor<64x128xf32>)
    -> (tensor<64x128xf32>, tensor<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<64x64xbf16>, tensor<64x128xbf16>)
      outs(%d0 : tensor<64x128xf32>) -> tensor<64x128xf32>
  %x = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x128xf32>) outs(%d0 : tensor<64x128xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x128xf32>
  %e = tensor.empty() : tensor<64xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#point, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x128xf32>) outs(%s0 : tensor<64xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = arith.addf %in, %o : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  return %x, %r : tensor<64x128xf32>, tensor<64xf32>
}

// CHECK-LABEL: func.func @wide_result(
// CHECK: fused.product {{.*}} maps [#[[COLUMN]], #[[POINT]], #[[POINT]]] outs(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xbf16>)
// CHECK: return
func.func @wide_result(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %v: tensor<64xf32>, %d0: tensor<64x64xf32>,
                       %e0: tensor<64x64xbf16>) -> (tensor<64x64xf32>, tensor<64x64xbf16>) {
  %d = fused.matmul epilog(bias) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      bias(%v : tensor<64xf32>) outs(%d0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x64xf32>) outs(%e0 : tensor<64x64xbf16>) {
  ^bb0(%in: f32, %o: bf16):
    %0 = math.tanh %in : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<64x64xbf16>
  return %d, %r : tensor<64x64xf32>, tensor<64x64xbf16>
}

// -----

// A C in the compute type, which stays with the accumulator when the epilog is
// decomposed, with its factor.

// CHECK-LABEL: func.func @wide_c(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<64x64xbf16>, %[[B:[a-z0-9]+]]: tensor<64x64xbf16>, %[[V:[a-z0-9]+]]: tensor<64xf32>, %[[C:[a-z0-9]+]]: tensor<64x64xf32>
// CHECK: fused.product ins(%[[A]], %[[B]] : {{.*}}) with(%[[V]], %[[C]] : tensor<64xf32>, tensor<64x64xf32>)
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: f32, %[[BIAS:.*]]: f32, %[[ADDED:.*]]: f32):
// CHECK: %[[TWICE:.*]] = arith.mulf %[[ACC]], %cst{{.*}} : f32
// CHECK: %[[HALF:.*]] = arith.mulf %[[ADDED]], %cst{{.*}} : f32
// CHECK: %[[SUM:.*]] = arith.addf %[[TWICE]], %[[HALF]] : f32
// CHECK: arith.addf %[[SUM]], %[[BIAS]] : f32
func.func @wide_c(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %v: tensor<64xf32>, %c: tensor<64x64xf32>,
                  %d0: tensor<64x64xf32>, %e0: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %d = fused.matmul epilog(bias) alpha(2.0) beta(0.5) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      c(%c : tensor<64x64xf32>) bias(%v : tensor<64xf32>) outs(%d0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x64xf32>) outs(%e0 : tensor<64x64xbf16>) {
  ^bb0(%in: f32, %o: bf16):
    %0 = math.tanh %in : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<64x64xbf16>
  return %r : tensor<64x64xbf16>
}

// -----

// A batch with a bias for each product, and a weight that all of them share. A
// matrix that all of them add is read once more for each.

#points = affine_map<(b, i, j) -> (b, i, j)>
#point = affine_map<(b, i, j) -> (i, j)>

// CHECK-DAG: #[[POINTS:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[POINT:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[COLUMNS:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK-LABEL: func.func @experts(
// CHECK: fused.product ins(%{{.*}}, %{{.*}} : tensor<4x64x64xbf16>, tensor<4x64x128xbf16>) with(%{{.*}} : tensor<4x128xbf16>) maps [#[[COLUMNS]], #[[POINTS]]]
// CHECK: return
func.func @experts(%a: tensor<4x64x64xbf16>, %b: tensor<4x64x128xbf16>, %v: tensor<4x128xbf16>, %d0: tensor<4x64x128xbf16>)
    -> tensor<4x64x128xbf16> {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<4x64x64xbf16>, tensor<4x64x128xbf16>)
      outs(%d0 : tensor<4x64x128xbf16>) -> tensor<4x64x128xbf16>
  %r = linalg.generic {indexing_maps = [#points, affine_map<(b, i, j) -> (b, j)>, #points], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%d, %v : tensor<4x64x128xbf16>, tensor<4x128xbf16>) outs(%d0 : tensor<4x64x128xbf16>) {
  ^bb0(%in: bf16, %bias: bf16, %o: bf16):
    %0 = arith.addf %in, %bias : bf16
    %1 = math.tanh %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<4x64x128xbf16>
  return %r : tensor<4x64x128xbf16>
}

// CHECK-LABEL: func.func @sums_of_experts(
// CHECK: fused.product {{.*}} maps [#[[POINTS]], #[[COLUMNS]]] outs(%{{.*}}, %{{.*}} : tensor<4x64x128xf32>, tensor<4x128xf32>)
// CHECK: return
func.func @sums_of_experts(%a: tensor<4x64x64xbf16>, %b: tensor<4x64x128xbf16>, %d0: tensor<4x64x128xf32>)
    -> (tensor<4x64x128xf32>, tensor<4x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<4x64x64xbf16>, tensor<4x64x128xbf16>)
      outs(%d0 : tensor<4x64x128xf32>) -> tensor<4x64x128xf32>
  %x = linalg.generic {indexing_maps = [#points, #points], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%d : tensor<4x64x128xf32>) outs(%d0 : tensor<4x64x128xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x64x128xf32>
  %e = tensor.empty() : tensor<4x128xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4x128xf32>) -> tensor<4x128xf32>
  %r = linalg.generic {indexing_maps = [#points, affine_map<(b, i, j) -> (b, j)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<4x64x128xf32>) outs(%s0 : tensor<4x128xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = arith.addf %in, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4x128xf32>
  return %x, %r : tensor<4x64x128xf32>, tensor<4x128xf32>
}

// CHECK-LABEL: func.func @mixing(
// CHECK: fused.product ins(%{{.*}}, %{{.*}} : tensor<64x64xbf16>, tensor<4x64x128xbf16>) with(%{{.*}} : tensor<64x128xf32>) maps [#[[POINT]], #[[POINTS]]]
// CHECK: return
func.func @mixing(%w: tensor<64x64xbf16>, %b: tensor<4x64x128xbf16>, %x: tensor<64x128xf32>, %d0: tensor<4x64x128xf32>)
    -> tensor<4x64x128xf32> {
  %d = fused.matmul epilog(default) ins(%w, %b : tensor<64x64xbf16>, tensor<4x64x128xbf16>)
      outs(%d0 : tensor<4x64x128xf32>) -> tensor<4x64x128xf32>
  %r = linalg.generic {indexing_maps = [#points, #point, #points], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%d, %x : tensor<4x64x128xf32>, tensor<64x128xf32>) outs(%d0 : tensor<4x64x128xf32>) {
  ^bb0(%in: f32, %y: f32, %o: f32):
    %0 = arith.mulf %in, %y : f32
    linalg.yield %0 : f32
  } -> tensor<4x64x128xf32>
  return %r : tensor<4x64x128xf32>
}

// -----

// Roundings before what jumps stay: comparisons and roundings to integers.

#point = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @jumps(
// CHECK: ^bb0(%[[ACC:.*]]: f32):
// CHECK: %[[ROUNDED:.*]] = arith.truncf %[[ACC]] : f32 to bf16
// CHECK: arith.cmpf ogt, %[[ROUNDED]]
// CHECK: math.roundeven %[[ROUNDED]] : bf16
func.func @jumps(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %d0: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %one = arith.constant 1.0 : bf16
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64x64xbf16>) outs(%d0 : tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %0 = arith.cmpf ogt, %in, %one : bf16
    %1 = math.roundeven %in : bf16
    %2 = arith.select %0, %1, %one : bf16
    linalg.yield %2 : bf16
  } -> tensor<64x64xbf16>
  return %r : tensor<64x64xbf16>
}

// -----

// Near misses: a tail that reads what another reader of the product makes, a
// sum, a transposed result, what a tail was given, a kernel that there is not,
// four matrices.

#point = affine_map<(i, j) -> (i, j)>
#across = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>

// CHECK-NOT: fused.product

// CHECK-LABEL: func.func @depends(
func.func @depends(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %d0: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %x = "test.map"(%d) : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d, %x : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%d0 : tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %y: bf16, %o: bf16):
    %0 = arith.mulf %in, %y : bf16
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

// CHECK-LABEL: func.func @four_matrices(
// CHECK: fused.matmul epilog(bias)
func.func @four_matrices(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %v: tensor<64xbf16>, %d0: tensor<64x64xbf16>,
                         %x: tensor<64x64xbf16>, %y: tensor<64x64xbf16>, %z: tensor<64x64xbf16>,
                         %w: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %d = fused.matmul epilog(bias) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      bias(%v : tensor<64xbf16>) outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#point, #point, #point, #point, #point, #point],
                       iterator_types = ["parallel", "parallel"]}
      ins(%d, %x, %y, %z, %w : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>,
          tensor<64x64xbf16>) outs(%d0 : tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %p: bf16, %q: bf16, %s: bf16, %t: bf16, %o: bf16):
    %0 = arith.mulf %in, %p : bf16
    %1 = arith.mulf %0, %q : bf16
    %2 = arith.addf %1, %s : bf16
    %3 = arith.mulf %2, %t : bf16
    linalg.yield %3 : bf16
  } -> tensor<64x64xbf16>
  return %r : tensor<64x64xbf16>
}

// -----

// Near misses: matrices of a batch that are transposed or in another order.

#points = affine_map<(b, i, j) -> (b, i, j)>

// CHECK-NOT: fused.product

// CHECK-LABEL: func.func @other_order(
func.func @other_order(%a: tensor<64x64x64xbf16>, %b: tensor<64x64x64xbf16>, %x: tensor<64x64x64xbf16>,
                       %d0: tensor<64x64x64xbf16>) -> tensor<64x64x64xbf16> {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<64x64x64xbf16>, tensor<64x64x64xbf16>)
      outs(%d0 : tensor<64x64x64xbf16>) -> tensor<64x64x64xbf16>
  %r = linalg.generic {indexing_maps = [#points, affine_map<(b, i, j) -> (i, b, j)>, #points], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%d, %x : tensor<64x64x64xbf16>, tensor<64x64x64xbf16>) outs(%d0 : tensor<64x64x64xbf16>) {
  ^bb0(%in: bf16, %y: bf16, %o: bf16):
    %0 = arith.mulf %in, %y : bf16
    linalg.yield %0 : bf16
  } -> tensor<64x64x64xbf16>
  return %r : tensor<64x64x64xbf16>
}

// CHECK-LABEL: func.func @across(
func.func @across(%a: tensor<4x64x64xbf16>, %b: tensor<4x64x64xbf16>, %x: tensor<64x64xbf16>, %d0: tensor<4x64x64xbf16>)
    -> tensor<4x64x64xbf16> {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>)
      outs(%d0 : tensor<4x64x64xbf16>) -> tensor<4x64x64xbf16>
  %r = linalg.generic {indexing_maps = [#points, affine_map<(b, i, j) -> (j, i)>, #points], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%d, %x : tensor<4x64x64xbf16>, tensor<64x64xbf16>) outs(%d0 : tensor<4x64x64xbf16>) {
  ^bb0(%in: bf16, %y: bf16, %o: bf16):
    %0 = arith.mulf %in, %y : bf16
    linalg.yield %0 : bf16
  } -> tensor<4x64x64xbf16>
  return %r : tensor<4x64x64xbf16>
}

// -----

// The update of an optimizer: three matrices, each of which has a new value.
// Quotients and roots of f32 become instructions, unless the contract wants
// them exact. Exact roots are slow.

#point = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @update(
// DEFAULT: fused.product transpose_a ins({{.*}}) with(%{{[^:]*}} : tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>) maps
// DEFAULT-SAME: outs(%{{[^:]*}} : tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>)
// DEFAULT: math.sqrt {{.*}} fastmath<afn> : f32
// DEFAULT: arith.divf {{.*}} fastmath<afn> : f32
// DEFAULT-NOT: linalg.generic
// STRICT: fused.matmul
// STRICT: linalg.generic
func.func @update(%x: tensor<1024x4096xbf16>, %g: tensor<1024x4096xbf16>, %p: tensor<4096x4096xf32>,
                  %m: tensor<4096x4096xf32>, %v: tensor<4096x4096xf32>)
    -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>) {
  %e = tensor.empty() : tensor<4096x4096xf32>
  %d0 = tensor.empty() : tensor<4096x4096xbf16>
  %d = fused.matmul epilog(default) transpose_a ins(%x, %g : tensor<1024x4096xbf16>, tensor<1024x4096xbf16>)
      outs(%d0 : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  %r:3 = linalg.generic {indexing_maps = [#point, #point, #point, #point, #point, #point, #point],
                         iterator_types = ["parallel", "parallel"]}
      ins(%d, %p, %m, %v : tensor<4096x4096xbf16>, tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>)
      outs(%e, %e, %e : tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>) {
  ^bb0(%in: bf16, %w: f32, %a: f32, %b: f32, %o: f32, %o1: f32, %o2: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.addf %a, %0 : f32
    %2 = arith.mulf %0, %0 : f32
    %3 = arith.addf %b, %2 : f32
    %4 = math.sqrt %3 : f32
    %5 = arith.divf %1, %4 : f32
    %6 = arith.subf %w, %5 : f32
    linalg.yield %6, %1, %3 : f32, f32, f32
  } -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>)
  return %r#0, %r#1, %r#2 : tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>
}

// -----

// An operation that reads the result at two operands is left alone, and so is
// the product.

#point = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @read_twice(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) {{.*}} -> tensor<64x64xbf16>
// CHECK: linalg.generic {{.*}} ins(%[[D]], %[[D]] :
func.func @read_twice(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %v: tensor<64xbf16>,
                      %d0: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %d = fused.matmul epilog(bias) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>) bias(%v : tensor<64xbf16>)
      outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d, %d : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%d0 : tensor<64x64xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %o: bf16):
    %0 = arith.mulf %x, %y : bf16
    linalg.yield %0 : bf16
  } -> tensor<64x64xbf16>
  return %r : tensor<64x64xbf16>
}

// -----

// Few threads of the kernel would compute a power of each element.

#point = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @slow(
// CHECK: fused.matmul
// CHECK: linalg.generic
func.func @slow(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>, %d0: tensor<1024x1024xbf16>)
    -> tensor<1024x1024xbf16> {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>)
      outs(%d0 : tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
  %r = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<1024x1024xbf16>) outs(%d0 : tensor<1024x1024xbf16>) {
  ^bb0(%x: bf16, %o: bf16):
    %c = arith.constant 1.5 : f32
    %0 = arith.extf %x : bf16 to f32
    %1 = math.powf %0, %c : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<1024x1024xbf16>
  return %r : tensor<1024x1024xbf16>
}

// -----

// A quotient remains exact under the strict contract.

#point = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @quotient(
// CHECK: fused.product
// DEFAULT: arith.divf {{.*}} fastmath<afn> : f32
// STRICT: arith.divf %{{[0-9]+}}, %{{[a-z0-9_]+}} : f32
func.func @quotient(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>, %d0: tensor<1024x1024xbf16>)
    -> tensor<1024x1024xbf16> {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>)
      outs(%d0 : tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
  %r = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<1024x1024xbf16>) outs(%d0 : tensor<1024x1024xbf16>) {
  ^bb0(%x: bf16, %o: bf16):
    %one = arith.constant 1.0 : f32
    %0 = arith.extf %x : bf16 to f32
    %1 = math.absf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %0, %2 : f32
    %4 = arith.truncf %3 : f32 to bf16
    linalg.yield %4 : bf16
  } -> tensor<1024x1024xbf16>
  return %r : tensor<1024x1024xbf16>
}

// -----

// A result of f32 that others read, with and without C: the region yields the
// accumulator, too. An update with momentum is the same with another tail.

#point = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @accumulator(
// CHECK: %[[R:.*]]:2 = fused.product {{.*}} outs(%arg2, %arg3 : tensor<1024x1024xf32>, tensor<1024x1024xbf16>) {
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: f32):
// CHECK-NEXT: %[[ROUNDED:.*]] = arith.truncf %[[ACC]] : f32 to bf16
// CHECK-NEXT: fused.yield %[[ACC]], %[[ROUNDED]]
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @accumulator(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>, %d0: tensor<1024x1024xf32>,
                       %e0: tensor<1024x1024xbf16>) -> (tensor<1024x1024xf32>, tensor<1024x1024xbf16>) {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>)
      outs(%d0 : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %r = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<1024x1024xf32>) outs(%e0 : tensor<1024x1024xbf16>) {
  ^bb0(%in: f32, %o: bf16):
    %0 = arith.truncf %in : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<1024x1024xbf16>
  return %d, %r : tensor<1024x1024xf32>, tensor<1024x1024xbf16>
}

// CHECK-LABEL: func.func @momentum(
// CHECK-SAME: %[[C:[a-z0-9]+]]: tensor<1024x1024xf32>, %[[W:[a-z0-9]+]]: tensor<1024x1024xf32>
// CHECK: fused.product transpose_a ins({{.*}}) with(%[[W]], %[[C]] : {{.*}}) maps {{.*}} outs(%{{[^:]*}} : tensor<1024x1024xf32>, tensor<1024x1024xf32>) {
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: f32, %[[OLD:.*]]: f32, %[[TRACE:.*]]: f32):
// CHECK: arith.mulf %[[TRACE]], %{{.*}} : f32
// CHECK-NOT: linalg.generic
func.func @momentum(%x: tensor<256x1024xbf16>, %g: tensor<256x1024xbf16>, %c: tensor<1024x1024xf32>,
                    %w: tensor<1024x1024xf32>) -> (tensor<1024x1024xf32>, tensor<1024x1024xf32>) {
  %rate = arith.constant 0.01 : f32
  %e = tensor.empty() : tensor<1024x1024xf32>
  %d = fused.matmul epilog(default) transpose_a beta(0.9) ins(%x, %g : tensor<256x1024xbf16>, tensor<256x1024xbf16>)
      c(%c : tensor<1024x1024xf32>) outs(%e : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %r = linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d, %w : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%e : tensor<1024x1024xf32>) {
  ^bb0(%in: f32, %old: f32, %o: f32):
    %0 = arith.mulf %in, %rate : f32
    %1 = arith.subf %old, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1024x1024xf32>
  return %d, %r : tensor<1024x1024xf32>, tensor<1024x1024xf32>
}

// -----

// An operation that is no tail, as it reads a vector from its second element on,
// is not a part of the region.

#point = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @shifted(
// CHECK: fused.matmul epilog(default)
// TILED-LABEL: func.func @shifted(
// TILED: %[[D:.*]] = fused.product tiling "64x64" {{.*}} maps [#{{[a-z0-9]+}}] outs
// TILED: linalg.generic {{.*}} ins(%arg2, %[[D]] :
func.func @shifted(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %v: tensor<65xf32>, %d0: tensor<64x64xf32>)
    -> tensor<64x64xf32> {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + 1)>, #point, #point],
                       iterator_types = ["parallel", "parallel"]}
      ins(%v, %d : tensor<65xf32>, tensor<64x64xf32>) outs(%d0 : tensor<64x64xf32>) {
  ^bb0(%x: f32, %in: f32, %o: f32):
    %0 = arith.addf %x, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// -----

// A product that sums a factor for the gradient of a bias. The sum becomes an
// operation of its own if the kernel saves more: not in a small product.

#point = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @bias_gradient(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<1024x4096xbf16>, %[[G:[a-z0-9]+]]: tensor<1024x4096xbf16>
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[G]] :
// CHECK: fused.product transpose_a ins(%[[X]], %[[G]] :
// CHECK-NOT: fused.matmul
func.func @bias_gradient(%x: tensor<1024x4096xbf16>, %g: tensor<1024x4096xbf16>, %w: tensor<4096x4096xf32>,
                         %d0: tensor<4096x4096xbf16>, %v0: tensor<4096xbf16>)
    -> (tensor<4096x4096xf32>, tensor<4096xbf16>) {
  %d:2 = fused.matmul epilog(bgradb) transpose_a ins(%x, %g : tensor<1024x4096xbf16>, tensor<1024x4096xbf16>)
      outs(%d0, %v0 : tensor<4096x4096xbf16>, tensor<4096xbf16>) -> tensor<4096x4096xbf16>, tensor<4096xbf16>
  %e = tensor.empty() : tensor<4096x4096xf32>
  %r = linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d#0, %w : tensor<4096x4096xbf16>, tensor<4096x4096xf32>) outs(%e : tensor<4096x4096xf32>) {
  ^bb0(%in: bf16, %old: f32, %o: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.subf %old, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4096x4096xf32>
  return %r, %d#1 : tensor<4096x4096xf32>, tensor<4096xbf16>
}

// CHECK-LABEL: func.func @small_bias_gradient(
// CHECK: fused.matmul epilog(bgradb)
// CHECK: linalg.generic
func.func @small_bias_gradient(%x: tensor<256x256xbf16>, %g: tensor<256x256xbf16>, %w: tensor<256x256xf32>,
                               %d0: tensor<256x256xbf16>, %v0: tensor<256xbf16>)
    -> (tensor<256x256xf32>, tensor<256xbf16>) {
  %d:2 = fused.matmul epilog(bgradb) transpose_a ins(%x, %g : tensor<256x256xbf16>, tensor<256x256xbf16>)
      outs(%d0, %v0 : tensor<256x256xbf16>, tensor<256xbf16>) -> tensor<256x256xbf16>, tensor<256xbf16>
  %e = tensor.empty() : tensor<256x256xf32>
  %r = linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d#0, %w : tensor<256x256xbf16>, tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) {
  ^bb0(%in: bf16, %old: f32, %o: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.subf %old, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  return %r, %d#1 : tensor<256x256xf32>, tensor<256xbf16>
}
