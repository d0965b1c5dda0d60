// RUN: fused-opt %s --fused-pad-products=always --canonicalize | FileCheck %s
// RUN: fused-opt %s --fused-pad-products --canonicalize --remarks-filter=fused-pad-products 2>&1 -o %t | FileCheck %s --check-prefix=FASTER

// The rows of all matrices have odd sizes, and the bias has one more column for
// each of the result.

// CHECK-LABEL: @layer
// CHECK-SAME: %[[A:.*]]: tensor<3x5xbf16>, %[[B:.*]]: tensor<5x7xbf16>
// CHECK-DAG: %[[V:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0] [7] [1] : tensor<7xbf16> into tensor<8xbf16>
// CHECK-DAG: %[[WIDE_V:.*]] = tensor.insert_slice %{{.*}} into %[[V]][7] [1] [1] : tensor<1xbf16> into tensor<8xbf16>
// CHECK-DAG: %[[B0:.*]] = tensor.insert_slice %[[B]] into %{{.*}}[0, 0] [5, 7] [1, 1] : tensor<5x7xbf16> into tensor<8x8xbf16>
// CHECK-DAG: %[[B1:.*]] = tensor.insert_slice %{{.*}} into %[[B0]][5, 0] [3, 8] [1, 1] : tensor<3x8xbf16> into tensor<8x8xbf16>
// CHECK-DAG: %[[WIDE_B:.*]] = tensor.insert_slice %{{.*}} into %[[B1]][0, 7] [5, 1] [1, 1] : tensor<5x1xbf16> into tensor<8x8xbf16>
// CHECK-DAG: %[[A0:.*]] = tensor.insert_slice %[[A]] into %{{.*}}[0, 0] [3, 5] [1, 1] : tensor<3x5xbf16> into tensor<3x8xbf16>
// CHECK-DAG: %[[WIDE_A:.*]] = tensor.insert_slice %{{.*}} into %[[A0]][0, 5] [3, 3] [1, 1] : tensor<3x3xbf16> into tensor<3x8xbf16>
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias)
// CHECK-SAME: ins(%[[WIDE_A]], %[[WIDE_B]] : tensor<3x8xbf16>, tensor<8x8xbf16>)
// CHECK-SAME: bias(%[[WIDE_V]] : tensor<8xbf16>)
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %[[D]][0, 0] [3, 7] [1, 1]
// CHECK: return %[[SLICE]]
func.func @layer(%a: tensor<3x5xbf16>, %b: tensor<5x7xbf16>, %v: tensor<7xbf16>) -> tensor<3x7xbf16> {
  %0 = tensor.empty() : tensor<3x7xbf16>
  %1 = fused.matmul epilog(relu_bias) ins(%a, %b : tensor<3x5xbf16>, tensor<5x7xbf16>)
      bias(%v : tensor<7xbf16>) outs(%0 : tensor<3x7xbf16>) -> tensor<3x7xbf16>
  return %1 : tensor<3x7xbf16>
}

// Only the number of the rows of B is odd: most of B is read where it is, and
// the last columns are another product.

// CHECK-LABEL: @rows
// CHECK-SAME: %[[A:.*]]: tensor<3x8xbf16>, %[[B:.*]]: tensor<19x8xbf16>, %[[V:.*]]: tensor<19xbf16>
// CHECK: %[[D:.*]] = tensor.empty() : tensor<3x24xbf16>
// CHECK-DAG: %[[B0:.*]] = tensor.extract_slice %[[B]][0, 0] [16, 8] [1, 1]
// CHECK-DAG: %[[V0:.*]] = tensor.extract_slice %[[V]][0] [16] [1]
// CHECK: %[[D0:.*]] = fused.matmul epilog(gelu_bias) transpose_b ins(%[[A]], %[[B0]] : {{.*}}) bias(%[[V0]] : tensor<16xbf16>)
// CHECK: %[[D1:.*]] = tensor.insert_slice %[[D0]] into %[[D]][0, 0] [3, 16] [1, 1]
// CHECK-DAG: tensor.extract_slice %[[B]][16, 0] [3, 8] [1, 1]
// CHECK-DAG: tensor.extract_slice %[[V]][16] [3] [1]
// CHECK: %[[D2:.*]] = fused.matmul epilog(gelu_bias) transpose_b ins(%[[A]], %{{.*}} : tensor<3x8xbf16>, tensor<8x8xbf16>)
// CHECK: %[[D3:.*]] = tensor.insert_slice %[[D2]] into %[[D1]][0, 16] [3, 8] [1, 1]
// CHECK: tensor.extract_slice %[[D3]][0, 0] [3, 19] [1, 1]
func.func @rows(%a: tensor<3x8xbf16>, %b: tensor<19x8xbf16>, %v: tensor<19xbf16>) -> tensor<3x19xbf16> {
  %0 = tensor.empty() : tensor<3x19xbf16>
  %1 = fused.matmul epilog(gelu_bias) transpose_b ins(%a, %b : tensor<3x8xbf16>, tensor<19x8xbf16>)
      bias(%v : tensor<19xbf16>) outs(%0 : tensor<3x19xbf16>) -> tensor<3x19xbf16>
  return %1 : tensor<3x19xbf16>
}

// A result that is a factor: what is beyond it becomes zero, as NaN could be
// there.

// CHECK-LABEL: @chain
// CHECK: %[[H:.*]] = fused.matmul epilog(relu)
// CHECK-SAME: -> tensor<16x16xf16>
// CHECK: %[[ZEROS:.*]] = linalg.fill
// CHECK-SAME: tensor<16x7xf16>
// CHECK: %[[WHOLE:.*]] = tensor.insert_slice %[[ZEROS]] into %[[H]][0, 9] [16, 7] [1, 1]
// CHECK: fused.matmul epilog(default) ins(%[[WHOLE]],
// CHECK-NOT: extract_slice
// CHECK: return
func.func @chain(%a: tensor<16x8xf16>, %b: tensor<8x9xf16>, %c: tensor<9x8xf16>) -> tensor<16x8xf16> {
  %0 = tensor.empty() : tensor<16x9xf16>
  %1 = fused.matmul epilog(relu) ins(%a, %b : tensor<16x8xf16>, tensor<8x9xf16>)
      outs(%0 : tensor<16x9xf16>) -> tensor<16x9xf16>
  %2 = tensor.empty() : tensor<16x8xf16>
  %3 = fused.matmul epilog(default) ins(%1, %c : tensor<16x9xf16>, tensor<9x8xf16>)
      outs(%2 : tensor<16x8xf16>) -> tensor<16x8xf16>
  return %3 : tensor<16x8xf16>
}

// One that is C need not be zero beyond its end.

// CHECK-LABEL: @added
// CHECK: %[[D:.*]] = fused.matmul epilog(default)
// CHECK: fused.matmul epilog(default) {{.*}} c(%[[D]] : tensor<16x16xf16>)
func.func @added(%a: tensor<16x8xf16>, %b: tensor<8x9xf16>) -> tensor<16x9xf16> {
  %0 = tensor.empty() : tensor<16x9xf16>
  %1 = fused.matmul epilog(default) ins(%a, %b : tensor<16x8xf16>, tensor<8x9xf16>)
      outs(%0 : tensor<16x9xf16>) -> tensor<16x9xf16>
  %2 = fused.matmul epilog(default) alpha(3.0) ins(%a, %b : tensor<16x8xf16>, tensor<8x9xf16>)
      c(%1 : tensor<16x9xf16>) outs(%0 : tensor<16x9xf16>) -> tensor<16x9xf16>
  return %2 : tensor<16x9xf16>
}

// If it is a factor, too, all read it with zeros, which are then written in
// place.

// CHECK-LABEL: @added_and_multiplied
// CHECK: %[[D:.*]] = fused.matmul epilog(default)
// CHECK: %[[WHOLE:.*]] = tensor.insert_slice %{{.*}} into %[[D]][0, 9] [16, 7] [1, 1]
// CHECK: fused.matmul epilog(default) {{.*}} c(%[[WHOLE]] : tensor<16x16xf16>)
// CHECK: fused.matmul epilog(default) ins(%[[WHOLE]],
func.func @added_and_multiplied(%a: tensor<16x8xf16>, %b: tensor<8x9xf16>, %c: tensor<9x8xf16>)
    -> (tensor<16x9xf16>, tensor<16x8xf16>) {
  %0 = tensor.empty() : tensor<16x9xf16>
  %1 = fused.matmul epilog(default) ins(%a, %b : tensor<16x8xf16>, tensor<8x9xf16>)
      outs(%0 : tensor<16x9xf16>) -> tensor<16x9xf16>
  %2 = fused.matmul epilog(default) alpha(3.0) ins(%a, %b : tensor<16x8xf16>, tensor<8x9xf16>)
      c(%1 : tensor<16x9xf16>) outs(%0 : tensor<16x9xf16>) -> tensor<16x9xf16>
  %3 = tensor.empty() : tensor<16x8xf16>
  %4 = fused.matmul epilog(default) ins(%1, %c : tensor<16x9xf16>, tensor<9x8xf16>)
      outs(%3 : tensor<16x8xf16>) -> tensor<16x8xf16>
  return %2, %4 : tensor<16x9xf16>, tensor<16x8xf16>
}

// Both results are slices. K is no size of a row here, and stays.

// CHECK-LABEL: @gradient
// CHECK: fused.matmul epilog(dgelu_bgrad) transpose_a
// CHECK-SAME: ins(%arg0, %{{.*}} : tensor<2x5x8xbf16>, tensor<2x5x16xbf16>)
// CHECK-SAME: aux(%{{.*}} : tensor<2x8x16xbf16>)
// CHECK-SAME: -> tensor<2x8x16xbf16>, tensor<2x16xbf16>
// CHECK-DAG: tensor.extract_slice %{{.*}}[0, 0, 0] [2, 8, 9] [1, 1, 1]
// CHECK-DAG: tensor.extract_slice %{{.*}}[0, 0] [2, 9] [1, 1]
func.func @gradient(%a: tensor<2x5x8xbf16>, %b: tensor<2x5x9xbf16>, %z: tensor<2x8x9xbf16>)
    -> (tensor<2x8x9xbf16>, tensor<2x9xbf16>) {
  %0 = tensor.empty() : tensor<2x8x9xbf16>
  %1 = tensor.empty() : tensor<2x9xbf16>
  %2:2 = fused.matmul epilog(dgelu_bgrad) transpose_a ins(%a, %b : tensor<2x5x8xbf16>, tensor<2x5x9xbf16>)
      aux(%z : tensor<2x8x9xbf16>) outs(%0, %1 : tensor<2x8x9xbf16>, tensor<2x9xbf16>)
      -> tensor<2x8x9xbf16>, tensor<2x9xbf16>
  return %2#0, %2#1 : tensor<2x8x9xbf16>, tensor<2x9xbf16>
}

// Rows that are added up have to be those of the program: one of zeros would be
// NaN where B is infinite.

// CHECK-LABEL: @sum_of_rows
// CHECK-NOT: insert_slice
// CHECK: return
func.func @sum_of_rows(%a: tensor<5x3xbf16>, %b: tensor<5x9xbf16>, %z: tensor<3x9xbf16>)
    -> (tensor<3x9xbf16>, tensor<9xbf16>) {
  %0 = tensor.empty() : tensor<3x9xbf16>
  %1 = tensor.empty() : tensor<9xbf16>
  %2:2 = fused.matmul epilog(dgelu_bgrad) transpose_a ins(%a, %b : tensor<5x3xbf16>, tensor<5x9xbf16>)
      aux(%z : tensor<3x9xbf16>) outs(%0, %1 : tensor<3x9xbf16>, tensor<9xbf16>)
      -> tensor<3x9xbf16>, tensor<9xbf16>
  return %2#0, %2#1 : tensor<3x9xbf16>, tensor<9xbf16>
}

// Dimensions that are reshaped, but not padded, do not matter: what is computed
// is still computed in its place. A second reader finds it there, so that it is
// inserted last.

// CHECK-LABEL: @reshaped
// CHECK: %[[X:.*]] = linalg.exp
// CHECK: %[[BORDER:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 0, 5] [2, 3, 4, 3] [1, 1, 1, 1]
// CHECK: %[[WHOLE:.*]] = tensor.insert_slice %[[X]] into %[[BORDER]][0, 0, 0, 0] [2, 3, 4, 5] [1, 1, 1, 1]
// CHECK: %[[COLLAPSED:.*]] = tensor.collapse_shape %[[WHOLE]] {{\[}}[0, 1], [2], [3]] : tensor<2x3x4x8xbf16> into tensor<6x4x8xbf16>
// CHECK: fused.matmul {{.*}} ins(%[[COLLAPSED]],
func.func @reshaped(%x: tensor<2x3x4x5xbf16>, %b: tensor<5x8xbf16>) -> (tensor<2x3x4x5xbf16>, tensor<6x4x8xbf16>) {
  %0 = tensor.empty() : tensor<2x3x4x5xbf16>
  %1 = linalg.exp ins(%x : tensor<2x3x4x5xbf16>) outs(%0 : tensor<2x3x4x5xbf16>) -> tensor<2x3x4x5xbf16>
  %2 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x3x4x5xbf16> into tensor<6x4x5xbf16>
  %3 = tensor.empty() : tensor<6x4x8xbf16>
  %4 = fused.matmul epilog(default) ins(%2, %b : tensor<6x4x5xbf16>, tensor<5x8xbf16>)
      outs(%3 : tensor<6x4x8xbf16>) -> tensor<6x4x8xbf16>
  return %1, %4 : tensor<2x3x4x5xbf16>, tensor<6x4x8xbf16>
}

// A number that is a vector of one element.

// CHECK-LABEL: @number
// CHECK: %[[V:.*]] = tensor.expand_shape
// CHECK: tensor.insert_slice %[[V]] into %{{.*}}[0] [1] [1] : tensor<1xbf16> into tensor<8xbf16>
func.func @number(%a: tensor<3x8xbf16>, %b: tensor<8x1xbf16>, %v: tensor<bf16>) -> tensor<3x1xbf16> {
  %0 = tensor.empty() : tensor<3x1xbf16>
  %1 = tensor.expand_shape %v [] output_shape [1] : tensor<bf16> into tensor<1xbf16>
  %2 = fused.matmul epilog(relu_bias) ins(%a, %b : tensor<3x8xbf16>, tensor<8x1xbf16>)
      bias(%1 : tensor<1xbf16>) outs(%0 : tensor<3x1xbf16>) -> tensor<3x1xbf16>
  return %2 : tensor<3x1xbf16>
}

// A mask has the same size, but its bits beyond the last column would not be
// zero, as somebody else who reads it may expect.

// CHECK-LABEL: @mask
// CHECK: fused.matmul epilog(relu_aux)
// CHECK-SAME: tensor<3x16xbf16>, tensor<3x16xi8>
// CHECK: fused.matmul epilog(drelu)
// CHECK-SAME: aux(%{{.*}} : tensor<3x16xi8>)
// CHECK-SAME: tensor<3x16xbf16>
func.func @mask(%a: tensor<3x8xbf16>, %b: tensor<8x9xbf16>) -> (tensor<3x9xbf16>, tensor<3x9xbf16>) {
  %0 = tensor.empty() : tensor<3x9xbf16>
  %1 = tensor.empty() : tensor<3x16xi8>
  %2:2 = fused.matmul epilog(relu_aux) ins(%a, %b : tensor<3x8xbf16>, tensor<8x9xbf16>)
      outs(%0, %1 : tensor<3x9xbf16>, tensor<3x16xi8>) -> tensor<3x9xbf16>, tensor<3x16xi8>
  %3 = fused.matmul epilog(drelu) ins(%a, %b : tensor<3x8xbf16>, tensor<8x9xbf16>)
      aux(%2#1 : tensor<3x16xi8>) outs(%0 : tensor<3x9xbf16>) -> tensor<3x9xbf16>
  return %2#0, %3 : tensor<3x9xbf16>, tensor<3x9xbf16>
}

// CHECK-LABEL: @returned_mask
// CHECK-NOT: insert_slice
// CHECK: return
func.func @returned_mask(%a: tensor<3x8xbf16>, %b: tensor<8x9xbf16>) -> (tensor<3x9xbf16>, tensor<3x16xi8>) {
  %0 = tensor.empty() : tensor<3x9xbf16>
  %1 = tensor.empty() : tensor<3x16xi8>
  %2:2 = fused.matmul epilog(relu_aux) ins(%a, %b : tensor<3x8xbf16>, tensor<8x9xbf16>)
      outs(%0, %1 : tensor<3x9xbf16>, tensor<3x16xi8>) -> tensor<3x9xbf16>, tensor<3x16xi8>
  return %2#0, %2#1 : tensor<3x9xbf16>, tensor<3x16xi8>
}

// Nothing to pad: rows of 16 bytes, elements of 32 bits, unknown sizes, no
// elements.

// CHECK-LABEL: @others
// CHECK-NOT: insert_slice
// CHECK: return
func.func @others(%a: tensor<5x8xbf16>, %b: tensor<8x16xbf16>, %c: tensor<3x5xf32>, %d: tensor<5x7xf32>,
                  %e: tensor<3x?xbf16>, %f: tensor<?x7xbf16>, %g: tensor<3x0xbf16>, %h: tensor<0x7xbf16>)
    -> (tensor<5x16xbf16>, tensor<3x7xf32>, tensor<3x7xbf16>, tensor<3x7xbf16>) {
  %0 = tensor.empty() : tensor<5x16xbf16>
  %1 = tensor.empty() : tensor<3x7xf32>
  %2 = tensor.empty() : tensor<3x7xbf16>
  %3 = fused.matmul epilog(relu) ins(%a, %b : tensor<5x8xbf16>, tensor<8x16xbf16>)
      outs(%0 : tensor<5x16xbf16>) -> tensor<5x16xbf16>
  %4 = fused.matmul epilog(relu) ins(%c, %d : tensor<3x5xf32>, tensor<5x7xf32>)
      outs(%1 : tensor<3x7xf32>) -> tensor<3x7xf32>
  %5 = fused.matmul epilog(relu) ins(%e, %f : tensor<3x?xbf16>, tensor<?x7xbf16>)
      outs(%2 : tensor<3x7xbf16>) -> tensor<3x7xbf16>
  %6 = fused.matmul epilog(relu) ins(%g, %h : tensor<3x0xbf16>, tensor<0x7xbf16>)
      outs(%2 : tensor<3x7xbf16>) -> tensor<3x7xbf16>
  return %3, %4, %5, %6 : tensor<5x16xbf16>, tensor<3x7xf32>, tensor<3x7xbf16>, tensor<3x7xbf16>
}

// Copies of 77 million bytes pay for 1024 tokens, and not for one. Nothing that
// is small pays.

// FASTER: remark: [Passed] padded | Category:fused-pad-products
// FASTER-SAME: k=768, m=1024, n=50264
// FASTER-NOT: remark
func.func @tokens(%x: tensor<1024x768xbf16>, %w: tensor<50257x768xbf16>) -> tensor<1024x50257xf32> {
  %0 = tensor.empty() : tensor<1024x50257xf32>
  %1 = fused.matmul epilog(default) transpose_b ins(%x, %w : tensor<1024x768xbf16>, tensor<50257x768xbf16>)
      outs(%0 : tensor<1024x50257xf32>) -> tensor<1024x50257xf32>
  return %1 : tensor<1024x50257xf32>
}

func.func @token(%x: tensor<1x768xbf16>, %w: tensor<50257x768xbf16>) -> tensor<1x50257xf32> {
  %0 = tensor.empty() : tensor<1x50257xf32>
  %1 = fused.matmul epilog(default) transpose_b ins(%x, %w : tensor<1x768xbf16>, tensor<50257x768xbf16>)
      outs(%0 : tensor<1x50257xf32>) -> tensor<1x50257xf32>
  return %1 : tensor<1x50257xf32>
}
