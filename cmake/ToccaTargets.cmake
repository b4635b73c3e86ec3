# How every target of the project is made: one place for flags, so that all rooms of the house have the same walls.

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

# tocca_optional(TOCCA_IO package...): sets TOCCA_IO_FOUND. AUTO looks for the packages and goes on without them.
macro(tocca_optional name)
  set(${name}_FOUND OFF)
  if(NOT ${name} STREQUAL "OFF")
    set(${name}_FOUND ON)
    foreach(package ${ARGN})
      find_package(${package} QUIET)
      if(NOT ${package}_FOUND)
        set(${name}_FOUND OFF)
        if(${name} STREQUAL "AUTO")
          message(STATUS "${name}: off, ${package} not found")
        else()
          message(FATAL_ERROR "${name} was asked for, but ${package} was not found")
        endif()
      endif()
    endforeach()
  endif()
endmacro()

# tocca_sources(variable folder...): the .cpp files of the folders; a new file is picked up by the next build.
macro(tocca_sources variable)
  set(${variable} "")
  foreach(folder ${ARGN})
    file(GLOB found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
    list(APPEND ${variable} ${found})
  endforeach()
endmacro()

function(tocca_flags target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                         $<$<BOOL:${TOCCA_WERROR}>:-Werror>)
  if(TOCCA_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${TOCCA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${TOCCA_SANITIZE})
    # Under the address sanitizer Eigen would allocate otherwise than in OMPL and FCL, which share arrays with us.
    target_compile_definitions(${target} PUBLIC EIGEN_MALLOC_ALREADY_ALIGNED=1)
  endif()
endfunction()

# tocca_precompile(target): reads the common headers once for all targets: the library makes what all others share, for which
# g++ asks that all code be made for the same place in memory (-fPIC; programs would have -fPIE).
function(tocca_precompile target)
  if(NOT TOCCA_PCH)
    return()
  elseif(target STREQUAL "tocca")
    target_precompile_headers(tocca PRIVATE ${PROJECT_SOURCE_DIR}/cmake/common_headers.hpp)
  else()
    target_compile_options(${target} PRIVATE -fPIC)
    target_precompile_headers(${target} REUSE_FROM tocca)
  endif()
endfunction()

# tocca_library(name): a library whose users compile its headers with the arithmetic that the proofs assume.
function(tocca_library target)
  add_library(${target} ${ARGN})
  tocca_flags(${target})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  # A fused multiply-add where the source has a product and a sum would break the exact-arithmetic building blocks.
  target_compile_options(${target} PUBLIC $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  tocca_soname(${target})
endfunction()

# tocca_soname(target): a shared library (BUILD_SHARED_LIBS) is another one with each minor version until 1.0: docs/releasing.md.
function(tocca_soname target)
  set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endfunction()
