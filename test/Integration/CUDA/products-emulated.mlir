// REQUIRES: emulator
// DEFINE: %{run} = env FUSED_FAKE_WORKSPACE=256 FUSED_FAKE_OVERRUN=64 fused-run --target=cuda --chip=sm_90 --emulate
// RUN: %{run} %S/products.mlir --entry=small --verify | FileCheck %s
// RUN: %{run} %S/products.mlir --entry=tail --verify | FileCheck %s
// RUN: %{run} %S/products.mlir --entry=tail --numerics=strict --verify | FileCheck %s
// RUN: %{run} %S/products.mlir --entry=tail --graph --verify | FileCheck %s
// RUN: %{run} %s --entry=clusters --products-as-large --verify=quick | FileCheck %s
// RUN: %{run} %s --entry=odd --products-as-large --verify=quick | FileCheck %s
// RUN: %{run} %s --entry=sums --products-as-large --verify=quick | FileCheck %s
// RUN: %{run} %s --entry=beyond --products-as-large --verify=quick | FileCheck %s
// RUN: %{run} %s --entry=wide --products-as-large --verify=quick | FileCheck %s
// RUN: %{run} %s --entry=sums_of_columns --products-as-large --verify=quick | FileCheck %s
// RUN: %{run} %s --entry=numbers --products-as-large --verify=quick | FileCheck %s
// RUN: %{run} %s --entry=batches --products-as-large --verify=quick | FileCheck %s
// RUN: %{run} %s --entry=shared --products-as-large --verify=quick | FileCheck %s
// RUN: %{run} %s --entry=sums_of_batches --products-as-large --verify=quick | FileCheck %s
// RUN: %{run} %s --entry=many --products-as-large --verify=quick | FileCheck %s
// RUN: %{run} %s --entry=dropout --products-as-large --verify=quick | FileCheck %s
// RUN: %{run} %s --entry=update --products-as-large --verify=quick | FileCheck %s
// RUN: not %{run} %s --entry=beyond --product-kernels=false --verify=quick 2>&1 | FileCheck %s --check-prefix=LIBRARY

// Kernels of products on machines without a device: those of products.mlir that
// are small, and the schedule of large ones on few multiprocessors.
// CHECK: verification: PASS

// A product of the library would write beyond its memory, so kernels are what
// runs.
// LIBRARY: memory of the device was overwritten

#point = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>
#points = affine_map<(b, i, j) -> (b, i, j)>
#columns = affine_map<(b, i, j) -> (b, j)>

// Clusters, each with three tiles of six, and more of K than stages.
func.func @clusters(%a: tensor<512x328xbf16>, %b: tensor<328x384xbf16>, %v: tensor<384xbf16>, %w: tensor<512xf32>)
    -> tensor<512x384xbf16> {
  %0 = tensor.empty() : tensor<512x384xbf16>
  %r = fused.product ins(%a, %b : tensor<512x328xbf16>, tensor<328x384xbf16>)
      with(%v, %w : tensor<384xbf16>, tensor<512xf32>) maps [#column, #row, #point] outs(%0 : tensor<512x384xbf16>) {
  ^bb0(%acc: f32, %bias: bf16, %scale: f32):
    %1 = arith.extf %bias : bf16 to f32
    %2 = arith.mulf %acc, %scale : f32
    %3 = arith.addf %2, %1 : f32
    %4 = arith.truncf %3 : f32 to bf16
    fused.yield %4 : bf16
  } -> tensor<512x384xbf16>
  return %r : tensor<512x384xbf16>
}

// Rows of three tiles, which clusters of two cannot share. Both operands are
// stored transposed, and two matrices are read and two are written.
func.func @odd(%a: tensor<72x264xf16>, %b: tensor<200x72xf16>, %x: tensor<264x200xf16>, %y: tensor<264x200xf16>)
    -> (tensor<264x200xf16>, tensor<264x200xf16>) {
  %0 = tensor.empty() : tensor<264x200xf16>
  %1 = tensor.empty() : tensor<264x200xf16>
  %r:2 = fused.product transpose_a transpose_b ins(%a, %b : tensor<72x264xf16>, tensor<200x72xf16>)
      with(%x, %y : tensor<264x200xf16>, tensor<264x200xf16>) maps [#point, #point, #point, #point]
      outs(%0, %1 : tensor<264x200xf16>, tensor<264x200xf16>) {
  ^bb0(%acc: f32, %first: f16, %second: f16):
    %2 = arith.extf %first : f16 to f32
    %3 = arith.extf %second : f16 to f32
    %4 = arith.addf %acc, %2 : f32
    %5 = arith.subf %4, %3 : f32
    %6 = arith.truncf %4 : f32 to f16
    %7 = arith.truncf %5 : f32 to f16
    fused.yield %6, %7 : f16, f16
  } -> tensor<264x200xf16>, tensor<264x200xf16>
  return %r#0, %r#1 : tensor<264x200xf16>, tensor<264x200xf16>
}

// Sums over rows that end inside of a tile, of columns that do, too.
func.func @sums(%a: tensor<136x504xbf16>, %b: tensor<136x392xbf16>, %x: tensor<504x392xbf16>)
    -> (tensor<504x392xbf16>, tensor<392xbf16>, tensor<392xf32>) {
  %one = arith.constant 1.0 : f32
  %0 = tensor.empty() : tensor<504x392xbf16>
  %1 = tensor.empty() : tensor<392xbf16>
  %2 = tensor.empty() : tensor<392xf32>
  %r:3 = fused.product transpose_a ins(%a, %b : tensor<136x504xbf16>, tensor<136x392xbf16>)
      with(%x : tensor<504x392xbf16>) maps [#point, #point, #column, #column]
      outs(%0, %1, %2 : tensor<504x392xbf16>, tensor<392xbf16>, tensor<392xf32>) {
  ^bb0(%acc: f32, %in: bf16):
    %3 = arith.extf %in : bf16 to f32
    %4 = arith.addf %acc, %3 : f32
    %5 = arith.truncf %4 : f32 to bf16
    // Not zero where the matrices are.
    %6 = arith.addf %4, %one : f32
    fused.yield %5, %4, %6 : bf16, f32, f32
  } -> tensor<504x392xbf16>, tensor<392xbf16>, tensor<392xf32>
  return %r#0, %r#1, %r#2 : tensor<504x392xbf16>, tensor<392xbf16>, tensor<392xf32>
}

// Matrices of f32 beside those of 16 bits, of which one takes the place of an
// operand, and the last tile has columns outside of the matrix.
func.func @wide(%a: tensor<136x72xbf16>, %b: tensor<72x208xbf16>, %x: tensor<136x208xf32>, %y: tensor<136x208xbf16>)
    -> (tensor<136x208xbf16>, tensor<136x208xf32>, tensor<136x208xf32>) {
  %0 = tensor.empty() : tensor<136x208xbf16>
  %1 = tensor.empty() : tensor<136x208xf32>
  %2 = tensor.empty() : tensor<136x208xf32>
  %r:3 = fused.product ins(%a, %b : tensor<136x72xbf16>, tensor<72x208xbf16>)
      with(%x, %y : tensor<136x208xf32>, tensor<136x208xbf16>) maps [#point, #point, #point, #point, #point]
      outs(%0, %1, %2 : tensor<136x208xbf16>, tensor<136x208xf32>, tensor<136x208xf32>) {
  ^bb0(%acc: f32, %wide: f32, %narrow: bf16):
    %3 = arith.addf %acc, %wide : f32
    %4 = arith.extf %narrow : bf16 to f32
    %5 = arith.mulf %3, %4 : f32
    %6 = arith.truncf %5 : f32 to bf16
    fused.yield %6, %3, %5 : bf16, f32, f32
  } -> tensor<136x208xbf16>, tensor<136x208xf32>, tensor<136x208xf32>
  return %r#0, %r#1, %r#2 : tensor<136x208xbf16>, tensor<136x208xf32>, tensor<136x208xf32>
}

// A mask of booleans, and numbers of 8 bits.
func.func @dropout(%a: tensor<200x72xf16>, %b: tensor<72x208xf16>, %mask: tensor<200x208xi1>,
                   %x: tensor<200x208xi8>) -> tensor<200x208xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<200x208xf32>
  %r = fused.product ins(%a, %b : tensor<200x72xf16>, tensor<72x208xf16>)
      with(%mask, %x : tensor<200x208xi1>, tensor<200x208xi8>) maps [#point, #point, #point]
      outs(%0 : tensor<200x208xf32>) {
  ^bb0(%acc: f32, %keeps: i1, %integer: i8):
    %1 = arith.sitofp %integer : i8 to f32
    %2 = arith.addf %acc, %1 : f32
    %3 = arith.select %keeps, %2, %zero : f32
    fused.yield %3 : f32
  } -> tensor<200x208xf32>
  return %r : tensor<200x208xf32>
}

// Sums over the columns of tiles, the last of which has columns and rows outside
// of the matrix, and over the rows.
func.func @sums_of_columns(%a: tensor<200x72xbf16>, %b: tensor<72x328xbf16>)
    -> (tensor<200x328xbf16>, tensor<200xf32>, tensor<328xf32>, tensor<200xbf16>) {
  %one = arith.constant 1.0 : f32
  %0 = tensor.empty() : tensor<200x328xbf16>
  %1 = tensor.empty() : tensor<200xf32>
  %2 = tensor.empty() : tensor<328xf32>
  %3 = tensor.empty() : tensor<200xbf16>
  %r:4 = fused.product ins(%a, %b : tensor<200x72xbf16>, tensor<72x328xbf16>)
      maps [#point, #row, #column, #row]
      outs(%0, %1, %2, %3 : tensor<200x328xbf16>, tensor<200xf32>, tensor<328xf32>, tensor<200xbf16>) {
  ^bb0(%acc: f32):
    // Not zero where the matrices are.
    %4 = arith.addf %acc, %one : f32
    %5 = arith.truncf %4 : f32 to bf16
    fused.yield %5, %4, %4, %acc : bf16, f32, f32, f32
  } -> tensor<200x328xbf16>, tensor<200xf32>, tensor<328xf32>, tensor<200xbf16>
  return %r#0, %r#1, %r#2, %r#3 : tensor<200x328xbf16>, tensor<200xf32>, tensor<328xf32>, tensor<200xbf16>
}

// Numbers that the host has, and one on the device.
func.func @numbers(%a: tensor<136x72xbf16>, %b: tensor<72x64xbf16>, %x: f32, %y: bf16, %z: tensor<f32>, %keeps: i1)
    -> tensor<136x64xbf16> {
  %0 = tensor.empty() : tensor<136x64xbf16>
  %r = fused.product ins(%a, %b : tensor<136x72xbf16>, tensor<72x64xbf16>)
      with(%x, %y, %z, %keeps : f32, bf16, tensor<f32>, i1) maps [#none, #none, #none, #none, #point]
      outs(%0 : tensor<136x64xbf16>) {
  ^bb0(%acc: f32, %first: f32, %second: bf16, %third: f32, %condition: i1):
    %1 = arith.extf %second : bf16 to f32
    %2 = arith.mulf %acc, %first : f32
    %3 = arith.addf %2, %1 : f32
    %4 = arith.mulf %3, %third : f32
    %5 = arith.select %condition, %4, %acc : f32
    %6 = arith.truncf %5 : f32 to bf16
    fused.yield %6 : bf16
  } -> tensor<136x64xbf16>
  return %r : tensor<136x64xbf16>
}

// A batch, with vectors for each product and for all of them, and a number for
// each product. The last tiles have rows and columns outside of the matrices.
func.func @batches(%a: tensor<3x136x72xbf16>, %b: tensor<3x72x200xbf16>, %v: tensor<3x200xbf16>, %w: tensor<136xf32>,
                   %s: tensor<3xf32>, %x: tensor<3x136x200xf32>) -> (tensor<3x136x200xbf16>, tensor<3x136x200xf32>) {
  %0 = tensor.empty() : tensor<3x136x200xbf16>
  %1 = tensor.empty() : tensor<3x136x200xf32>
  %r:2 = fused.product ins(%a, %b : tensor<3x136x72xbf16>, tensor<3x72x200xbf16>)
      with(%v, %w, %s, %x : tensor<3x200xbf16>, tensor<136xf32>, tensor<3xf32>, tensor<3x136x200xf32>)
      maps [#columns, affine_map<(b, i, j) -> (i)>, affine_map<(b, i, j) -> (b)>, #points, #points, #points]
      outs(%0, %1 : tensor<3x136x200xbf16>, tensor<3x136x200xf32>) {
  ^bb0(%acc: f32, %bias: bf16, %shift: f32, %scale: f32, %old: f32):
    %2 = arith.extf %bias : bf16 to f32
    %3 = arith.mulf %acc, %scale : f32
    %4 = arith.addf %3, %2 : f32
    %5 = arith.addf %4, %shift : f32
    %6 = arith.addf %5, %old : f32
    %7 = arith.truncf %5 : f32 to bf16
    fused.yield %7, %6 : bf16, f32
  } -> tensor<3x136x200xbf16>, tensor<3x136x200xf32>
  return %r#0, %r#1 : tensor<3x136x200xbf16>, tensor<3x136x200xf32>
}

// A batch that shares A, stored transposed, and a further matrix.
func.func @shared(%a: tensor<72x264xf16>, %b: tensor<2x200x72xf16>, %x: tensor<264x200xf16>) -> tensor<2x264x200xf16> {
  %0 = tensor.empty() : tensor<2x264x200xf16>
  %r = fused.product transpose_a transpose_b ins(%a, %b : tensor<72x264xf16>, tensor<2x200x72xf16>)
      with(%x : tensor<264x200xf16>) maps [affine_map<(b, i, j) -> (i, j)>, #points] outs(%0 : tensor<2x264x200xf16>) {
  ^bb0(%acc: f32, %in: f16):
    %1 = arith.extf %in : f16 to f32
    %2 = arith.addf %acc, %1 : f32
    %3 = arith.truncf %2 : f32 to f16
    fused.yield %3 : f16
  } -> tensor<2x264x200xf16>
  return %r : tensor<2x264x200xf16>
}

// Sums of each product of a batch over rows and over columns.
func.func @sums_of_batches(%a: tensor<3x200x72xbf16>, %b: tensor<72x136xbf16>)
    -> (tensor<3x200x136xbf16>, tensor<3x136xbf16>, tensor<3x200xf32>) {
  %one = arith.constant 1.0 : f32
  %0 = tensor.empty() : tensor<3x200x136xbf16>
  %1 = tensor.empty() : tensor<3x136xbf16>
  %2 = tensor.empty() : tensor<3x200xf32>
  %r:3 = fused.product ins(%a, %b : tensor<3x200x72xbf16>, tensor<72x136xbf16>)
      maps [#points, #columns, affine_map<(b, i, j) -> (b, i)>]
      outs(%0, %1, %2 : tensor<3x200x136xbf16>, tensor<3x136xbf16>, tensor<3x200xf32>) {
  ^bb0(%acc: f32):
    %3 = arith.addf %acc, %one : f32
    %4 = arith.truncf %3 : f32 to bf16
    fused.yield %4, %3, %3 : bf16, f32, f32
  } -> tensor<3x200x136xbf16>, tensor<3x136xbf16>, tensor<3x200xf32>
  return %r#0, %r#1, %r#2 : tensor<3x200x136xbf16>, tensor<3x136xbf16>, tensor<3x200xf32>
}

// As many matrices as a kernel has, all of f32 that are read: too many for the
// largest tiles.
func.func @many(%a: tensor<264x72xbf16>, %b: tensor<72x136xbf16>, %x: tensor<264x136xf32>, %y: tensor<264x136xf32>,
                %z: tensor<264x136xf32>) -> (tensor<264x136xbf16>, tensor<264x136xbf16>, tensor<264x136xbf16>) {
  %0 = tensor.empty() : tensor<264x136xbf16>
  %r:3 = fused.product ins(%a, %b : tensor<264x72xbf16>, tensor<72x136xbf16>)
      with(%x, %y, %z : tensor<264x136xf32>, tensor<264x136xf32>, tensor<264x136xf32>)
      maps [#point, #point, #point, #point, #point, #point]
      outs(%0, %0, %0 : tensor<264x136xbf16>, tensor<264x136xbf16>, tensor<264x136xbf16>) {
  ^bb0(%acc: f32, %first: f32, %second: f32, %third: f32):
    %1 = arith.addf %acc, %first : f32
    %2 = arith.subf %acc, %second : f32
    %3 = arith.mulf %acc, %third : f32
    %4 = arith.truncf %1 : f32 to bf16
    %5 = arith.truncf %2 : f32 to bf16
    %6 = arith.truncf %3 : f32 to bf16
    fused.yield %4, %5, %6 : bf16, bf16, bf16
  } -> tensor<264x136xbf16>, tensor<264x136xbf16>, tensor<264x136xbf16>
  return %r#0, %r#1, %r#2 : tensor<264x136xbf16>, tensor<264x136xbf16>, tensor<264x136xbf16>
}

// One block of a cluster is outside of the matrix but for eight rows, and K is
// shorter than a stage.
func.func @beyond(%a: tensor<136x8xbf16>, %b: tensor<8x8xbf16>) -> tensor<136x8xbf16> {
  %0 = tensor.empty() : tensor<136x8xbf16>
  %r = fused.product ins(%a, %b : tensor<136x8xbf16>, tensor<8x8xbf16>) maps [#point] outs(%0 : tensor<136x8xbf16>) {
  ^bb0(%acc: f32):
    %1 = math.tanh %acc : f32
    %2 = arith.truncf %1 : f32 to bf16
    fused.yield %2 : bf16
  } -> tensor<136x8xbf16>
  return %r : tensor<136x8xbf16>
}

// Matrices of f32 and bf16 that are read and stored: their squares are so large
// that a consumer has room for one.
func.func @update(%a: tensor<200x264xbf16>, %b: tensor<200x144xbf16>, %p: tensor<264x144xf32>,
                  %m: tensor<264x144xf32>, %v: tensor<264x144xf32>)
    -> (tensor<264x144xbf16>, tensor<264x144xf32>, tensor<264x144xf32>) {
  %0 = tensor.empty() : tensor<264x144xbf16>
  %1 = tensor.empty() : tensor<264x144xf32>
  %r:3 = fused.product transpose_a ins(%a, %b : tensor<200x264xbf16>, tensor<200x144xbf16>)
      with(%p, %m, %v : tensor<264x144xf32>, tensor<264x144xf32>, tensor<264x144xf32>)
      maps [#point, #point, #point, #point, #point, #point]
      outs(%0, %1, %1 : tensor<264x144xbf16>, tensor<264x144xf32>, tensor<264x144xf32>) {
  ^bb0(%acc: f32, %w: f32, %x: f32, %y: f32):
    %one = arith.constant 1.0 : f32
    %2 = arith.addf %x, %acc : f32
    %3 = arith.mulf %acc, %acc : f32
    %4 = arith.addf %3, %one : f32
    %5 = arith.divf %2, %4 fastmath<afn> : f32
    %6 = math.sqrt %4 fastmath<afn> : f32
    %7 = arith.subf %w, %5 : f32
    %8 = arith.truncf %7 : f32 to bf16
    %9 = arith.subf %y, %6 : f32
    fused.yield %8, %2, %9 : bf16, f32, f32
  } -> tensor<264x144xbf16>, tensor<264x144xf32>, tensor<264x144xf32>
  return %r#0, %r#1, %r#2 : tensor<264x144xbf16>, tensor<264x144xf32>, tensor<264x144xf32>
}
