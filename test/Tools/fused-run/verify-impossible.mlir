// RUN: not fused-run %s --verify 2>&1 | FileCheck %s

// Absolute value by clearing the sign bit, of a vector.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>,
                                        affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = vector.broadcast %in : f32 to vector<1xf32>
    // CHECK: verify-impossible.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: 'vector.bitcast' op looks at the bits of a floating-point number, so the program cannot be evaluated in double
    %b = vector.bitcast %v : vector<1xf32> to vector<1xi32>
    %mask = arith.constant dense<0x7fffffff> : vector<1xi32>
    %c = arith.andi %b, %mask : vector<1xi32>
    %d = vector.bitcast %c : vector<1xi32> to vector<1xf32>
    %y = vector.extract %d[0] : f32 from vector<1xf32>
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-NOT: error:
