package proof

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/internal/numbers"
	"codebreak/engine/wording"
)

// Infinite is the bound of what cannot be solved within a limit of guesses. Every finite total
// is smaller.
const Infinite = 1 << 40

const (
	mostCodes    = 1 << 16 // numbers of codes fit into two bytes
	mostOutcomes = 1 << 8  // kinds of feedback
	tableBytes   = 1 << 28 // feedback that is kept; more is computed at each use
)

// Rules are the rules of inference for the sets of one game. Secrets and guesses are numbers
// from 0, in the order of [game.Codes]. Rules are for one goroutine.
type Rules struct {
	game             game.Game
	outcomes         int // all feedback of the game is below it
	secrets, guesses []game.Code
	secretOf         []int32 // the number of each guess among the secrets; -1 if it cannot be secret
	guessOf          []int32 // the number of each secret among the guesses
	all              []int32 // all guesses
	part             []int32 // of each guess, while parts are looked at: 1 and more; 0 if it is in none

	feedbacks func(game.Code, []game.Feedback)
	rows      [][]uint8    // of each guess the feedback for all secrets, made at the first use
	columns   [][]uint8    // of each secret the feedback on all guesses, made at the first use
	masks     [][][]uint64 // of each secret, by feedback, the guesses that get it, made at the first use
	room      int          // bytes left for rows
	row       []uint8      // in place of a row when there is no room
	buffer    []game.Feedback
	seen      [mostOutcomes]uint64 // of each feedback the last count that met it
	counts    uint64
	sizes     [mostOutcomes]int32 // of the parts of the guess that was counted last

	orders [][]uint8          // rule 3: the orders of positions; nil in games without symmetry
	kept   map[string][]int32 // rule 3: by path
	stored int                // the length of all lists in kept
}

// NewRules prepares the rules for a game. The game may have up to 65,536 codes and 256
// kinds of feedback.
func NewRules(g game.Game) (*Rules, error) {
	if g == nil {
		return nil, game.ErrNoGame
	}
	n := game.CountGuesses(g)
	if n > mostCodes || g.OutcomeLimit() > mostOutcomes {
		return nil, fmt.Errorf("%s has %s codes and up to %d kinds of feedback; proofs are for at most %s and %d",
			g, wording.Thousands(n), g.OutcomeLimit(), wording.Thousands(mostCodes), mostOutcomes)
	}

	r := &Rules{
		game:     g,
		outcomes: g.OutcomeLimit(),
		room:     tableBytes,
		kept:     map[string][]int32{},
	}
	r.secrets, r.guesses = game.Codes(g)
	r.all = numbers.Below[int32](len(r.guesses))
	r.feedbacks = game.Feedbacks(g, r.secrets)
	r.part = make([]int32, len(r.guesses))
	r.rows = make([][]uint8, len(r.guesses))
	r.row = make([]uint8, len(r.secrets))
	r.buffer = make([]game.Feedback, len(r.secrets))

	r.secretOf = slices.Repeat([]int32{-1}, len(r.guesses))
	for i, secret := range r.secrets {
		guess, ok := slices.BinarySearch(r.guesses, secret)
		if !ok {
			return nil, fmt.Errorf("%s has secrets that may not be guessed", g)
		}
		r.secretOf[guess] = int32(i)
		r.guessOf = append(r.guessOf, int32(guess))
	}

	_, pegs := game.PegRules(g)
	if pegs && game.StructureOf(g).Symmetry != game.Asymmetric {
		positions, _ := g.Shape()
		for order := range numbers.Permutations(positions) {
			places := make([]uint8, positions)
			for i, place := range order {
				places[i] = uint8(place)
			}
			r.orders = append(r.orders, places)
		}
	}
	return r, nil
}

// feedbackOn returns the feedback of secrets on a guess, at the places of their numbers. A game
// whose whole table is too large gets feedback only for the secrets of the set.
func (r *Rules) feedbackOn(guess int32, set []int32) []uint8 {
	if row := r.rows[guess]; row != nil {
		return row
	}
	if r.room < len(r.secrets) {
		for _, secret := range set {
			r.row[secret] = uint8(r.game.Feedback(r.secrets[secret], r.guesses[guess]))
		}
		return r.row
	}

	row := make([]uint8, len(r.secrets))
	r.feedbacks(r.guesses[guess], r.buffer)
	for i, feedback := range r.buffer {
		row[i] = uint8(feedback)
	}
	r.rows[guess] = row
	r.room -= len(row)
	return row
}

// after returns the secrets of a set with this feedback on a guess.
func (r *Rules) after(set []int32, guess int32, feedback game.Feedback) (left []int32) {
	row := r.feedbackOn(guess, set)
	for _, secret := range set {
		if row[secret] == uint8(feedback) {
			left = append(left, secret)
		}
	}
	return left
}

// keptAfter returns the guesses that rule 3 keeps after a path of guesses, in order. Of guesses
// that cost the same because a renaming of positions and colours which fixes the path takes
// them to each other, it keeps the smallest. The caller must not change the list.
func (r *Rules) keptAfter(path []int32) []int32 {
	if r.orders == nil {
		return r.all
	}
	key := packed(nil, path)
	if kept, ok := r.kept[string(key)]; ok {
		return kept
	}

	// Step 1. The renamings that fix the path: orders of positions, each with the colours
	// that it forces.
	var renamings []renaming
	for _, order := range r.orders {
		colours, ok := r.forced(order, path)
		if ok {
			renamings = append(renamings, renaming{order, colours})
		}
	}

	// Step 2. The guesses without a smaller image.
	kept := make([]int32, 0, len(r.all))
	for _, guess := range r.all {
		if isSmallest(r.guesses[guess], renamings) {
			kept = append(kept, guess)
		}
	}
	if len(kept) == len(r.all) {
		kept = r.all
	} else {
		kept = slices.Clip(kept)
		r.stored += len(kept)
	}

	const most = 1 << 22 // numbers, 16 MB
	if r.stored > most || len(r.kept) > most {
		clear(r.kept)
		r.stored = 0
	}
	r.kept[string(key)] = kept
	return kept
}

// isSmallest reports whether no renaming makes a code smaller.
func isSmallest(code game.Code, renamings []renaming) bool {
	for i := range renamings {
		if renamings[i].makesSmaller(code) {
			return false
		}
	}
	return true
}

// A renaming moves the peg at position order[i] to position i, and replaces the colours.
type renaming struct {
	order   []uint8
	colours colours
}

// colours map colours to colours. Colours that are not on the path are free: they have -1.
type colours [game.MaxColours]int8

// forced returns the colours that a renaming with this order of positions must have to fix
// all guesses of a path. ok is false if there is no such renaming.
func (r *Rules) forced(order []uint8, path []int32) (to colours, ok bool) {
	from := to
	for i := range to {
		to[i] = -1
		from[i] = -1
	}

	for _, guess := range path {
		code := r.guesses[guess]
		for i, place := range order {
			old := code.At(int(place))
			new := code.At(i)
			if to[old] < 0 && from[new] < 0 {
				to[old] = int8(new)
				from[new] = int8(old)
			}
			if int(to[old]) != new {
				return to, false
			}
		}
	}
	return to, true
}

// makesSmaller reports whether the smallest image of a code under the renaming is smaller than
// the code: the one in which free colours are replaced in order of appearance by the smallest
// free ones.
func (n *renaming) makesSmaller(code game.Code) bool {
	colours := n.colours
	next := 0 // the free colours of codes are those of images
	for i, place := range n.order {
		old := code.At(int(place))
		if colours[old] < 0 {
			for n.colours[next] >= 0 {
				next++
			}
			colours[old] = int8(next)
			next++
		}
		image := int(colours[old])
		if image != code.At(i) {
			return image < code.At(i)
		}
	}
	return false
}

// A Position is the secrets that are left after guesses got their feedback.
type Position struct {
	Path []int32 // the guesses
	Set  []int32 // the secrets, in order
	Left int     // how many guesses may follow; 0 without a limit
}

// A Step is the next guess at a position: what rules 1 and 2 say of the parts that it leaves.
type Step struct {
	ctx   context.Context
	rules *Rules
	Position
	kept  []int32
	least []int32 // what each kept guess costs at least, if parts of n secrets cost 2n - 1

	inside int   // rule 1: a, the most parts that a guess in the set leaves
	most   int   // rule 1: the most parts that any guess leaves, max(a, o)
	caps   []int // rule 1: cap_0, cap_1, … up to the size of the set
	sizes  []int // rule 1: the bound of a part, by its size
}

// At looks at all guesses that rule 3 keeps at a position, which must have a secret.
func (r *Rules) At(p Position) *Step {
	return r.AtParts([]Position{p})[0]
}

// AtParts is At for all parts of a guess: positions with the same path and no common secret.
func (r *Rules) AtParts(parts []Position) []*Step {
	steps, _ := r.at(context.Background(), parts)
	return steps
}

// at is AtParts until the context ends.
func (r *Rules) at(ctx context.Context, parts []Position) ([]*Step, error) {
	kept := r.keptAfter(parts[0].Path)
	steps := make([]*Step, len(parts))
	for i, p := range parts {
		steps[i] = &Step{
			ctx:      ctx,
			rules:    r,
			Position: p,
			kept:     kept,
			least:    make([]int32, len(kept)),
		}
		for _, secret := range p.Set {
			r.part[r.guessOf[secret]] = int32(i) + 1
		}
	}

	if r.hasMasks(len(kept)) {
		for number, s := range steps {
			if ctx.Err() == nil {
				s.lookByMasks(r.masksOf(s.Set), number)
			}
		}
	} else if columns := r.columnsOf(parts[0].Set); columns != nil && len(parts) == 1 {
		steps[0].lookAcross(ctx, columns)
	} else {
		// One guess after another: its feedback for all secrets stands together in memory.
		for i, guess := range kept {
			if i%256 == 0 && ctx.Err() != nil {
				break
			}
			for number, s := range steps {
				left := r.countParts(r.feedbackOn(guess, s.Set), s.Set)
				s.look(i, left, int(r.part[guess]) == number+1)
			}
		}
	}

	for _, s := range steps {
		for _, secret := range s.Set {
			r.part[r.guessOf[secret]] = 0
		}
		s.bound()
	}
	return steps, ctx.Err()
}

// look takes down how many parts a kept guess leaves. inside is whether it is in the set. A guess
// that leaves all secrets costs more than the position does.
func (s *Step) look(number, parts int, inside bool) {
	least := 3*len(s.Set) - parts
	switch {
	case inside:
		s.inside = max(s.inside, parts-1)
		least--
	case parts == 1:
		s.most = max(s.most, 1)
		least = math.MaxInt32
	default:
		s.most = max(s.most, parts)
	}
	s.least[number] = int32(least)
}

// bound is rule 1.
func (s *Step) bound() {
	// Step 1. cap_d secrets of any part are found within d guesses.
	n := len(s.Set)
	s.most = max(s.most, s.inside)
	s.caps = []int{0, 1}
	for last := 1; last < n; {
		next := min(n, max(1+s.inside*last, s.most*last))
		if next == last {
			break // cannot be if the set is that of the path
		}
		s.caps = append(s.caps, next)
		last = next
	}

	// Step 2. Each further secret of a part costs one guess for every cap that it exceeds.
	s.sizes = make([]int, n+1)
	depth := 0
	for size := range n {
		for depth < len(s.caps) && s.caps[depth] <= size {
			depth++
		}
		s.sizes[size+1] = s.sizes[size] + depth
		if s.Left > 0 && size+1 > s.cap(s.Left-1) {
			s.sizes[size+1] = Infinite
		}
	}
}

// countParts returns how many kinds of feedback the secrets of a set give.
func (r *Rules) countParts(row []uint8, set []int32) int {
	// Games of pegs have few kinds of feedback, which fit into a register.
	if r.outcomes <= 64 {
		var seen uint64
		for _, secret := range set {
			seen |= 1 << (row[secret] & 63)
		}
		return bits.OnesCount64(seen)
	}

	// Feedback that was seen has the number of this count. A processor does that without a
	// branch, which it could not foresee.
	r.counts++
	count := r.counts
	parts := 0
	for _, secret := range set {
		feedback := row[secret]
		if r.seen[feedback] != count {
			parts++
		}
		r.seen[feedback] = count
	}
	return parts
}

// cap returns cap_d, or the size of the set if that is smaller.
func (s *Step) cap(d int) int {
	return s.caps[min(d, len(s.caps)-1)]
}

// Size is rule 1: a lower bound of the total of any part with n secrets.
func (s *Step) Size(n int) int { return s.sizes[n] }

// Part is rules 1 and 2: a lower bound of the total of a part, a subset of the set. Once the
// context has ended it is rule 1 alone, for rule 2 takes minutes on some 10,000 secrets.
func (s *Step) Part(part []int32) int {
	n := len(part)
	bound := s.sizes[n]
	if n <= 2 || bound >= Infinite {
		return bound // which is exact
	}

	// i(T), the most parts left by a member.
	inside := 0
	for i, secret := range part {
		if i%64 == 63 && s.ctx.Err() != nil {
			return bound
		}
		row := s.rules.feedbackOn(s.rules.guessOf[secret], part)
		inside = max(inside, s.rules.countParts(row, part)-1)
	}
	return max(bound, min(s.sum(n, 1, inside), s.sum(n, 0, s.most)))
}

// sum is rule 2 for a first guess of a part with n secrets: it finds found secrets, 0 or 1,
// and leaves parts.
func (s *Step) sum(n, found, parts int) (total int) {
	within := 0 // the secrets found within depth guesses
	for depth := 0; within < n && depth <= len(s.caps); depth++ {
		if s.Left > 0 && depth == s.Left-1 {
			return Infinite
		}
		total += n - within
		within = found + parts*s.cap(depth)
	}
	return total
}

// Leaf returns the largest bound of the position's total that rule 4 proves without lemmas, or
// the limit if that is smaller.
func (s *Step) Leaf(limit int) int {
	for i, guess := range s.kept {
		if int(s.least[i]) < limit {
			limit = min(limit, s.cost(guess, limit, nil))
		}
	}
	return limit
}

// cost returns what a guess costs at least by rules 1 and 2 and lemmas, or a part of it that
// is not below the bound wanted.
func (s *Step) cost(guess int32, wanted int, lemmas *lemmas) int {
	// Step 1. Rule 1 looks at sizes only.
	r := s.rules
	counts, total := s.count(guess)
	if total >= wanted {
		return total
	}

	// Step 2. Lemmas. For parts of two secrets or one, rule 1 is exact.
	type part struct {
		set   []int32
		bound int
	}
	var open []part
	sets := make([][]int32, r.outcomes)
	row := r.feedbackOn(guess, s.Set)
	for _, secret := range s.Set {
		if feedback := row[secret]; counts[feedback] > 2 {
			sets[feedback] = append(sets[feedback], secret)
		}
	}
	for _, set := range sets {
		if len(set) == 0 {
			continue
		}
		p := part{set: set, bound: s.sizes[len(set)]}
		known := lemmas.bound(max(0, s.Left-1), p.set)
		if known > p.bound {
			total += known - p.bound
			p.bound = known
		}
		open = append(open, p)
	}

	// Step 3. Rule 2, the small parts first: it looks at all pairs of secrets.
	slices.SortFunc(open, func(a, b part) int { return len(a.set) - len(b.set) })
	for _, p := range open {
		if total >= wanted {
			break
		}
		total += max(0, s.Part(p.set)-p.bound)
	}
	return total
}

// count returns how many secrets give each feedback on a guess, the final one aside, until the
// next count, and what the guess costs at least by rule 1.
func (s *Step) count(guess int32) (counts []int32, total int) {
	row := s.rules.feedbackOn(guess, s.Set)
	of := &s.rules.sizes
	counts = of[:s.rules.outcomes]
	clear(counts)
	for _, secret := range s.Set {
		of[row[secret]]++
	}
	of[s.rules.game.Final()] = 0

	total = len(s.Set)
	for _, size := range counts {
		total += s.sizes[size]
	}
	return counts, total
}
