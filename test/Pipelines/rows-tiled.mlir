// RUN: fused-opt %s --transform-interpreter --canonicalize -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: fused-run %t.mlir --entry=main --verify=quick
// RUN: %if emulator %{ fused-run %t.mlir --entry=main --target=cuda --emulate --verify=quick %}

// Rows that were tiled have the results of those that were not, on both
// targets; the last tile is smaller.

// CHECK-LABEL: func.func @main(
// CHECK: fused.rows {{.*}} tensor<33x20xf32>
// CHECK: scf.for
// CHECK: fused.rows {{.*}} tensor<?x20xf32>

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

module attributes {transform.with_named_sequence} {
  func.func @main(%x: tensor<33x20xf32>, %b: tensor<20xf32>, %start: tensor<33xf32>) -> (tensor<33x20xf32>, tensor<33xf32>) {
    %lowest = arith.constant 0xFF800000 : f32
    %e = tensor.empty() : tensor<33x20xf32>
    %r = tensor.empty() : tensor<33xf32>
    %plain:2 = fused.rows over [1] maps [#ij, #j, #i, #ij, #i]
        ins(%x, %b, %start : tensor<33x20xf32>, tensor<20xf32>, tensor<33xf32>)
        outs(%e, %r : tensor<33x20xf32>, tensor<33xf32>) {
    ^bb0(%in: f32, %bias: f32, %first: f32):
      %i = fused.index 0 : index
      %n = arith.index_cast %i : index to i32
      %f = arith.sitofp %n : i32 to f32
      %0 = arith.addf %in, %bias : f32
      %max = fused.reduce maximumf %0 init(%lowest) : f32
      %1 = arith.subf %0, %max : f32
      %2 = math.exp %1 : f32
      %3 = math.absf %first : f32
      %sum = fused.reduce addf %2 init(%3) : f32
      %4 = arith.divf %2, %sum : f32
      %5 = arith.addf %4, %f : f32
      fused.yield %5, %sum : f32, f32
    } -> tensor<33x20xf32>, tensor<33xf32>
    %tiled:2 = fused.rows over [1] maps [#ij, #j, #i, #ij, #i]
        ins(%x, %b, %start : tensor<33x20xf32>, tensor<20xf32>, tensor<33xf32>)
        outs(%e, %r : tensor<33x20xf32>, tensor<33xf32>) {
    ^bb0(%in: f32, %bias: f32, %first: f32):
      %i = fused.index 0 : index
      %n = arith.index_cast %i : index to i32
      %f = arith.sitofp %n : i32 to f32
      %0 = arith.addf %in, %bias : f32
      %max = fused.reduce maximumf %0 init(%lowest) : f32
      %1 = arith.subf %0, %max : f32
      %2 = math.exp %1 : f32
      %3 = math.absf %first : f32
      %sum = fused.reduce addf %2 init(%3) : f32
      %4 = arith.divf %2, %sum : f32
      %5 = arith.addf %4, %f : f32
      fused.yield %5, %sum : f32, f32
    } {tile} -> tensor<33x20xf32>, tensor<33xf32>
    %d = linalg.generic {indexing_maps = [#ij, #ij, #i, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%plain#0, %tiled#0, %plain#1, %tiled#1 : tensor<33x20xf32>, tensor<33x20xf32>, tensor<33xf32>, tensor<33xf32>)
        outs(%e : tensor<33x20xf32>) {
    ^bb0(%p: f32, %q: f32, %s: f32, %t: f32, %o: f32):
      // Close, equal if infinite, or both no numbers.
      %small = arith.constant 1.0e-04 : f32
      %d0 = arith.subf %p, %q : f32
      %a0 = math.absf %d0 : f32
      %close0 = arith.cmpf ole, %a0, %small : f32
      %equal0 = arith.cmpf oeq, %p, %q : f32
      %np = arith.cmpf uno, %p, %p : f32
      %nq = arith.cmpf uno, %q, %q : f32
      %none0 = arith.andi %np, %nq : i1
      %or0 = arith.ori %close0, %equal0 : i1
      %c0 = arith.ori %or0, %none0 : i1
      %d1 = arith.subf %s, %t : f32
      %a1 = math.absf %d1 : f32
      %as = math.absf %s : f32
      %bound = arith.mulf %as, %small : f32
      %close1 = arith.cmpf ole, %a1, %bound : f32
      %equal1 = arith.cmpf oeq, %s, %t : f32
      %ns = arith.cmpf uno, %s, %s : f32
      %nt = arith.cmpf uno, %t, %t : f32
      %none1 = arith.andi %ns, %nt : i1
      %or1 = arith.ori %close1, %equal1 : i1
      %c1 = arith.ori %or1, %none1 : i1
      %c = arith.andi %c0, %c1 : i1
      cf.assert %c, "tiles have other results"
      linalg.yield %p : f32
    } -> tensor<33x20xf32>
    return %d, %tiled#1 : tensor<33x20xf32>, tensor<33xf32>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %rows = transform.structured.match ops{["fused.rows"]} attributes{tile} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %rows tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
