package short_test

import (
	"fmt"
	"strings"

	"codebreak/engine/short"
)

func Example() {
	fmt.Println(len([]rune(short.Clip(strings.Repeat("é", 100)))))
	fmt.Println(short.Digest("")[:8])
	// Output:
	// 81
	// e3b0c442
}
