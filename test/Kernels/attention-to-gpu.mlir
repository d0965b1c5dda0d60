// RUN: fused-opt %s --fused-products-to-gpu="chip=sm_90 as-large" --split-input-file | FileCheck %s
// RUN: fused-opt %s --fused-products-to-gpu=chip=sm_90 --split-input-file | FileCheck %s --check-prefix=FEW

// Where the region masks keys by comparing them with the query, a kernel leaves
// them out, and a second launch computes all again if they may matter. For a few
// keys, that would take longer.
// FEW-LABEL: func.func @causal(
// FEW: gpu.launch_func
// FEW-NOT: gpu.launch_func
// FEW-LABEL: func.func @reversed(

// Keys up to the query.
// CHECK-LABEL: func.func @causal(
// CHECK-COUNT-2: gpu.launch_func
func.func @causal(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bit: i1,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bit : i1) maps [affine_map<(b, i, j) -> ()>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %c = arith.cmpi sge, %i32, %j32 : i32
    %s = arith.select %c, %x, %lowest : f32
    fused.yield %s : f32
  }
  return
}

// -----

// The same, the other way around.
// CHECK-LABEL: func.func @reversed(
// CHECK-COUNT-2: gpu.launch_func
func.func @reversed(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bit: i1,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bit : i1) maps [affine_map<(b, i, j) -> ()>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %c = arith.cmpi sgt, %j32, %i32 : i32
    %s = arith.select %c, %lowest, %x : f32
    fused.yield %s : f32
  }
  return
}

// -----

// Some keys behind the query, too.
// CHECK-LABEL: func.func @distance(
// CHECK-COUNT-2: gpu.launch_func
func.func @distance(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bit: i1,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bit : i1) maps [affine_map<(b, i, j) -> ()>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %d = arith.addi %i32, %c5 : i32
    %c = arith.cmpi uge, %d, %j32 : i32
    %s = arith.select %c, %x, %lowest : f32
    fused.yield %s : f32
  }
  return
}

// -----

// And others that a boolean masks.
// CHECK-LABEL: func.func @either(
// CHECK-COUNT-2: gpu.launch_func
func.func @either(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bit: i1,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bit : i1) maps [affine_map<(b, i, j) -> ()>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %m = arith.cmpi ult, %i, %j : index
    %c = arith.ori %m, %b : i1
    %s = arith.select %c, %lowest, %x : f32
    fused.yield %s : f32
  }
  return
}

// -----

// Keys before the query are masked: the last ones are seen.
// CHECK-LABEL: func.func @before(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @before(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bit: i1,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bit : i1) maps [affine_map<(b, i, j) -> ()>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %c = arith.cmpi sle, %i32, %j32 : i32
    %s = arith.select %c, %x, %lowest : f32
    fused.yield %s : f32
  }
  return
}

// -----

// The first queries see no key.
// CHECK-LABEL: func.func @none(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @none(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bit: i1,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bit : i1) maps [affine_map<(b, i, j) -> ()>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %d = arith.addi %i32, %cm5 : i32
    %c = arith.cmpi sge, %d, %j32 : i32
    %s = arith.select %c, %x, %lowest : f32
    fused.yield %s : f32
  }
  return
}

// -----

// No query sees the last keys, so nobody would notice that their values are not
// finite.
// CHECK-LABEL: func.func @beyond(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @beyond(%q: memref<2x300x64xbf16>, %k: memref<2x320x64xbf16>, %v: memref<2x320x64xbf16>,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x320x64xbf16>, memref<2x320x64xbf16>)
      maps [] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %c = arith.cmpi uge, %i, %j : index
    %s = arith.select %c, %x, %lowest : f32
    fused.yield %s : f32
  }
  return
}

// -----

// All queries see all keys.
// CHECK-LABEL: func.func @all(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @all(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bit: i1,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bit : i1) maps [affine_map<(b, i, j) -> ()>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %d = arith.addi %i32, %c400 : i32
    %c = arith.cmpi sge, %d, %j32 : i32
    %s = arith.select %c, %x, %lowest : f32
    fused.yield %s : f32
  }
  return
}

// -----

// Sums that overflow.
// CHECK-LABEL: func.func @overflow(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @overflow(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bit: i1,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bit : i1) maps [affine_map<(b, i, j) -> ()>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %d = arith.addi %i32, %most : i32
    %e = arith.addi %j32, %most : i32
    %c = arith.cmpi sge, %d, %e : i32
    %s = arith.select %c, %x, %lowest : f32
    fused.yield %s : f32
  }
  return
}

// -----

// A sum below zero is a large number behind the extension.
// CHECK-LABEL: func.func @extended(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @extended(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bit: i1,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bit : i1) maps [affine_map<(b, i, j) -> ()>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %d = arith.addi %j32, %cm5 : i32
    %e = arith.extui %d : i32 to i64
    %f = arith.extui %i32 : i32 to i64
    %c = arith.cmpi sge, %f, %e : i64
    %s = arith.select %c, %x, %lowest : f32
    fused.yield %s : f32
  }
  return
}

// -----

// Numbers that 8 bits cut off.
// CHECK-LABEL: func.func @narrow(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @narrow(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bit: i1,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bit : i1) maps [affine_map<(b, i, j) -> ()>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %d = arith.index_cast %i : index to i8
    %e = arith.index_cast %j : index to i8
    %c = arith.cmpi sge, %d, %e : i8
    %s = arith.select %c, %x, %lowest : f32
    fused.yield %s : f32
  }
  return
}

// -----

// A score that others may be below.
// CHECK-LABEL: func.func @high(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @high(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bit: i1,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bit : i1) maps [affine_map<(b, i, j) -> ()>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %c = arith.cmpi sge, %i32, %j32 : i32
    %s = arith.select %c, %x, %high : f32
    fused.yield %s : f32
  }
  return
}

// -----

// A boolean shows keys again.
// CHECK-LABEL: func.func @both(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @both(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bit: i1,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bit : i1) maps [affine_map<(b, i, j) -> ()>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %m = arith.cmpi sge, %i32, %j32 : i32
    %c = arith.ori %m, %b : i1
    %s = arith.select %c, %x, %lowest : f32
    fused.yield %s : f32
  }
  return
}

// -----

// Not a query, but the number of an example.
// CHECK-LABEL: func.func @batch(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @batch(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bit: i1,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bit : i1) maps [affine_map<(b, i, j) -> ()>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %n = fused.index 0 : index
    %c = arith.cmpi uge, %n, %j : index
    %s = arith.select %c, %x, %lowest : f32
    fused.yield %s : f32
  }
  return
}

// -----

// The mask is added to the product, which is far less as long as its factors
// are: the kernel looks at them.
// CHECK-LABEL: func.func @added(
// CHECK-COUNT-2: gpu.launch_func
func.func @added(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bit: i1,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bit : i1) maps [affine_map<(b, i, j) -> ()>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %c = arith.cmpi sge, %i32, %j32 : i32
    %z = arith.constant 0.0 : f32
    %t = arith.select %c, %z, %lowest : f32
    %s = arith.addf %x, %t : f32
    fused.yield %s : f32
  }
  return
}

// -----

// A further operand may be any number.
// CHECK-LABEL: func.func @any_number(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @any_number(%q: memref<2x300x64xbf16>, %k: memref<2x300x64xbf16>, %v: memref<2x300x64xbf16>, %bias: memref<300xf32>,
          %o: memref<2x300x64xbf16>) {
  %lowest = arith.constant -3.0e38 : f32
  %high = arith.constant -1.0e9 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %cm5 = arith.constant -5 : i32
  %c400 = arith.constant 400 : i32
  %most = arith.constant 2147483640 : i32
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>)
      with(%bias : memref<300xf32>) maps [affine_map<(b, i, j) -> (j)>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %c = arith.cmpi sge, %i32, %j32 : i32
    %z = arith.constant 0.0 : f32
    %t = arith.select %c, %z, %lowest : f32
    %u = arith.addf %x, %b : f32
    %s = arith.addf %u, %t : f32
    fused.yield %s : f32
  }
  return
}

// -----

// Two neighbours of a bias are loaded at a time, if they are aligned.
// CHECK-LABEL: func.func @pairs(
// CHECK: vector.load {{.*}} {alignment = 4 : i64} : memref<300x320xbf16>, vector<2xbf16>
func.func @pairs(%q: memref<2x300x64xbf16>, %k: memref<2x320x64xbf16>, %v: memref<2x320x64xbf16>,
          %bias: memref<300x320xbf16>, %o: memref<2x300x64xbf16>) {
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x320x64xbf16>, memref<2x320x64xbf16>)
      with(%bias : memref<300x320xbf16>) maps [affine_map<(b, i, j) -> (i, j)>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: bf16):
    %wide = arith.extf %b : bf16 to f32
    %s = arith.addf %x, %wide : f32
    fused.yield %s : f32
  }
  return
}

// -----

// Rows of odd lengths begin anywhere.
// CHECK-LABEL: func.func @odd(
// CHECK-NOT: vector.load {{.*}} : memref<300x321xbf16>
func.func @odd(%q: memref<2x300x64xbf16>, %k: memref<2x321x64xbf16>, %v: memref<2x321x64xbf16>,
          %bias: memref<300x321xbf16>, %o: memref<2x300x64xbf16>) {
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x321x64xbf16>, memref<2x321x64xbf16>)
      with(%bias : memref<300x321xbf16>) maps [affine_map<(b, i, j) -> (i, j)>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: bf16):
    %wide = arith.extf %b : bf16 to f32
    %s = arith.addf %x, %wide : f32
    fused.yield %s : f32
  }
  return
}

// -----

// Neighbours are in other rows.
// CHECK-LABEL: func.func @transposed(
// CHECK-NOT: vector.load {{.*}} : memref<320x300xbf16>
func.func @transposed(%q: memref<2x300x64xbf16>, %k: memref<2x320x64xbf16>, %v: memref<2x320x64xbf16>,
          %bias: memref<320x300xbf16>, %o: memref<2x300x64xbf16>) {
  fused.attention ins(%q, %k, %v : memref<2x300x64xbf16>, memref<2x320x64xbf16>, memref<2x320x64xbf16>)
      with(%bias : memref<320x300xbf16>) maps [affine_map<(b, i, j) -> (j, i)>] outs(%o : memref<2x300x64xbf16>) {
  ^bb0(%x: f32, %b: bf16):
    %wide = arith.extf %b : bf16 to f32
    %s = arith.addf %x, %wide : f32
    fused.yield %s : f32
  }
  return
}
