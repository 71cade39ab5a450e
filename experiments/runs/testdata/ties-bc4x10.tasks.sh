#!/bin/bash
# Computes one share of ties-bc4x10; which, the number of the task says. Started
# again it goes on from the answers that are finished. Submitted by:
# sbatch '--output=/scratch/100%% mine/slurm/ties-bc4x10-%A_%a.out' '/scratch/100% mine/slurm/ties-bc4x10.tasks.sh'
# On a scheduler other than Slurm, put the number of the task into
# SLURM_ARRAY_TASK_ID.
#SBATCH --job-name=codebreak-ties-bc4x10
#SBATCH --array=1-12
#SBATCH --time=01:30:00
#SBATCH --mem=4096M
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --partition=short
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:USR1@60
set -u
task=${SLURM_ARRAY_TASK_ID:?it must be the number of the task, from 1 to 12}
restarts=${SLURM_RESTART_COUNT:-0}
results='/scratch/100% mine'
answers='/scratch/100% mine/store'
mkdir -p "$results/slurm" || exit
finished() (
  shopt -s nullglob
  set -- "$answers"/*
  echo $#
)
before=$(finished)

/opt/codebreak run ties --full --results '/scratch/100% mine' --share "$task/12" --workers 2 --max-memory 3072MiB --quiet &
program=$!
# USR1 comes when the time is nearly over, TERM when the task is cancelled. The
# program keeps what is finished and stops; wait is cut short by each signal.
late= cancelled= signalled=
trap 'late=1 signalled=1; kill -TERM "$program" 2>/dev/null' USR1
trap 'cancelled=1 signalled=1; kill -TERM "$program" 2>/dev/null' TERM
while
  signalled=
  wait "$program"
  code=$?
  [ -n "$signalled" ]
do :; done
if [ "$code" -eq 0 ]; then
  : > "$results/slurm/ties-bc4x10.share-$task-of-12.done"
  exit
fi

# Slurm signals the processes of a cancelled task one by one, so the program may end before this
# script hears of it.
if [ "$code" -eq 143 ] && [ -z "$late$cancelled" ]; then
  sleep 1
fi

# Out of time: once more while something gets finished, and 3 times at least. Killed:
# once more, 3 times at most. Cancelled or failed: not again.
again=
if [ -z "$cancelled" ]; then
  [ -n "$late" ] && [ "$(finished)" -gt "$before" ] && again=1
  [ "$code" -gt 128 ] && [ "$restarts" -lt 3 ] && again=1
fi
if [ -n "$again" ]; then
  echo "codebreak: task $task ended with exit code $code; it is queued again" >&2
  # Slurm ends this script for it; an end of its own could be taken for that of
  # the next start.
  trap - TERM
  scontrol requeue "${SLURM_ARRAY_JOB_ID:?}_$task" && sleep 60
fi
exit "$code"
