// RUN: fused-run %s --verify | FileCheck %s

// Scalar operations on bf16.
// CHECK: verification: PASS

#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%arg0: tensor<13x7xbf16>, %arg1: tensor<13x7xbf16>) -> (tensor<13x7xbf16>, tensor<13x7xi32>, tensor<13x7xbf16>, tensor<13x7xi1>) {
  %0 = tensor.empty() : tensor<13x7xbf16>
  %1 = tensor.empty() : tensor<13x7xi32>
  %2 = tensor.empty() : tensor<13x7xi1>
  %3:4 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<13x7xbf16>, tensor<13x7xbf16>) outs(%0, %1, %0, %2 : tensor<13x7xbf16>, tensor<13x7xi32>, tensor<13x7xbf16>, tensor<13x7xi1>) {
  ^bb0(%in: bf16, %in_0: bf16, %out: bf16, %out_1: i32, %out_2: bf16, %out_3: i1):
    %4 = math.absf %in : bf16
    %cst = arith.constant 2.500000e-01 : bf16
    %5 = arith.addf %4, %cst : bf16
    %6 = arith.mulf %in, %in_0 : bf16
    %7 = math.tanh %5 : bf16
    %8 = arith.addf %6, %7 : bf16
    %9 = math.exp %5 : bf16
    %10 = arith.addf %8, %9 : bf16
    %11 = math.erf %5 : bf16
    %12 = arith.addf %10, %11 : bf16
    %13 = math.rsqrt %5 : bf16
    %14 = arith.addf %12, %13 : bf16
    %15 = math.log %5 : bf16
    %16 = arith.addf %14, %15 : bf16
    %17 = math.sqrt %5 : bf16
    %18 = arith.addf %16, %17 : bf16
    %19 = math.sin %5 : bf16
    %20 = arith.addf %18, %19 : bf16
    %21 = math.cos %5 : bf16
    %22 = arith.addf %20, %21 : bf16
    %23 = math.absf %5 : bf16
    %24 = arith.addf %22, %23 : bf16
    %25 = math.ceil %5 : bf16
    %26 = arith.addf %24, %25 : bf16
    %27 = math.floor %5 : bf16
    %28 = arith.addf %26, %27 : bf16
    %29 = math.log1p %5 : bf16
    %30 = arith.addf %28, %29 : bf16
    %31 = math.expm1 %5 : bf16
    %32 = arith.addf %30, %31 : bf16
    %33 = math.exp2 %5 : bf16
    %34 = arith.addf %32, %33 : bf16
    %35 = math.log2 %5 : bf16
    %36 = arith.addf %34, %35 : bf16
    %37 = math.atan %5 : bf16
    %38 = arith.addf %36, %37 : bf16
    %39 = math.tan %5 : bf16
    %40 = arith.addf %38, %39 : bf16
    %41 = math.roundeven %5 : bf16
    %42 = arith.addf %40, %41 : bf16
    %43 = math.round %5 : bf16
    %44 = arith.addf %42, %43 : bf16
    %45 = math.trunc %5 : bf16
    %46 = arith.addf %44, %45 : bf16
    %47 = math.cbrt %5 : bf16
    %48 = arith.addf %46, %47 : bf16
    %49 = math.powf %5, %in_0 : bf16
    %50 = math.atan2 %in, %in_0 : bf16
    %51 = math.fma %in, %in_0, %5 : bf16
    %52 = math.copysign %in, %in_0 : bf16
    %53 = arith.divf %49, %5 : bf16
    %54 = arith.subf %53, %50 : bf16
    %55 = arith.addf %54, %51 : bf16
    %56 = arith.maximumf %55, %52 : bf16
    %57 = arith.minimumf %56, %48 : bf16
    %58 = arith.maxnumf %57, %in_0 : bf16
    %cst_4 = arith.constant 1.000000e+02 : bf16
    %59 = arith.mulf %in, %cst_4 : bf16
    %60 = arith.fptosi %59 : bf16 to i32
    %61 = arith.sitofp %60 : i32 to bf16
    %62 = arith.remf %59, %5 : bf16
    %63 = arith.addf %61, %62 : bf16
    %64 = arith.cmpf ult, %in, %in_0 : bf16
    %65 = arith.negf %63 : bf16
    linalg.yield %48, %60, %65, %64 : bf16, i32, bf16, i1
  } -> (tensor<13x7xbf16>, tensor<13x7xi32>, tensor<13x7xbf16>, tensor<13x7xi1>)
  return %3#0, %3#1, %3#2, %3#3 : tensor<13x7xbf16>, tensor<13x7xi32>, tensor<13x7xbf16>, tensor<13x7xi1>
}
