#!/usr/bin/env bash
# tidy.sh BUILD_DIR: clang-tidy over the libraries and the program, as many at once as there are cores.
set -euo pipefail
build=$1
find src apps adapters -name '*.cpp' | xargs -P "$(nproc)" -n 1 clang-tidy --quiet -p "$build"
