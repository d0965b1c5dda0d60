//===- CombinedKernel.cpp - Several kernels as one ------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombinedKernel.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Kernels that differ in numbers
//===----------------------------------------------------------------------===//

/// The attribute of a kernel that tells how many blocks it has.
static constexpr llvm::StringLiteral kGridSizeAttr = "gpu.known_grid_size";

/// What a kernel asks of a device.
static DictionaryAttr getDemands(LLVM::LLVMFuncOp kernel) {
  NamedAttrList attributes(kernel->getDiscardableAttrDictionary());
  attributes.erase(kGridSizeAttr);
  return attributes.getDictionary(kernel.getContext());
}

bool CombinedKernel::areAlike(LLVM::LLVMFuncOp a, LLVM::LLVMFuncOp b) {
  return a->getParentOp() == b->getParentOp() && getDemands(a) == getDemands(b);
}

static bool isNumber(Operation *op) {
  return isa<LLVM::ConstantOp>(op) &&
         op->getResult(0).getType().isSignlessInteger() &&
         isa<IntegerAttr>(cast<LLVM::ConstantOp>(op).getValue());
}

/// True if nothing is lost where a number becomes a variable. A division by a
/// constant is a multiplication.
static bool canVary(Operation *number) {
  return llvm::all_of(number->getUsers(), [](Operation *user) {
    return isa<LLVM::AddOp, LLVM::SubOp, LLVM::MulOp, LLVM::ICmpOp,
               LLVM::UMinOp, LLVM::UMaxOp, LLVM::SMinOp, LLVM::SMaxOp,
               LLVM::GEPOp, LLVM::BrOp, LLVM::CondBrOp>(user);
  });
}

static bool isGridPosition(Operation *op) {
  return isa<NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::GridDimXOp,
             NVVM::GridDimYOp>(op);
}

/// True if both operations do the same with the same values, or with those that
/// `values` has.
static bool areEqual(Operation &a, Operation &b, IRMapping &values) {
  if (a.getName() != b.getName() || a.getResultTypes() != b.getResultTypes() ||
      a.getNumOperands() != b.getNumOperands() ||
      a.getNumSuccessors() != b.getNumSuccessors() || a.getNumRegions() != 0 ||
      b.getNumRegions() != 0)
    return false;
  for (auto [x, y] : llvm::zip_equal(a.getOperands(), b.getOperands()))
    if (values.lookupOrNull(x) != y)
      return false;
  for (auto [x, y] : llvm::zip_equal(a.getSuccessors(), b.getSuccessors()))
    if (values.lookupOrNull(x) != y)
      return false;
  values.map(a.getResults(), b.getResults());
  if (a.getAttrDictionary() == b.getAttrDictionary() || isGridPosition(&a))
    return true;
  return isNumber(&a) && isNumber(&b) && canVary(&a) && canVary(&b);
}

/// True if two kernels differ in numbers alone.
static bool differInNumbers(LLVM::LLVMFuncOp a, LLVM::LLVMFuncOp b) {
  Region &first = a.getBody(), &second = b.getBody();
  if (first.getBlocks().size() != second.getBlocks().size())
    return false;
  IRMapping values;
  for (auto [x, y] : llvm::zip_equal(first, second)) {
    if (x.getArgumentTypes() != y.getArgumentTypes() ||
        x.getOperations().size() != y.getOperations().size())
      return false;
    values.map(&x, &y);
    values.map(x.getArguments(), y.getArguments());
  }
  // A value stands before its uses, but for blocks that are not in order, which
  // then count as different.
  for (auto [x, y] : llvm::zip_equal(first, second))
    for (auto [op, other] : llvm::zip_equal(x, y))
      if (!areEqual(op, other, values))
        return false;
  return true;
}

static SmallVector<Operation *> getNumbers(Region &body) {
  SmallVector<Operation *> numbers;
  body.walk([&](Operation *op) {
    if (isNumber(op))
      numbers.push_back(op);
  });
  return numbers;
}

static bool canShareBody(LLVM::LLVMFuncOp a, LLVM::LLVMFuncOp b) {
  return a == b || differInNumbers(a, b);
}

int64_t CombinedKernel::getNumAddedOperations(LLVM::LLVMFuncOp kernel) const {
  if (llvm::any_of(bodies, [&](const Body &body) {
        return canShareBody(body.kernel, kernel);
      }))
    return 0;
  int64_t count = 0;
  kernel.getBody().walk([&](Operation *) { ++count; });
  return count;
}

void CombinedKernel::add(LLVM::LLVMFuncOp kernel, int64_t gridX, int64_t gridY,
                         ArrayRef<unsigned> arguments) {
  numOperations += getNumAddedOperations(kernel);
  Body *body = llvm::find_if(
      bodies, [&](Body &other) { return canShareBody(other.kernel, kernel); });
  if (body == bodies.end()) {
    bodies.push_back({kernel, {}});
    body = &bodies.back();
  }
  body->members.push_back(
      {gridX, gridY, SmallVector<unsigned>(arguments),
       llvm::map_to_vector(getNumbers(kernel.getBody()), [](Operation *op) {
         return Attribute(cast<LLVM::ConstantOp>(op).getValue());
       })});
  numBlocks += gridX * gridY;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

SmallVector<Type> CombinedKernel::getArgumentTypes() const {
  SmallVector<Type> types;
  for (const Body &body : bodies)
    for (const Member &member : body.members)
      for (auto [number, type] :
           llvm::zip_equal(member.arguments,
                           LLVM::LLVMFuncOp(body.kernel).getArgumentTypes())) {
        if (number >= types.size())
          types.resize(number + 1);
        types[number] = type;
      }
  return types;
}

/// Creates the kernel, without a body.
LLVM::LLVMFuncOp CombinedKernel::createFunction() {
  LLVM::LLVMFuncOp first = bodies.front().kernel;
  OpBuilder builder(first);
  SmallVector<Location> locations;
  for (Body &body : bodies)
    locations.push_back(body.kernel.getLoc());
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(builder.getContext()), getArgumentTypes());
  auto function =
      LLVM::LLVMFuncOp::create(builder, builder.getFusedLoc(locations),
                               (first.getName() + "_and_others").str(), type);
  function->setDiscardableAttrs(getDemands(first));
  SymbolTable symbols(first->getParentOp());
  symbols.insert(function);
  function.addEntryBlock(builder);
  return function;
}

/// Lets the clone of a body ask `block` where it is. Its entry gets three more
/// arguments: the first block of a member, and how many there are along x and
/// y.
void CombinedKernel::replaceGrid(OpBuilder &builder, Body &body, Value block,
                                 IRMapping &mapping) {
  Location loc = body.kernel.getLoc();
  auto addArgument = [&] {
    return body.entry->addArgument(builder.getI32Type(), loc);
  };
  Value begin = addArgument(), gridX = addArgument(), gridY = addArgument();
  Value x = LLVM::SubOp::create(builder, loc, block, begin), y;
  bool hasRows = llvm::any_of(
      body.members, [](const Member &member) { return member.gridY != 1; });
  if (hasRows) {
    y = LLVM::UDivOp::create(builder, loc, x, gridX);
    x = LLVM::URemOp::create(builder, loc, x, gridX);
  } else {
    y = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                 builder.getI32IntegerAttr(0));
  }
  body.kernel.getBody().walk([&](Operation *op) {
    if (!isGridPosition(op))
      return;
    Value place = isa<NVVM::BlockIdXOp>(op)   ? x
                  : isa<NVVM::BlockIdYOp>(op) ? y
                  : isa<NVVM::GridDimXOp>(op) ? gridX
                                              : gridY;
    Value value = mapping.lookup(op->getResult(0));
    value.replaceAllUsesWith(place);
    value.getDefiningOp()->erase();
  });
}

/// Adds the blocks of a body. Its entry has as arguments the arguments of the
/// kernel, those constants in which members differ, and what tells where a
/// block is. Forgets the other constants of members.
void CombinedKernel::cloneBody(Body &body, LLVM::LLVMFuncOp function,
                               Value block) {
  IRMapping mapping;
  body.kernel.getBody().cloneInto(&function.getBody(), mapping);
  body.entry = mapping.lookup(&body.kernel.getBody().front());
  auto addArgument = [&](Operation *op) {
    Value argument =
        body.entry->addArgument(op->getResult(0).getType(), op->getLoc());
    op->getResult(0).replaceAllUsesWith(argument);
    op->erase();
  };
  SmallVector<unsigned> varying;
  for (auto [index, number] :
       llvm::enumerate(getNumbers(body.kernel.getBody()))) {
    Attribute value = body.members.front().constants[index];
    if (llvm::all_of(body.members, [&, index = index](Member &member) {
          return member.constants[index] == value;
        }))
      continue;
    varying.push_back(index);
    addArgument(mapping.lookup(number->getResult(0)).getDefiningOp());
  }
  for (Member &member : body.members)
    member.constants = llvm::map_to_vector(
        varying, [&](unsigned index) { return member.constants[index]; });
  OpBuilder builder = OpBuilder::atBlockBegin(body.entry);
  replaceGrid(builder, body, block, mapping);
}

/// Goes to the body of the member between `first` and `last` that has the
/// block.
void CombinedKernel::createChoice(OpBuilder &builder, LLVM::LLVMFuncOp function,
                                  Value block, size_t first, size_t last) {
  Location loc = function.getLoc();
  auto createNumber = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                    builder.getI32IntegerAttr(value));
  };
  if (last - first == 1) {
    const Place &place = places[first];
    SmallVector<Value> operands;
    for (unsigned number : place.member->arguments)
      operands.push_back(function.getArgument(number));
    for (Attribute constant : place.member->constants) {
      Type type = place.body->entry->getArgument(operands.size()).getType();
      operands.push_back(LLVM::ConstantOp::create(builder, loc, type,
                                                  cast<TypedAttr>(constant)));
    }
    for (int64_t number :
         {place.begin, place.member->gridX, place.member->gridY})
      operands.push_back(createNumber(number));
    LLVM::BrOp::create(builder, loc, operands, place.body->entry);
    return;
  }
  size_t middle = first + (last - first) / 2;
  Value isBefore =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ult, block,
                           createNumber(places[middle].begin));
  Block *lower = builder.createBlock(&function.getBody());
  Block *upper = builder.createBlock(&function.getBody());
  builder.setInsertionPointAfterValue(isBefore);
  LLVM::CondBrOp::create(builder, loc, isBefore, lower, upper);
  builder.setInsertionPointToStart(lower);
  createChoice(builder, function, block, first, middle);
  builder.setInsertionPointToStart(upper);
  createChoice(builder, function, block, middle, last);
}

LLVM::LLVMFuncOp CombinedKernel::emit() {
  LLVM::LLVMFuncOp function = createFunction();
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  Value block = NVVM::BlockIdXOp::create(builder, function.getLoc(),
                                         builder.getI32Type());
  int64_t begin = 0;
  for (Body &body : bodies) {
    cloneBody(body, function, block);
    for (Member &member : body.members) {
      places.push_back({&body, &member, begin});
      begin += member.gridX * member.gridY;
    }
  }
  createChoice(builder, function, block, 0, places.size());
  return function;
}
