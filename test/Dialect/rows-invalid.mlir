// RUN: fused-opt %s --split-input-file --verify-diagnostics

func.func @no_body(%x: f32) -> f32 {
  // expected-error @+1 {{should be in the body of a linalg.generic}}
  %0 = fused.reduce_row addf %x init(%x) over(8) : f32
  return %0 : f32
}

// -----

#i = affine_map<(i) -> (i)>
func.func @other_length(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = linalg.generic {indexing_maps = [#i], iterator_types = ["parallel"]}
      outs(%x : tensor<8xf32>) {
  ^bb0(%out: f32):
    // expected-error @+1 {{combines rows of 8 points, and those of the operation have 1}}
    %0 = fused.reduce_row addf %out init(%out) over(8) : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

#i = affine_map<(i) -> (i)>
func.func @assign(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = linalg.generic {indexing_maps = [#i], iterator_types = ["reduction"]}
      outs(%x : tensor<8xf32>) {
  ^bb0(%out: f32):
    // expected-error @+1 {{cannot combine by assigning}}
    %0 = fused.reduce_row assign %out init(%out) over(8) : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

#i = affine_map<(i) -> (i)>
func.func @type(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = linalg.generic {indexing_maps = [#i], iterator_types = ["reduction"]}
      outs(%x : tensor<8xf32>) {
  ^bb0(%out: f32):
    // expected-error @+1 {{of kind addi cannot combine 'f32'}}
    %0 = fused.reduce_row addi %out init(%out) over(8) : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// What tiling makes of rows of 16 points.

#ij = affine_map<(i, j) -> (i, j)>
func.func @tile(%x: tensor<8x?xf32>, %zero: f32) -> tensor<8x?xf32> {
  %y = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "reduction"]}
      outs(%x : tensor<8x?xf32>) {
  ^bb0(%out: f32):
    // expected-error @+1 {{combines rows of 16 points, and those of the operation have an unknown number}}
    %0 = fused.reduce_row addf %out init(%zero) over(16) : f32
    linalg.yield %0 : f32
  } -> tensor<8x?xf32>
  return %y : tensor<8x?xf32>
}

// -----

#i = affine_map<(i) -> (i)>
func.func @no_length(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = linalg.generic {indexing_maps = [#i], iterator_types = ["reduction"]}
      outs(%x : tensor<8xf32>) {
  ^bb0(%out: f32):
    // expected-error @+1 {{expected 'over' and how many points a row has}}
    %0 = fused.reduce_row addf %out init(%out) : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}
