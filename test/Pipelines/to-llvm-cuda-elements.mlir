// RUN: fused-opt %s --fused-to-llvm='target=cuda' | FileCheck %s
// REQUIRES: ptxas

// What programs do with single elements, numbers, constants and control flow
// runs on the device; the host waits for an element only where it decides what
// comes next.

#id1 = affine_map<(i) -> (i)>
#id2 = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#none = affine_map<(i) -> ()>

// An array that is a constant is copied to the device once; an element of it
// that the host needs is read from the host.
// CHECK-LABEL: llvm.func internal @fused.constants(
// CHECK: llvm.call @fused_cuda_constant(
// CHECK-NOT: llvm.call @fused_cuda_load(
// CHECK: llvm.call @fused_cuda_launch(
// CHECK: llvm.func internal @fused.invoke.
func.func @constants(%x: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xi1>, i32) {
  %table = arith.constant dense<[1.0, -2.0, 3.0, 0.5]> : tensor<4xf32>
  %mask = arith.constant dense<[true, false, false, true]> : tensor<4xi1>
  %numbers = arith.constant dense<[7, 5, 3, 2, 1, 0, -1, 9]> : tensor<8xi32>
  %0 = arith.mulf %x, %table : tensor<4xf32>
  %1 = tensor.extract %numbers[%n] : tensor<8xi32>
  return %0, %mask, %1 : tensor<4xf32>, tensor<4xi1>, i32
}

// Numbers come from the host, and are arguments of kernels.
// CHECK-LABEL: llvm.func internal @fused.numbers(
// CHECK-NOT: llvm.call @fused_cuda_load(
// CHECK: llvm.call @fused_cuda_launch(
// CHECK: llvm.func internal @fused.invoke.
func.func @numbers(%x: tensor<5x7xf32>, %a: f32, %b: f64, %i: i32, %j: i64, %f: i1, %h: bf16)
    -> (tensor<5x7xf32>, f32, f64, i32, i64, i1, bf16, index) {
  %0 = arith.truncf %b : f64 to f32
  %1 = arith.sitofp %i : i32 to f32
  %2 = arith.sitofp %j : i64 to f32
  %3 = arith.extf %h : bf16 to f32
  %4 = arith.addf %a, %0 : f32
  %5 = arith.addf %4, %1 : f32
  %6 = arith.addf %5, %2 : f32
  %7 = arith.select %f, %6, %3 : f32
  %8 = tensor.empty() : tensor<5x7xf32>
  %9 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x7xf32>) outs(%8 : tensor<5x7xf32>) {
  ^bb0(%in: f32, %out: f32):
    %12 = arith.mulf %in, %7 : f32
    linalg.yield %12 : f32
  } -> tensor<5x7xf32>
  %10 = arith.addi %j, %j : i64
  %11 = arith.index_cast %10 : i64 to index
  return %9, %7, %b, %i, %10, %f, %h, %11 : tensor<5x7xf32>, f32, f64, i32, i64, i1, bf16, index
}

// A number that an array holds is read by the kernels that use it.
// CHECK-LABEL: llvm.func internal @fused.elements_in_kernels(
// CHECK-NOT: llvm.call @fused_cuda_load(
// CHECK: llvm.call @fused_cuda_launch(
// CHECK: llvm.func internal @fused.invoke.
func.func @elements_in_kernels(%x: tensor<33xf32>, %s: tensor<f32>, %t: tensor<4xf32>)
    -> (tensor<33xf32>, tensor<9xf32>, tensor<3x3xf32>) {
  %c2 = arith.constant 2 : index
  %half = arith.constant 0.5 : f32
  %0 = tensor.extract %s[] : tensor<f32>
  %1 = tensor.extract %t[%c2] : tensor<4xf32>
  %2 = arith.addf %0, %1 : f32
  %3 = arith.mulf %2, %half : f32
  %4 = tensor.empty() : tensor<33xf32>
  %5 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%x : tensor<33xf32>) outs(%4 : tensor<33xf32>) {
  ^bb0(%in: f32, %out: f32):
    %9 = arith.mulf %in, %3 : f32
    linalg.yield %9 : f32
  } -> tensor<33xf32>
  %6 = tensor.empty() : tensor<9xf32>
  %7 = linalg.fill ins(%1 : f32) outs(%6 : tensor<9xf32>) -> tensor<9xf32>
  %8 = tensor.splat %2 : tensor<3x3xf32>
  return %5, %7, %8 : tensor<33xf32>, tensor<9xf32>, tensor<3x3xf32>
}

// An element decides: one is waited for.
// CHECK-LABEL: llvm.func internal @fused.branch_on_element(
// CHECK-COUNT-1: llvm.call @fused_cuda_load(
// CHECK-NOT: llvm.call @fused_cuda_load(
// CHECK: llvm.func internal @fused.invoke.
func.func @branch_on_element(%x: tensor<17x5xf32>, %flags: tensor<3xi32>) -> tensor<17x5xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : i32
  %0 = tensor.extract %flags[%c1] : tensor<3xi32>
  %1 = arith.cmpi slt, %0, %c3 : i32
  %2 = scf.if %1 -> tensor<17x5xf32> {
    %3 = math.exp %x : tensor<17x5xf32>
    scf.yield %3 : tensor<17x5xf32>
  } else {
    %3 = arith.negf %x : tensor<17x5xf32>
    scf.yield %3 : tensor<17x5xf32>
  }
  return %2 : tensor<17x5xf32>
}

// Newton's method until the error is small: one element in each round.
// CHECK-LABEL: llvm.func internal @fused.loop_until_small(
// CHECK-COUNT-1: llvm.call @fused_cuda_load(
// CHECK-NOT: llvm.call @fused_cuda_load(
// CHECK: llvm.func internal @fused.invoke.
func.func @loop_until_small(%x: tensor<64xf32>) -> (tensor<64xf32>, i32) {
  %zero = arith.constant 0.0 : f32
  %tolerance = arith.constant 1.0e-5 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c50 = arith.constant 50 : i32
  %e = tensor.empty() : tensor<64xf32>
  %a = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.mulf %in, %in : f32
    %2 = arith.addf %1, %one : f32
    linalg.yield %2 : f32
  } -> tensor<64xf32>
  %0:2 = scf.while (%r = %a, %n = %c0) : (tensor<64xf32>, i32) -> (tensor<64xf32>, i32) {
    %m = tensor.empty() : tensor<f32>
    %f = linalg.fill ins(%zero : f32) outs(%m : tensor<f32>) -> tensor<f32>
    %error = linalg.generic {indexing_maps = [#id1, #id1, #none], iterator_types = ["reduction"]}
        ins(%r, %a : tensor<64xf32>, tensor<64xf32>) outs(%f : tensor<f32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %1 = arith.mulf %in, %in : f32
      %2 = arith.subf %1, %in_0 : f32
      %3 = math.absf %2 : f32
      %4 = arith.maximumf %3, %out : f32
      linalg.yield %4 : f32
    } -> tensor<f32>
    %value = tensor.extract %error[] : tensor<f32>
    %big = arith.cmpf ogt, %value, %tolerance : f32
    %few = arith.cmpi slt, %n, %c50 : i32
    %more = arith.andi %big, %few : i1
    scf.condition(%more) %r, %n : tensor<64xf32>, i32
  } do {
  ^bb0(%r: tensor<64xf32>, %n: i32):
    %next = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
        ins(%r, %a : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %1 = arith.divf %in_0, %in : f32
      %2 = arith.addf %1, %in : f32
      %3 = arith.mulf %2, %half : f32
      linalg.yield %3 : f32
    } -> tensor<64xf32>
    %n1 = arith.addi %n, %c1 : i32
    scf.yield %next, %n1 : tensor<64xf32>, i32
  }
  return %0#0, %0#1 : tensor<64xf32>, i32
}

// A loop over elements is a kernel of one thread.
// CHECK-LABEL: llvm.func internal @fused.running_sum(
// CHECK-NOT: llvm.call @fused_cuda_load(
// CHECK: llvm.call @fused_cuda_launch(
// CHECK: llvm.func internal @fused.invoke.
func.func @running_sum(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %e, %sum = %zero) -> (tensor<?xf32>, f32) {
    %1 = tensor.extract %x[%i] : tensor<?xf32>
    %2 = arith.addf %sum, %1 : f32
    %3 = tensor.insert %2 into %y[%i] : tensor<?xf32>
    scf.yield %3, %2 : tensor<?xf32>, f32
  }
  return %0#0 : tensor<?xf32>
}

// What such a loop returns is waited for once.
// CHECK-LABEL: llvm.func internal @fused.number_of_loop(
// CHECK-COUNT-1: llvm.call @fused_cuda_load(
// CHECK-NOT: llvm.call @fused_cuda_load(
// CHECK: llvm.func internal @fused.invoke.
func.func @number_of_loop(%x: tensor<40xf32>, %y: tensor<6x6xf32>) -> (tensor<6x6xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant 0.0 : f32
  %0 = scf.for %i = %c0 to %c40 step %c1 iter_args(%sum = %zero) -> (f32) {
    %2 = tensor.extract %x[%i] : tensor<40xf32>
    %3 = arith.mulf %2, %2 : f32
    %4 = arith.addf %sum, %3 : f32
    scf.yield %4 : f32
  }
  %1 = tensor.empty() : tensor<6x6xf32>
  %2 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<6x6xf32>) outs(%1 : tensor<6x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = arith.divf %in, %0 : f32
    linalg.yield %3 : f32
  } -> tensor<6x6xf32>
  return %2, %0 : tensor<6x6xf32>, f32
}

// Single elements that are computed from single elements.
// CHECK-LABEL: llvm.func internal @fused.inserts(
// CHECK-NOT: llvm.call @fused_cuda_load(
// CHECK: llvm.call @fused_cuda_launch(
// CHECK: llvm.func internal @fused.invoke.
func.func @inserts(%x: tensor<8xf32>, %at: index, %s: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %0 = tensor.extract %x[%at] : tensor<8xf32>
  %1 = arith.addf %0, %s : f32
  %2 = tensor.insert %1 into %x[%c7] : tensor<8xf32>
  %3 = tensor.extract %2[%c0] : tensor<8xf32>
  %4 = arith.mulf %3, %1 : f32
  %5 = tensor.insert %4 into %2[%c0] : tensor<8xf32>
  return %5 : tensor<8xf32>
}

// CHECK-LABEL: llvm.func internal @fused.from_elements(
// CHECK-NOT: llvm.call @fused_cuda_load(
// CHECK: llvm.func internal @fused.invoke.
func.func @from_elements(%x: tensor<8xf32>, %at: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.extract %x[%at] : tensor<8xf32>
  %1 = tensor.extract %x[%c0] : tensor<8xf32>
  %2 = arith.mulf %0, %1 : f32
  %3 = tensor.from_elements %0, %1, %2 : tensor<3xf32>
  return %3 : tensor<3xf32>
}

// Rows that are added to other rows, one after the other.
// CHECK-LABEL: llvm.func internal @fused.scatter_add(
// CHECK: llvm.func internal @fused.invoke.
func.func @scatter_add(%table: tensor<8x16xf32>, %rows: tensor<5xi64>, %update: tensor<5x16xf32>) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %table) -> (tensor<8x16xf32>) {
    %1 = tensor.extract %rows[%i] : tensor<5xi64>
    %2 = arith.index_cast %1 : i64 to index
    %3 = tensor.extract_slice %t[%2, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<1x16xf32>
    %4 = tensor.extract_slice %update[%i, 0] [1, 16] [1, 1] : tensor<5x16xf32> to tensor<1x16xf32>
    %5 = arith.addf %3, %4 : tensor<1x16xf32>
    %6 = tensor.insert_slice %5 into %t[%2, 0] [1, 16] [1, 1] : tensor<1x16xf32> into tensor<8x16xf32>
    scf.yield %6 : tensor<8x16xf32>
  }
  return %0 : tensor<8x16xf32>
}

// Rows that another array names.
// CHECK-LABEL: llvm.func internal @fused.gather(
// CHECK-NOT: llvm.call @fused_cuda_load(
// CHECK: llvm.call @fused_cuda_launch(
// CHECK: llvm.func internal @fused.invoke.
func.func @gather(%table: tensor<8x16xf32>, %rows: tensor<5xi64>) -> tensor<5x16xf32> {
  %0 = tensor.empty() : tensor<5x16xf32>
  %1 = linalg.generic {indexing_maps = [#row, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<5xi64>) outs(%0 : tensor<5x16xf32>) {
  ^bb0(%in: i64, %out: f32):
    %2 = arith.index_cast %in : i64 to index
    %j = linalg.index 1 : index
    %3 = tensor.extract %table[%2, %j] : tensor<8x16xf32>
    linalg.yield %3 : f32
  } -> tensor<5x16xf32>
  return %1 : tensor<5x16xf32>
}

// Parts that are put together, cut out and padded.
// CHECK-LABEL: llvm.func internal @fused.slices(
// CHECK-NOT: llvm.call @fused_cuda_load(
// CHECK: llvm.func internal @fused.invoke.
func.func @slices(%x: tensor<6x5xf32>, %y: tensor<6x3xf32>, %n: index) -> (tensor<6x8xf32>, tensor<9x10xf32>, tensor<3x2xf32>, tensor<6x5xf32>) {
  %zero = arith.constant 0.25 : f32
  %c3 = arith.constant 3 : index
  %at = arith.minui %n, %c3 : index
  %0 = tensor.concat dim(1) %x, %y : (tensor<6x5xf32>, tensor<6x3xf32>) -> tensor<6x8xf32>
  %1 = tensor.pad %0 low[1, 2] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<6x8xf32> to tensor<9x10xf32>
  %2 = tensor.extract_slice %x[%at, 1] [3, 2] [1, 2] : tensor<6x5xf32> to tensor<3x2xf32>
  %3 = arith.addf %2, %2 : tensor<3x2xf32>
  %4 = tensor.insert_slice %3 into %x[0, 0] [3, 2] [2, 2] : tensor<3x2xf32> into tensor<6x5xf32>
  return %0, %1, %2, %4 : tensor<6x8xf32>, tensor<9x10xf32>, tensor<3x2xf32>, tensor<6x5xf32>
}

// A loop that carries two arrays, whose places change in each round.
// CHECK-LABEL: llvm.func internal @fused.swaps(
// CHECK-NOT: llvm.call @fused_cuda_load(
// CHECK: llvm.func internal @fused.invoke.
func.func @swaps(%x: tensor<31xf32>, %y: tensor<31xf32>, %n: index) -> (tensor<31xf32>, tensor<31xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<31xf32>, tensor<31xf32>) {
    %1 = arith.addf %a, %b : tensor<31xf32>
    scf.yield %1, %a : tensor<31xf32>, tensor<31xf32>
  }
  return %0#0, %0#1 : tensor<31xf32>, tensor<31xf32>
}

// Integers, truth values, conversions and selections.
// CHECK-LABEL: llvm.func internal @fused.integers(
func.func @integers(%x: tensor<37xi32>, %y: tensor<37xi32>, %m: tensor<37xi1>)
    -> (tensor<37xi32>, tensor<37xi1>, tensor<37xf16>, tensor<37xi8>, tensor<37xi64>) {
  %one = arith.constant dense<1> : tensor<37xi32>
  %0 = arith.addi %y, %one : tensor<37xi32>
  %1 = arith.remsi %x, %0 : tensor<37xi32>
  %2 = arith.divsi %x, %0 : tensor<37xi32>
  %3 = arith.ceildivsi %x, %0 : tensor<37xi32>
  %4 = arith.floordivsi %x, %0 : tensor<37xi32>
  %5 = arith.xori %1, %2 : tensor<37xi32>
  %6 = arith.muli %3, %4 : tensor<37xi32>
  %7 = arith.maxsi %5, %6 : tensor<37xi32>
  %8 = arith.shli %7, %one : tensor<37xi32>
  %9 = arith.cmpi sgt, %8, %y : tensor<37xi32>
  %10 = arith.andi %9, %m : tensor<37xi1>
  %11 = arith.select %10, %8, %x : tensor<37xi1>, tensor<37xi32>
  %12 = arith.sitofp %11 : tensor<37xi32> to tensor<37xf16>
  %13 = arith.trunci %11 : tensor<37xi32> to tensor<37xi8>
  %14 = arith.extsi %11 : tensor<37xi32> to tensor<37xi64>
  return %11, %10, %12, %13, %14 : tensor<37xi32>, tensor<37xi1>, tensor<37xf16>, tensor<37xi8>, tensor<37xi64>
}
