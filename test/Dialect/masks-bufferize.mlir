// RUN: fused-opt %s --split-input-file \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --cse --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @in_place
// CHECK-SAME: %[[BITS:.*]]: memref<5x131xi1>, %[[M:.*]]: memref<5x32xi8>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: fused.pack_mask ins(%[[BITS]] : memref<5x131xi1>) outs(%[[M]] : memref<5x32xi8>)
// CHECK-NEXT: return %[[M]]
func.func @in_place(%bits: tensor<5x131xi1>, %m0: tensor<5x32xi8>)
    -> tensor<5x32xi8> {
  %m = fused.pack_mask ins(%bits : tensor<5x131xi1>)
      outs(%m0 : tensor<5x32xi8>) -> tensor<5x32xi8>
  return %m : tensor<5x32xi8>
}

// -----

// The old contents are needed, but not copied into the new buffer.
// CHECK-LABEL: func.func @output_read_later
// CHECK-SAME: %[[M:[a-z0-9]*]]: memref<5x32xi8>, %[[B0:[a-z0-9]*]]: memref<5x131xi1>)
// CHECK: %[[B:.*]] = memref.alloc()
// CHECK-NOT: memref.copy
// CHECK: fused.unpack_mask ins(%[[M]] : memref<5x32xi8>) outs(%[[B]] : memref<5x131xi1>)
// CHECK-NEXT: return %[[B]], %[[B0]]
func.func @output_read_later(%m: tensor<5x32xi8>, %b0: tensor<5x131xi1>)
    -> (tensor<5x131xi1>, tensor<5x131xi1>) {
  %b = fused.unpack_mask ins(%m : tensor<5x32xi8>)
      outs(%b0 : tensor<5x131xi1>) -> tensor<5x131xi1>
  return %b, %b0 : tensor<5x131xi1>, tensor<5x131xi1>
}

// -----

// Any strides will do.
// CHECK-LABEL: func.func @columns_of_other_columns
// CHECK-NOT: memref.alloc
// CHECK: %[[VIEW:.*]] = memref.subview {{.*}} to memref<5x131xi1, strided<[262, 2]>>
// CHECK: fused.pack_mask ins(%[[VIEW]] : memref<5x131xi1, strided<[262, 2]>>)
func.func @columns_of_other_columns(%bits: tensor<5x262xi1>,
                                    %m0: tensor<5x32xi8>) -> tensor<5x32xi8> {
  %0 = tensor.extract_slice %bits[0, 0] [5, 131] [1, 2]
      : tensor<5x262xi1> to tensor<5x131xi1>
  %m = fused.pack_mask ins(%0 : tensor<5x131xi1>)
      outs(%m0 : tensor<5x32xi8>) -> tensor<5x32xi8>
  return %m : tensor<5x32xi8>
}
