package worstcase_test

import (
	"context"
	"fmt"
	"log"

	"codebreak/engine/game"
	"codebreak/engine/worstcase"
)

func Example() {
	g, err := game.Parse("mm4x6")
	if err != nil {
		log.Fatal(err)
	}
	result, err := worstcase.Solve(context.Background(), g, worstcase.Options{Workers: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("some strategy needs at most %d guesses, none fewer than %d\n", result.Guesses, result.Lower)
	// Output: some strategy needs at most 5 guesses, none fewer than 5
}
