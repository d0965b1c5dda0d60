// RUN: fused-run %s --entry=f32 --verify | FileCheck %s
// RUN: fused-run %s --entry=bf16 --verify | FileCheck %s
// RUN: fused-run %s --entry=f32 --target=cuda --emulate --verify=quick | FileCheck %s
// RUN: fused-run %s --entry=bf16 --target=cuda --emulate --verify=quick | FileCheck %s
// RUN: fused-run %s --entry=bf16 --target=cuda --emulate --verify=quick --product-tiling=64x64 | FileCheck %s
// RUN: fused-run %s --entry=repeated --verify | FileCheck %s

// The layer of an ensemble whose members share their input, with the update of
// its weights, and a factor that is repeated along a batch.
// CHECK: verification: PASS

#enf = affine_map<(e, n, f) -> (e, n, f)>
#efn = affine_map<(e, n, f) -> (e, f, n)>
#ef = affine_map<(e, n, f) -> (e, f)>
#w = affine_map<(e, f, n, k) -> (e, k, f)>
#x = affine_map<(e, f, n, k) -> (n, k)>
#d = affine_map<(e, f, n, k) -> (e, f, n)>
#g = affine_map<(e, f, k, n) -> (e, n, f)>
#xg = affine_map<(e, f, k, n) -> (n, k)>
#u = affine_map<(e, f, k, n) -> (e, f, k)>

func.func @f32(
    %w: tensor<3x16x20xf32>, %x: tensor<17x16xf32>, %v: tensor<3x20xf32>,
    %g: tensor<3x17x20xf32>) -> (tensor<3x17x20xf32>, tensor<3x16x20xf32>) {
  %z = arith.constant 0.0 : f32
  %rate = arith.constant 0.1 : f32
  %e0 = tensor.empty() : tensor<3x20x17xf32>
  %i0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %p0 = linalg.contract indexing_maps = [#w, #x, #d]
      ins(%w, %x : tensor<3x16x20xf32>, tensor<17x16xf32>)
      outs(%i0 : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %d0 = tensor.empty() : tensor<3x17x20xf32>
  %0 = linalg.generic {
      indexing_maps = [#efn, #ef, #enf],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p0, %v : tensor<3x20x17xf32>, tensor<3x20xf32>)
      outs(%d0 : tensor<3x17x20xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %s = arith.addf %in, %bias : f32
    %y = arith.maximumf %s, %z : f32
    linalg.yield %y : f32
  } -> tensor<3x17x20xf32>
  %e1 = tensor.empty() : tensor<3x20x16xf32>
  %i1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<3x20x16xf32>) -> tensor<3x20x16xf32>
  %p1 = linalg.contract indexing_maps = [#g, #xg, #u]
      ins(%g, %x : tensor<3x17x20xf32>, tensor<17x16xf32>)
      outs(%i1 : tensor<3x20x16xf32>) -> tensor<3x20x16xf32>
  %d1 = tensor.empty() : tensor<3x16x20xf32>
  %1 = linalg.generic {
      indexing_maps = [#efn, #enf, #enf],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p1, %w : tensor<3x20x16xf32>, tensor<3x16x20xf32>)
      outs(%d1 : tensor<3x16x20xf32>) {
  ^bb0(%in: f32, %old: f32, %out: f32):
    %s = arith.mulf %in, %rate : f32
    %y = arith.subf %old, %s : f32
    linalg.yield %y : f32
  } -> tensor<3x16x20xf32>
  return %0, %1 : tensor<3x17x20xf32>, tensor<3x16x20xf32>
}

func.func @bf16(
    %w: tensor<3x64x72xbf16>, %x: tensor<24x64xbf16>, %v: tensor<3x72xbf16>)
    -> tensor<3x24x72xbf16> {
  %z = arith.constant 0.0 : bf16
  %e0 = tensor.empty() : tensor<3x72x24xbf16>
  %i0 = linalg.fill ins(%z : bf16) outs(%e0 : tensor<3x72x24xbf16>) -> tensor<3x72x24xbf16>
  %p0 = linalg.contract indexing_maps = [#w, #x, #d]
      ins(%w, %x : tensor<3x64x72xbf16>, tensor<24x64xbf16>)
      outs(%i0 : tensor<3x72x24xbf16>) -> tensor<3x72x24xbf16>
  %d0 = tensor.empty() : tensor<3x24x72xbf16>
  %0 = linalg.generic {
      indexing_maps = [#efn, #ef, #enf],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p0, %v : tensor<3x72x24xbf16>, tensor<3x72xbf16>)
      outs(%d0 : tensor<3x24x72xbf16>) {
  ^bb0(%in: bf16, %bias: bf16, %out: bf16):
    %s = arith.addf %in, %bias : bf16
    %y = math.tanh %s : bf16
    linalg.yield %y : bf16
  } -> tensor<3x24x72xbf16>
  return %0 : tensor<3x24x72xbf16>
}

func.func @repeated(%x: tensor<1x7xf32>, %w: tensor<3x7x5xf32>) -> tensor<3x1x5xf32> {
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<3x1x7xf32>
  %b = linalg.broadcast ins(%x : tensor<1x7xf32>) outs(%e0 : tensor<3x1x7xf32>) dimensions = [0]
  %e1 = tensor.empty() : tensor<3x1x5xf32>
  %i = linalg.fill ins(%z : f32) outs(%e1 : tensor<3x1x5xf32>) -> tensor<3x1x5xf32>
  %0 = linalg.batch_matmul ins(%b, %w : tensor<3x1x7xf32>, tensor<3x7x5xf32>)
      outs(%i : tensor<3x1x5xf32>) -> tensor<3x1x5xf32>
  return %0 : tensor<3x1x5xf32>
}
