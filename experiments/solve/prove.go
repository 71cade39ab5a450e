package solve

import (
	"bytes"
	"context"
	"io"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine/optimal"
	"codebreak/engine/proof"
	"codebreak/engine/proof/outline"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
	"codebreak/experiments/notebook/ask"
)

// checkProvable refuses problems whose lower bounds cannot be written as proofs, and a file
// that could not be written.
func (f *solveFlags) checkProvable(cmd *cobra.Command, p optimal.Problem) error {
	if !base.Given(cmd, "proof") {
		return nil
	}
	if p.Objective != optimal.Total && p.Objective != measure.LeastWorst {
		return base.Usagef("--proof needs the objective %s or %s, not %s", optimal.Total, measure.LeastWorst, p.Objective)
	}
	if p.Pool != strategy.All {
		return base.Usagef("--proof needs pool %s, not %s: a proof allows every guess", strategy.All, p.Pool)
	}

	claim := proof.Claim{
		Game:  p.Game,
		First: p.First,
		Total: 1,
	}
	if claim.Validate() != nil {
		return base.Usagef("--proof: proofs are for games such as mm4x6, bc4x10, bp4x6 and Wordle, not for %s", p.Game)
	}
	if _, err := proof.NewRules(p.Game); err != nil {
		return base.UsageOf("--proof", err)
	}
	return base.UsageOf("--proof", base.CheckOutput(f.proofFile))
}

// lowerBound returns the bound that a result proves: no strategy has a smaller total, or none solves
// every secret within fewer guesses.
func lowerBound(p optimal.Problem, a optimal.Result) proof.Claim {
	claim := proof.Claim{
		Game:   p.Game,
		First:  p.First,
		Within: p.MaxDepth,
		Total:  proof.Infinite,
	}
	switch {
	case a.Impossible:
	case p.Objective == measure.LeastWorst:
		claim.Within = a.Ranges[0].Lower - 1
	default:
		claim.Total = a.Ranges[0].Lower
	}
	return claim
}

// valuesOf returns the values of positions, which proofs are made of.
func valuesOf(ctx context.Context, a *base.App, p optimal.Problem) (*optimal.Values, error) {
	return optimal.NewValues(ctx, p.Game, optimal.Options{
		Workers: a.Workers,
		Memory:  ask.TableMemory(a.Env(), p),
	})
}

// prove writes the proof of a result to its file, if the user wants it.
func (f *solveFlags) prove(ctx context.Context, p optimal.Problem, result optimal.Result) (*writtenProof, error) {
	if f.proofFile == "" {
		return nil, nil
	}

	// Step 1. The search knows the values of all positions.
	a := f.app
	began := time.Now()
	values, err := valuesOf(ctx, a, p)
	if err != nil {
		return nil, base.OrInterrupted(ctx, err, "no proof is written")
	}
	defer values.Close()

	// Step 2. The proof. It is complete before the file is touched.
	claim := lowerBound(p, result)
	var text bytes.Buffer
	progress := base.ProgressOf(a, func(lemmas int) string {
		return "proof: " + wording.Plural(lemmas, "lemma")
	})
	lemmas, err := outline.Write(ctx, &text, claim, values, progress)
	a.ClearProgress()
	if err != nil {
		return nil, base.OrInterrupted(ctx, err, "no proof is written")
	}

	// Step 3. The file.
	written := writtenProof{
		File:   f.proofFile,
		Claim:  claim.String(),
		Lemmas: lemmas,
		Bytes:  text.Len(),
	}
	err = base.WriteFile(f.proofFile, func(w io.Writer) error {
		_, err := text.WriteTo(w)
		return err
	})
	if err != nil {
		return nil, err
	}
	a.Say("proved in %.3f s: %s lemmas", time.Since(began).Seconds(), wording.Thousands(lemmas))
	return &written, nil
}
