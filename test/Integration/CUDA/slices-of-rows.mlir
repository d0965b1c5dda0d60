// REQUIRES: emulator

// Rows that begin where no vector may: threads access elements one by one, and
// rows are shared as others are.

// DEFINE: %{entry} =
// DEFINE: %{run} = fused-run %s --entry=%{entry} --target=cuda --emulate --verify | FileCheck %s

// REDEFINE: %{entry} = softmax
// RUN: %{run}
// REDEFINE: %{entry} = softmax_bf16
// RUN: %{run}
// REDEFINE: %{entry} = part_of_a_row
// RUN: %{run}
// CHECK: verification: PASS

func.func @softmax(%x: tensor<9x257xf32>) -> tensor<9x256xf32> {
  %slice = tensor.extract_slice %x[0, 1] [9, 256] [1, 1] : tensor<9x257xf32> to tensor<9x256xf32>
  %empty = tensor.empty() : tensor<9x256xf32>
  %r = linalg.softmax dimension(1) ins(%slice : tensor<9x256xf32>) outs(%empty : tensor<9x256xf32>) -> tensor<9x256xf32>
  return %r : tensor<9x256xf32>
}

func.func @softmax_bf16(%x: tensor<5x1003xbf16>) -> tensor<5x1000xbf16> {
  %slice = tensor.extract_slice %x[0, 3] [5, 1000] [1, 1] : tensor<5x1003xbf16> to tensor<5x1000xbf16>
  %empty = tensor.empty() : tensor<5x1000xbf16>
  %r = linalg.softmax dimension(1) ins(%slice : tensor<5x1000xbf16>) outs(%empty : tensor<5x1000xbf16>) -> tensor<5x1000xbf16>
  return %r : tensor<5x1000xbf16>
}

// Some threads have no last vector.
func.func @part_of_a_row(%x: tensor<3x377xf32>) -> tensor<3x372xf32> {
  %slice = tensor.extract_slice %x[0, 5] [3, 372] [1, 1] : tensor<3x377xf32> to tensor<3x372xf32>
  %empty = tensor.empty() : tensor<3x372xf32>
  %r = linalg.softmax dimension(1) ins(%slice : tensor<3x372xf32>) outs(%empty : tensor<3x372xf32>) -> tensor<3x372xf32>
  return %r : tensor<3x372xf32>
}
