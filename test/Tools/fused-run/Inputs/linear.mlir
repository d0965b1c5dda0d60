// A dense layer with a bias: 5x7 by 7x3, batch size open.
func.func @main(%x: tensor<?x7xf32>, %w: tensor<7x3xf32>,
                %b: tensor<3xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x7xf32>
  %0 = tensor.empty(%m) : tensor<?x3xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<?x3xf32>) -> tensor<?x3xf32>
  %2 = linalg.matmul ins(%x, %w : tensor<?x7xf32>, tensor<7x3xf32>)
      outs(%1 : tensor<?x3xf32>) -> tensor<?x3xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%2, %b : tensor<?x3xf32>, tensor<3xf32>) outs(%0 : tensor<?x3xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %4 = arith.addf %in, %bias : f32
    linalg.yield %4 : f32
  } -> tensor<?x3xf32>
  return %3 : tensor<?x3xf32>
}

func.func @double(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = arith.addf %x, %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func private @hidden(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  return %x : tensor<2x3xf32>
}
