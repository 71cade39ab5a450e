package game

import "math/bits"

// Answers prepares to answer guesses for many secrets: the function that it
// returns sets out[i] to the answer of secrets[i] to a guess, for every i. It may
// be called from several goroutines at once. For peg games it is several times as
// fast as [Game.Feedback], since what colours a secret has is counted once.
func Answers(g Game, secrets []Code) func(guess Code, out []Feedback) {
	pegs, ok := PegRules(g)
	switch {
	case !ok:
		return func(guess Code, out []Feedback) {
			for i, secret := range secrets {
				out[i] = g.Feedback(secret, guess)
			}
		}
	case pegs.BlackOnly:
		return func(guess Code, out []Feedback) {
			for i, secret := range secrets {
				out[i] = NewFeedback(pegs.Positions-differences(secret, guess), 0)
			}
		}
	}
	colours := make([]colourCounts, len(secrets))
	for i, secret := range secrets {
		colours[i] = pegs.coloursOf(secret)
	}
	return func(guess Code, out []Feedback) {
		own := pegs.coloursOf(guess)
		for i, secret := range secrets {
			black, all := pegs.Positions-differences(secret, guess), inCommon(colours[i], own)
			out[i] = NewFeedback(black, all-black)
		}
	}
}

// colourCounts counts the pegs of each of 16 colours of a code, with a byte for each,
// in which as many of the low bits are set: so the bits that two codes have in
// common are the pegs.
type colourCounts struct{ low, high uint64 } // colours 0 to 7, and 8 to 15

func (g Pegs) coloursOf(code Code) (c colourCounts) {
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
func differences(a, b Code) int {
	differ := uint32(a ^ b)
	differ |= differ >> 2
	return bits.OnesCount32((differ | differ>>1) & 0x11111111) // the low bit of a position that differs
}

// inCommon counts the pegs that two codes have in common, wherever they are.
func inCommon(a, b colourCounts) int {
	return bits.OnesCount64(a.low&b.low) + bits.OnesCount64(a.high&b.high)
}
