# Copies the libraries that the package needs into it, and removes symbols.
include("${source}/cmake/FusedCopyDependencies.cmake")
set(root "${CMAKE_INSTALL_PREFIX}/fused")
# A wheel has no links: each would be a copy.
file(GLOB runtime "${root}/lib/libfused_runtime.so.?")
file(REAL_PATH "${runtime}" version)
file(RENAME "${version}" "${runtime}")
file(GLOB libraries "${root}/_*.so" "${root}/lib/lib*.so*")
fused_copy_dependencies("${root}" "${strip}" "${root}/lib"
  LIBRARIES ${libraries})
foreach(file ${libraries})
  execute_process(COMMAND "${strip}" --strip-unneeded "${file}"
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
