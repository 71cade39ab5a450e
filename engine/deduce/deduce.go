// Package deduce draws conclusions from the rounds of a game: which secrets
// agree with all feedback so far, and, if none does, which feedback cannot all
// be true.
package deduce

import (
	"context"
	"slices"

	"codebreak/engine/game"
)

// A Deduction is a game seen from the codebreaker's side: the rounds played, and the
// candidates left. It belongs to one goroutine.
type Deduction struct {
	game      game.Game
	secrets   []game.Code
	feedbacks func(guess game.Code, out []game.Feedback) // of all secrets
	room      []game.Feedback                            // for them
	rounds    []game.Round
	left      [][]game.Code      // after each round; rounds that rule out nothing share a list
	times     map[game.Round]int // that a round was played
}

// New starts a game in which the given secrets are possible: all that
// [game.Codes] lists, or a part. The caller must not change them.
func New(g game.Game, secrets []game.Code) *Deduction {
	d := &Deduction{
		game:      g,
		secrets:   secrets,
		feedbacks: game.Feedbacks(g, secrets),
		room:      make([]game.Feedback, len(secrets)),
	}
	d.Reset()
	return d
}

// Rounds returns the rounds so far. The caller must not change them.
func (d *Deduction) Rounds() []game.Round { return d.rounds }

// Add adds a round, in time proportional to the candidates.
func (d *Deduction) Add(r game.Round) {
	left := d.Candidates()
	if d.times[r] == 0 {
		left = d.agreeing(left, r)
	}
	d.times[r]++
	d.rounds = append(d.rounds, r)
	d.left = append(d.left, left)
}

// Undo takes back the last round, if there is one.
func (d *Deduction) Undo() {
	if n := len(d.rounds); n > 0 {
		d.times[d.rounds[n-1]]--
		d.rounds, d.left = d.rounds[:n-1], d.left[:n-1]
	}
}

// Reset takes back all rounds.
func (d *Deduction) Reset() {
	d.rounds = nil
	d.left = nil
	d.times = map[game.Round]int{}
}

// Correct changes the feedback of round i, counted from 0.
func (d *Deduction) Correct(i int, f game.Feedback) {
	rounds := slices.Clone(d.rounds)
	rounds[i].Feedback = f
	d.Reset()
	for _, r := range rounds {
		d.Add(r)
	}
}

// Candidates returns the secrets that agree with all rounds, in the order in
// which the game was given them. The caller must not change them.
func (d *Deduction) Candidates() []game.Code {
	if n := len(d.left); n > 0 {
		return d.left[n-1]
	}
	return d.secrets
}

// agreeing returns the codes that agree with r; the input list itself if all do. The feedback of all secrets is computed at once.
func (d *Deduction) agreeing(codes []game.Code, r game.Round) []game.Code {
	var out []game.Code
	if len(codes) == len(d.secrets) {
		d.feedbacks(r.Guess, d.room)
		for i, f := range d.room {
			if f == r.Feedback {
				out = append(out, codes[i])
			}
		}
	} else {
		out = game.Consistent(d.game, codes, []game.Round{r})
	}

	if len(out) == len(codes) {
		return codes
	}
	return slices.Clip(out)
}

func (d *Deduction) agrees(secret game.Code, r game.Round) bool {
	return d.game.Feedback(secret, r.Guess) == r.Feedback
}

// The search for a smallest conflict is bounded in words of sets, of a bit for
// each secret, that it would read if it kept these sets, which takes a second or
// so, and in the number of different rounds.
const (
	conflictEffort = 1 << 29
	conflictRounds = 2000
)

// Conflict returns the numbers, from 0 and in order, of a smallest set of
// rounds that cannot all be true; nil if all rounds agree. smallest reports
// whether it was shown to be smallest; where that would take too long every round
// of it is needed. The error is the context's.
//
// Every secret must be ruled out by one of the rounds returned, so this is a
// smallest cover of the secrets by the sets that the rounds rule out. It is
// found by trying 1, 2, … rounds; the secret that the fewest rounds rule out
// says which to branch on.
func (d *Deduction) Conflict(ctx context.Context) (rounds []int, smallest bool, err error) {
	if len(d.Candidates()) > 0 {
		return nil, true, nil
	}

	// Equal rounds rule out the same: the first stands for all.
	var distinct []int
	seen := map[game.Round]bool{}
	for i, r := range d.rounds {
		if !seen[r] {
			seen[r] = true
			distinct = append(distinct, i)
		}
	}

	if len(distinct) < conflictRounds {
		c := cover{
			Deduction: d,
			ctx:       ctx,
			distinct:  distinct,
			words:     (len(d.secrets) + 63) / 64,
			effort:    conflictEffort,
		}
		for size := 1; size <= len(distinct) && c.effort > 0 && ctx.Err() == nil; size++ {
			found := c.search(d.secrets, size)
			if found != nil {
				slices.Sort(found)
				return found, true, nil
			}
		}
	}

	rounds, err = d.irreducible(ctx, distinct)
	return rounds, false, err
}

// A cover is a search for the fewest rounds that rule out all secrets.
type cover struct {
	*Deduction
	ctx      context.Context
	distinct []int // numbers of the rounds
	words    int   // in a set of secrets
	effort   int
}

// search returns at most size rounds that together rule out all of left, or
// nil.
func (c *cover) search(left []game.Code, size int) []int {
	branch := c.hardest(left)
	c.effort -= c.words * (1 + len(branch))
	switch {
	case len(left) == 0:
		return []int{}
	case size == 0:
		return nil
	}

	for _, r := range branch {
		if c.effort <= 0 || c.ctx.Err() != nil {
			return nil
		}
		if size == 1 {
			agrees := func(s game.Code) bool { return c.agrees(s, c.rounds[r]) }
			if !slices.ContainsFunc(left, agrees) {
				return []int{r}
			}
			continue
		}
		rest := c.search(c.agreeing(left, c.rounds[r]), size-1)
		if rest != nil {
			return append(rest, r)
		}
	}
	return nil
}

// hardest looks at some of the secrets left and returns the rounds that rule
// out the one that the fewest rounds rule out. One of them must be taken.
func (c *cover) hardest(left []game.Code) (rounds []int) {
	for i, secret := range left[:min(len(left), 32)] {
		c.effort -= len(c.distinct)
		var out []int
		for _, r := range c.distinct {
			if !c.agrees(secret, c.rounds[r]) {
				out = append(out, r)
			}
		}

		if i == 0 || len(out) < len(rounds) {
			rounds = out
		}
		if len(rounds) <= 1 {
			break
		}
	}
	return rounds
}

// irreducible returns rounds that conflict only all together.
// The round at which the others before it first conflict is needed; with it
// taken for granted the search is repeated among those before it.
func (d *Deduction) irreducible(ctx context.Context, rounds []int) ([]int, error) {
	var needed []int
	base := d.secrets
	for len(base) > 0 {
		left := base
		last := len(rounds) - 1
		for i, r := range rounds {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			left = d.agreeing(left, d.rounds[r])
			if len(left) == 0 {
				last = i
				break
			}
		}

		needed = append(needed, rounds[last])
		base = d.agreeing(base, d.rounds[rounds[last]])
		rounds = rounds[:last]
	}

	slices.Sort(needed)
	return needed, nil
}
