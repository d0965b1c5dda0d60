//===- Release.cpp - Unloading programs -----------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assertions.h"
#include "Constant.h"
#include "Driver.h"
#include "fused-runtime/fused_cuda.h"

using namespace fused::runtime;

static void releaseImage(const Context &context, fused_cuda_image_t &image) {
  if (image.library)
    context.driver->cuLibraryUnload(static_cast<CUlibrary>(image.library));
  image.library = nullptr;
}

extern "C" void fused_module_release(const fused_module_t *module) {
  // Nothing is kept where there is no device.
  Context context;
  if (!module || module->abi_version != FUSED_ABI_VERSION ||
      module->num_resources == 0 || getContext(context, nullptr) != FUSED_OK)
    return;
  RelaxedCapture relaxed(*context.cuda);
  for (int64_t i = 0; i < module->num_resources; ++i) {
    const fused_resource_t &resource = module->resources[i];
    switch (resource.kind) {
    case FUSED_RESOURCE_IMAGE:
      releaseImage(context,
                   *static_cast<fused_cuda_image_t *>(resource.object));
      break;
    case FUSED_RESOURCE_CONSTANT:
      releaseCopies(context,
                    *static_cast<fused_cuda_constant_t *>(resource.object));
      break;
    case FUSED_RESOURCE_ASSERTIONS:
      releaseAssertions(
          context, *static_cast<fused_cuda_assertions_t *>(resource.object));
      break;
    }
  }
}
