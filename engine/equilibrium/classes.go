package equilibrium

import (
	"fmt"
	"slices"

	"codebreak/engine/game"
)

// A Class is the secrets of a peg game that exchanges of positions and of
// colours take into each other: those whose colours occur equally often.
type Class struct {
	First   game.Code // in lexicographic order
	Secrets []game.Code
}

// Classes sorts the secrets of a game into classes, in the order of their
// first codes. The error says why a game has none.
func Classes(g game.Game) ([]Class, error) {
	p, ok := g.(game.Pegs)
	if !ok || p.NoLeadingZero {
		return nil, fmt.Errorf("%s: not all positions and colours can be exchanged", g)
	}
	secrets, _, err := game.Codes(g, game.Lex)
	if err != nil {
		return nil, err
	}
	var out []Class
	index := map[[game.MaxColours]int8]int{}
	for _, c := range secrets {
		var repeats [game.MaxColours]int8
		for i := range p.Positions {
			repeats[c.At(i)]--
		}
		slices.Sort(repeats[:])
		at, seen := index[repeats]
		if !seen {
			at = len(out)
			index[repeats] = at
			out = append(out, Class{First: c})
		}
		out[at].Secrets = append(out[at].Secrets, c)
	}
	return out, nil
}
