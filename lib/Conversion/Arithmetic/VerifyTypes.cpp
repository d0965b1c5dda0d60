//===- VerifyTypes.cpp - Types that can be compiled -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused-runtime/fused_runtime.h"
#include "fused/Conversion/ArithmeticPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <map>

namespace fused {
#define GEN_PASS_DEF_VERIFYTYPES
#include "fused/Conversion/ArithmeticPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
class VerifyTypes : public fused::impl::VerifyTypesBase<VerifyTypes> {
public:
  void runOnOperation() override;

private:
  LogicalResult verify(Type type, Location loc);
  LogicalResult verify(Operation *op);

  DenseSet<Type> valid;
};
} // namespace

/// Why a number cannot be compiled, or nothing if it can.
static StringRef getNumberProblem(Type type) {
  return llvm::TypeSwitch<Type, StringRef>(type)
      .Case<IntegerType>([](IntegerType integer) -> StringRef {
        if (!integer.isSignless())
          return "integers have no sign of their own";
        if (!llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth()))
          return "integers have 1, 8, 16, 32 or 64 bits";
        return "";
      })
      .Case<FloatType>([](FloatType type) -> StringRef {
        if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type,
                Float8E4M3FNType, Float8E5M2Type>(type))
          return "";
        return "floats are f16, bf16, f32, f64, f8E4M3FN or f8E5M2";
      })
      .Case<ComplexType>([](ComplexType complex) -> StringRef {
        Type part = complex.getElementType();
        return part.isF32() || part.isF64()
                   ? ""
                   : "complex numbers consist of f32 or f64";
      })
      .Default([](Type) { return ""; });
}

static bool isNumber(Type type) {
  return type.isIntOrIndexOrFloat() || isa<ComplexType>(type);
}

/// Whether an array takes a number of bytes that an i64 holds, with 1 for each
/// size that is not known or 0.
static bool hasCountableBytes(ShapedType type) {
  int64_t bytes = 16; // Of the largest element.
  return llvm::all_of(type.getShape(), [&](int64_t size) {
    return !llvm::MulOverflow(bytes, std::max<int64_t>(size, 1), bytes);
  });
}

/// Why a type that is not made of others cannot be compiled.
static StringRef getProblem(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return getNumberProblem(type);
  if (isa<TensorType, BaseMemRefType>(type) &&
      !isNumber(shaped.getElementType()))
    return "the elements of arrays are numbers";
  if (sparse_tensor::getSparseTensorEncoding(type))
    return "arrays are stored with all of their elements";
  if (shaped.hasRank() && !hasCountableBytes(shaped))
    return "its bytes cannot be counted in 63 bits";
  return "";
}

LogicalResult VerifyTypes::verify(Type type, Location loc) {
  if (valid.contains(type))
    return success();
  WalkResult result = type.walk<WalkOrder::PreOrder>([&](Type part) {
    StringRef problem = getProblem(part);
    if (problem.empty())
      return WalkResult::advance();
    InFlightDiagnostic diagnostic = emitError(loc);
    diagnostic << "a value of type " << type << " cannot be compiled: ";
    if (part != type)
      diagnostic << "in " << part << ", ";
    diagnostic << problem;
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return failure();
  valid.insert(type);
  return success();
}

/// Checks what upstream's verifier of constants does not: that an array has
/// sizes.
static LogicalResult verifyConstant(arith::ConstantOp op) {
  auto type = dyn_cast<ShapedType>(op.getType());
  if (!type || type.hasStaticShape())
    return success();
  return op.emitOpError("of ")
         << type << " cannot be compiled: its sizes are not known";
}

/// Checks what upstream's verifier of reshapes does not: that a single element
/// is made of arrays of one, and that sizes are those of the type.
static LogicalResult verifyReshape(Operation *op) {
  if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return success();
  auto from = cast<ShapedType>(op->getOperand(0).getType()),
       to = cast<ShapedType>(op->getResult(0).getType());
  for (auto [small, large] : {std::pair(from, to), std::pair(to, from)})
    if (small.getRank() == 0 &&
        !llvm::all_of(large.getShape(), [](int64_t size) {
          return size == 1 || ShapedType::isDynamic(size);
        }))
      return op->emitOpError("cannot be compiled: ")
             << small << " has one element, and " << large
             << " has sizes other than 1";
  auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
  if (!expand)
    return success();
  for (auto [dim, size] : llvm::enumerate(expand.getStaticOutputShape()))
    if (size != to.getDimSize(dim) && !ShapedType::isDynamic(size))
      return op->emitOpError("cannot be compiled: size ")
             << size << " of dimension " << dim << " is not that of " << to;
  return success();
}

/// True if upstream cannot tell which dimensions of size 1 a view has dropped.
/// It compares strides, which steps may have changed.
static bool isAmbiguous(memref::SubViewOp op) {
  SmallVector<int64_t> before, after;
  int64_t offset;
  if (failed(op.getSourceType().getStridesAndOffset(before, offset)) ||
      failed(op.getType().getStridesAndOffset(after, offset)))
    return false;
  size_t numDropped = before.size() - after.size(), numFound = 0;
  auto sizes = op.getStaticSizes();
  if (llvm::count(sizes, 1) == static_cast<ptrdiff_t>(numDropped))
    return false;
  std::map<int64_t, size_t> left;
  for (int64_t stride : before)
    ++left[stride];
  for (auto [size, stride] : llvm::zip_equal(sizes, before)) {
    size_t kept = llvm::count(after, stride);
    if (size != 1 || left[stride] == kept)
      continue;
    if (left[stride]-- < kept)
      return true;
    ++numFound;
  }
  return numFound != numDropped;
}

/// True unless callers have no values of this type. Those that are not tensors
/// are checked when the table of functions is made.
static bool mayBePassed(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  if (isa<ComplexType>(tensor ? tensor.getElementType() : type))
    return false;
  return !tensor || (tensor.hasRank() && tensor.getRank() <= FUSED_MAX_RANK);
}

/// Checks the types of a public function while they are those of the program:
/// later, tensors are memrefs.
static LogicalResult verifySignature(FunctionOpInterface function) {
  if (!function.isPublic())
    return success();
  auto check = [&](TypeRange types, StringRef what) -> LogicalResult {
    for (auto [index, type] : llvm::enumerate(types))
      if (!mayBePassed(type))
        return emitError(function.getLoc())
               << what << " " << index << " of public function '"
               << function.getName() << "' has type " << type
               << ", which cannot be passed to or from a caller: only numbers "
                  "that are not complex, and dense arrays of them of at most "
               << FUSED_MAX_RANK << " dimensions can";
    return success();
  };
  return success(succeeded(check(function.getArgumentTypes(), "argument")) &&
                 succeeded(check(function.getResultTypes(), "result")));
}

LogicalResult VerifyTypes::verify(Operation *op) {
  if (failed(verifyReshape(op)))
    return failure();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    if (failed(verifyConstant(constant)))
      return failure();
  auto view = dyn_cast<memref::SubViewOp>(op);
  if (view && isAmbiguous(view))
    return op->emitError() << "a view of type " << view.getType()
                           << " cannot be compiled: its strides do not tell "
                              "which dimensions it has dropped";
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    for (Type type : function.getArgumentTypes())
      if (failed(verify(type, op->getLoc())))
        return failure();
    for (Type type : function.getResultTypes())
      if (failed(verify(type, op->getLoc())))
        return failure();
    if (failed(verifySignature(function)))
      return failure();
  }
  for (Type type : op->getResultTypes())
    if (failed(verify(type, op->getLoc())))
      return failure();
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      if (failed(verify(argument.getType(), argument.getLoc())))
        return failure();
  return success();
}

void VerifyTypes::runOnOperation() {
  WalkResult result =
      getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
        return failed(verify(op)) ? WalkResult::interrupt()
                                  : WalkResult::advance();
      });
  if (result.wasInterrupted())
    signalPassFailure();
  markAllAnalysesPreserved();
}
