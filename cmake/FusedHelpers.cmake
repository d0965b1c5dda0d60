# fused_add_library(NAME source... DEPENDS target... LINK library...)
#
# A static library of the compiler, compiled as MLIR is (no RTTI, no
# exceptions), linked to MLIR's shared library and installed with the package.
function(fused_add_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_library(Fused::${name} ALIAS ${name})
  fused_compile_as_mlir(${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  install(TARGETS ${name} EXPORT FusedTargets)
endfunction()

# fused_add_tool(NAME source... LINK library...)
#
# A program of the compiler, installed with the package, and linked to jemalloc
# if it is installed. Passes read all operations again and again. By glibc's
# malloc, these are spread so much that the time of long programs grows faster
# than their length: the parser's names lie between them, and later ones fill
# the gaps.
find_library(FUSED_JEMALLOC_LIBRARY NAMES jemalloc libjemalloc.so.2)
mark_as_advanced(FUSED_JEMALLOC_LIBRARY)
function(fused_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  add_executable(Fused::${name} ALIAS ${name})
  fused_compile_as_mlir(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  if(FUSED_JEMALLOC_LIBRARY AND NOT FUSED_SANITIZERS)
    target_link_libraries(${name} PRIVATE "${FUSED_JEMALLOC_LIBRARY}")
  endif()
  install(TARGETS ${name} EXPORT FusedTargets)
endfunction()

# Gives a target the include folders and flags that MLIR's headers ask for, and
# MLIR's headers precompiled.
function(fused_compile_as_mlir name)
  target_include_directories(${name} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
    "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_include_directories(${name} SYSTEM PUBLIC
    "$<BUILD_INTERFACE:${MLIR_INCLUDE_DIRS}>"
    "$<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS}>")
  separate_arguments(definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_definitions(${name} PRIVATE ${definitions})
  target_compile_options(${name} PRIVATE
    -Wno-unused-parameter # what TableGen generates has some
    -fno-exceptions)
  if(NOT LLVM_ENABLE_RTTI)
    # For those who derive from MLIR's classes, too.
    target_compile_options(${name} PUBLIC $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  endif()
  if(TARGET FusedHeaders AND NOT name STREQUAL FusedHeaders)
    target_precompile_headers(${name} REUSE_FROM FusedHeaders)
    # What is precompiled as part of a library is for programs only if they are
    # compiled as one, not by CMake's -fPIE.
    target_compile_options(${name} PRIVATE -fPIC)
  endif()
endfunction()

# fused_precompile_headers()
#
# Makes FusedHeaders, whose precompiled headers all targets that are compiled as
# MLIR is share: parsing MLIR's headers is most of what compiling a file takes.
# For clang alone, since GCC's depend on options in which the targets differ.
function(fused_precompile_headers)
  if(NOT FUSED_PRECOMPILE_HEADERS OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    return()
  endif()
  set(source "${PROJECT_BINARY_DIR}/FusedHeaders.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "")
  add_library(FusedHeaders OBJECT "${source}")
  fused_compile_as_mlir(FusedHeaders)
  # So that ccache recognises them when they have been built again.
  target_compile_options(FusedHeaders PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  target_precompile_headers(FusedHeaders PRIVATE
    "${PROJECT_SOURCE_DIR}/lib/PrecompiledHeaders.h")
endfunction()
