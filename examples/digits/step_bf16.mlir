// The training step of a network for handwritten digits, 784-512-512-10, in bf16:
// forward, softmax cross-entropy, and the gradients of all weights and biases.
// `step` keeps weights as inputs x outputs, `step_linear` as outputs x inputs.
// Eight products; README.md says which epilogs they become.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#nm = affine_map<(n, m) -> (m, n)>
#n_of_nm = affine_map<(n, m) -> (n)>
#i = affine_map<(i) -> (i)>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#d = affine_map<(m, n, k) -> (m, n)>

// With weights of inputs x outputs.
func.func @step(
    %x: tensor<256x784xbf16>,
    %target: tensor<256x10xbf16>,
    %w0: tensor<784x512xbf16>,
    %b0: tensor<512xbf16>,
    %w1: tensor<512x512xbf16>,
    %b1: tensor<512xbf16>,
    %w2: tensor<512x10xbf16>,
    %b2: tensor<10xbf16>)
    -> (tensor<784x512xbf16>, tensor<512xbf16>, tensor<512x512xbf16>, tensor<512xbf16>,
        tensor<512x10xbf16>, tensor<10xbf16>) {
  %zero = arith.constant 0.0 : bf16
  %zero_f32 = arith.constant 0.0 : f32
  %scale = arith.constant 0.00390625 : f32

  // Forward. Where ReLU is of zero, its derivative is taken as 1.
  %empty1 = tensor.empty() : tensor<256x512xbf16>
  %zeros2 = linalg.fill ins(%zero : bf16) outs(%empty1 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %product3 = linalg.matmul
      ins(%x, %w0 : tensor<256x784xbf16>, tensor<784x512xbf16>) outs(%zeros2 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %empty4 = tensor.empty() : tensor<256x512xbf16>
  %v5 = linalg.generic {
      indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%product3, %b0 : tensor<256x512xbf16>, tensor<512xbf16>) outs(%empty4 : tensor<256x512xbf16>) {
  ^bb0(%in0: bf16, %in1: bf16, %out: bf16):
    %0 = arith.addf %in0, %in1 : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %empty6 = tensor.empty() : tensor<256x512xi1>
  %v7 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v5 : tensor<256x512xbf16>) outs(%empty6 : tensor<256x512xi1>) {
  ^bb0(%in0: bf16, %out: i1):
    %0 = arith.cmpf uge, %in0, %zero : bf16
    linalg.yield %0 : i1
  } -> tensor<256x512xi1>
  %empty8 = tensor.empty() : tensor<256x512xbf16>
  %v9 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v5 : tensor<256x512xbf16>) outs(%empty8 : tensor<256x512xbf16>) {
  ^bb0(%in0: bf16, %out: bf16):
    %0 = arith.maximumf %in0, %zero : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %empty10 = tensor.empty() : tensor<256x512xbf16>
  %zeros11 = linalg.fill ins(%zero : bf16) outs(%empty10 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %product12 = linalg.matmul
      ins(%v9, %w1 : tensor<256x512xbf16>, tensor<512x512xbf16>) outs(%zeros11 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %empty13 = tensor.empty() : tensor<256x512xbf16>
  %v14 = linalg.generic {
      indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%product12, %b1 : tensor<256x512xbf16>, tensor<512xbf16>) outs(%empty13 : tensor<256x512xbf16>) {
  ^bb0(%in0: bf16, %in1: bf16, %out: bf16):
    %0 = arith.addf %in0, %in1 : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %empty15 = tensor.empty() : tensor<256x512xi1>
  %v16 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v14 : tensor<256x512xbf16>) outs(%empty15 : tensor<256x512xi1>) {
  ^bb0(%in0: bf16, %out: i1):
    %0 = arith.cmpf uge, %in0, %zero : bf16
    linalg.yield %0 : i1
  } -> tensor<256x512xi1>
  %empty17 = tensor.empty() : tensor<256x512xbf16>
  %v18 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v14 : tensor<256x512xbf16>) outs(%empty17 : tensor<256x512xbf16>) {
  ^bb0(%in0: bf16, %out: bf16):
    %0 = arith.maximumf %in0, %zero : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %empty19 = tensor.empty() : tensor<256x10xbf16>
  %zeros20 = linalg.fill ins(%zero : bf16) outs(%empty19 : tensor<256x10xbf16>) -> tensor<256x10xbf16>
  %product21 = linalg.matmul
      ins(%v18, %w2 : tensor<256x512xbf16>, tensor<512x10xbf16>) outs(%zeros20 : tensor<256x10xbf16>) -> tensor<256x10xbf16>
  %empty22 = tensor.empty() : tensor<256x10xbf16>
  %v23 = linalg.generic {
      indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%product21, %b2 : tensor<256x10xbf16>, tensor<10xbf16>) outs(%empty22 : tensor<256x10xbf16>) {
  ^bb0(%in0: bf16, %in1: bf16, %out: bf16):
    %0 = arith.addf %in0, %in1 : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x10xbf16>

  // The gradient of the loss: softmax less target, over the batch.
  %empty24 = tensor.empty() : tensor<256x10xf32>
  %v25 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v23 : tensor<256x10xbf16>) outs(%empty24 : tensor<256x10xf32>) {
  ^bb0(%in0: bf16, %out: f32):
    %0 = arith.extf %in0 : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x10xf32>
  %empty26 = tensor.empty() : tensor<256x10xf32>
  %softmax27 = linalg.softmax dimension(1) ins(%v25 : tensor<256x10xf32>)
      outs(%empty26 : tensor<256x10xf32>) -> tensor<256x10xf32>
  %empty28 = tensor.empty() : tensor<256x10xbf16>
  %v29 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%softmax27, %target : tensor<256x10xf32>, tensor<256x10xbf16>) outs(%empty28 : tensor<256x10xbf16>) {
  ^bb0(%in0: f32, %in1: bf16, %out: bf16):
    %0 = arith.extf %in1 : bf16 to f32
    %1 = arith.subf %in0, %0 : f32
    %2 = arith.mulf %1, %scale : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<256x10xbf16>

  // Backward.
  %empty30 = tensor.empty() : tensor<512x10xbf16>
  %zeros31 = linalg.fill ins(%zero : bf16) outs(%empty30 : tensor<512x10xbf16>) -> tensor<512x10xbf16>
  %product32 = linalg.matmul
      indexing_maps = [#km, #kn, #d]
      ins(%v18, %v29 : tensor<256x512xbf16>, tensor<256x10xbf16>) outs(%zeros31 : tensor<512x10xbf16>) -> tensor<512x10xbf16>
  %empty33 = tensor.empty() : tensor<256x10xf32>
  %v34 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v29 : tensor<256x10xbf16>) outs(%empty33 : tensor<256x10xf32>) {
  ^bb0(%in0: bf16, %out: f32):
    %0 = arith.extf %in0 : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x10xf32>
  %empty35 = tensor.empty() : tensor<10xf32>
  %zeros36 = linalg.fill ins(%zero_f32 : f32) outs(%empty35 : tensor<10xf32>) -> tensor<10xf32>
  %sum37 = linalg.generic {
      indexing_maps = [#nm, #n_of_nm],
      iterator_types = ["parallel", "reduction"]}
      ins(%v34 : tensor<256x10xf32>) outs(%zeros36 : tensor<10xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %0 = arith.addf %out, %in0 : f32
    linalg.yield %0 : f32
  } -> tensor<10xf32>
  %empty38 = tensor.empty() : tensor<10xbf16>
  %sum39 = linalg.generic {
      indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%sum37 : tensor<10xf32>) outs(%empty38 : tensor<10xbf16>) {
  ^bb0(%in0: f32, %out: bf16):
    %0 = arith.truncf %in0 : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<10xbf16>
  %empty40 = tensor.empty() : tensor<256x512xbf16>
  %zeros41 = linalg.fill ins(%zero : bf16) outs(%empty40 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %product42 = linalg.matmul
      indexing_maps = [#mk, #nk, #d]
      ins(%v29, %w2 : tensor<256x10xbf16>, tensor<512x10xbf16>) outs(%zeros41 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %empty43 = tensor.empty() : tensor<256x512xbf16>
  %v44 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%product42, %v16 : tensor<256x512xbf16>, tensor<256x512xi1>) outs(%empty43 : tensor<256x512xbf16>) {
  ^bb0(%in0: bf16, %in1: i1, %out: bf16):
    %0 = arith.select %in1, %in0, %zero : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %empty45 = tensor.empty() : tensor<256x512xf32>
  %v46 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v44 : tensor<256x512xbf16>) outs(%empty45 : tensor<256x512xf32>) {
  ^bb0(%in0: bf16, %out: f32):
    %0 = arith.extf %in0 : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  %empty47 = tensor.empty() : tensor<512xf32>
  %zeros48 = linalg.fill ins(%zero_f32 : f32) outs(%empty47 : tensor<512xf32>) -> tensor<512xf32>
  %sum49 = linalg.generic {
      indexing_maps = [#nm, #n_of_nm],
      iterator_types = ["parallel", "reduction"]}
      ins(%v46 : tensor<256x512xf32>) outs(%zeros48 : tensor<512xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %0 = arith.addf %out, %in0 : f32
    linalg.yield %0 : f32
  } -> tensor<512xf32>
  %empty50 = tensor.empty() : tensor<512xbf16>
  %sum51 = linalg.generic {
      indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%sum49 : tensor<512xf32>) outs(%empty50 : tensor<512xbf16>) {
  ^bb0(%in0: f32, %out: bf16):
    %0 = arith.truncf %in0 : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<512xbf16>
  %empty52 = tensor.empty() : tensor<512x512xbf16>
  %zeros53 = linalg.fill ins(%zero : bf16) outs(%empty52 : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  %product54 = linalg.matmul
      indexing_maps = [#km, #kn, #d]
      ins(%v9, %v44 : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%zeros53 : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  %empty55 = tensor.empty() : tensor<256x512xbf16>
  %zeros56 = linalg.fill ins(%zero : bf16) outs(%empty55 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %product57 = linalg.matmul
      indexing_maps = [#mk, #nk, #d]
      ins(%v44, %w1 : tensor<256x512xbf16>, tensor<512x512xbf16>) outs(%zeros56 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %empty58 = tensor.empty() : tensor<256x512xbf16>
  %v59 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%product57, %v7 : tensor<256x512xbf16>, tensor<256x512xi1>) outs(%empty58 : tensor<256x512xbf16>) {
  ^bb0(%in0: bf16, %in1: i1, %out: bf16):
    %0 = arith.select %in1, %in0, %zero : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %empty60 = tensor.empty() : tensor<256x512xf32>
  %v61 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v59 : tensor<256x512xbf16>) outs(%empty60 : tensor<256x512xf32>) {
  ^bb0(%in0: bf16, %out: f32):
    %0 = arith.extf %in0 : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  %empty62 = tensor.empty() : tensor<512xf32>
  %zeros63 = linalg.fill ins(%zero_f32 : f32) outs(%empty62 : tensor<512xf32>) -> tensor<512xf32>
  %sum64 = linalg.generic {
      indexing_maps = [#nm, #n_of_nm],
      iterator_types = ["parallel", "reduction"]}
      ins(%v61 : tensor<256x512xf32>) outs(%zeros63 : tensor<512xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %0 = arith.addf %out, %in0 : f32
    linalg.yield %0 : f32
  } -> tensor<512xf32>
  %empty65 = tensor.empty() : tensor<512xbf16>
  %sum66 = linalg.generic {
      indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%sum64 : tensor<512xf32>) outs(%empty65 : tensor<512xbf16>) {
  ^bb0(%in0: f32, %out: bf16):
    %0 = arith.truncf %in0 : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<512xbf16>
  %empty67 = tensor.empty() : tensor<784x512xbf16>
  %zeros68 = linalg.fill ins(%zero : bf16) outs(%empty67 : tensor<784x512xbf16>) -> tensor<784x512xbf16>
  %product69 = linalg.matmul
      indexing_maps = [#km, #kn, #d]
      ins(%x, %v59 : tensor<256x784xbf16>, tensor<256x512xbf16>) outs(%zeros68 : tensor<784x512xbf16>) -> tensor<784x512xbf16>
  return %product69, %sum66, %product54, %sum51, %product32, %sum39
      : tensor<784x512xbf16>, tensor<512xbf16>, tensor<512x512xbf16>, tensor<512xbf16>,
        tensor<512x10xbf16>, tensor<10xbf16>
}

// With weights of outputs x inputs, as torch.nn.Linear keeps them.
func.func @step_linear(
    %x: tensor<256x784xbf16>,
    %target: tensor<256x10xbf16>,
    %w0: tensor<512x784xbf16>,
    %b0: tensor<512xbf16>,
    %w1: tensor<512x512xbf16>,
    %b1: tensor<512xbf16>,
    %w2: tensor<10x512xbf16>,
    %b2: tensor<10xbf16>)
    -> (tensor<512x784xbf16>, tensor<512xbf16>, tensor<512x512xbf16>, tensor<512xbf16>,
        tensor<10x512xbf16>, tensor<10xbf16>) {
  %zero = arith.constant 0.0 : bf16
  %zero_f32 = arith.constant 0.0 : f32
  %scale = arith.constant 0.00390625 : f32

  // Forward. Where ReLU is of zero, its derivative is taken as 1.
  %empty1 = tensor.empty() : tensor<256x512xbf16>
  %zeros2 = linalg.fill ins(%zero : bf16) outs(%empty1 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %product3 = linalg.matmul
      indexing_maps = [#mk, #nk, #d]
      ins(%x, %w0 : tensor<256x784xbf16>, tensor<512x784xbf16>) outs(%zeros2 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %empty4 = tensor.empty() : tensor<256x512xbf16>
  %v5 = linalg.generic {
      indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%product3, %b0 : tensor<256x512xbf16>, tensor<512xbf16>) outs(%empty4 : tensor<256x512xbf16>) {
  ^bb0(%in0: bf16, %in1: bf16, %out: bf16):
    %0 = arith.addf %in0, %in1 : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %empty6 = tensor.empty() : tensor<256x512xi1>
  %v7 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v5 : tensor<256x512xbf16>) outs(%empty6 : tensor<256x512xi1>) {
  ^bb0(%in0: bf16, %out: i1):
    %0 = arith.cmpf uge, %in0, %zero : bf16
    linalg.yield %0 : i1
  } -> tensor<256x512xi1>
  %empty8 = tensor.empty() : tensor<256x512xbf16>
  %v9 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v5 : tensor<256x512xbf16>) outs(%empty8 : tensor<256x512xbf16>) {
  ^bb0(%in0: bf16, %out: bf16):
    %0 = arith.maximumf %in0, %zero : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %empty10 = tensor.empty() : tensor<256x512xbf16>
  %zeros11 = linalg.fill ins(%zero : bf16) outs(%empty10 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %product12 = linalg.matmul
      indexing_maps = [#mk, #nk, #d]
      ins(%v9, %w1 : tensor<256x512xbf16>, tensor<512x512xbf16>) outs(%zeros11 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %empty13 = tensor.empty() : tensor<256x512xbf16>
  %v14 = linalg.generic {
      indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%product12, %b1 : tensor<256x512xbf16>, tensor<512xbf16>) outs(%empty13 : tensor<256x512xbf16>) {
  ^bb0(%in0: bf16, %in1: bf16, %out: bf16):
    %0 = arith.addf %in0, %in1 : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %empty15 = tensor.empty() : tensor<256x512xi1>
  %v16 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v14 : tensor<256x512xbf16>) outs(%empty15 : tensor<256x512xi1>) {
  ^bb0(%in0: bf16, %out: i1):
    %0 = arith.cmpf uge, %in0, %zero : bf16
    linalg.yield %0 : i1
  } -> tensor<256x512xi1>
  %empty17 = tensor.empty() : tensor<256x512xbf16>
  %v18 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v14 : tensor<256x512xbf16>) outs(%empty17 : tensor<256x512xbf16>) {
  ^bb0(%in0: bf16, %out: bf16):
    %0 = arith.maximumf %in0, %zero : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %empty19 = tensor.empty() : tensor<256x10xbf16>
  %zeros20 = linalg.fill ins(%zero : bf16) outs(%empty19 : tensor<256x10xbf16>) -> tensor<256x10xbf16>
  %product21 = linalg.matmul
      indexing_maps = [#mk, #nk, #d]
      ins(%v18, %w2 : tensor<256x512xbf16>, tensor<10x512xbf16>) outs(%zeros20 : tensor<256x10xbf16>) -> tensor<256x10xbf16>
  %empty22 = tensor.empty() : tensor<256x10xbf16>
  %v23 = linalg.generic {
      indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%product21, %b2 : tensor<256x10xbf16>, tensor<10xbf16>) outs(%empty22 : tensor<256x10xbf16>) {
  ^bb0(%in0: bf16, %in1: bf16, %out: bf16):
    %0 = arith.addf %in0, %in1 : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x10xbf16>

  // The gradient of the loss: softmax less target, over the batch.
  %empty24 = tensor.empty() : tensor<256x10xf32>
  %v25 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v23 : tensor<256x10xbf16>) outs(%empty24 : tensor<256x10xf32>) {
  ^bb0(%in0: bf16, %out: f32):
    %0 = arith.extf %in0 : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x10xf32>
  %empty26 = tensor.empty() : tensor<256x10xf32>
  %softmax27 = linalg.softmax dimension(1) ins(%v25 : tensor<256x10xf32>)
      outs(%empty26 : tensor<256x10xf32>) -> tensor<256x10xf32>
  %empty28 = tensor.empty() : tensor<256x10xbf16>
  %v29 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%softmax27, %target : tensor<256x10xf32>, tensor<256x10xbf16>) outs(%empty28 : tensor<256x10xbf16>) {
  ^bb0(%in0: f32, %in1: bf16, %out: bf16):
    %0 = arith.extf %in1 : bf16 to f32
    %1 = arith.subf %in0, %0 : f32
    %2 = arith.mulf %1, %scale : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<256x10xbf16>

  // Backward.
  %empty30 = tensor.empty() : tensor<10x512xbf16>
  %zeros31 = linalg.fill ins(%zero : bf16) outs(%empty30 : tensor<10x512xbf16>) -> tensor<10x512xbf16>
  %product32 = linalg.matmul
      indexing_maps = [#km, #kn, #d]
      ins(%v29, %v18 : tensor<256x10xbf16>, tensor<256x512xbf16>) outs(%zeros31 : tensor<10x512xbf16>) -> tensor<10x512xbf16>
  %empty33 = tensor.empty() : tensor<256x10xf32>
  %v34 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v29 : tensor<256x10xbf16>) outs(%empty33 : tensor<256x10xf32>) {
  ^bb0(%in0: bf16, %out: f32):
    %0 = arith.extf %in0 : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x10xf32>
  %empty35 = tensor.empty() : tensor<10xf32>
  %zeros36 = linalg.fill ins(%zero_f32 : f32) outs(%empty35 : tensor<10xf32>) -> tensor<10xf32>
  %sum37 = linalg.generic {
      indexing_maps = [#nm, #n_of_nm],
      iterator_types = ["parallel", "reduction"]}
      ins(%v34 : tensor<256x10xf32>) outs(%zeros36 : tensor<10xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %0 = arith.addf %out, %in0 : f32
    linalg.yield %0 : f32
  } -> tensor<10xf32>
  %empty38 = tensor.empty() : tensor<10xbf16>
  %sum39 = linalg.generic {
      indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%sum37 : tensor<10xf32>) outs(%empty38 : tensor<10xbf16>) {
  ^bb0(%in0: f32, %out: bf16):
    %0 = arith.truncf %in0 : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<10xbf16>
  %empty40 = tensor.empty() : tensor<256x512xbf16>
  %zeros41 = linalg.fill ins(%zero : bf16) outs(%empty40 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %product42 = linalg.matmul
      ins(%v29, %w2 : tensor<256x10xbf16>, tensor<10x512xbf16>) outs(%zeros41 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %empty43 = tensor.empty() : tensor<256x512xbf16>
  %v44 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%product42, %v16 : tensor<256x512xbf16>, tensor<256x512xi1>) outs(%empty43 : tensor<256x512xbf16>) {
  ^bb0(%in0: bf16, %in1: i1, %out: bf16):
    %0 = arith.select %in1, %in0, %zero : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %empty45 = tensor.empty() : tensor<256x512xf32>
  %v46 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v44 : tensor<256x512xbf16>) outs(%empty45 : tensor<256x512xf32>) {
  ^bb0(%in0: bf16, %out: f32):
    %0 = arith.extf %in0 : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  %empty47 = tensor.empty() : tensor<512xf32>
  %zeros48 = linalg.fill ins(%zero_f32 : f32) outs(%empty47 : tensor<512xf32>) -> tensor<512xf32>
  %sum49 = linalg.generic {
      indexing_maps = [#nm, #n_of_nm],
      iterator_types = ["parallel", "reduction"]}
      ins(%v46 : tensor<256x512xf32>) outs(%zeros48 : tensor<512xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %0 = arith.addf %out, %in0 : f32
    linalg.yield %0 : f32
  } -> tensor<512xf32>
  %empty50 = tensor.empty() : tensor<512xbf16>
  %sum51 = linalg.generic {
      indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%sum49 : tensor<512xf32>) outs(%empty50 : tensor<512xbf16>) {
  ^bb0(%in0: f32, %out: bf16):
    %0 = arith.truncf %in0 : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<512xbf16>
  %empty52 = tensor.empty() : tensor<512x512xbf16>
  %zeros53 = linalg.fill ins(%zero : bf16) outs(%empty52 : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  %product54 = linalg.matmul
      indexing_maps = [#km, #kn, #d]
      ins(%v44, %v9 : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%zeros53 : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  %empty55 = tensor.empty() : tensor<256x512xbf16>
  %zeros56 = linalg.fill ins(%zero : bf16) outs(%empty55 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %product57 = linalg.matmul
      ins(%v44, %w1 : tensor<256x512xbf16>, tensor<512x512xbf16>) outs(%zeros56 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %empty58 = tensor.empty() : tensor<256x512xbf16>
  %v59 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%product57, %v7 : tensor<256x512xbf16>, tensor<256x512xi1>) outs(%empty58 : tensor<256x512xbf16>) {
  ^bb0(%in0: bf16, %in1: i1, %out: bf16):
    %0 = arith.select %in1, %in0, %zero : bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %empty60 = tensor.empty() : tensor<256x512xf32>
  %v61 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v59 : tensor<256x512xbf16>) outs(%empty60 : tensor<256x512xf32>) {
  ^bb0(%in0: bf16, %out: f32):
    %0 = arith.extf %in0 : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<256x512xf32>
  %empty62 = tensor.empty() : tensor<512xf32>
  %zeros63 = linalg.fill ins(%zero_f32 : f32) outs(%empty62 : tensor<512xf32>) -> tensor<512xf32>
  %sum64 = linalg.generic {
      indexing_maps = [#nm, #n_of_nm],
      iterator_types = ["parallel", "reduction"]}
      ins(%v61 : tensor<256x512xf32>) outs(%zeros63 : tensor<512xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %0 = arith.addf %out, %in0 : f32
    linalg.yield %0 : f32
  } -> tensor<512xf32>
  %empty65 = tensor.empty() : tensor<512xbf16>
  %sum66 = linalg.generic {
      indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%sum64 : tensor<512xf32>) outs(%empty65 : tensor<512xbf16>) {
  ^bb0(%in0: f32, %out: bf16):
    %0 = arith.truncf %in0 : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<512xbf16>
  %empty67 = tensor.empty() : tensor<512x784xbf16>
  %zeros68 = linalg.fill ins(%zero : bf16) outs(%empty67 : tensor<512x784xbf16>) -> tensor<512x784xbf16>
  %product69 = linalg.matmul
      indexing_maps = [#km, #kn, #d]
      ins(%v59, %x : tensor<256x512xbf16>, tensor<256x784xbf16>) outs(%zeros68 : tensor<512x784xbf16>) -> tensor<512x784xbf16>
  return %product69, %sum66, %product54, %sum51, %product32, %sum39
      : tensor<512x784xbf16>, tensor<512xbf16>, tensor<512x512xbf16>, tensor<512xbf16>,
        tensor<10x512xbf16>, tensor<10xbf16>
}
