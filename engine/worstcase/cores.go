package worstcase

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/internal/numbers"
	"codebreak/engine/tree"
)

// A set holds the numbers of secrets, in ascending order.
type set []int32

// A scene is a set of candidates on the way from the root, with the cores that were
// found in it.
type scene struct {
	up         *scene
	set        set
	left       int             // guesses that may be made
	depth      int             // guesses on the way here
	symmetries game.Symmetries // that these leave of the game's
	cores      []core
	mostParts  int           // no guess makes more parts of the set, the final one aside
	sharpest   game.Feedback // the feedback of largest index on the way here: as a rule that of least capacity
}

// A core is a small set that no guess separates: two guesses are not enough for it, nor
// for any set that contains it. So where three guesses are left, a guess that leaves a
// core together is hopeless; most hopeless guesses are found in this way, without a look
// at their parts. (Solvers of propositional logic learn clauses in the same way.)
type core struct {
	set      set
	together []uint64 // a bit for each guess that leaves the set together
}

// Cores are learned in sets of fewer than learnBelow candidates. Each takes a bit for
// every guess and some coreBytes more.
const (
	learnBelow = 2000
	coreBytes  = 128
)

// below returns the scene of a part, without symmetries. It begins with the cores of the
// scene above that lie in the part.
func (w *worker) below(up *scene, part set) *scene {
	sc := &scene{
		up:        up,
		set:       part,
		left:      up.left - 1,
		depth:     up.depth + 1,
		mostParts: up.mostParts,
		sharpest:  up.sharpest,
	}

	for _, c := range part {
		w.member[c] = true
	}

	outside := func(x int32) bool { return !w.member[x] }
	for _, c := range up.cores {
		if !slices.ContainsFunc(c.set, outside) {
			sc.cores = append(sc.cores, c)
		}
	}

	for _, c := range part {
		w.member[c] = false
	}
	return sc
}

// learn keeps a core in its scene and in those above, whose core it is too. When a scene
// has too many cores, it forgets the older half.
func (w *worker) learn(sc *scene, s set) {
	c := core{s, w.together(s)}
	bytes := w.share * (8*len(c.together) + coreBytes)
	limit := max(16, int(w.memory()/4/int64(bytes)))

	for ; sc != nil && len(sc.set) < learnBelow; sc = sc.up {
		if len(sc.cores) == limit {
			sc.cores = slices.Delete(sc.cores, 0, limit/2)
		}
		sc.cores = append(sc.cores, c)
	}
}

// together returns the guesses that leave a set together, a bit for each. It compares
// secrets directly and stores no pairs: a large set has many of them, and soon only a
// few guesses remain.
func (w *worker) together(s set) []uint64 {
	guesses := slices.Clone(w.valid)
	for _, x := range slices.Backward(s[1:]) { // the least alike first, which leaves fewer guesses
		w.dropApart(guesses, s[0], x)
	}
	return guesses
}

// hopeless are the guesses, a bit for each, that cannot serve a scene: they leave
// together a set that is out of reach of the guesses after them. With three guesses left
// these sets are the cores of the scene, also the cores that are learned meanwhile.
type hopeless struct {
	sc   *scene
	last *uint64 // of the newest core that was added
	bits []uint64
}

// add adds the guesses that leave a set together.
func (h *hopeless) add(together []uint64) {
	bits := h.bits[:len(together)]
	for i, word := range together {
		bits[i] |= word
	}
}

// learn adds the cores that are new in the scene.
func (h *hopeless) learn() {
	if h.sc == nil || len(h.sc.cores) == 0 {
		return
	}

	for _, c := range slices.Backward(h.sc.cores) {
		if &c.together[0] == h.last {
			break
		}
		h.add(c.together)
	}
	h.last = &h.sc.cores[len(h.sc.cores)-1].together[0]
}

func (h *hopeless) has(number int32) bool {
	return h.bits[number/64]&(1<<(number%64)) != 0
}

// separate is solve for two guesses: the first must distinguish all candidates.
func (w *worker) separate(sc *scene) *tree.Node {
	if len(sc.cores) > 0 {
		return nil
	}

	ordered := w.closest(sc.set)
	guess, prefix := w.separator(ordered)
	if w.stopped() {
		return nil
	}
	if guess >= 0 {
		node, _, _ := w.node(sc, w.guesses[guess], false)
		return node
	}

	// No guess separates the prefix, but some guess separates it without its last
	// candidate: so that one belongs to the core. Put it first and look for the next
	// prefix in the same way, until the candidates of the core alone are the prefix.
	var core set
	for rest := ordered; prefix > len(core); {
		rest = rest[:prefix-len(core)]
		core = append(core, rest[len(rest)-1])
		rest = rest[:len(rest)-1]

		_, prefix = w.separator(append(slices.Clone(core), rest...))
		if w.stopped() {
			return nil
		}
	}

	slices.Sort(core)
	w.learn(sc, core)
	return nil
}

// Larger sets than orderBelow are not put in order: no guess distinguishes more candidates,
// or this is found soon.
const orderBelow = 40

// closest orders candidates by how few guesses distinguish them: first the closest pair,
// then each time the candidate that is closest to all before it together. A core among
// the first of them is small, and many guesses leave it together. The order takes O(n²)
// time; it is of no use if the search is interrupted meanwhile.
func (w *worker) closest(candidates set) set {
	out := slices.Clone(candidates)
	if len(out) > orderBelow {
		return out
	}

	// 1. How many guesses distinguish two candidates, and the closest pair.
	var apart [orderBelow][orderBelow]int
	nearest := math.MaxInt
	first := 0
	for i := range out {
		if w.stopped() {
			return out
		}
		for j := range i {
			n := w.pair(out[j], out[i]).n
			apart[i][j] = n
			apart[j][i] = n
			if n < nearest {
				nearest = n
				first = j
			}
		}
	}

	// 2. Begin with one of the pair, and append the closest each time.
	order := numbers.Below[int](len(out))
	order[0], order[first] = first, 0
	var distances [orderBelow]int // from all before i
	for i := 1; i < len(order); i++ {
		best := i
		for j := i; j < len(order); j++ {
			distances[j] += apart[order[i-1]][order[j]]
			if distances[j] < distances[best] {
				best = j
			}
		}
		order[i], order[best] = order[best], order[i]
		distances[i], distances[best] = distances[best], distances[i]
	}

	for i, place := range order {
		out[i] = candidates[place]
	}
	return out
}

// Guesses are looked at in blocks of this many words.
const blockWords = 8

// separator returns the number of the first guess that distinguishes all candidates. If
// there is none it returns -1, and the length of the shortest prefix of the candidates
// that no guess distinguishes. The result is of no use if the search is interrupted.
func (w *worker) separator(candidates set) (guess, prefix int) {
	// The rows of pairs, of each candidate with those before it, are shared by all
	// blocks, and made only when a block needs them: most blocks die early.
	w.rows = w.rows[:0]
	second := 1 // of the next pair
	first := 0

	for start := 0; start < len(w.valid); start += blockWords {
		// Drop from the block the guesses that leave some pair together.
		alive := *(*[blockWords]uint64)(w.valid[start:])
		for n := 0; ; n++ {
			if n == len(w.rows) {
				if second >= len(candidates) {
					break
				}
				w.rows = append(w.rows, w.pair(candidates[first], candidates[second]).apart)
				first++
				if first == second {
					second++
					first = 0
					if w.stopped() {
						return -1, 0
					}
				}
			}

			// Without a loop, so that the words stay in registers.
			apart := (*[blockWords]uint64)(w.rows[n][start:])
			a := alive[0] & apart[0]
			b := alive[1] & apart[1]
			c := alive[2] & apart[2]
			d := alive[3] & apart[3]
			e := alive[4] & apart[4]
			f := alive[5] & apart[5]
			g := alive[6] & apart[6]
			h := alive[7] & apart[7]
			alive = [blockWords]uint64{a, b, c, d, e, f, g, h}
			if a|b|c|d|e|f|g|h == 0 {
				break
			}
		}

		// A guess that is alive after all pairs distinguishes all candidates.
		for i, word := range alive {
			if word != 0 {
				return 64*(start+i) + bits.TrailingZeros64(word), 0
			}
		}
	}

	if first == 0 {
		second--
	}
	return -1, second + 1
}

// A pair says which guesses distinguish two secrets.
type pair struct {
	apart []uint64 // a bit for each guess
	n     int      // how many
}

// pair returns the pair of two secrets.
func (w *worker) pair(a, b int32) pair {
	key := uint64(min(a, b))<<32 | uint64(max(a, b))
	p, ok := w.pairs.known[key]
	if ok {
		return p
	}

	p.apart = w.pairs.room()
	copy(p.apart, w.valid)
	w.dropApart(p.apart, a, b)
	for i, together := range p.apart {
		p.apart[i] = w.valid[i] &^ together
		p.n += bits.OnesCount64(p.apart[i])
	}

	w.pairs.known[key] = p
	return p
}

// dropApart takes away the guesses, a bit for each, that distinguish two secrets.
func (w *worker) dropApart(guesses []uint64, a, b int32) {
	if w.columns == nil {
		w.dropApartByFeedback(guesses, a, b)
		return
	}

	x := w.planesOf(a)
	y := w.planesOf(b)
	planes := w.planes
	for i, word := range guesses {
		if word == 0 {
			continue
		}

		of := y[i*planes:][:planes]
		var apart uint64
		for j, plane := range x[i*planes:][:planes] {
			apart |= plane ^ of[j]
		}
		guesses[i] = word &^ apart
	}
}

// dropApartByFeedback is dropApart without columns.
func (w *worker) dropApartByFeedback(guesses []uint64, a, b int32) {
	for i, word := range guesses {
		for ; word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			guess := w.guesses[64*i+bit]
			if w.game.Feedback(w.secrets[a], guess) != w.game.Feedback(w.secrets[b], guess) {
				guesses[i] &^= 1 << bit
			}
		}
	}
}

// pairs remembers pairs by the numbers of their secrets. When it is full it forgets all
// and begins again.
type pairs struct {
	words int // of each pair
	most  int
	known map[uint64]pair
	spare []uint64
}

func newPairs(words int, memory int64) pairs {
	most := max(1, int(memory/int64(8*words)))
	return pairs{words: words, most: most, known: map[uint64]pair{}}
}

// room returns the zeros of one more pair.
func (p *pairs) room() []uint64 {
	if len(p.known) == p.most {
		clear(p.known)
		p.spare = nil // rows in use keep their memory
	}
	if len(p.spare) == 0 {
		p.spare = make([]uint64, min(256, p.most)*p.words)
	}

	room := p.spare[:p.words:p.words]
	p.spare = p.spare[p.words:]
	return room
}

// A column holds the feedback of a secret to all guesses, in groups of 64 guesses. A
// group has a plane for each bit of the feedback: the word of that bit of the 64. Two
// secrets that agree in all planes give a guess the same feedback.
type column struct {
	once   sync.Once
	planes []uint64
}

// mostColumns bounds the bytes of the columns.
const mostColumns = 512 << 20

// planes is how many bits the feedback of a game takes.
func planes(g game.Game) int {
	return bits.Len(uint(g.OutcomeLimit() - 1))
}

// columnBytes is how many bytes a column takes.
func (s *search) columnBytes() int64 {
	const structBytes = 40
	return int64(structBytes + 8*s.planes*len(s.valid))
}

// planesOf returns the planes of a secret's feedback. Words that have no guesses, only
// fill up a block, are zero.
func (s *search) planesOf(secret int32) []uint64 {
	c := &s.columns[secret]
	c.once.Do(func() {
		c.planes = make([]uint64, s.planes*len(s.valid))
		for i, guess := range s.guesses {
			planes := c.planes[i/64*s.planes:]
			f := s.game.Feedback(s.secrets[secret], guess)
			for ; f != 0; f &= f - 1 {
				planes[bits.TrailingZeros(uint(f))] |= 1 << (i % 64)
			}
		}
	})
	return c.planes
}

// words is how many words the bits take, in whole blocks.
func words(bits int) int {
	return (bits + 64*blockWords - 1) / (64 * blockWords) * blockWords
}
