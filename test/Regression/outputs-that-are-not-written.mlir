// RUN: fused-run %s --entry=reductions --dynamic-size=0 --print | FileCheck %s
// RUN: fused-run %s --entry=parts --print | FileCheck %s --check-prefix=PARTS
// RUN: fused-run %s --entry=reductions --dynamic-size=0 --verify=quick
// RUN: fused-run %s --entry=reductions --dynamic-size=3 --verify=quick
// RUN: fused-run %s --entry=parts --verify=quick
// RUN: %if emulator %{ fused-run %s --entry=reductions --target=cuda --emulate --dynamic-size=0 --print | FileCheck %s %}
// RUN: %if emulator %{ fused-run %s --entry=reductions --target=cuda --emulate --dynamic-size=3 --verify=quick %}
// RUN: %if emulator %{ fused-run %s --entry=parts --target=cuda --emulate --print | FileCheck %s --check-prefix=PARTS %}

// The last of no elements is what the output held before.
// CHECK: result 0
// CHECK: 7
// CHECK: result 1
// CHECK: [5, 5, 5]
// CHECK: result 2
// CHECK: [6, 6, 6]
func.func @reductions(%a: tensor<7x0xf32>, %b: tensor<3x?xf32>, %c: tensor<3x?xf32>)
    -> (tensor<i64>, tensor<3xf32>, tensor<3xf32>) {
  %seven = arith.constant 7 : i64
  %five = arith.constant 5.0 : f32
  %six = arith.constant 6.0 : f32
  %zero = arith.constant 0 : i64
  %e0 = tensor.empty() : tensor<i64>
  %f0 = linalg.fill ins(%seven : i64) outs(%e0 : tensor<i64>) -> tensor<i64>
  %e1 = tensor.empty() : tensor<3xf32>
  %f1 = linalg.fill ins(%five : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %f2 = linalg.fill ins(%six : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%a : tensor<7x0xf32>) outs(%f0 : tensor<i64>) {
  ^bb0(%x: f32, %o: i64):
    %n = arith.andi %zero, %o : i64
    linalg.yield %n : i64
  } -> tensor<i64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%b : tensor<3x?xf32>) outs(%f1 : tensor<3xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<3xf32>
  %2 = linalg.reduce ins(%c : tensor<3x?xf32>) outs(%f2 : tensor<3xf32>) dimensions = [1]
    (%x: f32, %o: f32) {
      linalg.yield %x : f32
    }
  return %0, %1, %2 : tensor<i64>, tensor<3xf32>, tensor<3xf32>
}

// Every other element, a diagonal, and a single element.
// PARTS: result 0
// PARTS: [4, 9, 4, 9, 4, 9]
// PARTS: result 1
// PARTS: {{\[}}[4, 9, 9]
// PARTS-NEXT: [9, 4, 9]
// PARTS-NEXT: [9, 9, 4]]
// PARTS: result 2
// PARTS: [9, 13, 9, 13, 9, 13, 9]
// PARTS: result 3
// PARTS: [9, 9, 4, 9, 9, 9]
func.func @parts(%a: tensor<3xf32>)
    -> (tensor<6xf32>, tensor<3x3xf32>, tensor<7xf32>, tensor<6xf32>) {
  %nine = arith.constant 9.0 : f32
  %four = arith.constant 4.0 : f32
  %e0 = tensor.empty() : tensor<6xf32>
  %f0 = linalg.fill ins(%nine : f32) outs(%e0 : tensor<6xf32>) -> tensor<6xf32>
  %e1 = tensor.empty() : tensor<3x3xf32>
  %f1 = linalg.fill ins(%nine : f32) outs(%e1 : tensor<3x3xf32>) -> tensor<3x3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (2 * i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<3xf32>) outs(%f0 : tensor<6xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %four : f32
  } -> tensor<6xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<3xf32>) outs(%f1 : tensor<3x3xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %four : f32
  } -> tensor<3x3xf32>
  %e2 = tensor.empty() : tensor<7xf32>
  %f2 = linalg.fill ins(%nine : f32) outs(%e2 : tensor<7xf32>) -> tensor<7xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (2 * i + 1)>], iterator_types = ["parallel"]}
      ins(%a : tensor<3xf32>) outs(%f2 : tensor<7xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.addf %o, %four : f32
    linalg.yield %y : f32
  } -> tensor<7xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<() -> (2)>], iterator_types = []}
      outs(%f0 : tensor<6xf32>) {
  ^bb0(%o: f32):
    linalg.yield %four : f32
  } -> tensor<6xf32>
  return %0, %1, %2, %3 : tensor<6xf32>, tensor<3x3xf32>, tensor<7xf32>, tensor<6xf32>
}
