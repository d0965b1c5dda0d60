// RUN: fused-run %s --entry=checks --verify=quick
// RUN: fused-run %s --entry=without_operands --verify=quick
// RUN: fused-run %s --entry=more_loops --verify=quick
// RUN: fused-run %s --entry=slices --verify=quick
// RUN: not fused-run %s --entry=fails --print 2>&1 | FileCheck %s
// RUN: %if emulator %{ fused-run %s --entry=checks --target=cuda --emulate --verify=quick %}
// RUN: %if emulator %{ fused-run %s --entry=without_operands --target=cuda --emulate --verify=quick %}
// RUN: %if emulator %{ fused-run %s --entry=more_loops --target=cuda --emulate --verify=quick %}
// RUN: %if emulator %{ fused-run %s --entry=slices --target=cuda --emulate --verify=quick %}
// RUN: %if emulator %{ not fused-run %s --entry=fails --target=cuda --emulate --print 2>&1 | FileCheck %s %}

// What is computed beside an assertion may be used where it is computed again.
// Then an operation without results is left, of any shape and any order, beside
// products and their epilogs.
func.func @checks(%a: tensor<33x20xf32>, %w: tensor<20x40xf32>, %b: tensor<40xf32>, %t: tensor<40x33xf32>,
                  %n: tensor<?xf32>) -> (tensor<33x40xf32>, tensor<33xf32>) {
  %zero = arith.constant 0.0 : f32
  %large = arith.constant 0x7F800000 : f32
  %e = tensor.empty() : tensor<33x40xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<33x40xf32>) -> tensor<33x40xf32>
  %p = linalg.matmul ins(%a, %w : tensor<33x20xf32>, tensor<20x40xf32>) outs(%z : tensor<33x40xf32>) -> tensor<33x40xf32>
  // Of what the product computes, and of a transposed array.
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%p, %t : tensor<33x40xf32>, tensor<40x33xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    %c = arith.cmpf ule, %s, %large : f32
    cf.assert %c, "a sum is too large"
    linalg.yield
  }
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %b : tensor<33x40xf32>, tensor<40xf32>) outs(%e : tensor<33x40xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<33x40xf32>
  // Of numbers, of any number of elements, and by loops that would be reductions.
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["reduction"]} ins(%n : tensor<?xf32>) {
  ^bb0(%x: f32):
    %c = arith.cmpf ule, %x, %large : f32
    cf.assert %c, "an element is too large"
    linalg.yield
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
                  iterator_types = ["parallel", "reduction"]} ins(%r, %b : tensor<33x40xf32>, tensor<40xf32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ule, %x, %large : f32
    cf.assert %c, "a result is too large"
    linalg.yield
  }
  %first = arith.constant 0 : index
  %number = tensor.extract %b[%first] : tensor<40xf32>
  %scalar = tensor.from_elements %number : tensor<f32>
  linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} ins(%scalar : tensor<f32>) {
  ^bb0(%x: f32):
    %c = arith.cmpf ule, %x, %large : f32
    cf.assert %c, "a bias is too large"
    linalg.yield
  }
  %ef = tensor.empty() : tensor<33xf32>
  %zf = linalg.fill ins(%zero : f32) outs(%ef : tensor<33xf32>) -> tensor<33xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%r : tensor<33x40xf32>) outs(%zf : tensor<33xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<33xf32>
  return %r, %sum : tensor<33x40xf32>, tensor<33xf32>
}

// CHECK: an element is not zero
func.func @fails(%a: tensor<f32>) -> tensor<17x3xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<17x3xf32>
  %z = linalg.fill ins(%one : f32) outs(%e : tensor<17x3xf32>) -> tensor<17x3xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<17x3xf32>) {
  ^bb0(%x: f32):
    %c = arith.cmpf oeq, %x, %zero : f32
    cf.assert %c, "an element is not zero"
    linalg.yield
  }
  return %z : tensor<17x3xf32>
}

// The operands are dropped, since the body reads the array itself.
func.func @without_operands(%x: tensor<16x8xf32>) -> tensor<f32> {
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%lowest : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<16x8xf32>) outs(%f : tensor<f32>) dimensions = [0, 1]
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%r, %r : tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = tensor.extract %r[] : tensor<f32>
    %1 = arith.cmpf ord, %0, %0 : f32
    %2 = arith.cmpf uno, %0, %0 : f32
    %c = arith.ori %1, %2 : i1
    cf.assert %c, "the maximum is no number, nor is it none"
    linalg.yield
  }
  return %r : tensor<f32>
}

// It has a loop more than the array that it reads, which nothing but its result
// tells the sizes of.
func.func @more_loops(%x: tensor<12x17xf32>) -> tensor<12x17xf32> {
  %many = arith.constant 100 : index
  %e = tensor.empty() : tensor<12x5xindex>
  %a = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<12x5xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.addi %i, %j : index
    linalg.yield %s : index
  } -> tensor<12x5xindex>
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %a : tensor<12x17xf32>, tensor<12x5xindex>) {
  ^bb0(%p: f32, %q: index):
    %c = arith.cmpi ult, %q, %many : index
    cf.assert %c, "an index is too large"
    linalg.yield
  }
  return %x : tensor<12x17xf32>
}

// Nothing but an array that is made of slices tells the size of its loop.
func.func @slices(%x: tensor<2xi8>, %y: tensor<f32>) -> tensor<2xi8> {
  %zero = arith.constant 0 : i8
  %a = tensor.pad %x low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : i8
  } : tensor<2xi8> to tensor<3xi8>
  linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%y, %a : tensor<f32>, tensor<3xi8>) {
  ^bb0(%p: f32, %q: i8):
    %1 = arith.cmpf ord, %p, %p : f32
    %2 = arith.cmpf uno, %p, %p : f32
    %c = arith.ori %1, %2 : i1
    cf.assert %c, "it is no number, nor is it none"
    linalg.yield
  }
  return %x : tensor<2xi8>
}
