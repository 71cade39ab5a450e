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

// Options say which player plays, and how.
type Options struct {
	Command []string // the program and its arguments
	Copies  int      // to start; 0 means 1
	Seed    uint64   // passed on
	// Timeout limits the wait for a reply, and for the end; 0 means [DefaultTimeout].
	Timeout time.Duration
	First   *game.Code // the first guess; nil if the player chooses it
	// Runs counts the games of a player that draws its guesses against each secret: twice or
	// more for such a player, 0 for any other.
	Runs int
	// Say, if set, gets the player's standard error, line by line. It is called from many
	// goroutines.
	Say func(line string)
	// Progress, if set, gets the part of the work that was done since the call before; all
	// parts add up to 1. It is called from many goroutines.
	Progress func(part float64)
}

// DefaultTimeout limits the wait for a reply of a player.
const DefaultTimeout = 10 * time.Second

// An Outcome is the result of a play.
type Outcome struct {
	Tree    *tree.Tree // nil for a player that draws its guesses
	Remarks []string   // on the tree; each a sentence
	// Estimate is nil unless the player draws its guesses. It has played each secret
	// Options.Runs times.
	Estimate *chance.Estimate
	Asked    int // questions
	Copies   int // that were started
	Took     time.Duration
}

// The errors of a player that does not start, or does not fit Options.Runs.
var (
	ErrStart = errors.New("the player cannot be started")
	// ErrDraws says that the player draws its guesses, so that runs are needed.
	ErrDraws = errors.New("the player draws its guesses, so that it has no decision tree")
	// ErrDrawsNot says that the player does not draw, so that a second run would be the same.
	ErrDrawsNot = fmt.Errorf("the player does not say that it draws its guesses (first line: codebreak %d random), so one game a secret is enough", version)
)

// MostGames limits the games of a player that draws its guesses: each takes a byte, and a guess
// takes microseconds at best.
const MostGames = 100_000_000

// Play plays a player against every secret of a game. A player that draws its guesses plays
// against each secret Options.Runs times, at most [MostGames] games together.
//
// An error says how the player breaks the protocol: by illegal guesses, other lines, no line in
// time, other guesses when it is asked again, more than [tree.MaxGuesses] guesses for a secret.
// If it only fails to end at the end, there is an outcome too. Other errors are [ErrStart],
// [ErrDraws], [ErrDrawsNot], a game whose codes or feedback cannot be words, and the context's.
func Play(ctx context.Context, g game.Game, o Options) (*Outcome, error) {
	began := time.Now()
	t, err := newTeam(ctx, g, o)
	if err != nil {
		return nil, err
	}
	defer t.end()

	out := &Outcome{Copies: len(t.copies)}
	switch random := t.copies[0].requests.random; {
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
	fmt.Fprintf(&b, "codebreak %d\n", version)
	fmt.Fprintf(&b, "game %s\n", g)
	fmt.Fprintf(&b, "about %s\n", g.Describe())
	fmt.Fprintf(&b, "secrets %d\n", len(secrets))
	fmt.Fprintf(&b, "guesses %d\n", len(guesses))
	fmt.Fprintf(&b, "positions %d\n", game.Width(g))
	if alphabet := game.StructureOf(g).Alphabet; alphabet != "" {
		fmt.Fprintf(&b, "symbols %s\n", alphabet)
	}

	if rules, ok := game.PegRules(g); ok {
		repeats := "no"
		if rules.GuessRepeats {
			repeats = "yes"
		}
		fmt.Fprintf(&b, "repeats %s\n", repeats)
	}

	// Numbers below the limit that are not feedback may be written as other feedback.
	var feedback []string
	seen := map[string]bool{}
	for f := range game.Feedback(g.OutcomeLimit()) {
		text := g.FormatFeedback(f)
		if !seen[text] {
			feedback = append(feedback, text)
		}
		seen[text] = true
	}

	fmt.Fprintf(&b, "answers %s\n", strings.Join(feedback, " "))
	fmt.Fprintf(&b, "won %s\n", g.FormatFeedback(g.Final()))
	fmt.Fprintf(&b, "seed %d\n", seed)
	fmt.Fprintf(&b, "end\n")
	return b.Bytes()
}

// A team is the copies of one player, which share the questions of a game.
type team struct {
	game    game.Game
	options Options
	secrets []game.Code
	copies  []*conversation
	ctx     context.Context // of all copies
	fail    context.CancelCauseFunc
}

// isWord reports whether a text can be a word of a line.
func isWord(s string) bool {
	return s != "" && s != "|" && !strings.ContainsFunc(s, unicode.IsSpace)
}

// checkWords refuses games whose codes or feedback cannot be words of a line.
func checkWords(g game.Game, secrets, guesses []game.Code) error {
	for _, c := range slices.Concat(secrets, guesses) {
		if s := g.FormatCode(c); !isWord(s) {
			return fmt.Errorf("players read codes as words, and %s writes one as %q", g, s)
		}
	}
	for f := range game.Feedback(g.OutcomeLimit()) {
		if s := g.FormatFeedback(f); !isWord(s) {
			return fmt.Errorf("players read feedback as words, and %s writes it as %q", g, s)
		}
	}
	return nil
}

// newTeam starts all copies. The caller must end them.
func newTeam(ctx context.Context, g game.Game, o Options) (*team, error) {
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
	t := &team{
		game:    g,
		options: o,
		secrets: secrets,
		ctx:     within,
		fail:    fail,
	}
	err := t.start(greeting(g, secrets, guesses, o.Seed), guesses)
	if err != nil {
		t.end()
	}
	return t, err
}

// end ends all copies.
func (t *team) end() {
	var group sync.WaitGroup
	for _, c := range t.copies {
		group.Go(c.kill)
	}
	group.Wait()
	t.fail(nil)
}

// each calls a function with all copies at once. When it fails for a copy, the others are ended,
// and each returns the error.
func (t *team) each(do func(c *conversation) error) error {
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

// start starts and greets all copies, which must make the same requests.
func (t *team) start(greeting []byte, guesses []game.Code) error {
	// Each copy is added at once, so that it is ended even if another fails to start.
	say := firstLines(t.options.Say)
	for range t.options.Copies {
		p, err := start(t.ctx, t.options.Command, say)
		if err != nil {
			return err
		}
		t.copies = append(t.copies, &conversation{
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

	own := t.copies[0].requests
	for _, c := range t.copies {
		if c.requests != own {
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

// mostLines limits the lines of standard error that a play passes on.
const mostLines = 20

// firstLines passes on the first lines of a player, from all its copies.
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

// words writes each code behind a space.
func (t *team) words(codes []game.Code) string {
	var b strings.Builder
	for _, c := range codes {
		b.WriteByte(' ')
		b.WriteString(t.game.FormatCode(c))
	}
	return b.String()
}

// guess asks a copy for the guess at a position. A random player gets a seed, which belongs to the
// turn of a game.
func (t *team) guess(c *conversation, p strategy.Position, number uint64, turn int) (guess game.Code, err error) {
	draw, behind := "", ""
	if c.requests.random {
		draw = " " + t.draw(number, turn)
	}
	if c.requests.candidates {
		behind = " |" + t.words(p.Candidates)
	}

	text, err := c.ask(p.Rounds, draw, behind)
	if err != nil {
		return guess, err
	}
	guess, err = t.game.ParseCode(text)
	if err != nil {
		return guess, c.wrong("the player guesses %q: %v", wording.Clip(text), err)
	}
	return guess, nil
}

// A member guesses by asking one copy of a team.
type member struct {
	*team
	with *conversation
}

// Guess ends the other copies if this one fails, so that nobody waits for them.
func (m member) Guess(_ context.Context, p strategy.Position) (game.Code, error) {
	guess, err := m.guess(m.with, p, 0, 0)
	if err != nil {
		m.fail(err)
	}
	return guess, err
}

// grow grows the decision tree of a player that does not draw. Each worker has a copy.
func (t *team) grow() (*tree.Tree, error) {
	next := 0
	player := strategy.CompilePlayer(t.game, func() (strategy.Player, error) {
		next++
		return member{t, t.copies[next-1]}, nil
	})

	grown, err := tree.GrowPlayer(t.ctx, t.game, player, t.options.First, tree.Options{
		Workers: len(t.copies),
		Progress: func(secrets int) {
			t.options.Progress(float64(secrets) / float64(len(t.secrets)))
		},
	})
	if cause := context.Cause(t.ctx); cause != nil {
		return nil, cause
	}
	if err != nil {
		return nil, fmt.Errorf("the player: %w", err)
	}
	return grown, t.askAgain(grown)
}

// Of the positions of a tree, one in again is asked about again; more of a small tree.
const again = 16

// askAgain asks about some positions again, which are spread over the tree and the copies, and
// every copy about the first guess: a player that is not random gives the same guess.
func (t *team) askAgain(grown *tree.Tree) error {
	every := max(2, min(again, tree.Measure(grown).Nodes/again))
	chosen := make(map[*conversation][]place)
	number := 0
	for p := range places(grown, t.secrets) {
		for i, c := range t.copies {
			first := number == 0 && t.options.First == nil
			turn := number%every == 1 && number/every%len(t.copies) == i
			if first || turn {
				chosen[c] = append(chosen[c], p)
			}
		}
		number++
	}

	return t.each(func(c *conversation) error { return t.compare(c, chosen[c]) })
}

// compare asks a copy about positions again.
func (t *team) compare(c *conversation, places []place) error {
	for _, p := range places {
		guess, err := t.guess(c, p.Position, 0, 0)
		if err != nil {
			return err
		}
		if guess != p.node.Guess {
			return c.wrong("the player guesses %s, and %s when it is asked again",
				t.game.FormatCode(p.node.Guess), t.game.FormatCode(guess))
		}
	}
	return nil
}

// A place is a position of a tree with its node.
type place struct {
	strategy.Position
	node *tree.Node
}

// places lists the positions of a tree by the number of guesses before them, and then by
// feedback.
func places(t *tree.Tree, secrets []game.Code) iter.Seq[place] {
	return func(yield func(place) bool) {
		level := []place{{strategy.Position{Game: t.Game, Candidates: secrets}, t.Root}}
		for len(level) > 0 {
			var next []place
			for _, p := range level {
				if !yield(p) {
					return
				}
				next = append(next, p.next()...)
			}
			level = next
		}
	}
}

// next lists the places after the guess.
func (p place) next() (next []place) {
	for _, part := range partition.Split(p.Game, p.Candidates, p.node.Guess) {
		node := p.node.Next(part.Feedback)
		if node == nil {
			continue
		}
		round := game.Round{Guess: p.node.Guess, Feedback: part.Feedback}
		next = append(next, place{
			Position: strategy.Position{
				Game:       p.Game,
				Rounds:     append(slices.Clip(p.Rounds), round),
				Candidates: part.Codes,
			},
			node: node,
		})
	}
	return next
}

// remarks says what is odd about a tree, each with its first position: guesses that contradict
// the feedback before, and guesses that tell nothing. Neither is wrong; strategies that look for
// much information contradict the feedback on purpose.
func remarks(t *tree.Tree, secrets []game.Code) (remarks []string) {
	positions := 0
	var contradicting, useless []string // guesses with their positions
	for p := range places(t, secrets) {
		positions++
		at := fmt.Sprintf("%s after %s",
			t.Game.FormatCode(p.node.Guess), game.History(t.Game, p.Rounds))
		if p.contradicts() {
			contradicting = append(contradicting, at)
		}
		if len(p.node.Branches) == 1 && p.node.Branches[0].Next != nil {
			useless = append(useless, at)
		}
	}

	if n := len(contradicting); n > 0 {
		remarks = append(remarks, fmt.Sprintf("%s of %s guesses contradict earlier feedback, such as %s",
			wording.Thousands(n), wording.Thousands(positions), contradicting[0]))
	}
	if n := len(useless); n > 0 {
		remarks = append(remarks, fmt.Sprintf("%s of %s guesses tell nothing, since all candidates give the same feedback, such as %s",
			wording.Thousands(n), wording.Thousands(positions), useless[0]))
	}
	return remarks
}

// contradicts reports whether the guess cannot be the secret after the feedback before. Guesses
// that are never secrets are probes, which feedback does not contradict.
func (p place) contradicts() bool {
	guess := p.node.Guess
	if !p.Game.IsSecret(guess) {
		return false
	}
	for _, r := range p.Rounds {
		if p.Game.Feedback(guess, r.Guess) != r.Feedback {
			return true
		}
	}
	return false
}
