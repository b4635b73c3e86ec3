#!/usr/bin/env bash
# bench.sh BUILD_DIR [NAME...]: runs the benchmarks bench/NAME.cpp (all by default), one after the other.
set -euo pipefail
build=$1
shift
names=("$@")
if [ ${#names[@]} = 0 ]; then
  mapfile -t names < <(find bench -name '*.cpp' -printf '%f\n' | sed 's/\.cpp$//' | sort)
fi
for name in "${names[@]}"; do
  if [ ! -x "$build/bin/bench_$name" ]; then
    echo "bench: no benchmark named '$name'; see bench/" >&2
    exit 2
  fi
  echo "== $name"
  "$build/bin/bench_$name" --benchmark_counters_tabular=true
done
