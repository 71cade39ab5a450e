// Package advice judges guesses in the middle of a game: the classes that a guess makes
// of the candidates, its rank by a criterion among all guesses, and its cost against the
// best guess.
//
// Steps of use: [At] takes the rounds that were played; the [Position] lists the
// candidates that they leave, the [Position.Best] guesses by a criterion, and the effect of
// any guess ([Position.Look], [Position.Rank]). [Costs] finds the costs of guesses.
package advice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// A Position is a game in progress. It belongs to one goroutine.
type Position struct {
	Game       game.Game
	Rounds     []game.Round
	Candidates []game.Code // the secrets that agree with all rounds, in lexicographic order

	secrets, guesses []game.Code // all of the game's
	space            partition.Space
}

// At returns the position after some rounds of the game, in time proportional to the secrets
// and the rounds. A position without candidates cannot judge guesses ([ErrNone]).
func At(g game.Game, rounds []game.Round) *Position {
	secrets, guesses := game.Codes(g)
	p := &Position{
		Game:    g,
		Rounds:  rounds,
		secrets: secrets,
		guesses: guesses,
		space:   partition.NewSpace(g),
	}
	p.load(game.Consistent(g, secrets, rounds))
	return p
}

// load replaces the candidates.
func (p *Position) load(candidates []game.Code) {
	p.Candidates = candidates
	if len(candidates) > 0 {
		p.space.Load(candidates)
	}
}

// Reset goes back to the beginning.
func (p *Position) Reset() {
	p.Rounds = nil
	p.load(p.secrets)
}

// Add adds a round. A round that rules out no candidates is not kept: it changes nothing.
func (p *Position) Add(r game.Round) {
	left := game.Consistent(p.Game, p.Candidates, []game.Round{r})
	if len(left) == len(p.Candidates) {
		return
	}
	p.Rounds = append(p.Rounds, r)
	p.load(left)
}

// A Guess is the effect of a guess at a position.
type Guess struct {
	Consistent bool // it may be the secret
	partition.Quality
	Counts partition.Counts // candidates by their feedback
}

// ErrNone says that no candidates are left, so that all guesses are alike.
var ErrNone = errors.New("no candidates are left")

// Look returns the effect of a guess of the game: none if no candidates are left.
func (p *Position) Look(guess game.Code) Guess {
	counts := partition.NewCounts(p.Game)
	if len(p.Candidates) == 0 {
		return Guess{Counts: counts}
	}
	p.space.Count(guess, counts)
	return Guess{
		Consistent: counts[p.Game.Final()] > 0,
		Quality:    counts.Quality(),
		Counts:     counts,
	}
}

// Rank is the place of a guess among all guesses by a criterion of one step: 1 if none is
// better. Errors are those of [Position.Best].
func (p *Position) Rank(ctx context.Context, c strategy.Criterion, guess game.Code) (rank int, err error) {
	if err := game.CheckGuess(p.Game, guess); err != nil {
		return 0, err
	}
	m, err := p.measure(c)
	if err != nil {
		return 0, err
	}

	limit := m.Of(p.Look(guess).Counts)
	rank = 1
	err = p.scan(ctx, m, limit, func(game.Code, int64) int64 {
		rank++
		return limit
	})
	return rank, err
}

// measure returns the measure of a criterion at this position.
func (p *Position) measure(c strategy.Criterion) (m partition.Measure, err error) {
	if err := c.CheckMeasure(); err != nil {
		return m, err
	}
	if len(p.Candidates) == 0 {
		return m, ErrNone
	}
	return c.Measure(p.Game, len(p.Candidates)), nil
}

// scan visits the guesses that measure less than a limit, which each visit may change, until
// the context ends.
func (p *Position) scan(
	ctx context.Context,
	m partition.Measure,
	limit int64,
	visit func(guess game.Code, score int64) int64,
) error {
	const blockWork = 1 << 18 // words of candidates, which take milliseconds
	list := partition.NewGuesses(p.Game, p.guesses)
	words := (len(p.Candidates) + 63) / 64 * partition.RunWork(p.Game)

	for !list.Empty() {
		if err := ctx.Err(); err != nil {
			return err
		}
		block := list.Cut(max(1, blockWork/words))
		p.space.Scan(&block, m, limit, func(guess game.Code, score int64) int64 {
			limit = visit(guess, score)
			return limit
		})
	}
	return nil
}

// Best returns up to n of the best guesses by a criterion of one step, consistent ones first
// where several are equally good, and then in lexicographic order. The error is [ErrNone],
// that the criterion measures no guesses, or the context's.
func (p *Position) Best(ctx context.Context, c strategy.Criterion, n int) ([]game.Code, error) {
	m, err := p.measure(c)
	if err != nil || n < 1 {
		return nil, err
	}

	type scored struct {
		score        int64
		inconsistent int // 0 or 1
		guess        game.Code
	}
	compare := func(a, b scored) int {
		return cmp.Or(
			cmp.Compare(a.score, b.score),
			a.inconsistent-b.inconsistent,
			cmp.Compare(a.guess, b.guess),
		)
	}

	var best []scored // in order
	err = p.scan(ctx, m, math.MaxInt64, func(guess game.Code, score int64) int64 {
		s := scored{score, 1, guess}
		_, consistent := slices.BinarySearch(p.Candidates, guess)
		if consistent {
			s.inconsistent = 0
		}

		i, _ := slices.BinarySearchFunc(best, s, compare)
		best = slices.Insert(best, i, s)
		if len(best) < n {
			return math.MaxInt64
		}
		best = best[:n]
		return best[n-1].score + 1 // equally good ones may be consistent
	})

	out := make([]game.Code, len(best))
	for i, s := range best {
		out[i] = s.guess
	}
	return out, err
}

// A Cost compares a guess with the best guess at a position, by the totals of guesses over
// all candidates. The totals count the guess that is made now.
type Cost struct {
	Guess, Best int
	BestGuess   game.Code // one of them
	// Optimal says that Best is proved to be the least. Else both totals are those of the
	// entropy strategy, after the guess and instead of it; Best may then be the larger.
	Optimal bool
	// AtMost says that the guess costs no more than this: the optimal tree after it is not known,
	// so the entropy strategy follows it.
	AtMost bool
}

// Options say how costs are found.
type Options struct {
	// Known, if not nil, is an optimal tree of the game.
	Known *tree.Tree
	// Effort limits the guesses that a search looks at, over all sets of candidates together; 0
	// means [UsualEffort]. The entropy strategy stands in for what is not proved by then.
	Effort  int64
	Workers int // of the entropy strategy; a search has one, so that costs do not depend on time
}

// UsualEffort takes a processor about a second.
const UsualEffort = 1 << 27

// The largest positions; larger ones take minutes.
const (
	mostSearched = 1500    // candidates of a search
	mostGrown    = 1 << 28 // candidates times guesses of the entropy strategy
)

// ErrLarge says that a position is too large for the cost of a guess to be found.
var ErrLarge = errors.New("the position is too large for costs")

// Costs finds the costs of guesses in a game. It remembers positions; positions that symmetry
// makes equal count as one. It belongs to one goroutine. Its results depend on the options, the
// position and the guess only.
type Costs struct {
	Options
	game       game.Game
	guesses    int64
	symmetries game.Symmetries
	totals     *optimal.Totals // made when it is needed
	kept       map[string]Least
	proofs     map[string]Least // of positions; not proved if a search has failed
}

// A Least is a first guess at a position, and the total of guesses of a tree that begins with it,
// over all candidates.
type Least struct {
	Total  int
	Guess  game.Code
	Proved bool // no tree has less; else the total is that of the entropy strategy
}

// mostKept is how many totals are remembered, of some 200 bytes each.
const mostKept = 1 << 18

// tableBytes is the size of a search's table.
const tableBytes = 4 << 20

// NewCosts prepares to find the costs of guesses in a game.
func NewCosts(g game.Game, o Options) *Costs {
	o.Effort = cmp.Or(o.Effort, UsualEffort)
	return &Costs{
		Options:    o,
		game:       g,
		guesses:    int64(game.CountGuesses(g)),
		symmetries: game.SymmetriesOf(g),
		kept:       map[string]Least{},
		proofs:     map[string]Least{},
	}
}

// Of returns the cost of a guess of the game. The error is [ErrLarge], [ErrNone] or the
// context's.
func (c *Costs) Of(ctx context.Context, p *Position, guess game.Code) (Cost, error) {
	if err := game.CheckGuess(c.game, guess); err != nil {
		return Cost{}, err
	}
	best, err := c.Best(ctx, p)
	if err != nil {
		return Cost{}, err
	}
	cost := Cost{
		Guess:     best.Total,
		Best:      best.Total,
		BestGuess: best.Guess,
		Optimal:   best.Proved,
	}
	if c.equal(p, guess, best.Guess) {
		return cost, nil
	}

	own := best
	if !best.Proved {
		own, err = c.least(ctx, p, &guess, true)
	} else if look := p.Look(guess); look.Parts == 1 && !look.Consistent {
		// The guess rules out nothing: the best guess follows it.
		own.Total += len(p.Candidates)
	} else {
		own, err = c.least(ctx, p, &guess, false)
	}
	cost.Guess = own.Total
	cost.AtMost = best.Proved && !own.Proved
	return cost, err
}

// equal reports whether an exchange of positions and colours which leaves the rounds of a
// position unchanged takes one guess into the other.
func (c *Costs) equal(p *Position, a, b game.Code) bool {
	normal := func(guess game.Code) []game.Round {
		rounds, _ := c.symmetries.Normal(append(slices.Clone(p.Rounds), game.Round{Guess: guess}))
		return rounds
	}
	return a == b || slices.Equal(normal(a), normal(b))
}

// Best returns the least total of a position, if it is proved, else that of the entropy
// strategy. Errors are those of Of.
func (c *Costs) Best(ctx context.Context, p *Position) (Least, error) {
	if len(p.Candidates) == 0 {
		return Least{}, ErrNone
	}
	return c.least(ctx, p, nil, false)
}

// Advise returns the guess of [Costs.Best], which costs nothing, without the total: it is fast
// where the entropy strategy stands in, and no position is too large. The error is the
// context's.
func (c *Costs) Advise(ctx context.Context, p *Position) (game.Code, error) {
	rounds, back := c.symmetries.Normal(slices.Clone(p.Rounds))
	best, err := c.prove(ctx, len(p.Candidates), rounds)
	if best.Proved || err != nil {
		return back(best.Guess), err
	}

	player, err := entropy().Compile(c.game)
	if err != nil {
		return 0, err
	}
	candidates := game.Consistent(c.game, player.Secrets(), rounds)
	guess, err := player.NewPlayer().Choose(ctx, candidates, rounds)
	return back(guess), err
}

// entropy is the strategy that stands in where nothing is proved.
func entropy() strategy.Strategy { return strategy.Strategy{Criterion: strategy.Entropy} }

// least finds a total, with a first guess if it is not nil, by the entropy strategy if grow
// is true or nothing is proved. It works on the normal form of the position, by which it
// remembers the total.
func (c *Costs) least(
	ctx context.Context,
	p *Position,
	first *game.Code,
	grow bool,
) (l Least, err error) {
	rounds := slices.Clone(p.Rounds)
	if first != nil {
		rounds = append(rounds, game.Round{Guess: *first})
	}
	normal, back := c.symmetries.Normal(rounds)

	key := fmt.Sprint(normal, first != nil, grow)
	l, ok := c.kept[key]
	if !ok {
		if first != nil {
			first = &normal[len(p.Rounds)].Guess
		}
		l, err = c.find(ctx, len(p.Candidates), normal[:len(p.Rounds)], first, grow)
		if err != nil {
			return l, err
		}

		if len(c.kept) == mostKept {
			clear(c.kept)
		}
		c.kept[key] = l
	}

	l.Guess = back(l.Guess)
	return l, nil
}

// find computes a total of a position of n candidates.
func (c *Costs) find(
	ctx context.Context,
	n int,
	rounds []game.Round,
	first *game.Code,
	grow bool,
) (Least, error) {
	var best Least
	var err error
	switch {
	case grow: // the entropy strategy, even if there is a proof
	case first == nil:
		best, err = c.prove(ctx, n, rounds)
	default:
		best, err = c.search(ctx, n, rounds, first)
	}
	if best.Proved || err != nil {
		return best, err
	}

	if int64(n)*c.guesses > mostGrown {
		return Least{}, ErrLarge
	}
	t, err := tree.Grow(ctx, c.game, entropy(), first, tree.Options{
		Workers: c.Workers,
		Path:    rounds,
	})
	if err != nil {
		return Least{}, err
	}
	return Least{Total: total(t.Root), Guess: t.Root.Guess}, nil
}

// prove finds the least total of a position of n candidates, in the known tree or by a
// search. It is not proved if both fail.
func (c *Costs) prove(ctx context.Context, n int, rounds []game.Round) (Least, error) {
	if c.Known != nil {
		if l, ok := c.recall(rounds); ok {
			return l, nil
		}
	}

	key := fmt.Sprint(rounds)
	if l, ok := c.proofs[key]; ok {
		return l, nil
	}

	l, err := c.search(ctx, n, rounds, nil)
	if err != nil {
		return l, err
	}
	if len(c.proofs) == mostKept {
		clear(c.proofs)
	}
	c.proofs[key] = l
	return l, nil
}

// search searches for the least total of a position of n candidates, with a first guess if
// there is one. It is not proved if that takes too much effort.
func (c *Costs) search(
	ctx context.Context,
	n int,
	rounds []game.Round,
	first *game.Code,
) (l Least, err error) {
	if n > mostSearched {
		return l, nil
	}

	if c.totals == nil {
		c.totals, err = optimal.NewTotals(ctx, c.game, tableBytes)
		if err != nil {
			return l, err
		}
	}
	effort := max(1, c.Effort/c.guesses)
	l.Total, l.Guess, l.Proved, err = c.totals.Least(ctx, rounds, first, effort)
	return l, err
}

// recall looks a position up in the known tree.
func (c *Costs) recall(rounds []game.Round) (l Least, ok bool) {
	node, guess := follow(c.Known, c.symmetries, rounds)
	if node == nil {
		return l, false
	}
	return Least{Total: total(node), Guess: guess, Proved: true}, true
}

// Next returns the guess that a tree makes after some rounds, or after rounds that the
// symmetries of its game take them to: a game that begins with 1234 is still in a tree that
// begins with 0123. ok is false if the tree does not lead there.
func Next(t *tree.Tree, symmetries game.Symmetries, rounds []game.Round) (guess game.Code, ok bool) {
	normal, back := symmetries.Normal(rounds)
	node, guess := follow(t, symmetries, normal)
	if node == nil {
		return 0, false
	}
	return back(guess), true
}

// follow finds the node of a tree that solves the position after some rounds, in normal
// form, and the guess there in that form; nil if it has none. It follows the
// feedback of the rounds; since the tree may make other guesses on the way, it then
// compares the normal forms of both positions.
func follow(
	t *tree.Tree,
	symmetries game.Symmetries,
	rounds []game.Round,
) (node *tree.Node, guess game.Code) {
	node = t.Root
	var own []game.Round
	for _, r := range rounds {
		own = append(own, game.Round{Guess: node.Guess, Feedback: r.Feedback})

		i := slices.IndexFunc(node.Branches, func(b tree.Branch) bool {
			return b.Feedback == r.Feedback && b.Next != nil
		})
		if i < 0 {
			return nil, 0
		}
		node = node.Branches[i].Next
	}

	normal, _ := symmetries.Normal(append(own, game.Round{Guess: node.Guess}))
	if !slices.Equal(normal[:len(rounds)], rounds) {
		return nil, 0
	}
	return node, normal[len(rounds)].Guess
}

func total(n *tree.Node) int {
	return tree.Measure(&tree.Tree{Root: n}).Solved.Total
}
