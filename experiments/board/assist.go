package board

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/advice"
	"codebreak/engine/deduce"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/optimal"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
	"codebreak/report"
)

// usualGame is what is played if nothing else is asked for.
const usualGame = "bc4x10"

func AssistCommand(a *base.App) *cobra.Command {
	var f positionFlags
	cmd := base.NewCommand("assist", nil, func(cmd *cobra.Command, args []string) error {
		s, err := newAssistant(a, cmd, args, rand.Uint64N(1_000_000))
		switch {
		case err != nil:
			return err
		case f.given(cmd):
			return advise(a, cmd, s, f)
		}
		return s.run()
	})
	measure.SubjectFlags(cmd)
	f.addTo(cmd, "after", "print the position after these rounds and end, such as '1122 1A1B, 1344 0A2B'")
	cmd.Flags().StringSliceVar(&f.asked, "guess", nil, "guesses of your own to be looked at, with commas; as --after")
	bestFlag(cmd)
	return cmd
}

// An assistant guesses and asks for feedback.
type assistant struct {
	*session
	game      game.Game
	name      string             // of the strategy
	criterion strategy.Criterion // of one step, by which guesses are listed
	seeded    string             // random tie-breaking with its seed; may be empty
	first     *game.Code         // the first guess; nil if the strategy chooses it
	tree      *tree.Tree         // whose guesses are made as far as it goes, if not nil
	alike     game.Symmetries    // of the game, if there is a tree
	off       bool               // the last guess is not the tree's, which did not go so far
	best      *optimal.Problem   // of which that is the solution
	chooser   *strategy.Chooser
	advisor   *advice.Costs     // which finds the best guess that is known; nil to guess as the strategy does
	known     *deduce.Deduction // of secrets in the strategy's order
}

// bestFlag lets a command guess as well as is known, see [bestKnown].
func bestFlag(cmd *cobra.Command) {
	cmd.Flags().Bool("best", false, "guess as the optimal tree does where one is recorded, else the best that a second's search proves, else as entropy does")
}

// bestKnown names the guesses of --best where no optimal tree is recorded.
const bestKnown = "best-known play"

// newAssistant starts a session of a command that was given a subject. Random tie-breaking
// gets the seed, and the session says so.
func newAssistant(a *base.App, cmd *cobra.Command, args []string, seed uint64) (*assistant, error) {
	subject, err := measure.OneSubject(a, cmd, args, usualGame, measure.PlayerFlags{})
	if err != nil {
		return nil, err
	}
	x, t := entropyIn(subject.Game), subject.Tree
	switch {
	case subject.Figure != nil:
		return nil, base.Usagef("%q is a published figure; to play its strategy, name its game first", subject.Spec)
	case subject.Best != nil:
		if t, err = measure.OptimalTree(cmd.Context(), a, *subject.Best); err != nil {
			return nil, err
		}
	case subject.Play != nil:
		x = *subject.Play
	}
	if subject.ByChance() {
		x.Strategy.Ties = fmt.Sprintf("%s=%d", x.Strategy.Ties, seed)
		if x.Strategy.Validate(x.Game) != nil {
			return nil, base.Usagef("%s draws its guesses in a way of its own, which assist cannot follow; try random", x.Strategy.Criterion)
		}
	}
	s := newSession(cmd.Context(), cmd.InOrStdin(), maxInput(a, x.Game), cmd.OutOrStdout())
	out, err := assist(x, t, s)
	if err != nil {
		return nil, err
	}
	out.best = subject.Best
	if base.Given(cmd, "best") {
		if !subject.OfGame() {
			return nil, base.Usagef("--best chooses the guesses; name the game alone, without a strategy")
		}
		out.advisor = newCosts(a, out)
		out.name = bestKnown
		if out.advisor.Known != nil {
			out.name = engine.Optimal
		}
	}
	if subject.ByChance() {
		out.seeded = x.Strategy.Ties
	}
	if t != nil {
		out.name = cmp.Or(strings.Join(base.WordsOf(subject.Spec)[1:], " "), subject.Spec)
	}
	return out, nil
}

// entropyIn is the entropy strategy in a game.
func entropyIn(g game.Game) engine.Experiment {
	return engine.Experiment{Game: g, Strategy: strategy.Strategy{Criterion: strategy.Entropy}.WithDefaults()}
}

// assist makes an assistant that plays as the tree does, if there is one, and as the
// strategy does after guesses that leave it.
func assist(x engine.Experiment, t *tree.Tree, s *session) (*assistant, error) {
	player, err := x.Strategy.Compile(x.Game)
	if err != nil {
		return nil, err
	}
	criterion := x.Strategy.Criterion
	if !slices.Contains(strategy.Classic(), criterion) {
		criterion = strategy.Entropy
	}
	var alike game.Symmetries
	if t != nil {
		alike = game.SymmetriesOf(x.Game)
	}
	return &assistant{
		alike: alike, session: s, name: x.Strategy.String(), criterion: criterion, game: x.Game, first: x.First, tree: t,
		chooser: player.NewChooser(), known: deduce.New(x.Game, player.Secrets()),
	}, nil
}

// next returns the guess that the strategy makes after the rounds played, which must have left
// candidates: that of the tree as far as it goes, after rounds alike too. The chooser's space
// holds the candidates afterwards.
func (a *assistant) next() (game.Code, error) {
	candidates, rounds := a.known.Candidates(), a.known.Rounds()
	a.chooser.Space.Load(candidates)
	if a.first != nil && len(rounds) == 0 {
		return *a.first, nil
	}
	if a.tree != nil {
		n := a.tree.After(rounds)
		if n != nil {
			a.off = false
			return n.Guess, nil
		}
		guess, ok := advice.Next(a.tree, a.alike, rounds)
		if a.off = !ok; ok {
			return guess, nil
		}
	}
	if a.advisor != nil {
		return a.advisor.Advise(a.ctx, advice.At(a.game, rounds))
	}
	return a.chooser.Choose(a.ctx, candidates, rounds)
}

// greet says which game is played, with its size, and with which seed.
func (a *assistant) greet(what string) {
	if a.seeded != "" {
		a.say("Ties are broken with a seed: %s.", a.seeded)
	}
	a.say("%s: %s. %s; ? for help.", report.GameInWords(a.game.String()), base.Plural(game.CountSecrets(a.game), "possible secret"), what)
}

// run plays until the secret is found, the human quits, or the input ends.
func (a *assistant) run() error {
	a.greet("Answer with " + game.FeedbackForms(a.game))
	for {
		var guess *game.Code
		candidates, rounds := a.known.Candidates(), a.known.Rounds()
		if len(candidates) == 0 {
			if err := a.sayConflict(); err != nil {
				return err
			}
		} else if i := a.found(); i >= 0 {
			a.say("Found: %s, with guess %d.", a.game.FormatCode(rounds[i].Guess), i+1)
			return nil
		} else {
			was := a.off
			next, err := a.next()
			if err != nil {
				return err
			}
			guess = &next
			if a.off && !was {
				a.say("These guesses leave the tree of %s; %s goes on.", a.name, a.criterion)
			}
			a.say("Guess %d: %s  (%d left%s)", len(rounds)+1, a.game.FormatCode(next), len(candidates), a.tells(next))
		}
		if done, err := a.answer(guess); done || err != nil {
			return err
		}
	}
}

// found is the number, from 0, of the round that names the secret; negative without one.
func (a *assistant) found() int {
	return slices.IndexFunc(a.known.Rounds(), func(r game.Round) bool { return r.Feedback == a.game.Final() })
}

// answer reads lines until the state of the game changes. guess is nil while
// the feedback contradicts itself.
func (a *assistant) answer(guess *game.Code) (done bool, err error) {
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
func (a *assistant) add(asked *game.Code, text string) error {
	if asked == nil {
		return errors.New("the feedback contradicts itself: fix N FEEDBACK or undo first")
	}
	feedback, err := a.game.ParseFeedback(text)
	r := game.Round{Guess: *asked, Feedback: feedback}
	other, answer, _ := strings.Cut(text, " ")
	if _, notCode := a.game.ParseCode(other); err != nil && notCode == nil && answer != "" {
		r, err = parseRound(a.game, other, answer)
	}
	if err == nil {
		a.known.Add(r)
	}
	return err
}

// classes counts the candidates, which the chooser's space holds, by the feedback on a guess.
func (a *assistant) classes(guess game.Code) (partition.Counts, partition.Quality) {
	counts := partition.NewCounts(a.game)
	a.chooser.Space.Count(guess, counts)
	return counts, counts.Quality()
}

// tells says which classes a guess of a game of words makes.
func (a *assistant) tells(guess game.Code) string {
	if _, ok := a.game.(*words.Game); !ok {
		return ""
	}
	counts, q := a.classes(guess)
	if counts[a.game.Final()] > 0 && len(a.chooser.Space.Codes()) == 1 {
		return ": this is it"
	}
	impossible := base.Either(counts[a.game.Final()] == 0, ", and cannot be the secret", "")
	return fmt.Sprintf("; %s, %.2f bits%s", base.Plural(q.Parts, "class"), q.Entropy, impossible)
}

func (a *assistant) fix(args []string) error {
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

// sayConflict names the feedback that cannot all be true. The error is the
// context's.
func (a *assistant) sayConflict() error {
	conflict, _, err := a.known.Conflict(a.ctx)
	if err != nil {
		return err
	}
	a.say("No code agrees with %s", base.Either(len(conflict) == 1, "this feedback, so it is wrong:", "all of this feedback:"))
	for _, i := range conflict {
		r := a.known.Rounds()[i]
		a.say("  guess %d: %s  %s", i+1, a.game.FormatCode(r.Guess), a.game.FormatFeedback(r.Feedback))
	}
	a.say("fix N FEEDBACK changes one, undo takes back the last.")
	return nil
}

// sayWhy shows the partition behind a guess.
func (a *assistant) sayWhy(guess game.Code) {
	counts, q := a.classes(guess)
	candidate := base.Either(counts[a.game.Final()] > 0, "may be the secret", "cannot be the secret")
	a.say("%s: %s, the largest of %d; expected remaining %.2f; %.2f bits; %s.",
		a.game.FormatCode(guess), base.Plural(q.Parts, "class"), q.Largest, q.ExpectedSize, q.Entropy, candidate)
	for f := range game.Feedback(a.game.OutcomeLimit()) {
		if counts[f] > 0 {
			a.say("  %-8s %d", a.game.FormatFeedback(f), counts[f])
		}
	}
}
