// RUN: fused-run %s --entry=f32 --verify | FileCheck %s
// RUN: fused-run %s --entry=f64 --verify | FileCheck %s
// RUN: fused-run %s --entry=f32 --numerics=strict --verify | FileCheck %s
// RUN: fused-run %s --entry=f32 --target=cuda --emulate --verify | FileCheck %s

// Sums of products of three factors: a bilinear layer, and the gradient for its
// weights. Which two are multiplied first must not change what is computed,
// with special values either.
// CHECK: verification: PASS

#o = affine_map<(b, o, i, j) -> (o, i, j)>
#x = affine_map<(b, o, i, j) -> (b, i)>
#y = affine_map<(b, o, i, j) -> (b, j)>
#g = affine_map<(b, o, i, j) -> (b, o)>
#all = affine_map<(b, o, i, j) -> (b, o, i, j)>

func.func @f32(%w: tensor<6x7x9xf32>, %x: tensor<5x7xf32>, %y: tensor<5x9xf32>, %v: tensor<6xf32>, %gradient: tensor<5x6xf32>)
    -> (tensor<5x6xf32>, tensor<6x7x9xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x6x7x9xf32>
  %wx = linalg.generic {
      indexing_maps = [#o, #x, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%w, %x : tensor<6x7x9xf32>, tensor<5x7xf32>) outs(%e : tensor<5x6x7x9xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %m = arith.mulf %l, %r : f32
    linalg.yield %m : f32
  } -> tensor<5x6x7x9xf32>
  %wxy = linalg.generic {
      indexing_maps = [#all, #y, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%wx, %y : tensor<5x6x7x9xf32>, tensor<5x9xf32>) outs(%e : tensor<5x6x7x9xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %m = arith.mulf %l, %r : f32
    linalg.yield %m : f32
  } -> tensor<5x6x7x9xf32>
  %e3 = tensor.empty() : tensor<5x6x7xf32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<5x6x7xf32>) -> tensor<5x6x7xf32>
  %s3 = linalg.reduce { arith.addf } ins(%wxy : tensor<5x6x7x9xf32>)
      outs(%z3 : tensor<5x6x7xf32>) dimensions = [3]
  %e2 = tensor.empty() : tensor<5x6xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<5x6xf32>) -> tensor<5x6xf32>
  %s2 = linalg.reduce { arith.addf } ins(%s3 : tensor<5x6x7xf32>)
      outs(%z2 : tensor<5x6xf32>) dimensions = [2]
  %d = linalg.generic {
      indexing_maps = [affine_map<(b, o) -> (b, o)>, affine_map<(b, o) -> (o)>,
                       affine_map<(b, o) -> (b, o)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%s2, %v : tensor<5x6xf32>, tensor<6xf32>) outs(%e2 : tensor<5x6xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %a = arith.addf %l, %r : f32
    linalg.yield %a : f32
  } -> tensor<5x6xf32>
  %gx = linalg.generic {
      indexing_maps = [#g, #x, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%gradient, %x : tensor<5x6xf32>, tensor<5x7xf32>) outs(%e : tensor<5x6x7x9xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %m = arith.mulf %l, %r : f32
    linalg.yield %m : f32
  } -> tensor<5x6x7x9xf32>
  %gxy = linalg.generic {
      indexing_maps = [#all, #y, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%gx, %y : tensor<5x6x7x9xf32>, tensor<5x9xf32>) outs(%e : tensor<5x6x7x9xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %m = arith.mulf %l, %r : f32
    linalg.yield %m : f32
  } -> tensor<5x6x7x9xf32>
  %ew = tensor.empty() : tensor<6x7x9xf32>
  %zw = linalg.fill ins(%zero : f32) outs(%ew : tensor<6x7x9xf32>) -> tensor<6x7x9xf32>
  %dw = linalg.reduce { arith.addf } ins(%gxy : tensor<5x6x7x9xf32>) outs(%zw : tensor<6x7x9xf32>) dimensions = [0]
  return %d, %dw : tensor<5x6xf32>, tensor<6x7x9xf32>
}

func.func @f64(%w: tensor<6x7x9xf64>, %x: tensor<5x7xf64>, %y: tensor<5x9xf64>, %v: tensor<6xf64>, %gradient: tensor<5x6xf64>)
    -> (tensor<5x6xf64>, tensor<6x7x9xf64>) {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<5x6x7x9xf64>
  %wx = linalg.generic {
      indexing_maps = [#o, #x, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%w, %x : tensor<6x7x9xf64>, tensor<5x7xf64>) outs(%e : tensor<5x6x7x9xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %m = arith.mulf %l, %r : f64
    linalg.yield %m : f64
  } -> tensor<5x6x7x9xf64>
  %wxy = linalg.generic {
      indexing_maps = [#all, #y, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%wx, %y : tensor<5x6x7x9xf64>, tensor<5x9xf64>) outs(%e : tensor<5x6x7x9xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %m = arith.mulf %l, %r : f64
    linalg.yield %m : f64
  } -> tensor<5x6x7x9xf64>
  %e3 = tensor.empty() : tensor<5x6x7xf64>
  %z3 = linalg.fill ins(%zero : f64) outs(%e3 : tensor<5x6x7xf64>) -> tensor<5x6x7xf64>
  %s3 = linalg.reduce { arith.addf } ins(%wxy : tensor<5x6x7x9xf64>)
      outs(%z3 : tensor<5x6x7xf64>) dimensions = [3]
  %e2 = tensor.empty() : tensor<5x6xf64>
  %z2 = linalg.fill ins(%zero : f64) outs(%e2 : tensor<5x6xf64>) -> tensor<5x6xf64>
  %s2 = linalg.reduce { arith.addf } ins(%s3 : tensor<5x6x7xf64>)
      outs(%z2 : tensor<5x6xf64>) dimensions = [2]
  %d = linalg.generic {
      indexing_maps = [affine_map<(b, o) -> (b, o)>, affine_map<(b, o) -> (o)>,
                       affine_map<(b, o) -> (b, o)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%s2, %v : tensor<5x6xf64>, tensor<6xf64>) outs(%e2 : tensor<5x6xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %a = arith.addf %l, %r : f64
    linalg.yield %a : f64
  } -> tensor<5x6xf64>
  %gx = linalg.generic {
      indexing_maps = [#g, #x, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%gradient, %x : tensor<5x6xf64>, tensor<5x7xf64>) outs(%e : tensor<5x6x7x9xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %m = arith.mulf %l, %r : f64
    linalg.yield %m : f64
  } -> tensor<5x6x7x9xf64>
  %gxy = linalg.generic {
      indexing_maps = [#all, #y, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%gx, %y : tensor<5x6x7x9xf64>, tensor<5x9xf64>) outs(%e : tensor<5x6x7x9xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %m = arith.mulf %l, %r : f64
    linalg.yield %m : f64
  } -> tensor<5x6x7x9xf64>
  %ew = tensor.empty() : tensor<6x7x9xf64>
  %zw = linalg.fill ins(%zero : f64) outs(%ew : tensor<6x7x9xf64>) -> tensor<6x7x9xf64>
  %dw = linalg.reduce { arith.addf } ins(%gxy : tensor<5x6x7x9xf64>) outs(%zw : tensor<6x7x9xf64>) dimensions = [0]
  return %d, %dw : tensor<5x6xf64>, tensor<6x7x9xf64>
}
