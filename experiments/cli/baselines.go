package cli

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"codebreak/engine"
	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook/ask"
)

// A baseline is a player whose distribution is known.
type baseline struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // exact, sampled, or proved of an optimum
	Mean maybe  `json:"mean"` // over all secrets
	// Histogram[k] is the share of the secrets that are solved with guess k; nil of a player
	// that may go on for ever.
	Histogram []float64 `json:"histogram,omitempty"`
	*sampled

	secrets int
	tree    *tree.Tree // nil if chance decides
}

// The names of baselines.
const (
	memorylessPlayer = "a memoryless guesser"
	randomPlayer     = "the random consistent player"
	theOptimum       = "the optimum"
)

// within returns the share of the secrets that a player solves within a limit of guesses,
// and the mean of its guesses where what is not solved counts as one more than the limit.
func (b baseline) within(limit int) (share, capped float64) {
	if b.Histogram == nil { // each guess is right with the same chance
		wrong := 1 - 1/float64(b.secrets)
		for k := range limit + 1 {
			capped += math.Pow(wrong, float64(k))
		}
		return 1 - math.Pow(wrong, float64(limit)), capped
	}
	return chance.Within(b.Histogram, limit)
}

// Random players whose expectation would take longer than a minute are sampled.
const (
	mostSeconds  = 60
	sampledGames = 20000
	sampledCodes = 4e8 // the secrets of the game, over all games: some seconds
)

// baselinesOf returns the players that agents are compared with: one who guesses any possible
// secret each time, one who guesses any candidate, Knuth's and the entropy strategy, and the
// optimum if it is on record or proved in seconds.
func (a *app) baselinesOf(ctx context.Context, g game.Game) ([]baseline, error) {
	secrets := game.CountSecrets(g)
	out := []baseline{{Name: memorylessPlayer, Kind: "exact", Mean: maybe(secrets), secrets: secrets}}
	for _, p := range [][2]string{{randomPlayer, "random"}, {"Knuth", "knuth"}, {"entropy", "entropy"}, {theOptimum, "optimal"}} {
		s, err := a.parseSubject(ctx, []string{g.String(), p[1]})
		if err != nil {
			return nil, err
		}
		b := baseline{Name: p[0], Kind: "exact"}
		games := sampleFlags{seed: 1}
		switch {
		case s.best != nil:
			if b.Kind = "proved"; a.recorded(ctx, *s.best) == nil && (secrets > mostProved || ask.SearchSeconds(g.String()+" optimal") > 10) {
				continue
			}
		case s.byChance() && (game.CanonicalGuesses(g) == nil && secrets > 500 || ask.NewExpected(engine.Configuration(s.play.Key())).Cost() > mostSeconds):
			b.Kind, games.runs = "sampled", min(sampledGames, sampledCodes/secrets)
		}
		o, err := a.measure(ctx, s, games, nil)
		switch {
		case err != nil && s.best != nil && ctx.Err() == nil:
			continue // it is not proved in seconds
		case err != nil:
			return nil, err
		}
		b.Mean, b.sampled, b.tree = o.Mean, o.sampled, o.tree
		b.Histogram = floats.ScaleTo(make([]float64, len(o.Histogram)), 1/floats.Sum(o.Histogram), o.Histogram)
		out = append(out, b)
	}
	return out, nil
}

// mostProved is how many secrets a game has whose optimum is searched for.
const mostProved = 1296
