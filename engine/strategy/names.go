package strategy

import (
	"maps"
	"slices"

	"codebreak/engine/wording"
)

// people are the authors after whom strategies are named.
var people = map[string]Criterion{
	"knuth":    Minimax,
	"irving":   ExpectedSize,
	"neuwirth": Entropy,
	"kooi":     MostParts,
}

// randomPlayer is the name of the player who guesses any candidate.
const randomPlayer = "random"

// ByName returns the strategy with a name that people use: the name of a criterion or of
// its author, or "random". ok is false for other names.
func ByName(name string) (s Strategy, ok bool) {
	if name == randomPlayer {
		return Strategy{Criterion: Simple, Pool: Consistent, Ties: "random"}, true
	}

	s.Criterion = Criterion(name)
	if c, ok := people[name]; ok {
		s.Criterion = c
	}
	_, ok = lookUp(s.Criterion)
	return s, ok
}

// Names lists the names that [ByName] knows.
func Names() []string {
	return slices.Concat(wording.Texts(criterionNames()), slices.Sorted(maps.Keys(people)), []string{randomPlayer})
}
