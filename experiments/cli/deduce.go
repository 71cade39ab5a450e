package cli

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
	"codebreak/experiments/notebook/ask"
)

const notSure = "Not sure"

// judgesGame is that of the judge's puzzle, whose secrets do not begin with 0.
const judgesGame = "mm4x10-digits"

func (a *app) deduceCommand() *cobra.Command {
	var name string
	var all bool
	cmd := &cobra.Command{
		Use:   "deduce",
		Short: "Read rounds of a game and print the only secret that agrees with them",
		Long: `Read rounds from standard input and print the only secret that agrees with all
of them, or "Not sure".

Without --game the input is that of the judge's puzzle HDOJ 1172: the number of
rounds, then a line for each with the guess, how many of its digits are right,
and how many of those are in the right place; 0 ends. The secret is one of
1000 to 9999. Each group is answered with a line.

With --game each line is a guess and its feedback, in any of the game's
notations. Lines that cannot all be true are pointed out.`,
		Example: `  printf '1\n1234 4 4\n0\n' | codebreak deduce
  printf '0123 0A1B\n4567 2A1B\n' | codebreak deduce --game bc4x10 --all`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			if !cmd.Flags().Changed("game") {
				name = judgesGame
			}
			g, err := game.Parse(name)
			if err == nil {
				err = ask.CheckMemory(a.env(), g)
			}
			if err != nil {
				return usageError{err}
			}
			in := &lineReader{ctx: ctx, lines: readLines(ctx, cmd.InOrStdin(), a.maxInput(g))}
			out := bufio.NewWriter(interruptible{ctx, cmd.OutOrStdout()})
			if cmd.Flags().Changed("game") {
				err = deduceGame(in, out, g, all)
			} else {
				err = judge(in, out, a.stderr, g, all)
			}
			var unread inputError
			if err != nil && !optimal.Interrupted(err) && !errors.As(err, &unread) {
				err = usageError{err}
			}
			return cmp.Or(err, out.Flush())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&name, "game", "", "game that was played (default: the judge's puzzle)")
	flags.BoolVar(&all, "all", false, "list all secrets that are left, with their number")
	return cmd
}

// A lineError points at a line of the input.
type lineError struct {
	number int
	err    error
}

func (e lineError) Error() string { return fmt.Sprintf("line %d: %v", e.number, e.err) }
func (e lineError) Unwrap() error { return e.err }

// A lineReader reads the fields of lines that are not empty.
type lineReader struct {
	ctx    context.Context
	lines  <-chan line
	number int // of the line read last
}

// next returns the fields of the next line that has any; io.EOF after the
// last line.
func (r *lineReader) next() ([]string, error) {
	for {
		l, err := nextLine(r.ctx, r.lines)
		if err != nil {
			return nil, err
		}
		r.number = l.number
		if l.err != nil {
			return nil, r.at(l.err)
		}
		if fields := strings.Fields(l.text); len(fields) > 0 {
			return fields, nil
		}
	}
}

// at points an error at the line read last.
func (r *lineReader) at(err error) error { return lineError{r.number, err} }

// show quotes fields of a line.
func show(fields []string) string { return strconv.Quote(strings.Join(fields, " ")) }

// deduceGame reads rounds of a game until the input ends.
func deduceGame(in *lineReader, out io.Writer, g game.Game, all bool) error {
	secrets, _ := game.Codes(g)
	d := deduce.New(g, secrets)
	var numbers []int // of the lines that hold rounds
	for {
		fields, err := in.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		r, err := parseRound(g, fields)
		if err != nil {
			return in.at(err)
		}
		d.Add(r)
		numbers = append(numbers, in.number)
	}
	left := d.Candidates()
	if len(left) == 0 {
		return conflictError(in.ctx, d, numbers)
	}
	printLeft(out, g, left, all)
	return nil
}

// parseRound reads a guess and, after white space, its feedback.
func parseRound(g game.Game, fields []string) (game.Round, error) {
	if len(fields) < 2 {
		secrets, _ := game.Codes(g)
		return game.Round{}, fmt.Errorf("%s is not a guess and its feedback; a guess is such as %s, and feedback is written as %s", show(fields), g.FormatCode(secrets[0]), game.FeedbackForms(g))
	}
	guess, err := g.ParseCode(fields[0])
	if err != nil {
		return game.Round{}, err
	}
	feedback, err := g.ParseFeedback(strings.Join(fields[1:], " "))
	return game.Round{Guess: guess, Feedback: feedback}, err
}

// conflictError names the lines that cannot all be true, or is the context's.
func conflictError(ctx context.Context, d *deduce.Deduction, numbers []int) error {
	conflict, smallest, err := d.Conflict(ctx)
	if err != nil {
		return err
	}
	var lines []string
	for _, i := range conflict {
		lines = append(lines, strconv.Itoa(numbers[i]))
	}
	if len(lines) == 1 {
		return fmt.Errorf("line %s cannot be true: no secret gives that answer", lines[0])
	}
	qualifier := "the smallest such set"
	if !smallest {
		qualifier = "none of them can be left out"
	}
	return fmt.Errorf("no secret is left: lines %s cannot all be true (%s)", strings.Join(lines, ", "), qualifier)
}

func printLeft(out io.Writer, g game.Game, left []game.Code, all bool) {
	if all {
		fmt.Fprintf(out, "%d left\n", len(left))
		for _, c := range left {
			fmt.Fprintln(out, g.FormatCode(c))
		}
		return
	}
	if len(left) == 1 {
		fmt.Fprintln(out, g.FormatCode(left[0]))
	} else {
		fmt.Fprintln(out, notSure)
	}
}

// judge answers groups of rounds in the format of HDOJ 1172. A group whose
// lines cannot all be true is answered as the puzzle wants, and pointed out on
// stderr.
func judge(in *lineReader, out, stderr io.Writer, g game.Game, all bool) error {
	secrets, _ := game.Codes(g)
	d := deduce.New(g, slices.DeleteFunc(secrets, func(c game.Code) bool { return c.At(0) == 0 }))
	for {
		fields, err := in.next()
		if err == io.EOF {
			return nil // the closing 0 is missing, but nothing else is
		}
		if err != nil {
			return err
		}
		rounds, err := strconv.Atoi(fields[0])
		if err != nil || rounds < 0 || len(fields) != 1 {
			return in.at(fmt.Errorf("%s is not the number of rounds that follow; 0 ends", show(fields)))
		}
		if rounds == 0 {
			return nil
		}
		d.Reset()
		var numbers []int
		for i := range rounds {
			fields, err := in.next()
			if err == io.EOF {
				return in.at(fmt.Errorf("the input ends after %d of %d rounds", i, rounds))
			}
			if err != nil {
				return err
			}
			r, err := parseJudgeRound(g, fields)
			if err != nil {
				return in.at(fmt.Errorf("round %d of %d: %w", i+1, rounds, err))
			}
			d.Add(r)
			numbers = append(numbers, in.number)
		}
		left := d.Candidates()
		printLeft(out, g, left, all)
		if len(left) == 0 {
			err := conflictError(in.ctx, d, numbers)
			if in.ctx.Err() != nil {
				return err
			}
			fmt.Fprintln(stderr, "codebreak:", printable(err.Error()))
		}
	}
}

// parseJudgeRound reads the guess, the number of digits right, and how many
// of those are in place.
func parseJudgeRound(g game.Game, fields []string) (game.Round, error) {
	if len(fields) != 3 {
		return game.Round{}, fmt.Errorf("%s is not a guess, how many digits are right, and how many of those are in place", show(fields))
	}
	guess, err := g.ParseCode(fields[0])
	if err != nil {
		return game.Round{}, err
	}
	right, err1 := strconv.Atoi(fields[1])
	inPlace, err2 := strconv.Atoi(fields[2])
	if err1 != nil || err2 != nil || inPlace < 0 || inPlace > right || right > 4 {
		return game.Round{}, fmt.Errorf("%s digits right and in place cannot be: both are 0 to 4, the second no more than the first", show(fields[1:]))
	}
	feedback, err := g.ParseFeedback(fmt.Sprintf("%dA%dB", inPlace, right-inPlace))
	return game.Round{Guess: guess, Feedback: feedback}, err
}
