// RUN: fused-opt %s --split-input-file --verify-diagnostics

func.func @indices_are_floats(%i: tensor<4x1xf32>, %u: tensor<4x1xf32>,
                              %a: tensor<9xf32>) {
  // expected-error @+1 {{operand #0 must be matrix of i8, i16, i32, i64 or index, tensor or memref, but got 'tensor<4x1xf32>'}}
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<4x1xf32>, tensor<4x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return
}

// -----

func.func @indices_are_unsigned(%i: tensor<4x1xui32>, %u: tensor<4x1xf32>,
                                %a: tensor<9xf32>) {
  // expected-error @+1 {{operand #0 must be matrix of i8, i16, i32, i64 or index}}
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<4x1xui32>, tensor<4x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return
}

// -----

func.func @indices_are_a_vector(%i: tensor<4xi32>, %u: tensor<4x1xf32>,
                                %a: tensor<9xf32>) {
  // expected-error @+1 {{operand #0 must be matrix of}}
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<4xi32>, tensor<4x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return
}

// -----

func.func @tensors_and_memrefs(%i: tensor<4x1xi32>, %u: tensor<4x1xf32>,
                               %a: memref<9xf32>) {
  // expected-error @+1 {{'fused.scatter' op mixes tensors and memrefs}}
  fused.scatter dimensions = [0]
      ins(%i, %u : tensor<4x1xi32>, tensor<4x1xf32>)
      outs(%a : memref<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  }
  return
}

// -----

func.func @types_differ(%i: tensor<4x1xi32>, %u: tensor<4x1xf16>,
                        %a: tensor<9xf32>) {
  // expected-error @+1 {{'fused.scatter' op updates an array of 'f32' with elements of 'f16'}}
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<4x1xi32>, tensor<4x1xf16>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return
}

// -----

func.func @no_windows(%i: tensor<4x1xi32>, %u: tensor<4xf32>,
                      %a: tensor<9xf32>) {
  // expected-error @+1 {{needs a window for each update, with a size for each dimension of the array: updates should have rank 2, but are 'tensor<4xf32>'}}
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<4x1xi32>, tensor<4xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return
}

// -----

func.func @dimension_does_not_exist(%i: tensor<4x1xi32>, %u: tensor<4x1xf32>,
                                    %a: tensor<9xf32>) {
  // expected-error @+1 {{has indices for dimension 1, but the array has rank 1}}
  %0 = fused.scatter dimensions = [1]
      ins(%i, %u : tensor<4x1xi32>, tensor<4x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return
}

// -----

func.func @dimension_is_negative(%i: tensor<4x1xi32>, %u: tensor<4x1xf32>,
                                 %a: tensor<9xf32>) {
  // expected-error @+1 {{has indices for dimension -1, but the array has rank 1}}
  %0 = fused.scatter dimensions = [-1]
      ins(%i, %u : tensor<4x1xi32>, tensor<4x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return
}

// -----

func.func @dimension_twice(%i: tensor<4x2xi32>, %u: tensor<4x1x1xf32>,
                           %a: tensor<9x9xf32>) {
  // expected-error @+1 {{has two indices for dimension 1}}
  %0 = fused.scatter dimensions = [1, 1]
      ins(%i, %u : tensor<4x2xi32>, tensor<4x1x1xf32>)
      outs(%a : tensor<9x9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9x9xf32>
  return
}

// -----

func.func @more_indices_than_dimensions(%i: tensor<4x2xi32>,
                                        %u: tensor<4x1xf32>,
                                        %a: tensor<9xf32>) {
  // expected-error @+1 {{indices should be 4x1, but is 'tensor<4x2xi32>'}}
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<4x2xi32>, tensor<4x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return
}

// -----

func.func @more_indices_than_updates(%i: tensor<5x1xi32>, %u: tensor<4x1xf32>,
                                     %a: tensor<9xf32>) {
  // expected-error @+1 {{indices should be 4x1, but is 'tensor<5x1xi32>'}}
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<5x1xi32>, tensor<4x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return
}

// -----

func.func @no_result(%i: tensor<4x1xi32>, %u: tensor<4x1xf32>,
                     %a: tensor<9xf32>) {
  // expected-error @+1 {{needs 1 results, but has 0}}
  fused.scatter dimensions = [0]
      ins(%i, %u : tensor<4x1xi32>, tensor<4x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  }
  return
}

// -----

func.func @region_of_one_number(%i: tensor<4x1xi32>, %u: tensor<4x1xf32>,
                                %a: tensor<9xf32>) {
  // expected-error @+1 {{needs a region with two arguments, the old and the new number, of type 'f32'}}
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<4x1xi32>, tensor<4x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return
}

// -----

func.func @region_of_arrays(%i: tensor<4x1xi32>, %u: tensor<4x1xf32>,
                            %a: tensor<9xf32>) {
  // expected-error @+1 {{needs a region with two arguments}}
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<4x1xi32>, tensor<4x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    fused.yield %new : tensor<f32>
  } -> tensor<9xf32>
  return
}

// -----

func.func @region_gives_another_type(%i: tensor<4x1xi32>, %u: tensor<4x1xf32>,
                                     %a: tensor<9xf32>) {
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<4x1xi32>, tensor<4x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    %half = arith.truncf %new : f32 to f16
    // expected-error @+1 {{gives 'f16' for an array of 'f32'}}
    fused.yield %half : f16
  } -> tensor<9xf32>
  return
}

// -----

func.func @region_ends_otherwise(%i: tensor<4x1xi32>, %u: tensor<4x1xf32>,
                                 %a: tensor<9xf32>) {
  // expected-error @+1 {{needs a region that ends with fused.yield}}
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<4x1xi32>, tensor<4x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    llvm.unreachable
  } -> tensor<9xf32>
  return
}

// -----

func.func @region_reads_an_array(%i: tensor<4x1xi32>, %u: tensor<4x1xf32>,
                                 %a: tensor<9xf32>, %t: tensor<f32>) {
  // expected-error @+1 {{may not use arrays in its region}}
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<4x1xi32>, tensor<4x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    // expected-note @+1 {{this operation does}}
    %factor = tensor.extract %t[] : tensor<f32>
    %product = arith.mulf %new, %factor : f32
    fused.yield %product : f32
  } -> tensor<9xf32>
  return
}

// -----

func.func @region_asserts(%i: tensor<4x1xi32>, %u: tensor<4x1xi1>,
                          %a: tensor<9xi1>) {
  // expected-error @+1 {{may not have side effects in its region}}
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<4x1xi32>, tensor<4x1xi1>)
      outs(%a : tensor<9xi1>) {
  ^bb0(%old: i1, %new: i1):
    // expected-note @+1 {{this operation may have some}}
    cf.assert %new, "is set"
    fused.yield %new : i1
  } -> tensor<9xi1>
  return
}

// -----

func.func @yield_elsewhere(%x: f32) {
  // expected-error @+1 {{'fused.yield' op expects parent op to be one of 'fused.attention_gradient, fused.attention, fused.product, fused.rows, fused.scatter'}}
  fused.yield %x : f32
}
