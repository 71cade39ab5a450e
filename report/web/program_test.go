package web_test

import (
	"os"

	"codebreak/experiments/cli"
	"codebreak/experiments/notebook"
	"codebreak/report/web"
)

func init() {
	web.RunProgram = func(args []string) int {
		none := func() []notebook.Entry { return nil }
		return cli.Run(none, args, os.Stdin, os.Stdout, os.Stderr)
	}
}
