# Installs the component `bundle` of the build BUILD to the folder TREE, and adds
# the libraries it needs that not every system has. STRIP removes symbols.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${TREE}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}"
  --component bundle --prefix "${TREE}" --strip
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

include("${CMAKE_CURRENT_LIST_DIR}/../cmake/FusedCopyDependencies.cmake")
file(GLOB programs "${TREE}/bin/fused-tools" "${TREE}/bin/FusedCudaMatrix")
file(GLOB libraries "${TREE}/lib/*.so*")
fused_copy_dependencies("${TREE}" "${STRIP}" "${TREE}/lib"
  EXECUTABLES ${programs} LIBRARIES ${libraries})

foreach(tool fused-opt fused-run fused-fuzz)
  file(CREATE_LINK fused-tools "${TREE}/bin/${tool}" SYMBOLIC)
endforeach()
