package game_test

import (
	"fmt"
	"log"

	"codebreak/engine/game"
	_ "codebreak/engine/game/pegs" // games that Parse knows
)

func Example() {
	g, err := game.Parse("bc4x10") // Bulls and Cows, 4 digits
	if err != nil {
		log.Fatal(err)
	}
	secrets, _ := game.Codes(g)
	guess, err := g.ParseCode("0123")
	if err != nil {
		log.Fatal(err)
	}
	secret := secrets[len(secrets)-1]
	fmt.Println(g.Describe(), "has", len(secrets), "secrets")
	fmt.Println(g.FormatCode(guess), "gets", g.FormatFeedback(g.Feedback(secret, guess)), "if the secret is", g.FormatCode(secret))
	// Output:
	// AB(4,10) has 5040 secrets
	// 0123 gets 0A0B if the secret is 9876
}
