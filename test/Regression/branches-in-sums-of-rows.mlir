// RUN: fused-run %s --verify | FileCheck %s
// RUN: %if (fake-cuda && ptxas) %{ fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s %}

// Sums of rows of what branches give: a mask, and two arrays beside each other.

// CHECK: verification: PASS

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

func.func @main(%x: tensor<64x512xf32>, %bits: tensor<64x512xi1>, %a: tensor<64x100xf32>,
                %b: tensor<64x28xf32>, %w: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %c100 = arith.constant 100 : index
  %r = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<64xf32>) -> tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [#ij, #ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x, %bits : tensor<64x512xf32>, tensor<64x512xi1>) outs(%f : tensor<64xf32>) {
  ^bb0(%in: f32, %bit: i1, %out: f32):
    %t = scf.if %bit -> (f32) {
      %e = math.exp %in : f32
      scf.yield %e : f32
    } else {
      scf.yield %zero : f32
    }
    %s = arith.addf %out, %t : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%w : tensor<64x128xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %first = arith.cmpi ult, %j, %c100 : index
    %v = scf.if %first -> (f32) {
      %p = tensor.extract %a[%i, %j] : tensor<64x100xf32>
      scf.yield %p : f32
    } else {
      %k = arith.subi %j, %c100 : index
      %q = tensor.extract %b[%i, %k] : tensor<64x28xf32>
      scf.yield %q : f32
    }
    %m = arith.mulf %v, %in : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}
