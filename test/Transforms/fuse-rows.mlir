// RUN: fused-opt %s --pass-pipeline='builtin.module(func.func(fused-fuse-rows),canonicalize)' | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#row = affine_map<(i) -> (i)>

// The maximum, the exponentials that two others read, their sum, the quotient.

// CHECK-LABEL: func.func @softmax(
// CHECK-NOT: linalg.fill
// CHECK: %[[Y:.*]] = fused.rows over [1] maps [#[[IJ:.*]], #[[IJ]]] ins(%arg0 : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32):
// CHECK-NEXT: %[[MAX:.*]] = fused.reduce maximumf %[[X]] init(%[[LOWEST:.*]]) : f32
// CHECK-NEXT: %[[SHIFTED:.*]] = arith.subf %[[X]], %[[MAX]]
// CHECK-NEXT: %[[E:.*]] = math.exp %[[SHIFTED]]
// CHECK-NEXT: %[[SUM:.*]] = fused.reduce addf %[[E]] init(%[[ZERO:.*]]) : f32
// CHECK-NEXT: %[[Q:.*]] = arith.divf %[[E]], %[[SUM]]
// CHECK-NEXT: fused.yield %[[Q]]
// CHECK-NOT: linalg.generic
// CHECK: return %[[Y]]
func.func @softmax(%x: tensor<?x?xf32>, %rows: tensor<?xf32>, %y: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%lowest : f32) outs(%rows : tensor<?xf32>) -> tensor<?xf32>
  %m = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%m0 : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %e = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<?x?xf32>, tensor<?xf32>) outs(%y : tensor<?x?xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%rows : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%e : tensor<?x?xf32>) outs(%s0 : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %q = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%e, %s : tensor<?x?xf32>, tensor<?xf32>) outs(%y : tensor<?x?xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<?x?xf32>
  return %q : tensor<?x?xf32>
}

// Named operations; a value for each row; one for each column; what the sum
// begins with is read. The mean is a result as well.

// CHECK-LABEL: func.func @named(
// CHECK: %[[Y:.*]]:2 = fused.rows over [1] {{.*}} ins(%arg0, %arg1, %arg2 : tensor<8x64xf32>, tensor<8xf32>, tensor<64xf32>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[START:.*]]: f32, %[[SCALE:.*]]: f32):
// CHECK-NEXT: %[[SUM:.*]] = fused.reduce addf %[[X]] init(%[[START]]) : f32
// CHECK-NEXT: %[[MEAN:.*]] = arith.mulf %[[SUM]], %
// CHECK-NEXT: %[[CENTRED:.*]] = arith.subf %[[X]], %[[MEAN]]
// CHECK-NEXT: %[[R:.*]] = arith.mulf %[[CENTRED]], %[[SCALE]]
// CHECK-NEXT: fused.yield %[[MEAN]], %[[R]]
// CHECK: return %[[Y]]#1, %[[Y]]#0
func.func @named(%x: tensor<8x64xf32>, %start: tensor<8xf32>, %scale: tensor<64xf32>)
    -> (tensor<8x64xf32>, tensor<8xf32>) {
  %inverse = arith.constant 0.015625 : f32
  %s = linalg.reduce { arith.addf } ins(%x : tensor<8x64xf32>)
      outs(%start : tensor<8xf32>) dimensions = [1]
  %rows = tensor.empty() : tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%s : tensor<8xf32>) outs(%rows : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %inverse : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %full = tensor.empty() : tensor<8x64xf32>
  %b = linalg.broadcast ins(%m : tensor<8xf32>) outs(%full : tensor<8x64xf32>) dimensions = [1]
  %c = linalg.sub ins(%x, %b : tensor<8x64xf32>, tensor<8x64xf32>)
      outs(%full : tensor<8x64xf32>) -> tensor<8x64xf32>
  %r = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%c, %scale : tensor<8x64xf32>, tensor<64xf32>) outs(%full : tensor<8x64xf32>) {
  ^bb0(%in: f32, %factor: f32, %out: f32):
    %0 = arith.mulf %in, %factor : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  return %r, %m : tensor<8x64xf32>, tensor<8xf32>
}

// Two reductions of one array run together; loops in another order; the index
// of a point is that of the joined loops.

// CHECK-LABEL: func.func @siblings(
// CHECK: fused.rows over [1] {{.*}} ins(%arg0 :
// CHECK: fused.reduce maximumf
// CHECK: fused.reduce addf
// CHECK: %[[J:.*]] = fused.index 1
// CHECK: arith.index_cast %[[J]]
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @siblings(%x: tensor<8x64xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8x64xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %full = tensor.empty() : tensor<8x64xf32>
  %m0 = linalg.fill ins(%lowest : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x64xf32>) outs(%m0 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ji, #j], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<8x64xf32>) outs(%s0 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#j, #ji], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<8xf32>) outs(%full : tensor<8x64xf32>) {
  ^bb0(%sum: f32, %out: f32):
    %j = linalg.index 0 : index
    %0 = arith.index_cast %j : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = arith.addf %1, %sum : f32
    linalg.yield %2 : f32
  } -> tensor<8x64xf32>
  return %m, %s, %y : tensor<8xf32>, tensor<8xf32>, tensor<8x64xf32>
}

// What follows stays behind, in its order, and what comes before in front.

// CHECK-LABEL: func.func @order(
// CHECK: %[[SCALE:.*]] = fused.matmul
// CHECK: %[[Y:.*]]:2 = fused.rows {{.*}} ins(%arg0, %[[SCALE]] :
// CHECK: fused.reduce
// CHECK: %[[D:.*]] = fused.matmul {{.*}} ins(%[[Y]]#0,
// CHECK: return %[[Y]]#1, %[[D]]
func.func @order(%x: tensor<8x8xf32>, %a: tensor<8x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %full = tensor.empty() : tensor<8x8xf32>
  %e = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%full : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  %d = fused.matmul epilog(default) ins(%e, %a : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%full : tensor<8x8xf32>) -> tensor<8x8xf32>
  %scale = fused.matmul epilog(default) ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%full : tensor<8x8xf32>) -> tensor<8x8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%e : tensor<8x8xf32>) outs(%s0 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%scale, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%full : tensor<8x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %y, %d : tensor<8x8xf32>, tensor<8x8xf32>
}
