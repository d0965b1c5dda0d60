// RUN: fused-opt %s --fused-fuse-epilogs --remarks-filter=fused-epilog \
// RUN:   2>&1 >/dev/null | FileCheck %s --implicit-check-not='unknown reason'

// Each reason for which a product is left alone, in a function of its name.

#mn = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>

func.func @bias_along_rows(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<5xf32>,
    %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] bias-along-rows | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #m, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v, %c : tensor<5x19xf32>, tensor<5xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %c_: f32, %out: f32):
    %y1 = arith.addf %x, %v_ : f32
    %y2 = arith.addf %y1, %c_ : f32
    linalg.yield %y2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// A value for each row that is multiplied has nothing to do with a bias.
func.func @no_epilog_with_factor_for_each_row(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<5xf32>,
    %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] no-epilog | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #m, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v, %c : tensor<5x19xf32>, tensor<5xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %c_: f32, %out: f32):
    %y1 = arith.mulf %x, %v_ : f32
    %y2 = arith.addf %y1, %c_ : f32
    linalg.yield %y2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

func.func @bias_type(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xf32>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] bias-type | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xbf16>, tensor<19xf32>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %v_: f32, %out: bf16):
    %w = arith.extf %x : bf16 to f32
    %y1 = arith.addf %w, %v_ : f32
    %y2 = arith.truncf %y1 : f32 to bf16
    linalg.yield %y2 : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

func.func @c_type(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xbf16>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] c-type | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<5x19xf32>, tensor<5x19xbf16>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: bf16, %out: f32):
    %w = arith.extf %c_ : bf16 to f32
    %y1 = arith.addf %x, %w : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

func.func @element_type(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] element-type | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %e1 = tensor.empty() : tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e1 : tensor<5x19xbf16>) {
  ^bb0(%x: f32, %out: bf16):
    %y1 = arith.truncf %x : f32 to bf16
    linalg.yield %y1 : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

func.func @exact_gelu(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] exact-gelu | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %h = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %r = arith.constant 0.707106769 : f32
    %w = arith.mulf %x, %r : f32
    %t = math.erf %w : f32
    %q = arith.addf %one, %t : f32
    %g = arith.mulf %h, %q : f32
    %y = arith.mulf %x, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

func.func @infinity_handling(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] infinity-handling | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %h = arith.constant 0.5 : f32
    %m = math.absf %x : f32
    %s = arith.addf %x, %m : f32
    %y = arith.mulf %h, %s : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

func.func @nan_handling(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] nan-handling | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y1 = arith.maxnumf %x, %z : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

func.func @narrower_type(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] narrower-type | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %w = arith.truncf %v_ : f32 to f8E4M3FN
    %u = arith.extf %w : f8E4M3FN to f32
    %y1 = arith.addf %x, %u : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

func.func @no_consumer(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] no-consumer | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %e : tensor<5x19xf32>
}

func.func @no_epilog(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] no-epilog | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.mulf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}
