// RUN: fused-run %s --entry=many --verify --json=%t.json | FileCheck %s --check-prefix=MANY
// RUN: %python -c "import json, sys; print(*sorted({r['inputs'] for r in json.load(open(sys.argv[1]))['verification']['results']}), sep='\n')" %t.json | FileCheck %s --check-prefix=GROUPS
// RUN: fused-run %s --entry=many --verify=quick | FileCheck %s --check-prefix=QUICK
// RUN: fused-run %s --entry=zeros --verify | FileCheck %s --check-prefix=ZEROS
// RUN: fused-run %s --entry=nothing --verify --json=%t.json | FileCheck %s --check-prefix=NOTHING
// RUN: not fused-run %s --verify=slow 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// The number of rounds is bounded: inputs share them.
// MANY: special values, 17 rounds
// MANY: verification: PASS
// GROUPS: random
// GROUPS: special values in all inputs
// GROUPS: special values in input 15
// GROUPS-NEXT: special values in input 16, small ones in 1 others
// GROUPS-NEXT: special values in input 17, small ones in 1 others
// GROUPS: zeros
// QUICK: 1 {{ *}}random
// QUICK: 1 {{ *}}zeros
// QUICK: 1 {{ *}}special values, 1 round {{ *}}0
// QUICK: verification: PASS
func.func @many(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>,
                %4: tensor<2xf32>, %5: tensor<2xf32>, %6: tensor<2xf32>, %7: tensor<2xf32>,
                %8: tensor<2xf32>, %9: tensor<2xf32>, %10: tensor<2xf32>, %11: tensor<2xf32>,
                %12: tensor<2xf32>, %13: tensor<2xf32>, %14: tensor<2xf32>, %15: tensor<2xf32>,
                %16: tensor<2xf32>, %17: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %s = arith.addf %0, %17 : tensor<2xf32>
  %t = arith.mulf %3, %8 : tensor<2xf32>
  return %s, %t : tensor<2xf32>, tensor<2xf32>
}

// ZEROS: verification: PASS
func.func @zeros(%a: tensor<5x7xf32>, %b: tensor<7x3xf32>) -> tensor<5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x3xf32>) -> tensor<5x3xf32>
  %p = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x3xf32>)
      outs(%f : tensor<5x3xf32>) -> tensor<5x3xf32>
  %never = arith.constant false
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x3xf32>) outs(%e : tensor<5x3xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.select %never, %x, %zero : f32
    linalg.yield %y : f32
  } -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// NOTHING: the function has no results to compare
// NOTHING-NEXT: verification: PASS
func.func @nothing(%a: tensor<2xf32>) {
  return
}

// UNKNOWN: Cannot find option named 'slow'
