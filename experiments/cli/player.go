package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/external"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// playerHelp says in the help of commands how programs of others take part.
const playerHelp = `With --player a program in any language chooses the guesses: it reads positions
from standard input and writes guesses to standard output, as "codebreak help
player" says. --workers copies of it are started, not through a shell unless
--player-shell is given. It runs with your rights: whatever you may read, change or
delete, it may too. Run only programs that you trust.`

// playerHelpCommand is a page of help, and does nothing.
func playerHelpCommand() *cobra.Command {
	return &cobra.Command{Use: "player", Short: "How a program of yours takes part", Long: strings.TrimSpace(external.Protocol)}
}

// playerFlags choose a player in place of a strategy.
type playerFlags struct {
	command string
	shell   bool
	seed    uint64
	timeout time.Duration
}

func (f *playerFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.command, "player", "", "program that chooses the guesses, with its arguments, such as 'python3 mine.py'; see codebreak help player")
	flags.BoolVar(&f.shell, "player-shell", false, "have a shell (/bin/sh -c) run the player's command")
	flags.Uint64Var(&f.seed, "player-seed", 0, "seed that the player is told")
	flags.DurationVar(&f.timeout, "player-timeout", external.DefaultTimeout, "how long the player may take for an answer")
}

// inPlace adds the flags, of a player in place of a strategy that other flags choose.
func (f *playerFlags) inPlace(cmd *cobra.Command) {
	f.addTo(cmd)
	for _, name := range []string{"criterion", "pool", "ties", "order", "endgame"} {
		cmd.MarkFlagsMutuallyExclusive(name, "player")
	}
}

// check refuses flags that do not go together, and says whether there is a player.
func (f *playerFlags) check(cmd *cobra.Command) (given bool, err error) {
	flags := cmd.Flags()
	if !flags.Changed("player") {
		for _, name := range []string{"player-shell", "player-seed", "player-timeout"} {
			if flags.Changed(name) {
				return false, usagef("--%s goes with --player, which is not given", name)
			}
		}
		return false, nil
	}
	if f.timeout <= 0 {
		return true, usagef("--player-timeout is %s; it must be more than 0", f.timeout)
	}
	_, err = f.words()
	return true, err
}

// words are the program and its arguments.
func (f *playerFlags) words() ([]string, error) {
	if f.shell && strings.TrimSpace(f.command) != "" {
		return []string{"/bin/sh", "-c", f.command}, nil
	}
	words, err := external.Split(f.command)
	if err != nil {
		return nil, usagef("--player: %w", err)
	}
	return words, nil
}

// name is what stands for the player where a strategy has a name.
func (f *playerFlags) name() strategy.Criterion {
	return strategy.Criterion(printable("player " + strings.Join(strings.Fields(f.command), " ")))
}

// playedBy is the game and the first guess, as they are checked for strategies; which
// strategy it is does not matter.
func playedBy(c engine.Configuration) ask.Play {
	return ask.NewPlay(engine.Configuration{Game: c.Game, First: c.First, Strategy: strategy.Strategy{Criterion: strategy.Simple}})
}

// playExternal has a player play every secret of a game, against each so many times
// if it draws. c says which game it is, and with which guess it begins.
func (a *app) playExternal(ctx context.Context, f *playerFlags, c engine.Configuration, runs int) (game.Game, *external.Outcome, error) {
	command, err := f.words()
	if err != nil {
		return nil, nil, err
	}
	x, err := playedBy(c).Experiment()
	if err != nil {
		return nil, nil, usageError{err}
	}
	if err := ask.CheckMemory(a.env(), x.Game); err != nil {
		return nil, nil, usageError{err}
	}
	bar := a.newProgress(1)
	defer bar.finish()
	bar.Start("the player")
	out, err := external.Play(ctx, x.Game, external.Options{
		Command: command, Copies: a.workers, Seed: f.seed, Timeout: f.timeout, First: x.First, Runs: runs,
		Say: func(line string) { a.say("player: %s", line) }, Progress: bar.Add,
	})
	bar.finish()
	var start *external.StartError
	switch {
	case errors.As(err, &start):
		err = usagef("--player: %w", err)
	case errors.Is(err, external.ErrDraws), errors.Is(err, external.ErrDrawsNot):
		err = usageError{err}
	}
	if out != nil {
		a.say("%d questions to %s, answered in %.2f s: %.0f a second", out.Asked, copies(out.Copies), out.Took.Seconds(), float64(out.Asked)/out.Took.Seconds())
	}
	return x.Game, out, err
}

func copies(n int) string {
	if n == 1 {
		return "1 copy"
	}
	return fmt.Sprintf("%d copies", n)
}

// A measuredPlayer is what measure --player prints as JSON. Programs read it: its
// keys stay as they are.
type measuredPlayer struct {
	Game    string `json:"game"`
	Player  string `json:"player"`
	First   string `json:"first"`
	Secrets int    `json:"codes"`
	tree.Figures
	Known   tree.Figures `json:"known"`
	Nodes   int          `json:"nodes"`
	Remarks []string     `json:"remarks"`
}

// A sampledPlayer is the same of a player that draws its guesses.
type sampledPlayer struct {
	Game       string  `json:"game"`
	Player     string  `json:"player"`
	First      string  `json:"first"` // empty if chance decides
	Sampled    bool    `json:"sampled"`
	Confidence float64 `json:"confidence"`
	Worst      int     `json:"worst"` // of the games played
	external.Estimate
}

// A measuring is what is to be printed of a player that is measured.
type measuring struct {
	asJSON, asCSV, asOutline, asMarkdown, withStats bool
	plot                                            string // file of the picture; empty for none
	expected                                        report.Quoted
}

// measurePlayer measures a player, and prints what comes out.
func (a *app) measurePlayer(cmd *cobra.Command, f *playerFlags, c engine.Configuration, runs int, m measuring) error {
	if err := checkGiven(cmd, c); err != nil {
		return err
	}
	if cmd.Flags().Changed("expect") {
		if err := checkExpected(playedBy(c), m.expected); err != nil {
			return usagef("--expect: %w", err)
		}
	}
	ctx, out := cmd.Context(), cmd.OutOrStdout()
	began := time.Now()
	g, outcome, failed := a.playExternal(ctx, f, c, runs)
	if outcome == nil {
		return advised(failed)
	}
	// A player that only fails to end has played all the same.
	var err error
	result := f.result(outcome)
	if m.withStats {
		if err := printStats(a.stderr, began, result, strategy.Work{}); err != nil {
			return err
		}
	}
	e := outcome.Estimate
	if m.plot != "" {
		if err := a.draw(m.plot, alone(playerSubject(g, f, result, outcome))); err != nil {
			return errors.Join(err, failed)
		}
	}
	switch {
	case e != nil && (m.asOutline || m.expected.Mean != ""):
		err = usagef("the player draws its guesses, so that it has no decision tree, which --outline and --expect are of")
	case m.asCSV:
		err = comparison{Subjects: []measuredSubject{playerSubject(g, f, result, outcome)}}.histogramTable(true).CSV(out)
	case e != nil && m.asJSON:
		err = json.NewEncoder(out).Encode(sampledPlayer{g.String(), f.command, c.First, true, chance.Confidence, e.Worst(), *e})
	case e != nil:
		err = writePage(out, m.asMarkdown, func(page *bytes.Buffer, v report.View) error { return printPlayerSample(page, g, f, c.First, *e, v) })
	case m.asJSON:
		err = json.NewEncoder(out).Encode(measuredPlayer{result.Game, f.command, result.First, result.Secrets, result.Figures, result.Known, result.Nodes, append([]string{}, outcome.Remarks...)})
	case m.asOutline:
		err = outcome.Tree.WriteOutline(interruptible{ctx, out})
	default:
		var others []engine.Result
		if others, err = a.builtIn(ctx, g, c.First); err == nil {
			err = writePage(out, m.asMarkdown, func(page *bytes.Buffer, v report.View) error {
				return printPlayer(page, g, result, outcome.Remarks, others, v)
			})
		}
	}
	if err == nil && m.expected.Mean != "" {
		err = a.compareExpected(result, m.expected)
	}
	return errors.Join(err, failed)
}

// advised says which flag is missing, or is too much, where a player draws its
// guesses, or does not.
func advised(err error) error {
	switch {
	case errors.Is(err, external.ErrDraws):
		return usagef("%w: give --runs N, and it plays N games against each secret", external.ErrDraws)
	case errors.Is(err, external.ErrDrawsNot):
		return usagef("--runs: %w", external.ErrDrawsNot)
	}
	return err
}

// result is what a player with a tree comes to.
func (f *playerFlags) result(o *external.Outcome) engine.Result {
	if o.Tree == nil {
		return engine.Result{}
	}
	return engine.NewResult(strategy.Strategy{Criterion: f.name()}, o.Tree)
}

// comparedPlayer has a player play a game, to be compared with other subjects.
func (a *app) comparedPlayer(ctx context.Context, f *playerFlags, name string, runs int) (measuredSubject, error) {
	g, outcome, err := a.playExternal(ctx, f, engine.Configuration{Game: name}, runs)
	if outcome == nil || err != nil {
		return measuredSubject{}, advised(err)
	}
	return playerSubject(g, f, f.result(outcome), outcome), nil
}

// playerSubject is what a player comes to, to be drawn or compared.
func playerSubject(g game.Game, f *playerFlags, r engine.Result, o *external.Outcome) measuredSubject {
	if o.Estimate == nil {
		m := measuredStrategy(o.Tree, r)
		m.Kind = "player"
		return m
	}
	m := measuredFigures("sampled", g, tree.Summarise(o.Estimate.Histogram))
	m.Name, m.Secrets, m.Mean, m.Low, m.High = string(f.name()), o.Estimate.Runs, maybe(o.Estimate.Mean), o.Estimate.Low, o.Estimate.High
	return m
}

// mostCompared is how many seconds playing the built-in strategies may cost, which a
// player is compared with.
const mostCompared = 5

// builtIn plays the strategies of the literature, to be compared with a player; none
// if that takes long.
func (a *app) builtIn(ctx context.Context, g game.Game, first string) ([]engine.Result, error) {
	var out []engine.Result
	for _, criterion := range strategy.Classic() {
		play := ask.NewPlay(engine.Configuration{Game: g.String(), Strategy: strategy.Strategy{Criterion: criterion}, First: first})
		if play.Cost() > mostCompared {
			return nil, nil
		}
		_, r, err := a.playOne(ctx, play, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// printPlayer prints what a player comes to, and what others do.
func printPlayer(out *bytes.Buffer, g game.Game, r engine.Result, remarks []string, others []engine.Result, v report.View) error {
	if err := printResult(out, g, r, fmt.Sprintf("%s, first guess %s", r.Criterion, r.First), v); err != nil {
		return err
	}
	p := chancePage{out, v}
	for _, f := range published.Averages() {
		if f.Subject.Game != r.Game {
			continue
		}
		if c := report.Compare(f, r); c.Verdict == report.Exact || c.Verdict == report.AsPublished {
			p.say("the same as is published as %s: %s", f.ID, c.Verdict)
		}
	}
	for _, remark := range remarks {
		p.say("remark: %s", remark)
	}
	if len(others) == 0 {
		return nil
	}
	if !v.Markdown {
		fmt.Fprintln(out)
	}
	type row = engine.Result
	err := report.NewTable(append([]row{r}, others...), []report.Column[row]{
		{Title: "beside built-in strategies", Wrap: 30, Value: func(o row) any { return o.Strategy }},
		{Title: "first guess", Short: "first", Value: func(o row) any { return o.First }},
		{Title: "total", Value: func(o row) any { return o.Total }},
		{Title: "more than the player's", Short: "more", Value: func(o row) any { return o.Total - r.Total }},
		{Title: "mean", Value: func(o row) any { return report.Mean(o.Mean) }},
		{Title: "worst", Value: func(o row) any { return o.Worst }},
	}).Show(out, v)
	p.end()
	return err
}

// printPlayerSample prints what games of a player come to that draws its guesses.
func printPlayerSample(out *bytes.Buffer, g game.Game, f *playerFlags, first string, e external.Estimate, v report.View) error {
	p := chancePage{out, v}
	if first == "" {
		first = "by chance"
	}
	p.say("%s = %s, %d secrets", g, g.Describe(), e.Secrets)
	p.say("%s, first guess %s", f.name(), first)
	if !v.Markdown {
		fmt.Fprintln(out)
	}
	p.say("sampled, not exact: %d games against each secret with seed %d, mean %s, standard deviation %s, at most %d guesses", e.Runs, e.Seed, report.Mean(e.Mean), report.Decimals(e.Stddev, 5), e.Worst())
	p.say("the expected mean is between %s and %s, with a confidence of 99 %%", report.Mean(e.Low), report.Mean(e.High))
	var counts []float64
	for _, n := range e.Histogram {
		counts = append(counts, float64(n))
	}
	err := p.histogram("games", counts, 0)
	p.say("lower bound on the mean: %s", report.Mean(bounds.ByCounting(e.Secrets, g.Outcomes()).Mean))
	return err
}
