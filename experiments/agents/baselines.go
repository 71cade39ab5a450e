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

	"codebreak/engine"
	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/within"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/lists"
)

// A knownPlayer is a player whose distribution of guesses is known: agents are compared with it.
type knownPlayer struct {
	Name string        `json:"name"`
	Kind string        `json:"kind"` // exact, sampled, or proved for the optimum
	Mean measure.Maybe `json:"mean"` // over all secrets
	// Histogram[k] is the share of the secrets that are solved with guess k. It is nil for a
	// player without a worst case.
	Histogram []float64 `json:"histogram,omitempty"`
	*measure.Sampled

	secrets int
	tree    *tree.Tree // nil for a random player
}

// The names of known players.
const (
	memorylessPlayer = "a memoryless guesser"
	randomPlayer     = "the random consistent player"
	theOptimum       = "the optimum"
)

// within returns the player's result with a limit of guesses.
func (b knownPlayer) within(limit int) limitedResult {
	r := limitedResult{Limit: limit}
	if b.Histogram != nil {
		r.Share, r.Capped = chance.Within(b.Histogram, limit)
		return r
	}

	// A memoryless guesser is right with the same chance each time, so its distribution is
	// geometric.
	wrong := 1 - 1/float64(b.secrets)
	for k := range limit + 1 {
		r.Capped += math.Pow(wrong, float64(k))
	}
	r.Share = 1 - math.Pow(wrong, float64(limit))
	return r
}

// Limits of sampling: fewer games are played of a large game.
const (
	sampledGames = 20000
	sampledCodes = 4e8 // games times secrets of the game: some seconds
)

// Limits of the search for an optimum: the secrets of the game, and the estimated time.
const (
	mostProved  = 1296
	mostSeconds = 10
)

// minimaxIn names minimax in a game: Knuth described it for mm4x6 only.
func minimaxIn(g game.Game) string {
	if g.String() == "mm4x6" {
		return "Knuth"
	}
	return string(strategy.Minimax)
}

// knownPlayersOf returns the players that agents are compared with: a memoryless player, which
// guesses any secret each time, the random consistent player, minimax, entropy, and the optimum
// if it is on record or proved in seconds.
func knownPlayersOf(ctx context.Context, a *base.App, g game.Game) ([]knownPlayer, error) {
	secrets := game.CountSecrets(g)
	memoryless := knownPlayer{
		Name:    memorylessPlayer,
		Kind:    "exact",
		Mean:    measure.Maybe(secrets),
		secrets: secrets,
	}
	players := []knownPlayer{memoryless}

	for _, player := range []struct{ name, strategy string }{
		{randomPlayer, "random"},
		{minimaxIn(g), "minimax"},
		{"entropy", "entropy"},
	} {
		s, err := measure.ParseSubject(ctx, a, engine.NewWords(g.String(), player.strategy))
		if err != nil {
			return nil, err
		}
		b, err := newKnownPlayer(ctx, a, player.name, s)
		if err != nil {
			return nil, err
		}
		players = append(players, b)
	}

	// The list has no optimum if there is no memory for a search, or if the search did not prove
	// it.
	s, err := measure.ParseSubject(ctx, a, engine.NewWords(g.String(), engine.Optimal))
	if err != nil || !inReach(ctx, a, s.Best, secrets) {
		return players, nil
	}
	optimum, err := newKnownPlayer(ctx, a, theOptimum, s)
	switch {
	case err == nil:
		players = append(players, optimum)
	case ctx.Err() != nil:
		return nil, err
	}
	return players, nil
}

// inReach reports whether an optimum is on record or its search takes seconds.
func inReach(ctx context.Context, a *base.App, problem *optimal.Problem, secrets int) bool {
	if measure.Recorded(ctx, a, *problem) != nil {
		return true
	}
	return secrets <= mostProved && ask.SearchSeconds(problem.Spec()) <= mostSeconds
}

// newKnownPlayer measures a subject that is a player.
func newKnownPlayer(ctx context.Context, a *base.App, name string, s measure.Subject) (b knownPlayer, err error) {
	b = knownPlayer{Name: name, Kind: "exact"}
	games := measure.SampleFlags{Seed: 1}
	switch {
	case s.Best != nil:
		b.Kind = "proved"
	case s.ByChance() && measure.SlowToExpect(*s.Play):
		b.Kind = "sampled"
		games.Runs = min(sampledGames, sampledCodes/game.CountSecrets(s.Game))
	}

	o, err := measure.One(ctx, a, s, games, nil)
	if err != nil {
		return b, err
	}
	b.Mean, b.Sampled, b.tree = o.Mean, o.Sampled, o.Tree
	shares := make([]float64, len(o.Histogram))
	b.Histogram = floats.ScaleTo(shares, 1/floats.Sum(o.Histogram), o.Histogram)
	return b, nil
}

// baselinesFlags are the flags of the command baselines.
type baselinesFlags struct {
	app *base.App
	base.FormatFlag
	limits string
}

func BaselinesCommand(a *base.App) *cobra.Command {
	f := &baselinesFlags{app: a}
	cmd := base.NewCommand("baselines", nil, f.run)
	cmd.Flags().StringVar(&f.limits, "within", "", "limits of guesses, such as 4,5,6,10 (default: around the mean, up to the worst case)")
	f.AddTo(cmd)
	return cmd
}

// run prints the baselines of the games that are finished when it ends or is interrupted.
func (f *baselinesFlags) run(cmd *cobra.Command, args []string) error {
	a := f.app
	ctx := cmd.Context()
	names, limits, err := baselineArguments(cmd, args, f.limits)
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
	for _, g := range games {
		var t limitedGame
		t, err = limited(ctx, a, g, limits)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			break
		}
		tables = append(tables, t)
	}

	if len(tables) > 0 {
		if failed := f.Write(cmd, tables); err == nil { // else the output keeps its error
			return failed
		}
	}
	done := fmt.Sprintf("%d of %s done", len(tables), wording.Plural(len(games), "game"))
	return base.OrInterrupted(ctx, err, done)
}

// baselineArguments reads the games and the limits, which apply to all of them.
func baselineArguments(cmd *cobra.Command, args []string, flag string) (games []string, limits []int, err error) {
	limited := base.Given(cmd, "within")
	name := "--within"
	for _, word := range base.WordsOf(strings.Join(args, " ")) {
		key, value, isKey := strings.Cut(word, "=")
		switch {
		case !isKey:
			games = append(games, word)
		case key == base.SymbolsKey && len(games) > 0:
			games[len(games)-1] += " " + word
		case key != "within":
			return nil, nil, base.Usagef("unknown key %q; the only key of baselines is within, such as within=4,5,6", key)
		case limited:
			return nil, nil, base.Usagef("within is given twice; list the limits: within=4,5,6")
		default:
			limited = true
			name, flag = "within", value
		}
	}
	if !limited {
		return games, nil, nil
	}

	for text := range strings.SplitSeq(flag, ",") {
		limit, err := strconv.Atoi(text)
		if err != nil || limit < 1 || limit > tree.MaxGuesses {
			return nil, nil, base.Usagef("%s is %q; it must be numbers of guesses from 1 to %d, such as 4,5,6", name, flag, tree.MaxGuesses)
		}
		limits = append(limits, limit)
	}
	slices.Sort(limits)
	return games, slices.Compact(limits), nil
}

// gameBaselines are the tables of several games. Their JSON is for programs.
type gameBaselines []limitedGame

// A limitedGame holds the results of players in a game with limits of guesses.
type limitedGame struct {
	Game    string          `json:"game"`
	Secrets int             `json:"secrets"`
	Players []limitedPlayer `json:"players"`
	Most    []mostWithin    `json:"most"` // of any strategy
	Notes   []string        `json:"notes"`
}

// A limitedPlayer is a player with its results, by the limits.
type limitedPlayer struct {
	knownPlayer
	Within []limitedResult `json:"within"`
}

// A limitedResult is a player's result with a limit: the share of the secrets that it solves,
// and its mean where an unsolved secret counts as one guess more than the limit.
type limitedResult struct {
	Limit  int     `json:"limit"`
	Share  float64 `json:"share"`
	Capped float64 `json:"capped_mean"`
}

// mostWithin bounds the number of secrets that the best strategy for a limit solves: a
// strategy was found that solves Least, and no strategy solves more than Most.
type mostWithin struct {
	Limit  int  `json:"limit"`
	Least  int  `json:"least"`
	Most   int  `json:"most"`
	Proved bool `json:"proved"`
}

// limited finds the baselines of a game for limits, or for the usual limits if limits is nil.
func limited(ctx context.Context, a *base.App, g game.Game, limits []int) (t limitedGame, err error) {
	players, err := knownPlayersOf(ctx, a, g)
	if err != nil {
		return t, err
	}
	if limits == nil {
		limits = usualLimits(players)
	}

	t = limitedGame{
		Game:    g.String(),
		Secrets: game.CountSecrets(g),
		Notes:   []string{},
	}
	var known []*tree.Tree
	for _, b := range players {
		t.Players = append(t.Players, limitedPlayer{b, lists.Map(limits, b.within)})
		if b.tree != nil {
			known = append(known, b.tree)
		}
		if s := b.Sampled; s != nil {
			points := 50 * chance.StandardErrors / math.Sqrt(float64(s.Runs))
			t.note("The random consistent player is sampled, not exact: %s with seed %d. With 99%% confidence its mean is in the brackets, and a share is off by at most %.2f points.",
				wording.Plural(s.Runs, "game"), s.Seed, points)
		}
	}
	if players[len(players)-1].Name != theOptimum {
		t.note("The optimum is not proved, and left out: %s searches for it.", a.Again("solve", g.String(), string(optimal.Total)))
	}

	t.Most, err = searchWithin(ctx, a, g, known, limits)
	if err != nil {
		return t, err
	}
	if slices.ContainsFunc(t.Most, func(m mostWithin) bool { return !m.Proved }) {
		t.note("Where any strategy has two shares, the first is the best known, and none exceeds the second.")
	}
	return t, nil
}

// note adds a note to the table.
func (t *limitedGame) note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// usualLimits go from one guess below the least mean up to the largest worst case.
func usualLimits(players []knownPlayer) (limits []int) {
	least, worst := math.Inf(1), 0
	for _, b := range players {
		least = min(least, float64(b.Mean))
		worst = max(worst, len(b.Histogram)-1)
	}
	for limit := max(1, int(least)-1); limit <= worst; limit++ {
		limits = append(limits, limit)
	}
	return limits
}

// searchWithin finds the most secrets that any strategy solves within each limit.
func searchWithin(ctx context.Context, a *base.App, g game.Game, known []*tree.Tree, limits []int) ([]mostWithin, error) {
	// Step 1. Trees to begin with: those of the baselines, those on record, and two more.
	leastWorst := 0
	for _, objective := range []optimal.Objective{optimal.WorstTotal, optimal.WorstCount} {
		t := measure.Recorded(ctx, a, optimal.Problem{Game: g, Objective: objective})
		if t != nil {
			known = append(known, t)
			leastWorst = tree.Measure(t).Solved.Worst
		}
	}
	for _, c := range []strategy.Criterion{strategy.ExpectedSize, strategy.MostParts} {
		t, err := tree.Grow(ctx, g, strategy.Strategy{Criterion: c}, nil, tree.Options{Workers: a.Workers})
		if err != nil {
			return nil, err
		}
		known = append(known, t)
	}

	// Step 2. A search for each limit. No tree solves all secrets within fewer guesses than
	// the least worst case.
	const seconds = 15 // of a search whose effort is spent
	bar := a.NewProgress(float64(seconds * len(limits)))
	defer bar.Finish()
	bar.Start("the most within the limits of " + g.String())
	options := within.Options{Known: known, Progress: func(part float64) { bar.Add(seconds * part) }}

	most := make([]mostWithin, len(limits))
	err := parallel.Each(ctx, a.Workers, len(limits), func(_, i int) error {
		limit := limits[i]
		answer, err := within.Most(ctx, g, limit, options)
		if limit < leastWorst {
			answer.Most = min(answer.Most, game.CountSecrets(g)-1)
		}
		most[i] = mostWithin{
			Limit:  limit,
			Least:  answer.Least,
			Most:   answer.Most,
			Proved: answer.Proved(),
		}
		return err
	})
	return most, err
}

// worst is the worst case in tables. That of sampled games is a lower bound.
func (b knownPlayer) worst() any {
	n := len(b.Histogram) - 1
	if b.Sampled != nil {
		return fmt.Sprintf("≥ %d", n)
	}
	return report.Given(max(n, 0))
}

// upTo writes a share in percent. A share below 1 is not rounded up to 100%.
func upTo(share float64) string {
	text := report.Percent(100*share, 2).Text
	if text == "100.00%" && share < 1 {
		return ">99.99%"
	}
	return text
}

func (t limitedGame) print(p *base.Paper) {
	p.Sayf("%s: %s.", report.GameInWords(t.Game), wording.Plural(t.Secrets, "possible secret"))

	best := report.Cells("player", "any strategy, at most", "<kind", "proved", ">mean", nil, "worst", nil)
	secrets := float64(t.Secrets)
	for _, m := range t.Most {
		text := upTo(float64(m.Least) / secrets)
		if !m.Proved {
			text += " to " + upTo(float64(m.Most)/secrets)
		}
		best = best.And(fmt.Sprintf(">within %d", m.Limit), text)
	}

	var rows []report.Row
	for _, b := range t.Players {
		mean := measure.Outcome{Mean: b.Mean, Sampled: b.Sampled}.MeanText()
		row := report.Cells("player", b.Name, "<kind", b.Kind, ">mean", mean, "worst", b.worst())
		for _, r := range b.Within {
			row = row.And(fmt.Sprintf(">within %d", r.Limit), upTo(r.Share))
		}
		rows = append(rows, row)
	}
	p.Show(report.NewTable(append(rows, best)))

	for _, note := range t.Notes {
		p.Sayf("%s", note)
	}
}

func (g gameBaselines) Print(p *base.Paper) {
	for i, t := range g {
		if i > 0 {
			p.Space()
		}
		t.print(p)
	}
}

// A limitRow is a player in a game with a limit, for spreadsheets. Where two bounds differ the
// share is that of the best known strategy.
type limitRow struct {
	game, player, kind     string
	mean, low, high, worst any
	limit                  int
	share, most            float64
	capped                 any
}

func (r limitRow) cells() report.Row {
	return report.Cells(
		"game", r.game,
		"player", r.player,
		"kind", r.kind,
		"mean", r.mean,
		"low", r.low,
		"high", r.high,
		"worst", r.worst,
		"within", r.limit,
		"share", r.share,
		"at most", r.most,
		"capped mean", r.capped,
	)
}

// Table has a line for each player and limit.
func (g gameBaselines) Table() *report.Table {
	var rows []limitRow
	for _, t := range g {
		for _, b := range t.Players {
			row := limitRow{
				game:   t.Game,
				player: b.Name,
				kind:   b.Kind,
				mean:   float64(b.Mean),
				worst:  b.worst(),
			}
			if b.Sampled != nil {
				row.low, row.high = b.Low, b.High
			}
			for _, r := range b.Within {
				row.limit, row.capped = r.Limit, r.Capped
				row.share, row.most = r.Share, r.Share
				rows = append(rows, row)
			}
		}

		secrets := float64(t.Secrets)
		for _, m := range t.Most {
			row := limitRow{
				game:   t.Game,
				player: "any strategy",
				kind:   "bounds",
				limit:  m.Limit,
			}
			if m.Proved {
				row.kind = "proved"
			}
			row.share = float64(m.Least) / secrets
			row.most = float64(m.Most) / secrets
			rows = append(rows, row)
		}
	}
	return report.TableOf(rows, limitRow.cells)
}
