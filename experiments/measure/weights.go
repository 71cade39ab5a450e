package measure

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/experiments/base"
)

// mostWeight is the largest weight of a secret.
const mostWeight = 1_000_000

// WeightsFlag adds the flag for the weights of secrets to a command.
func WeightsFlag(a *base.App, cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.WeightsFile, "weights", "", "file of lines 'SECRET WEIGHT'; each secret also counts as often as its weight")
}

// checkWeights reads the weights of subjects before these are measured, and refuses subjects
// that have no decision tree to weigh.
func checkWeights(ctx context.Context, a *base.App, subjects ...Subject) error {
	for _, s := range subjects {
		if a.WeightsFile != "" && (s.ByChance() || s.Figure != nil) {
			return noTreeToWeigh(s.Spec)
		}
		if _, err := ReadWeights(ctx, a, s.Game); err != nil {
			return err
		}
	}
	return nil
}

// noTreeToWeigh refuses weights where there is no decision tree.
func noTreeToWeigh(what string) error {
	return base.Usagef("--weights needs a decision tree, and %s has none", what)
}

// ReadWeights returns the weight of each secret of a game, in the order of game.Codes; nil without a
// file. The file is read once for each game. Lines about other codes are ignored, so that one file
// of frequencies serves lists of all sizes, and comments, which begin with #.
func ReadWeights(ctx context.Context, a *base.App, g game.Game) (weights []int, err error) {
	if a.WeightsFile == "" || a.Weighted[g.String()] != nil {
		return a.Weighted[g.String()], nil
	}
	defer func() { err = base.UsageOf("--weights: "+a.WeightsFile, err) }()

	text, err := base.ReadFile(ctx, a.WeightsFile, a.Env().LargestFile())
	if err != nil {
		return nil, err
	}
	weight, err := parseWeights(ctx, g, text)
	if err != nil {
		return nil, err
	}

	secrets, _ := game.Codes(g)
	for _, secret := range secrets {
		w, ok := weight[secret]
		if !ok {
			return nil, fmt.Errorf("it has weights of %d of the %s of %s; %s has none", len(weight), base.Plural(len(secrets), "secret"), g, g.FormatCode(secret))
		}
		weights = append(weights, w)
	}

	if err := optimal.CheckWeights(g, weights); err != nil {
		return nil, err
	}
	if a.Weighted == nil {
		a.Weighted = map[string][]int{}
	}
	a.Weighted[g.String()] = weights
	return weights, nil
}

// parseWeights reads the weights of the secrets of a game from the text of a file.
func parseWeights(ctx context.Context, g game.Game, text []byte) (map[game.Code]int, error) {
	weight := map[game.Code]int{}
	n := 0
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte(byteOrderMark))) {
		n++
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(line) > base.MaxLine {
			return nil, fmt.Errorf("line %d: %w", n, base.ErrTooLong)
		}

		fields := strings.Fields(string(line))
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) != 2 {
			return nil, fmt.Errorf("line %d: %q is not a secret and its weight", n, bytes.TrimRight(line, "\r\n"))
		}
		w, err := strconv.Atoi(fields[1])
		if err != nil || w < 0 || w > mostWeight {
			return nil, fmt.Errorf("line %d: weight %q is not a whole number from 0 to %d", n, fields[1], mostWeight)
		}

		secret, err := g.ParseCode(fields[0])
		if err != nil || !g.IsSecret(secret) {
			continue
		}
		if _, twice := weight[secret]; twice {
			return nil, fmt.Errorf("line %d: %s has a weight already", n, fields[0])
		}
		weight[secret] = w
	}
	return weight, nil
}

// weigh adds the weighted figures of its tree to an outcome, if there are weights.
func weigh(ctx context.Context, a *base.App, o *Outcome) error {
	if a.WeightsFile == "" || o.Kind == "" {
		return nil
	}
	if o.Tree == nil {
		return noTreeToWeigh(o.Name)
	}

	weights, err := ReadWeights(ctx, a, o.Tree.Game)
	if err != nil {
		return err
	}
	f := o.Tree.Weighted(weights)
	o.Weighted = &f
	return nil
}
