// Command codebreak is a notebook of exhaustive experiments on Mastermind and
// Bulls and Cows. This folder holds the experiments: one file for each entry of
// the notebook, which says what it asks, what is computed for it, and how its
// page is made of the answers. They are listed in entries.go. What several share
// is in compare.go. README.md tells how to add one.
//
// The rest is in the folders below: package cli is the command line, package
// notebook runs entries, package store keeps answers on disk, and package slurm
// has them computed on a cluster.
package main

import (
	"os"

	"codebreak/experiments/cli"
)

func main() { os.Exit(cli.Run(entries, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
