#!/bin/bash
# Makes the page of ties-bc4x10 from the answers of its shares. To be started when
# all tasks have ended, well or not: it says which shares are missing. Submitted,
# with --dependency=afterany: and the number of the job of the tasks, by:
# sbatch '--output=/scratch/100%% mine/slurm/ties-bc4x10-page-%j.out' '/scratch/100% mine/slurm/ties-bc4x10.page.sh'
#SBATCH --job-name=codebreak-ties-bc4x10-page
#SBATCH --time=01:30:00
#SBATCH --mem=4096M
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --partition=short
#SBATCH --requeue
#SBATCH --open-mode=append
set -u
results='/scratch/100% mine'
missing=
for task in {1..12}; do
  [ -e "$results/slurm/ties-bc4x10.share-$task-of-12.done" ] || missing="$missing $task"
done
if [ -n "$missing" ]; then
  echo "codebreak: no page of ties-bc4x10: of 12 shares these are missing:$missing; see codebreak status" >&2
  exit 1
fi
/opt/codebreak run ties --full --results '/scratch/100% mine' --workers 2 --max-memory 3072MiB --quiet &&
  : > "$results/slurm/ties-bc4x10.page.done"
