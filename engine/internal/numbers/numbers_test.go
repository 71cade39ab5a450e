package numbers_test

import (
	"fmt"

	"codebreak/engine/internal/numbers"
)

func Example() {
	fmt.Println(numbers.Below[int32](4))
	// Output: [0 1 2 3]
}
