// A step of training by gradient descent: a network 784-512-10 with ReLU, softmax
// cross-entropy for a batch of 256, and the update of all parameters, which is
// made in their memory. Targets are rows of zeros with one 1.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>
#e = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>

func.func @main(
    %w0: tensor<784x512xf32> {tf.aliasing_output = 0 : i32},
    %b0: tensor<512xf32> {tf.aliasing_output = 1 : i32},
    %w1: tensor<512x10xf32> {tf.aliasing_output = 2 : i32},
    %b1: tensor<10xf32> {tf.aliasing_output = 3 : i32},
    %images: tensor<256x784xf32>, %targets: tensor<256x10xf32>, %rate: tensor<f32>)
    -> (tensor<784x512xf32>, tensor<512xf32>, tensor<512x10xf32>, tensor<10xf32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %share = arith.constant 0.00390625 : f32
  // h = relu(images w0 + b0)
  %p0_empty = tensor.empty() : tensor<256x512xf32>
  %p0_zeros = linalg.fill ins(%zero : f32) outs(%p0_empty : tensor<256x512xf32>) -> tensor<256x512xf32>
  %p0 = linalg.matmul ins(%images, %w0 : tensor<256x784xf32>, tensor<784x512xf32>)
      outs(%p0_zeros : tensor<256x512xf32>) -> tensor<256x512xf32>
  %u_empty = tensor.empty() : tensor<256x512xf32>
  %u = linalg.generic {
      indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%p0, %b0 : tensor<256x512xf32>, tensor<512xf32>) outs(%u_empty : tensor<256x512xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<256x512xf32>
  %h_empty = tensor.empty() : tensor<256x512xf32>
  %h = linalg.generic {
      indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%u : tensor<256x512xf32>) outs(%h_empty : tensor<256x512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.maximumf %a, %zero : f32
    linalg.yield %s : f32
  } -> tensor<256x512xf32>
  // z = h w1 + b1
  %p1_empty = tensor.empty() : tensor<256x10xf32>
  %p1_zeros = linalg.fill ins(%zero : f32) outs(%p1_empty : tensor<256x10xf32>) -> tensor<256x10xf32>
  %p1 = linalg.matmul ins(%h, %w1 : tensor<256x512xf32>, tensor<512x10xf32>)
      outs(%p1_zeros : tensor<256x10xf32>) -> tensor<256x10xf32>
  %z_empty = tensor.empty() : tensor<256x10xf32>
  %z = linalg.generic {
      indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%p1, %b1 : tensor<256x10xf32>, tensor<10xf32>) outs(%z_empty : tensor<256x10xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<256x10xf32>
  // The probabilities are softmax(z).
  %largest_init_empty = tensor.empty() : tensor<256xf32>
  %largest_init = linalg.fill ins(%lowest : f32) outs(%largest_init_empty : tensor<256xf32>) -> tensor<256xf32>
  %largest = linalg.generic {
      indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%z : tensor<256x10xf32>) outs(%largest_init : tensor<256xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.maximumf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<256xf32>
  %powers_empty = tensor.empty() : tensor<256x10xf32>
  %powers = linalg.generic {
      indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%z, %largest : tensor<256x10xf32>, tensor<256xf32>) outs(%powers_empty : tensor<256x10xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    %e = math.exp %s : f32
    linalg.yield %e : f32
  } -> tensor<256x10xf32>
  %total_init_empty = tensor.empty() : tensor<256xf32>
  %total_init = linalg.fill ins(%zero : f32) outs(%total_init_empty : tensor<256xf32>) -> tensor<256xf32>
  %total = linalg.generic {
      indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%powers : tensor<256x10xf32>) outs(%total_init : tensor<256xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<256xf32>
  // The mean of -log(probability of the digit).
  %loss_init_empty = tensor.empty() : tensor<f32>
  %loss_init = linalg.fill ins(%zero : f32) outs(%loss_init_empty : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {
      indexing_maps = [#ij, #ij, #i, #i, #none], iterator_types = ["reduction", "reduction"]}
      ins(%z, %targets, %largest, %total : tensor<256x10xf32>, tensor<256x10xf32>, tensor<256xf32>, tensor<256xf32>) outs(%loss_init : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %l = math.log %d : f32
    %s = arith.addf %c, %l : f32
    %t = arith.subf %s, %a : f32
    %m = arith.mulf %t, %b : f32
    %n = arith.mulf %m, %share : f32
    %r = arith.addf %n, %o : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  // The gradients of the loss.
  %g1_empty = tensor.empty() : tensor<256x10xf32>
  %g1 = linalg.generic {
      indexing_maps = [#ij, #i, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%powers, %total, %targets : tensor<256x10xf32>, tensor<256xf32>, tensor<256x10xf32>) outs(%g1_empty : tensor<256x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %p = arith.divf %a, %b : f32
    %s = arith.subf %p, %c : f32
    %r = arith.mulf %s, %share : f32
    linalg.yield %r : f32
  } -> tensor<256x10xf32>
  // of w1: h^T g1
  %gw1_empty = tensor.empty() : tensor<512x10xf32>
  %gw1_zeros = linalg.fill ins(%zero : f32) outs(%gw1_empty : tensor<512x10xf32>) -> tensor<512x10xf32>
  %gw1 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%h, %g1 : tensor<256x512xf32>, tensor<256x10xf32>)
      outs(%gw1_zeros : tensor<512x10xf32>) -> tensor<512x10xf32>
  %gb1_init_empty = tensor.empty() : tensor<10xf32>
  %gb1_init = linalg.fill ins(%zero : f32) outs(%gb1_init_empty : tensor<10xf32>) -> tensor<10xf32>
  %gb1 = linalg.generic {
      indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]}
      ins(%g1 : tensor<256x10xf32>) outs(%gb1_init : tensor<10xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<10xf32>
  // of u: g1 w1^T where u is positive
  %gh_empty = tensor.empty() : tensor<256x512xf32>
  %gh_zeros = linalg.fill ins(%zero : f32) outs(%gh_empty : tensor<256x512xf32>) -> tensor<256x512xf32>
  %gh = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%g1, %w1 : tensor<256x10xf32>, tensor<512x10xf32>)
      outs(%gh_zeros : tensor<256x512xf32>) -> tensor<256x512xf32>
  %g0_empty = tensor.empty() : tensor<256x512xf32>
  %g0 = linalg.generic {
      indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%gh, %u : tensor<256x512xf32>, tensor<256x512xf32>) outs(%g0_empty : tensor<256x512xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.cmpf ogt, %b, %zero : f32
    %s = arith.select %p, %a, %zero : f32
    linalg.yield %s : f32
  } -> tensor<256x512xf32>
  // of w0: images^T g0
  %gw0_empty = tensor.empty() : tensor<784x512xf32>
  %gw0_zeros = linalg.fill ins(%zero : f32) outs(%gw0_empty : tensor<784x512xf32>) -> tensor<784x512xf32>
  %gw0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%images, %g0 : tensor<256x784xf32>, tensor<256x512xf32>)
      outs(%gw0_zeros : tensor<784x512xf32>) -> tensor<784x512xf32>
  %gb0_init_empty = tensor.empty() : tensor<512xf32>
  %gb0_init = linalg.fill ins(%zero : f32) outs(%gb0_init_empty : tensor<512xf32>) -> tensor<512xf32>
  %gb0 = linalg.generic {
      indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]}
      ins(%g0 : tensor<256x512xf32>) outs(%gb0_init : tensor<512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<512xf32>
  // One step down.
  %new_w0_empty = tensor.empty() : tensor<784x512xf32>
  %new_w0 = linalg.generic {
      indexing_maps = [#ij, #ij, #none, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%w0, %gw0, %rate : tensor<784x512xf32>, tensor<784x512xf32>, tensor<f32>) outs(%new_w0_empty : tensor<784x512xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %s = arith.mulf %b, %c : f32
    %r = arith.subf %a, %s : f32
    linalg.yield %r : f32
  } -> tensor<784x512xf32>
  %new_b0_empty = tensor.empty() : tensor<512xf32>
  %new_b0 = linalg.generic {
      indexing_maps = [#e, #e, #scalar, #e], iterator_types = ["parallel"]}
      ins(%b0, %gb0, %rate : tensor<512xf32>, tensor<512xf32>, tensor<f32>) outs(%new_b0_empty : tensor<512xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %s = arith.mulf %b, %c : f32
    %r = arith.subf %a, %s : f32
    linalg.yield %r : f32
  } -> tensor<512xf32>
  %new_w1_empty = tensor.empty() : tensor<512x10xf32>
  %new_w1 = linalg.generic {
      indexing_maps = [#ij, #ij, #none, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %gw1, %rate : tensor<512x10xf32>, tensor<512x10xf32>, tensor<f32>) outs(%new_w1_empty : tensor<512x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %s = arith.mulf %b, %c : f32
    %r = arith.subf %a, %s : f32
    linalg.yield %r : f32
  } -> tensor<512x10xf32>
  %new_b1_empty = tensor.empty() : tensor<10xf32>
  %new_b1 = linalg.generic {
      indexing_maps = [#e, #e, #scalar, #e], iterator_types = ["parallel"]}
      ins(%b1, %gb1, %rate : tensor<10xf32>, tensor<10xf32>, tensor<f32>) outs(%new_b1_empty : tensor<10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %s = arith.mulf %b, %c : f32
    %r = arith.subf %a, %s : f32
    linalg.yield %r : f32
  } -> tensor<10xf32>
  return %new_w0, %new_b0, %new_w1, %new_b1, %loss
      : tensor<784x512xf32>, tensor<512xf32>, tensor<512x10xf32>, tensor<10xf32>, tensor<f32>
}
