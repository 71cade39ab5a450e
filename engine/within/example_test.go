package within_test

import (
	"context"
	"fmt"
	"log"

	"codebreak/engine/game"
	"codebreak/engine/within"
)

func Example() {
	g, err := game.Parse("mm4x6")
	if err != nil {
		log.Fatal(err)
	}
	a, err := within.Most(context.Background(), g, 4, within.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("4 guesses solve %d of 1296 secrets; proved: %t\n", a.Least, a.Proved())
	// Output: 4 guesses solve 768 of 1296 secrets; proved: true
}
