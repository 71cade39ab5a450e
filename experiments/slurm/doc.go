// Package slurm has work computed by a Slurm cluster: as an array of tasks,
// each of which computes one share of it, and a last job that makes the page of
// what they have computed. It starts a program and knows nothing of what that
// computes.
//
// Steps of use: describe the work by an [Array]; look at its [Array.Scripts],
// or hand them to Slurm by [Array.Submit]; ask [Status] how far everything has
// come that was submitted to a results folder, and what to do about the rest.
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
// A task whose time runs out is queued again as long as answers get finished,
// one that was killed three times at most. That needs a program that can be
// stopped and started at any time and goes on from the answers that it has kept.
//
// No text that a user chose becomes a part of a script but as a quoted word,
// and none a directive to Slurm: names of arrays are of letters, digits, dots,
// hyphens and underscores ([Array.Check]), and where the output goes is said on
// the command line of sbatch, which no shell reads.
package slurm
