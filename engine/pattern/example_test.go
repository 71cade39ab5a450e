package pattern_test

import (
	"fmt"

	"codebreak/engine/pattern"
)

var year = pattern.Of(`\b[12][0-9]{3}\b`)

func ExampleOf() {
	fmt.Println(year().FindString("Knuth 1977"))
	// Output: 1977
}
