package worstcase

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/tree"
)

// A set holds the numbers of secrets, in ascending order.
type set []int32

// A scene is a set of candidates on the way from the root, with the cores that were
// found in it.
type scene struct {
	up        *scene
	set       set
	cores     []core
	mostParts int           // no guess makes more of the set, the final one aside
	sharpest  game.Feedback // the answer on the way here of the largest index; as a rule the one of the least capacity
}

// A core is a small set that no guess separates: two guesses are not enough for it, nor
// for any set that it is in. So a guess that leaves a core together is hopeless where
// three guesses are left; most hopeless guesses are found so, without a look at their
// parts. (Solvers of propositional logic learn clauses in the same way.)
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

// below returns the scene of a part: the cores that are in it it has at once.
func (w *worker) below(up *scene, part set) *scene {
	sc := &scene{up: up, set: part, mostParts: up.mostParts, sharpest: up.sharpest}
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

// learn keeps a core of a scene, which is one of those above it too. The older half of
// the cores of a scene is forgotten when they are too many.
func (w *worker) learn(sc *scene, s set) {
	c := core{s, w.together(s)}
	most := max(16, int(w.memory()/4/int64(w.share*(8*len(c.together)+coreBytes))))
	for ; sc != nil && len(sc.set) < learnBelow; sc = sc.up {
		if len(sc.cores) == most {
			sc.cores = slices.Delete(sc.cores, 0, most/2)
		}
		sc.cores = append(sc.cores, c)
	}
}

// together returns the guesses that leave a set together, a bit for each. It does not ask
// for pairs: those of a large set are many, and soon only a few guesses are left.
func (w *worker) together(s set) []uint64 {
	left := slices.Clone(w.valid)
	for _, x := range slices.Backward(s[1:]) { // the least alike first, which leaves fewer
		w.dropApart(left, s[0], x)
	}
	return left
}

// hopeless are the guesses, a bit for each, that cannot serve a scene: they leave a set
// together that is out of reach of the guesses that would be left. With three guesses
// left these are the cores of the scene, those included that are learned meanwhile.
type hopeless struct {
	sc   *scene
	last *uint64 // of the last core looked at
	bits []uint64
}

// add adds the guesses that leave a set together.
func (h *hopeless) add(together []uint64) {
	bits := h.bits[:len(together)]
	for i, word := range together {
		bits[i] |= word
	}
}

// learn keeps up with the cores of the scene.
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

func (h *hopeless) has(number int32) bool { return h.bits[number/64]&(1<<(number%64)) != 0 }

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
		node, _, _ := w.node(sc, w.guesses[guess], 2, 0, game.Symmetries{}, false)
		return node
	}
	// Without the last candidate of the prefix some guess separates the rest of it: it
	// belongs to the core. Beginning with what belongs to the core, each time one more
	// is found, until no other is needed.
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

// No more candidates than orderBelow are put in order: no guess distinguishes more,
// or soon found not to be.
const orderBelow = 40

// closest orders candidates by how few guesses distinguish them: first the closest pair,
// then each time the one that is closest to all before it together. A core among the
// first of them is small, and many guesses leave it together. It takes O(n²) time; the
// order is of no use if the search is interrupted meanwhile.
func (w *worker) closest(candidates set) set {
	out := slices.Clone(candidates)
	if len(out) > orderBelow {
		return out
	}
	var apart [orderBelow][orderBelow]int // how many guesses distinguish two candidates
	nearest, first := math.MaxInt, 0
	for i := range out {
		if w.stopped() {
			return out
		}
		for j := range i {
			n := w.pair(out[j], out[i]).n
			apart[i][j], apart[j][i] = n, n
			if n < nearest {
				nearest, first = n, j
			}
		}
	}
	order := game.Numbers[int](len(out))
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
	for i, at := range order {
		out[i] = candidates[at]
	}
	return out
}

// Guesses are looked at in blocks of this many words.
const blockWords = 8

// separator returns the number of the first guess that distinguishes all candidates; or
// -1, and then how many of the first candidates no guess distinguishes. What it returns when the
// search is interrupted is of no use.
func (w *worker) separator(candidates set) (guess, prefix int) {
	// The pairs in order, of each candidate with those before it, as far as some block
	// needs them.
	w.rows = w.rows[:0]
	second, first := 1, 0 // the next pair
	for at := 0; at < len(w.valid); at += blockWords {
		alive := *(*[blockWords]uint64)(w.valid[at:])
		for n := 0; ; n++ {
			if n == len(w.rows) {
				if second >= len(candidates) {
					break
				}
				w.rows = append(w.rows, w.pair(candidates[first], candidates[second]).apart)
				if first++; first == second {
					second, first = second+1, 0
					if w.stopped() {
						return -1, 0
					}
				}
			}
			apart := (*[blockWords]uint64)(w.rows[n][at:])
			a, b, c, d := alive[0]&apart[0], alive[1]&apart[1], alive[2]&apart[2], alive[3]&apart[3]
			e, f, g, h := alive[4]&apart[4], alive[5]&apart[5], alive[6]&apart[6], alive[7]&apart[7]
			alive = [blockWords]uint64{a, b, c, d, e, f, g, h}
			if a|b|c|d|e|f|g|h == 0 {
				break
			}
		}
		for i, word := range alive {
			if word != 0 {
				return 64*(at+i) + bits.TrailingZeros64(word), 0
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
		for i, word := range guesses {
			for ; word != 0; word &= word - 1 {
				bit := bits.TrailingZeros64(word)
				if guess := w.guesses[64*i+bit]; w.game.Feedback(w.secrets[a], guess) != w.game.Feedback(w.secrets[b], guess) {
					guesses[i] &^= 1 << bit
				}
			}
		}
		return
	}
	x, y, planes := w.answers(a), w.answers(b), w.planes
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

// pairs remembers pairs by the numbers of their secrets, until it is full and begins
// again.
type pairs struct {
	words int // of each pair
	most  int
	known map[uint64]pair
	spare []uint64
}

func newPairs(words int, memory int64) pairs {
	return pairs{words: words, most: max(1, int(memory/int64(8*words))), known: map[uint64]pair{}}
}

// room returns the zeros of one more pair.
func (p *pairs) room() []uint64 {
	if len(p.known) == p.most {
		clear(p.known)
		p.spare = nil // what is in use stays as it is
	}
	if len(p.spare) == 0 {
		p.spare = make([]uint64, min(256, p.most)*p.words)
	}
	room := p.spare[:p.words:p.words]
	p.spare = p.spare[p.words:]
	return room
}

// A column holds the answers of a secret to all guesses, 64 guesses after another: for
// each bit of the answers a plane, the word of that bit of the 64. Where two secrets
// differ in no plane, a guess answers them alike.
type column struct {
	once   sync.Once
	planes []uint64
}

// mostColumns bounds the bytes of the columns.
const mostColumns = 512 << 20

// planes is how many bits the answers of a game take.
func planes(g game.Game) int { return bits.Len(uint(g.OutcomeLimit() - 1)) }

// columnBytes is how many bytes a column takes.
func (s *search) columnBytes() int64 {
	const structBytes = 40
	return int64(structBytes + 8*s.planes*len(s.valid))
}

// answers returns the planes of a secret's answers. Those of words without guesses, which
// fill up a block, are zeros.
func (s *search) answers(secret int32) []uint64 {
	c := &s.columns[secret]
	c.once.Do(func() {
		c.planes = make([]uint64, s.planes*len(s.valid))
		for i, guess := range s.guesses {
			planes := c.planes[i/64*s.planes:]
			for answer := s.game.Feedback(s.secrets[secret], guess); answer != 0; answer &= answer - 1 {
				planes[bits.TrailingZeros(uint(answer))] |= 1 << (i % 64)
			}
		}
	})
	return c.planes
}

// words is how many words the bits take, in whole blocks.
func words(bits int) int { return (bits + 64*blockWords - 1) / (64 * blockWords) * blockWords }
