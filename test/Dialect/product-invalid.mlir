// RUN: fused-opt %s --split-input-file --verify-diagnostics

func.func @no_output(%a: memref<4x8xf32>, %b: memref<8x16xf32>) {
  // expected-error @+1 {{needs an output}}
  "fused.product"(%a, %b) <{maps = [], operandSegmentSizes = array<i32: 1, 1, 0, 0>}> ({
  ^bb0(%acc: f32):
    fused.yield
  }) : (memref<4x8xf32>, memref<8x16xf32>) -> ()
  return
}

// -----

func.func @mixed(%a: tensor<4x8xf32>, %b: memref<8x16xf32>, %d: tensor<4x16xf32>) -> tensor<4x16xf32> {
  // expected-error @+1 {{mixes tensors and memrefs}}
  %0 = fused.product ins(%a, %b : tensor<4x8xf32>, memref<8x16xf32>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : tensor<4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

func.func @results(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %d: tensor<4x16xf32>) {
  // expected-error @+1 {{needs 1 results, but has 0}}
  fused.product ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : tensor<4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @types(%a: memref<4x8xf16>, %b: memref<8x16xbf16>, %d: memref<4x16xf32>) {
  // expected-error @+1 {{multiplies 'f16' by 'bf16'}}
  fused.product ins(%a, %b : memref<4x8xf16>, memref<8x16xbf16>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @depth(%a: memref<4x8xf32>, %b: memref<9x16xf32>, %d: memref<4x16xf32>) {
  // expected-error @+1 {{b should be 8x16, but is 'memref<9x16xf32>'}}
  fused.product ins(%a, %b : memref<4x8xf32>, memref<9x16xf32>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @output(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %d: memref<4x17xf32>) {
  // expected-error @+1 {{an output should be 4x16, but is 'memref<4x17xf32>'}}
  fused.product ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<4x17xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @maps(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %v: memref<16xf32>, %d: memref<4x16xf32>) {
  // expected-error @+1 {{has 1 maps for 1 further operands and 1 outputs}}
  fused.product ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>)
      with(%v : memref<16xf32>) maps [affine_map<(i, j) -> (i, j)>] outs(%d : memref<4x16xf32>) {
  ^bb0(%acc: f32, %x: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

#row = affine_map<(i, j) -> (i)>
func.func @length(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %v: memref<16xf32>, %d: memref<4x16xf32>) {
  // expected-error @+1 {{a further operand should be 4, but is 'memref<16xf32>'}}
  fused.product ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>)
      with(%v : memref<16xf32>) maps [#row, affine_map<(i, j) -> (i, j)>] outs(%d : memref<4x16xf32>) {
  ^bb0(%acc: f32, %x: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

#sum = affine_map<(i, j) -> (i + j)>
func.func @index(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %v: memref<20xf32>, %d: memref<4x16xf32>) {
  // expected-error @+1 {{but should by row, column, both or none}}
  fused.product ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>)
      with(%v : memref<20xf32>) maps [#sum, affine_map<(i, j) -> (i, j)>] outs(%d : memref<4x16xf32>) {
  ^bb0(%acc: f32, %x: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @accumulator(%a: memref<4x8xbf16>, %b: memref<8x16xbf16>, %d: memref<4x16xbf16>) {
  // expected-error @+1 {{needs a body with an argument of 'f32' for the accumulator}}
  fused.product ins(%a, %b : memref<4x8xbf16>, memref<8x16xbf16>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<4x16xbf16>) {
  ^bb0(%acc: bf16):
    fused.yield %acc : bf16
  }
  return
}

// -----

func.func @yield(%a: memref<4x8xbf16>, %b: memref<8x16xbf16>, %d: memref<4x16xbf16>) {
  fused.product ins(%a, %b : memref<4x8xbf16>, memref<8x16xbf16>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<4x16xbf16>) {
  ^bb0(%acc: f32):
    // expected-error @+1 {{should give an element for each output}}
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @effects(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %n: memref<f32>, %d: memref<4x16xf32>) {
  // expected-error @+1 {{may not have side effects in its region}}
  fused.product ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<4x16xf32>) {
  ^bb0(%acc: f32):
    // expected-note @+1 {{this operation may have some}}
    memref.store %acc, %n[] : memref<f32>
    fused.yield %acc : f32
  }
  return
}

// -----

#row = affine_map<(i, j) -> (i)>
func.func @no_matrix(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %s: memref<4xf32>) {
  // expected-error @+1 {{needs a matrix as its first output}}
  fused.product ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) maps [#row] outs(%s : memref<4xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

#point = affine_map<(i, j) -> (i, j)>
#across = affine_map<(i, j) -> (j, i)>
func.func @transposed_output(%a: memref<4x8xf32>, %b: memref<8x4xf32>, %d: memref<4x4xf32>) {
  // expected-error @+1 {{may not transpose an output}}
  fused.product ins(%a, %b : memref<4x8xf32>, memref<8x4xf32>) maps [#across] outs(%d : memref<4x4xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

#point = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @narrow_sum(%a: memref<4x8xbf16>, %b: memref<8x16xbf16>, %d: memref<4x16xbf16>, %s: memref<16xbf16>) {
  fused.product ins(%a, %b : memref<4x8xbf16>, memref<8x16xbf16>) maps [#point, #column]
      outs(%d, %s : memref<4x16xbf16>, memref<16xbf16>) {
  ^bb0(%acc: f32):
    %0 = arith.truncf %acc : f32 to bf16
    // expected-error @+1 {{for each sum a number of 'f32'}}
    fused.yield %0, %0 : bf16, bf16
  }
  return
}

// -----

func.func @no_tiling(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %d: memref<4x16xf32>) {
  // expected-error @+1 {{has no kernel with the tiling "64x64 twice"}}
  fused.product tiling "64x64 twice" ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @too_large(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %d: memref<4x16xf32>) {
  // expected-error @+1 {{has no kernel with the tiling "128x256 turns"}}
  fused.product tiling "128x256 turns" ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @cannot_share(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %d: memref<4x16xf32>) {
  // expected-error @+1 {{has no kernel with the tiling "64x64 cluster 2"}}
  fused.product tiling "64x64 cluster 2" ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @split_in_too_many(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %d: memref<4x16xf32>) {
  // expected-error @+1 {{has no kernel with the tiling "64x64 split 9"}}
  fused.product tiling "64x64 split 9" ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @split_in_turns(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %d: memref<4x16xf32>) {
  // expected-error @+1 {{has no kernel with the tiling "64x128 turns split 2"}}
  fused.product tiling "64x128 turns split 2" ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @batch_size(%a: memref<3x4x8xf32>, %b: memref<2x8x16xf32>, %d: memref<2x4x16xf32>) {
  // expected-error @+1 {{a should be 2x4x8, but is 'memref<3x4x8xf32>'}}
  fused.product ins(%a, %b : memref<3x4x8xf32>, memref<2x8x16xf32>) maps [affine_map<(b, i, j) -> (b, i, j)>]
      outs(%d : memref<2x4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @factor_of_batch(%a: memref<2x4x8xf32>, %b: memref<8x16xf32>, %d: memref<4x16xf32>) {
  // expected-error @+1 {{a should be 4x8, but is 'memref<2x4x8xf32>'}}
  fused.product ins(%a, %b : memref<2x4x8xf32>, memref<8x16xf32>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @number_of_batch(%a: memref<2x4x8xf32>, %b: memref<8x16xf32>, %d: memref<2x4x16xf32>, %s: memref<2xf32>) {
  // expected-error @+1 {{has an output that is neither a matrix nor a sum over rows or columns}}
  fused.product ins(%a, %b : memref<2x4x8xf32>, memref<8x16xf32>)
      maps [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b)>]
      outs(%d, %s : memref<2x4x16xf32>, memref<2xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc, %acc : f32, f32
  }
  return
}

// -----

func.func @no_batch(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %d: memref<2x4x16xf32>) {
  // expected-error @+1 {{has a batch of outputs, but neither of A nor of B}}
  fused.product ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) maps [affine_map<(b, i, j) -> (b, i, j)>]
      outs(%d : memref<2x4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @float8(%a: memref<4x8xf8E5M2>, %b: memref<8x16xf8E5M2>, %d: memref<4x16xf32>) {
  // expected-error @+1 {{there is no product of 'f8E5M2' and 'f8E5M2' into 'f32'}}
  fused.product ins(%a, %b : memref<4x8xf8E5M2>, memref<8x16xf8E5M2>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// -----

func.func @stride(%a: memref<4x8xf32, strided<[16, 2]>>, %b: memref<8x16xf32>, %d: memref<4x16xf32>) {
  // expected-error @+1 {{needs rows with unit stride, but has 'memref<4x8xf32, strided<[16, 2]>>'}}
  fused.product ins(%a, %b : memref<4x8xf32, strided<[16, 2]>>, memref<8x16xf32>)
      maps [affine_map<(i, j) -> (i, j)>] outs(%d : memref<4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}
