// RUN: fused-run %s --print | FileCheck %s
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --print | FileCheck %s %}

// LLVM's code for x86 took the sign bit of a number in bf16 for 0 wherever one
// number alone is looked at.

// CHECK: result 0: bf16, min -
// CHECK: result 1: i1, min 1
func.func @main(%x: tensor<bf16>) -> (tensor<bf16>, tensor<i1>) {
  %e = tensor.empty() : tensor<bf16>
  %f = tensor.empty() : tensor<i1>
  %none = arith.constant 0 : i16
  %0:2 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>],
                         iterator_types = []}
      ins(%x : tensor<bf16>) outs(%e, %f : tensor<bf16>, tensor<i1>) {
  ^bb0(%in: bf16, %same: bf16, %out: i1):
    %bits = arith.bitcast %in : bf16 to i16
    %isNegative = arith.cmpi slt, %bits, %none : i16
    linalg.yield %in, %isNegative : bf16, i1
  } -> (tensor<bf16>, tensor<i1>)
  return %0#0, %0#1 : tensor<bf16>, tensor<i1>
}
