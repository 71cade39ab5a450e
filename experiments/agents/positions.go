package agents

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/experiments/base"
	"codebreak/experiments/board"
	"codebreak/experiments/notebook"
	"codebreak/report"
)

// The forms in which positions are written.
var positionForms = []string{"jsonl", "lm-eval", "lm-eval-task"}

// lmEvalTask has lm-evaluation-harness read positions of the form lm-eval.
//
//go:embed lm-eval.yaml
var lmEvalTask string

// anyPlayer guesses any code half of the time, and else any candidate; where there are
// choices always any code.
const anyPlayer = "any"

func PositionsCommand(a *base.App) *cobra.Command {
	var p positions
	var form string
	var count int
	cmd := base.NewCommand("positions", base.Takes(1, 1, "one game"), func(cmd *cobra.Command, args []string) (err error) {
		if form == "lm-eval-task" {
			_, err := io.WriteString(cmd.OutOrStdout(), lmEvalTask)
			return err
		}
		if p.game, err = a.ParseGame(args[0]); err != nil {
			return err
		}
		p.secrets, p.guesses = game.Codes(p.game)
		err = cmp.Or(
			base.OneOf("form", form, positionForms),
			base.Refuse(form == "lm-eval" && p.choices == 0, "--form lm-eval is multiple choice; add --choices 4"),
			base.Refuse(p.left < 1 || p.rounds < 1 || p.rounds > mostHints || count < 1, "--left and --count must be at least 1, and --rounds 1 to %d", mostHints),
			base.Refuse(p.left > len(p.secrets), "--left is %d; %s has %s", p.left, p.game, base.Plural(len(p.secrets), "possible secret")),
			base.Refuse(p.choices != 0 && (p.choices < 2 || p.choices > 10), "--choices is %d; it must be 2 to 10", p.choices),
			base.Refuse(p.choices != 0 && p.by != anyPlayer, "--choices needs guesses that do not follow the feedback; use --by any rather than %s", p.by),
			base.OneOf("strategy", p.by, append([]string{anyPlayer}, strategy.Names()...)),
		)
		if err != nil {
			return err
		}
		if p.left > len(p.secrets) {
			return base.Usagef("--left is %d; %s has %s", p.left, p.game, base.Plural(len(p.secrets), "possible secret"))
		}
		if p.by != anyPlayer {
			s, _ := strategy.ByName(p.by)
			s.Ties = "random"
			compiled, err := s.WithDefaults().Compile(p.game)
			if err != nil {
				return base.Usage(err)
			}
			p.chooser = compiled.NewChooser()
		}
		for number := range count {
			d, err := p.one(cmd.Context(), uint64(number))
			if err != nil {
				return err
			}
			choice := map[string]any{"query": d.query(p.game), "choices": d.Choices, "gold": d.AnswerIndex}
			if err := json.NewEncoder(cmd.OutOrStdout()).Encode(base.Either[any](form == "lm-eval", choice, d)); err != nil {
				return err
			}
		}
		return nil
	})
	flags := cmd.Flags()
	flags.IntVar(&p.left, "left", 1, "number of codes that agree with all feedback")
	flags.IntVar(&p.rounds, "rounds", 3, "number of guesses with their feedback")
	flags.IntVar(&count, "count", 100, "number of positions")
	flags.Uint64Var(&p.seed, "seed", 1, "seed of all draws")
	flags.StringVar(&p.by, "by", anyPlayer, "who made the guesses: any (a random code or a random candidate; with --choices a random code), or a strategy, such as random or entropy")
	flags.IntVar(&p.choices, "choices", 0, "add as many choices, of which one is an answer (default: none)")
	flags.StringVar(&form, "form", positionForms[0], strings.Join(positionForms, ", "))
	base.Complete(cmd, "form", positionForms)
	return cmd
}

const (
	mostHints = 12
	mostTries = 10000 // guesses of one position that are tried
	mostLast  = 100   // guesses that are tried for the last round
)

// positions draws positions of a game.
type positions struct {
	game                  game.Game
	secrets, guesses      []game.Code
	left, rounds, choices int
	seed                  uint64
	by                    string
	chooser               *strategy.Chooser // nil for anyPlayer
}

// A deduction is a position to be thought about.
type deduction struct {
	Game   string      `json:"game"`
	Rounds [][2]string `json:"rounds"`
	// Answers are all codes that agree with the rounds.
	Answers []string `json:"answers"`
	Choices []string `json:"choices,omitempty"` // any two differ in equally many positions
	// AnswerIndex is that of the choice that is an answer. It is drawn after the guesses and the
	// choices: without the feedback nothing distinguishes it from the others.
	AnswerIndex *int  `json:"answer_index,omitempty"`
	Violated    []int `json:"violated,omitempty"` // rounds that each choice contradicts
	Difficulty  struct {
		RoundsNeeded int     `json:"rounds_needed"` // the fewest of the rounds that leave the same codes
		SymbolsSeen  float64 `json:"symbols_seen"`  // share of all symbols that are in the guesses
		Nearest      int     `json:"nearest"`       // the fewest rounds that another code contradicts
	} `json:"difficulty"`
	Strategy string `json:"strategy"`
	Seed     uint64 `json:"seed"`
	Number   uint64 `json:"number"`
}

// one draws a position: the same for the same seed and number.
func (p positions) one(ctx context.Context, number uint64) (d deduction, err error) {
	rng := rand.New(rand.NewPCG(p.seed, number))
	impossible := fmt.Errorf("no position of %s was found with %d left after %s; try other --rounds or --left", p.game, p.left, base.Plural(p.rounds, "round"))

	if p.choices > 0 {
		guesses, choices := p.withChoices(ctx, rng)
		if choices == nil {
			return d, errors.Join(ctx.Err(), impossible)
		}

		// The answer is drawn last, and kept: see withChoices.
		answer := rng.IntN(len(choices))
		var rounds []game.Round
		for _, guess := range guesses {
			rounds = append(rounds, game.Round{Guess: guess, Feedback: p.game.Feedback(choices[answer], guess)})
		}
		return p.deduction(rounds, choices, answer, number)
	}

	rounds := p.lead(ctx, rng)
	if rounds == nil {
		return d, errors.Join(ctx.Err(), impossible)
	}
	return p.deduction(rounds, nil, 0, number)
}

// lead draws rounds of a game that leave as many codes as wanted. It is nil if too many tries
// fail.
func (p positions) lead(ctx context.Context, rng *rand.Rand) []game.Round {
	for tried := 0; tried < mostTries; {
		answer := p.secrets[rng.IntN(len(p.secrets))]
		left, rounds := p.secrets, []game.Round(nil)
		for i := 0; i < p.rounds && len(left) >= p.left; i++ {
			tries := base.Either(i == p.rounds-1 && p.chooser == nil, mostLast, 1)
			var r game.Round
			next := left[:0:0]
			for range tries {
				tried++
				guess, err := p.guess(ctx, rng, left, rounds)
				if err != nil {
					return nil
				}
				r = game.Round{Guess: guess, Feedback: p.game.Feedback(answer, guess)}
				if next = game.Consistent(p.game, left, []game.Round{r}); len(next) == p.left {
					break
				}
			}
			if r.Feedback == p.game.Final() {
				break
			}
			left, rounds = next, append(rounds, r)
		}
		if len(rounds) == p.rounds && len(left) == p.left {
			return rounds
		}
	}
	return nil
}

// guess draws a guess.
func (p positions) guess(ctx context.Context, rng *rand.Rand, left []game.Code, rounds []game.Round) (game.Code, error) {
	from, err := p.guesses, ctx.Err()
	if p.chooser != nil {
		from, err = p.chooser.Tied(ctx, left, rounds)
	} else if rng.IntN(2) == 0 {
		from = left
	}
	if err != nil {
		return 0, err
	}
	return from[rng.IntN(len(from))], nil
}

// deduction describes a position. The answers are found again, by the reference rule; the
// error is that they are not as many as wanted.
func (p positions) deduction(rounds []game.Round, options []game.Code, answer int, number uint64) (d deduction, err error) {
	d.Game, d.Strategy, d.Seed, d.Number = p.game.String(), p.by, p.seed, number
	contradicts := func(c game.Code) (mask uint) { // the rounds, as bits
		for i, r := range rounds {
			if p.game.Reference(c, r.Guess) != r.Feedback {
				mask |= 1 << i
			}
		}
		return mask
	}
	var wrong []uint
	d.Difficulty.Nearest = len(rounds)
	for _, c := range p.secrets {
		mask := contradicts(c)
		if mask == 0 {
			d.Answers = append(d.Answers, p.game.FormatCode(c))
			continue
		}
		wrong = append(wrong, mask)
		d.Difficulty.Nearest = min(d.Difficulty.Nearest, bits.OnesCount(mask))
	}
	d.Difficulty.RoundsNeeded = len(rounds)
	for kept := range uint(1) << len(rounds) {
		if !slices.ContainsFunc(wrong, func(mask uint) bool { return mask&kept == 0 }) {
			d.Difficulty.RoundsNeeded = min(d.Difficulty.RoundsNeeded, bits.OnesCount(kept))
		}
	}
	seen := map[rune]bool{}
	for _, r := range rounds {
		guess := p.game.FormatCode(r.Guess)
		d.Rounds = append(d.Rounds, [2]string{guess, p.game.FormatFeedback(r.Feedback)})
		for _, symbol := range guess {
			seen[symbol] = true
		}
	}
	d.Difficulty.SymbolsSeen = float64(len(seen)) / float64(len([]rune(board.AlphabetOf(p.game))))
	if options != nil {
		d.AnswerIndex = &answer
		d.Choices = notebook.Map(options, p.game.FormatCode)
		d.Violated = notebook.Map(options, func(c game.Code) int { return bits.OnesCount(contradicts(c)) })
	}
	if len(d.Answers) != p.left {
		return d, fmt.Errorf("the position leaves %d codes by the reference rule, not %d", len(d.Answers), p.left)
	}
	return d, nil
}

// query asks for the answer in words.
func (d deduction) query(g game.Game) string {
	rounds := notebook.Map(d.Rounds, func(r [2]string) string { return r[0] + " " + r[1] + "\n" })
	return fmt.Sprintf("%s. Feedback: %s. Guesses and feedback:\n%sSecret:", report.GameInWords(d.Game), game.FeedbackForms(g), strings.Join(rounds, ""))
}
