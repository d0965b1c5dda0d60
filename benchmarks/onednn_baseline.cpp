//===- onednn_baseline.cpp - A product by oneDNN and nothing else ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A program as one writes it by hand: one matmul primitive, f32, with a bias
// and the tanh form of GELU as a post-op, on dense row-major matrices. Prints
// the median and the 95th percentile of the time of a call, in milliseconds.
//
//   onednn-baseline M N K REPEATS
//
//===----------------------------------------------------------------------===//

#include <oneapi/dnnl/dnnl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

using namespace dnnl;
using Clock = std::chrono::steady_clock;

static std::vector<float> createRandom(size_t size) {
  static std::mt19937 generator(1);
  std::normal_distribution<float> normal;
  std::vector<float> values(size);
  for (float &value : values)
    value = normal(generator);
  return values;
}

static std::vector<double> measure(memory::dim m, memory::dim n, memory::dim k,
                                   int repeats) {
  engine cpu(engine::kind::cpu, 0);
  stream stream(cpu);
  auto describe = [](memory::dims sizes) {
    return memory::desc(sizes, memory::data_type::f32, memory::format_tag::ab);
  };
  std::vector<float> a = createRandom(m * k), b = createRandom(k * n);
  std::vector<float> bias = createRandom(n), d(m * n);
  post_ops operations;
  operations.append_eltwise(1.0f, algorithm::eltwise_gelu_tanh, 0.0f, 0.0f);
  primitive_attr attributes;
  attributes.set_post_ops(operations);
  matmul::desc descriptor(describe({m, k}), describe({k, n}), describe({1, n}),
                          describe({m, n}));
  matmul product(matmul::primitive_desc(descriptor, attributes, cpu));
  std::unordered_map<int, memory> arguments = {
      {DNNL_ARG_SRC, memory(describe({m, k}), cpu, a.data())},
      {DNNL_ARG_WEIGHTS, memory(describe({k, n}), cpu, b.data())},
      {DNNL_ARG_BIAS, memory(describe({1, n}), cpu, bias.data())},
      {DNNL_ARG_DST, memory(describe({m, n}), cpu, d.data())}};

  std::vector<double> times;
  for (int i = -3; i < repeats; ++i) {
    auto start = Clock::now();
    product.execute(stream, arguments);
    stream.wait();
    std::chrono::duration<double, std::milli> time = Clock::now() - start;
    if (i >= 0)
      times.push_back(time.count());
  }
  std::sort(times.begin(), times.end());
  return times;
}

int main(int argc, char **argv) {
  if (argc != 5 || std::atoi(argv[4]) < 1) {
    std::fprintf(stderr, "usage: onednn-baseline M N K REPEATS\n");
    return 2;
  }
  try {
    std::vector<double> times = measure(std::atoi(argv[1]), std::atoi(argv[2]),
                                        std::atoi(argv[3]), std::atoi(argv[4]));
    std::printf("{\"median_ms\": %g, \"p95_ms\": %g}\n",
                times[times.size() / 2], times[times.size() * 95 / 100]);
  } catch (const error &failure) {
    std::fprintf(stderr, "onednn-baseline: %s\n", failure.what());
    return 1;
  }
  return 0;
}
