// Rows that do not begin where vectors may: 16-bit and f32, rows that one warp
// or more compute, and sums over columns in one block or several.

// RUN: fused-run %s --target=cuda --emulate --verify --entry=softmax | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify --entry=in_place | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify --entry=columns | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify --entry=products | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify --entry=batch | FileCheck %s
// RUN: fused-opt %s --fused-to-llvm="target=cuda emulate" --mlir-print-ir-after=fused-linalg-to-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=VECTORS

// CHECK: verification: PASS

// VECTORS-LABEL: gpu.func @softmax_0
// VECTORS: vector.load {{.*}} vector<8xbf16>
// VECTORS: vector.store {{.*}} vector<8xbf16>
// VECTORS-LABEL: gpu.func @columns_0
// VECTORS: vector.load {{.*}} vector<8xbf16>

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#bij = affine_map<(b, i, j) -> (b, i, j)>
#bj = affine_map<(b, i, j) -> (b, j)>

func.func @softmax(%x: tensor<5x1003xbf16>) -> tensor<5x1003xbf16> {
  %lowest = arith.constant 0xFF80 : bf16
  %zero = arith.constant 0.0 : bf16
  %y0 = tensor.empty() : tensor<5x1003xbf16>
  %r0 = tensor.empty() : tensor<5xbf16>
  %lows = linalg.fill ins(%lowest : bf16) outs(%r0 : tensor<5xbf16>) -> tensor<5xbf16>
  %zeros = linalg.fill ins(%zero : bf16) outs(%r0 : tensor<5xbf16>) -> tensor<5xbf16>
  %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x1003xbf16>) outs(%lows : tensor<5xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.maximumf %in, %out : bf16
    linalg.yield %0 : bf16
  } -> tensor<5xbf16>
  %power = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<5x1003xbf16>, tensor<5xbf16>) outs(%y0 : tensor<5x1003xbf16>) {
  ^bb0(%in: bf16, %m: bf16, %out: bf16):
    %0 = arith.subf %in, %m : bf16
    %1 = math.exp %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<5x1003xbf16>
  %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%power : tensor<5x1003xbf16>) outs(%zeros : tensor<5xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.addf %in, %out : bf16
    linalg.yield %0 : bf16
  } -> tensor<5xbf16>
  %y = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%power, %sum : tensor<5x1003xbf16>, tensor<5xbf16>) outs(%y0 : tensor<5x1003xbf16>) {
  ^bb0(%in: bf16, %s: bf16, %out: bf16):
    %0 = arith.divf %in, %s : bf16
    linalg.yield %0 : bf16
  } -> tensor<5x1003xbf16>
  return %y : tensor<5x1003xbf16>
}

// The kernel may write where it reads.
func.func @in_place(%x: tensor<19x1001xf32>) -> (tensor<19x1001xf32>, tensor<19xf32>) {
  %zero = arith.constant 0.0 : f32
  %y0 = tensor.empty() : tensor<19x1001xf32>
  %r0 = tensor.empty() : tensor<19xf32>
  %square = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<19x1001xf32>) outs(%y0 : tensor<19x1001xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    linalg.yield %0 : f32
  } -> tensor<19x1001xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%r0 : tensor<19xf32>) -> tensor<19xf32>
  %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%square : tensor<19x1001xf32>) outs(%zeros : tensor<19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<19xf32>
  %y = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<19xf32>) outs(%square : tensor<19x1001xf32>) {
  ^bb0(%s: f32, %out: f32):
    %0 = arith.subf %out, %s : f32
    linalg.yield %0 : f32
  } -> tensor<19x1001xf32>
  return %y, %sum : tensor<19x1001xf32>, tensor<19xf32>
}

func.func @columns(%x: tensor<2000x261xbf16>) -> tensor<261xbf16> {
  %zero = arith.constant 0.0 : bf16
  %r0 = tensor.empty() : tensor<261xbf16>
  %zeros = linalg.fill ins(%zero : bf16) outs(%r0 : tensor<261xbf16>) -> tensor<261xbf16>
  %sum = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<2000x261xbf16>) outs(%zeros : tensor<261xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.addf %in, %out : bf16
    linalg.yield %0 : bf16
  } -> tensor<261xbf16>
  return %sum : tensor<261xbf16>
}

func.func @products(%x: tensor<61x1027xf32>, %y: tensor<61x1027xf32>) -> tensor<1027xf32> {
  %zero = arith.constant 0.0 : f32
  %r0 = tensor.empty() : tensor<1027xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%r0 : tensor<1027xf32>) -> tensor<1027xf32>
  %sum = linalg.generic {indexing_maps = [#ij, #ij, #j], iterator_types = ["reduction", "parallel"]}
      ins(%x, %y : tensor<61x1027xf32>, tensor<61x1027xf32>) outs(%zeros : tensor<1027xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<1027xf32>
  return %sum : tensor<1027xf32>
}

func.func @batch(%x: tensor<7x45x99xf16>, %start: tensor<7x99xf16>) -> tensor<7x99xf16> {
  %max = linalg.generic {indexing_maps = [#bij, #bj], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<7x45x99xf16>) outs(%start : tensor<7x99xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.maximumf %in, %out : f16
    linalg.yield %0 : f16
  } -> tensor<7x99xf16>
  return %max : tensor<7x99xf16>
}
