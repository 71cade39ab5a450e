package agents

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/board"
	"codebreak/report"
)

// The forms in which positions are written.
var positionForms = []string{"jsonl", "lm-eval", "lm-eval-task"}

// lmEvalTask is a task of lm-evaluation-harness that reads positions of the form lm-eval.
//
//go:embed lm-eval.yaml
var lmEvalTask string

// anyPlayer guesses a random code half of the time, and else a random candidate; with choices it
// always guesses a random code.
const anyPlayer = "any"

func PositionsCommand(a *base.App) *cobra.Command {
	p := &positions{app: a}
	cmd := base.NewCommand("positions", base.TakesGame, p.run)
	flags := cmd.Flags()
	flags.IntVar(&p.left, "left", 1, "number of codes that agree with all feedback")
	flags.IntVar(&p.rounds, "rounds", 3, "number of guesses with their feedback")
	flags.IntVar(&p.count, "count", 100, "number of positions")
	flags.Uint64Var(&p.seed, "seed", 1, "seed of all draws")
	flags.StringVar(&p.by, "by", anyPlayer, "who made the guesses: any (a random code or a random candidate; with --choices a random code), or a strategy, such as random or entropy")
	flags.IntVar(&p.choices, "choices", 0, "add as many choices, of which one is an answer (default: none)")
	flags.StringVar(&p.form, "form", positionForms[0], strings.Join(positionForms, ", "))
	base.Complete(cmd, "form", positionForms)
	return cmd
}

// run prints the positions that the flags ask for.
func (p *positions) run(cmd *cobra.Command, args []string) (err error) {
	out := cmd.OutOrStdout()
	if p.form == "lm-eval-task" {
		_, err = io.WriteString(out, lmEvalTask)
		return err
	}

	if p.game, err = p.app.ParseGame(strings.Join(args, " ")); err != nil {
		return err
	}
	p.secrets, p.guesses = game.Codes(p.game)
	if err := p.check(); err != nil {
		return err
	}

	if p.by != anyPlayer {
		s, _ := strategy.ByName(p.by)
		s.Ties = "random"
		compiled, err := s.WithDefaults().Compile(p.game)
		if err != nil {
			return base.Usage(err)
		}
		p.strategy = compiled.NewPlayer()
	}

	encoder := json.NewEncoder(out)
	for number := range p.count {
		d, err := p.draw(cmd.Context(), uint64(number))
		if err != nil {
			return err
		}

		var line any = d
		if p.form == "lm-eval" {
			line = map[string]any{
				"query":   d.query(p.game),
				"choices": d.Choices,
				"gold":    d.AnswerIndex,
			}
		}
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

// check refuses flags that are not allowed, or not together.
func (p *positions) check() error {
	if err := base.OneOf("form", p.form, positionForms); err != nil {
		return err
	}
	if p.form == "lm-eval" && p.choices == 0 {
		return base.Usagef("--form lm-eval is multiple choice; add --choices 4")
	}

	if p.count < 1 {
		return base.Usagef("--count is %d; it must be at least 1", p.count)
	}
	if p.rounds < 1 || p.rounds > mostHints {
		return base.Usagef("--rounds is %d; it must be 1 to %d", p.rounds, mostHints)
	}
	if p.left < 1 || p.left > len(p.secrets) {
		return base.Usagef("--left is %d; it must be 1 to %s, all of %s",
			p.left, wording.Thousands(len(p.secrets)), p.game)
	}

	if p.choices != 0 && (p.choices < 2 || p.choices > 10) {
		return base.Usagef("--choices is %d; it must be 2 to 10", p.choices)
	}
	if p.choices != 0 && p.by != anyPlayer {
		return base.Usagef("--choices needs guesses that do not follow the feedback; use --by any rather than %s", p.by)
	}
	return base.OneOf("strategy", p.by, append([]string{anyPlayer}, strategy.Names()...))
}

// Limits of a draw.
const (
	mostHints = 12    // rounds of a position
	mostTries = 10000 // guesses that are tried for one position
	mostLast  = 100   // guesses that are tried for its last round
)

// positions draws positions of a game.
type positions struct {
	game                  game.Game
	secrets, guesses      []game.Code
	left, rounds, choices int
	seed                  uint64
	by                    string
	strategy              *strategy.CompiledPlayer // nil for anyPlayer

	app   *base.App
	count int
	form  string
}

// A deduction is a position as a question: which secrets are left?
type deduction struct {
	Game    string      `json:"game"`
	Symbols string      `json:"symbols,omitempty"` // unless the game's usual ones
	Rounds  [][2]string `json:"rounds"`
	// Answers are all codes that agree with the rounds.
	Answers []string `json:"answers"`
	Choices []string `json:"choices,omitempty"` // all pairs differ in the same number of positions
	// AnswerIndex is the index of the choice that is an answer. It is drawn after the guesses and
	// the choices: without the feedback nothing distinguishes the answer from the others.
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

// draw draws a position: the same for the same seed and number.
func (p positions) draw(ctx context.Context, number uint64) (d deduction, err error) {
	rng := rand.New(rand.NewPCG(p.seed, number))
	impossible := fmt.Errorf("no position of %s was found with %s left after %s; try other --rounds or --left",
		p.game, wording.Thousands(p.left), wording.Plural(p.rounds, "round"))

	if p.choices > 0 {
		guesses, choices := p.withChoices(ctx, rng)
		if choices == nil {
			return d, errors.Join(ctx.Err(), impossible)
		}

		// The answer is drawn last, and kept: see withChoices.
		answer := rng.IntN(len(choices))
		var rounds []game.Round
		for _, guess := range guesses {
			rounds = append(rounds, game.Round{
				Guess:    guess,
				Feedback: p.game.Feedback(choices[answer], guess),
			})
		}
		return p.deduction(rounds, choices, answer, number)
	}

	rounds := p.lead(ctx, rng)
	if rounds == nil {
		return d, errors.Join(ctx.Err(), impossible)
	}
	return p.deduction(rounds, nil, 0, number)
}

// lead draws rounds of a game that leave as many codes as wanted. It returns nil if too many
// tries fail.
func (p positions) lead(ctx context.Context, rng *rand.Rand) []game.Round {
	for tried := 0; tried < mostTries; {
		answer := p.secrets[rng.IntN(len(p.secrets))]
		left, rounds := p.secrets, []game.Round(nil)
		for i := 0; i < p.rounds && len(left) >= p.left; i++ {
			// The last guess is drawn again until it leaves what is wanted; guesses of a
			// strategy are not.
			tries := 1
			if i == p.rounds-1 && p.strategy == nil {
				tries = mostLast
			}

			var r game.Round
			next := left[:0:0]
			for range tries {
				tried++
				guess, err := p.guess(ctx, rng, left, rounds)
				if err != nil {
					return nil
				}
				r = game.Round{Guess: guess, Feedback: p.game.Feedback(answer, guess)}
				next = game.Consistent(p.game, left, []game.Round{r})
				if len(next) == p.left {
					break
				}
			}

			if r.Feedback == p.game.Final() {
				break // the game is over
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
	if p.strategy != nil {
		from, err = p.strategy.Tied(ctx, left, rounds)
	} else if rng.IntN(2) == 0 {
		from = left
	}

	if err != nil {
		return 0, err
	}
	return from[rng.IntN(len(from))], nil
}

// contradicted returns the rounds that a code contradicts, as bits, by the reference rule.
func (p positions) contradicted(rounds []game.Round, c game.Code) (mask uint) {
	for i, r := range rounds {
		if p.game.Reference(c, r.Guess) != r.Feedback {
			mask |= 1 << i
		}
	}
	return mask
}

// deduction describes a position. It finds the answers again, by the reference rule, and
// returns an error if their number is not the one wanted.
func (p positions) deduction(rounds []game.Round, options []game.Code, answer int, number uint64) (d deduction, err error) {
	d.Game, d.Strategy = p.game.String(), p.by
	d.Symbols = game.SymbolsOf(p.game)
	d.Seed, d.Number = p.seed, number

	// Step 1. The codes that agree with all rounds are the answers.
	var wrong []uint
	d.Difficulty.Nearest = len(rounds)
	for _, c := range p.secrets {
		mask := p.contradicted(rounds, c)
		if mask == 0 {
			d.Answers = append(d.Answers, p.game.FormatCode(c))
			continue
		}
		wrong = append(wrong, mask)
		d.Difficulty.Nearest = min(d.Difficulty.Nearest, bits.OnesCount(mask))
	}

	// Step 2. The fewest rounds that leave the same codes.
	d.Difficulty.RoundsNeeded = len(rounds)
	for kept := range uint(1) << len(rounds) {
		if excludeAll(kept, wrong) {
			d.Difficulty.RoundsNeeded = min(d.Difficulty.RoundsNeeded, bits.OnesCount(kept))
		}
	}

	// Step 3. The rounds, and the share of the symbols in them.
	seen := map[rune]bool{}
	for _, r := range rounds {
		guess := p.game.FormatCode(r.Guess)
		d.Rounds = append(d.Rounds, [2]string{guess, p.game.FormatFeedback(r.Feedback)})
		for _, symbol := range guess {
			seen[symbol] = true
		}
	}
	alphabet := []rune(board.AlphabetOf(p.game))
	d.Difficulty.SymbolsSeen = float64(len(seen)) / float64(len(alphabet))

	// Step 4. The choices.
	if options != nil {
		d.AnswerIndex = &answer
	}
	for _, c := range options {
		d.Choices = append(d.Choices, p.game.FormatCode(c))
		d.Violated = append(d.Violated, bits.OnesCount(p.contradicted(rounds, c)))
	}

	if len(d.Answers) != p.left {
		return d, fmt.Errorf("the position leaves %d codes by the reference rule, not %d", len(d.Answers), p.left)
	}
	return d, nil
}

// excludeAll reports whether each wrong code contradicts one of the kept rounds.
func excludeAll(kept uint, wrong []uint) bool {
	for _, contradicted := range wrong {
		if contradicted&kept == 0 {
			return false
		}
	}
	return true
}

// query asks for the answer in words.
func (d deduction) query(g game.Game) string {
	var rounds strings.Builder
	for _, r := range d.Rounds {
		fmt.Fprintf(&rounds, "%s %s\n", r[0], r[1])
	}
	return fmt.Sprintf("%s. Feedback: %s. Guesses and feedback:\n%sSecret:",
		report.GameInWords(d.Game), game.FeedbackForms(g), rounds.String())
}
