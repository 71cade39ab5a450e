// Package players has a program of the user choose the guesses, against every secret of a game or
// in a series of games against some. It has the flags of both, and keeps the games of a series in
// a file, from which a stopped run resumes.
//
// Package external speaks with the program.
package players

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/external"
	"codebreak/experiments/store"
)

// Flags choose a player in place of a strategy.
type Flags struct {
	command string
	words   []string // the program and its arguments
	shell   bool
	seed    uint64
	timeout time.Duration
}

// AddTo adds the flags to a command.
func (f *Flags) AddTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.command, "player", "", "program that chooses the guesses, with its arguments, such as 'python3 mine.py'; see codebreak help player")
	flags.BoolVar(&f.shell, "player-shell", false, "run the player's command in a shell (/bin/sh -c)")
	flags.Uint64Var(&f.seed, "player-seed", 0, "random seed passed to the player")
	flags.DurationVar(&f.timeout, "player-timeout", external.DefaultTimeout, "how long the player may take for a guess")
}

// Given reports whether there is a player.
func (f Flags) Given() bool { return f.command != "" }

// Check refuses flags that contradict each other, and splits the command into words.
func (f *Flags) Check(cmd *cobra.Command) (err error) {
	switch {
	case !base.Given(cmd, "player"):
		return base.Need(cmd, "player", "player-shell", "player-seed", "player-timeout")
	case f.timeout <= 0:
		return base.Usagef("--player-timeout is %s; it must be more than 0", f.timeout)
	}

	f.words = []string{"/bin/sh", "-c", f.command}
	if !f.shell || strings.TrimSpace(f.command) == "" {
		f.words, err = external.Split(f.command)
	}
	return base.UsageOf("--player", err)
}

// Name stands for the player where a strategy has its name.
func (f Flags) Name() string {
	return base.Printable("player " + strings.Join(strings.Fields(f.command), " "))
}

// A Seat is a player before a game.
type Seat struct {
	*Flags
	Game  game.Game
	First *game.Code // the first guess; nil if the player chooses it
	Begin string     // the first guess as the user wrote it; empty if the player chooses it
}

// MostRuns is the largest number of games that a player may play against each secret.
func MostRuns(g game.Game) int { return external.MostGames / game.CountSecrets(g) }

// Play has the player play every secret, with runs games against each if it draws its guesses.
// A player that fails only at its end has played all games, and so an outcome beside the error.
func (s Seat) Play(ctx context.Context, a *base.App, runs int) (out *external.Outcome, err error) {
	err = s.run(a, func(options external.Options) (err error) {
		options.Runs = runs
		out, err = external.Play(ctx, s.Game, options)
		return err
	})
	if out == nil {
		return nil, err
	}

	seconds := out.Took.Seconds()
	questions, copies := wording.Plural(out.Asked, "question"), wording.Plural(out.Copies, "copy")
	a.Say("%s to %s, answered in %.2f s: %.0f per second", questions, copies, seconds, float64(out.Asked)/seconds)
	return out, err
}

// run starts the player and has it play. Its errors name the flags that they are about.
func (s Seat) run(a *base.App, play func(external.Options) error) error {
	bar := a.NewProgress(1)
	defer bar.Finish()
	bar.Start("the player")

	err := play(external.Options{
		Command:  s.words,
		Copies:   a.Workers,
		Seed:     s.seed,
		Timeout:  s.timeout,
		First:    s.First,
		Say:      func(line string) { a.Say("player: %s", line) },
		Progress: bar.Add,
	})
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return base.Usagef("--player: program %q not found", s.words[0])
	case errors.Is(err, external.ErrStart):
		return base.Usagef("--player: %q cannot be started: %w", s.words[0], store.Cause(err))
	case errors.Is(err, external.ErrDraws):
		return base.Usagef("%w: give --runs N, and it plays N games against each secret", err)
	case errors.Is(err, external.ErrDrawsNot):
		return base.Usagef("--runs: %w", err)
	default:
		return err
	}
}
