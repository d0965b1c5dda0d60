// RUN: fused-opt %s --split-input-file --verify-diagnostics

func.func @pack_bits_are_bytes(%bits: tensor<5x131xi8>, %m: tensor<5x32xi8>) {
  // expected-error @+1 {{operand #0 must be matrix or batch of matrices of 1-bit signless integer, tensor or memref, but got 'tensor<5x131xi8>'}}
  %0 = fused.pack_mask ins(%bits : tensor<5x131xi8>)
      outs(%m : tensor<5x32xi8>) -> tensor<5x32xi8>
  return
}

// -----

func.func @pack_mask_is_unsigned(%bits: tensor<5x131xi1>, %m: tensor<5x32xui8>) {
  // expected-error @+1 {{operand #1 must be matrix or batch of matrices of 8-bit signless integer, tensor or memref, but got 'tensor<5x32xui8>'}}
  %0 = fused.pack_mask ins(%bits : tensor<5x131xi1>)
      outs(%m : tensor<5x32xui8>) -> tensor<5x32xui8>
  return
}

// -----

func.func @pack_vector(%bits: tensor<131xi1>, %m: tensor<32xi8>) {
  // expected-error @+1 {{operand #0 must be matrix or batch of matrices}}
  %0 = fused.pack_mask ins(%bits : tensor<131xi1>)
      outs(%m : tensor<32xi8>) -> tensor<32xi8>
  return
}

// -----

func.func @pack_unranked(%bits: tensor<*xi1>, %m: tensor<5x32xi8>) {
  // expected-error @+1 {{operand #0 must be matrix or batch of matrices}}
  %0 = fused.pack_mask ins(%bits : tensor<*xi1>)
      outs(%m : tensor<5x32xi8>) -> tensor<5x32xi8>
  return
}

// -----

func.func @pack_narrow(%bits: tensor<5x131xi1>, %m: tensor<5x17xi8>) {
  // expected-error @+1 {{mask should be 5x32, but is 'tensor<5x17xi8>'}}
  %0 = fused.pack_mask ins(%bits : tensor<5x131xi1>)
      outs(%m : tensor<5x17xi8>) -> tensor<5x17xi8>
  return
}

// -----

func.func @pack_rows_differ(%bits: tensor<5x131xi1>, %m: tensor<6x32xi8>) {
  // expected-error @+1 {{mask should be 5x32, but is 'tensor<6x32xi8>'}}
  %0 = fused.pack_mask ins(%bits : tensor<5x131xi1>)
      outs(%m : tensor<6x32xi8>) -> tensor<6x32xi8>
  return
}

// -----

func.func @pack_batch_differs(%bits: tensor<2x?x131xi1>, %m: tensor<3x5x32xi8>) {
  // expected-error @+1 {{mask should be 2x?x32, but is 'tensor<3x5x32xi8>'}}
  %0 = fused.pack_mask ins(%bits : tensor<2x?x131xi1>)
      outs(%m : tensor<3x5x32xi8>) -> tensor<3x5x32xi8>
  return
}

// -----

func.func @pack_rank_differs(%bits: tensor<5x131xi1>, %m: tensor<1x5x32xi8>) {
  // expected-error @+1 {{booleans and mask should have the same rank, but are 'tensor<5x131xi1>' and 'tensor<1x5x32xi8>'}}
  %0 = fused.pack_mask ins(%bits : tensor<5x131xi1>)
      outs(%m : tensor<1x5x32xi8>) -> tensor<1x5x32xi8>
  return
}

// -----

func.func @pack_width_of_no_mask(%bits: tensor<5x?xi1>, %m: tensor<5x24xi8>) {
  // expected-error @+1 {{rows of the mask should be a multiple of 16 bytes long, but it is 'tensor<5x24xi8>'}}
  %0 = fused.pack_mask ins(%bits : tensor<5x?xi1>)
      outs(%m : tensor<5x24xi8>) -> tensor<5x24xi8>
  return
}

// -----

func.func @pack_mixed(%bits: tensor<5x131xi1>, %m: memref<5x32xi8>) {
  // expected-error @+1 {{mixes tensors and memrefs}}
  fused.pack_mask ins(%bits : tensor<5x131xi1>) outs(%m : memref<5x32xi8>)
  return
}

// -----

func.func @pack_without_result(%bits: tensor<5x131xi1>, %m: tensor<5x32xi8>) {
  // expected-error @+1 {{needs 1 results, but has 0}}
  fused.pack_mask ins(%bits : tensor<5x131xi1>) outs(%m : tensor<5x32xi8>)
  return
}

// -----

func.func @pack_result_of_memref(%bits: memref<5x131xi1>, %m: memref<5x32xi8>) {
  // expected-error @+1 {{needs 0 results, but has 1}}
  %0 = fused.pack_mask ins(%bits : memref<5x131xi1>)
      outs(%m : memref<5x32xi8>) -> tensor<5x32xi8>
  return
}

// -----

func.func @pack_other_result(%bits: tensor<5x131xi1>, %m: tensor<5x32xi8>) {
  // expected-error @+1 {{expected type of operand #1 ('tensor<5x32xi8>') to match type of corresponding result ('tensor<?x32xi8>')}}
  %0 = fused.pack_mask ins(%bits : tensor<5x131xi1>)
      outs(%m : tensor<5x32xi8>) -> tensor<?x32xi8>
  return
}

// -----

func.func @unpack_wide(%mask: tensor<5x32xi8>, %b: tensor<5x257xi1>) {
  // expected-error @+1 {{mask should be 5x48, but is 'tensor<5x32xi8>'}}
  %0 = fused.unpack_mask ins(%mask : tensor<5x32xi8>)
      outs(%b : tensor<5x257xi1>) -> tensor<5x257xi1>
  return
}

// -----

func.func @unpack_into_bytes(%mask: memref<5x32xi8>, %b: memref<5x131xi8>) {
  // expected-error @+1 {{operand #1 must be matrix or batch of matrices of 1-bit signless integer, tensor or memref, but got 'memref<5x131xi8>'}}
  fused.unpack_mask ins(%mask : memref<5x32xi8>) outs(%b : memref<5x131xi8>)
  return
}

// -----

func.func @unpack_mixed(%mask: memref<5x32xi8>, %b: tensor<5x131xi1>) {
  // expected-error @+1 {{mixes tensors and memrefs}}
  %0 = fused.unpack_mask ins(%mask : memref<5x32xi8>)
      outs(%b : tensor<5x131xi1>) -> tensor<5x131xi1>
  return
}

// -----

func.func @unpack_without_type(%mask: memref<5x32xi8>, %b: memref<5x131xi1>) {
  // expected-error @+1 {{expected ':'}}
  fused.unpack_mask ins(%mask) outs(%b : memref<5x131xi1>)
  return
}
