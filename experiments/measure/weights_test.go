package measure

import (
	"strings"
	"testing"

	"codebreak/engine/game"
	"codebreak/experiments/base"
)

// FuzzWeights reads any bytes as weights: no panic, and an error is short and names a line.
func FuzzWeights(f *testing.F) {
	f.Add([]byte("11 1\n# comment\n\n12 2\r\n"))
	f.Add([]byte("\ufeff11 1\n11 2\n"))
	f.Add([]byte("11 -1\n12 99999999999999999999\n"))
	f.Add([]byte("11 1 1\n\x00\x1b"))
	g, err := game.Parse("mm2x3")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		weights, err := parseWeights(t.Context(), g, text)
		if err != nil && (!strings.HasPrefix(err.Error(), "line ") || len(base.Printable(err.Error())) > 500) {
			t.Errorf("%q: %v", text, err)
		}
		for code, weight := range weights {
			if !g.IsSecret(code) || weight < 0 || weight > mostWeight {
				t.Errorf("%q: %s weighs %d", text, g.FormatCode(code), weight)
			}
		}
	})
}
