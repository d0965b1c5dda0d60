// RUN: fused-opt %s --fused-fuse-attention --canonicalize | FileCheck %s

// What is not attention, or has no kernel.
// CHECK-NOT: fused.attention

#bij = affine_map<(b, i, j) -> (b, i, j)>
#ij = affine_map<(i, j) -> (i, j)>

// The weights are a result of the program.
func.func @weights_read(%q: tensor<24x8xbf16>, %k: tensor<16x8xbf16>, %v: tensor<16x8xbf16>) -> (tensor<24x8xbf16>, tensor<24x16xbf16>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<24x8xbf16>, tensor<16x8xbf16>)
      outs(%s0 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %w0 = tensor.empty() : tensor<24x16xbf16>
  %w = fused.rows over [1] maps [#ij, #ij] ins(%s : tensor<24x16xf32>) outs(%w0 : tensor<24x16xbf16>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to bf16
    fused.yield %3 : bf16
  } -> tensor<24x16xbf16>
  %o0 = tensor.empty() : tensor<24x8xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<24x16xbf16>, tensor<16x8xbf16>)
      outs(%o0 : tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o, %w : tensor<24x8xbf16>, tensor<24x16xbf16>
}

// So are the scores.
func.func @scores_read(%q: tensor<24x8xbf16>, %k: tensor<16x8xbf16>, %v: tensor<16x8xbf16>) -> (tensor<24x8xbf16>, tensor<24x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<24x8xbf16>, tensor<16x8xbf16>)
      outs(%s0 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %w0 = tensor.empty() : tensor<24x16xbf16>
  %w = fused.rows over [1] maps [#ij, #ij] ins(%s : tensor<24x16xf32>) outs(%w0 : tensor<24x16xbf16>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to bf16
    fused.yield %3 : bf16
  } -> tensor<24x16xbf16>
  %o0 = tensor.empty() : tensor<24x8xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<24x16xbf16>, tensor<16x8xbf16>)
      outs(%o0 : tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o, %s : tensor<24x8xbf16>, tensor<24x16xf32>
}

// Another number than the largest score is subtracted.
func.func @other_maximum(%q: tensor<24x8xbf16>, %k: tensor<16x8xbf16>, %v: tensor<16x8xbf16>) -> tensor<24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<24x8xbf16>, tensor<16x8xbf16>)
      outs(%s0 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %w0 = tensor.empty() : tensor<24x16xbf16>
  %w = fused.rows over [1] maps [#ij, #ij] ins(%s : tensor<24x16xf32>) outs(%w0 : tensor<24x16xbf16>) {
  ^bb0(%in: f32):
    %negative = arith.negf %in : f32
    %max = fused.reduce maximumf %negative init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to bf16
    fused.yield %3 : bf16
  } -> tensor<24x16xbf16>
  %o0 = tensor.empty() : tensor<24x8xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<24x16xbf16>, tensor<16x8xbf16>)
      outs(%o0 : tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// The same.
func.func @minimum(%q: tensor<24x8xbf16>, %k: tensor<16x8xbf16>, %v: tensor<16x8xbf16>) -> tensor<24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<24x8xbf16>, tensor<16x8xbf16>)
      outs(%s0 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %w0 = tensor.empty() : tensor<24x16xbf16>
  %w = fused.rows over [1] maps [#ij, #ij] ins(%s : tensor<24x16xf32>) outs(%w0 : tensor<24x16xbf16>) {
  ^bb0(%in: f32):
    %max = fused.reduce minimumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to bf16
    fused.yield %3 : bf16
  } -> tensor<24x16xbf16>
  %o0 = tensor.empty() : tensor<24x8xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<24x16xbf16>, tensor<16x8xbf16>)
      outs(%o0 : tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// The sum is not that of the weights.
func.func @other_sum(%q: tensor<24x8xbf16>, %k: tensor<16x8xbf16>, %v: tensor<16x8xbf16>) -> tensor<24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<24x8xbf16>, tensor<16x8xbf16>)
      outs(%s0 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %w0 = tensor.empty() : tensor<24x16xbf16>
  %w = fused.rows over [1] maps [#ij, #ij] ins(%s : tensor<24x16xf32>) outs(%w0 : tensor<24x16xbf16>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %in init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to bf16
    fused.yield %3 : bf16
  } -> tensor<24x16xbf16>
  %o0 = tensor.empty() : tensor<24x8xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<24x16xbf16>, tensor<16x8xbf16>)
      outs(%o0 : tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// The sum has another term, as in softmax with a zero among the scores.
func.func @sum_from_one(%q: tensor<24x8xbf16>, %k: tensor<16x8xbf16>, %v: tensor<16x8xbf16>) -> tensor<24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<24x8xbf16>, tensor<16x8xbf16>)
      outs(%s0 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %w0 = tensor.empty() : tensor<24x16xbf16>
  %w = fused.rows over [1] maps [#ij, #ij] ins(%s : tensor<24x16xf32>) outs(%w0 : tensor<24x16xbf16>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%one) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to bf16
    fused.yield %3 : bf16
  } -> tensor<24x16xbf16>
  %o0 = tensor.empty() : tensor<24x8xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<24x16xbf16>, tensor<16x8xbf16>)
      outs(%o0 : tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// The weights of each key sum to one.
func.func @columns(%q: tensor<24x8xbf16>, %k: tensor<16x8xbf16>, %v: tensor<16x8xbf16>) -> tensor<24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<24x8xbf16>, tensor<16x8xbf16>)
      outs(%s0 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %w0 = tensor.empty() : tensor<24x16xbf16>
  %w = fused.rows over [0] maps [#ij, #ij] ins(%s : tensor<24x16xf32>) outs(%w0 : tensor<24x16xbf16>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to bf16
    fused.yield %3 : bf16
  } -> tensor<24x16xbf16>
  %o0 = tensor.empty() : tensor<24x8xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<24x16xbf16>, tensor<16x8xbf16>)
      outs(%o0 : tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// Weights are changed behind the softmax.
func.func @after_softmax(%q: tensor<24x8xbf16>, %k: tensor<16x8xbf16>, %v: tensor<16x8xbf16>) -> tensor<24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<24x8xbf16>, tensor<16x8xbf16>)
      outs(%s0 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %w0 = tensor.empty() : tensor<24x16xbf16>
  %w = fused.rows over [1] maps [#ij, #ij] ins(%s : tensor<24x16xf32>) outs(%w0 : tensor<24x16xbf16>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.truncf %3 : f32 to bf16
    fused.yield %4 : bf16
  } -> tensor<24x16xbf16>
  %o0 = tensor.empty() : tensor<24x8xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<24x16xbf16>, tensor<16x8xbf16>)
      outs(%o0 : tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// Scores that depend on all of a row.
func.func @of_row(%q: tensor<24x8xbf16>, %k: tensor<16x8xbf16>, %v: tensor<16x8xbf16>) -> tensor<24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<24x8xbf16>, tensor<16x8xbf16>)
      outs(%s0 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %w0 = tensor.empty() : tensor<24x16xbf16>
  %w = fused.rows over [1] maps [#ij, #ij] ins(%s : tensor<24x16xf32>) outs(%w0 : tensor<24x16xbf16>) {
  ^bb0(%in: f32):
    %total = fused.reduce addf %in init(%zero) : f32
    %part = arith.divf %in, %total : f32
    %max = fused.reduce maximumf %part init(%lowest) : f32
    %0 = arith.subf %part, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to bf16
    fused.yield %3 : bf16
  } -> tensor<24x16xbf16>
  %o0 = tensor.empty() : tensor<24x8xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<24x16xbf16>, tensor<16x8xbf16>)
      outs(%o0 : tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// An epilog of a library.
func.func @activation(%q: tensor<24x8xbf16>, %k: tensor<16x8xbf16>, %v: tensor<16x8xbf16>) -> tensor<24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<24x16xf32>
  %s = fused.matmul epilog(relu) transpose_b ins(%q, %k : tensor<24x8xbf16>, tensor<16x8xbf16>)
      outs(%s0 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %w0 = tensor.empty() : tensor<24x16xbf16>
  %w = fused.rows over [1] maps [#ij, #ij] ins(%s : tensor<24x16xf32>) outs(%w0 : tensor<24x16xbf16>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to bf16
    fused.yield %3 : bf16
  } -> tensor<24x16xbf16>
  %o0 = tensor.empty() : tensor<24x8xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<24x16xbf16>, tensor<16x8xbf16>)
      outs(%o0 : tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// Scores and values of two types.
func.func @two_types(%q: tensor<24x8xf16>, %k: tensor<16x8xf16>, %v: tensor<16x8xbf16>) -> tensor<24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<24x8xf16>, tensor<16x8xf16>)
      outs(%s0 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %w0 = tensor.empty() : tensor<24x16xbf16>
  %w = fused.rows over [1] maps [#ij, #ij] ins(%s : tensor<24x16xf32>) outs(%w0 : tensor<24x16xbf16>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to bf16
    fused.yield %3 : bf16
  } -> tensor<24x16xbf16>
  %o0 = tensor.empty() : tensor<24x8xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<24x16xbf16>, tensor<16x8xbf16>)
      outs(%o0 : tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// Matrices of f32.
func.func @types(%q: tensor<24x8xf32>, %k: tensor<16x8xf32>, %v: tensor<16x8xf32>) -> tensor<24x8xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<24x8xf32>, tensor<16x8xf32>)
      outs(%s0 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %w0 = tensor.empty() : tensor<24x16xf32>
  %w = fused.rows over [1] maps [#ij, #ij] ins(%s : tensor<24x16xf32>) outs(%w0 : tensor<24x16xf32>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    fused.yield %2 : f32
  } -> tensor<24x16xf32>
  %o0 = tensor.empty() : tensor<24x8xf32>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<24x16xf32>, tensor<16x8xf32>)
      outs(%o0 : tensor<24x8xf32>) -> tensor<24x8xf32>
  return %o : tensor<24x8xf32>
}

// The program returns other matrices of the weights.
func.func @other_matrices(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>) -> (tensor<2x24x8xbf16>, tensor<6x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<2x24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<2x24x8xbf16>, tensor<2x16x8xbf16>)
      outs(%s0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %w0 = tensor.empty() : tensor<2x24x16xbf16>
  %w = fused.rows over [2] maps [#bij, #bij] ins(%s : tensor<2x24x16xf32>) outs(%w0 : tensor<2x24x16xbf16>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to bf16
    fused.yield %3 : bf16
  } -> tensor<2x24x16xbf16>
  %x = tensor.expand_shape %w [[0, 1], [2, 3], [4]] output_shape [1, 2, 24, 1, 16]
      : tensor<2x24x16xbf16> into tensor<1x2x24x1x16xbf16>
  %y = tensor.collapse_shape %x [[0, 1], [2], [3, 4]] : tensor<1x2x24x1x16xbf16> into tensor<2x24x16xbf16>
  %o0 = tensor.empty() : tensor<2x24x8xbf16>
  %o = fused.matmul epilog(default) ins(%y, %v : tensor<2x24x16xbf16>, tensor<2x16x8xbf16>)
      outs(%o0 : tensor<2x24x8xbf16>) -> tensor<2x24x8xbf16>
  %z = tensor.collapse_shape %w [[0, 1, 2]] : tensor<2x24x16xbf16> into tensor<768xbf16>
  %u = tensor.expand_shape %z [[0, 1]] output_shape [6, 128] : tensor<768xbf16> into tensor<6x128xbf16>
  return %o, %u : tensor<2x24x8xbf16>, tensor<6x128xbf16>
}
