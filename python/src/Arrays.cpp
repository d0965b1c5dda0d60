//===- Arrays.cpp - Arrays of other libraries -----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"

#include "Errors.h"

#include <nanobind/stl/string.h>

#include <cstring>
#include <stdexcept>
#include <unordered_map>

namespace nb = nanobind;
using namespace fused::python;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Integers have no sign here.
static fused_type_t getType(dlpack::DataType type) {
  if (type.lanes != 1)
    return FUSED_TYPE_NONE;
  auto choose = [&](fused_type_t of8, fused_type_t of16, fused_type_t of32,
                    fused_type_t of64) -> fused_type_t {
    return type.bits == 8    ? of8
           : type.bits == 16 ? of16
           : type.bits == 32 ? of32
           : type.bits == 64 ? of64
                             : FUSED_TYPE_NONE;
  };
  switch (type.code) {
  case dlpack::Int:
  case dlpack::UInt:
    return choose(FUSED_I8, FUSED_I16, FUSED_I32, FUSED_I64);
  case dlpack::Float:
    return choose(FUSED_TYPE_NONE, FUSED_F16, FUSED_F32, FUSED_F64);
  case dlpack::BFloat:
    return choose(FUSED_TYPE_NONE, FUSED_BF16, FUSED_TYPE_NONE,
                  FUSED_TYPE_NONE);
  case dlpack::Bool:
    return type.bits == 8 ? FUSED_I1 : FUSED_TYPE_NONE;
  case dlpack::Float8E4M3FN:
    return FUSED_F8E4M3FN;
  case dlpack::Float8E5M2:
    return FUSED_F8E5M2;
  default:
    return FUSED_TYPE_NONE;
  }
}

/// The type of a format of the buffer protocol, in this machine's order.
static fused_type_t getType(const char *format, Py_ssize_t size) {
  if (!format)
    return FUSED_I8;
  if (*format == '@' || *format == '=' || *format == '<')
    ++format;
  if (!*format || format[1])
    return FUSED_TYPE_NONE;
  uint8_t bits = static_cast<uint8_t>(8 * size);
  if (*format == '?')
    return FUSED_I1;
  if (std::strchr("efd", *format))
    return getType(dlpack::DataType{dlpack::Float, bits, 1});
  if (std::strchr("bBhHiIlLqQnN", *format))
    return getType(dlpack::DataType{dlpack::Int, bits, 1});
  return FUSED_TYPE_NONE;
}

std::string fused::python::describe(fused_type_t type, int32_t rank,
                                    const int64_t *sizes) {
  std::string text = fused_type_string(type);
  text += "[";
  for (int32_t i = 0; i < rank; ++i) {
    if (i)
      text += ", ";
    text += sizes[i] == FUSED_DYNAMIC ? "?" : std::to_string(sizes[i]);
  }
  return text + "]";
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static void setDense(const fused_tensor_t &tensor, int64_t *strides) {
  int64_t stride = 1;
  for (int32_t i = tensor.rank; i-- > 0;) {
    strides[i] = stride;
    stride *= tensor.sizes[i];
  }
}

bool Array::isDense() const {
  int64_t stride = 1;
  for (int32_t i = tensor.rank; i-- > 0;) {
    if (tensor.sizes[i] == 0)
      return true;
    if (tensor.sizes[i] != 1 && strides[i] != stride)
      return false;
    stride *= tensor.sizes[i];
  }
  return true;
}

std::string Subject::getText() const {
  std::string text = std::string(kind) + " " + std::to_string(number);
  return name && !name->empty() ? text + " ('" + *name + "')" : text;
}

[[noreturn]] static void refuseRank(const Subject &subject, int rank) {
  throwValueError(subject.getText() + " has " + std::to_string(rank) +
                  " dimensions: at most " + std::to_string(FUSED_MAX_RANK) +
                  " are possible");
}

void Array::take(const dlpack::Tensor &source, const Subject &subject) {
  if (source.ndim > FUSED_MAX_RANK)
    refuseRank(subject, source.ndim);
  tensor.type = getType(source.dtype);
  if (tensor.type == FUSED_TYPE_NONE)
    throwTypeError(subject.getText() + " has elements of an unknown type");
  tensor.data = static_cast<char *>(source.data) + source.byte_offset;
  tensor.rank = source.ndim;
  device = source.device;
  if (device.device_type == dlpack::CudaHost)
    device = {dlpack::Cpu, 0};
  if (device.device_type == dlpack::CudaManaged)
    device.device_type = dlpack::Cuda;
  for (int32_t i = 0; i < tensor.rank; ++i)
    tensor.sizes[i] = source.shape[i];
  if (!source.strides)
    return setDense(tensor, strides);
  for (int32_t i = 0; i < tensor.rank; ++i)
    strides[i] = source.strides[i];
}

/// The table by which the library of `object` exchanges arrays, or null.
/// Libraries never release these, nor change them.
static const dlpack::ExchangeTable *getExchange(nb::handle object) {
  static auto *tables =
      new std::unordered_map<PyTypeObject *, const dlpack::ExchangeTable *>();
  PyTypeObject *type = Py_TYPE(object.ptr());
  auto [entry, isNew] = tables->try_emplace(type, nullptr);
  if (!isNew)
    return entry->second;
  Py_INCREF(reinterpret_cast<PyObject *>(
      type)); // so that no other type gets its address
  PyObject *capsule = PyObject_GetAttrString(reinterpret_cast<PyObject *>(type),
                                             "__dlpack_c_exchange_api__");
  if (!capsule) {
    PyErr_Clear();
    return nullptr;
  }
  auto *header = static_cast<dlpack::ExchangeHeader *>(
      PyCapsule_GetPointer(capsule, "dlpack_exchange_api"));
  Py_DECREF(capsule);
  if (!header)
    PyErr_Clear();
  while (header && header->version.major != 1)
    header = header->previous;
  return entry->second =
             reinterpret_cast<const dlpack::ExchangeTable *>(header);
}

bool fused::python::findStreamByExchange(nb::handle object, int32_t device,
                                         void *&stream) {
  const dlpack::ExchangeTable *exchange = getExchange(object);
  if (!exchange || !exchange->currentStream)
    return false;
  if (exchange->currentStream(dlpack::Cuda, device, &stream))
    throw nb::python_error();
  return true;
}

bool Array::viewByExchange(nb::handle object, const Subject &subject) {
  const dlpack::ExchangeTable *exchange = getExchange(object);
  if (!exchange || !exchange->tensorFromObject)
    return false;
  dlpack::Tensor view;
  if (exchange->tensorFromObject(object.ptr(), &view)) {
    // Python's way may be able to, or says why not.
    PyErr_Clear();
    return false;
  }
  take(view, subject);
  return true;
}

bool Array::viewByBuffer(nb::handle object, const Subject &subject) {
  if (!PyObject_CheckBuffer(object.ptr()))
    return false;
  if (PyObject_GetBuffer(object.ptr(), &buffer, PyBUF_STRIDES | PyBUF_FORMAT)) {
    PyErr_Clear();
    buffer = {};
    return false;
  }
  if (buffer.ndim > FUSED_MAX_RANK)
    refuseRank(subject, buffer.ndim);
  tensor.type = getType(buffer.format, buffer.itemsize);
  if (tensor.type == FUSED_TYPE_NONE)
    throwTypeError(subject.getText() + " has elements of the unknown format '" +
                   buffer.format + "'");
  tensor.data = buffer.buf;
  tensor.rank = buffer.ndim;
  isReadOnly = buffer.readonly;
  for (int32_t i = 0; i < tensor.rank; ++i) {
    tensor.sizes[i] = buffer.shape[i];
    // A stride that is no multiple of an element is not dense.
    strides[i] = buffer.strides[i] % buffer.itemsize
                     ? 0
                     : buffer.strides[i] / buffer.itemsize;
  }
  return true;
}

/// For NumPy's arrays of types that other packages add to it: they have neither
/// a format nor DLPack.
bool Array::viewByInterface(nb::handle object, const Subject &subject) {
  if (!nb::hasattr(object, "__array_interface__"))
    return false;
  std::string name = nb::cast<std::string>(
      nb::str(nb::getattr(nb::getattr(object, "dtype"), "name", nb::none())));
  tensor.type = name == "bfloat16"        ? FUSED_BF16
                : name == "float8_e4m3fn" ? FUSED_F8E4M3FN
                : name == "float8_e5m2"   ? FUSED_F8E5M2
                                          : FUSED_TYPE_NONE;
  if (tensor.type == FUSED_TYPE_NONE)
    throwTypeError(subject.getText() + " has elements of the unknown type " +
                   name);
  nb::dict interface =
      nb::cast<nb::dict>(nb::getattr(object, "__array_interface__"));
  nb::tuple data = nb::cast<nb::tuple>(interface["data"]);
  nb::tuple shape = nb::cast<nb::tuple>(interface["shape"]);
  if (nb::len(shape) > FUSED_MAX_RANK)
    refuseRank(subject, static_cast<int>(nb::len(shape)));
  tensor.data = reinterpret_cast<void *>(nb::cast<uintptr_t>(data[0]));
  isReadOnly = nb::cast<bool>(data[1]);
  tensor.rank = static_cast<int32_t>(nb::len(shape));
  for (int32_t i = 0; i < tensor.rank; ++i)
    tensor.sizes[i] = nb::cast<int64_t>(shape[i]);
  setDense(tensor, strides);
  nb::object given = interface["strides"];
  if (given.is_none())
    return true;
  int64_t size = static_cast<int64_t>(fused_type_size(tensor.type));
  for (int32_t i = 0; i < tensor.rank; ++i) {
    int64_t stride = nb::cast<int64_t>(nb::cast<nb::tuple>(given)[i]);
    strides[i] = stride % size ? 0 : stride / size;
  }
  return true;
}

bool Array::viewByDLPack(nb::handle object, const StreamFinder &findStream,
                         const Subject &subject) {
  nb::object method = nb::getattr(object, "__dlpack__", nb::none());
  if (method.is_none())
    return false;
  nb::dict arguments;
  arguments["max_version"] = nb::make_tuple(1, 1);
  nb::tuple place =
      nb::cast<nb::tuple>(nb::getattr(object, "__dlpack_device__")());
  if (nb::cast<int>(place[0]) == dlpack::Cuda) {
    void *stream = findStream(object, nb::cast<int32_t>(place[1]));
    // 1 is the default stream.
    arguments["stream"] = stream ? reinterpret_cast<uintptr_t>(stream) : 1;
  }
  nb::object capsule;
  try {
    capsule = method(**arguments);
  } catch (nb::python_error &error) {
    if (!error.matches(PyExc_TypeError))
      throw;
    // Of before version 1.
    nb::del(arguments["max_version"]);
    capsule = method(**arguments);
  }
  if (auto *taken = static_cast<dlpack::ManagedTensorVersioned *>(
          PyCapsule_GetPointer(capsule.ptr(), "dltensor_versioned"))) {
    PyCapsule_SetName(capsule.ptr(), "used_dltensor_versioned");
    versioned = taken;
    isReadOnly = taken->flags & dlpack::readOnlyFlag;
    take(taken->tensor, subject);
    return true;
  }
  PyErr_Clear();
  auto *taken = static_cast<dlpack::ManagedTensor *>(
      PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
  if (!taken)
    throw nb::python_error();
  PyCapsule_SetName(capsule.ptr(), "used_dltensor");
  managed = taken;
  take(taken->tensor, subject);
  return true;
}

void Array::view(nb::handle object, const StreamFinder &findStream,
                 const Subject &subject) {
  try {
    if (viewByExchange(object, subject))
      return;
    if (viewByBuffer(object, subject))
      return;
    if (viewByDLPack(object, findStream, subject)) {
      needsSynchronization = isOnDevice();
      return;
    }
  } catch (nb::python_error &error) {
    // NumPy refuses the types of others.
    if (!nb::hasattr(object, "__array_interface__"))
      nb::raise_from(error, PyExc_ValueError, "%s cannot be read: %s",
                     subject.getText().c_str(), nb::str(error.value()).c_str());
  }
  if (!viewByInterface(object, subject))
    throwTypeError(
        subject.getText() + " is no array: it has no __dlpack__, but is a " +
        nb::cast<std::string>(nb::str(nb::getattr(
            nb::handle(reinterpret_cast<PyObject *>(Py_TYPE(object.ptr()))),
            "__name__"))));
}

bool Array::viewNumber(nb::handle object, fused_type_t type) {
  bool isFloat = type == FUSED_F32 || type == FUSED_F64;
  if (!(isFloat && PyFloat_CheckExact(object.ptr())) &&
      !PyLong_CheckExact(object.ptr()) && !PyBool_Check(object.ptr()))
    return false;
  tensor.type = type;
  tensor.rank = 0;
  tensor.data = &number;
  if (isFloat) {
    double value = PyFloat_AsDouble(object.ptr());
    if (PyErr_Occurred()) {
      PyErr_Clear();
      return false;
    }
    float narrow = static_cast<float>(value);
    if (type == FUSED_F64)
      std::memcpy(&number, &value, sizeof(value));
    else
      std::memcpy(&number, &narrow, sizeof(narrow));
    return true;
  }
  if (type != FUSED_I1 && type != FUSED_I8 && type != FUSED_I16 &&
      type != FUSED_I32 && type != FUSED_I64)
    return false;
  int bits = type == FUSED_I1 ? 1 : 8 * static_cast<int>(fused_type_size(type));
  // Signed or unsigned.
  int overflow = 0;
  number = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  if (overflow > 0 && bits == 64) {
    number = static_cast<int64_t>(PyLong_AsUnsignedLongLong(object.ptr()));
    overflow = PyErr_Occurred() != nullptr;
    PyErr_Clear();
  }
  if (overflow != 0)
    return false;
  return bits == 64 || (number >= -(int64_t(1) << (bits - 1)) &&
                        number < (int64_t(1) << bits));
}

void Array::release() {
  if (buffer.obj)
    PyBuffer_Release(&buffer);
  if (managed && managed->deleter)
    managed->deleter(managed);
  if (versioned && versioned->deleter)
    versioned->deleter(versioned);
}
