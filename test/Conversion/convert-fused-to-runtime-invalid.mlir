// RUN: fused-opt %s --convert-fused-to-runtime --split-input-file --verify-diagnostics

func.func @product_in_loop(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %d: memref<4x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-error@+1 {{can fail, and a failure cannot be returned from inside 'scf.for'}}
    fused.matmul epilog(default) ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>)
        outs(%d : memref<4x4xf32>)
  }
  return
}

// -----

func.func @product_in_parallel_region(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %d: memref<4x4xf32>) {
  omp.parallel {
    // expected-error@+1 {{can fail, and a failure cannot be returned from inside 'omp.parallel'}}
    fused.matmul epilog(default) ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>)
        outs(%d : memref<4x4xf32>)
    omp.terminator
  }
  return
}

// -----

func.func @tensors(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %d: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{is on tensors: bufferize first}}
  %0 = fused.matmul epilog(default) ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>)
      outs(%d : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @other_memory(%a: memref<4x4xf32, 1>, %b: memref<4x4xf32>, %d: memref<4x4xf32>) {
  // expected-error@+1 {{is not in ordinary memory}}
  fused.matmul epilog(default) ins(%a, %b : memref<4x4xf32, 1>, memref<4x4xf32>)
      outs(%d : memref<4x4xf32>)
  return
}
