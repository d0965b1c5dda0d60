// REQUIRES: cuda, ptxas
// RUN: fused-run %s --target=cuda --chip=sm_90 --entry=large --verify=quick --seed=1,2 | FileCheck %s
// RUN: fused-run %s --target=cuda --chip=sm_90 --entry=turns --verify=quick --seed=1,2 | FileCheck %s
// RUN: fused-run %s --target=cuda --chip=sm_90 --entry=ends --verify=quick --seed=1,2 | FileCheck %s
// RUN: fused-run %s --target=cuda --chip=sm_90 --entry=sums --verify=quick --seed=1,2 | FileCheck %s
// RUN: fused-run %s --target=cuda --chip=sm_90 --entry=small --verify --seed=1,2 | FileCheck %s
// RUN: fused-run %s --target=cuda --chip=sm_90 --entry=small --graph --verify --seed=1,2 | FileCheck %s
// RUN: fused-run %s --target=cuda --chip=sm_90 --entry=tail --verify --seed=1,2 | FileCheck %s
// RUN: fused-run %s --target=cuda --chip=sm_90 --entry=tail --numerics=strict --verify --seed=1,2 | FileCheck %s

// Kernels of products: with clusters and without, A and B stored in either way,
// tiles that end outside of the matrices, every kind of further operand.
// CHECK: verification: PASS

#point = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>

func.func @large(%a: tensor<2048x520xbf16>, %b: tensor<520x2056xbf16>, %v: tensor<2056xbf16>) -> tensor<2048x2056xbf16> {
  %one = arith.constant 1.0 : f32
  %0 = tensor.empty() : tensor<2048x2056xbf16>
  %r = fused.product ins(%a, %b : tensor<2048x520xbf16>, tensor<520x2056xbf16>)
      with(%v : tensor<2056xbf16>) maps [#column, #point] outs(%0 : tensor<2048x2056xbf16>) {
  ^bb0(%acc: f32, %bias: bf16):
    %1 = arith.extf %bias : bf16 to f32
    %2 = arith.addf %acc, %1 : f32
    %3 = arith.negf %2 : f32
    %4 = math.exp %3 : f32
    %5 = arith.addf %4, %one : f32
    %6 = arith.divf %2, %5 : f32
    %7 = arith.truncf %6 : f32 to bf16
    fused.yield %7 : bf16
  } -> tensor<2048x2056xbf16>
  return %r : tensor<2048x2056xbf16>
}

func.func @turns(%a: tensor<136x2048xf16>, %b: tensor<2056x136xf16>, %x: tensor<2048x2056xf16>)
    -> (tensor<2048x2056xf16>, tensor<2048x2056xf16>) {
  %0 = tensor.empty() : tensor<2048x2056xf16>
  %1 = tensor.empty() : tensor<2048x2056xf16>
  %r:2 = fused.product transpose_a transpose_b ins(%a, %b : tensor<136x2048xf16>, tensor<2056x136xf16>)
      with(%x : tensor<2048x2056xf16>) maps [#point, #point, #point]
      outs(%0, %1 : tensor<2048x2056xf16>, tensor<2048x2056xf16>) {
  ^bb0(%acc: f32, %in: f16):
    %2 = arith.extf %in : f16 to f32
    %3 = arith.addf %acc, %2 : f32
    %4 = math.tanh %3 : f32
    %5 = arith.truncf %4 : f32 to f16
    %6 = arith.truncf %3 : f32 to f16
    fused.yield %5, %6 : f16, f16
  } -> tensor<2048x2056xf16>, tensor<2048x2056xf16>
  return %r#0, %r#1 : tensor<2048x2056xf16>, tensor<2048x2056xf16>
}

func.func @ends(%a: tensor<328x2056xbf16>, %b: tensor<328x2312xbf16>, %v: tensor<2312xbf16>, %w: tensor<2056xf32>,
                %x: tensor<2056x2312xbf16>, %n: tensor<f32>, %y: tensor<2056x2312xbf16>) -> tensor<2056x2312xbf16> {
  %0 = tensor.empty() : tensor<2056x2312xbf16>
  %r = fused.product transpose_a ins(%a, %b : tensor<328x2056xbf16>, tensor<328x2312xbf16>)
      with(%v, %w, %x, %n, %y : tensor<2312xbf16>, tensor<2056xf32>, tensor<2056x2312xbf16>, tensor<f32>, tensor<2056x2312xbf16>)
      maps [#column, #row, #point, #none, #point, #point] outs(%0 : tensor<2056x2312xbf16>) {
  ^bb0(%acc: f32, %bias: bf16, %scale: f32, %first: bf16, %factor: f32, %second: bf16):
    %1 = arith.extf %bias : bf16 to f32
    %2 = arith.extf %first : bf16 to f32
    %3 = arith.extf %second : bf16 to f32
    %4 = arith.addf %acc, %1 : f32
    %5 = arith.mulf %4, %scale : f32
    %6 = arith.addf %5, %2 : f32
    %7 = arith.mulf %6, %factor : f32
    %8 = arith.subf %7, %3 : f32
    %9 = arith.truncf %8 : f32 to bf16
    fused.yield %9 : bf16
  } -> tensor<2056x2312xbf16>
  return %r : tensor<2056x2312xbf16>
}

func.func @small(%a: tensor<24x40xbf16>, %b: tensor<40x8xbf16>, %x: tensor<24x8xbf16>) -> tensor<24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<24x8xbf16>
  %r = fused.product ins(%a, %b : tensor<24x40xbf16>, tensor<40x8xbf16>)
      with(%x : tensor<24x8xbf16>) maps [#point, #point] outs(%0 : tensor<24x8xbf16>) {
  ^bb0(%acc: f32, %in: bf16):
    %1 = arith.extf %in : bf16 to f32
    %2 = arith.cmpf ogt, %1, %zero : f32
    %3 = arith.select %2, %acc, %zero : f32
    %4 = arith.truncf %3 : f32 to bf16
    fused.yield %4 : bf16
  } -> tensor<24x8xbf16>
  return %r : tensor<24x8xbf16>
}

// Sums over rows that end inside of a tile, of columns that do, too.
func.func @sums(%a: tensor<2040x136xbf16>, %b: tensor<136x2056xbf16>, %x: tensor<2040x2056xbf16>)
    -> (tensor<2040x2056xbf16>, tensor<2056xbf16>, tensor<2056xf32>) {
  %one = arith.constant 1.0 : f32
  %0 = tensor.empty() : tensor<2040x2056xbf16>
  %1 = tensor.empty() : tensor<2056xbf16>
  %2 = tensor.empty() : tensor<2056xf32>
  %r:3 = fused.product ins(%a, %b : tensor<2040x136xbf16>, tensor<136x2056xbf16>)
      with(%x : tensor<2040x2056xbf16>) maps [#point, #point, #column, #column]
      outs(%0, %1, %2 : tensor<2040x2056xbf16>, tensor<2056xbf16>, tensor<2056xf32>) {
  ^bb0(%acc: f32, %in: bf16):
    %3 = arith.extf %in : bf16 to f32
    %4 = arith.addf %acc, %3 : f32
    %5 = arith.truncf %4 : f32 to bf16
    // Not zero where the matrices are.
    %6 = arith.addf %4, %one : f32
    fused.yield %5, %4, %6 : bf16, f32, f32
  } -> tensor<2040x2056xbf16>, tensor<2056xbf16>, tensor<2056xf32>
  return %r#0, %r#1, %r#2 : tensor<2040x2056xbf16>, tensor<2056xbf16>, tensor<2056xf32>
}

// A product of linalg, what follows it, and the contract.
func.func @tail(%a: tensor<136x64xbf16>, %b: tensor<64x72xbf16>, %x: tensor<136x72xbf16>) -> tensor<136x72xbf16> {
  %zero = arith.constant 0.0 : bf16
  %0 = tensor.empty() : tensor<136x72xbf16>
  %1 = linalg.fill ins(%zero : bf16) outs(%0 : tensor<136x72xbf16>) -> tensor<136x72xbf16>
  %2 = linalg.matmul ins(%a, %b : tensor<136x64xbf16>, tensor<64x72xbf16>)
      outs(%1 : tensor<136x72xbf16>) -> tensor<136x72xbf16>
  %3 = linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%2, %x : tensor<136x72xbf16>, tensor<136x72xbf16>) outs(%0 : tensor<136x72xbf16>) {
  ^bb0(%in: bf16, %y: bf16, %o: bf16):
    %4 = arith.extf %in : bf16 to f32
    %5 = arith.extf %y : bf16 to f32
    %6 = math.tanh %4 : f32
    %7 = arith.mulf %6, %5 : f32
    %8 = arith.truncf %7 : f32 to bf16
    linalg.yield %8 : bf16
  } -> tensor<136x72xbf16>
  return %3 : tensor<136x72xbf16>
}
