package proof

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/internal/numbers"
)

// An exact search is the naive twin of the rules: a plain recursion, in which the only bound
// is that n secrets cost at least 2n - 1.
type exact struct {
	*Rules
	totals map[string]int  // by set and guesses left
	final  map[string]bool // whether the emitter's total is exact
}

// total returns the least total of a set with guesses left (0 without a limit), or a number
// of at least limit.
func (e exact) total(set []int32, left, limit int) int {
	n := len(set)
	switch {
	case n == 1:
		return 1
	case left == 1:
		return Infinite
	case 2*n-1 >= limit:
		return 2*n - 1
	case n == 2 && left == 0:
		return 3
	}
	key := string(packed([]byte{byte(left)}, set))
	if total, ok := e.totals[key]; ok {
		return total
	}

	// The guesses with the smallest bounds first.
	type choice struct {
		bound int
		parts [][]int32
	}
	var choices []choice
	for guess := range e.guesses {
		c := choice{bound: n, parts: e.split(set, int32(guess))}
		for _, part := range c.parts {
			c.bound += 2*len(part) - 1
		}
		if len(c.parts) > 1 || len(c.parts) == 1 && len(c.parts[0]) < n {
			choices = append(choices, c)
		}
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return a.bound - b.bound })

	best := limit
	for _, c := range choices {
		cost := c.bound
		for _, part := range c.parts {
			if cost >= best {
				break
			}
			least := 2*len(part) - 1
			cost += e.total(part, max(0, left-1), least+best-cost) - least
		}
		best = min(best, cost)
	}
	if best < limit {
		e.totals[key] = best
	}
	return best
}

// references has, by game, the feedback of the reference for each guess and secret.
var references sync.Map

// reference returns the feedback of all secrets on a guess as the naive reference has it.
func (r *Rules) reference(guess int32) []game.Feedback {
	table, ok := references.Load(r.game)
	if !ok {
		rows := make([][]game.Feedback, len(r.guesses))
		for i, code := range r.guesses {
			for _, secret := range r.secrets {
				rows[i] = append(rows[i], r.game.Reference(secret, code))
			}
		}
		table, _ = references.LoadOrStore(r.game, rows)
	}
	return table.([][]game.Feedback)[guess]
}

// split returns the parts that a guess leaves, by feedback.
func (r *Rules) split(set []int32, guess int32) (parts [][]int32) {
	// Step 1. How large the parts are.
	row := r.reference(guess)
	var sizes, ends [mostOutcomes]int
	for _, secret := range set {
		sizes[row[secret]]++
	}
	end := 0
	for f, size := range sizes[:r.outcomes] {
		end += size
		ends[f] = end - size
	}

	// Step 2. All parts stand one after the other.
	secrets := make([]int32, len(set))
	for _, secret := range set {
		secrets[ends[row[secret]]] = secret
		ends[row[secret]]++
	}
	for f, size := range sizes[:r.outcomes] {
		if size > 0 && game.Feedback(f) != r.game.Final() {
			parts = append(parts, secrets[ends[f]-size:ends[f]:ends[f]])
		}
	}
	return parts
}

// An emitter writes a proof. It searches with the rules as bounds, which is not what an
// emitter should do, but fast enough for small games.
type emitter struct {
	exact
	lines strings.Builder
	known lemmas
}

// total is the least total, or a number of at least limit.
func (e *emitter) total(p Position, limit int) int {
	n := len(p.Set)
	if n == 1 || limit <= 2*n-1 {
		return 2*n - 1
	}
	key := string(packed([]byte{byte(p.Left)}, p.Set))
	if total, ok := e.totals[key]; ok && (total >= limit || total >= 0 && e.final[key]) {
		return total
	}

	// Step 1. The guesses that the rules leave, the most promising first.
	type choice struct {
		guess int32
		bound int
	}
	var choices []choice
	step := e.At(p)
	for i, guess := range step.kept {
		if int(step.least[i]) < limit {
			if bound := step.cost(guess, limit, nil); bound < limit {
				choices = append(choices, choice{guess, bound})
			}
		}
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return a.bound - b.bound })

	// Step 2. What they cost.
	best := limit
	for _, c := range choices {
		cost := c.bound
		for _, part := range e.split(p.Set, c.guess) {
			if cost >= best {
				break
			}
			least := step.Part(part)
			if least < Infinite {
				cost += e.total(p.after(c.guess, part), least+best-cost) - least
			}
		}
		best = min(best, cost)
	}
	e.totals[key], e.final[key] = best, best < limit
	return best
}

// after returns the position of a part.
func (p Position) after(guess int32, part []int32) Position {
	return Position{Path: append(slices.Clone(p.Path), guess), Set: part, Left: max(0, p.Left-1)}
}

// emit returns a proof of a claim, which must be true.
func emit(t testing.TB, claim string, ofWords game.Game) string {
	t.Helper()
	c, err := parseClaim(claim, ofWords)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := NewRules(c.Game)
	if err != nil {
		t.Fatal(err)
	}
	e := &emitter{exact: exact{rules, map[string]int{}, map[string]bool{}}}
	e.known.bounds = map[string]int{}
	fmt.Fprintln(&e.lines, c)
	start := Position{Set: numbers.Below[int32](len(rules.secrets)), Left: c.Within}
	guesses := rules.keptAfter(nil)
	if c.First != nil {
		first, _ := slices.BinarySearch(rules.guesses, *c.First)
		guesses = []int32{int32(first)}
	}
	e.refute(t, start, guesses, c.Total)
	return e.lines.String()
}

// refute writes lemmas after which every guess costs at least the bound.
func (e *emitter) refute(t testing.TB, p Position, guesses []int32, bound int) {
	step := e.At(p)
	for _, guess := range guesses {
		missing := bound - step.cost(guess, bound, &e.known)
		if missing <= 0 || len(e.split(p.Set, guess)) == 1 && e.secretOf[guess] < 0 {
			continue
		}

		// Parts of which the rules prove enough come first, then parts with exact values.
		for _, leaves := range []bool{true, false} {
			for _, part := range e.split(p.Set, guess) {
				next := p.after(guess, part)
				before := max(step.Part(part), e.known.bound(next.Left, part))
				if missing <= 0 || len(part) < 3 || before >= Infinite {
					continue
				}
				wanted := min(before+missing, Infinite)
				if bound == Infinite {
					wanted = Infinite // of one part, since no sum of others is infinite
				}
				if leaves {
					wanted = e.At(next).Leaf(wanted)
				} else {
					wanted = min(wanted, e.total(next, wanted))
				}
				if wanted > before && (wanted == Infinite || bound < Infinite) {
					feedback := e.game.Reference(e.secrets[part[0]], e.guesses[guess])
					fmt.Fprintln(&e.lines, e.Line(len(next.Path), guess, feedback, wanted))
					e.refute(t, next, e.keptAfter(next.Path), wanted)
					e.known.add(lemma{Position: next, bound: wanted})
					missing -= wanted - before
				}
			}
		}
		if missing > 0 {
			t.Fatalf("guess %s after %v costs %d less than %d", codeText(e.game, e.guesses[guess]), p.Path, missing, bound)
		}
	}
}
