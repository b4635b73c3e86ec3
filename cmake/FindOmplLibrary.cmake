# OMPL: sets OmplLibrary_FOUND, OMPL_INCLUDE_DIR, OMPL_LIBRARY. The library alone: Debian's package file for CMake also
# names links of Boost that its package does not bring, and the library knows by itself what it needs.
find_package(ompl QUIET CONFIG)
find_path(OMPL_INCLUDE_DIR ompl/base/MotionValidator.h HINTS ${OMPL_INCLUDE_DIRS})
find_library(OMPL_LIBRARY ompl HINTS ${OMPL_LIBRARY_DIRS})
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OmplLibrary REQUIRED_VARS OMPL_LIBRARY OMPL_INCLUDE_DIR)
mark_as_advanced(OMPL_INCLUDE_DIR OMPL_LIBRARY)
