package strategy

import (
	"testing"

	"codebreak/engine/game"
)

// TestReadmeCriterion plays the criterion that the README adds.
func TestReadmeCriterion(t *testing.T) {
	g, err := game.Parse("mm4x6")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Strategy{Criterion: MostParts}.Compile(g)
	if err != nil {
		t.Fatal(err)
	}
	p.measure = roots.measure(g, len(p.Secrets()))
	guess, err := p.NewChooser().Choose(t.Context(), p.Secrets(), nil)
	if err != nil {
		t.Fatal(err)
	}
	// The roots of the sizes of its parts add up to 113.9, those of 1123 to 112.7.
	if got := g.FormatCode(guess); got != "1234" {
		t.Errorf("the first guess is %s", got)
	}
}
