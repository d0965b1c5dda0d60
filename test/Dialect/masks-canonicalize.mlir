// RUN: fused-opt %s --split-input-file --canonicalize --cse \
// RUN:   --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @unpack_of_pack
// CHECK-SAME: %[[BITS:.*]]: tensor<5x131xi1>
// CHECK-NEXT: return %[[BITS]]
func.func @unpack_of_pack(%bits: tensor<5x131xi1>) -> tensor<5x131xi1> {
  %m0 = tensor.empty() : tensor<5x32xi8>
  %m = fused.pack_mask ins(%bits : tensor<5x131xi1>)
      outs(%m0 : tensor<5x32xi8>) -> tensor<5x32xi8>
  %b0 = tensor.empty() : tensor<5x131xi1>
  %b = fused.unpack_mask ins(%m : tensor<5x32xi8>)
      outs(%b0 : tensor<5x131xi1>) -> tensor<5x131xi1>
  return %b : tensor<5x131xi1>
}

// -----

// Rows and batches are as many by the meaning of the operations.
// CHECK-LABEL: func.func @unpack_of_pack_dynamic_rows
// CHECK-SAME: %[[BITS:.*]]: tensor<?x?x131xi1>
// CHECK-NOT: fused
// CHECK: %[[CAST:.*]] = tensor.cast %[[BITS]] : tensor<?x?x131xi1> to tensor<3x?x131xi1>
// CHECK-NEXT: return %[[CAST]]
func.func @unpack_of_pack_dynamic_rows(
    %bits: tensor<?x?x131xi1>, %m0: tensor<?x?x32xi8>, %b0: tensor<3x?x131xi1>)
    -> tensor<3x?x131xi1> {
  %m = fused.pack_mask ins(%bits : tensor<?x?x131xi1>)
      outs(%m0 : tensor<?x?x32xi8>) -> tensor<?x?x32xi8>
  %b = fused.unpack_mask ins(%m : tensor<?x?x32xi8>)
      outs(%b0 : tensor<3x?x131xi1>) -> tensor<3x?x131xi1>
  return %b : tensor<3x?x131xi1>
}

// -----

// CHECK-LABEL: func.func @unpack_of_pack_same_dynamic_columns
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>, %[[BITS:.*]]: tensor<?x?xi1>
// CHECK-NOT: fused
// CHECK: return %[[BITS]]
func.func @unpack_of_pack_same_dynamic_columns(%x: tensor<?x?xf32>,
                                               %bits: tensor<?x?xi1>)
    -> tensor<?x?xi1> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %bits, %c0 : tensor<?x?xi1>
  %columns = tensor.dim %bits, %c1 : tensor<?x?xi1>
  %width = affine.apply affine_map<(d0) -> (d0 ceildiv 128 * 16)>(%columns)
  %m0 = tensor.empty(%rows, %width) : tensor<?x?xi8>
  %m = fused.pack_mask ins(%bits : tensor<?x?xi1>)
      outs(%m0 : tensor<?x?xi8>) -> tensor<?x?xi8>
  %b0 = tensor.empty(%rows, %columns) : tensor<?x?xi1>
  %b = fused.unpack_mask ins(%m : tensor<?x?xi8>)
      outs(%b0 : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %b : tensor<?x?xi1>
}

// -----

// 100 and 128 columns have masks of one width.
// CHECK-LABEL: func.func @no_fold_unpack_of_pack_other_columns
// CHECK: fused.pack_mask
// CHECK: fused.unpack_mask
func.func @no_fold_unpack_of_pack_other_columns(
    %bits: tensor<5x100xi1>, %m0: tensor<5x16xi8>, %b0: tensor<5x128xi1>)
    -> tensor<5x128xi1> {
  %m = fused.pack_mask ins(%bits : tensor<5x100xi1>)
      outs(%m0 : tensor<5x16xi8>) -> tensor<5x16xi8>
  %b = fused.unpack_mask ins(%m : tensor<5x16xi8>)
      outs(%b0 : tensor<5x128xi1>) -> tensor<5x128xi1>
  return %b : tensor<5x128xi1>
}

// -----

// CHECK-LABEL: func.func @no_fold_unpack_of_pack_dynamic_columns
// CHECK: fused.pack_mask
// CHECK: fused.unpack_mask
func.func @no_fold_unpack_of_pack_dynamic_columns(
    %bits: tensor<5x?xi1>, %m0: tensor<5x?xi8>, %n: index) -> tensor<5x?xi1> {
  %m = fused.pack_mask ins(%bits : tensor<5x?xi1>)
      outs(%m0 : tensor<5x?xi8>) -> tensor<5x?xi8>
  %b0 = tensor.empty(%n) : tensor<5x?xi1>
  %b = fused.unpack_mask ins(%m : tensor<5x?xi8>)
      outs(%b0 : tensor<5x?xi1>) -> tensor<5x?xi1>
  return %b : tensor<5x?xi1>
}

// -----

// The other dimension of the booleans is not their number of columns.
// CHECK-LABEL: func.func @no_fold_unpack_of_pack_rows_as_columns
// CHECK: fused.pack_mask
// CHECK: fused.unpack_mask
func.func @no_fold_unpack_of_pack_rows_as_columns(
    %bits: tensor<?x?xi1>, %m0: tensor<?x?xi8>) -> tensor<?x?xi1> {
  %c0 = arith.constant 0 : index
  %m = fused.pack_mask ins(%bits : tensor<?x?xi1>)
      outs(%m0 : tensor<?x?xi8>) -> tensor<?x?xi8>
  %rows = tensor.dim %bits, %c0 : tensor<?x?xi1>
  %b0 = tensor.empty(%rows, %rows) : tensor<?x?xi1>
  %b = fused.unpack_mask ins(%m : tensor<?x?xi8>)
      outs(%b0 : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %b : tensor<?x?xi1>
}

// -----

// CHECK-LABEL: func.func @pack_of_unpack_no_padding
// CHECK-SAME: %[[MASK:.*]]: tensor<5x32xi8>
// CHECK-NEXT: return %[[MASK]]
func.func @pack_of_unpack_no_padding(%m: tensor<5x32xi8>) -> tensor<5x32xi8> {
  %b0 = tensor.empty() : tensor<5x256xi1>
  %b = fused.unpack_mask ins(%m : tensor<5x32xi8>)
      outs(%b0 : tensor<5x256xi1>) -> tensor<5x256xi1>
  %m0 = tensor.empty() : tensor<5x32xi8>
  %r = fused.pack_mask ins(%b : tensor<5x256xi1>)
      outs(%m0 : tensor<5x32xi8>) -> tensor<5x32xi8>
  return %r : tensor<5x32xi8>
}

// -----

// The padding bits of the argument may be set; those of the result are not.
// CHECK-LABEL: func.func @no_fold_pack_of_unpack_padding
// CHECK: fused.unpack_mask
// CHECK: fused.pack_mask
func.func @no_fold_pack_of_unpack_padding(%m: tensor<5x32xi8>)
    -> tensor<5x32xi8> {
  %b0 = tensor.empty() : tensor<5x255xi1>
  %b = fused.unpack_mask ins(%m : tensor<5x32xi8>)
      outs(%b0 : tensor<5x255xi1>) -> tensor<5x255xi1>
  %m0 = tensor.empty() : tensor<5x32xi8>
  %r = fused.pack_mask ins(%b : tensor<5x255xi1>)
      outs(%m0 : tensor<5x32xi8>) -> tensor<5x32xi8>
  return %r : tensor<5x32xi8>
}

// -----

// CHECK-LABEL: func.func @pack_of_unpack_of_product
// CHECK: %{{.*}}, %[[MASK:.*]] = fused.matmul epilog(relu_aux)
// CHECK-NOT: fused
// CHECK: return %{{.*}}, %[[MASK]]
func.func @pack_of_unpack_of_product(
    %a: tensor<5x7xf32>, %w: tensor<7x131xf32>, %d0: tensor<5x131xf32>,
    %m0: tensor<5x32xi8>, %b0: tensor<5x131xi1>)
    -> (tensor<5x131xf32>, tensor<5x32xi8>) {
  %d, %m = fused.matmul epilog(relu_aux)
      ins(%a, %w : tensor<5x7xf32>, tensor<7x131xf32>)
      outs(%d0, %m0 : tensor<5x131xf32>, tensor<5x32xi8>)
      -> tensor<5x131xf32>, tensor<5x32xi8>
  %b = fused.unpack_mask ins(%m : tensor<5x32xi8>)
      outs(%b0 : tensor<5x131xi1>) -> tensor<5x131xi1>
  %r = fused.pack_mask ins(%b : tensor<5x131xi1>)
      outs(%m0 : tensor<5x32xi8>) -> tensor<5x32xi8>
  return %d, %r : tensor<5x131xf32>, tensor<5x32xi8>
}

// -----

// What is unpacked leaves out columns of the product.
// CHECK-LABEL: func.func @no_fold_pack_of_unpack_of_wider_product
// CHECK: fused.unpack_mask
// CHECK: fused.pack_mask
func.func @no_fold_pack_of_unpack_of_wider_product(
    %a: tensor<5x7xf32>, %w: tensor<7x131xf32>, %d0: tensor<5x131xf32>,
    %m0: tensor<5x32xi8>, %b0: tensor<5x130xi1>)
    -> (tensor<5x131xf32>, tensor<5x32xi8>) {
  %d, %m = fused.matmul epilog(relu_aux)
      ins(%a, %w : tensor<5x7xf32>, tensor<7x131xf32>)
      outs(%d0, %m0 : tensor<5x131xf32>, tensor<5x32xi8>)
      -> tensor<5x131xf32>, tensor<5x32xi8>
  %b = fused.unpack_mask ins(%m : tensor<5x32xi8>)
      outs(%b0 : tensor<5x130xi1>) -> tensor<5x130xi1>
  %r = fused.pack_mask ins(%b : tensor<5x130xi1>)
      outs(%m0 : tensor<5x32xi8>) -> tensor<5x32xi8>
  return %d, %r : tensor<5x131xf32>, tensor<5x32xi8>
}

// -----

// CHECK-LABEL: func.func @fold_casts
// CHECK-SAME: %[[BITS:.*]]: tensor<5x131xi1>, %[[M0:.*]]: tensor<5x32xi8>
// CHECK: %[[MASK:.*]] = fused.pack_mask ins(%[[BITS]] : tensor<5x131xi1>) outs(%[[M0]] : tensor<5x32xi8>) -> tensor<5x32xi8>
// CHECK: tensor.cast %[[MASK]] : tensor<5x32xi8> to tensor<?x?xi8>
func.func @fold_casts(%bits: tensor<5x131xi1>, %m0: tensor<5x32xi8>)
    -> tensor<?x?xi8> {
  %0 = tensor.cast %bits : tensor<5x131xi1> to tensor<?x?xi1>
  %1 = tensor.cast %m0 : tensor<5x32xi8> to tensor<?x?xi8>
  %m = fused.pack_mask ins(%0 : tensor<?x?xi1>)
      outs(%1 : tensor<?x?xi8>) -> tensor<?x?xi8>
  return %m : tensor<?x?xi8>
}

// -----

// CHECK-LABEL: func.func @erase_unused
// CHECK-NEXT: return
func.func @erase_unused(%bits: tensor<5x131xi1>, %m0: tensor<5x32xi8>) {
  %m = fused.pack_mask ins(%bits : tensor<5x131xi1>)
      outs(%m0 : tensor<5x32xi8>) -> tensor<5x32xi8>
  return
}

// -----

// CHECK-LABEL: func.func @no_erase_in_memory
// CHECK: fused.unpack_mask
func.func @no_erase_in_memory(%m: memref<5x32xi8>, %b: memref<5x131xi1>) {
  fused.unpack_mask ins(%m : memref<5x32xi8>) outs(%b : memref<5x131xi1>)
  return
}

// -----

// CHECK-LABEL: func.func @result_sizes
// CHECK-SAME: %[[M:[a-z0-9]*]]: tensor<?x32xi8>, %[[B0:[a-z0-9]*]]: tensor<?x?xi1>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NOT: fused
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %[[B0]], %[[C0]]
// CHECK-DAG: %[[COLUMNS:.*]] = tensor.dim %[[B0]], %[[C1]]
// CHECK: return %[[ROWS]], %[[COLUMNS]]
func.func @result_sizes(%m: tensor<?x32xi8>, %b0: tensor<?x?xi1>)
    -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = fused.unpack_mask ins(%m : tensor<?x32xi8>)
      outs(%b0 : tensor<?x?xi1>) -> tensor<?x?xi1>
  %0 = tensor.dim %b, %c0 : tensor<?x?xi1>
  %1 = tensor.dim %b, %c1 : tensor<?x?xi1>
  return %0, %1 : index, index
}
