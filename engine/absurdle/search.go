package absurdle

import (
	"context"
	"fmt"
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
		workers[i] = newWorker(ctx, t, o.Target)
	}
	var first []int
	first, r.Kinds = t.firsts(o)
	for r.Lower = 1; o.Most == 0 || r.Lower <= o.Most; r.Lower++ {
		lines, deeper, err := t.lines(ctx, workers, first, r.Lower, o.Progress)
		r.Sets = 0
		for _, w := range workers {
			r.Sets += w.sets
		}
		if err != nil {
			return r, err
		}
		for i, line := range lines {
			if line == nil {
				continue
			}
			if r.Line == nil {
				r.Line = line
			}
			r.Firsts = append(r.Firsts, t.guesses[first[i]])
		}
		if r.Line != nil || !deeper {
			r.Never = r.Line == nil
			return r, nil
		}
	}
	return r, nil
}

// firsts are the numbers of the first guesses to try: one of each kind, if the feedback names no
// places and no secret is wanted.
func (t *table) firsts(o Options) (first []int, kinds bool) {
	codes := t.guesses
	_, places := game.As[game.Positional](t.game)
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

// lines looks for a line of a number of guesses from each first guess. deeper says whether longer
// lines may exist.
func (t *table) lines(ctx context.Context, workers []*worker, first []int, guesses int, progress func(Progress)) (lines [][]game.Code, deeper bool, err error) {
	lines = make([][]game.Code, len(first))
	all := numbers.Below[int32](len(t.secrets))
	var mu sync.Mutex
	done := 0
	err = parallel.Each(ctx, len(workers), len(first), func(worker, i int) error {
		w := workers[worker]
		end := w.begin(all, first[i], guesses)
		if end == won {
			lines[i] = w.codes()
		}

		mu.Lock()
		defer mu.Unlock()
		deeper = deeper || end == cut
		done++
		if progress != nil {
			progress(Progress{Guesses: guesses, Done: done, All: len(first)})
		}
		return ctx.Err()
	})
	return lines, deeper, err
}

// An end is how the search from a set of secrets ends: with a single secret, at the limit of
// guesses, or nowhere, since no line of any length is left.
type end int8

const (
	nowhere end = iota
	cut
	won
)

// mostKnown is how many sets a worker remembers. It remembers them for a number of guesses, or
// for any number.
const (
	mostKnown = 1 << 21
	anyNumber = 1<<7 - 1
)

// A worker has the memory that one goroutine needs.
type worker struct {
	*table
	ctx    context.Context
	target int32 // -1 for any
	// found, if set, is called with each secret that a line ends with, and the search goes on.
	found  func(secret int32)
	known  map[[2]uint64]int8 // sets from which this number of guesses finds nothing
	line   []int              // the guesses so far
	sets   int64
	counts []int32 // by place; zero between calls
	class  []int32 // of the last guess but one
	may    []uint64
}

func newWorker(ctx context.Context, t *table, target *game.Code) *worker {
	w := &worker{
		table:  t,
		ctx:    ctx,
		target: -1,
		known:  map[[2]uint64]int8{},
		counts: make([]int32, t.kinds),
		may:    make([]uint64, (len(t.guesses)+63)/64),
	}
	if target != nil {
		i, _ := slices.BinarySearch(t.secrets, *target)
		w.target = int32(i)
	}
	return w
}

// codes is the line, with the secret that it forces.
func (w *worker) codes() (line []game.Code) {
	for _, q := range w.line {
		line = append(line, w.guesses[q])
	}
	candidates, _ := game.Codes(w.game)
	for _, guess := range line {
		candidates = Answer(w.game, candidates, guess).Codes
	}
	if line[len(line)-1] != candidates[0] || len(w.secrets) > 1 {
		line = append(line, candidates[0])
	}
	return line
}

// begin looks for a line of a number of guesses with a first guess.
func (w *worker) begin(all []int32, first, guesses int) end {
	w.line = append(w.line[:0], first)
	_, size, place := w.split(all, first)
	switch {
	case len(all) == 1 && w.guesses[first] == w.secrets[0]:
		return w.name(0)
	case !w.leaves(first, place) || int(size) == len(all) && len(all) > 1:
		return nowhere
	case guesses == 1:
		return cut
	}
	return w.reach(w.answer(nil, all, first, place), guesses-2)
}

// split counts the classes that a guess makes of a set, and returns the size and the place of the
// one that the codemaker leaves.
func (w *worker) split(set []int32, q int) (classes int, size int32, place uint16) {
	column, counts := w.columns[q], w.counts
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

// answer appends the secrets of a set whose feedback to a guess has a place.
func (w *worker) answer(to, set []int32, q int, place uint16) []int32 {
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

// reach looks for guesses, at most the number left, that leave a single secret of a set; they are then in
// the line.
func (w *worker) reach(set []int32, left int) (e end) {
	switch {
	case len(set) == 1:
		return w.name(set[0])
	case left == 0 || w.ctx.Err() != nil:
		return cut
	case left == 1:
		return w.separate(set, nil)
	}

	key := scatter.Set(set)
	switch known := w.known[key]; {
	case known == anyNumber:
		return nowhere
	case int(known) >= left:
		return cut
	}
	w.sets++

	if left == 2 {
		e = w.reachByTwo(set)
	} else {
		e = w.reachByMore(set, left)
	}
	switch {
	case w.ctx.Err() != nil:
	case e == cut:
		w.remember(key, left)
	case e == nowhere:
		w.remember(key, anyNumber)
	}
	return e
}

// name ends a line with a secret.
func (w *worker) name(secret int32) end {
	if w.found == nil {
		return won
	}
	w.found(secret)
	return nowhere
}

func (w *worker) remember(key [2]uint64, left int) {
	if len(w.known) >= mostKnown {
		clear(w.known)
	}
	w.known[key] = int8(left)
}

// reachByMore is reach with more than two guesses.
func (w *worker) reachByMore(set []int32, left int) (e end) {
	for q := range w.guesses {
		_, size, place := w.split(set, q)
		if int(size) == len(set) || !w.leaves(q, place) {
			continue
		}
		w.line = append(w.line, q)
		e = max(e, w.reach(w.answer(nil, set, q, place), left-1))
		if e == won {
			return won
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
	splits, most := make([]split, len(w.guesses)), 0
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
		w.class = w.answer(w.class[:0], set, q, s.place)
		if useful[n] == nil {
			useful[n] = w.inClasses(splits, n)
		}
		if w.separateOnce(w.class, useful[n]) == won {
			return won
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

// separateOnce is separate, unless it is known to fail.
func (w *worker) separateOnce(set []int32, useful []uint64) end {
	if len(set) == 1 {
		return w.name(set[0])
	}
	key := scatter.Set(set)
	if w.known[key] > 0 {
		return cut
	}
	w.sets++
	e := w.separate(set, useful)
	if e == cut {
		w.remember(key, 1)
	}
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
	if over := len(w.guesses) % 64; over > 0 {
		w.may[len(w.may)-1] = 1<<over - 1
	}
	if useful != nil {
		copy(w.may, useful)
	}
	for i, a := range set {
		row := w.hard[int(a)*len(w.secrets):]
		for _, b := range set[i+1:] {
			if pair := row[b]; pair > 0 && !intersect(w.may, w.apart[pair-1]) {
				return cut
			}
		}
	}

	// Step 2. Those of them that separate all.
	e := cut
	each(w.may, func(q int) bool {
		secret := w.single(set, q)
		if secret >= 0 && w.name(secret) == won {
			w.line = append(w.line, q)
			e = won
		}
		return e == cut
	})
	return e
}

// single returns the secret that a guess leaves if it makes a class of each; -1 if it does not,
// or leaves another than the wanted one.
func (w *worker) single(set []int32, q int) (secret int32) {
	column, least := w.columns[q], ^uint16(0)
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
			least, secret = p, s
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

// Targets returns for each secret, in lexicographic order, how many guesses force it at least; 0 if
// lines of the greatest number of guesses do not.
func Targets(ctx context.Context, g game.Game, most, workers int, progress func(Progress)) (guesses []int, err error) {
	ctx = parallel.Yielding(ctx)
	t, err := newTable(ctx, g, workers)
	if err != nil {
		return nil, err
	}

	guesses = make([]int, len(t.secrets))
	var mu sync.Mutex
	limit := 1
	all := make([]*worker, max(1, workers))
	for i := range all {
		all[i] = newWorker(ctx, t, nil)
		all[i].found = func(secret int32) {
			mu.Lock()
			defer mu.Unlock()
			if guesses[secret] == 0 {
				guesses[secret] = limit
			}
		}
	}

	first := numbers.Below[int](len(t.guesses)) // those of a kind force other secrets
	for ; limit <= most; limit++ {
		if _, _, err := t.lines(ctx, all, first, limit, progress); err != nil {
			return nil, err
		}
	}
	return guesses, nil
}
