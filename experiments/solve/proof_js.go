package solve

import (
	"context"

	"github.com/spf13/cobra"

	"codebreak/engine/optimal"
	"codebreak/experiments/base"
)

// In a browser there are no files of proofs: what writes and checks them is left out, so that
// the page stays small.

func (f *solveFlags) checkProvable(cmd *cobra.Command, _ optimal.Problem) error {
	if base.Given(cmd, "proof") {
		return base.Usagef("proofs are written by the program, not in a browser")
	}
	return nil
}

func (solveFlags) prove(context.Context, *base.App, optimal.Problem, optimal.Answer) (*writtenProof, error) {
	return nil, nil
}

func checkProof(context.Context, *base.App, string, string) (b provedBound, ok bool, err error) {
	return b, false, nil
}
