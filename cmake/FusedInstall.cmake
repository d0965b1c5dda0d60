# Installs the headers and the CMake package. Targets install themselves.
include(CMakePackageConfigHelpers)

set(FUSED_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/Fused")

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/"
                  "${PROJECT_BINARY_DIR}/include/"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.def" PATTERN "*.inc"
  PATTERN "CMakeFiles" EXCLUDE)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}")

string(REGEX MATCH "^[0-9]+" MLIR_VERSION_MAJOR "${MLIR_VERSION}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/FusedConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/cmake/FusedConfig.cmake"
  INSTALL_DESTINATION "${FUSED_CMAKE_DIR}")
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/cmake/FusedConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/cmake/FusedConfig.cmake"
  "${PROJECT_BINARY_DIR}/cmake/FusedConfigVersion.cmake"
  DESTINATION "${FUSED_CMAKE_DIR}")
# The runtime's targets are in a file of their own, for those without MLIR.
foreach(targets IN ITEMS FusedRuntimeTargets FusedTargets)
  install(EXPORT ${targets} NAMESPACE Fused::
    DESTINATION "${FUSED_CMAKE_DIR}")
endforeach()
