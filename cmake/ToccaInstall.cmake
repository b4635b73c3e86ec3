# cmake --install: program, auditor, libraries, headers, a package for find_package(tocca), files for pkg-config. Each belongs to a component, of
# which ToccaPackages makes Debian packages.
include(CMakePackageConfigHelpers)
include(ToccaPkgConfig)

install(TARGETS ${TOCCA_LIBRARIES} EXPORT toccaTargets COMPONENT development)
install(DIRECTORY include/tocca DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(EXPORT toccaTargets NAMESPACE tocca:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tocca COMPONENT development)
set(TOCCA_OMPL_FILE ${CMAKE_INSTALL_LIBDIR}/${CMAKE_STATIC_LIBRARY_PREFIX}tocca_ompl${CMAKE_STATIC_LIBRARY_SUFFIX})
if(BUILD_SHARED_LIBS)
  set(TOCCA_OMPL_FILE ${CMAKE_INSTALL_LIBDIR}/${CMAKE_SHARED_LIBRARY_PREFIX}tocca_ompl${CMAKE_SHARED_LIBRARY_SUFFIX})
endif()
configure_package_config_file(cmake/toccaConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/toccaConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tocca PATH_VARS TOCCA_OMPL_FILE)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/toccaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/toccaConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/toccaConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tocca COMPONENT development)
