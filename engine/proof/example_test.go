package proof_test

import (
	"context"
	"fmt"
	"strings"

	"codebreak/engine/proof"
)

// A proof that no strategy for Mastermind with 2 positions and 3 colours has a total below 21
// needs no lemma; that none has a total below 22 is false.
func ExampleCheck() {
	for _, text := range []string{"mm2x3 21\n", "mm2x3 22\n"} {
		claim, lemmas, err := proof.Check(context.Background(), strings.NewReader(text), nil, nil)
		fmt.Println(claim, lemmas, err)
	}
	// Output:
	// mm2x3 21 0 <nil>
	// mm2x3 22 0 line 1: this bound does not follow: guess 12 costs at least 21 by the rules, not 22
}
