// RUN: fused-opt %s --split-input-file --fused-recompute-saved --canonicalize \
// RUN:   --cse | FileCheck %s

// What elementwise operations compute from the result of a product, which is
// loaded.
// CHECK-LABEL: func.func @elementwise(
// CHECK: %[[SAVED:.*]]:2 = scf.for
// CHECK-SAME: -> (tensor<4x8xf32>, tensor<3x4x8xf32>)
// CHECK: %[[Z:.*]] = linalg.matmul
// CHECK: %[[STACK:.*]] = tensor.insert_slice %[[Z]]
// CHECK: scf.yield %{{.*}}, %[[STACK]]
// CHECK: scf.for
// CHECK: %[[J:.*]] = arith.subi
// CHECK: %[[LOADED:.*]] = tensor.extract_slice %[[SAVED]]#1[%[[J]], 0, 0]
// CHECK: %[[TANH:.*]] = linalg.tanh ins(%[[LOADED]]
// CHECK: linalg.mul ins(%{{.*}}, %[[TANH]]
func.func @elementwise(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = tensor.empty() : tensor<3x4x8xf32>
  %0:3 = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x, %zs = %s, %ts = %s) -> (tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<3x4x8xf32>) {
    %position = arith.maxsi %i, %c0 : index
    %z = linalg.matmul ins(%y, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
    %t = linalg.tanh ins(%z : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %za = tensor.insert_slice %z into %zs[%position, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<4x8xf32> into tensor<3x4x8xf32>
    %ta = tensor.insert_slice %t into %ts[%position, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<4x8xf32> into tensor<3x4x8xf32>
    scf.yield %t, %za, %ta : tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<3x4x8xf32>
  }
  %1 = scf.for %i = %c0 to %c3 step %c1 iter_args(%d = %0#0) -> tensor<4x8xf32> {
    %j = arith.subi %c2, %i : index
    %z = tensor.extract_slice %0#1[%j, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<3x4x8xf32> to tensor<4x8xf32>
    %t = tensor.extract_slice %0#2[%j, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<3x4x8xf32> to tensor<4x8xf32>
    %a = linalg.mul ins(%d, %t : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %b = linalg.add ins(%a, %z : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.yield %b : tensor<4x8xf32>
  }
  return %1 : tensor<4x8xf32>
}

// -----

// Not what a product reads, which would be stored for it, too; nor what an
// iteration does not store at the position of its number.
// CHECK-LABEL: func.func @stays(
// CHECK: scf.for
// CHECK-COUNT-2: tensor.insert_slice
// CHECK: scf.for
// CHECK-NOT: linalg.tanh
// CHECK-NOT: linalg.exp
// CHECK: return
func.func @stays(%x: tensor<3x4x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %s = tensor.empty() : tensor<3x4x8xf32>
  %zero = tensor.empty() : tensor<8x8xf32>
  %0:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%ts = %s, %es = %s) -> (tensor<3x4x8xf32>, tensor<3x4x8xf32>) {
    %y = tensor.extract_slice %x[%i, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<3x4x8xf32> to tensor<4x8xf32>
    %last = arith.subi %c2, %i : index
    %t = linalg.tanh ins(%y : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %ta = tensor.insert_slice %t into %ts[%i, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<4x8xf32> into tensor<3x4x8xf32>
    %z = linalg.exp ins(%y : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %ea = tensor.insert_slice %z into %es[%last, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<4x8xf32> into tensor<3x4x8xf32>
    scf.yield %ta, %ea : tensor<3x4x8xf32>, tensor<3x4x8xf32>
  }
  %1 = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %zero) -> tensor<8x8xf32> {
    %t = tensor.extract_slice %0#0[%i, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<3x4x8xf32> to tensor<4x8xf32>
    %z = tensor.extract_slice %0#1[%i, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<3x4x8xf32> to tensor<4x8xf32>
    %a = linalg.add ins(%z, %z : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %te = tensor.empty() : tensor<8x4xf32>
    %tt = linalg.transpose ins(%t : tensor<4x8xf32>) outs(%te : tensor<8x4xf32>) permutation = [1, 0]
    %p = linalg.matmul ins(%tt, %a : tensor<8x4xf32>, tensor<4x8xf32>) outs(%sum : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %p : tensor<8x8xf32>
  }
  return %1 : tensor<8x8xf32>
}

// -----

// An integer of 8 bits counts from the start again.
// CHECK-LABEL: func.func @wraps(
// CHECK: scf.for
// CHECK: tensor.insert_slice
// CHECK: scf.for
// CHECK-NOT: linalg.tanh
// CHECK: return
func.func @wraps(%x: tensor<300x8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c300 = arith.constant 300 : index
  %e = tensor.empty() : tensor<8xf32>
  %s = tensor.empty() : tensor<300x8xf32>
  %0 = scf.for %i = %c0 to %c300 step %c1 iter_args(%ts = %s) -> tensor<300x8xf32> {
    %y = tensor.extract_slice %x[%i, 0] [1, 8] [1, 1] : tensor<300x8xf32> to tensor<8xf32>
    %narrow = arith.index_cast %i : index to i8
    %position = arith.index_cast %narrow : i8 to index
    %t = linalg.tanh ins(%y : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %ta = tensor.insert_slice %t into %ts[%position, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<300x8xf32>
    scf.yield %ta : tensor<300x8xf32>
  }
  %1 = scf.for %i = %c0 to %c300 step %c1 iter_args(%sum = %e) -> tensor<8xf32> {
    %t = tensor.extract_slice %0[%i, 0] [1, 8] [1, 1] : tensor<300x8xf32> to tensor<8xf32>
    %a = linalg.add ins(%sum, %t : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %a : tensor<8xf32>
  }
  return %1 : tensor<8xf32>
}

// What is saved has no inputs.
// CHECK-LABEL: func.func @no_inputs(
// CHECK-SAME: %[[X:.*]]: tensor<3x8xf32>
// CHECK-NOT: tensor.insert_slice
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: tensor.extract_slice %[[X]][%[[I]], 0]
func.func @no_inputs(%x: tensor<3x8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<8xf32>
  %s = tensor.empty() : tensor<3x8xf32>
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%ys = %s) -> tensor<3x8xf32> {
    %y = tensor.extract_slice %x[%i, 0] [1, 8] [1, 1] : tensor<3x8xf32> to tensor<8xf32>
    %same = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%y : tensor<8xf32>) {
    ^bb0(%old: f32):
      linalg.yield %old : f32
    } -> tensor<8xf32>
    %ya = tensor.insert_slice %same into %ys[%i, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<3x8xf32>
    scf.yield %ya : tensor<3x8xf32>
  }
  %1 = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %e) -> tensor<8xf32> {
    %y = tensor.extract_slice %0[%i, 0] [1, 8] [1, 1] : tensor<3x8xf32> to tensor<8xf32>
    %a = linalg.add ins(%sum, %y : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %a : tensor<8xf32>
  }
  return %1 : tensor<8xf32>
}

// -----

// A sum, which is loaded, and what is computed from it.
// CHECK-LABEL: func.func @sums(
// CHECK: %[[SAVED:.*]]:3 = scf.for
// CHECK-SAME: -> (tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<3x4xf32>)
// CHECK: linalg.reduce
// CHECK: linalg.exp
// CHECK: scf.for
// CHECK-NOT: linalg.reduce
// CHECK: %[[LOADED:.*]] = tensor.extract_slice %[[SAVED]]#2
// CHECK: linalg.exp ins(%[[LOADED]]
#row = affine_map<(i, j) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
func.func @sums(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %ve = tensor.empty() : tensor<4xf32>
  %vs = tensor.empty() : tensor<3x4xf32>
  %v0 = linalg.fill ins(%zero : f32) outs(%ve : tensor<4xf32>) -> tensor<4xf32>
  %xs = tensor.empty() : tensor<3x4x8xf32>
  %0:4 = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x, %ys = %xs, %sums = %vs, %exps = %vs)
      -> (tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<3x4xf32>, tensor<3x4xf32>) {
    %t = linalg.tanh ins(%y : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %r = linalg.reduce {arith.addf} ins(%y : tensor<4x8xf32>) outs(%v0 : tensor<4xf32>) dimensions = [1]
    %z = linalg.exp ins(%r : tensor<4xf32>) outs(%ve : tensor<4xf32>) -> tensor<4xf32>
    %ya = tensor.insert_slice %y into %ys[%i, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<4x8xf32> into tensor<3x4x8xf32>
    %ra = tensor.insert_slice %r into %sums[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
    %za = tensor.insert_slice %z into %exps[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
    %next = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%t, %z : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %p = arith.mulf %a, %b : f32
      linalg.yield %p : f32
    } -> tensor<4x8xf32>
    scf.yield %next, %ya, %ra, %za : tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<3x4xf32>, tensor<3x4xf32>
  }
  %1 = scf.for %i = %c0 to %c3 step %c1 iter_args(%d = %0#0) -> tensor<4x8xf32> {
    %y = tensor.extract_slice %0#1[%i, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<3x4x8xf32> to tensor<4x8xf32>
    %r = tensor.extract_slice %0#2[%i, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
    %z = tensor.extract_slice %0#3[%i, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
    %next = linalg.generic {indexing_maps = [#id, #id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%d, %y, %r, %z : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %f: f32, %g: f32, %o: f32):
      %p = arith.mulf %a, %g : f32
      %q = arith.mulf %b, %f : f32
      %u = arith.addf %p, %q : f32
      linalg.yield %u : f32
    } -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  return %1 : tensor<4x8xf32>
}

// -----

// The scores, weights and output of attention, but not the product of a matrix.
// CHECK-LABEL: func.func @attention(
// CHECK-SAME: %[[Q:[^:]*]]: tensor<3x2x16x8xbf16>, %[[K:[^:]*]]: tensor<3x2x16x8xbf16>
// CHECK: %[[SAVED:.*]] = scf.for
// CHECK-SAME: -> (tensor<3x16x8xf32>)
// CHECK: scf.for
// CHECK-DAG: %[[QI:.*]] = tensor.extract_slice %[[Q]]
// CHECK-DAG: %[[KI:.*]] = tensor.extract_slice %[[K]]
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[QI]], %[[KI]]
// CHECK: linalg.exp ins(%[[S]]
// CHECK: %[[W:.*]] = linalg.generic
// CHECK: arith.divf
// CHECK: %[[N:.*]] = linalg.generic {{.*}} ins(%[[W]] :
// CHECK-DAG: linalg.generic {{.*}} ins(%[[N]], %[[KI]]
// CHECK-DAG: tensor.extract_slice %[[SAVED]]
// CHECK: return

// The same with weights of which a mask drops some: kernels of attention have
// no dropout.
// CHECK-LABEL: func.func @dropout(
// CHECK: scf.for
// CHECK-SAME: -> (tensor<3x2x16x16xf32>, tensor<3x2x16x8xf32>, tensor<3x16x8xf32>)
// CHECK: scf.for
// CHECK-NOT: linalg.exp
// CHECK: return
#q = affine_map<(b, i, j, k) -> (b, i, k)>
#k = affine_map<(b, i, j, k) -> (b, j, k)>
#v = affine_map<(b, i, j, k) -> (b, k, j)>
#s = affine_map<(b, i, j, k) -> (b, i, j)>
#x = affine_map<(i, j, k) -> (i, k)>
#y = affine_map<(i, j, k) -> (k, j)>
#id = affine_map<(i, j, k) -> (i, j, k)>
#d = affine_map<(i, j, k) -> (i, j)>
func.func @attention(%q: tensor<3x2x16x8xbf16>, %k: tensor<3x2x16x8xbf16>, %mask: tensor<2x16x16xf32>,
                  %a: tensor<3x16x16xbf16>, %b: tensor<16x8xbf16>)
    -> (tensor<2x16x16xf32>, tensor<2x16x8xf32>, tensor<16x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x16x16xf32>
  %ne = tensor.empty() : tensor<2x16x16xbf16>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  %oe = tensor.empty() : tensor<2x16x8xf32>
  %of = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x16x8xf32>) -> tensor<2x16x8xf32>
  %ve = tensor.empty() : tensor<2x16xf32>
  %vf = linalg.fill ins(%zero : f32) outs(%ve : tensor<2x16xf32>) -> tensor<2x16xf32>
  %de = tensor.empty() : tensor<16x8xf32>
  %df = linalg.fill ins(%zero : f32) outs(%de : tensor<16x8xf32>) -> tensor<16x8xf32>
  %ws = tensor.empty() : tensor<3x2x16x16xf32>
  %os = tensor.empty() : tensor<3x2x16x8xf32>
  %ds = tensor.empty() : tensor<3x16x8xf32>
  %0:3 = scf.for %i = %c0 to %c3 step %c1 iter_args(%saved = %ws, %outs = %os, %others = %ds)
      -> (tensor<3x2x16x16xf32>, tensor<3x2x16x8xf32>, tensor<3x16x8xf32>) {
    %qi = tensor.extract_slice %q[%i, 0, 0, 0] [1, 2, 16, 8] [1, 1, 1, 1] : tensor<3x2x16x8xbf16> to tensor<2x16x8xbf16>
    %ki = tensor.extract_slice %k[%i, 0, 0, 0] [1, 2, 16, 8] [1, 1, 1, 1] : tensor<3x2x16x8xbf16> to tensor<2x16x8xbf16>
    %ai = tensor.extract_slice %a[%i, 0, 0] [1, 16, 16] [1, 1, 1] : tensor<3x16x16xbf16> to tensor<16x16xbf16>
    %scores = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
        ins(%qi, %ki : tensor<2x16x8xbf16>, tensor<2x16x8xbf16>) outs(%f : tensor<2x16x16xf32>) {
    ^bb0(%l: bf16, %r: bf16, %o: f32):
      %1 = arith.extf %l : bf16 to f32
      %2 = arith.extf %r : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %o, %3 : f32
      linalg.yield %4 : f32
    } -> tensor<2x16x16xf32>
    %d = linalg.generic {indexing_maps = [#x, #y, #d], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%ai, %b : tensor<16x16xbf16>, tensor<16x8xbf16>) outs(%df : tensor<16x8xf32>) {
    ^bb0(%l: bf16, %r: bf16, %o: f32):
      %1 = arith.extf %l : bf16 to f32
      %2 = arith.extf %r : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %o, %3 : f32
      linalg.yield %4 : f32
    } -> tensor<16x8xf32>
    %powers = linalg.exp ins(%scores : tensor<2x16x16xf32>) outs(%e : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
    %sums = linalg.reduce {arith.addf} ins(%powers : tensor<2x16x16xf32>) outs(%vf : tensor<2x16xf32>) dimensions = [2]
    %weights = linalg.generic {indexing_maps = [#id, #d, #id], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%powers, %sums : tensor<2x16x16xf32>, tensor<2x16xf32>) outs(%e : tensor<2x16x16xf32>) {
    ^bb0(%l: f32, %r: f32, %o: f32):
      %1 = arith.divf %l, %r : f32
      linalg.yield %1 : f32
    } -> tensor<2x16x16xf32>
    %narrow = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%weights : tensor<2x16x16xf32>) outs(%ne : tensor<2x16x16xbf16>) {
    ^bb0(%l: f32, %o: bf16):
      %1 = arith.truncf %l : f32 to bf16
      linalg.yield %1 : bf16
    } -> tensor<2x16x16xbf16>
    %out = linalg.generic {indexing_maps = [#q, #v, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
        ins(%narrow, %ki : tensor<2x16x16xbf16>, tensor<2x16x8xbf16>) outs(%of : tensor<2x16x8xf32>) {
    ^bb0(%l: bf16, %r: bf16, %o: f32):
      %1 = arith.extf %l : bf16 to f32
      %2 = arith.extf %r : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %o, %3 : f32
      linalg.yield %4 : f32
    } -> tensor<2x16x8xf32>
    %wa = tensor.insert_slice %weights into %saved[%i, 0, 0, 0] [1, 2, 16, 16] [1, 1, 1, 1] : tensor<2x16x16xf32> into tensor<3x2x16x16xf32>
    %oa = tensor.insert_slice %out into %outs[%i, 0, 0, 0] [1, 2, 16, 8] [1, 1, 1, 1] : tensor<2x16x8xf32> into tensor<3x2x16x8xf32>
    %da = tensor.insert_slice %d into %others[%i, 0, 0] [1, 16, 8] [1, 1, 1] : tensor<16x8xf32> into tensor<3x16x8xf32>
    scf.yield %wa, %oa, %da : tensor<3x2x16x16xf32>, tensor<3x2x16x8xf32>, tensor<3x16x8xf32>
  }
  %1:3 = scf.for %i = %c0 to %c3 step %c1 iter_args(%g = %f, %u = %of, %h = %df)
      -> (tensor<2x16x16xf32>, tensor<2x16x8xf32>, tensor<16x8xf32>) {
    %j = arith.subi %c2, %i : index
    %w = tensor.extract_slice %0#0[%j, 0, 0, 0] [1, 2, 16, 16] [1, 1, 1, 1] : tensor<3x2x16x16xf32> to tensor<2x16x16xf32>
    %o = tensor.extract_slice %0#1[%j, 0, 0, 0] [1, 2, 16, 8] [1, 1, 1, 1] : tensor<3x2x16x8xf32> to tensor<2x16x8xf32>
    %d = tensor.extract_slice %0#2[%j, 0, 0] [1, 16, 8] [1, 1, 1] : tensor<3x16x8xf32> to tensor<16x8xf32>
    %x = linalg.mul ins(%g, %w : tensor<2x16x16xf32>, tensor<2x16x16xf32>) outs(%e : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
    %y = linalg.mul ins(%u, %o : tensor<2x16x8xf32>, tensor<2x16x8xf32>) outs(%oe : tensor<2x16x8xf32>) -> tensor<2x16x8xf32>
    %z = linalg.add ins(%h, %d : tensor<16x8xf32>, tensor<16x8xf32>) outs(%de : tensor<16x8xf32>) -> tensor<16x8xf32>
    scf.yield %x, %y, %z : tensor<2x16x16xf32>, tensor<2x16x8xf32>, tensor<16x8xf32>
  }
  return %1#0, %1#1, %1#2 : tensor<2x16x16xf32>, tensor<2x16x8xf32>, tensor<16x8xf32>
}

func.func @dropout(%q: tensor<3x2x16x8xbf16>, %k: tensor<3x2x16x8xbf16>, %mask: tensor<2x16x16xf32>,
                  %a: tensor<3x16x16xbf16>, %b: tensor<16x8xbf16>)
    -> (tensor<2x16x16xf32>, tensor<2x16x8xf32>, tensor<16x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x16x16xf32>
  %ne = tensor.empty() : tensor<2x16x16xbf16>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  %oe = tensor.empty() : tensor<2x16x8xf32>
  %of = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x16x8xf32>) -> tensor<2x16x8xf32>
  %ve = tensor.empty() : tensor<2x16xf32>
  %vf = linalg.fill ins(%zero : f32) outs(%ve : tensor<2x16xf32>) -> tensor<2x16xf32>
  %de = tensor.empty() : tensor<16x8xf32>
  %df = linalg.fill ins(%zero : f32) outs(%de : tensor<16x8xf32>) -> tensor<16x8xf32>
  %ws = tensor.empty() : tensor<3x2x16x16xf32>
  %os = tensor.empty() : tensor<3x2x16x8xf32>
  %ds = tensor.empty() : tensor<3x16x8xf32>
  %0:3 = scf.for %i = %c0 to %c3 step %c1 iter_args(%saved = %ws, %outs = %os, %others = %ds)
      -> (tensor<3x2x16x16xf32>, tensor<3x2x16x8xf32>, tensor<3x16x8xf32>) {
    %qi = tensor.extract_slice %q[%i, 0, 0, 0] [1, 2, 16, 8] [1, 1, 1, 1] : tensor<3x2x16x8xbf16> to tensor<2x16x8xbf16>
    %ki = tensor.extract_slice %k[%i, 0, 0, 0] [1, 2, 16, 8] [1, 1, 1, 1] : tensor<3x2x16x8xbf16> to tensor<2x16x8xbf16>
    %ai = tensor.extract_slice %a[%i, 0, 0] [1, 16, 16] [1, 1, 1] : tensor<3x16x16xbf16> to tensor<16x16xbf16>
    %scores = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
        ins(%qi, %ki : tensor<2x16x8xbf16>, tensor<2x16x8xbf16>) outs(%f : tensor<2x16x16xf32>) {
    ^bb0(%l: bf16, %r: bf16, %o: f32):
      %1 = arith.extf %l : bf16 to f32
      %2 = arith.extf %r : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %o, %3 : f32
      linalg.yield %4 : f32
    } -> tensor<2x16x16xf32>
    %d = linalg.generic {indexing_maps = [#x, #y, #d], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%ai, %b : tensor<16x16xbf16>, tensor<16x8xbf16>) outs(%df : tensor<16x8xf32>) {
    ^bb0(%l: bf16, %r: bf16, %o: f32):
      %1 = arith.extf %l : bf16 to f32
      %2 = arith.extf %r : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %o, %3 : f32
      linalg.yield %4 : f32
    } -> tensor<16x8xf32>
    %powers = linalg.exp ins(%scores : tensor<2x16x16xf32>) outs(%e : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
    %sums = linalg.reduce {arith.addf} ins(%powers : tensor<2x16x16xf32>) outs(%vf : tensor<2x16xf32>) dimensions = [2]
    %weights = linalg.generic {indexing_maps = [#id, #d, #id], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%powers, %sums : tensor<2x16x16xf32>, tensor<2x16xf32>) outs(%e : tensor<2x16x16xf32>) {
    ^bb0(%l: f32, %r: f32, %o: f32):
      %1 = arith.divf %l, %r : f32
      linalg.yield %1 : f32
    } -> tensor<2x16x16xf32>
    %left = linalg.mul ins(%weights, %mask : tensor<2x16x16xf32>, tensor<2x16x16xf32>) outs(%e : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
    %narrow = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%left : tensor<2x16x16xf32>) outs(%ne : tensor<2x16x16xbf16>) {
    ^bb0(%l: f32, %o: bf16):
      %1 = arith.truncf %l : f32 to bf16
      linalg.yield %1 : bf16
    } -> tensor<2x16x16xbf16>
    %out = linalg.generic {indexing_maps = [#q, #v, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
        ins(%narrow, %ki : tensor<2x16x16xbf16>, tensor<2x16x8xbf16>) outs(%of : tensor<2x16x8xf32>) {
    ^bb0(%l: bf16, %r: bf16, %o: f32):
      %1 = arith.extf %l : bf16 to f32
      %2 = arith.extf %r : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %o, %3 : f32
      linalg.yield %4 : f32
    } -> tensor<2x16x8xf32>
    %wa = tensor.insert_slice %weights into %saved[%i, 0, 0, 0] [1, 2, 16, 16] [1, 1, 1, 1] : tensor<2x16x16xf32> into tensor<3x2x16x16xf32>
    %oa = tensor.insert_slice %out into %outs[%i, 0, 0, 0] [1, 2, 16, 8] [1, 1, 1, 1] : tensor<2x16x8xf32> into tensor<3x2x16x8xf32>
    %da = tensor.insert_slice %d into %others[%i, 0, 0] [1, 16, 8] [1, 1, 1] : tensor<16x8xf32> into tensor<3x16x8xf32>
    scf.yield %wa, %oa, %da : tensor<3x2x16x16xf32>, tensor<3x2x16x8xf32>, tensor<3x16x8xf32>
  }
  %1:3 = scf.for %i = %c0 to %c3 step %c1 iter_args(%g = %f, %u = %of, %h = %df)
      -> (tensor<2x16x16xf32>, tensor<2x16x8xf32>, tensor<16x8xf32>) {
    %j = arith.subi %c2, %i : index
    %w = tensor.extract_slice %0#0[%j, 0, 0, 0] [1, 2, 16, 16] [1, 1, 1, 1] : tensor<3x2x16x16xf32> to tensor<2x16x16xf32>
    %o = tensor.extract_slice %0#1[%j, 0, 0, 0] [1, 2, 16, 8] [1, 1, 1, 1] : tensor<3x2x16x8xf32> to tensor<2x16x8xf32>
    %d = tensor.extract_slice %0#2[%j, 0, 0] [1, 16, 8] [1, 1, 1] : tensor<3x16x8xf32> to tensor<16x8xf32>
    %x = linalg.mul ins(%g, %w : tensor<2x16x16xf32>, tensor<2x16x16xf32>) outs(%e : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
    %y = linalg.mul ins(%u, %o : tensor<2x16x8xf32>, tensor<2x16x8xf32>) outs(%oe : tensor<2x16x8xf32>) -> tensor<2x16x8xf32>
    %z = linalg.add ins(%h, %d : tensor<16x8xf32>, tensor<16x8xf32>) outs(%de : tensor<16x8xf32>) -> tensor<16x8xf32>
    scf.yield %x, %y, %z : tensor<2x16x16xf32>, tensor<2x16x8xf32>, tensor<16x8xf32>
  }
  return %1#0, %1#1, %1#2 : tensor<2x16x16xf32>, tensor<2x16x8xf32>, tensor<16x8xf32>
}

// -----

// What is saved transposed is saved as it is computed, and transposed where it
// is read.
// CHECK-LABEL: func.func @permuted(
// CHECK: %[[SAVED:.*]]:2 = scf.for
// CHECK-SAME: -> (tensor<4x8xf32>, tensor<3x4x8xf32>)
// CHECK: %[[Z:.*]] = linalg.matmul
// CHECK-NOT: linalg.transpose
// CHECK: tensor.insert_slice %[[Z]]
// CHECK: scf.for
// CHECK: %[[LOADED:.*]] = tensor.extract_slice %[[SAVED]]#1
// CHECK: linalg.transpose ins(%[[LOADED]]
func.func @permuted(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %te = tensor.empty() : tensor<8x4xf32>
  %s = tensor.empty() : tensor<3x8x4xf32>
  %0:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x, %saved = %s) -> (tensor<4x8xf32>, tensor<3x8x4xf32>) {
    %z = linalg.matmul ins(%y, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
    %t = linalg.transpose ins(%z : tensor<4x8xf32>) outs(%te : tensor<8x4xf32>) permutation = [1, 0]
    %a = tensor.insert_slice %t into %saved[%i, 0, 0] [1, 8, 4] [1, 1, 1] : tensor<8x4xf32> into tensor<3x8x4xf32>
    scf.yield %z, %a : tensor<4x8xf32>, tensor<3x8x4xf32>
  }
  %1 = scf.for %i = %c0 to %c3 step %c1 iter_args(%d = %w) -> tensor<8x8xf32> {
    %t = tensor.extract_slice %0#1[%i, 0, 0] [1, 8, 4] [1, 1, 1] : tensor<3x8x4xf32> to tensor<8x4xf32>
    %p = linalg.matmul ins(%t, %0#0 : tensor<8x4xf32>, tensor<4x8xf32>) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %p : tensor<8x8xf32>
  }
  return %1 : tensor<8x8xf32>
}
