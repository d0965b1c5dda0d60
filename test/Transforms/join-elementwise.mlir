// RUN: fused-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(fused-join-elementwise))' | FileCheck %s

#id = affine_map<(i) -> (i)>
#id2 = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
#rows = affine_map<(i, j) -> (i)>

// A broadcast becomes a part of both operations that use it, and these become
// one.

// CHECK-LABEL: func.func @broadcast(
// CHECK-COUNT-1: linalg.generic
// CHECK-SAME: ins(%arg0, %arg2, %arg1 :
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @broadcast(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>, %b: tensor<16xf32>)
    -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %e = tensor.empty() : tensor<8x16xf32>
  %0 = linalg.generic {indexing_maps = [#column, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = arith.negf %in : f32
    linalg.yield %3 : f32
  } -> tensor<8x16xf32>
  %1 = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %0 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %3 = arith.addf %in, %in_0 : f32
    linalg.yield %3 : f32
  } -> tensor<8x16xf32>
  %2 = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%y, %0 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %3 = arith.mulf %in, %in_0 : f32
    linalg.yield %3 : f32
  } -> tensor<8x16xf32>
  return %1, %2 : tensor<8x16xf32>, tensor<8x16xf32>
}

// What is expensive, and used twice, is computed once.

// CHECK-LABEL: func.func @expensive(
// CHECK: math.exp
// CHECK-NOT: math.exp
// CHECK: return
func.func @expensive(%x: tensor<8x16xf32>, %b: tensor<16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %e = tensor.empty() : tensor<8x16xf32>
  %0 = linalg.generic {indexing_maps = [#column, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = math.exp %in : f32
    linalg.yield %3 : f32
  } -> tensor<8x16xf32>
  %1 = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %0 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %3 = arith.addf %in, %in_0 : f32
    linalg.yield %3 : f32
  } -> tensor<8x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
}

// CHECK-LABEL: func.func @updates(
// CHECK: %[[BOTH:.*]]:2 = linalg.generic
// CHECK-SAME: ins(%arg0, %arg1, %arg2, %arg3 :
// CHECK: ^bb0(%[[P:.*]]: f32, %[[DP:.*]]: f32, %[[Q:.*]]: f32, %[[DQ:.*]]: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK: %[[A:.*]] = arith.subf %[[P]], %[[DP]]
// CHECK: %[[B:.*]] = arith.addf %[[Q]], %[[DQ]]
// CHECK: linalg.yield %[[A]], %[[B]]
// CHECK: return %[[BOTH]]#0, %[[BOTH]]#1
func.func @updates(%p: tensor<16xf32>, %dp: tensor<16xf32>, %q: tensor<16xf32>, %dq: tensor<16xf32>)
    -> (tensor<16xf32>, tensor<16xf32>) {
  %e = tensor.empty() : tensor<16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%p, %dp : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %2 = arith.subf %in, %in_0 : f32
    linalg.yield %2 : f32
  } -> tensor<16xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%q, %dq : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %2 = arith.addf %in, %in_0 : f32
    linalg.yield %2 : f32
  } -> tensor<16xf32>
  return %0, %1 : tensor<16xf32>, tensor<16xf32>
}

// The result is needed before the other operation.

// CHECK-LABEL: func.func @needed_before(
// CHECK-COUNT-2: linalg.generic
func.func @needed_before(%p: tensor<16xf32>, %q: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %e = tensor.empty() : tensor<16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%p : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = math.exp %in : f32
    linalg.yield %3 : f32
  } -> tensor<16xf32>
  %1 = "use"(%0) : (tensor<16xf32>) -> tensor<16xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%q, %1 : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %3 = arith.addf %in, %in_0 : f32
    linalg.yield %3 : f32
  } -> tensor<16xf32>
  return %0, %2 : tensor<16xf32>, tensor<16xf32>
}

// Two sums over columns that read one array become one operation; a maximum of
// another array, and a sum over rows, do not.

// CHECK-LABEL: func.func @reductions(
// CHECK-SAME: %[[X:[^:]*]]: tensor<64x16xf32>, %[[Y:[^:]*]]: tensor<64x16xf32>, %[[Z:[^:]*]]: tensor<64x16xf32>
// CHECK: linalg.generic {{.*}} ins(%[[Z]] : tensor<64x16xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[Y]] :
// CHECK: arith.addf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(%[[X]] :
// CHECK-NOT: linalg.generic
func.func @reductions(%x: tensor<64x16xf32>, %y: tensor<64x16xf32>, %z: tensor<64x16xf32>, %s: tensor<16xf32>, %r: tensor<64xf32>)
    -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<64xf32>) {
  %0 = linalg.generic {indexing_maps = [#id2, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<64x16xf32>) outs(%s : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %4 = arith.addf %out, %in : f32
    linalg.yield %4 : f32
  } -> tensor<16xf32>
  %1 = linalg.generic {indexing_maps = [#id2, #column], iterator_types = ["reduction", "parallel"]}
      ins(%z : tensor<64x16xf32>) outs(%s : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %4 = arith.maximumf %out, %in : f32
    linalg.yield %4 : f32
  } -> tensor<16xf32>
  %2 = linalg.generic {indexing_maps = [#id2, #id2, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x, %y : tensor<64x16xf32>, tensor<64x16xf32>) outs(%s : tensor<16xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %4 = arith.mulf %in, %in_0 : f32
    %5 = arith.addf %out, %4 : f32
    linalg.yield %5 : f32
  } -> tensor<16xf32>
  %3 = linalg.generic {indexing_maps = [#id2, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x16xf32>) outs(%r : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %4 = arith.addf %out, %in : f32
    linalg.yield %4 : f32
  } -> tensor<64xf32>
  return %0, %1, %2, %3 : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<64xf32>
}

// Both moments, the weight and its copy are results of one operation.

// CHECK-LABEL: func.func @adamw(
// CHECK: %[[ALL:.*]]:4 = linalg.generic
// CHECK: ^bb0(%[[G:[^:]*]]: f32, %[[M:[^:]*]]: f32, %[[W:[^:]*]]: f32, %[[RATE:[^:]*]]: f32,
// CHECK: %[[SUM:.*]] = arith.addf %[[M]], %[[G]]
// CHECK: %[[STEP:.*]] = arith.mulf %[[SUM]], %[[RATE]]
// CHECK: %[[NEW:.*]] = arith.subf %[[W]], %[[STEP]]
// CHECK: %[[COPY:.*]] = arith.truncf %[[NEW]]
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[SUM]], %[[NEW]]
// CHECK: linalg.yield %[[SUM]], %[[NEW]], %[[COPY]], %[[SQUARE]]
// CHECK-NOT: linalg.generic
// CHECK: return %[[ALL]]#0, %[[ALL]]#1, %[[ALL]]#2, %[[ALL]]#3
#none = affine_map<(i, j) -> ()>
func.func @adamw(%g: tensor<8x?xf32>, %m: tensor<8x?xf32>, %w: tensor<8x?xf32>, %rate: tensor<f32>,
                 %e: tensor<8x?xf32>, %e16: tensor<8x?xbf16>)
    -> (tensor<8x?xf32>, tensor<8x?xf32>, tensor<8x?xbf16>, tensor<8x?xf32>) {
  %0 = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%g, %m : tensor<8x?xf32>, tensor<8x?xf32>) outs(%e : tensor<8x?xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %4 = arith.addf %in_0, %in : f32
    linalg.yield %4 : f32
  } -> tensor<8x?xf32>
  %1 = linalg.generic {indexing_maps = [#id2, #id2, #none, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%0, %w, %rate : tensor<8x?xf32>, tensor<8x?xf32>, tensor<f32>) outs(%e : tensor<8x?xf32>) {
  ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
    %4 = arith.mulf %in, %in_1 : f32
    %5 = arith.subf %in_0, %4 : f32
    linalg.yield %5 : f32
  } -> tensor<8x?xf32>
  %2 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<8x?xf32>) outs(%e16 : tensor<8x?xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %4 = arith.truncf %in : f32 to bf16
    linalg.yield %4 : bf16
  } -> tensor<8x?xbf16>
  %3 = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<8x?xf32>, tensor<8x?xf32>) outs(%e : tensor<8x?xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %4 = arith.mulf %in, %in_0 : f32
    linalg.yield %4 : f32
  } -> tensor<8x?xf32>
  return %0, %1, %2, %3 : tensor<8x?xf32>, tensor<8x?xf32>, tensor<8x?xbf16>, tensor<8x?xf32>
}

// Numbers that all updates need are computed once, by one operation.

// CHECK-LABEL: func.func @numbers(
// CHECK: linalg.generic
// CHECK: arith.addf
// CHECK: math.exp
// CHECK-NOT: linalg.generic
// CHECK: return
#number = affine_map<() -> ()>
func.func @numbers(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %e = tensor.empty() : tensor<f32>
  %0 = linalg.generic {indexing_maps = [#number, #number], iterator_types = []}
      ins(%x : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.addf %in, %in : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  %1 = linalg.generic {indexing_maps = [#number, #number], iterator_types = []}
      ins(%0 : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = math.exp %in : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// Other points are read, the result is written to, or something in between
// needs it.

// CHECK-LABEL: func.func @other_points(
// CHECK-COUNT-2: linalg.generic
#across = affine_map<(i, j) -> (j, i)>
func.func @other_points(%x: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %e = tensor.empty() : tensor<16x16xf32>
  %0 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = math.exp %in : f32
    linalg.yield %2 : f32
  } -> tensor<16x16xf32>
  %1 = linalg.generic {indexing_maps = [#across, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%0, %0 : tensor<16x16xf32>, tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %2 = arith.addf %in, %in_0 : f32
    linalg.yield %2 : f32
  } -> tensor<16x16xf32>
  return %0, %1 : tensor<16x16xf32>, tensor<16x16xf32>
}

// CHECK-LABEL: func.func @written_to(
// CHECK-COUNT-2: linalg.generic
func.func @written_to(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %e = tensor.empty() : tensor<16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = math.exp %in : f32
    linalg.yield %2 : f32
  } -> tensor<16xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<16xf32>) outs(%0 : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.addf %in, %out : f32
    linalg.yield %2 : f32
  } -> tensor<16xf32>
  return %0, %1 : tensor<16xf32>, tensor<16xf32>
}

// CHECK-LABEL: func.func @needed_between(
// CHECK-COUNT-2: linalg.generic
func.func @needed_between(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %e = tensor.empty() : tensor<16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = math.exp %in : f32
    linalg.yield %3 : f32
  } -> tensor<16xf32>
  %1 = "use"(%0) : (tensor<16xf32>) -> tensor<16xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%0, %1 : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %3 = arith.addf %in, %in_0 : f32
    linalg.yield %3 : f32
  } -> tensor<16xf32>
  return %0, %2 : tensor<16xf32>, tensor<16xf32>
}

// Another name of a result is no use in between.

// CHECK-LABEL: func.func @reshaped(
// CHECK: %[[BOTH:.*]]:2 = linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: %[[MATRIX:.*]] = tensor.expand_shape %[[BOTH]]#0
// CHECK: return %[[MATRIX]], %[[BOTH]]#1
func.func @reshaped(%x: tensor<16xf32>) -> (tensor<4x4xf32>, tensor<16xf32>) {
  %e = tensor.empty() : tensor<16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = math.exp %in : f32
    linalg.yield %3 : f32
  } -> tensor<16xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [4, 4] : tensor<16xf32> into tensor<4x4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = arith.negf %in : f32
    linalg.yield %3 : f32
  } -> tensor<16xf32>
  return %1, %2 : tensor<4x4xf32>, tensor<16xf32>
}

// What both read at the same indices is one operand; what they read at others
// is not.

#point = affine_map<(i, j) -> (i, j)>
#other = affine_map<(i, j) -> (j, i)>

// CHECK-LABEL: func.func @shared(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8x8xf32>, %[[Y:[a-z0-9]+]]: tensor<8x8xf32>
// CHECK: linalg.generic {indexing_maps = [#[[POINT:.*]], #[[POINT]], #[[OTHER:.*]], #[[POINT]], #[[POINT]]]
// CHECK-SAME: ins(%[[X]], %[[Y]], %[[Y]] :
// CHECK-NEXT: ^bb0(%[[INX:[^ :]*]]: f32, %[[INY:[^ :]*]]: f32, %[[INZ:[^ :]*]]: f32,
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[INX]], %[[INY]]
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %[[INX]]
// CHECK-NEXT: %[[RESULT:.*]] = arith.addf %[[PRODUCT]], %[[INZ]]
// CHECK-NEXT: linalg.yield %[[SUM]], %[[RESULT]]
func.func @shared(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %3 = arith.addf %in, %in_0 : f32
    linalg.yield %3 : f32
  } -> tensor<8x8xf32>
  %1 = linalg.generic {indexing_maps = [#point, #point, #other, #point], iterator_types = ["parallel", "parallel"]}
      ins(%0, %x, %y : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
    %3 = arith.mulf %in, %in_0 : f32
    %4 = arith.addf %3, %in_1 : f32
    linalg.yield %4 : f32
  } -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// Large operations are joined if one reads all that the other does.

// CHECK-LABEL: func.func @large(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2048x2048xf32>, %[[Y:[a-z0-9]+]]: tensor<2048x2048xf32>, %[[Z:[a-z0-9]+]]: tensor<2048x2048xf32>
// CHECK: %[[EXP:.*]] = linalg.generic {{.*}} ins(%[[Z]] :
// CHECK: %[[BOTH:.*]]:2 = linalg.generic {{.*}} ins(%[[X]], %[[Y]] :
// CHECK-NOT: linalg.generic
// CHECK: return %[[BOTH]]#0, %[[BOTH]]#1, %[[EXP]]
func.func @large(%x: tensor<2048x2048xf32>, %y: tensor<2048x2048xf32>, %z: tensor<2048x2048xf32>)
    -> (tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>) {
  %e = tensor.empty() : tensor<2048x2048xf32>
  %0 = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2048x2048xf32>) outs(%e : tensor<2048x2048xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = math.absf %in : f32
    linalg.yield %3 : f32
  } -> tensor<2048x2048xf32>
  %2 = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<2048x2048xf32>) outs(%e : tensor<2048x2048xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = math.exp %in : f32
    linalg.yield %3 : f32
  } -> tensor<2048x2048xf32>
  %1 = linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<2048x2048xf32>, tensor<2048x2048xf32>) outs(%e : tensor<2048x2048xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %3 = arith.mulf %in, %in_0 : f32
    linalg.yield %3 : f32
  } -> tensor<2048x2048xf32>
  return %0, %1, %2 : tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>
}

// A chain whose first result nothing else reads, and which reads a number:
// clipped gradients, which an optimizer reads twice. They are not stored.

// CHECK-LABEL: func.func @clipped(
// CHECK: %[[R:.*]]:2 = linalg.generic {{.*}} ins(%arg0, %arg3 : {{.*}}) outs(%{{.*}}, %{{.*}} : tensor<2048x2048xf32>, tensor<2048x2048xf32>) {
// CHECK: tensor.extract %arg2[]
// CHECK: linalg.yield %{{.*}}, %{{.*}} : f32, f32
// CHECK-NOT: linalg.generic
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @clipped(%g: tensor<2048x2048xbf16>, %norm: f32, %isSmall: tensor<i1>, %m: tensor<2048x2048xf32>)
    -> (tensor<2048x2048xf32>, tensor<2048x2048xf32>) {
  %e = tensor.empty() : tensor<2048x2048xf32>
  %0 = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%g : tensor<2048x2048xbf16>) outs(%e : tensor<2048x2048xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %3 = arith.extf %in : bf16 to f32
    %4 = arith.divf %3, %norm : f32
    %5 = tensor.extract %isSmall[] : tensor<i1>
    %6 = arith.select %5, %3, %4 : f32
    linalg.yield %6 : f32
  } -> tensor<2048x2048xf32>
  %1 = linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%0, %m : tensor<2048x2048xf32>, tensor<2048x2048xf32>) outs(%e : tensor<2048x2048xf32>) {
  ^bb0(%in: f32, %old: f32, %out: f32):
    %3 = arith.addf %in, %old : f32
    linalg.yield %3 : f32
  } -> tensor<2048x2048xf32>
  %2 = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<2048x2048xf32>) outs(%e : tensor<2048x2048xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = arith.mulf %in, %in : f32
    linalg.yield %3 : f32
  } -> tensor<2048x2048xf32>
  return %1, %2 : tensor<2048x2048xf32>, tensor<2048x2048xf32>
}
