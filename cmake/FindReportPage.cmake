# The report page is built from web/ by Node.js 18 or later, once npm ci has brought what web/package-lock.json names.
# A build directory that was configured without it looks again once it is there.
file(GLOB page_packages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/node_modules/.package-lock.json)
find_program(NODE_PROGRAM NAMES node nodejs)
set(ReportPage_FOUND OFF)
if(NODE_PROGRAM AND EXISTS ${PROJECT_SOURCE_DIR}/web/node_modules/three AND EXISTS ${PROJECT_SOURCE_DIR}/web/node_modules/esbuild)
  execute_process(COMMAND ${NODE_PROGRAM} --version OUTPUT_VARIABLE node_version OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(node_version MATCHES "^v([0-9]+)" AND CMAKE_MATCH_1 GREATER_EQUAL 18)
    set(ReportPage_FOUND ON)
  endif()
endif()
if(NOT ReportPage_FOUND)
  message(STATUS "The report page needs Node.js 18 (packages nodejs, npm) and \"npm ci\" in web/")
endif()
