package agents

import (
	"context"
	"math/rand/v2"
	"slices"

	"codebreak/engine/game"
)

// mostWork bounds the search for one position with choices, in look-ups of feedback. They take a
// few seconds in any game. A try costs workOfTry more, which counts in small games.
const mostWork, workOfTry = 20_000_000, 100

// withChoices draws guesses, and choices, each of which can be the answer. Both are nil if too
// many tries fail.
//
// The guesses do not depend on the choices, and nothing here depends on which choice will be
// the answer: the caller draws it last, each choice with the same probability, and keeps
// it. Nor need it be rejected, since all choices meet the same condition: if one is the
// secret, the guesses leave as many codes as wanted, and no other choice is among them. So,
// whatever the guesses and the choices are, each choice is the answer with the same
// probability, and only the feedback tells which. A player who does not read the feedback is
// right with that probability, by any rule.
func (p positions) withChoices(ctx context.Context, rng *rand.Rand) (guesses, choices []game.Code) {
	for work := 0; work < mostWork && ctx.Err() == nil; work += workOfTry + p.rounds*len(p.secrets) {
		guesses = guesses[:0]
		for range p.rounds {
			guesses = append(guesses, p.guesses[rng.IntN(len(p.guesses))])
		}

		if choices = p.cluster(rng, p.possibleAnswers(guesses)); choices != nil {
			return guesses, choices
		}
	}

	return nil, nil
}

// feedbacks holds the feedback of a secret on each guess.
type feedbacks [mostHints]game.Feedback

// A possibleAnswer is a secret whose feedback on the guesses leaves as many codes as wanted.
type possibleAnswer struct {
	code     game.Code
	symbols  []rune
	feedback feedbacks
}

// possibleAnswers lists the secrets that may be choices with these guesses.
func (p positions) possibleAnswers(guesses []game.Code) (possible []possibleAnswer) {
	given := make([]feedbacks, len(p.secrets))
	left := map[feedbacks]int{} // codes
	for i, secret := range p.secrets {
		for k, guess := range guesses {
			given[i][k] = p.game.Feedback(secret, guess)
		}
		left[given[i]]++
	}

	for i, secret := range p.secrets {
		// A game is over once its secret was guessed.
		if left[given[i]] != p.left || slices.Contains(guesses, secret) {
			continue
		}
		symbols := []rune(p.game.FormatCode(secret))
		possible = append(possible, possibleAnswer{secret, symbols, given[i]})
	}
	return possible
}

// cluster draws choices. All pairs of them differ in the same number of symbols, and no two
// give the same feedback. It returns nil if it finds none.
func (p positions) cluster(rng *rand.Rand, possible []possibleAnswer) []game.Code {
	if len(possible) < p.choices {
		return nil
	}

	order := rng.Perm(len(possible))
	for _, d := range rng.Perm(game.Width(p.game)) {
		distance := d + 1
		var codes []game.Code
		var chosen []possibleAnswer
		for _, i := range order {
			next := possible[i]
			if !next.fits(chosen, distance) {
				continue
			}

			chosen = append(chosen, next)
			codes = append(codes, next.code)
			if len(codes) == p.choices {
				return codes
			}
		}
	}
	return nil
}

// fits reports whether a code is at a distance from all others, and has other feedback.
func (p possibleAnswer) fits(others []possibleAnswer, distance int) bool {
	for _, o := range others {
		if differing(p.symbols, o.symbols) != distance || p.feedback == o.feedback {
			return false
		}
	}
	return true
}

// differing counts the places in which two codes of a game have different symbols.
func differing(a, b []rune) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}
