package absurdle

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/internal/numbers"
	"codebreak/engine/parallel"
	"codebreak/engine/scatter"
)

// Options say which lines are looked for.
type Options struct {
	// First is the first guess, and Target the secret at the end; nil for any.
	First, Target *game.Code
	// Most is the greatest number of guesses; 0 for any.
	Most int
	// All asks for all secrets that shortest lines force.
	All bool
	// Workers is how many goroutines search; at least one does.
	Workers int
	// Progress, if set, is called now and then, from one goroutine at a time.
	Progress func(Progress)
}

// A Progress says where a search is.
type Progress struct {
	Guesses   int // of the lines that are tried
	Done, All int // first guesses
}

// A Result is what is known of the shortest lines.
type Result struct {
	Lower int // no line has fewer guesses
	// Line is the first of the shortest lines; nil if none was found.
	Line []game.Code
	// Firsts are the first guesses of all shortest lines; one of each kind if Kinds is set.
	Firsts []game.Code
	Kinds  bool
	// Forced are the secrets at the end of shortest lines, if All asks for them.
	Forced []game.Code
	// Never says that no line of any length exists.
	Never bool
	// Sets is the number of sets of secrets that were looked at.
	Sets int64
}

// Solve finds the shortest lines that win. If the context ends, the result has the bound found until
// then, beside the context's error.
func Solve(ctx context.Context, g game.Game, o Options) (r Result, err error) {
	if o.Target != nil && !g.IsSecret(*o.Target) {
		return r, fmt.Errorf("%s cannot be a secret of %s", g.FormatCode(*o.Target), g)
	}
	if o.First != nil {
		if err := game.CheckGuess(g, *o.First); err != nil {
			return r, err
		}
	}
	ctx = parallel.Yielding(ctx)
	t, err := newTable(ctx, g, o.Workers)
	if err != nil {
		return r, err
	}

	workers := make([]*worker, max(1, o.Workers))
	for i := range workers {
		workers[i] = newWorker(ctx, t, o)
	}
	var first []int
	first, r.Kinds = t.firsts(o)
	for r.Lower = 1; o.Most == 0 || r.Lower <= o.Most; r.Lower++ {
		ends, err := t.lines(ctx, workers, first, r.Lower, o.Progress)
		r.Sets = 0
		for _, w := range workers {
			r.Sets += w.sets
		}
		if err != nil {
			return r, err
		}

		for i, e := range ends {
			if e == won {
				r.Firsts = append(r.Firsts, t.guesses[first[i]])
			}
		}
		i := slices.Index(ends, won)
		if i >= 0 {
			r.Line = newWorker(ctx, t, Options{Target: o.Target}).from(first[i], r.Lower)
			r.Forced = t.forced(workers, r.Kinds)
			return r, ctx.Err()
		}
		if !slices.Contains(ends, cut) {
			r.Never = true
			return r, nil
		}
	}
	return r, nil
}

// firsts are the numbers of the first guesses to try: one of each kind, if the feedback names no
// places and no secret is wanted.
func (t *table) firsts(o Options) (first []int, kinds bool) {
	codes := t.guesses
	places := game.StructureOf(t.game).Exchanged != nil
	canonical := game.CanonicalGuesses(t.game)
	kinds = canonical != nil && !places && o.Target == nil && o.First == nil
	switch {
	case o.First != nil:
		codes = []game.Code{*o.First}
	case kinds:
		codes = canonical
	}
	for _, code := range codes {
		i, _ := slices.BinarySearch(t.guesses, code)
		first = append(first, i)
	}
	return first, kinds
}

// lines looks for lines of a number of guesses from each first guess, and returns how each ends.
func (t *table) lines(
	ctx context.Context,
	workers []*worker,
	first []int,
	guesses int,
	progress func(Progress),
) (ends []end, err error) {
	ends = make([]end, len(first))
	var mu sync.Mutex
	done := 0
	err = parallel.Each(ctx, len(workers), len(first), func(worker, i int) error {
		ends[i] = workers[worker].begin(first[i], guesses)
		if progress != nil {
			mu.Lock()
			defer mu.Unlock()
			done++
			progress(Progress{Guesses: guesses, Done: done, All: len(first)})
		}
		return ctx.Err()
	})
	return ends, err
}

// forced are the secrets that workers have found; if they tried one first guess of each kind, also
// all secrets like these by an exchange of positions and colours.
func (t *table) forced(workers []*worker, kinds bool) (forced []game.Code) {
	kindOf := func(secret game.Code) game.Code { return secret }
	if kinds {
		kindOf = game.SymmetriesOf(t.game).Least
	}

	found := map[game.Code]bool{}
	for i, secret := range t.secrets {
		if slices.ContainsFunc(workers, func(w *worker) bool { return w.forced != nil && w.forced[i] }) {
			found[kindOf(secret)] = true
		}
	}
	for _, secret := range t.secrets {
		if found[kindOf(secret)] {
			forced = append(forced, secret)
		}
	}
	return forced
}

// An end is how the search from a set of secrets ends: with a single secret, at the limit of
// guesses, or nowhere, since no line of any length is left.
type end int8

const (
	nowhere end = iota
	cut
	won
)

// A known set is one whose search has ended with a number of guesses left, or with any number.
type known struct {
	left int8
	end
}

// mostKnown is how many sets a worker remembers.
const mostKnown = 1 << 21

// A worker has the memory that one goroutine needs.
type worker struct {
	*table
	ctx    context.Context
	target int32 // -1 for any
	// forced, if set, are the secrets that lines have ended with: the search goes on after each.
	forced []bool
	known  map[[2]uint64]known
	line   []int // the guesses so far
	sets   int64
	counts []int32 // by place; zero between calls
	class  []int32 // before the last guess but one
	may    []uint64
}

func newWorker(ctx context.Context, t *table, o Options) *worker {
	w := &worker{
		table:  t,
		ctx:    ctx,
		target: -1,
		known:  map[[2]uint64]known{},
		counts: make([]int32, t.kinds),
		may:    make([]uint64, (len(t.guesses)+63)/64),
	}
	if o.All {
		w.forced = make([]bool, len(t.secrets))
	}
	if o.Target != nil {
		i, _ := slices.BinarySearch(t.secrets, *o.Target)
		w.target = int32(i)
	}
	return w
}

// from returns a line of a number of guesses with a first guess, which must exist.
func (w *worker) from(first, guesses int) (line []game.Code) {
	w.begin(first, guesses)
	for _, q := range w.line {
		line = append(line, w.guesses[q])
	}
	if len(line) < guesses {
		candidates, _ := game.Codes(w.game)
		for _, guess := range line {
			candidates = Feedback(w.game, candidates, guess).Codes
		}
		line = append(line, candidates[0])
	}
	return line
}

// begin looks for lines of a number of guesses with a first guess.
func (w *worker) begin(first, guesses int) end {
	w.line = append(w.line[:0], first)
	all := numbers.Below[int32](len(w.secrets))
	_, size, place := w.split(all, first)
	switch {
	case len(all) == 1 && w.guesses[first] == w.secrets[0]:
		return w.name(0)
	case !w.leaves(first, place) || int(size) == len(all) && len(all) > 1:
		return nowhere
	case guesses == 1:
		return cut
	}
	return w.reach(w.after(nil, all, first, place), guesses-2)
}

// split counts the classes that a guess makes of a set, and returns the size and the place of the
// one that the codemaker leaves.
func (w *worker) split(set []int32, q int) (classes int, size int32, place uint16) {
	column := w.columns[q]
	counts := w.counts
	for _, secret := range set {
		p := column[secret]
		counts[p]++
		size = max(size, counts[p])
	}

	place = ^uint16(0)
	for _, secret := range set {
		p := column[secret]
		n := counts[p]
		if n == 0 {
			continue
		}
		classes++
		if n == size {
			place = min(place, p)
		}
		counts[p] = 0
	}
	return classes, size, place
}

// after appends the secrets of a set whose feedback to a guess has a place.
func (w *worker) after(to, set []int32, q int, place uint16) []int32 {
	column := w.columns[q]
	for _, secret := range set {
		if column[secret] == place {
			to = append(to, secret)
		}
	}
	return to
}

// leaves reports whether feedback of a place leaves the wanted secret.
func (w *worker) leaves(q int, place uint16) bool {
	return w.target < 0 || w.columns[q][w.target] == place
}

// reach looks for guesses, at most the number left, that leave a single secret of a set; they are
// then in the line.
func (w *worker) reach(set []int32, left int) (e end) {
	switch {
	case len(set) == 1:
		return w.name(set[0])
	case left == 0 || w.ctx.Err() != nil:
		return cut
	}
	key := scatter.Set(set)
	if e, ok := w.recall(key, left); ok {
		return e
	}
	w.sets++

	switch left {
	case 1:
		e = w.separate(set, nil)
	case 2:
		e = w.reachByTwo(set)
	default:
		e = w.reachByMore(set, left)
	}
	w.remember(key, left, e)
	return e
}

// name ends a line with a secret.
func (w *worker) name(secret int32) end {
	if w.forced != nil {
		w.forced[secret] = true
	}
	return won
}

// enough reports whether the search ends: a line is found, and not all are wanted.
func (w *worker) enough(e end) bool {
	return e == won && w.forced == nil
}

// recall returns the stored end of a set. An end stored for more guesses is used only if it is not
// a win: a win may need them.
func (w *worker) recall(key [2]uint64, left int) (e end, ok bool) {
	k, ok := w.known[key]
	return k.end, ok && (int(k.left) == left || int(k.left) > left && k.end != won)
}

// remember keeps how the search of a set has ended. Sets that lead nowhere do so with any number
// of guesses left.
func (w *worker) remember(key [2]uint64, left int, e end) {
	if w.ctx.Err() != nil || w.enough(e) {
		return
	}
	if e == nowhere {
		left = math.MaxInt8
	}
	if len(w.known) >= mostKnown {
		clear(w.known)
	}
	w.known[key] = known{int8(left), e}
}

// reachByMore is reach with more than two guesses.
func (w *worker) reachByMore(set []int32, left int) (e end) {
	for q := range w.guesses {
		_, size, place := w.split(set, q)
		if int(size) == len(set) || !w.leaves(q, place) {
			continue
		}
		w.line = append(w.line, q)
		e = max(e, w.reach(w.after(nil, set, q, place), left-1))
		if w.enough(e) {
			break
		}
		w.line = w.line[:len(w.line)-1]
	}
	return e
}

// A split is what the codemaker leaves after a guess.
type split struct {
	classes int // that the guess makes
	size    int32
	place   uint16
}

// reachByTwo is reach with two guesses.
func (w *worker) reachByTwo(set []int32) (e end) {
	// Step 1. What each guess leaves.
	splits := make([]split, len(w.guesses))
	most := 0
	for q := range splits {
		s := &splits[q]
		s.classes, s.size, s.place = w.split(set, q)
		most = max(most, s.classes)
	}

	// Step 2. The last guess, if one may separate what is left.
	useful := make([][]uint64, most+1) // by size, once needed
	for q, s := range splits {
		n := int(s.size)
		if n == len(set) || !w.leaves(q, s.place) {
			continue
		}
		e = max(e, cut)
		if n > most {
			continue
		}

		w.line = append(w.line, q)
		w.class = w.after(w.class[:0], set, q, s.place)
		if useful[n] == nil {
			useful[n] = w.inClasses(splits, n)
		}
		e = max(e, w.separateOnce(w.class, useful[n]))
		if w.enough(e) {
			break
		}
		w.line = w.line[:len(w.line)-1]
	}
	return e
}

// inClasses returns the guesses that make a number of classes or more.
func (w *worker) inClasses(splits []split, n int) []uint64 {
	set := make([]uint64, len(w.may))
	for q, s := range splits {
		if s.classes >= n {
			set[q/64] |= 1 << (q % 64)
		}
	}
	return set
}

// separateOnce is separate, unless its end is known.
func (w *worker) separateOnce(set []int32, useful []uint64) end {
	if len(set) == 1 {
		return w.name(set[0])
	}
	key := scatter.Set(set)
	if e, ok := w.recall(key, 1); ok {
		return e
	}
	w.sets++
	e := w.separate(set, useful)
	w.remember(key, 1, e)
	return e
}

// separate looks for a guess that leaves a single secret of a set: it makes a class of each.
// useful has these guesses; nil is for all.
func (w *worker) separate(set []int32, useful []uint64) end {
	// Step 1. The guesses that separate all hard pairs.
	if len(set) > w.kinds {
		return cut
	}
	for i := range w.may {
		w.may[i] = ^uint64(0)
	}
	over := len(w.guesses) % 64
	if over > 0 {
		w.may[len(w.may)-1] = 1<<over - 1
	}
	if useful != nil {
		copy(w.may, useful)
	}
	for i, a := range set {
		row := w.hard[int(a)*len(w.secrets):]
		for _, b := range set[i+1:] {
			pair := row[b]
			if pair > 0 && !intersect(w.may, w.apart[pair-1]) {
				return cut
			}
		}
	}

	// Step 2. Those of them that separate all.
	e := cut
	each(w.may, func(q int) bool {
		secret := w.single(set, q)
		if secret < 0 {
			return true
		}
		e = w.name(secret)
		if w.enough(e) {
			w.line = append(w.line, q)
		}
		return !w.enough(e)
	})
	return e
}

// single returns the secret that a guess leaves if it makes a class of each; -1 if it does not,
// or leaves another than the wanted one.
func (w *worker) single(set []int32, q int) (secret int32) {
	column := w.columns[q]
	least := ^uint16(0)
	secret = -1
	seen := 0
	for _, s := range set {
		p := column[s]
		if w.counts[p] > 0 {
			secret = -1
			break
		}
		w.counts[p] = 1
		seen++
		if p < least {
			least = p
			secret = s
		}
	}

	for _, s := range set[:seen] {
		w.counts[column[s]] = 0
	}
	if w.target >= 0 && secret != w.target {
		return -1
	}
	return secret
}
