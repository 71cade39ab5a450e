package equilibrium

import (
	"fmt"
	exact "math/big"

	"codebreak/engine/game"
)

// A Class is the secrets of a symmetric game that exchanges of positions and of
// colours take into each other: those whose colours repeat alike or, with black pegs
// only, all.
type Class struct {
	First   game.Code // in lexicographic order
	Secrets []game.Code
}

func (c Class) size() *exact.Rat { return exact.NewRat(int64(len(c.Secrets)), 1) }

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
		at, seen := place[first]
		if !seen {
			at = len(out)
			place[first] = at
			out = append(out, Class{First: first})
		}
		out[at].Secrets = append(out[at].Secrets, c)
	}
	return out, nil
}
