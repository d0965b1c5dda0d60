// Loops and branches on tensors as front ends write lax.scan, fori_loop,
// while_loop, cond, dynamic_slice and dynamic_update_slice.

// DEFINE: %{entry} =
// DEFINE: %{run} = fused-run %s --entry=%{entry} --verify=quick | FileCheck %s
// CHECK: verification: PASS

// REDEFINE: %{entry} = scan
// RUN: %{run}
// REDEFINE: %{entry} = scan_backward
// RUN: %{run}
// REDEFINE: %{entry} = converge
// RUN: %{run}
// REDEFINE: %{entry} = branch
// RUN: %{run}
// REDEFINE: %{entry} = slices_at_numbers
// RUN: %{run}
// REDEFINE: %{entry} = slices_at_numbers_in_loop
// RUN: %{run}
// REDEFINE: %{entry} = cache
// RUN: %{run}
// REDEFINE: %{entry} = slices_at_wrapped_numbers
// RUN: %{run}
// REDEFINE: %{entry} = swap
// RUN: %{run}
// REDEFINE: %{entry} = previous
// RUN: %{run}
// REDEFINE: %{entry} = scatter_in_loop
// RUN: %{run}
// REDEFINE: %{entry} = no_iterations
// RUN: %{run}
// REDEFINE: %{entry} = nested
// RUN: %{run}

// Epilogs in loops.
// RUN: fused-run %s --entry=scan --report | FileCheck %s --check-prefix=SCAN
// SCAN: scan {{.*}} relu_bias

#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
#i = affine_map<(i, j) -> (i)>
#n = affine_map<() -> ()>

// h = relu(h w + b) + x[t]; y[t] = h
func.func @scan(%w: tensor<16x16xf32>, %b: tensor<16xf32>, %h0: tensor<7x16xf32>,
                %xs: tensor<5x7x16xf32>) -> (tensor<7x16xf32>, tensor<5x7x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %ys0 = arith.constant dense<0.0> : tensor<5x7x16xf32>
  %r:2 = scf.for %t = %c0 to %c5 step %c1 iter_args(%h = %h0, %ys = %ys0)
      -> (tensor<7x16xf32>, tensor<5x7x16xf32>) {
    %ti = arith.index_cast %t : index to i32
    %tt = tensor.from_elements %ti : tensor<i32>
    %tn = tensor.extract %tt[] : tensor<i32>
    %tx = arith.index_cast %tn : i32 to index
    %low = arith.maxsi %tx, %c0 : index
    %at = arith.minsi %low, %c4 : index
    %x = tensor.extract_slice %xs[%at, 0, 0] [1, 7, 16] [1, 1, 1]
        : tensor<5x7x16xf32> to tensor<7x16xf32>
    %e = tensor.empty() : tensor<7x16xf32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<7x16xf32>) -> tensor<7x16xf32>
    %p = linalg.matmul ins(%h, %w : tensor<7x16xf32>, tensor<16x16xf32>)
        outs(%z : tensor<7x16xf32>) -> tensor<7x16xf32>
    %a = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%p, %b : tensor<7x16xf32>, tensor<16xf32>) outs(%e : tensor<7x16xf32>) {
    ^bb0(%in: f32, %bias: f32, %out: f32):
      %0 = arith.addf %in, %bias : f32
      %1 = arith.maximumf %0, %zero : f32
      linalg.yield %1 : f32
    } -> tensor<7x16xf32>
    %next = arith.addf %a, %x : tensor<7x16xf32>
    %nexts = tensor.insert_slice %next into %ys[%at, 0, 0] [1, 7, 16] [1, 1, 1]
        : tensor<7x16xf32> into tensor<5x7x16xf32>
    scf.yield %next, %nexts : tensor<7x16xf32>, tensor<5x7x16xf32>
  }
  return %r#0, %r#1 : tensor<7x16xf32>, tensor<5x7x16xf32>
}

// From the last step to the first: gradients of the state, and the sum of those
// of the weights.
func.func @scan_backward(%w: tensor<16x16xf32>, %hs: tensor<5x7x16xf32>,
                         %gs: tensor<5x7x16xf32>) -> (tensor<16x16xf32>, tensor<7x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %dw0 = arith.constant dense<0.0> : tensor<16x16xf32>
  %g0 = arith.constant dense<0.0> : tensor<7x16xf32>
  %r:2 = scf.for %t = %c0 to %c5 step %c1 iter_args(%dw = %dw0, %g = %g0)
      -> (tensor<16x16xf32>, tensor<7x16xf32>) {
    %back = arith.subi %c4, %t : index
    %h = tensor.extract_slice %hs[%back, 0, 0] [1, 7, 16] [1, 1, 1]
        : tensor<5x7x16xf32> to tensor<7x16xf32>
    %gt = tensor.extract_slice %gs[%back, 0, 0] [1, 7, 16] [1, 1, 1]
        : tensor<5x7x16xf32> to tensor<7x16xf32>
    %sum = arith.addf %g, %gt : tensor<7x16xf32>
    %e0 = tensor.empty() : tensor<16x16xf32>
    %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %p = linalg.matmul
        indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
        ins(%h, %sum : tensor<7x16xf32>, tensor<7x16xf32>) outs(%z0 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %dw1 = arith.addf %dw, %p : tensor<16x16xf32>
    %e1 = tensor.empty() : tensor<7x16xf32>
    %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<7x16xf32>) -> tensor<7x16xf32>
    %g1 = linalg.matmul
        indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
        ins(%sum, %w : tensor<7x16xf32>, tensor<16x16xf32>) outs(%z1 : tensor<7x16xf32>) -> tensor<7x16xf32>
    scf.yield %dw1, %g1 : tensor<16x16xf32>, tensor<7x16xf32>
  }
  return %r#0, %r#1 : tensor<16x16xf32>, tensor<7x16xf32>
}

// Halves until the sum of magnitudes is below 1; counts in a tensor.
func.func @converge(%x0: tensor<9x5xf32>) -> (tensor<9x5xf32>, tensor<i32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : i32
  %c20 = arith.constant 20 : i32
  %count0 = arith.constant dense<0> : tensor<i32>
  %r:2 = scf.while (%x = %x0, %count = %count0)
      : (tensor<9x5xf32>, tensor<i32>) -> (tensor<9x5xf32>, tensor<i32>) {
    %e = tensor.empty() : tensor<f32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
    %sum = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
        ins(%x : tensor<9x5xf32>) outs(%z : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = math.absf %in : f32
      %1 = arith.addf %out, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<f32>
    %eb = tensor.empty() : tensor<i1>
    %goes = linalg.generic {indexing_maps = [#n, #n, #n], iterator_types = []}
        ins(%sum, %count : tensor<f32>, tensor<i32>) outs(%eb : tensor<i1>) {
    ^bb0(%in: f32, %number: i32, %out: i1):
      %0 = arith.cmpf ogt, %in, %one : f32
      %1 = arith.cmpi slt, %number, %c20 : i32
      %2 = arith.andi %0, %1 : i1
      linalg.yield %2 : i1
    } -> tensor<i1>
    %condition = tensor.extract %goes[] : tensor<i1>
    scf.condition(%condition) %x, %count : tensor<9x5xf32>, tensor<i32>
  } do {
  ^bb0(%x: tensor<9x5xf32>, %count: tensor<i32>):
    %e = tensor.empty() : tensor<9x5xf32>
    %next = linalg.map ins(%x : tensor<9x5xf32>) outs(%e : tensor<9x5xf32>)
      (%in: f32, %out: f32) {
        %0 = arith.mulf %in, %half : f32
        linalg.yield %0 : f32
      }
    %ei = tensor.empty() : tensor<i32>
    %more = linalg.map ins(%count : tensor<i32>) outs(%ei : tensor<i32>)
      (%in: i32, %out: i32) {
        %0 = arith.addi %in, %c1 : i32
        linalg.yield %0 : i32
      }
    scf.yield %next, %more : tensor<9x5xf32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<9x5xf32>, tensor<i32>
}

// One of two products, and nothing.
func.func @branch(%p: tensor<i32>, %x: tensor<7x16xf32>, %w: tensor<16x16xf32>,
                  %v: tensor<16x16xf32>) -> (tensor<7x16xf32>, tensor<7x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : i32
  %number = tensor.extract %p[] : tensor<i32>
  %positive = arith.cmpi sgt, %number, %c0 : i32
  %even_bit = arith.trunci %number : i32 to i1
  %y = scf.if %positive -> tensor<7x16xf32> {
    %e = tensor.empty() : tensor<7x16xf32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<7x16xf32>) -> tensor<7x16xf32>
    %0 = linalg.matmul ins(%x, %w : tensor<7x16xf32>, tensor<16x16xf32>)
        outs(%z : tensor<7x16xf32>) -> tensor<7x16xf32>
    scf.yield %0 : tensor<7x16xf32>
  } else {
    %e = tensor.empty() : tensor<7x16xf32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<7x16xf32>) -> tensor<7x16xf32>
    %0 = linalg.matmul ins(%x, %v : tensor<7x16xf32>, tensor<16x16xf32>)
        outs(%z : tensor<7x16xf32>) -> tensor<7x16xf32>
    %1 = arith.negf %0 : tensor<7x16xf32>
    scf.yield %1 : tensor<7x16xf32>
  }
  %same = scf.if %even_bit -> tensor<7x16xf32> {
    scf.yield %x : tensor<7x16xf32>
  } else {
    %0 = arith.addf %x, %y : tensor<7x16xf32>
    scf.yield %0 : tensor<7x16xf32>
  }
  return %y, %same : tensor<7x16xf32>, tensor<7x16xf32>
}

// The offsets are on the device; slices are moved to lie in the array.
func.func @slices_at_numbers(%s: tensor<2xi32>, %x: tensor<9x16xf32>, %u: tensor<3x5xf32>)
    -> (tensor<3x5xf32>, tensor<9x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c11 = arith.constant 11 : index
  %s0 = tensor.extract %s[%c0] : tensor<2xi32>
  %s1 = tensor.extract %s[%c1] : tensor<2xi32>
  %i0 = arith.index_cast %s0 : i32 to index
  %i1 = arith.index_cast %s1 : i32 to index
  %l0 = arith.maxsi %i0, %c0 : index
  %l1 = arith.maxsi %i1, %c0 : index
  %a0 = arith.minsi %l0, %c6 : index
  %a1 = arith.minsi %l1, %c11 : index
  %read = tensor.extract_slice %x[%a0, %a1] [3, 5] [1, 1] : tensor<9x16xf32> to tensor<3x5xf32>
  %twice = arith.addf %read, %read : tensor<3x5xf32>
  %written = tensor.insert_slice %u into %x[%a0, %a1] [3, 5] [1, 1]
      : tensor<3x5xf32> into tensor<9x16xf32>
  return %twice, %written : tensor<3x5xf32>, tensor<9x16xf32>
}

// Row ids[t] of the array is updated with its product.
func.func @slices_at_numbers_in_loop(%ids: tensor<6xi32>, %x0: tensor<9x16xf32>, %w: tensor<16x16xf32>)
    -> tensor<9x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %t = %c0 to %c6 step %c1 iter_args(%x = %x0) -> tensor<9x16xf32> {
    %id = tensor.extract %ids[%t] : tensor<6xi32>
    %i = arith.index_cast %id : i32 to index
    %l = arith.maxsi %i, %c0 : index
    %at = arith.minsi %l, %c8 : index
    %row = tensor.extract_slice %x[%at, 0] [1, 16] [1, 1] : tensor<9x16xf32> to tensor<1x16xf32>
    %e = tensor.empty() : tensor<1x16xf32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16xf32>) -> tensor<1x16xf32>
    %p = linalg.matmul ins(%row, %w : tensor<1x16xf32>, tensor<16x16xf32>)
        outs(%z : tensor<1x16xf32>) -> tensor<1x16xf32>
    %new = tensor.insert_slice %p into %x[%at, 0] [1, 16] [1, 1]
        : tensor<1x16xf32> into tensor<9x16xf32>
    scf.yield %new : tensor<9x16xf32>
  }
  return %r : tensor<9x16xf32>
}

// Two arrays change places in each iteration.
func.func @swap(%a0: tensor<7x16xf32>, %b0: tensor<7x16xf32>)
    -> (tensor<7x16xf32>, tensor<7x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r:2 = scf.for %t = %c0 to %c5 step %c1 iter_args(%a = %a0, %b = %b0)
      -> (tensor<7x16xf32>, tensor<7x16xf32>) {
    %sum = arith.addf %a, %b : tensor<7x16xf32>
    scf.yield %b, %sum : tensor<7x16xf32>, tensor<7x16xf32>
  }
  return %r#0, %r#1 : tensor<7x16xf32>, tensor<7x16xf32>
}

// What an iteration reads is the row that the one before has written.
func.func @previous(%rows0: tensor<6x16xf32>, %w: tensor<16x16xf32>) -> (tensor<6x16xf32>, tensor<1x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %first = tensor.extract_slice %rows0[0, 0] [1, 16] [1, 1] : tensor<6x16xf32> to tensor<1x16xf32>
  %r:2 = scf.for %t = %c1 to %c6 step %c1 iter_args(%rows = %rows0, %last = %first)
      -> (tensor<6x16xf32>, tensor<1x16xf32>) {
    %e = tensor.empty() : tensor<1x16xf32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16xf32>) -> tensor<1x16xf32>
    %p = linalg.matmul ins(%last, %w : tensor<1x16xf32>, tensor<16x16xf32>)
        outs(%z : tensor<1x16xf32>) -> tensor<1x16xf32>
    %row = tensor.extract_slice %rows[%t, 0] [1, 16] [1, 1] : tensor<6x16xf32> to tensor<1x16xf32>
    %new = arith.addf %p, %row : tensor<1x16xf32>
    %next = tensor.insert_slice %new into %rows[%t, 0] [1, 16] [1, 1]
        : tensor<1x16xf32> into tensor<6x16xf32>
    scf.yield %next, %new : tensor<6x16xf32>, tensor<1x16xf32>
  }
  return %r#0, %r#1 : tensor<6x16xf32>, tensor<1x16xf32>
}

// Batches of rows are added to a table, one after the other.
func.func @scatter_in_loop(%ids: tensor<3x40x1xi32>, %rows: tensor<3x40x16xf32>,
                           %table0: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %t = %c0 to %c3 step %c1 iter_args(%table = %table0) -> tensor<8x16xf32> {
    %i = tensor.extract_slice %ids[%t, 0, 0] [1, 40, 1] [1, 1, 1]
        : tensor<3x40x1xi32> to tensor<40x1xi32>
    %u = tensor.extract_slice %rows[%t, 0, 0] [1, 40, 16] [1, 1, 1]
        : tensor<3x40x16xf32> to tensor<40x16xf32>
    %windows = tensor.expand_shape %u [[0, 1], [2]] output_shape [40, 1, 16]
        : tensor<40x16xf32> into tensor<40x1x16xf32>
    %next = fused.scatter dimensions = [0]
        ins(%i, %windows : tensor<40x1xi32>, tensor<40x1x16xf32>)
        outs(%table : tensor<8x16xf32>) {
    ^bb0(%old: f32, %new: f32):
      %0 = arith.addf %old, %new : f32
      fused.yield %0 : f32
    } -> tensor<8x16xf32>
    scf.yield %next : tensor<8x16xf32>
  }
  return %r : tensor<8x16xf32>
}

func.func @no_iterations(%a0: tensor<7x16xf32>, %b0: tensor<7x16xf32>)
    -> (tensor<7x16xf32>, tensor<7x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %t = %c1 to %c0 step %c1 iter_args(%a = %a0, %b = %b0)
      -> (tensor<7x16xf32>, tensor<7x16xf32>) {
    %sum = arith.addf %a, %b : tensor<7x16xf32>
    scf.yield %b, %sum : tensor<7x16xf32>, tensor<7x16xf32>
  }
  return %r#0, %r#1 : tensor<7x16xf32>, tensor<7x16xf32>
}

// A loop in a loop, with a branch that only the host decides.
func.func @nested(%x0: tensor<4x5x16xf32>, %w: tensor<16x16xf32>) -> tensor<4x5x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %s = %c0 to %c4 step %c1 iter_args(%x = %x0) -> tensor<4x5x16xf32> {
    %part = tensor.extract_slice %x[%s, 0, 0] [1, 5, 16] [1, 1, 1]
        : tensor<4x5x16xf32> to tensor<5x16xf32>
    %inner = scf.for %t = %c0 to %c2 step %c1 iter_args(%y = %part) -> tensor<5x16xf32> {
      %e = tensor.empty() : tensor<5x16xf32>
      %z = linalg.fill ins(%zero : f32) outs(%e : tensor<5x16xf32>) -> tensor<5x16xf32>
      %p = linalg.matmul ins(%y, %w : tensor<5x16xf32>, tensor<16x16xf32>)
          outs(%z : tensor<5x16xf32>) -> tensor<5x16xf32>
      %first = arith.cmpi eq, %t, %c0 : index
      %next = scf.if %first -> tensor<5x16xf32> {
        %relu = linalg.map ins(%p : tensor<5x16xf32>) outs(%e : tensor<5x16xf32>)
          (%in: f32, %out: f32) {
            %0 = arith.maximumf %in, %zero : f32
            linalg.yield %0 : f32
          }
        scf.yield %relu : tensor<5x16xf32>
      } else {
        scf.yield %p : tensor<5x16xf32>
      }
      scf.yield %next : tensor<5x16xf32>
    }
    %new = tensor.insert_slice %inner into %x[%s, 0, 0] [1, 5, 16] [1, 1, 1]
        : tensor<5x16xf32> into tensor<4x5x16xf32>
    scf.yield %new : tensor<4x5x16xf32>
  }
  return %r : tensor<4x5x16xf32>
}

// Keys are written to a cache at a position that the program is given; a query
// meets all of them. One number and one column of the cache are read, too.
func.func @cache(%at: tensor<i32>, %cache: tensor<2x8x16xf32>, %k: tensor<2x16xf32>, %q: tensor<2x16xf32>)
    -> (tensor<2x8x16xf32>, tensor<2x8xf32>, tensor<f32>, tensor<2xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %number = tensor.extract %at[] : tensor<i32>
  %i = arith.index_cast %number : i32 to index
  %low = arith.maxsi %i, %c0 : index
  %place = arith.minsi %low, %c7 : index
  %new = tensor.insert_slice %k into %cache[0, %place, 0] [2, 1, 16] [1, 1, 1]
      : tensor<2x16xf32> into tensor<2x8x16xf32>
  %e = tensor.empty() : tensor<2x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x8xf32>) -> tensor<2x8xf32>
  %scores = linalg.batch_matvec ins(%new, %q : tensor<2x8x16xf32>, tensor<2x16xf32>)
      outs(%z : tensor<2x8xf32>) -> tensor<2x8xf32>
  %one = tensor.extract_slice %cache[1, %place, 3] [1, 1, 1] [1, 1, 1]
      : tensor<2x8x16xf32> to tensor<f32>
  %column = tensor.extract_slice %new[0, %place, 5] [2, 1, 1] [1, 1, 1]
      : tensor<2x8x16xf32> to tensor<2xf32>
  return %new, %scores, %one, %column
      : tensor<2x8x16xf32>, tensor<2x8xf32>, tensor<f32>, tensor<2xf32>
}

// As JAX writes a slice: a negative position counts from the end.
func.func @slices_at_wrapped_numbers(%x: tensor<9x16xf32>, %u: tensor<3x16xf32>, %at: tensor<i32>)
    -> (tensor<3x16xf32>, tensor<9x16xf32>) {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0 : i32
  %c9 = arith.constant 9 : i32
  %e = tensor.empty() : tensor<i32>
  %wrapped = linalg.generic {indexing_maps = [#n, #n], iterator_types = []}
      ins(%at : tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%in: i32, %out: i32):
    %0 = arith.cmpi slt, %in, %zero : i32
    %1 = arith.addi %in, %c9 : i32
    %2 = arith.select %0, %1, %in : i32
    linalg.yield %2 : i32
  } -> tensor<i32>
  %number = tensor.extract %wrapped[] : tensor<i32>
  %i = arith.index_cast %number : i32 to index
  %low = arith.maxsi %i, %c0 : index
  %place = arith.minsi %low, %c6 : index
  %read = tensor.extract_slice %x[%place, 0] [3, 16] [1, 1] : tensor<9x16xf32> to tensor<3x16xf32>
  %written = tensor.insert_slice %u into %x[%place, 0] [3, 16] [1, 1]
      : tensor<3x16xf32> into tensor<9x16xf32>
  return %read, %written : tensor<3x16xf32>, tensor<9x16xf32>
}
