// RUN: fused-run %s --entry=silu --verify --seed=1,2,3 | FileCheck %s
// RUN: fused-run %s --entry=operands --verify --seed=1,2,3 | FileCheck %s
// RUN: fused-run %s --entry=sums --verify --seed=1,2,3 | FileCheck %s
// RUN: fused-run %s --entry=unknown_sizes --verify --dynamic-size=37 | FileCheck %s

// Products with any epilog, where no kernel is made of them.
// CHECK: verification: PASS

#point = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>

func.func @silu(%a: tensor<37x29xbf16>, %b: tensor<29x131xbf16>, %v: tensor<131xbf16>)
    -> (tensor<37x131xbf16>, tensor<37x131xbf16>) {
  %one = arith.constant 1.0 : f32
  %0 = tensor.empty() : tensor<37x131xbf16>
  %1 = tensor.empty() : tensor<37x131xbf16>
  %r:2 = fused.product ins(%a, %b : tensor<37x29xbf16>, tensor<29x131xbf16>)
      with(%v : tensor<131xbf16>) maps [#column, #point, #point]
      outs(%0, %1 : tensor<37x131xbf16>, tensor<37x131xbf16>) {
  ^bb0(%acc: f32, %bias: bf16):
    %2 = arith.extf %bias : bf16 to f32
    %3 = arith.addf %acc, %2 : f32
    %4 = arith.negf %3 : f32
    %5 = math.exp %4 : f32
    %6 = arith.addf %5, %one : f32
    %7 = arith.divf %3, %6 : f32
    %8 = arith.truncf %7 : f32 to bf16
    %9 = arith.truncf %3 : f32 to bf16
    fused.yield %8, %9 : bf16, bf16
  } -> tensor<37x131xbf16>, tensor<37x131xbf16>
  return %r#0, %r#1 : tensor<37x131xbf16>, tensor<37x131xbf16>
}

func.func @operands(%a: tensor<29x37xf32>, %b: tensor<131x29xf32>, %w: tensor<37xf32>,
                    %x: tensor<37x131xf32>, %n: tensor<f32>, %s: f32) -> tensor<37x131xf32> {
  %0 = tensor.empty() : tensor<37x131xf32>
  %r = fused.product transpose_a transpose_b ins(%a, %b : tensor<29x37xf32>, tensor<131x29xf32>)
      with(%w, %x, %n, %s : tensor<37xf32>, tensor<37x131xf32>, tensor<f32>, f32)
      maps [#row, #point, #none, #none, #point] outs(%0 : tensor<37x131xf32>) {
  ^bb0(%acc: f32, %scale: f32, %in: f32, %y: f32, %z: f32):
    %1 = arith.mulf %acc, %scale : f32
    %2 = arith.addf %1, %in : f32
    %3 = arith.mulf %2, %y : f32
    %4 = arith.addf %3, %z : f32
    fused.yield %4 : f32
  } -> tensor<37x131xf32>
  return %r : tensor<37x131xf32>
}

func.func @unknown_sizes(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %0 = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = fused.product ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) maps [#point]
      outs(%0 : tensor<?x?xf32>) {
  ^bb0(%acc: f32):
    %1 = math.tanh %acc : f32
    fused.yield %1 : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @sums(%a: tensor<37x29xbf16>, %b: tensor<29x131xbf16>)
    -> (tensor<37x131xbf16>, tensor<131xbf16>, tensor<37xf32>) {
  %0 = tensor.empty() : tensor<37x131xbf16>
  %1 = tensor.empty() : tensor<131xbf16>
  %2 = tensor.empty() : tensor<37xf32>
  %r:3 = fused.product ins(%a, %b : tensor<37x29xbf16>, tensor<29x131xbf16>) maps [#point, #column, #row]
      outs(%0, %1, %2 : tensor<37x131xbf16>, tensor<131xbf16>, tensor<37xf32>) {
  ^bb0(%acc: f32):
    %3 = math.tanh %acc : f32
    %4 = arith.truncf %3 : f32 to bf16
    fused.yield %4, %3, %acc : bf16, f32, f32
  } -> tensor<37x131xbf16>, tensor<131xbf16>, tensor<37xf32>
  return %r#0, %r#1, %r#2 : tensor<37x131xbf16>, tensor<131xbf16>, tensor<37xf32>
}
