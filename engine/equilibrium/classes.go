package equilibrium

import (
	"fmt"
	exact "math/big"

	"codebreak/engine/game"
)

// A Class is a set of secrets of a symmetric game that exchanges of positions and of
// colours take into each other: all whose colours repeat alike or, with black pegs
// only, all secrets.
type Class struct {
	First   game.Code // in lexicographic order
	Secrets []game.Code
}

func (c Class) size() *exact.Rat {
	return exact.NewRat(int64(len(c.Secrets)), 1)
}

// Classes sorts the secrets of a game into classes, in the order of their
// first codes. The error says why a game has none. It takes O(secrets·symmetries) time.
func Classes(g game.Game) ([]Class, error) {
	if g == nil {
		return nil, game.ErrNoGame
	}

	symmetries := game.SymmetriesOf(g)
	if symmetries.None() {
		return nil, fmt.Errorf("%s: not all positions and colours can be exchanged", g)
	}

	secrets, _ := game.Codes(g)
	var out []Class
	place := map[game.Code]int{} // by the first code
	for _, c := range secrets {
		first := symmetries.Least(c)
		i, seen := place[first]
		if !seen {
			i = len(out)
			place[first] = i
			out = append(out, Class{First: first})
		}
		out[i].Secrets = append(out[i].Secrets, c)
	}
	return out, nil
}
