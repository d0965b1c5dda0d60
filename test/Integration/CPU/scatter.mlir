// RUN: fused-run %s --verify --entry=gradient_of_embedding | FileCheck %s
// RUN: fused-run %s --verify --entry=shared_by_threads | FileCheck %s
// RUN: fused-run %s --verify --entry=shared_by_threads_dynamic --dynamic-size=70 | FileCheck %s
// RUN: fused-run %s --verify --entry=combiner_is_called | FileCheck %s
// RUN: fused-run %s --verify=quick --entry=labels | FileCheck %s
// RUN: fused-run %s --verify=quick --entry=complex | FileCheck %s
// RUN: fused-run %s --verify=quick --entry=part | FileCheck %s
// RUN: fused-run %s --verify=quick --entry=index | FileCheck %s
// RUN: fused-run %s --verify=quick --entry=functions | FileCheck %s
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

// The gradient of a cross-entropy: one element of each row of many.
func.func @labels(%labels: tensor<67xi32>, %gradient: tensor<67xf32>) -> tensor<67x3001xf32> {
  %zeros = arith.constant dense<0.0> : tensor<67x3001xf32>
  %c3001 = arith.constant 3001 : i32
  %e = tensor.empty() : tensor<67x2xi32>
  %i = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%labels : tensor<67xi32>) outs(%e : tensor<67x2xi32>) {
  ^bb0(%label: i32, %o: i32):
    %row = linalg.index 0 : index
    %number = arith.index_cast %row : index to i32
    %component = linalg.index 1 : index
    %c0 = arith.constant 0 : index
    %is_row = arith.cmpi eq, %component, %c0 : index
    %class = arith.remui %label, %c3001 : i32
    %0 = arith.select %is_row, %number, %class : i32
    linalg.yield %0 : i32
  } -> tensor<67x2xi32>
  %u = tensor.expand_shape %gradient [[0, 1, 2]] output_shape [67, 1, 1]
      : tensor<67xf32> into tensor<67x1x1xf32>
  %0 = fused.scatter dimensions = [0, 1]
      ins(%i, %u : tensor<67x2xi32>, tensor<67x1x1xf32>)
      outs(%zeros : tensor<67x3001xf32>) {
  ^bb0(%old: f32, %new: f32):
    %1 = arith.addf %old, %new : f32
    fused.yield %1 : f32
  } -> tensor<67x3001xf32>
  return %0 : tensor<67x3001xf32>
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

// Numbers of two parts.
func.func @complex(%i: tensor<50x1xi32>, %u: tensor<50x1xf32>, %a: tensor<9xf32>) -> tensor<9xf32> {
  %eu = tensor.empty() : tensor<50x1xcomplex<f32>>
  %cu = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%u : tensor<50x1xf32>) outs(%eu : tensor<50x1xcomplex<f32>>) {
  ^bb0(%x: f32, %o: complex<f32>):
    %c = complex.create %x, %x : complex<f32>
    linalg.yield %c : complex<f32>
  } -> tensor<50x1xcomplex<f32>>
  %ea = tensor.empty() : tensor<9xcomplex<f32>>
  %ca = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<9xf32>) outs(%ea : tensor<9xcomplex<f32>>) {
  ^bb0(%x: f32, %o: complex<f32>):
    %c = complex.create %x, %x : complex<f32>
    linalg.yield %c : complex<f32>
  } -> tensor<9xcomplex<f32>>
  %s = fused.scatter dimensions = [0] ins(%i, %cu : tensor<50x1xi32>, tensor<50x1xcomplex<f32>>) outs(%ca : tensor<9xcomplex<f32>>) {
  ^bb0(%old: complex<f32>, %new: complex<f32>):
    %c = complex.add %old, %new : complex<f32>
    fused.yield %c : complex<f32>
  } -> tensor<9xcomplex<f32>>
  %e = tensor.empty() : tensor<9xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s : tensor<9xcomplex<f32>>) outs(%e : tensor<9xf32>) {
  ^bb0(%x: complex<f32>, %o: f32):
    %c = complex.re %x : complex<f32>
    linalg.yield %c : f32
  } -> tensor<9xf32>
  return %r : tensor<9xf32>
}
// A number that the program reads, and a part of another array.
func.func @part(%i: tensor<50x1xi32>, %u: tensor<50x1x7xf32>, %a: tensor<9x2x7xf32>, %f: tensor<f32>, %h: f32) -> tensor<9x2x7xf32> {
  %n = tensor.extract %f[] : tensor<f32>
  %p = tensor.extract_slice %a[0, 1, 0] [9, 1, 7] [1, 1, 1] : tensor<9x2x7xf32> to tensor<9x7xf32>
  %s = fused.scatter dimensions = [0] ins(%i, %u : tensor<50x1xi32>, tensor<50x1x7xf32>) outs(%p : tensor<9x7xf32>) {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.mulf %new, %n : f32
    %1 = arith.addf %old, %0 : f32
    %2 = arith.mulf %1, %h : f32
    fused.yield %2 : f32
  } -> tensor<9x7xf32>
  %r = tensor.insert_slice %s into %a[0, 1, 0] [9, 1, 7] [1, 1, 1] : tensor<9x7xf32> into tensor<9x2x7xf32>
  return %r : tensor<9x2x7xf32>
}
func.func @index(%i: tensor<50x1xi32>, %u: tensor<50x1xi32>, %a: tensor<9xi32>) -> tensor<9xi32> {
  %e0 = tensor.empty() : tensor<50x1xindex>
  %ui = linalg.map ins(%u : tensor<50x1xi32>) outs(%e0 : tensor<50x1xindex>) (%x: i32, %o: index) { 
    %c = arith.index_cast %x : i32 to index
    linalg.yield %c : index
  }
  %e1 = tensor.empty() : tensor<9xindex>
  %ai = linalg.map ins(%a : tensor<9xi32>) outs(%e1 : tensor<9xindex>) (%x: i32, %o: index) { 
    %c = arith.index_cast %x : i32 to index
    linalg.yield %c : index
  }
  %s = fused.scatter dimensions = [0] ins(%i, %ui : tensor<50x1xi32>, tensor<50x1xindex>) outs(%ai : tensor<9xindex>) {
  ^bb0(%old: index, %new: index):
    %c = arith.subi %old, %new : index
    fused.yield %c : index
  } -> tensor<9xindex>
  %e = tensor.empty() : tensor<9xi32>
  %r = linalg.map ins(%s : tensor<9xindex>) outs(%e : tensor<9xi32>) (%x: index, %o: i32) { 
    %c = arith.index_cast %x : index to i32
    linalg.yield %c : i32
  }
  return %r : tensor<9xi32>
}
// Functions, and divisions and shifts whose results the contract defines.
func.func @functions(%i: tensor<50x1xi32>, %u: tensor<50x1xbf16>, %a: tensor<9xbf16>, %ui: tensor<50x1xi8>, %ai: tensor<9xi8>) -> (tensor<9xbf16>, tensor<9xi8>) {
  %s = fused.scatter dimensions = [0] ins(%i, %u : tensor<50x1xi32>, tensor<50x1xbf16>) outs(%a : tensor<9xbf16>) {
  ^bb0(%old: bf16, %new: bf16):
    %0 = math.tanh %old : bf16
    %1 = math.exp %new : bf16
    %2 = arith.divf %0, %1 : bf16
    fused.yield %2 : bf16
  } -> tensor<9xbf16>
  %t = fused.scatter dimensions = [0] ins(%i, %ui : tensor<50x1xi32>, tensor<50x1xi8>) outs(%ai : tensor<9xi8>) {
  ^bb0(%old: i8, %new: i8):
    %0 = arith.divsi %old, %new : i8
    %1 = arith.shli %0, %new : i8
    fused.yield %1 : i8
  } -> tensor<9xi8>
  return %s, %t : tensor<9xbf16>, tensor<9xi8>
}
