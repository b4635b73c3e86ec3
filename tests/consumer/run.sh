#!/usr/bin/env bash
# run.sh CMAKE BUILD_DIR COMPILER: install, then configure, build and run the project beside this script.
set -euo pipefail
cmake=$1 build=$2 compiler=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$build/consumer
rm -rf "$work"
"$cmake" --install "$build" --prefix "$work/prefix" >/dev/null
"$cmake" -S "$here/project" -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$work/prefix"
"$cmake" --build "$work/build"
"$work/build/consumer"
