package equilibrium

import (
	"fmt"
	"slices"

	"codebreak/engine/game"
)

// A Class is the secrets of a symmetric game that exchanges of positions and of
// colours take into each other: those whose colours repeat alike.
type Class struct {
	First   game.Code // in lexicographic order
	Secrets []game.Code
}

// Classes sorts the secrets of a game into classes, in the order of their
// first codes. The error says why a game has none.
func Classes(g game.Game) ([]Class, error) {
	if game.SymmetriesOf(g).None() {
		return nil, fmt.Errorf("%s: not all positions and colours can be exchanged", g)
	}
	positions, _ := g.Shape()
	secrets, _, err := game.Codes(g, game.Lex)
	if err != nil {
		return nil, err
	}
	var out []Class
	place := map[[game.MaxColours]int8]int{}
	for _, c := range secrets {
		var repeats [game.MaxColours]int8
		for i := range positions {
			repeats[c.At(i)]--
		}
		slices.Sort(repeats[:])
		at, seen := place[repeats]
		if !seen {
			at = len(out)
			place[repeats] = at
			out = append(out, Class{First: c})
		}
		out[at].Secrets = append(out[at].Secrets, c)
	}
	return out, nil
}
