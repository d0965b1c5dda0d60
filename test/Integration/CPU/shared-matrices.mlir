// RUN: fused-run %s --entry=f32 --verify | FileCheck %s
// RUN: fused-run %s --entry=bf16 --verify | FileCheck %s
// RUN: fused-run %s --entry=f16 --verify | FileCheck %s
// RUN: fused-run %s --entry=f64 --verify | FileCheck %s
// RUN: fused-run %s --entry=f32 --target=cuda --emulate --verify | FileCheck %s
// RUN: fused-run %s --entry=bf16 --target=cuda --emulate --verify | FileCheck %s
// RUN: fused-run %s --entry=f16 --numerics=fast --verify | FileCheck %s
// RUN: fused-run %s --entry=operation --verify | FileCheck %s
// RUN: fused-run %s --entry=operation --target=cuda --emulate --verify | FileCheck %s

// Matrices that several products of a batch add: one for all, one for the heads
// of each element of the batch, one for each head; before a ReLU, and scaled.
// CHECK: verification: PASS

#bhmn = affine_map<(b, h, m, n) -> (b, h, m, n)>
#hmn = affine_map<(b, h, m, n) -> (h, m, n)>
#bmn = affine_map<(b, h, m, n) -> (b, m, n)>
#mn = affine_map<(b, h, m, n) -> (m, n)>

func.func @f32(
    %q: tensor<6x5x4xf32>, %k: tensor<6x7x4xf32>, %all: tensor<5x7xf32>,
    %heads: tensor<2x5x7xf32>, %batch: tensor<3x5x7xf32>)
    -> (tensor<2x3x5x7xf32>, tensor<2x3x5x7xf32>, tensor<2x3x5x7xf32>, tensor<2x3x5x7xf32>) {
  %e0 = tensor.empty() : tensor<6x5x7xf32>
  %p0 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x7x4xf32>)
      outs(%e0 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %x0 = tensor.expand_shape %p0 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %d0 = tensor.empty() : tensor<2x3x5x7xf32>
  %r0 = linalg.generic {
      indexing_maps = [#bhmn, #mn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x0, %all : tensor<2x3x5x7xf32>, tensor<5x7xf32>)
      outs(%d0 : tensor<2x3x5x7xf32>) {
  ^bb0(%i: f32, %c: f32, %o: f32):
    %y = arith.addf %i, %c : f32
    linalg.yield %y : f32
  } -> tensor<2x3x5x7xf32>
  %e1 = tensor.empty() : tensor<6x5x7xf32>
  %p1 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x7x4xf32>)
      outs(%e1 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %x1 = tensor.expand_shape %p1 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %d1 = tensor.empty() : tensor<2x3x5x7xf32>
  %r1 = linalg.generic {
      indexing_maps = [#bhmn, #bmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x1, %heads : tensor<2x3x5x7xf32>, tensor<2x5x7xf32>)
      outs(%d1 : tensor<2x3x5x7xf32>) {
  ^bb0(%i: f32, %c: f32, %o: f32):
    %y = arith.addf %i, %c : f32
    linalg.yield %y : f32
  } -> tensor<2x3x5x7xf32>
  %e2 = tensor.empty() : tensor<6x5x7xf32>
  %p2 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x7x4xf32>)
      outs(%e2 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %x2 = tensor.expand_shape %p2 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %d2 = tensor.empty() : tensor<2x3x5x7xf32>
  %r2 = linalg.generic {
      indexing_maps = [#bhmn, #hmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x2, %batch : tensor<2x3x5x7xf32>, tensor<3x5x7xf32>)
      outs(%d2 : tensor<2x3x5x7xf32>) {
  ^bb0(%i: f32, %c: f32, %o: f32):
    %s = arith.constant 0.125 : f32
    %z = arith.constant 0.0 : f32
    %i1 = arith.mulf %i, %s : f32
    %y = arith.addf %i1, %c : f32
    %r = arith.maximumf %y, %z : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x7xf32>
  %e3 = tensor.empty() : tensor<6x5x7xf32>
  %p3 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x7x4xf32>)
      outs(%e3 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %x3 = tensor.expand_shape %p3 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %d3 = tensor.empty() : tensor<2x3x5x7xf32>
  %r3 = linalg.generic {
      indexing_maps = [#bhmn, #bmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x3, %heads : tensor<2x3x5x7xf32>, tensor<2x5x7xf32>)
      outs(%d3 : tensor<2x3x5x7xf32>) {
  ^bb0(%i: f32, %c: f32, %o: f32):
    %s = arith.constant -0.5 : f32
    %c1 = arith.mulf %c, %s : f32
    %y = arith.addf %i, %c1 : f32
    linalg.yield %y : f32
  } -> tensor<2x3x5x7xf32>
  return %r0, %r1, %r2, %r3
      : tensor<2x3x5x7xf32>, tensor<2x3x5x7xf32>, tensor<2x3x5x7xf32>, tensor<2x3x5x7xf32>
}

func.func @bf16(
    %q: tensor<6x5x4xbf16>, %k: tensor<6x7x4xbf16>, %all: tensor<5x7xbf16>,
    %heads: tensor<2x5x7xbf16>, %batch: tensor<3x5x7xbf16>)
    -> (tensor<2x3x5x7xbf16>, tensor<2x3x5x7xbf16>, tensor<2x3x5x7xbf16>, tensor<2x3x5x7xbf16>) {
  %e0 = tensor.empty() : tensor<6x5x7xbf16>
  %p0 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xbf16>, tensor<6x7x4xbf16>)
      outs(%e0 : tensor<6x5x7xbf16>) -> tensor<6x5x7xbf16>
  %x0 = tensor.expand_shape %p0 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xbf16> into tensor<2x3x5x7xbf16>
  %d0 = tensor.empty() : tensor<2x3x5x7xbf16>
  %r0 = linalg.generic {
      indexing_maps = [#bhmn, #mn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x0, %all : tensor<2x3x5x7xbf16>, tensor<5x7xbf16>)
      outs(%d0 : tensor<2x3x5x7xbf16>) {
  ^bb0(%i: bf16, %c: bf16, %o: bf16):
    %y = arith.addf %i, %c : bf16
    linalg.yield %y : bf16
  } -> tensor<2x3x5x7xbf16>
  %e1 = tensor.empty() : tensor<6x5x7xbf16>
  %p1 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xbf16>, tensor<6x7x4xbf16>)
      outs(%e1 : tensor<6x5x7xbf16>) -> tensor<6x5x7xbf16>
  %x1 = tensor.expand_shape %p1 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xbf16> into tensor<2x3x5x7xbf16>
  %d1 = tensor.empty() : tensor<2x3x5x7xbf16>
  %r1 = linalg.generic {
      indexing_maps = [#bhmn, #bmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x1, %heads : tensor<2x3x5x7xbf16>, tensor<2x5x7xbf16>)
      outs(%d1 : tensor<2x3x5x7xbf16>) {
  ^bb0(%i: bf16, %c: bf16, %o: bf16):
    %y = arith.addf %i, %c : bf16
    linalg.yield %y : bf16
  } -> tensor<2x3x5x7xbf16>
  %e2 = tensor.empty() : tensor<6x5x7xbf16>
  %p2 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xbf16>, tensor<6x7x4xbf16>)
      outs(%e2 : tensor<6x5x7xbf16>) -> tensor<6x5x7xbf16>
  %x2 = tensor.expand_shape %p2 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xbf16> into tensor<2x3x5x7xbf16>
  %d2 = tensor.empty() : tensor<2x3x5x7xbf16>
  %r2 = linalg.generic {
      indexing_maps = [#bhmn, #hmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x2, %batch : tensor<2x3x5x7xbf16>, tensor<3x5x7xbf16>)
      outs(%d2 : tensor<2x3x5x7xbf16>) {
  ^bb0(%i: bf16, %c: bf16, %o: bf16):
    %s = arith.constant 0.125 : bf16
    %z = arith.constant 0.0 : bf16
    %i1 = arith.mulf %i, %s : bf16
    %y = arith.addf %i1, %c : bf16
    %r = arith.maximumf %y, %z : bf16
    linalg.yield %r : bf16
  } -> tensor<2x3x5x7xbf16>
  %e3 = tensor.empty() : tensor<6x5x7xbf16>
  %p3 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xbf16>, tensor<6x7x4xbf16>)
      outs(%e3 : tensor<6x5x7xbf16>) -> tensor<6x5x7xbf16>
  %x3 = tensor.expand_shape %p3 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xbf16> into tensor<2x3x5x7xbf16>
  %d3 = tensor.empty() : tensor<2x3x5x7xbf16>
  %r3 = linalg.generic {
      indexing_maps = [#bhmn, #bmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x3, %heads : tensor<2x3x5x7xbf16>, tensor<2x5x7xbf16>)
      outs(%d3 : tensor<2x3x5x7xbf16>) {
  ^bb0(%i: bf16, %c: bf16, %o: bf16):
    %s = arith.constant -0.5 : bf16
    %c1 = arith.mulf %c, %s : bf16
    %y = arith.addf %i, %c1 : bf16
    linalg.yield %y : bf16
  } -> tensor<2x3x5x7xbf16>
  return %r0, %r1, %r2, %r3
      : tensor<2x3x5x7xbf16>, tensor<2x3x5x7xbf16>, tensor<2x3x5x7xbf16>, tensor<2x3x5x7xbf16>
}

func.func @f16(
    %q: tensor<6x5x4xf16>, %k: tensor<6x7x4xf16>, %all: tensor<5x7xf16>,
    %heads: tensor<2x5x7xf16>, %batch: tensor<3x5x7xf16>)
    -> (tensor<2x3x5x7xf16>, tensor<2x3x5x7xf16>, tensor<2x3x5x7xf16>, tensor<2x3x5x7xf16>) {
  %e0 = tensor.empty() : tensor<6x5x7xf16>
  %p0 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf16>, tensor<6x7x4xf16>)
      outs(%e0 : tensor<6x5x7xf16>) -> tensor<6x5x7xf16>
  %x0 = tensor.expand_shape %p0 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf16> into tensor<2x3x5x7xf16>
  %d0 = tensor.empty() : tensor<2x3x5x7xf16>
  %r0 = linalg.generic {
      indexing_maps = [#bhmn, #mn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x0, %all : tensor<2x3x5x7xf16>, tensor<5x7xf16>)
      outs(%d0 : tensor<2x3x5x7xf16>) {
  ^bb0(%i: f16, %c: f16, %o: f16):
    %y = arith.addf %i, %c : f16
    linalg.yield %y : f16
  } -> tensor<2x3x5x7xf16>
  %e1 = tensor.empty() : tensor<6x5x7xf16>
  %p1 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf16>, tensor<6x7x4xf16>)
      outs(%e1 : tensor<6x5x7xf16>) -> tensor<6x5x7xf16>
  %x1 = tensor.expand_shape %p1 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf16> into tensor<2x3x5x7xf16>
  %d1 = tensor.empty() : tensor<2x3x5x7xf16>
  %r1 = linalg.generic {
      indexing_maps = [#bhmn, #bmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x1, %heads : tensor<2x3x5x7xf16>, tensor<2x5x7xf16>)
      outs(%d1 : tensor<2x3x5x7xf16>) {
  ^bb0(%i: f16, %c: f16, %o: f16):
    %y = arith.addf %i, %c : f16
    linalg.yield %y : f16
  } -> tensor<2x3x5x7xf16>
  %e2 = tensor.empty() : tensor<6x5x7xf16>
  %p2 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf16>, tensor<6x7x4xf16>)
      outs(%e2 : tensor<6x5x7xf16>) -> tensor<6x5x7xf16>
  %x2 = tensor.expand_shape %p2 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf16> into tensor<2x3x5x7xf16>
  %d2 = tensor.empty() : tensor<2x3x5x7xf16>
  %r2 = linalg.generic {
      indexing_maps = [#bhmn, #hmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x2, %batch : tensor<2x3x5x7xf16>, tensor<3x5x7xf16>)
      outs(%d2 : tensor<2x3x5x7xf16>) {
  ^bb0(%i: f16, %c: f16, %o: f16):
    %s = arith.constant 0.125 : f16
    %z = arith.constant 0.0 : f16
    %i1 = arith.mulf %i, %s : f16
    %y = arith.addf %i1, %c : f16
    %r = arith.maximumf %y, %z : f16
    linalg.yield %r : f16
  } -> tensor<2x3x5x7xf16>
  %e3 = tensor.empty() : tensor<6x5x7xf16>
  %p3 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf16>, tensor<6x7x4xf16>)
      outs(%e3 : tensor<6x5x7xf16>) -> tensor<6x5x7xf16>
  %x3 = tensor.expand_shape %p3 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf16> into tensor<2x3x5x7xf16>
  %d3 = tensor.empty() : tensor<2x3x5x7xf16>
  %r3 = linalg.generic {
      indexing_maps = [#bhmn, #bmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x3, %heads : tensor<2x3x5x7xf16>, tensor<2x5x7xf16>)
      outs(%d3 : tensor<2x3x5x7xf16>) {
  ^bb0(%i: f16, %c: f16, %o: f16):
    %s = arith.constant -0.5 : f16
    %c1 = arith.mulf %c, %s : f16
    %y = arith.addf %i, %c1 : f16
    linalg.yield %y : f16
  } -> tensor<2x3x5x7xf16>
  return %r0, %r1, %r2, %r3
      : tensor<2x3x5x7xf16>, tensor<2x3x5x7xf16>, tensor<2x3x5x7xf16>, tensor<2x3x5x7xf16>
}

func.func @f64(
    %q: tensor<6x5x4xf64>, %k: tensor<6x7x4xf64>, %all: tensor<5x7xf64>,
    %heads: tensor<2x5x7xf64>, %batch: tensor<3x5x7xf64>)
    -> (tensor<2x3x5x7xf64>, tensor<2x3x5x7xf64>, tensor<2x3x5x7xf64>, tensor<2x3x5x7xf64>) {
  %e0 = tensor.empty() : tensor<6x5x7xf64>
  %p0 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf64>, tensor<6x7x4xf64>)
      outs(%e0 : tensor<6x5x7xf64>) -> tensor<6x5x7xf64>
  %x0 = tensor.expand_shape %p0 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf64> into tensor<2x3x5x7xf64>
  %d0 = tensor.empty() : tensor<2x3x5x7xf64>
  %r0 = linalg.generic {
      indexing_maps = [#bhmn, #mn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x0, %all : tensor<2x3x5x7xf64>, tensor<5x7xf64>)
      outs(%d0 : tensor<2x3x5x7xf64>) {
  ^bb0(%i: f64, %c: f64, %o: f64):
    %y = arith.addf %i, %c : f64
    linalg.yield %y : f64
  } -> tensor<2x3x5x7xf64>
  %e1 = tensor.empty() : tensor<6x5x7xf64>
  %p1 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf64>, tensor<6x7x4xf64>)
      outs(%e1 : tensor<6x5x7xf64>) -> tensor<6x5x7xf64>
  %x1 = tensor.expand_shape %p1 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf64> into tensor<2x3x5x7xf64>
  %d1 = tensor.empty() : tensor<2x3x5x7xf64>
  %r1 = linalg.generic {
      indexing_maps = [#bhmn, #bmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x1, %heads : tensor<2x3x5x7xf64>, tensor<2x5x7xf64>)
      outs(%d1 : tensor<2x3x5x7xf64>) {
  ^bb0(%i: f64, %c: f64, %o: f64):
    %y = arith.addf %i, %c : f64
    linalg.yield %y : f64
  } -> tensor<2x3x5x7xf64>
  %e2 = tensor.empty() : tensor<6x5x7xf64>
  %p2 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf64>, tensor<6x7x4xf64>)
      outs(%e2 : tensor<6x5x7xf64>) -> tensor<6x5x7xf64>
  %x2 = tensor.expand_shape %p2 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf64> into tensor<2x3x5x7xf64>
  %d2 = tensor.empty() : tensor<2x3x5x7xf64>
  %r2 = linalg.generic {
      indexing_maps = [#bhmn, #hmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x2, %batch : tensor<2x3x5x7xf64>, tensor<3x5x7xf64>)
      outs(%d2 : tensor<2x3x5x7xf64>) {
  ^bb0(%i: f64, %c: f64, %o: f64):
    %s = arith.constant 0.125 : f64
    %z = arith.constant 0.0 : f64
    %i1 = arith.mulf %i, %s : f64
    %y = arith.addf %i1, %c : f64
    %r = arith.maximumf %y, %z : f64
    linalg.yield %r : f64
  } -> tensor<2x3x5x7xf64>
  %e3 = tensor.empty() : tensor<6x5x7xf64>
  %p3 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf64>, tensor<6x7x4xf64>)
      outs(%e3 : tensor<6x5x7xf64>) -> tensor<6x5x7xf64>
  %x3 = tensor.expand_shape %p3 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf64> into tensor<2x3x5x7xf64>
  %d3 = tensor.empty() : tensor<2x3x5x7xf64>
  %r3 = linalg.generic {
      indexing_maps = [#bhmn, #bmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x3, %heads : tensor<2x3x5x7xf64>, tensor<2x5x7xf64>)
      outs(%d3 : tensor<2x3x5x7xf64>) {
  ^bb0(%i: f64, %c: f64, %o: f64):
    %s = arith.constant -0.5 : f64
    %c1 = arith.mulf %c, %s : f64
    %y = arith.addf %i, %c1 : f64
    linalg.yield %y : f64
  } -> tensor<2x3x5x7xf64>
  return %r0, %r1, %r2, %r3
      : tensor<2x3x5x7xf64>, tensor<2x3x5x7xf64>, tensor<2x3x5x7xf64>, tensor<2x3x5x7xf64>
}

func.func @operation(
    %q: tensor<12x5x4xbf16>, %k: tensor<12x7x4xbf16>, %c: tensor<2x5x7xbf16>, %v: tensor<7xbf16>,
    %m: tensor<12x5x16xi8>)
    -> (tensor<12x5x7xbf16>, tensor<12x5x7xbf16>, tensor<12x5x7xbf16>, tensor<12x5x7xbf16>) {
  %e = tensor.empty() : tensor<12x5x7xbf16>
  %0 = fused.matmul epilog(bias) transpose_b allow_rounded_steps beta(2.0) c_repeat(3)
      ins(%q, %k : tensor<12x5x4xbf16>, tensor<12x7x4xbf16>) c(%c : tensor<2x5x7xbf16>)
      bias(%v : tensor<7xbf16>)
      outs(%e : tensor<12x5x7xbf16>) -> tensor<12x5x7xbf16>
  %1 = fused.matmul epilog(bias) transpose_b c_repeat(6)
      ins(%q, %k : tensor<12x5x4xbf16>, tensor<12x7x4xbf16>) c(%c : tensor<2x5x7xbf16>)
      bias(%v : tensor<7xbf16>)
      outs(%e : tensor<12x5x7xbf16>) -> tensor<12x5x7xbf16>
  %2 = fused.matmul epilog(gelu_bias) transpose_b
      ins(%q, %k : tensor<12x5x4xbf16>, tensor<12x7x4xbf16>) c(%c : tensor<2x5x7xbf16>)
      bias(%v : tensor<7xbf16>)
      outs(%e : tensor<12x5x7xbf16>) -> tensor<12x5x7xbf16>
  %3 = fused.matmul epilog(drelu) transpose_b c_repeat(2)
      ins(%q, %k : tensor<12x5x4xbf16>, tensor<12x7x4xbf16>) c(%c : tensor<2x5x7xbf16>)
      aux(%m : tensor<12x5x16xi8>)
      outs(%e : tensor<12x5x7xbf16>) -> tensor<12x5x7xbf16>
  return %0, %1, %2, %3
      : tensor<12x5x7xbf16>, tensor<12x5x7xbf16>, tensor<12x5x7xbf16>, tensor<12x5x7xbf16>
}
