// RUN: fused-opt %s --split-input-file --verify-diagnostics

func.func @no_body(%x: f32) -> f32 {
  // expected-error @+1 {{expects parent op 'fused.rows'}}
  %0 = fused.reduce addf %x init(%x) : f32
  return %0 : f32
}

// -----

func.func @no_point() -> index {
  // expected-error @+1 {{expects parent op to be one of 'fused.attention_gradient, fused.attention, fused.rows'}}
  %0 = fused.index 0 : index
  return %0 : index
}

// -----

#i = affine_map<(i) -> (i)>
func.func @assign(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = fused.rows over [0] maps [#i, #i] ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: f32):
    // expected-error @+1 {{cannot combine by assigning}}
    %0 = fused.reduce assign %in init(%in) : f32
    fused.yield %0 : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

#i = affine_map<(i) -> (i)>
func.func @type(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = fused.rows over [0] maps [#i, #i] ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: f32):
    // expected-error @+1 {{of kind addi cannot combine 'f32'}}
    %0 = fused.reduce addi %in init(%in) : f32
    fused.yield %0 : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

#i = affine_map<(i) -> (i)>
func.func @loop(%x: tensor<8xindex>) -> tensor<8xindex> {
  %y = fused.rows over [0] maps [#i] outs(%x : tensor<8xindex>) {
    // expected-error @+1 {{needs a loop less than 1}}
    %0 = fused.index 1 : index
    fused.yield %0 : index
  } -> tensor<8xindex>
  return %y : tensor<8xindex>
}

// -----

func.func @no_output() {
  // expected-error @+1 {{needs an output}}
  "fused.rows"() <{row_loops = array<i64: 0>, indexing_maps = [], operandSegmentSizes = array<i32: 0, 0>}> ({
    fused.yield
  }) : () -> ()
  return
}

// -----

#i = affine_map<(i) -> (i)>
func.func @mixed(%x: tensor<8xf32>, %y: memref<8xf32>) {
  // expected-error @+1 {{mixes tensors and memrefs}}
  fused.rows over [0] maps [#i, #i] ins(%x : tensor<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%in: f32):
    fused.yield %in : f32
  }
  return
}

// -----

#i = affine_map<(i) -> (i)>
func.func @no_result(%x: tensor<8xf32>) {
  // expected-error @+1 {{needs 1 results, but has 0}}
  fused.rows over [0] maps [#i, #i] ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: f32):
    fused.yield %in : f32
  }
  return
}

// -----

#i = affine_map<(i) -> (i)>
func.func @too_few_maps(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has 1 maps for 2 operands}}
  %y = fused.rows over [0] maps [#i] ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: f32):
    fused.yield %in : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

#i = affine_map<(i) -> (i)>
#ij = affine_map<(i, j) -> (i)>
func.func @other_loops(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{needs maps of the same loops, without symbols, but that of operand 1 is affine_map<(d0, d1) -> (d0)>}}
  %y = fused.rows over [0] maps [#i, #ij] ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: f32):
    fused.yield %in : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

#i = affine_map<(i) -> (i)>
func.func @rank(%x: tensor<8x8xf32>, %z: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{indexes operand 0 of rank 2 by affine_map<(d0) -> (d0)>}}
  %y = fused.rows over [0] maps [#i, #i] ins(%x : tensor<8x8xf32>) outs(%z : tensor<8xf32>) {
  ^bb0(%in: f32):
    fused.yield %in : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

#i = affine_map<(i) -> (i)>
func.func @sizes(%x: tensor<9xf32>, %z: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has another size for loop 0 in operand 0 than 8}}
  %y = fused.rows over [0] maps [#i, #i] ins(%x : tensor<9xf32>) outs(%z : tensor<8xf32>) {
  ^bb0(%in: f32):
    fused.yield %in : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

#i = affine_map<(i, j) -> (i)>
func.func @no_size(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has no operand that tells the size of loop 1}}
  %y = fused.rows over [1] maps [#i, #i] ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: f32):
    fused.yield %in : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

#i = affine_map<(i) -> (i)>
func.func @no_row(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{needs a loop that rows consist of}}
  %y = fused.rows over [] maps [#i, #i] ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: f32):
    fused.yield %in : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

#i = affine_map<(i) -> (i)>
func.func @row_of_no_loop(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{needs the loops of a row in increasing order, each less than 1}}
  %y = fused.rows over [0, 1] maps [#i, #i] ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: f32):
    fused.yield %in : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
func.func @rows_share_an_element(%x: tensor<8x4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{indexes an output by affine_map<(d0, d1) -> (d1)>, but should by all loops, or by all but those of a row}}
  %y = fused.rows over [1] maps [#ij, #j] ins(%x : tensor<8x4xf32>) outs(%z : tensor<4xf32>) {
  ^bb0(%in: f32):
    fused.yield %in : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

#i = affine_map<(i) -> (i)>
func.func @argument(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{needs a body with an argument for each input}}
  %y = fused.rows over [0] maps [#i, #i] ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    fused.yield %in : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

#i = affine_map<(i) -> (i)>
func.func @yield(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = fused.rows over [0] maps [#i, #i] ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: f32):
    // expected-error @+1 {{should give an element for each output}}
    fused.yield %in, %in : f32, f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
func.func @points_disagree(%x: tensor<8x8xf32>, %z: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has different values for the points of a row that share an element of output 0}}
  %y = fused.rows over [1] maps [#ij, #i] ins(%x : tensor<8x8xf32>) outs(%z : tensor<8xf32>) {
  ^bb0(%in: f32):
    fused.yield %in : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
func.func @begins_with_a_point(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = fused.rows over [1] maps [#ij, #ij] ins(%x : tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) {
  ^bb0(%in: f32):
    // expected-error @+1 {{begins with a value that differs among the points of a row}}
    %0 = fused.reduce addf %in init(%in) : f32
    fused.yield %0 : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
