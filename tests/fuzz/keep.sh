#!/usr/bin/env bash
# keep.sh BUILD_DIR: what fuzzing has found worth keeping, minimised, into grown.tar.xz, from which run.sh starts again.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: tests/fuzz/keep.sh BUILD_DIR" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
kept=$(mktemp -d)
trap 'rm -rf "$kept"' EXIT
for reader in $(cd "$here/corpus" && ls); do
  [ -d "$build/fuzz/$reader/corpus" ] || continue
  mkdir -p "$kept/$reader/corpus"
  "$build/bin/fuzz_$reader" -merge=1 -max_len=2048 "$kept/$reader/corpus" "$build/fuzz/$reader/corpus" >/dev/null 2>&1
done
# The same files give the same archive.
tar -C "$kept" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cJf "$here/grown.tar.xz" .
printf 'kept: %s files, %s bytes\n' "$(find "$kept" -type f | wc -l)" "$(stat -c %s "$here/grown.tar.xz")"
