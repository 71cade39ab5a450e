package strategy

import (
	"context"

	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy/internal/programs"
)

// Criteria in the arithmetic of another program, and players that follow a script of their
// own.
const (
	expectedSizeCUDA Criterion = "expected-size@cuda"
	EntropyCUDA      Criterion = "entropy@cuda"
	entropyFancidev  Criterion = "entropy@fancidev"
	entropyBates     Criterion = "entropy@bates"

	TwoPhase           Criterion = "two-phase"            // the program as printed
	TwoPhaseDescribed  Criterion = "two-phase-described"  // the rules as described
	TwoPhaseConsistent Criterion = "two-phase-consistent" // crossing out all that is ruled out
)

// emulations are criteria as another program computes them.
var emulations = []Registration{
	{
		Criterion: expectedSizeCUDA,
		Minimises: "the expected size of the part that remains, in the arithmetic of a graphics processor",
		Author:    "Magruder",
		Year:      2022,
		Measure:   programs.ExpectedSizeCUDA,
	},
	{
		Criterion: EntropyCUDA,
		Minimises: "the negative entropy of the partition, in the arithmetic of a graphics processor",
		Author:    "Magruder",
		Year:      2022,
		Measure:   entropyCUDA,
	},
	{
		Criterion: entropyFancidev,
		Minimises: "the negative entropy of the partition, summed in double precision as by fancidev/mastermind",
		Author:    "fancidev",
		Year:      2010,
		Measure:   programs.EntropyFancidev,
	},
	{
		Criterion: entropyBates,
		Minimises: "the negative entropy of the partition, summed in double precision as by Wordlegames.jl",
		Author:    "Bates",
		Year:      2022,
		Measure:   programs.EntropyBates,
	},
}

func entropyCUDA(g game.Game, n int) partition.Measure {
	return programs.EntropyCUDA(g, entropy(g, n), nLogNScale(n))
}

// scripts are the strategies that follow a script of their own rather than
// minimise a number.
var scripts = []Registration{
	twoPhaseForm(TwoPhase, "tries permutations by the rules of the program as printed", programs.TwoPhasePrinted),
	twoPhaseForm(TwoPhaseDescribed, "tries permutations by the rules as described", programs.TwoPhaseDescribed),
	twoPhaseForm(TwoPhaseConsistent, "tries the permutations that are consistent with all answers", programs.TwoPhaseConsistent),
	script("middle@pridmore", "it guesses the candidate in the middle of the list", "Pridmore", middle),
	script("third@pridmore", "it guesses the candidate a third down the list", "Pridmore", third),
}

// A scripted function is a [Player]: it returns the next guess after the rounds of a game, given
// the candidates.
type scripted func(rounds []game.Round, candidates []game.Code) game.Code

// Guess calls the function.
func (next scripted) Guess(_ context.Context, p Position) (game.Code, error) {
	return next(p.Rounds, p.Candidates), nil
}

// The players of Pridmore (adampridmore/mastermind; the source bears no date).

func middle(_ []game.Round, candidates []game.Code) game.Code {
	return candidates[len(candidates)/2]
}

func third(_ []game.Round, candidates []game.Code) game.Code {
	return candidates[len(candidates)/3]
}

// twoPhaseForm registers one form of the two-phase player.
func twoPhaseForm(name Criterion, then string, next scripted) Registration {
	r := script(name, "it probes for the digits, then "+then, "CSDN blog", next)
	r.Check = programs.CheckTwoPhase
	r.First = func(game.Game) game.Code { return next(nil, nil) }
	return r
}

// script registers a player that a function scripts.
func script(name Criterion, does, author string, next scripted) Registration {
	return Registration{
		Criterion: name,
		Minimises: "nothing: " + does,
		Author:    author,
		New:       func(game.Game, uint64) (Player, error) { return next, nil },
	}
}
