// RUN: fused-opt %s --split-input-file --canonicalize --cse \
// RUN:   --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s

// What upstream passes do with the operation through its interfaces.

// CHECK-LABEL: func.func @erase_unused_product
// CHECK-NEXT: return
func.func @erase_unused_product(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                                %d0: tensor<5x19xf32>) {
  %d = fused.matmul epilog(relu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

// CHECK-LABEL: func.func @no_erase_product_in_memory
// CHECK: fused.matmul
func.func @no_erase_product_in_memory(
    %a: memref<5x7xf32>, %b: memref<7x19xf32>, %d: memref<5x19xf32>) {
  fused.matmul epilog(relu) ins(%a, %b : memref<5x7xf32>, memref<7x19xf32>)
      outs(%d : memref<5x19xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @merge_equal_products
// CHECK: %[[D:.*]] = fused.matmul
// CHECK-NOT: fused.matmul
// CHECK: return %[[D]], %[[D]]
func.func @merge_equal_products(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                                %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %0 = fused.matmul epilog(relu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  %1 = fused.matmul epilog(relu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0, %1 : tensor<5x19xf32>, tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @no_merge_other_epilog_alpha_or_transpose
// CHECK-COUNT-4: fused.matmul
// CHECK-NOT: fused.matmul
func.func @no_merge_other_epilog_alpha_or_transpose(
    %a: tensor<5x5xf32>, %d0: tensor<5x5xf32>)
    -> (tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>) {
  %0 = fused.matmul epilog(relu) ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>)
      outs(%d0 : tensor<5x5xf32>) -> tensor<5x5xf32>
  %1 = fused.matmul epilog(gelu) ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>)
      outs(%d0 : tensor<5x5xf32>) -> tensor<5x5xf32>
  %2 = fused.matmul epilog(relu) alpha(2.0)
      ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>)
      outs(%d0 : tensor<5x5xf32>) -> tensor<5x5xf32>
  %3 = fused.matmul epilog(relu) transpose_a
      ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>)
      outs(%d0 : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %0, %1, %2, %3
      : tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>
}

// -----

// The second product reads what the first one wrote.
// CHECK-LABEL: func.func @no_merge_products_in_memory
// CHECK-COUNT-3: fused.matmul
func.func @no_merge_products_in_memory(
    %a: memref<5x5xf32>, %b: memref<5x5xf32>, %d: memref<5x5xf32>) {
  fused.matmul epilog(relu) ins(%a, %b : memref<5x5xf32>, memref<5x5xf32>)
      outs(%d : memref<5x5xf32>)
  fused.matmul epilog(relu) ins(%d, %b : memref<5x5xf32>, memref<5x5xf32>)
      outs(%a : memref<5x5xf32>)
  fused.matmul epilog(relu) ins(%a, %b : memref<5x5xf32>, memref<5x5xf32>)
      outs(%d : memref<5x5xf32>)
  return
}

// -----

// A load after a product is not one before it.
// CHECK-LABEL: func.func @no_forward_load_over_product
// CHECK: memref.load
// CHECK: fused.matmul
// CHECK: memref.load
func.func @no_forward_load_over_product(
    %a: memref<5x5xf32>, %b: memref<5x5xf32>, %d: memref<5x5xf32>)
    -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %d[%c0, %c0] : memref<5x5xf32>
  fused.matmul epilog(relu) ins(%a, %b : memref<5x5xf32>, memref<5x5xf32>)
      outs(%d : memref<5x5xf32>)
  %1 = memref.load %d[%c0, %c0] : memref<5x5xf32>
  return %0, %1 : f32, f32
}

// -----

// CHECK-LABEL: func.func @result_sizes
// CHECK-SAME: %[[D0:[a-z0-9]*]]: tensor<?x?xf32>, %[[S0:[a-z0-9]*]]: tensor<?xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NOT: fused.matmul
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[D0]], %[[C0]]
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[D0]], %[[C1]]
// CHECK-DAG: %[[S:.*]] = tensor.dim %[[S0]], %[[C0]]
// CHECK: return %[[M]], %[[N]], %[[S]]
func.func @result_sizes(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>,
                        %d0: tensor<?x?xf32>, %s0: tensor<?xf32>)
    -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d, %s = fused.matmul epilog(bgradb)
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%d0, %s0 : tensor<?x?xf32>, tensor<?xf32>)
      -> tensor<?x?xf32>, tensor<?xf32>
  %0 = tensor.dim %d, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %d, %c1 : tensor<?x?xf32>
  %2 = tensor.dim %s, %c0 : tensor<?xf32>
  return %0, %1, %2 : index, index, index
}

// -----

// CHECK-LABEL: func.func @fold_casts
// CHECK-SAME: %[[A:.*]]: tensor<5x7xf32>, %[[B:.*]]: tensor<7x19xf32>, %[[V:.*]]: tensor<19xf32>, %[[D0:.*]]: tensor<5x19xf32>
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) ins(%[[A]], %[[B]] : tensor<5x7xf32>, tensor<7x19xf32>) bias(%[[V]] : tensor<19xf32>) outs(%[[D0]] : tensor<5x19xf32>) -> tensor<5x19xf32>
// CHECK: tensor.cast %[[D]] : tensor<5x19xf32> to tensor<?x?xf32>
func.func @fold_casts(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                      %v: tensor<19xf32>, %d0: tensor<5x19xf32>)
    -> tensor<?x?xf32> {
  %0 = tensor.cast %a : tensor<5x7xf32> to tensor<?x?xf32>
  %1 = tensor.cast %b : tensor<7x19xf32> to tensor<?x?xf32>
  %2 = tensor.cast %v : tensor<19xf32> to tensor<?xf32>
  %3 = tensor.cast %d0 : tensor<5x19xf32> to tensor<?x?xf32>
  %d = fused.matmul epilog(bias) ins(%0, %1 : tensor<?x?xf32>, tensor<?x?xf32>)
      bias(%2 : tensor<?xf32>) outs(%3 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %d : tensor<?x?xf32>
}
