//===- OneDnnProduct.cpp - A product executed by oneDNN -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneDnnProduct.h"

#include "../Core/Error.h"

#include <atomic>
#include <cstring>
#include <new>
#include <oneapi/dnnl/dnnl.hpp>

using namespace fused::runtime;

namespace {
dnnl::memory::data_type convertType(fused_type_t type) {
  return type == FUSED_BF16 ? dnnl::memory::data_type::bf16
                            : dnnl::memory::data_type::f32;
}

/// A matrix of rows x columns, or its transpose as stored.
dnnl::memory::desc describe(const ProductSpec &spec, fused_type_t type,
                            int64_t rows, int64_t columns,
                            const Strides &strides, bool transposed) {
  int64_t rowStride = transposed ? 1 : strides.row;
  int64_t columnStride = transposed ? strides.row : 1;
  if (spec.batch == 1)
    return {{rows, columns}, convertType(type), {rowStride, columnStride}};
  // A shared operand has one batch, which oneDNN broadcasts.
  int64_t batch = strides.batch == 0 ? 1 : spec.batch;
  int64_t batchStride = strides.batch == 0
                            ? (transposed ? columns : rows) * strides.row
                            : strides.batch;
  return {{batch, rows, columns},
          convertType(type),
          {batchStride, rowStride, columnStride}};
}

dnnl::memory::desc describeBias(const ProductSpec &spec) {
  if (spec.batch == 1)
    return {{1, spec.n}, convertType(spec.dType), {spec.n, 1}};
  return {{1, 1, spec.n}, convertType(spec.dType), {spec.n, spec.n, 1}};
}

/// A number of f32 for all elements of d.
dnnl::memory::desc describeNumber(const ProductSpec &spec) {
  dnnl::memory::dims ones(spec.batch == 1 ? 2 : 3, 1);
  return {ones, dnnl::memory::data_type::f32, ones};
}

/// The engine of this process; oneDNN's CPU engines are interchangeable.
const dnnl::engine &getEngine() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

/// The status for an exception of oneDNN's C++ interface.
fused_status_t convertError(const dnnl::error &error, const char *location) {
  if (error.status == dnnl_unimplemented)
    return FUSED_UNSUPPORTED;
  if (error.status == dnnl_out_of_memory)
    return fail(FUSED_OUT_OF_MEMORY, location, "oneDNN: %s", error.what());
  return fail(FUSED_LIBRARY_ERROR, location, "oneDNN: %s (status %d)",
              error.what(), static_cast<int>(error.status));
}
} // namespace

struct OneDnnProduct::State {
  enum Argument { A, B, D, Scratch, C, Bias, AScale, BScale, MaxArguments };

  dnnl::matmul primitive;
  dnnl::stream stream;
  size_t scratchSize = 0, packedSize = 0;
  dnnl::reorder packing;
  dnnl::memory plainB, packedB;
  dnnl::memory memories[MaxArguments];
  int slots[MaxArguments];
  dnnl_exec_arg_t arguments[MaxArguments];
  int numArguments = 0;

  void addArgument(Argument argument, int index,
                   const dnnl::memory::desc &description) {
    memories[argument] = dnnl::memory(description, getEngine(), nullptr);
    slots[numArguments] = argument;
    arguments[numArguments] = {index, memories[argument].get()};
    ++numArguments;
  }

  void addPacking(const dnnl::memory::desc &plain,
                  const dnnl::memory::desc &packed) {
    packing = dnnl::reorder({getEngine(), plain, getEngine(), packed});
    plainB = dnnl::memory(plain, getEngine(), nullptr);
    packedB = dnnl::memory(packed, getEngine(), nullptr);
    packedSize = packed.get_size();
  }
};

static std::atomic<int> productCount{0};

OneDnnProduct::OneDnnProduct(std::unique_ptr<State> state)
    : state(std::move(state)) {
  productCount.fetch_add(1, std::memory_order_relaxed);
}

OneDnnProduct::~OneDnnProduct() {
  productCount.fetch_sub(1, std::memory_order_relaxed);
}

int OneDnnProduct::getCount() {
  return productCount.load(std::memory_order_relaxed);
}

fused_status_t
OneDnnProduct::create(const ProductSpec &spec, bool allowReference,
                      const char *location,
                      std::unique_ptr<OneDnnProduct> &product) try {
  dnnl::memory::desc a =
      describe(spec, spec.inputType, spec.m, spec.k, spec.a, spec.transposeA);
  dnnl::memory::desc b =
      describe(spec, spec.inputType, spec.k, spec.n, spec.b, spec.transposeB);
  dnnl::memory::desc d =
      describe(spec, spec.dType, spec.m, spec.n, spec.d, false);
  dnnl::memory::desc bias = describeBias(spec);

  // A scale is a post-op, which the accumulator gets. oneDNN's own scale may be
  // applied to the elements of B, and is used only where a sum, which has to be
  // the first post-op, forbids another before it. Either is applied to the sum
  // of product and bias, so that a bias goes with a scale only as a post-op.
  bool isScaled = spec.scale != 1.0f || spec.hasAScale || spec.hasBScale;
  bool biasIsPostOp = spec.hasBias && isScaled;
  bool biasIsOperand = spec.hasBias && !biasIsPostOp;
  dnnl::post_ops postOps;
  int cIndex = -1, biasIndex = DNNL_ARG_BIAS;
  int scaleIndices[2] = {-1, -1};
  dnnl::memory::desc number = describeNumber(spec);
  if (spec.hasSum)
    postOps.append_sum(spec.sumScale);
  else if (spec.scale != 1.0f)
    postOps.append_eltwise(1.0f, dnnl::algorithm::eltwise_linear, spec.scale,
                           0.0f);
  for (int i : {0, 1}) {
    if (!(i == 0 ? spec.hasAScale : spec.hasBScale))
      continue;
    scaleIndices[i] =
        DNNL_ARG_ATTR_MULTIPLE_POST_OP(postOps.len()) | DNNL_ARG_SRC_1;
    postOps.append_binary(dnnl::algorithm::binary_mul, number);
  }
  if (spec.hasC) {
    cIndex = DNNL_ARG_ATTR_MULTIPLE_POST_OP(postOps.len()) | DNNL_ARG_SRC_1;
    postOps.append_binary(dnnl::algorithm::binary_add, d);
  }
  if (biasIsPostOp) {
    biasIndex = DNNL_ARG_ATTR_MULTIPLE_POST_OP(postOps.len()) | DNNL_ARG_SRC_1;
    postOps.append_binary(dnnl::algorithm::binary_add, bias);
  }
  if (spec.hasGelu)
    postOps.append_eltwise(1.0f, dnnl::algorithm::eltwise_gelu_tanh, 0.0f,
                           0.0f);
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  if (spec.hasSum && isScaled)
    attributes.set_output_scales(0, {spec.scale});
  attributes.set_post_ops(postOps);

  dnnl::memory::desc anyB = b;
  if (spec.packsB)
    anyB = {b.dims(), b.data_type(), dnnl::memory::format_tag::any};
  dnnl::matmul::desc description = biasIsOperand
                                       ? dnnl::matmul::desc(a, anyB, bias, d)
                                       : dnnl::matmul::desc(a, anyB, d);
  dnnl::matmul::primitive_desc primitive(description, attributes, getEngine());
  if (!allowReference && std::strncmp(primitive.impl_info_str(), "ref", 3) == 0)
    return FUSED_UNSUPPORTED;

  auto state = std::make_unique<State>();
  state->primitive = dnnl::matmul(primitive);
  state->stream = dnnl::stream(getEngine());
  state->addArgument(State::A, DNNL_ARG_SRC, a);
  state->addArgument(State::B, DNNL_ARG_WEIGHTS, primitive.weights_desc());
  if (primitive.weights_desc() != b)
    state->addPacking(b, primitive.weights_desc());
  state->addArgument(State::D, DNNL_ARG_DST, d);
  state->scratchSize = primitive.scratchpad_desc().get_size();
  if (state->scratchSize != 0)
    state->addArgument(State::Scratch, DNNL_ARG_SCRATCHPAD,
                       primitive.scratchpad_desc());
  if (spec.hasC)
    state->addArgument(State::C, cIndex, d);
  if (spec.hasBias)
    state->addArgument(State::Bias, biasIndex, bias);
  if (spec.hasAScale)
    state->addArgument(State::AScale, scaleIndices[0], number);
  if (spec.hasBScale)
    state->addArgument(State::BScale, scaleIndices[1], number);
  product.reset(new OneDnnProduct(std::move(state)));
  return FUSED_OK;
} catch (const dnnl::error &error) {
  return convertError(error, location);
} catch (const std::bad_alloc &) {
  return fail(FUSED_OUT_OF_MEMORY, location, "no memory to plan a product");
}

size_t OneDnnProduct::getScratchSize() const { return state->scratchSize; }

size_t OneDnnProduct::getPackedSize() const { return state->packedSize; }

fused_status_t OneDnnProduct::pack(void *b, void *packed,
                                   const char *location) try {
  state->plainB.set_data_handle(b);
  state->packedB.set_data_handle(packed);
  state->packing.execute(state->stream, state->plainB, state->packedB);
  state->stream.wait();
  return FUSED_OK;
} catch (const dnnl::error &error) {
  return convertError(error, location);
} catch (const std::bad_alloc &) {
  return fail(FUSED_OUT_OF_MEMORY, location, "no memory to pack an operand");
}

fused_status_t OneDnnProduct::execute(const ProductOperands &operands,
                                      const char *location) try {
  void *const pointers[State::MaxArguments] = {
      operands.a,
      operands.b,
      operands.d,
      operands.scratch,
      operands.c,
      operands.bias,
      const_cast<float *>(operands.aScale),
      const_cast<float *>(operands.bScale)};
  for (int i = 0; i < state->numArguments; ++i)
    dnnl::error::wrap_c_api(
        dnnl_memory_set_data_handle(state->arguments[i].memory,
                                    pointers[state->slots[i]]),
        "could not set an operand");
  dnnl::error::wrap_c_api(
      dnnl_primitive_execute(state->primitive.get(), state->stream.get(),
                             state->numArguments, state->arguments),
      "could not execute a product");
  dnnl::error::wrap_c_api(dnnl_stream_wait(state->stream.get()),
                          "could not wait for a product");
  return FUSED_OK;
} catch (const dnnl::error &error) {
  fused_status_t status = convertError(error, location);
  if (status == FUSED_UNSUPPORTED)
    return fail(FUSED_UNSUPPORTED, location, "oneDNN: %s", error.what());
  return status;
} catch (const std::bad_alloc &) {
  return fail(FUSED_OUT_OF_MEMORY, location, "no memory to run a product");
}
