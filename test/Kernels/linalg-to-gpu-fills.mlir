// RUN: fused-opt %s --fused-linalg-to-gpu --canonicalize --split-input-file | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// A reduction begins with the number: one launch, and the output is not read.

// CHECK-LABEL: func.func @starts(
// CHECK-COUNT-1: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK-LABEL: gpu.func @starts_0(
// CHECK-SAME: %{{.*}}: memref<64x256xf32>, %[[Y:[^:]*]]: memref<64xf32>
// CHECK-NOT: memref.load %[[Y]]
// CHECK: gpu.return
func.func @starts(%x: memref<64x256xf32>) -> memref<64xf32> {
  %two = arith.constant 2.0 : f32
  %y = memref.alloc() : memref<64xf32>
  linalg.fill ins(%two : f32) outs(%y : memref<64xf32>)
  linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x256xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return %y : memref<64xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#row = affine_map<(i) -> (i)>

// Something reads what was filled before the reduction does.

// CHECK-LABEL: func.func @read_before(
// CHECK-COUNT-3: gpu.launch_func
func.func @read_before(%x: memref<64x256xf32>, %z: memref<64xf32>) -> memref<64xf32> {
  %two = arith.constant 2.0 : f32
  %y = memref.alloc() : memref<64xf32>
  linalg.fill ins(%two : f32) outs(%y : memref<64xf32>)
  linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%y : memref<64xf32>) outs(%z : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x256xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return %y : memref<64xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// The buffer has a second name, by which the rows are read.

// CHECK-LABEL: func.func @aliased(
// CHECK-COUNT-2: gpu.launch_func
func.func @aliased() -> memref<16x4xf32> {
  %two = arith.constant 2.0 : f32
  %y = memref.alloc() : memref<16x4xf32>
  %x = memref.collapse_shape %y [[0, 1]] : memref<16x4xf32> into memref<64xf32>
  linalg.fill ins(%two : f32) outs(%y : memref<16x4xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : memref<64xf32>) outs(%y : memref<16x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return %y : memref<16x4xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// The reduction runs more than once.

// CHECK-LABEL: func.func @in_a_loop(
// CHECK: gpu.launch_func
// CHECK: scf.for
// CHECK: gpu.launch_func
func.func @in_a_loop(%x: memref<64x256xf32>, %n: index) -> memref<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %y = memref.alloc() : memref<64xf32>
  linalg.fill ins(%two : f32) outs(%y : memref<64xf32>)
  scf.for %k = %c0 to %n step %c1 {
    linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%x : memref<64x256xf32>) outs(%y : memref<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %out, %in : f32
      linalg.yield %0 : f32
    }
  }
  return %y : memref<64xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// An operation on rows reads what was filled.

// CHECK-LABEL: func.func @read_by_rows(
// CHECK-COUNT-2: gpu.launch_func
func.func @read_by_rows(%x: memref<64x512xf32>) -> memref<64xf32> {
  %one = arith.constant 1.0 : f32
  %y = memref.alloc() : memref<64xf32>
  linalg.fill ins(%one : f32) outs(%y : memref<64xf32>)
  fused.rows over [1] maps [#ij, #i, #i]
      ins(%x, %y : memref<64x512xf32>, memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%in: f32, %start: f32):
    %0 = fused.reduce addf %in init(%start) : f32
    fused.yield %0 : f32
  }
  return %y : memref<64xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// What an operation on rows writes is what the sum begins with, not the number
// of the fill before it.

// CHECK-LABEL: func.func @overwritten_by_rows(
// CHECK-COUNT-3: gpu.launch_func
// CHECK-LABEL: gpu.func @overwritten_by_rows_2(
// CHECK: memref.load %{{.*}} : memref<64xf32>
func.func @overwritten_by_rows(%x: memref<64x100xf32>) -> memref<64xf32> {
  %zero = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<64xf32>
  linalg.fill ins(%zero : f32) outs(%y : memref<64xf32>)
  fused.rows over [1] maps [#ij, #i]
      ins(%x : memref<64x100xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%in: f32):
    %0 = fused.reduce maximumf %in init(%zero) : f32
    fused.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x100xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return %y : memref<64xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// An output with an element for each point begins with what is in memory.

// CHECK-LABEL: func.func @each_point_reads(
// CHECK-COUNT-2: gpu.launch_func
func.func @each_point_reads(%x: memref<64x256xf32>, %s: memref<64xf32>) -> memref<64x256xf32> {
  %two = arith.constant 2.0 : f32
  %y = memref.alloc() : memref<64x256xf32>
  linalg.fill ins(%two : f32) outs(%y : memref<64x256xf32>)
  linalg.generic {indexing_maps = [#ij, #ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x256xf32>) outs(%y, %s : memref<64x256xf32>, memref<64xf32>) {
  ^bb0(%in: f32, %out: f32, %sum: f32):
    %0 = arith.addf %out, %in : f32
    %1 = arith.addf %sum, %in : f32
    linalg.yield %0, %1 : f32, f32
  }
  return %y : memref<64x256xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#row = affine_map<(i) -> (i)>

// A loop carries the buffer under another name, by which it is read.

// CHECK-LABEL: func.func @carried_by_a_loop(
// CHECK-COUNT-3: gpu.launch_func
func.func @carried_by_a_loop(%x: memref<64x256xf32>, %z: memref<64xf32>, %go: i1) -> memref<64xf32> {
  %two = arith.constant 2.0 : f32
  %y = memref.alloc() : memref<64xf32>
  linalg.fill ins(%two : f32) outs(%y : memref<64xf32>)
  %r = scf.while : () -> memref<64xf32> {
    scf.condition(%go) %y : memref<64xf32>
  } do {
  ^bb0(%other: memref<64xf32>):
    scf.yield
  }
  linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%r : memref<64xf32>) outs(%z : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x256xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return %y : memref<64xf32>
}
