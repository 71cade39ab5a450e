package pegs

import (
	"math/bits"

	"codebreak/engine/game"
)

// feedbacks is several times as fast as Feedback secret by secret: it counts the
// colours of each secret only once.
func (g Game) feedbacks(secrets []game.Code) func(guess game.Code, out []game.Feedback) {
	if g.BlackOnly {
		return func(guess game.Code, out []game.Feedback) {
			for i, secret := range secrets {
				out[i] = game.NewFeedback(g.Positions-differences(secret, guess), 0)
			}
		}
	}

	colours := make([]colourCounts, len(secrets))
	for i, secret := range secrets {
		colours[i] = g.coloursOf(secret)
	}

	return func(guess game.Code, out []game.Feedback) {
		own := g.coloursOf(guess)
		for i, secret := range secrets {
			black := g.Positions - differences(secret, guess)
			all := inCommon(colours[i], own)
			out[i] = game.NewFeedback(black, all-black)
		}
	}
}

// colourCounts counts the pegs of each of 16 colours of a code in unary: a byte for each
// colour has as many low bits set. So the bits that two codes have in common count the pegs
// that they have in common.
type colourCounts struct{ low, high uint64 } // colours 0 to 7, and 8 to 15

func (g Game) coloursOf(code game.Code) (c colourCounts) {
	for i := range g.Positions {
		colour := code.At(i)
		word := &c.low
		if colour >= 8 {
			word = &c.high
		}
		at := colour % 8 * 8
		*word |= (*word>>at&0xFF + 1) << at
	}
	return c
}

// differences counts the positions in which two codes differ.
func differences(a, b game.Code) int {
	differ := uint32(a ^ b)
	differ |= differ >> 2
	return bits.OnesCount32((differ | differ>>1) & 0x11111111) // the low bit of a position that differs
}

// inCommon counts the pegs that two codes have in common, wherever they are.
func inCommon(a, b colourCounts) int {
	return bits.OnesCount64(a.low&b.low) + bits.OnesCount64(a.high&b.high)
}
