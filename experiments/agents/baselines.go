package agents

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/floats"

	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/within"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// A baseline is a player whose distribution is known.
type baseline struct {
	Name string        `json:"name"`
	Kind string        `json:"kind"` // exact, sampled, or proved of an optimum
	Mean measure.Maybe `json:"mean"` // over all secrets
	// Histogram[k] is the share of the secrets that are solved with guess k; nil of a player
	// that may go on for ever.
	Histogram []float64 `json:"histogram,omitempty"`
	*measure.Sampled

	secrets int
	tree    *tree.Tree // nil if chance decides
}

// The names of baselines.
const (
	memorylessPlayer = "a memoryless guesser"
	randomPlayer     = "the random consistent player"
	theOptimum       = "the optimum"
)

// within is what a player reaches with a limit of guesses.
func (b baseline) within(limit int) reached {
	r := reached{Limit: limit}
	if b.Histogram != nil {
		r.Share, r.Capped = chance.Within(b.Histogram, limit)
		return r
	}
	wrong := 1 - 1/float64(b.secrets) // each guess is right with the same chance
	for k := range limit + 1 {
		r.Capped += math.Pow(wrong, float64(k))
	}
	r.Share = 1 - math.Pow(wrong, float64(limit))
	return r
}

// How many games are sampled.
const (
	sampledGames = 20000
	sampledCodes = 4e8 // the secrets of the game, over all games: some seconds
)

// minimaxIn is what minimax is called in a game: Knuth described it for one.
func minimaxIn(g game.Game) string {
	if g.String() == "mm4x6" {
		return "Knuth"
	}
	return string(strategy.Minimax)
}

// baselinesOf returns the players that agents are compared with: one who guesses any possible
// secret each time, one who guesses any candidate, minimax and the entropy strategy, and the
// optimum if it is on record or proved in seconds.
func baselinesOf(ctx context.Context, a *base.App, g game.Game) ([]baseline, error) {
	secrets := game.CountSecrets(g)
	out := []baseline{{Name: memorylessPlayer, Kind: "exact", Mean: measure.Maybe(secrets), secrets: secrets}}
	for _, p := range [][2]string{{randomPlayer, "random"}, {minimaxIn(g), "minimax"}, {"entropy", "entropy"}, {theOptimum, "optimal"}} {
		s, err := measure.ParseSubject(ctx, a, []string{g.String(), p[1]})
		if err != nil && p[0] == theOptimum {
			continue // there is no memory for a search
		}
		if err != nil {
			return nil, err
		}
		b := baseline{Name: p[0], Kind: "exact"}
		games := measure.SampleFlags{Seed: 1}
		switch {
		case s.Best != nil:
			if b.Kind = "proved"; measure.Recorded(ctx, a, *s.Best) == nil && (secrets > mostProved || ask.SearchSeconds(s.Best.Spec()) > 10) {
				continue
			}
		case s.ByChance() && measure.SlowToExpect(*s.Play):
			b.Kind, games.Runs = "sampled", min(sampledGames, sampledCodes/secrets)
		}
		o, err := measure.One(ctx, a, s, games, nil)
		switch {
		case err != nil && s.Best != nil && ctx.Err() == nil:
			continue // it is not proved in seconds
		case err != nil:
			return nil, err
		}
		b.Mean, b.Sampled, b.tree = o.Mean, o.Sampled, o.Tree
		b.Histogram = floats.ScaleTo(make([]float64, len(o.Histogram)), 1/floats.Sum(o.Histogram), o.Histogram)
		out = append(out, b)
	}
	return out, nil
}

// mostProved is how many secrets a game has whose optimum is searched for.
const mostProved = 1296

func BaselinesCommand(a *base.App) *cobra.Command {
	var f base.FormatFlag
	var limits string
	cmd := base.NewCommand("baselines", nil, func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		names, limits, err := baselineArguments(cmd, args, limits)
		if err != nil {
			return err
		}
		if len(names) == 0 {
			// Others have language models and learned agents play these.
			names = []string{"mm2x4", "mm3x5", "mm4x6", "mm5x7", "mm6x8", "bc3x10", "bc4x10"}
			if a.Words.Secrets != nil {
				names = append(names, "wordle")
			}
		}
		games := make([]game.Game, len(names))
		for i, name := range names {
			if games[i], err = a.ParseGame(name); err != nil {
				return err
			}
		}
		var tables gameBaselines
		for i := 0; i < len(games) && err == nil; i++ {
			var t limitedGame
			t, err = limited(ctx, a, games[i], limits)
			if err = cmp.Or(err, ctx.Err()); err == nil {
				tables = append(tables, t)
			}
		}
		if len(tables) > 0 {
			if failed := f.Write(cmd, tables); err == nil { // else the output keeps its error
				return failed
			}
		}
		return base.OrInterrupted(ctx, err, fmt.Sprintf("%d of %s done", len(tables), base.Plural(len(games), "game")))
	})
	cmd.Flags().StringVar(&limits, "within", "", "limits of guesses, such as 4,5,6,10 (default: around the mean, up to the worst case)")
	f.AddTo(cmd)
	return cmd
}

// baselineArguments reads the games and the limits, which count for all of them.
func baselineArguments(cmd *cobra.Command, args []string, flag string) (games []string, limits []int, err error) {
	limited, what := base.Given(cmd, "within"), "--within"
	for _, word := range base.WordsOf(strings.Join(args, " ")) {
		key, value, isKey := strings.Cut(word, "=")
		switch {
		case !isKey:
			games = append(games, word)
		case key != "within":
			return nil, nil, base.Usagef("unknown key %q; the only key of baselines is within, such as within=4,5,6", key)
		case limited:
			return nil, nil, base.Usagef("within is given twice; list the limits: within=4,5,6")
		default:
			limited, what, flag = true, "within", value
		}
	}
	for text := range strings.SplitSeq(flag, ",") {
		k, err := strconv.Atoi(text)
		if limited && (err != nil || k < 1 || k > tree.MaxGuesses) {
			return nil, nil, base.Usagef("%s is %q; it must be numbers of guesses from 1 to %d, such as 4,5,6", what, flag, tree.MaxGuesses)
		}
		limits = append(limits, k)
	}
	if !limited {
		return games, nil, nil
	}
	slices.Sort(limits)
	return games, slices.Compact(limits), nil
}

// gameBaselines are the tables of several games. Their JSON is what programs read.
type gameBaselines []limitedGame

// A limitedGame says what players reach in a game with limits of guesses.
type limitedGame struct {
	Game    string          `json:"game"`
	Secrets int             `json:"secrets"`
	Players []limitedPlayer `json:"players"`
	Most    []mostWithin    `json:"most"` // of any strategy
	Notes   []string        `json:"notes"`
}

// A limitedPlayer is a player with what it reaches, by the limits.
type limitedPlayer struct {
	baseline
	Within []reached `json:"within"`
}

// reached is what a player reaches with a limit: the share of the secrets that it solves, and its
// mean where an unsolved secret counts as one guess more than the limit.
type reached struct {
	Limit  int     `json:"limit"`
	Share  float64 `json:"share"`
	Capped float64 `json:"capped_mean"`
}

// mostWithin says how many secrets the best strategy for a limit solves: Least are solved by
// one that was found, and no strategy solves more than Most.
type mostWithin struct {
	Limit  int  `json:"limit"`
	Least  int  `json:"least"`
	Most   int  `json:"most"`
	Proved bool `json:"proved"`
}

// limited finds the baselines of a game for limits, or for the usual ones if there are none.
func limited(ctx context.Context, a *base.App, g game.Game, limits []int) (t limitedGame, err error) {
	players, err := baselinesOf(ctx, a, g)
	if err != nil {
		return t, err
	}
	t = limitedGame{Game: g.String(), Secrets: game.CountSecrets(g), Notes: []string{}}
	note := func(format string, args ...any) { t.Notes = append(t.Notes, fmt.Sprintf(format, args...)) }
	if limits == nil { // from one guess below the least mean up to the largest worst case
		least, worst := math.Inf(1), 0
		for _, b := range players {
			least, worst = min(least, float64(b.Mean)), max(worst, len(b.Histogram)-1)
		}
		for k := max(1, int(least)-1); k <= worst; k++ {
			limits = append(limits, k)
		}
	}
	var known []*tree.Tree
	for _, b := range players {
		t.Players = append(t.Players, limitedPlayer{b, notebook.Map(limits, b.within)})
		if b.tree != nil {
			known = append(known, b.tree)
		}
		if s := b.Sampled; s != nil {
			note("The random consistent player is sampled, not exact: %s with seed %d. With 99 %% confidence its mean is in the brackets, and a share is off by at most %.2f points.",
				base.Plural(s.Runs, "game"), s.Seed, 50*chance.StandardErrors/math.Sqrt(float64(s.Runs)))
		}
	}
	if players[len(players)-1].Name != theOptimum {
		note("The optimum is not proved, and left out: %s searches for it.", a.Again("solve", g.String(), string(optimal.Total)))
	}
	if t.Most, err = searchWithin(ctx, a, g, known, limits); err != nil {
		return t, err
	}
	if slices.ContainsFunc(t.Most, func(m mostWithin) bool { return !m.Proved }) {
		note("Where any strategy has two shares, the first is the best known, and none exceeds the second.")
	}
	return t, nil
}

// searchWithin finds the most secrets that any strategy solves within each limit.
func searchWithin(ctx context.Context, a *base.App, g game.Game, known []*tree.Tree, limits []int) ([]mostWithin, error) {
	leastWorst := 0
	for _, objective := range []optimal.Objective{optimal.WorstTotal, optimal.WorstCount} {
		if t := measure.Recorded(ctx, a, optimal.Problem{Game: g, Objective: objective}); t != nil {
			known, leastWorst = append(known, t), tree.Measure(t).Solved.Worst
		}
	}
	for _, c := range []strategy.Criterion{strategy.ExpectedSize, strategy.MostParts} { // the others are there
		t, err := tree.Grow(ctx, g, strategy.Strategy{Criterion: c}, nil, tree.Options{Workers: a.Workers})
		if err != nil {
			return nil, err
		}
		known = append(known, t)
	}
	const seconds = 15 // of a search whose effort is spent
	bar := a.NewProgress(float64(seconds * len(limits)))
	defer bar.Finish()
	bar.Start("the most within the limits of " + g.String())
	most := make([]mostWithin, len(limits))
	err := parallel.Each(ctx, a.Workers, len(limits), func(_, i int) error {
		answer, err := within.Most(ctx, g, limits[i], within.Options{Known: known, Progress: func(part float64) { bar.Add(seconds * part) }})
		if limits[i] < leastWorst {
			answer.Most = min(answer.Most, game.CountSecrets(g)-1)
		}
		most[i] = mostWithin{limits[i], answer.Least, answer.Most, answer.Proved()}
		return err
	})
	return most, err
}

// worst is the worst case as tables have it; of games that were sampled it is a lower bound.
func (b baseline) worst() any {
	n := len(b.Histogram) - 1
	return base.Either[any](b.Sampled != nil, fmt.Sprintf("≥ %d", n), measure.Positive(n))
}

// upTo is a share in percent; what is not all does not read as 100 %.
func upTo(share float64) string {
	text := report.Percent(100*share, 2).Text
	return base.Either(text == "100.00%" && share < 1, ">99.99%", text)
}

func (t limitedGame) Print(p *base.Paper) {
	p.Sayf("%s: %s.", report.GameInWords(t.Game), base.Plural(t.Secrets, "possible secret"))
	titles := "player | <kind | >mean | worst"
	for _, m := range t.Most {
		titles += fmt.Sprintf(" | >within %d", m.Limit)
	}
	rows := notebook.Map(t.Players, func(b limitedPlayer) []any {
		shares := notebook.Map(b.Within, func(r reached) any { return upTo(r.Share) })
		return append([]any{b.Name, b.Kind, measure.Outcome{Mean: b.Mean, Sampled: b.Sampled}.MeanText(), b.worst()}, shares...)
	})
	best := []any{"any strategy, at most", "proved", nil, nil}
	for _, m := range t.Most {
		text := upTo(float64(m.Least) / float64(t.Secrets))
		if !m.Proved {
			text += " to " + upTo(float64(m.Most)/float64(t.Secrets))
		}
		best = append(best, text)
	}
	p.Show(report.TableOfCells(titles, append(rows, best)))
	for _, note := range t.Notes {
		p.Sayf("%s", note)
	}
}

func (g gameBaselines) Print(p *base.Paper) {
	for i, t := range g {
		if i > 0 {
			p.Space()
		}
		t.Print(p)
	}
}

// Table has a line for each player and limit. Where two bounds differ the share is that of
// the best known strategy.
func (g gameBaselines) Table() *report.Table {
	var rows [][]any
	for _, t := range g {
		for _, b := range t.Players {
			row := []any{t.Game, b.Name, b.Kind, float64(b.Mean), nil, nil, b.worst()}
			if b.Sampled != nil {
				row[4], row[5] = b.Low, b.High
			}
			for _, r := range b.Within {
				rows = append(rows, append(slices.Clone(row), r.Limit, r.Share, r.Share, r.Capped))
			}
		}
		for _, m := range t.Most {
			kind := base.Either(m.Proved, "proved", "bounds")
			all := float64(t.Secrets)
			rows = append(rows, []any{t.Game, "any strategy", kind, nil, nil, nil, nil, m.Limit, float64(m.Least) / all, float64(m.Most) / all, nil})
		}
	}
	return report.TableOfCells("game | player | kind | mean | low | high | worst | within | share | at most | capped mean", rows)
}
