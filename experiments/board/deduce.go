package board

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/deduce"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
)

// fewLeft is how many of the secrets left are named without --all.
const fewLeft = 5

const notSure = "Not sure"

// puzzleGame is the game of the puzzle HDOJ 1172, whose secrets do not begin with 0.
const puzzleGame = "mm4x10-digits"

// deduceFlags are the flags of the command deduce.
type deduceFlags struct {
	app  *base.App
	game string
	all  bool
}

// DeduceCommand makes the command that lists the secrets that agree with rounds.
func DeduceCommand(a *base.App) *cobra.Command {
	f := &deduceFlags{app: a}
	cmd := base.NewCommand("deduce", nil, f.run)
	flags := cmd.Flags()
	flags.StringVar(&f.game, "game", "", "game that was played (default: the judge's puzzle)")
	flags.BoolVar(&f.all, "all", false, "list all secrets that are left, with their number")
	return cmd
}

func (f *deduceFlags) run(cmd *cobra.Command, args []string) error {
	a := f.app

	// Step 1. The game: a flag, or the first words. Without a game it is the puzzle.
	name := f.game
	named := base.Given(cmd, "game")
	if len(args) > 0 && !named {
		name, args = args[0], args[1:]
		named = true
	}
	if !named {
		name = puzzleGame
	}
	if len(args) > 0 && strings.HasPrefix(args[0], "symbols=") {
		name += " " + args[0]
		args = args[1:]
	}
	a.Workers = 1
	g, err := a.ParseGame(name)
	if err != nil {
		return err
	}

	// Step 2. The rounds: the other words, or else the standard input.
	in := cmd.InOrStdin()
	if len(args) > 0 {
		rounds := joinRounds(g, args, " ")
		last := rounds[len(rounds)-1]
		if _, feedback := game.CutGuess(g, last); feedback == "" {
			return base.Usagef("guess %s has no feedback; write it after the guess, such as 1122 1A1B", last)
		}
		in = strings.NewReader(strings.Join(rounds, "\n"))
	}

	// Step 3. The secrets that are left.
	d := newDeducer(cmd.Context(), a, in, g)
	out := bufio.NewWriter(base.UntilEnd(cmd.Context(), cmd.OutOrStdout()))
	d.out, d.all = out, f.all
	if named {
		err = d.once()
	} else {
		err = d.puzzle(a.Stderr)
	}
	if err != nil && !optimal.Interrupted(err) && !errors.Is(err, base.ErrInput) {
		err = base.Usage(err)
	}
	return cmp.Or(err, out.Flush())
}

// A deducer reads rounds and deduces the secret.
type deducer struct {
	*input
	*deduce.Deduction
	game    game.Game
	secrets []game.Code
	numbers []int // of the lines that hold the rounds
	out     io.Writer
	all     bool // list all secrets that are left

	isPuzzle bool // without a list of what is left
}

// newDeducer makes a deducer of a game, which reads rounds from in.
func newDeducer(ctx context.Context, a *base.App, in io.Reader, g game.Game) *deducer {
	secrets, _ := game.Codes(g)
	return &deducer{
		input:     newInput(ctx, in, maxInput(a, g)),
		Deduction: deduce.New(g, secrets),
		game:      g,
		secrets:   secrets,
	}
}

// read reads n rounds, or all rounds if n is negative.
func (d *deducer) read(n int, parse func([]string) (game.Round, error)) error {
	d.Reset()
	d.numbers = nil

	for i := 0; i != n; i++ {
		text, err := d.line()
		switch {
		case err == io.EOF && n < 0:
			return nil
		case err == io.EOF:
			return d.at(fmt.Errorf("the input ends after %d of %s", i, wording.Plural(n, "round")))
		case err != nil:
			return err
		}

		r, err := parse(strings.Fields(text))
		if err != nil && n >= 0 {
			err = fmt.Errorf("round %d of %d: %w", i+1, n, err)
		}
		if err != nil {
			return d.at(err)
		}
		d.Add(r)
		d.numbers = append(d.numbers, d.number)
	}
	return nil
}

// line returns the next line. A line that is too long is an error here.
func (d *deducer) line() (string, error) {
	text, err := d.next()
	if err == base.ErrTooLong {
		err = d.at(err)
	}
	return text, err
}

// conclude prints the secret, or all secrets that are left.
func (d *deducer) conclude() {
	left := d.Candidates()
	switch {
	case d.all:
		fmt.Fprintf(d.out, "%s left\n", wording.Thousands(len(left)))
		for _, c := range left {
			fmt.Fprintln(d.out, d.game.FormatCode(c))
		}
	case len(left) == 1:
		fmt.Fprintln(d.out, d.game.FormatCode(left[0]))
	case d.isPuzzle:
		fmt.Fprintln(d.out, notSure)
	default:
		var some []string
		for _, c := range left[:min(len(left), fewLeft)] {
			some = append(some, d.game.FormatCode(c))
		}
		if len(left) > fewLeft {
			some = append(some, "…; --all lists them")
		}
		fmt.Fprintf(d.out, "%s left: %s\n", wording.Thousands(len(left)), strings.Join(some, ", "))
	}
}

// conflict names the lines that cannot all be true, or is the context's error.
func (d *deducer) conflict() error {
	conflict, smallest, err := d.Conflict(d.ctx)
	if err != nil {
		return err
	}

	var lines []string
	for _, i := range conflict {
		lines = append(lines, strconv.Itoa(d.numbers[i]))
	}
	if len(lines) == 1 {
		return fmt.Errorf("line %s cannot be true: no secret gives that feedback", lines[0])
	}

	qualifier := "none of them can be left out"
	if smallest {
		qualifier = "no smaller set contradicts itself"
	}
	return fmt.Errorf("no secret is left: lines %s cannot all be true (%s)", strings.Join(lines, ", "), qualifier)
}

// once reads rounds of a game until the input ends.
func (d *deducer) once() error {
	if err := d.read(-1, d.round); err != nil {
		return err
	}
	if len(d.Candidates()) == 0 {
		return d.conflict()
	}
	d.conclude()
	return nil
}

// round reads a guess and, after white space, its feedback.
func (d *deducer) round(fields []string) (game.Round, error) {
	text := strings.Join(fields, " ")
	if _, feedback := game.CutGuess(d.game, text); feedback == "" {
		return game.Round{}, fmt.Errorf("%q is not a guess and its feedback; a guess is such as %s, and feedback is written as %s",
			text, d.game.FormatCode(d.secrets[0]), game.FeedbackForms(d.game))
	}
	return game.ParseRound(d.game, text)
}

// beginsWithZero reports whether the puzzle excludes this secret.
func beginsWithZero(c game.Code) bool { return c.At(0) == 0 }

// puzzle reads groups of rounds in the format of HDOJ 1172. A group that contradicts itself gets
// the output that the puzzle wants, and a message on stderr.
func (d *deducer) puzzle(stderr io.Writer) error {
	d.Deduction = deduce.New(d.game, slices.DeleteFunc(d.secrets, beginsWithZero))
	d.isPuzzle = true
	for {
		text, err := d.line()
		if err == io.EOF {
			return nil // the closing 0 may be missing
		}
		if err != nil {
			return err
		}

		rounds, err := strconv.Atoi(text)
		switch {
		case err != nil || rounds < 0:
			return d.at(fmt.Errorf("%q is not the number of rounds that follow; 0 ends", text))
		case rounds == 0:
			return nil
		}

		if err := d.read(rounds, d.puzzleRound); err != nil {
			return err
		}
		d.conclude()
		if len(d.Candidates()) > 0 {
			continue
		}
		if err = d.conflict(); d.ctx.Err() != nil {
			return err
		}
		fmt.Fprintln(stderr, "codebreak:", base.Printable(err.Error()))
	}
}

// puzzleRound reads the guess, the number of right digits, and the number of these that are also
// in place.
func (d *deducer) puzzleRound(fields []string) (game.Round, error) {
	if len(fields) != 3 {
		return game.Round{}, fmt.Errorf("%q is not a guess with its numbers of right digits and of those in place", strings.Join(fields, " "))
	}
	right, err1 := strconv.Atoi(fields[1])
	inPlace, err2 := strconv.Atoi(fields[2])
	if err1 != nil || err2 != nil || inPlace < 0 || inPlace > right || right > 4 {
		return game.Round{}, fmt.Errorf("invalid numbers %q of digits right and in place: both are 0 to 4, the second at most the first", strings.Join(fields[1:], " "))
	}
	return d.round([]string{fields[0], fmt.Sprintf("%dA%dB", inPlace, right-inPlace)})
}
