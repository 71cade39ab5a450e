package optimal

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// A cost is what a tree costs its secrets: so much for each guess, and so much
// more for each secret that is hit with the last guess allowed. Both are whole
// numbers, so costs add up exactly, and the search minimises one number.
type cost = int64

const (
	// impossible is the cost where the guesses left do not suffice. It is far
	// above any real cost, and sums of it do not overflow.
	impossible cost = 1 << 54
	// unlimited guesses are left.
	unlimited = 1 << 30
)

// A search finds the least cost of decision trees of a game, by depth-first
// branch and bound.
//
// A set of candidates with k guesses left costs at least what a tree costs
// that hits one secret with the first guess and as many as the kinds of
// feedback allow with each later one (least). A guess is bounded by the sum of
// that over its parts, which is a weighted measure of the partition, so that
// the kernel of engine/partition bounds every guess of a node; only those
// whose bound is below the best known are looked at more closely, in the order
// of their bounds. Then the bounds of the parts are sharpened, cheaply first:
// a part in which no candidate separates all others costs more than one in
// which one does; a part costs at least the least bound of any guess at it;
// and at last the parts are searched themselves.
type search struct {
	ctx      context.Context
	game     game.Game
	final    game.Feedback
	branches int // kinds of feedback other than the final one
	secrets  []game.Code
	guesses  []game.Code
	list     partition.Guesses
	reducer  *partition.Reducer // nil where there are no symmetries
	pool     Pool
	answers  *answers

	perGuess, perLast cost
	least             [][]cost            // least[k][n] bounds n candidates with k guesses left
	bounds            []partition.Measure // the same as measures

	known *table
	keys  []setHash // a random number for each secret
	// beforeKeys are others, for the candidates before the last answer.
	beforeKeys []setHash
	nodes      atomic.Int64
	off        rules // switched off, in tests
	crew       *crew // nil with one worker
}

// rules are what makes the search fast; none changes what it finds.
type rules struct {
	symmetry   bool // of guesses, and absent colours
	separator  bool // candidates that separate all others
	partBounds bool // parts bounded by the guesses at them
	table      bool // memory of sets
}

// A set is the indices of candidates among the game's secrets, ascending.
type set []int32

func newSearch(ctx context.Context, g game.Game, p Pool, tableBytes int64) (*search, error) {
	secrets, guesses, err := game.Codes(g, game.Lex)
	if err != nil {
		return nil, err
	}
	s := &search{
		ctx: ctx, game: g, final: g.Final(), branches: g.Outcomes() - 1,
		secrets: secrets, guesses: guesses, list: partition.NewGuesses(g, guesses), pool: p,
		answers: newAnswers(g, secrets, guesses),
		known:   newTable(tableBytes),
	}
	s.reducer, _ = partition.NewReducer(g, guesses)
	// The same numbers every time, so that a search can be repeated.
	rng := rand.New(rand.NewPCG(1993, 5625))
	for range secrets {
		s.keys = append(s.keys, setHash{rng.Uint64(), rng.Uint64()})
		s.beforeKeys = append(s.beforeKeys, setHash{rng.Uint64(), rng.Uint64()})
	}
	return s, nil
}

// minimise sets what is minimised: perGuess for every guess of every secret,
// and perLast for every secret that is hit with the last of limit guesses.
// What was found for other costs is forgotten.
func (s *search) minimise(perGuess, perLast cost, limit int) {
	s.perGuess, s.perLast = perGuess, perLast
	s.known.clear()
	s.least, s.bounds = nil, nil
	n := len(s.secrets)
	for k := 0; ; k++ {
		row := make([]cost, n+1)
		level, room := 0, 0 // the level that the next candidate is hit at, and the room there
		capacity := 1
		for i := 1; i <= n; i++ {
			for room == 0 && level < k {
				level++
				room = capacity
				capacity = min(capacity*max(1, s.branches), n)
			}
			if room == 0 {
				row[i] = impossible
				continue
			}
			room--
			row[i] = row[i-1] + cost(level)*perGuess
			if level == k {
				row[i] += perLast
			}
		}
		s.least = append(s.least, row)
		s.bounds = append(s.bounds, partition.Weighted(row))
		if k > 0 && level < k || k == n {
			break // more guesses left make no difference to these bounds
		}
	}
}

// left returns the row of least for k guesses left.
func (s *search) left(k int) int { return min(k, len(s.least)-1) }

// A place is how the search has come to a set.
type place struct {
	path []game.Code // the guesses made
	// before is the candidates before the last answer, if the pool asks for
	// them, and beforeKey their key.
	before    []game.Code
	beforeKey setHash
}

// after returns the place after a guess at candidates.
func (w *worker) after(at place, candidates set, guess game.Code) place {
	next := place{path: append(at.path[:len(at.path):len(at.path)], guess)}
	if w.pool == ConsistentButLast {
		for _, i := range candidates {
			next.before = append(next.before, w.secrets[i])
		}
		next.beforeKey = hash(candidates, w.beforeKeys)
	}
	return next
}

// A worker searches in one goroutine.
type worker struct {
	*search
	space   partition.Space
	codes   []game.Code // of the candidates loaded
	arena   []int32     // holds the parts on the way to where the search is
	answers []game.Feedback
}

func (s *search) newWorker() *worker {
	return &worker{search: s, space: partition.NewSpace(s.game)}
}

// A part is the candidates that give a guess the same answer.
type part struct {
	feedback game.Feedback
	set      set
	least    cost // a lower bound
}

// answersTo returns the answers of the candidates to a guess, until it is
// called again.
func (w *worker) answersTo(guess game.Code, candidates set) []game.Feedback {
	if cap(w.answers) < len(candidates) {
		w.answers = make([]game.Feedback, 2*len(candidates))
	}
	answers := w.answers[:len(candidates)]
	w.search.answers.to(guess, candidates, answers)
	return answers
}

// split returns the parts that a guess makes, the hit aside, by feedback.
// They lie in the arena, to be given back by the caller.
func (w *worker) split(candidates set, guess game.Code) (parts []part, hit bool) {
	answers := w.answersTo(guess, candidates)
	var counts [game.MaxFeedbacks]int32
	for _, f := range answers {
		counts[f]++
	}
	hit = counts[w.final] > 0
	start := len(w.arena)
	w.arena = slices.Grow(w.arena, len(candidates))[:start+len(candidates)]
	room := w.arena[start:]
	var at [game.MaxFeedbacks]int32
	next := int32(0)
	parts = make([]part, 0, 16)
	for f, n := range counts {
		at[f] = next
		next += n
		if n > 0 && game.Feedback(f) != w.final {
			parts = append(parts, part{feedback: game.Feedback(f), set: set(room[next-n : next : next])})
		}
	}
	for i, f := range answers {
		room[at[f]] = candidates[i]
		at[f]++
	}
	return parts, hit
}

// separates reports whether a guess separates all candidates.
func (w *worker) separates(candidates set, guess game.Code) bool {
	seen := uint64(0)
	for _, f := range w.answersTo(guess, candidates) {
		if seen>>f&1 == 1 {
			return false
		}
		seen |= 1 << f
	}
	return true
}

// separator returns the first candidate that separates all others, if any.
func (w *worker) separator(candidates set) (game.Code, bool) {
	if len(candidates) > w.branches+1 || w.off.separator {
		return 0, false
	}
	for _, i := range candidates {
		if guess := w.secrets[i]; w.separates(candidates, guess) {
			return guess, true
		}
	}
	return 0, false
}

// notSeparated bounds a set in which no candidate separates all others: either
// no secret is hit by the first guess, or some guess after it leaves two.
func (s *search) notSeparated(n, k int) cost {
	c := 2 * cost(n) * s.perGuess
	if k == 2 {
		c += cost(n) * s.perLast
	}
	if k < 2 {
		return impossible
	}
	return max(c, s.least[s.left(k)][n])
}

// quick bounds a set without looking at guesses other than its candidates. If
// exact, the bound is attained, beginning with the guess.
func (w *worker) quick(candidates set, k int) (bound cost, guess game.Code, exact bool) {
	n := len(candidates)
	bound = w.least[w.left(k)][n]
	if bound >= impossible {
		return bound, 0, false
	}
	if n <= 2 {
		return bound, w.secrets[candidates[0]], true
	}
	if n > w.branches+1 {
		return bound, 0, false
	}
	if guess, ok := w.separator(candidates); ok {
		return bound, guess, true
	}
	if w.off.separator {
		return bound, 0, false
	}
	return w.notSeparated(n, k), 0, false
}

// choices are guesses worth trying, with a lower bound of what each costs, as a
// heap: the least bound first, candidates before others, and else in order.
// Many are never taken out, so they are not sorted.
type choices []choice

// A choice is a guess with a lower bound of what it costs.
type choice struct {
	bound cost
	guess uint64 // the code, with otherGuess set for one that is no candidate
}

// otherGuess is above the bits of a code.
const otherGuess = 1 << 32

func (c choice) code() game.Code { return game.Code(c.guess &^ otherGuess) }

func (c choice) before(d choice) bool {
	return c.bound < d.bound || c.bound == d.bound && c.guess < d.guess
}

// order makes the heap.
func (cs choices) order() {
	for i := len(cs)/2 - 1; i >= 0; i-- {
		cs.down(i)
	}
}

func (cs choices) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(cs) {
			return
		}
		if child+1 < len(cs) && cs[child+1].before(cs[child]) {
			child++
		}
		if cs[i].before(cs[child]) {
			return
		}
		cs[i], cs[child] = cs[child], cs[i]
		i = child
	}
}

// next takes the first choice out.
func (cs *choices) next() (first choice, ok bool) {
	last := len(*cs) - 1
	if last < 0 {
		return choice{}, false
	}
	first = (*cs)[0]
	(*cs)[0] = (*cs)[last]
	*cs = (*cs)[:last]
	cs.down(0)
	return first, true
}

// load puts the candidates into the space.
func (w *worker) load(candidates set) {
	w.codes = w.codes[:0]
	for _, i := range candidates {
		w.codes = append(w.codes, w.secrets[i])
	}
	w.space.Load(w.codes)
}

// worth lists the guesses that may be made at the candidates loaded and are
// not sure to be like one that comes before.
func (w *worker) worth(at place) partition.Guesses {
	codes := w.codes
	switch {
	case w.pool == ConsistentButLast && at.before != nil:
		codes = at.before
	case w.pool == All && (w.reducer == nil || w.off.symmetry):
		return w.list
	case w.pool == All:
		return w.reducer.Guesses(at.path, w.space)
	}
	if w.reducer == nil || w.off.symmetry {
		return partition.NewGuesses(w.game, codes)
	}
	return w.reducer.Candidates(at.path, codes)
}

// choices lists the guesses whose bounds are below limit. The list and its
// order do not depend on what the search has found before.
func (w *worker) choices(candidates set, k int, at place, limit cost) choices {
	w.load(candidates)
	row := w.left(k - 1)
	own := cost(len(candidates)) * w.perGuess
	hit := w.least[row][1] // counted for a hit by the measure, though it costs nothing more
	together := w.least[row][len(candidates)]
	list := w.worth(at)
	var out choices
	below := limit - own + hit
	w.space.Scan(&list, w.bounds[row], below, func(guess game.Code, score int64) int64 {
		c := choice{own + score, uint64(guess)}
		if _, candidate := slices.BinarySearch(w.codes, guess); candidate {
			c.bound -= hit
		} else if score == together && w.useless(guess) {
			return below
		} else {
			c.guess |= otherGuess
		}
		if c.bound < limit {
			out = append(out, c)
		}
		return below
	})
	out.order()
	return out
}

// useless reports whether a guess leaves all candidates loaded together.
func (w *worker) useless(guess game.Code) bool {
	var counts partition.Counts
	w.space.Count(guess, &counts)
	return slices.Max(counts[:]) == int32(len(w.codes))
}

// bound sharpens the lower bound of a set by the least bound of any guess.
func (w *worker) bound(candidates set, k int, at place, limit cost) cost {
	w.load(candidates)
	row := w.left(k - 1)
	own := cost(len(candidates)) * w.perGuess
	hit := w.least[row][1]
	list := w.worth(at)
	best := limit
	w.space.Scan(&list, w.bounds[row], best-own+hit, func(_ game.Code, score int64) int64 {
		// A candidate's bound is lower by hit than its score says; taking that
		// off any guess keeps a lower bound.
		best = min(best, own+score-hit)
		return best - own + hit
	})
	return best
}

// boundFrom is the number of candidates from which it pays to bound a part by
// the guesses at it before it is searched.
const boundFrom = 24

// solve returns the least cost of a set with k guesses left, if that is below
// the limit (found), with the first guess, in the order of choices, of a tree
// that attains it; else a lower bound that is no less than the limit. If the
// context ends what it returns is a lower bound.
func (w *worker) solve(candidates set, k int, at place, limit cost) (least cost, guess game.Code, found bool) {
	n := len(candidates)
	least, guess, found = w.quick(candidates, k)
	if found {
		return least, guess, least < limit
	}
	if least >= limit {
		return least, 0, false
	}
	key := w.key(candidates, k, at)
	if e, ok := w.recall(key); ok {
		if e.exact {
			return e.least, e.guess, e.least < limit
		}
		least = max(least, e.least)
		if least >= limit {
			return least, 0, false
		}
	}
	if w.ctx.Err() != nil {
		return least, 0, false
	}
	w.nodes.Add(1)
	cs := w.choices(candidates, k, at, limit)
	r := race{best: limit, index: -1}
	if w.crew != nil && n >= sharedFrom {
		w.share(&r, &cs, candidates, k, at, least)
	} else {
		w.compete(&r, &cs, candidates, k, at, least)
	}
	if w.ctx.Err() != nil {
		return least, 0, false
	}
	found = r.index >= 0
	w.known.put(key, entry{least: r.best, guess: r.guess, exact: found}, n)
	return r.best, r.guess, found
}

// try returns what a guess costs, if that is below the limit.
func (w *worker) try(candidates set, c choice, k int, at place, limit cost) (total cost, ok bool) {
	mark := len(w.arena)
	defer func() { w.arena = w.arena[:mark] }()
	parts, _ := w.split(candidates, c.code())
	next := w.after(at, candidates, c.code())
	total = cost(len(candidates)) * w.perGuess
	// First what is cheap, for all parts.
	open := parts[:0]
	for _, p := range parts {
		var exact bool
		p.least, _, exact = w.quick(p.set, k-1)
		if !exact {
			if e, ok := w.recall(w.key(p.set, k-1, next)); ok {
				p.least = max(p.least, e.least)
				exact = e.exact
			}
		}
		total += p.least
		if !exact {
			open = append(open, p)
		}
	}
	if total >= limit {
		return total, false
	}
	slices.SortStableFunc(open, func(a, b part) int { return cmp.Compare(len(a.set), len(b.set)) })
	for i := range open {
		p := &open[i]
		if w.off.partBounds || len(p.set) < boundFrom || len(p.set) == len(candidates) {
			continue
		}
		if b := w.bound(p.set, k-1, next, limit-total+p.least); b > p.least {
			total += b - p.least
			p.least = b
			w.known.raise(w.key(p.set, k-1, next), b, len(p.set))
		}
		if total >= limit {
			return total, false
		}
	}
	for _, p := range open {
		v, _, found := w.solve(p.set, k-1, next, limit-total+p.least)
		total += v - p.least
		if !found || total >= limit {
			return total, false
		}
	}
	return total, true
}

// recall returns what is known about a set.
func (s *search) recall(key setHash) (entry, bool) {
	if s.off.table {
		return entry{}, false
	}
	return s.known.get(key)
}

// key identifies a set with k guesses left at a place.
func (s *search) key(candidates set, k int, at place) setHash {
	const odd = 0x9e3779b97f4a7c15 // so that no two numbers of guesses are mapped to one
	key := hash(candidates, s.keys)
	key.a ^= uint64(min(k, len(s.secrets)+1))*odd ^ at.beforeKey.a // more guesses than secrets are as good as any number
	key.b ^= at.beforeKey.b
	return key
}

// hash is the exclusive or of the keys of a set's elements (Zobrist, 1970).
func hash(candidates set, keys []setHash) setHash {
	var h setHash
	for _, i := range candidates {
		h.a ^= keys[i].a
		h.b ^= keys[i].b
	}
	return h
}

// all returns the set of all secrets.
func (s *search) all() set {
	out := make(set, len(s.secrets))
	for i := range out {
		out[i] = int32(i)
	}
	return out
}
