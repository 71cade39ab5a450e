package equilibrium

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/tree"
)

// A weighted search finds the tree of the least weighted total: the sum over
// all secrets of guesses times the weight of the secret's class. It is for
// small games. Like the search of engine/optimal it bounds guesses by their
// parts and remembers sets, but it keeps the answers to all guesses in a matrix
// and searches in one goroutine.
type weighted struct {
	ctx      context.Context
	game     game.Game
	branches int
	secrets  []game.Code // the heaviest first
	weights  []int64     // of the secrets
	guesses  []game.Code
	answers  [][]game.Feedback // to guesses, of secrets
	known    map[string]weightedEntry
	memory   int64 // bytes that known may take; 0 is any number
	used     int64 // bytes that known takes
}

// A weightedEntry is what is known of a set: its least weighted total and the
// guess that attains it if exact, else a lower bound.
type weightedEntry struct {
	least int64
	guess int
	exact bool
}

// A set is the indices of candidates among the secrets of a search, ascending.
type set []int32

// A part is the candidates that give a guess the same answer.
type part struct {
	feedback game.Feedback
	set      set
}

// newWeighted prepares a search with a weight for each class.
func newWeighted(ctx context.Context, g game.Game, classes []Class, weights []int64, memory int64) (*weighted, error) {
	_, guesses := game.Codes(g)
	w := &weighted{ctx: ctx, game: g, branches: max(1, g.Outcomes()-1), guesses: guesses, memory: memory, known: map[string]weightedEntry{}}
	order := game.Numbers[int](len(classes))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weights[b], weights[a]) })
	for _, i := range order {
		for _, c := range classes[i].Secrets {
			w.secrets = append(w.secrets, c)
			w.weights = append(w.weights, weights[i])
		}
	}
	for _, guess := range guesses {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		row := make([]game.Feedback, len(w.secrets))
		for i, secret := range w.secrets {
			row[i] = g.Feedback(secret, guess)
		}
		w.answers = append(w.answers, row)
	}
	return w, nil
}

// all returns the set of all secrets.
func (w *weighted) all() set { return game.Numbers[int32](len(w.secrets)) }

// bound is the weighted total of a set if the heaviest is solved by the first
// guess and as many of the next as there are answers with each later one.
func (w *weighted) bound(candidates set) int64 {
	total, guess, room := int64(0), int64(1), 1
	capacity := 1
	for _, i := range candidates {
		if room == 0 {
			guess++
			capacity = min(capacity*w.branches, len(w.secrets))
			room = capacity
		}
		room--
		total += guess * w.weights[i]
	}
	return total
}

// weightedKey identifies a set. All bits of an index count: a game may have up
// to [game.MaxCodes] secrets.
func weightedKey(candidates set) string {
	key, _ := binary.Append(nil, binary.LittleEndian, []int32(candidates)) // which has a size
	return string(key)
}

// A weightedChoice is a guess with a lower bound of what it costs.
type weightedChoice struct {
	bound int64
	guess int
}

// split returns the parts that a guess makes, the final feedback aside, by feedback;
// within a part the heaviest is first. It returns none if the guess tells
// nothing.
func (w *weighted) split(candidates set, guess int) []part {
	row := w.answers[guess]
	counts := make([]int32, w.game.OutcomeLimit())
	for _, i := range candidates {
		counts[row[i]]++
	}
	room := make(set, len(candidates))
	at := make([]int32, len(counts))
	next := int32(0)
	var parts []part
	for f, n := range counts {
		at[f] = next
		next += n
		if n == int32(len(candidates)) && game.Feedback(f) != w.game.Final() {
			return nil
		}
		if n > 0 && game.Feedback(f) != w.game.Final() {
			parts = append(parts, part{feedback: game.Feedback(f), set: room[next-n : next]})
		}
	}
	for _, i := range candidates {
		f := row[i]
		room[at[f]] = i
		at[f]++
	}
	return parts
}

// choices lists the guesses whose bounds are below the limit, the least bound
// first and else in lexicographic order. Of guesses equivalent under the
// symmetries left, one is tried.
func (w *weighted) choices(candidates set, symmetries game.Symmetries, limit int64) []weightedChoice {
	own := int64(0)
	for _, i := range candidates {
		own += w.weights[i]
	}
	var out []weightedChoice
	for code := range symmetries.Representatives(w.guesses) {
		if w.ctx.Err() != nil {
			return nil // as the caller sees
		}
		guess, _ := slices.BinarySearch(w.guesses, code)
		parts := w.split(candidates, guess)
		if parts == nil && len(candidates) > 1 {
			continue
		}
		total := own
		for _, p := range parts {
			total += w.bound(p.set)
		}
		if total < limit {
			out = append(out, weightedChoice{total, guess})
		}
	}
	slices.SortStableFunc(out, func(a, b weightedChoice) int { return cmp.Compare(a.bound, b.bound) })
	return out
}

// solve returns the least weighted total of a set, if that is below the limit
// (found); else a lower bound that is no less than the limit. The symmetries
// are the ones that leave the rounds played as they are.
func (w *weighted) solve(candidates set, symmetries game.Symmetries, limit int64) (least int64, found bool) {
	least = w.bound(candidates)
	if len(candidates) <= 2 {
		return least, least < limit // a candidate separates two
	}
	if least >= limit {
		return least, false
	}
	key := weightedKey(candidates)
	e, seen := w.known[key]
	if seen && (e.exact || e.least >= limit) {
		return e.least, e.least < limit
	}
	best, by := limit, -1
	for _, c := range w.choices(candidates, symmetries, limit) {
		if c.bound >= best || w.ctx.Err() != nil {
			break
		}
		total := c.bound
		parts := w.split(candidates, c.guess)
		slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(len(a.set), len(b.set)) })
		left := symmetries.Fixing(w.guesses[c.guess])
		for _, p := range parts {
			own := w.bound(p.set)
			v, ok := w.solve(p.set, left(p.feedback), best-total+own)
			total += v - own
			if !ok || total >= best {
				total = best
				break
			}
		}
		if total < best {
			best, by = total, c.guess
		}
	}
	if w.ctx.Err() != nil {
		return least, false
	}
	w.remember(key, weightedEntry{best, by, by >= 0})
	return best, by >= 0
}

// remember keeps what is known of a set. If there is no room left, all that is
// known is forgotten: it can be found again.
func (w *weighted) remember(key string, e weightedEntry) {
	const entryBytes = 128 // beside the key, while the table grows
	if w.used += int64(len(key) + entryBytes); w.memory > 0 && w.used > w.memory {
		clear(w.known)
		w.used = int64(len(key) + entryBytes)
	}
	w.known[key] = e
}

// node returns the tree of a set that attains its least weighted total.
func (w *weighted) node(candidates set, symmetries game.Symmetries) (*tree.Node, error) {
	guess, _ := slices.BinarySearch(w.guesses, w.secrets[candidates[0]])
	if len(candidates) > 2 {
		w.solve(candidates, symmetries, math.MaxInt64/2)
		if err := w.ctx.Err(); err != nil {
			return nil, err
		}
		guess = w.known[weightedKey(candidates)].guess
	}
	n := &tree.Node{Guess: w.guesses[guess]}
	left := symmetries.Fixing(n.Guess)
	for _, p := range w.split(candidates, guess) {
		next, err := w.node(p.set, left(p.feedback))
		if err != nil {
			return nil, err
		}
		n.Branches = append(n.Branches, tree.Branch{Feedback: p.feedback, Next: next})
	}
	if slices.ContainsFunc(candidates, func(i int32) bool { return w.secrets[i] == n.Guess }) {
		n.Branches = append(n.Branches, tree.Branch{Feedback: w.game.Final()})
	}
	n.Sort()
	return n, nil
}

// leastWeighted finds the tree of the least weighted total, and that total.
// Weights are for the classes of [Classes]; they must not be negative. memory is
// that of the search.
func leastWeighted(ctx context.Context, g game.Game, classes []Class, weights []int64, memory int64) (*tree.Tree, int64, error) {
	w, err := newWeighted(ctx, g, classes, weights, memory)
	if err != nil {
		return nil, 0, err
	}
	symmetries := game.SymmetriesOf(g)
	least, _ := w.solve(w.all(), symmetries, math.MaxInt64/2)
	root, err := w.node(w.all(), symmetries)
	return &tree.Tree{Game: g, Root: root}, least, err
}
