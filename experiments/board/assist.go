package board

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/optimal"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
	"codebreak/report"
)

// usualGame is played if the user names no game.
const usualGame = "bc4x10"

// AssistCommand makes the command in which the program guesses a human's secret.
func AssistCommand(a *base.App) *cobra.Command {
	var f positionFlags
	var codemaker string
	cmd := base.NewCommand("assist", nil, func(cmd *cobra.Command, args []string) error {
		if base.Given(cmd, "codemaker") {
			if err := base.OneOf("codemaker", codemaker, []string{adversarial, likeAbsurdle}); err != nil {
				return err
			}
		}
		s, err := newAssistSession(a, cmd, args, rand.Uint64N(1_000_000))
		if err != nil {
			return err
		}
		s.codemaker = codemaker
		if f.given(cmd) {
			return advise(a, cmd, s, f)
		}
		return s.run()
	})

	measure.SubjectFlags(cmd)
	f.addTo(cmd, "after", "print the position after these rounds and end, such as '1122 1A1B, 1344 0A2B'")
	cmd.Flags().StringSliceVar(&f.asked, "guess", nil, "your own guesses to evaluate, comma-separated")
	cmd.Flags().StringVar(&codemaker, "codemaker", "", "adversarial or absurdle: give the feedback of this codemaker (default: you give it)")
	bestFlag(cmd)
	return cmd
}

// An assistSession is the conversation of the command assist: the player guesses, and a human or a
// codemaker without a secret gives the feedback.
type assistSession struct {
	*session
	*player
	codemaker string           // that gives the feedback; empty for the human
	seeded    string           // random tie-breaking with its seed; else empty
	best      *optimal.Problem // the problem that the player's tree solves, if there is one
}

// shiftyFeedback is the feedback of a codemaker without a secret.
func (a *assistSession) shiftyFeedback(guess game.Code, candidates []game.Code) game.Feedback {
	return shifty[a.codemaker](a.game, candidates, guess).Feedback
}

// bestFlag gives a command the flag to make the best known guesses.
func bestFlag(cmd *cobra.Command) {
	cmd.Flags().Bool("best", false, "guess by the recorded optimal tree, else by a one-second search, else by entropy")
}

// bestKnown names the guesses of --best where no optimal tree is recorded.
const bestKnown = "best-known play"

// newAssistSession starts a session with the subject of a command. Random tie-breaking gets the
// seed, which the session shows.
func newAssistSession(a *base.App, cmd *cobra.Command, args []string, seed uint64) (*assistSession, error) {
	subject, err := measure.OneSubject(a, cmd, args, usualGame, nil)
	if err != nil {
		return nil, err
	}

	x, t := entropyIn(subject.Game), subject.Tree
	switch {
	case subject.Figure != nil:
		return nil, base.Usagef("%q is a published figure; to play its strategy, name its game first", subject.Spec)
	case subject.Best != nil:
		if t, err = subject.TreeOfBest(cmd.Context(), a); err != nil {
			return nil, err
		}
	case subject.Play != nil:
		x = *subject.Play
	}
	if subject.Tree == nil && subject.Best == nil {
		measure.SayEndless(a, x, "simple")
	}

	out := &assistSession{}
	if !subject.OfBestKnown() { // which need not be optimal
		out.best = subject.Best
	}
	if subject.ByChance() {
		x.Strategy.Ties = fmt.Sprintf("%s=%d", x.Strategy.Ties, seed)
		if x.Strategy.Validate(x.Game) != nil {
			return nil, base.Usagef("%s draws its guesses in a way of its own, which assist cannot follow; try random", x.Strategy.Criterion)
		}
		out.seeded = x.Strategy.Ties
	}

	out.session = newSession(cmd.Context(), cmd.InOrStdin(), maxInput(a, x.Game), cmd.OutOrStdout())
	out.player, err = newPlayer(x, t)
	if err != nil {
		return nil, err
	}

	if base.Given(cmd, "best") {
		if !subject.OfGame() {
			return nil, base.Usagef("--best chooses the guesses; name the game alone, without a strategy")
		}
		out.searcher = newCosts(a, out)
		out.name = bestKnown
		if out.searcher.Known != nil {
			out.name = engine.Optimal
		}
	}
	if t != nil {
		_, choices, _ := strings.Cut(subject.Spec, " ")
		out.name = cmp.Or(choices, subject.Spec)
	}
	return out, nil
}

// greet names the game, its size, and the seed.
func (a *assistSession) greet(what string) {
	if a.seeded != "" {
		a.say("Ties are broken with a seed: %s.", a.seeded)
	}
	a.say("%s: %s. %s; ? for help.",
		report.GameInWords(a.game.String()), wording.Plural(game.CountSecrets(a.game), "possible secret"), what)
}

// run plays until the secret is found, the human quits, or the input ends.
func (a *assistSession) run() error {
	if a.codemaker != "" {
		a.greet(fmt.Sprintf("The codemaker is %s and gives the feedback", a.codemaker))
	} else {
		a.greet("Answer with " + game.FeedbackForms(a.game))
	}
	for {
		if i := a.found(); i >= 0 && len(a.known.Candidates()) > 0 {
			a.say("Found: %s, with guess %d.", a.game.FormatCode(a.known.Rounds()[i].Guess), i+1)
			return nil
		}

		guess, err := a.guess()
		if err != nil {
			return err
		}
		if a.codemaker != "" {
			feedback := a.shiftyFeedback(*guess, a.known.Candidates())
			a.known.Add(game.Round{Guess: *guess, Feedback: feedback})
			a.say("> %s", a.game.FormatFeedback(feedback))
			continue
		}
		if done, err := a.answer(guess); done || err != nil {
			return err
		}
	}
}

// guess makes the next guess. If the feedback contradicts itself it shows the contradiction, and
// returns nil.
func (a *assistSession) guess() (*game.Code, error) {
	candidates, rounds := a.known.Candidates(), a.known.Rounds()
	if len(candidates) == 0 {
		return nil, a.sayConflict()
	}

	was := a.off
	guess, err := a.choose(a.ctx)
	if err != nil {
		return nil, err
	}
	if a.off && !was {
		a.say("These guesses leave the tree of %s; %s goes on.", a.name, a.criterion)
	}
	a.say("Guess %d: %s  (%s left%s)",
		len(rounds)+1, a.game.FormatCode(guess), wording.Thousands(len(candidates)), a.tells(guess))
	return &guess, nil
}

// answer reads lines until the state of the game changes. guess is nil while the feedback
// contradicts itself.
func (a *assistSession) answer(guess *game.Code) (done bool, err error) {
	for {
		text, err := a.ask("> ")
		if err != nil {
			return true, unlessEnd(err)
		}

		fields := strings.Fields(text)
		switch strings.ToLower(fields[0]) {
		case "q", "quit":
			return true, nil
		case "?", "help":
			a.say("feedback as %s; write another guess before its feedback; why: show the classes of the guess; undo: take back the last feedback; fix N FEEDBACK: change that of guess N; q: quit", game.FeedbackForms(a.game))
			continue
		case "undo":
			if len(a.known.Rounds()) == 0 {
				err = errors.New("there is no feedback to take back")
			}
			a.known.Undo()
		case "fix":
			err = a.fix(fields[1:])
		case "why":
			if guess != nil {
				a.sayWhy(*guess)
			} else if err := a.sayConflict(); err != nil {
				return true, err
			}
			continue
		default:
			err = a.add(guess, text)
		}

		if err == nil {
			return false, nil
		}
		a.complain(err)
	}
}

// add adds a round with the feedback on a guess, or with another guess and its feedback.
func (a *assistSession) add(asked *game.Code, text string) error {
	if asked == nil {
		return errors.New("the feedback contradicts itself: fix N FEEDBACK or undo first")
	}

	feedback, err := a.game.ParseFeedback(text)
	r := game.Round{Guess: *asked, Feedback: feedback}
	other, answer, _ := strings.Cut(text, " ")
	if _, notCode := a.game.ParseCode(other); err != nil && notCode == nil && answer != "" {
		r, err = game.ParseRound(a.game, text)
	}
	if err == nil {
		a.known.Add(r)
	}
	return err
}

// tells says which classes a guess of a game of words makes.
func (a *assistSession) tells(guess game.Code) string {
	if _, ok := a.game.(*words.Game); !ok {
		return ""
	}
	counts, q := a.classes(guess)
	says := fmt.Sprintf("; %s, %.2f bits", wording.Plural(q.Parts, "class"), q.Entropy)
	switch {
	case counts[a.game.Final()] == 0:
		return says + ", and cannot be the secret"
	case len(a.strategy.Space.Codes()) == 1:
		return ": this is it"
	}
	return says
}

// fix obeys the command fix N FEEDBACK.
func (a *assistSession) fix(args []string) error {
	rounds := a.known.Rounds()
	if len(rounds) == 0 {
		return errors.New("there is no feedback to fix")
	}

	n := 0
	if len(args) >= 2 {
		n, _ = strconv.Atoi(args[0]) // 0 is out of range below
	}
	if n < 1 || n > len(rounds) {
		return fmt.Errorf("write fix N FEEDBACK with the number of a guess, 1 to %d", len(rounds))
	}

	feedback, err := a.game.ParseFeedback(strings.Join(args[1:], " "))
	if err != nil {
		return err
	}
	a.known.Correct(n-1, feedback)
	return nil
}

// sayConflict shows the feedback that contradicts itself. The error is the context's.
func (a *assistSession) sayConflict() error {
	conflict, _, err := a.known.Conflict(a.ctx)
	if err != nil {
		return err
	}

	if len(conflict) == 1 {
		a.say("No code agrees with this feedback, so it is wrong:")
	} else {
		a.say("No code agrees with all of this feedback:")
	}
	for _, i := range conflict {
		r := a.known.Rounds()[i]
		a.say("  guess %d: %s  %s",
			i+1, a.game.FormatCode(r.Guess), a.game.FormatFeedback(r.Feedback))
	}
	a.say("fix N FEEDBACK changes one, undo takes back the last.")
	return nil
}

// sayWhy shows the classes of a guess.
func (a *assistSession) sayWhy(guess game.Code) {
	counts, q := a.classes(guess)
	candidate := "may be the secret"
	if counts[a.game.Final()] == 0 {
		candidate = "cannot be the secret"
	}
	a.say("%s: %s, the largest of %d; expected remaining %.2f; %.2f bits; %s.",
		a.game.FormatCode(guess), wording.Plural(q.Parts, "class"), q.Largest, q.ExpectedSize, q.Entropy, candidate)

	for f := range game.Feedback(a.game.OutcomeLimit()) {
		if counts[f] > 0 {
			a.say("  %-8s %d", a.game.FormatFeedback(f), counts[f])
		}
	}
}
