// RUN: fused-run %s --verify | FileCheck %s
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s %}
// RUN: %if ptxas %{ fused-opt %s --fused-to-llvm=target=cuda --mlir-print-ir-after=fused-expand-kernel-math -o /dev/null 2>&1 | FileCheck %s --check-prefix=KERNEL %}

// The magnitude of the least integer is negative. ptxas extended it as if it
// were not.

// CHECK: verification: PASS
// KERNEL-DAG: llvm.inline_asm {{.*}}"shr.s32 $0, $1, 0x1f;"
// KERNEL-DAG: llvm.inline_asm {{.*}}"shr.s64 $0, $1, 0x3f;"

#id = affine_map<(i) -> (i)>
func.func @main(%x8: tensor<64xi8>, %x16: tensor<64xi16>, %x32: tensor<64xi32>, %x64: tensor<64xi64>)
    -> (tensor<64xi32>, tensor<64xi32>, tensor<64xi64>, tensor<64xi1>, tensor<64xi64>) {
  %e32 = tensor.empty() : tensor<64xi32>
  %e64 = tensor.empty() : tensor<64xi64>
  %e1 = tensor.empty() : tensor<64xi1>
  %0:5 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x8, %x16, %x32, %x64 : tensor<64xi8>, tensor<64xi16>, tensor<64xi32>, tensor<64xi64>)
      outs(%e32, %e32, %e64, %e1, %e64 : tensor<64xi32>, tensor<64xi32>, tensor<64xi64>, tensor<64xi1>, tensor<64xi64>) {
  ^bb0(%a: i8, %b: i16, %c: i32, %d: i64, %o0: i32, %o1: i32, %o2: i64, %o3: i1, %o4: i64):
    // The bit of the sign, or a small number.
    %as = arith.constant 7 : i8
    %a1 = arith.shli %a, %as : i8
    %a2 = arith.xori %a, %a1 : i8
    %a3 = math.absi %a1 : i8
    %bs = arith.constant 15 : i16
    %b1 = arith.shli %b, %bs : i16
    %b2 = arith.xori %b, %b1 : i16
    %b3 = math.absi %b1 : i16
    %cs = arith.constant 31 : i32
    %c1 = arith.shli %c, %cs : i32
    %c2 = arith.xori %c, %c1 : i32
    %c3 = math.absi %c1 : i32
    %ds = arith.constant 63 : i64
    %d1 = arith.shli %d, %ds : i64
    %d2 = arith.xori %d, %d1 : i64
    %d3 = math.absi %d1 : i64
    %0 = arith.extsi %a3 : i8 to i32
    %1 = arith.extsi %b3 : i16 to i32
    %2 = arith.extsi %c3 : i32 to i64
    %zero = arith.constant 0 : i64
    %3 = arith.cmpi slt, %d3, %zero : i64
    %m0 = math.absi %a2 : i8
    %m1 = math.absi %b2 : i16
    %m2 = math.absi %c2 : i32
    %m3 = math.absi %d2 : i64
    %n0 = arith.extsi %m0 : i8 to i64
    %n1 = arith.extsi %m1 : i16 to i64
    %n2 = arith.extsi %m2 : i32 to i64
    %s0 = arith.addi %n0, %n1 : i64
    %s1 = arith.addi %n2, %m3 : i64
    %4 = arith.addi %s0, %s1 : i64
    linalg.yield %0, %1, %2, %3, %4 : i32, i32, i64, i1, i64
  } -> (tensor<64xi32>, tensor<64xi32>, tensor<64xi64>, tensor<64xi1>, tensor<64xi64>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<64xi32>, tensor<64xi32>, tensor<64xi64>, tensor<64xi1>, tensor<64xi64>
}
