package strategy

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// A Player is a strategy made ready for one game. All goroutines share it.
type Player struct {
	game             game.Game
	secrets, guesses []game.Code // all of the game's, in the strategy's order
	newSpace         func() partition.Space
	handMade         handMade // if set, it decides alone

	criterion Criterion
	score     scorer
	pool      Pool
	ties      Ties
	small     int
	// reducible is set where the first of several equally good guesses in
	// lexicographic order is made, so that of guesses that are sure to be
	// equally good it is enough to count the first.
	reducible bool
	start     []game.Symmetry // those before the first guess, if reducible

	mu    sync.Mutex
	alike map[pathGuesses]guessList
}

// pathGuesses are the guesses of a path of up to two rounds.
type pathGuesses struct {
	rounds  int
	guesses [2]game.Code
}

// A guessList is a list of guesses with the colours of each.
type guessList struct {
	codes []game.Code
	masks []uint16
}

func newGuessList(g game.Pegs, codes []game.Code) guessList {
	masks := make([]uint16, len(codes))
	for i, code := range codes {
		masks[i] = g.Mask(code)
	}
	return guessList{codes, masks}
}

// Compile checks the strategy against the game and makes it ready to play. It
// takes time and memory proportional to the number of codes.
func (s Strategy) Compile(g game.Game) (*Player, error) {
	s = s.WithDefaults()
	if err := s.Validate(g); err != nil {
		return nil, err
	}
	pool, ties, err := s.parse()
	if err != nil {
		return nil, err
	}
	secrets, guesses, err := game.Codes(g, s.Order)
	if err != nil {
		return nil, err
	}
	p := &Player{
		game:      g,
		secrets:   secrets,
		guesses:   guesses,
		newSpace:  partition.For(g),
		handMade:  handMades[s.Criterion].next,
		criterion: s.Criterion,
		score:     s.Criterion.scorer(len(secrets)),
		pool:      pool,
		ties:      ties,
		small:     s.Small,
	}
	if pegs, ok := g.(game.Pegs); ok && !pegs.NoLeadingZero && ties.Pick == PickFirst && s.Order == game.Lex {
		p.reducible = true
		p.start = game.Symmetries(g)
		p.alike = map[pathGuesses]guessList{{}: newGuessList(pegs, guesses)}
	}
	return p, nil
}

// Game returns the game that the player was compiled for.
func (p *Player) Game() game.Game { return p.game }

// Secrets returns all codes that may be secret, in the strategy's order. The
// caller must not change them.
func (p *Player) Secrets() []game.Code { return p.secrets }

// A Chooser picks guesses for one goroutine.
type Chooser struct {
	*Player
	Space   partition.Space // holds the candidates last chosen for
	reduced []game.Code     // scratch of usefulGuesses
}

// NewChooser returns a chooser with a space of its own.
func (p *Player) NewChooser() *Chooser {
	return &Chooser{Player: p, Space: p.newSpace()}
}

// A Round is a guess and the feedback it got.
type Round struct {
	Guess    game.Code
	Feedback game.Feedback
}

// lot draws a number for a guess at the node that the rounds lead to.
func lot(seed uint64, path []Round, guess game.Code) uint64 {
	history := uint64(0)
	for _, r := range path {
		history = mix(history ^ uint64(r.Guess)<<8 ^ uint64(r.Feedback))
	}
	return mix(seed ^ mix(history^uint64(guess)))
}

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood, 2014), a
// bijection that scatters its input.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// best is the best guess found so far in a scan.
type best struct {
	guess     game.Code
	score     int64
	candidate bool
	lot       uint64 // drawn for PickRandom: the lowest wins
	found     bool
}

// Choose loads the candidates, which must be nonempty and in the strategy's
// order, and returns the guess to make after the rounds of path, which have
// left these candidates. The error is that of the context, which is looked at
// now and then.
//
// A one-step strategy never makes a guess that leaves all candidates
// together, whatever the criterion says, so that every game ends. It counts
// the responses of each code in the pool: O(pool·candidates/64) word
// operations.
func (c *Chooser) Choose(ctx context.Context, candidates []game.Code, path []Round) (game.Code, error) {
	c.Space.Load(candidates)
	if c.handMade != nil {
		return c.handMade(path, candidates), ctx.Err()
	}
	if len(candidates) <= c.small {
		return candidates[0], nil
	}
	var b best
	candidatesOnly := len(path) >= int(c.pool)
	guesses := c.guesses
	if len(path) == 0 && c.reducible {
		// Before the first guess all colours and all positions are alike, so
		// the guesses of a pattern tie, and the first of each in order is enough.
		guesses = c.game.(game.Pegs).Patterns()
		candidates = slices.DeleteFunc(slices.Clone(guesses), func(guess game.Code) bool { return !c.game.IsSecret(guess) })
	}
	if candidatesOnly || c.ties.PreferConsistent {
		// Where ties prefer candidates, a candidate whose score is the bound
		// is the guess: no other code need be counted. Elsewhere nothing
		// beats the best candidate but a strictly better score.
		attained, err := c.scan(ctx, candidates, &b, path)
		if attained || candidatesOnly || err != nil {
			return b.guess, err
		}
	}
	if len(path) > 0 {
		guesses = c.usefulGuesses(path)
	}
	_, err := c.scan(ctx, guesses, &b, path)
	return b.guess, err
}

// symmetryFrom is the number of candidates from which it pays to look for
// guesses that are alike by symmetry.
const symmetryFrom = 65

// unlike returns the guesses that no symmetry of the guesses made so far takes
// to one that comes before.
//
// A symmetry that leaves the guesses of the path as they are exchanges the
// candidates among themselves, so it takes a guess to one that makes parts of
// the same sizes and is a candidate if the guess is: the two tie under every
// rule but the last, which picks the first in order. The guess that wins in
// the end is the first of all that are as good, so it comes before all that
// symmetries take it to, and is never left out.
func (p *Player) unlike(pegs game.Pegs, path []Round, candidates int) guessList {
	var key pathGuesses // the start, for which no guess is left out
	if len(path) <= len(key.guesses) && candidates >= symmetryFrom {
		key.rounds = len(path)
		for i, r := range path {
			key.guesses[i] = r.Guess
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	list, ok := p.alike[key]
	if !ok {
		symmetries := p.start
		for _, r := range path {
			symmetries = pegs.Fixing(symmetries, r.Guess)
		}
		list = p.alike[pathGuesses{}]
		if codes := pegs.Representatives(symmetries, p.guesses); len(codes) < len(p.guesses) {
			list = newGuessList(pegs, codes)
		}
		p.alike[key] = list
	}
	return list
}

// usefulGuesses returns the codes that are worth counting among all guesses.
//
// Besides guesses that are alike by symmetry it leaves out others: Colours
// that no candidate has are interchangeable, since such a peg gets neither
// black nor white, whatever its colour. Codes that differ only in those
// colours make the same partition, and none of them is a candidate, so they
// tie under every rule but the last, and where that picks the first in
// lexicographic order it is enough to count the lexicographically first of
// them: the one that uses the lowest absent colour throughout (with repeats),
// or the lowest ones in ascending order (without). The first of all guesses
// that are as good as the best is left out by neither reduction.
func (c *Chooser) usefulGuesses(path []Round) []game.Code {
	planes, ok := c.Space.(*partition.Planes)
	if !ok || !c.reducible {
		return c.guesses
	}
	pegs := planes.Game()
	list := c.unlike(pegs, path, len(planes.Codes()))
	absent := ^planes.Colours() & (1<<pegs.Colours - 1)
	if bits.OnesCount16(absent) < 2 {
		return list.codes
	}
	c.reduced = c.reduced[:0]
	lowest := absent & -absent
	for i, mask := range list.masks {
		used := mask & absent
		switch {
		case used == 0 || used == lowest:
		case pegs.GuessRepeats || !lowestInOrder(list.codes[i], used, absent, pegs.Positions):
			continue
		}
		c.reduced = append(c.reduced, list.codes[i])
	}
	return c.reduced
}

// lowestInOrder reports whether the absent colours that a code uses are the
// lowest absent colours, from left to right.
func lowestInOrder(code game.Code, used, absent uint16, positions int) bool {
	for i := range positions {
		colour := uint16(1) << code.At(i)
		if colour&used == 0 {
			continue
		}
		if colour != absent&-absent {
			return false
		}
		absent &^= colour
	}
	return true
}

// scan looks through guesses for one that beats b, in the order in which the
// pick rule prefers them, so that of equals the one met first stays. It stops
// and reports true when it meets a score at the criterion's bound that no
// later guess can be preferred to.
func (c *Chooser) scan(ctx context.Context, guesses []game.Code, b *best, path []Round) (attained bool, err error) {
	n, feedbacks, final := len(c.Space.Codes()), c.game.Feedbacks(), c.game.Final()
	bound, attainable := c.criterion.bound(c.score, n, feedbacks)
	if c.ties.Pick == PickRandom {
		attainable = false // every guess takes part in the draw
	}
	var counts partition.Counts
	for i, guess := range guesses {
		if i%1024 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if c.ties.Pick == PickLast {
			guess = guesses[len(guesses)-1-i]
		}
		c.Space.Count(guess, &counts)
		score := c.score(counts[:feedbacks])
		if b.found && score > b.score {
			continue
		}
		candidate := counts[final] == 1
		if !candidate && slices.Max(counts[:feedbacks]) == int32(n) {
			continue // it would tell nothing
		}
		found := best{guess: guess, score: score, candidate: candidate, found: true}
		if c.ties.Pick == PickRandom {
			found.lot = lot(c.ties.Seed, path, guess)
		}
		if b.found && !c.prefers(found, *b) {
			continue
		}
		*b = found
		if attainable && score == bound {
			return true, nil
		}
	}
	return false, nil
}

// prefers reports whether guess a, met later in the scan, beats b.
func (c *Chooser) prefers(a, b best) bool {
	if a.score != b.score {
		return a.score < b.score
	}
	if c.ties.PreferConsistent && a.candidate != b.candidate {
		return a.candidate
	}
	return c.ties.Pick == PickRandom && a.lot < b.lot
}
