package cli

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"

	"codebreak/engine/game"
)

// usualVectors is how many lines are written if nothing else is asked for.
const usualVectors = 2000

// A vector is a secret and a guess with its feedback.
type vector struct {
	secret, guess game.Code
	feedback      game.Feedback
}

// writeVectors writes n lines of feedback of a game, by the rule as a person would
// state it.
func writeVectors(w io.Writer, g game.Game, n int) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "secret,guess,feedback")
	for _, v := range chooseVectors(g, n) {
		if _, err := fmt.Fprintf(out, "%s,%s,%s\n", g.FormatCode(v.secret), g.FormatCode(v.guess), g.FormatFeedback(v.feedback)); err != nil {
			return err
		}
	}
	return out.Flush()
}

// chooseVectors returns all pairs of codes if there are at most n, else n that are
// drawn, always the same ones: of each feedback as many as of any other as far as they
// turn up, and some in which the guess is the secret.
func chooseVectors(g game.Game, n int) []vector {
	secrets, guesses := game.Codes(g)
	answered := func(secret, guess game.Code) vector { return vector{secret, guess, g.Reference(secret, guess)} }
	var all []vector
	if len(secrets) <= n/len(guesses) {
		for _, secret := range secrets {
			for _, guess := range guesses {
				all = append(all, answered(secret, guess))
			}
		}
		return all
	}
	const patience = 50 // pairs drawn for each that is wanted
	rng := rand.New(rand.NewPCG(1, 1))
	byFeedback := make([][]vector, g.OutcomeLimit())
	seen := map[[2]game.Code]bool{}
	for i := range patience * n {
		secret := secrets[rng.IntN(len(secrets))]
		guess := guesses[rng.IntN(len(guesses))]
		if i%patience == 0 && g.IsGuess(secret) {
			guess = secret
		}
		if pair := [2]game.Code{secret, guess}; !seen[pair] {
			seen[pair] = true
			v := answered(secret, guess)
			byFeedback[v.feedback] = append(byFeedback[v.feedback], v)
		}
	}
	for i := 0; i < n && len(all) < n; i++ {
		for _, list := range byFeedback {
			if i < len(list) {
				all = append(all, list[i])
			}
		}
	}
	return all[:min(n, len(all))] // fewer may have turned up
}
