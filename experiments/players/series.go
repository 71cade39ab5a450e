package players

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/external"
	"codebreak/experiments/store"
	"codebreak/experiments/transcript"
)

// SeriesFlags have a player play against some secrets, and keep the games.
type SeriesFlags struct {
	secrets    int // the number of games; 0 for no series
	limit      int // of turns
	stratified bool
	file       string // of the games
	agent      string
	rate       float64 // guesses a minute
	maxCost    float64
}

// AddTo adds the flags to a command.
func (f *SeriesFlags) AddTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.secrets, "secrets", 0, "play a random sample of N secrets (default: all); for slow, random or unreliable players")
	flags.BoolVar(&f.stratified, "stratified", false, "draw the --secrets in proportion to how often symbols repeat in them")
	flags.StringVar(&f.file, "games", "", "file to which finished games are added, for judge; a stopped run resumes from it")
	flags.StringVar(&f.agent, "agent", "", "name of the player in --games (default: its program's)")
	flags.IntVar(&f.limit, "limit", 20, "most turns of a game of --secrets")
	flags.Float64Var(&f.rate, "rate", math.Inf(1), "at most N guesses per minute (default: no limit)")
	flags.Float64Var(&f.maxCost, "max-cost", math.Inf(1), "stop starting games once the player has reported this cost (default: no limit)")
	for _, name := range []string{"rate", "max-cost"} {
		flags.Lookup(name).DefValue = "0" // which help does not show
	}
}

// Given reports whether a series is to be played.
func (f SeriesFlags) Given() bool { return f.secrets > 0 }

// Check refuses invalid values, and flags that contradict each other. The game is that of the
// player, if there is one.
func (f *SeriesFlags) Check(cmd *cobra.Command, g game.Game, player bool) error {
	if !base.Given(cmd, "secrets") {
		if base.Given(cmd, "limit") && !player {
			return base.Usagef("--limit is for --player; limit=%d counts what is solved within %d guesses", f.limit, f.limit)
		}
		return base.Need(cmd, "secrets", "stratified", "games", "agent", "limit", "rate", "max-cost")
	}

	secrets := game.CountSecrets(g)
	switch {
	case !player:
		return base.Usagef("--secrets needs --player")
	case f.secrets < 1 || f.secrets > secrets:
		return base.Usagef("--secrets is %d; it must be at least 1 and at most %s, all of %s", f.secrets, wording.Thousands(secrets), g)
	case f.limit < 1 || f.limit > tree.MaxGuesses:
		return base.Usagef("--limit is %d; it must be at least 1 and at most %d", f.limit, tree.MaxGuesses)
	case !(f.rate >= 0.01): // NaN is refused too
		return base.Usagef("--rate is %g; it must be at least 0.01", f.rate)
	case !(f.maxCost > 0):
		return base.Usagef("--max-cost is %g; it must be more than 0", f.maxCost)
	}

	if err := base.NotEmpty(cmd, "games", "agent"); err != nil {
		return err
	}
	return base.Excludes(cmd, "secrets", "runs", "expect", "outline", "plot") // judge draws
}

// A seriesRun is a series that is being played.
type seriesRun struct {
	external.Series
	SeriesFlags
	games []transcript.Game
	meta  gameMeta           // of all games, without a cost
	left  int                // games that are not finished
	spent float64            // on the others
	add   func([]byte) error // a line to the file
}

// newSeriesRun draws the secrets of a series.
func newSeriesRun(s Seat, f SeriesFlags, seed uint64) *seriesRun {
	agent := f.agent
	if agent == "" {
		words := strings.Fields(s.command)
		script := max(0, slices.IndexFunc(words, base.IsFile)) // or the program
		agent = filepath.Base(words[script])
	}

	r := &seriesRun{
		Series: external.Series{
			Secrets: external.Draw(s.Game, f.secrets, seed, f.stratified),
			Limit:   f.limit,
			Every:   time.Duration(float64(time.Minute) / f.rate),
		},
		SeriesFlags: f,
		meta:        gameMeta{First: s.Begin, PlayerSeed: s.seed},
		add:         func([]byte) error { return nil },
	}
	for i, secret := range r.Secrets {
		r.games = append(r.games, transcript.Game{
			Game:   s.Game.String(),
			Agent:  agent,
			ID:     fmt.Sprintf("%d/%d", seed, i+1),
			Limit:  f.limit,
			Secret: s.Game.FormatCode(secret),
			Seed:   &seed,
		})
	}
	return r
}

// PlaySeries has the player play against some secrets, except in the games that the file has
// already. A player that fails only at its end has played all games, and so a series beside
// the error.
func (s Seat) PlaySeries(ctx context.Context, a *base.App, f SeriesFlags, seed uint64) (*Series, error) {
	run := newSeriesRun(s, f, seed)
	if f.file != "" {
		journal, text, err := store.OpenJournal(ctx, f.file, a.Env().Memory/timesJournal)
		if err != nil {
			return nil, base.Usagef("--games: %s: %w", f.file, store.OfMemory(store.Cause(err)))
		}
		defer journal.Close()

		if err := readSeries(ctx, f.file, text, run.games, run.meta); err != nil {
			return nil, base.UsageOf("--games", err)
		}
		run.add = journal.Add
	}

	for i, g := range run.games {
		run.spent += metaOf(g).Cost
		if g.Rounds == nil {
			run.Left = append(run.Left, i)
		}
	}
	run.left = len(run.Left)
	if run.left < len(run.games) {
		a.Say("%d of %s found in %s",
			len(run.games)-run.left, wording.Plural(len(run.games), "game"), f.file)
	}

	failed := s.run(a, func(options external.Options) error {
		return run.play(ctx, s.Game, options)
	})
	switch {
	case run.left > 0 && ctx.Err() != nil:
		return nil, base.Interrupted(ctx, run.kept())
	case run.left > 0:
		return nil, fmt.Errorf("%w; %s", failed, run.kept())
	}

	played := sum(run.games)
	played.File = f.file
	played.again = a.Again("judge", pathArgument(f.file))
	return played, failed
}

// pathArgument writes a path so that it is not read as a flag.
func pathArgument(path string) string {
	if strings.HasPrefix(path, "-") {
		return "./" + path
	}
	return path
}

// play plays the games that are left.
func (r *seriesRun) play(ctx context.Context, g game.Game, o external.Options) error {
	if err := r.limited(); err != nil {
		return err
	}
	r.Keep = func(i int, rounds []transcript.Round, cost float64) error {
		err := r.keep(i, rounds, cost)
		if err == nil {
			o.Progress(1 / float64(len(r.Left)))
			err = r.limited()
		}
		return err
	}
	return r.Play(ctx, g, o)
}

// keep adds a finished game to the file.
func (r *seriesRun) keep(i int, rounds []transcript.Round, cost float64) error {
	g := &r.games[i]
	g.Rounds = rounds
	meta := r.meta
	meta.Cost = cost
	if meta != (gameMeta{}) {
		g.Meta, _ = json.Marshal(meta) // its numbers are finite
	}

	line, err := g.Write()
	if err = errors.Join(err, r.add(line)); err != nil {
		return fmt.Errorf("--games: %w", err)
	}
	r.left--
	r.spent += cost
	return nil
}

// limited returns an error if no more games may begin.
func (r *seriesRun) limited() error {
	if r.Unpriced && !math.IsInf(r.maxCost, 1) {
		return fmt.Errorf("--max-cost: the player does not say what its guesses cost; see %s", base.Typed("help", "player"))
	}
	if r.spent >= r.maxCost && r.left > 0 {
		return fmt.Errorf("--max-cost is reached: %.4g", r.spent)
	}
	return nil
}

// kept counts the games of a stopped series in the file.
func (r *seriesRun) kept() string {
	if r.file == "" {
		return "nothing is kept; --games FILE keeps games"
	}
	return fmt.Sprintf("%d of %s kept in %s; run again to resume",
		len(r.games)-r.left, wording.Plural(len(r.games), "game"), r.file)
}

// timesJournal estimates the bytes of memory for a byte of a file of games.
const timesJournal = 8

// seriesLabel names the series of a game.
func seriesLabel(g transcript.Game) string {
	run, _, _ := strings.Cut(g.ID, "/")
	return fmt.Sprintf("%s, %s, seed %s, limit %d", g.Game, g.Agent, run, g.Limit)
}

// readSeries adds the rounds in a file to the games. All must be of this series.
func readSeries(ctx context.Context, name string, text []byte, games []transcript.Game, meta gameMeta) error {
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	torn := text[len(whole):]
	start := []byte(`{"v":1,"game":`)
	if !bytes.HasPrefix(torn, start) && !bytes.HasPrefix(start, torn) {
		return fmt.Errorf("%s: its last line is not a game; name another file", name)
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

		if got, want := seriesLabel(g), seriesLabel(games[0]); got != want {
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
		games[i].Rounds = g.Rounds
		games[i].Meta = g.Meta
	}
	return nil
}
