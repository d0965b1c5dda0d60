#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>

func.func @main(%x: tensor<?x7xf32>, %w: tensor<7x3xf32>, %b: tensor<3xf32>,
                %p: tensor<4x5x7xbf16>, %q: tensor<4x7x6xbf16>,
                %m: tensor<2x3xi32>, %n: tensor<3x4xi32>)
    -> (tensor<?x3xf32>, tensor<4x5x6xbf16>, tensor<2x4xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %zero16 = arith.constant 0.0 : bf16
  %zero32 = arith.constant 0 : i32
  %rows = tensor.dim %x, %c0 : tensor<?x7xf32>
  %0 = tensor.empty(%rows) : tensor<?x3xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<?x3xf32>) -> tensor<?x3xf32>
  %2 = linalg.matmul ins(%x, %w : tensor<?x7xf32>, tensor<7x3xf32>)
      outs(%1 : tensor<?x3xf32>) -> tensor<?x3xf32>
  %3 = linalg.generic {indexing_maps = [#ij, #j, #ij],
                       iterator_types = ["parallel", "parallel"]}
      ins(%2, %b : tensor<?x3xf32>, tensor<3xf32>) outs(%0 : tensor<?x3xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %10 = arith.addf %in, %bias : f32
    %11 = arith.maximumf %10, %zero : f32
    linalg.yield %11 : f32
  } -> tensor<?x3xf32>
  %4 = tensor.empty() : tensor<4x5x6xbf16>
  %5 = linalg.fill ins(%zero16 : bf16) outs(%4 : tensor<4x5x6xbf16>) -> tensor<4x5x6xbf16>
  %6 = linalg.batch_matmul ins(%p, %q : tensor<4x5x7xbf16>, tensor<4x7x6xbf16>)
      outs(%5 : tensor<4x5x6xbf16>) -> tensor<4x5x6xbf16>
  %7 = tensor.empty() : tensor<2x4xi32>
  %8 = linalg.fill ins(%zero32 : i32) outs(%7 : tensor<2x4xi32>) -> tensor<2x4xi32>
  %9 = linalg.matmul ins(%m, %n : tensor<2x3xi32>, tensor<3x4xi32>)
      outs(%8 : tensor<2x4xi32>) -> tensor<2x4xi32>
  return %3, %6, %9 : tensor<?x3xf32>, tensor<4x5x6xbf16>, tensor<2x4xi32>
}
