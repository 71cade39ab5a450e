package scatter_test

import (
	"fmt"

	"codebreak/engine/scatter"
)

func ExampleNumber() {
	// The first number that SplitMix64 draws with seed 0.
	fmt.Printf("%x\n", scatter.Number(0))
	// Output: e220a8397b1dcdaf
}
