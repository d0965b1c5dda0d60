// RUN: fused-opt %s --fused-products-to-gpu="chip=sm_90 as-large" --split-input-file | FileCheck %s

#row = affine_map<(b, i, j) -> (b, i)>
#column = affine_map<(b, i, j) -> (b, j)>

// Rows are queries. Behind the last key that a query sees, its weights are zero
// whatever else is.
// CHECK-LABEL: func.func @queries(
// CHECK-COUNT-2: gpu.launch_func
func.func @queries(%a: memref<2x128x64xbf16>, %b: memref<2x128x64xbf16>, %m: memref<2x128xf32>,
               %o: memref<2x128x64xbf16>, %p: memref<2x128x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %scale = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  fused.attention_gradient
      ins(%a, %b, %a, %b : memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>)
      with(%m : memref<2x128xf32>) maps [#row]
      outs(%o : memref<2x128x64xbf16>) {
  ^bb0(%s: f32, %t: f32, %max: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %seen = arith.cmpi sge, %i32, %j32 : i32
    %0 = arith.subf %s, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.mulf %1, %t : f32
    %3 = arith.select %seen, %2, %zero : f32
    %4 = arith.mulf %3, %scale : f32
    fused.yield %4 : f32
  }
  return
}

// -----

#row = affine_map<(b, i, j) -> (b, i)>
#column = affine_map<(b, i, j) -> (b, j)>

// Rows are keys. Powers of queries that do not see them depend on these alone:
// they are zero for all of these keys, or for none.
// CHECK-LABEL: func.func @keys(
// CHECK-COUNT-2: gpu.launch_func
func.func @keys(%a: memref<2x128x64xbf16>, %b: memref<2x128x64xbf16>, %m: memref<2x128xf32>,
               %o: memref<2x128x64xbf16>, %p: memref<2x128x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %scale = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  fused.attention_gradient
      ins(%a, %b, %a, %b : memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>)
      with(%m : memref<2x128xf32>) maps [#column]
      outs(%o, %p : memref<2x128x64xbf16>, memref<2x128x64xbf16>) {
  ^bb0(%s: f32, %t: f32, %max: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %seen = arith.cmpi sge, %j32, %i32 : i32
    %0 = arith.select %seen, %s, %lowest : f32
    %1 = arith.subf %0, %max : f32
    %2 = math.exp %1 : f32
    %3 = arith.mulf %2, %t : f32
    %4 = arith.select %seen, %3, %zero : f32
    fused.yield %4, %2 : f32, f32
  }
  return
}

// -----

#row = affine_map<(b, i, j) -> (b, i)>
#column = affine_map<(b, i, j) -> (b, j)>

// The weights of masked keys are not zero,
// CHECK-LABEL: func.func @not_zero(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @not_zero(%a: memref<2x128x64xbf16>, %b: memref<2x128x64xbf16>, %m: memref<2x128xf32>,
               %o: memref<2x128x64xbf16>, %p: memref<2x128x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %scale = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  fused.attention_gradient
      ins(%a, %b, %a, %b : memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>)
      with(%m : memref<2x128xf32>) maps [#row]
      outs(%o : memref<2x128x64xbf16>) {
  ^bb0(%s: f32, %t: f32, %max: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %seen = arith.cmpi sge, %i32, %j32 : i32
    %0 = arith.subf %s, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.mulf %1, %t : f32
    %3 = arith.select %seen, %2, %scale : f32
    %4 = arith.mulf %3, %scale : f32
    fused.yield %4 : f32
  }
  return
}

// -----

#row = affine_map<(b, i, j) -> (b, i)>
#column = affine_map<(b, i, j) -> (b, j)>

// or depend on the product.
// CHECK-LABEL: func.func @not_selected(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @not_selected(%a: memref<2x128x64xbf16>, %b: memref<2x128x64xbf16>, %m: memref<2x128xf32>,
               %o: memref<2x128x64xbf16>, %p: memref<2x128x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %scale = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  fused.attention_gradient
      ins(%a, %b, %a, %b : memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>)
      with(%m : memref<2x128xf32>) maps [#row]
      outs(%o : memref<2x128x64xbf16>) {
  ^bb0(%s: f32, %t: f32, %max: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %seen = arith.cmpi sge, %i32, %j32 : i32
    %0 = arith.subf %s, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.mulf %1, %t : f32
    %3 = arith.select %seen, %2, %zero : f32
    %4 = arith.mulf %3, %scale : f32
    fused.yield %2 : f32
  }
  return
}

// -----

#row = affine_map<(b, i, j) -> (b, i)>
#column = affine_map<(b, i, j) -> (b, j)>

// One output has powers times a product, which are zero as the powers are.
// CHECK-LABEL: func.func @times_product(
// CHECK-COUNT-2: gpu.launch_func
func.func @times_product(%a: memref<2x128x64xbf16>, %b: memref<2x128x64xbf16>, %m: memref<2x128xf32>,
               %o: memref<2x128x64xbf16>, %p: memref<2x128x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %scale = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  fused.attention_gradient
      ins(%a, %b, %a, %b : memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>)
      with(%m : memref<2x128xf32>) maps [#column]
      outs(%o, %p : memref<2x128x64xbf16>, memref<2x128x64xbf16>) {
  ^bb0(%s: f32, %t: f32, %max: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %seen = arith.cmpi sge, %j32, %i32 : i32
    %0 = arith.select %seen, %s, %lowest : f32
    %1 = arith.subf %0, %max : f32
    %2 = math.exp %1 : f32
    %3 = arith.mulf %2, %t : f32
    %4 = arith.select %seen, %3, %zero : f32
    fused.yield %4, %3 : f32, f32
  }
  return
}

// -----

#row = affine_map<(b, i, j) -> (b, i)>
#column = affine_map<(b, i, j) -> (b, j)>

// A function of the product may be larger between the bounds of the product.
// CHECK-LABEL: func.func @function(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @function(%a: memref<2x128x64xbf16>, %b: memref<2x128x64xbf16>, %m: memref<2x128xf32>,
               %o: memref<2x128x64xbf16>, %p: memref<2x128x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %scale = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  fused.attention_gradient
      ins(%a, %b, %a, %b : memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>)
      with(%m : memref<2x128xf32>) maps [#column]
      outs(%o, %p : memref<2x128x64xbf16>, memref<2x128x64xbf16>) {
  ^bb0(%s: f32, %t: f32, %max: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %seen = arith.cmpi sge, %j32, %i32 : i32
    %0 = arith.select %seen, %s, %lowest : f32
    %1 = arith.subf %0, %max : f32
    %2 = math.exp %1 : f32
    %cos = math.cos %t : f32
    %3 = arith.mulf %2, %cos : f32
    %4 = arith.select %seen, %3, %zero : f32
    fused.yield %4, %3 : f32, f32
  }
  return
}

// -----

#row = affine_map<(b, i, j) -> (b, i)>
#column = affine_map<(b, i, j) -> (b, j)>

// Keys before the query are masked, not those behind it.
// CHECK-LABEL: func.func @before(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @before(%a: memref<2x128x64xbf16>, %b: memref<2x128x64xbf16>, %m: memref<2x128xf32>,
               %o: memref<2x128x64xbf16>, %p: memref<2x128x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %scale = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  fused.attention_gradient
      ins(%a, %b, %a, %b : memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>)
      with(%m : memref<2x128xf32>) maps [#column]
      outs(%o, %p : memref<2x128x64xbf16>, memref<2x128x64xbf16>) {
  ^bb0(%s: f32, %t: f32, %max: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %seen = arith.cmpi sge, %i32, %j32 : i32
    %0 = arith.select %seen, %s, %lowest : f32
    %1 = arith.subf %0, %max : f32
    %2 = math.exp %1 : f32
    %3 = arith.mulf %2, %t : f32
    %4 = arith.select %seen, %3, %zero : f32
    fused.yield %4, %2 : f32, f32
  }
  return
}
