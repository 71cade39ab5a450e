package cli

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/experiments/external"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/store"
)

const playerRights = `

--workers copies of the program are started. It runs with your rights: whatever you may
read, change or delete, it may too. Run only programs that you trust.`

// playerHelpCommand is a page of help, and does nothing.
func playerHelpCommand() *cobra.Command {
	return &cobra.Command{Use: "player", Short: "How a program of yours takes part", Long: strings.TrimSpace(external.Protocol) + playerRights}
}

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
	a.say("%s to %d copies, answered in %.2f s: %.0f per second", plural(out.Asked, "question"), out.Copies, out.Took.Seconds(), float64(out.Asked)/out.Took.Seconds())
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
	if err := ask.CheckMemory(a.env(), s.game); err != nil {
		return usageError{err}
	}
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
