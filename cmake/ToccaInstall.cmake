# cmake --install: libraries, headers, program, and a package for find_package(tocca).
include(CMakePackageConfigHelpers)

install(TARGETS ${TOCCA_LIBRARIES} EXPORT toccaTargets)
install(DIRECTORY include/tocca DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT toccaTargets NAMESPACE tocca:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tocca)
configure_package_config_file(cmake/toccaConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/toccaConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tocca)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/toccaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/toccaConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/toccaConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tocca)
