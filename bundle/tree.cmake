# Installs the component `bundle` of the build BUILD to the folder TREE, and adds
# the libraries it needs that not every system has. STRIP removes symbols.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${TREE}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}"
  --component bundle --prefix "${TREE}" --strip
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

# Every system that has a device has the C and C++ libraries; CUDA's are loaded
# at run time.
file(GLOB programs "${TREE}/bin/fused-tools" "${TREE}/bin/FusedCudaMatrix")
file(GLOB libraries "${TREE}/lib/*.so*")
file(GET_RUNTIME_DEPENDENCIES
  EXECUTABLES ${programs} LIBRARIES ${libraries}
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|gcc_s|stdc\\+\\+)\\.so"
  POST_EXCLUDE_REGEXES "^${TREE}"
  RESOLVED_DEPENDENCIES_VAR dependencies)
foreach(file ${dependencies})
  get_filename_component(name "${file}" NAME)
  get_filename_component(real "${file}" REALPATH)
  configure_file("${real}" "${TREE}/lib/${name}" COPYONLY)
  execute_process(COMMAND "${STRIP}" --strip-unneeded "${TREE}/lib/${name}"
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()

foreach(tool fused-opt fused-run fused-fuzz)
  file(CREATE_LINK fused-tools "${TREE}/bin/${tool}" SYMBOLIC)
endforeach()
