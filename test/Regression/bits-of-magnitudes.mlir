// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s %}
// RUN: %if ptxas %{ fused-opt %s --fused-to-llvm=target=cuda --mlir-print-ir-after=fused-expand-kernel-math -o /dev/null 2>&1 | FileCheck %s --check-prefix=KERNEL %}

// ptxas stored zeros for the lower bits of the results of abs and neg.

// CHECK: verification: PASS
// KERNEL-DAG: llvm.inline_asm {{.*}}"and.b32 $0, $1, 0x7fffffff;"
// KERNEL-DAG: llvm.inline_asm {{.*}}"xor.b32 $0, $1, 0x80000000;"
// KERNEL-DAG: llvm.inline_asm {{.*}}"xor.b64 $0, $1, 0x8000000000000000;"

#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<64xf32>, %y: tensor<64xf64>) -> (tensor<64xi32>, tensor<64xi8>, tensor<64xi16>, tensor<64xi8>) {
  %e = tensor.empty() : tensor<64xi32>
  %e8 = tensor.empty() : tensor<64xi8>
  %e16 = tensor.empty() : tensor<64xi16>
  %0:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<64xf32>, tensor<64xf64>)
      outs(%e, %e8, %e16, %e8 : tensor<64xi32>, tensor<64xi8>, tensor<64xi16>, tensor<64xi8>) {
  ^bb0(%a: f32, %b: f64, %o: i32, %o8: i8, %o16: i16, %p8: i8):
    %1 = math.absf %a : f32
    %2 = arith.bitcast %1 : f32 to i32
    %3 = arith.trunci %2 : i32 to i8
    %4 = arith.negf %b : f64
    %5 = arith.bitcast %4 : f64 to i64
    %6 = arith.trunci %5 : i64 to i16
    // A negation, in one of the cases.
    %7 = arith.constant -1.0 : f32
    %8 = arith.mulf %a, %7 : f32
    %9 = arith.constant 0.5 : f32
    %10 = arith.cmpf olt, %a, %9 : f32
    %11 = arith.select %10, %8, %a : f32
    %12 = arith.bitcast %11 : f32 to i32
    %13 = arith.trunci %12 : i32 to i8
    linalg.yield %2, %3, %6, %13 : i32, i8, i16, i8
  } -> (tensor<64xi32>, tensor<64xi8>, tensor<64xi16>, tensor<64xi8>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<64xi32>, tensor<64xi8>, tensor<64xi16>, tensor<64xi8>
}
