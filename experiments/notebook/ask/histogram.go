package ask

import (
	"errors"
	"fmt"

	"codebreak/engine/game"
	"codebreak/engine/tree"
)

// SecretsOf returns how many secrets a histogram counts, and checks it.
func SecretsOf(histogram []int) (secrets int, err error) {
	if len(histogram) < 2 || len(histogram) > tree.MaxGuesses+1 || histogram[len(histogram)-1] == 0 {
		return 0, errors.New("it has no histogram that ends with the worst case")
	}
	for k, n := range histogram {
		if n < 0 || n > game.MaxLongCodes {
			return 0, fmt.Errorf("%d secrets need %d guesses", n, k)
		}
		secrets += n
	}
	return secrets, nil
}
