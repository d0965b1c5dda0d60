// RUN: fused-opt %s --fused-legalize="target=cuda product-kernels" --split-input-file | FileCheck %s
// RUN: fused-opt %s --fused-legalize="target=cuda chip=sm_80 product-kernels" --split-input-file | FileCheck %s --check-prefix=LIBRARY
// RUN: fused-opt %s --fused-legalize=target=cuda --split-input-file | FileCheck %s --check-prefix=LIBRARY

// Epilogs that a kernel of our own computes faster than the library.

// LIBRARY-NOT: fused.product

#point = affine_map<(i, j) -> (i, j)>

// The gradient of ReLU, of what the program compares, and of its bias.

// CHECK-LABEL: func.func @relu_gradient(
// CHECK-SAME: %[[Z:[a-z0-9]+]]: tensor<1024x1024xbf16>)
// CHECK: %[[R:.*]]:2 = fused.product transpose_b {{.*}} with(%[[Z]] : tensor<1024x1024xbf16>) maps [#[[POINT:.*]], #[[POINT]], #{{.*}}]
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: f32, %[[IN:.*]]: bf16):
// CHECK: %[[BIT:.*]] = arith.cmpf ogt, %[[IN]], %{{.*}} : bf16
// CHECK: %[[X:.*]] = arith.select %[[BIT]], %[[ACC]], %{{.*}} : f32
// CHECK: %[[X16:.*]] = arith.truncf %[[X]]
// CHECK: fused.yield %[[X16]], %[[X]] : bf16, f32
// CHECK: return %[[R]]#0, %[[R]]#1
// LIBRARY: fused.matmul epilog(drelu_bgrad)
func.func @relu_gradient(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>, %z: tensor<1024x1024xbf16>)
    -> (tensor<1024x1024xbf16>, tensor<1024xbf16>) {
  %zero = arith.constant dense<0.0> : tensor<bf16>
  %d0 = tensor.empty() : tensor<1024x1024xbf16>
  %e = tensor.empty() : tensor<1024x1024xi1>
  %bits = linalg.generic {indexing_maps = [#point, affine_map<(i, j) -> ()>, #point], iterator_types = ["parallel", "parallel"]}
      ins(%z, %zero : tensor<1024x1024xbf16>, tensor<bf16>) outs(%e : tensor<1024x1024xi1>) {
  ^bb0(%in: bf16, %y: bf16, %o: i1):
    %c = arith.cmpf ogt, %in, %y : bf16
    linalg.yield %c : i1
  } -> tensor<1024x1024xi1>
  %m0 = tensor.empty() : tensor<1024x128xi8>
  %m = fused.pack_mask ins(%bits : tensor<1024x1024xi1>) outs(%m0 : tensor<1024x128xi8>) -> tensor<1024x128xi8>
  %v0 = tensor.empty() : tensor<1024xbf16>
  %r:2 = fused.matmul epilog(drelu_bgrad) transpose_b
      ins(%a, %b : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>) aux(%m : tensor<1024x128xi8>)
      outs(%d0, %v0 : tensor<1024x1024xbf16>, tensor<1024xbf16>) -> tensor<1024x1024xbf16>, tensor<1024xbf16>
  return %r#0, %r#1 : tensor<1024x1024xbf16>, tensor<1024xbf16>
}

// -----

// GELU and its saved pre-activation, and its gradient.

// CHECK-LABEL: func.func @gelu(
// CHECK: fused.product {{.*}} outs(%{{.*}}, %{{.*}} : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
// CHECK: math.tanh %{{.*}} fastmath<afn>
// CHECK: fused.product {{.*}} outs(%{{.*}} : tensor<4096x4096xbf16>)
// CHECK: math.tanh %{{.*}} fastmath<afn>
// LIBRARY: fused.matmul epilog(gelu_aux_bias)
// LIBRARY: fused.matmul epilog(dgelu)
func.func @gelu(%a: tensor<4096x1024xbf16>, %b: tensor<1024x4096xbf16>, %v: tensor<4096xbf16>)
    -> (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) {
  %d0 = tensor.empty() : tensor<4096x4096xbf16>
  %r:2 = fused.matmul epilog(gelu_aux_bias)
      ins(%a, %b : tensor<4096x1024xbf16>, tensor<1024x4096xbf16>) bias(%v : tensor<4096xbf16>)
      outs(%d0, %d0 : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
      -> tensor<4096x4096xbf16>, tensor<4096x4096xbf16>
  %g = fused.matmul epilog(dgelu)
      ins(%a, %b : tensor<4096x1024xbf16>, tensor<1024x4096xbf16>) aux(%r#1 : tensor<4096x4096xbf16>)
      outs(%d0 : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %r#0, %g : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>
}

// -----

// Booleans that the program has, or negates in place.

// CHECK-LABEL: func.func @booleans(
// CHECK: fused.product {{.*}} with(%{{.*}} : tensor<1024x1024xi1>)
func.func @booleans(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>, %bits: tensor<1024x1024xi1>)
    -> tensor<1024x1024xbf16> {
  %d0 = tensor.empty() : tensor<1024x1024xbf16>
  %m0 = tensor.empty() : tensor<1024x128xi8>
  %m = fused.pack_mask ins(%bits : tensor<1024x1024xi1>) outs(%m0 : tensor<1024x128xi8>) -> tensor<1024x128xi8>
  %r = fused.matmul epilog(drelu) ins(%a, %b : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>)
      aux(%m : tensor<1024x128xi8>) outs(%d0 : tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
  return %r : tensor<1024x1024xbf16>
}

// CHECK-LABEL: func.func @in_place(
// CHECK: fused.product {{.*}} with(%{{.*}} : tensor<1024x1024xi1>)
func.func @in_place(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>, %bits: tensor<1024x1024xi1>)
    -> tensor<1024x1024xbf16> {
  %true = arith.constant true
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%bits : tensor<1024x1024xi1>) {
  ^bb0(%bit: i1):
    %1 = arith.xori %bit, %true : i1
    linalg.yield %1 : i1
  } -> tensor<1024x1024xi1>
  %2 = tensor.empty() : tensor<1024x128xi8>
  %mask = fused.pack_mask ins(%0 : tensor<1024x1024xi1>) outs(%2 : tensor<1024x128xi8>) -> tensor<1024x128xi8>
  %3 = tensor.empty() : tensor<1024x1024xbf16>
  %d = fused.matmul epilog(drelu) ins(%a, %b : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>)
      aux(%mask : tensor<1024x128xi8>) outs(%3 : tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
  return %d : tensor<1024x1024xbf16>
}

// A result of f32, with functions as exact as that.

// CHECK-LABEL: func.func @wide(
// CHECK: fused.product {{.*}} outs(%{{.*}} : tensor<4096x4096xf32>)
// CHECK-NOT: afn
func.func @wide(%a: tensor<4096x1024xbf16>, %b: tensor<1024x4096xbf16>, %z: tensor<4096x4096xf32>)
    -> tensor<4096x4096xf32> {
  %d0 = tensor.empty() : tensor<4096x4096xf32>
  %r = fused.matmul epilog(dgelu) ins(%a, %b : tensor<4096x1024xbf16>, tensor<1024x4096xbf16>)
      aux(%z : tensor<4096x4096xf32>) outs(%d0 : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %r : tensor<4096x4096xf32>
}

// -----

// Near misses: a mask that the program has, few and long sums, ReLU, sizes that
// are not known, rows that do not begin at multiples of 16 bytes.

// CHECK-NOT: fused.product

// CHECK-LABEL: func.func @mask(
func.func @mask(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>, %m: tensor<1024x128xi8>)
    -> tensor<1024x1024xbf16> {
  %d0 = tensor.empty() : tensor<1024x1024xbf16>
  %r = fused.matmul epilog(drelu) ins(%a, %b : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>)
      aux(%m : tensor<1024x128xi8>) outs(%d0 : tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
  return %r : tensor<1024x1024xbf16>
}

// CHECK-LABEL: func.func @long(
func.func @long(%a: tensor<128x16384xbf16>, %b: tensor<16384x128xbf16>, %z: tensor<128x128xbf16>) -> tensor<128x128xbf16> {
  %d0 = tensor.empty() : tensor<128x128xbf16>
  %r = fused.matmul epilog(dgelu) ins(%a, %b : tensor<128x16384xbf16>, tensor<16384x128xbf16>)
      aux(%z : tensor<128x128xbf16>) outs(%d0 : tensor<128x128xbf16>) -> tensor<128x128xbf16>
  return %r : tensor<128x128xbf16>
}

// CHECK-LABEL: func.func @relu(
func.func @relu(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16> {
  %d0 = tensor.empty() : tensor<1024x1024xbf16>
  %r = fused.matmul epilog(relu) ins(%a, %b : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>)
      outs(%d0 : tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
  return %r : tensor<1024x1024xbf16>
}

// CHECK-LABEL: func.func @unknown(
func.func @unknown(%a: tensor<?x1024xbf16>, %b: tensor<1024x1024xbf16>, %z: tensor<?x1024xbf16>) -> tensor<?x1024xbf16> {
  %r = fused.matmul epilog(dgelu) ins(%a, %b : tensor<?x1024xbf16>, tensor<1024x1024xbf16>)
      aux(%z : tensor<?x1024xbf16>) outs(%z : tensor<?x1024xbf16>) -> tensor<?x1024xbf16>
  return %r : tensor<?x1024xbf16>
}

// CHECK-LABEL: func.func @odd(
func.func @odd(%a: tensor<1024x1001xbf16>, %b: tensor<1001x1024xbf16>, %z: tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16> {
  %d0 = tensor.empty() : tensor<1024x1024xbf16>
  %r = fused.matmul epilog(dgelu) ins(%a, %b : tensor<1024x1001xbf16>, tensor<1001x1024xbf16>)
      aux(%z : tensor<1024x1024xbf16>) outs(%d0 : tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
  return %r : tensor<1024x1024xbf16>
}

// -----

// A product on memrefs is one of the library.

// CHECK-LABEL: func.func @memory(
// CHECK: fused.matmul epilog(gelu)
// LIBRARY-LABEL: func.func @memory(
func.func @memory(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %d: memref<64x64xbf16>) {
  fused.matmul epilog(gelu) ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%d : memref<64x64xbf16>)
  return
}
