//===- FuzzCase.cpp - Random calls of the C ABI ---------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzCase.h"

#include <algorithm>
#include <tuple>

using namespace fused;
using namespace fused::test;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
class CaseMaker {
public:
  explicit CaseMaker(Dice &dice) : dice(dice) {}

  ProductCase make() {
    p.epilog = static_cast<Epilog>(dice.pick(0, numEpilogs - 1));
    chooseTypes();
    chooseSizes();
    p.transposeA = dice.chance(50);
    p.transposeB = dice.chance(50);
    bool hasReluGradient =
        getEpilogInfo(p.epilog).activation == Activation::ReluGradient;
    p.multiplyMask = hasReluGradient && dice.chance(40);
    p.allowTf32 = dice.chance(10);
    p.allowRoundedSteps = dice.chance(10);
    p.allowAnyNanBit = dice.chance(10);
    p.dynamic = dice.chance(50);
    chooseValues();
    chooseFactors();
    chooseLayouts();
    p.guard = dice.chance(10)   ? Guard::None
              : dice.chance(60) ? Guard::PageBehind
                                : Guard::PageInFront;
    p.seed = dice.next();
    return p;
  }

private:
  void chooseTypes() {
    const std::pair<fused_type_t, fused_type_t> types[] = {
        {FUSED_F16, FUSED_F16},   {FUSED_BF16, FUSED_BF16},
        {FUSED_F32, FUSED_F32},   {FUSED_F64, FUSED_F64},
        {FUSED_F16, FUSED_F32},   {FUSED_BF16, FUSED_F32},
        {FUSED_BF16, FUSED_BF16}, {FUSED_F32, FUSED_F32}};
    std::tie(p.inputType, p.dType) = dice.pickFrom(types);
  }

  int64_t pickSize() {
    if (dice.chance(3))
      return 0;
    if (dice.chance(15))
      return 1;
    if (dice.chance(40))
      return dice.pick(2, 9);
    if (dice.chance(15))
      return 16 * dice.pick(1, 8);
    return dice.chance(10) ? dice.pick(41, 300) : dice.pick(10, 40);
  }

  void chooseSizes() {
    p.m = pickSize();
    p.n = pickSize();
    p.k = pickSize();
    p.batch = dice.chance(45)  ? 1
              : dice.chance(3) ? 0
              : dice.chance(8) ? dice.pick(7, 19)
                               : dice.pick(2, 5);
    // More than a block of oneDNN's, or a tile of a tail.
    if (dice.chance(5)) {
      p.m = dice.pick(1, 7), p.n = dice.pick(1, 7), p.k = dice.pick(1, 7);
      p.batch = dice.pick(1, 3);
      int64_t *sizes[] = {&p.m, &p.n, &p.k, &p.k};
      *dice.pickFrom(sizes) = dice.pick(500, 2600);
    }
    // The oracle is slow.
    constexpr int64_t maxTerms = 150000;
    while (p.batch * p.m * p.n * p.k > maxTerms) {
      int64_t &larger = p.m > p.n ? p.m : p.n;
      int64_t &largest = larger > p.k ? larger : p.k;
      largest = (largest + 1) / 2;
    }
  }

  void chooseValues() {
    p.specials = dice.chance(25);
    p.specialsInB = dice.chance(8);
    if (!dice.chance(12))
      return;
    int most = p.inputType == FUSED_F64   ? 150
               : p.inputType == FUSED_F16 ? 4
                                          : 35;
    p.exponentA = static_cast<int>(dice.pick(-most, most));
    p.exponentB = static_cast<int>(dice.pick(-most, most));
    // Neither an f16 nor what has been added up becomes infinite.
    if (p.dType == FUSED_F16)
      p.exponentB = std::min(p.exponentB, -p.exponentA);
  }

  void chooseFactors() {
    const double factors[] = {1,   1,     1, 1,     0,   -1,
                              0.5, -1.25, 2, 0.125, 0.3, -0.0};
    // The last is zero in f32. Instructions for bf16 take numbers like the one
    // before it for zero.
    const double extremes[] = {1e-3, 3e5, 1e20, 1e-30, 1e-40, 1e-60};
    p.alpha = dice.pickFrom(factors);
    if (p.dType != FUSED_F16 && p.exponentA == 0 && dice.chance(12))
      p.alpha = dice.chance(10) ? NAN : dice.pickFrom(extremes);
    if (p.inputType == FUSED_BF16 && p.alpha == 1e-40)
      p.alpha = 1e-30;
    p.c = dice.chance(50)   ? CKind::None
          : dice.chance(50) ? CKind::Apart
                            : CKind::IsD;
    p.beta = dice.chance(5) ? 1e-60 : dice.pickFrom(factors);
    if (p.inputType == FUSED_F64 || !dice.chance(25))
      return;
    p.scalars = dice.chance(60)   ? FUSED_SCALE_A
                : dice.chance(50) ? FUSED_SCALE_B
                                  : FUSED_SCALE_A | FUSED_SCALE_B;
    const float scales[] = {1.5f, -2.0f, 1e-3f, 0.0f, -0.3f};
    p.aScale = dice.pickFrom(scales);
  }

  /// rows x columns elements in each batch.
  Layout chooseLayout(int64_t rows, int64_t columns, bool isWritten) {
    Layout layout;
    int64_t batch = std::max<int64_t>(p.batch, 1);
    layout.rowStride = columns + (dice.chance(60)   ? 0
                                  : dice.chance(30) ? columns
                                                    : dice.pick(1, 5));
    int64_t extent =
        std::max<int64_t>(rows - 1, 0) * layout.rowStride + columns;
    switch (dice.pick(0, isWritten ? 5 : 8)) {
    case 0: // The next row begins the next batch.
    case 1:
      layout.batchStride = rows * layout.rowStride;
      break;
    case 2: // So may a row after that.
      layout.batchStride = (rows + dice.pick(1, 3)) * layout.rowStride;
      break;
    case 3: // At any distance behind the last element.
      layout.batchStride = extent + dice.pick(0, 9);
      break;
    case 4: // The rows of the batches alternate.
      layout.batchStride = layout.rowStride;
      layout.rowStride *= batch;
      break;
    case 5:
      layout.batchStride = layout.rowStride;
      layout.rowStride =
          layout.batchStride * (batch - 1) + columns + dice.pick(0, 5);
      break;
    case 6:
    case 7: // All have the same elements.
      layout.batchStride = 0;
      break;
    default: // Or some of them.
      layout.batchStride = dice.pick(1, std::max<int64_t>(extent, 1));
      break;
    }
    // What does not matter may be anything.
    if (p.batch == 1 && dice.chance(30))
      layout.batchStride = dice.pick(-9, 9);
    if (rows == 1 && dice.chance(30))
      layout.rowStride = dice.pick(-9, 9);
    return layout;
  }

  void chooseLayouts() {
    const EpilogInfo &info = getEpilogInfo(p.epilog);
    p.hasLayouts = true;
    p.layouts[0] =
        chooseLayout(p.transposeA ? p.k : p.m, p.transposeA ? p.m : p.k, false);
    p.layouts[1] =
        chooseLayout(p.transposeB ? p.n : p.k, p.transposeB ? p.k : p.n, false);
    p.layouts[3] = chooseLayout(p.m, p.n, true);
    p.layouts[2] =
        dice.chance(40) ? p.layouts[3] : chooseLayout(p.m, p.n, false);
    p.layouts[4] = chooseLayout(1, p.n, false);
    p.layouts[5] = chooseLayout(
        p.m, info.hasMask() ? getMaskRowBytes(p.n) : p.n, info.storesAux());
    int64_t length = info.biasGradient == BiasGradient::SumOfA ? p.m : p.n;
    p.layouts[6] = chooseLayout(1, length, true);
    if (dice.chance(40))
      p.layouts[6].batchStride = 0;
    p.shareBgrad = p.layouts[6].batchStride == 0;
  }

  Dice &dice;
  ProductCase p;
};
} // namespace

ProductCase fused::test::makeFuzzCase(Dice &dice) {
  return CaseMaker(dice).make();
}

//===----------------------------------------------------------------------===//
// Damage
//===----------------------------------------------------------------------===//

namespace {
/// A matrix operand and its shape.
struct Operand {
  const char *name;
  fused_buffer_t &buffer;
  fused_type_t &type;
  int64_t rows, columns;
  bool isWritten;
  bool isPresent() const { return type != FUSED_TYPE_NONE; }
  bool isEmpty() const { return rows == 0 || columns == 0; }
};

class Damager {
public:
  Damager(ProductRun &run, Dice &dice)
      : problem(run.problem), operands(run.operands), dice(dice),
        info(getEpilogInfo(static_cast<Epilog>(problem.epilog))) {}

  std::string run() {
    switch (dice.pick(0, 3)) {
    case 0:
      return damageProblem();
    case 1:
      return damageSize();
    default:
      return damageOperand(pickOperand());
    }
  }

private:
  std::string damageProblem() {
    const int64_t wrong[] = {-1, 99, INT32_MAX, INT32_MIN};
    auto value = static_cast<int32_t>(dice.pickFrom(wrong));
    switch (dice.pick(0, 4)) {
    case 0:
      problem.abi_version += static_cast<uint32_t>(dice.pick(1, 5));
      return "the version";
    case 1:
      problem.epilog = value;
      return "the epilog";
    case 2:
      problem.flags |= 1u << dice.pick(10, 31);
      return "a flag";
    case 3:
      problem.flags ^= FUSED_SCALE_A << dice.pick(0, 3);
      return "a flag of a scale";
    default:
      problem.location = nullptr;
      problem.d_type = value;
      return "the type of D";
    }
  }

  std::string damageSize() {
    std::pair<int64_t *, int64_t *> sizes[] = {
        {&problem.batch, &operands.batch},
        {&problem.m, &operands.m},
        {&problem.n, &operands.n},
        {&problem.k, &operands.k}};
    auto [declared, actual] = sizes[dice.pick(0, 3)];
    if (dice.chance(50)) {
      *declared = *actual + dice.pick(1, 3);
      return "a size that is not the declared one";
    }
    *declared = FUSED_DYNAMIC;
    *actual = dice.chance(50) ? -dice.pick(1, 100) : INT64_MIN;
    return "a negative size";
  }

  Operand pickOperand() {
    bool ta = problem.flags & FUSED_TRANSPOSE_A;
    bool tb = problem.flags & FUSED_TRANSPOSE_B;
    fused_matmul_operands_t &o = operands;
    int64_t auxColumns = info.hasMask() ? getMaskRowBytes(o.n) : o.n;
    int64_t length = info.biasGradient == BiasGradient::SumOfA ? o.m : o.n;
    switch (dice.pick(0, 6)) {
    case 0:
      return {"A", o.a, problem.a_type, ta ? o.k : o.m, ta ? o.m : o.k, false};
    case 1:
      return {"B", o.b, problem.b_type, tb ? o.n : o.k, tb ? o.k : o.n, false};
    case 2:
      return {"C", o.c, problem.c_type, o.m, o.n, false};
    case 3:
      return {"D", o.d, problem.d_type, o.m, o.n, true};
    case 4:
      return {"bias", o.bias, problem.bias_type, o.m ? 1 : 0, o.n, false};
    case 5:
      return {"aux", o.aux,      problem.aux_type,
              o.m,   auxColumns, info.storesAux()};
    default:
      return {
          "the bias gradient", o.bgrad, problem.bgrad_type, 1, length, true};
    }
  }

  std::string damageOperand(const Operand &operand) {
    std::string name = operand.name;
    if (!operand.isPresent()) {
      if (operands.batch == 0 || operand.isEmpty())
        return {};
      operand.type = FUSED_F32;
      return "a type of " + name + ", which there is not";
    }
    if (operands.batch == 0 || operand.isEmpty())
      return {};
    fused_buffer_t &buffer = operand.buffer;
    size_t size = fused_type_size(operand.type);
    switch (dice.pick(0, 5)) {
    case 0:
      buffer.data = nullptr;
      return "a null " + name;
    case 1:
      operand.type = dice.chance(50) ? fused_type_t(FUSED_I64) : 77;
      return "the type of " + name;
    case 2:
      if (size == 1)
        return {};
      buffer.data = static_cast<char *>(buffer.data) + dice.pick(1, size - 1);
      return "the alignment of " + name;
    case 3:
      if (operand.rows == 1)
        return {};
      buffer.row_stride =
          dice.chance(30) ? INT64_MAX / 2 : operand.columns - dice.pick(1, 99);
      return "the row stride of " + name;
    case 4:
      if (operands.batch == 1)
        return {};
      buffer.batch_stride = dice.chance(50) ? -dice.pick(1, 99) : INT64_MAX;
      return "the batch stride of " + name;
    default:
      if (operands.batch == 1 || !operand.isWritten || operand.columns == 1)
        return {};
      buffer.batch_stride = operand.columns - 1;
      return "overlapping batches of " + name;
    }
  }

  fused_matmul_problem_t &problem;
  fused_matmul_operands_t &operands;
  Dice &dice;
  const EpilogInfo &info;
};
} // namespace

std::string fused::test::damage(ProductRun &run, Dice &dice) {
  return Damager(run, dice).run();
}
