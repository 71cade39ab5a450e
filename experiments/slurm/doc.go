// Package slurm submits work to a Slurm cluster: an array of tasks, each of which computes
// one share, and a last job that makes the page. It starts a program and knows nothing
// about its computation.
//
// Steps of use: describe the work by an [Array]; look at its [Array.Scripts], or hand them
// to Slurm by [Array.Submit]; ask [Status] for the progress of all submissions to a results
// folder, and what to do about stuck tasks.
//
// All files are in the folder slurm of the results folder, which all machines must share. For
// an array named x:
//
//	x.json                  record of the submission
//	x.tasks.sh, x.page.sh   what the tasks and the last job run
//	x-12_3.out              output of task 3 of job 12
//	x-page-13.out           output of the last job
//	x.share-3-of-6.done     share 3 is complete
//	x.page.done             the page is made
//
// A task whose time runs out is queued again as long as it finishes answers, a killed task at
// most three times. So the program must go on from the answers that it has kept, whenever it was
// stopped.
//
// A text of the user stands in a script only as a quoted word, and never in a directive to
// Slurm: names of arrays have letters, digits, dots, hyphens and underscores, and the file of the
// output is named on the command line of sbatch, which no shell reads.
package slurm
