package outline_test

import (
	"context"
	"fmt"
	"os"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/proof"
	"codebreak/engine/proof/outline"
)

// No strategy for Mastermind with 4 positions and 5 colours solves every secret within 4
// guesses: after the answers in these lines the guesses left do not suffice.
func ExampleWrite() {
	ctx := context.Background()
	g, err := game.Parse("mm4x5")
	if err != nil {
		fmt.Println(err)
		return
	}
	values, err := optimal.NewValues(ctx, g, optimal.Options{Memory: 1 << 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer values.Close()

	claim := proof.Claim{Game: g, Within: 4, Total: proof.Infinite}
	lemmas, err := outline.Write(ctx, os.Stdout, claim, values, nil)
	fmt.Println(lemmas, err)
	// Output:
	// mm4x5 within 4 x
	// 1112 00 x
	// 1123 01 x
	// 1234 02 x
	// 3 <nil>
}
