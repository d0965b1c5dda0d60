// RUN: fused-opt %s --fused-report -o /dev/null 2>&1 | FileCheck %s
// RUN: fused-opt %s --fused-report=format=json -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=JSON

// CHECK-NOT: location
// CHECK: 0 of 0 products fused, 0 with an epilog other than default
// CHECK-NEXT: products have 0 floating-point operations, -{{ }}of all
// CHECK-NEXT: 0 elementwise operations left, -
// JSON: "elementwise":{"flops":0,"number":0,"share":null,"unknown_size":0},"flops":0,
// JSON-SAME: "products":[]

func.func @nothing(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
