// REQUIRES: emulator
// DEFINE: %{emulated} = fused-run %s --target=cuda --chip=sm_90 --emulate --products-as-large --verify=quick
// DEFINE: %{device} = fused-run %s --target=cuda --products-as-large --verify
// RUN: %{emulated} --entry=one_output | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=one_output | FileCheck %s %}
// RUN: %{emulated} --entry=two_outputs | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=two_outputs | FileCheck %s %}
// RUN: %{emulated} --entry=wide | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=wide | FileCheck %s %}
// RUN: %{emulated} --entry=longest | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=longest | FileCheck %s %}
// RUN: %{emulated} --entry=uneven_lengths | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=uneven_lengths | FileCheck %s %}
// RUN: %{emulated} --entry=masked_queries | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=masked_queries | FileCheck %s %}
// RUN: %{emulated} --entry=masked_keys | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=masked_keys | FileCheck %s %}
// RUN: %{emulated} --entry=not_finite | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=not_finite | FileCheck %s %}
// RUN: %{emulated} --entry=low_queries | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=low_queries | FileCheck %s %}
// RUN: %{emulated} --entry=added_queries | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=added_queries | FileCheck %s %}
// RUN: %{emulated} --entry=added_keys | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=added_keys | FileCheck %s %}
// RUN: %{emulated} --entry=unseen_keys | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=unseen_keys | FileCheck %s %}
// RUN: %{emulated} --entry=large_key | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=large_key | FileCheck %s %}
// RUN: %{emulated} --entry=large_query | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=large_query | FileCheck %s %}
// RUN: %{emulated} --entry=statistics | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=statistics | FileCheck %s %}
// RUN: fused-run %s --verify=quick --entry=two_outputs | FileCheck %s

// The kernel of gradients of attention, in one tile or several, with steps and
// columns that are not full.
// CHECK: verification: PASS

#row = affine_map<(b, i, j) -> (b, i)>
#column = affine_map<(b, i, j) -> (b, j)>

// One matrix, and weights that are the product of both products.
func.func @one_output(%a: tensor<24x16xf16>, %b: tensor<40x16xf16>, %c: tensor<24x24xf16>, %d: tensor<40x24xf16>)
    -> tensor<24x16xf16> {
  %o0 = tensor.empty() : tensor<24x16xf16>
  %factor = arith.constant 0.1 : f32
  %o = fused.attention_gradient
      ins(%a, %b, %c, %d : tensor<24x16xf16>, tensor<40x16xf16>, tensor<24x24xf16>, tensor<40x24xf16>)
      maps [] outs(%o0 : tensor<24x16xf16>) {
  ^bb0(%s: f32, %t: f32):
    %0 = arith.mulf %s, %t : f32
    %1 = arith.mulf %0, %factor : f32
    fused.yield %1 : f32
  } -> tensor<24x16xf16>
  return %o : tensor<24x16xf16>
}

// Tiles of several matrices follow each other. Columns behind the last one
// count for nothing, whatever their weights would be.
func.func @two_outputs(%a: tensor<3x150x64xbf16>, %b: tensor<3x170x64xbf16>, %c: tensor<3x150x40xbf16>,
                       %d: tensor<3x170x40xbf16>, %r: tensor<3x150xf32>, %v: tensor<3x170xf32>)
    -> (tensor<3x150x64xbf16>, tensor<3x150x40xbf16>) {
  %o0 = tensor.empty() : tensor<3x150x64xbf16>
  %p0 = tensor.empty() : tensor<3x150x40xbf16>
  %factor = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %o, %p = fused.attention_gradient
      ins(%a, %b, %c, %d : tensor<3x150x64xbf16>, tensor<3x170x64xbf16>, tensor<3x150x40xbf16>, tensor<3x170x40xbf16>)
      with(%r, %v : tensor<3x150xf32>, tensor<3x170xf32>) maps [#row, #column]
      outs(%o0, %p0 : tensor<3x150x64xbf16>, tensor<3x150x40xbf16>) {
  ^bb0(%s: f32, %t: f32, %ofRow: f32, %ofColumn: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %seen = arith.cmpi ule, %j, %i : index
    %0 = arith.mulf %s, %factor : f32
    %1 = math.tanh %0 : f32
    %2 = arith.addf %1, %ofColumn : f32
    %3 = arith.addf %t, %ofRow : f32
    %4 = arith.mulf %2, %3 : f32
    %5 = arith.select %seen, %4, %zero : f32
    %6 = arith.addf %1, %one : f32
    fused.yield %5, %6 : f32, f32
  } -> tensor<3x150x64xbf16>, tensor<3x150x40xbf16>
  return %o, %p : tensor<3x150x64xbf16>, tensor<3x150x40xbf16>
}

func.func @wide(%a: tensor<100x128xbf16>, %b: tensor<70x128xbf16>, %c: tensor<100x128xbf16>, %d: tensor<70x128xbf16>)
    -> (tensor<100x128xbf16>, tensor<100x128xbf16>) {
  %o0 = tensor.empty() : tensor<100x128xbf16>
  %p0 = tensor.empty() : tensor<100x128xbf16>
  %factor = arith.constant 0.05 : f32
  %o, %p = fused.attention_gradient
      ins(%a, %b, %c, %d : tensor<100x128xbf16>, tensor<70x128xbf16>, tensor<100x128xbf16>, tensor<70x128xbf16>)
      maps [] outs(%o0, %p0 : tensor<100x128xbf16>, tensor<100x128xbf16>) {
  ^bb0(%s: f32, %t: f32):
    %0 = arith.mulf %s, %factor : f32
    %1 = arith.mulf %t, %factor : f32
    fused.yield %1, %0 : f32, f32
  } -> tensor<100x128xbf16>, tensor<100x128xbf16>
  return %o, %p : tensor<100x128xbf16>, tensor<100x128xbf16>
}

// There is room for the rows of one consumer.
func.func @longest(%a: tensor<100x256xbf16>, %b: tensor<70x256xbf16>, %c: tensor<100x256xbf16>, %d: tensor<70x256xbf16>)
    -> tensor<100x256xbf16> {
  %o0 = tensor.empty() : tensor<100x256xbf16>
  %factor = arith.constant 0.05 : f32
  %o = fused.attention_gradient
      ins(%a, %b, %c, %d : tensor<100x256xbf16>, tensor<70x256xbf16>, tensor<100x256xbf16>, tensor<70x256xbf16>)
      maps [] outs(%o0 : tensor<100x256xbf16>) {
  ^bb0(%s: f32, %t: f32):
    %0 = arith.mulf %s, %factor : f32
    %1 = math.tanh %0 : f32
    %2 = arith.addf %1, %t : f32
    fused.yield %2 : f32
  } -> tensor<100x256xbf16>
  return %o : tensor<100x256xbf16>
}

// Nor is there for two outputs of these lengths, with vectors that threads
// share.
func.func @uneven_lengths(%a: tensor<1x100x8xbf16>, %b: tensor<1x70x8xbf16>, %c: tensor<1x100x248xbf16>,
                          %d: tensor<1x70x248xbf16>, %v: tensor<1x70xf32>, %w: tensor<1x70xf32>, %x: tensor<1x70xf32>)
    -> (tensor<1x100x8xbf16>, tensor<1x100x248xbf16>) {
  %o0 = tensor.empty() : tensor<1x100x8xbf16>
  %p0 = tensor.empty() : tensor<1x100x248xbf16>
  %factor = arith.constant 0.05 : f32
  %o, %p = fused.attention_gradient
      ins(%a, %b, %c, %d : tensor<1x100x8xbf16>, tensor<1x70x8xbf16>, tensor<1x100x248xbf16>, tensor<1x70x248xbf16>)
      with(%v, %w, %x : tensor<1x70xf32>, tensor<1x70xf32>, tensor<1x70xf32>) maps [#column, #column, #column]
      outs(%o0, %p0 : tensor<1x100x8xbf16>, tensor<1x100x248xbf16>) {
  ^bb0(%s: f32, %t: f32, %first: f32, %second: f32, %third: f32):
    %0 = arith.mulf %t, %factor : f32
    %1 = arith.addf %0, %first : f32
    %2 = arith.mulf %s, %second : f32
    %3 = arith.addf %2, %third : f32
    fused.yield %1, %3 : f32, f32
  } -> tensor<1x100x8xbf16>, tensor<1x100x248xbf16>
  return %o, %p : tensor<1x100x8xbf16>, tensor<1x100x248xbf16>
}

// Rows are queries, which see the keys up to their own and thirty more. Behind
// these, weights are zero whatever else is.
func.func @masked_queries(%q: tensor<2x200x32xbf16>, %k: tensor<2x230x32xbf16>, %g: tensor<2x200x64xbf16>,
                          %v: tensor<2x230x64xbf16>, %r: tensor<2x200xf32>) -> tensor<2x200x32xbf16> {
  %o0 = tensor.empty() : tensor<2x200x32xbf16>
  %factor = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  %c30 = arith.constant 30 : i32
  %o = fused.attention_gradient
      ins(%q, %k, %g, %v : tensor<2x200x32xbf16>, tensor<2x230x32xbf16>, tensor<2x200x64xbf16>, tensor<2x230x64xbf16>)
      with(%r : tensor<2x200xf32>) maps [#row] outs(%o0 : tensor<2x200x32xbf16>) {
  ^bb0(%s: f32, %t: f32, %ofRow: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %last = arith.addi %i32, %c30 : i32
    %seen = arith.cmpi sle, %j32, %last : i32
    %0 = math.tanh %s : f32
    %1 = arith.subf %t, %ofRow : f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.select %seen, %2, %zero : f32
    %4 = arith.mulf %3, %factor : f32
    fused.yield %4 : f32
  } -> tensor<2x200x32xbf16>
  return %o : tensor<2x200x32xbf16>
}

// Rows are keys. Of the queries that do not see them, powers are zero where
// the numbers of the query are not as low as the score, and not NaN.
func.func @masked_keys(%k: tensor<2x300x32xbf16>, %q: tensor<2x280x32xbf16>, %v: tensor<2x300x64xbf16>,
                       %g: tensor<2x280x64xbf16>, %m: tensor<2x280xf32>, %l: tensor<2x280xf32>)
    -> (tensor<2x300x32xbf16>, tensor<2x300x64xbf16>) {
  %o0 = tensor.empty() : tensor<2x300x32xbf16>
  %p0 = tensor.empty() : tensor<2x300x64xbf16>
  %factor = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant -3.0e38 : f32
  %o, %p = fused.attention_gradient
      ins(%k, %q, %v, %g : tensor<2x300x32xbf16>, tensor<2x280x32xbf16>, tensor<2x300x64xbf16>, tensor<2x280x64xbf16>)
      with(%m, %l : tensor<2x280xf32>, tensor<2x280xf32>) maps [#column, #column]
      outs(%o0, %p0 : tensor<2x300x32xbf16>, tensor<2x300x64xbf16>) {
  ^bb0(%s: f32, %t: f32, %max: f32, %inverse: f32):
    %i = fused.index 2 : index
    %j = fused.index 1 : index
    %seen = arith.cmpi uge, %i, %j : index
    %0 = math.tanh %s : f32
    %1 = arith.select %seen, %0, %lowest : f32
    %2 = arith.maximumf %max, %zero : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.subf %1, %3 : f32
    %5 = math.exp %4 fastmath<afn> : f32
    %6 = arith.mulf %5, %inverse : f32
    %7 = arith.mulf %6, %t : f32
    %8 = arith.select %seen, %7, %zero : f32
    fused.yield %8, %6 : f32, f32
  } -> tensor<2x300x32xbf16>, tensor<2x300x64xbf16>
  return %o, %p : tensor<2x300x32xbf16>, tensor<2x300x64xbf16>
}

// The same, where some queries have a number as low as the score, so that they
// have weights for the keys that they do not see.
func.func @low_queries(%k: tensor<2x300x32xbf16>, %q: tensor<2x280x32xbf16>, %v: tensor<2x300x64xbf16>,
                       %g: tensor<2x280x64xbf16>, %m: tensor<2x280xf32>, %l: tensor<2x280xf32>)
    -> (tensor<2x300x32xbf16>, tensor<2x300x64xbf16>) {
  %o0 = tensor.empty() : tensor<2x300x32xbf16>
  %p0 = tensor.empty() : tensor<2x300x64xbf16>
  %factor = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant -3.0e38 : f32
  %o, %p = fused.attention_gradient
      ins(%k, %q, %v, %g : tensor<2x300x32xbf16>, tensor<2x280x32xbf16>, tensor<2x300x64xbf16>, tensor<2x280x64xbf16>)
      with(%m, %l : tensor<2x280xf32>, tensor<2x280xf32>) maps [#column, #column]
      outs(%o0, %p0 : tensor<2x300x32xbf16>, tensor<2x300x64xbf16>) {
  ^bb0(%s: f32, %t: f32, %max: f32, %inverse: f32):
    %i = fused.index 2 : index
    %j = fused.index 1 : index
    %seen = arith.cmpi uge, %i, %j : index
    %isLow = arith.cmpf olt, %max, %zero : f32
    %tanh = math.tanh %s : f32
    %0 = arith.select %isLow, %lowest, %tanh : f32
    %1 = arith.select %seen, %0, %lowest : f32
    %2 = arith.select %isLow, %lowest, %zero : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.subf %1, %3 : f32
    %5 = math.exp %4 fastmath<afn> : f32
    %6 = arith.mulf %5, %inverse : f32
    %7 = arith.mulf %6, %t : f32
    %8 = arith.select %seen, %7, %zero : f32
    fused.yield %8, %6 : f32, f32
  } -> tensor<2x300x32xbf16>, tensor<2x300x64xbf16>
  return %o, %p : tensor<2x300x32xbf16>, tensor<2x300x64xbf16>
}

// The same, where a query and a gradient are not finite. Most keys are not seen
// by these, but zero times infinity is NaN.
func.func @not_finite(%k: tensor<2x300x32xbf16>, %q: tensor<2x280x32xbf16>, %v: tensor<2x300x64xbf16>,
                       %g: tensor<2x280x64xbf16>, %m: tensor<2x280xf32>, %l: tensor<2x280xf32>)
    -> (tensor<2x300x32xbf16>, tensor<2x300x64xbf16>) {
  %o0 = tensor.empty() : tensor<2x300x32xbf16>
  %p0 = tensor.empty() : tensor<2x300x64xbf16>
  %factor = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %infinity = arith.constant 0x7F80 : bf16
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %q0 = tensor.insert %infinity into %q[%c0, %c7, %c1] : tensor<2x280x32xbf16>
  %g0 = tensor.insert %infinity into %g[%c1, %c1, %c0] : tensor<2x280x64xbf16>
  %lowest = arith.constant -3.0e38 : f32
  %o, %p = fused.attention_gradient
      ins(%k, %q0, %v, %g0 : tensor<2x300x32xbf16>, tensor<2x280x32xbf16>, tensor<2x300x64xbf16>, tensor<2x280x64xbf16>)
      with(%m, %l : tensor<2x280xf32>, tensor<2x280xf32>) maps [#column, #column]
      outs(%o0, %p0 : tensor<2x300x32xbf16>, tensor<2x300x64xbf16>) {
  ^bb0(%s: f32, %t: f32, %max: f32, %inverse: f32):
    %i = fused.index 2 : index
    %j = fused.index 1 : index
    %seen = arith.cmpi uge, %i, %j : index
    %0 = math.tanh %s : f32
    %1 = arith.select %seen, %0, %lowest : f32
    %2 = arith.maximumf %max, %zero : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.subf %1, %3 : f32
    %5 = math.exp %4 fastmath<afn> : f32
    %6 = arith.mulf %5, %inverse : f32
    %7 = arith.mulf %6, %t : f32
    %8 = arith.select %seen, %7, %zero : f32
    fused.yield %8, %6 : f32, f32
  } -> tensor<2x300x32xbf16>, tensor<2x300x64xbf16>
  return %o, %p : tensor<2x300x32xbf16>, tensor<2x300x64xbf16>
}

// The mask is added to the products. Rows are queries.
func.func @added_queries(%q: tensor<4x150x32xbf16>, %k: tensor<4x150x32xbf16>, %g: tensor<4x150x64xbf16>,
    %v: tensor<4x150x64xbf16>, %max: tensor<4x150xf32>, %sum: tensor<4x150xf32>) -> (tensor<4x150x32xbf16>) {
  %o0 = tensor.empty() : tensor<4x150x32xbf16>
  %scale = arith.constant 0.05 : f32
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant -1.0e35 : f32
  %o = fused.attention_gradient
      ins(%q, %k, %g, %v : tensor<4x150x32xbf16>, tensor<4x150x32xbf16>, tensor<4x150x64xbf16>, tensor<4x150x64xbf16>)
      with(%max, %sum : tensor<4x150xf32>, tensor<4x150xf32>) maps [#row, #row]
      outs(%o0 : tensor<4x150x32xbf16>) {
  ^bb0(%s: f32, %t: f32, %ofMax: f32, %ofSum: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %seen = arith.cmpi ule, %j, %i : index
    %mask = arith.select %seen, %zero, %lowest : f32
    %0 = arith.mulf %s, %scale : f32
    %1 = arith.addf %0, %mask : f32
    %2 = arith.subf %1, %ofMax : f32
    %weight = math.exp %2 fastmath<afn> : f32
    %3 = arith.mulf %t, %scale : f32
    %4 = arith.subf %3, %ofSum : f32
    %5 = arith.mulf %4, %weight : f32
    fused.yield %5 : f32
  } -> tensor<4x150x32xbf16>
  return %o : tensor<4x150x32xbf16>
}

// Rows are keys.
func.func @added_keys(%q: tensor<4x150x32xbf16>, %k: tensor<4x150x32xbf16>, %g: tensor<4x150x64xbf16>,
    %v: tensor<4x150x64xbf16>, %max: tensor<4x150xf32>, %sum: tensor<4x150xf32>) -> (tensor<4x150x32xbf16>, tensor<4x150x64xbf16>) {
  %o0 = tensor.empty() : tensor<4x150x32xbf16>
  %p0 = tensor.empty() : tensor<4x150x64xbf16>
  %scale = arith.constant 0.05 : f32
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant -1.0e35 : f32
  %o, %p = fused.attention_gradient
      ins(%k, %q, %v, %g : tensor<4x150x32xbf16>, tensor<4x150x32xbf16>, tensor<4x150x64xbf16>, tensor<4x150x64xbf16>)
      with(%max, %sum : tensor<4x150xf32>, tensor<4x150xf32>) maps [#column, #column]
      outs(%o0, %p0 : tensor<4x150x32xbf16>, tensor<4x150x64xbf16>) {
  ^bb0(%s: f32, %t: f32, %ofMax: f32, %ofSum: f32):
    %i = fused.index 2 : index
    %j = fused.index 1 : index
    %seen = arith.cmpi ule, %j, %i : index
    %mask = arith.select %seen, %zero, %lowest : f32
    %0 = arith.mulf %s, %scale : f32
    %1 = arith.addf %0, %mask : f32
    %2 = arith.subf %1, %ofMax : f32
    %weight = math.exp %2 fastmath<afn> : f32
    %3 = arith.mulf %t, %scale : f32
    %4 = arith.subf %3, %ofSum : f32
    %5 = arith.mulf %4, %weight : f32
    fused.yield %5, %weight : f32, f32
  } -> tensor<4x150x32xbf16>, tensor<4x150x64xbf16>
  return %o, %p : tensor<4x150x32xbf16>, tensor<4x150x64xbf16>
}

// No query sees the last keys: their consumers have no steps.
func.func @unseen_keys(%q: tensor<4x70x32xbf16>, %k: tensor<4x330x32xbf16>, %g: tensor<4x70x64xbf16>,
    %v: tensor<4x330x64xbf16>) -> (tensor<4x330x32xbf16>, tensor<4x330x64xbf16>) {
  %o0 = tensor.empty() : tensor<4x330x32xbf16>
  %p0 = tensor.empty() : tensor<4x330x64xbf16>
  %scale = arith.constant 0.05 : f32
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant -1.0e35 : f32
  %o, %p = fused.attention_gradient
      ins(%k, %q, %v, %g : tensor<4x330x32xbf16>, tensor<4x70x32xbf16>, tensor<4x330x64xbf16>, tensor<4x70x64xbf16>)
      maps []
      outs(%o0, %p0 : tensor<4x330x32xbf16>, tensor<4x330x64xbf16>) {
  ^bb0(%s: f32, %t: f32):
    %i = fused.index 2 : index
    %j = fused.index 1 : index
    %seen = arith.cmpi ule, %j, %i : index
    %mask = arith.select %seen, %zero, %lowest : f32
    %0 = arith.mulf %s, %scale : f32
    %1 = arith.addf %0, %mask : f32
    %weight = math.exp %1 fastmath<afn> : f32
    %3 = arith.mulf %t, %scale : f32
    %5 = arith.mulf %3, %weight : f32
    fused.yield %5, %weight : f32, f32
  } -> tensor<4x330x32xbf16>, tensor<4x330x64xbf16>
  return %o, %p : tensor<4x330x32xbf16>, tensor<4x330x64xbf16>
}

// The product with a key is as large as the mask, so that it has weights for
// queries before it. It is among the last keys that a consumer looks at. Rows are
// queries.
func.func @large_key(%q: tensor<4x150x32xbf16>, %k: tensor<4x150x32xbf16>, %g: tensor<4x150x64xbf16>,
    %v: tensor<4x150x64xbf16>, %max: tensor<4x150xf32>, %sum: tensor<4x150xf32>) -> (tensor<4x150x32xbf16>) {
  %o0 = tensor.empty() : tensor<4x150x32xbf16>
  %scale = arith.constant 0.05 : f32
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant -1.0e35 : f32
  %large = arith.constant 1.0e38 : bf16
  %c0 = arith.constant 0 : index
  %c126 = arith.constant 126 : index
  %k0 = tensor.insert %large into %k[%c0, %c126, %c0] : tensor<4x150x32xbf16>
  %o = fused.attention_gradient
      ins(%q, %k0, %g, %v : tensor<4x150x32xbf16>, tensor<4x150x32xbf16>, tensor<4x150x64xbf16>, tensor<4x150x64xbf16>)
      with(%max, %sum : tensor<4x150xf32>, tensor<4x150xf32>) maps [#row, #row]
      outs(%o0 : tensor<4x150x32xbf16>) {
  ^bb0(%s: f32, %t: f32, %ofMax: f32, %ofSum: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %seen = arith.cmpi ule, %j, %i : index
    %mask = arith.select %seen, %zero, %lowest : f32
    %0 = arith.mulf %s, %scale : f32
    %1 = arith.addf %0, %mask : f32
    %2 = arith.subf %1, %ofMax : f32
    %weight = math.exp %2 fastmath<afn> : f32
    %3 = arith.mulf %t, %scale : f32
    %4 = arith.subf %3, %ofSum : f32
    %5 = arith.mulf %4, %weight : f32
    fused.yield %5 : f32
  } -> tensor<4x150x32xbf16>
  return %o : tensor<4x150x32xbf16>
}

// The product with a query is, so that it has weights for keys behind it. Rows
// are keys.
func.func @large_query(%q: tensor<4x150x32xbf16>, %k: tensor<4x150x32xbf16>, %g: tensor<4x150x64xbf16>,
    %v: tensor<4x150x64xbf16>, %max: tensor<4x150xf32>, %sum: tensor<4x150xf32>) -> (tensor<4x150x32xbf16>, tensor<4x150x64xbf16>) {
  %o0 = tensor.empty() : tensor<4x150x32xbf16>
  %p0 = tensor.empty() : tensor<4x150x64xbf16>
  %scale = arith.constant 0.05 : f32
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant -1.0e35 : f32
  %large = arith.constant 1.0e38 : bf16
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %q0 = tensor.insert %large into %q[%c0, %c3, %c0] : tensor<4x150x32xbf16>
  %o, %p = fused.attention_gradient
      ins(%k, %q0, %v, %g : tensor<4x150x32xbf16>, tensor<4x150x32xbf16>, tensor<4x150x64xbf16>, tensor<4x150x64xbf16>)
      with(%max, %sum : tensor<4x150xf32>, tensor<4x150xf32>) maps [#column, #column]
      outs(%o0, %p0 : tensor<4x150x32xbf16>, tensor<4x150x64xbf16>) {
  ^bb0(%s: f32, %t: f32, %ofMax: f32, %ofSum: f32):
    %i = fused.index 2 : index
    %j = fused.index 1 : index
    %seen = arith.cmpi ule, %j, %i : index
    %mask = arith.select %seen, %zero, %lowest : f32
    %0 = arith.mulf %s, %scale : f32
    %1 = arith.addf %0, %mask : f32
    %2 = arith.subf %1, %ofMax : f32
    %weight = math.exp %2 fastmath<afn> : f32
    %3 = arith.mulf %t, %scale : f32
    %4 = arith.subf %3, %ofSum : f32
    %5 = arith.mulf %4, %weight : f32
    fused.yield %5, %weight : f32, f32
  } -> tensor<4x150x32xbf16>, tensor<4x150x64xbf16>
  return %o, %p : tensor<4x150x32xbf16>, tensor<4x150x64xbf16>
}

// Attention also gives the largest score of each row, and the sum of powers.
func.func @statistics(%q: tensor<2x150x32xbf16>, %k: tensor<2x200x32xbf16>, %v: tensor<2x200x48xbf16>)
    -> (tensor<2x150x48xbf16>, tensor<2x150xf32>, tensor<2x150xf32>) {
  %scale = arith.constant 0.2 : f32
  %o0 = tensor.empty() : tensor<2x150x48xbf16>
  %s0 = tensor.empty() : tensor<2x150xf32>
  %o, %m, %l = fused.attention
      ins(%q, %k, %v : tensor<2x150x32xbf16>, tensor<2x200x32xbf16>, tensor<2x200x48xbf16>)
      maps [] outs(%o0, %s0, %s0 : tensor<2x150x48xbf16>, tensor<2x150xf32>, tensor<2x150xf32>) {
  ^bb0(%product: f32):
    %0 = arith.mulf %product, %scale : f32
    fused.yield %0 : f32
  } -> tensor<2x150x48xbf16>, tensor<2x150xf32>, tensor<2x150xf32>
  return %o, %m, %l : tensor<2x150x48xbf16>, tensor<2x150xf32>, tensor<2x150xf32>
}
