#!/bin/sh
# A batch as an array job of Slurm: a task per chunk. Run it where the results are to be, on a file system that all nodes share:
#   slurm.sh DIR ROBOT [SCENE] PATH... [options of tocca batch]
# Run it again after failures: chunks that are done take no time. SBATCH_* variables and TOCCA_TASKS (tasks at once, 64 unless given) go to sbatch.
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
if [ -z "$last" ]; then # one chunk or none
  last=0
fi
# What follows the script is handed to it as it is, blanks included.
task=$(mktemp ./tocca-task.XXXXXX)
trap 'rm -f "$task"' EXIT
cat > "$task" <<'TASK'
#!/bin/sh
#SBATCH --job-name=tocca --cpus-per-task=1 --output=/dev/null
exec tocca batch "$@" --threads 1 --chunk "$SLURM_ARRAY_TASK_ID"
TASK
sbatch --wait --array="0-$last%${TOCCA_TASKS:-64}" "$task" "$@" --results "$results" || true # what is missing is said below
tocca batch --results "$results" --status
tocca batch --results "$results" --merge "$results.json"
