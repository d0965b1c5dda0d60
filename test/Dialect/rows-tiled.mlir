// RUN: fused-opt %s --transform-interpreter --verify-diagnostics

// A softmax that is cut in two has another denominator.

#ij = affine_map<(i, j) -> (i, j)>

module attributes {transform.with_named_sequence} {
  func.func @shares(%x: tensor<64x8xf32>, %y: tensor<64x8xf32>) -> tensor<64x8xf32> {
    %zero = arith.constant 0.0 : f32
    %r = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "reduction"]}
        ins(%x : tensor<64x8xf32>) outs(%y : tensor<64x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      // expected-error @+1 {{combines rows of 8 points, and those of the operation have 4}}
      %0 = fused.reduce_row addf %in init(%zero) over(8) : f32
      %1 = arith.divf %in, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<64x8xf32>
    return %r : tensor<64x8xf32>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %generic = transform.structured.match ops{["linalg.generic"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %generic tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
