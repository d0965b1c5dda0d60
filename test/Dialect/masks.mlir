// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --mlir-print-op-generic | fused-opt | FileCheck %s

// CHECK-LABEL: func.func @pack_tensor(
// CHECK: %[[MASK:.*]] = fused.pack_mask ins(%arg0 : tensor<64x512xi1>) outs(%arg1 : tensor<64x64xi8>) -> tensor<64x64xi8>
// CHECK-NEXT: return %[[MASK]]
func.func @pack_tensor(%bits: tensor<64x512xi1>, %m0: tensor<64x64xi8>)
    -> tensor<64x64xi8> {
  %0 = fused.pack_mask ins(%bits : tensor<64x512xi1>)
      outs(%m0 : tensor<64x64xi8>) -> tensor<64x64xi8>
  return %0 : tensor<64x64xi8>
}

// CHECK-LABEL: func.func @pack_odd_batch_with_attribute(
// CHECK: fused.pack_mask ins(%arg0 : tensor<3x5x131xi1>) outs(%arg1 : tensor<3x5x32xi8>) {note = "odd"} -> tensor<3x5x32xi8>
func.func @pack_odd_batch_with_attribute(%bits: tensor<3x5x131xi1>,
                                         %m0: tensor<3x5x32xi8>)
    -> tensor<3x5x32xi8> {
  %0 = fused.pack_mask ins(%bits : tensor<3x5x131xi1>)
      outs(%m0 : tensor<3x5x32xi8>) {note = "odd"} -> tensor<3x5x32xi8>
  return %0 : tensor<3x5x32xi8>
}

// CHECK-LABEL: func.func @pack_memref(
// CHECK: fused.pack_mask ins(%arg0 : memref<5x?xi1, strided<[?, 2]>>) outs(%arg1 : memref<5x?xi8>)
// CHECK-NEXT: return
func.func @pack_memref(%bits: memref<5x?xi1, strided<[?, 2]>>,
                       %m: memref<5x?xi8>) {
  fused.pack_mask ins(%bits : memref<5x?xi1, strided<[?, 2]>>)
      outs(%m : memref<5x?xi8>)
  return
}

// CHECK-LABEL: func.func @unpack_tensor(
// CHECK: %[[BITS:.*]] = fused.unpack_mask ins(%arg0 : tensor<?x64xi8>) outs(%arg1 : tensor<?x?xi1>) -> tensor<?x?xi1>
// CHECK-NEXT: return %[[BITS]]
func.func @unpack_tensor(%mask: tensor<?x64xi8>, %b0: tensor<?x?xi1>)
    -> tensor<?x?xi1> {
  %0 = fused.unpack_mask ins(%mask : tensor<?x64xi8>)
      outs(%b0 : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %0 : tensor<?x?xi1>
}

// CHECK-LABEL: func.func @unpack_memref(
// CHECK: fused.unpack_mask ins(%arg0 : memref<3x5x32xi8>) outs(%arg1 : memref<3x5x131xi1>)
func.func @unpack_memref(%mask: memref<3x5x32xi8>, %b: memref<3x5x131xi1>) {
  fused.unpack_mask ins(%mask : memref<3x5x32xi8>)
      outs(%b : memref<3x5x131xi1>)
  return
}

// CHECK-LABEL: func.func @no_columns(
// CHECK: fused.pack_mask ins(%arg0 : tensor<5x0xi1>) outs(%arg1 : tensor<5x0xi8>)
func.func @no_columns(%bits: tensor<5x0xi1>, %m0: tensor<5x0xi8>)
    -> tensor<5x0xi8> {
  %0 = fused.pack_mask ins(%bits : tensor<5x0xi1>)
      outs(%m0 : tensor<5x0xi8>) -> tensor<5x0xi8>
  return %0 : tensor<5x0xi8>
}
