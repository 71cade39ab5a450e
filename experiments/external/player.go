package external

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// Options say which player is to play, and how.
type Options struct {
	Command []string // the program and its arguments
	Copies  int      // how many are started; 0 means 1
	Seed    uint64   // passed on
	// Timeout is how long the player may take for an answer, and to end; 0 means
	// [DefaultTimeout].
	Timeout time.Duration
	First   *game.Code // the first guess; nil if the player chooses it
	// Runs is how often a player that draws its guesses plays against each secret:
	// twice or more for such a player, 0 for any other.
	Runs int
	// Say, if set, is called with what the player prints on standard error, line by
	// line, but for lines without end. It is called from many goroutines.
	Say func(line string)
	// Progress, if set, is called with the part of the work that was done since the
	// call before, all of them together 1. It is called from many goroutines.
	Progress func(part float64)
}

// DefaultTimeout is how long a player may take for an answer.
const DefaultTimeout = 10 * time.Second

// An Outcome is what a play has come to.
type Outcome struct {
	Tree     *tree.Tree // nil for a player that draws its guesses
	Remarks  []string   // what is odd about the tree; each a sentence
	Estimate *Estimate  // of a player that draws its guesses
	Asked    int        // questions
	Copies   int        // that were started
	Took     time.Duration
}

// inFlight is how many questions may be on the way to a copy of a player at once.
const inFlight = 16

// Goroutines is how many goroutines ask so many copies of a player; each needs
// memory as one that grows a tree does.
func Goroutines(copies int) int { return max(1, copies) * inFlight }

// Options.Runs must fit the player.
var (
	// ErrDraws says that the player draws its guesses, so that runs are needed.
	ErrDraws = errors.New("the player draws its guesses, so that it has no decision tree")
	// ErrDrawsNot says that it does not, so that there is nothing to run again.
	ErrDrawsNot = fmt.Errorf("the player does not say that it draws its guesses (its first line would be: codebreak %d random), so that one game against each secret is enough", Version)
)

// Play plays a player against every secret of a game. A player that draws its
// guesses plays against each Options.Runs times.
//
// The error is a [PlayerError] if the player does what it must not: illegal guesses,
// lines that are none, no line in time, other guesses at a position asked before,
// more than [tree.MaxGuesses] guesses for a secret. If it only fails to end at the
// end, the outcome is there all the same. Otherwise the error is a [StartError],
// [ErrDraws] or [ErrDrawsNot], that the game has codes or answers that cannot be words, or the
// context's.
func Play(ctx context.Context, g game.Game, o Options) (*Outcome, error) {
	began := time.Now()
	o.Copies = max(1, o.Copies)
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Progress == nil {
		o.Progress = func(float64) {}
	}
	secrets, guesses, err := game.Codes(g, game.Lex)
	if err != nil {
		return nil, err
	}
	if err := checkWords(g, secrets, guesses); err != nil {
		return nil, err
	}
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t := &table{game: g, options: o, secrets: secrets}
	defer t.kill()
	if err := t.start(within, cancel, greeting(g, secrets, guesses, o.Seed), guesses); err != nil {
		return nil, err
	}
	out := &Outcome{Copies: o.Copies}
	if t.copies[0].wishes.random {
		out.Estimate, err = t.sample(within)
	} else {
		out.Tree, err = t.grow(within)
	}
	if err != nil {
		if cause := context.Cause(within); cause != nil {
			err = cause // what went wrong first
		}
		return nil, err
	}
	if out.Tree != nil {
		out.Remarks = remarks(out.Tree, secrets)
	}
	for _, c := range t.copies {
		c.mu.Lock()
		out.Asked += c.asked
		c.mu.Unlock()
	}
	out.Took = time.Since(began)
	return out, t.quit()
}

// checkWords refuses games whose codes or answers cannot be words of a line.
func checkWords(g game.Game, secrets, guesses []game.Code) error {
	word := func(s string) bool { return s != "" && s != "|" && !strings.ContainsFunc(s, unicode.IsSpace) }
	for _, c := range slices.Concat(secrets, guesses) {
		if s := g.FormatCode(c); !word(s) {
			return fmt.Errorf("players are told codes as words, and %s writes one as %q", g, s)
		}
	}
	for f := range game.Feedback(g.OutcomeLimit()) {
		if s := g.FormatFeedback(f); !word(s) {
			return fmt.Errorf("players are told answers as words, and %s writes one as %q", g, s)
		}
	}
	return nil
}

// greeting is what a player is told before all questions.
func greeting(g game.Game, secrets, guesses []game.Code, seed uint64) []byte {
	var b bytes.Buffer
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	say("codebreak %d", Version)
	say("game %s", g)
	say("about %s", g.Describe())
	say("secrets %d", len(secrets))
	say("guesses %d", len(guesses))
	say("positions %d", game.Width(g))
	if a, ok := game.As[game.Alphabetic](g); ok {
		say("symbols %s", a.Alphabet())
	}
	if rules, ok := game.PegRules(g); ok {
		say("repeats %s", map[bool]string{true: "yes", false: "no"}[rules.GuessRepeats])
	}
	var answers []string
	for f := range game.Feedback(g.OutcomeLimit()) {
		answers = append(answers, g.FormatFeedback(f))
	}
	say("answers %s", strings.Join(answers, " "))
	say("won %s", g.FormatFeedback(g.Final()))
	say("seed %d", seed)
	say("end")
	return b.Bytes()
}

// A table is a game with the copies of a player that are asked.
type table struct {
	game    game.Game
	options Options
	secrets []game.Code
	copies  []*conversation
}

// start starts all copies, which must wish alike.
func (t *table) start(ctx context.Context, fail context.CancelCauseFunc, greeting []byte, guesses []game.Code) error {
	s := &sayer{to: t.options.Say}
	copies := make([]*conversation, t.options.Copies)
	err := together(len(copies), func(i int) (err error) {
		copies[i], err = converse(ctx, t.options.Command, greeting, t.game, t.options.Timeout, s.say, fail)
		return err
	})
	for _, c := range copies {
		if c != nil {
			t.copies = append(t.copies, c) // to be ended, whatever has happened
		}
	}
	if err != nil {
		return err
	}
	own := t.copies[0].wishes
	for _, c := range t.copies {
		if c.wishes != own {
			return c.wrong("before the first question", "copies of the player make different requests")
		}
	}
	switch {
	case own.random && t.options.Runs < 2:
		return ErrDraws
	case !own.random && t.options.Runs != 0:
		return ErrDrawsNot
	case own.codes:
		lists := []byte("secrets" + t.words(t.secrets) + "\nguesses" + t.words(guesses) + "\n")
		for _, c := range t.copies {
			c.tell(lists)
		}
	}
	return nil
}

// words writes codes, each after a space.
func (t *table) words(codes []game.Code) string {
	var b strings.Builder
	for _, c := range codes {
		b.WriteByte(' ')
		b.WriteString(t.game.FormatCode(c))
	}
	return b.String()
}

// kill ends all copies.
func (t *table) kill() {
	_ = together(len(t.copies), func(i int) error {
		t.copies[i].kill()
		return nil
	})
}

// quit has all copies end. The error is of the first that does not as it should.
func (t *table) quit() error {
	return together(len(t.copies), func(i int) error { return t.copies[i].quit() })
}

// guess asks a copy for the guess at a position. draw is what a player that draws
// seeds its generator with.
func (t *table) guess(ctx context.Context, c *conversation, p strategy.Position, draw string) (game.Code, error) {
	behind := ""
	if c.wishes.candidates {
		behind = " |" + t.words(p.Candidates)
	}
	text, err := c.ask(ctx, p.Rounds, draw, behind)
	if err != nil {
		return 0, err
	}
	guess, err := t.game.ParseCode(text)
	if err == nil && !t.game.IsGuess(guess) {
		err = fmt.Errorf("code %q cannot be guessed in %s", clip(text), t.game)
	}
	if err != nil {
		return 0, c.wrong("at "+game.History(t.game, p.Rounds), "the player guesses %q: %v", clip(text), err)
	}
	return guess, nil
}

// grow grows the decision tree of a player that does not draw.
func (t *table) grow(ctx context.Context) (*tree.Tree, error) {
	first, err := t.askFirst(ctx)
	if err != nil {
		return nil, err
	}
	next := 0
	player, err := strategy.NewPlayer(t.game, func() (strategy.Guesser, error) {
		c := t.copies[next%len(t.copies)]
		next++
		return strategy.GuesserFunc(func(ctx context.Context, p strategy.Position) (game.Code, error) { return t.guess(ctx, c, p, "") }), nil
	})
	if err != nil {
		return nil, err
	}
	grown, err := tree.GrowPlayer(ctx, t.game, player, first, tree.Options{
		Workers:  Goroutines(len(t.copies)),
		Progress: func(secrets int) { t.options.Progress(float64(secrets) / float64(len(t.secrets))) },
	})
	var done *PlayerError
	if err != nil && !errors.As(err, &done) {
		err = fmt.Errorf("the player: %w", err)
	}
	if err != nil {
		return nil, err
	}
	return grown, t.askAgain(ctx, grown)
}

// askFirst has each copy make the first guess, unless it is given. They must agree.
func (t *table) askFirst(ctx context.Context) (first *game.Code, err error) {
	if t.options.First != nil {
		return t.options.First, nil
	}
	guesses := make([]game.Code, len(t.copies))
	err = together(len(t.copies), func(i int) (err error) {
		guesses[i], err = t.guess(ctx, t.copies[i], strategy.Position{Game: t.game, Candidates: t.secrets}, "")
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, guess := range guesses {
		if guess != guesses[0] {
			return nil, t.copies[i].changed(nil, guesses[0], guess)
		}
	}
	return &guesses[0], nil
}

// together does so many things at once, and returns the error of the first of them
// that fails.
func together(n int, do func(i int) error) error {
	errs := make([]error, n)
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() { errs[i] = do(i) })
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// changed says that a player has changed its mind.
func (c *conversation) changed(rounds []game.Round, first, then game.Code) error {
	return c.wrong("at "+game.History(c.game, rounds), "the player guesses %s, and %s when it is asked again", c.game.FormatCode(first), c.game.FormatCode(then))
}

// again is of how many positions one is asked about again, but for trees of few.
const again = 16

// askAgain asks about some positions again, which are spread over the tree and the
// copies: a player that is not random answers alike.
func (t *table) askAgain(ctx context.Context, grown *tree.Tree) error {
	var chosen []place
	number, every := 0, max(2, min(again, tree.Measure(grown).Nodes/again))
	for p := range places(grown, t.secrets) {
		if number%every == 1 { // not the first, which each copy was asked
			chosen = append(chosen, p)
		}
		number++
	}
	workers := Goroutines(len(t.copies))
	return together(workers, func(w int) error {
		c := t.copies[w%len(t.copies)]
		for i := w; i < len(chosen); i += workers {
			p := chosen[i]
			guess, err := t.guess(ctx, c, p.Position, "")
			if err != nil {
				return err
			}
			if guess != p.node.Guess {
				return c.changed(p.Rounds, p.node.Guess, guess)
			}
		}
		return nil
	})
}
