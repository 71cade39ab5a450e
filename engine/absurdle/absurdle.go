// Package absurdle plays the codemaker of Absurdle (qntm, 2022), who fixes no secret, and finds
// the fewest guesses that force this codemaker to admit a secret.
//
// # The codemaker
//
// The codemaker gives the feedback that leaves the most secrets. Of feedback that leaves equally
// many it gives the one with the fewest letters in the right position (green), then the fewest
// elsewhere (yellow), and then the one that is grey, or yellow and not green, where the two first
// differ. The page qntm.org/absurdle describes the classes, and its comments the ties. Programs of
// others that follow the page (L0C4RD/Pyrdle, m1el/absurdle-solver) break ties in this way, and
// lines that they publish replay. In games of pegs black pegs are green, and white pegs yellow.
//
// # The search
//
// This codemaker draws nothing, so a game is a line of guesses, and no tree. A line wins with
// the guess after the one that leaves a single secret. [Solve] looks for lines by iterative
// deepening: lines of one guess, of two, and so on, in the order of the guesses.
//
//   - Sets of secrets that lead nowhere are remembered under a hash of 128 bits, with the number
//     of guesses that were left: lines often meet.
//   - A guess that leaves the set as it was is not looked at: the line is as short without it.
//   - The last guess before the win must separate all secrets. No guess makes more classes of
//     a subset than of the set, so guesses that make fewer classes of the set before than there
//     are secrets are left out.
//   - Pairs of secrets that few guesses separate have these guesses as a bit set. The bit sets of
//     the pairs among the secrets are intersected; only guesses in all of them are tried.
//   - In games of pegs whose feedback names no places, one first guess of each kind is tried.
//
// With s secrets and g guesses, lines of k guesses take O(gᵏ⁻²·s) time at worst: the last guess
// names the secret, and the one before it is found by the bit sets.
package absurdle

import (
	"cmp"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// Feedback returns the feedback of the codemaker to a guess, with the candidates that it leaves.
// There must be candidates.
func Feedback(g game.Game, candidates []game.Code, guess game.Code) partition.Part {
	return slices.MinFunc(partition.Split(g, candidates, guess), func(a, b partition.Part) int {
		return cmp.Or(len(b.Codes)-len(a.Codes), compare(g, a.Feedback, b.Feedback))
	})
}

// Greedy is [Feedback] of a codemaker who gives, of feedback that leaves equally many, the first in
// order.
func Greedy(g game.Game, candidates []game.Code, guess game.Code) partition.Part {
	return slices.MinFunc(partition.Split(g, candidates, guess), func(a, b partition.Part) int {
		return len(b.Codes) - len(a.Codes)
	})
}

// compare orders feedback that leaves equally many secrets: the codemaker gives the least.
func compare(g game.Game, a, b game.Feedback) int {
	rightA, elsewhereA := game.Marks(g, a)
	rightB, elsewhereB := game.Marks(g, b)
	return cmp.Or(rightA-rightB, elsewhereA-elsewhereB, int(a)-int(b))
}

// Play returns the rounds of a line of guesses against a codemaker: [Feedback] or [Greedy].
func Play(
	g game.Game,
	line []game.Code,
	feedback func(game.Game, []game.Code, game.Code) partition.Part,
) (rounds []game.Round) {
	candidates, _ := game.Codes(g)
	for _, guess := range line {
		part := feedback(g, candidates, guess)
		rounds = append(rounds, game.Round{Guess: guess, Feedback: part.Feedback})
		candidates = part.Codes
	}
	return rounds
}
