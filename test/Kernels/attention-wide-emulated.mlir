// REQUIRES: fake-cuda, ptxas

// The longest vectors that have a kernel, and outputs of f32, which take twice
// the memory that rounded ones take.
// RUN: fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=gradient | FileCheck %s

// CHECK: verification: PASS
func.func @main(%q: tensor<70x256xbf16>, %k: tensor<9x256xbf16>) -> tensor<70x256xf32> {
  %o = tensor.empty() : tensor<70x256xf32>
  %0 = fused.attention ins(%q, %k, %k : tensor<70x256xbf16>, tensor<9x256xbf16>, tensor<9x256xbf16>) maps [] outs(%o : tensor<70x256xf32>) {
  ^bb0(%x: f32):
    %c = arith.constant 0.0625 : f32
    %s = arith.mulf %x, %c : f32
    fused.yield %s : f32
  } -> tensor<70x256xf32>
  return %0 : tensor<70x256xf32>
}

func.func @gradient(%a: tensor<70x128xbf16>, %b: tensor<9x128xbf16>) -> (tensor<70x128xf32>, tensor<70x128xf32>) {
  %o = tensor.empty() : tensor<70x128xf32>
  %0:2 = fused.attention_gradient ins(%a, %b, %a, %b : tensor<70x128xbf16>, tensor<9x128xbf16>, tensor<70x128xbf16>, tensor<9x128xbf16>)
      maps [] outs(%o, %o : tensor<70x128xf32>, tensor<70x128xf32>) {
  ^bb0(%x: f32, %y: f32):
    %t = math.tanh %x : f32
    fused.yield %t, %y : f32, f32
  } -> tensor<70x128xf32>, tensor<70x128xf32>
  return %0#0, %0#1 : tensor<70x128xf32>, tensor<70x128xf32>
}
