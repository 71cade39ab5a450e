// Package board has the commands for people at the board: play, where the program knows the
// secret; assist, where it guesses; and deduce, which lists the secrets that agree with rounds.
// It also says what a guess is worth in a position.
//
// A player (player.go) chooses the guesses. A session (session.go) talks with a human, line by
// line: the assistSession asks for feedback, and the playSession for guesses. An adviser
// (position.go) measures guesses.
package board

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/advice"
	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
)

// playFlags are the flags of the command play.
type playFlags struct {
	app *base.App
	positionFlags
	codemaker string
	seed      uint64
	tell      bool
}

// PlayCommand makes the command in which a human guesses the program's secret.
func PlayCommand(a *base.App) *cobra.Command {
	f := &playFlags{app: a}
	cmd := base.NewCommand("play", nil, f.run)

	measure.SubjectFlags(cmd)
	f.addTo(cmd, "guesses", "make these guesses, print the game and end, such as 1122,1344")
	bestFlag(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.tell, "tell", false, "with --guesses: tell the secret, and how strategies find it, even if the game is not over")
	flags.String("against", "", "strategy to compare your guesses with in the replay, such as optimal (default: entropy)")
	flags.StringVar(&f.codemaker, "codemaker", honest, "honest, adversarial or absurdle")
	flags.Uint64Var(&f.seed, "seed", 0, "seed for drawing the secrets (default: a random one, which is shown)")
	return cmd
}

func (f *playFlags) run(cmd *cobra.Command, args []string) error {
	if err := base.OneOf("codemaker", f.codemaker, []string{honest, adversarial, likeAbsurdle}); err != nil {
		return err
	}
	if f.codemaker != honest && base.Given(cmd, "seed") {
		return base.Usagef("--seed and --codemaker %s contradict each other: the %[1]s codemaker fixes no secret", f.codemaker)
	}
	if !base.Given(cmd, "seed") {
		f.seed = rand.Uint64N(1_000_000)
	}

	s, err := newAssistSession(f.app, cmd, args, f.seed)
	if err != nil {
		return err
	}
	s.codemaker = f.codemaker
	p := &playSession{
		adviser: newAdviser(f.app, s),
		secrets: rand.New(rand.NewPCG(f.seed, 0)),
		hints:   rand.New(rand.NewPCG(f.seed, 1)),
		seed:    f.seed,
	}
	if f.given(cmd) {
		return replay(cmd, p, f.positionFlags, f.tell)
	}
	return p.run()
}

// A playSession is the conversation of the command play: a human guesses, and the program gives
// the feedback. The human may ask the adviser for a guess.
type playSession struct {
	adviser
	secrets *rand.Rand // draws the secrets
	hints   *rand.Rand
	seed    uint64
	secret  game.Code // of the honest codemaker
}

// run plays games until the human quits or the input ends.
func (m *playSession) run() error {
	if m.codemaker != honest {
		m.greet(fmt.Sprintf("The codemaker is %s and fixes no secret", m.codemaker))
	} else {
		m.greet(fmt.Sprintf("Your secret is drawn with seed %d", m.seed))
	}

	m.restart()
	for {
		text, err := m.ask(fmt.Sprintf("guess %d> ", len(m.known.Rounds())+1))
		if err != nil {
			return unlessEnd(err)
		}
		quit, err := m.command(text)
		if quit || err != nil {
			return err
		}
	}
}

// restart begins a game with a new secret.
func (m *playSession) restart() {
	m.known.Reset()
	all := m.known.Candidates()
	m.secret = all[m.secrets.IntN(len(all))]
}

// command obeys a line of the human.
func (m *playSession) command(text string) (quit bool, err error) {
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
		hint := candidates[m.hints.IntN(len(candidates))]
		m.say("%s is possible (%s left).", m.game.FormatCode(hint), wording.Plural(len(candidates), "candidate"))

	case command == "best":
		guess, err := m.choose(m.ctx)
		if err != nil {
			return true, err
		}
		m.say("%s", m.game.FormatCode(guess))

	case command == "ans":
		m.sayAnswer(candidates)
		return false, m.finish(false)

	case strings.HasPrefix(command, "ans="):
		secret, err := game.ParseSecret(m.game, strings.TrimSpace(text[len("ans="):]))
		if m.codemaker != honest {
			err = fmt.Errorf("the %s codemaker fixes no secret", m.codemaker)
		}
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

		feedback := m.feedbackOn(guess, candidates)
		m.known.Add(game.Round{Guess: guess, Feedback: feedback})
		m.say("%s", m.game.FormatFeedback(feedback))
		if feedback == m.game.Final() {
			return false, m.finish(true)
		}
	}
	return false, nil
}

// sayAnswer shows the secret, or one that a codemaker without a secret may still choose.
func (m *playSession) sayAnswer(candidates []game.Code) {
	if m.codemaker == honest {
		m.say("The secret was %s.", m.game.FormatCode(m.secret))
		return
	}

	agree := "1 code agrees"
	if len(candidates) > 1 {
		agree = wording.Plural(len(candidates), "code") + " agree"
	}
	m.say("No secret was fixed; %s with all feedback, such as %s.", agree, m.game.FormatCode(candidates[0]))
}

// feedbackOn returns the codemaker's feedback.
func (m *playSession) feedbackOn(guess game.Code, candidates []game.Code) game.Feedback {
	if m.codemaker == honest {
		return m.game.Feedback(m.secret, guess)
	}
	return m.shiftyFeedback(guess, candidates)
}

// finish shows a table of the guesses, with their costs, and starts the next game.
func (m *playSession) finish(found bool) error {
	rounds := m.known.Rounds()
	if len(rounds) > 0 {
		m.costs.Effort = advice.UsualEffort / int64(len(rounds)) // people wait
		played, err := m.rounds(-1)
		if err == nil {
			err = roundTable(played).Show(m.out, base.ViewOf(m.out, base.FormatText))
		}
		if err != nil {
			return err
		}
	}

	if found {
		least := bounds.ByCounting(game.CountSecrets(m.game), m.game.Outcomes()).Worst
		m.say("Found with guess %d. No strategy promises fewer than %d.", len(rounds), least)
	}

	m.restart()
	m.say("A new game. q quits.")
	return nil
}
