# The wheel of a build (source, build, python), unpacked where Debian's Python finds it. Part of cmake --install --component python3.
set(folder ${build}/python-package)
file(REMOVE_RECURSE ${folder})
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env --unset=DESTDIR TOCCA_CMAKE_BUILD=${build} ${python} -m pip wheel ${source} --no-build-isolation --no-deps --no-index --quiet
          --wheel-dir ${folder}
  COMMAND_ERROR_IS_FATAL ANY)
file(GLOB wheel ${folder}/tocca-*.whl)
file(ARCHIVE_EXTRACT INPUT ${wheel} DESTINATION ${folder}/unpacked)
file(GLOB_RECURSE lists ${folder}/unpacked/*.dist-info/RECORD ${folder}/unpacked/*.dist-info/LICENSE)
file(REMOVE ${lists})  # dpkg keeps a list of its own, with digests, and the licence lies where Debian looks for it
file(GLOB parts ${folder}/unpacked/*)
file(INSTALL ${parts} DESTINATION ${CMAKE_INSTALL_PREFIX}/lib/python3/dist-packages NO_SOURCE_PERMISSIONS)
