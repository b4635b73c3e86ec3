#!/usr/bin/env bash
# run.sh BUILD_DIR SECONDS [READER...]: fuzzes each reader for SECONDS, two at a time (or FUZZ_JOBS), from its kept corpus.
# One line a reader; a finding prints its report and the file that shows it, and the script fails.
# The first run begins with what earlier ones have found (grown.tar.xz; keep.sh writes it).
# A finding is mended, and its file moves into corpus/<reader>/ under the name of its story.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: tests/fuzz/run.sh BUILD_DIR SECONDS [READER...]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) seconds=$2
shift 2
readers=("$@")
[ ${#readers[@]} -gt 0 ] || readers=($(cd "$here/corpus" && ls))

if mkdir "$build/fuzz" 2>/dev/null && [ -f "$here/grown.tar.xz" ]; then # of several at once, one unpacks
  tar -C "$build/fuzz" -xJf "$here/grown.tar.xz"
fi

fuzz_one() {
  local reader=$1 grown=$build/fuzz/$1 dictionary=$here/dictionaries/$1.dict
  local log=$grown/log
  mkdir -p "$grown/corpus" "$grown/findings"
  local arguments=(-max_total_time="$seconds" -max_len=16384 -rss_limit_mb=2048 -timeout=10 -print_final_stats=1
    -artifact_prefix="$grown/findings/")
  [ -f "$dictionary" ] && arguments+=(-dict="$dictionary")
  # New inputs go to the build's corpus, the first folder; the kept one is only read.
  if "$build/bin/fuzz_$reader" "${arguments[@]}" "$grown/corpus" "$here/corpus/$reader" >"$log" 2>&1; then
    printf 'fuzz %-14s ok       %s runs, %s features\n' "$reader" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
      "$(sed -n 's/.* ft: \([0-9]*\) .*/\1/p' "$log" | tail -1)"
  else
    printf 'fuzz %-14s FINDING  %s\n' "$reader" "$log"
    grep -E 'ERROR|runtime error|^    #[0-9]|Test unit written|terminate|what\(\)' "$log" | head -30
    return 1
  fi
}
export -f fuzz_one
# The inputs stand in memory, where there is such a place.
TOCCA_FUZZ_FOLDER=$(mktemp -d -p "$([ -d /dev/shm ] && echo /dev/shm || echo /tmp)" tocca-fuzz-XXXXXX)
trap 'rm -rf "$TOCCA_FUZZ_FOLDER"' EXIT
export here build seconds TOCCA_FUZZ_FOLDER
printf '%s\n' "${readers[@]}" | xargs -P"${FUZZ_JOBS:-2}" -I{} bash -c 'fuzz_one {}'
