# Moves a copy of the bundle TREE to MOVED, and starts its tools with nothing in
# the environment.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${MOVED}")
file(COPY "${TREE}/" DESTINATION "${MOVED}")
set(clean env -i PATH=/usr/bin:/bin)

function(run expected)
  execute_process(COMMAND ${clean} ${ARGN} WORKING_DIRECTORY /
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT output MATCHES "${expected}")
    message(FATAL_ERROR "${ARGN}: no '${expected}' in\n${output}")
  endif()
endfunction()

set(program "${MOVED}/share/inputs/mlp_fwd_f32.mlir")
run("fused.matmul" "${MOVED}/bin/fused-opt" --fused-fuse-products "${program}")
run("verification: PASS" "${MOVED}/bin/fused-run" "${program}" --verify)
run("no CUDA device can be used|verification: PASS|ptxas"
  "${MOVED}/bin/fused-run" "${program}" --target=cuda --verify)
run("no CUDA device can be used|passed" "${MOVED}/bin/fused-check" --quick)

# Nothing is found beside the tree.
execute_process(COMMAND ldd "${MOVED}/bin/fused-run" OUTPUT_VARIABLE needed)
string(REGEX MATCHALL "=> [^ \n]+" paths "${needed}")
foreach(path ${paths})
  string(REPLACE "=> " "" path "${path}")
  get_filename_component(name "${path}" NAME)
  if(NOT path MATCHES "^${MOVED}/" AND
     NOT name MATCHES "^lib(c|m|dl|rt|pthread|gcc_s|stdc\\+\\+)\\.so")
    message(FATAL_ERROR "the bundle needs ${path}")
  endif()
endforeach()
file(REMOVE_RECURSE "${MOVED}")
