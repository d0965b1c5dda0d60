// RUN: fused-opt %s --fused-fuse-epilogs --remarks-filter=fused-epilog \
// RUN:   2>&1 >/dev/null | FileCheck %s --implicit-check-not='unknown reason'

// Each reason for which a product is left alone, in a function of its name.

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>
#n = affine_map<(m, n) -> (n)>

func.func @not_elementwise(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<4x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] not-elementwise | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = tensor.extract_slice %p[1, 0] [4, 19] [1, 1]
      : tensor<5x19xf32> to tensor<4x19xf32>
  return %0 : tensor<4x19xf32>
}

func.func @operand_layout(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19x5xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] operand-layout | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #nm, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19x5xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

func.func @permuted(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<3x5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] permuted | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %f = tensor.empty() : tensor<3x5x19xf32>
  %0 = linalg.broadcast ins(%p : tensor<5x19xf32>)
      outs(%f : tensor<3x5x19xf32>) dimensions = [0]
  return %0 : tensor<3x5x19xf32>
}

// A residual whose channels come first.
func.func @permuted_before_a_residual(
    %a: tensor<6x7xf32>, %b: tensor<7x19xf32>, %c: tensor<2x19x3xf32>)
    -> tensor<2x19x3xf32> {
  %e = tensor.empty() : tensor<6x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] permuted | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<6x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<6x19xf32>) -> tensor<6x19xf32>
  %x = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 3, 19]
      : tensor<6x19xf32> into tensor<2x3x19xf32>
  %et = tensor.empty() : tensor<2x19x3xf32>
  %t = linalg.transpose ins(%x : tensor<2x3x19xf32>)
      outs(%et : tensor<2x19x3xf32>) permutation = [0, 2, 1]
  %0 = linalg.add ins(%t, %c : tensor<2x19x3xf32>, tensor<2x19x3xf32>)
      outs(%et : tensor<2x19x3xf32>) -> tensor<2x19x3xf32>
  return %0 : tensor<2x19x3xf32>
}

// The same, but another operation reads the product, too.
func.func @several_uses_before_a_permutation(
    %a: tensor<6x7xf32>, %b: tensor<7x19xf32>, %c: tensor<2x19x3xf32>)
    -> (tensor<2x19x3xf32>, tensor<6x19xf32>) {
  %e = tensor.empty() : tensor<6x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] several-uses | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<6x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<6x19xf32>) -> tensor<6x19xf32>
  %x = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 3, 19]
      : tensor<6x19xf32> into tensor<2x3x19xf32>
  %et = tensor.empty() : tensor<2x19x3xf32>
  %t = linalg.transpose ins(%x : tensor<2x3x19xf32>)
      outs(%et : tensor<2x19x3xf32>) permutation = [0, 2, 1]
  %0 = linalg.add ins(%t, %c : tensor<2x19x3xf32>, tensor<2x19x3xf32>)
      outs(%et : tensor<2x19x3xf32>) -> tensor<2x19x3xf32>
  %1 = linalg.tanh ins(%p : tensor<6x19xf32>) outs(%e : tensor<6x19xf32>)
      -> tensor<6x19xf32>
  return %0, %1 : tensor<2x19x3xf32>, tensor<6x19xf32>
}

func.func @read_in_two_orders(
    %a: tensor<7x7xf32>, %b: tensor<7x7xf32>) -> tensor<7x7xf32> {
  %e = tensor.empty() : tensor<7x7xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] permuted | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<7x7xf32>, tensor<7x7xf32>)
      outs(%e : tensor<7x7xf32>) -> tensor<7x7xf32>
  %t = linalg.transpose ins(%p : tensor<7x7xf32>) outs(%e : tensor<7x7xf32>)
      permutation = [1, 0]
  %0 = linalg.add ins(%p, %t : tensor<7x7xf32>, tensor<7x7xf32>)
      outs(%e : tensor<7x7xf32>) -> tensor<7x7xf32>
  return %0 : tensor<7x7xf32>
}

func.func @reshape_mixes_dimensions(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<95xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] reshape-mixes-dimensions | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = tensor.collapse_shape %p [[0, 1]] : tensor<5x19xf32> into tensor<95xf32>
  return %0 : tensor<95xf32>
}

func.func @returned(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] returned | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %p : tensor<5x19xf32>
}

func.func @several_matrices(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>,
    %d: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+2]]:8: remark: [Passed] fused | Category:fused-epilog | epilog=default
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] several-matrices | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %out: f32):
    %y1 = arith.addf %x, %c_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  %1 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0, %d : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %d_: f32, %out: f32):
    %y1 = arith.addf %x, %d_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %1 : tensor<5x19xf32>
}

// Nothing is added.
func.func @multiplied_by_several_matrices(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>,
    %d: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] no-epilog | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %c, %d : tensor<5x19xf32>, tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %d_: f32, %out: f32):
    %y1 = arith.mulf %x, %c_ : f32
    %y2 = arith.addf %d_, %c_ : f32
    %y3 = arith.mulf %y1, %y2 : f32
    linalg.yield %y3 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

func.func @several_uses(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+2]]:8: remark: [Passed] fused | Category:fused-epilog | epilog=bias
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] several-uses | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %y1 = arith.addf %x, %v_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  %1 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y2 = arith.maximumf %x, %z : f32
    linalg.yield %y2 : f32
  } -> tensor<5x19xf32>
  return %0, %1 : tensor<5x19xf32>, tensor<5x19xf32>
}

func.func @several_vectors(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xbf16>,
    %w: tensor<19xbf16>) -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  // CHECK: mlir:[[#@LINE+2]]:8: remark: [Passed] fused | Category:fused-epilog | epilog=bias
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] several-vectors | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xbf16>, tensor<19xbf16>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %v_: bf16, %out: bf16):
    %y1 = arith.addf %x, %v_ : bf16
    linalg.yield %y1 : bf16
  } -> tensor<5x19xbf16>
  %1 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0, %w : tensor<5x19xbf16>, tensor<19xbf16>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %w_: bf16, %out: bf16):
    %y1 = arith.addf %x, %w_ : bf16
    linalg.yield %y1 : bf16
  } -> tensor<5x19xbf16>
  return %1 : tensor<5x19xbf16>
}

func.func @unknown_scalar(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %s: f32) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] unknown-scalar | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y1 = arith.mulf %x, %s : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

func.func @unsupported_operation(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] unsupported-operation | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y1 = math.sin %x : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

func.func @used_in_another_block(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: i1) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] used-in-another-block | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = scf.if %c -> tensor<5x19xf32> {
    scf.yield %p : tensor<5x19xf32>
  } else {
    scf.yield %e : tensor<5x19xf32>
  }
  return %0 : tensor<5x19xf32>
}


// Nothing is computed behind the copy.
func.func @permuted_and_returned(%a: tensor<6x7xf32>, %b: tensor<7x8xf32>)
    -> (tensor<2x2x3x4xf32>, tensor<2x2x3x4xf32>) {
  %e = tensor.empty() : tensor<6x8xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] returned | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<6x7xf32>, tensor<7x8xf32>)
      outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %x = tensor.expand_shape %p [[0, 1], [2, 3]] output_shape [2, 3, 2, 4]
      : tensor<6x8xf32> into tensor<2x3x2x4xf32>
  %et = tensor.empty() : tensor<2x2x3x4xf32>
  %t = linalg.transpose ins(%x : tensor<2x3x2x4xf32>) outs(%et : tensor<2x2x3x4xf32>)
      permutation = [0, 2, 1, 3]
  return %t, %t : tensor<2x2x3x4xf32>, tensor<2x2x3x4xf32>
}

// A class token before the patches: the body of an operation reads elements.
func.func @joined(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                  %token: tensor<1x19xf32>) -> tensor<6x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] not-elementwise | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %e6 = tensor.empty() : tensor<6x19xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      outs(%e6 : tensor<6x19xf32>) {
  ^bb0(%out: f32):
    %c1 = arith.constant 1 : index
    %m = linalg.index 0 : index
    %n = linalg.index 1 : index
    %is_token = arith.cmpi ult, %m, %c1 : index
    %x = scf.if %is_token -> (f32) {
      %t = tensor.extract %token[%m, %n] : tensor<1x19xf32>
      scf.yield %t : f32
    } else {
      %row = arith.subi %m, %c1 : index
      %t = tensor.extract %p[%row, %n] : tensor<5x19xf32>
      scf.yield %t : f32
    }
    linalg.yield %x : f32
  } -> tensor<6x19xf32>
  return %0 : tensor<6x19xf32>
}
