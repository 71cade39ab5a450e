package programs

import (
	"fmt"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/internal/numbers"
)

// The two-phase player of a Chinese blog post on Mastermind with 4 positions
// and 10 digits. It first probes 0000, 1111, … until it knows the four
// digits, and then tries their permutations in order, crossing out some that
// the feedback rules out.

const (
	twoPhasePositions = 4
	twoPhaseDigits    = 10
)

// CheckTwoPhase refuses games other than that of the blog post.
func CheckTwoPhase(g game.Game) error {
	p, ok := game.PegRules(g)
	size := ok && p.Positions == twoPhasePositions && p.Colours == twoPhaseDigits
	if !size || !p.SecretRepeats || p.BlackOnly {
		return fmt.Errorf("the two-phase player plays mm4x10 and mm4x10-digits, not %s", g)
	}
	return nil
}

// probe returns the code that holds one digit four times.
func probe(digit int) game.Code {
	var c game.Code
	for i := range twoPhasePositions {
		c = c.With(i, digit)
	}
	return c
}

// probed reads the digits off the rounds of the first phase: the sorted
// digits, once all four are known, and the rounds after the first phase. ok is false if
// the player would not have made these guesses, as when a human plays and only asks
// for its advice.
func probed(path []game.Round) (digits []int, rest []game.Round, known, ok bool) {
	for digit := range twoPhaseDigits - 1 {
		if len(digits) == twoPhasePositions {
			break
		}
		if digit == len(path) {
			return digits, nil, false, true
		}
		if path[digit].Guess != probe(digit) {
			return nil, nil, false, false
		}
		black, _ := path[digit].Feedback.Pegs()
		for range black {
			digits = append(digits, digit)
		}
		rest = path[digit+1:]
	}

	for len(digits) < twoPhasePositions {
		digits = append(digits, twoPhaseDigits-1) // the digits that remain must be nines
	}

	return digits, rest, true, len(digits) == twoPhasePositions
}

// TwoPhaseConsistent tries the first candidate as soon as the digits are
// known: the candidates are then the permutations that no feedback rules out.
func TwoPhaseConsistent(rounds []game.Round, candidates []game.Code) game.Code {
	_, _, known, ok := probed(rounds)
	if ok && !known {
		return probe(len(rounds))
	}
	return slices.Min(candidates)
}

// TwoPhasePrinted plays the program of the blog post as printed. Its map of earlier feedback
// is local to the function, so the rules that compare feedback with earlier feedback never
// fire.
func TwoPhasePrinted(rounds []game.Round, candidates []game.Code) game.Code {
	return twoPhase(rounds, candidates, false)
}

// TwoPhaseDescribed plays as the text of the blog post describes: these rules fire too.
func TwoPhaseDescribed(rounds []game.Round, candidates []game.Code) game.Code {
	return twoPhase(rounds, candidates, true)
}

// twoPhase plays the rules of the blog post; with history also the rules that compare
// feedback with earlier feedback.
//
// After guesses that the player would not have made it guesses the first candidate.
func twoPhase(path []game.Round, candidates []game.Code, history bool) game.Code {
	digits, rounds, known, ok := probed(path)
	if !known || !ok {
		return TwoPhaseConsistent(path, candidates)
	}

	left := permutations(digits)
	for i, r := range rounds {
		guess := left[0]
		if r.Guess != guess {
			return slices.Min(candidates)
		}

		// A permutation must agree with the guess somewhere, if there is a black peg, and
		// else nowhere.
		black, _ := r.Feedback.Pegs()
		left = slices.DeleteFunc(left[1:], func(c game.Code) bool {
			agrees := len(agreeing(c, guess)) > 0
			return agrees != (black > 0)
		})
		if history {
			for _, earlier := range rounds[:i] {
				left = crossOut(left, guess, black, earlier)
			}
		}

		if len(left) == 0 {
			return slices.Min(candidates)
		}
	}
	return left[0]
}

// crossOut applies the rules that compare a guess of 1 or 2 blacks with an
// earlier one: of the positions in which the two guesses agree some must be
// right.
func crossOut(left []game.Code, guess game.Code, black int, earlier game.Round) []game.Code {
	before, _ := earlier.Feedback.Pegs()
	shared := agreeing(guess, earlier.Guess)

	bothTwo := black == 2 && before == 2
	oneAndTwo := black == 1 && before == 2 || black == 2 && before == 1
	applies := len(shared) == 2 && (bothTwo || oneAndTwo) || len(shared) == 1 && bothTwo
	if !applies {
		return left
	}

	return slices.DeleteFunc(left, func(c game.Code) bool {
		return !slices.ContainsFunc(shared, func(i int) bool {
			return c.At(i) == guess.At(i)
		})
	})
}

// agreeing returns the positions in which two codes agree.
func agreeing(a, b game.Code) []int {
	var out []int
	for i := range twoPhasePositions {
		if a.At(i) == b.At(i) {
			out = append(out, i)
		}
	}
	return out
}

// permutations returns the different orders of the digits, as codes in
// lexicographic order.
func permutations(digits []int) (out []game.Code) {
	digits = slices.Sorted(slices.Values(digits))
	for permutation := range numbers.Permutations(twoPhasePositions) {
		var c game.Code
		for i, digit := range permutation {
			c = c.With(i, digits[digit])
		}
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}
