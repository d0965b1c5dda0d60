// RUN: fused-opt %s --fused-emit-entry-points --split-input-file --verify-diagnostics

// expected-error@+1 {{argument 0 of public function 'rank_nine' has type 'memref<1x1x1x1x1x1x1x1x1xf32>', which cannot be passed to or from a caller}}
func.func @rank_nine(%x: memref<1x1x1x1x1x1x1x1x1xf32>) {
  return
}

// -----

// expected-error@+1 {{argument 1 of public function 'unsigned' has type 'memref<4xui8>'}}
func.func @unsigned(%x: f32, %y: memref<4xui8>) {
  return
}

// -----

// expected-error@+1 {{argument 0 of public function 'complex' has type 'complex<f32>'}}
func.func @complex(%x: complex<f32>) -> memref<4xcomplex<f32>> {
  %0 = memref.alloc() : memref<4xcomplex<f32>>
  return %0 : memref<4xcomplex<f32>>
}

// -----

// expected-error@+1 {{argument 0 of public function 'strided'}}
func.func @strided(%x: memref<4x4xf32, strided<[8, 1]>>) {
  return
}

// -----

// expected-error@+1 {{argument 0 of public function 'no_rank'}}
func.func @no_rank(%x: memref<*xf32>) {
  return
}

// -----

func.func private @elsewhere(f32) -> f32
func.func @no_body(%x: f32) -> f32 {
  // expected-error@+1 {{of 'elsewhere', which has no body, cannot be compiled}}
  %0 = call @elsewhere(%x) : (f32) -> f32
  return %0 : f32
}

// -----

func.func @unknown_callee(%f: (f32) -> f32, %x: f32) -> f32 {
  // expected-error@+1 {{cannot be compiled: its callee is not known}}
  %0 = call_indirect %f(%x) : (f32) -> f32
  return %0 : f32
}

// -----

func.func @allocation_in_parallel_region() {
  omp.parallel {
    // expected-error@+1 {{can fail, and a failure cannot be returned from inside 'omp.parallel'}}
    %0 = memref.alloc() : memref<4xf32>
    omp.terminator
  }
  return
}

// -----

func.func @strided_allocation() {
  // expected-error@+1 {{of other than dense row-major memory cannot be compiled}}
  %0 = memref.alloc() : memref<4x4xf32, strided<[8, 1]>>
  return
}

// -----

// expected-error@+1 {{already has a symbol 'fused_module', as a program that was compiled before}}
module {
  func.func @fused_module() {
    return
  }
}
