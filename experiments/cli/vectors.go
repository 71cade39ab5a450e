package cli

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/experiments/notebook/ask"
)

// usualVectors is how many answers are written if nothing else is asked for.
const usualVectors = 2000

// checkVectors refuses what does not go with the format.
func checkVectors(cmd *cobra.Command, n int) error {
	for _, name := range []string{"criterion", "player", "tree", "first"} {
		if cmd.Flags().Changed(name) {
			return usagef("--%s does not go with --format %s, which is of a game and no tree", name, vectorsFormat)
		}
	}
	if n < 1 {
		return usagef("--vectors is %d; it must be at least 1", n)
	}
	return nil
}

// A vector is an answer of a game to a guess.
type vector struct {
	secret, guess game.Code
	answer        game.Feedback
}

// writeVectors writes so many answers of a game, by the rule as a person would state
// it.
func (a *app) writeVectors(w io.Writer, gameName string, n int) error {
	g, err := game.Parse(gameName)
	if err == nil {
		err = ask.CheckMemory(a.env(), g)
	}
	if err != nil {
		return usageError{err}
	}
	vectors := chooseVectors(g, n)
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "secret,guess,answer")
	for _, v := range vectors {
		if _, err := fmt.Fprintf(out, "%s,%s,%s\n", g.FormatCode(v.secret), g.FormatCode(v.guess), g.FormatFeedback(v.answer)); err != nil {
			return err
		}
	}
	return out.Flush()
}

// chooseVectors returns all answers of a game if there are at most n, else n of them:
// pairs of codes that are drawn, always the same ones, of each answer as many as of
// any other as far as they turn up, and some in which the guess is the secret.
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
	byAnswer := make([][]vector, g.OutcomeLimit())
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
			byAnswer[v.answer] = append(byAnswer[v.answer], v)
		}
	}
	for i := 0; len(all) < n; i++ {
		before := len(all)
		for _, list := range byAnswer {
			if i < len(list) && len(all) < n {
				all = append(all, list[i])
			}
		}
		if len(all) == before {
			break // fewer turned up
		}
	}
	return all
}
