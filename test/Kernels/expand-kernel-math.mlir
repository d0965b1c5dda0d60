// RUN: fused-opt %s --fused-expand-kernel-math | FileCheck %s

// CHECK-LABEL: func.func @rounded_up(
// CHECK-NOT: arith.ceildivsi
func.func @rounded_up(%x: i32, %n: i32) -> i32 {
  %0 = arith.ceildivsi %x, %n : i32
  return %0 : i32
}

// What is rounded to 16 bits is computed by instructions of the device.

gpu.module @rounded {
  // CHECK-LABEL: gpu.func @bfloat_quotient
  // CHECK: %[[Q:.*]] = llvm.call_intrinsic "llvm.nvvm.div.full"(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
  // CHECK: arith.truncf %[[Q]] : f32 to bf16
  gpu.func @bfloat_quotient(%x: bf16, %y: bf16, %p: memref<bf16>) kernel {
    %0 = arith.divf %x, %y : bf16
    memref.store %0, %p[] : memref<bf16>
    gpu.return
  }

  // The numbers in f32 have any values, so that nothing is to be corrected.
  // CHECK-LABEL: gpu.func @rounded_quotient
  // CHECK: llvm.nvvm.div.full
  gpu.func @rounded_quotient(%x: f32, %y: f32, %p: memref<f16>) kernel {
    %0 = arith.divf %x, %y : f32
    %1 = arith.truncf %0 : f32 to f16
    memref.store %1, %p[] : memref<f16>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @half_quotient
  // CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
  // CHECK: %[[Q:.*]] = arith.mulf %{{.*}}, %[[R]] : f32
  // CHECK: %[[C:.*]] = math.fma %{{.*}}, %[[R]], %[[Q]] : f32
  // CHECK: arith.select %{{.*}}, %[[C]], %[[Q]] : f32
  gpu.func @half_quotient(%x: f16, %y: f16, %p: memref<f16>) kernel {
    %0 = arith.divf %x, %y : f16
    memref.store %0, %p[] : memref<f16>
    gpu.return
  }

  // A quotient that is also needed in f32 is not approximated.
  // CHECK-LABEL: gpu.func @needed
  // CHECK: arith.divf
  gpu.func @needed(%x: f32, %y: f32, %p: memref<f16>, %q: memref<f32>) kernel {
    %0 = arith.divf %x, %y : f32
    %1 = arith.truncf %0 : f32 to f16
    memref.store %1, %p[] : memref<f16>
    memref.store %0, %q[] : memref<f32>
    gpu.return
  }

  // Roots are approximated under the same conditions, or if a flag allows it.
  // CHECK-LABEL: gpu.func @roots
  // CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.nvvm.sqrt.approx.f"
  // CHECK: arith.truncf %[[R]] : f32 to f16
  // CHECK: math.sqrt %{{.*}} : f32
  // CHECK: llvm.nvvm.sqrt.approx.f
  gpu.func @roots(%x: f32, %y: f32, %z: f32, %p: memref<f16>, %q: memref<f32>, %r: memref<f32>) kernel {
    %0 = math.sqrt %x : f32
    %1 = arith.truncf %0 : f32 to f16
    memref.store %1, %p[] : memref<f16>
    %2 = math.sqrt %y : f32
    memref.store %2, %q[] : memref<f32>
    %3 = math.sqrt %z fastmath<afn> : f32
    memref.store %3, %r[] : memref<f32>
    gpu.return
  }

  // ptxas takes these for true, but of NaN.
  // CHECK-LABEL: gpu.func @compared_magnitudes(
  // CHECK-SAME: %[[X:.*]]: bf16,
  // CHECK-COUNT-4: arith.cmpf ord, %[[X]], %[[X]] : bf16
  // CHECK: arith.cmpf ogt, %{{.*}}, %{{.*}} : bf16
  // CHECK: arith.cmpf ogt, %{{.*}}, %{{.*}} : bf16
  gpu.func @compared_magnitudes(%x: bf16, %p: memref<6xi1>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %quarter = arith.constant -0.25 : bf16
    %zero = arith.constant 0.0 : bf16
    %one = arith.constant 1.0 : bf16
    %a = math.absf %x : bf16
    %n = arith.negf %a : bf16
    %e = math.exp %x : bf16
    %0 = arith.cmpf ogt, %a, %quarter : bf16
    %1 = arith.cmpf ole, %zero, %a : bf16
    %2 = arith.cmpf olt, %n, %one : bf16
    %3 = arith.cmpf oge, %e, %quarter : bf16
    %4 = arith.cmpf ogt, %a, %one : bf16
    %5 = arith.cmpf ogt, %a, %zero : bf16
    memref.store %0, %p[%c0] : memref<6xi1>
    memref.store %1, %p[%c1] : memref<6xi1>
    memref.store %2, %p[%c2] : memref<6xi1>
    memref.store %3, %p[%c3] : memref<6xi1>
    memref.store %4, %p[%c4] : memref<6xi1>
    memref.store %5, %p[%c5] : memref<6xi1>
    gpu.return
  }

  // So does LLVM's form of a copied sign that is known.
  // CHECK-LABEL: gpu.func @copied_signs(
  // CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: f32,
  // CHECK-COUNT-2: arith.cmpf ord, %[[X]], %[[X]] : f32
  // CHECK: %[[COPY:.*]] = math.copysign %[[X]], %[[Y]]
  // CHECK: arith.cmpf ogt, %[[COPY]]
  gpu.func @copied_signs(%x: f32, %y: f32, %p: memref<3xi1>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %quarter = arith.constant -0.25 : f32
    %minus = arith.constant -2.0 : f32
    %one = arith.constant 1.0 : f32
    %e = math.exp %y : f32
    %0 = math.copysign %x, %e : f32
    %1 = arith.cmpf ogt, %0, %quarter : f32
    %2 = math.copysign %x, %minus : f32
    %3 = arith.cmpf olt, %2, %one : f32
    %4 = math.copysign %x, %y : f32
    %5 = arith.cmpf ogt, %4, %quarter : f32
    memref.store %1, %p[%c0] : memref<3xi1>
    memref.store %3, %p[%c1] : memref<3xi1>
    memref.store %5, %p[%c2] : memref<3xi1>
    gpu.return
  }

  // One product scales by -0.5 and sqrt(log2(e)).
  // CHECK-LABEL: gpu.func @complementary_error(
  // CHECK-SAME: %[[U:.*]]: f32,
  // CHECK: %[[S:.*]] = arith.constant -0.600561202 : f32
  // CHECK-NOT: mulf
  // CHECK: %[[W:.*]] = arith.mulf %[[U]], %[[S]] : f32
  // CHECK: math.absf %[[W]] : f32
  // CHECK: llvm.nvvm.rcp.approx.ftz.f
  // CHECK: llvm.nvvm.ex2.approx.ftz.f
  // CHECK: arith.cmpf olt, %[[W]]
  gpu.func @complementary_error(%u: f32, %p: memref<bf16>) kernel {
    %half = arith.constant 0.5 : f32
    %product = arith.mulf %half, %u : f32
    %0 = arith.negf %product : f32
    %1 = math.erfc %0 : f32
    %2 = arith.truncf %1 : f32 to bf16
    memref.store %2, %p[] : memref<bf16>
    gpu.return
  }

  // GELU: the linear part of what is positive, less the tail.
  // CHECK-LABEL: gpu.func @gelu(
  // CHECK-SAME: %[[U:.*]]: f32,
  // CHECK-DAG: %[[S:.*]] = arith.constant -0.849321782 : f32
  // CHECK-DAG: %[[FAR:.*]] = arith.constant 2.354820e+01 : f32
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[LIMITED:.*]] = arith.minimumf %[[U]], %[[FAR]] : f32
  // CHECK: %[[MAGNITUDE:.*]] = math.absf %[[LIMITED]] : f32
  // CHECK: %[[MINUS:.*]] = arith.mulf %[[MAGNITUDE]], %[[S]] : f32
  // CHECK: %[[T:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
  // CHECK: %[[POWER:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"
  // CHECK: %[[TAIL:.*]] = arith.mulf %[[MINUS]], %[[T]] : f32
  // CHECK: %[[LINEAR:.*]] = arith.maximumf %[[U]], %[[ZERO]] : f32
  // CHECK: math.fma %[[TAIL]], %[[POWER]], %[[LINEAR]] : f32
  gpu.func @gelu(%u: f32, %p: memref<bf16>) kernel {
    %half = arith.constant 0.5 : f32
    %root = arith.constant 0.70710678 : f32
    %0 = arith.negf %u : f32
    %1 = arith.mulf %0, %root : f32
    %2 = math.erfc %1 : f32
    %3 = arith.mulf %u, %half : f32
    %4 = arith.mulf %3, %2 : f32
    %5 = arith.truncf %4 : f32 to bf16
    memref.store %5, %p[] : memref<bf16>
    gpu.return
  }

  // Of another number, or a positive multiple, it is no GELU.
  // CHECK-LABEL: gpu.func @no_gelu(
  // CHECK-NOT: arith.minimumf
  // CHECK: gpu.return
  gpu.func @no_gelu(%u: f32, %v: f32, %p: memref<bf16>, %q: memref<bf16>) kernel {
    %root = arith.constant 0.70710678 : f32
    %0 = arith.mulf %u, %root : f32
    %1 = math.erfc %0 : f32
    %2 = arith.mulf %u, %1 : f32
    %3 = arith.truncf %2 : f32 to bf16
    memref.store %3, %p[] : memref<bf16>
    %4 = arith.negf %v : f32
    %5 = math.erfc %4 : f32
    %6 = arith.mulf %u, %5 : f32
    %7 = arith.truncf %6 : f32 to bf16
    memref.store %7, %q[] : memref<bf16>
    gpu.return
  }

  // A function that may be approximate: tanh by a power, and near zero by a
  // polynomial; 1 + tanh and 1 - tanh^2 keep their digits near -1.
  // CHECK-LABEL: gpu.func @tanh(
  // CHECK-SAME: %[[U:.*]]: f32,
  // CHECK: %[[ISNEAR:.*]] = arith.cmpf olt
  // CHECK: arith.select %[[ISNEAR]]
  // CHECK: %[[Y:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
  // CHECK: memref.store %[[Y]]
  // CHECK: %[[Z:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
  // CHECK: %[[REST:.*]] = arith.subf %{{.*}}, %[[Z]] : f32
  // CHECK: arith.mulf %[[Z]], %[[REST]] : f32
  // CHECK: math.tanh %[[U]] : f32
  gpu.func @tanh(%u: f32, %p: memref<f32>) kernel {
    %one = arith.constant 1.0 : f32
    %0 = math.tanh %u fastmath<afn> : f32
    %1 = arith.addf %0, %one : f32
    memref.store %1, %p[] : memref<f32>
    %2 = arith.mulf %0, %0 : f32
    %3 = arith.subf %one, %2 : f32
    memref.store %3, %p[] : memref<f32>
    memref.store %0, %p[] : memref<f32>
    %4 = math.tanh %u : f32
    memref.store %4, %p[] : memref<f32>
    gpu.return
  }

  // SiLU: a function is approximate as its users are rounded, in whatever order
  // these are replaced. The reciprocal is not subnormal.
  // CHECK-LABEL: gpu.func @silu(
  // CHECK-SAME: %[[X:.*]]: f32,
  // CHECK: %[[P:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"
  // CHECK: %[[SUM:.*]] = math.fma %[[P]], %[[QUARTER:.*]], %[[QUARTER]] : f32
  // CHECK: %[[INVERSE:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[SUM]])
  // CHECK: %[[SCALED:.*]] = arith.mulf %[[X]], %[[QUARTER]] : f32
  // CHECK: arith.mulf %[[SCALED]], %[[INVERSE]] : f32
  gpu.func @silu(%x: f32, %p: memref<bf16>) kernel {
    %one = arith.constant 1.0 : f32
    %0 = arith.negf %x : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %x, %2 : f32
    %4 = arith.truncf %3 : f32 to bf16
    memref.store %4, %p[] : memref<bf16>
    gpu.return
  }

  // The sum may be any number.
  // CHECK-LABEL: gpu.func @no_silu(
  // CHECK: llvm.call_intrinsic "llvm.nvvm.div.full"
  gpu.func @no_silu(%x: f32, %y: f32, %p: memref<bf16>) kernel {
    %one = arith.constant 1.0 : f32
    %0 = arith.addf %y, %one : f32
    %1 = arith.divf %x, %0 : f32
    %2 = arith.truncf %1 : f32 to bf16
    memref.store %2, %p[] : memref<bf16>
    gpu.return
  }

  // Polynomials near zero.
  // CHECK-LABEL: gpu.func @near_zero(
  // CHECK-COUNT-2: math.fma
  // CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"
  // CHECK: arith.select
  // CHECK-COUNT-3: math.fma
  // CHECK: llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"
  // CHECK: arith.select
  // CHECK: math.expm1
  gpu.func @near_zero(%x: f32, %p: memref<bf16>, %q: memref<f32>) kernel {
    %0 = math.expm1 %x : f32
    %1 = arith.truncf %0 : f32 to bf16
    memref.store %1, %p[] : memref<bf16>
    %2 = math.log1p %x : f32
    %3 = arith.truncf %2 : f32 to bf16
    memref.store %3, %p[] : memref<bf16>
    %4 = math.expm1 %x : f32
    memref.store %4, %q[] : memref<f32>
    gpu.return
  }

  // The product of both would be infinite.
  // CHECK-LABEL: gpu.func @large_error(
  // CHECK: %[[X:.*]] = arith.mulf
  // CHECK: arith.mulf %[[X]]
  gpu.func @large_error(%u: f32, %p: memref<bf16>) kernel {
    %large = arith.constant 3.0e+38 : f32
    %0 = arith.mulf %u, %large : f32
    %1 = math.erfc %0 : f32
    %2 = arith.truncf %1 : f32 to bf16
    memref.store %2, %p[] : memref<bf16>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @exponential
  // CHECK: %[[X:.*]] = arith.extf %{{.*}} : bf16 to f32
  // CHECK: %[[N:.*]] = arith.negf %[[X]] : f32
  // CHECK: %[[E:.*]] = arith.mulf %[[N]], %{{.*}} : f32
  // CHECK: math.exp2 %[[E]] : f32
  gpu.func @exponential(%x: bf16, %p: memref<bf16>) kernel {
    %0 = arith.negf %x : bf16
    %1 = math.exp %0 : bf16
    memref.store %1, %p[] : memref<bf16>
    gpu.return
  }
}

// Error functions in f32, without branches and calls of CUDA's library.

gpu.module @error_functions {
  // A polynomial of the square, or a power of two of another polynomial.
  // CHECK-LABEL: gpu.func @erf(
  // CHECK-SAME: %[[X:.*]]: f32,
  // CHECK-NOT: math.erf
  // CHECK: %[[MAGNITUDE:.*]] = math.absf %[[X]] : f32
  // CHECK: %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]] : f32
  // CHECK: %[[NEAR:.*]] = math.fma %{{.*}}, %[[X]], %[[X]] : f32
  // CHECK: %[[POWER:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"
  // CHECK: %[[FAR:.*]] = arith.subf %{{.*}}, %[[POWER]] : f32
  // CHECK: %[[IS_NEAR:.*]] = arith.cmpf olt, %[[MAGNITUDE]], %{{.*}} : f32
  // CHECK: %[[CHOSEN:.*]] = arith.select %[[IS_NEAR]], %[[NEAR]], %[[FAR]] : f32
  // CHECK: %[[RESULT:.*]] = math.copysign %[[CHOSEN]], %[[X]] : f32
  // CHECK: memref.store %[[RESULT]]
  gpu.func @erf(%x: f32, %p: memref<f32>) kernel {
    %0 = math.erf %x : f32
    memref.store %0, %p[] : memref<f32>
    gpu.return
  }

  // The limit of the magnitude keeps NaN.
  // CHECK-LABEL: gpu.func @erfc(
  // CHECK-SAME: %[[X:.*]]: f32,
  // CHECK-DAG: %[[LIMIT:.*]] = arith.constant 1.010000e+01 : f32
  // CHECK-DAG: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
  // CHECK-NOT: math.erfc
  // CHECK: %[[MAGNITUDE:.*]] = math.absf %[[X]] : f32
  // CHECK: %[[Z:.*]] = arith.minimumf %[[MAGNITUDE]], %[[LIMIT]] : f32
  // CHECK: arith.mulf %[[Z]], %[[Z]] : f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
  // CHECK: %[[POWER:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"
  // CHECK: %[[TAIL:.*]] = math.fma %{{.*}}, %[[POWER]], %{{.*}} : f32
  // CHECK: %[[OTHER:.*]] = arith.subf %[[TWO]], %[[TAIL]] : f32
  // CHECK: arith.select %{{.*}}, %[[OTHER]], %[[TAIL]] : f32
  gpu.func @erfc(%x: f32, %p: memref<f32>) kernel {
    %0 = math.erfc %x : f32
    memref.store %0, %p[] : memref<f32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @narrow_erf(
  // CHECK-SAME: %[[X:.*]]: bf16,
  // CHECK: arith.extf %[[X]] : bf16 to f32
  // CHECK-NOT: math.erf
  // CHECK: %[[RESULT:.*]] = math.copysign
  // CHECK: arith.truncf %[[RESULT]] : f32 to bf16
  gpu.func @narrow_erf(%x: bf16, %p: memref<bf16>) kernel {
    %0 = math.erf %x : bf16
    memref.store %0, %p[] : memref<bf16>
    gpu.return
  }

  // What is rounded to 16 bits has fewer coefficients.
  // CHECK-LABEL: gpu.func @rounded_erfc(
  // CHECK-NOT: arith.minimumf
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  gpu.func @rounded_erfc(%x: f16, %p: memref<f16>) kernel {
    %0 = math.erfc %x : f16
    memref.store %0, %p[] : memref<f16>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @no_double(
  // CHECK: math.erf %{{.*}} : f64
  // CHECK: math.erfc %{{.*}} : f64
  gpu.func @no_double(%x: f64, %p: memref<f64>) kernel {
    %0 = math.erf %x : f64
    %1 = math.erfc %0 : f64
    memref.store %1, %p[] : memref<f64>
    gpu.return
  }
}

// ptxas takes a comparison of one of two halves for that of the other.

gpu.module @narrow {
  // CHECK-LABEL: gpu.func @maximum
  // CHECK: %[[X:.*]] = arith.extsi %{{.*}} : i16 to i32
  // CHECK: %[[Y:.*]] = arith.extsi %{{.*}} : i16 to i32
  // CHECK: %[[HIDDEN:.*]] = llvm.inline_asm "and.b32 $0, $1, 0xffffffff;", "=r,r" %[[X]]
  // CHECK: %[[MAX:.*]] = arith.maxsi %[[HIDDEN]], %[[Y]] : i32
  // CHECK: arith.trunci %[[MAX]] : i32 to i16
  gpu.func @maximum(%x: i16, %y: i16, %p: memref<i16>) kernel {
    %0 = arith.maxsi %x, %y : i16
    memref.store %0, %p[] : memref<i16>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @minimum
  // CHECK-COUNT-2: arith.extui %{{.*}} : i8 to i32
  // CHECK: arith.minui %{{.*}} : i32
  gpu.func @minimum(%x: i8, %y: i8, %p: memref<i8>) kernel {
    %0 = arith.minui %x, %y : i8
    memref.store %0, %p[] : memref<i8>
    gpu.return
  }
}
