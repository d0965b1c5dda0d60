// REQUIRES: emulator
// DEFINE: %{emulated} = fused-run %s --target=cuda --chip=sm_90 --emulate --products-as-large --verify=quick
// DEFINE: %{device} = fused-run %s --target=cuda --products-as-large --verify
// RUN: %{emulated} --entry=plain | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=plain | FileCheck %s %}
// RUN: %{emulated} --entry=causal | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=causal | FileCheck %s %}
// RUN: %{emulated} --entry=reversed | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=reversed | FileCheck %s %}
// RUN: %{emulated} --entry=not_finite | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=not_finite | FileCheck %s %}
// RUN: %{emulated} --entry=padded | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=padded | FileCheck %s %}
// RUN: %{emulated} --entry=added | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=added | FileCheck %s %}
// RUN: %{emulated} --entry=large_key | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=large_key | FileCheck %s %}
// RUN: %{emulated} --entry=large_query | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=large_query | FileCheck %s %}
// RUN: %{emulated} --entry=operands | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=operands | FileCheck %s %}
// RUN: %{emulated} --entry=wide | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=wide | FileCheck %s %}
// RUN: %{emulated} --entry=recognised | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=recognised | FileCheck %s %}
// RUN: fused-run %s --verify=quick --entry=operands | FileCheck %s
// RUN: %{emulated} --entry=in_place | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=in_place | FileCheck %s %}

// The kernel of attention, in one tile or several, with steps and columns that
// are not full.
// CHECK-NOT: ill-conditioned
// CHECK: verification: PASS

// One matrix, and a score that is the product.
func.func @plain(%q: tensor<24x16xf16>, %k: tensor<40x16xf16>, %v: tensor<40x24xf16>) -> tensor<24x24xf16> {
  %o0 = tensor.empty() : tensor<24x24xf16>
  %o = fused.attention ins(%q, %k, %v : tensor<24x16xf16>, tensor<40x16xf16>, tensor<40x24xf16>)
      maps [] outs(%o0 : tensor<24x24xf16>) {
  ^bb0(%product: f32):
    fused.yield %product : f32
  } -> tensor<24x24xf16>
  return %o : tensor<24x24xf16>
}

// Queries see the keys up to their own. Tiles of two matrices follow each
// other.
func.func @causal(%q: tensor<2x3x150x64xbf16>, %k: tensor<2x3x150x64xbf16>, %v: tensor<2x3x150x64xbf16>)
    -> tensor<2x3x150x64xbf16> {
  %scale = arith.constant 0.125 : f32
  %lowest = arith.constant -3.0e38 : f32
  %o0 = tensor.empty() : tensor<2x3x150x64xbf16>
  %o = fused.attention
      ins(%q, %k, %v : tensor<2x3x150x64xbf16>, tensor<2x3x150x64xbf16>, tensor<2x3x150x64xbf16>)
      maps [] outs(%o0 : tensor<2x3x150x64xbf16>) {
  ^bb0(%product: f32):
    %0 = arith.mulf %product, %scale : f32
    %i = fused.index 2 : index
    %j = fused.index 3 : index
    %seen = arith.cmpi ule, %j, %i : index
    %1 = arith.select %seen, %0, %lowest : f32
    fused.yield %1 : f32
  } -> tensor<2x3x150x64xbf16>
  return %o : tensor<2x3x150x64xbf16>
}

// The same, compared the other way around, with minus infinity. The first query
// sees 31 keys, and each of an example may be masked.
func.func @reversed(%q: tensor<4x140x24xf16>, %k: tensor<4x170x24xf16>, %v: tensor<4x170x24xf16>,
                    %mask: tensor<4xi1>) -> tensor<4x140x24xf16> {
  %lowest = arith.constant 0xFF800000 : f32
  %c30 = arith.constant 30 : i32
  %o0 = tensor.empty() : tensor<4x140x24xf16>
  %o = fused.attention
      ins(%q, %k, %v : tensor<4x140x24xf16>, tensor<4x170x24xf16>, tensor<4x170x24xf16>)
      with(%mask : tensor<4xi1>) maps [affine_map<(b, i, j) -> (b)>] outs(%o0 : tensor<4x140x24xf16>) {
  ^bb0(%product: f32, %bit: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %last = arith.addi %i32, %c30 : i32
    %masked = arith.cmpi sgt, %j32, %last : i32
    %either = arith.ori %bit, %masked : i1
    %0 = arith.select %either, %lowest, %product : f32
    fused.yield %0 : f32
  } -> tensor<4x140x24xf16>
  return %o : tensor<4x140x24xf16>
}

// Most queries do not see the keys at which values are not finite. Their
// weights are zero, and zero times infinity is NaN: so are the rows.
func.func @not_finite(%q: tensor<4x200x64xbf16>, %k: tensor<4x200x64xbf16>, %v: tensor<4x200x64xbf16>)
    -> tensor<4x200x64xbf16> {
  %lowest = arith.constant 0xFF800000 : f32
  %infinity = arith.constant 0x7F80 : bf16
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c130 = arith.constant 130 : index
  %c199 = arith.constant 199 : index
  %v0 = tensor.insert %infinity into %v[%c0, %c199, %c5] : tensor<4x200x64xbf16>
  %v1 = tensor.insert %infinity into %v0[%c2, %c130, %c0] : tensor<4x200x64xbf16>
  %o0 = tensor.empty() : tensor<4x200x64xbf16>
  %o = fused.attention
      ins(%q, %k, %v1 : tensor<4x200x64xbf16>, tensor<4x200x64xbf16>, tensor<4x200x64xbf16>)
      maps [] outs(%o0 : tensor<4x200x64xbf16>) {
  ^bb0(%product: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %seen = arith.cmpi ule, %j, %i : index
    %0 = arith.select %seen, %product, %lowest : f32
    fused.yield %0 : f32
  } -> tensor<4x200x64xbf16>
  return %o : tensor<4x200x64xbf16>
}

// Of the first queries, some see masked keys alone. Their scores are as low as
// those of the keys behind them, so all keys have the same weight.
func.func @padded(%q: tensor<4x200x64xbf16>, %k: tensor<4x200x64xbf16>, %v: tensor<4x200x64xbf16>,
                  %mask: tensor<4x200xi1>) -> tensor<4x200x64xbf16> {
  %lowest = arith.constant -3.0e38 : f32
  %o0 = tensor.empty() : tensor<4x200x64xbf16>
  %o = fused.attention
      ins(%q, %k, %v : tensor<4x200x64xbf16>, tensor<4x200x64xbf16>, tensor<4x200x64xbf16>)
      with(%mask : tensor<4x200xi1>) maps [affine_map<(b, i, j) -> (b, j)>] outs(%o0 : tensor<4x200x64xbf16>) {
  ^bb0(%product: f32, %bit: i1):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %seen = arith.cmpi ule, %j, %i : index
    %both = arith.andi %seen, %bit : i1
    %0 = arith.select %both, %product, %lowest : f32
    fused.yield %0 : f32
  } -> tensor<4x200x64xbf16>
  return %o : tensor<4x200x64xbf16>
}

// The mask is added to the products.
func.func @added(%q: tensor<3x200x64xbf16>, %k: tensor<3x200x64xbf16>, %v: tensor<3x200x64xbf16>)
    -> tensor<3x200x64xbf16> {
  %scale = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant -1.0e31 : f32
  %o0 = tensor.empty() : tensor<3x200x64xbf16>
  %o = fused.attention
      ins(%q, %k, %v : tensor<3x200x64xbf16>, tensor<3x200x64xbf16>, tensor<3x200x64xbf16>)
      maps [] outs(%o0 : tensor<3x200x64xbf16>) {
  ^bb0(%product: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %seen = arith.cmpi ule, %j, %i : index
    %mask = arith.select %seen, %zero, %lowest : f32
    %0 = arith.mulf %product, %scale : f32
    %1 = arith.addf %0, %mask : f32
    fused.yield %1 : f32
  } -> tensor<3x200x64xbf16>
  return %o : tensor<3x200x64xbf16>
}

// The same, where the product with a key is as large as the mask, so that it
// has weights for queries before it.
func.func @large_key(%q: tensor<3x200x64xbf16>, %k: tensor<3x200x64xbf16>, %v: tensor<3x200x64xbf16>)
    -> tensor<3x200x64xbf16> {
  %scale = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant -1.0e31 : f32
  %large = arith.constant 1.0e34 : bf16
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c130 = arith.constant 130 : index
  %k0 = tensor.insert %large into %k[%c0, %c130, %c5] : tensor<3x200x64xbf16>
  %o0 = tensor.empty() : tensor<3x200x64xbf16>
  %o = fused.attention
      ins(%q, %k0, %v : tensor<3x200x64xbf16>, tensor<3x200x64xbf16>, tensor<3x200x64xbf16>)
      maps [] outs(%o0 : tensor<3x200x64xbf16>) {
  ^bb0(%product: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %seen = arith.cmpi ule, %j, %i : index
    %mask = arith.select %seen, %zero, %lowest : f32
    %0 = arith.mulf %product, %scale : f32
    %1 = arith.addf %0, %mask : f32
    fused.yield %1 : f32
  } -> tensor<3x200x64xbf16>
  return %o : tensor<3x200x64xbf16>
}

// The product of a query and a key that it does not see is that large.
func.func @large_query(%q: tensor<3x200x64xbf16>, %k: tensor<3x200x64xbf16>, %v: tensor<3x200x64xbf16>)
    -> tensor<3x200x64xbf16> {
  %scale = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant -1.0e31 : f32
  %large = arith.constant 1.0e34 : bf16
  %two = arith.constant 2.0 : bf16
  %c0 = arith.constant 0 : index
  %c63 = arith.constant 63 : index
  %c150 = arith.constant 150 : index
  %q0 = tensor.insert %large into %q[%c0, %c63, %c0] : tensor<3x200x64xbf16>
  %zeros = arith.constant dense<0.0> : tensor<3x200x1xbf16>
  %k1 = tensor.insert_slice %zeros into %k[0, 0, 0] [3, 200, 1] [1, 1, 1] : tensor<3x200x1xbf16> into tensor<3x200x64xbf16>
  %k0 = tensor.insert %two into %k1[%c0, %c150, %c0] : tensor<3x200x64xbf16>
  %o0 = tensor.empty() : tensor<3x200x64xbf16>
  %o = fused.attention
      ins(%q0, %k0, %v : tensor<3x200x64xbf16>, tensor<3x200x64xbf16>, tensor<3x200x64xbf16>)
      maps [] outs(%o0 : tensor<3x200x64xbf16>) {
  ^bb0(%product: f32):
    %i = fused.index 1 : index
    %j = fused.index 2 : index
    %seen = arith.cmpi ule, %j, %i : index
    %mask = arith.select %seen, %zero, %lowest : f32
    %0 = arith.mulf %product, %scale : f32
    %1 = arith.addf %0, %mask : f32
    fused.yield %1 : f32
  } -> tensor<3x200x64xbf16>
  return %o : tensor<3x200x64xbf16>
}

#keys = affine_map<(b, h, i, j) -> (b, j)>
#shared = affine_map<(b, h, i, j) -> (h, i, j)>
#none = affine_map<(b, h, i, j) -> ()>
#queries = affine_map<(b, h, i, j) -> (i)>

// Further operands of several kinds. All keys of an example may be masked.
func.func @operands(%q: tensor<2x2x70x40xbf16>, %k: tensor<2x2x136x40xbf16>, %v: tensor<2x2x136x8xbf16>,
                    %mask: tensor<2x136xi1>, %bias: tensor<2x70x136xbf16>, %factor: f32, %row: tensor<70xf16>)
    -> tensor<2x2x70x8xbf16> {
  %lowest = arith.constant 0xFF800000 : f32
  %o0 = tensor.empty() : tensor<2x2x70x8xbf16>
  %o = fused.attention
      ins(%q, %k, %v : tensor<2x2x70x40xbf16>, tensor<2x2x136x40xbf16>, tensor<2x2x136x8xbf16>)
      with(%mask, %bias, %factor, %row : tensor<2x136xi1>, tensor<2x70x136xbf16>, f32, tensor<70xf16>)
      maps [#keys, #shared, #none, #queries] outs(%o0 : tensor<2x2x70x8xbf16>) {
  ^bb0(%product: f32, %seen: i1, %b: bf16, %f: f32, %r: f16):
    %0 = arith.extf %b : bf16 to f32
    %1 = arith.mulf %product, %f : f32
    %2 = arith.addf %1, %0 : f32
    %3 = arith.extf %r : f16 to f32
    %4 = arith.addf %2, %3 : f32
    %5 = arith.select %seen, %4, %lowest : f32
    fused.yield %5 : f32
  } -> tensor<2x2x70x8xbf16>
  return %o : tensor<2x2x70x8xbf16>
}

// The widest matrices.
func.func @wide(%q: tensor<1x66x256xbf16>, %k: tensor<1x72x256xbf16>, %v: tensor<1x72x256xbf16>)
    -> tensor<1x66x256xbf16> {
  %scale = arith.constant 0.0625 : f32
  %o0 = tensor.empty() : tensor<1x66x256xbf16>
  %o = fused.attention
      ins(%q, %k, %v : tensor<1x66x256xbf16>, tensor<1x72x256xbf16>, tensor<1x72x256xbf16>)
      maps [] outs(%o0 : tensor<1x66x256xbf16>) {
  ^bb0(%product: f32):
    %0 = arith.mulf %product, %scale : f32
    fused.yield %0 : f32
  } -> tensor<1x66x256xbf16>
  return %o : tensor<1x66x256xbf16>
}

// As a program writes it, with the heads of the result in front.
func.func @recognised(%q: tensor<6x32x16xbf16>, %k: tensor<6x48x16xbf16>, %v: tensor<6x48x16xbf16>)
    -> tensor<6x16x32xbf16> {
  %zero = arith.constant 0.0 : bf16
  %s0 = tensor.empty() : tensor<6x32x48xbf16>
  %sf = linalg.fill ins(%zero : bf16) outs(%s0 : tensor<6x32x48xbf16>) -> tensor<6x32x48xbf16>
  %s = linalg.batch_matmul
      indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%q, %k : tensor<6x32x16xbf16>, tensor<6x48x16xbf16>) outs(%sf : tensor<6x32x48xbf16>) -> tensor<6x32x48xbf16>
  %w = linalg.softmax dimension(2) ins(%s : tensor<6x32x48xbf16>) outs(%s0 : tensor<6x32x48xbf16>) -> tensor<6x32x48xbf16>
  %o0 = tensor.empty() : tensor<6x16x32xbf16>
  %of = linalg.fill ins(%zero : bf16) outs(%o0 : tensor<6x16x32xbf16>) -> tensor<6x16x32xbf16>
  %o = linalg.batch_matmul
      indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%v, %w : tensor<6x48x16xbf16>, tensor<6x32x48xbf16>) outs(%of : tensor<6x16x32xbf16>) -> tensor<6x16x32xbf16>
  return %o : tensor<6x16x32xbf16>
}

// Matrices are views of arrays with the heads of each token together.
func.func @in_place(%q: tensor<2x24x3x8xbf16>, %k: tensor<2x16x3x8xbf16>, %v: tensor<2x16x3x8xbf16>) -> tensor<2x24x3x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %q0 = tensor.empty() : tensor<2x3x24x8xbf16>
  %k0 = tensor.empty() : tensor<2x3x16x8xbf16>
  %q1 = linalg.transpose ins(%q : tensor<2x24x3x8xbf16>) outs(%q0 : tensor<2x3x24x8xbf16>) permutation = [0, 2, 1, 3]
  %k1 = linalg.transpose ins(%k : tensor<2x16x3x8xbf16>) outs(%k0 : tensor<2x3x16x8xbf16>) permutation = [0, 2, 1, 3]
  %v1 = linalg.transpose ins(%v : tensor<2x16x3x8xbf16>) outs(%k0 : tensor<2x3x16x8xbf16>) permutation = [0, 2, 1, 3]
  %q2 = tensor.collapse_shape %q1 [[0, 1], [2], [3]] : tensor<2x3x24x8xbf16> into tensor<6x24x8xbf16>
  %k2 = tensor.collapse_shape %k1 [[0, 1], [2], [3]] : tensor<2x3x16x8xbf16> into tensor<6x16x8xbf16>
  %v2 = tensor.collapse_shape %v1 [[0, 1], [2], [3]] : tensor<2x3x16x8xbf16> into tensor<6x16x8xbf16>
  %s0 = tensor.empty() : tensor<6x24x16xf32>
  %s1 = fused.matmul epilog(default) transpose_b ins(%q2, %k2 : tensor<6x24x8xbf16>, tensor<6x16x8xbf16>) outs(%s0 : tensor<6x24x16xf32>) -> tensor<6x24x16xf32>
  %s2 = tensor.expand_shape %s1 [[0, 1], [2], [3]] output_shape [2, 3, 24, 16] : tensor<6x24x16xf32> into tensor<2x3x24x16xf32>
  %w0 = tensor.empty() : tensor<2x3x24x16xbf16>
  %w1 = fused.rows over [3] maps [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>] ins(%s2 : tensor<2x3x24x16xf32>) outs(%w0 : tensor<2x3x24x16xbf16>) {
  ^bb0(%s: f32):
    %m = fused.reduce maximumf %s init(%lowest) : f32
    %d = arith.subf %s, %m : f32
    %e = math.exp %d : f32
    %l = fused.reduce addf %e init(%zero) : f32
    %p = arith.divf %e, %l : f32
    %r = arith.truncf %p : f32 to bf16
    fused.yield %r : bf16
  } -> tensor<2x3x24x16xbf16>
  %w2 = tensor.collapse_shape %w1 [[0, 1], [2], [3]] : tensor<2x3x24x16xbf16> into tensor<6x24x16xbf16>
  %o0 = tensor.empty() : tensor<6x8x24xbf16>
  %o1 = fused.matmul epilog(default) transpose_a transpose_b ins(%v2, %w2 : tensor<6x16x8xbf16>, tensor<6x24x16xbf16>) outs(%o0 : tensor<6x8x24xbf16>) -> tensor<6x8x24xbf16>
  %o2 = tensor.expand_shape %o1 [[0, 1], [2], [3]] output_shape [2, 3, 8, 24] : tensor<6x8x24xbf16> into tensor<2x3x8x24xbf16>
  %o3 = tensor.empty() : tensor<2x24x3x8xbf16>
  %o4 = linalg.transpose ins(%o2 : tensor<2x3x8x24xbf16>) outs(%o3 : tensor<2x24x3x8xbf16>) permutation = [0, 3, 1, 2]
  return %o4 : tensor<2x24x3x8xbf16>
}
