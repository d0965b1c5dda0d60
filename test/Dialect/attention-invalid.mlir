// RUN: fused-opt %s --split-input-file --verify-diagnostics

func.func @mixed(%q: tensor<4x8xf32>, %k: memref<6x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{mixes tensors and memrefs}}
  %0 = fused.attention ins(%q, %k, %k : tensor<4x8xf32>, memref<6x8xf32>, memref<6x8xf32>) maps []
      outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @types(%q: memref<4x8xf32>, %k: memref<6x8xf16>, %o: memref<4x8xf32>) {
  // expected-error @+1 {{multiplies 'f32' by 'f16'}}
  fused.attention ins(%q, %k, %k : memref<4x8xf32>, memref<6x8xf16>, memref<6x8xf16>) maps []
      outs(%o : memref<4x8xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}

// -----

func.func @ranks(%q: memref<2x4x8xf32>, %k: memref<6x8xf32>, %o: memref<2x4x8xf32>) {
  // expected-error @+1 {{needs matrices behind the same dimensions of a batch}}
  fused.attention ins(%q, %k, %k : memref<2x4x8xf32>, memref<6x8xf32>, memref<6x8xf32>) maps []
      outs(%o : memref<2x4x8xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}

// -----

func.func @vectors(%q: memref<8xf32>, %o: memref<8xf32>) {
  // expected-error @+1 {{needs matrices behind the same dimensions of a batch}}
  fused.attention ins(%q, %q, %q : memref<8xf32>, memref<8xf32>, memref<8xf32>) maps []
      outs(%o : memref<8xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}

// -----

func.func @keys(%q: memref<2x4x8xf32>, %k: memref<2x6x8xf32>, %v: memref<2x5x8xf32>, %o: memref<2x4x8xf32>) {
  // expected-error @+1 {{value should be 2x6x8, but is 'memref<2x5x8xf32>'}}
  fused.attention ins(%q, %k, %v : memref<2x4x8xf32>, memref<2x6x8xf32>, memref<2x5x8xf32>) maps []
      outs(%o : memref<2x4x8xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}

// -----

func.func @batch(%q: memref<2x4x8xf32>, %k: memref<3x6x8xf32>, %o: memref<2x4x8xf32>) {
  // expected-error @+1 {{key should be 2x6x8, but is 'memref<3x6x8xf32>'}}
  fused.attention ins(%q, %k, %k : memref<2x4x8xf32>, memref<3x6x8xf32>, memref<3x6x8xf32>) maps []
      outs(%o : memref<2x4x8xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}

// -----

func.func @num_maps(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %m: memref<6xf32>, %o: memref<4x8xf32>) {
  // expected-error @+1 {{has 0 maps for 1 further operands}}
  fused.attention ins(%q, %k, %k : memref<4x8xf32>, memref<6x8xf32>, memref<6x8xf32>)
      with(%m : memref<6xf32>) maps [] outs(%o : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    fused.yield %x : f32
  }
  return
}

// -----

func.func @map(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %m: memref<6xf32>, %o: memref<4x8xf32>) {
  // expected-error @+1 {{indexes a further operand of type 'memref<6xf32>' by affine_map<(d0, d1) -> (d0 + d1)>, but should by dimensions of the batch, rows and columns}}
  fused.attention ins(%q, %k, %k : memref<4x8xf32>, memref<6x8xf32>, memref<6x8xf32>)
      with(%m : memref<6xf32>) maps [affine_map<(i, j) -> (i + j)>] outs(%o : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    fused.yield %x : f32
  }
  return
}

// -----

func.func @extra(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %m: memref<6xf32>, %o: memref<4x8xf32>) {
  // expected-error @+1 {{a further operand should be 4, but is 'memref<6xf32>'}}
  fused.attention ins(%q, %k, %k : memref<4x8xf32>, memref<6x8xf32>, memref<6x8xf32>)
      with(%m : memref<6xf32>) maps [affine_map<(i, j) -> (i)>] outs(%o : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    fused.yield %x : f32
  }
  return
}

// -----

func.func @arguments(%q: memref<4x8xbf16>, %k: memref<6x8xbf16>, %o: memref<4x8xbf16>) {
  // expected-error @+1 {{needs a body with an argument of 'f32' for each product, and one for each further operand}}
  fused.attention ins(%q, %k, %k : memref<4x8xbf16>, memref<6x8xbf16>, memref<6x8xbf16>)
      maps [] outs(%o : memref<4x8xbf16>) {
  ^bb0(%x: bf16):
    %0 = arith.extf %x : bf16 to f32
    fused.yield %0 : f32
  }
  return
}

// -----

func.func @score(%q: memref<4x8xbf16>, %k: memref<6x8xbf16>, %o: memref<4x8xbf16>) {
  fused.attention ins(%q, %k, %k : memref<4x8xbf16>, memref<6x8xbf16>, memref<6x8xbf16>)
      maps [] outs(%o : memref<4x8xbf16>) {
  ^bb0(%x: f32):
    %0 = arith.truncf %x : f32 to bf16
    // expected-error @+1 {{should give a score of 'f32'}}
    fused.yield %0 : bf16
  }
  return
}

// -----

func.func @effects(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %o: memref<4x8xf32>, %n: memref<f32>) {
  // expected-error @+1 {{may not have side effects in its region}}
  fused.attention ins(%q, %k, %k : memref<4x8xf32>, memref<6x8xf32>, memref<6x8xf32>)
      maps [] outs(%o : memref<4x8xf32>) {
  ^bb0(%x: f32):
    // expected-note @+1 {{this operation may have some}}
    memref.store %x, %n[] : memref<f32>
    fused.yield %x : f32
  }
  return
}

// -----

func.func @index(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %o: memref<4x8xf32>) {
  fused.attention ins(%q, %k, %k : memref<4x8xf32>, memref<6x8xf32>, memref<6x8xf32>)
      maps [] outs(%o : memref<4x8xf32>) {
  ^bb0(%x: f32):
    // expected-error @+1 {{needs a loop less than 2}}
    %0 = fused.index 2 : index
    fused.yield %x : f32
  }
  return
}

// -----

func.func @one_statistic(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %o: memref<4x8xf32>, %m: memref<4xf32>) {
  // expected-error @+1 {{needs an output, and both statistics or none, but has 2 outputs}}
  fused.attention ins(%q, %k, %k : memref<4x8xf32>, memref<6x8xf32>, memref<6x8xf32>) maps []
      outs(%o, %m : memref<4x8xf32>, memref<4xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}

// -----

func.func @statistic_shape(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %o: memref<4x8xf32>, %m: memref<6xf32>) {
  // expected-error @+1 {{a statistic should be 4, but is 'memref<6xf32>'}}
  fused.attention ins(%q, %k, %k : memref<4x8xf32>, memref<6x8xf32>, memref<6x8xf32>) maps []
      outs(%o, %m, %m : memref<4x8xf32>, memref<6xf32>, memref<6xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}

// -----

func.func @statistic_type(%q: memref<4x8xbf16>, %k: memref<6x8xbf16>, %o: memref<4x8xbf16>, %m: memref<4xbf16>) {
  // expected-error @+1 {{needs statistics of 'f32', but has one of 'bf16'}}
  fused.attention ins(%q, %k, %k : memref<4x8xbf16>, memref<6x8xbf16>, memref<6x8xbf16>) maps []
      outs(%o, %m, %m : memref<4x8xbf16>, memref<4xbf16>, memref<4xbf16>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}

// -----

func.func @output_type(%q: memref<4x8xbf16>, %k: memref<6x8xbf16>, %o: memref<4x8xf16>) {
  // expected-error @+1 {{cannot round products of 'bf16' to 'f16'}}
  fused.attention ins(%q, %k, %k : memref<4x8xbf16>, memref<6x8xbf16>, memref<6x8xbf16>) maps []
      outs(%o : memref<4x8xf16>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}

// -----

func.func @gradient_types(%a: memref<4x8xf32>, %b: memref<6x8xf32>, %c: memref<4x8xf16>, %o: memref<4x8xf32>) {
  // expected-error @+1 {{multiplies 'f32' by 'f16'}}
  fused.attention_gradient
      ins(%a, %b, %c, %b : memref<4x8xf32>, memref<6x8xf32>, memref<4x8xf16>, memref<6x8xf32>) maps []
      outs(%o : memref<4x8xf32>) {
  ^bb0(%s: f32, %t: f32):
    fused.yield %s : f32
  }
  return
}

// -----

func.func @gradient_rows(%a: memref<4x8xf32>, %b: memref<6x8xf32>, %c: memref<5x8xf32>, %o: memref<4x8xf32>) {
  // expected-error @+1 {{C should be 4x8, but is 'memref<5x8xf32>'}}
  fused.attention_gradient
      ins(%a, %b, %c, %b : memref<4x8xf32>, memref<6x8xf32>, memref<5x8xf32>, memref<6x8xf32>) maps []
      outs(%o : memref<4x8xf32>) {
  ^bb0(%s: f32, %t: f32):
    fused.yield %s : f32
  }
  return
}

// -----

func.func @gradient_second_output(%a: memref<4x8xf32>, %b: memref<6x8xf32>, %c: memref<4x3xf32>, %d: memref<6x3xf32>,
                                  %o: memref<4x8xf32>) {
  // expected-error @+1 {{the second output should be 4x3, but is 'memref<4x8xf32>'}}
  fused.attention_gradient
      ins(%a, %b, %c, %d : memref<4x8xf32>, memref<6x8xf32>, memref<4x3xf32>, memref<6x3xf32>) maps []
      outs(%o, %o : memref<4x8xf32>, memref<4x8xf32>) {
  ^bb0(%s: f32, %t: f32):
    fused.yield %s, %t : f32, f32
  }
  return
}

// -----

func.func @gradient_outputs(%a: memref<4x8xf32>, %b: memref<6x8xf32>, %o: memref<4x8xf32>) {
  // expected-error @+1 {{needs one or two outputs, but has 3}}
  fused.attention_gradient
      ins(%a, %b, %a, %b : memref<4x8xf32>, memref<6x8xf32>, memref<4x8xf32>, memref<6x8xf32>) maps []
      outs(%o, %o, %o : memref<4x8xf32>, memref<4x8xf32>, memref<4x8xf32>) {
  ^bb0(%s: f32, %t: f32):
    fused.yield %s, %t, %t : f32, f32, f32
  }
  return
}

// -----

func.func @gradient_weights(%a: memref<4x8xf32>, %b: memref<6x8xf32>, %o: memref<4x8xf32>) {
  fused.attention_gradient
      ins(%a, %b, %a, %b : memref<4x8xf32>, memref<6x8xf32>, memref<4x8xf32>, memref<6x8xf32>) maps []
      outs(%o : memref<4x8xf32>) {
  ^bb0(%s: f32, %t: f32):
    // expected-error @+1 {{should give a weight for each output, of 'f32'}}
    fused.yield %s, %t : f32, f32
  }
  return
}

// -----

func.func @gradient_index(%a: memref<4x8xf32>, %b: memref<6x8xf32>, %o: memref<4x8xf32>) {
  fused.attention_gradient
      ins(%a, %b, %a, %b : memref<4x8xf32>, memref<6x8xf32>, memref<4x8xf32>, memref<6x8xf32>) maps []
      outs(%o : memref<4x8xf32>) {
  ^bb0(%s: f32, %t: f32):
    // expected-error @+1 {{needs a loop less than 2}}
    %0 = fused.index 2 : index
    fused.yield %s : f32
  }
  return
}

// -----

func.func @output_rank(%q: memref<2x4x8xf32>, %k: memref<2x6x8xf32>, %o: memref<4x8xf32>) {
  // expected-error @+1 {{needs matrices behind the same dimensions of a batch}}
  fused.attention ins(%q, %k, %k : memref<2x4x8xf32>, memref<2x6x8xf32>, memref<2x6x8xf32>) maps []
      outs(%o : memref<4x8xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}

// -----

func.func @float8(%q: memref<4x8xf8E5M2>, %o: memref<4x8xf8E5M2>) {
  // expected-error @+1 {{there is no product of 'f8E5M2' and 'f8E5M2' into 'f32'}}
  fused.attention ins(%q, %q, %q : memref<4x8xf8E5M2>, memref<4x8xf8E5M2>, memref<4x8xf8E5M2>) maps []
      outs(%o : memref<4x8xf8E5M2>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}
