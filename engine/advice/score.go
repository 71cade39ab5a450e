package advice

import "math"

// BestScore is the highest skill and the highest luck; the lowest is 0.
const BestScore = 99

// Skill sums up the guesses of a game in a number from 0 to [BestScore], from the guesses
// that they lost together against best play: it is [BestScore] if nothing was lost, and half
// as high with each guess lost. Guesses that did better than the best that is known lose
// nothing.
func Skill(lost float64) int {
	return int(math.Round(BestScore * math.Exp2(-max(0, lost))))
}

// Luck sums up the feedback of a game in a number from 0 to [BestScore], from the bits that it
// told beyond the expected bits. It is 50 for none. Each further bit doubles the odds of luck
// against what it lacks of [BestScore].
func Luck(bits float64) int {
	return int(math.Round(BestScore / (1 + math.Exp2(-bits))))
}
