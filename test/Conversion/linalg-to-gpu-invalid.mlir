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
