// RUN: fused-opt %s --fused-linalg-to-gpu --split-input-file --verify-diagnostics

func.func @store_of_vector(%x: memref<4xf32>, %v: vector<4xf32>, %i: index) {
  // expected-error@+1 {{reads or writes elements of an array on the host, and the array is on the device}}
  vector.store %v, %x[%i] : memref<4xf32>, vector<4xf32>
  return
}

// -----

memref.global "private" @table : memref<2xf32> = dense<[1.0, 2.0]>
func.func @variable() -> memref<2xf32> {
  // expected-error@+1 {{is an array that can change, and not on the device}}
  %0 = memref.get_global @table : memref<2xf32>
  return %0 : memref<2xf32>
}

// -----

func.func @stack() {
  // expected-error@+1 {{is memory of the host, which kernels cannot access}}
  %0 = memref.alloca() : memref<2xf32>
  return
}

// -----

func.func @tensors(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{is not on memrefs: bufferize first}}
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @fails(%x: memref<4xi32>) {
  // expected-error@+1 {{cannot be written as a kernel: its body can fail, or writes memory}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%x : memref<4xi32>) {
  ^bb0(%out: i32):
    %zero = arith.constant 0 : i32
    %0 = arith.cmpi ne, %out, %zero : i32
    cf.assert %0, "is zero"
    linalg.yield %out : i32
  }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @parallel_sum(%a: memref<3x5xf32>, %b: memref<5x7xf32>,
                        %c: memref<3x7xf32>) {
  // expected-note@+2 {{call the loop a reduction, or index the output with it}}
  // expected-error@+1 {{may write an element of output 0 more than once: its indexing map affine_map<(d0, d1, d2) -> (d0, d1)> does not tell the index of parallel loop 2}}
  linalg.generic {indexing_maps = [#mk, #kn, #mn],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : memref<3x5xf32>, memref<5x7xf32>) outs(%c : memref<3x7xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
func.func @diagonals(%x: memref<3x5xf32>, %y: memref<7xf32>) {
  // expected-error@+2 {{does not tell the index of parallel loop 0}}
  // expected-note@+1 {{call the loop a reduction, or index the output with it}}
  linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i + j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x5xf32>) outs(%y : memref<7xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
func.func @row_without_agreement(%x: memref<8x8xf32>, %y: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  // expected-error@+1 {{has different values for the points of a row that share an element of output 0}}
  fused.rows over [1] maps [#ij, #i]
      ins(%x : memref<8x8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%in: f32):
    %0 = fused.reduce addf %in init(%zero) : f32
    %1 = arith.divf %in, %0 : f32
    fused.yield %1 : f32
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
func.func @row_begins_with_a_point(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  fused.rows over [1] maps [#ij, #ij]
      ins(%x : memref<8x8xf32>) outs(%y : memref<8x8xf32>) {
  ^bb0(%in: f32):
    // expected-error@+1 {{begins with a value that differs among the points of a row}}
    %0 = fused.reduce addf %in init(%in) : f32
    fused.yield %0 : f32
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
func.func @rows_that_overlap(%x: memref<3x4xf32>, %y: memref<10xf32>) {
  // expected-error@+2 {{does not tell the index of parallel loop 0}}
  // expected-note@+1 {{call the loop a reduction, or index the output with it}}
  linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i * 3 + j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x4xf32>) outs(%y : memref<10xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// -----

func.func @scatter_on_tensors(%i: tensor<5x1xi64>, %u: tensor<5x1xf32>,
                              %a: tensor<9xf32>) -> tensor<9xf32> {
  // expected-error@+1 {{is not on memrefs: bufferize first}}
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
  // expected-error@+1 {{cannot be written as a kernel: its region calls a function}}
  fused.scatter dimensions = [0]
      ins(%i, %u : memref<5x1xi64>, memref<5x1xf32>) outs(%a : memref<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    %0 = func.call @combine(%old, %new) : (f32, f32) -> f32
    fused.yield %0 : f32
  }
  return
}

// -----

func.func @sizes_on_the_device(%x: memref<?xf32>, %shape: memref<2xindex>) -> memref<?x?xf32> {
  // expected-error @+1 {{reads or writes elements of an array on the host, and the array is on the device}}
  %r = memref.reshape %x(%shape) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  return %r : memref<?x?xf32>
}
