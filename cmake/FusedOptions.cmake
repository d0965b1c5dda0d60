# Options of the build, the language standard and the warnings of every target.

include(GNUInstallDirs)

option(FUSED_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(FUSED_BUILD_BENCHMARKS "Build the benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(FUSED_BUILD_PYTHON "Build the extension of the Python package" OFF)
option(FUSED_PRECOMPILE_HEADERS "Precompile MLIR's headers, with clang" ON)
option(FUSED_WARNINGS_AS_ERRORS "Fail on a compiler warning" OFF)
option(FUSED_ENABLE_ASSERTIONS "Assertions in optimised builds, too" OFF)
set(FUSED_SANITIZERS "" CACHE STRING
    "Sanitizers to build with, as for -fsanitize=: address,undefined")

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
# Installed programs find the runtime beside them, and libraries of the system
# where they were found; the tree can be moved.
set(CMAKE_INSTALL_RPATH "$ORIGIN;$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Type of build" FORCE)
endif()

if(FUSED_ENABLE_ASSERTIONS)
  # Not of classes that LLVM's libraries were compiled with, whose layout
  # LLVM_ENABLE_ABI_BREAKING_CHECKS decides.
  foreach(language C CXX)
    foreach(type RELEASE RELWITHDEBINFO MINSIZEREL)
      string(REPLACE "-DNDEBUG" "" CMAKE_${language}_FLAGS_${type}
             "${CMAKE_${language}_FLAGS_${type}}")
    endforeach()
  endforeach()
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # What ccache asks for to cache files that use precompiled headers.
  set(CMAKE_C_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros "${CCACHE_PROGRAM}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_C_COMPILER_LAUNCHER}")
endif()

add_compile_options(-Wall -Wextra)
if(FUSED_WARNINGS_AS_ERRORS)
  add_compile_options(-Werror)
endif()
if(FUSED_SANITIZERS)
  add_compile_options(-fsanitize=${FUSED_SANITIZERS} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${FUSED_SANITIZERS})
endif()
