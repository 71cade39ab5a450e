package cli

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

	"codebreak/engine"
	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/within"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
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

// Random players whose expectation would take longer than a minute are sampled.
const (
	mostSeconds  = 60
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
func (a *app) baselinesOf(ctx context.Context, g game.Game) ([]baseline, error) {
	secrets := game.CountSecrets(g)
	out := []baseline{{Name: memorylessPlayer, Kind: "exact", Mean: maybe(secrets), secrets: secrets}}
	for _, p := range [][2]string{{randomPlayer, "random"}, {minimaxIn(g), "minimax"}, {"entropy", "entropy"}, {theOptimum, "optimal"}} {
		s, err := a.parseSubject(ctx, []string{g.String(), p[1]})
		if err != nil && p[0] == theOptimum {
			continue // there is no memory for a search
		}
		if err != nil {
			return nil, err
		}
		b := baseline{Name: p[0], Kind: "exact"}
		games := sampleFlags{seed: 1}
		switch {
		case s.best != nil:
			if b.Kind = "proved"; a.recorded(ctx, *s.best) == nil && (secrets > mostProved || ask.SearchSeconds(s.best.Spec()) > 10) {
				continue
			}
		case s.byChance() && slowToExpect(*s.play):
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

// slowToExpect reports whether the expectation of a random player takes longer than a minute, as
// far as is known: without symmetries few sets of candidates are equal.
func slowToExpect(x engine.Experiment) bool {
	if game.CanonicalGuesses(x.Game) == nil && game.CountSecrets(x.Game) > 500 {
		return true
	}
	return ask.NewExpected(engine.Configuration(x.Key())).Cost() > mostSeconds
}

// mostProved is how many secrets a game has whose optimum is searched for.
const mostProved = 1296

func (a *app) baselinesCommand() *cobra.Command {
	var f formatFlag
	var limits string
	cmd := newCommand("baselines", nil, func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		names, limits, err := baselineArguments(cmd, args, limits)
		if err != nil {
			return err
		}
		if len(names) == 0 {
			// Others have language models and learned agents play these.
			names = []string{"mm2x4", "mm3x5", "mm4x6", "mm5x7", "mm6x8", "bc3x10", "bc4x10"}
			if a.words.secrets != nil {
				names = append(names, "wordle")
			}
		}
		games := make([]game.Game, len(names))
		for i, name := range names {
			if games[i], err = a.parseGame(name); err != nil {
				return err
			}
		}
		var tables gameBaselines
		for i := 0; i < len(games) && err == nil; i++ {
			var t limitedGame
			t, err = a.limited(ctx, games[i], limits)
			if err = cmp.Or(err, ctx.Err()); err == nil {
				tables = append(tables, t)
			}
		}
		if len(tables) > 0 {
			if failed := f.write(cmd, tables); err == nil { // else the output keeps its error
				return failed
			}
		}
		return orInterrupted(ctx, err, fmt.Sprintf("%d of %s done", len(tables), plural(len(games), "game")))
	})
	cmd.Flags().StringVar(&limits, "within", "", "limits of guesses, such as 4,5,6,10 (default: around the mean, up to the worst case)")
	f.addTo(cmd)
	return cmd
}

// baselineArguments reads the games and the limits, which count for all of them.
func baselineArguments(cmd *cobra.Command, args []string, flag string) (games []string, limits []int, err error) {
	limited, what := given(cmd, "within"), "--within"
	for _, word := range wordsOf(strings.Join(args, " ")) {
		key, value, isKey := strings.Cut(word, "=")
		switch {
		case !isKey:
			games = append(games, word)
		case key != "within":
			return nil, nil, usagef("unknown key %q; the only key of baselines is within, such as within=4,5,6", key)
		case limited:
			return nil, nil, usagef("within is given twice; list the limits: within=4,5,6")
		default:
			limited, what, flag = true, "within", value
		}
	}
	for text := range strings.SplitSeq(flag, ",") {
		k, err := strconv.Atoi(text)
		if limited && (err != nil || k < 1 || k > tree.MaxGuesses) {
			return nil, nil, usagef("%s is %q; it must be numbers of guesses from 1 to %d, such as 4,5,6", what, flag, tree.MaxGuesses)
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
func (a *app) limited(ctx context.Context, g game.Game, limits []int) (t limitedGame, err error) {
	players, err := a.baselinesOf(ctx, g)
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
		if s := b.sampled; s != nil {
			note("The random consistent player is sampled, not exact: %s with seed %d. With 99 %% confidence its mean is in the brackets, and a share is off by at most %.2f points.",
				plural(s.Runs, "game"), s.Seed, 50*chance.StandardErrors/math.Sqrt(float64(s.Runs)))
		}
	}
	if players[len(players)-1].Name != theOptimum {
		note("The optimum is not proved, and left out: %s searches for it.", a.again("solve", g.String(), string(optimal.Total)))
	}
	if t.Most, err = a.mostWithin(ctx, g, known, limits); err != nil {
		return t, err
	}
	if slices.ContainsFunc(t.Most, func(m mostWithin) bool { return !m.Proved }) {
		note("Where any strategy has two shares, the first is the best known, and none exceeds the second.")
	}
	return t, nil
}

// mostWithin finds the most secrets that any strategy solves within each limit.
func (a *app) mostWithin(ctx context.Context, g game.Game, known []*tree.Tree, limits []int) ([]mostWithin, error) {
	leastWorst := 0
	for _, objective := range []optimal.Objective{optimal.WorstTotal, optimal.WorstCount} {
		if t := a.recorded(ctx, optimal.Problem{Game: g, Objective: objective}); t != nil {
			known, leastWorst = append(known, t), tree.Measure(t).Solved.Worst
		}
	}
	for _, c := range []strategy.Criterion{strategy.ExpectedSize, strategy.MostParts} { // the others are there
		t, err := tree.Grow(ctx, g, strategy.Strategy{Criterion: c}, nil, tree.Options{Workers: a.workers})
		if err != nil {
			return nil, err
		}
		known = append(known, t)
	}
	const seconds = 15 // of a search whose effort is spent
	bar := a.newProgress(float64(seconds * len(limits)))
	defer bar.Finish()
	bar.Start("the most within the limits of " + g.String())
	most := make([]mostWithin, len(limits))
	err := parallel.Each(ctx, a.workers, len(limits), func(_, i int) error {
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
	return either[any](b.sampled != nil, fmt.Sprintf("≥ %d", n), positive(n))
}

// upTo is a share in percent; what is not all does not read as 100 %.
func upTo(share float64) string {
	text := report.Percent(100*share, 2).Text
	return either(text == "100.00%" && share < 1, ">99.99%", text)
}

func (t limitedGame) print(p *paper) {
	p.say("%s: %s.", report.GameInWords(t.Game), plural(t.Secrets, "possible secret"))
	titles := "player | <kind | >mean | worst"
	for _, m := range t.Most {
		titles += fmt.Sprintf(" | >within %d", m.Limit)
	}
	rows := notebook.Map(t.Players, func(b limitedPlayer) []any {
		shares := notebook.Map(b.Within, func(r reached) any { return upTo(r.Share) })
		return append([]any{b.Name, b.Kind, outcome{Mean: b.Mean, sampled: b.sampled}.meanText(), b.worst()}, shares...)
	})
	best := []any{"any strategy, at most", "proved", nil, nil}
	for _, m := range t.Most {
		text := upTo(float64(m.Least) / float64(t.Secrets))
		if !m.Proved {
			text += " to " + upTo(float64(m.Most)/float64(t.Secrets))
		}
		best = append(best, text)
	}
	p.show(report.TableOfCells(titles, append(rows, best)))
	for _, note := range t.Notes {
		p.say("%s", note)
	}
}

func (g gameBaselines) print(p *paper) {
	for i, t := range g {
		if i > 0 {
			p.space()
		}
		t.print(p)
	}
}

// table has a line for each player and limit. Where two bounds differ the share is that of
// the best known strategy.
func (g gameBaselines) table() *report.Table {
	var rows [][]any
	for _, t := range g {
		for _, b := range t.Players {
			row := []any{t.Game, b.Name, b.Kind, float64(b.Mean), nil, nil, b.worst()}
			if b.sampled != nil {
				row[4], row[5] = b.Low, b.High
			}
			for _, r := range b.Within {
				rows = append(rows, append(slices.Clone(row), r.Limit, r.Share, r.Share, r.Capped))
			}
		}
		for _, m := range t.Most {
			kind := either(m.Proved, "proved", "bounds")
			all := float64(t.Secrets)
			rows = append(rows, []any{t.Game, "any strategy", kind, nil, nil, nil, nil, m.Limit, float64(m.Least) / all, float64(m.Most) / all, nil})
		}
	}
	return report.TableOfCells("game | player | kind | mean | low | high | worst | within | share | at most | capped mean", rows)
}
