// RUN: fused-opt %s --fused-linalg-to-loops --split-input-file --verify-diagnostics

func.func @tensors(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{is not on memrefs: bufferize first}}
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
func.func @rows(%x: memref<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  // expected-error@+1 {{is lowered to kernels of a GPU alone}}
  fused.rows over [1] maps [#ij, #ij]
      ins(%x : memref<8x8xf32>) outs(%x : memref<8x8xf32>) {
  ^bb0(%out: f32):
    %0 = fused.reduce addf %out init(%zero) : f32
    fused.yield %0 : f32
  }
  return
}

// -----

// Whatever the size is, one element is written for all of it.

func.func @parallel_sum(%x: memref<?xf32>, %y: memref<f32>) {
  // expected-error@+2 {{may write an element of output 0 more than once: its indexing map affine_map<(d0) -> ()> does not tell the index of parallel loop 0}}
  // expected-note@+1 {{call the loop a reduction, or index the output with it}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                  iterator_types = ["parallel"]}
      ins(%x : memref<?xf32>) outs(%y : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

func.func @scatter_on_tensors(%i: tensor<5x1xi64>, %u: tensor<5x1xf32>,
                              %a: tensor<9xf32>) -> tensor<9xf32> {
  // expected-error @+1 {{is not on memrefs: bufferize first}}
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<5x1xi64>, tensor<5x1xf32>) outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

func.func private @combine(f32, f32) -> f32

func.func @scatter_that_calls(%i: memref<5x1xi64>, %u: memref<5x1xf32>,
                              %a: memref<9xf32>) {
  // expected-error @+1 {{cannot be written as loops: its region calls a function}}
  fused.scatter dimensions = [0]
      ins(%i, %u : memref<5x1xi64>, memref<5x1xf32>) outs(%a : memref<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    %0 = func.call @combine(%old, %new) : (f32, f32) -> f32
    fused.yield %0 : f32
  }
  return
}
