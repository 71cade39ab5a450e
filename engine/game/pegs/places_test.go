package pegs

import (
	"math/rand/v2"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
)

// TestPlacesExamples gives feedback by hand.
func TestPlacesExamples(t *testing.T) {
	each, counted := enginetest.Game(t, "pos4x7"), enginetest.Game(t, "pos4x7-counted")
	for _, test := range []struct{ secret, guess, each, counted string }{
		{"0123", "0123", "GGGG", "GGGG0"},
		{"0123", "4560", "BBBY", "....1"},
		{"0123", "1023", "YYGG", "..GG2"},
		{"0123", "0132", "GGYY", "GG..2"},
		{"0123", "0415", "GBYB", "G...1"},
		{"0123", "4516", "BBYB", "....1"},
		{"3210", "0123", "YYYY", "....4"},
	} {
		for g, want := range map[game.Game]string{each: test.each, counted: test.counted} {
			f := g.Feedback(enginetest.Code(t, g, test.secret), enginetest.Code(t, g, test.guess))
			if got := g.FormatFeedback(f); got != want {
				t.Errorf("%s, secret %s, guess %s: %s, want %s", g, test.secret, test.guess, got, want)
			}
			if back, err := g.ParseFeedback(" " + want + " "); err != nil || back != f {
				t.Errorf("%s: %s is read as %d, %v; want %d", g, want, back, err, f)
			}
		}
	}
}

// TestExchanged exchanges positions and colours of random codes, and the feedback with them.
func TestExchanged(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	for range 2000 {
		positions := 1 + rng.IntN(game.MaxPositions)
		g := Places{sized(positions, max(2, positions+rng.IntN(game.MaxColours-positions+1)), false, false, false), rng.IntN(2) == 0}
		secret, guess := randomCode(rng, g.Game, false), randomCode(rng, g.Game, false)
		to, from := rng.Perm(g.Colours), make([]int8, positions)
		for i, at := range rng.Perm(positions) {
			from[i] = int8(at)
		}
		image := func(c game.Code) (out game.Code) {
			for i, at := range from {
				out = out.With(i, to[c.At(int(at))])
			}
			return out
		}
		f := g.Feedback(secret, guess)
		if got, want := g.exchanged(f, from), g.Feedback(image(secret), image(guess)); got != want || f != g.Reference(secret, guess) {
			t.Fatalf("%s: %s to %s with %v: %s, want %s", g, g.FormatFeedback(f), g.FormatCode(guess), from, g.FormatFeedback(got), g.FormatFeedback(want))
		}
	}
}

func TestParsePlacesErrors(t *testing.T) {
	for _, test := range []struct{ game, text, want string }{
		{"pos3x5", "GY", "2 colours; that of pos3x5 has 3"},
		{"pos3x5", "GYZ", "'Z' at position 3 is not G (green), Y (yellow) or B (grey)"},
		{"pos3x5", "GYG", "cannot occur"},
		{"pos3x5", "1A1B", "4 colours"},
		{"pos3x5-counted", "", "not of a form such as ..."},
		{"pos3x5-counted", "G..", "not of a form such as ...1: G for each right place, then the number"},
		{"pos3x5-counted", "GYB1", "not of a form"},
		{"pos3x5-counted", "G..x", "not of a form"},
		{"pos3x5-counted", "G..é", "not of a form"},
		{"pos3x5-counted", "G..3", "cannot occur: 3 digits cannot be elsewhere"},
		{"pos3x5-counted", "GG.1", "cannot occur: 1 digit cannot be elsewhere"},
	} {
		_, err := enginetest.Game(t, test.game).ParseFeedback(test.text)
		enginetest.Refused(t, test.text, err, test.want)
	}
	for text, want := range map[string]string{"gyb": "GYB", "210": "GYB", "🟩🟨⬛": "GYB", "(🟩🟨⬛)": "GYB", "G|Y|B": "GYB", "grün gelb grau": "GYB", "vert, jaune, gris": "GYB", "绿黄灰": "GYB"} {
		g := enginetest.Game(t, "pos3x5")
		if f, err := g.ParseFeedback(text); err != nil || g.FormatFeedback(f) != want {
			t.Errorf("%q is read as %s, %v", text, g.FormatFeedback(f), err)
		}
	}
}
