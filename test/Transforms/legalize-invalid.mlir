// RUN: not fused-opt %s --fused-legalize=target=tpu 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TARGET
// RUN: not fused-opt %s --fused-legalize='target=cuda chip=sm_75' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CHIP
// RUN: not fused-opt %s --fused-legalize='target=cuda library=12.0' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LIBRARY
// RUN: not fused-opt %s --fused-to-llvm='chip=sm_90' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PIPELINE
// RUN: not fused-opt %s --fused-legalize=target=cpu 2>&1 \
// RUN:   | FileCheck %s --check-prefix=QUANTISED

// TARGET: error: fused-legalize: there is no support table for target 'tpu'; there are: target=cuda chip=sm_90 library=13.1, target=cpu chip=x86-64 library=2.6
// CHIP: error: fused-legalize: there is no support table for target 'cuda', chip 'sm_75'; there are: target=cuda
// LIBRARY: error: fused-legalize: there is no support table for target 'cuda', library version '12.0'; there are: target=cuda
// PIPELINE: error: fused-legalize: there is no support table for target 'cpu', chip 'sm_90'; there are: target=cuda

func.func @quantised(%a: tensor<4x7xi8>, %b: tensor<7x19xi8>)
    -> tensor<4x19xi8> {
  %e = tensor.empty() : tensor<4x19xi8>
  // QUANTISED: [[#@LINE+1]]:8: error: oneDNN 2.6 on x86-64 lacks it (the target has no such product of these element types), and it has no meaning in linalg: the scale of a quantised result is not part of the operation
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<4x7xi8>, tensor<7x19xi8>)
      outs(%e : tensor<4x19xi8>) -> tensor<4x19xi8>
  return %d : tensor<4x19xi8>
}

// Files that are not tables.

// RUN: not fused-opt %s --fused-legalize=table=%t.missing 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSING
// MISSING: error: fused-legalize: {{.*}}.missing: No such file or directory

// RUN: echo '{"format": 1,' > %t.json
// RUN: not fused-opt %s --fused-legalize=table=%t.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: error: fused-legalize: {{.*}}.json: [{{.*}}

// RUN: sed 's/"format": 1/"format": 2/' %S/Inputs/support.json > %t.json
// RUN: not fused-opt %s --fused-legalize=table=%t.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FORMAT
// FORMAT: .json: should be 1 at table.format

// RUN: sed 's/"relu"/"rellu"/' %S/Inputs/support.json > %t.json
// RUN: not fused-opt %s --fused-legalize=table=%t.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EPILOG
// EPILOG: .json: is not the name of an epilog at table.products[0].epilogs[1]

// RUN: sed 's/"drelu": /"dreluu": /' %S/Inputs/support.json > %t.json
// RUN: not fused-opt %s --fused-legalize=table=%t.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONDITION
// CONDITION: .json: is not the name of an epilog at table.epilog_transposes.dreluu

// RUN: sed 's/"NT"/"NX"/' %S/Inputs/support.json > %t.json
// RUN: not fused-opt %s --fused-legalize=table=%t.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TRANSPOSE
// TRANSPOSE: .json: is not NN, NT, TN or TT at table.epilog_transposes.drelu[0]

// RUN: sed 's/{"drelu": \["NT"\]}/"NT"/' %S/Inputs/support.json > %t.json
// RUN: not fused-opt %s --fused-legalize=table=%t.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OBJECT
// OBJECT: .json: expected object at table.epilog_transposes

// RUN: sed 's/multiple_of/multipleof/' %S/Inputs/support.json > %t.json
// RUN: not fused-opt %s --fused-legalize=table=%t.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KEY
// KEY: .json: is not a key of the format at table.products[2].multipleof

// RUN: sed 's/"multiple_of": 2/"multiple_of": 0/' %S/Inputs/support.json > %t.json
// RUN: not fused-opt %s --fused-legalize=table=%t.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MULTIPLE
// MULTIPLE: .json: should be at least 1 at table.products[2].multiple_of

// RUN: sed 's/row-major/diagonal/' %S/Inputs/support.json > %t.json
// RUN: not fused-opt %s --fused-legalize=table=%t.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ORDER
// ORDER: .json: should be row-major or column-major at table.order
