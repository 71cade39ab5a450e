package wording_test

import (
	"fmt"
	"strings"

	"codebreak/engine/wording"
)

func Example() {
	fmt.Println(len([]rune(wording.Clip(strings.Repeat("é", 100)))))
	fmt.Println(wording.Plural(1, "position"), wording.Count(4, "guess is", "guesses are"))
	fmt.Println(wording.Unknown("criterion", "entrpy", []string{"entropy", "minimax"}))
	// Output:
	// 41
	// 1 position 4 guesses are
	// unknown criterion "entrpy"; did you mean entropy? Allowed: entropy, minimax
}
