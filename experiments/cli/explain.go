package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// explainFlags say what figure to look for, and among what.
type explainFlags struct {
	wanted             report.Quoted
	game, histogram    string
	firsts, criteria   []string
	all, asJSON, reuse bool
}

func (a *app) explainCommand() *cobra.Command {
	var f explainFlags
	cmd := &cobra.Command{
		Use:   "explain [MEAN] --game GAME [--worst N] [--histogram H]",
		Short: "Search for the conventions that give a published figure",
		Long: `Search for the conventions that give a published figure.

A mean without its conventions says little: which criterion, which codes may be
guessed, which of equally good guesses is made, in which order, from which first
guess, and whether guesses are counted until the secret is hit or until it is
known. explain plays one convention after another, the most usual first, and
compares everything that is printed. Once a convention gives the figure, explain
plays those that are as usual and stops; --all plays the whole list, thousands of
conventions for each game.

MEAN is the mean as printed, digit by digit: it may be rounded or truncated.
Without --game, mm4x6 is searched, and then bc4x10 unless mm4x6 gives it. A
histogram is a list such as "1:1 2:4 3:62", or the numbers of secrets from one guess
up, with commas: 1,4,62.

What is played is kept in the results folder, so that a search that was stopped
goes on. The exit code is 0 if a convention gives the figure, 1 if none does.`,
		Example: `  codebreak explain 5.26805
  codebreak explain --game bc4x10 --mean 5.265 --worst 7
  codebreak explain 4.415 --game mm4x6 --first 1234 --all`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd, args); err != nil {
				return err
			}
			return a.explain(cmd.Context(), cmd.OutOrStdout(), f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.game, "game", "", "game (default: mm4x6, and then bc4x10)")
	flags.StringVar(&f.wanted.Mean, "mean", "", "mean as printed, such as 5.265")
	flags.IntVar(&f.wanted.Worst, "worst", 0, "worst case as printed")
	flags.StringVar(&f.histogram, "histogram", "", `histogram as printed, such as "1:1 2:4 3:62" or 1,4,62`)
	flags.StringSliceVar(&f.firsts, "first", nil, "first guess, or several with commas (default: the strategy's own choice, then every kind)")
	flags.StringSliceVar(&f.criteria, "criterion", nil, "criterion that the source names, or several with commas (default: any)")
	flags.BoolVar(&f.all, "all", false, "go through all conventions, even when some give the figure")
	flags.BoolVar(&f.asJSON, "json", false, "print one JSON object for each game")
	reuseFlag(flags, &f.reuse)
	return cmd
}

// check refuses what does not go together, and reads the figure.
func (f *explainFlags) check(cmd *cobra.Command, args []string) (err error) {
	switch {
	case len(args) > 1:
		return usagef("explain takes one mean, but was given %d arguments", len(args))
	case len(args) == 1 && f.wanted.Mean != "":
		return usagef("the mean is given twice: %s and --mean %s", args[0], f.wanted.Mean)
	case len(args) == 1:
		f.wanted.Mean = args[0]
	}
	flags := cmd.Flags()
	for _, name := range []string{"game", "mean", "histogram"} {
		if flags.Changed(name) && flags.Lookup(name).Value.String() == "" {
			return usagef("--%s is empty", name)
		}
	}
	if flags.Changed("worst") && f.wanted.Worst < 1 {
		return usagef("--worst is %d; it must be at least 1", f.wanted.Worst)
	}
	if f.wanted.Mean == "" && f.wanted.Worst == 0 && f.histogram == "" {
		return usagef("explain needs a figure: MEAN, --worst or --histogram; see codebreak explain --help")
	}
	if f.wanted.Histogram, err = parseHistogram(f.histogram); err != nil {
		return usagef("--histogram: %w", err)
	}
	for _, c := range f.criteria {
		if !slices.Contains(conventionCriteria(), c) {
			return usagef("--criterion is %q; allowed: %s", c, strings.Join(conventionCriteria(), ", "))
		}
	}
	return nil
}

// explain searches game after game, and prints what was found, even if it is
// stopped.
func (a *app) explain(ctx context.Context, out io.Writer, f explainFlags) error {
	searches, err := a.searches(f)
	if err != nil {
		return err
	}
	r := a.runner(nil, running{reuse: f.reuse})
	if err := claim(r.Folder); err != nil {
		return err
	}
	for i := range searches {
		if err = a.search(ctx, r.Env, &searches[i], f.all); err != nil || len(searches[i].found) > 0 && !f.all {
			break
		}
	}
	a.sayUsage(r.Store.Usage())
	found := false
	for _, s := range searches {
		if s.played == 0 {
			continue // stopped before
		}
		found = found || len(s.found) > 0
		if f.asJSON {
			err = errors.Join(err, s.writeJSON(out))
		} else {
			err = errors.Join(err, s.print(out, viewOf(out, false)))
		}
	}
	if err == nil && !found {
		return fmt.Errorf("no convention that was played gives %s", f.wanted)
	}
	return err
}

// parseHistogram reads "1:1 2:4 3:62" or "1,4,62"; an empty text is none.
func parseHistogram(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	histogram := []int{0}
	for i, field := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		guesses, number := i+1, field
		if before, after, ok := strings.Cut(field, ":"); ok {
			n, err := strconv.Atoi(before)
			if err != nil || n < len(histogram) || n > tree.MaxGuesses {
				return nil, fmt.Errorf("%q is no number of guesses that is larger than the one before", before)
			}
			guesses, number = n, after
		}
		secrets, err := strconv.Atoi(number)
		if err != nil || secrets < 0 || guesses > tree.MaxGuesses {
			return nil, fmt.Errorf("%q is no number of secrets", number)
		}
		for len(histogram) <= guesses {
			histogram = append(histogram, 0)
		}
		histogram[guesses] = secrets
	}
	for len(histogram) > 1 && histogram[len(histogram)-1] == 0 {
		histogram = histogram[:len(histogram)-1]
	}
	if len(histogram) == 1 {
		return nil, errors.New("it is empty")
	}
	return histogram, nil
}

// A conventionSearch looks for the conventions of a game that give a figure.
type conventionSearch struct {
	game        game.Game
	wanted      report.Quoted
	conventions []configs.Convention
	played      int
	found       []explanation
	nearest     []explanation // of those that do not give it, the nearest first
}

// An explanation is a convention with what it comes to.
type explanation struct {
	engine.Configuration
	Counting string `json:"counting"` // until the secret is "hit" or "known"
	tree.Figures
	Differences []string `json:"differences"`
}

// searches prepares the search of each game in which the figure is possible.
func (a *app) searches(f explainFlags) ([]conventionSearch, error) {
	names := []string{"mm4x6", "bc4x10"}
	if f.game != "" {
		names = []string{f.game}
	}
	var searches []conventionSearch
	var why []string
	for _, name := range names {
		if err := ask.CheckGame(a.env(), name); err != nil {
			return nil, usageError{err}
		}
		g, err := game.Parse(name)
		if err != nil {
			return nil, usageError{err}
		}
		for _, first := range f.firsts {
			if _, err := g.ParseCode(first); err != nil {
				return nil, usagef("first guess: %w", err)
			}
		}
		secrets := game.CountSecrets(g)
		if secrets < 2 {
			return nil, usagef("%s has one secret, and nothing to explain", g)
		}
		if err := f.wanted.Check(secrets, bounds.ByCounting(secrets, g.Outcomes())); err != nil {
			why = append(why, fmt.Sprintf("%s: %v", g, err))
			continue
		}
		searches = append(searches, conventionSearch{game: g, wanted: f.wanted, conventions: playable(configs.Conventions(g, f.firsts), f.criteria)})
	}
	if len(searches) == 0 && len(why) > 0 {
		return nil, usageError{errors.New(strings.Join(why, "; "))}
	}
	for _, w := range why {
		a.say("%s", w)
	}
	return searches, nil
}

// playable leaves out what a game has not, such as a first guess that a strategy
// cannot make, and criteria that are not asked for, if any are.
func playable(all []configs.Convention, criteria []string) []configs.Convention {
	return slices.DeleteFunc(all, func(c configs.Convention) bool {
		_, err := c.Parse()
		return err != nil || len(criteria) > 0 && !slices.Contains(criteria, string(c.Criterion))
	})
}

// conventionCriteria lists the criteria of conventions.
func conventionCriteria() []string {
	var names []string
	for _, c := range configs.ConventionCriteria() {
		names = append(names, string(c))
	}
	return names
}

// blockSeconds is about how long a block of conventions takes with one worker:
// what is lost if the search is stopped.
const blockSeconds = 4

// search plays conventions, those with the fewest departures first, until some
// give what is wanted, or none is left.
func (a *app) search(ctx context.Context, env notebook.Env, s *conventionSearch, all bool) error {
	if len(s.conventions) == 0 {
		return nil
	}
	perConvention := ask.NewPlay(s.conventions[0].Configuration).Cost()
	size := max(1, min(500, int(blockSeconds/perConvention)))
	bar := a.newProgress(perConvention * float64(len(s.conventions)))
	defer bar.finish()
	for begin := 0; begin < len(s.conventions); {
		departures := s.conventions[begin].Departures
		if len(s.found) > 0 && !all && departures > s.conventions[begin-1].Departures {
			return nil
		}
		end := begin
		for end < len(s.conventions) && end < begin+size && s.conventions[end].Departures == departures {
			end++
		}
		var block []engine.Configuration
		for _, c := range s.conventions[begin:end] {
			block = append(block, c.Configuration)
		}
		answer, err := notebook.Answer(ctx, env, ask.NewSurvey(block))
		if err != nil {
			if ctx.Err() != nil {
				return interrupted(ctx, fmt.Sprintf("%s of %s conventions of %s were played; what is finished is kept, and the same command goes on there",
					humanize.Comma(int64(s.played)), humanize.Comma(int64(len(s.conventions))), s.game))
			}
			return err
		}
		for i, c := range block {
			s.judge(c, answer[i])
		}
		bar.Add(perConvention * float64(len(block)))
		s.played, begin = end, end
	}
	return nil
}

// mostNearest is how many conventions that do not give the figure are told of.
const mostNearest = 5

// judge compares what a convention comes to with what is wanted.
func (s *conventionSearch) judge(c engine.Configuration, a ask.Surveyed) {
	c.First = a.First
	for _, counted := range []struct {
		until     string
		histogram []int
	}{{"hit", a.Hit}, {"known", a.Known}} {
		e := explanation{Configuration: c, Counting: counted.until, Figures: tree.Summarise(counted.histogram)}
		e.Differences = s.wanted.Differences(e.Figures)
		if len(e.Differences) == 0 {
			if !slices.ContainsFunc(s.found, func(other explanation) bool { return other.Configuration == c && other.Counting == e.Counting }) {
				s.found = append(s.found, e)
			}
			continue
		}
		i, _ := slices.BinarySearchFunc(s.nearest, e, func(a, b explanation) int {
			return cmp.Or(cmp.Compare(s.distance(a), s.distance(b)), -1) // of equals, those played first come first
		})
		if i < mostNearest {
			s.nearest = slices.Insert(s.nearest, i, e)
			s.nearest = s.nearest[:min(len(s.nearest), mostNearest)]
		}
	}
}

// distance is how far what a convention comes to is from what is wanted: in
// guesses per secret, a secret in another bar of the histogram counted as one,
// and a guess of the worst case as a hundredth.
func (s *conventionSearch) distance(e explanation) float64 {
	d := 0.0
	if mean, err := strconv.ParseFloat(s.wanted.Mean, 64); err == nil {
		d += max(mean-e.Mean, e.Mean-mean)
	}
	if s.wanted.Histogram != nil {
		d += float64(report.HistogramDistance(e.Histogram, s.wanted.Histogram)) / float64(game.CountSecrets(s.game))
	}
	if s.wanted.Worst != 0 {
		d += float64(max(s.wanted.Worst-e.Worst, e.Worst-s.wanted.Worst)) / 100
	}
	return d
}

func (s *conventionSearch) print(out io.Writer, v report.View) error {
	count := func(n int) string { return humanize.Comma(int64(n)) }
	progress := fmt.Sprintf("%s of %s conventions of %s were played", count(s.played), count(len(s.conventions)), s.game)
	columns := []report.Column[explanation]{
		{Title: "criterion", Value: func(e explanation) any { return e.Criterion }},
		{Title: "pool", Value: func(e explanation) any { return e.Pool }},
		{Title: "ties", Wrap: 22, Value: func(e explanation) any { return e.Ties }},
		{Title: "order", Value: func(e explanation) any { return e.Order }},
		{Title: "endgame", Value: func(e explanation) any { return e.Endgame }},
		{Title: "first guess", Value: func(e explanation) any { return e.First }},
		{Title: "until", Value: func(e explanation) any { return e.Counting }},
		{Title: "total", Value: func(e explanation) any { return e.Total }},
		{Title: "mean", Value: func(e explanation) any { return report.Mean(e.Mean) }},
		{Title: "worst", Value: func(e explanation) any { return e.Worst }},
	}
	if len(s.found) == 0 {
		if _, err := fmt.Fprintf(out, "%s: none of the conventions gives %s (%s). The nearest:\n", s.game, s.wanted, progress); err != nil {
			return err
		}
		return report.NewTable(s.nearest, columns).Show(out, v)
	}
	verb := "give"
	if len(s.found) == 1 {
		verb = "gives"
	}
	if _, err := fmt.Fprintf(out, "%s: %s %s %s (%s):\n", s.game, plural(len(s.found), "convention"), verb, s.wanted, progress); err != nil {
		return err
	}
	if err := report.NewTable(s.found, columns).Show(out, v); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "To play the first: %s measure %s\n", programName(), flagsOf(s.found[0].Configuration))
	return err
}

// flagsOf writes a configuration as the flags of measure.
func flagsOf(c engine.Configuration) string {
	s := c.Strategy.WithDefaults()
	return fmt.Sprintf("--game %s --criterion %s --pool %s --ties %s --order %s --endgame %d --first %s", c.Game, s.Criterion, s.Pool, s.Ties, s.Order, s.Endgame, c.First)
}

func (s *conventionSearch) writeJSON(out io.Writer) error {
	written := struct {
		Game        string        `json:"game"`
		Conventions int           `json:"conventions"`
		Played      int           `json:"played"`
		Found       []explanation `json:"found"`
		Nearest     []explanation `json:"nearest"`
	}{s.game.String(), len(s.conventions), s.played, s.found, s.nearest}
	if written.Found == nil {
		written.Found = []explanation{}
	}
	return json.NewEncoder(out).Encode(written)
}
