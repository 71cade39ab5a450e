package game

import "math/bits"

// Answers prepares to answer guesses for many secrets: the function that it
// returns sets out[i] to the answer of secrets[i] to a guess, for every i. It may
// be called from several goroutines at once. For peg games it is several times as
// fast as [Game.Feedback], since what colours a secret has is counted once.
func Answers(g Game, secrets []Code) func(guess Code, out []Feedback) {
	pegs, ok := PegRules(g)
	if !ok || pegs.BlackOnly {
		return func(guess Code, out []Feedback) {
			for i, secret := range secrets {
				out[i] = g.Feedback(secret, guess)
			}
		}
	}
	colours := make([]uint64, len(secrets))
	for i, secret := range secrets {
		colours[i] = pegs.coloursOf(secret)
	}
	return func(guess Code, out []Feedback) {
		own := pegs.coloursOf(guess)
		for i, secret := range secrets {
			out[i] = pegs.answer(secret, guess, colours[i], own)
		}
	}
}

// coloursOf counts the pegs of each colour of a code, four bits a colour: none occurs
// more than eight times.
func (g Pegs) coloursOf(c Code) (colours uint64) {
	c >>= shift(g.Positions-1) & 31
	for range g.Positions {
		colours += 1 << (c & 15 * 4)
		c >>= codeBits
	}
	return colours
}

// black counts the positions in which two codes agree.
func (g Pegs) black(a, b Code) int {
	differ := uint32(a ^ b)
	differ |= differ>>1 | differ>>2 | differ>>3 // the low bit of a position that differs
	return g.Positions - bits.OnesCount32(differ&0x11111111)
}

// answer is the answer by black and white pegs, given the colours of both codes.
func (g Pegs) answer(secret, guess Code, inSecret, inGuess uint64) Feedback {
	black := g.black(secret, guess)
	const even = 0x0f0f0f0f0f0f0f0f // colours, each in a byte
	common := sumOfLesser(inSecret&even, inGuess&even) + sumOfLesser(inSecret>>4&even, inGuess>>4&even)
	return NewFeedback(black, common-black)
}

// sumOfLesser adds up the lesser of each two bytes, which must be below 16.
func sumOfLesser(a, b uint64) int {
	const tops, ones = 0x8080808080808080, 0x0101010101010101
	notLess := (a | tops) - b // a byte's top bit stays if a is not less than b
	notLess &= tops
	takeB := notLess | (notLess - notLess>>7)
	return int((b&takeB | a&^takeB) * ones >> 56)
}
