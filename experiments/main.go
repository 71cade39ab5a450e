// Command codebreak is a notebook of exhaustive experiments on Mastermind, Bulls and Cows
// and Wordle. This folder holds the experiments: one file for each entry of the notebook,
// with its question, its tasks and its page. entries.go lists them, compare.go has what
// several share, and README.md explains how to add one.
//
// The folders below hold the rest: package cli is the command line, package notebook runs
// entries, package store keeps answers on disk, and package slurm submits work to a
// cluster.
package main

import (
	"os"

	"codebreak/experiments/cli"
)

func main() { os.Exit(cli.Run(markedEntries, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
