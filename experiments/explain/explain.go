// Package explain has the commands that look numbers up: explain says where a number may come
// from, and verify compares published figures with measurements.
//
// The command explain looks first into the results folder (known.go, package origin). If no
// figure there fits, it searches: it plays conventions, which are strategies with all ways of
// breaking ties, until one gives the number (explain.go).
package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// explainFlags describe the figure to look for, and limit the search.
type explainFlags struct {
	app       *base.App
	wanted    report.Quoted
	number    *published.Number // nil without a number
	share     bool              // the number is a share: shares are looked up, not searched
	failed    int               // secrets that are not solved where the histogram ends, or within the limit
	limit     int               // of guesses: the number is of the secrets solved within it; 0 for none
	bits      bool              // the number is the entropy of a first guess
	game      string
	histogram string
	firsts    []string
	criteria  []string
	all       bool
	reuse     bool
	base.FormatFlag
}

func Command(a *base.App) *cobra.Command {
	f := &explainFlags{app: a}
	cmd := base.NewCommand("explain", base.Takes(0, 1, "at most one number"), f.run)
	flags := cmd.Flags()
	flags.StringVar(&f.game, "game", "", "game (default: those of published averages, until one matches)")
	flags.StringVar(&f.wanted.Mean, "mean", "", "number as printed, such as 5.265")
	flags.IntVar(&f.wanted.Worst, "worst", 0, "worst case as printed")
	flags.StringVar(&f.histogram, "histogram", "", `histogram as printed, such as "1:1 2:4 3:62", or from one guess up: 1,4,62; "and 15 not solved" may follow`)
	flags.IntVar(&f.failed, "failed", 0, "secrets that are not solved where --histogram ends, or within --limit")
	flags.IntVar(&f.limit, "limit", 0, "number of guesses within which a game counts as solved: NUMBER is the mean of the solved secrets, or their share")
	flags.BoolVar(&f.bits, "bits", false, "NUMBER is the entropy of a first guess of --game, in bits")
	flags.StringSliceVar(&f.firsts, "first", nil, "first guesses, with commas (default: the strategy's own choice, then every kind)")
	flags.StringSliceVar(&f.criteria, "criterion", nil, "criteria, with commas (default: any)")
	flags.BoolVar(&f.all, "all", false, "play all conventions of all games, even after a match")
	f.AddTo(cmd)
	base.ReuseFlag(flags, &f.reuse)
	return cmd
}

// run explains the figure of the command line.
func (f *explainFlags) run(cmd *cobra.Command, args []string) error {
	if err := f.check(cmd, args); err != nil {
		return err
	}
	if f.game == "" && f.app.Words.Secrets != nil {
		f.game = string(words.Wordle) // with the given word lists
	}
	if f.bits {
		return explainBits(f.app, cmd, *f)
	}
	return f.explainNumber(cmd)
}

// check refuses flags that contradict each other, and reads the figure.
func (f *explainFlags) check(cmd *cobra.Command, args []string) error {
	if err := base.NotEmpty(cmd, "game", "mean", "histogram"); err != nil {
		return err
	}

	text := f.wanted.Mean
	if len(args) == 1 {
		if text != "" {
			return base.Usagef("the number is given twice: %s and --mean %s", args[0], text)
		}
		text = args[0]
	}
	if err := f.checkTogether(cmd, text); err != nil {
		return err
	}
	if err := f.readNumber(text); err != nil {
		return err
	}
	if err := f.readHistogram(cmd); err != nil {
		return err
	}

	criteria := wording.Texts(configs.ConventionCriteria())
	for _, c := range f.criteria {
		if err := base.OneOf("criterion", c, criteria); err != nil {
			return err
		}
	}
	return nil
}

// checkTogether refuses flags that contradict each other or the text of the number.
func (f *explainFlags) checkTogether(cmd *cobra.Command, text string) error {
	if base.Given(cmd, "worst") && f.wanted.Worst < 1 {
		return base.Usagef("--worst is %d; it must be at least 1", f.wanted.Worst)
	}
	if base.Given(cmd, "limit") && (f.limit < 1 || text == "" && f.failed == 0) {
		return base.Usagef("--limit is %d; it must be at least 1, and needs NUMBER or --failed", f.limit)
	}
	if f.bits && (text == "" || f.game == "" && !base.Given(cmd, "answers")) {
		return base.Usagef("--bits needs NUMBER and --game; see %s", base.HelpOf(cmd))
	}
	if text == "" && f.wanted.Worst == 0 && f.histogram == "" && f.failed == 0 {
		return base.Usagef("explain needs a figure: NUMBER, --worst or --histogram; see %s", base.HelpOf(cmd))
	}
	return nil
}

// readNumber reads the number, if there is one.
func (f *explainFlags) readNumber(text string) error {
	if text == "" {
		return nil
	}
	n, err := published.ParseNumber(text)
	if err != nil {
		return base.Usage(err)
	}
	f.setNumber(n)
	if f.limit > 0 {
		f.countWithin()
	}
	return nil
}

// readHistogram reads the histogram, and the number of secrets that are not solved.
func (f *explainFlags) readHistogram(cmd *cobra.Command) error {
	if f.histogram != "" {
		histogram, failed, err := published.ParseHistogram(f.histogram)
		if err != nil {
			return base.UsageOf("--histogram", err)
		}
		f.wanted.Histogram = histogram
		if failed != nil {
			f.failed, _ = strconv.Atoi(failed.Printed[0]) // as it was read
			f.wanted.More = append(f.wanted.More, *failed)
		}
	}

	if !base.Given(cmd, "failed") {
		return nil
	}
	if f.failed < 1 || f.histogram == "" && f.limit == 0 {
		return base.Usagef("--failed is %d; it must be at least 1, and needs --histogram or --limit", f.failed)
	}
	guesses := cmp.Or(f.limit, len(f.wanted.Histogram)-1)
	f.wantDetail("failed", guesses, strconv.Itoa(f.failed))
	return nil
}

// setNumber sets the number to look for. A whole number is a total; but no total is 0.
func (f *explainFlags) setNumber(n published.Number) {
	f.number = &n
	f.share = n.Share()
	f.wanted.Mean = n.String()
	f.wanted.Total = 0
	if total, ok := n.Whole(); ok && total > 0 {
		f.wanted.Mean = ""
		f.wanted.Total = total
	}
}

// countWithin makes the number one of the secrets that are solved within the limit.
func (f *explainFlags) countWithin() {
	quantity := "mean-within"
	if f.share {
		quantity = "within"
	}
	f.wantDetail(quantity, f.limit, f.number.String())
	f.number = nil
	f.share = false
	f.wanted.Mean = ""
	f.wanted.Total = 0
}

func (f *explainFlags) wantDetail(quantity string, of int, printed string) {
	f.wanted.More = append(f.wanted.More, published.Detail{
		Quantity: quantity,
		Of:       []int{of},
		Printed:  []string{printed},
	})
}

// explainNumber looks the figure up, and then searches game after game. It writes its finds even
// if it is stopped.
func (f *explainFlags) explainNumber(cmd *cobra.Command) error {
	a := f.app
	if f.game != "" {
		g, err := a.ParseGame(f.game)
		if err != nil {
			return err
		}
		f.game = g.String()
	}

	known := lookUp(a, f)
	found := len(known.findings) > 0
	oneKindOfRows := f.Format != base.FormatCSV || !f.all // CSV cannot have a second table
	if found && oneKindOfRows {
		if err := f.Write(cmd, known); err != nil {
			return err
		}
	}
	if found && !f.all {
		if !f.share {
			a.Say("Conventions were not searched; --all searches them")
		}
		return nil
	}
	if f.share {
		return fmt.Errorf("no match for %s; shares are looked up in %s, not searched", f.number, a.Results)
	}
	return f.searchGames(cmd, known)
}

// searchGames searches the conventions of the games that can have the figure. Games in which the
// figure was looked up come first.
func (f *explainFlags) searchGames(cmd *cobra.Command, known knownFigures) error {
	a := f.app
	searches, why, err := f.searches(known)
	if err != nil {
		return err
	}
	found := len(known.findings) > 0
	if len(searches) == 0 && found {
		return nil
	}
	if len(searches) == 0 {
		where := "in " + a.Results
		if known.record.Empty() {
			where = "(" + a.Results + " has no all.csv)"
		}
		return base.Usagef("no match for %s %s, and no game searched can have it; --game GAME says why", wording.Clip(f.wanted.String()), where)
	}

	// Step 1. The optimum of a single game.
	r := a.Runner(nil, base.Running{Reuse: f.reuse})
	if err := base.Claim(r.Folder); err != nil {
		return err
	}
	ofOptimum := f.game != "" && len(f.criteria) == 0 && f.limit == 0
	if !found && ofOptimum {
		optimum, err := f.searchOptimum(cmd.Context(), r.Env, searches[0].game)
		if err != nil {
			return err
		}
		if len(optimum.findings) > 0 {
			return f.Write(cmd, optimum)
		}
	}

	// Step 2. The conventions, game after game. A stopped search is written as far as it got.
	for i := range searches {
		err = f.searchConventions(cmd.Context(), r.Env, &searches[i])
		matched := len(searches[i].Found) > 0
		found = found || matched
		if err != nil || matched && !f.all {
			break
		}
	}
	a.SayUsage(r.Store.Usage())
	others, unwritten := f.writeSearches(cmd, searches)
	if err := errors.Join(err, unwritten); err != nil {
		return err
	}

	// Step 3. What was not searched, and why nothing is found.
	if len(others) > 0 {
		a.Say("Not searched: %s; --all searches all games, --game one", strings.Join(others, ", "))
	}
	if found {
		return nil
	}
	for _, w := range why {
		a.Say("%s", w)
	}
	return fmt.Errorf("no convention tried gives %s", wording.Clip(f.wanted.String()))
}

// writeSearches writes the searches that were begun, and returns the games of the others.
func (f *explainFlags) writeSearches(cmd *cobra.Command, searches []conventionSearch) (others []string, err error) {
	for _, s := range searches {
		if s.Played == 0 {
			others = append(others, s.Game)
			continue
		}
		if len(s.Found) > 0 {
			s.again = f.measureAgain(s.Found[0])
		}
		err = errors.Join(err, f.Write(cmd, s))
	}
	return others, err
}

// measureAgain returns the command line that measures a convention.
func (f *explainFlags) measureAgain(e explanation) string {
	subject := engine.Subject{Configuration: e.Configuration}
	again := append([]string{"measure"}, strings.Fields(subject.String())...)
	if f.limit > 0 {
		again = append(again, fmt.Sprintf("limit=%d", f.limit))
	}
	return f.app.Again(again...)
}

// A conventionSearch looks for the conventions of a game that give a figure.
type conventionSearch struct {
	Game    string        `json:"game"`
	Of      int           `json:"conventions"`
	Played  int           `json:"played"`
	Found   []explanation `json:"found"`
	Nearest []explanation `json:"nearest"` // other conventions, the nearest first

	game        game.Game
	wanted      report.Quoted
	conventions []configs.Convention
	again       string // the command line that measures the first find
}

// An explanation is a convention with its figures.
type explanation struct {
	engine.Configuration
	Until string `json:"until"` // the secret is "solved" or "identified"
	tree.Figures
	Differences []string `json:"differences"`
}

// searches prepares the search of each game in which the figure is possible, and says why it is
// impossible in the others.
func (f *explainFlags) searches(known knownFigures) (searches []conventionSearch, why []string, err error) {
	names := known.games(explainedGames())
	if f.game != "" {
		names = []string{f.game}
	}

	for _, name := range names {
		g, err := f.app.ParseGame(name)
		if err != nil {
			return nil, nil, err
		}

		for _, first := range f.firsts {
			if _, err := g.ParseCode(first); err != nil {
				return nil, nil, base.Usagef("first guess: %w", err)
			}
		}

		contradiction := f.wanted.Contradiction(measure.AnyCount(g))
		if contradiction != "" {
			why = append(why, fmt.Sprintf("%s: %s", g, contradiction))
			continue
		}

		searches = append(searches, conventionSearch{
			Game:    g.String(),
			Found:   []explanation{}, // JSON has an empty list
			Nearest: []explanation{},
			game:    g,
			wanted:  f.wanted,
		})
	}

	if len(searches) == 0 && len(why) == 1 {
		return nil, nil, base.Usage(errors.New(why[0]))
	}
	return searches, why, nil
}

// explainedGames lists the games whose conventions are searched: those of published
// averages that are neither large nor of words, the two classics first, then by size.
func explainedGames() []string {
	const most = 10_000 // secrets
	secrets := map[string]int{}
	for _, f := range published.Averages() {
		g, err := game.Parse(f.Game)
		if _, ofWords := g.(*words.Game); err != nil || ofWords {
			continue
		}
		n := game.CountSecrets(g)
		if n <= most {
			secrets[f.Game] = n
		}
	}

	// The sizes of the two classics do not count: they come first.
	secrets["mm4x6"] = -2
	secrets["bc4x10"] = -1
	return slices.SortedFunc(maps.Keys(secrets), func(a, b string) int {
		return cmp.Or(secrets[a]-secrets[b], strings.Compare(a, b))
	})
}

// blockSeconds estimates the seconds for a block of conventions with one worker. A stopped search
// loses its last block.
const blockSeconds = 4

// searchConventions plays conventions, the fewest departures first, until some give the figure or
// all are played.
func (f *explainFlags) searchConventions(ctx context.Context, env notebook.Env, s *conventionSearch) error {
	for _, c := range configs.Conventions(s.game, f.firsts) {
		wanted := len(f.criteria) == 0 || slices.Contains(f.criteria, string(c.Criterion))
		if _, err := c.In(s.game); wanted && err == nil { // else the strategy cannot make the first guess
			s.conventions = append(s.conventions, c)
		}
	}

	s.Of = len(s.conventions)
	if s.Of == 0 {
		return nil
	}

	perConvention := ask.NewPlay(s.conventions[0].Configuration).About().Cost
	size := max(1, min(500, int(blockSeconds/perConvention)))
	bar := f.app.NewProgress(perConvention * float64(s.Of))
	defer bar.Finish()

	for s.Played < s.Of {
		begin := s.Played
		departures := s.conventions[begin].Departures
		if len(s.Found) > 0 && !f.all && departures > s.conventions[begin-1].Departures {
			return nil
		}

		// A block has conventions with the same number of departures.
		var block []engine.Configuration
		for _, c := range s.conventions[begin:min(begin+size, s.Of)] {
			if c.Departures == departures {
				block = append(block, c.Configuration)
			}
		}

		answer, err := notebook.Answer(ctx, env, ask.NewSurvey(block))
		if err != nil {
			kept := fmt.Sprintf("%s conventions of %s tried and kept; run again to resume", s.progress(), s.Game)
			return base.OrInterrupted(ctx, err, kept)
		}
		for i, c := range block {
			s.add(c, answer[i])
		}

		bar.Add(perConvention * float64(len(block)))
		s.Played += len(block)
	}
	return nil
}

func (s conventionSearch) progress() string {
	return fmt.Sprintf("%s of %s", wording.Thousands(s.Played), wording.Thousands(s.Of))
}

// mostNearest limits the conventions that are shown if none gives the figure.
const mostNearest = 5

// add compares the figures of a convention with the wanted figure, and keeps them if they agree
// or are near.
func (s *conventionSearch) add(c engine.Configuration, a ask.Surveyed) {
	c.First = a.First
	s.addCount(c, "solved", a.Hit)
	s.addCount(c, "identified", a.Known)
}

// addCount does so for one way of counting guesses.
func (s *conventionSearch) addCount(c engine.Configuration, until string, histogram []int) {
	figures := tree.Summarise(histogram)
	e := explanation{
		Configuration: c,
		Until:         until,
		Figures:       figures,
		Differences:   s.wanted.Differences(figures),
	}

	// A first guess that the strategy would choose itself is played twice.
	if slices.ContainsFunc(slices.Concat(s.Found, s.Nearest), e.isSame) {
		return
	}
	if len(e.Differences) == 0 {
		s.Found = append(s.Found, e)
		return
	}
	if slices.ContainsFunc(s.Nearest, e.looksSame) {
		return // the table shows different figures
	}

	s.Nearest = append(s.Nearest, e)
	slices.SortStableFunc(s.Nearest, s.compare)
	s.Nearest = s.Nearest[:min(len(s.Nearest), mostNearest)]
}

func (e explanation) isSame(other explanation) bool {
	return e.Configuration == other.Configuration && e.Until == other.Until
}

func (e explanation) looksSame(other explanation) bool {
	return e.Criterion == other.Criterion &&
		e.Until == other.Until &&
		slices.Equal(e.Histogram, other.Histogram)
}

func (s *conventionSearch) compare(a, b explanation) int {
	return cmp.Compare(s.distance(a), s.distance(b))
}

// distance measures the differences of a convention from the wanted figure, in guesses per
// secret: a secret in another bar of the histogram counts as a guess, and a guess of the worst
// case as a hundredth of a guess per secret.
func (s *conventionSearch) distance(e explanation) float64 {
	d := 0.0
	secrets := float64(game.CountSecrets(s.game))
	if mean, ok := published.Printed(s.wanted).MeanNumber(); ok {
		d += math.Abs(mean.Float() - e.Mean)
	}
	if s.wanted.Total != 0 {
		d += math.Abs(float64(s.wanted.Total-e.Total)) / secrets
	}
	if s.wanted.Histogram != nil {
		moved := report.HistogramDistance(e.Histogram, s.wanted.Histogram)
		d += float64(moved) / secrets
	}
	if s.wanted.Worst != 0 {
		d += math.Abs(float64(s.wanted.Worst-e.Worst)) / 100
	}
	return d
}

// Table has the conventions that give the figure, or else the nearest.
func (s conventionSearch) Table() *report.Table {
	rows := s.Found
	if len(rows) == 0 {
		rows = s.Nearest
	}
	return report.TableOf(rows, explanation.cells)
}

func (e explanation) cells() report.Row {
	return report.Cells(
		"criterion", e.Criterion,
		"pool", e.Pool,
		"ties", e.Ties,
		"order", e.Order,
		"endgame", e.Endgame,
		"first guess", e.First,
		"until", e.Until,
		"total", e.Total,
		"mean", e.Mean,
		"worst", e.Worst,
	)
}

func (s conventionSearch) Print(p *base.Paper) {
	if len(s.Found) == 0 {
		p.Sayf("%s: no convention gives %s (%s tried). The nearest:", s.Game, s.wanted, s.progress())
		p.Show(s.Table())
		return
	}
	found := wording.Plural(len(s.Found), "convention")
	p.Sayf("%s: %s of %s (%s tried):", s.Game, found, s.wanted, s.progress())
	p.Show(s.Table())
	p.Sayf("To play the first: %s", s.again)
}
