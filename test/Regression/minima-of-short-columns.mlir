// RUN: fused-run %s --verify
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify=quick %}

// LLVM vectorised the loop over rows, with a minimum for each column, and left
// out the rows after the first vector.
func.func @main(%a: tensor<12x9xf64>, %b: tensor<13x9xf32>, %c: tensor<13x32xf64>)
    -> (tensor<9xf64>, tensor<9xf32>, tensor<32xf64>) {
  %most = arith.constant 0x7FF0000000000000 : f64
  %least = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<9xf64>
  %f0 = linalg.fill ins(%most : f64) outs(%e0 : tensor<9xf64>) -> tensor<9xf64>
  %0 = linalg.reduce { arith.minnumf } ins(%a : tensor<12x9xf64>) outs(%f0 : tensor<9xf64>) dimensions = [0]
  %e1 = tensor.empty() : tensor<9xf32>
  %f1 = linalg.fill ins(%least : f32) outs(%e1 : tensor<9xf32>) -> tensor<9xf32>
  %1 = linalg.reduce { arith.maxnumf } ins(%b : tensor<13x9xf32>) outs(%f1 : tensor<9xf32>) dimensions = [0]
  %e2 = tensor.empty() : tensor<32xf64>
  %f2 = linalg.fill ins(%most : f64) outs(%e2 : tensor<32xf64>) -> tensor<32xf64>
  %2 = linalg.reduce { arith.minnumf } ins(%c : tensor<13x32xf64>) outs(%f2 : tensor<32xf64>) dimensions = [0]
  return %0, %1, %2 : tensor<9xf64>, tensor<9xf32>, tensor<32xf64>
}
