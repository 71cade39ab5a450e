package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/short"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// explainFlags say what figure to look for, and among what.
type explainFlags struct {
	wanted           report.Quoted
	game, histogram  string
	firsts, criteria []string
	all, reuse       bool
	written          formatFlag
	format           string // as written says
}

func (a *app) explainCommand() *cobra.Command {
	var f explainFlags
	cmd := &cobra.Command{
		Use:   "explain [MEAN]",
		Short: "Search for the conventions that give a published figure",
		Args:  takes(0, 1, "at most one mean"),
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
	flags.StringVar(&f.histogram, "histogram", "", `histogram as printed, such as "1:1 2:4 3:62", or from one guess up: 1,4,62`)
	flags.StringSliceVar(&f.firsts, "first", nil, "first guesses, with commas (default: the strategy's own choice, then every kind)")
	flags.StringSliceVar(&f.criteria, "criterion", nil, "criteria, with commas (default: any)")
	flags.BoolVar(&f.all, "all", false, "play all conventions, even when some give the figure")
	f.written.addTo(cmd)
	reuseFlag(flags, &f.reuse)
	return cmd
}

// check refuses what does not go together, and reads the figure.
func (f *explainFlags) check(cmd *cobra.Command, args []string) (err error) {
	if f.format, err = f.written.read(cmd); err != nil {
		return err
	}
	flags := cmd.Flags()
	if err := notEmpty(cmd, "game", "mean", "histogram"); err != nil {
		return err
	}
	if len(args) == 1 {
		if f.wanted.Mean != "" {
			return usagef("the mean is given twice: %s and --mean %s", args[0], f.wanted.Mean)
		}
		f.wanted.Mean = args[0]
	}
	if flags.Changed("worst") && f.wanted.Worst < 1 {
		return usagef("--worst is %d; it must be at least 1", f.wanted.Worst)
	}
	if f.wanted.Mean == "" && f.wanted.Worst == 0 && f.histogram == "" {
		return usagef("explain needs a figure: MEAN, --worst or --histogram; see codebreak explain --help")
	}
	if f.histogram != "" {
		if f.wanted.Histogram, err = published.ParseHistogram(f.histogram); err != nil {
			return usagef("--histogram: %w", err)
		}
	}
	criteria := short.Texts(configs.ConventionCriteria())
	for _, c := range f.criteria {
		if !slices.Contains(criteria, c) {
			return usageError{unknown("criterion", c, criteria)}
		}
	}
	return nil
}

// explain searches game after game, and writes what was found, even if it is stopped.
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
		if err = a.searchConventions(ctx, r.Env, &searches[i], f.all); err != nil || len(searches[i].Found) > 0 && !f.all {
			break
		}
	}
	a.sayUsage(r.Store.Usage())
	found := false
	for _, s := range searches {
		if s.Played > 0 { // else it was stopped before
			found = found || len(s.Found) > 0
			err = errors.Join(err, write(out, f.format, s))
		}
	}
	if err == nil && !found {
		return fmt.Errorf("no convention that was played gives %s", f.wanted)
	}
	return err
}

// A conventionSearch looks for the conventions of a game that give a figure.
type conventionSearch struct {
	Game    string        `json:"game"`
	Of      int           `json:"conventions"`
	Played  int           `json:"played"`
	Found   []explanation `json:"found"`
	Nearest []explanation `json:"nearest"` // of those that do not give it, the nearest first

	secrets     int
	wanted      report.Quoted
	conventions []configs.Convention
}

// An explanation is a convention with its figures.
type explanation struct {
	engine.Configuration
	Until string `json:"until"` // the secret is "solved" or "identified"
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
		g, err := a.parseGame(name)
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
		playable := slices.DeleteFunc(configs.Conventions(g, f.firsts), func(c configs.Convention) bool {
			_, err := c.Parse() // fails for what the game has not, such as a first guess that a strategy cannot make
			return err != nil || len(f.criteria) > 0 && !slices.Contains(f.criteria, string(c.Criterion))
		})
		searches = append(searches, conventionSearch{Game: g.String(), Of: len(playable), Found: []explanation{}, Nearest: []explanation{}, secrets: secrets, wanted: f.wanted, conventions: playable})
	}
	if len(searches) == 0 {
		return nil, usageError{errors.New(strings.Join(why, "; "))}
	}
	for _, w := range why {
		a.say("%s", w)
	}
	return searches, nil
}

// blockSeconds is about how long a block of conventions takes with one worker:
// what is lost if the search is stopped.
const blockSeconds = 4

// searchConventions plays conventions, those with the fewest departures first, until some
// give what is wanted, or all are played.
func (a *app) searchConventions(ctx context.Context, env notebook.Env, s *conventionSearch, all bool) error {
	if s.Of == 0 {
		return nil
	}
	perConvention := ask.NewPlay(s.conventions[0].Configuration).Cost()
	size := max(1, min(500, int(blockSeconds/perConvention)))
	bar := a.newProgress(perConvention * float64(s.Of))
	defer bar.finish()
	for s.Played < s.Of {
		begin := s.Played
		departures := s.conventions[begin].Departures
		if len(s.Found) > 0 && !all && departures > s.conventions[begin-1].Departures {
			return nil
		}
		var block []engine.Configuration
		for _, c := range s.conventions[begin:min(begin+size, s.Of)] {
			if c.Departures == departures {
				block = append(block, c.Configuration)
			}
		}
		answer, err := notebook.Answer(ctx, env, ask.NewSurvey(block))
		if err != nil {
			if ctx.Err() != nil {
				return interrupted(ctx, fmt.Sprintf("%s were played and kept; run again to resume", s.progress()))
			}
			return err
		}
		for i, c := range block {
			s.judge(c, answer[i])
		}
		bar.Add(perConvention * float64(len(block)))
		s.Played += len(block)
	}
	return nil
}

func (s conventionSearch) progress() string {
	return fmt.Sprintf("%s of %s conventions of %s", humanize.Comma(int64(s.Played)), humanize.Comma(int64(s.Of)), s.Game)
}

// mostNearest is how many conventions that do not give the figure are shown.
const mostNearest = 5

// judge compares the figures of a convention with what is wanted.
func (s *conventionSearch) judge(c engine.Configuration, a ask.Surveyed) {
	c.First = a.First
	for i, histogram := range [][]int{a.Hit, a.Known} {
		until := []string{"solved", "identified"}[i]
		e := explanation{Configuration: c, Until: until, Figures: tree.Summarise(histogram)}
		e.Differences = s.wanted.Differences(e.Figures)
		if len(e.Differences) == 0 {
			if !slices.ContainsFunc(s.Found, func(other explanation) bool { return other.Configuration == c && other.Until == until }) {
				s.Found = append(s.Found, e)
			}
			continue
		}
		i, _ := slices.BinarySearchFunc(s.Nearest, e, func(a, b explanation) int {
			return cmp.Or(cmp.Compare(s.distance(a), s.distance(b)), -1) // of equals, those played first come first
		})
		s.Nearest = slices.Insert(s.Nearest, i, e)
		s.Nearest = s.Nearest[:min(len(s.Nearest), mostNearest)]
	}
}

// distance is how far a convention is from what is wanted: in guesses per secret, a
// secret in another bar of the histogram counted as one, and a guess of the worst case
// as a hundredth.
func (s *conventionSearch) distance(e explanation) float64 {
	d := 0.0
	if mean, err := strconv.ParseFloat(s.wanted.Mean, 64); err == nil {
		d += math.Abs(mean - e.Mean)
	}
	if s.wanted.Histogram != nil {
		d += float64(report.HistogramDistance(e.Histogram, s.wanted.Histogram)) / float64(s.secrets)
	}
	if s.wanted.Worst != 0 {
		d += math.Abs(float64(s.wanted.Worst-e.Worst)) / 100
	}
	return d
}

// table has the conventions that give the figure, or else the nearest.
func (s conventionSearch) table() *report.Table {
	rows := s.Found
	if len(rows) == 0 {
		rows = s.Nearest
	}
	return report.TableOf(rows, "criterion | pool | ties | order | endgame | first guess | until | total | mean | worst", func(e explanation) []any {
		return []any{e.Criterion, e.Pool, e.Ties, e.Order, e.Endgame, e.First, e.Until, e.Total, report.Mean(e.Mean), e.Worst}
	})
}

func (s conventionSearch) print(p *paper) {
	if len(s.Found) == 0 {
		p.say("%s: no convention gives %s (%s were played). The nearest:", s.Game, s.wanted, s.progress())
		p.show(s.table())
		return
	}
	verb := "give"
	if len(s.Found) == 1 {
		verb = "gives"
	}
	p.say("%s: %s %s %s (%s were played):", s.Game, plural(len(s.Found), "convention"), verb, s.wanted, s.progress())
	p.show(s.table())
	p.say("To play the first: %s measure %s", programName(), engine.Subject{Configuration: s.Found[0].Configuration})
}
