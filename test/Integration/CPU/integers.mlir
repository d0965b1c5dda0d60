// RUN: fused-run %s --verify | FileCheck %s

// Scalar operations on integers and truth values.
// CHECK: verification: PASS

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
func.func @main(%arg0: tensor<77xi32>, %arg1: tensor<77xi1>, %arg2: tensor<77xi64>, %arg3: tensor<77xi8>) -> (tensor<77xi32>, tensor<77xi1>, tensor<77xi64>, tensor<77xi8>, tensor<77xf32>) {
  %0 = tensor.empty() : tensor<77xi32>
  %1 = tensor.empty() : tensor<77xi1>
  %2 = tensor.empty() : tensor<77xi64>
  %3 = tensor.empty() : tensor<77xi8>
  %4 = tensor.empty() : tensor<77xf32>
  %cst = arith.constant dense<true> : tensor<i1>
  %5:5 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map1, #map, #map, #map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1, %arg2, %arg3, %cst : tensor<77xi32>, tensor<77xi1>, tensor<77xi64>, tensor<77xi8>, tensor<i1>) outs(%0, %1, %2, %3, %4 : tensor<77xi32>, tensor<77xi1>, tensor<77xi64>, tensor<77xi8>, tensor<77xf32>) {
  ^bb0(%in: i32, %in_0: i1, %in_1: i64, %in_2: i8, %in_3: i1, %out: i32, %out_4: i1, %out_5: i64, %out_6: i8, %out_7: f32):
    %c3_i32 = arith.constant 3 : i32
    %c2_i64 = arith.constant 2 : i64
    %6 = arith.ceildivsi %in, %c3_i32 : i32
    %7 = arith.floordivsi %in, %c3_i32 : i32
    %8 = arith.addi %6, %7 : i32
    %9 = arith.extsi %in_2 : i8 to i64
    %10 = math.ipowi %in_1, %c2_i64 : i64
    %11 = arith.addi %10, %9 : i64
    %12 = arith.andi %in_0, %in_3 : i1
    %13 = arith.xori %12, %in_0 : i1
    %14 = arith.ori %13, %in_3 : i1
    %15 = math.ctpop %in : i32
    %16 = math.ctlz %in : i32
    %17 = arith.addi %8, %15 : i32
    %18 = arith.addi %17, %16 : i32
    %19 = arith.uitofp %in_0 : i1 to f32
    %20 = math.fpowi %19, %in : f32, i32
    %21 = arith.select %in_0, %19, %20 : f32
    %22 = arith.trunci %11 : i64 to i8
    %23 = arith.maxsi %in_2, %22 : i8
    linalg.yield %18, %14, %11, %23, %21 : i32, i1, i64, i8, f32
  } -> (tensor<77xi32>, tensor<77xi1>, tensor<77xi64>, tensor<77xi8>, tensor<77xf32>)
  return %5#0, %5#1, %5#2, %5#3, %5#4 : tensor<77xi32>, tensor<77xi1>, tensor<77xi64>, tensor<77xi8>, tensor<77xf32>
}
