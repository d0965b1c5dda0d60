// RUN: fused-opt %s --pass-pipeline='builtin.module(func.func(fused-carry-numbers,fused-simplify))' --split-input-file | FileCheck %s

#map = affine_map<() -> ()>

// As `jax.lax.scan`: the condition and the position depend on the counter.
// CHECK-LABEL: func @scan
// CHECK: scf.while (%[[I:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) : (i32, tensor<8x4xf32>) -> (i32, tensor<8x4xf32>)
// CHECK-NEXT: %[[LESS:.*]] = arith.cmpi slt, %[[I]], %{{.*}} : i32
// CHECK-NEXT: scf.condition(%[[LESS]]) %[[I]]
// CHECK: ^bb0(%[[J:.*]]: i32
// CHECK-DAG: %[[NEXT:.*]] = arith.addi %[[J]], %{{.*}} : i32
// CHECK-DAG: %[[POSITION:.*]] = arith.index_cast %[[J]] : i32 to index
// CHECK: tensor.insert_slice %{{.*}}[%[[POSITION]], 0]
// CHECK: scf.yield %[[NEXT]]
func.func @scan(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0> : tensor<i32>
  %eight = arith.constant 8 : i32
  %one = arith.constant dense<1> : tensor<i32>
  %0:2 = scf.while (%i = %zero, %y = %x) : (tensor<i32>, tensor<8x4xf32>) -> (tensor<i32>, tensor<8x4xf32>) {
    %e = tensor.empty() : tensor<i1>
    %less = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%i : tensor<i32>) outs(%e : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %c = arith.cmpi slt, %in, %eight : i32
      linalg.yield %c : i1
    } -> tensor<i1>
    %condition = tensor.extract %less[] : tensor<i1>
    scf.condition(%condition) %i, %y : tensor<i32>, tensor<8x4xf32>
  } do {
  ^bb0(%i: tensor<i32>, %y: tensor<8x4xf32>):
    %e = tensor.empty() : tensor<i32>
    %next = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%i, %one : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
    ^bb0(%a: i32, %b: i32, %out: i32):
      %s = arith.addi %a, %b : i32
      linalg.yield %s : i32
    } -> tensor<i32>
    %n = tensor.extract %i[] : tensor<i32>
    %position = arith.index_cast %n : i32 to index
    %row = tensor.extract_slice %y[%position, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<1x4xf32>
    %square = linalg.square ins(%row : tensor<1x4xf32>) outs(%row : tensor<1x4xf32>) -> tensor<1x4xf32>
    %z = tensor.insert_slice %square into %y[%position, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x4xf32>
    scf.yield %next, %z : tensor<i32>, tensor<8x4xf32>
  }
  return %0#1 : tensor<8x4xf32>
}

// -----

#map = affine_map<() -> ()>

// Numbers change their places, one comes from outside, and all are results.
// CHECK-LABEL: func @places
// CHECK-SAME: %[[N:.*]]: i64
// CHECK: %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%[[A:.*]] = %[[N]], %[[B:.*]] = %c7_i64) -> (i64, i64)
// CHECK: scf.yield %[[B]], %[[A]] : i64, i64
// CHECK: tensor.from_elements %[[LOOP]]#0 : tensor<i64>
// CHECK: return %{{.*}}, %[[LOOP]]#1 : tensor<i64>, i64
func.func @places(%n: i64, %low: index, %high: index, %x: tensor<?xf32>) -> (tensor<i64>, i64) {
  %step = arith.constant 1 : index
  %seven = arith.constant dense<7> : tensor<i64>
  %given = tensor.from_elements %n : tensor<i64>
  %0:2 = scf.for %k = %low to %high step %step iter_args(%a = %given, %b = %seven) -> (tensor<i64>, tensor<i64>) {
    scf.yield %b, %a : tensor<i64>, tensor<i64>
  }
  %1 = tensor.extract %0#1[] : tensor<i64>
  return %0#0, %1 : tensor<i64>, i64
}

// -----

#map = affine_map<() -> ()>

// The inner loop starts with what the outer one has reached.
// CHECK-LABEL: func @nested
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %c0_i32) -> (i32)
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[A]]) -> (i32)
// CHECK: scf.yield %{{.*}} : i32
func.func @nested(%n: index) -> i32 {
  %first = arith.constant 0 : index
  %step = arith.constant 1 : index
  %zero = arith.constant dense<0> : tensor<i32>
  %0 = scf.for %k = %first to %n step %step iter_args(%a = %zero) -> (tensor<i32>) {
    %1 = scf.for %l = %first to %n step %step iter_args(%b = %a) -> (tensor<i32>) {
      %e = tensor.empty() : tensor<i32>
      %next = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%b : tensor<i32>) outs(%e : tensor<i32>) {
      ^bb0(%in: i32, %out: i32):
        %s = arith.muli %in, %in : i32
        linalg.yield %s : i32
      } -> tensor<i32>
      scf.yield %next : tensor<i32>
    }
    scf.yield %1 : tensor<i32>
  }
  %2 = tensor.extract %0[] : tensor<i32>
  return %2 : i32
}

// -----

#map = affine_map<() -> ()>

// What depends on an array of the device stays there, and so does what depends
// on that; the host needs no floats and nothing that it does not read.
// CHECK-LABEL: func @device
// CHECK: scf.for {{.*}} -> (tensor<i32>, tensor<i32>, tensor<f32>, tensor<i32>)
func.func @device(%n: index, %given: tensor<i32>) -> (i32, i32, f32, tensor<i32>) {
  %first = arith.constant 0 : index
  %step = arith.constant 1 : index
  %zero = arith.constant dense<0> : tensor<i32>
  %float = arith.constant dense<1.0> : tensor<f32>
  %0:4 = scf.for %k = %first to %n step %step iter_args(%a = %given, %b = %zero, %f = %float, %c = %zero) -> (tensor<i32>, tensor<i32>, tensor<f32>, tensor<i32>) {
    %e = tensor.empty() : tensor<i32>
    %next = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%c : tensor<i32>) outs(%e : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %s = arith.addi %in, %in : i32
      linalg.yield %s : i32
    } -> tensor<i32>
    %g = arith.addf %f, %f : tensor<f32>
    scf.yield %b, %a, %g, %next : tensor<i32>, tensor<i32>, tensor<f32>, tensor<i32>
  }
  %1 = tensor.extract %0#0[] : tensor<i32>
  %2 = tensor.extract %0#1[] : tensor<i32>
  %3 = tensor.extract %0#2[] : tensor<f32>
  return %1, %2, %3, %0#3 : i32, i32, f32, tensor<i32>
}

// -----

#map = affine_map<() -> ()>

// A kernel may read the first position, so the host does not wait for it.
// CHECK-LABEL: func @start
// CHECK: scf.for {{.*}} -> (tensor<i32>)
func.func @start(%n: index, %positions: tensor<3xi32>) -> i32 {
  %first = arith.constant 0 : index
  %step = arith.constant 1 : index
  %two = arith.constant 2 : i32
  %position = tensor.extract %positions[%step] : tensor<3xi32>
  %twice = arith.muli %position, %two : i32
  %start = tensor.from_elements %twice : tensor<i32>
  %0 = scf.for %k = %first to %n step %step iter_args(%a = %start) -> (tensor<i32>) {
    %e = tensor.empty() : tensor<i32>
    %next = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%a : tensor<i32>) outs(%e : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %s = arith.addi %in, %in : i32
      linalg.yield %s : i32
    } -> tensor<i32>
    scf.yield %next : tensor<i32>
  }
  %1 = tensor.extract %0[] : tensor<i32>
  return %1 : i32
}

// -----

#map = affine_map<() -> ()>

// The next position is an element of an array, which a kernel may read.
// CHECK-LABEL: func @next
// CHECK: scf.for {{.*}} -> (tensor<i32>)
func.func @next(%n: index, %positions: tensor<3xi32>) -> i32 {
  %first = arith.constant 0 : index
  %step = arith.constant 1 : index
  %zero = arith.constant dense<0> : tensor<i32>
  %0 = scf.for %k = %first to %n step %step iter_args(%a = %zero) -> (tensor<i32>) {
    %e = tensor.empty() : tensor<i32>
    %next = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%a : tensor<i32>) outs(%e : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %index = arith.index_cast %in : i32 to index
      %position = tensor.extract %positions[%index] : tensor<3xi32>
      linalg.yield %position : i32
    } -> tensor<i32>
    scf.yield %next : tensor<i32>
  }
  %1 = tensor.extract %0[] : tensor<i32>
  return %1 : i32
}
