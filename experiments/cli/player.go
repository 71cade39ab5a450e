package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/external"
	"codebreak/experiments/store"
	"codebreak/experiments/transcript"
	"codebreak/report"
)

// playerFlags choose a player in place of a strategy.
type playerFlags struct {
	command string
	words   []string // the program and its arguments
	shell   bool
	seed    uint64
	timeout time.Duration
}

func (f *playerFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.command, "player", "", "program that chooses the guesses, with its arguments, such as 'python3 mine.py'; see codebreak help player")
	flags.BoolVar(&f.shell, "player-shell", false, "run the player's command in a shell (/bin/sh -c)")
	flags.Uint64Var(&f.seed, "player-seed", 0, "random seed passed to the player")
	flags.DurationVar(&f.timeout, "player-timeout", external.DefaultTimeout, "how long the player may take for a guess")
}

// given reports whether there is a player.
func (f playerFlags) given() bool { return f.command != "" }

// check refuses flags that do not go together, and takes the command apart.
func (f *playerFlags) check(cmd *cobra.Command) (err error) {
	switch {
	case !given(cmd, "player"):
		return goWith(cmd, "player", "player-shell", "player-seed", "player-timeout")
	case f.timeout <= 0:
		return usagef("--player-timeout is %s; it must be more than 0", f.timeout)
	}
	f.words = []string{"/bin/sh", "-c", f.command}
	if !f.shell || strings.TrimSpace(f.command) == "" {
		f.words, err = external.Split(f.command)
	}
	return usageOf("--player", err)
}

// inPlace has the player play the game of a subject, which must not choose a strategy.
func (f playerFlags) inPlace(s subject) (subject, error) {
	if s.play == nil || s.asked != (engine.Subject{Configuration: engine.Configuration{Game: s.asked.Game, First: s.asked.First}}) {
		return s, usagef("%q: --player chooses the guesses; give it a game, and at most the first guess", s.spec)
	}
	s.spec, s.player = s.asked.Game, &f
	return s, nil
}

// name is what stands for the player where a strategy has a name.
func (f playerFlags) name() string {
	return printable("player " + strings.Join(strings.Fields(f.command), " "))
}

// measurePlayer has a player play every secret, with runs games against each if it draws
// its guesses. The outcome may be there beside an error: a player that only fails to end
// has played all the same.
func (a *app) measurePlayer(ctx context.Context, s subject, runs int) (o outcome, err error) {
	var out *external.Outcome
	err = a.withPlayer(s, func(options external.Options) (err error) {
		options.Runs = runs
		out, err = external.Play(ctx, s.game, options)
		return err
	})
	if out == nil {
		return o, err
	}
	a.say("%s to %s, answered in %.2f s: %.0f per second", plural(out.Asked, "question"), plural(out.Copies, "copy"), out.Took.Seconds(), float64(out.Asked)/out.Took.Seconds())
	if out.Estimate != nil {
		o = sampledOutcome(ofPlayer, s.game, *out.Estimate)
		o.Name, o.First = s.player.name(), s.asked.First
		return o, err
	}
	o = outcomeOf(ofPlayer, s.player.name(), strategy.Strategy{}, out.Tree)
	o.Remarks = out.Remarks
	return o, err
}

// withPlayer has the player of a subject play; errors name the flags that they are about.
func (a *app) withPlayer(s subject, play func(external.Options) error) error {
	bar := a.newProgress(1)
	defer bar.Finish()
	bar.Start("the player")
	options := external.Options{
		Command: s.player.words, Copies: a.workers, Seed: s.player.seed, Timeout: s.player.timeout,
		Say: func(line string) { a.say("player: %s", line) }, Progress: bar.Add,
	}
	if s.play != nil {
		options.First = s.play.First
	}
	switch err := play(options); {
	case errors.Is(err, exec.ErrNotFound):
		return usagef("--player: program %q not found", s.player.words[0])
	case errors.Is(err, external.ErrStart):
		return usagef("--player: %q cannot be started: %w", s.player.words[0], store.Cause(err))
	case errors.Is(err, external.ErrDraws):
		return usagef("%w: give --runs N, and it plays N games against each secret", err)
	case errors.Is(err, external.ErrDrawsNot):
		return usagef("--runs: %w", err)
	default:
		return err
	}
}

// seriesFlags have a player play against some secrets, and keep the games.
type seriesFlags struct {
	secrets, limit int
	stratified     bool
	file, agent    string
	rate, maxCost  float64
}

func (f *seriesFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.secrets, "secrets", 0, "number of secrets that --player plays, drawn with --seed (default: all); it may then be slow, random and faulty")
	flags.BoolVar(&f.stratified, "stratified", false, "draw the --secrets in proportion to how often symbols repeat in them")
	flags.StringVar(&f.file, "games", "", "file to which finished games are added, for judge; a stopped run resumes from it")
	flags.StringVar(&f.agent, "agent", "", "name of the player in --games (default: its program's)")
	flags.IntVar(&f.limit, "limit", 20, "turns of a game of --secrets, at most")
	flags.Float64Var(&f.rate, "rate", math.Inf(1), "guesses per minute that --player is asked for, at most (default: any)")
	flags.Float64Var(&f.maxCost, "max-cost", math.Inf(1), "begin no more games when the guesses of --player cost this, as it says (default: any)")
	flags.Lookup("rate").DefValue, flags.Lookup("max-cost").DefValue = "0", "0" // which help does not show
}

// check refuses values that are not allowed, and flags that do not go together.
func (f *seriesFlags) check(cmd *cobra.Command, s subject) error {
	if !given(cmd, "secrets") {
		return goWith(cmd, "secrets", "stratified", "games", "agent", "limit", "rate", "max-cost")
	}
	secrets := game.CountSecrets(s.game)
	return cmp.Or(
		refuse(s.player == nil, "--secrets goes with --player, which is not given"),
		refuse(f.secrets < 1 || f.secrets > secrets, "--secrets is %d; it must be at least 1 and at most %d, all of %s", f.secrets, secrets, s.game),
		refuse(f.limit < 1 || f.limit > tree.MaxGuesses, "--limit is %d; it must be at least 1 and at most %d", f.limit, tree.MaxGuesses),
		refuse(!(f.rate >= 0.01), "--rate is %g; it must be at least 0.01", f.rate),
		refuse(!(f.maxCost > 0), "--max-cost is %g; it must be more than 0", f.maxCost),
		notEmpty(cmd, "games", "agent"), excludes(cmd, "secrets", "runs", "expect", "outline", "plot"), // judge draws
	)
}

// A series is what the games of a player against some secrets were.
type series struct {
	Agent  string  `json:"agent"`
	Played int     `json:"games_played"`
	Solved int     `json:"games_solved"`
	Limit  int     `json:"limit"`           // of turns
	Format int     `json:"format_failures"` // turns lost to guesses that are not codes
	Lost   int     `json:"turns_lost"`      // for any reason
	Cost   float64 `json:"cost"`            // as the player says
	File   string  `json:"games,omitempty"`
	again  string  // judges the file
}

// A seriesMeta is what else a game depends on, and what it cost.
type seriesMeta struct {
	First      string  `json:"first,omitempty"`
	PlayerSeed uint64  `json:"player_seed,omitempty"`
	Cost       float64 `json:"cost,omitempty"`
}

// measureSeries has a player play against some secrets.
func (a *app) measureSeries(ctx context.Context, s subject, f seriesFlags, seed uint64) (o outcome, err error) {
	words := strings.Fields(s.player.command)
	agent := filepath.Base(words[max(0, slices.IndexFunc(words, isFile))]) // its script, if it has one
	run := &external.Series{Secrets: external.Draw(s.game, f.secrets, seed, f.stratified), Limit: f.limit, Every: time.Duration(float64(time.Minute) / f.rate)}
	games := make([]transcript.Game, f.secrets)
	for i, secret := range run.Secrets {
		games[i] = transcript.Game{
			Game: s.game.String(), Agent: cmp.Or(f.agent, agent), ID: fmt.Sprintf("%d/%d", seed, i+1), Limit: f.limit, Secret: s.game.FormatCode(secret), Seed: &seed,
		}
	}
	meta := seriesMeta{First: s.asked.First, PlayerSeed: s.player.seed}
	add := func([]byte) error { return nil }
	if f.file != "" {
		journal, text, err := store.OpenJournal(ctx, f.file, a.env().Memory/timesJournal)
		if err != nil {
			return o, usagef("--games: %s: %w", f.file, store.OfMemory(store.Cause(err)))
		}
		defer journal.Close()
		if err := readSeries(ctx, f.file, text, games, meta); err != nil {
			return o, usageOf("--games", err)
		}
		add = journal.Add
	}
	spent := 0.0
	for i, g := range games {
		spent += metaOf(g).Cost
		if g.Rounds == nil {
			run.Left = append(run.Left, i)
		}
	}
	left := len(run.Left)
	if left < len(games) {
		a.say("%d of %s found in %s", len(games)-left, plural(len(games), "game"), f.file)
	}
	limited := func() error {
		if spent >= f.maxCost && left > 0 {
			return fmt.Errorf("--max-cost is reached: %.4g", spent)
		}
		return nil
	}
	failed := a.withPlayer(s, func(options external.Options) error {
		run.Keep = func(i int, rounds []transcript.Round, cost float64) error {
			meta.Cost = cost
			games[i].Rounds = rounds
			if meta != (seriesMeta{}) {
				games[i].Meta, _ = json.Marshal(meta) // its numbers are finite
			}
			line, err := games[i].Write()
			if err = errors.Join(err, add(line)); err != nil {
				return fmt.Errorf("--games: %w", err)
			}
			options.Progress(1 / float64(len(run.Left)))
			left, spent = left-1, spent+cost
			if run.Unpriced && !math.IsInf(f.maxCost, 1) {
				return fmt.Errorf("--max-cost: the player does not say what its guesses cost; see %s", typed("help", "player"))
			}
			return limited()
		}
		if err := limited(); err != nil {
			return err
		}
		return run.Play(ctx, s.game, options)
	})
	kept := fmt.Sprintf("%d of %s kept in %s; run again to resume", len(games)-left, plural(len(games), "game"), f.file)
	kept = either(f.file != "", kept, "nothing is kept; --games FILE keeps games")
	switch {
	case left > 0 && ctx.Err() != nil:
		return o, interrupted(ctx, kept)
	case left > 0:
		return o, fmt.Errorf("%w; %s", failed, kept)
	}
	o = seriesOutcome(s.game, games, seed)
	o.series.File, o.First = f.file, s.asked.First
	o.series.again = a.again("judge", pathArgument(f.file))
	return o, failed
}

func metaOf(g transcript.Game) (m seriesMeta) {
	_ = json.Unmarshal(g.Meta, &m) // what is not ours is empty
	return m
}

// timesJournal is how much more memory the games of a file take than it has bytes.
const timesJournal = 8

// readSeries puts the rounds that a file has with the games. All must be of this series.
func readSeries(ctx context.Context, name string, text []byte, games []transcript.Game, meta seriesMeta) error {
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	torn, start := text[len(whole):], []byte(`{"v":1,"game":`)
	if !bytes.HasPrefix(torn, start) && !bytes.HasPrefix(start, torn) {
		return fmt.Errorf("%s: its last line is not a game; name another file", name)
	}
	label := func(g transcript.Game) string {
		run, _, _ := strings.Cut(g.ID, "/")
		return fmt.Sprintf("%s, %s, seed %s, limit %d", g.Game, g.Agent, run, g.Limit)
	}
	number := map[string]int{} // of a game, by its ID
	for i, g := range games {
		number[g.ID] = i
	}

	for g, err := range transcript.Read(ctx, name, bytes.NewReader(whole), transcript.Options{Form: "transcript"}) {
		if err != nil {
			return err
		}
		fail := func(format string, args ...any) error {
			return fmt.Errorf("%s:%d: %w", name, g.Line, fmt.Errorf(format, args...))
		}
		if got, want := label(g), label(games[0]); got != want {
			return fail("it is of %s; this run is of %s", got, want)
		}
		got := metaOf(g)
		if !(got.Cost >= 0 && got.Cost <= external.MostCost*transcript.MaxLimit) {
			return fail("its cost is %g", got.Cost)
		}
		got.Cost = 0
		i, ok := number[g.ID]
		if !ok || games[i].Secret != g.Secret || got != meta {
			return fail("it is of another sample, first guess or player seed; name another file")
		}

		// A player's game has all its turns among its rounds, and ends with the limit.
		if len(g.Rounds) == 0 || len(g.Rounds) > g.Limit || g.Failures > 0 {
			return fail("it has %d rounds and %d more lost turns; a game of this run has 1 to %d rounds",
				len(g.Rounds), g.Failures, games[0].Limit)
		}
		games[i].Rounds, games[i].Meta = g.Rounds, g.Meta
	}
	return nil
}

// seriesOutcome adds games up. The mean is that of the turns of solved games.
func seriesOutcome(g game.Game, games []transcript.Game, seed uint64) outcome {
	s := &series{Agent: games[0].Agent, Played: len(games), Limit: games[0].Limit}
	var histogram []int
	for _, played := range games {
		s.Cost += metaOf(played).Cost
		for _, r := range played.Rounds {
			if r.Failure != "" {
				s.Lost++
			}
			if r.Failure == "format" {
				s.Format++
			}
		}
		if played.Rounds[len(played.Rounds)-1].Guess == played.Secret {
			s.Solved++
			histogram = tree.Count(histogram, played.Turns(), 1)
		}
	}
	o := newOutcome(ofPlayer, g, histogram)
	if s.Solved >= chance.LeastRuns {
		o = sampledOutcome(ofPlayer, g, chance.NewEstimate(histogram, s.Solved, seed))
	}
	o.Name, o.Total, o.Worst, o.series = "player "+s.Agent, absent, max(0, o.Worst), s
	return o
}

// notes say how the games went.
func (s series) notes() []string {
	notes := []string{fmt.Sprintf("%d of %s solved within %s; lost turns: %d, for format %d; cost %.4g",
		s.Solved, plural(s.Played, "game"), plural(s.Limit, "turn"), s.Lost, s.Format, s.Cost)}
	if s.File != "" {
		notes = append(notes, "what the guesses were worth: "+s.again)
	}
	return notes
}

// table is a row for a spreadsheet.
func (s series) table(o outcome) *report.Table {
	return report.TableOf([]series{s}, "<agent | <game | played | solved | limit | mean | lost turns | format failures | cost | <games", func(s series) []any {
		return []any{report.Line(s.Agent), o.Game, s.Played, s.Solved, s.Limit, o.Mean.shown(report.Mean), s.Lost, s.Format, s.Cost, report.Line(s.File)}
	})
}
