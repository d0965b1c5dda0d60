// RUN: fused-opt %s --fused-pad-products="always attention" --split-input-file | FileCheck %s
// RUN: fused-opt %s --fused-pad-products=always --split-input-file | FileCheck %s --check-prefix=PADDED

// Kernels of attention and its gradients read no matrix with a row for each
// score.

#ij = affine_map<(b, i, j) -> (b, i, j)>
#i = affine_map<(b, i, j) -> (b, i)>

// CHECK-LABEL: func.func @step(
// CHECK-NOT: tensor.insert_slice
// CHECK: return
// PADDED-LABEL: func.func @step(
// PADDED: tensor.insert_slice
func.func @step(%g: tensor<2x3x8xbf16>, %q: tensor<2x3x8xbf16>, %k: tensor<2x5x8xbf16>, %v: tensor<2x5x8xbf16>)
    -> (tensor<2x3x8xbf16>, tensor<2x3x8xbf16>, tensor<2x5x8xbf16>, tensor<2x5x8xbf16>) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %m16 = tensor.empty() : tensor<2x3x5xbf16>
  %m32 = tensor.empty() : tensor<2x3x5xf32>
  %r32 = tensor.empty() : tensor<2x3xf32>
  %ofq = tensor.empty() : tensor<2x3x8xbf16>
  %ofk = tensor.empty() : tensor<2x5x8xbf16>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<2x3x8xbf16>, tensor<2x5x8xbf16>) outs(%m16 : tensor<2x3x5xbf16>) -> tensor<2x3x5xbf16>
  %lows = linalg.fill ins(%lowest : f32) outs(%r32 : tensor<2x3xf32>) -> tensor<2x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%r32 : tensor<2x3xf32>) -> tensor<2x3xf32>
  %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<2x3x5xbf16>) outs(%lows : tensor<2x3xf32>) {
  ^bb0(%x: bf16, %m: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.maximumf %m, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x3xf32>
  %p = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %max : tensor<2x3x5xbf16>, tensor<2x3xf32>) outs(%m32 : tensor<2x3x5xf32>) {
  ^bb0(%x: bf16, %m: f32, %o: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.subf %0, %m : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x3x5xf32>
  %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p : tensor<2x3x5xf32>) outs(%zeros : tensor<2x3xf32>) {
  ^bb0(%x: f32, %m: f32):
    %0 = arith.addf %m, %x : f32
    linalg.yield %0 : f32
  } -> tensor<2x3xf32>
  %w = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p, %sum : tensor<2x3x5xf32>, tensor<2x3xf32>) outs(%m16 : tensor<2x3x5xbf16>) {
  ^bb0(%x: f32, %m: f32, %o: bf16):
    %0 = arith.divf %x, %m : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<2x3x5xbf16>
  %out = fused.matmul epilog(default) ins(%w, %v : tensor<2x3x5xbf16>, tensor<2x5x8xbf16>) outs(%ofq : tensor<2x3x8xbf16>) -> tensor<2x3x8xbf16>
  %dv = fused.matmul epilog(default) transpose_a ins(%w, %g : tensor<2x3x5xbf16>, tensor<2x3x8xbf16>) outs(%ofk : tensor<2x5x8xbf16>) -> tensor<2x5x8xbf16>
  %dw = fused.matmul epilog(default) transpose_b ins(%g, %v : tensor<2x3x8xbf16>, tensor<2x5x8xbf16>) outs(%m16 : tensor<2x3x5xbf16>) -> tensor<2x3x5xbf16>
  // Nothing that the scores reach widens these.
  %dw32 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel", "parallel"]} ins(%dw : tensor<2x3x5xbf16>) outs(%m32 : tensor<2x3x5xf32>) {
  ^bb0(%x: bf16, %o: f32):
    %0 = arith.extf %x : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<2x3x5xf32>
  %dot = linalg.generic {indexing_maps = [#ij, #ij, #i], iterator_types = ["parallel", "parallel", "reduction"]} ins(%w, %dw32 : tensor<2x3x5xbf16>, tensor<2x3x5xf32>) outs(%zeros : tensor<2x3xf32>) {
  ^bb0(%x: bf16, %y: f32, %m: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.mulf %0, %y : f32
    %2 = arith.addf %m, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x3xf32>
  %ds = linalg.generic {indexing_maps = [#ij, #ij, #i, #ij], iterator_types = ["parallel", "parallel", "parallel"]} ins(%w, %dw32, %dot : tensor<2x3x5xbf16>, tensor<2x3x5xf32>, tensor<2x3xf32>) outs(%m16 : tensor<2x3x5xbf16>) {
  ^bb0(%x: bf16, %y: f32, %m: f32, %o: bf16):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.subf %y, %m : f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<2x3x5xbf16>
  %dq = fused.matmul epilog(default) ins(%ds, %k : tensor<2x3x5xbf16>, tensor<2x5x8xbf16>) outs(%ofq : tensor<2x3x8xbf16>) -> tensor<2x3x8xbf16>
  %dk = fused.matmul epilog(default) transpose_a ins(%ds, %q : tensor<2x3x5xbf16>, tensor<2x3x8xbf16>) outs(%ofk : tensor<2x5x8xbf16>) -> tensor<2x5x8xbf16>
  return %out, %dq, %dk, %dv : tensor<2x3x8xbf16>, tensor<2x3x8xbf16>, tensor<2x5x8xbf16>, tensor<2x5x8xbf16>
}

// -----

// Something else multiplies the weights: they are in memory.

#ij = affine_map<(b, i, j) -> (b, i, j)>
#i = affine_map<(b, i, j) -> (b, i)>

// CHECK-LABEL: func.func @stored(
// CHECK: tensor.insert_slice
func.func @stored(%g: tensor<2x3x8xbf16>, %q: tensor<2x3x8xbf16>, %k: tensor<2x5x8xbf16>, %v: tensor<2x5x8xbf16>, %u: tensor<2x5x8xbf16>)
    -> (tensor<2x3x8xbf16>, tensor<2x3x8xbf16>, tensor<2x5x8xbf16>, tensor<2x5x8xbf16>, tensor<2x3x8xbf16>) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %m16 = tensor.empty() : tensor<2x3x5xbf16>
  %m32 = tensor.empty() : tensor<2x3x5xf32>
  %r32 = tensor.empty() : tensor<2x3xf32>
  %ofq = tensor.empty() : tensor<2x3x8xbf16>
  %ofk = tensor.empty() : tensor<2x5x8xbf16>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<2x3x8xbf16>, tensor<2x5x8xbf16>) outs(%m16 : tensor<2x3x5xbf16>) -> tensor<2x3x5xbf16>
  %lows = linalg.fill ins(%lowest : f32) outs(%r32 : tensor<2x3xf32>) -> tensor<2x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%r32 : tensor<2x3xf32>) -> tensor<2x3xf32>
  %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<2x3x5xbf16>) outs(%lows : tensor<2x3xf32>) {
  ^bb0(%x: bf16, %m: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.maximumf %m, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x3xf32>
  %p = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %max : tensor<2x3x5xbf16>, tensor<2x3xf32>) outs(%m32 : tensor<2x3x5xf32>) {
  ^bb0(%x: bf16, %m: f32, %o: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.subf %0, %m : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x3x5xf32>
  %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p : tensor<2x3x5xf32>) outs(%zeros : tensor<2x3xf32>) {
  ^bb0(%x: f32, %m: f32):
    %0 = arith.addf %m, %x : f32
    linalg.yield %0 : f32
  } -> tensor<2x3xf32>
  %w = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p, %sum : tensor<2x3x5xf32>, tensor<2x3xf32>) outs(%m16 : tensor<2x3x5xbf16>) {
  ^bb0(%x: f32, %m: f32, %o: bf16):
    %0 = arith.divf %x, %m : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<2x3x5xbf16>
  %out = fused.matmul epilog(default) ins(%w, %v : tensor<2x3x5xbf16>, tensor<2x5x8xbf16>) outs(%ofq : tensor<2x3x8xbf16>) -> tensor<2x3x8xbf16>
  %dv = fused.matmul epilog(default) transpose_a ins(%w, %g : tensor<2x3x5xbf16>, tensor<2x3x8xbf16>) outs(%ofk : tensor<2x5x8xbf16>) -> tensor<2x5x8xbf16>
  %dw = fused.matmul epilog(default) transpose_b ins(%g, %v : tensor<2x3x8xbf16>, tensor<2x5x8xbf16>) outs(%m16 : tensor<2x3x5xbf16>) -> tensor<2x3x5xbf16>
  // Nothing that the scores reach widens these.
  %dw32 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel", "parallel"]} ins(%dw : tensor<2x3x5xbf16>) outs(%m32 : tensor<2x3x5xf32>) {
  ^bb0(%x: bf16, %o: f32):
    %0 = arith.extf %x : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<2x3x5xf32>
  %dot = linalg.generic {indexing_maps = [#ij, #ij, #i], iterator_types = ["parallel", "parallel", "reduction"]} ins(%w, %dw32 : tensor<2x3x5xbf16>, tensor<2x3x5xf32>) outs(%zeros : tensor<2x3xf32>) {
  ^bb0(%x: bf16, %y: f32, %m: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.mulf %0, %y : f32
    %2 = arith.addf %m, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x3xf32>
  %ds = linalg.generic {indexing_maps = [#ij, #ij, #i, #ij], iterator_types = ["parallel", "parallel", "parallel"]} ins(%w, %dw32, %dot : tensor<2x3x5xbf16>, tensor<2x3x5xf32>, tensor<2x3xf32>) outs(%m16 : tensor<2x3x5xbf16>) {
  ^bb0(%x: bf16, %y: f32, %m: f32, %o: bf16):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.subf %y, %m : f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<2x3x5xbf16>
  %dq = fused.matmul epilog(default) ins(%ds, %k : tensor<2x3x5xbf16>, tensor<2x5x8xbf16>) outs(%ofq : tensor<2x3x8xbf16>) -> tensor<2x3x8xbf16>
  %dk = fused.matmul epilog(default) transpose_a ins(%ds, %q : tensor<2x3x5xbf16>, tensor<2x3x8xbf16>) outs(%ofk : tensor<2x5x8xbf16>) -> tensor<2x5x8xbf16>
  %more = fused.matmul epilog(default) ins(%w, %u : tensor<2x3x5xbf16>, tensor<2x5x8xbf16>) outs(%ofq : tensor<2x3x8xbf16>) -> tensor<2x3x8xbf16>
  return %out, %dq, %dk, %dv, %more : tensor<2x3x8xbf16>, tensor<2x3x8xbf16>, tensor<2x5x8xbf16>, tensor<2x5x8xbf16>, tensor<2x3x8xbf16>
}
