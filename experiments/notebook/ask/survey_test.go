package ask

import (
	"context"
	"slices"
	"testing"

	"codebreak/configs"
	"codebreak/engine/enginetest"
	"codebreak/experiments/notebook"
)

// TestSurvey compares what a survey says with plays of the same configurations.
func TestSurvey(t *testing.T) {
	g := enginetest.Game(t, "mm3x3")
	var s survey
	for i, c := range configs.Conventions(g, nil) {
		if _, err := c.Parse(); err == nil && i%37 == 0 {
			p := NewPlayer(c.Configuration)
			s.Of, s.players = append(s.Of, p.Key), append(s.players, p)
		}
	}
	a, err := notebook.Answer(context.Background(), notebook.Env{Workers: 3}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range s.players {
		played, err := play{Player: p}.Answer(context.Background(), notebook.Env{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if r := played.Result; r.First != a[i].First || !slices.Equal(r.Histogram, a[i].Hit) || !slices.Equal(r.Known.Histogram, a[i].Known) {
			t.Errorf("%s: %+v, played %+v", p.Key, a[i], r)
		}
	}
}
