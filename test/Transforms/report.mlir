// RUN: fused-opt %s --fused-report -o %t.mlir 2>&1 | FileCheck %s --strict-whitespace
// RUN: FileCheck %s --check-prefix=MODULE --input-file=%t.mlir
// RUN: fused-opt %s --fused-report=output=%t.txt -o /dev/null
// RUN: FileCheck %s --input-file=%t.txt --strict-whitespace
// RUN: fused-opt %s --fused-report='output=- format=text' -o /dev/null \
// RUN:   | FileCheck %s --strict-whitespace
// RUN: fused-opt %s --fused-report=format=json -o /dev/null 2> %t.json
// RUN: %python -m json.tool %t.json | FileCheck %s --check-prefix=JSON

// The module goes on through the pipe, unchanged.
// MODULE: func.func @layers
// MODULE: fused.matmul epilog(relu_bias)

// Every column, aligned.
//      CHECK:{{^}}location           function    flops   share   batch  M  N   K   types             epilog                 bytes left  reason{{$}}
// CHECK-NEXT:{{^}}report.mlir:[[#]]:8  layers      2.13 k  21.5 %  1      4  19  14  f32 x f32 -> f32  relu_bias              0{{$}}
// CHECK-NEXT:{{^}}report.mlir:[[#]]:8  layers      2.13 k  21.5 %  1      4  19  14  f32 x f32 -> f32  default, alpha 0.5, c  608         a scalar operation that cannot be evaluated [unsupported-operation]{{$}}
// CHECK-NEXT:{{^}}report.mlir:[[#]]:8  layers      3.19 k  32.2 %  3      4  19  7   f16 x f16 -> f32  default                0           the product is returned [returned]{{$}}
// CHECK-NEXT:{{^}}report.mlir:[[#]]:8  dynamic     ?       ?       1      ?  19  14  f32 x f32 -> f32  default                ?           a scalar operation that cannot be evaluated [unsupported-operation]{{$}}
// CHECK-NEXT:{{^}}report.mlir:[[#]]:8  not_raised  36      0.4 %   -      -  -   -   f32 x f32 -> f32  -                      0           a convolution that uses each element of a window too rarely to be worth a product [few-channels]{{$}}
// CHECK-NEXT:{{^}}report.mlir:[[#]]:8  not_raised  2.13 k  21.5 %  1      4  19  14  f32 x f32 -> f32  -                      0           the pass that would fuse it has not been run [not-run]{{$}}
// CHECK-NEXT:{{^}}2 of 6 products fused, 1 with an epilog other than default{{$}}
// CHECK-NEXT:{{^}}products have 9.61 k floating-point operations, 96.9 % of all{{$}}
// CHECK-NEXT:{{^}}4 elementwise operations left, 2.3 %{{$}}
// CHECK-NEXT:{{^}}2 of unknown size, counted as nothing{{$}}
// CHECK-NEXT:{{^}}2 products in a loop, a branch or a private function, counted once{{$}}
// CHECK-NOT: {{.}}

// Every member of the schema.
// JSON: {
// JSON-NEXT:     "elementwise": {
// JSON-NEXT:         "flops": 228,
// JSON-NEXT:         "number": 4,
// JSON-NEXT:         "share": 0.022{{[0-9]*}},
// JSON-NEXT:         "unknown_size": 1
// JSON-NEXT:     },
// JSON-NEXT:     "flops": 9916,
// JSON-NEXT:     "fused": 2,
// JSON-NEXT:     "numerics": "default",
// JSON-NEXT:     "others": {
// JSON-NEXT:         "flops": 76,
// JSON-NEXT:         "number": 1,
// JSON-NEXT:         "share": 0.007{{[0-9]*}},
// JSON-NEXT:         "unknown_size": 0
// JSON-NEXT:     },
// JSON-NEXT:     "product_total": {
// JSON-NEXT:         "flops": 9612,
// JSON-NEXT:         "number": 6,
// JSON-NEXT:         "share": 0.969{{[0-9]*}},
// JSON-NEXT:         "unknown_size": 1
// JSON-NEXT:     },
// JSON-NEXT:     "products": [
// JSON-NEXT:         {
// JSON-NEXT:             "a": "f32",
// JSON-NEXT:             "alpha": 1,
// JSON-NEXT:             "b": "f32",
// JSON-NEXT:             "batch": 1,
// JSON-NEXT:             "bytes_left": 0,
// JSON-NEXT:             "c": false,
// JSON-NEXT:             "d": "f32",
// JSON-NEXT:             "epilog": "relu_bias",
// JSON-NEXT:             "flops": 2128,
// JSON-NEXT:             "function": "layers",
// JSON-NEXT:             "k": 14,
// JSON-NEXT:             "location": "report.mlir:{{[0-9]+}}:8",
// JSON-NEXT:             "m": 4,
// JSON-NEXT:             "n": 19,
// JSON-NEXT:             "reason": null,
// JSON-NEXT:             "runs_once": true,
// JSON-NEXT:             "scaled": false,
// JSON-NEXT:             "sentence": null,
// JSON-NEXT:             "share": 0.214{{[0-9]*}},
// JSON-NEXT:             "transpose_a": false,
// JSON-NEXT:             "transpose_b": false
// JSON-NEXT:         },
// JSON-NEXT:         {
// JSON-NEXT:             "a": "f32",
// JSON-NEXT:             "alpha": 0.5,
// JSON-NEXT:             "b": "f32",
// JSON-NEXT:             "batch": 1,
// JSON-NEXT:             "bytes_left": 608,
// JSON-NEXT:             "c": true,
// JSON-NEXT:             "d": "f32",
// JSON-NEXT:             "epilog": "default",
// JSON-NEXT:             "flops": 2128,
// JSON-NEXT:             "function": "layers",
// JSON-NEXT:             "k": 14,
// JSON-NEXT:             "location": "report.mlir:{{[0-9]+}}:8",
// JSON-NEXT:             "m": 4,
// JSON-NEXT:             "n": 19,
// JSON-NEXT:             "reason": "unsupported-operation",
// JSON-NEXT:             "runs_once": true,
// JSON-NEXT:             "scaled": false,
// JSON-NEXT:             "sentence": "a scalar operation that cannot be evaluated",
// JSON-NEXT:             "share": 0.214{{[0-9]*}},
// JSON-NEXT:             "transpose_a": false,
// JSON-NEXT:             "transpose_b": false
// JSON-NEXT:         },
// JSON-NEXT:         {
// JSON-NEXT:             "a": "f16",
// JSON-NEXT:             "alpha": 1,
// JSON-NEXT:             "b": "f16",
// JSON-NEXT:             "batch": 3,
// JSON-NEXT:             "bytes_left": 0,
// JSON-NEXT:             "c": false,
// JSON-NEXT:             "d": "f32",
// JSON-NEXT:             "epilog": "default",
// JSON-NEXT:             "flops": 3192,
// JSON-NEXT:             "function": "layers",
// JSON-NEXT:             "k": 7,
// JSON-NEXT:             "location": "report.mlir:{{[0-9]+}}:8",
// JSON-NEXT:             "m": 4,
// JSON-NEXT:             "n": 19,
// JSON-NEXT:             "reason": "returned",
// JSON-NEXT:             "runs_once": true,
// JSON-NEXT:             "scaled": false,
// JSON-NEXT:             "sentence": "the product is returned",
// JSON-NEXT:             "share": 0.321{{[0-9]*}},
// JSON-NEXT:             "transpose_a": false,
// JSON-NEXT:             "transpose_b": true
// JSON-NEXT:         },
// JSON-NEXT:         {
// JSON-NEXT:             "a": "f32",
// JSON-NEXT:             "alpha": 1,
// JSON-NEXT:             "b": "f32",
// JSON-NEXT:             "batch": 1,
// JSON-NEXT:             "bytes_left": null,
// JSON-NEXT:             "c": false,
// JSON-NEXT:             "d": "f32",
// JSON-NEXT:             "epilog": "default",
// JSON-NEXT:             "flops": null,
// JSON-NEXT:             "function": "dynamic",
// JSON-NEXT:             "k": 14,
// JSON-NEXT:             "location": "report.mlir:{{[0-9]+}}:8",
// JSON-NEXT:             "m": null,
// JSON-NEXT:             "n": 19,
// JSON-NEXT:             "reason": "unsupported-operation",
// JSON-NEXT:             "runs_once": true,
// JSON-NEXT:             "scaled": false,
// JSON-NEXT:             "sentence": "a scalar operation that cannot be evaluated",
// JSON-NEXT:             "share": null,
// JSON-NEXT:             "transpose_a": false,
// JSON-NEXT:             "transpose_b": false
// JSON-NEXT:         },
// JSON-NEXT:         {
// JSON-NEXT:             "a": "f32",
// JSON-NEXT:             "alpha": 1,
// JSON-NEXT:             "b": "f32",
// JSON-NEXT:             "batch": null,
// JSON-NEXT:             "bytes_left": 0,
// JSON-NEXT:             "c": false,
// JSON-NEXT:             "d": "f32",
// JSON-NEXT:             "epilog": null,
// JSON-NEXT:             "flops": 36,
// JSON-NEXT:             "function": "not_raised",
// JSON-NEXT:             "k": null,
// JSON-NEXT:             "location": "report.mlir:{{[0-9]+}}:8",
// JSON-NEXT:             "m": null,
// JSON-NEXT:             "n": null,
// JSON-NEXT:             "reason": "few-channels",
// JSON-NEXT:             "runs_once": false,
// JSON-NEXT:             "scaled": false,
// JSON-NEXT:             "sentence": "a convolution that uses each element of a window too rarely to be worth a product",
// JSON-NEXT:             "share": 0.003{{[0-9]*}},
// JSON-NEXT:             "transpose_a": false,
// JSON-NEXT:             "transpose_b": false
// JSON-NEXT:         },
// JSON-NEXT:         {
// JSON-NEXT:             "a": "f32",
// JSON-NEXT:             "alpha": 1,
// JSON-NEXT:             "b": "f32",
// JSON-NEXT:             "batch": 1,
// JSON-NEXT:             "bytes_left": 0,
// JSON-NEXT:             "c": false,
// JSON-NEXT:             "d": "f32",
// JSON-NEXT:             "epilog": null,
// JSON-NEXT:             "flops": 2128,
// JSON-NEXT:             "function": "not_raised",
// JSON-NEXT:             "k": 14,
// JSON-NEXT:             "location": "report.mlir:{{[0-9]+}}:8",
// JSON-NEXT:             "m": 4,
// JSON-NEXT:             "n": 19,
// JSON-NEXT:             "reason": "not-run",
// JSON-NEXT:             "runs_once": false,
// JSON-NEXT:             "scaled": false,
// JSON-NEXT:             "sentence": "the pass that would fuse it has not been run",
// JSON-NEXT:             "share": 0.214{{[0-9]*}},
// JSON-NEXT:             "transpose_a": false,
// JSON-NEXT:             "transpose_b": false
// JSON-NEXT:         }
// JSON-NEXT:     ],
// JSON-NEXT:     "version": 1,
// JSON-NEXT:     "with_epilog": 1
// JSON-NEXT: }

func.func @layers(%x: tensor<4x14xf32>, %w: tensor<14x19xf32>,
                  %v: tensor<19xf32>, %q: tensor<3x4x7xf16>,
                  %k: tensor<3x19x7xf16>, %c: tensor<4x19xf32>)
    -> (tensor<4x19xf32>, tensor<3x4x19xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4x19xf32>
  // An epilog, with nothing more to fuse.
  %0 = fused.matmul epilog(relu_bias)
      ins(%x, %w : tensor<4x14xf32>, tensor<14x19xf32>)
      bias(%v : tensor<19xf32>)
      outs(%e : tensor<4x19xf32>) -> tensor<4x19xf32>
  // A part of what follows, and a reason for the rest.
  %1 = fused.matmul epilog(default) alpha(0.5)
      ins(%x, %w : tensor<4x14xf32>, tensor<14x19xf32>) c(%0 : tensor<4x19xf32>)
      outs(%e : tensor<4x19xf32>) -> tensor<4x19xf32>
  // Two operations for each of 76 elements; the conversion is none.
  %2 = linalg.map { math.sin } ins(%1 : tensor<4x19xf32>)
      outs(%e : tensor<4x19xf32>)
  %e8 = tensor.empty() : tensor<4x19xf64>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%2 : tensor<4x19xf32>) outs(%e8 : tensor<4x19xf64>) {
  ^bb0(%in: f32, %out: f64):
    %wide = arith.extf %in : f32 to f64
    %root = math.sqrt %wide : f64
    linalg.yield %root : f64
  } -> tensor<4x19xf64>
  // Moves data, and computes nothing.
  %et = tensor.empty() : tensor<19x4xf64>
  %4 = linalg.transpose ins(%3 : tensor<4x19xf64>) outs(%et : tensor<19x4xf64>)
      permutation = [1, 0]
  // A reduction.
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %5 = linalg.reduce { arith.addf } ins(%2 : tensor<4x19xf32>)
      outs(%zeros : tensor<4xf32>) dimensions = [1]
  // Batches.
  %e3 = tensor.empty() : tensor<3x4x19xf32>
  %6 = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<3x4x7xf16>, tensor<3x19x7xf16>)
      outs(%e3 : tensor<3x4x19xf32>) -> tensor<3x4x19xf32>
  return %2, %6, %5 : tensor<4x19xf32>, tensor<3x4x19xf32>, tensor<4xf32>
}

func.func @dynamic(%x: tensor<?x14xf32>, %w: tensor<14x19xf32>, %n: index)
    -> tensor<?x19xf32> {
  %e = tensor.empty(%n) : tensor<?x19xf32>
  %0 = fused.matmul epilog(default)
      ins(%x, %w : tensor<?x14xf32>, tensor<14x19xf32>)
      outs(%e : tensor<?x19xf32>) -> tensor<?x19xf32>
  %1 = linalg.map { math.sin } ins(%0 : tensor<?x19xf32>)
      outs(%e : tensor<?x19xf32>)
  return %1 : tensor<?x19xf32>
}

func.func private @not_raised(%x: tensor<8xf32>, %w: tensor<3xf32>,
                              %a: tensor<4x14xf32>, %b: tensor<14x19xf32>)
    -> (tensor<6xf32>, tensor<4x19xf32>) {
  %e = tensor.empty() : tensor<6xf32>
  %0 = linalg.conv_1d ins(%x, %w : tensor<8xf32>, tensor<3xf32>)
      outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %e2 = tensor.empty() : tensor<4x19xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<4x14xf32>, tensor<14x19xf32>)
      outs(%e2 : tensor<4x19xf32>) -> tensor<4x19xf32>
  %2 = math.sin %1 : tensor<4x19xf32>
  return %0, %2 : tensor<6xf32>, tensor<4x19xf32>
}
