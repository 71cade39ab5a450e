package worstcase

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"sync"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/internal/numbers"
	"codebreak/engine/partition"
	"codebreak/engine/scatter"
	"codebreak/engine/tree"
)

// A search looks for a tree of a number of guesses.
type search struct {
	ctx      context.Context
	game     game.Game
	secrets  []game.Code
	guesses  []game.Code
	opts     Options
	capacity *bounds.Capacity
	columns  []column  // by secret; nil if they would take too much memory
	planes   int       // of a column
	valid    []uint64  // a bit for each guess, in whole blocks of words
	share    int       // how many workers share the memory
	pass     pass      // the present one
	idle     sync.Pool // workers

	// failed remembers the sets that were found to be out of reach: true if this is proved,
	// false if it holds for the guesses of this pass only. The keys hash the candidates to
	// 128 bits. (Two sets that hash alike could spoil a proof; that has a chance of some
	// 2⁻⁸⁰.)
	mu      sync.Mutex // of failed and reached
	failed  map[setKey]bool
	reached Progress

	// solved are the sets for which a subtree was found. It has no lock: workers that try
	// the guesses of one set at the same time do not write it.
	solved map[setKey]*tree.Node
}

// A worker is what one goroutine searches with.
type worker struct {
	*search
	space  partition.Space
	pairs  pairs
	member []bool      // by secret; all false between uses
	rows   [][]uint64  // of pairs; of any content between uses
	open   []game.Code // of any content between uses
}

func newSearch(ctx context.Context, g game.Game, opts Options) *search {
	secrets, guesses := game.Codes(g)
	s := &search{
		ctx:      ctx,
		game:     g,
		secrets:  secrets,
		guesses:  guesses,
		opts:     opts,
		capacity: bounds.CapacityOf(g),
		planes:   planes(g),
		valid:    make([]uint64, words(len(guesses))),
		share:    max(1, opts.Workers),
		pass:     passes[len(passes)-1],
		failed:   map[setKey]bool{},
		solved:   map[setKey]*tree.Node{},
	}

	for i := range guesses {
		s.valid[i/64] |= 1 << (i % 64)
	}
	if int64(len(secrets))*s.columnBytes() <= mostColumns {
		s.columns = make([]column, len(secrets))
	}

	newSpace := partition.SpaceFactory(g)
	s.idle.New = func() any {
		return &worker{
			search: s,
			space:  newSpace(),
			pairs:  newPairs(len(s.valid), s.memory()/2/int64(s.share)),
			member: make([]bool, len(secrets)),
		}
	}
	return s
}

// memory is how many bytes the search may use to remember things: half for pairs, a
// quarter each for failed sets and for cores.
func (s *search) memory() int64 {
	return cmp.Or(s.opts.Memory, DefaultMemory)
}

// all returns the scene of all secrets, with a number of guesses left.
func (s *search) all(left int) *scene {
	return &scene{
		set:        numbers.Below[int32](len(s.secrets)),
		left:       left,
		symmetries: game.SymmetriesOf(s.game),
		mostParts:  s.game.Outcomes() - 1,
	}
}

// stopped reports whether the search is interrupted.
func (s *search) stopped() bool {
	return s.ctx.Err() != nil
}

// A pass of the search tries the most promising guesses of a set, with a limit for first,
// second, third and later guesses each.
type pass [4]int

const every = math.MaxInt

// passes come one after another until there is a tree, or a proof that no tree
// exists.
//
//  1. A glance, which finds most trees that exist.
//  2. Few second guesses, but with all that may follow: as a rule one of the most even
//     second guesses serves, if any does, though after it only an uneven one may.
//  3. All guesses. What earlier passes proved of a set still holds.
var passes = [...]pass{{100, 8, 20, 100}, {every, 8, every, every}, {every, every, every, every}}

// width is how many guesses are tried at a depth.
func (p pass) width(depth int) int {
	return p[min(depth, len(p)-1)]
}

// thorough reports whether every guess is tried at all but a few sets.
func (p pass) thorough() bool {
	return p[len(p)-1] == every
}

// A setKey stands for a set of candidates and a number of guesses.
type setKey struct {
	set [2]uint64
	k   int
}

// A failed set takes failedBytes of memory while the table of them grows.
const failedBytes = 96

// known reports whether a set failed, and whether that is proved.
func (s *search) known(key setKey) (failed, proved bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	proved, failed = s.failed[key]
	return failed, proved
}

func (s *search) remember(key setKey, proved bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if int64(len(s.failed)) < s.memory()/4/failedBytes {
		s.failed[key] = proved
	}
}

// reach bounds the number of candidates that k guesses can separate where no
// guess makes more than q parts besides the final one. Bounds beyond enough do not
// matter and are not computed.
func reach(k, q, enough int) int {
	n := min(k, 1)
	for range k - 1 {
		n = min(1+q*n, enough)
	}
	return n
}

// solve returns a subtree that finds each candidate within the guesses left. If it finds
// none it returns nil, and whether it is proved that no subtree exists.
func (w *worker) solve(sc *scene, parallel bool) (node *tree.Node, proved bool) {
	// Step 1. Sets that are too large, or so small that the first guess is plain.
	n := len(sc.set)
	k := sc.left
	switch {
	case n > w.capacity.Part(k, sc.sharpest) || w.stopped():
		return nil, true
	case n <= 2:
		node, _, _ := w.node(sc, w.secrets[sc.set[0]], false)
		return node, true
	case k == 2:
		return w.separate(sc), true
	}

	// Step 2. Transpositions: the set was met before, after other guesses or in an
	// earlier pass.
	key := setKey{scatter.Set(sc.set), k}
	if node := w.solved[key]; node != nil {
		return node, true
	}
	if failed, proved := w.known(key); failed {
		return nil, proved
	}

	// Step 3. The guesses worth trying, the most promising first.
	hopeless := &hopeless{bits: make([]uint64, len(w.valid))}
	if k == 3 { // cores are sets that two guesses do not solve
		hopeless.sc = sc
	}
	options := w.options(sc, hopeless)
	if sc.depth == 0 && w.pass.thorough() {
		w.sortByUnsolved(options, sc)
	}
	limit := min(w.pass.width(sc.depth), len(options))
	c := &choice{
		options:  options[:limit],
		hopeless: hopeless,
		proved:   limit == len(options),
	}

	// Step 4. Try them, at large sets below the root with all workers.
	isLarge := sc.depth > 0 && k > 3 && n >= 100
	if parallel && isLarge && w.opts.Workers > 1 {
		w.chooseInParallel(c, sc)
	} else {
		w.choose(c, sc, parallel)
	}

	// Step 5. Remember the result.
	switch {
	case c.found != nil && k > 3 && (sc.depth == 1 || !w.pass.thorough()):
		w.solved[key] = c.found
	case c.found == nil && !w.stopped():
		w.remember(key, c.proved)
	}
	return c.found, c.proved
}

// sortByUnsolved sorts first guesses by the largest class for which no subtree is known
// yet: the smaller it is, the likelier a subtree exists.
func (w *worker) sortByUnsolved(options []option, sc *scene) {
	unsolved := make(map[int32]int, len(options))
	for _, o := range options {
		for _, part := range w.split(sc.set, w.guesses[o.number]) {
			if w.solved[setKey{scatter.Set(part), sc.left - 1}] == nil {
				unsolved[o.number] = max(unsolved[o.number], len(part))
			}
		}
	}

	slices.SortStableFunc(options, func(a, b option) int {
		return cmp.Compare(unsolved[a.number], unsolved[b.number])
	})
}

// split returns the parts that a guess makes, by feedback.
func (w *worker) split(candidates set, guess game.Code) map[game.Feedback]set {
	parts := make(map[game.Feedback]set)
	for _, c := range candidates {
		f := w.game.Feedback(w.secrets[c], guess)
		parts[f] = append(parts[f], c)
	}
	return parts
}

// A choice is the search for the first option of a scene that serves. Several goroutines
// may try options at the same time.
type choice struct {
	mu       sync.Mutex
	options  []option
	hopeless *hopeless
	next     int        // option to try
	proved   bool       // if no option serves, it is proved that no guess does
	found    *tree.Node // of the first option in order that serves
	place    int        // of that option
}

// take returns the place of the option to try next; ok is false after the last.
func (c *choice) take() (place int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()

	c.hopeless.learn()
	for c.next < len(c.options) && c.hopeless.has(c.options[c.next].number) {
		c.next++
	}
	if c.next == len(c.options) || c.found != nil {
		return 0, false
	}
	c.next++
	return c.next - 1, true
}

// chooseInParallel is choose by all workers.
func (w *worker) chooseInParallel(c *choice, sc *scene) {
	var wg sync.WaitGroup
	for range w.opts.Workers {
		wg.Go(func() {
			w := w.idle.Get().(*worker)
			defer w.idle.Put(w)

			// Each has a scene of its own, since it learns cores in it.
			own := *sc
			own.up = nil
			own.cores = slices.Clone(sc.cores)
			w.choose(c, &own, false)
		})
	}
	wg.Wait()
}

// choose tries options until one serves.
func (w *worker) choose(c *choice, sc *scene, parallel bool) {
	for !w.stopped() {
		place, ok := c.take()
		if !ok {
			return
		}
		w.report(sc.depth, place+1, len(c.options))

		guess := w.guesses[c.options[place].number]
		node, failed, proved := w.node(sc, guess, parallel)

		// A guess that leaves the failed part together fails too.
		var together []uint64
		if node == nil && sc.left > 3 {
			together = w.together(failed)
		}

		c.mu.Lock()
		c.hopeless.add(together)
		c.proved = c.proved && proved
		if node != nil && (c.found == nil || place < c.place) {
			c.found = node
			c.place = place
		}
		c.mu.Unlock()
	}
}

// report tells the caller which option is tried at a depth.
func (s *search) report(depth, place, of int) {
	if s.opts.Progress == nil || depth > 1 {
		return
	}

	s.mu.Lock()
	defer s.mu.Unlock()
	if depth == 0 {
		s.reached.First = place
		s.reached.Firsts = of
		s.reached.Second = 0
		s.reached.Seconds = 0
	} else {
		s.reached.Second = place
		s.reached.Seconds = of
	}
	s.opts.Progress(s.reached)
}

// An option is a guess worth trying, with the sizes of its parts.
type option struct {
	number  int32 // of the guess
	largest int32
	squares int64
}

// options lists the guesses whose parts are all within reach of the guesses after them, the
// most even first, without those known to be hopeless. A guess that cannot be bettered is
// the only option.
func (w *worker) options(sc *scene, hopeless *hopeless) []option {
	n := len(sc.set)
	k := sc.left
	codes := make([]game.Code, n)
	for i, c := range sc.set {
		codes[i] = w.secrets[c]
	}
	w.space.Load(codes)

	// Step 1. How many candidates each part may hold.
	counts := partition.NewCounts(w.game)
	limits := make([]int32, len(counts))
	for f := range limits {
		limits[f] = int32(w.capacity.Part(k-1, max(sc.sharpest, game.Feedback(f))))
	}

	// Step 2. The guesses that are not hopeless, one of each kind by symmetry.
	hopeless.learn()
	w.open = w.open[:0]
	for i, guess := range w.guesses {
		if !hopeless.has(int32(i)) {
			w.open = append(w.open, guess)
		}
	}

	final := w.game.Final()
	var options []option
	mostParts := 0
	number := int32(0)
	for guess := range sc.symmetries.Representatives(w.open) {
		for w.guesses[number] != guess {
			number++
		}
		if number%64 == 0 && w.ctx.Err() != nil {
			return nil
		}

		w.space.Count(guess, counts)
		finals := counts[final]
		counts[final] = 0

		o := option{number: number}
		parts := 0
		withinReach := true
		for f, size := range counts {
			if size > 0 {
				parts++
			}
			withinReach = withinReach && size <= limits[f]
			o.largest = max(o.largest, size)
			o.squares += int64(size) * int64(size)
		}
		mostParts = max(mostParts, parts)

		if !withinReach || int(o.largest) == n {
			continue
		}
		if o.largest == 1 && finals == 1 {
			return []option{o} // nothing can do better
		}
		options = append(options, o)
	}

	// Step 3. The bounds again, with the most parts that any guess makes of this set.
	if len(w.open) == len(w.guesses) { // no guess was left out
		sc.mostParts = mostParts
	}
	if n > reach(k, sc.mostParts, n) {
		return nil
	}
	largest := reach(k-1, sc.mostParts, n)
	options = slices.DeleteFunc(options, func(o option) bool { return int(o.largest) > largest })

	slices.SortStableFunc(options, func(a, b option) int {
		return cmp.Or(cmp.Compare(a.largest, b.largest), cmp.Compare(a.squares, b.squares))
	})
	return options
}

// node makes the guess and solves its classes, the largest first, since it is the likeliest
// to fail. If a class fails, node returns its candidates, and whether it is proved that they
// must fail.
func (w *worker) node(sc *scene, guess game.Code, parallel bool) (n *tree.Node, failed set, proved bool) {
	parts := w.split(sc.set, guess)
	order := slices.SortedFunc(maps.Keys(parts), func(a, b game.Feedback) int {
		return cmp.Or(cmp.Compare(len(parts[b]), len(parts[a])), cmp.Compare(a, b))
	})

	var symmetries func(after game.Feedback) game.Symmetries
	if sc.left > 3 { // below, symmetries cost more than they save
		symmetries = sc.symmetries.Fixing(guess)
	}

	n = &tree.Node{Guess: guess}
	for _, f := range order {
		b := tree.Branch{Feedback: f}
		if f != w.game.Final() {
			part := w.below(sc, parts[f])
			part.sharpest = max(sc.sharpest, f)
			if symmetries != nil {
				part.symmetries = symmetries(f)
			}
			b.Next, proved = w.solve(part, parallel)
			if b.Next == nil {
				return nil, part.set, proved
			}
		}
		n.Branches = append(n.Branches, b)
	}
	n.Sort()
	return n, nil, true
}
