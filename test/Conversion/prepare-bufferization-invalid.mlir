// RUN: fused-opt %s --fused-prepare-bufferization --split-input-file --verify-diagnostics

func.func @softmax_of_integers(%x: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = tensor.empty() : tensor<4x8xi32>
  // expected-error@+1 {{'linalg.softmax' op on 'tensor<4x8xi32>' cannot be compiled: its elements are not floats}}
  %1 = linalg.softmax dimension(1) ins(%x : tensor<4x8xi32>) outs(%0 : tensor<4x8xi32>) -> tensor<4x8xi32>
  return %1 : tensor<4x8xi32>
}

// -----

#i = affine_map<(i) -> (i)>

func.func @writes_an_argument(%x: memref<8xf32>, %y: memref<8xf32>) {
  %0 = memref.cast %y : memref<8xf32> to memref<?xf32>
  // expected-error@+1 {{writes argument 1 of 'writes_an_argument', and callers pass arrays that are only read: return an array instead}}
  linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%x : memref<8xf32>) outs(%0 : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// -----

func.func @reads_an_argument(%x: memref<8xf32>) -> memref<8xf32> {
  %0 = memref.alloc() : memref<8xf32>
  memref.copy %x, %0 : memref<8xf32> to memref<8xf32>
  return %0 : memref<8xf32>
}

// -----

func.func private @writes_what_callers_give(%x: memref<8xf32>, %y: memref<8xf32>) {
  memref.copy %x, %y : memref<8xf32> to memref<8xf32>
  return
}

// -----

func.func @lowered_by_nobody(%a: tensor<4x5xf32>) -> tensor<5x4xf32> {
  // expected-error@+1 {{'tosa.transpose' op cannot be compiled: it computes on tensors and cannot be bufferized; lower it to linalg first}}
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<4x5xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}
