// Package slurm submits work to a Slurm cluster: an array of tasks, each of which computes
// one share, and a last job that makes the page. It starts a program and knows nothing
// about its computation.
//
// Steps of use: describe the work by an [Array]; look at its [Array.Scripts], or hand them
// to Slurm by [Array.Submit]; ask [Status] for the progress of all submissions to a results
// folder, and what to do about stuck tasks.
//
// Everything is kept in the folder slurm of the results folder, which all
// machines must share. For an array of the name x:
//
//	x.json                  record of the submission
//	x.tasks.sh, x.page.sh   what the tasks and the last job run
//	x-12_3.out              output of task 3 of job 12
//	x-page-13.out           output of the last job
//	x.share-3-of-6.done     share 3 is complete
//	x.page.done             the page is made
//
// A task whose time runs out is queued again as long as it finishes answers, a killed task
// at most three times. That needs a program that can be stopped and started at any time and
// goes on from the answers that it has kept.
//
// No text that a user chose becomes a part of a script but as a quoted word,
// and none a directive to Slurm: names of arrays are of letters, digits, dots,
// hyphens and underscores ([Array.Check]), and where the output goes is said on
// the command line of sbatch, which no shell reads.
package slurm
