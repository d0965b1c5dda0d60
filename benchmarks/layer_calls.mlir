// relu(a b + bias) in bf16, added in f32, for layer_calls.cpp.
func.func @main(%a: tensor<256x512xbf16>, %b: tensor<512x512xbf16>, %bias: tensor<512xbf16>) -> tensor<256x512xbf16> {
  %zero = arith.constant 0.0 : bf16
  %zf = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x512xf32>
  %f = linalg.fill ins(%zf : f32) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %p = linalg.matmul ins(%a, %b : tensor<256x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<256x512xf32>) -> tensor<256x512xf32>
  %d = tensor.empty() : tensor<256x512xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%p, %bias : tensor<256x512xf32>, tensor<512xbf16>) outs(%d : tensor<256x512xbf16>) {
  ^bb0(%x: f32, %y: bf16, %o: bf16):
    %w = arith.extf %y : bf16 to f32
    %s = arith.addf %x, %w : f32
    %m = arith.maximumf %s, %zf : f32
    %t = arith.truncf %m : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<256x512xbf16>
  return %r : tensor<256x512xbf16>
}
