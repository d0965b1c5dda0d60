// REQUIRES: emulator
// DEFINE: %{tiling} =
// DEFINE: %{run} = sed 's/TILING/%{tiling}/' %s | env FUSED_FAKE_WORKSPACE=256 FUSED_FAKE_OVERRUN=64 \
// DEFINE:     fused-run - --target=cuda --chip=sm_90 --emulate --products-as-large --verify=quick | FileCheck %s
// REDEFINE: %{tiling} = 128x128 turns cluster 2
// RUN: %{run}
// REDEFINE: %{tiling} = 128x128 turns
// RUN: %{run}
// REDEFINE: %{tiling} = 64x256 turns cluster 2
// RUN: %{run}
// REDEFINE: %{tiling} = 64x128 turns
// RUN: %{run}
// REDEFINE: %{tiling} = 64x256 shared cluster 2
// RUN: %{run}
// REDEFINE: %{tiling} = 128x128 shared cluster 2
// RUN: %{run}
// REDEFINE: %{tiling} = 64x128 shared
// RUN: %{run}
// REDEFINE: %{tiling} = 64x256
// RUN: %{run}
// REDEFINE: %{tiling} = 64x128
// RUN: %{run}
// REDEFINE: %{tiling} = 64x64
// RUN: %{run}
// REDEFINE: %{tiling} = 64x64 split 3
// RUN: %{run}
// REDEFINE: %{tiling} = 64x128 split 2
// RUN: %{run}

// Each tiling that tuning measures, where blocks have several tiles and the
// last ones are not whole. A product of the library would write beyond its
// memory, so kernels are what runs.
// CHECK: verification: PASS

#point = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

func.func @main(%a: tensor<456x200xbf16>, %b: tensor<200x328xbf16>, %v: tensor<328xbf16>, %x: tensor<456x328xbf16>)
    -> (tensor<456x328xbf16>, tensor<328xf32>) {
  %0 = tensor.empty() : tensor<456x328xbf16>
  %s0 = tensor.empty() : tensor<328xf32>
  %r:2 = fused.product tiling "TILING" ins(%a, %b : tensor<456x200xbf16>, tensor<200x328xbf16>)
      with(%v, %x : tensor<328xbf16>, tensor<456x328xbf16>) maps [#column, #point, #point, #column]
      outs(%0, %s0 : tensor<456x328xbf16>, tensor<328xf32>) {
  ^bb0(%acc: f32, %bias: bf16, %other: bf16):
    %1 = arith.extf %bias : bf16 to f32
    %2 = arith.extf %other : bf16 to f32
    %3 = arith.addf %acc, %1 : f32
    %4 = arith.mulf %3, %2 : f32
    %5 = arith.truncf %4 : f32 to bf16
    fused.yield %5, %4 : bf16, f32
  } -> tensor<456x328xbf16>, tensor<328xf32>
  return %r#0, %r#1 : tensor<456x328xbf16>, tensor<328xf32>
}
