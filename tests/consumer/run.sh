#!/usr/bin/env bash
# run.sh all|core_only BUILD_DIR: install tocca, then configure, build and run the stranger's project beside this script.
#   all        installs BUILD_DIR itself.
#   core_only  builds tocca anew (unoptimised: quickly) with every optional package hidden from it, and loops on std::thread: Eigen must be enough.
set -euo pipefail
kind=$1 build=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$build/consumer/$kind
rm -rf "$work"
launcher=${LAUNCHER:+-DCMAKE_CXX_COMPILER_LAUNCHER=$LAUNCHER}
if [ "$kind" = core_only ]; then
  hidden=()
  for package in TBB hwy tinyxml2 nlohmann_json fmt yaml-cpp CLI11 EpoxyEgl OmplLibrary GTest assimp benchmark PkgConfig; do
    hidden+=("-DCMAKE_DISABLE_FIND_PACKAGE_$package=ON")
  done
  CXXFLAGS=-O0 "$CMAKE" -S "$here/../.." -B "$work/tocca" -G Ninja -DTOCCA_TESTS=OFF -DTOCCA_WERROR=ON -DTOCCA_THREADS=std $launcher "${hidden[@]}"
  "$CMAKE" --build "$work/tocca"
  build=$work/tocca
  # Built without precompiled headers: a header that is missing here leaves Eigen's functions declared and undefined.
  if nm -C "$build"/src/libtocca.a | grep -E ' U Eigen::(Matrix|Dense|Quaternion|Vectorwise)Base?'; then
    echo "an #include of Eigen is missing" >&2
    exit 1
  fi
fi
"$CMAKE" --install "$build" --prefix "$work/prefix" >/dev/null
"$CMAKE" -S "$here/project" -B "$work/build" -G Ninja $launcher -DCMAKE_PREFIX_PATH="$work/prefix" -DWITH="$kind"
"$CMAKE" --build "$work/build"
for program in "$work"/build/consumer_*; do
  "$program"
done
# The same without CMake. Libraries that are static bring what they are made of, asked for or not.
if [ "$kind" = all ] && command -v pkg-config >/dev/null; then
  PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name tocca.pc)")
  export PKG_CONFIG_PATH
  for file in "$PKG_CONFIG_PATH"/*.pc; do
    pkg-config --exists --print-errors "$(basename "$file" .pc)"
  done
  for question in "core tocca" "io tocca-io" "io tocca-io --static"; do
    read -r source module static <<<"$question"
    # Flags, and the words of pkg-config, are split on purpose.
    # shellcheck disable=SC2046,SC2086
    ${LAUNCHER:-} "${CXX:-c++}" ${CXXFLAGS:-} -std=c++20 -c "$here/project/$source.cpp" -o "$work/$source.o" $(pkg-config --cflags "$module")
    # shellcheck disable=SC2046,SC2086
    "${CXX:-c++}" "$work/$source.o" -o "$work/by_pkg_config" $(pkg-config --libs ${static:-} "$module")
    "$work/by_pkg_config"
  done
fi
