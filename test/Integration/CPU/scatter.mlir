// RUN: fused-run %s --verify --entry=gradient_of_embedding | FileCheck %s
// RUN: fused-run %s --verify --entry=shared_by_threads | FileCheck %s
// RUN: fused-run %s --verify --entry=shared_by_threads_dynamic --dynamic-size=70 | FileCheck %s
// RUN: fused-run %s --verify --entry=combiner_is_called | FileCheck %s
// RUN: not fused-run %s --entry=sizes_differ --shape=0=4x1 --shape=1=5x1 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not fused-run %s --entry=too_few_components --shape=0=4x1 --shape=1=4x1x1 2>&1 | FileCheck %s --check-prefix=COMPONENTS

// CHECK: verification: PASS

// The indices are computed: those of the rows that a lookup has read.
func.func @gradient_of_embedding(%ids: tensor<7x5xi32>, %gradient: tensor<7x5x16xbf16>)
    -> tensor<11x16xbf16> {
  %zero = arith.constant 0.0 : bf16
  %c11 = arith.constant 11 : i32
  %e = tensor.empty() : tensor<11x16xbf16>
  %zeros = linalg.fill ins(%zero : bf16) outs(%e : tensor<11x16xbf16>) -> tensor<11x16xbf16>
  %i0 = tensor.empty() : tensor<35xi32>
  %flat = tensor.collapse_shape %ids [[0, 1]] : tensor<7x5xi32> into tensor<35xi32>
  %inside = linalg.map ins(%flat : tensor<35xi32>) outs(%i0 : tensor<35xi32>)
    (%id: i32, %o: i32) {
      %r = arith.remsi %id, %c11 : i32
      linalg.yield %r : i32
    }
  %indices = tensor.expand_shape %inside [[0, 1]] output_shape [35, 1]
      : tensor<35xi32> into tensor<35x1xi32>
  %rows = tensor.collapse_shape %gradient [[0, 1], [2]]
      : tensor<7x5x16xbf16> into tensor<35x16xbf16>
  %updates = tensor.expand_shape %rows [[0, 1], [2]] output_shape [35, 1, 16]
      : tensor<35x16xbf16> into tensor<35x1x16xbf16>
  %sum = fused.scatter dimensions = [0]
      ins(%indices, %updates : tensor<35x1xi32>, tensor<35x1x16xbf16>)
      outs(%zeros : tensor<11x16xbf16>) {
  ^bb0(%old: bf16, %new: bf16):
    %0 = arith.addf %old, %new : bf16
    fused.yield %0 : bf16
  } -> tensor<11x16xbf16>
  return %sum : tensor<11x16xbf16>
}

func.func @shared_by_threads(%i: tensor<70x1xi8>, %u: tensor<70x1x67x31xf32>,
                             %a: tensor<9x67x31xf32>) -> tensor<9x67x31xf32> {
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<70x1xi8>, tensor<70x1x67x31xf32>)
      outs(%a : tensor<9x67x31xf32>) {
  ^bb0(%old: f32, %new: f32):
    %half = arith.constant 0.5 : f32
    %1 = arith.mulf %old, %half : f32
    %2 = arith.addf %1, %new : f32
    fused.yield %2 : f32
  } -> tensor<9x67x31xf32>
  return %0 : tensor<9x67x31xf32>
}

func.func @shared_by_threads_dynamic(%i: tensor<?x1xi8>, %u: tensor<?x1x?x31xf32>,
                                     %a: tensor<9x?x31xf32>) -> tensor<9x?x31xf32> {
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<?x1xi8>, tensor<?x1x?x31xf32>)
      outs(%a : tensor<9x?x31xf32>) {
  ^bb0(%old: f32, %new: f32):
    %1 = arith.subf %new, %old : f32
    fused.yield %1 : f32
  } -> tensor<9x?x31xf32>
  return %0 : tensor<9x?x31xf32>
}

func.func private @combine(%old: i32, %new: i32) -> i32 {
  %0 = arith.maxsi %old, %new : i32
  return %0 : i32
}

func.func @combiner_is_called(%i: tensor<9x2xi64>, %u: tensor<9x1x1xi32>,
                              %a: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %0 = fused.scatter dimensions = [1, 0]
      ins(%i, %u : tensor<9x2xi64>, tensor<9x1x1xi32>)
      outs(%a : tensor<3x4xi32>) {
  ^bb0(%old: i32, %new: i32):
    %1 = func.call @combine(%old, %new) : (i32, i32) -> i32
    fused.yield %1 : i32
  } -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}

// SIZES: sizes of 'fused.scatter' differ: dimension 0 of operand 0 and dimension 0 of operand 1: 4 and 5
func.func @sizes_differ(%i: tensor<?x1xi32>, %u: tensor<?x1xf32>,
                        %a: tensor<9xf32>) -> tensor<9xf32> {
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<?x1xi32>, tensor<?x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// COMPONENTS: sizes of 'fused.scatter' differ: dimension 1 of operand 0 and dimension 1: 1 and 2
func.func @too_few_components(%i: tensor<4x?xi32>, %u: tensor<4x1x1xf32>,
                              %a: tensor<9x9xf32>) -> tensor<9x9xf32> {
  %0 = fused.scatter dimensions = [0, 1]
      ins(%i, %u : tensor<4x?xi32>, tensor<4x1x1xf32>)
      outs(%a : tensor<9x9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9x9xf32>
  return %0 : tensor<9x9xf32>
}
