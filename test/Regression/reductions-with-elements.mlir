// RUN: fused-run %s --verify | FileCheck %s
// RUN: %if (fake-cuda && ptxas) %{ fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s %}

// Loops that are called reductions and index an output: exponentials beside
// their sum, a running sum, sums in name alone, and one of two loops.

// CHECK: verification: PASS

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

func.func @main(%x: tensor<37x53xf32>, %w: tensor<29x53xf32>, %y: tensor<37x53xf32>)
    -> (tensor<37x53xf32>, tensor<37xf32>, tensor<37x53xf32>, tensor<37xf32>,
        tensor<37x53xf32>, tensor<37x29xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x53xf32>
  %r = tensor.empty() : tensor<37xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<37xf32>) -> tensor<37xf32>
  %0:2 = linalg.generic {indexing_maps = [#ij, #ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<37x53xf32>) outs(%e, %f : tensor<37x53xf32>, tensor<37xf32>) {
  ^bb0(%in: f32, %out: f32, %sum: f32):
    %a = math.exp %in : f32
    %b = arith.addf %sum, %a : f32
    linalg.yield %a, %b : f32, f32
  } -> (tensor<37x53xf32>, tensor<37xf32>)
  %1:2 = linalg.generic {indexing_maps = [#ij, #ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<37x53xf32>) outs(%e, %f : tensor<37x53xf32>, tensor<37xf32>) {
  ^bb0(%in: f32, %out: f32, %sum: f32):
    %b = arith.addf %sum, %in : f32
    linalg.yield %b, %b : f32, f32
  } -> (tensor<37x53xf32>, tensor<37xf32>)
  %2 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<37x53xf32>) outs(%y : tensor<37x53xf32>) {
  ^bb0(%in: f32, %out: f32):
    %b = arith.addf %out, %in : f32
    linalg.yield %b : f32
  } -> tensor<37x53xf32>
  %lowest = arith.constant 0xFF800000 : f32
  %m0 = tensor.empty() : tensor<37x29xf32>
  %m = linalg.fill ins(%lowest : f32) outs(%m0 : tensor<37x29xf32>) -> tensor<37x29xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                                        affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<37x53xf32>, tensor<29x53xf32>) outs(%m : tensor<37x29xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.addf %a, %b : f32
    %d = arith.maximumf %out, %c : f32
    linalg.yield %d : f32
  } -> tensor<37x29xf32>
  return %0#0, %0#1, %1#0, %1#1, %2, %3
      : tensor<37x53xf32>, tensor<37xf32>, tensor<37x53xf32>, tensor<37xf32>,
        tensor<37x53xf32>, tensor<37x29xf32>
}
