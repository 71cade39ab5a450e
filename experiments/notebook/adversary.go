package notebook

import (
	"context"
	"errors"
	"fmt"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/tree"
)

// Adversary asks how long a strategy takes against codemakers that fix no
// secret.
type Adversary struct {
	engine.Key

	play Play
}

// NewAdversary asks it of a configuration.
func NewAdversary(c engine.Configuration) Adversary {
	p := NewPlay(c)
	return Adversary{p.Key, p}
}

// AdversaryGames are the games of two adversarial codemakers against a
// strategy, round by round; the last round hits.
type AdversaryGames struct {
	Greedy  []RoundSpec `json:"greedy"`  // leaves the most candidates with each answer
	Perfect []RoundSpec `json:"perfect"` // makes the game last longest
}

// A RoundSpec is a round in words, as files hold it.
type RoundSpec struct {
	Guess  string `json:"guess"`
	Answer string `json:"answer"`
}

// Kind names the kind of question.
func (Adversary) Kind() string { return "adversary" }

func (a Adversary) String() string { return a.Key.String() + ", adversarial codemakers" }

// Cost is that of growing the tree, unless it is there.
func (a Adversary) Cost() float64 { return a.play.Cost() }

// Validate refuses what cannot be played.
func (a Adversary) Validate(e Env) error { return a.play.Validate(e) }

// Answer plays both codemakers against the strategy's decision tree.
func (a Adversary) Answer(ctx context.Context, e Env) (AdversaryGames, error) {
	played, err := Answer(ctx, e, a.play)
	if err != nil {
		return AdversaryGames{}, err
	}
	g := a.play.experiment.Game
	t, err := tree.ReadPacked(ctx, g, played.Tree)
	if err != nil {
		return AdversaryGames{}, err
	}
	return AdversaryGames{rounds(g, t.GreedyCodemaker()), rounds(g, t.PerfectCodemaker())}, nil
}

func rounds(g game.Game, line []game.Round) []RoundSpec {
	var out []RoundSpec
	for _, r := range line {
		out = append(out, RoundSpec{g.FormatCode(r.Guess), g.FormatFeedback(r.Feedback)})
	}
	return out
}

// Check returns an error if a game does not end where it should, or its rounds
// contradict each other.
func (a Adversary) Check(ctx context.Context, games AdversaryGames) error {
	if a.play.err != nil {
		return a.play.err
	}
	g := a.play.experiment.Game
	for _, line := range [][]RoundSpec{games.Greedy, games.Perfect} {
		if err := checkRounds(g, line); err != nil {
			return err
		}
	}
	if len(games.Greedy) > len(games.Perfect) {
		return fmt.Errorf("the greedy codemaker makes the game last %d guesses, the perfect one only %d", len(games.Greedy), len(games.Perfect))
	}
	return nil
}

// checkRounds returns an error unless the last guess hits, and all answers
// before agree with it.
func checkRounds(g game.Game, line []RoundSpec) error {
	if len(line) == 0 {
		return errors.New("a game has no rounds")
	}
	secret, err := game.ParseSecret(g, line[len(line)-1].Guess)
	if err != nil {
		return err
	}
	for i, r := range line {
		guess, err := g.ParseCode(r.Guess)
		if err != nil {
			return fmt.Errorf("round %d: %w", i+1, err)
		}
		if answer := g.FormatFeedback(g.Reference(secret, guess)); r.Answer != answer || guess == secret != (i == len(line)-1) {
			return fmt.Errorf("round %d: %s is answered %s, but the game ends with %s, which answers %s", i+1, clip(r.Guess), clip(r.Answer), g.FormatCode(secret), answer)
		}
	}
	return nil
}
