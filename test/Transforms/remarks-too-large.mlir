// RUN: fused-opt %s --fused-fuse-epilogs --remarks-filter=fused-epilog \
// RUN:   2>&1 >/dev/null | FileCheck %s --implicit-check-not='unknown reason'

// Each reason for which a product is left alone, in a function of its name.

#mn = affine_map<(m, n) -> (m, n)>

func.func @expression_too_large(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] expression-too-large | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y0 = arith.addf %x, %x : f32
    %k1 = arith.constant 1.5 : f32
    %y1 = arith.addf %y0, %k1 : f32
    %k2 = arith.constant 2.5 : f32
    %y2 = arith.addf %y1, %k2 : f32
    %k3 = arith.constant 3.5 : f32
    %y3 = arith.addf %y2, %k3 : f32
    %k4 = arith.constant 4.5 : f32
    %y4 = arith.addf %y3, %k4 : f32
    %k5 = arith.constant 5.5 : f32
    %y5 = arith.addf %y4, %k5 : f32
    %k6 = arith.constant 6.5 : f32
    %y6 = arith.addf %y5, %k6 : f32
    %k7 = arith.constant 7.5 : f32
    %y7 = arith.addf %y6, %k7 : f32
    %k8 = arith.constant 8.5 : f32
    %y8 = arith.addf %y7, %k8 : f32
    %k9 = arith.constant 9.5 : f32
    %y9 = arith.addf %y8, %k9 : f32
    %k10 = arith.constant 10.5 : f32
    %y10 = arith.addf %y9, %k10 : f32
    %k11 = arith.constant 11.5 : f32
    %y11 = arith.addf %y10, %k11 : f32
    %k12 = arith.constant 12.5 : f32
    %y12 = arith.addf %y11, %k12 : f32
    %k13 = arith.constant 13.5 : f32
    %y13 = arith.addf %y12, %k13 : f32
    %k14 = arith.constant 14.5 : f32
    %y14 = arith.addf %y13, %k14 : f32
    %k15 = arith.constant 15.5 : f32
    %y15 = arith.addf %y14, %k15 : f32
    %k16 = arith.constant 16.5 : f32
    %y16 = arith.addf %y15, %k16 : f32
    %k17 = arith.constant 17.5 : f32
    %y17 = arith.addf %y16, %k17 : f32
    %k18 = arith.constant 18.5 : f32
    %y18 = arith.addf %y17, %k18 : f32
    %k19 = arith.constant 19.5 : f32
    %y19 = arith.addf %y18, %k19 : f32
    %k20 = arith.constant 20.5 : f32
    %y20 = arith.addf %y19, %k20 : f32
    %k21 = arith.constant 21.5 : f32
    %y21 = arith.addf %y20, %k21 : f32
    %k22 = arith.constant 22.5 : f32
    %y22 = arith.addf %y21, %k22 : f32
    %k23 = arith.constant 23.5 : f32
    %y23 = arith.addf %y22, %k23 : f32
    %k24 = arith.constant 24.5 : f32
    %y24 = arith.addf %y23, %k24 : f32
    %k25 = arith.constant 25.5 : f32
    %y25 = arith.addf %y24, %k25 : f32
    %k26 = arith.constant 26.5 : f32
    %y26 = arith.addf %y25, %k26 : f32
    %k27 = arith.constant 27.5 : f32
    %y27 = arith.addf %y26, %k27 : f32
    %k28 = arith.constant 28.5 : f32
    %y28 = arith.addf %y27, %k28 : f32
    %k29 = arith.constant 29.5 : f32
    %y29 = arith.addf %y28, %k29 : f32
    %k30 = arith.constant 30.5 : f32
    %y30 = arith.addf %y29, %k30 : f32
    %k31 = arith.constant 31.5 : f32
    %y31 = arith.addf %y30, %k31 : f32
    %k32 = arith.constant 32.5 : f32
    %y32 = arith.addf %y31, %k32 : f32
    %k33 = arith.constant 33.5 : f32
    %y33 = arith.addf %y32, %k33 : f32
    %k34 = arith.constant 34.5 : f32
    %y34 = arith.addf %y33, %k34 : f32
    %k35 = arith.constant 35.5 : f32
    %y35 = arith.addf %y34, %k35 : f32
    %k36 = arith.constant 36.5 : f32
    %y36 = arith.addf %y35, %k36 : f32
    %k37 = arith.constant 37.5 : f32
    %y37 = arith.addf %y36, %k37 : f32
    %k38 = arith.constant 38.5 : f32
    %y38 = arith.addf %y37, %k38 : f32
    %k39 = arith.constant 39.5 : f32
    %y39 = arith.addf %y38, %k39 : f32
    %k40 = arith.constant 40.5 : f32
    %y40 = arith.addf %y39, %k40 : f32
    %k41 = arith.constant 41.5 : f32
    %y41 = arith.addf %y40, %k41 : f32
    %k42 = arith.constant 42.5 : f32
    %y42 = arith.addf %y41, %k42 : f32
    %k43 = arith.constant 43.5 : f32
    %y43 = arith.addf %y42, %k43 : f32
    %k44 = arith.constant 44.5 : f32
    %y44 = arith.addf %y43, %k44 : f32
    %k45 = arith.constant 45.5 : f32
    %y45 = arith.addf %y44, %k45 : f32
    %k46 = arith.constant 46.5 : f32
    %y46 = arith.addf %y45, %k46 : f32
    %k47 = arith.constant 47.5 : f32
    %y47 = arith.addf %y46, %k47 : f32
    %k48 = arith.constant 48.5 : f32
    %y48 = arith.addf %y47, %k48 : f32
    %k49 = arith.constant 49.5 : f32
    %y49 = arith.addf %y48, %k49 : f32
    %k50 = arith.constant 50.5 : f32
    %y50 = arith.addf %y49, %k50 : f32
    %k51 = arith.constant 51.5 : f32
    %y51 = arith.addf %y50, %k51 : f32
    %k52 = arith.constant 52.5 : f32
    %y52 = arith.addf %y51, %k52 : f32
    %k53 = arith.constant 53.5 : f32
    %y53 = arith.addf %y52, %k53 : f32
    %k54 = arith.constant 54.5 : f32
    %y54 = arith.addf %y53, %k54 : f32
    %k55 = arith.constant 55.5 : f32
    %y55 = arith.addf %y54, %k55 : f32
    %k56 = arith.constant 56.5 : f32
    %y56 = arith.addf %y55, %k56 : f32
    %k57 = arith.constant 57.5 : f32
    %y57 = arith.addf %y56, %k57 : f32
    %k58 = arith.constant 58.5 : f32
    %y58 = arith.addf %y57, %k58 : f32
    %k59 = arith.constant 59.5 : f32
    %y59 = arith.addf %y58, %k59 : f32
    %k60 = arith.constant 60.5 : f32
    %y60 = arith.addf %y59, %k60 : f32
    %k61 = arith.constant 61.5 : f32
    %y61 = arith.addf %y60, %k61 : f32
    %k62 = arith.constant 62.5 : f32
    %y62 = arith.addf %y61, %k62 : f32
    %k63 = arith.constant 63.5 : f32
    %y63 = arith.addf %y62, %k63 : f32
    %k64 = arith.constant 64.5 : f32
    %y64 = arith.addf %y63, %k64 : f32
    %k65 = arith.constant 65.5 : f32
    %y65 = arith.addf %y64, %k65 : f32
    %k66 = arith.constant 66.5 : f32
    %y66 = arith.addf %y65, %k66 : f32
    %k67 = arith.constant 67.5 : f32
    %y67 = arith.addf %y66, %k67 : f32
    %k68 = arith.constant 68.5 : f32
    %y68 = arith.addf %y67, %k68 : f32
    %k69 = arith.constant 69.5 : f32
    %y69 = arith.addf %y68, %k69 : f32
    linalg.yield %y69 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}
