//===- PermutedViews.cpp - Tensors as others have them in memory ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PermutedViews.h"

#include "Reshape.h"
#include "TransposeReaders.h"

#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/AttentionOp.h"
#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/PermuteOp.h"
#include "fused/Dialect/RowOps.h"
#include "fused/Dialect/ShapedValue.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

namespace {
/// Where the elements of a tensor are in another one, each of which has all
/// elements of the other.
class Layout {
public:
  /// They are where they are.
  explicit Layout(ArrayRef<int64_t> shape);

  /// Moves the elements. They were in a tensor of `shape`, whose dimensions get
  /// these strides. False if the parts of dimensions are not whole numbers of
  /// elements apart then.
  bool move(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides);

  /// The layout of the operand of a permutation, from that of its result, and
  /// the other way around.
  bool moveUp(Operation *permuted, ArrayRef<int64_t> permutation);
  bool moveDown(Operation *permuted, ArrayRef<int64_t> permutation);

  /// Part of a dimension: so many elements, `stride` apart.
  struct Part {
    int64_t size, stride;
    bool operator==(const Part &other) const {
      return size == other.size && stride == other.stride;
    }
  };
  /// Of each dimension of the tensor, from the outermost part on.
  SmallVector<SmallVector<Part, 2>> dims;
};

/// A tensor whose dimensions are in the order in which they are in memory, and
/// the permutation that gives the order in which another tensor has them.
struct MemoryOrder {
  SmallVector<int64_t> shape, permutation;
};
} // namespace

Layout::Layout(ArrayRef<int64_t> shape) {
  for (auto [size, stride] : llvm::zip_equal(shape, computeStrides(shape)))
    dims.push_back({{size, stride}});
}

bool Layout::move(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  SmallVector<int64_t> before = computeStrides(shape);
  for (SmallVector<Part, 2> &parts : dims) {
    SmallVector<Part, 2> moved;
    for (Part part : llvm::reverse(parts))
      while (part.size > 1) {
        // The dimension in which the next element is.
        size_t dim = 0;
        while (part.stride < before[dim] || shape[dim] == 1)
          ++dim;
        int64_t end = before[dim] * shape[dim];
        if (part.stride % before[dim] != 0 || end % part.stride != 0)
          return false;
        int64_t size = std::min(part.size, end / part.stride);
        if (part.size % size != 0)
          return false;
        moved.push_back({size, strides[dim] * (part.stride / before[dim])});
        part = {part.size / size, part.stride * size};
      }
    parts.clear();
    for (Part part : llvm::reverse(moved)) {
      if (!parts.empty() && parts.back().stride == part.stride * part.size)
        parts.back() = {parts.back().size * part.size, part.stride};
      else
        parts.push_back(part);
    }
  }
  return true;
}

bool Layout::moveUp(Operation *permuted, ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> strides =
      computeStrides(getShape(permuted->getOperand(0)));
  return move(getShape(permuted->getResult(0)),
              applyPermutation(strides, permutation));
}

bool Layout::moveDown(Operation *permuted, ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> strides =
      computeStrides(getShape(permuted->getResult(0)));
  return move(getShape(permuted->getOperand(0)),
              applyPermutation(strides, invertPermutationVector(permutation)));
}

/// The dimensions in the order of memory; nothing if a dimension consists of
/// several parts.
static std::optional<MemoryOrder> getMemoryOrder(const Layout &layout) {
  MemoryOrder order;
  SmallVector<std::pair<Layout::Part, size_t>> parts;
  for (auto [dim, ofDim] : llvm::enumerate(layout.dims)) {
    if (ofDim.size() > 1)
      return std::nullopt;
    // One without extent is anywhere.
    parts.push_back({ofDim.empty()
                         ? Layout::Part{1, std::numeric_limits<int64_t>::max()}
                         : ofDim.front(),
                     dim});
  }
  llvm::sort(parts, [](const auto &a, const auto &b) {
    return std::tuple(a.first.stride, b.second) >
           std::tuple(b.first.stride, a.second);
  });
  order.permutation.resize(parts.size());
  for (auto [place, part] : llvm::enumerate(parts)) {
    order.shape.push_back(part.first.size);
    order.permutation[part.second] = place;
  }
  return order;
}

//===----------------------------------------------------------------------===//
// Permutations above and below
//===----------------------------------------------------------------------===//

static bool isStatic(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  return type && type.hasStaticShape() && type.getNumElements() > 0;
}

namespace {
/// A tensor, and where the elements of another one are in it.
struct PlacedTensor {
  Value tensor;
  Layout layout;
};
} // namespace

/// The tensor from which permutations and reshapes make `tensor`.
static std::optional<PlacedTensor> findSource(Value tensor) {
  if (!isStatic(tensor))
    return std::nullopt;
  std::optional<PlacedTensor> found;
  Layout layout(getShape(tensor));
  while (Operation *op = tensor.getDefiningOp()) {
    if (isReshape(op)) {
      tensor = op->getOperand(0);
      continue;
    }
    auto permutation = getPermutation(op);
    if (!permutation || !layout.moveUp(op, *permutation))
      break;
    tensor = op->getOperand(0);
    found = {tensor, layout};
  }
  return found;
}

/// The tensor that permutations and reshapes make of `result`. What else reads
/// this can address a view, and nothing else reads what is between them.
static std::optional<PlacedTensor> findTarget(Value result) {
  if (!isStatic(result))
    return std::nullopt;
  std::optional<PlacedTensor> found;
  Layout layout(getShape(result));
  Value tensor = result;
  for (;;) {
    Operation *next = nullptr;
    for (Operation *user : tensor.getUsers()) {
      if (tensor == result && isa<RowsOp, AttentionGradientOp>(user))
        continue;
      if (next || !(isReshape(user) || getPermutation(user)))
        return found;
      next = user;
    }
    if (!next)
      return found;
    if (!isReshape(next)) {
      if (!layout.moveDown(next, *getPermutation(next)))
        return found;
      found = {next->getResult(0), layout};
    }
    tensor = next->getResult(0);
  }
}

/// `tensor`, whose sizes are known, with another shape.
static Value reshape(OpBuilder &builder, Location loc, Value tensor,
                     ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(tensor.getType());
  RankedTensorType result = type.clone(shape);
  if (type == result)
    return tensor;
  auto groups = getReassociationIndicesForReshape(type, result);
  if (!groups) {
    tensor = reshape(builder, loc, tensor, type.getNumElements());
    return reshape(builder, loc, tensor, shape);
  }
  if (type.getRank() > result.getRank())
    return tensor::CollapseShapeOp::create(builder, loc, result, tensor,
                                           *groups);
  return tensor::ExpandShapeOp::create(builder, loc, result, tensor, *groups);
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

/// True if kernels can address a view with dimensions in this order.
static bool isAddressable(const MemoryOrder &order, Type element) {
  auto type = MemRefType::get(order.shape, element);
  SmallVector<int64_t> strides =
      applyPermutation(computeStrides(order.shape), order.permutation);
  return isAddressableByAttention(MemRefType::get(
      applyPermutation(order.shape, order.permutation), element,
      StridedLayoutAttr::get(type.getContext(), /*offset=*/0, strides)));
}

std::optional<PermutedTensor> fused::findPermuted(OpBuilder &builder,
                                                  Value tensor) {
  std::optional<PlacedTensor> source = findSource(tensor);
  if (!source)
    return std::nullopt;
  std::optional<MemoryOrder> order = getMemoryOrder(source->layout);
  if (!order)
    return std::nullopt;
  return PermutedTensor{
      reshape(builder, tensor.getLoc(), source->tensor, order->shape),
      order->permutation};
}

/// Lets `operand` be a view of what it is permuted from.
static void readView(RewriterBase &rewriter, OpOperand &operand) {
  Value tensor = operand.get();
  std::optional<PlacedTensor> source = findSource(tensor);
  if (!source)
    return;
  std::optional<MemoryOrder> order = getMemoryOrder(source->layout);
  if (!order || !isAddressable(*order, getElementTypeOrSelf(tensor)))
    return;
  Location loc = tensor.getLoc();
  Value view = reshape(rewriter, loc, source->tensor, order->shape);
  if (!isIdentityPermutation(order->permutation))
    view = PermuteOp::create(rewriter, loc, view, order->permutation);
  rewriter.modifyOpInPlace(operand.getOwner(), [&] { operand.set(view); });
}

/// Lets an output be a view of what it is permuted to.
static void writeView(RewriterBase &rewriter, OpOperand &init) {
  Operation *op = init.getOwner();
  OpResult result =
      cast<DestinationStyleOpInterface>(op).getTiedOpResult(&init);
  std::optional<PlacedTensor> target = findTarget(result);
  if (!target)
    return;
  std::optional<MemoryOrder> order = getMemoryOrder(target->layout);
  Type element = getElementTypeOrSelf(result);
  if (!order || isIdentityPermutation(order->permutation) ||
      !isAddressable(*order, element))
    return;
  Location loc = op->getLoc();
  rewriter.setInsertionPoint(op);
  Value empty = tensor::EmptyOp::create(rewriter, loc, order->shape, element);
  Value view = PermuteOp::create(rewriter, loc, empty, order->permutation);
  rewriter.modifyOpInPlace(op, [&] { init.set(view); });
  rewriter.setInsertionPointAfter(op);
  Value whole = PermuteOp::create(rewriter, loc, result,
                                  invertPermutationVector(order->permutation));
  rewriter.replaceAllUsesWith(
      target->tensor, reshape(rewriter, loc, whole, getShape(target->tensor)));
}

void fused::permuteInPlace(RewriterBase &rewriter, Operation *root) {
  auto rewrite = [&](DestinationStyleOpInterface op,
                     ArrayRef<OpOperand *> matrices,
                     MutableArrayRef<OpOperand> outputs) {
    if (!op.hasPureTensorSemantics())
      return;
    rewriter.setInsertionPoint(op);
    for (OpOperand *matrix : matrices)
      readView(rewriter, *matrix);
    for (OpOperand &output : outputs)
      writeView(rewriter, output);
  };
  root->walk([&](AttentionOp op) {
    // The statistics are no matrices.
    rewrite(op,
            {&op.getQueryMutable(), &op.getKeyMutable(), &op.getValueMutable()},
            MutableArrayRef<OpOperand>(op.getOutputsMutable()).take_front());
  });
  root->walk([&](AttentionGradientOp op) {
    rewrite(op,
            {&op.getAMutable(), &op.getBMutable(), &op.getCMutable(),
             &op.getDMutable()},
            op.getOutputsMutable());
  });
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// The transpose of an operand, if only its columns are in order.
static Value findTranspose(RewriterBase &rewriter, Value operand) {
  std::optional<PlacedTensor> source = findSource(operand);
  if (!source)
    return {};
  auto isInOrder = [&](size_t fromEnd) {
    ArrayRef<Layout::Part> parts = *(source->layout.dims.end() - fromEnd);
    return !parts.empty() && parts.back().stride == 1;
  };
  if (isInOrder(1) || !isInOrder(2))
    return {};
  Layout layout = source->layout;
  std::swap(layout.dims.end()[-1], layout.dims.end()[-2]);
  // A dimension for each part, in the order of memory.
  Layout parts({});
  for (ArrayRef<Layout::Part> ofDim : layout.dims)
    for (Layout::Part part : ofDim)
      parts.dims.push_back({part});
  std::optional<MemoryOrder> order = getMemoryOrder(parts);
  Location loc = operand.getLoc();
  Value tensor = reshape(rewriter, loc, source->tensor, order->shape);
  tensor = transpose(rewriter, loc, tensor, order->permutation);
  SmallVector<int64_t> shape(getShape(operand));
  std::swap(shape.end()[-1], shape.end()[-2]);
  return reshape(rewriter, loc, tensor, shape);
}

namespace {
/// Permutations of each tensor that products read. Programs write one as
/// several, with dimensions without extent elsewhere.
class SharedPermutations {
public:
  /// Another operand of this type with the same elements, or `operand` itself.
  Value find(Value operand, Block *block);

private:
  llvm::DenseMap<Value, SmallVector<std::pair<Layout, Value>, 2>> known;
};
} // namespace

Value SharedPermutations::find(Value operand, Block *block) {
  std::optional<PlacedTensor> source = findSource(operand);
  if (!source)
    return operand;
  Value tensor = source->tensor;
  while (tensor.getDefiningOp() && isReshape(tensor.getDefiningOp()))
    tensor = tensor.getDefiningOp()->getOperand(0);
  for (auto &[layout, other] : known[tensor])
    if (layout.dims == source->layout.dims &&
        other.getType() == operand.getType() && other.getParentBlock() == block)
      return other;
  known[tensor].push_back({source->layout, operand});
  return operand;
}

void fused::shareTransposes(RewriterBase &rewriter, Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (!isa<PermuteOp>(op) && getPermutation(op))
      ops.push_back(op);
  });
  SharedPermutations shared;
  for (Operation *op : ops) {
    Value result = op->getResult(0), before = op->getOperand(0), one = result;
    while (before.getDefiningOp() && isReshape(before.getDefiningOp()))
      before = before.getDefiningOp()->getOperand(0);
    rewriter.setInsertionPoint(op);
    if (before.getDefiningOp() && getPermutation(before.getDefiningOp()))
      if (auto whole = findPermuted(rewriter, result))
        one = transpose(rewriter, op->getLoc(), whole->tensor,
                        whole->permutation);
    one = shared.find(one, op->getBlock());
    if (one != result)
      rewriter.replaceAllUsesWith(result, one);
  }
}

void fused::readColumnsInOrder(RewriterBase &rewriter, Operation *root) {
  // Several products may read one operand.
  llvm::DenseMap<Value, Value> transposes;
  SharedPermutations shared;
  auto find = [&](Value operand) {
    auto [found, isNew] = transposes.try_emplace(operand);
    if (isNew) {
      rewriter.setInsertionPointAfterValue(operand);
      found->second = findTranspose(rewriter, operand);
    }
    return found->second;
  };
  root->walk([&](MatmulOp op) {
    if (!op.hasPureTensorSemantics() ||
        !is16BitFloat(getElementTypeOrSelf(op.getA())) ||
        !is16BitFloat(getElementTypeOrSelf(op.getB())))
      return;
    rewriter.modifyOpInPlace(op, [&] {
      if (Value a = find(op.getA())) {
        op.getAMutable().assign(a);
        op.setTransposeA(!op.getTransposeA());
      }
      if (Value b = find(op.getB())) {
        op.getBMutable().assign(b);
        op.setTransposeB(!op.getTransposeB());
      }
      op.getAMutable().assign(shared.find(op.getA(), op->getBlock()));
      op.getBMutable().assign(shared.find(op.getB(), op->getBlock()));
    });
  });
}
