// RUN: fused-opt %s --split-input-file \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --cse --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @in_place
// CHECK-SAME: %[[A:.*]]: memref<5x7xf32>, %[[B:.*]]: memref<7x19xf32>, %[[C:.*]]: memref<5x19xf32>, %[[V:.*]]: memref<19xf32>, %[[D:.*]]: memref<5x19xf32>, %[[M:.*]]: memref<5x16xi8>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: fused.matmul epilog(relu_aux_bias) alpha(5.000000e-01) beta(2.000000e+00) ins(%[[A]], %[[B]] : memref<5x7xf32>, memref<7x19xf32>) c(%[[C]] : memref<5x19xf32>) bias(%[[V]] : memref<19xf32>) outs(%[[D]], %[[M]] : memref<5x19xf32>, memref<5x16xi8>)
// CHECK-NOT: memref.copy
// CHECK: return %[[D]], %[[M]]
func.func @in_place(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                    %c: tensor<5x19xf32>, %v: tensor<19xf32>,
                    %d0: tensor<5x19xf32>, %m0: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<5x16xi8>) {
  %d, %m = fused.matmul epilog(relu_aux_bias) alpha(0.5) beta(2.0)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      c(%c : tensor<5x19xf32>) bias(%v : tensor<19xf32>)
      outs(%d0, %m0 : tensor<5x19xf32>, tensor<5x16xi8>)
      -> tensor<5x19xf32>, tensor<5x16xi8>
  return %d, %m : tensor<5x19xf32>, tensor<5x16xi8>
}

// -----

// CHECK-LABEL: func.func @empty_output
// CHECK: %[[D:.*]] = memref.alloc()
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: fused.matmul epilog(default) {{.*}} outs(%[[D]] : memref<5x19xf32>)
// CHECK-NEXT: return %[[D]]
func.func @empty_output(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>)
    -> tensor<5x19xf32> {
  %d0 = tensor.empty() : tensor<5x19xf32>
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// The old contents are needed, but not copied into the new buffer.
// CHECK-LABEL: func.func @output_read_later
// CHECK-SAME: %[[D0:[a-z0-9]*]]: memref<5x19xf32>) ->
// CHECK: %[[D:.*]] = memref.alloc()
// CHECK-NOT: memref.copy
// CHECK: fused.matmul {{.*}} outs(%[[D]] : memref<5x19xf32>)
// CHECK-NEXT: return %[[D]], %[[D0]]
func.func @output_read_later(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                             %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d, %d0 : tensor<5x19xf32>, tensor<5x19xf32>
}

// -----

// An output may not overlap an input, so each gets its own buffer.
// CHECK-LABEL: func.func @c_is_output
// CHECK-SAME: %[[C:[a-z0-9]*]]: memref<5x19xf32>) ->
// CHECK: %[[D:.*]] = memref.alloc()
// CHECK-NOT: memref.copy
// CHECK: fused.matmul {{.*}} c(%[[C]] : memref<5x19xf32>) outs(%[[D]] : memref<5x19xf32>)
func.func @c_is_output(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                       %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      c(%c : tensor<5x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @two_outputs_from_one_tensor
// CHECK-DAG: memref.alloc
// CHECK: fused.matmul epilog(gelu_aux) {{.*}} outs(%[[D:.*]], %[[X:.*]] : memref<5x19xf32>, memref<5x19xf32>)
// CHECK-NOT: return %[[D]], %[[D]]
// CHECK: return %[[D]], %[[X]]
func.func @two_outputs_from_one_tensor(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %d, %x = fused.matmul epilog(gelu_aux)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %d0 : tensor<5x19xf32>, tensor<5x19xf32>)
      -> tensor<5x19xf32>, tensor<5x19xf32>
  return %d, %x : tensor<5x19xf32>, tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @slices_with_contiguous_rows
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: fused.matmul epilog(default) ins(%{{.*}}, %{{.*}} : memref<5x7xf32, strided<[20, 1], offset: 4>>, memref<7x19xf32>) outs(%{{.*}} : memref<5x19xf32, strided<[32, 1], offset: 72>>)
// CHECK-NOT: memref.copy
// CHECK: return
func.func @slices_with_contiguous_rows(
    %x: tensor<5x20xf32>, %b: tensor<7x19xf32>, %y: tensor<8x32xf32>)
    -> tensor<8x32xf32> {
  %a = tensor.extract_slice %x[0, 4] [5, 7] [1, 1]
      : tensor<5x20xf32> to tensor<5x7xf32>
  %d0 = tensor.extract_slice %y[2, 8] [5, 19] [1, 1]
      : tensor<8x32xf32> to tensor<5x19xf32>
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  %r = tensor.insert_slice %d into %y[2, 8] [5, 19] [1, 1]
      : tensor<5x19xf32> into tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}

// -----

// CHECK-LABEL: func.func @input_of_stride_two
// CHECK: %[[VIEW:.*]] = memref.subview
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<5x7xf32>
// CHECK: memref.copy %[[VIEW]], %[[A]]
// CHECK: fused.matmul epilog(default) ins(%[[A]], %{{.*}} :
// CHECK-NOT: memref.copy
func.func @input_of_stride_two(%x: tensor<5x20xf32>, %b: tensor<7x19xf32>,
                               %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %a = tensor.extract_slice %x[0, 0] [5, 7] [1, 2]
      : tensor<5x20xf32> to tensor<5x7xf32>
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// An output is written to another buffer, and then to its own.
// CHECK-LABEL: func.func @output_of_stride_two
// CHECK: %[[VIEW:.*]] = memref.subview
// CHECK: %[[D:.*]] = memref.alloc() {{.*}} : memref<5x19xf32>
// CHECK-NEXT: fused.matmul epilog(default) {{.*}} outs(%[[D]] : memref<5x19xf32>)
// CHECK-NEXT: memref.copy %[[D]], %[[VIEW]]
// CHECK-NOT: memref.copy
func.func @output_of_stride_two(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                                %y: tensor<5x40xf32>) -> tensor<5x40xf32> {
  %d0 = tensor.extract_slice %y[0, 1] [5, 19] [1, 2]
      : tensor<5x40xf32> to tensor<5x19xf32>
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  %r = tensor.insert_slice %d into %y[0, 1] [5, 19] [1, 2]
      : tensor<5x19xf32> into tensor<5x40xf32>
  return %r : tensor<5x40xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic_input_of_unknown_stride
// CHECK: %[[ALLOC:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<?x?xf32>
// CHECK: memref.copy %{{.*}}, %[[ALLOC]]
// CHECK: fused.matmul epilog(default) ins(%[[ALLOC]], %{{.*}} :
func.func @dynamic_input_of_unknown_stride(
    %x: tensor<?x?xf32>, %m: index, %k: index, %s: index, %b: tensor<?x?xf32>,
    %d0: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %a = tensor.extract_slice %x[0, 0] [%m, %k] [1, %s]
      : tensor<?x?xf32> to tensor<?x?xf32>
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%d0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %d : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @chain
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: fused.matmul epilog(relu)
// CHECK: fused.matmul epilog(gelu)
// CHECK-NOT: memref.copy
// CHECK: return
func.func @chain(%a: tensor<5x5xf32>, %b: tensor<5x5xf32>, %d0: tensor<5x5xf32>)
    -> tensor<5x5xf32> {
  %e = tensor.empty() : tensor<5x5xf32>
  %0 = fused.matmul epilog(relu) ins(%a, %b : tensor<5x5xf32>, tensor<5x5xf32>)
      outs(%e : tensor<5x5xf32>) -> tensor<5x5xf32>
  %1 = fused.matmul epilog(gelu) ins(%0, %b : tensor<5x5xf32>, tensor<5x5xf32>)
      outs(%d0 : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %1 : tensor<5x5xf32>
}
