// A dense layer with ReLU, as front ends write it.
#rows_and_columns = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>

func.func @layer(%x: tensor<64x784xf32>, %w: tensor<784x512xf32>,
                 %bias: tensor<512xf32>) -> tensor<64x512xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x512xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x512xf32>)
      -> tensor<64x512xf32>
  %product = linalg.matmul
      ins(%x, %w : tensor<64x784xf32>, tensor<784x512xf32>)
      outs(%zeros : tensor<64x512xf32>) -> tensor<64x512xf32>
  %layer = linalg.generic {
      indexing_maps = [#rows_and_columns, #columns, #rows_and_columns],
      iterator_types = ["parallel", "parallel"]}
      ins(%product, %bias : tensor<64x512xf32>, tensor<512xf32>)
      outs(%empty : tensor<64x512xf32>) {
  ^bb0(%p: f32, %b: f32, %out: f32):
    %sum = arith.addf %p, %b : f32
    %positive = arith.cmpf ugt, %sum, %zero : f32
    %relu = arith.select %positive, %sum, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<64x512xf32>
  return %layer : tensor<64x512xf32>
}
