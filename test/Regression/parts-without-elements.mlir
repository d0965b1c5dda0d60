// REQUIRES: emulator
// RUN: fused-run %s --target=cuda --chip=sm_90 --emulate --verify=quick | FileCheck %s
// RUN: fused-run %s --verify=quick | FileCheck %s

// Two concatenations, of which the last part has no elements, as JAX writes
// rotary embeddings of all of a head. The array without elements was allocated
// in the body of a kernel, which was refused.
// CHECK: verification: PASS

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %none = tensor.empty() : tensor<4x0xf32>
  %init = tensor.empty() : tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%init : tensor<4x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %first = arith.cmpi ult, %j, %c4 : index
    %v = scf.if %first -> (f32) {
      %e = tensor.extract %a[%i, %j] : tensor<4x4xf32>
      scf.yield %e : f32
    } else {
      %second = arith.cmpi ult, %j, %c8 : index
      %w = scf.if %second -> (f32) {
        %k = arith.subi %j, %c4 : index
        %e = tensor.extract %b[%i, %k] : tensor<4x4xf32>
        scf.yield %e : f32
      } else {
        %k = arith.subi %j, %c8 : index
        %e = tensor.extract %none[%i, %k] : tensor<4x0xf32>
        scf.yield %e : f32
      }
      scf.yield %w : f32
    }
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%init : tensor<4x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %first = arith.cmpi ult, %j, %c4 : index
    %v = scf.if %first -> (f32) {
      %e = tensor.extract %b[%i, %j] : tensor<4x4xf32>
      scf.yield %e : f32
    } else {
      %second = arith.cmpi ult, %j, %c8 : index
      %w = scf.if %second -> (f32) {
        %k = arith.subi %j, %c4 : index
        %e = tensor.extract %a[%i, %k] : tensor<4x4xf32>
        scf.yield %e : f32
      } else {
        %k = arith.subi %j, %c8 : index
        %e = tensor.extract %none[%i, %k] : tensor<4x0xf32>
        scf.yield %e : f32
      }
      scf.yield %w : f32
    }
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  return %r, %s : tensor<4x8xf32>, tensor<4x8xf32>
}
