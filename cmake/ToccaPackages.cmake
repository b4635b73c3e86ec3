# cpack -G DEB: Debian packages of the components of cmake --install, those of them that this build has. ./dev package calls it;
# docs/releasing.md has the rules, docs/decisions/0093-debian-packages.md the reasons.
set(TOCCA_PACKAGE_VERSION "${PROJECT_VERSION}~local" CACHE STRING "Version of the Debian packages, without its last part, -1; ~ sorts before the release")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tocca)
set(CPACK_PACKAGE_VENDOR "the tocca authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # it would stand above those of the packages
set(CPACK_PACKAGE_CONTACT "the tocca authors <maintainers@tocca.invalid>")  # .invalid: nobody's, and it says so
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/packages/finish.cmake)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_VERSION ${TOCCA_PACKAGE_VERSION})
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_THREADS 0)
set(CPACK_VERBATIM_VARIABLES ON)
# For finish.cmake.
set(CPACK_TOCCA_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_TOCCA_VERSION ${TOCCA_PACKAGE_VERSION}-1)
set(CPACK_TOCCA_OBJCOPY ${CMAKE_OBJCOPY})
set(same "(= ${CPACK_TOCCA_VERSION})")

# tocca_package(component package section description [DEPENDS packages...] [RECOMMENDS packages...] [SUGGESTS packages...]): what shared libraries ask for is
# found by itself. The description is a line, and then sentences.
set(CPACK_COMPONENTS_ALL "")
macro(tocca_package component package section description)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  string(TOUPPER ${component} name)
  set(CPACK_TOCCA_PACKAGE_OF_${component} ${package})
  set(CPACK_DEBIAN_${name}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${name}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${name}_DESCRIPTION "${description}")
  cmake_parse_arguments(given "" "" "DEPENDS;RECOMMENDS;SUGGESTS" ${ARGN})
  foreach(kind DEPENDS RECOMMENDS SUGGESTS)
    list(JOIN given_${kind} ", " CPACK_DEBIAN_${name}_PACKAGE_${kind})
  endforeach()
endmacro()

set(purpose "Tocca decides whether a motion of robots or other bodies, with all joints
moving at once and with real meshes, is free of collisions. Nothing is
sampled: \"free\" is proven for every moment, rounding errors included, and a
contact is told with its time and place.")
tocca_package(
  auditor tocca-audit science "checks certificates of collision-free motions
A certificate, as \"tocca check --certificate\" writes it, proves that a motion
is free of collisions, or where its first contact is. This program checks the
proof. It shares no code with tocca, trusts nothing in the file, and needs
nothing but the C++ library.")
if(TARGET tocca_cli)
  tocca_package(
    program tocca science "proves that a motion is free of collisions
${purpose}

This is the command line: check, distance, clearance, plan, repair, time and
show motions of robots (URDF, SRDF) among meshes, point clouds and OctoMaps."
    RECOMMENDS "tocca-audit ${same}" SUGGESTS xdg-utils libegl1 "tocca-mpi ${same}")
endif()
if(TARGET tocca_mpi)
  tocca_package(
    mpi tocca-mpi science "batches of tocca under mpirun
${purpose}

This is the part of the program that \"tocca batch\" needs as ranks of MPI."
    DEPENDS "tocca ${same}" RECOMMENDS openmpi-bin)
endif()

# The packages that the headers, the package for CMake and the files of pkg-config speak of.
set(needed libeigen3-dev)
foreach(library TBB:libtbb-dev TOCCA_SIMD:libhwy-dev TOCCA_GL:libepoxy-dev TOCCA_IO:libtinyxml2-dev TOCCA_IO:nlohmann-json3-dev
                TOCCA_IO:libfmt-dev TOCCA_IO:libyaml-cpp-dev)
  string(REPLACE ":" ";" library ${library})
  list(GET library 0 part)
  list(GET library 1 package)
  if(${part}_FOUND)
    list(APPEND needed ${package})
  endif()
endforeach()
tocca_package(
  development libtocca-dev libdevel "proofs of collision-free motions - C++ library
${purpose}

This is the C++20 library: headers, static libraries, a package for CMake's
find_package(tocca), and files for pkg-config."
  DEPENDS ${needed} SUGGESTS "libtocca-ompl-dev ${same}")
if(TARGET tocca_ompl)
  tocca_package(
    ompl libtocca-ompl-dev libdevel "proofs of collision-free motions - validators for OMPL
${purpose}

These are validators of states and motions for the planners of OMPL, the Open
Motion Planning Library."
    DEPENDS "libtocca-dev ${same}" libompl-dev)
endif()
if(TARGET tocca_python)
  math(EXPR next "${Python3_VERSION_MINOR} + 1")
  tocca_package(
    python3 python3-tocca python "proofs of collision-free motions - Python 3
${purpose}

This is the Python package: checks, distances, plans and timed paths with
arrays of NumPy, and pages in notebooks."
    DEPENDS "python3 (>= 3.${Python3_VERSION_MINOR}~)" "python3 (<< 3.${next})" python3-numpy)
  set(CPACK_DEBIAN_PYTHON3_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/packages/postinst ${CMAKE_CURRENT_LIST_DIR}/packages/prerm)
  # Debian's package holds what the wheel holds; setup.py says what that is.
  install(CODE "set(source \"${PROJECT_SOURCE_DIR}\")
set(build \"${PROJECT_BINARY_DIR}\")
set(python \"${Python3_EXECUTABLE}\")
include(\"${CMAKE_CURRENT_LIST_DIR}/packages/unpack_wheel.cmake\")" COMPONENT python3 EXCLUDE_FROM_ALL)
endif()
include(CPack)
