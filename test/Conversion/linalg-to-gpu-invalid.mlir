// RUN: fused-opt %s --fused-linalg-to-gpu --split-input-file --verify-diagnostics

func.func @load(%x: memref<4xf32>, %i: index) -> f32 {
  // expected-error@+1 {{reads or writes elements of an array on the host, and the array is on the device}}
  %0 = memref.load %x[%i] : memref<4xf32>
  return %0 : f32
}

// -----

memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
func.func @constant() -> memref<2xf32> {
  // expected-error@+1 {{is a constant array, which is not copied to the device yet}}
  %0 = memref.get_global @table : memref<2xf32>
  return %0 : memref<2xf32>
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
