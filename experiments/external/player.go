package external

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
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

// An Outcome is the result of a play.
type Outcome struct {
	Tree    *tree.Tree // nil for a player that draws its guesses
	Remarks []string   // what is odd about the tree; each a sentence
	// Estimate is of a player that draws its guesses, and played each secret as often
	// as any other, Runs times.
	Estimate *chance.Estimate
	Asked    int // questions
	Copies   int // that were started
	Took     time.Duration
}

// The player must start, and Options.Runs fit it.
var (
	ErrStart = errors.New("the player cannot be started")
	// ErrDraws says that the player draws its guesses, so that runs are needed.
	ErrDraws = errors.New("the player draws its guesses, so that it has no decision tree")
	// ErrDrawsNot says that it does not, so that there is nothing to run again.
	ErrDrawsNot = fmt.Errorf("the player does not say that it draws its guesses (its first line would be: codebreak %d random), so that one game against each secret is enough", version)
)

// MostGames is how many games a player that draws its guesses plays, at most: each takes a
// byte, and a guess takes microseconds at best.
const MostGames = 100_000_000

// Play plays a player against every secret of a game. A player that draws its
// guesses plays against each Options.Runs times, at most [MostGames] games together.
//
// The error says what the player does that it must not: illegal guesses, other lines, no line
// in time, other guesses at a position asked before, more than [tree.MaxGuesses] guesses for a
// secret. If it only fails to end at the end, the outcome is there all the same. Otherwise the error is [ErrStart], [ErrDraws] or [ErrDrawsNot],
// that the game has codes or answers that cannot be words, or the context's.
func Play(ctx context.Context, g game.Game, o Options) (*Outcome, error) {
	began := time.Now()
	t, err := newTable(ctx, g, o)
	if err != nil {
		return nil, err
	}
	defer t.end()

	out := &Outcome{Copies: len(t.copies)}
	switch random := t.copies[0].wishes.random; {
	case o.Runs > MostGames/len(t.secrets):
		return nil, fmt.Errorf("%d runs against each secret are more than %d games", o.Runs, MostGames)
	case random && o.Runs < chance.LeastRuns:
		return nil, ErrDraws
	case !random && o.Runs != 0:
		return nil, ErrDrawsNot
	case random:
		out.Estimate, err = t.sample()
	default:
		out.Tree, err = t.grow()
	}
	if err != nil {
		return nil, err
	}

	if out.Tree != nil {
		out.Remarks = remarks(out.Tree, t.secrets)
	}
	for _, c := range t.copies {
		out.Asked += c.asked
	}

	out.Took = time.Since(began)
	return out, t.each((*conversation).quit)
}

// greeting describes the game, before all questions.
func greeting(g game.Game, secrets, guesses []game.Code, seed uint64) []byte {
	var b bytes.Buffer
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }

	say("codebreak %d", version)
	say("game %s", g)
	say("about %s", g.Describe())
	say("secrets %d", len(secrets))
	say("guesses %d", len(guesses))
	say("positions %d", game.Width(g))
	if a, ok := game.As[game.Alphabetic](g); ok {
		say("symbols %s", a.Alphabet())
	}

	if rules, ok := game.PegRules(g); ok {
		repeats := "no"
		if rules.GuessRepeats {
			repeats = "yes"
		}
		say("repeats %s", repeats)
	}

	var answers []string
	seen := map[string]bool{} // numbers that no feedback has may be written as others are
	for f := range game.Feedback(g.OutcomeLimit()) {
		if s := g.FormatFeedback(f); !seen[s] {
			answers, seen[s] = append(answers, s), true
		}
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
	ctx     context.Context // of all copies
	fail    context.CancelCauseFunc
}

// checkWords refuses games whose codes or answers cannot be words of a line.
func checkWords(g game.Game, secrets, guesses []game.Code) error {
	word := func(s string) bool { return s != "" && s != "|" && !strings.ContainsFunc(s, unicode.IsSpace) }
	for _, c := range slices.Concat(secrets, guesses) {
		if s := g.FormatCode(c); !word(s) {
			return fmt.Errorf("players read codes as words, and %s writes one as %q", g, s)
		}
	}
	for f := range game.Feedback(g.OutcomeLimit()) {
		if s := g.FormatFeedback(f); !word(s) {
			return fmt.Errorf("players read answers as words, and %s writes one as %q", g, s)
		}
	}
	return nil
}

// newTable starts all copies, which must be ended.
func newTable(ctx context.Context, g game.Game, o Options) (*table, error) {
	o.Copies = max(1, o.Copies)
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Progress == nil {
		o.Progress = func(float64) {}
	}

	secrets, guesses := game.Codes(g)
	if err := checkWords(g, secrets, guesses); err != nil {
		return nil, err
	}

	within, fail := context.WithCancelCause(ctx)
	t := &table{game: g, options: o, secrets: secrets, ctx: within, fail: fail}
	err := t.start(greeting(g, secrets, guesses, o.Seed), guesses)
	if err != nil {
		t.end()
	}
	return t, err
}

// end ends all copies.
func (t *table) end() {
	_ = t.each(func(c *conversation) error {
		c.kill()
		return nil
	})
	t.fail(nil)
}

// each does something with all copies at once. When one fails, the others are ended,
// and its error is returned.
func (t *table) each(do func(c *conversation) error) error {
	var group sync.WaitGroup
	for _, c := range t.copies {
		group.Go(func() {
			if err := do(c); err != nil {
				t.fail(err)
			}
		})
	}
	group.Wait()
	return context.Cause(t.ctx)
}

// start starts all copies, which must wish alike.
func (t *table) start(greeting []byte, guesses []game.Code) error {
	say := firstLines(t.options.Say)
	for range t.options.Copies {
		p, err := start(t.ctx, t.options.Command, say)
		if err != nil {
			return err
		}
		t.copies = append(t.copies, &conversation{ // to be ended, whatever happens
			process: p,
			game:    t.game,
			timeout: t.options.Timeout,
			lines:   bufio.NewReaderSize(p.output, longestLine),
			where:   "before the first question",
		})
	}

	if err := t.each(func(c *conversation) error { return c.greet(greeting) }); err != nil {
		return err
	}

	own := t.copies[0].wishes
	for _, c := range t.copies {
		if c.wishes != own {
			return c.wrong("copies of the player make different requests")
		}
	}

	if own.codes {
		lists := []byte("secrets" + t.words(t.secrets) + "\nguesses" + t.words(guesses) + "\n")
		for _, c := range t.copies {
			c.send = append(c.send, lists...)
		}
	}
	return nil
}

// mostLines is how many lines of standard error are passed on of one play.
const mostLines = 20

// firstLines passes on the first lines of all copies of a player.
func firstLines(to func(line string)) func(line string) {
	var mu sync.Mutex
	said := 0
	return func(line string) {
		mu.Lock()
		defer mu.Unlock()
		said++
		switch {
		case to == nil || said > mostLines:
		case said == mostLines:
			to("… (what more the player prints on standard error is not shown)")
		default:
			to(line)
		}
	}
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

// guess asks a copy for the guess at a position. A player that draws seeds its generator
// with a number that belongs to the turn of a game.
func (t *table) guess(c *conversation, p strategy.Position, number uint64, turn int) (guess game.Code, err error) {
	draw, behind := "", ""
	if c.wishes.random {
		draw = " " + t.draw(number, turn)
	}
	if c.wishes.candidates {
		behind = " |" + t.words(p.Candidates)
	}
	text, err := c.ask(p.Rounds, draw, behind)
	if err == nil {
		if guess, err = t.game.ParseCode(text); err != nil {
			err = c.wrong("the player guesses %q: %v", wording.Clip(text), err)
		}
	}
	return guess, err
}

// grow grows the decision tree of a player that does not draw.
func (t *table) grow() (*tree.Tree, error) {
	next := 0
	player := strategy.NewPlayer(t.game, func() (strategy.Guesser, error) {
		c := t.copies[next]
		next++
		return strategy.GuesserFunc(func(_ context.Context, p strategy.Position) (game.Code, error) {
			guess, err := t.guess(c, p, 0, 0)
			if err != nil {
				t.fail(err) // the other copies are not waited for
			}
			return guess, err
		}), nil
	})
	grown, err := tree.GrowPlayer(t.ctx, t.game, player, t.options.First, tree.Options{
		Workers:  len(t.copies),
		Progress: func(secrets int) { t.options.Progress(float64(secrets) / float64(len(t.secrets))) },
	})
	if cause := context.Cause(t.ctx); cause != nil {
		return nil, cause
	}
	if err != nil {
		return nil, fmt.Errorf("the player: %w", err)
	}
	return grown, t.askAgain(grown)
}

// again is of how many positions one is asked about again, but for trees of few.
const again = 16

// askAgain asks about some positions again, which are spread over the tree and the
// copies, and each copy about the first guess: a player that is not random answers
// alike.
func (t *table) askAgain(grown *tree.Tree) error {
	chosen := make(map[*conversation][]place)
	number, every := 0, max(2, min(again, tree.Measure(grown).Nodes/again))
	for p := range places(grown, t.secrets) {
		for i, c := range t.copies {
			if number == 0 && t.options.First == nil || number%every == 1 && number/every%len(t.copies) == i {
				chosen[c] = append(chosen[c], p)
			}
		}
		number++
	}
	return t.each(func(c *conversation) error {
		for _, p := range chosen[c] {
			guess, err := t.guess(c, p.Position, 0, 0)
			if err != nil {
				return err
			}
			if guess != p.node.Guess {
				return c.wrong("the player guesses %s, and %s when it is asked again", t.game.FormatCode(p.node.Guess), t.game.FormatCode(guess))
			}
		}
		return nil
	})
}

// A place is a position of a tree with its node.
type place struct {
	strategy.Position
	node *tree.Node
}

// places lists the positions of a tree: those after fewer guesses first, and then in
// the order of their answers.
func places(t *tree.Tree, secrets []game.Code) iter.Seq[place] {
	return func(yield func(place) bool) {
		level := []place{{strategy.Position{Game: t.Game, Candidates: secrets}, t.Root}}
		for len(level) > 0 {
			var next []place
			for _, p := range level {
				if !yield(p) {
					return
				}
				for _, part := range partition.Split(t.Game, p.Candidates, p.node.Guess) {
					if n := p.node.Next(part.Feedback); n != nil {
						round := game.Round{Guess: p.node.Guess, Feedback: part.Feedback}
						next = append(next, place{strategy.Position{Game: t.Game, Rounds: append(slices.Clip(p.Rounds), round), Candidates: part.Codes}, n})
					}
				}
			}
			level = next
		}
	}
}

// remarks says what is odd about a tree, if anything is, each with the first position
// at which it happens: guesses that contradict the answers before, and guesses that
// tell nothing. Neither is wrong; the first is what strategies do that look for what
// tells most.
func remarks(t *tree.Tree, secrets []game.Code) (out []string) {
	g := t.Game
	positions := 0
	var contradicting, useless []string // guesses, and after what
	for p := range places(t, secrets) {
		positions++
		guess := p.node.Guess
		what := fmt.Sprintf("%s after %s", g.FormatCode(guess), game.History(g, p.Rounds))
		i := slices.IndexFunc(p.Rounds, func(r game.Round) bool { return g.Feedback(guess, r.Guess) != r.Feedback })
		if i >= 0 && g.IsSecret(guess) { // no answer can contradict other guesses, which are probes
			contradicting = append(contradicting, what)
		}
		if len(p.node.Branches) == 1 && p.node.Branches[0].Next != nil {
			useless = append(useless, what)
		}
	}
	if n := len(contradicting); n > 0 {
		out = append(out, fmt.Sprintf("%d of %d guesses contradict earlier feedback, such as %s", n, positions, contradicting[0]))
	}
	if n := len(useless); n > 0 {
		out = append(out, fmt.Sprintf("%d of %d guesses tell nothing, since all candidates give the same feedback, such as %s", n, positions, useless[0]))
	}
	return out
}
