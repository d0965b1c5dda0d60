// RUN: fused-opt %s --fused-fuse-products | FileCheck %s

// A random program: C is a matrix of one column, and a vector of the transposed
// product. Reading its factor as that of a vector crashed.
// CHECK-LABEL: func.func @p211
// CHECK: fused.matmul epilog(bias)
// CHECK-SAME: alpha(1.562500e-02)
// CHECK-SAME: bias(%{{.*}} : tensor<4xf32>)
func.func @p211(%arg0: tensor<3x8xf32>, %arg1: tensor<3xf32>, %arg2: tensor<f64>, %arg3: tensor<4x1x1x1xf32>, %arg4: tensor<8x0xi8>) -> (tensor<3x8xf32>, tensor<1x1x1x4xf32>, tensor<3x8xf32>) {
  %0 = tensor.empty() : tensor<2x4x1x1xf32>
  %5 = arith.constant 4.0e+00 : bf16
  %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<f64>) outs(%0 : tensor<2x4x1x1xf32>) {
  ^bb0(%x0: f64, %o0: f32):
    %1 = arith.truncf %x0 : f64 to bf16
    %2 = arith.truncf %x0 : f64 to bf16
    %3 = arith.maximumf %1, %2 : bf16
    %4 = arith.cmpf uno, %3, %3 : bf16
    %6 = arith.mulf %3, %5 : bf16
    %7 = arith.fptosi %6 : bf16 to i32
    %8 = arith.constant 4.0e+00 : f64
    %9 = arith.mulf %x0, %8 : f64
    %10 = arith.fptosi %9 : f64 to i32
    %11 = arith.select %4, %7, %10 : i32
    %12 = math.ceil %3 : bf16
    %13 = arith.extf %3 : bf16 to f32
    %14 = arith.truncf %13 : f32 to f16
    %15 = arith.extf %12 : bf16 to f32
    %16 = arith.truncf %15 : f32 to f16
    %17 = arith.mulf %14, %16 : f16
    %18 = arith.extf %17 : f16 to f32
    linalg.yield %18 : f32
  } -> tensor<2x4x1x1xf32>
  %20 = tensor.empty() : tensor<2x1x1x1xf32>
  %21 = arith.constant 2.5e-01 : bf16
  %22 = arith.constant 1.0e+00 : bf16
  %26 = arith.constant 8 : i64
  %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%20 : tensor<2x1x1x1xf32>) {
  ^bb0(%o0: f32):
    %23 = arith.addf %21, %22 : bf16
    %24 = linalg.index 0 : index
    %25 = arith.index_cast %24 : index to i64
    %27 = arith.remui %25, %26 : i64
    %28 = arith.uitofp %27 : i64 to f32
    linalg.yield %28 : f32
  } -> tensor<2x1x1x1xf32>
  %30 = linalg.generic {indexing_maps = [affine_map<(b, f, g, o0, c, k0) -> (b, o0 * 3 + k0 * 1, g, c)>, affine_map<(b, f, g, o0, c, k0) -> (b, o0, g, f)>, affine_map<(b, f, g, o0, c, k0) -> (k0, g, c, f)>], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "parallel"]} ins(%19, %29 : tensor<2x4x1x1xf32>, tensor<2x1x1x1xf32>) outs(%arg3 : tensor<4x1x1x1xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o: f32):
    %r = math.fma %x0, %x1, %o : f32
    linalg.yield %r : f32
  } -> tensor<4x1x1x1xf32>
  %31 = arith.constant 1.5625e-02 : f32
  %32 = tensor.empty() : tensor<4x1x1x1xf32>
  %33 = linalg.fill ins(%31 : f32) outs(%32 : tensor<4x1x1x1xf32>) -> tensor<4x1x1x1xf32>
  %34 = arith.mulf %30, %33 : tensor<4x1x1x1xf32>
  %35 = tensor.empty() : tensor<1x1x1x4xf32>
  %36 = linalg.transpose ins(%34 : tensor<4x1x1x1xf32>) outs(%35 : tensor<1x1x1x4xf32>) permutation = [1, 3, 2, 0]
  %37 = arith.constant 1 : i8
  %38 = tensor.empty() : tensor<8x0xi8>
  %39 = linalg.map ins(%arg4 : tensor<8x0xi8>) outs(%38 : tensor<8x0xi8>)
    (%in: i8, %o: i8) {
    %r = arith.remsi %in, %37 : i8
    linalg.yield %r : i8
  }
  %40 = tensor.empty() : tensor<8x2x1xf32>
  %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d2, d1)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2, %arg2, %arg2 : tensor<f64>, tensor<f64>, tensor<f64>) outs(%40 : tensor<8x2x1xf32>) {
  ^bb0(%x0: f64, %x1: f64, %x2: f64, %o0: f32):
    %41 = linalg.index 1 : index
    %42 = arith.index_castui %41 : index to i64
    %43 = arith.constant 8 : i64
    %44 = arith.remui %42, %43 : i64
    %45 = arith.uitofp %44 : i64 to f32
    %46 = arith.truncf %x0 : f64 to f16
    %47 = arith.truncf %x2 : f64 to f16
    %48 = arith.cmpf oge, %46, %47 : f16
    %49 = scf.if %48 -> (f32) {
      %50 = arith.addf %x1, %x0 : f64
      %51 = arith.truncf %x1 : f64 to f32
      %52 = arith.constant 5.0e-01 : f32
      %53 = math.absf %51 : f32
      %54 = arith.addf %53, %52 : f32
      %55 = math.log %54 : f32
      scf.yield %55 : f32
    } else {
      %56 = arith.constant 2.0e+00 : f32
      %57 = arith.remf %45, %56 : f32
      scf.yield %57 : f32
    }
    linalg.yield %49 : f32
  } -> tensor<8x2x1xf32>
  %59 = fused.scatter dimensions = [] ins(%39, %58 : tensor<8x0xi8>, tensor<8x2x1xf32>) outs(%arg0 : tensor<3x8xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<3x8xf32>
  return %59, %36, %59 : tensor<3x8xf32>, tensor<1x1x1x4xf32>, tensor<3x8xf32>
}

