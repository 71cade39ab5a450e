package optimal

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/optimal/internal/search"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
)

// maxAudit is the number of secrets up to which the simplest method ends.
const maxAudit = 36

// CheckAudit returns an error if a problem is too large for [Audit].
func CheckAudit(p Problem) error {
	if p.Game == nil {
		return game.ErrNoGame
	}
	n := game.CountSecrets(p.Game)
	if n > maxAudit {
		return fmt.Errorf("%s has %s; the audit tries every guess at every set, which ends for at most %d",
			p.Game, wording.Plural(n, "secret"), maxAudit)
	}
	if p.Objective != Total || p.Pool == ConsistentButLastFancidev { // this pool depends on symmetries
		return fmt.Errorf("the audit is for objective %s, and all pools but %s", Total, ConsistentButLastFancidev)
	}
	return nil
}

// Audit derives the bounds of all first guesses of a search again, by trying every
// guess at every set of candidates, with the rule of the game as a person
// would state it and nothing but a memory of sets. It shares no code with the
// search. The error names a first guess that costs less than the search says, or the
// least total if the search says another.
func Audit(ctx context.Context, p Problem, a Result) error {
	if err := p.validate(); err != nil {
		return err
	}

	secrets, guesses := game.Codes(p.Game)
	if p.Pool == strategy.Answers {
		guesses = secrets
	}
	d := &auditor{
		ctx:     ctx,
		game:    p.Game,
		pool:    p.Pool,
		allows:  p.Pool.Allows(p.Game),
		secrets: len(secrets),
		known:   map[string]int{},
	}
	depth := cmp.Or(p.MaxDepth, len(secrets))
	said := map[game.Code]Refutation{}
	for _, r := range a.First {
		said[r.Guess] = r
	}

	least := -1
	for _, guess := range p.firstGuesses(secrets, guesses) {
		total, ok := d.guess(guess, secrets, guesses, depth)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !ok {
			continue
		}
		if least < 0 || total < least {
			least = total
		}
		r, listed := said[guess]
		if listed && int64(total) < r.Lower {
			return fmt.Errorf("audit: the search says that %s costs at least %d, but it costs %d", p.Game.FormatCode(guess), r.Lower, total)
		}
	}

	for _, r := range a.Ranges {
		if r.Name == "total" && r.Upper != least {
			return fmt.Errorf("audit: the search says that the least total is %d, but it is %d", r.Upper, least)
		}
	}
	return nil
}

// firstGuesses lists the first guesses that the problem allows.
func (p Problem) firstGuesses(secrets, guesses []game.Code) []game.Code {
	switch {
	case p.First != nil:
		return []game.Code{*p.First}
	case search.Free(p.Pool, 0):
		return guesses
	}
	return secrets
}

// An auditor tries every guess at every set.
type auditor struct {
	ctx     context.Context
	game    game.Game
	pool    strategy.Pool
	allows  func(guess game.Code, r game.Round) bool // of a pool that narrows
	secrets int
	known   map[string]int // least totals; -1 where there is no tree
}

// least returns the least total of a set, with the candidates before the last
// feedback, the guesses that are allowed if any may be made, and the number of guesses
// left; ok is false if no tree does with them.
func (d *auditor) least(candidates, before, allowed []game.Code, left int) (total int, ok bool) {
	if left == 0 || d.ctx.Err() != nil {
		return 0, false
	}

	guesses := allowed
	var past []game.Code // what the cost of the set depends on besides
	switch {
	case d.allows != nil:
		past = allowed
	case d.pool == strategy.Consistent:
		guesses = candidates
	case d.pool == ConsistentButLast:
		guesses = before
		past = before
	case d.pool == SecondFree && len(before) == d.secrets:
		past = before
	case d.pool == SecondFree:
		guesses = candidates
	}

	key := fmt.Sprint(left, candidates, past)
	if known, seen := d.known[key]; seen {
		return known, known >= 0
	}

	total = -1
	for _, guess := range guesses {
		if t, ok := d.guess(guess, candidates, allowed, left); ok && (total < 0 || t < total) {
			total = t
		}
	}
	d.known[key] = total
	return total, total >= 0
}

// guess returns the least total of a set that begins with the guess.
func (d *auditor) guess(
	guess game.Code,
	candidates, allowed []game.Code,
	left int,
) (total int, ok bool) {
	parts := map[game.Feedback][]game.Code{}
	for _, secret := range candidates {
		f := d.game.Reference(secret, guess)
		parts[f] = append(parts[f], secret)
	}

	total = len(candidates)
	for f, part := range parts {
		if f == d.game.Final() {
			continue
		}
		if len(part) == len(candidates) {
			return 0, false // the set is the same again, and the game would not end
		}

		then := allowed
		if d.allows != nil {
			r := game.Round{Guess: guess, Feedback: f}
			then = slices.DeleteFunc(slices.Clone(allowed), func(c game.Code) bool {
				return !d.allows(c, r)
			})
		}
		t, ok := d.least(part, candidates, then, left-1)
		if !ok {
			return 0, false
		}
		total += t
	}
	return total, true
}
