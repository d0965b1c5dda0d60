# What links LLVM and MLIR statically: a program or library that runs without
# them. What it uses of them is a third of their shared libraries.

file(GLOB FUSED_LLVM_ARCHIVES
  "${LLVM_LIBRARY_DIR}/libMLIR*.a" "${LLVM_LIBRARY_DIR}/libLLVM*.a")
list(FILTER FUSED_LLVM_ARCHIVES EXCLUDE REGEX "CAPI|Test")
find_library(FUSED_ZSTD_LIBRARY NAMES libzstd.a zstd libzstd.so.1)
find_library(FUSED_ZLIB_LIBRARY NAMES libz.a z libz.so.1)
mark_as_advanced(FUSED_ZSTD_LIBRARY FUSED_ZLIB_LIBRARY)

# Empty, or why nothing can be linked so.
set(FUSED_STATIC_LINK_LACKS "")
if(FUSED_SANITIZERS)
  set(FUSED_STATIC_LINK_LACKS "a build without sanitizers")
elseif(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(FUSED_STATIC_LINK_LACKS "clang")
elseif(NOT FUSED_LLVM_ARCHIVES OR NOT FUSED_ZSTD_LIBRARY OR NOT FUSED_ZLIB_LIBRARY)
  set(FUSED_STATIC_LINK_LACKS "LLVM's static libraries, zlib and zstd")
endif()

# fused_link_statically(NAME library...)
#
# Links libraries of the compiler, LLVM and MLIR, all by their archives: as
# targets, the libraries would bring LLVM's shared ones.
function(fused_link_statically name)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE files)
  add_dependencies(${name} ${ARGN})
  find_package(Threads REQUIRED)
  target_link_libraries(${name} PRIVATE
    -Wl,--start-group ${files} ${FUSED_LLVM_ARCHIVES} -Wl,--end-group
    FusedRuntime "${FUSED_ZSTD_LIBRARY}" "${FUSED_ZLIB_LIBRARY}"
    Threads::Threads ${CMAKE_DL_LIBS})
  target_link_options(${name} PRIVATE -Wl,--gc-sections)
endfunction()
