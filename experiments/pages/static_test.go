package pages

import (
	"encoding/json"
	"testing"
)

// TestStaticRecord holds the fewest questions that the record has for larger games against
// those that are known. A run computes them, and [TestSlowAnswers] those that take long; package
// static computes those of smaller games in its own tests.
func TestStaticRecord(t *testing.T) {
	fewest := map[string]int{}
	for key, text := range recordedAnswers(t, "static") {
		var question struct{ Game string }
		var answer struct {
			Lower int
			Set   []string
		}
		if json.Unmarshal([]byte(key.Question), &question) != nil || json.Unmarshal([]byte(text), &answer) != nil {
			t.Fatalf("%s: %s", key, text)
		}
		if key.Kind == "static" && answer.Lower == len(answer.Set) {
			fewest[question.Game] = answer.Lower
		}
	}
	for game, want := range map[string]int{
		"mm4x6": 6, "mm3x7": 6, "mm3x8": 7, "mm5x4": 5, "mm6x3": 4, "bc4x7": 6, "bc3x9": 6, "bp8x2": 6, "mm2x16": 11,
	} {
		if fewest[game] != want {
			t.Errorf("%s: %d questions, want %d", game, fewest[game], want)
		}
	}
}
