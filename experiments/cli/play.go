package cli

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/tree"
	"codebreak/report"
)

func playCommand(opts *options) *cobra.Command {
	c := engine.Configuration{Game: "bc4x10"}
	var codemaker string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "play",
		Short: "You guess, the program answers",
		Long: `You guess the program's secret. At the prompt, write a guess or a command:

  hint      a code that may be the secret, and how many may
  best      what the strategy would guess
  ans       give up and see the secret
  ans=CODE  start again with this secret
  r         start again with a new secret
  q         quit
  ?         this help

After each game comes a replay: for every guess the candidates before and
after, how many were expected to be left, how many the strategy's guess would
have left, and how lucky the answer was, in bits.

The cunning codemaker fixes no secret: it gives the answer that leaves the
most candidates.`,
		Example: `  codebreak play --game bc4x10
  codebreak play --game mm4x6 --codemaker cunning`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if codemaker != "honest" && codemaker != "cunning" {
				return usageError{fmt.Errorf("unknown codemaker %q; allowed: honest, cunning", codemaker)}
			}
			if codemaker == "cunning" && cmd.Flags().Changed("seed") {
				return usageError{fmt.Errorf("--seed and --codemaker cunning contradict each other: the cunning codemaker fixes no secret")}
			}
			if err := opts.checkMemory(c); err != nil {
				return usageError{err}
			}
			if !cmd.Flags().Changed("seed") {
				seed = rand.Uint64N(1_000_000)
			}
			a, err := newAssistant(c, newSession(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout()))
			if err != nil {
				return err
			}
			t := &table{assistant: a, cunning: codemaker == "cunning", secrets: rand.New(rand.NewPCG(seed, 0)), hints: rand.New(rand.NewPCG(seed, 1)), seed: seed}
			return t.run()
		},
	}
	flags := cmd.Flags()
	strategyFlags(cmd, &c)
	flags.StringVar(&c.Game, "game", c.Game, "game that is played")
	flags.StringVar(&codemaker, "codemaker", "honest", "honest or cunning")
	flags.Uint64Var(&seed, "seed", 0, "seed that the secrets are drawn with (default: a random one, which is shown)")
	return cmd
}

// A table is where a human guesses and the program answers. The assistant is
// the one the human may ask.
type table struct {
	*assistant
	cunning bool
	secrets *rand.Rand // draws the secrets
	hints   *rand.Rand
	seed    uint64
	secret  game.Code // unless cunning
}

func (t *table) run() error {
	maker := fmt.Sprintf("Secrets are drawn with seed %d.", t.seed)
	if t.cunning {
		maker = "The codemaker is cunning: it fixes no secret."
	}
	t.say("%s: %s. %s ? for help.", t.game, t.game.Describe(), maker)
	t.restart()
	for {
		text, err := t.ask(fmt.Sprintf("guess %d> ", len(t.known.Rounds())+1))
		if errors.Is(err, errEnd) {
			return nil
		}
		if err != nil {
			return err
		}
		quit, err := t.command(text)
		if quit || err != nil {
			return err
		}
	}
}

func (t *table) restart() {
	t.known.Reset()
	all := t.known.Candidates()
	t.secret = all[t.secrets.IntN(len(all))]
}

// command obeys a line of the human's.
func (t *table) command(text string) (quit bool, err error) {
	candidates := t.known.Candidates()
	command := strings.ToLower(text)
	switch {
	case command == "q" || command == "quit":
		return true, nil
	case command == "?" || command == "help":
		t.say("hint, best, ans, ans=CODE, r, q, or a guess such as %s", t.game.FormatCode(candidates[0]))
	case command == "r":
		t.restart()
		t.say("A new game.")
	case command == "hint":
		t.say("%s may be it, one of %d.", t.game.FormatCode(candidates[t.hints.IntN(len(candidates))]), len(candidates))
	case command == "best":
		guess, err := t.next(candidates)
		if err != nil {
			return true, interruptedError("interrupted")
		}
		t.say("%s", t.game.FormatCode(guess))
	case command == "ans":
		if t.cunning {
			t.say("No secret was fixed; %d codes agree with all answers, such as %s.", len(candidates), t.game.FormatCode(candidates[0]))
		} else {
			t.say("The secret was %s.", t.game.FormatCode(t.secret))
		}
		return false, t.finish(false)
	case strings.HasPrefix(command, "ans="):
		if t.cunning {
			t.complain(fmt.Errorf("the cunning codemaker fixes no secret"))
			break
		}
		secret, err := game.ParseSecret(t.game, strings.TrimSpace(text[len("ans="):]))
		if err != nil {
			t.complain(err)
			break
		}
		t.known.Reset()
		t.secret = secret
		t.say("A new game with this secret.")
	default:
		guess, err := t.game.ParseCode(text)
		if err != nil {
			t.complain(err)
			break
		}
		feedback := t.answerTo(guess, candidates)
		t.known.Add(game.Round{Guess: guess, Feedback: feedback})
		t.say("%s", t.game.FormatFeedback(feedback))
		if feedback == t.game.Final() {
			return false, t.finish(true)
		}
	}
	return false, nil
}

// answerTo is the codemaker's answer. The cunning one leaves the most
// candidates, and of equal answers gives the first in feedback order.
func (t *table) answerTo(guess game.Code, candidates []game.Code) game.Feedback {
	if !t.cunning {
		return t.game.Feedback(t.secret, guess)
	}
	var best game.Feedback
	most := 0
	t.chooser.Space.Load(candidates)
	for _, part := range partition.Split(t.game, t.chooser.Space, guess) {
		if len(part.Codes) > most {
			best, most = part.Feedback, len(part.Codes)
		}
	}
	return best
}

// finish shows the replay of a game and starts the next.
func (t *table) finish(found bool) error {
	rounds := append([]game.Round(nil), t.known.Rounds()...)
	if len(rounds) > 0 {
		if err := t.replay(rounds); err != nil {
			return err
		}
	}
	if found {
		t.say("%s", remark(len(rounds), tree.LowerBounds(game.CountSecrets(t.game), t.game.Outcomes()).Worst))
	}
	t.restart()
	t.say("A new game. q quits.")
	return nil
}

// replay tables what each guess did.
func (t *table) replay(rounds []game.Round) error {
	t.known.Reset()
	out := report.Table{
		Header: []string{"guess", "", "answer", "before", "after", "expected", "best guess", "expected", "luck (bits)"},
		Right:  []int{0, 3, 4, 5, 7, 8},
	}
	for i, r := range rounds {
		candidates := t.known.Candidates()
		best, err := t.next(candidates)
		if err != nil {
			return interruptedError("interrupted")
		}
		var counts partition.Counts
		expected := func(guess game.Code) float64 {
			t.chooser.Space.Count(guess, &counts)
			return counts.Quality().ExpectedSize
		}
		bestExpected := expected(best)
		mine := expected(r.Guess)
		t.known.Add(r)
		after := len(t.known.Candidates())
		out.Rows = append(out.Rows, []string{
			strconv.Itoa(i + 1), t.game.FormatCode(r.Guess), t.game.FormatFeedback(r.Feedback),
			strconv.Itoa(len(candidates)), strconv.Itoa(after), fmt.Sprintf("%.2f", mine),
			t.game.FormatCode(best), fmt.Sprintf("%.2f", bestExpected), fmt.Sprintf("%+.2f", math.Log2(mine/float64(after))),
		})
	}
	return out.Show(t.out, viewOf(t.out, false))
}

// remark closes a game that was won; least is the number of guesses that even
// a perfect player may need.
func remark(guesses, least int) string {
	switch {
	case guesses == 1:
		return "One guess: pure luck."
	case guesses < least:
		return fmt.Sprintf("%d guesses: better than any strategy can promise.", guesses)
	case guesses <= least+2:
		return fmt.Sprintf("%d guesses: as a good strategy would.", guesses)
	case guesses <= least+5:
		return fmt.Sprintf("%d guesses: found, with some to spare.", guesses)
	}
	return fmt.Sprintf("%d guesses: found in the end. Try best now and then.", guesses)
}
