// RUN: fused-opt %s --fused-fuse-epilogs --remarks-filter=fused-epilog \
// RUN:   2>&1 >/dev/null | FileCheck %s

// What the elementwise operations after a product take: each tensor that they
// read and each result that something else uses, once.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

// The sum has two uses. Read: the product (5 x 8) and the gate (40 elements
// each). Written: what is returned, of 8 and 16 bits.
// CHECK: mlir:[[#@LINE+6]]:8: remark: [Passed] fused | Category:fused-epilog | epilog=bias
// CHECK: mlir:[[#@LINE+5]]:8: remark: [Missed] several-uses | {{.*}}, bytes=560, flops=480{{$}}
func.func @two_readers(%a: tensor<5x6xf32>, %b: tensor<6x8xf32>,
                       %v: tensor<8xf32>, %gate: tensor<5x1x8xf32>)
    -> (tensor<40xf32>, tensor<5x8xf16>) {
  %e = tensor.empty() : tensor<5x8xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x6xf32>, tensor<6x8xf32>)
      outs(%e : tensor<5x8xf32>) -> tensor<5x8xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #n, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x8xf32>, tensor<8xf32>)
      outs(%e : tensor<5x8xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %s = arith.addf %x, %v_ : f32
    linalg.yield %s : f32
  } -> tensor<5x8xf32>
  %g = tensor.collapse_shape %gate [[0], [1, 2]]
      : tensor<5x1x8xf32> into tensor<5x8xf32>
  %1 = linalg.mul ins(%0, %g : tensor<5x8xf32>, tensor<5x8xf32>)
      outs(%e : tensor<5x8xf32>) -> tensor<5x8xf32>
  %2 = linalg.sub ins(%1, %0 : tensor<5x8xf32>, tensor<5x8xf32>)
      outs(%e : tensor<5x8xf32>) -> tensor<5x8xf32>
  %3 = tensor.collapse_shape %2 [[0, 1]] : tensor<5x8xf32> into tensor<40xf32>
  %h = tensor.empty() : tensor<5x8xf16>
  %4 = linalg.generic {indexing_maps = [#mn, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<5x8xf32>) outs(%h : tensor<5x8xf16>) {
  ^bb0(%x: f32, %out: f16):
    %s = math.sqrt %x : f32
    %t = arith.truncf %s : f32 to f16
    linalg.yield %t : f16
  } -> tensor<5x8xf16>
  return %3, %4 : tensor<40xf32>, tensor<5x8xf16>
}

// A size that is not known: no number. What follows a reduction does not count.
// CHECK: mlir:[[#@LINE+4]]:8: remark: [Missed] several-uses | {{.*}} has another use"{{$}}
func.func @unknown_size(%a: tensor<?x7xf32>, %b: tensor<7x8xf32>,
                        %d: tensor<?x8xf32>)
    -> (tensor<?x8xf32>, tensor<?x8xf32>) {
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<?x7xf32>, tensor<7x8xf32>)
      outs(%d : tensor<?x8xf32>) -> tensor<?x8xf32>
  %0 = linalg.exp ins(%p : tensor<?x8xf32>)
      outs(%d : tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = linalg.mul ins(%0, %p : tensor<?x8xf32>, tensor<?x8xf32>)
      outs(%d : tensor<?x8xf32>) -> tensor<?x8xf32>
  %2 = linalg.sub ins(%1, %0 : tensor<?x8xf32>, tensor<?x8xf32>)
      outs(%d : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %1, %2 : tensor<?x8xf32>, tensor<?x8xf32>
}
