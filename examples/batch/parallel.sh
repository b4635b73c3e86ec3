#!/bin/sh
# A batch by GNU parallel: a job per chunk, on this machine or, with PARALLEL="--sshloginfile HOSTS --workdir .", on several that share the folder.
#   parallel.sh DIR ROBOT [SCENE] PATH... [options of tocca batch]
# Run it again after failures: chunks that are done take no time.
set -eu
if [ $# -lt 3 ]; then
  sed -n 's/^# \{0,1\}//; 2,4p' "$0" >&2
  exit 2
fi
results=$1
shift
cut=$(tocca batch "$@" --results "$results" --cut)
echo "$cut"
last=$(echo "$cut" | sed -n 's/.* (0 to \([0-9]*\)) of .*/\1/p')
# -q keeps blanks in file names; a job that dies is started again twice.
seq 0 "${last:-0}" | parallel -q --retries 3 tocca batch "$@" --results "$results" --threads 1 --chunk {} > /dev/null || true # what is missing is said below
tocca batch --results "$results" --status
tocca batch --results "$results" --merge "$results.json"
