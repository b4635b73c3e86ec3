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

# tocca_precompile(target [from]): reads the common headers once for all sources, or shares them with `from`.
function(tocca_precompile target)
  if(NOT TOCCA_PCH)
    return()
  elseif(ARGN)
    target_precompile_headers(${target} REUSE_FROM ${ARGN})
  else()
    target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/common_headers.hpp)
  endif()
endfunction()

# tocca_unity(target): compiles up to TOCCA_UNITY sources of a folder as one, such as have no names that meet
# (docs/decisions/0030). Sources with flags of their own stay alone.
function(tocca_unity target)
  if(NOT TOCCA_UNITY)
    return()
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/unity_groups.py)
  get_target_property(sources ${target} SOURCES)
  list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ REGEX "^[^/]")
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/unity_groups.py ${TOCCA_UNITY} ${sources}
                  OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" lines "${lines}")
  foreach(line ${lines})
    string(REPLACE " " ";" group ${line})
    list(POP_FRONT group first)
    if(NOT group)
      continue()  # alone, and compiled as it is
    endif()
    file(RELATIVE_PATH name ${CMAKE_CURRENT_SOURCE_DIR} ${first})  # a group is named after its first file
    string(MAKE_C_IDENTIFIER ${name} name)
    set_source_files_properties(${first} ${group} PROPERTIES UNITY_GROUP ${name})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
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
endfunction()
