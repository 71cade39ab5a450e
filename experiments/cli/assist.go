package cli

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/deduce"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
)

// usualGame is what is played if nothing else is asked for, as entropy plays it.
func usualGame() engine.Configuration {
	return engine.Configuration{Game: "bc4x10", Strategy: strategy.Strategy{Criterion: strategy.Entropy}}
}

func (a *app) assistCommand() *cobra.Command {
	c := usualGame()
	cmd := &cobra.Command{
		Use:   "assist",
		Short: "The program guesses, you answer",
		Long: `The program guesses the secret you have in mind, and you answer each guess. In peg
games write 1A2B, "1 2" or XOO (- for no pegs) for 1 right colour in the right place
and 2 in a wrong place. In games of words write GYBBG (green, yellow, grey) or 21002;
there each guess is shown with what it tells. If you made another guess, write it
before its answer. Other commands at the prompt:

  why     show what the guess would tell
  undo    take back the last answer
  fix N F change the answer of guess N to F
  q       quit
  ?       this help

If your answers cannot all be true, those that contradict each other are
named, and you can fix or undo one. The strategy is chosen as for measure and makes
the same guesses; for ties that end in random a seed is drawn and shown.`,
		Example: `  codebreak assist --game mm4x6 --criterion entropy
  codebreak assist --game wordle --answers answers.txt --allowed allowed.txt`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			a, err := a.newAssistant(cmd, c, rand.Uint64N(1_000_000))
			if err != nil {
				return err
			}
			return a.run()
		},
	}
	configurationFlags(cmd, &c)
	return cmd
}

// An assistant guesses and asks for answers.
type assistant struct {
	*session
	game    game.Game
	first   *game.Code // the first guess; nil if the strategy chooses it
	chooser *strategy.Chooser
	known   *deduce.Deduction // of secrets in the strategy's order
}

// newAssistant starts a session of a command that was given a configuration.
// Ties that are left to chance are broken with the seed, and the session says so.
func (a *app) newAssistant(cmd *cobra.Command, c engine.Configuration, seed uint64) (*assistant, error) {
	byChance := c.Strategy.ByChance()
	if byChance {
		c.Ties = fmt.Sprintf("%s=%d", c.Ties, seed)
	}
	play, err := a.checkConfiguration(cmd, c)
	if err != nil {
		return nil, err
	}
	x, err := play.Experiment()
	if err != nil {
		return nil, err
	}
	s := newSession(cmd.Context(), cmd.InOrStdin(), a.maxInput(x.Game), cmd.OutOrStdout())
	if byChance {
		s.say("Ties are broken with a seed: %s.", c.Ties)
	}
	return assist(x, s)
}

func assist(x engine.Experiment, s *session) (*assistant, error) {
	player, err := x.Strategy.Compile(x.Game)
	if err != nil {
		return nil, err
	}
	return &assistant{
		session: s, game: x.Game, first: x.First,
		chooser: player.NewChooser(), known: deduce.New(x.Game, player.Secrets()),
	}, nil
}

// next returns the guess that the strategy makes after the rounds played, which
// must have left candidates. The chooser's space holds these afterwards.
func (a *assistant) next() (game.Code, error) {
	candidates, rounds := a.known.Candidates(), a.known.Rounds()
	if a.first != nil && len(rounds) == 0 {
		a.chooser.Space.Load(candidates)
		return *a.first, nil
	}
	return a.chooser.Choose(a.ctx, candidates, rounds)
}

// run plays until the secret is found, the human quits, or the input ends.
func (a *assistant) run() error {
	a.say("Think of a code of %s (%s). Answer each guess; ? for help.", a.game, a.game.Describe())
	for {
		candidates := a.known.Candidates()
		if len(candidates) == 0 {
			if err := a.sayConflict(); err != nil {
				return err
			}
			if done, err := a.answer(nil); done || err != nil {
				return err
			}
			continue
		}
		for i, r := range a.known.Rounds() {
			if r.Feedback == a.game.Final() {
				a.say("Found: %s, with guess %d.", a.game.FormatCode(r.Guess), i+1)
				return nil
			}
		}
		guess, err := a.next()
		if err != nil {
			return err
		}
		a.say("Guess %d: %s  (%d left%s)", len(a.known.Rounds())+1, a.game.FormatCode(guess), len(candidates), a.tells(guess))
		if done, err := a.answer(&guess); done || err != nil {
			return err
		}
	}
}

// answer reads lines until the state of the game changes. guess is nil while
// the answers contradict each other.
func (a *assistant) answer(guess *game.Code) (done bool, err error) {
	for {
		text, err := a.ask("> ")
		if err == io.EOF {
			return true, nil
		}
		if err != nil {
			return true, err
		}
		fields := strings.Fields(text)
		switch strings.ToLower(fields[0]) {
		case "q", "quit":
			return true, nil
		case "?", "help":
			a.say("answer as %s; another guess before its answer; why: what the guess would tell; undo: take back the last answer; fix N ANSWER: change the answer of guess N; q: quit", game.FeedbackForms(a.game))
			continue
		case "undo":
			if len(a.known.Rounds()) == 0 {
				a.complain(fmt.Errorf("there is no answer to take back"))
				continue
			}
			a.known.Undo()
			return false, nil
		case "fix":
			if err := a.fix(fields[1:]); err != nil {
				a.complain(err)
				continue
			}
			return false, nil
		case "why":
			if guess != nil {
				a.sayWhy(*guess)
			} else if err := a.sayConflict(); err != nil {
				return true, err
			}
			continue
		}
		if guess == nil {
			a.complain(fmt.Errorf("the answers contradict each other: fix N ANSWER or undo first"))
			continue
		}
		round, err := a.round(*guess, text)
		if err != nil {
			a.complain(err)
			continue
		}
		a.known.Add(round)
		return false, nil
	}
}

// round reads the answer to a guess, or another guess with its answer.
func (a *assistant) round(guess game.Code, text string) (game.Round, error) {
	feedback, err := a.game.ParseFeedback(text)
	if err != nil {
		if other, answer, two := strings.Cut(text, " "); two {
			if code, codeErr := a.game.ParseCode(other); codeErr == nil {
				guess = code
				feedback, err = a.game.ParseFeedback(answer)
			}
		}
	}
	return game.Round{Guess: guess, Feedback: feedback}, err
}

// tells says what a guess of a game of words tells; the chooser's space holds the
// candidates.
func (a *assistant) tells(guess game.Code) string {
	if _, ok := a.game.(*words.Game); !ok {
		return ""
	}
	counts := partition.NewCounts(a.game)
	a.chooser.Space.Count(guess, counts)
	q := counts.Quality()
	if counts[a.game.Final()] > 0 && len(a.chooser.Space.Codes()) == 1 {
		return ": this is it"
	}
	text := fmt.Sprintf("; it tells %d answers apart, %.2f bits", q.Parts, q.Entropy)
	if counts[a.game.Final()] == 0 {
		text += ", and cannot be the secret"
	}
	return text
}

func (a *assistant) fix(args []string) error {
	rounds := a.known.Rounds()
	if len(rounds) == 0 {
		return fmt.Errorf("there is no answer to fix")
	}
	n := 0
	if len(args) >= 2 {
		n, _ = strconv.Atoi(args[0]) // 0 is out of range below
	}
	if n < 1 || n > len(rounds) {
		return fmt.Errorf("write fix N ANSWER with the number of a guess, 1 to %d", len(rounds))
	}
	feedback, err := a.game.ParseFeedback(strings.Join(args[1:], " "))
	if err != nil {
		return err
	}
	a.known.Correct(n-1, feedback)
	return nil
}

// sayConflict names the answers that cannot all be true. The error is the
// context's.
func (a *assistant) sayConflict() error {
	conflict, _, err := a.known.Conflict(a.ctx)
	if err != nil {
		return err
	}
	if len(conflict) == 1 {
		a.say("No code agrees with your answers. This one cannot be true:")
	} else {
		a.say("No code agrees with your answers. These cannot all be true:")
	}
	for _, i := range conflict {
		r := a.known.Rounds()[i]
		a.say("  guess %d: %s  %s", i+1, a.game.FormatCode(r.Guess), a.game.FormatFeedback(r.Feedback))
	}
	a.say("fix N ANSWER changes one, undo takes back the last.")
	return nil
}

// sayWhy shows the partition behind a guess; the chooser's space holds the
// candidates.
func (a *assistant) sayWhy(guess game.Code) {
	counts := partition.NewCounts(a.game)
	a.chooser.Space.Count(guess, counts)
	q := counts.Quality()
	candidate := "it cannot be the secret"
	if counts[a.game.Final()] > 0 {
		candidate = "it may be the secret"
	}
	a.say("%s tells %d answers apart; the largest part has %d, %.2f are expected to be left, the answer is worth %.2f bits; %s.",
		a.game.FormatCode(guess), q.Parts, q.Largest, q.ExpectedSize, q.Entropy, candidate)
	for f := range game.Feedback(a.game.OutcomeLimit()) {
		if counts[f] > 0 {
			a.say("  %-8s %d", a.game.FormatFeedback(f), counts[f])
		}
	}
}
