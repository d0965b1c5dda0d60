// RUN: fused-run %s --verify | FileCheck %s

// Scalar operations on f16.
// CHECK: verification: PASS

#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%arg0: tensor<13x7xf16>, %arg1: tensor<13x7xf16>) -> (tensor<13x7xf16>, tensor<13x7xi32>, tensor<13x7xf16>, tensor<13x7xi1>) {
  %0 = tensor.empty() : tensor<13x7xf16>
  %1 = tensor.empty() : tensor<13x7xi32>
  %2 = tensor.empty() : tensor<13x7xi1>
  %3:4 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<13x7xf16>, tensor<13x7xf16>) outs(%0, %1, %0, %2 : tensor<13x7xf16>, tensor<13x7xi32>, tensor<13x7xf16>, tensor<13x7xi1>) {
  ^bb0(%in: f16, %in_0: f16, %out: f16, %out_1: i32, %out_2: f16, %out_3: i1):
    %4 = math.absf %in : f16
    %cst = arith.constant 2.500000e-01 : f16
    %5 = arith.addf %4, %cst : f16
    %6 = arith.mulf %in, %in_0 : f16
    %7 = math.tanh %5 : f16
    %8 = arith.addf %6, %7 : f16
    %9 = math.exp %5 : f16
    %10 = arith.addf %8, %9 : f16
    %11 = math.erf %5 : f16
    %12 = arith.addf %10, %11 : f16
    %13 = math.rsqrt %5 : f16
    %14 = arith.addf %12, %13 : f16
    %15 = math.log %5 : f16
    %16 = arith.addf %14, %15 : f16
    %17 = math.sqrt %5 : f16
    %18 = arith.addf %16, %17 : f16
    %19 = math.sin %5 : f16
    %20 = arith.addf %18, %19 : f16
    %21 = math.cos %5 : f16
    %22 = arith.addf %20, %21 : f16
    %23 = math.absf %5 : f16
    %24 = arith.addf %22, %23 : f16
    %25 = math.ceil %5 : f16
    %26 = arith.addf %24, %25 : f16
    %27 = math.floor %5 : f16
    %28 = arith.addf %26, %27 : f16
    %29 = math.log1p %5 : f16
    %30 = arith.addf %28, %29 : f16
    %31 = math.expm1 %5 : f16
    %32 = arith.addf %30, %31 : f16
    %33 = math.exp2 %5 : f16
    %34 = arith.addf %32, %33 : f16
    %35 = math.log2 %5 : f16
    %36 = arith.addf %34, %35 : f16
    %37 = math.atan %5 : f16
    %38 = arith.addf %36, %37 : f16
    %39 = math.tan %5 : f16
    %40 = arith.addf %38, %39 : f16
    %41 = math.roundeven %5 : f16
    %42 = arith.addf %40, %41 : f16
    %43 = math.round %5 : f16
    %44 = arith.addf %42, %43 : f16
    %45 = math.trunc %5 : f16
    %46 = arith.addf %44, %45 : f16
    %47 = math.cbrt %5 : f16
    %48 = arith.addf %46, %47 : f16
    %49 = math.powf %5, %in_0 : f16
    %50 = math.atan2 %in, %in_0 : f16
    %51 = math.fma %in, %in_0, %5 : f16
    %52 = math.copysign %in, %in_0 : f16
    %53 = arith.divf %49, %5 : f16
    %54 = arith.subf %53, %50 : f16
    %55 = arith.addf %54, %51 : f16
    %56 = arith.maximumf %55, %52 : f16
    %57 = arith.minimumf %56, %48 : f16
    %58 = arith.maxnumf %57, %in_0 : f16
    %cst_4 = arith.constant 1.000000e+02 : f16
    %59 = arith.mulf %in, %cst_4 : f16
    %60 = arith.fptosi %59 : f16 to i32
    %61 = arith.sitofp %60 : i32 to f16
    %62 = arith.remf %59, %5 : f16
    %63 = arith.addf %61, %62 : f16
    %64 = arith.cmpf ult, %in, %in_0 : f16
    %65 = arith.negf %63 : f16
    linalg.yield %48, %60, %65, %64 : f16, i32, f16, i1
  } -> (tensor<13x7xf16>, tensor<13x7xi32>, tensor<13x7xf16>, tensor<13x7xi1>)
  return %3#0, %3#1, %3#2, %3#3 : tensor<13x7xf16>, tensor<13x7xi32>, tensor<13x7xf16>, tensor<13x7xi1>
}
