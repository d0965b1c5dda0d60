// RUN: fused-opt %s --fused-fuse-epilogs -canonicalize | FileCheck %s

// The gradient of ReLU in many spellings.

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>
#bmn = affine_map<(b, m, n) -> (b, m, n)>
#shared = affine_map<(b, m, n) -> (m, n)>

// CHECK-LABEL: func.func @select_ogt(
// CHECK: arith.cmpf ogt
// CHECK: %[[P:.*]] = fused.pack_mask
// CHECK: %[[D:.*]] = fused.matmul epilog(drelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%[[P]] : tensor<5x16xi8>)
// CHECK-NEXT: return %[[D]]
func.func @select_ogt(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @select_olt_swapped(
// CHECK: arith.cmpf
// CHECK: %[[P:.*]] = fused.pack_mask
// CHECK: %[[D:.*]] = fused.matmul epilog(drelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%[[P]] : tensor<5x16xi8>)
// CHECK-NEXT: return %[[D]]
func.func @select_olt_swapped(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf olt, %z, %s : f32
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @select_ule_other_arm(
// CHECK: arith.cmpf
// CHECK: %[[P:.*]] = fused.pack_mask
// CHECK: %[[D:.*]] = fused.matmul epilog(drelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%[[P]] : tensor<5x16xi8>)
// CHECK-NEXT: return %[[D]]
func.func @select_ule_other_arm(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ule, %s, %z : f32
    %y = arith.select %c, %z, %x : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @select_ole_other_arm(
// CHECK: arith.cmpf
// CHECK: %[[P:.*]] = fused.pack_mask
// CHECK: %[[D:.*]] = fused.matmul epilog(drelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%[[P]] : tensor<5x16xi8>)
// CHECK-NEXT: return %[[D]]
func.func @select_ole_other_arm(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ole, %s, %z : f32
    %y = arith.select %c, %z, %x : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @select_oge(
// CHECK: arith.cmpf oge
// CHECK: %[[P:.*]] = fused.pack_mask
// CHECK: %[[D:.*]] = fused.matmul epilog(drelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%[[P]] : tensor<5x16xi8>)
// CHECK-NEXT: return %[[D]]
func.func @select_oge(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf oge, %s, %z : f32
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @select_olt_other_arm(
// CHECK: arith.cmpf
// CHECK: %[[P:.*]] = fused.pack_mask
// CHECK: %[[D:.*]] = fused.matmul epilog(drelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%[[P]] : tensor<5x16xi8>)
// CHECK-NEXT: return %[[D]]
func.func @select_olt_other_arm(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf olt, %s, %z : f32
    %y = arith.select %c, %z, %x : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @select_not(
// CHECK: arith.cmpf
// CHECK: %[[P:.*]] = fused.pack_mask
// CHECK: %[[D:.*]] = fused.matmul epilog(drelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%[[P]] : tensor<5x16xi8>)
// CHECK-NEXT: return %[[D]]
func.func @select_not(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %t = arith.constant true
    %d = arith.cmpf ole, %s, %z : f32
    %c = arith.xori %d, %t : i1
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @output_compared(
// CHECK: arith.cmpf ogt
// CHECK: %[[P:.*]] = fused.pack_mask
// CHECK: %[[D:.*]] = fused.matmul epilog(drelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%[[P]] : tensor<5x16xi8>)
// CHECK-NEXT: return %[[D]]
func.func @output_compared(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %r = arith.maximumf %s, %z : f32
    %c = arith.cmpf ogt, %r, %z : f32
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @negative_scale(
// CHECK: fused.matmul epilog(drelu) alpha(-2.500000e+00) ins(%arg0, %arg1 :
func.func @negative_scale(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant -2.5 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %w = arith.mulf %x, %k : f32
    %y = arith.select %c, %w, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The product of infinity, or NaN, and zero is NaN: the bit multiplies.
// CHECK-LABEL: func.func @multiplied_by_converted_boolean(
// CHECK: %[[P:.*]] = fused.pack_mask
// CHECK: %[[D:.*]] = fused.matmul epilog(drelu) multiply_mask ins(%arg0, %arg1 :
// CHECK-SAME: aux(%[[P]] : tensor<5x16xi8>)
// CHECK-NEXT: return %[[D]]
func.func @multiplied_by_converted_boolean(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %f = arith.uitofp %c : i1 to f32
    %y = arith.mulf %x, %f : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The flags say that there is neither.
// CHECK-LABEL: func.func @multiplied_without_nan(
// CHECK: %[[P:.*]] = fused.pack_mask
// CHECK: %[[D:.*]] = fused.matmul epilog(drelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%[[P]] : tensor<5x16xi8>)
// CHECK-NEXT: return %[[D]]
func.func @multiplied_without_nan(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %f = arith.uitofp %c : i1 to f32
    %y = arith.mulf %x, %f fastmath<nnan,ninf> : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @multiplied_by_step(
// CHECK: %[[P:.*]] = fused.pack_mask
// CHECK: %[[D:.*]] = fused.matmul epilog(drelu) multiply_mask ins(%arg0, %arg1 :
// CHECK-SAME: aux(%[[P]] : tensor<5x16xi8>)
// CHECK-NEXT: return %[[D]]
func.func @multiplied_by_step(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %i = arith.constant 1.0 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %f = arith.select %c, %i, %z : f32
    %y = arith.mulf %f, %x : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @boolean_argument(
// CHECK: %[[P:.*]] = fused.pack_mask ins(%arg2 :
// CHECK: fused.matmul epilog(drelu) {{.*}} aux(%[[P]] :
func.func @boolean_argument(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %q: tensor<5x19xi1>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %q : tensor<5x19xf32>, tensor<5x19xi1>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c: i1, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @inverted_boolean_argument(
// CHECK: %[[N:.*]] = linalg.generic
// CHECK: arith.xori
// CHECK: %[[P:.*]] = fused.pack_mask ins(%[[N]] :
// CHECK: fused.matmul epilog(drelu) {{.*}} aux(%[[P]] :
func.func @inverted_boolean_argument(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %q: tensor<5x19xi1>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %q : tensor<5x19xf32>, tensor<5x19xi1>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c: i1, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.select %c, %z, %x : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @mask_of_numbers_computed_apart(
// CHECK: arith.cmpf ogt
// CHECK: %[[P:.*]] = fused.pack_mask
// CHECK: fused.matmul epilog(drelu) multiply_mask {{.*}} aux(%[[P]] :
// CHECK-NOT: arith.uitofp
// CHECK: return
func.func @mask_of_numbers_computed_apart(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %ones = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %f = arith.uitofp %c : i1 to f32
    linalg.yield %f : f32
  } -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %ones : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %f: f32, %out: f32):
    %y = arith.mulf %x, %f : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @second_gradient_added_before(
// CHECK: fused.matmul epilog(drelu) ins(%arg0, %arg1 :
// CHECK-SAME: c(%arg3 :
func.func @second_gradient_added_before(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>,
    %r: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p, %r : tensor<5x19xf32>, tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %w: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %v = arith.addf %x, %w : f32
    %y = arith.select %c, %v, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @gradient_added_behind(
// CHECK: %[[D:.*]] = fused.matmul epilog(drelu) ins(%arg0, %arg1 :
// CHECK: linalg.generic
// CHECK-SAME: ins(%arg3, %[[D]] :
// CHECK: arith.addf
func.func @gradient_added_behind(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>,
    %r: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p, %r : tensor<5x19xf32>, tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %w: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %v = arith.select %c, %x, %z : f32
    %y = arith.addf %v, %w : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @preactivation_computed_in_the_body(
// CHECK: %[[BITS:.*]] = linalg.generic
// CHECK-SAME: ins(%arg3, %arg2 :
// CHECK: arith.addf
// CHECK: arith.cmpf ogt
// CHECK: %[[P:.*]] = fused.pack_mask ins(%[[BITS]] :
// CHECK: fused.matmul epilog(drelu) {{.*}} aux(%[[P]] :
func.func @preactivation_computed_in_the_body(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>,
    %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p, %v : tensor<5x19xf32>, tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %w: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %t = arith.addf %s, %w : f32
    %c = arith.cmpf ogt, %t, %z : f32
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @saved_in_the_other_order(
// CHECK: %[[BITS:.*]] = linalg.generic
// CHECK-SAME: ins(%arg2 :
// CHECK: fused.pack_mask ins(%[[BITS]] : tensor<5x19xi1>)
// CHECK: fused.matmul epilog(drelu) ins(%arg0, %arg1 :
func.func @saved_in_the_other_order(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<19x5xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #nm, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<19x5xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// DRELU applies whatever mask it is given.
// CHECK-LABEL: func.func @gradient_of_relu6(
// CHECK: arith.andi
// CHECK: %[[P:.*]] = fused.pack_mask
// CHECK: fused.matmul epilog(drelu) {{.*}} aux(%[[P]] :
func.func @gradient_of_relu6(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %k = arith.constant 6.0 : f32
    %c = arith.cmpf ogt, %s, %z : f32
    %d = arith.cmpf olt, %s, %k : f32
    %q = arith.andi %c, %d : i1
    %y = arith.select %q, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The mask comes from the forward pass, and another gradient is added before: it
// is C, the mask is not.
// CHECK-LABEL: func.func @boolean_mask_of_a_sum(
// CHECK: %[[P:.*]] = fused.pack_mask ins(%arg3 :
// CHECK: fused.matmul epilog(drelu) ins(%arg0, %arg1 : {{.*}}) c(%arg2 : {{.*}}) aux(%[[P]] :
func.func @boolean_mask_of_a_sum(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %c: tensor<5x19xf32>, %p: tensor<5x19xi1>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %c, %p : tensor<5x19xf32>, tensor<5x19xf32>, tensor<5x19xi1>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %q: i1, %out: f32):
    %z = arith.constant 0.0 : f32
    %sum = arith.addf %x, %s : f32
    %y = arith.select %q, %sum, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// Here the other gradient is added behind the mask.
// CHECK-LABEL: func.func @boolean_mask_before_a_sum(
// CHECK: fused.matmul epilog(drelu)
// CHECK-NOT: c(
// CHECK: arith.addf
func.func @boolean_mask_before_a_sum(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %c: tensor<5x19xf32>, %p: tensor<5x19xi1>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %c, %p : tensor<5x19xf32>, tensor<5x19xf32>, tensor<5x19xi1>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %q: i1, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.select %q, %x, %z : f32
    %sum = arith.addf %y, %s : f32
    linalg.yield %sum : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// All products of a batch share the mask, such as that of causal attention.
// CHECK-LABEL: func.func @mask_of_a_batch(
// CHECK: %[[M:.*]] = linalg.generic {{.*}} ins(%arg2 : tensor<5x19xi1>)
// CHECK: %[[P:.*]] = fused.pack_mask ins(%[[M]] : tensor<3x5x19xi1>)
// CHECK: fused.matmul epilog(drelu) {{.*}} aux(%[[P]] : tensor<3x5x16xi8>)
func.func @mask_of_a_batch(
    %a: tensor<3x5x7xf32>, %b: tensor<3x7x19xf32>, %q: tensor<5x19xi1>)
    -> tensor<3x5x19xf32> {
  %e = tensor.empty() : tensor<3x5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      outs(%e : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#bmn, #shared, #bmn],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%g, %q : tensor<3x5x19xf32>, tensor<5x19xi1>)
      outs(%e : tensor<3x5x19xf32>) {
  ^bb0(%x: f32, %c: i1, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<3x5x19xf32>
  return %0 : tensor<3x5x19xf32>
}

// Flax drops the same elements of the attention in all examples and heads.
// CHECK-LABEL: func.func @dropout_of_a_batch(
// CHECK: fused.matmul epilog(drelu) multiply_mask alpha(1.25{{.*}} aux(%{{.*}} : tensor<3x5x16xi8>)
// CHECK-NOT: arith.uitofp
// CHECK: return
func.func @dropout_of_a_batch(
    %a: tensor<3x5x7xf32>, %b: tensor<3x7x19xf32>, %q: tensor<5x19xi1>)
    -> tensor<3x5x19xf32> {
  %e = tensor.empty() : tensor<3x5x19xf32>
  %e2 = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      outs(%e : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  %keep = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<5x19xi1>) outs(%e2 : tensor<5x19xf32>) {
  ^bb0(%c: i1, %out: f32):
    %factor = arith.constant 1.25 : f32
    %f = arith.uitofp %c : i1 to f32
    %y = arith.mulf %f, %factor : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#bmn, #shared, #bmn],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%g, %keep : tensor<3x5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<3x5x19xf32>) {
  ^bb0(%x: f32, %f: f32, %out: f32):
    %y = arith.mulf %x, %f : f32
    linalg.yield %y : f32
  } -> tensor<3x5x19xf32>
  return %0 : tensor<3x5x19xf32>
}
