//===- Invocation.cpp - Calls of compiled functions -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Invocation.h"

#include "Errors.h"
#include "Graph.h"
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>

namespace nb = nanobind;
using namespace fused::python;

/// The type of elements as DLPack has it.
static nb::dlpack::dtype getDLPackType(fused_type_t type) {
  auto bits = static_cast<uint8_t>(8 * fused_type_size(type));
  uint8_t code = type == FUSED_I1         ? dlpack::Bool
                 : type == FUSED_BF16     ? dlpack::BFloat
                 : type == FUSED_F8E4M3FN ? dlpack::Float8E4M3FN
                 : type == FUSED_F8E5M2   ? dlpack::Float8E5M2
                 : type >= FUSED_I8       ? dlpack::Int
                                          : dlpack::Float;
  return {code, bits, 1};
}

Invocation::Invocation(Function &called, nb::tuple given, nb::object stream)
    : called(called), inputs(std::move(given)), stream(std::move(stream)) {
  size_t count = nb::len(inputs);
  if (count != static_cast<size_t>(numInputs()))
    throwTypeError(called.getName() + "() takes " +
                   std::to_string(numInputs()) + " arrays, but got " +
                   std::to_string(count));
  if (!this->stream.is_none()) {
    if (!called.isForDevices())
      throwTypeError("stream is for programs of the target cuda");
    cudaStream = getStream(this->stream);
    isStreamKnown = true;
  }
  count += static_cast<size_t>(numOutputs());
  views.reset(new Array[count]);
  tensors.resize(count);
  outputs.resize(static_cast<size_t>(numOutputs()), nb::none());
}

/// The stream of the call: what the caller says, or that in which the library
/// of its first array on a device works.
void *Invocation::findStream(nb::handle object, int32_t number) {
  if (isStreamKnown)
    return cudaStream;
  if (!findStreamByExchange(object, number, cudaStream))
    cudaStream = reinterpret_cast<void *>(
        nb::cast<uintptr_t>(called.arrays.attr("find_stream")(object, number)));
  isStreamKnown = true;
  return cudaStream;
}

/// Checks that an array is where the program is, and where the others are.
void Invocation::checkPlace(const Array &array, const Subject &subject,
                            bool isOutput) {
  bool isOnHost = array.device.device_type == dlpack::Cpu;
  if (!called.isForDevices()) {
    if (!isOnHost)
      throwValueError(subject.getText() +
                      " is in memory of a device, but the program was compiled "
                      "for the CPU");
    return;
  }
  if (!isOnHost && !array.isOnDevice())
    throwValueError(subject.getText() +
                    " is on a device that is not one of CUDA");
  // Numbers may be on either side, but results are where the program works.
  if (isOnHost && array.tensor.rank == 0 && !isOutput)
    return;
  hasHostArrays |= isOnHost;
  if (!isOnHost && device < 0)
    device = array.device.device_id;
  if (hasHostArrays && device >= 0)
    throwValueError(subject.getText() +
                    (isOnHost ? " is in memory of the host, but others are on "
                                "a device"
                              : " is in memory of a device, but others are in "
                                "memory of the host"));
  if (!isOnHost && device != array.device.device_id)
    throwValueError(subject.getText() + " is on device " +
                    std::to_string(array.device.device_id) +
                    ", but others are on device " + std::to_string(device));
}

void Invocation::checkType(const Array &array, const fused_tensor_type_t &type,
                           const Subject &subject) const {
  const fused_tensor_t &tensor = array.tensor;
  bool fits = tensor.rank == type.rank;
  for (int32_t k = 0; fits && k < type.rank; ++k)
    fits = type.sizes[k] == FUSED_DYNAMIC || type.sizes[k] == tensor.sizes[k];
  if (fits && tensor.type == type.type && array.isDense())
    return;
  std::string message = subject.getText() + " is " +
                        describe(tensor.type, tensor.rank, tensor.sizes) +
                        ", but the program has " +
                        describe(type.type, type.rank, type.sizes);
  if (tensor.type != type.type)
    throwTypeError(message);
  if (!fits)
    throwValueError(message);
  throwValueError(subject.getText() + " is not dense and row-major: make a "
                                      "contiguous copy of it");
}

void Invocation::viewInputs() {
  StreamFinder finder = [this](nb::handle object, int32_t number) {
    return findStream(object, number);
  };
  for (int32_t i = 0; i < numInputs(); ++i) {
    Array &array = views[static_cast<size_t>(i)];
    nb::handle object = inputs[static_cast<size_t>(i)];
    const fused_tensor_type_t &type = inputType(i);
    if (type.rank != 0 || !array.viewNumber(object, type.type)) {
      if (PyLong_CheckExact(object.ptr()) || PyFloat_CheckExact(object.ptr()))
        throwTypeError(nameInput(i).getText() + " is the number " +
                       nb::cast<std::string>(nb::str(object)) +
                       ", which cannot be passed as " +
                       describe(type.type, type.rank, type.sizes) +
                       ": make an array of it");
      array.view(object, finder, nameInput(i));
    }
    checkPlace(array, nameInput(i), /*isOutput=*/false);
    checkType(array, inputType(i), nameInput(i));
    needsSynchronization |= array.needsSynchronization;
    if (array.isOnDevice())
      findStream(object, device);
    input(i) = array.tensor;
  }
}

/// Has output `i` computed in the memory of `object`.
void Invocation::place(int32_t i, nb::handle object) {
  Array &array = views[static_cast<size_t>(numInputs() + i)];
  Subject subject = {"output", i};
  array.view(
      object,
      [this](nb::handle object, int32_t number) {
        return findStream(object, number);
      },
      subject);
  checkPlace(array, subject, /*isOutput=*/true);
  checkType(array, outputType(i), subject);
  if (array.isReadOnly)
    throwValueError(subject.getText() + " cannot be written: it is read-only");
  output(i) = array.tensor;
  outputObject(i) = nb::borrow(object);
}

static bool isEqual(const fused_tensor_type_t &a, const fused_tensor_t &b) {
  return a.type == b.type && a.rank == b.rank &&
         std::equal(a.sizes, a.sizes + a.rank, b.sizes);
}

/// Gives the memory of an input to the output that was compiled for it, or to
/// the first of its type that has none.
void Invocation::donate(int32_t number) {
  if (number < 0 || number >= numInputs())
    throwValueError("donate has " + std::to_string(number) +
                    ", but there are " + std::to_string(numInputs()) +
                    " arguments");
  const int32_t *compiled = called.function->donations;
  int32_t chosen = -1;
  for (int32_t i = 0; i < numOutputs(); ++i) {
    bool isMeant = compiled && compiled[i] == number;
    bool isFree = outputObject(i).is_none() && !(compiled && compiled[i] >= 0);
    if (isMeant ||
        (chosen < 0 && isFree && isEqual(outputType(i), input(number))))
      chosen = i;
    if (isMeant)
      break;
  }
  if (chosen < 0)
    throwValueError(
        nameInput(number).getText() +
        " cannot be donated: no output of known sizes without memory is " +
        describe(input(number).type, input(number).rank, input(number).sizes));
  if (!outputObject(chosen).is_none())
    throwValueError(nameInput(number).getText() + " is donated to output " +
                    std::to_string(chosen) + ", which has memory already");
  const Array &array = views[static_cast<size_t>(number)];
  if (array.isReadOnly)
    throwValueError(nameInput(number).getText() +
                    " cannot be donated: it is read-only");
  if (device >= 0 && !array.isOnDevice())
    throwValueError(nameInput(number).getText() +
                    " cannot be donated: it is in memory of the host");
  output(chosen) = input(number);
  outputObject(chosen) = nb::borrow(inputs[static_cast<size_t>(number)]);
}

/// Makes arrays for the outputs that have no memory, in the library of the
/// first argument. Those of unknown size are made by the call.
void Invocation::makeOutputs() {
  nb::object like = nb::none();
  for (int32_t i = 0; i < numInputs() && like.is_none(); ++i)
    if (!called.isForDevices() || device < 0 ||
        views[static_cast<size_t>(i)].isOnDevice())
      like = nb::borrow(inputs[static_cast<size_t>(i)]);
  nb::object key = nb::make_tuple(
      nb::handle(reinterpret_cast<PyObject *>(Py_TYPE(like.ptr()))), device);
  if (!called.made.contains(key))
    called.made[key] = called.arrays.attr("make_factories")(
        called.getTypes(/*ofOutputs=*/true), like, device);
  nb::object makers = called.made[key];
  for (int32_t i = 0; i < numOutputs(); ++i) {
    if (!outputObject(i).is_none())
      continue;
    nb::object maker = makers[static_cast<size_t>(i)];
    if (!maker.is_none())
      place(i, maker());
  }
}

void Invocation::placeOutputs(nb::handle given, nb::handle donated) {
  if (!given.is_none()) {
    bool isSequence = PyTuple_Check(given.ptr()) || PyList_Check(given.ptr());
    if (!isSequence && numOutputs() != 1)
      throwTypeError("out must have one array or None for each of the " +
                     std::to_string(numOutputs()) + " outputs");
    nb::object list = isSequence ? nb::borrow(given) : nb::make_tuple(given);
    if (nb::len(list) != static_cast<size_t>(numOutputs()))
      throwValueError("out has " + std::to_string(nb::len(list)) +
                      " arrays, but the program has " +
                      std::to_string(numOutputs()) + " outputs");
    for (int32_t i = 0; i < numOutputs(); ++i) {
      nb::object object = list[static_cast<size_t>(i)];
      if (!object.is_none())
        place(i, object);
    }
  }
  for (nb::handle number : nb::iter(donated)) {
    int32_t argument;
    if (!nb::try_cast(number, argument))
      throwTypeError("donate has numbers of arguments, but this is a " +
                     std::string(nb::type_name(number.type()).c_str()));
    donate(argument);
  }
  makeOutputs();
}

/// Goes to the device of the call, if there is one, with numbers that the
/// program reads as arrays.
void Invocation::enterDevice() {
  if (device < 0)
    return;
  check(fused_cuda_set_device(device));
  called.addStream(device, cudaStream);
  numbers.device = device;
  numbers.stream = cudaStream;
  for (int32_t i = 0; i < numInputs(); ++i)
    if (!views[static_cast<size_t>(i)].isOnDevice() && !isNumber(i))
      numbers.move(input(i));
}

void Invocation::call() {
  enterDevice();
  fused_cuda_recorder_t *recorder =
      device >= 0 ? called.getRecorder() : nullptr;
  fused_status_t status;
  {
    nb::gil_scoped_release released;
    StreamScope scope(cudaStream);
    const fused_function_t *function = called.function;
    fused_tensor_t *results = tensors.data() + numInputs();
    if (recorder)
      status =
          fused_cuda_recorder_call(recorder, tensors.data(), results, nullptr);
    else if (called.isForDevices())
      status = fused_cuda_call(function, tensors.data(), results);
    else
      status = fused_call(function, tensors.data(), results, nullptr);
    // Other libraries may reuse the memory of an array as soon as it is gone.
    if (status == FUSED_OK && needsSynchronization)
      status = fused_cuda_synchronize();
  }
  check(status);
}

void Invocation::record(Graph &graph) {
  if (!called.isForDevices())
    throwTypeError("only programs of the target cuda can be recorded");
  if (device < 0)
    throwValueError("a graph needs arrays on a device");
  enterDevice();
  graph.device = device;
  graph.stream = cudaStream;
  fused_status_t status;
  {
    nb::gil_scoped_release released;
    StreamScope scope(cudaStream);
    status = fused_cuda_record(called.function, tensors.data(),
                               tensors.data() + numInputs(), &graph.graph);
  }
  check(status);
  graph.numbers = std::move(numbers);
}

/// Makes an object of an output that the call has allocated.
nb::object Invocation::adopt(int32_t i) {
  const fused_tensor_t &tensor = output(i);
  struct Block {
    void *data;
    void *stream;
    int32_t device;
  };
  auto *block = new Block{tensor.data, cudaStream, device};
  nb::capsule owner(block, [](void *pointer) noexcept {
    auto *block = static_cast<Block *>(pointer);
    if (block->device < 0) {
      fused_free(block->data);
    } else if (fused_cuda_set_device(block->device) == FUSED_OK) {
      StreamScope scope(block->stream);
      fused_cuda_free(block->data);
    }
    delete block;
  });
  std::vector<size_t> sizes(tensor.sizes, tensor.sizes + tensor.rank);
  nb::ndarray<nb::array_api> array(tensor.data, sizes.size(), sizes.data(),
                                   owner, nullptr, getDLPackType(tensor.type),
                                   device < 0 ? nb::device::cpu::value
                                              : nb::device::cuda::value,
                                   device < 0 ? 0 : device);
  nb::object like = numInputs() ? nb::borrow(inputs[size_t(0)]) : nb::none();
  return called.arrays.attr("adopt")(like, nb::cast(array),
                                     fused_type_string(tensor.type));
}

nb::object Invocation::getResults() {
  for (int32_t i = 0; i < numOutputs(); ++i)
    if (outputObject(i).is_none())
      outputObject(i) = adopt(i);
  if (numOutputs() == 1)
    return outputs.front();
  nb::list list;
  for (nb::object &object : outputs)
    list.append(object);
  return nb::tuple(list);
}
