# Checks that oneDNN uses the OpenMP runtime that compiled programs use, and not
# GCC's beside it: the dynamic linker reports where it bound oneDNN's calls.
#
#   cmake -DCOMMAND=program;argument... -P CheckOpenMP.cmake

execute_process(
  COMMAND ${CMAKE_COMMAND} -E env LD_BIND_NOW=1 LD_DEBUG=bindings ${COMMAND}
  RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE bindings)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${COMMAND} failed: ${result}")
endif()
string(REGEX MATCHALL
  "binding file [^ ]*libdnnl[^ ]* [^ ]* to [^ ]* [^ ]* normal symbol .(GOMP|omp)_[a-z_]*"
  uses "${bindings}")
list(LENGTH uses count)
if(count LESS 2)
  message(FATAL_ERROR "oneDNN's calls of OpenMP were not found")
endif()
foreach(use IN LISTS uses)
  if(NOT use MATCHES " to [^ ]*lib(omp|iomp5)\\.so")
    message(FATAL_ERROR "Not LLVM's OpenMP runtime: ${use}")
  endif()
endforeach()
message(STATUS "${count} calls are bound to LLVM's OpenMP runtime")
