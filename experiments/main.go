// Command codebreak is a notebook of exhaustive experiments on Mastermind, Bulls and Cows
// and Wordle. Package pages has its entries, each with its question, its tasks and its page;
// package cli is the command line. README.md explains how to add an entry.
package main

import (
	"os"

	"codebreak/experiments/cli"
	"codebreak/experiments/pages"
)

func main() {
	os.Exit(cli.Run(pages.Entries, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
