// RUN: fused-opt %s --fused-report=numerics=strict -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT
// RUN: fused-opt %s --fused-fuse-epilogs --fused-report -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FUSED
// RUN: fused-opt %s --fused-report=numerics=default -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DEFAULT

// The contract decides what there is to fuse.

// STRICT: default {{[ 0-9]*}}it would drop a rounding to a 16-bit type, which numerics=strict keeps [strict-rounding]
// DEFAULT: default {{[ 0-9]*}}the pass that would fuse it has not been run [not-run]
// FUSED: default, c {{ *}}0{{$}}
func.func @strict_rounding(%a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
                           %c: tensor<5x19xbf16>) -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.add ins(%p, %c : tensor<5x19xbf16>, tensor<5x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// The transpose of a product with a bias is that product again.
// STRICT: bias {{[ 0-9.k]*}}a value before the end of the epilog has another use [several-uses]
// DEFAULT: bias {{[ 0-9.k]*}}a value before the end of the epilog has another use [several-uses]
// FUSED: bias {{[ 0-9.k]*}}a value before the end of the epilog has another use [several-uses]
func.func @transposed(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> (tensor<19x5xf32>, tensor<19x5xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) bias(%v : tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %f = tensor.empty() : tensor<19x5xf32>
  %t = linalg.transpose ins(%p : tensor<5x19xf32>) outs(%f : tensor<19x5xf32>)
      permutation = [1, 0]
  %0 = linalg.exp ins(%t : tensor<19x5xf32>) outs(%f : tensor<19x5xf32>) -> tensor<19x5xf32>
  %1 = linalg.tanh ins(%t : tensor<19x5xf32>) outs(%f : tensor<19x5xf32>) -> tensor<19x5xf32>
  return %0, %1 : tensor<19x5xf32>, tensor<19x5xf32>
}

// Nothing fits behind an activation.
// STRICT: relu {{[ 0-9.k]*}}nothing fits behind an activation, a bias gradient or a shared C [has-epilog]
// DEFAULT: relu {{[ 0-9.k]*}}nothing fits behind an activation, a bias gradient or a shared C [has-epilog]
// FUSED: relu {{[ 0-9.k]*}}nothing fits behind an activation, a bias gradient or a shared C [has-epilog]
func.func @behind_relu(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(relu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.square ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>)
      -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// Scales are recognised after epilogs, and nothing looks for those again.
// STRICT: default, scaled {{[ 0-9.k]*}}the product is multiplied by a number already, and takes nothing behind that [has-scales]
// DEFAULT: default, scaled {{[ 0-9.k]*}}the product is multiplied by a number already, and takes nothing behind that [has-scales]
// FUSED: default, scaled {{[ 0-9.k]*}}the product is multiplied by a number already, and takes nothing behind that [has-scales]
func.func @scales(%a: tensor<16x32xf8E4M3FN>, %b: tensor<32x48xf8E4M3FN>,
                  %s: tensor<f32>) -> tensor<16x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x48xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<16x32xf8E4M3FN>, tensor<32x48xf8E4M3FN>)
      a_scale(%s : tensor<f32>)
      outs(%e : tensor<16x48xf32>) -> tensor<16x48xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<16x48xf32>) outs(%e : tensor<16x48xf32>) {
  ^bb0(%x: f32, %out: f32):
    %r = arith.maximumf %x, %zero : f32
    linalg.yield %r : f32
  } -> tensor<16x48xf32>
  return %0 : tensor<16x48xf32>
}

// A product of integers is no worse if it is returned.
// STRICT: default {{[ 0-9]*}}the product is returned [returned]
// DEFAULT: default {{[ 0-9]*}}the product is returned [returned]
// FUSED: default {{[ 0-9]*}}the product is returned [returned]
func.func @integers(%a: tensor<16x32xi8>, %b: tensor<32x48xi8>)
    -> tensor<16x48xi32> {
  %e = tensor.empty() : tensor<16x48xi32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<16x32xi8>, tensor<32x48xi8>)
      outs(%e : tensor<16x48xi32>) -> tensor<16x48xi32>
  return %p : tensor<16x48xi32>
}
