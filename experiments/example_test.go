package main

import (
	"codebreak/configs"
	"codebreak/engine/strategy"
)

func readmeEntry() entry {
	return gridEntry("mine", "Three positions", "What does a colour cost?", configs.Grid{
		Games:        []string{"mm3x5", "mm3x6", "mm3x7"},
		Strategies:   []strategy.Strategy{{Criterion: strategy.Minimax}, {Criterion: strategy.Entropy, Pool: "consistent"}},
		FirstGuesses: []string{"112", "123"},
	})
}
