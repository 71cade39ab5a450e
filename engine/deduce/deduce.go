// Package deduce draws conclusions from the rounds of a game: which secrets
// agree with all answers so far, and, if none does, which answers cannot all
// be true.
package deduce

import (
	"context"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// A Deduction is a game seen from the codebreaker's side: the rounds played,
// and what they leave. It belongs to one goroutine.
type Deduction struct {
	space  partition.Space // holds all secrets
	rounds []game.Round
}

// New starts a game in which the given secrets are possible: all that
// [game.Codes] lists, or some of them. The caller must not change them.
func New(g game.Game, secrets []game.Code) *Deduction {
	d := &Deduction{space: partition.NewSpace(g)}
	d.space.Load(secrets)
	return d
}

// Rounds returns the rounds so far. The caller must not change them.
func (d *Deduction) Rounds() []game.Round { return d.rounds }

// Add adds a round.
func (d *Deduction) Add(r game.Round) { d.rounds = append(d.rounds, r) }

// Undo takes back the last round, if there is one.
func (d *Deduction) Undo() {
	if n := len(d.rounds); n > 0 {
		d.rounds = d.rounds[:n-1]
	}
}

// Reset takes back all rounds.
func (d *Deduction) Reset() { d.rounds = nil }

// Correct changes the answer of round i, counted from 0.
func (d *Deduction) Correct(i int, f game.Feedback) { d.rounds[i].Feedback = f }

// allowed returns the secrets that agree with a round.
func (d *Deduction) allowed(r game.Round) partition.Set {
	return d.space.Restrict(r.Guess, r.Feedback)
}

// everything returns the set of all secrets.
func (d *Deduction) everything() partition.Set {
	n := len(d.space.Codes())
	all := make(partition.Set, (n+63)/64)
	for i := range n {
		all[i/64] |= 1 << (i % 64)
	}
	return all
}

// Candidates returns the secrets that agree with all rounds, in the order of
// those that the game started with. The caller must not change them.
func (d *Deduction) Candidates() []game.Code {
	all := d.space.Codes()
	if len(d.rounds) == 0 {
		return all
	}
	left := d.everything()
	for _, r := range d.rounds {
		left = intersect(left, d.allowed(r))
	}
	candidates := make([]game.Code, 0, left.Len())
	for i := range left.All {
		candidates = append(candidates, all[i])
	}
	return candidates
}

// The search for a smallest conflict is bounded in words of sets that it
// reads, which takes a second or so, and in the number of different rounds.
const (
	conflictEffort = 1 << 29
	conflictRounds = 2000
)

// Conflict returns the numbers, from 0 and in order, of a smallest set of
// rounds that cannot all be true; nil if all rounds agree. smallest reports
// whether it was shown to be smallest; where that would take too long it is a
// set of which no round can be left out, as it is when the context ends.
//
// Every secret must be ruled out by one of the rounds returned, so this is a
// smallest cover of the secrets by the sets that the rounds rule out. It is
// found by trying 1, 2, … rounds; the secret that the fewest rounds rule out
// says which to branch on.
func (d *Deduction) Conflict(ctx context.Context) (rounds []int, smallest bool) {
	if len(d.Candidates()) > 0 {
		return nil, true
	}
	// Equal rounds rule out the same: the first stands for all. Of very many
	// rounds those up to the first that leaves nothing are enough to conflict.
	var distinct []int
	seen := map[game.Round]bool{}
	sets := map[int]partition.Set{}
	everything := d.everything()
	left := everything
	for i, r := range d.rounds {
		if seen[r] {
			continue
		}
		seen[r] = true
		distinct = append(distinct, i)
		sets[i] = d.allowed(r)
		left = intersect(left, sets[i])
		if left.Len() == 0 && len(distinct) >= conflictRounds {
			break
		}
	}
	if len(distinct) < conflictRounds {
		c := cover{ctx: ctx, sets: sets, rounds: distinct, effort: conflictEffort}
		for size := 1; size <= len(distinct) && c.effort > 0; size++ {
			if found := c.search(everything, size); found != nil {
				slices.Sort(found)
				return found, true
			}
		}
	}
	return irreducible(sets, distinct, everything), false
}

type cover struct {
	ctx    context.Context
	sets   map[int]partition.Set // by round: the secrets that agree with it
	rounds []int
	effort int
}

// search returns at most size rounds that together rule out all of left, or
// nil.
func (c *cover) search(left partition.Set, size int) []int {
	if c.effort <= 0 || c.ctx.Err() != nil {
		return nil
	}
	branch, any := c.hardest(left)
	c.effort -= len(left) * (1 + len(branch))
	if !any {
		return []int{}
	}
	if size == 0 {
		return nil
	}
	if size == 1 {
		for _, r := range branch {
			if intersect(left, c.sets[r]).Len() == 0 {
				return []int{r}
			}
		}
		return nil
	}
	for _, r := range branch {
		if rest := c.search(intersect(left, c.sets[r]), size-1); rest != nil {
			return append(rest, r)
		}
	}
	return nil
}

// hardest looks at some of the secrets left and returns the rounds that rule
// out the one that the fewest rounds rule out. One of them must be taken.
func (c *cover) hardest(left partition.Set) (rounds []int, any bool) {
	looked := 0
	for secret := range left.All {
		c.effort -= len(c.rounds)
		var out []int
		for _, r := range c.rounds {
			if !c.sets[r].Has(secret) {
				out = append(out, r)
			}
		}
		if !any || len(out) < len(rounds) {
			rounds, any = out, true
		}
		if looked++; looked == 32 || len(rounds) <= 1 {
			break
		}
	}
	return rounds, any
}

// irreducible returns rounds that conflict, none of which can be left out.
// The round at which the others before it first conflict is needed; with it
// taken for granted the search is repeated among those before it.
func irreducible(sets map[int]partition.Set, rounds []int, everything partition.Set) []int {
	var needed []int
	base := everything
	for base.Len() > 0 {
		left := base
		last := len(rounds) - 1
		for i, r := range rounds {
			if left = intersect(left, sets[r]); left.Len() == 0 {
				last = i
				break
			}
		}
		needed = append(needed, rounds[last])
		base = intersect(base, sets[rounds[last]])
		rounds = rounds[:last]
	}
	slices.Sort(needed)
	return needed
}

func intersect(a, b partition.Set) partition.Set {
	out := make(partition.Set, len(a))
	for w := range out {
		out[w] = a[w] & b[w]
	}
	return out
}
