// RUN: fused-opt %s --fused-legalize-small-floats --split-input-file --verify-diagnostics
// RUN: fused-opt %s --fused-to-llvm --split-input-file --verify-diagnostics
// RUN: %if ptxas %{ fused-opt %s --fused-to-llvm=target=cuda --split-input-file --verify-diagnostics %}

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

// -----

#map = affine_map<(i) -> (i)>
func.func @integers(%x: tensor<4xi64>) -> tensor<4xf8E4M3FN> {
  %e = tensor.empty() : tensor<4xf8E4M3FN>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : tensor<4xi64>) outs(%e : tensor<4xf8E4M3FN>) {
  ^bb0(%in: i64, %out: f8E4M3FN):
    // expected-error@+1 {{'arith.sitofp' cannot be compiled: matrix products alone compute with floats of 8 bits}}
    %1 = arith.sitofp %in : i64 to f8E4M3FN
    linalg.yield %1 : f8E4M3FN
  } -> tensor<4xf8E4M3FN>
  return %0 : tensor<4xf8E4M3FN>
}

// -----

func.func @widened(%x: tensor<4xf8E4M3FN>) -> tensor<4xbf16> {
  // expected-error@+1 {{'arith.extf' cannot be compiled: matrix products alone compute with floats of 8 bits}}
  %0 = arith.extf %x : tensor<4xf8E4M3FN> to tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

func.func @narrowed(%x: tensor<4xbf16>) -> tensor<4xf8E5M2> {
  // expected-error@+1 {{'arith.truncf' cannot be compiled: matrix products alone compute with floats of 8 bits}}
  %0 = arith.truncf %x : tensor<4xbf16> to tensor<4xf8E5M2>
  return %0 : tensor<4xf8E5M2>
}
