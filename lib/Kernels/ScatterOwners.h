//===- ScatterOwners.h - Updates in order, of many windows ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_SCATTEROWNERS_H
#define FUSED_LIB_KERNELS_SCATTEROWNERS_H

#include "fused/Dialect/ScatterWindows.h"

namespace fused {

/// The parts that all kernels of a scatter are made of.
class ScatterKernels {
public:
  ScatterKernels(mlir::OpBuilder &builder, ScatterOp op);

protected:
  /// Creates a launch, and in it what each of `total` threads does.
  void emitThreads(mlir::Value total,
                   llvm::function_ref<void(mlir::Value)> emit);
  void emitIf(mlir::Value condition, llvm::function_ref<void()> emit);
  /// Creates what is done with an update that is not skipped, from the position
  /// of its window.
  void emitIfInside(mlir::Value update,
                    llvm::function_ref<void(mlir::ValueRange)> emit);
  /// The indices in a window of its element number `linear`.
  llvm::SmallVector<mlir::Value> createPosition(mlir::Value linear);
  /// The indices of an element in the array.
  llvm::SmallVector<mlir::Value> createTarget(mlir::ValueRange starts,
                                              mlir::ValueRange position);
  mlir::Value loadUpdate(mlir::Value update, mlir::ValueRange position);
  /// Combines an element of an update with that of the array.
  void updateElement(mlir::Value update, mlir::ValueRange starts,
                     mlir::ValueRange position);

  mlir::OpBuilder &builder;
  ScatterOp op;
  mlir::Location loc;
  ScatterWindows windows;
  /// All dimensions of a window.
  llvm::SmallVector<unsigned> dims;
  /// The number of its elements.
  mlir::Value windowSize;
};

/// Accepts a scatter whose windows are the same or have no element in common.
///
/// Each place that a window can have is a slot, or, if there are many more
/// places than updates, each place that an update has: then a table finds the
/// slot of a place. A first kernel finds the first and the last update of each
/// slot: these do not depend on how threads are scheduled. Then the last update
/// of a slot assigns. Or the first update owns the slot: one warp for each part
/// of its window keeps the elements in registers, searches the updates up to
/// the last one for those of the same place, 32 at a time, and combines them in
/// their order.
class OwnerKernels : ScatterKernels {
public:
  OwnerKernels(mlir::OpBuilder &builder, ScatterOp op);
  void emit();

private:
  struct Element {
    mlir::Value isInWindow;
    llvm::SmallVector<mlir::Value> position;
  };

  void chooseSlots();
  mlir::Value allocate(mlir::Value size, mlir::Type type);
  mlir::Value allocateNone(mlir::Value size, mlir::Type type);
  void emitSlots();
  mlir::Value createPlace(mlir::ValueRange starts);
  mlir::Value findSlot(mlir::Value update, mlir::ValueRange starts);
  mlir::Value createNumber(mlir::Value index);
  mlir::Value getLastPlace(mlir::Value slot);
  mlir::Value exchangeKey(mlir::Value slot, mlir::Value key);
  mlir::Value insertKey(mlir::Value place);

  void emitAssignment();
  void emitOwners();
  void emitOwner(mlir::Value update, mlir::Value part, mlir::Value lane);
  void combineAll(mlir::Value update, mlir::Value slot,
                  mlir::ValueRange components, mlir::ValueRange starts,
                  mlir::Value part, mlir::Value lane);
  mlir::Value findEqual(mlir::Value first, mlir::Value end, mlir::Value lane,
                        mlir::ValueRange components);
  llvm::SmallVector<mlir::Value> combineFound(mlir::Value first,
                                              mlir::Value found,
                                              llvm::ArrayRef<Element> elements,
                                              mlir::ValueRange numbers);
  Element createElement(mlir::Value part, int64_t number, mlir::Value lane);
  mlir::Value loadElement(const Element &element, mlir::ValueRange starts);

  /// How many elements of a window a thread keeps in registers.
  int64_t width;
  /// True if slots are those of a table.
  bool isTable = false;
  mlir::Value numSlots;
  /// The type of the numbers of updates and slots.
  mlir::Type numberType;
  /// The first update of each slot, then the last one of each; -1 if there is
  /// none.
  mlir::Value slots;
  /// Of a table: the place of each slot, or -1, and the slot of each update.
  mlir::Value keys, slotOfUpdate;
  llvm::SmallVector<mlir::Value> memories;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_SCATTEROWNERS_H
