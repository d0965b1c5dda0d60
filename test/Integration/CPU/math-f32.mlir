// RUN: fused-run %s --verify | FileCheck %s

// Scalar operations on f32.
// CHECK: verification: PASS

#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%arg0: tensor<13x7xf32>, %arg1: tensor<13x7xf32>) -> (tensor<13x7xf32>, tensor<13x7xi32>, tensor<13x7xf32>, tensor<13x7xi1>) {
  %0 = tensor.empty() : tensor<13x7xf32>
  %1 = tensor.empty() : tensor<13x7xi32>
  %2 = tensor.empty() : tensor<13x7xi1>
  %3:4 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<13x7xf32>, tensor<13x7xf32>) outs(%0, %1, %0, %2 : tensor<13x7xf32>, tensor<13x7xi32>, tensor<13x7xf32>, tensor<13x7xi1>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32, %out_1: i32, %out_2: f32, %out_3: i1):
    %4 = math.absf %in : f32
    %cst = arith.constant 2.500000e-01 : f32
    %5 = arith.addf %4, %cst : f32
    %6 = arith.mulf %in, %in_0 : f32
    %7 = math.tanh %5 : f32
    %8 = arith.addf %6, %7 : f32
    %9 = math.exp %5 : f32
    %10 = arith.addf %8, %9 : f32
    %11 = math.erf %5 : f32
    %12 = arith.addf %10, %11 : f32
    %13 = math.rsqrt %5 : f32
    %14 = arith.addf %12, %13 : f32
    %15 = math.log %5 : f32
    %16 = arith.addf %14, %15 : f32
    %17 = math.sqrt %5 : f32
    %18 = arith.addf %16, %17 : f32
    %19 = math.sin %5 : f32
    %20 = arith.addf %18, %19 : f32
    %21 = math.cos %5 : f32
    %22 = arith.addf %20, %21 : f32
    %23 = math.absf %5 : f32
    %24 = arith.addf %22, %23 : f32
    %25 = math.ceil %5 : f32
    %26 = arith.addf %24, %25 : f32
    %27 = math.floor %5 : f32
    %28 = arith.addf %26, %27 : f32
    %29 = math.log1p %5 : f32
    %30 = arith.addf %28, %29 : f32
    %31 = math.expm1 %5 : f32
    %32 = arith.addf %30, %31 : f32
    %33 = math.exp2 %5 : f32
    %34 = arith.addf %32, %33 : f32
    %35 = math.log2 %5 : f32
    %36 = arith.addf %34, %35 : f32
    %37 = math.atan %5 : f32
    %38 = arith.addf %36, %37 : f32
    %39 = math.tan %5 : f32
    %40 = arith.addf %38, %39 : f32
    %41 = math.roundeven %5 : f32
    %42 = arith.addf %40, %41 : f32
    %43 = math.round %5 : f32
    %44 = arith.addf %42, %43 : f32
    %45 = math.trunc %5 : f32
    %46 = arith.addf %44, %45 : f32
    %47 = math.cbrt %5 : f32
    %48 = arith.addf %46, %47 : f32
    %49 = math.powf %5, %in_0 : f32
    %50 = math.atan2 %in, %in_0 : f32
    %51 = math.fma %in, %in_0, %5 : f32
    %52 = math.copysign %in, %in_0 : f32
    %53 = arith.divf %49, %5 : f32
    %54 = arith.subf %53, %50 : f32
    %55 = arith.addf %54, %51 : f32
    %56 = arith.maximumf %55, %52 : f32
    %57 = arith.minimumf %56, %48 : f32
    %58 = arith.maxnumf %57, %in_0 : f32
    %cst_4 = arith.constant 1.000000e+02 : f32
    %59 = arith.mulf %in, %cst_4 : f32
    %60 = arith.fptosi %59 : f32 to i32
    %61 = arith.sitofp %60 : i32 to f32
    %62 = arith.remf %59, %5 : f32
    %63 = arith.addf %61, %62 : f32
    %64 = arith.cmpf ult, %in, %in_0 : f32
    %65 = arith.negf %63 : f32
    linalg.yield %48, %60, %65, %64 : f32, i32, f32, i1
  } -> (tensor<13x7xf32>, tensor<13x7xi32>, tensor<13x7xf32>, tensor<13x7xi1>)
  return %3#0, %3#1, %3#2, %3#3 : tensor<13x7xf32>, tensor<13x7xi32>, tensor<13x7xf32>, tensor<13x7xi1>
}
