// RUN: fused-run %s --entry=f32 --verify --seed=1,2,3 | FileCheck %s
// RUN: fused-run %s --entry=bf16 --verify --seed=1,2,3 | FileCheck %s
// RUN: fused-run %s --entry=f64_from_boolean --verify --dynamic-size=37 | FileCheck %s

// Products multiplied by a mask keep NaN where the mask is not set.
// CHECK: verification: PASS

func.func @f32(%a: tensor<37x29xf32>, %b: tensor<29x131xf32>,
               %c: tensor<37x131xf32>, %mask: tensor<37x32xi8>)
    -> (tensor<37x131xf32>, tensor<131xf32>) {
  %0 = tensor.empty() : tensor<37x131xf32>
  %1 = tensor.empty() : tensor<131xf32>
  %d, %s = fused.matmul epilog(drelu_bgrad) multiply_mask beta(0.5)
      ins(%a, %b : tensor<37x29xf32>, tensor<29x131xf32>)
      c(%c : tensor<37x131xf32>) aux(%mask : tensor<37x32xi8>)
      outs(%0, %1 : tensor<37x131xf32>, tensor<131xf32>)
      -> tensor<37x131xf32>, tensor<131xf32>
  return %d, %s : tensor<37x131xf32>, tensor<131xf32>
}

func.func @bf16(%a: tensor<3x5x29xbf16>, %b: tensor<3x17x29xbf16>,
                %mask: tensor<3x5x16xi8>) -> tensor<3x5x17xbf16> {
  %0 = tensor.empty() : tensor<3x5x17xbf16>
  %d = fused.matmul epilog(drelu) transpose_b multiply_mask
      ins(%a, %b : tensor<3x5x29xbf16>, tensor<3x17x29xbf16>)
      aux(%mask : tensor<3x5x16xi8>)
      outs(%0 : tensor<3x5x17xbf16>) -> tensor<3x5x17xbf16>
  return %d : tensor<3x5x17xbf16>
}

func.func @f64_from_boolean(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>,
                            %x: tensor<?x?xi1>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xi1>
  %n = tensor.dim %x, %c1 : tensor<?x?xi1>
  %bytes = affine.apply affine_map<(d0) -> (d0 ceildiv 128 * 16)>(%n)
  %0 = tensor.empty(%m, %bytes) : tensor<?x?xi8>
  %mask = fused.pack_mask ins(%x : tensor<?x?xi1>)
      outs(%0 : tensor<?x?xi8>) -> tensor<?x?xi8>
  %1 = tensor.empty(%m, %n) : tensor<?x?xf64>
  %d = fused.matmul epilog(drelu) multiply_mask
      ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>)
      aux(%mask : tensor<?x?xi8>)
      outs(%1 : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %d : tensor<?x?xf64>
}
