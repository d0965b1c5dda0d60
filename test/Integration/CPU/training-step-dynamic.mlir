// A training step of two layers with sizes that are not known, as torch-mlir
// writes its parts: products from a filled init, ReLU by `ugt` and its gradient
// by `ule`, sums by linalg.reduce.

// DEFINE: %{type} =
// DEFINE: %{shapes} =
// DEFINE: %{run} = sed 's/TYPE/%{type}/g' %s > %t.mlir && fused-run %t.mlir --shape=0=%{shapes}x13 --shape=1=13x31 --shape=2=31 --shape=3=31x7 --shape=4=7 --shape=5=%{shapes}x7 --report --verify | FileCheck %s

// CHECK: relu_aux_bias
// CHECK: {{ }}bias, c
// CHECK: bgradb
// CHECK: drelu_bgrad
// CHECK: verification: PASS

// REDEFINE: %{type} = f32
// REDEFINE: %{shapes} = 17
// RUN: %{run}
// REDEFINE: %{shapes} = 1
// RUN: %{run}
// REDEFINE: %{type} = f16
// REDEFINE: %{shapes} = 129
// RUN: %{run}
// REDEFINE: %{type} = bf16
// RUN: %{run}
// REDEFINE: %{type} = f64
// REDEFINE: %{shapes} = 5
// RUN: %{run}

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

func.func @main(
    %x: tensor<?x?xTYPE>, %w1: tensor<?x?xTYPE>, %b1: tensor<?xTYPE>,
    %w2: tensor<?x?xTYPE>, %b2: tensor<?xTYPE>, %y: tensor<?x?xTYPE>)
    -> (tensor<?x?xTYPE>, tensor<?xTYPE>, tensor<?x?xTYPE>, tensor<?xTYPE>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : TYPE
  %m = tensor.dim %x, %c0 : tensor<?x?xTYPE>
  %i = tensor.dim %x, %c1 : tensor<?x?xTYPE>
  %h = tensor.dim %w1, %c1 : tensor<?x?xTYPE>
  %o = tensor.dim %w2, %c1 : tensor<?x?xTYPE>
  %emh = tensor.empty(%m, %h) : tensor<?x?xTYPE>
  %emo = tensor.empty(%m, %o) : tensor<?x?xTYPE>
  %eih = tensor.empty(%i, %h) : tensor<?x?xTYPE>
  %eho = tensor.empty(%h, %o) : tensor<?x?xTYPE>
  %eh = tensor.empty(%h) : tensor<?xTYPE>
  %eo = tensor.empty(%o) : tensor<?xTYPE>
  %zmh = linalg.fill ins(%zero : TYPE) outs(%emh : tensor<?x?xTYPE>) -> tensor<?x?xTYPE>
  %zmo = linalg.fill ins(%zero : TYPE) outs(%emo : tensor<?x?xTYPE>) -> tensor<?x?xTYPE>
  %zih = linalg.fill ins(%zero : TYPE) outs(%eih : tensor<?x?xTYPE>) -> tensor<?x?xTYPE>
  %zho = linalg.fill ins(%zero : TYPE) outs(%eho : tensor<?x?xTYPE>) -> tensor<?x?xTYPE>
  %zh = linalg.fill ins(%zero : TYPE) outs(%eh : tensor<?xTYPE>) -> tensor<?xTYPE>
  %zo = linalg.fill ins(%zero : TYPE) outs(%eo : tensor<?xTYPE>) -> tensor<?xTYPE>

  // Forward.
  %p1 = linalg.matmul ins(%x, %w1 : tensor<?x?xTYPE>, tensor<?x?xTYPE>)
      outs(%zmh : tensor<?x?xTYPE>) -> tensor<?x?xTYPE>
  %a1 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p1, %b1 : tensor<?x?xTYPE>, tensor<?xTYPE>)
      outs(%emh : tensor<?x?xTYPE>) {
  ^bb0(%s: TYPE, %b: TYPE, %out: TYPE):
    %0 = arith.addf %s, %b : TYPE
    linalg.yield %0 : TYPE
  } -> tensor<?x?xTYPE>
  %h1 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%a1 : tensor<?x?xTYPE>) outs(%emh : tensor<?x?xTYPE>) {
  ^bb0(%s: TYPE, %out: TYPE):
    %0 = arith.cmpf ugt, %s, %zero : TYPE
    %1 = arith.select %0, %s, %zero : TYPE
    linalg.yield %1 : TYPE
  } -> tensor<?x?xTYPE>
  %p2 = linalg.matmul ins(%h1, %w2 : tensor<?x?xTYPE>, tensor<?x?xTYPE>)
      outs(%zmo : tensor<?x?xTYPE>) -> tensor<?x?xTYPE>
  %g2 = linalg.generic {
      indexing_maps = [#mn, #n, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p2, %b2, %y : tensor<?x?xTYPE>, tensor<?xTYPE>, tensor<?x?xTYPE>)
      outs(%emo : tensor<?x?xTYPE>) {
  ^bb0(%s: TYPE, %b: TYPE, %t: TYPE, %out: TYPE):
    %0 = arith.addf %s, %b : TYPE
    %1 = arith.subf %0, %t : TYPE
    linalg.yield %1 : TYPE
  } -> tensor<?x?xTYPE>

  // Backward: the mask is that of x >= 0 or NaN.
  %dw2 = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
                       affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%h1, %g2 : tensor<?x?xTYPE>, tensor<?x?xTYPE>)
      outs(%zho : tensor<?x?xTYPE>) -> tensor<?x?xTYPE>
  %db2 = linalg.reduce ins(%g2 : tensor<?x?xTYPE>) outs(%zo : tensor<?xTYPE>)
      dimensions = [0]
      (%in: TYPE, %acc: TYPE) {
        %0 = arith.addf %acc, %in : TYPE
        linalg.yield %0 : TYPE
      }
  %d1 = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%g2, %w2 : tensor<?x?xTYPE>, tensor<?x?xTYPE>)
      outs(%zmh : tensor<?x?xTYPE>) -> tensor<?x?xTYPE>
  %g1 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%d1, %a1 : tensor<?x?xTYPE>, tensor<?x?xTYPE>)
      outs(%emh : tensor<?x?xTYPE>) {
  ^bb0(%g: TYPE, %s: TYPE, %out: TYPE):
    %0 = arith.cmpf olt, %s, %zero : TYPE
    %1 = arith.select %0, %zero, %g : TYPE
    linalg.yield %1 : TYPE
  } -> tensor<?x?xTYPE>
  %dw1 = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
                       affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %g1 : tensor<?x?xTYPE>, tensor<?x?xTYPE>)
      outs(%zih : tensor<?x?xTYPE>) -> tensor<?x?xTYPE>
  %db1 = linalg.reduce ins(%g1 : tensor<?x?xTYPE>) outs(%zh : tensor<?xTYPE>)
      dimensions = [0]
      (%in: TYPE, %acc: TYPE) {
        %0 = arith.addf %acc, %in : TYPE
        linalg.yield %0 : TYPE
      }
  return %dw1, %db1, %dw2, %db2
      : tensor<?x?xTYPE>, tensor<?xTYPE>, tensor<?x?xTYPE>, tensor<?xTYPE>
}
