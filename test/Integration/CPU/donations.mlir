// RUN: fused-run %s --verify | FileCheck %s
// RUN: fused-run %s --entry=read_later --verify | FileCheck %s
// RUN: fused-run %s --entry=swapped --verify | FileCheck %s
// RUN: fused-run %s --entry=returned --verify | FileCheck %s
// RUN: fused-run %s --entry=rows --verify | FileCheck %s
// RUN: fused-run %s --entry=loop --verify | FileCheck %s
// RUN: fused-run %s --entry=momentum --verify | FileCheck %s
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s %}
// RUN: %if emulator %{ fused-run %s --entry=read_later --target=cuda --emulate --verify=quick | FileCheck %s %}
// RUN: %if emulator %{ fused-run %s --entry=swapped --target=cuda --emulate --verify=quick | FileCheck %s %}
// RUN: %if emulator %{ fused-run %s --entry=returned --target=cuda --emulate --verify=quick | FileCheck %s %}
// RUN: %if emulator %{ fused-run %s --entry=rows --target=cuda --emulate --verify=quick | FileCheck %s %}
// RUN: %if emulator %{ fused-run %s --entry=loop --target=cuda --emulate --verify=quick | FileCheck %s %}
// RUN: %if emulator %{ fused-run %s --entry=momentum --target=cuda --emulate --verify=quick | FileCheck %s %}

// Outputs in the memory of inputs: fused-run donates copies of them.

// CHECK: verification: PASS

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#j = affine_map<(i, j) -> (j)>

// A step of training: the update is part of the product, or a loop after it.
func.func @main(%w: tensor<33x17xf32> {tf.aliasing_output = 0 : i32},
                %b: tensor<17xf32> {tf.aliasing_output = 1 : i32},
                %x: tensor<9x33xf32>, %g: tensor<9x17xf32>)
    -> (tensor<33x17xf32>, tensor<17xf32>, tensor<9x33xf32>) {
  %zero = arith.constant 0.0 : f32
  %rate = arith.constant -0.125 : f32
  %e0 = tensor.empty() : tensor<33x17xf32>
  %e1 = tensor.empty() : tensor<17xf32>
  %e2 = tensor.empty() : tensor<9x33xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<33x17xf32>) -> tensor<33x17xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<17xf32>) -> tensor<17xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<9x33xf32>) -> tensor<9x33xf32>
  %dx = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%g, %w : tensor<9x17xf32>, tensor<33x17xf32>) outs(%z2 : tensor<9x33xf32>) -> tensor<9x33xf32>
  %dw = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %g : tensor<9x33xf32>, tensor<9x17xf32>) outs(%z0 : tensor<33x17xf32>) -> tensor<33x17xf32>
  %db = linalg.reduce { arith.addf } ins(%g : tensor<9x17xf32>) outs(%z1 : tensor<17xf32>) dimensions = [0]
  %w1 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%w, %dw : tensor<33x17xf32>, tensor<33x17xf32>) outs(%e0 : tensor<33x17xf32>) {
  ^bb0(%p: f32, %d: f32, %o: f32):
    %0 = arith.mulf %d, %rate : f32
    %1 = arith.addf %p, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<33x17xf32>
  %s = linalg.fill ins(%rate : f32) outs(%e1 : tensor<17xf32>) -> tensor<17xf32>
  %sb = arith.mulf %db, %s : tensor<17xf32>
  %b1 = arith.addf %b, %sb : tensor<17xf32>
  return %w1, %b1, %dx : tensor<33x17xf32>, tensor<17xf32>, tensor<9x33xf32>
}

// The argument is read after its update is computed.
func.func @read_later(%w: tensor<8x8xf32> {fused.output = 1 : i32}, %x: tensor<8x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %update = arith.addf %w, %x : tensor<8x8xf32>
  %t = math.tanh %update : tensor<8x8xf32>
  %p = linalg.matmul ins(%t, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %p, %update : tensor<8x8xf32>, tensor<8x8xf32>
}

// Each output has the memory of the argument that the other one reads.
func.func @swapped(%a: tensor<7x7xf32> {fused.output = 1 : i32}, %b: tensor<7x7xf32> {fused.output = 0 : i32})
    -> (tensor<7x7xf32>, tensor<7x7xf32>) {
  %0 = math.exp %a : tensor<7x7xf32>
  %e = tensor.empty() : tensor<7x7xf32>
  %1 = linalg.generic {indexing_maps = [#ji, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%b, %a : tensor<7x7xf32>, tensor<7x7xf32>) outs(%e : tensor<7x7xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %2 = arith.subf %x, %y : f32
    linalg.yield %2 : f32
  } -> tensor<7x7xf32>
  return %0, %1 : tensor<7x7xf32>, tensor<7x7xf32>
}

// What is returned is an argument: its own, the other one, or it twice.
func.func @returned(%a: tensor<5xf32> {fused.output = 0 : i32}, %b: tensor<5xf32> {fused.output = 1 : i32},
                    %c: tensor<5xf32> {fused.output = 2 : i32})
    -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  return %a, %c, %b, %b : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// Every element of a row needs the whole row.
func.func @rows(%a: tensor<6x40xf32> {fused.output = 0 : i32}) -> tensor<6x40xf32> {
  %e = tensor.empty() : tensor<6x40xf32>
  %0 = linalg.softmax dimension(1) ins(%a : tensor<6x40xf32>) outs(%e : tensor<6x40xf32>) -> tensor<6x40xf32>
  return %0 : tensor<6x40xf32>
}

func.func @loop(%a: tensor<4x4xf32> {fused.output = 0 : i32}, %n: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a) -> tensor<4x4xf32> {
    %1 = linalg.generic {indexing_maps = [#ji, #ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%x, %n : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %2 = arith.addf %p, %q : f32
      linalg.yield %2 : f32
    } -> tensor<4x4xf32>
    scf.yield %1 : tensor<4x4xf32>
  }
  %r = arith.subf %0, %a : tensor<4x4xf32>
  return %0, %r : tensor<4x4xf32>, tensor<4x4xf32>
}

// Two arrays that one operation updates; sizes that are not known are copied.
func.func @momentum(%p: tensor<3x11xf32> {fused.output = 0 : i32}, %m: tensor<3x11xf32> {fused.output = 1 : i32},
                    %g: tensor<3x11xf32>, %d: tensor<?xf32> {fused.output = 2 : i32})
    -> (tensor<3x11xf32>, tensor<3x11xf32>, tensor<?xf32>) {
  %e = tensor.empty() : tensor<3x11xf32>
  %0:2 = linalg.generic {indexing_maps = [#ij, #ij, #ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%p, %m, %g : tensor<3x11xf32>, tensor<3x11xf32>, tensor<3x11xf32>) outs(%e, %e : tensor<3x11xf32>, tensor<3x11xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %o0: f32, %o1: f32):
    %beta = arith.constant 0.5 : f32
    %1 = arith.mulf %y, %beta : f32
    %2 = arith.addf %1, %z : f32
    %3 = arith.subf %x, %2 : f32
    linalg.yield %3, %2 : f32, f32
  } -> (tensor<3x11xf32>, tensor<3x11xf32>)
  %4 = math.exp %d : tensor<?xf32>
  return %0#0, %0#1, %4 : tensor<3x11xf32>, tensor<3x11xf32>, tensor<?xf32>
}
