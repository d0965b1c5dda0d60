// RUN: fused-run %s --verify | FileCheck %s

// Scalar operations on f64.
// CHECK: verification: PASS

#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%arg0: tensor<13x7xf64>, %arg1: tensor<13x7xf64>) -> (tensor<13x7xf64>, tensor<13x7xi32>, tensor<13x7xf64>, tensor<13x7xi1>) {
  %0 = tensor.empty() : tensor<13x7xf64>
  %1 = tensor.empty() : tensor<13x7xi32>
  %2 = tensor.empty() : tensor<13x7xi1>
  %3:4 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<13x7xf64>, tensor<13x7xf64>) outs(%0, %1, %0, %2 : tensor<13x7xf64>, tensor<13x7xi32>, tensor<13x7xf64>, tensor<13x7xi1>) {
  ^bb0(%in: f64, %in_0: f64, %out: f64, %out_1: i32, %out_2: f64, %out_3: i1):
    %4 = math.absf %in : f64
    %cst = arith.constant 2.500000e-01 : f64
    %5 = arith.addf %4, %cst : f64
    %6 = arith.mulf %in, %in_0 : f64
    %7 = math.tanh %5 : f64
    %8 = arith.addf %6, %7 : f64
    %9 = math.exp %5 : f64
    %10 = arith.addf %8, %9 : f64
    %11 = math.erf %5 : f64
    %12 = arith.addf %10, %11 : f64
    %13 = math.rsqrt %5 : f64
    %14 = arith.addf %12, %13 : f64
    %15 = math.log %5 : f64
    %16 = arith.addf %14, %15 : f64
    %17 = math.sqrt %5 : f64
    %18 = arith.addf %16, %17 : f64
    %19 = math.sin %5 : f64
    %20 = arith.addf %18, %19 : f64
    %21 = math.cos %5 : f64
    %22 = arith.addf %20, %21 : f64
    %23 = math.absf %5 : f64
    %24 = arith.addf %22, %23 : f64
    %25 = math.ceil %5 : f64
    %26 = arith.addf %24, %25 : f64
    %27 = math.floor %5 : f64
    %28 = arith.addf %26, %27 : f64
    %29 = math.log1p %5 : f64
    %30 = arith.addf %28, %29 : f64
    %31 = math.expm1 %5 : f64
    %32 = arith.addf %30, %31 : f64
    %33 = math.exp2 %5 : f64
    %34 = arith.addf %32, %33 : f64
    %35 = math.log2 %5 : f64
    %36 = arith.addf %34, %35 : f64
    %37 = math.atan %5 : f64
    %38 = arith.addf %36, %37 : f64
    %39 = math.tan %5 : f64
    %40 = arith.addf %38, %39 : f64
    %41 = math.roundeven %5 : f64
    %42 = arith.addf %40, %41 : f64
    %43 = math.round %5 : f64
    %44 = arith.addf %42, %43 : f64
    %45 = math.trunc %5 : f64
    %46 = arith.addf %44, %45 : f64
    %47 = math.cbrt %5 : f64
    %48 = arith.addf %46, %47 : f64
    %49 = math.powf %5, %in_0 : f64
    %50 = math.atan2 %in, %in_0 : f64
    %51 = math.fma %in, %in_0, %5 : f64
    %52 = math.copysign %in, %in_0 : f64
    %53 = arith.divf %49, %5 : f64
    %54 = arith.subf %53, %50 : f64
    %55 = arith.addf %54, %51 : f64
    %56 = arith.maximumf %55, %52 : f64
    %57 = arith.minimumf %56, %48 : f64
    %58 = arith.maxnumf %57, %in_0 : f64
    %cst_4 = arith.constant 1.000000e+02 : f64
    %59 = arith.mulf %in, %cst_4 : f64
    %60 = arith.fptosi %59 : f64 to i32
    %61 = arith.sitofp %60 : i32 to f64
    %62 = arith.remf %59, %5 : f64
    %63 = arith.addf %61, %62 : f64
    %64 = arith.cmpf ult, %in, %in_0 : f64
    %65 = arith.negf %63 : f64
    linalg.yield %48, %60, %65, %64 : f64, i32, f64, i1
  } -> (tensor<13x7xf64>, tensor<13x7xi32>, tensor<13x7xf64>, tensor<13x7xi1>)
  return %3#0, %3#1, %3#2, %3#3 : tensor<13x7xf64>, tensor<13x7xi32>, tensor<13x7xf64>, tensor<13x7xi1>
}
