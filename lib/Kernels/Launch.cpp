//===- Launch.cpp - Launches, and arithmetic on indices ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace fused;

gpu::LaunchOp fused::createLaunch(OpBuilder &builder, Location loc, Value gridX,
                                  Value gridY, int64_t blockSize,
                                  TypeRange shared, Value sharedBytes,
                                  int64_t cluster) {
  Value one = createIndex(builder, loc, 1);
  if (sharedBytes)
    sharedBytes = builder.createOrFold<arith::IndexCastUIOp>(
        loc, builder.getI32Type(), sharedBytes);
  Value clusterX, others;
  if (cluster != 1) {
    clusterX = createIndex(builder, loc, cluster);
    others = one;
  }
  auto launch = gpu::LaunchOp::create(
      builder, loc, gridX, gridY, one, createIndex(builder, loc, blockSize),
      one, one, sharedBytes, /*asyncTokenType=*/nullptr,
      /*asyncDependencies=*/ValueRange(), /*workgroupAttributions=*/shared,
      /*privateAttributions=*/TypeRange(), clusterX, others, others);
  Block &body = launch.getBody().front();
  // The builder makes no arguments for clusters, which are before the memory.
  unsigned numIndices = body.getNumArguments() - shared.size();
  while (numIndices < launch.getNumConfigRegionAttributes())
    body.insertArgument(numIndices++, builder.getIndexType(), loc);
  builder.setInsertionPointToEnd(&body);
  gpu::TerminatorOp::create(builder, loc);
  builder.setInsertionPointToStart(&body);
  return launch;
}

std::string fused::getKernelName(StringRef function, const Twine &suffix) {
  std::string name = (function + suffix).str();
  for (char &letter : name)
    if (!llvm::isAlnum(letter) && letter != '_' && letter != '$')
      letter = '_';
  return llvm::isDigit(name.front()) ? "_" + name : name;
}

MemRefType fused::getWorkgroupType(ArrayRef<int64_t> shape, Type element) {
  auto space = gpu::AddressSpaceAttr::get(element.getContext(),
                                          gpu::AddressSpace::Workgroup);
  return MemRefType::get(shape, element, MemRefLayoutAttrInterface(), space);
}

Value fused::createIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value fused::createCeilDiv(OpBuilder &builder, Location loc, Value a, Value b) {
  Value one = createIndex(builder, loc, 1);
  Value sum = builder.createOrFold<arith::AddIOp>(loc, a, b);
  sum = builder.createOrFold<arith::SubIOp>(loc, sum, one);
  return builder.createOrFold<arith::DivUIOp>(loc, sum, b);
}

Value fused::createMultiple(OpBuilder &builder, Location loc, Value value,
                            Value size) {
  Value rest = builder.createOrFold<arith::RemUIOp>(loc, value, size);
  return builder.createOrFold<arith::SubIOp>(loc, value, rest);
}

Value fused::createModulo(OpBuilder &builder, Location loc, Value value,
                          Value power) {
  Value mask = builder.createOrFold<arith::SubIOp>(
      loc, power, createIndex(builder, loc, 1));
  return builder.createOrFold<arith::AndIOp>(loc, value, mask);
}

Value fused::createProduct(OpBuilder &builder, Location loc,
                           ArrayRef<Value> sizes, ArrayRef<unsigned> dims) {
  Value product = createIndex(builder, loc, 1);
  for (unsigned dim : dims)
    product = builder.createOrFold<arith::MulIOp>(loc, product, sizes[dim]);
  return product;
}

void fused::delinearize(OpBuilder &builder, Location loc, Value linear,
                        ArrayRef<Value> sizes, ArrayRef<unsigned> dims,
                        MutableArrayRef<Value> indices) {
  for (size_t i = dims.size(); i > 0; --i) {
    unsigned dim = dims[i - 1];
    if (getConstantIntValue(sizes[dim]) == 1) {
      indices[dim] = createIndex(builder, loc, 0);
      continue;
    }
    bool isFirst = llvm::all_of(dims.take_front(i - 1), [&](unsigned outer) {
      return getConstantIntValue(sizes[outer]) == 1;
    });
    if (isFirst) {
      indices[dim] = linear;
      linear = createIndex(builder, loc, 0);
      continue;
    }
    indices[dim] =
        builder.createOrFold<arith::RemUIOp>(loc, linear, sizes[dim]);
    linear = builder.createOrFold<arith::DivUIOp>(loc, linear, sizes[dim]);
  }
}

void fused::createBranch(OpBuilder &builder, Location loc, Value condition,
                         function_ref<void()> ifTrue,
                         function_ref<void()> ifFalse) {
  auto branch = scf::IfOp::create(builder, loc, condition,
                                  /*withElseRegion=*/bool(ifFalse));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  ifTrue();
  if (!ifFalse)
    return;
  builder.setInsertionPointToStart(branch.elseBlock());
  ifFalse();
}

void fused::keepLoadsBehind(OpBuilder &builder, Location loc) {
  LLVM::InlineAsmOp::create(
      builder, loc, TypeRange(), ValueRange(), /*asm_string=*/"",
      /*constraints=*/"~{memory}", /*has_side_effects=*/true,
      /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
      /*asm_dialect=*/LLVM::AsmDialectAttr(), /*operand_attrs=*/ArrayAttr());
}
