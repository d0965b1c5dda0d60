// RUN: fused-opt %s --fused-decompose=products=false --cse --canonicalize | FileCheck %s
// RUN: fused-opt %s --fused-decompose --cse --canonicalize | FileCheck %s --check-prefix=ALL --implicit-check-not=fused.

// CHECK-DAG: #[[BYTES:.*]] = affine_map<(d0, d1) -> (d0, d1 floordiv 8)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @pack(
// CHECK-SAME: %[[BITS:.*]]: tensor<5x131xi1>, %[[M0:.*]]: tensor<5x32xi8>
// CHECK-DAG: %[[C130:.*]] = arith.constant 130 : index
// CHECK-DAG: %[[C131:.*]] = arith.constant 131 : index
// CHECK: linalg.generic {indexing_maps = [#[[ID]]], iterator_types = ["parallel", "parallel"]} outs(%[[M0]] : tensor<5x32xi8>)
// CHECK-DAG: %[[ROW:.*]] = linalg.index 0
// CHECK-DAG: %[[BYTE:.*]] = linalg.index 1
// CHECK: %[[FIRST:.*]] = arith.muli %[[BYTE]], %{{.*}}
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[FIRST]], %[[C131]]
// CHECK: %[[COLUMN:.*]] = arith.minui %[[FIRST]], %[[C130]]
// CHECK: %[[BIT:.*]] = tensor.extract %[[BITS]][%[[ROW]], %[[COLUMN]]]
// CHECK: arith.andi %[[BIT]], %[[INSIDE]]
// CHECK-COUNT-7: tensor.extract
// CHECK-NOT: tensor.extract
// CHECK: linalg.yield %{{.*}} : i8
func.func @pack(%bits: tensor<5x131xi1>, %m0: tensor<5x32xi8>)
    -> tensor<5x32xi8> {
  %m = fused.pack_mask ins(%bits : tensor<5x131xi1>)
      outs(%m0 : tensor<5x32xi8>) -> tensor<5x32xi8>
  return %m : tensor<5x32xi8>
}

// There are no padding bits to look out for.
// CHECK-LABEL: func.func @pack_no_padding(
// CHECK-NOT: arith.minui
// CHECK-NOT: arith.cmpi
// CHECK: return
func.func @pack_no_padding(%bits: tensor<5x256xi1>, %m0: tensor<5x32xi8>)
    -> tensor<5x32xi8> {
  %m = fused.pack_mask ins(%bits : tensor<5x256xi1>)
      outs(%m0 : tensor<5x32xi8>) -> tensor<5x32xi8>
  return %m : tensor<5x32xi8>
}

// CHECK-LABEL: func.func @pack_memref_dynamic(
// CHECK-SAME: %[[BITS:.*]]: memref<3x?x?xi1, strided<[?, ?, 2]>>, %[[M:.*]]: memref<3x?x?xi8>
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK: %[[N:.*]] = memref.dim %[[BITS]], %[[C2]]
// CHECK: linalg.generic {{.*}} outs(%[[M]] : memref<3x?x?xi8>)
// CHECK: arith.cmpi ult, %{{.*}}, %[[N]]
// CHECK: memref.load %[[BITS]]
func.func @pack_memref_dynamic(%bits: memref<3x?x?xi1, strided<[?, ?, 2]>>,
                               %m: memref<3x?x?xi8>) {
  fused.pack_mask ins(%bits : memref<3x?x?xi1, strided<[?, ?, 2]>>)
      outs(%m : memref<3x?x?xi8>)
  return
}

// CHECK-LABEL: func.func @unpack(
// CHECK-SAME: %[[M:.*]]: tensor<?x?xi8>, %[[B0:.*]]: tensor<?x?xi1>
// CHECK-DAG: %[[C7:.*]] = arith.constant 7 : index
// CHECK: linalg.generic {indexing_maps = [#[[BYTES]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[M]] : tensor<?x?xi8>) outs(%[[B0]] : tensor<?x?xi1>)
// CHECK-NEXT: ^bb0(%[[BYTE:.*]]: i8,
// CHECK-NEXT: %[[COLUMN:.*]] = linalg.index 1
// CHECK-NEXT: %[[POSITION:.*]] = arith.andi %[[COLUMN]], %[[C7]]
// CHECK-NEXT: %[[SHIFT:.*]] = arith.index_cast %[[POSITION]] : index to i8
// CHECK-NEXT: %[[SHIFTED:.*]] = arith.shrui %[[BYTE]], %[[SHIFT]]
// CHECK-NEXT: %[[BIT:.*]] = arith.trunci %[[SHIFTED]] : i8 to i1
// CHECK-NEXT: linalg.yield %[[BIT]]
func.func @unpack(%m: tensor<?x?xi8>, %b0: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %b = fused.unpack_mask ins(%m : tensor<?x?xi8>)
      outs(%b0 : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %b : tensor<?x?xi1>
}

// CHECK-LABEL: func.func @unpack_memref(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<2x5x32xi8>) outs(%{{.*}} : memref<2x5x131xi1>)
// CHECK: linalg.index 2
func.func @unpack_memref(%m: memref<2x5x32xi8>, %b: memref<2x5x131xi1>) {
  fused.unpack_mask ins(%m : memref<2x5x32xi8>) outs(%b : memref<2x5x131xi1>)
  return
}

// CHECK-LABEL: func.func @products_stay(
// CHECK: fused.matmul
// ALL-LABEL: func.func @products_stay(
// ALL: arith.mulf
func.func @products_stay(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                         %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d = fused.matmul epilog(relu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// What is computed for the mask alone is computed there.
// CHECK-LABEL: func.func @pack_of_comparison(
// CHECK-SAME: %[[X:.*]]: tensor<5x256xbf16>
// CHECK: linalg.generic
// CHECK-NOT: ins(
// CHECK: %[[ELEMENT:.*]] = tensor.extract %[[X]]
// CHECK: arith.cmpf ogt, %[[ELEMENT]], %{{.*}} : bf16
// CHECK-COUNT-7: arith.cmpf ogt
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @pack_of_comparison(%x: tensor<5x256xbf16>, %m0: tensor<5x32xi8>)
    -> tensor<5x32xi8> {
  %zero = arith.constant dense<0.0> : tensor<bf16>
  %e = tensor.empty() : tensor<5x256xi1>
  %bits = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> ()>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %zero : tensor<5x256xbf16>, tensor<bf16>)
      outs(%e : tensor<5x256xi1>) {
  ^bb0(%a: bf16, %z: bf16, %out: i1):
    %c = arith.cmpf ogt, %a, %z : bf16
    linalg.yield %c : i1
  } -> tensor<5x256xi1>
  %m = fused.pack_mask ins(%bits : tensor<5x256xi1>)
      outs(%m0 : tensor<5x32xi8>) -> tensor<5x32xi8>
  return %m : tensor<5x32xi8>
}

// Two matrices, and booleans that are used elsewhere.
// CHECK-LABEL: func.func @pack_of_two(
// CHECK-COUNT-2: linalg.generic
// CHECK: return
func.func @pack_of_two(
    %x: tensor<5x256xf32>, %y: tensor<5x256xf32>, %m0: tensor<5x32xi8>)
    -> tensor<5x32xi8> {
  %e = tensor.empty() : tensor<5x256xi1>
  %bits = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>,
                       affine_map<(m, n) -> (m, n)>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<5x256xf32>, tensor<5x256xf32>)
      outs(%e : tensor<5x256xi1>) {
  ^bb0(%a: f32, %b: f32, %out: i1):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg.yield %c : i1
  } -> tensor<5x256xi1>
  %m = fused.pack_mask ins(%bits : tensor<5x256xi1>)
      outs(%m0 : tensor<5x32xi8>) -> tensor<5x32xi8>
  return %m : tensor<5x32xi8>
}

// CHECK-LABEL: func.func @pack_of_bits_with_another_use(
// CHECK-COUNT-2: linalg.generic
// CHECK: return
func.func @pack_of_bits_with_another_use(
    %x: tensor<5x256xf32>, %m0: tensor<5x32xi8>)
    -> (tensor<5x32xi8>, tensor<5x256xi1>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x256xi1>
  %bits = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x256xf32>) outs(%e : tensor<5x256xi1>) {
  ^bb0(%a: f32, %out: i1):
    %c = arith.cmpf ogt, %a, %zero : f32
    linalg.yield %c : i1
  } -> tensor<5x256xi1>
  %m = fused.pack_mask ins(%bits : tensor<5x256xi1>)
      outs(%m0 : tensor<5x32xi8>) -> tensor<5x32xi8>
  return %m, %bits : tensor<5x32xi8>, tensor<5x256xi1>
}
