package game

import (
	"strings"
	"testing"
)

// TestNamesOfPlaces holds what PlacesOf relies on: each name of a place has one of the letters
// that it looks for first, and no sign has.
func TestNamesOfPlaces(t *testing.T) {
	isBetween := func(r rune) bool { return strings.ContainsRune("(?:|)", r) }
	names := 0
	for name := range strings.FieldsFuncSeq(placeNames().String(), isBetween) {
		names++
		if !strings.ContainsAny(name, "AER") {
			t.Errorf("the name %s would not be read", name)
		}
	}
	if names < 20 {
		t.Errorf("only %d names were found", names)
	}

	for _, signs := range placeSigns {
		if strings.ContainsAny(signs, "AER") {
			t.Errorf("one of the signs %s would be taken for a name", signs)
		}
	}
}
