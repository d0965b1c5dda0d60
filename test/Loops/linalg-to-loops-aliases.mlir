// RUN: fused-opt %s --fused-linalg-to-loops --split-input-file | FileCheck %s

// One operation writes an array and the next reads other rows of it, by another
// name: they cannot share their loops.

#ij = affine_map<(i, j) -> (i, j)>
#flipped = affine_map<(i, j) -> (63 - i, j)>

// The array is what the loop carries.

// CHECK-LABEL: func.func @carried(
// CHECK-COUNT-2: omp.parallel
func.func @carried(%x: memref<64x1024xf32>, %c: memref<64x1024xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloc() : memref<64x1024xf32>
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%a = %b) -> memref<64x1024xf32> {
    linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%x : memref<64x1024xf32>) outs(%a : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = math.exp %in : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#flipped, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%b : memref<64x1024xf32>) outs(%c : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %in, %in : f32
      linalg.yield %0 : f32
    }
    scf.yield %a : memref<64x1024xf32>
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#flipped = affine_map<(i, j) -> (63 - i, j)>

// One of two arrays.

// CHECK-LABEL: func.func @selected(
// CHECK-COUNT-2: omp.parallel
func.func @selected(%x: memref<64x1024xf32>, %c: memref<64x1024xf32>, %other: memref<64x1024xf32>, %p: i1) {
  %b = memref.alloc() : memref<64x1024xf32>
  %a = arith.select %p, %b, %other : memref<64x1024xf32>
    linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%x : memref<64x1024xf32>) outs(%a : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = math.exp %in : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#flipped, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%b : memref<64x1024xf32>) outs(%c : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %in, %in : f32
      linalg.yield %0 : f32
    }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#flipped = affine_map<(i, j) -> (63 - i, j)>

// What a branch gives.

// CHECK-LABEL: func.func @branch(
// CHECK-COUNT-2: omp.parallel
func.func @branch(%x: memref<64x1024xf32>, %c: memref<64x1024xf32>, %other: memref<64x1024xf32>, %p: i1) {
  %b = memref.alloc() : memref<64x1024xf32>
  %a = scf.if %p -> (memref<64x1024xf32>) {
    scf.yield %b : memref<64x1024xf32>
  } else {
    scf.yield %other : memref<64x1024xf32>
  }
    linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%x : memref<64x1024xf32>) outs(%a : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = math.exp %in : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#flipped, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%b : memref<64x1024xf32>) outs(%c : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %in, %in : f32
      linalg.yield %0 : f32
    }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#flipped = affine_map<(i, j) -> (63 - i, j)>

// Two arguments.

// CHECK-LABEL: func.func @arguments(
// CHECK-COUNT-2: omp.parallel
func.func @arguments(%x: memref<64x1024xf32>, %c: memref<64x1024xf32>, %a: memref<64x1024xf32>, %b: memref<64x1024xf32>) {
    linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%x : memref<64x1024xf32>) outs(%a : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = math.exp %in : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#flipped, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%b : memref<64x1024xf32>) outs(%c : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %in, %in : f32
      linalg.yield %0 : f32
    }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#flipped = affine_map<(i, j) -> (63 - i, j)>

// What a function returns may be what it was given.

func.func private @id(%x: memref<64x1024xf32>) -> memref<64x1024xf32>

// CHECK-LABEL: func.func @returned(
// CHECK-COUNT-2: omp.parallel
func.func @returned(%x: memref<64x1024xf32>, %c: memref<64x1024xf32>) {
  %b = memref.alloc() : memref<64x1024xf32>
  %a = func.call @id(%b) : (memref<64x1024xf32>) -> memref<64x1024xf32>
    linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%x : memref<64x1024xf32>) outs(%a : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = math.exp %in : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#flipped, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%b : memref<64x1024xf32>) outs(%c : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %in, %in : f32
      linalg.yield %0 : f32
    }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#flipped = affine_map<(i, j) -> (63 - i, j)>

// A caller may pass a variable of the module.

memref.global "private" @g : memref<64x1024xf32>

// CHECK-LABEL: func.func @variable(
// CHECK-COUNT-2: omp.parallel
func.func @variable(%x: memref<64x1024xf32>, %c: memref<64x1024xf32>, %a: memref<64x1024xf32>) {
  %b = memref.get_global @g : memref<64x1024xf32>
    linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%x : memref<64x1024xf32>) outs(%a : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = math.exp %in : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#flipped, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%b : memref<64x1024xf32>) outs(%c : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %in, %in : f32
      linalg.yield %0 : f32
    }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#flipped = affine_map<(i, j) -> (63 - i, j)>

// One variable twice.

memref.global "private" @g : memref<64x1024xf32>

// CHECK-LABEL: func.func @variable_twice(
// CHECK-COUNT-2: omp.parallel
func.func @variable_twice(%x: memref<64x1024xf32>, %c: memref<64x1024xf32>) {
  %a = memref.get_global @g : memref<64x1024xf32>
  %b = memref.get_global @g : memref<64x1024xf32>
    linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%x : memref<64x1024xf32>) outs(%a : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = math.exp %in : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#flipped, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%b : memref<64x1024xf32>) outs(%c : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %in, %in : f32
      linalg.yield %0 : f32
    }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#flipped = affine_map<(i, j) -> (63 - i, j)>

// A block that branches go to.

// CHECK-LABEL: func.func @block(
// CHECK-COUNT-2: omp.parallel
func.func @block(%x: memref<64x1024xf32>, %c: memref<64x1024xf32>) {
  %b = memref.alloc() : memref<64x1024xf32>
  cf.br ^bb1(%b : memref<64x1024xf32>)
^bb1(%a: memref<64x1024xf32>):
    linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%x : memref<64x1024xf32>) outs(%a : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = math.exp %in : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#flipped, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%b : memref<64x1024xf32>) outs(%c : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %in, %in : f32
      linalg.yield %0 : f32
    }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

// Nothing but the loop's operations know the buffer, but an iteration reads what
// the one before it wrote: it has to be in memory.

// CHECK-LABEL: func.func @kept_from_iteration_to_iteration(
// CHECK: %[[B:.*]] = memref.alloc()
// CHECK: scf.for
// CHECK: omp.parallel
// CHECK-NOT: memref.alloca
// CHECK: memref.load %[[B]]
// CHECK: memref.store %{{.*}}, %[[B]]
func.func @kept_from_iteration_to_iteration(%x: memref<64x1024xf32>, %c: memref<64x1024xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloc() : memref<64x1024xf32>
  scf.for %t = %c0 to %n step %c1 {
    linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%b : memref<64x1024xf32>) outs(%c : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
    linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%x : memref<64x1024xf32>) outs(%b : memref<64x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = math.exp %in : f32
      linalg.yield %0 : f32
    }
  }
  memref.dealloc %b : memref<64x1024xf32>
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

// A constant is not what is written.

// CHECK-LABEL: func.func @constant(
// CHECK-COUNT-1: omp.parallel
// CHECK-NOT: omp.parallel
memref.global "private" constant @g : memref<64x1024xf32> = dense<2.0>
func.func @constant(%a: memref<64x1024xf32>, %b: memref<64x1024xf32>) {
  %g = memref.get_global @g : memref<64x1024xf32>
  linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%g : memref<64x1024xf32>) outs(%a : memref<64x1024xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%g : memref<64x1024xf32>) outs(%a : memref<64x1024xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.sin %in : f32
    linalg.yield %0 : f32
  }
  return
}
