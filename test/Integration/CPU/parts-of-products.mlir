// RUN: fused-run %s --report --verify | FileCheck %s

// Slices are all that reads these products: rows of a convolution behind a bias
// and ReLU, the scores of the last token, and the gradient of one part of a
// concatenation behind a transposed matrix of weights. The epilogs behind the
// slices are epilogs of smaller products.
// CHECK: 1 {{ *}}8 {{ *}}7 {{ *}}15 {{ *}}f32 x f32 -> f32 {{ *}}relu_bias
// CHECK: 1 {{ *}}3 {{ *}}9 {{ *}}7 {{ *}}f32 x f32 -> f32 {{ *}}bias, c
// CHECK: 1 {{ *}}5 {{ *}}6 {{ *}}11 {{ *}}f32 x f32 -> f32 {{ *}}drelu
// CHECK: 3 of 3 products fused
// CHECK: verification: PASS

#in = affine_map<(b, i, n, k, c) -> (b, 2 * i + k, c)>
#kernel = affine_map<(b, i, n, k, c) -> (k, c, n)>
#out = affine_map<(b, i, n, k, c) -> (b, i, n)>
#btk = affine_map<(b, t, n, k) -> (b, t, k)>
#kn = affine_map<(b, t, n, k) -> (k, n)>
#btn = affine_map<(b, t, n, k) -> (b, t, n)>
#id3 = affine_map<(b, t, n) -> (b, t, n)>
#n3 = affine_map<(b, t, n) -> (n)>
#id2 = affine_map<(m, n) -> (m, n)>
#n2 = affine_map<(m, n) -> (n)>

func.func @main(%image: tensor<2x17x5xf32>, %kernel: tensor<3x5x7xf32>,
    %v: tensor<7xf32>, %x: tensor<3x5x7xf32>, %w: tensor<7x9xf32>,
    %u: tensor<9xf32>, %c: tensor<3x5x9xf32>, %g: tensor<5x11xf32>,
    %r: tensor<10x11xf32>, %h: tensor<5x6xf32>)
    -> (tensor<2x4x7xf32>, tensor<3x9xf32>, tensor<5x6xf32>) {
  %zero = arith.constant 0.0 : f32

  %e0 = tensor.empty() : tensor<2x8x7xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x8x7xf32>)
      -> tensor<2x8x7xf32>
  %p0 = linalg.generic {indexing_maps = [#in, #kernel, #out],
      iterator_types = ["parallel", "parallel", "parallel", "reduction",
                        "reduction"]}
      ins(%image, %kernel : tensor<2x17x5xf32>, tensor<3x5x7xf32>)
      outs(%f0 : tensor<2x8x7xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.mulf %i, %j : f32
    %y = arith.addf %o, %m : f32
    linalg.yield %y : f32
  } -> tensor<2x8x7xf32>
  %b0 = linalg.generic {indexing_maps = [#id3, #n3, #id3],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p0, %v : tensor<2x8x7xf32>, tensor<7xf32>)
      outs(%e0 : tensor<2x8x7xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %y = arith.addf %i, %j : f32
    linalg.yield %y : f32
  } -> tensor<2x8x7xf32>
  %s0 = tensor.extract_slice %b0[0, 3, 0] [2, 4, 7] [1, 1, 1]
      : tensor<2x8x7xf32> to tensor<2x4x7xf32>
  %er = tensor.empty() : tensor<2x4x7xf32>
  %r0 = linalg.generic {indexing_maps = [#id3, #id3],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<2x4x7xf32>) outs(%er : tensor<2x4x7xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.maximumf %i, %zero : f32
    linalg.yield %y : f32
  } -> tensor<2x4x7xf32>

  %p1 = linalg.generic {indexing_maps = [#btk, #kn, #btn],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<3x5x7xf32>, tensor<7x9xf32>)
      outs(%c : tensor<3x5x9xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.mulf %i, %j : f32
    %y = arith.addf %o, %m : f32
    linalg.yield %y : f32
  } -> tensor<3x5x9xf32>
  %s1 = tensor.extract_slice %p1[0, 4, 0] [3, 1, 9] [1, 1, 1]
      : tensor<3x5x9xf32> to tensor<3x9xf32>
  %e1 = tensor.empty() : tensor<3x9xf32>
  %r1 = linalg.generic {indexing_maps = [#id2, #n2, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%s1, %u : tensor<3x9xf32>, tensor<9xf32>)
      outs(%e1 : tensor<3x9xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %y = arith.addf %i, %j : f32
    linalg.yield %y : f32
  } -> tensor<3x9xf32>

  %et = tensor.empty() : tensor<11x10xf32>
  %t = linalg.transpose ins(%r : tensor<10x11xf32>)
      outs(%et : tensor<11x10xf32>) permutation = [1, 0]
  %e2 = tensor.empty() : tensor<5x10xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<5x10xf32>)
      -> tensor<5x10xf32>
  %p2 = linalg.matmul ins(%g, %t : tensor<5x11xf32>, tensor<11x10xf32>)
      outs(%f2 : tensor<5x10xf32>) -> tensor<5x10xf32>
  %s2 = tensor.extract_slice %p2[0, 1] [5, 6] [1, 1]
      : tensor<5x10xf32> to tensor<5x6xf32>
  %e3 = tensor.empty() : tensor<5x6xf32>
  %r2 = linalg.generic {indexing_maps = [#id2, #id2, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%s2, %h : tensor<5x6xf32>, tensor<5x6xf32>)
      outs(%e3 : tensor<5x6xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.cmpf ogt, %j, %zero : f32
    %y = arith.select %m, %i, %zero : f32
    linalg.yield %y : f32
  } -> tensor<5x6xf32>
  return %r0, %r1, %r2 : tensor<2x4x7xf32>, tensor<3x9xf32>, tensor<5x6xf32>
}
