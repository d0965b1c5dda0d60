// RUN: fused-opt %s --fused-upstream-to-llvm | FileCheck %s

// A random program: upstream computed a value in a slice of the result of the
// branch, in the branch itself.

// CHECK: llvm.func internal @fused.invoke.p9476(

func.func @p9476(%arg0: tensor<8x?xi16>, %arg1: tensor<?x?xf32>) -> (tensor<7x2xi32>, tensor<?x8xi32>) {
  %0 = arith.constant 1 : index
  %1 = tensor.dim %arg0, %0 : tensor<8x?xi16>
  %2 = arith.constant 0 : index
  %3 = tensor.dim %arg1, %2 : tensor<?x?xf32>
  %4 = arith.constant 1 : index
  %5 = tensor.dim %arg1, %4 : tensor<?x?xf32>
  %6 = tensor.empty(%1) : tensor<?x8xi32>
  %7 = tensor.empty(%1) : tensor<?x8xf64>
  %8 = arith.constant 0 : index
  %9 = arith.constant 1 : index
  %10 = arith.constant 3 : index
  %17 = arith.constant 31 : i32
  %39 = arith.constant 8 : i32
  %42 = arith.constant 8 : i32
  %54:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0, %arg0 : tensor<8x?xi16>, tensor<8x?xi16>, tensor<8x?xi16>) outs(%6, %7 : tensor<?x8xi32>, tensor<?x8xf64>) {
  ^bb0(%x0: i16, %x1: i16, %x2: i16, %o0: i32, %o1: f64):
    %11 = arith.extui %x1 : i16 to i32
    %14 = scf.for %12 = %8 to %10 step %9 iter_args(%13 = %11) -> (i32) {
      %15 = arith.extsi %x0 : i16 to i32
      %16 = arith.index_cast %12 : index to i32
      %18 = arith.andi %16, %17 : i32
      %19 = arith.shrui %15, %18 : i32
      %20 = arith.trunci %x1 : i16 to i8
      %21 = arith.trunci %x2 : i16 to i8
      %22 = arith.minui %20, %21 : i8
      %23 = arith.extsi %22 : i8 to i32
      %24 = arith.maxsi %13, %23 : i32
      scf.yield %24 : i32
    }
    %25 = arith.constant 8 : i16
    %26 = arith.remui %x1, %25 : i16
    %27 = arith.uitofp %26 : i16 to f16
    %28 = arith.constant 8 : i16
    %29 = arith.remsi %x2, %28 : i16
    %30 = arith.sitofp %29 : i16 to f16
    %31 = arith.cmpf ule, %27, %30 : f16
    %32 = arith.select %31, %14, %14 : i32
    %33 = arith.constant 4 : i32
    %34 = arith.muli %33, %14 : i32
    %35 = arith.extsi %34 : i32 to i64
    %36 = arith.extsi %14 : i32 to i64
    %37 = arith.minsi %35, %36 : i64
    %38 = arith.trunci %37 : i64 to i32
    %40 = arith.remsi %32, %39 : i32
    %41 = arith.sitofp %40 : i32 to f64
    %43 = arith.remui %34, %42 : i32
    %44 = arith.uitofp %43 : i32 to f64
    %45 = arith.subf %41, %44 : f64
    %46 = arith.constant 8 : i32
    %47 = arith.remui %32, %46 : i32
    %48 = arith.uitofp %47 : i32 to f64
    %49 = arith.minimumf %48, %45 : f64
    %50 = arith.constant 5.0e-01 : f64
    %51 = math.absf %49 : f64
    %52 = arith.addf %51, %50 : f64
    %53 = math.log2 %52 : f64
    linalg.yield %38, %53 : i32, f64
  } -> (tensor<?x8xi32>, tensor<?x8xf64>)
  %56 = arith.constant 3 : index
  %57 = arith.constant 0 : index
  %58 = tensor.extract %54#0[%56, %57] : tensor<?x8xi32>
  %59 = arith.constant 1 : i32
  %55 = arith.cmpi slt, %58, %59 : i32
  %60 = scf.if %55 -> (tensor<?x8xi32>) {
  %61 = tensor.empty(%1) : tensor<?x8xi32>
  %69 = arith.constant 0 : index
  %70 = arith.constant 1 : index
  %71 = arith.constant 2 : index
  %88 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%54#1, %54#0 : tensor<?x8xf64>, tensor<?x8xi32>) outs(%61 : tensor<?x8xi32>) {
  ^bb0(%x0: f64, %x1: i32, %o0: i32):
    %62 = arith.constant 8 : i32
    %63 = arith.remsi %x1, %62 : i32
    %64 = arith.sitofp %63 : i32 to f32
    %65 = arith.constant 5.0e-01 : f32
    %66 = math.absf %64 : f32
    %67 = arith.addf %66, %65 : f32
    %68 = math.log2 %67 : f32
    %74 = scf.for %72 = %69 to %71 step %70 iter_args(%73 = %x1) -> (i32) {
      %75 = arith.index_cast %72 : index to i64
      %76 = arith.extsi %x1 : i32 to i64
      %77 = arith.subi %75, %76 : i64
      %78 = arith.trunci %77 : i64 to i32
      %79 = arith.maxsi %73, %78 : i32
      scf.yield %79 : i32
    }
    %80 = arith.minsi %x1, %74 : i32
    %81 = arith.xori %x1, %x1 : i32
    %82 = linalg.index 0 : index
    %83 = arith.index_castui %82 : index to i64
    %84 = arith.constant 8 : i64
    %85 = arith.remsi %83, %84 : i64
    %86 = arith.sitofp %85 : i64 to f16
    %87 = arith.fptosi %86 : f16 to i32
    linalg.yield %87 : i32
  } -> tensor<?x8xi32>
  scf.yield %88 : tensor<?x8xi32>
  } else {
  %89 = arith.constant 0xFF800000 : f32
  %90 = tensor.empty(%3) : tensor<?xf32>
  %91 = linalg.fill ins(%89 : f32) outs(%90 : tensor<?xf32>) -> tensor<?xf32>
  %93 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%arg1 : tensor<?x?xf32>) outs(%91 : tensor<?xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %92 = arith.maximumf %o0, %x0 : f32
    linalg.yield %92 : f32
  } -> tensor<?xf32>
  %94 = tensor.empty(%3, %5) : tensor<?x?xf32>
  %96 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg1, %93 : tensor<?x?xf32>, tensor<?xf32>) outs(%94 : tensor<?x?xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %95 = arith.subf %x0, %x1 : f32
    linalg.yield %95 : f32
  } -> tensor<?x?xf32>
  %97 = tensor.empty(%3, %5) : tensor<?x?xf32>
  %99 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%96 : tensor<?x?xf32>) outs(%97 : tensor<?x?xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %98 = math.exp %x0 : f32
    linalg.yield %98 : f32
  } -> tensor<?x?xf32>
  %100 = arith.constant 0.0e+00 : f32
  %101 = tensor.empty(%3) : tensor<?xf32>
  %102 = linalg.fill ins(%100 : f32) outs(%101 : tensor<?xf32>) -> tensor<?xf32>
  %104 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%99 : tensor<?x?xf32>) outs(%102 : tensor<?xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %103 = arith.addf %x0, %o0 : f32
    linalg.yield %103 : f32
  } -> tensor<?xf32>
  %105 = tensor.empty(%3, %5) : tensor<?x?xf32>
  %107 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%99, %104 : tensor<?x?xf32>, tensor<?xf32>) outs(%105 : tensor<?x?xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %106 = arith.divf %x0, %x1 : f32
    linalg.yield %106 : f32
  } -> tensor<?x?xf32>
  %108 = arith.constant 0.0e+00 : f32
  %109 = tensor.empty() : tensor<8xf32>
  %110 = linalg.fill ins(%108 : f32) outs(%109 : tensor<8xf32>) -> tensor<8xf32>
  %111 = arith.constant 8 : i16
  %116 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%arg0, %arg0, %54#1 : tensor<8x?xi16>, tensor<8x?xi16>, tensor<?x8xf64>) outs(%110 : tensor<8xf32>) {
  ^bb0(%x0: i16, %x1: i16, %x2: f64, %o0: f32):
    %112 = arith.remui %x0, %111 : i16
    %113 = arith.uitofp %112 : i16 to f32
    %114 = math.floor %113 : f32
    %115 = arith.addf %114, %o0 : f32
    linalg.yield %115 : f32
  } -> tensor<8xf32>
  %117 = arith.constant 6.25e-02 : f32
  %118 = tensor.empty() : tensor<8xf32>
  %119 = linalg.fill ins(%117 : f32) outs(%118 : tensor<8xf32>) -> tensor<8xf32>
  %120 = arith.mulf %116, %119 : tensor<8xf32>
  scf.yield %54#0 : tensor<?x8xi32>
  }
  %121 = arith.constant 4 : index
  %122 = arith.addi %1, %121 : index
  %123 = arith.constant 1 : i32
  %124 = tensor.pad %60 low[1, 0] high[3, 1] {
  ^bb0(%i0: index, %i1: index):
    tensor.yield %123 : i32
  } : tensor<?x8xi32> to tensor<?x9xi32>
  %125 = tensor.empty(%122) : tensor<?x9xi32>
  %126 = tensor.empty(%122) : tensor<?x9xf16>
  %131 = arith.constant 8 : i64
  %138:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%124 : tensor<?x9xi32>) outs(%125, %126 : tensor<?x9xi32>, tensor<?x9xf16>) {
  ^bb0(%x0: i32, %o0: i32, %o1: f16):
    %127 = arith.andi %x0, %x0 : i32
    %128 = arith.andi %x0, %127 : i32
    %129 = linalg.index 0 : index
    %130 = arith.index_cast %129 : index to i64
    %132 = arith.remui %130, %131 : i64
    %133 = arith.uitofp %132 : i64 to f16
    %134 = arith.constant 8 : i32
    %135 = arith.remsi %127, %134 : i32
    %136 = arith.sitofp %135 : i32 to f16
    %137 = arith.maxnumf %136, %133 : f16
    linalg.yield %128, %137 : i32, f16
  } -> (tensor<?x9xi32>, tensor<?x9xf16>)
  %139 = tensor.empty(%122, %1) : tensor<?x?xi32>
  %153 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} outs(%139 : tensor<?x?xi32>) {
  ^bb0(%o0: i32):
    %140 = arith.constant 4 : i32
    %141 = arith.constant 3 : i32
    %142 = arith.constant 31 : i32
    %143 = arith.andi %141, %142 : i32
    %144 = arith.shli %140, %143 : i32
    %145 = arith.extsi %144 : i32 to i64
    %146 = math.ctlz %145 : i64
    %147 = arith.constant 8 : i64
    %148 = arith.remui %146, %147 : i64
    %149 = arith.uitofp %148 : i64 to f16
    %150 = arith.negf %149 : f16
    %151 = arith.subi %144, %144 : i32
    %152 = arith.maxui %144, %144 : i32
    linalg.yield %152 : i32
  } -> tensor<?x?xi32>
  %154 = arith.constant 9 : index
  %155 = arith.addi %154, %1 : index
  %156 = tensor.concat dim(1) %124, %153 : (tensor<?x9xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  %165 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} outs(%60 : tensor<?x8xi32>) {
  ^bb0(%o0: i32):
    %157 = arith.constant 8 : i32
    %158 = arith.remsi %o0, %157 : i32
    %159 = arith.sitofp %158 : i32 to f32
    %160 = arith.constant 5.0e-01 : f32
    %161 = arith.remf %159, %160 : f32
    %162 = arith.constant 4.0e+00 : f32
    %163 = arith.mulf %161, %162 : f32
    %164 = arith.fptoui %163 : f32 to i32
    linalg.yield %164 : i32
  } -> tensor<?x8xi32>
  %166 = tensor.insert_slice %165 into %60[0, 0] [%1, 8] [1, 1] : tensor<?x8xi32> into tensor<?x8xi32>
  %167 = tensor.extract_slice %124[0, 1] [7, 2] [1, 1] : tensor<?x9xi32> to tensor<7x2xi32>
  return %167, %166 : tensor<7x2xi32>, tensor<?x8xi32>
}

