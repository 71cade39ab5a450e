package cli

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/report"
)

// Codemakers that play can be.
const (
	honest      = "honest"
	adversarial = "adversarial"
)

// A codemakerFlag is one of them. "cunning" is what adversarial was called
// before.
type codemakerFlag string

func (f *codemakerFlag) String() string { return string(*f) }

// Type names the kind of value for errors and help.
func (*codemakerFlag) Type() string { return "codemaker" }

// Set reads a codemaker.
func (f *codemakerFlag) Set(text string) error {
	if text == "cunning" {
		text = adversarial
	}
	if text != honest && text != adversarial {
		return fmt.Errorf("unknown codemaker")
	}
	*f = codemakerFlag(text)
	return nil
}

func (a *app) playCommand() *cobra.Command {
	c := usualGame()
	codemaker := codemakerFlag(honest)
	var seed uint64
	cmd := &cobra.Command{
		Use:   "play",
		Short: "You guess, the program answers",
		Long: `You guess the program's secret. At the prompt, write a guess or a command:

  hint      a code that may be the secret, and how many may
  best      what the strategy would guess
  ans       give up and see the secret
  ans=CODE  start again with this secret
  =CODE     guess a code that reads like a command
  r         start again with a new secret
  q         quit
  ?         this help

After each game comes a replay: for every guess the candidates before and
after, how many were expected to be left, how many the strategy's guess would
have left, and how lucky the answer was, in bits. The strategy is chosen as for
measure and makes the same guesses; ties that end in random are broken with the
seed of the secrets.

The adversarial codemaker fixes no secret: it gives the answer that leaves the
most candidates.`,
		Example: `  codebreak play --game bc4x10
  codebreak play --game primel
  codebreak play --game mm4x6 --codemaker adversarial`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if codemaker == adversarial && cmd.Flags().Changed("seed") {
				return usagef("--seed and --codemaker adversarial contradict each other: the adversarial codemaker fixes no secret")
			}
			if !cmd.Flags().Changed("seed") {
				seed = rand.Uint64N(1_000_000)
			}
			a, err := a.newAssistant(cmd, c, seed)
			if err != nil {
				return err
			}
			m := &match{assistant: a, adversarial: codemaker == adversarial, secrets: rand.New(rand.NewPCG(seed, 0)), hints: rand.New(rand.NewPCG(seed, 1)), seed: seed}
			return m.run()
		},
	}
	configurationFlags(cmd, &c)
	flags := cmd.Flags()
	flags.Var(&codemaker, "codemaker", "honest or adversarial")
	flags.Uint64Var(&seed, "seed", 0, "seed that the secrets are drawn with (default: a random one, which is shown)")
	return cmd
}

// A match is games in which a human guesses and the program answers. The
// assistant is the one the human may ask.
type match struct {
	*assistant
	adversarial bool
	secrets     *rand.Rand // draws the secrets
	hints       *rand.Rand
	seed        uint64
	secret      game.Code // unless adversarial
}

func (m *match) run() error {
	maker := fmt.Sprintf("Secrets are drawn with seed %d.", m.seed)
	if m.adversarial {
		maker = "The codemaker is adversarial: it fixes no secret."
	}
	m.say("%s: %s. %s ? for help.", m.game, m.game.Describe(), maker)
	m.restart()
	for {
		text, err := m.ask(fmt.Sprintf("guess %d> ", len(m.known.Rounds())+1))
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		quit, err := m.command(text)
		if quit || err != nil {
			return err
		}
	}
}

func (m *match) restart() {
	m.known.Reset()
	all := m.known.Candidates()
	m.secret = all[m.secrets.IntN(len(all))]
}

// command obeys a line of the human's.
func (m *match) command(text string) (quit bool, err error) {
	candidates := m.known.Candidates()
	command := strings.ToLower(text)
	switch {
	case command == "q" || command == "quit":
		return true, nil
	case command == "?" || command == "help":
		m.say("hint, best, ans, ans=CODE, r, q, or a guess such as %s, with = before one that reads like a command", m.game.FormatCode(candidates[0]))
	case command == "r":
		m.restart()
		m.say("A new game.")
	case command == "hint":
		m.say("%s is possible (%s left).", m.game.FormatCode(candidates[m.hints.IntN(len(candidates))]), plural(len(candidates), "candidate"))
	case command == "best":
		guess, err := m.next()
		if err != nil {
			return true, err
		}
		m.say("%s", m.game.FormatCode(guess))
	case command == "ans":
		if m.adversarial {
			m.say("No secret was fixed; %d codes agree with all answers, such as %s.", len(candidates), m.game.FormatCode(candidates[0]))
		} else {
			m.say("The secret was %s.", m.game.FormatCode(m.secret))
		}
		return false, m.finish(false)
	case strings.HasPrefix(command, "ans="):
		if m.adversarial {
			m.complain(fmt.Errorf("the adversarial codemaker fixes no secret"))
			break
		}
		secret, err := game.ParseSecret(m.game, strings.TrimSpace(text[len("ans="):]))
		if err != nil {
			m.complain(err)
			break
		}
		m.known.Reset()
		m.secret = secret
		m.say("A new game with this secret.")
	default:
		guess, err := m.game.ParseCode(strings.TrimPrefix(text, "="))
		if err != nil {
			m.complain(err)
			break
		}
		feedback := m.answerTo(guess, candidates)
		m.known.Add(game.Round{Guess: guess, Feedback: feedback})
		m.say("%s", m.game.FormatFeedback(feedback))
		if feedback == m.game.Final() {
			return false, m.finish(true)
		}
	}
	return false, nil
}

// answerTo is the codemaker's answer. The adversarial one leaves the most
// candidates, and of equal answers gives the first in feedback order.
func (m *match) answerTo(guess game.Code, candidates []game.Code) game.Feedback {
	if !m.adversarial {
		return m.game.Feedback(m.secret, guess)
	}
	var best game.Feedback
	most := 0
	for _, part := range partition.Split(m.game, candidates, guess) {
		if len(part.Codes) > most {
			best, most = part.Feedback, len(part.Codes)
		}
	}
	return best
}

// finish shows the replay of a game and starts the next.
func (m *match) finish(found bool) error {
	rounds := append([]game.Round(nil), m.known.Rounds()...)
	if len(rounds) > 0 {
		if err := m.replay(rounds); err != nil {
			return err
		}
	}
	if found {
		m.say("%s", remark(len(rounds), bounds.ByCounting(game.CountSecrets(m.game), m.game.Outcomes()).Worst))
	}
	m.restart()
	m.say("A new game. q quits.")
	return nil
}

// A replayRow is what a guess did, and what the strategy would have done.
type replayRow struct {
	number        int
	guess, best   string
	answer        string
	before, after int
	mine, least   float64 // candidates expected to be left by the guess, and by the best
}

// replay tables what each guess did.
func (m *match) replay(rounds []game.Round) error {
	m.known.Reset()
	var rows []replayRow
	for i, r := range rounds {
		before := len(m.known.Candidates())
		best, err := m.next()
		if err != nil {
			return err
		}
		counts := partition.NewCounts(m.game)
		expected := func(guess game.Code) float64 {
			m.chooser.Space.Count(guess, counts)
			return counts.Quality().ExpectedSize
		}
		row := replayRow{
			number: i + 1, guess: m.game.FormatCode(r.Guess), best: m.game.FormatCode(best), answer: m.game.FormatFeedback(r.Feedback),
			before: before, mine: expected(r.Guess), least: expected(best),
		}
		m.known.Add(r)
		row.after = len(m.known.Candidates())
		rows = append(rows, row)
	}
	return report.NewTable(rows, []report.Column[replayRow]{
		{Title: "guess", Value: func(r replayRow) any { return r.number }},
		{Title: "", Align: report.Left, Value: func(r replayRow) any { return r.guess }},
		{Title: "answer", Value: func(r replayRow) any { return r.answer }},
		{Title: "before", Value: func(r replayRow) any { return r.before }},
		{Title: "after", Value: func(r replayRow) any { return r.after }},
		{Title: "expected", Value: func(r replayRow) any { return report.Decimals(r.mine, 2) }},
		{Title: "best guess", Align: report.Left, Value: func(r replayRow) any { return r.best }},
		{Title: "its expected", Value: func(r replayRow) any { return report.Decimals(r.least, 2) }},
		{Title: "luck (bits)", Value: func(r replayRow) any {
			return report.Decimals(math.Log2(r.mine/float64(r.after)), 2).Signed()
		}},
	}).Show(m.out, viewOf(m.out, false))
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
