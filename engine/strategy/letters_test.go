package strategy

import (
	"context"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
)

// naiveByLetters is the guess of a player by letter frequency, with the words as text.
func naiveByLetters(g game.Game, name string, candidates []game.Code) string {
	texts := func(codes []game.Code) (out []string) {
		for _, c := range codes {
			out = append(out, g.FormatCode(c))
		}
		return out
	}
	counted := texts(candidates)
	if strings.HasSuffix(name, "-secrets") {
		secrets, _ := game.Codes(g)
		counted = texts(secrets)
	}

	best, most := "", -1
	for _, word := range texts(candidates) {
		sum := 0
		for i := range len(word) {
			letter := word[i : i+1]
			for _, other := range counted {
				switch {
				case strings.HasPrefix(name, "position"):
					if other[i:i+1] == letter {
						sum++
					}
				case strings.Contains(name, "repeats") || strings.Index(word, letter) == i:
					sum += strings.Count(other, letter)
				}
			}
		}
		if sum > most {
			best, most = word, sum
		}
	}
	return best
}

// TestLetterPlayers holds every guess of games against each secret against plain code.
func TestLetterPlayers(t *testing.T) {
	text := strings.Fields("aback abase abate abbey abbot abhor abide abled abode abort about above abuse eerie error geese melee mummy sassy llama cocoa kayak")
	list := enginetest.Must(words.NewList("some words", text))(t)
	games := []game.Game{enginetest.Must(words.New(words.Wordle, list, nil))(t), enginetest.Game(t, "mm3x4"), enginetest.Game(t, "bc3x5"), enginetest.Game(t, "pos3x5")}
	for _, name := range LetterFrequencies() {
		for _, g := range games {
			compiled := enginetest.Must(Strategy{Criterion: name}.WithDefaults().Compile(g))(t)
			player := compiled.NewPlayer()
			secrets, _ := game.Codes(g)
			for _, secret := range secrets {
				var rounds []game.Round
				candidates := secrets
				for len(rounds) == 0 || rounds[len(rounds)-1].Feedback != g.Final() {
					guess := enginetest.Must(player.Guess(context.Background(), Position{Game: g, Rounds: rounds, Candidates: candidates}))(t)
					if want := naiveByLetters(g, string(name), candidates); g.FormatCode(guess) != want {
						t.Fatalf("%s, %s after %v: %s, want %s", g, name, rounds, g.FormatCode(guess), want)
					}
					rounds = append(rounds, game.Round{Guess: guess, Feedback: g.Feedback(secret, guess)})
					candidates = game.Consistent(g, secrets, rounds)
				}
			}
		}
	}
}
