package bounds_test

import (
	"fmt"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
)

// Bulls and Cows with four digits: 5040 secrets, 14 kinds of feedback.
func ExampleByCounting() {
	b := bounds.ByCounting(5040, 14)
	fmt.Printf("mean %.3f, worst case %d\n", b.Mean, b.Worst)
	// Output: mean 4.488, worst case 5
}

// With black pegs only, and two positions, k guesses solve k²-k+1 secrets at most.
func ExampleCapacity() {
	g, err := game.Parse("bp2x8")
	if err != nil {
		panic(err)
	}
	c := bounds.CapacityOf(g)
	fmt.Println(c.Set(4), "secrets by 4 guesses; all", game.CountSecrets(g), "take", c.Worst(game.CountSecrets(g)))
	// Output: 13 secrets by 4 guesses; all 64 take 9
}
