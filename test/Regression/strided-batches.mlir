// RUN: fused-run %s --entry=padded_batches --verify | FileCheck %s
// RUN: fused-run %s --entry=scaled_bias_in_some_rows --verify | FileCheck %s
// RUN: fused-run %s --entry=other_rows_of_padded_rows --verify | FileCheck %s
// RUN: fused-run %s --entry=other_rows_of_a --verify | FileCheck %s
// RUN: fused-run %s --entry=other_rows_of_b --verify | FileCheck %s
// RUN: fused-run %s --entry=other_rows_in_bf16 --verify | FileCheck %s
// RUN: env ONEDNN_MAX_CPU_ISA=AVX2 fused-run %s --entry=scaled_bias_in_some_rows --verify | FileCheck %s
// RUN: env ONEDNN_MAX_CPU_ISA=AVX2 fused-run %s --entry=other_rows_of_a --verify | FileCheck %s

// Batches of every other row of an array: the last row of one is nearer to the
// first of the next than two rows are, which oneDNN refuses; or the next batch
// does not begin with a row, where it misplaces a bias that is added after a
// scale, and reads beyond it.
// CHECK: verification: PASS

func.func @padded_batches(%a: tensor<3x3x7xf32>, %b: tensor<3x7x20xf32>, %v: tensor<20xf32>) -> tensor<3x5x23xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x5x23xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x5x23xf32>) -> tensor<3x5x23xf32>
  %s = tensor.extract_slice %f[0, 0, 1] [3, 3, 20] [1, 2, 1] : tensor<3x5x23xf32> to tensor<3x3x20xf32>
  %p = fused.matmul epilog(gelu_bias) alpha(0.5) ins(%a, %b : tensor<3x3x7xf32>, tensor<3x7x20xf32>) bias(%v : tensor<20xf32>) outs(%s : tensor<3x3x20xf32>) -> tensor<3x3x20xf32>
  %i = tensor.insert_slice %p into %f[0, 0, 1] [3, 3, 20] [1, 2, 1] : tensor<3x3x20xf32> into tensor<3x5x23xf32>
  return %i : tensor<3x5x23xf32>
}

#bmn = affine_map<(b, i, j) -> (b, i, j)>
#n = affine_map<(b, i, j) -> (j)>
func.func @scaled_bias_in_some_rows(%a: tensor<3x3x7xf32>, %b: tensor<3x7x20xf32>, %v: tensor<20xf32>) -> tensor<3x7x20xf32> {
  %z = arith.constant 0.0 : f32
  %h = arith.constant 0.5 : f32
  %e0 = tensor.empty() : tensor<3x3x20xf32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<3x3x20xf32>) -> tensor<3x3x20xf32>
  %e = tensor.empty() : tensor<3x7x20xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x7x20xf32>) -> tensor<3x7x20xf32>
  %p = linalg.batch_matmul ins(%a, %b : tensor<3x3x7xf32>, tensor<3x7x20xf32>) outs(%f0 : tensor<3x3x20xf32>) -> tensor<3x3x20xf32>
  %s = tensor.extract_slice %f[0, 0, 0] [3, 3, 20] [1, 2, 1] : tensor<3x7x20xf32> to tensor<3x3x20xf32>
  %0 = linalg.generic {indexing_maps = [#bmn, #n, #bmn], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %v : tensor<3x3x20xf32>, tensor<20xf32>) outs(%s : tensor<3x3x20xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %h : f32
    %t = arith.addf %m, %y : f32
    linalg.yield %t : f32
  } -> tensor<3x3x20xf32>
  %i = tensor.insert_slice %0 into %f[0, 0, 0] [3, 3, 20] [1, 2, 1] : tensor<3x3x20xf32> into tensor<3x7x20xf32>
  return %i : tensor<3x7x20xf32>
}

func.func @other_rows_of_padded_rows(%a: tensor<3x3x7xf32>, %b: tensor<3x7x20xf32>, %v: tensor<20xf32>) -> tensor<3x7x23xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x7x23xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x7x23xf32>) -> tensor<3x7x23xf32>
  %s = tensor.extract_slice %f[0, 0, 1] [3, 3, 20] [1, 2, 1] : tensor<3x7x23xf32> to tensor<3x3x20xf32>
  %p = fused.matmul epilog(gelu_bias) alpha(0.5) ins(%a, %b : tensor<3x3x7xf32>, tensor<3x7x20xf32>) bias(%v : tensor<20xf32>) outs(%s : tensor<3x3x20xf32>) -> tensor<3x3x20xf32>
  %i = tensor.insert_slice %p into %f[0, 0, 1] [3, 3, 20] [1, 2, 1] : tensor<3x3x20xf32> into tensor<3x7x23xf32>
  return %i : tensor<3x7x23xf32>
}

func.func @other_rows_of_a(%x: tensor<3x5x7xf32>, %b: tensor<3x7x20xf32>) -> tensor<3x3x20xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x3x20xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x3x20xf32>) -> tensor<3x3x20xf32>
  %a = tensor.extract_slice %x[0, 0, 0] [3, 3, 7] [1, 2, 1] : tensor<3x5x7xf32> to tensor<3x3x7xf32>
  %p = linalg.batch_matmul ins(%a, %b : tensor<3x3x7xf32>, tensor<3x7x20xf32>) outs(%f : tensor<3x3x20xf32>) -> tensor<3x3x20xf32>
  return %p : tensor<3x3x20xf32>
}

func.func @other_rows_of_b(%x: tensor<3x5x7xf32>, %y: tensor<3x13x20xf32>) -> tensor<3x5x20xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x5x20xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x5x20xf32>) -> tensor<3x5x20xf32>
  %b = tensor.extract_slice %y[0, 0, 0] [3, 7, 20] [1, 2, 1] : tensor<3x13x20xf32> to tensor<3x7x20xf32>
  %p = linalg.batch_matmul ins(%x, %b : tensor<3x5x7xf32>, tensor<3x7x20xf32>) outs(%f : tensor<3x5x20xf32>) -> tensor<3x5x20xf32>
  return %p : tensor<3x5x20xf32>
}

func.func @other_rows_in_bf16(%x: tensor<3x5x8xbf16>, %y: tensor<3x15x20xbf16>) -> tensor<3x3x20xbf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<3x3x20xbf16>
  %f = linalg.fill ins(%z : bf16) outs(%e : tensor<3x3x20xbf16>) -> tensor<3x3x20xbf16>
  %a = tensor.extract_slice %x[0, 0, 0] [3, 3, 8] [1, 2, 1] : tensor<3x5x8xbf16> to tensor<3x3x8xbf16>
  %b = tensor.extract_slice %y[0, 0, 0] [3, 8, 20] [1, 2, 1] : tensor<3x15x20xbf16> to tensor<3x8x20xbf16>
  %p = linalg.batch_matmul ins(%a, %b : tensor<3x3x8xbf16>, tensor<3x8x20xbf16>) outs(%f : tensor<3x3x20xbf16>) -> tensor<3x3x20xbf16>
  return %p : tensor<3x3x20xbf16>
}
