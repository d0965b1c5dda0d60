// A graph can be captured only if the host waits for nothing on the device.
// RUN: fused-run %s --target=cuda --chip=sm_90 --emulate --graph --verify=quick | FileCheck %s
// CHECK: verification: PASS

#scalar = affine_map<() -> ()>
#id = affine_map<(d0, d1) -> (d0, d1)>

// A recurrent network as `jax.lax.scan` writes it, whose counter is a tensor.
func.func @main(%inputs: tensor<5x3x4xf32>, %weights: tensor<4x4xf32>, %start: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<5x3x4xf32>) {
  %zero = arith.constant dense<0> : tensor<i32>
  %one = arith.constant dense<1> : tensor<i32>
  %length = arith.constant 5 : i32
  %first = arith.constant 0 : index
  %last = arith.constant 4 : index
  %float = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x3x4xf32>
  %states = linalg.fill ins(%float : f32) outs(%e : tensor<5x3x4xf32>) -> tensor<5x3x4xf32>
  %0:3 = scf.while (%i = %zero, %h = %start, %all = %states) : (tensor<i32>, tensor<3x4xf32>, tensor<5x3x4xf32>) -> (tensor<i32>, tensor<3x4xf32>, tensor<5x3x4xf32>) {
    %eb = tensor.empty() : tensor<i1>
    %less = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []} ins(%i : tensor<i32>) outs(%eb : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %c = arith.cmpi slt, %in, %length : i32
      linalg.yield %c : i1
    } -> tensor<i1>
    %condition = tensor.extract %less[] : tensor<i1>
    scf.condition(%condition) %i, %h, %all : tensor<i32>, tensor<3x4xf32>, tensor<5x3x4xf32>
  } do {
  ^bb0(%i: tensor<i32>, %h: tensor<3x4xf32>, %all: tensor<5x3x4xf32>):
    %number = tensor.extract %i[] : tensor<i32>
    %index = arith.index_cast %number : i32 to index
    %low = arith.maxsi %index, %first : index
    %position = arith.minsi %low, %last : index
    %x = tensor.extract_slice %inputs[%position, 0, 0] [1, 3, 4] [1, 1, 1] : tensor<5x3x4xf32> to tensor<3x4xf32>
    %product = linalg.matmul ins(%h, %weights : tensor<3x4xf32>, tensor<4x4xf32>) outs(%x : tensor<3x4xf32>) -> tensor<3x4xf32>
    %eh = tensor.empty() : tensor<3x4xf32>
    %next = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%product : tensor<3x4xf32>) outs(%eh : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %t = math.tanh %in : f32
      linalg.yield %t : f32
    } -> tensor<3x4xf32>
    %stored = tensor.insert_slice %next into %all[%position, 0, 0] [1, 3, 4] [1, 1, 1] : tensor<3x4xf32> into tensor<5x3x4xf32>
    %sum = arith.addi %i, %one : tensor<i32>
    scf.yield %sum, %next, %stored : tensor<i32>, tensor<3x4xf32>, tensor<5x3x4xf32>
  }
  return %0#1, %0#2 : tensor<3x4xf32>, tensor<5x3x4xf32>
}
