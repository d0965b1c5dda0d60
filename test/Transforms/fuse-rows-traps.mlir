// RUN: fused-opt %s --pass-pipeline='builtin.module(func.func(fused-fuse-rows),canonicalize)' | FileCheck %s

// What does not become one operation, or not all of it.

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

// A product of the exponentials is what they are divided by: it cannot run in
// between.

// CHECK-LABEL: func.func @product_in_between(
// CHECK: fused.rows
// CHECK: math.exp
// CHECK: fused.reduce
// CHECK: fused.matmul
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK-NOT: fused.reduce
func.func @product_in_between(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %full = tensor.empty() : tensor<8x8xf32>
  %e = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%full : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  %d = fused.matmul epilog(default) ins(%e, %x : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%full : tensor<8x8xf32>) -> tensor<8x8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%e : tensor<8x8xf32>) outs(%s0 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%d, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%full : tensor<8x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.mulf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// Columns do not lie along memory.

// CHECK-LABEL: func.func @columns(
// CHECK-NOT: fused.reduce
// CHECK: return
func.func @columns(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %columns = tensor.empty() : tensor<8xf32>
  %full = tensor.empty() : tensor<8x8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%columns : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%s0 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%full : tensor<8x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.mulf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// One reduces rows and the other columns: they share an array, and sizes.

// CHECK-LABEL: func.func @rows_and_columns(
// CHECK-NOT: fused.reduce
// CHECK: return
func.func @rows_and_columns(%x: tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%s0 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %c = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%s0 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %r, %c : tensor<8xf32>, tensor<8xf32>
}

// The sum of each row is read as one number for each column.

// CHECK-LABEL: func.func @read_along_the_row(
// CHECK-NOT: fused.reduce
// CHECK: return
func.func @read_along_the_row(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %full = tensor.empty() : tensor<8x8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%s0 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%full : tensor<8x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.mulf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// The exponentials are read transposed.

// CHECK-LABEL: func.func @transposed(
// CHECK: %[[E:.*]]:2 = fused.rows
// CHECK: fused.reduce
// CHECK: linalg.generic {{.*}} ins(%[[E]]#0, %[[E]]#1 :
// CHECK-NOT: fused.reduce
func.func @transposed(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %full = tensor.empty() : tensor<8x8xf32>
  %e = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%full : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%e : tensor<8x8xf32>) outs(%s0 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#ji, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%e, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%full : tensor<8x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.mulf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// A call in between reads a value: what reads it cannot be moved behind.

// CHECK-LABEL: func.func @effect_in_between(
// CHECK-NOT: fused.reduce
// CHECK: return
func.func private @look(%x: tensor<8xf32>)
func.func @effect_in_between(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %full = tensor.empty() : tensor<8x8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%s0 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  func.call @look(%s) : (tensor<8xf32>) -> ()
  %y = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%full : tensor<8x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.mulf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// Two long rows are worth many blocks each.

// CHECK-LABEL: func.func @long_rows(
// CHECK-NOT: fused.reduce
// CHECK: return
func.func @long_rows(%x: tensor<2x100000xf32>) -> tensor<2x100000xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<2xf32>
  %full = tensor.empty() : tensor<2x100000xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%rows : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x100000xf32>) outs(%s0 : tensor<2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<2xf32>
  %y = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<2x100000xf32>, tensor<2xf32>) outs(%full : tensor<2x100000xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.mulf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<2x100000xf32>
  return %y : tensor<2x100000xf32>
}

// What a body reads by an index of its own is not the element at the point.

// CHECK-LABEL: func.func @gathered(
// CHECK: %[[E:.*]]:2 = fused.rows
// CHECK: fused.reduce
// CHECK: linalg.generic
// CHECK: tensor.extract %[[E]]#0
// CHECK-NOT: fused.reduce
func.func @gathered(%x: tensor<8x8xf32>, %place: tensor<8x8xindex>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %full = tensor.empty() : tensor<8x8xf32>
  %e = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%full : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%e : tensor<8x8xf32>) outs(%s0 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%place, %s : tensor<8x8xindex>, tensor<8xf32>) outs(%full : tensor<8x8xf32>) {
  ^bb0(%at: index, %sum: f32, %out: f32):
    %i = linalg.index 0 : index
    %0 = tensor.extract %e[%i, %at] : tensor<8x8xf32>
    %1 = arith.mulf %0, %sum : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// The place of a maximum is no associative operation on one output.

// CHECK-LABEL: func.func @place_of_maximum(
// CHECK-NOT: fused.reduce
// CHECK: return
func.func @place_of_maximum(%x: tensor<8x8xf32>, %m0: tensor<8xf32>, %p0: tensor<8xi32>)
    -> tensor<8x8xf32> {
  %full = tensor.empty() : tensor<8x8xf32>
  %m:2 = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%m0, %p0 : tensor<8xf32>, tensor<8xi32>) {
  ^bb0(%in: f32, %best: f32, %at: i32):
    %j = linalg.index 1 : index
    %0 = arith.index_cast %j : index to i32
    %1 = arith.cmpf ogt, %in, %best : f32
    %2 = arith.select %1, %in, %best : f32
    %3 = arith.select %1, %0, %at : i32
    linalg.yield %2, %3 : f32, i32
  } -> (tensor<8xf32>, tensor<8xi32>)
  %y = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m#0 : tensor<8x8xf32>, tensor<8xf32>) outs(%full : tensor<8x8xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// Rows that have nothing in common but a number stay apart.

// CHECK-LABEL: func.func @same_number(
// CHECK-COUNT-2: fused.rows
// CHECK: return
func.func @same_number(%x: tensor<8x8xf32>, %z: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<8xf32>
  %full = tensor.empty() : tensor<8x8xf32>
  %fill = linalg.fill ins(%lowest : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%fill : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %a = linalg.generic {indexing_maps = [#ij, #i, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m, %fill : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%full : tensor<8x8xf32>) {
  ^bb0(%in: f32, %max: f32, %low: f32, %out: f32):
    %0 = arith.maximumf %max, %low : f32
    %1 = arith.subf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  %n = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%z : tensor<8x8xf32>) outs(%fill : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %b = linalg.generic {indexing_maps = [#ij, #i, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%z, %n, %fill : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%full : tensor<8x8xf32>) {
  ^bb0(%in: f32, %max: f32, %low: f32, %out: f32):
    %0 = arith.maximumf %max, %low : f32
    %1 = arith.subf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  return %a, %b : tensor<8x8xf32>, tensor<8x8xf32>
}
