package measure

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/experiments/base"
	"codebreak/experiments/external"
	"codebreak/experiments/store"
)

// PlayerFlags choose a player in place of a strategy.
type PlayerFlags struct {
	command string
	words   []string // the program and its arguments
	shell   bool
	seed    uint64
	timeout time.Duration
}

func (f *PlayerFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.command, "player", "", "program that chooses the guesses, with its arguments, such as 'python3 mine.py'; see codebreak help player")
	flags.BoolVar(&f.shell, "player-shell", false, "run the player's command in a shell (/bin/sh -c)")
	flags.Uint64Var(&f.seed, "player-seed", 0, "random seed passed to the player")
	flags.DurationVar(&f.timeout, "player-timeout", external.DefaultTimeout, "how long the player may take for a guess")
}

// given reports whether there is a player.
func (f PlayerFlags) given() bool { return f.command != "" }

// check refuses flags that contradict each other, and splits the command into words.
func (f *PlayerFlags) check(cmd *cobra.Command) (err error) {
	switch {
	case !base.Given(cmd, "player"):
		return base.GoWith(cmd, "player", "player-shell", "player-seed", "player-timeout")
	case f.timeout <= 0:
		return base.Usagef("--player-timeout is %s; it must be more than 0", f.timeout)
	}

	f.words = []string{"/bin/sh", "-c", f.command}
	if !f.shell || strings.TrimSpace(f.command) == "" {
		f.words, err = external.Split(f.command)
	}
	return base.UsageOf("--player", err)
}

// inPlace has the player play the game of a subject, which must not choose a strategy.
func (f PlayerFlags) inPlace(s Subject) (Subject, error) {
	gameAndFirst := engine.Configuration{Game: s.asked.Game, First: s.asked.First}
	if s.Play == nil || s.asked != (engine.Subject{Configuration: gameAndFirst}) {
		return s, base.Usagef("%q: --player chooses the guesses; give it a game, and at most the first guess", s.Spec)
	}
	s.Spec = s.asked.Game
	s.player = &f
	return s, nil
}

// name stands for the player where a strategy has its name.
func (f PlayerFlags) name() string {
	return base.Printable("player " + strings.Join(strings.Fields(f.command), " "))
}

// measurePlayer has a player play every secret, with runs games against each if it draws
// its guesses. A player that fails only at its end has played all games, and so an outcome
// beside the error.
func measurePlayer(ctx context.Context, a *base.App, s Subject, runs int) (o Outcome, err error) {
	var out *external.Outcome
	err = withPlayer(a, s, func(options external.Options) (err error) {
		options.Runs = runs
		out, err = external.Play(ctx, s.Game, options)
		return err
	})
	if out == nil {
		return o, err
	}

	seconds := out.Took.Seconds()
	questions, copies := base.Plural(out.Asked, "question"), base.Plural(out.Copies, "copy")
	a.Say("%s to %s, answered in %.2f s: %.0f per second", questions, copies, seconds, float64(out.Asked)/seconds)

	if out.Estimate != nil {
		o = sampledOutcome(ofPlayer, s.Game, *out.Estimate)
		o.Name = s.player.name()
		o.First = s.asked.First
		return o, err
	}
	o = OutcomeOf(ofPlayer, s.player.name(), strategy.Strategy{}, out.Tree)
	o.Remarks = out.Remarks
	return o, err
}

// withPlayer has the player of a subject play. Its errors name the flags that they are about.
func withPlayer(a *base.App, s Subject, play func(external.Options) error) error {
	bar := a.NewProgress(1)
	defer bar.Finish()
	bar.Start("the player")

	options := external.Options{
		Command:  s.player.words,
		Copies:   a.Workers,
		Seed:     s.player.seed,
		Timeout:  s.player.timeout,
		Say:      func(line string) { a.Say("player: %s", line) },
		Progress: bar.Add,
	}
	if s.Play != nil {
		options.First = s.Play.First
	}

	err := play(options)
	program := s.player.words[0]
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return base.Usagef("--player: program %q not found", program)
	case errors.Is(err, external.ErrStart):
		return base.Usagef("--player: %q cannot be started: %w", program, store.Cause(err))
	case errors.Is(err, external.ErrDraws):
		return base.Usagef("%w: give --runs N, and it plays N games against each secret", err)
	case errors.Is(err, external.ErrDrawsNot):
		return base.Usagef("--runs: %w", err)
	default:
		return err
	}
}
