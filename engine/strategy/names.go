package strategy

import (
	"maps"
	"slices"

	"codebreak/engine/short"
)

// people are the authors whose strategies go by their names.
var people = map[string]Criterion{"knuth": Minimax, "irving": ExpectedSize, "neuwirth": Entropy, "kooi": MostParts}

// randomPlayer is the name of the player who guesses any candidate.
const randomPlayer = "random"

// ByName returns the strategy that people call by a name: that of a criterion, of
// its author, or random. ok is false for other names.
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
	return slices.Concat(short.Texts(criterionNames()), slices.Sorted(maps.Keys(people)), []string{randomPlayer})
}
