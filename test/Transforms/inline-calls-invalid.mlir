// RUN: fused-opt %s --fused-inline-calls --split-input-file --verify-diagnostics
// RUN: fused-opt %s --fused-to-llvm --split-input-file --verify-diagnostics
// RUN: fused-opt %s --fused-upstream-to-llvm --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %x, %x : tensor<4xf32>
  // expected-error@+1 {{function 'main' never returns: it always calls itself}}
  %1 = call @main(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @returns(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @even(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @even(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{function 'even' never returns: it always calls 'odd', which always calls 'even'}}
  %0 = call @odd(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @odd(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @even(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @returns(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// Blocks after the first one may not be reached.
func.func @main(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = call @main(%x, %c) : (tensor<4xf32>, i1) -> tensor<4xf32>
  return %0 : tensor<4xf32>
^bb2:
  return %x : tensor<4xf32>
}

// -----

// Nothing calls this one, or only in a branch.
func.func @main(%x: f32, %c: i1) -> f32 {
  %0 = scf.if %c -> f32 {
    %1 = func.call @endless(%x) : (f32) -> f32
    scf.yield %1 : f32
  } else {
    scf.yield %x : f32
  }
  return %0 : f32
}
func.func private @endless(%x: f32) -> f32 {
  %0 = call @endless(%x) : (f32) -> f32
  return %0 : f32
}
