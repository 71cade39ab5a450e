package strategy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy/internal/programs"
)

// A Compiled strategy is ready to play one game. All goroutines share it; each has a
// [CompiledPlayer] of its own.
type Compiled struct {
	game     game.Game
	secrets  []game.Code // all of the game's, in the strategy's order
	guesses  partition.Guesses
	newSpace func() partition.Space

	// newOwn, if set, makes players that decide alone, among the legal guesses, which are
	// sorted. The fields below legal are then not set.
	newOwn func() (Player, error)
	mu     sync.Mutex // of newOwn
	legal  []game.Code

	measure partition.Measure
	flat    bool // whether all guesses that split the candidates are equally good

	// allUntil is the number of the last guess that may be any code of the pool; later
	// guesses are candidates.
	allUntil int
	allows   func(guess game.Code, r game.Round) bool // the rule of the pool, see [Pool.Allows]
	filtered bool                                     // whether the pool is AllFancidev

	ties    Ties
	links   []partition.Measure // the links of the ties, without [ConsistentLink]
	prefer  bool                // whether [ConsistentLink] is among the links
	before  int                 // how many links stand before it
	endgame int
	// separates says that a candidate that takes all others apart is chosen: no guess measures
	// less, and ties prefer the first one.
	separates bool

	reducer *partition.Reducer // nil if equivalent guesses must all be counted
	block   int                // runs of guesses times words of candidates in one block of a scan
}

// Compile checks the strategy against the game and makes it ready to play. It
// takes time and memory proportional to the number of codes.
func (s Strategy) Compile(g game.Game) (*Compiled, error) {
	s = s.WithDefaults()
	if err := s.Validate(g); err != nil {
		return nil, err
	}
	r, _ := lookUp(s.Criterion)
	if r.New != nil {
		return r.compile(s, g)
	}

	allUntil, ties, _ := s.parse() // s is valid, so there is no error

	secrets, guesses := game.CodesIn(g, s.Order)
	p := &Compiled{
		game:     g,
		secrets:  secrets,
		allows:   s.Pool.Allows(g),
		filtered: s.Pool == AllFancidev,
		newSpace: partition.SpaceFactory(g),
		measure:  s.Criterion.Measure(g, len(secrets)),
		flat:     s.Criterion == Simple,
		allUntil: allUntil,
		ties:     ties,
		endgame:  s.Endgame,
		block:    blockWork / partition.RunWork(g),
	}

	for i, l := range ties.Links {
		if l == ConsistentLink {
			p.prefer = true
			p.before = i
		} else {
			p.links = append(p.links, Criterion(l).Measure(g, len(secrets)))
		}
	}

	p.separates = p.prefer && len(p.links) == 0 && ties.Pick == pickFirst &&
		!p.flat && !p.filtered && p.measure.Convex()

	p.guesses = p.list(guesses)
	if s.Pool == Answers {
		p.guesses = p.list(secrets)
	}

	// Among guesses that symmetry makes equally good, the lexicographically first is
	// enough, if the ties pick that one and the pool has all codes.
	picksLowest := ties.Pick == pickFirst && s.Order == game.Lex
	allCodes := s.Pool != Answers && p.allows == nil && !p.filtered
	if picksLowest && allCodes && !p.Ordered() {
		p.reducer, _ = partition.NewReducer(g, guesses, false)
	}
	return p, nil
}

// Ordered reports whether guesses that symmetries take into each other may measure differently.
// In positional games they make parts of the same sizes in another order. That matters only to
// computed measures, such as one that rounds sums.
func (p *Compiled) Ordered() bool {
	positional := game.StructureOf(p.game).Exchanged != nil
	return positional && (computed(p.measure) || slices.ContainsFunc(p.links, computed))
}

// computed reports whether a measure may depend on the order of the sizes.
func computed(m partition.Measure) bool { return !m.Convex() }

// list lists codes in the order in which the pick rule prefers them.
func (p *Compiled) list(codes []game.Code) partition.Guesses {
	list := partition.NewGuesses(p.game, codes)
	if p.ties.Pick == PickLast {
		return list.Reversed()
	}
	return list
}

// CompilePlayer makes players of your own ready for a game. newPlayer is called for each
// goroutine that plays, from one goroutine at a time.
func CompilePlayer(g game.Game, newPlayer func() (Player, error)) *Compiled {
	secrets, guesses := game.Codes(g)
	return &Compiled{
		game:     g,
		secrets:  secrets,
		newSpace: partition.SpaceFactory(g),
		newOwn:   newPlayer,
		legal:    guesses,
	}
}

// compile makes a strategy with players of its own ready to play a game.
func (r Registration) compile(s Strategy, g game.Game) (*Compiled, error) {
	ties, _ := ParseTies(s.Ties) // the ties are valid, so there is no error

	// The first player is made at once, so that Compile returns its error.
	first, err := r.newPlayer(g, ties.Seed)
	if err != nil {
		return nil, err
	}

	return CompilePlayer(g, func() (Player, error) {
		if player := first; player != nil {
			first = nil
			return player, nil
		}
		return r.newPlayer(g, ties.Seed)
	}), nil
}

func (r Registration) newPlayer(g game.Game, seed uint64) (Player, error) {
	player, err := r.New(g, seed)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", r.Criterion, err)
	case player == nil:
		return nil, fmt.Errorf("%s: its function New returns no player", r.Criterion)
	}
	return player, nil
}

// Secrets returns all codes that may be secret, in the strategy's order. The
// caller must not change them.
func (p *Compiled) Secrets() []game.Code { return p.secrets }

// Next returns the guess after the rounds of a game; without rounds, the first guess. It filters
// all secrets, and calls [CompiledPlayer.Choose] once. The error wraps [ErrContradiction] if no
// secret agrees with the rounds.
func (p *Compiled) Next(ctx context.Context, rounds []game.Round) (game.Code, error) {
	candidates := game.Consistent(p.game, p.secrets, rounds)
	if len(candidates) == 0 {
		return 0, fmt.Errorf("%w: %s", ErrContradiction, game.History(p.game, rounds))
	}
	return p.NewPlayer().Choose(ctx, candidates, rounds)
}

// ErrContradiction says that no secret agrees with all rounds of a game.
var ErrContradiction = errors.New("no secret agrees with all rounds")

// A CompiledPlayer is the [Player] of a compiled strategy, for one goroutine.
type CompiledPlayer struct {
	*Compiled
	own Player // if set, it decides alone
	err error  // why own cannot be made

	Space partition.Space // holds the candidates, unless the choice is easy
	// Spawn, if set, runs a task in a goroutine of its own and returns true; it returns false if
	// no goroutine is free. Large scans are then shared out, which does not change the choice.
	Spawn func(task func()) bool
	// Work counts the work done so far.
	Work Work

	tied   []game.Code      // room for Tied
	values []int64          // room for weigh
	counts partition.Counts // room for one partition
	lists  []pathList       // the allowed guesses after each round of the last path
}

// Work counts what a player did.
type Work struct {
	Guesses     int64 // partitions counted
	Comparisons int64 // pairs of guess and candidate in them
}

// Add adds the work of another player.
func (w *Work) Add(other Work) {
	w.Guesses += other.Guesses
	w.Comparisons += other.Comparisons
}

// NewPlayer returns a player with a space of its own.
func (p *Compiled) NewPlayer() *CompiledPlayer {
	c := p.playerIn(p.newSpace())
	if p.newOwn != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		c.own, c.err = p.newOwn()
	}
	return c
}

// Guess is [CompiledPlayer.Choose] as a [Player] has it.
func (c *CompiledPlayer) Guess(ctx context.Context, p Position) (game.Code, error) {
	return c.Choose(ctx, p.Candidates, p.Rounds)
}

// ask lets the strategy's own player choose, and makes sure that the game allows the guess.
func (c *CompiledPlayer) ask(ctx context.Context, p Position) (game.Code, error) {
	guess, err := c.own.Guess(ctx, p)
	err = cmp.Or(err, ctx.Err())
	if err != nil {
		return 0, err
	}

	_, legal := slices.BinarySearch(c.legal, guess)
	if !legal {
		history := game.History(p.Game, p.Rounds)
		return 0, fmt.Errorf("at %s it guesses %#08x, which %s does not allow", history, uint32(guess), p.Game)
	}
	return guess, nil
}

func (p *Compiled) playerIn(space partition.Space) *CompiledPlayer {
	return &CompiledPlayer{Compiled: p, Space: space, counts: partition.NewCounts(p.game)}
}

// useless is the score of a guess that leaves all candidates together.
func (c *CompiledPlayer) useless() int64 {
	clear(c.counts)
	c.counts[0] = int32(len(c.Space.Codes()))
	return c.measure.Of(c.counts)
}

// Choose returns the guess to make after the rounds of path, which have left the
// candidates: at least one, in the strategy's order. The error comes from the context, which is checked
// now and then, or from a [Player]; or it is [ErrChance], if ties end in chance.
//
// A one-step strategy never makes a guess that leaves all candidates
// together, whatever the criterion says, so that every game ends. It counts
// the feedback to each code in the pool: O(pool·candidates/64) word
// operations. The links of the ties count it again for the codes still tied.
func (c *CompiledPlayer) Choose(
	ctx context.Context,
	candidates []game.Code,
	path []game.Round,
) (game.Code, error) {
	if c.err != nil {
		return 0, c.err
	}
	if c.own != nil {
		return c.ask(ctx, Position{
			Game:       c.game,
			Rounds:     slices.Clone(path), // it may keep them
			Candidates: candidates,
		})
	}

	if c.ties.Pick == pickChance {
		return 0, ErrChance
	}
	if len(candidates) <= c.endgame {
		return candidates[0], nil
	}

	if guess, ok := c.separating(candidates); ok {
		return guess, nil
	}

	c.Space.Load(candidates)
	n := len(candidates)
	outcomes := c.game.Outcomes()
	candidatesOnly := len(path) >= c.allUntil
	s := scan{
		path:       path,
		candidates: true,
		bound:      c.bound(n, outcomes, true),
		best:       best{guess: candidates[0]}, // stays if no guess of the pool divides the candidates
	}

	// Candidates come first where ties prefer them: afterwards only a guess with a better
	// score, or with a better link before [ConsistentLink], beats the best candidate.
	if candidatesOnly || c.prefer {
		s.list = c.candidatesToCount(ctx, candidates, path)
		err := c.scan(ctx, &s)
		if candidatesOnly || err != nil {
			return s.best.guess, err
		}

		s.candidates, s.best.preferred = false, s.best.found
		s.bound = c.bound(n, outcomes, false)
		s.best.beatable = s.best.found && c.beatable(s.best, &s)
		if c.settled(s.best, &s) {
			return s.best.guess, nil
		}
	}

	// All guesses of the pool; with [pickFirstFancidev] perhaps the end of the list once more.
	for list := c.guessesToCount(ctx, path); ; s.best = (best{}) {
		s.list = list
		err := c.scan(ctx, &s)
		list = c.mistaken(list, []game.Code{s.best.guess})
		if err != nil || list.Empty() {
			return s.best.guess, err
		}
	}
}

// few is the number of candidates up to which it pays to look for one that takes all others
// apart before anything is loaded.
const few = 8

// separating returns the first candidate that takes all others apart, if it is to be chosen and
// there are few candidates.
func (c *CompiledPlayer) separating(candidates []game.Code) (guess game.Code, ok bool) {
	if !c.separates || len(candidates) > few {
		return 0, false
	}

	for i, guess := range candidates {
		if c.takesApart(guess, candidates) {
			c.Work.Add(Work{Guesses: int64(i + 1), Comparisons: int64((i + 1) * len(candidates))})
			return guess, true
		}
	}
	return 0, false
}

// takesApart reports whether a guess gets other feedback from each candidate.
func (c *CompiledPlayer) takesApart(guess game.Code, candidates []game.Code) bool {
	clear(c.counts)
	for _, code := range candidates {
		f := c.game.Feedback(code, guess)
		if c.counts[f] > 0 {
			return false
		}
		c.counts[f] = 1
	}
	return true
}

// bound is the score that no guess can beat. Where nothing is minimised, it is 0, the score
// of every guess.
func (c *CompiledPlayer) bound(n, outcomes int, candidate bool) int64 {
	if c.flat {
		return 0
	}
	return bound(c.measure, n, outcomes, candidate, c.counts)
}

// A pathList is the list of guesses that the pool allows after the rounds of a path.
type pathList struct {
	round game.Round // the last of the path
	list  partition.Guesses
}

// allowed returns the guesses that the pool allows after the rounds of path, in the
// order in which the pick rule prefers them.
func (c *CompiledPlayer) allowed(path []game.Round) partition.Guesses {
	if c.allows == nil {
		return c.kept(c.guesses, path)
	}

	list := c.guesses
	for i, r := range path {
		if i < len(c.lists) && c.lists[i].round == r {
			list = c.lists[i].list
			continue
		}
		list = list.Keep(func(guess game.Code) bool { return c.allows(guess, r) })
		c.lists = append(c.lists[:i], pathList{r, list})
	}
	return list
}

// guessesToCount returns the codes that are worth counting among all guesses,
// in the order in which the pick rule prefers them.
func (c *CompiledPlayer) guessesToCount(ctx context.Context, path []game.Round) partition.Guesses {
	if c.reducer == nil {
		return c.allowed(path)
	}
	return c.reducer.Guesses(ctx, path, c.Space)
}

// candidatesToCount returns the candidates that are worth counting, in the
// order in which the pick rule prefers them.
func (c *CompiledPlayer) candidatesToCount(
	ctx context.Context,
	candidates []game.Code,
	path []game.Round,
) partition.Guesses {
	if c.reducer != nil {
		return c.reducer.Candidates(ctx, path, candidates)
	}
	return c.kept(c.list(candidates), path)
}

// kept returns the guesses of a list that the pool keeps after the rounds of path: all, except
// with [AllFancidev].
func (c *CompiledPlayer) kept(list partition.Guesses, path []game.Round) partition.Guesses {
	if !c.filtered {
		return list
	}
	return programs.FancidevPool(c.game, c.Space.Codes(), path, list)
}

// mistaken returns the guesses of a list from which the ties [pickFirstFancidev] choose
// again, instead of best[0]; none if they keep best[0].
func (c *CompiledPlayer) mistaken(list partition.Guesses, best []game.Code) partition.Guesses {
	if c.ties.Pick != pickFirstFancidev || len(best) == 0 {
		return partition.Guesses{}
	}
	return programs.FancidevTies(c.game, c.Space, list, best[0])
}
