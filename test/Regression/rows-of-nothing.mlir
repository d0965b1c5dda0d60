// RUN: fused-run %s --verify=quick
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify=quick %}

// The maximum of no elements is what it begins with, on every target; the
// operation before it has the same loops.
func.func @main(%x: tensor<0x3x8xi16>, %y: tensor<5x0xf32>)
    -> (tensor<i16>, tensor<0x3x8xi16>, tensor<5xf32>) {
  %z = arith.constant 7 : i16
  %e = tensor.empty() : tensor<i16>
  %f = linalg.fill ins(%z : i16) outs(%e : tensor<i16>) -> tensor<i16>
  %e2 = tensor.empty() : tensor<0x3x8xi16>
  %s = linalg.add ins(%x, %x : tensor<0x3x8xi16>, tensor<0x3x8xi16>)
      outs(%e2 : tensor<0x3x8xi16>) -> tensor<0x3x8xi16>
  %m = linalg.reduce { arith.maxui } ins(%s : tensor<0x3x8xi16>)
      outs(%f : tensor<i16>) dimensions = [0, 1, 2]
  %lowest = arith.constant 0xFF800000 : f32
  %e3 = tensor.empty() : tensor<5xf32>
  %f3 = linalg.fill ins(%lowest : f32) outs(%e3 : tensor<5xf32>)
      -> tensor<5xf32>
  %n = linalg.reduce { arith.maximumf } ins(%y : tensor<5x0xf32>)
      outs(%f3 : tensor<5xf32>) dimensions = [1]
  return %m, %s, %n : tensor<i16>, tensor<0x3x8xi16>, tensor<5xf32>
}
