package strategy

import (
	"errors"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
)

// TestZeroIsEntropy holds that a strategy without a criterion is entropy.
func TestZeroIsEntropy(t *testing.T) {
	want := Strategy{Criterion: Entropy, Pool: All, Ties: "consistent,first", Order: game.Lex, Endgame: 1}
	if got := (Strategy{}).WithDefaults(); got != want {
		t.Errorf("the zero strategy is %+v, want %+v", got, want)
	}
	if got := (Strategy{}).String(); got != "entropy" {
		t.Errorf("the zero strategy is called %q", got)
	}
}

// TestNext plays every secret by Next alone, and holds each guess against that of a player
// whose candidates are filtered code by code.
func TestNext(t *testing.T) {
	mastermind := pegs.Game{Positions: 3, Colours: 4, GuessRepeats: true, SecretRepeats: true}
	cows := pegs.Game{Positions: 3, Colours: 6}
	for _, test := range []struct {
		game     game.Game
		strategy Strategy
	}{
		{mastermind, Strategy{}},
		{mastermind, Strategy{Criterion: Minimax, Pool: Consistent, Ties: "last"}},
		{mastermind, Strategy{Criterion: Simple, Pool: Consistent}},
		{mastermind, Strategy{Criterion: Entropy, Pool: HardStrict, Endgame: 3}},
		{cows, Strategy{Criterion: MostParts, Order: game.Swap}},
	} {
		player, err := test.strategy.Compile(test.game)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range player.Secrets() {
			var rounds []game.Round
			for {
				guess, err := player.Next(t.Context(), rounds)
				if err != nil {
					t.Fatal(err)
				}
				if want := naiveNext(t, player, rounds); guess != want {
					history := game.History(test.game, rounds)
					t.Fatalf("%s, %s: the guess is %s, want %s", test.strategy, history, test.game.FormatCode(guess), test.game.FormatCode(want))
				}
				feedback := test.game.Feedback(secret, guess)
				if feedback == test.game.Final() {
					break
				}
				rounds = append(rounds, game.Round{Guess: guess, Feedback: feedback})
			}
		}
	}
}

// naiveNext filters the secrets by the rules of the game alone.
func naiveNext(t *testing.T, p *Compiled, rounds []game.Round) game.Code {
	t.Helper()
	var candidates []game.Code
	for _, secret := range p.Secrets() {
		agrees := true
		for _, r := range rounds {
			agrees = agrees && p.game.Reference(secret, r.Guess) == r.Feedback
		}
		if agrees {
			candidates = append(candidates, secret)
		}
	}
	guess, err := p.NewPlayer().Choose(t.Context(), candidates, rounds)
	if err != nil {
		t.Fatal(err)
	}
	return guess
}

// TestNextRefusesContradictions gives rounds that no secret agrees with.
func TestNextRefusesContradictions(t *testing.T) {
	g := pegs.Game{Positions: 3, Colours: 4, GuessRepeats: true, SecretRepeats: true}
	player, err := Strategy{}.Compile(g)
	if err != nil {
		t.Fatal(err)
	}
	guess := enginetest.Code(t, g, "112")
	rounds := []game.Round{
		{Guess: guess, Feedback: game.NewFeedback(3, 0)},
		{Guess: guess, Feedback: game.NewFeedback(0, 0)},
	}
	_, err = player.Next(t.Context(), rounds)
	if !errors.Is(err, ErrContradiction) {
		t.Errorf("the error is %v", err)
	}
	if want := "no secret agrees with all rounds: 112 3A0B, 112 0A0B"; err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}
