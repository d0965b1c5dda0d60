// Floats of 8 bits that are only moved stay as they are, and are integers in the
// LLVM dialect.
// RUN: fused-opt %s --fused-legalize-small-floats | FileCheck %s
// RUN: fused-opt %s --fused-to-llvm | FileCheck %s --check-prefix=LLVM --implicit-check-not=f8E5M2
// RUN: %if ptxas %{ fused-opt %s --fused-to-llvm=target=cuda | FileCheck %s --check-prefix=CUDA --implicit-check-not=f8E5M2 %}

// CHECK: arith.select %{{.*}} : f8E5M2
// CHECK: arith.bitcast %{{.*}} : f8E5M2 to i8
// LLVM: llvm.select %{{.*}} : i1, i8
// CUDA: @fused.image(

#map = affine_map<(i) -> (i)>
func.func @moved(%p: tensor<4xi1>, %x: tensor<4xf8E5M2>, %y: tensor<4xf8E5M2>) -> (tensor<4xf8E5M2>, tensor<4xi8>) {
  %e = tensor.empty() : tensor<4xf8E5M2>
  %f = tensor.empty() : tensor<4xi8>
  %0:2 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map], iterator_types = ["parallel"]}
      ins(%p, %x, %y : tensor<4xi1>, tensor<4xf8E5M2>, tensor<4xf8E5M2>) outs(%e, %f : tensor<4xf8E5M2>, tensor<4xi8>) {
  ^bb0(%q: i1, %a: f8E5M2, %b: f8E5M2, %out: f8E5M2, %bits: i8):
    %1 = arith.select %q, %a, %b : f8E5M2
    %2 = arith.bitcast %1 : f8E5M2 to i8
    linalg.yield %1, %2 : f8E5M2, i8
  } -> (tensor<4xf8E5M2>, tensor<4xi8>)
  return %0#0, %0#1 : tensor<4xf8E5M2>, tensor<4xi8>
}
