// RUN: fused-run %s --entry=clip --verify --seed=1,2,3 | FileCheck %s
// RUN: fused-run %s --entry=bias_relu_bf16 --verify --seed=1,2 | FileCheck %s
// RUN: fused-run %s --entry=batched_f16 --verify --dynamic-size=5 | FileCheck %s
// RUN: fused-run %s --entry=added --verify | FileCheck %s
// RUN: %if emulator %{ fused-run %s --entry=clip --target=cuda --emulate --verify | FileCheck %s %}
// RUN: %if emulator %{ fused-run %s --entry=bias_relu_bf16 --target=cuda --emulate --verify | FileCheck %s %}
// RUN: %if emulator %{ fused-run %s --entry=batched_f16 --dynamic-size=5 --target=cuda --emulate --verify=quick | FileCheck %s %}
// RUN: %if emulator %{ fused-run %s --entry=added --target=cuda --emulate --graph --verify | FileCheck %s %}
// CHECK: verification: PASS

// Numbers that the program computes multiply products.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
#bmn = affine_map<(b, m, n) -> (b, m, n)>
#bnone = affine_map<(b, m, n) -> (0)>

func.func @clip(%a: tensor<37x29xf32>, %b: tensor<29x131xf32>,
                %s: tensor<f32>) -> tensor<37x131xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x131xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<37x131xf32>) -> tensor<37x131xf32>
  %p = linalg.matmul ins(%a, %b : tensor<37x29xf32>, tensor<29x131xf32>)
      outs(%f : tensor<37x131xf32>) -> tensor<37x131xf32>
  %e0 = tensor.empty() : tensor<f32>
  %t = linalg.map { math.exp } ins(%s : tensor<f32>) outs(%e0 : tensor<f32>)
  %0 = linalg.generic {indexing_maps = [#mn, #none, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %t : tensor<37x131xf32>, tensor<f32>)
      outs(%e : tensor<37x131xf32>) {
  ^bb0(%x: f32, %k: f32, %out: f32):
    %1 = arith.mulf %x, %k : f32
    linalg.yield %1 : f32
  } -> tensor<37x131xf32>
  return %0 : tensor<37x131xf32>
}

func.func @bias_relu_bf16(%a: tensor<37x29xbf16>, %b: tensor<29x131xbf16>,
                          %v: tensor<131xbf16>, %s: tensor<bf16>)
    -> tensor<37x131xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<37x131xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<37x131xbf16>) -> tensor<37x131xbf16>
  %p = linalg.matmul ins(%a, %b : tensor<37x29xbf16>, tensor<29x131xbf16>)
      outs(%f : tensor<37x131xbf16>) -> tensor<37x131xbf16>
  %0 = linalg.generic {indexing_maps = [#mn, #none, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %s, %v : tensor<37x131xbf16>, tensor<bf16>, tensor<131xbf16>)
      outs(%e : tensor<37x131xbf16>) {
  ^bb0(%x: bf16, %k: bf16, %w: bf16, %out: bf16):
    %1 = arith.mulf %x, %k : bf16
    %2 = arith.addf %1, %w : bf16
    %3 = arith.maximumf %2, %zero : bf16
    linalg.yield %3 : bf16
  } -> tensor<37x131xbf16>
  return %0 : tensor<37x131xbf16>
}

func.func @batched_f16(%a: tensor<?x7x29xf16>, %b: tensor<?x29x31xf16>,
                       %s: tensor<1xf32>) -> tensor<?x7x31xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x7x29xf16>
  %e = tensor.empty(%n) : tensor<?x7x31xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x7x31xf32>) -> tensor<?x7x31xf32>
  %p = linalg.batch_matmul ins(%a, %b : tensor<?x7x29xf16>, tensor<?x29x31xf16>)
      outs(%f : tensor<?x7x31xf32>) -> tensor<?x7x31xf32>
  %0 = linalg.generic {indexing_maps = [#bmn, #bnone, #bmn],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %s : tensor<?x7x31xf32>, tensor<1xf32>)
      outs(%e : tensor<?x7x31xf32>) {
  ^bb0(%x: f32, %k: f32, %out: f32):
    %1 = arith.mulf %k, %x : f32
    linalg.yield %1 : f32
  } -> tensor<?x7x31xf32>
  return %0 : tensor<?x7x31xf32>
}

func.func @added(%a: tensor<37x29xf32>, %b: tensor<29x131xf32>,
                 %c: tensor<37x131xf32>, %s: tensor<f32>)
    -> (tensor<37x131xf32>, tensor<131xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x131xf32>
  %g = tensor.empty() : tensor<131xf32>
  %d, %h = fused.matmul epilog(bgradb) alpha(0.5) beta(-2.0)
      ins(%a, %b : tensor<37x29xf32>, tensor<29x131xf32>)
      c(%c : tensor<37x131xf32>) b_scale(%s : tensor<f32>)
      outs(%e, %g : tensor<37x131xf32>, tensor<131xf32>)
      -> tensor<37x131xf32>, tensor<131xf32>
  return %d, %h : tensor<37x131xf32>, tensor<131xf32>
}
