package worstcase

import (
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
	up    *scene
	set   set
	cores []core
}

// A core is a small set that no guess separates: two guesses are not enough for it, nor
// for any set that it is in. So a guess that leaves a core together is hopeless where
// three guesses are left; most hopeless guesses are found so, without a look at their
// parts. (Solvers of propositional logic learn clauses in the same way.)
type core struct {
	set      set
	together []uint64 // a bit for each guess that leaves the set together
}

// Cores are learned in sets of fewer than learnBelow candidates, the most recent
// mostCores of each.
const (
	learnBelow = 2000
	mostCores  = 8192
)

// below returns the scene of a part: the cores that are in it it has at once.
func (w *worker) below(up *scene, part set) *scene {
	sc := &scene{up: up, set: part}
	for _, c := range part {
		w.member[c] = true
	}
	for _, c := range up.cores {
		if !slices.ContainsFunc(c.set, func(x int32) bool { return !w.member[x] }) {
			sc.cores = append(sc.cores, c)
		}
	}
	for _, c := range part {
		w.member[c] = false
	}
	return sc
}

// learn keeps a core of a scene, which is one of those above it too.
func (w *worker) learn(sc *scene, s set) {
	c := core{s, make([]uint64, len(w.bits))}
	for i := range c.together {
		c.together[i] = ^uint64(0)
	}
	for _, x := range s[1:] {
		for i, apart := range w.apart(s[0], x) {
			c.together[i] &^= apart
		}
	}
	for ; sc != nil && len(sc.set) < learnBelow; sc = sc.up {
		if len(sc.cores) == mostCores {
			sc.cores = slices.Delete(sc.cores, 0, mostCores/2)
		}
		sc.cores = append(sc.cores, c)
	}
}

// hopeless are the guesses that leave a core of a scene together, with three guesses
// left. It keeps up with what is learned.
type hopeless struct {
	*worker
	sc   *scene
	last *uint64 // of the last core looked at
	bits []uint64
}

// newHopeless returns the hopeless guesses of a scene; with more than three guesses left
// none is known.
func (w *worker) newHopeless(sc *scene, k int) *hopeless {
	if k != 3 {
		return &hopeless{}
	}
	return &hopeless{worker: w, sc: sc, bits: make([]uint64, len(w.bits))}
}

func (h *hopeless) has(guess game.Code) bool {
	if h.bits == nil {
		return false
	}
	for _, c := range slices.Backward(h.sc.cores) {
		if &c.together[0] == h.last {
			break
		}
		for i, together := range c.together {
			h.bits[i] |= together
		}
	}
	if n := len(h.sc.cores); n > 0 {
		h.last = &h.sc.cores[n-1].together[0]
	}
	number := h.numbers[guess]
	return h.bits[number/64]&(1<<(number%64)) != 0
}

// separate is solve for two guesses: the first must tell all candidates apart.
func (w *worker) separate(sc *scene) *tree.Node {
	if len(sc.cores) > 0 {
		return nil
	}
	guess, prefix := w.separator(sc.set)
	if guess >= 0 {
		return w.node(sc, w.guesses[guess], 2, 0, game.Symmetries{}, false)
	}
	// What can be left out of the candidates without any guess separating the rest is
	// no part of the core.
	rest := slices.Clone(sc.set[:prefix])
	for i := 0; i < len(rest); {
		less := slices.Delete(slices.Clone(rest), i, i+1)
		if guess, prefix := w.separator(less); guess < 0 {
			rest = less[:prefix]
		} else {
			i++
		}
	}
	w.learn(sc, rest)
	return nil
}

// separator returns the number of the first guess that tells all candidates apart; or
// -1, and then how many of the first candidates none tells apart.
func (w *worker) separator(candidates set) (guess, prefix int) {
	for i := range w.bits {
		w.bits[i] = ^uint64(0)
	}
	if spare := len(w.guesses) % 64; spare > 0 {
		w.bits[len(w.bits)-1] = 1<<spare - 1
	}
	for i := 1; i < len(candidates); i++ {
		for _, c := range candidates[:i] {
			left := uint64(0)
			for k, apart := range w.apart(c, candidates[i]) {
				apart &= w.bits[k]
				w.bits[k] = apart
				left |= apart
			}
			if left == 0 {
				return -1, i + 1
			}
		}
	}
	for i, word := range w.bits {
		if word != 0 {
			return 64*i + bits.TrailingZeros64(word), 0
		}
	}
	return -1, len(candidates)
}

// apart returns the guesses that tell two secrets apart, a bit for each. It may be
// overwritten by the next call.
func (w *worker) apart(a, b int32) []uint64 {
	out, ok := w.pairs.get(uint64(a)<<32 | uint64(b))
	if ok {
		return out
	}
	clear(out)
	if w.columns == nil {
		for i, guess := range w.guesses {
			if w.game.Feedback(w.secrets[a], guess) != w.game.Feedback(w.secrets[b], guess) {
				out[i/64] |= 1 << (i % 64)
			}
		}
		return out
	}
	x, y := w.answers(a), w.answers(b)
	for i := range out {
		word := uint64(0)
		left, right := x[64*i:][:64], y[64*i:][:64]
		for j := range left {
			if left[j] != right[j] {
				word |= 1 << j
			}
		}
		out[i] = word
	}
	return out
}

// pairs remembers the guesses that tell pairs of secrets apart, until it is full and
// begins again.
type pairs struct {
	words int // of each pair
	most  int
	slots map[uint64]int
	bits  []uint64
}

func newPairs(words int, memory int64) pairs {
	return pairs{words: words, most: max(1, int(memory/int64(8*words))), slots: map[uint64]int{}}
}

// get returns the room of a pair. ok is false if it is to be filled.
func (p *pairs) get(key uint64) (room []uint64, ok bool) {
	slot, ok := p.slots[key]
	if !ok {
		if len(p.slots) == p.most {
			clear(p.slots)
			p.bits = p.bits[:0]
		}
		slot = len(p.slots)
		p.slots[key] = slot
		p.bits = slices.Grow(p.bits, p.words)[:(slot+1)*p.words]
	}
	return p.bits[slot*p.words:][:p.words], ok
}

// A column holds the answers of a secret to all guesses, filled up to whole words.
type column struct {
	once    sync.Once
	answers []game.Feedback
}

// mostColumns bounds the bytes of the columns.
const mostColumns = 256 << 20

// columnsMemory is how many bytes the columns of a game take; 0 if that is too much,
// and there are none.
func columnsMemory(g game.Game) int64 {
	const structBytes = 40
	n := int64(game.CountSecrets(g)) * int64(structBytes+64*words(int(game.CountGuesses(g))))
	if n > mostColumns {
		return 0
	}
	return n
}

// answers returns the answers of a secret to all guesses.
func (s *search) answers(secret int32) []game.Feedback {
	c := &s.columns[secret]
	c.once.Do(func() {
		c.answers = make([]game.Feedback, 64*words(len(s.guesses)))
		for i, guess := range s.guesses {
			c.answers[i] = s.game.Feedback(s.secrets[secret], guess)
		}
	})
	return c.answers
}

// words is how many words so many bits take.
func words(bits int) int { return (bits + 63) / 64 }
