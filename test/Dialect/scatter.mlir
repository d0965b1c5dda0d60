// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --mlir-print-op-generic | fused-opt | FileCheck %s

// CHECK-LABEL: func.func @sum_of_rows(
// CHECK: %[[R:.*]] = fused.scatter dimensions = [0] ins(%arg0, %arg1 : tensor<64x1xi32>, tensor<64x1x32xf32>) outs(%arg2 : tensor<100x32xf32>) {
// CHECK-NEXT: ^bb0(%[[OLD:.*]]: f32, %[[NEW:.*]]: f32):
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[OLD]], %[[NEW]] : f32
// CHECK-NEXT: fused.yield %[[SUM]] : f32
// CHECK-NEXT: } -> tensor<100x32xf32>
// CHECK-NEXT: return %[[R]]
func.func @sum_of_rows(%ids: tensor<64x1xi32>, %rows: tensor<64x1x32xf32>,
                       %table: tensor<100x32xf32>) -> tensor<100x32xf32> {
  %0 = fused.scatter dimensions = [0]
      ins(%ids, %rows : tensor<64x1xi32>, tensor<64x1x32xf32>)
      outs(%table : tensor<100x32xf32>) {
  ^bb0(%old: f32, %new: f32):
    %sum = arith.addf %old, %new : f32
    fused.yield %sum : f32
  } -> tensor<100x32xf32>
  return %0 : tensor<100x32xf32>
}

// CHECK-LABEL: func.func @assign_unique_elements_in_memory(
// CHECK: fused.scatter unique dimensions = [1, 0] ins(%arg0, %arg1 : memref<?x2xi64>, memref<?x1x1xi8>) outs(%arg2 : memref<5x?xi8, strided<[?, 2]>>) {
// CHECK: } {note = "odd"}
func.func @assign_unique_elements_in_memory(
    %indices: memref<?x2xi64>, %updates: memref<?x1x1xi8>,
    %array: memref<5x?xi8, strided<[?, 2]>>) {
  fused.scatter unique dimensions = [1, 0]
      ins(%indices, %updates : memref<?x2xi64>, memref<?x1x1xi8>)
      outs(%array : memref<5x?xi8, strided<[?, 2]>>) {
  ^bb0(%old: i8, %new: i8):
    fused.yield %new : i8
  } {note = "odd"}
  return
}

// CHECK-LABEL: func.func @windows_without_indices(
// CHECK: fused.scatter dimensions = [] ins(%arg0, %arg1 : tensor<3x0xindex>, tensor<3x4xf16>) outs(%arg2 : tensor<7xf16>)
func.func @windows_without_indices(%indices: tensor<3x0xindex>,
                                   %updates: tensor<3x4xf16>,
                                   %array: tensor<7xf16>) -> tensor<7xf16> {
  %0 = fused.scatter dimensions = []
      ins(%indices, %updates : tensor<3x0xindex>, tensor<3x4xf16>)
      outs(%array : tensor<7xf16>) {
  ^bb0(%old: f16, %new: f16):
    %product = arith.mulf %old, %new : f16
    fused.yield %product : f16
  } -> tensor<7xf16>
  return %0 : tensor<7xf16>
}

// CHECK-LABEL: func.func @array_of_one_element(
// CHECK: fused.scatter dimensions = [] ins(%arg0, %arg1 : tensor<3x0xi16>, tensor<3xi1>) outs(%arg2 : tensor<i1>)
func.func @array_of_one_element(%indices: tensor<3x0xi16>,
                                %updates: tensor<3xi1>, %array: tensor<i1>)
    -> tensor<i1> {
  %0 = fused.scatter dimensions = []
      ins(%indices, %updates : tensor<3x0xi16>, tensor<3xi1>)
      outs(%array : tensor<i1>) {
  ^bb0(%old: i1, %new: i1):
    %any = arith.ori %old, %new : i1
    fused.yield %any : i1
  } -> tensor<i1>
  return %0 : tensor<i1>
}

// A branch, and a number from outside.
// CHECK-LABEL: func.func @region_with_branch(
// CHECK: scf.if
func.func @region_with_branch(%indices: tensor<4x1xi8>, %updates: tensor<4x2xi32>,
                              %array: tensor<9xi32>, %limit: i32)
    -> tensor<9xi32> {
  %0 = fused.scatter dimensions = [0]
      ins(%indices, %updates : tensor<4x1xi8>, tensor<4x2xi32>)
      outs(%array : tensor<9xi32>) {
  ^bb0(%old: i32, %new: i32):
    %small = arith.cmpi slt, %new, %limit : i32
    %number = scf.if %small -> i32 {
      %sum = arith.addi %old, %new : i32
      scf.yield %sum : i32
    } else {
      scf.yield %old : i32
    }
    fused.yield %number : i32
  } -> tensor<9xi32>
  return %0 : tensor<9xi32>
}
