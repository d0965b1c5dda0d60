// A product, a bias, and a function that no library has.

#point = affine_map<(i, j) -> (i, j)>

func.func @main(%a: tensor<72x200xbf16>, %b: tensor<200x64xbf16>, %v: tensor<64xbf16>) -> tensor<72x64xbf16> {
  %one = arith.constant 1.0 : f32
  %0 = tensor.empty() : tensor<72x64xbf16>
  %1 = fused.matmul epilog(bias) allow_rounded_steps ins(%a, %b : tensor<72x200xbf16>, tensor<200x64xbf16>)
      bias(%v : tensor<64xbf16>) outs(%0 : tensor<72x64xbf16>) -> tensor<72x64xbf16>
  %2 = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<72x64xbf16>) outs(%0 : tensor<72x64xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %x = arith.extf %in : bf16 to f32
    %n = arith.negf %x : f32
    %e = math.exp %n : f32
    %s = arith.addf %e, %one : f32
    %q = arith.divf %x, %s : f32
    %r = arith.truncf %q : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<72x64xbf16>
  return %2 : tensor<72x64xbf16>
}
