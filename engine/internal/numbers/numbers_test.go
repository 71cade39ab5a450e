package numbers_test

import (
	"fmt"

	"codebreak/engine/internal/numbers"
)

func Example() {
	fmt.Println(numbers.Below[int32](4))
	// Output: [0 1 2 3]
}

func ExamplePermutations() {
	for p := range numbers.Permutations(3) {
		fmt.Print(p)
	}
	// Output: [0 1 2][0 2 1][1 0 2][1 2 0][2 0 1][2 1 0]
}
