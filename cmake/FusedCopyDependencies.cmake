# fused_copy_dependencies(ROOT STRIP FOLDER EXECUTABLES file... LIBRARIES file...)
#
# When files are installed to ROOT: copies the libraries that they need, and that
# not every system has, to FOLDER, and removes symbols by the program STRIP. Every
# system has the C and C++ libraries; CUDA's are loaded at run time.
function(fused_copy_dependencies root strip folder)
  cmake_parse_arguments(ARG "" "" "EXECUTABLES;LIBRARIES" ${ARGN})
  file(GET_RUNTIME_DEPENDENCIES
    EXECUTABLES ${ARG_EXECUTABLES} LIBRARIES ${ARG_LIBRARIES}
    PRE_EXCLUDE_REGEXES
      "^ld-linux" "^lib(c|m|dl|rt|pthread|gcc_s|stdc\\+\\+)\\.so"
    POST_EXCLUDE_REGEXES "^${root}"
    RESOLVED_DEPENDENCIES_VAR dependencies)
  foreach(file ${dependencies})
    get_filename_component(name "${file}" NAME)
    get_filename_component(real "${file}" REALPATH)
    configure_file("${real}" "${folder}/${name}" COPYONLY)
    execute_process(COMMAND "${strip}" --strip-unneeded "${folder}/${name}"
      COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endfunction()
