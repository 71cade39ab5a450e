package measure

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/pattern"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
)

// WeightsFlag adds the flag for the weights of secrets to a command.
func WeightsFlag(a *base.App, cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.WeightsFile, "weights", "", "file of lines 'SECRET WEIGHT', or CSV with a header; each secret also counts as often as its weight")
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
	defer func() {
		err = base.UsageOf("--weights: "+a.WeightsFile, err)
	}()

	text, err := base.ReadFile(ctx, a.WeightsFile, a.Env().LargestFile())
	if err != nil {
		return nil, err
	}
	weight, err := parseWeights(ctx, g, text)
	if err != nil {
		return nil, err
	}

	secrets, _ := game.Codes(g)
	given := make([]*big.Rat, len(secrets))
	for i, secret := range secrets {
		w, ok := weight[secret]
		if !ok {
			return nil, fmt.Errorf("it has weights of %s of the %s of %s; %s has none",
				wording.Thousands(len(weight)), wording.Plural(len(secrets), "secret"), g, g.FormatCode(secret))
		}
		given[i] = w
	}

	weights, unit, exact := wholeWeights(given)
	if unit.Cmp(big.NewRat(1, 1)) != 0 {
		a.Say("weights count in units of %s", unit.RatString())
	}
	if slices.Max(weights) > optimal.MostWeight {
		return nil, fmt.Errorf("their sum is more than %s; divide all by the same number", humanize.Comma(optimal.MostWeight))
	}
	if !exact {
		a.Say("weights are rounded to these units, as their sum would be more than %s", humanize.Comma(optimal.MostWeight))
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

// mostBits bounds the common denominator of weights.
const mostBits = 1 << 12

// wholeWeights writes weights as multiples of the largest unit that fits them all. If their sum
// is too large then, they are rounded to a power of ten.
func wholeWeights(given []*big.Rat) (weights []int, unit *big.Rat, exact bool) {
	// Step 1. The unit is a fraction of 1: the least common denominator.
	most := big.NewRat(optimal.MostWeight, 1)
	sum := new(big.Rat)
	scale := big.NewInt(1)
	for _, w := range given {
		sum.Add(sum, w)
		if scale.BitLen() < mostBits {
			common := new(big.Int).GCD(nil, nil, scale, w.Denom())
			scale.Mul(scale, new(big.Int).Quo(w.Denom(), common))
		}
	}

	// Step 2. Weights with too many digits are rounded.
	factor := new(big.Rat).SetInt(scale)
	units := new(big.Rat).Mul(sum, factor)
	exact = scale.BitLen() < mostBits && units.Cmp(most) <= 0
	if !exact && sum.Cmp(most) <= 0 {
		ten := big.NewRat(10, 1)
		factor.SetInt64(1)
		for units.Mul(sum, ten); units.Cmp(most) <= 0; units.Mul(units, ten) {
			factor.Mul(factor, ten)
		}
	}

	half := big.NewRat(1, 2)
	for _, w := range given {
		units := new(big.Rat).Mul(w, factor)
		units.Add(units, half)
		n := new(big.Int).Quo(units.Num(), units.Denom())
		weight := optimal.MostWeight + 1 // is refused
		if n.IsInt64() {
			weight = int(min(n.Int64(), optimal.MostWeight+1))
		}
		weights = append(weights, weight)
	}
	return weights, new(big.Rat).Inv(factor), exact
}

// A weight is a whole number, a decimal or a fraction.
var weightForm = pattern.Of(`^(\d{1,30}(\.\d{0,30})?([eE][+-]?\d{1,2})?|\d{1,18}/\d{1,18})$`)

// weightNames are the titles of columns with weights.
var weightNames = []string{"weight", "frequency", "freq", "count", "occurrence", "probability"}

// parseWeights reads the weights of the secrets of a game from the text of a file: a secret and
// its weight in a line, or a table with titles in its first line.
func parseWeights(ctx context.Context, g game.Game, text []byte) (map[game.Code]*big.Rat, error) {
	weight := map[game.Code]*big.Rat{}
	columns, at := 2, 1 // of the weight
	code := 0           // column of the secret
	n := 0
	first := true
	for line := range bytes.Lines(text) {
		n++
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(line) > base.MaxLine {
			return nil, fmt.Errorf("line %d: %w", n, base.ErrTooLong)
		}

		fields := cellsOf(string(line))
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		title := slices.IndexFunc(fields, isWeightTitle)
		if first && title > 0 {
			columns = len(fields)
			at = title
			first = false
			code = max(0, slices.IndexFunc(fields, isCodeTitle))
			continue
		}
		first = false
		if len(fields) != columns {
			text := bytes.TrimRight(line, "\r\n")
			return nil, fmt.Errorf("line %d: %q is not a secret and its weight; a table needs titles such as word, freq", n, text)
		}

		number := fields[at]
		w := new(big.Rat)
		ok := weightForm().MatchString(number)
		if ok {
			w, ok = w.SetString(number)
		}
		if !ok {
			return nil, fmt.Errorf("line %d: weight %q is not a number from 0, such as 12, 0.25 or 1.5e-6", n, wording.Clip(number))
		}

		secret, err := g.ParseCode(fields[code])
		if err != nil || !g.IsSecret(secret) {
			continue
		}
		if _, twice := weight[secret]; twice {
			return nil, fmt.Errorf("line %d: %s has a weight already", n, fields[code])
		}
		weight[secret] = w
	}
	return weight, nil
}

// cellsOf divides a line at blanks, commas and semicolons, and takes quotes and colons off.
func cellsOf(line string) (texts []string) {
	isSeparator := func(r rune) bool { return strings.ContainsRune(" \t\r\n,;", r) }
	for _, cell := range strings.FieldsFunc(line, isSeparator) {
		texts = append(texts, strings.Trim(cell, `":`))
	}
	return texts
}

func isWeightTitle(cell string) bool {
	return slices.Contains(weightNames, strings.ToLower(cell))
}

func isCodeTitle(cell string) bool {
	return slices.Contains([]string{"word", "code", "secret"}, strings.ToLower(cell))
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
