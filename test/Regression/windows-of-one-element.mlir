// RUN: fused-run %s --verify=quick --shape=1=5x1x23 --shape=3=5x1 --shape=4=9x1
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify=quick --shape=1=5x1x23 --shape=3=5x1 --shape=4=9x1 %}

// Upstream folded the loop n away, and took the sizes of what is indexed by
// m + n for that of the loop m.
func.func @main(%a: tensor<5x1xf32>, %b: tensor<?x1x?xf32>, %v: tensor<5x1x23xf32>,
                %c: tensor<?x1xf32>, %w: tensor<?x1xf32>, %out: tensor<8xf32>)
    -> (tensor<5x1xf32>, tensor<?x1xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<5x1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n, m + n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%v, %a : tensor<5x1x23xf32>, tensor<5x1xf32>) outs(%e : tensor<5x1xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<5x1xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m + n, n)>, affine_map<(m, n) -> (m, n, m + n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%w, %b : tensor<?x1xf32>, tensor<?x1x?xf32>) outs(%c : tensor<?x1xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.mulf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x1xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m + n)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<5x1xf32>) outs(%out : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %0, %1, %2 : tensor<5x1xf32>, tensor<?x1xf32>, tensor<8xf32>
}
